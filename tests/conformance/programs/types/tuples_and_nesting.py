"""Tuples of tuples, lists and rows as Java prints them."""
# compare: in order per key

from pyflink.common import Row, Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
nested = Types.TUPLE([Types.STRING(), Types.TUPLE([Types.INT(), Types.BOOLEAN()])])
env.from_collection([("a", (1, True)), ("b", (2, False))], type_info=nested).print("nested")
with_list = Types.TUPLE([Types.INT(), Types.LIST(Types.STRING())])
env.from_collection([(1, ["x", "y"]), (2, [])], type_info=with_list).print("list")
with_row = Types.TUPLE([Types.STRING(), Types.ROW([Types.INT(), Types.STRING()])])
env.from_collection([("r", Row(1, "one"))], type_info=with_row).print("row")
env.execute()
