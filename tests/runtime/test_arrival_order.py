"""The reference schedule: timers of a millisecond before the records of it."""

from __future__ import annotations

from flinksim import ArrivalOrder, simulate
from flinksim.common import Duration, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.trace.events import ProcessingTimeAdvanced, SourceRecordRead, WatermarkGenerated


def order(script: dict[str, list[object]], parallelism: int) -> list[tuple[int, str]]:
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(0))
    source = ScriptedSource(script)  # type: ignore[arg-type]
    env.from_source(source, strategy, "script").set_parallelism(parallelism).print()
    seen, now = [], 0
    for event in simulate(env, ArrivalOrder()).run().trace.events:
        if isinstance(event, ProcessingTimeAdvanced):
            now = event.after
        elif isinstance(event, SourceRecordRead):
            seen.append((now, f"{event.split} {event.value}"))
        elif isinstance(event, WatermarkGenerated):
            seen.append((now, f"W {event.timestamp}"))
    return seen


def test_a_tick_goes_before_a_record_of_the_same_millisecond() -> None:
    script = [at(0), record("a", 1_000), at(200), record("b", 2_000), at(401), record("c", 3_000)]
    assert order({"s": script}, 1) == [
        (0, "s a"), (200, "W 999"), (200, "s b"), (400, "W 1999"), (401, "s c"),
    ]  # fmt: skip


def test_ticks_of_all_source_tasks_go_before_the_records_of_any() -> None:
    one = [at(0), record("a", 1_000), at(200), record("b", 2_000), at(201)]
    two = [at(0), record("c", 1_500), at(200), record("d", 2_500), at(201)]
    assert order({"one": one, "two": two}, 2) == [
        (0, "one a"), (0, "two c"), (200, "W 999"), (200, "W 1499"), (200, "one b"), (200, "two d"),
    ]  # fmt: skip
