"""What goes to a side output takes the form of the tag's type."""

from pyflink.common import Configuration, Row, Types
from pyflink.datastream import OutputTag, ProcessFunction, StreamExecutionEnvironment


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


numbers = OutputTag("numbers", Types.DOUBLE())
rows = OutputTag("rows", Types.ROW_NAMED(["name", "size"], [Types.STRING(), Types.INT()]))


class Split(ProcessFunction):
    def process_element(self, value, ctx):
        yield numbers, value
        yield rows, Row(f"n{value}", value)


env = environment()
split = env.from_collection([1, 2], Types.INT()).process(Split(), Types.INT())
split.get_side_output(numbers).map(lambda number: repr(number), Types.STRING()).print("numbers")
env.execute()
split = env.from_collection([1, 2], Types.INT()).process(Split(), Types.INT())
split.get_side_output(rows).map(lambda row: f"{row!r} {row.size}", Types.STRING()).print("rows")
env.execute()
