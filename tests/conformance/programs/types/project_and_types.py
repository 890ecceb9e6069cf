"""project() picks fields; types describe themselves."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
three = Types.TUPLE([Types.STRING(), Types.INT(), Types.DOUBLE()])
env.from_collection([("a", 1, 0.5), ("b", 2, 1.0)], type_info=three).project(2, 0).print()
env.execute()
named = Types.ROW_NAMED(["x", "y"], [Types.INT(), Types.STRING()])
print(named.get_field_names(), [str(t) for t in named.get_field_types()])
print(Types.TUPLE([Types.INT()]) == Types.TUPLE([Types.INT()]), Types.INT() == Types.LONG())
print(Types.ROW([Types.INT(), Types.STRING()]).get_field_names())
