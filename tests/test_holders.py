"""Who holds the watermark back is told at every fact: as the live valve, splits and inputs have it.

Not after a step, but whenever anything at all is reported, the fold of the facts so far is compared
with the objects themselves, which know nothing of holders: a valve keeps only its channels.

    python -m tests.test_holders 1000                # 1,000 runs with new seeds
    python -m tests.test_holders 1000 --from 0       # the seeds 0 to 999
"""

from __future__ import annotations

import argparse
import io
import secrets
from collections import Counter
from contextlib import redirect_stdout
from random import Random
from typing import Any

import pytest

import flinksim.runtime.minicluster as minicluster
from flinksim import RunSettings, Seeded, simulate
from flinksim.common import Duration, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.scripted_source import (
    ScriptedSource,
    active,
    idle,
    pause,
    record,
    watermark,
)
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import CoMapFunction
from flinksim.runtime.network.status_watermark_valve import StatusWatermarkValve
from flinksim.runtime.operators.co_operators import TwoInputWatermarks
from flinksim.runtime.operators.source_operator import SourceOperator
from flinksim.trace.events.event import Row, event_from_row
from flinksim.trace.recorder import Recorder
from flinksim.trace.state.job_state import JobView

RUNS = 1000


class SecondField(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


class Same(CoMapFunction):
    def map1(self, value: Any) -> Any:
        return value

    def map2(self, value: Any) -> Any:
        return value


def script(random: Random) -> list[Any]:
    """Few different times, so that there are ties; statuses, so that there are times without any."""
    items: list[Any] = []
    for _ in range(random.randrange(1, 6)):
        items.append(
            random.choice(
                [
                    pause(random.choice([0, 100, 300])),
                    record(("k", random.randrange(4) * 100)),
                    record(("k", random.randrange(4) * 100)),
                    watermark(random.randrange(4) * 100),
                    idle(),
                    active(),
                ]
            )
        )
    return items


def strategy(random: Random, group: bool) -> Any:
    made: Any = random.choice(
        [
            WatermarkStrategy.for_monotonous_timestamps(),
            WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(100)),
            WatermarkStrategy.no_watermarks(),
        ]
    )
    if random.random() < 0.4:
        made = made.with_idleness(Duration.of_millis(150))
    if group:
        made = made.with_watermark_alignment("all", Duration.of_millis(100), Duration.of_millis(90))
    return made.with_timestamp_assigner(SecondField())


def program(random: Random) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.get_config().set_auto_watermark_interval(50)
    env.set_parallelism(random.choice([1, 2]))
    group = random.random() < 0.3
    one, other = (
        env.from_source(
            ScriptedSource({f"{name}{n}": script(random) for n in range(random.randrange(1, 4))}),
            strategy(random, group),
            name,
        ).set_parallelism(random.choice([1, 2]))
        for name in "st"
    )
    shape = random.randrange(3)
    if shape == 0:
        one.union(other).rebalance().map(lambda value: value).print()
    elif shape == 1:
        one.connect(other.rebalance()).map(Same()).print()
    else:
        one.rebalance().map(lambda value: value).connect(other).map(Same()).print()
    return env


# --- what the live objects have ------------------------------------------------------------------


def holders_in(valve: StatusWatermarkValve) -> list[int]:
    aligned = [c for c in valve.channels if c.is_aligned and not c.is_idle]
    least = min((c.watermark for c in aligned), default=None)
    return [n for n, c in enumerate(valve.channels) if c in aligned and c.watermark == least]


def live_channels(cluster: Any) -> dict[str, bool]:
    found = {}
    for task in cluster.tasks:
        for task_input in task.inputs:
            holders = holders_in(task_input.valve)
            for channel in task_input.gate.channels:
                found[channel.id] = channel.valve_index in holders
    return found


def live_splits(operator: SourceOperator) -> dict[str, bool]:
    """From the multiplexer's partial watermarks, which combine to what the source puts out."""
    outputs = operator._source_watermarks._multiplexer._outputs
    least = min((each.watermark for each in outputs.values() if not each.is_idle), default=None)
    return {n: not each.is_idle and each.watermark == least for n, each in outputs.items()}


def live_inputs(operator: TwoInputWatermarks) -> dict[int, bool]:
    inputs = operator.combined.inputs
    least = min((each.watermark for each in inputs if not each.is_idle), default=None)
    return {n: not each.is_idle and each.watermark == least for n, each in enumerate(inputs)}


def live_group(sources: list[SourceOperator]) -> dict[str, bool]:
    found: dict[str, int] = {}
    for source in sources:
        if source.alignment is not None:
            found = source.alignment.aggregator.reported_watermarks
    least = min(found.values(), default=None)
    return {name: time == least and time < (1 << 63) - 1 for name, time in found.items()}


# --- the comparison at every fact -----------------------------------------------------------------


