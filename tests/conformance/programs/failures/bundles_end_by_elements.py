"""A bundle is full by what it takes, whatever that puts out."""
# dialect: pyflink

from pyflink.common import Configuration, Types
from pyflink.datastream import StreamExecutionEnvironment


def attempt(name, size):
    configuration = Configuration()
    configuration.set_string("python.fn-execution.bundle.size", str(size))
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(1)
    numbers = env.from_collection([1, 2, 3, 4, 5, 6, 7], Types.INT())
    numbers.print(name + " raw")
    numbers.flat_map(lambda n: [n * 10, n * 10 + 1], Types.INT()).print(name + " twice")
    numbers.filter(lambda n: n % 2 == 0).print(name + " even")
    numbers.map(lambda n: 1 // (n - 5), Types.INT()).print(name + " fails")
    try:
        env.execute()
        print(name, "ok")
    except Exception as error:
        print(name, type(error).__name__, "ZeroDivisionError" in str(error))


attempt("two", 2)
attempt("three", 3)
attempt("four", 4)
