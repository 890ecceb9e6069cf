"""Settings as they are read back, and the class of the error where Java refuses one."""

from pyflink.common import Configuration, RestartStrategies, ExecutionConfig, Types
from pyflink.datastream import (
    StreamExecutionEnvironment,
    CheckpointingMode,
    RuntimeExecutionMode,
    ExternalizedCheckpointRetention,
)

c = Configuration()
c.set_string("pipeline.name", "from config")
c.set_integer("parallelism.default", 3)
c.set_string("pipeline.auto-watermark-interval", "123 ms")
c.set_boolean("pipeline.object-reuse", True)
env = StreamExecutionEnvironment.get_execution_environment(c)
print(
    env.get_parallelism(),
    env.get_max_parallelism(),
    env.get_buffer_timeout(),
    env.is_chaining_enabled(),
    env.get_config().get_auto_watermark_interval(),
    env.get_config().is_object_reuse_enabled(),
)
env.set_parallelism(5).set_max_parallelism(20)
env.set_buffer_timeout(7)
env.disable_operator_chaining()
env.get_config().enable_object_reuse() if hasattr(env.get_config(), "enable_object_reuse") else None
print(
    env.get_parallelism(),
    env.get_max_parallelism(),
    env.get_buffer_timeout(),
    env.is_chaining_enabled(),
)
env.enable_checkpointing(300, CheckpointingMode.AT_LEAST_ONCE)
cc = env.get_checkpoint_config()
print(
    env.get_checkpoint_interval(),
    env.get_checkpointing_mode(),
    cc.get_checkpoint_timeout(),
    cc.get_min_pause_between_checkpoints(),
    cc.get_max_concurrent_checkpoints(),
    cc.is_checkpointing_enabled(),
    cc.is_unaligned_checkpoints_enabled(),
    cc.get_tolerable_checkpoint_failure_number(),
)
cc.set_checkpoint_timeout(9000).set_min_pause_between_checkpoints(
    10
).set_tolerable_checkpoint_failure_number(2)
cc.enable_unaligned_checkpoints()
print(
    cc.get_checkpoint_timeout(),
    cc.get_min_pause_between_checkpoints(),
    cc.get_tolerable_checkpoint_failure_number(),
    cc.is_unaligned_checkpoints_enabled(),
)
g = (
    env.get_config().get_global_job_parameters()
    if hasattr(env.get_config(), "get_global_job_parameters")
    else None
)
print(g)
c2 = Configuration()
c2.set_string("parallelism.default", "4")
env.configure(c2)
print(
    env.get_parallelism(),
    c2.to_dict(),
    c2.contains_key("parallelism.default"),
    c2.get_integer("parallelism.default", 0),
    c2.get_string("nope", "d"),
    c2.key_set() if hasattr(c2, "key_set") else "",
)
for f in (
    lambda: env.set_parallelism(0),
    lambda: env.set_max_parallelism(0),
    lambda: env.set_max_parallelism(40000),
    lambda: env.set_buffer_timeout(-5),
    lambda: env.enable_checkpointing(0),
    lambda: env.get_config().set_auto_watermark_interval(-1),
    lambda: env.execute(),
    lambda: cc.set_checkpoint_timeout(0),
    lambda: cc.set_max_concurrent_checkpoints(0),
):
    try:
        f()
        print("ok")
    except Exception as e:
        print(type(e).__name__)
