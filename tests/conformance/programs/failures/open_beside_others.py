"""A function is opened for its worker's first element: those beside it go on, and none may come."""
# dialect: pyflink

from pyflink.common import Configuration, Types
from pyflink.datastream import MapFunction, StreamExecutionEnvironment


class Opens(MapFunction):
    def open(self, runtime_context):
        raise OSError("no connection")

    def map(self, value):
        return value


def attempt(name, build, size=1000):
    configuration = Configuration()
    configuration.set_string("python.fn-execution.bundle.size", str(size))
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(1)
    build(name, env.from_collection([1, 2, 3, 4], Types.INT()))
    try:
        env.execute()
        print(name, "ok")
    except Exception as error:
        print(name, type(error).__name__, "no connection" in str(error))


def beside(name, numbers):
    numbers.print(name + " raw")
    numbers.map(lambda n: n * 10, Types.INT()).print(name + " good")
    numbers.map(Opens(), Types.INT()).print(name + " never")


def before(name, numbers):
    numbers.map(Opens(), Types.INT()).print(name + " never")
    numbers.map(lambda n: n * 10, Types.INT()).print(name + " good")
    numbers.print(name + " raw")


def behind(name, numbers):
    tens = numbers.map(lambda n: n * 10, Types.INT())
    tens.print(name + " good")
    tens.map(Opens(), Types.INT()).print(name + " never")


def without_elements(name, numbers):
    numbers.print(name + " raw")
    large = numbers.filter(lambda n: n > 100)
    large.print(name + " large")
    large.map(Opens(), Types.INT()).print(name + " never")


attempt("beside", beside)
attempt("beside one", beside, 1)
attempt("beside two", beside, 2)
attempt("before", before)
attempt("behind", behind)
attempt("behind two", behind, 2)
attempt("without", without_elements)
