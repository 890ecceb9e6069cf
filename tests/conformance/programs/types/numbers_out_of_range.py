"""Numbers that do not fit the declared type: the job fails, or the number changes."""

from pyflink.common import Configuration, Types
from pyflink.datastream import StreamExecutionEnvironment


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


def attempt(name, value, type_info):
    env = environment()
    try:
        env.from_collection([1], Types.INT()).map(lambda _: value, type_info).print(name)
        env.execute()
    except Exception as error:
        print(name, [text for text in ("OverflowError", "TypeError") if text in str(error)])


attempt("int", 2**31, Types.INT())
attempt("int", -(2**31), Types.INT())
attempt("short", 40000, Types.SHORT())
attempt("byte", 200, Types.BYTE())
attempt("long", 2**63, Types.LONG())
attempt("long", 2**63 - 1, Types.LONG())
attempt("float", 1e300, Types.FLOAT())
attempt("float", 0.1, Types.FLOAT())
attempt("whole", 2.7, Types.INT())
attempt("double", 3, Types.DOUBLE())
attempt("truth", 2, Types.BOOLEAN())
