"""What the runtime context says at parallelism 1."""

from pyflink.common import Types
from pyflink.datastream import MapFunction, StreamExecutionEnvironment


class Context(MapFunction):
    def open(self, runtime_context):
        self.context = runtime_context

    def map(self, value):
        context = self.context
        return (
            f"{value} {context.get_index_of_this_subtask()} "
            f"{context.get_number_of_parallel_subtasks()} "
            f"{context.get_max_number_of_parallel_subtasks()} {context.get_attempt_number()} "
            f"{context.get_job_parameter('nothing', 'default')}"
        )


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([7], type_info=Types.INT()).rebalance().map(
    Context(), output_type=Types.STRING()
).print()
env.execute()
