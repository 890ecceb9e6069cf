"""Settings read back."""

from pyflink.common import Configuration
from pyflink.datastream import StreamExecutionEnvironment

configuration = Configuration()
configuration.set_integer("parallelism.default", 3)
configuration.set_string("pipeline.name", "named")
env = StreamExecutionEnvironment.get_execution_environment(configuration)
print(env.get_parallelism(), env.get_max_parallelism(), env.get_buffer_timeout())
print(env.get_config().get_auto_watermark_interval(), env.is_chaining_enabled())
env.set_parallelism(2).set_max_parallelism(16).set_buffer_timeout(5)
env.disable_operator_chaining()
env.get_config().set_auto_watermark_interval(77)
print(env.get_parallelism(), env.get_max_parallelism(), env.get_buffer_timeout())
print(env.get_config().get_auto_watermark_interval(), env.is_chaining_enabled())
print(configuration.get_string("pipeline.name", ""), configuration.get_integer("nothing", 8))
print(configuration.contains_key("pipeline.name"), sorted(configuration.key_set())[:2])
