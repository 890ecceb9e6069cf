"""Counts the clicks of each user in a process function, after a map and a filter."""

import time

from pyflink.common import Configuration, Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ListStateDescriptor, MapStateDescriptor, ValueStateDescriptor

CLICK = Types.TUPLE([Types.STRING(), Types.LONG()])


class Count(KeyedProcessFunction):
    def open(self, context):
        self.count = context.get_state(ValueStateDescriptor("count", Types.LONG()))
        self.times = context.get_list_state(ListStateDescriptor("times", Types.LONG()))
        self.pages = context.get_map_state(
            MapStateDescriptor("pages", Types.STRING(), Types.LONG())
        )

    def process_element(self, click, context):
        count = (self.count.value() or 0) + 1
        self.count.update(count)
        self.times.add(click[1])
        self.pages.put("home", click[1])
        if count == 2:
            self.times.clear()
            context.timer_service().register_processing_time_timer(
                context.timer_service().current_processing_time() + 200
            )
        yield click[0], count

    def on_timer(self, timestamp, context):
        yield context.get_current_key(), -1


def wait(click):
    time.sleep(0.2)
    return click[0].lower(), click[1]


env = StreamExecutionEnvironment.get_execution_environment(
    Configuration().set_string("python.fn-execution.bundle.size", "1")
)
env.set_parallelism(1)
clicks = [("Ann", 1), ("Bob", 2), ("Ann", 3), ("", 4), ("Bob", 5)]
(
    env.from_collection(clicks, CLICK)
    .map(wait, CLICK)
    .filter(lambda click: click[0] != "")
    .key_by(lambda click: click[0])
    .process(Count(), CLICK)
    .print()
)
env.execute("counts")
