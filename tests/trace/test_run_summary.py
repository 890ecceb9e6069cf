"""A summary of a run fits on two screens, and loses no late record, firing or result."""

from __future__ import annotations

import re

import pytest

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.trace import events as e
from flinksim.trace.narration.narrator import narrate
from flinksim.trace.narration.run_summary import MAX_LINES, summarize
from flinksim.trace.recorder import Trace

KEYS = "abc"


@pytest.fixture(scope="module")
def trace() -> Trace:
    """A run of 200 records in two splits, with late ones and checkpoints."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    env.enable_checkpointing(1_000)
    splits = {}
    for number, split in enumerate("xy"):
        items = []
        for index in range(100):
            delay = 4_000 if index % 17 == 16 else 0
            timestamp = max(0, 500 * index - delay)
            items += [record((KEYS[(index + number) % 3], timestamp, 1)), pause(100)]
        splits[split] = items
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
    strategy.with_timestamp_assigner(lambda value, _: value[1])
    stream = env.from_source(ScriptedSource(splits), strategy, "clicks").key_by(lambda v: v[0])
    window = stream.window(TumblingEventTimeWindows.of(Time.seconds(2)))
    window.reduce(lambda left, right: (left[0], left[1], left[2] + right[2])).print()
    return fs.simulate(env).run().trace


def test_a_summary_of_200_records_fits_on_two_screens_and_counts_every_event(trace: Trace) -> None:
    assert len(trace.get_events(e.SourceRecordRead)) == 200
    assert narrate(trace).count("\n") > 150
    text = summarize(trace)
    assert text.count("\n") < MAX_LINES <= 100
    assert max(map(len, text.splitlines())) <= 100
    lines = summarize(trace, width=None)
    fired = re.findall(r"(\d+) windows fire|(Window .* fires)", lines)
    assert sum(int(n or 1) for n, _ in fired) == len(trace.get_events(e.WindowFired))
    written = re.findall(r"(\d+) results are written|(writes the result)", lines)
    assert sum(int(n or 1) for n, _ in written) == len(trace.get_events(e.ResultWritten))
    late = re.findall(r"(\d+) records are late|(is late and is dropped)", lines)
    dropped = len(trace.get_events(e.LateRecordDropped))
    assert sum(int(n or 1) for n, _ in late) == dropped > 0
    read = re.findall(r"(\d+) records are read|(reads record)", lines)
    assert sum(int(n or 1) for n, _ in read) == 200
    checkpoints = re.findall(r"(\d+) checkpoints are complete|(Checkpoint \d+ is complete)", lines)
    assert sum(int(n or 1) for n, _ in checkpoints) == len(trace.get_events(e.CheckpointCompleted))
    assert "--full" in lines


def test_a_story_that_fits_is_not_summarized(trace: Trace) -> None:
    assert summarize(trace, max_lines=10_000) == narrate(trace)


def test_a_shorter_summary_has_longer_periods(trace: Trace) -> None:
    lengths = [summarize(trace, max_lines=lines).count("\n") + 1 for lines in (90, 40, 20)]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[2] <= 20


def test_a_summary_of_one_key_has_only_its_windows(trace: Trace) -> None:
    text = summarize(trace, key="a", max_lines=40, width=None)
    assert ") of a" in text
    assert ") of b" not in text


def test_a_summary_is_also_in_chinese(trace: Trace) -> None:
    assert all(
        re.search(r"[\u4e00-\u9fff]", line)
        for line in summarize(trace, language="zh", width=None).splitlines()
    )
