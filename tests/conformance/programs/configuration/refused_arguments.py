"""Arguments that the environment and streams refuse."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment


def attempt(name, action):
    try:
        action()
        print(name, "works")
    except Exception:
        print(name, "is refused")


env = StreamExecutionEnvironment.get_execution_environment()
attempt("parallelism 0", lambda: env.set_parallelism(0))
attempt("parallelism 3", lambda: env.set_parallelism(3))
attempt("max parallelism 0", lambda: env.set_max_parallelism(0))
attempt("max parallelism 32768", lambda: env.set_max_parallelism(32768))
attempt("max parallelism 32769", lambda: env.set_max_parallelism(32769))
attempt("buffer timeout -1", lambda: env.set_buffer_timeout(-1))
attempt("buffer timeout -2", lambda: env.set_buffer_timeout(-2))
attempt("execute without operators", lambda: env.execute())
stream = env.from_collection([1], type_info=Types.INT())
attempt("source with parallelism 2", lambda: stream.set_parallelism(2))
attempt("map of a number", lambda: stream.map(5))
attempt("filter of a text", lambda: stream.filter("x"))
attempt("key_by of a number", lambda: stream.key_by(3))
attempt("project of numbers", lambda: stream.project(0))
