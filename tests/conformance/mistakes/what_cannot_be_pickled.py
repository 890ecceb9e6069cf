"""A function that holds a lock."""

import threading

from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.functions import MapFunction

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)


class Guarded(MapFunction):
    def __init__(self):
        self.lock = threading.Lock()

    def map(self, value):
        with self.lock:
            return value


env.from_collection([1, 2]).map(Guarded()).print()
env.execute()
