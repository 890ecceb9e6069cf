"""All that maps and lists can do, clearing included."""

from pyflink.common import Configuration, Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ListStateDescriptor, MapStateDescriptor


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


KV = Types.TUPLE([Types.STRING(), Types.LONG()])


class Operate(KeyedProcessFunction):
    def open(self, runtime_context):
        descriptor = MapStateDescriptor("map", Types.STRING(), Types.LONG())
        self.map = runtime_context.get_map_state(descriptor)
        self.list = runtime_context.get_list_state(ListStateDescriptor("list", Types.LONG()))

    def process_element(self, value, ctx):
        map, list_ = self.map, self.list
        name, number = value
        yield f"empty={map.is_empty()} has={name in map} get={map.get(name)}"
        map[name] = number
        map.put("last", number)
        list_.add(number)
        list_.add_all([number + 1])
        yield f"keys={sorted(map.keys())} values={sorted(map.values())} items={sorted(map.items())}"
        if number == 3:
            map.remove("last")
            del map["a"]
            list_.update([9])
            yield f"after {sorted(map.items())} {map.contains('last')} {list(list_.get())}"
        if number == 4:
            map.clear()
            list_.clear()
            yield f"cleared {map.is_empty()} {list(list_.get())} {[key for key in map]}"
        yield f"list={list(list_.get())}"


env = environment()
data = [("a", 1), ("b", 2), ("a", 3), ("c", 4), ("a", 5)]
env.from_collection(data, KV).key_by(lambda v: 0, Types.INT()).process(
    Operate(), Types.STRING()
).print()
env.execute()
