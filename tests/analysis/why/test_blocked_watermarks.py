"""What holds a watermark back."""

from __future__ import annotations

import flinksim as fs
from flinksim.analysis.why.blocked_watermarks import find_watermark_blockers
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows


def test_a_greatest_timestamp_of_zero_is_found() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(10))
    strategy = strategy.with_timestamp_assigner(lambda value, _: value[1])
    source = ScriptedSource([record(("a", -5)), record(("a", 0)), pause(5_000)])
    row = Types.TUPLE([Types.STRING(), Types.LONG()])
    keyed = env.from_source(source, strategy, "src", row).key_by(lambda value: value[0])
    windows = keyed.window(TumblingEventTimeWindows.of(Time.seconds(1)))
    windows.reduce(lambda a, b: a).name("windows").print()
    sim = fs.simulate(env)
    sim.run(until="clock >= 1 s")
    run = TraceIndex(sim.trace)
    window = run.find_instances(next(n for n in run.inputs_by_node if _is_window(run, n)))[0]
    (blocker,) = find_watermark_blockers(run, window)
    assert blocker.max_timestamp is not None
    assert blocker.max_timestamp[0] == 0
    assert blocker.delay == 10


def _is_window(run: TraceIndex, node: int) -> bool:
    return any(
        one.operator.name == "windows" and one.operator.node == node
        for one in run.instances.values()
    )
