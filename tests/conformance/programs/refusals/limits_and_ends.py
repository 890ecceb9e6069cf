"""limit= of execute_and_collect, and what the client says after the end."""

# dialect: pyflink
from pyflink.common import Types, WatermarkStrategy
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.connectors.number_seq import NumberSequenceSource
from pyflink.datastream.slot_sharing_group import SlotSharingGroup, MemorySize


def numbers(n=10**12, p=1):
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(p)
    return env.from_source(
        NumberSequenceSource(1, n), WatermarkStrategy.no_watermarks(), "numbers", Types.LONG()
    )


def attempt(what, make):
    try:
        print(what, make())
    except Exception as error:
        print(what, type(error).__name__)


attempt("three", lambda: numbers().execute_and_collect(limit=3))
attempt(
    "flat", lambda: numbers().flat_map(lambda v: [v, v], Types.LONG()).execute_and_collect(limit=3)
)
attempt(
    "keyed",
    lambda: (
        numbers()
        .key_by(lambda v: v % 2, Types.LONG())
        .reduce(lambda a, b: a + b)
        .execute_and_collect(limit=4)
    ),
)
attempt("more than there are", lambda: numbers(2).execute_and_collect(limit=3))
attempt("none", lambda: numbers().execute_and_collect(limit=0))
attempt("negative", lambda: numbers().execute_and_collect(limit=-1))
attempt("by position", lambda: numbers().execute_and_collect("name", 2))
attempt(
    "fails behind the limit",
    lambda: numbers().map(lambda v: 1 // (5000000 - v), Types.LONG()).execute_and_collect(limit=2),
)
attempt(
    "fails at once",
    lambda: numbers().map(lambda v: 1 // 0, Types.LONG()).execute_and_collect(limit=2),
)
attempt(
    "group",
    lambda: (
        SlotSharingGroup.builder("a")
        .set_cpu_cores(1.0)
        .set_task_heap_memory(MemorySize.of_mebi_bytes(5))
        .set_managed_memory(MemorySize.of_mebi_bytes(1))
        .build()
        .get_managed_memory()
    ),
)
attempt(
    "group off heap",
    lambda: (
        SlotSharingGroup.builder("a")
        .set_cpu_cores(1.0)
        .set_task_heap_memory_mb(5)
        .set_task_off_heap_memory_mb(3)
        .build()
        .get_task_off_heap_memory()
    ),
)
attempt(
    "group cores",
    lambda: (
        SlotSharingGroup.builder("a")
        .set_cpu_cores(1.0)
        .set_task_heap_memory_mb(5)
        .build()
        .get_cpu_cores()
    ),
)
attempt(
    "group resources",
    lambda: (
        SlotSharingGroup.builder("a")
        .set_cpu_cores(1.0)
        .set_task_heap_memory_mb(5)
        .set_external_resource("gpu", 1.0)
        .build()
        .get_external_resources()
    ),
)
env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([1], Types.INT()).print()
result = env.execute("x")
attempt("runtime", lambda: result.get_net_runtime() >= 0)
attempt("accumulators", lambda: result.get_all_accumulator_results())
attempt("is executed", lambda: result.is_job_execution_result())