class Judge:
    """Folds each fact when it is reported, and compares."""

    def __init__(self, forget: str = "") -> None:
        self.view = JobView()
        self.cluster: Any = None
        self.forget = forget
        self.seen: Counter[str] = Counter()
        self.events = 0

    def take(self, event: Any) -> None:
        name = type(event).__name__
        if self.forget and name == self.forget:
            # what the fact says of its own channel or split stays, the others are forgotten
            event = type(event)(
                *(
                    () if field in ("gained", "lost") else getattr(event, field)
                    for field in event.FIELDS
                )
            )
        self.view.apply(event)
        if self.cluster is not None:
            self.compare()

    def compare(self) -> None:
        self.events += 1
        told = {name: view.holds for name, view in self.view.channels.items()}
        assert told == live_channels(self.cluster)
        sources: list[SourceOperator] = []
        for task in self.cluster.tasks:
            for operator in task.operators:
                view = self.view.operators[operator.id]
                if isinstance(operator, TwoInputWatermarks):
                    inputs = {n: one.holds for n, one in view.inputs.items()}
                    assert inputs == live_inputs(operator)
                    self.count("inputs", list(inputs.values()))
                opened = operator.state in ("open", "finished", "closed")
                if isinstance(operator, SourceOperator) and opened:
                    sources.append(operator)
                    splits = {n: one.holds for n, one in view.splits.items() if not one.ended}
                    live = live_splits(operator)
                    assert splits == live
                    assert not any(one.holds for one in view.splits.values() if one.ended)
                    self.count("splits", list(live.values()))
            for task_input in task.inputs:
                self.count(
                    "channels", [c.id in told and told[c.id] for c in task_input.gate.channels]
                )
        group = {
            source.id: one.holds
            for source in sources
            for one in self.view.operators[source.id].alignment.values()
            if one.reported is not None
        }
        assert group == live_group(sources)
        if group:
            self.count("group", list(group.values()))

    def count(self, of: str, holds: list[bool]) -> None:
        number = sum(holds)
        kind = "none" if number == 0 else "one" if number == 1 else "tie"
        self.seen[f"{of}: {kind}"] += 1


def run(seed: int, monkeypatch: pytest.MonkeyPatch, judge: Judge) -> None:
    random = Random(seed)

    class Watching(Recorder):
        """Lets the judge see each fact when it is reported."""

        __slots__ = ()

        def __init__(self) -> None:
            super().__init__()
            keep = self.emit

            def emit(row: Row) -> None:
                keep(row)
                judge.take(event_from_row(row))

            self.emit = emit

    with monkeypatch.context() as patch:
        patch.setattr(minicluster, "Recorder", Watching)
        sim = simulate(program(random), settings=RunSettings(interleaving=Seeded(seed)))
    judge.cluster = sim.cluster
    judge.compare()
    sim.run()
    assert sim.status == "FINISHED"


def compare_runs(seeds: range, monkeypatch: pytest.MonkeyPatch) -> int:
    """The number of facts at which told and live holders were compared."""
    seen: Counter[str] = Counter()
    events = 0
    for seed in seeds:
        judge = Judge()
        run(seed, monkeypatch, judge)
        seen.update(judge.seen)
        events += judge.events
    assert events > 100 * len(seeds)
    for of in ("channels", "splits", "inputs", "group"):
        for kind in ("one", "tie", "none"):
            assert seen[f"{of}: {kind}"] > len(seeds) / 20, f"{of}: {kind} hardly ever happened"
    return events


def test_the_holders_told_are_those_of_the_live_objects_at_every_event(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compare_runs(range(100), monkeypatch)


@pytest.mark.slow("900 more runs, every fact of them compared")
def test_and_so_they_are_in_a_thousand_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    compare_runs(range(100, RUNS), monkeypatch)


@pytest.mark.parametrize(
    "kind",
    ["ChannelWatermarkChanged", "ChannelStatusChanged", "WatermarkGenerated", "SplitStatusChanged"],
)
def test_the_judge_notices_when_a_event_keeps_to_itself_who_else_holds(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def some_runs() -> None:
        for seed in range(100):
            run(seed, monkeypatch, Judge(forget=kind))

    with pytest.raises(AssertionError):
        some_runs()


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Compare who holds the watermark back, as told and as it is."
    )
    parser.add_argument("runs", type=int, help="how many random runs")
    parser.add_argument(
        "--from", dest="first", type=int, help="the first seed; a new one if left out"
    )
    options = parser.parse_args()
    first = secrets.randbelow(1 << 30) if options.first is None else options.first
    print(f"seeds {first} to {first + options.runs - 1}", flush=True)
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(io.StringIO()):
        events = compare_runs(range(first, first + options.runs), patch)
    print(f"{events:,} facts, at each the holders told are those of the live objects")


if __name__ == "__main__":
    main()
