"""Broadcast state of pickled objects takes what can be pickled."""
# dialect: pyflink

import threading

from pyflink.common import Types
from pyflink.datastream import BroadcastProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import MapStateDescriptor

KEPT = MapStateDescriptor("kept", Types.STRING(), Types.PICKLED_BYTE_ARRAY())


class Keeps(BroadcastProcessFunction):
    def __init__(self, what):
        self.what = what

    def process_element(self, value, ctx):
        yield f"element {value}"

    def process_broadcast_element(self, value, ctx):
        made = {
            "list": [1, {"of": 2}],
            "generator": (number for number in [1]),
            "lock": threading.Lock(),
            "lambda": lambda: 1,
        }
        ctx.get_broadcast_state(KEPT).put("it", made[self.what])
        yield f"put {value}"


for what, text in [
    ("list", ""),
    ("generator", "cannot pickle 'generator' object"),
    ("lock", "cannot pickle '_thread.lock' object"),
    ("lambda", "Can't pickle local object"),
]:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    numbers = env.from_collection([1, 2], Types.INT())
    words = env.from_collection(["a", "b"], Types.STRING())
    out = numbers.connect(words.broadcast(KEPT)).process(Keeps(what), Types.STRING())
    out.filter(lambda line: line.startswith("put")).print(what)
    try:
        env.execute()
        print(what, "ok")
    except Exception as error:
        print(what, type(error).__name__, text in str(error))
