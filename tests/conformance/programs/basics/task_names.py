"""A task is named by its operators, and these by all functions that they run."""
# compare: in any order
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction, MapFunction, StreamExecutionEnvironment


def task(context):
    return f"{context.get_task_name()} | {context.get_task_name_with_subtasks()}"


class Tells(MapFunction):
    def open(self, runtime_context):
        self.task = task(runtime_context)

    def map(self, value):
        return f"{value} {self.task}"


class TellsByKey(KeyedProcessFunction):
    def open(self, runtime_context):
        self.task = task(runtime_context)

    def process_element(self, value, ctx):
        yield f"{value} {self.task}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2)
numbers = env.from_collection([1, 2, 3], Types.INT())
told = numbers.map(lambda n: n, Types.INT()).map(Tells(), Types.STRING()).set_parallelism(1)
told.filter(lambda text: True).print("mapped").set_parallelism(1)
keyed = numbers.key_by(lambda n: n, Types.INT()).process(TellsByKey(), Types.STRING())
keyed.set_parallelism(1).name("told").map(lambda text: text, Types.STRING()).set_parallelism(
    1
).print("keyed").set_parallelism(1)
env.execute()
