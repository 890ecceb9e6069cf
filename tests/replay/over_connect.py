"""A replay over Spark Connect, both ways, and with a stage behind the windows.

    python -m tests.replay.over_connect sc://localhost:15002 log.csv out

prints a line of JSON: for each way its tables as texts and what was written to the folder,
and the kind of session.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Literal

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.datastream import OutputTag, StreamExecutionEnvironment
from flinksim.datastream.functions import ProcessAllWindowFunction
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.replay import ReplaySettings, replay, spark_session

Lowering = Literal["native", "generic"]
WAYS: tuple[Lowering, ...] = ("native", "generic")
TABLES = ("firings", "dropped", "late", "results", "watermarks")


def write_log(path: Path) -> Path:
    """A log some of whose records are late."""
    lines = ["split,arrival,ts:timestamp,key,v:int"]
    for i in range(200):
        late = 3_000 if i % 10 == 9 else 0
        lines.append(f"a,{1000 + 100 * i},{1000 + 100 * i - late},k{i % 3},{i}")
    path.write_text("\n".join(lines) + "\n")
    return path


def program(log: Path, goes_on: bool = False) -> StreamExecutionEnvironment:
    """Sums by key and window, with lateness and a side output; if it *goes on*, lists of them."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(10))
    strategy = strategy.with_timestamp_assigner(lambda value, ts: value[0])
    stream = env.from_source(EventLogSource(log), strategy, "log").key_by(lambda v: v[1])
    windows = stream.window(TumblingEventTimeWindows.of(Time.seconds(1))).allowed_lateness(500)
    sums = windows.side_output_late_data(OutputTag("late")).sum(2)
    sums.get_side_output(OutputTag("late")).print()
    if goes_on:
        sums = sums.window_all(TumblingEventTimeWindows.of(Time.seconds(1))).process(Listed())
    sums.print()
    return env


class Listed(ProcessAllWindowFunction):
    """What comes, as it comes."""

    def process(self, context: Any, elements: Any) -> Any:
        yield context.window().start, repr(list(elements))


def tables_of(job: Any) -> dict[str, list[str]]:
    """The rows of its tables as texts, in an order of their own."""
    return {
        name: sorted(map(repr, getattr(job, name).to_text().to_arrow().to_pylist()))
        for name in TABLES
    }


def main() -> None:
    address, log, out = sys.argv[1:]
    spark = spark_session(address)
    found: dict[str, Any] = {"session": type(spark).__module__}
    for lowering in WAYS:
        settings = ReplaySettings(backend=lowering)
        with replay(program(Path(log)), spark, settings=settings) as job:
            found[lowering] = tables_of(job)
            found[lowering]["written"] = list(job.write(f"{out}/{lowering}"))[1:]
    with replay(program(Path(log), goes_on=True), spark) as job:
        found["goes on"] = tables_of(job)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
