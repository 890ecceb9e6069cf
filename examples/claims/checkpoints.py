"""What texts claim of checkpoints: two subtasks, aligned barriers, a failure, a sink that commits."""

from flinksim.common import Types, WatermarkStrategy
from flinksim.connectors import TransactionalSink
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import CheckpointingMode, StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2)
env.enable_checkpointing(300, CheckpointingMode.EXACTLY_ONCE)
KIND = Types.TUPLE([Types.STRING(), Types.INT()])
failed = []


def once(pair):
    if pair[1] == 4 and not failed:
        failed.append(pair)
        raise RuntimeError("the machine is gone")
    return pair


left = [record(("a", 1)), pause(250), record(("b", 2)), pause(200), record(("a", 4)), pause(900)]
right = [record(("b", 1)), pause(400), record(("a", 3)), pause(300), record(("b", 5)), pause(900)]
(
    env.from_source(
        ScriptedSource({"left": left, "right": right}),
        WatermarkStrategy.no_watermarks(),
        "pairs",
        KIND,
    )
    .key_by(lambda pair: pair[0])
    .map(once, KIND)
    .sink_to(TransactionalSink())
)
env.execute("checkpoints")
