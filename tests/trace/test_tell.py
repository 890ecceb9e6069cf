"""A run in sentences, at a chosen grain."""

from __future__ import annotations

import re

import pytest

import flinksim as fs
from flinksim.trace import events as e
from flinksim.trace.narration.narrator import narrate
from flinksim.trace.narration.unfinished_work import describe_unfinished_work
from flinksim.trace.narration.verbosity import VERBOSITY_LEVELS
from flinksim.trace.query import describe_event
from flinksim.trace.recorder import Trace
from tests.trace.random_runs import random_run
from tests.trace.test_query import job

SIMULATION = fs.simulate(job())
RUN = SIMULATION.run().trace

QUIET = re.compile(r" *[\d,]+ steps?\b")


def bare(told: str) -> list[str]:
    """The lines that were told, without numbers of steps and times, still indented."""
    lines = told.splitlines()
    margin = lines[0].index("The job ")
    return [line[margin:] for line in lines]


def sentences(told: str) -> list[str]:
    return [line.strip() for line in bare(told) if not QUIET.match(line)]


def test_a_story_says_what_came_out_and_why() -> None:
    told = narrate(RUN, width=None)
    assert sentences(told) == [
        "The job “Flink Streaming Job” is submitted.",
        "The watermark at the input of “TumblingEventTimeWindows” advances from 1999 to 11999.",
        "Window [0, 10000) of key a fires with 2 records: the watermark 11999 has reached its end.",
        "“Sink: Print to Std. Out” writes the result ('a', 1000, 3).",
        "The record (a, 3000, 1) with timestamp 3000 is late and is dropped. Its window [0, 10000) "
        "closes at watermark 9999. The watermark is now 11999.",
        "The input of “TumblingEventTimeWindows” has ended, so its watermark becomes MAX.",
        "Window [10000, 20000) of key b fires with 1 record: the input has ended.",
        "“Sink: Print to Std. Out” writes the result ('b', 14000, 1).",
        "The job ends with status FINISHED.",
    ]


def test_what_came_of_a_event_stands_indented_below_it() -> None:
    lines = bare(narrate(RUN, width=None))
    at = next(i for i, line in enumerate(lines) if "advances from 1999" in line)
    assert [len(line) - len(line.lstrip()) for line in lines[at : at + 3]] == [0, 2, 4]


def test_steps_of_which_nothing_is_told_are_counted() -> None:
    told = narrate(RUN, width=None)
    quiet = [line for line in told.splitlines() if "…" in line]
    steps = sum(int(re.search(r"([\d,]+) steps?", line)[1]) for line in quiet)  # type: ignore[index]
    with_number = sum(bool(re.match(r" *\d", line)) for line in told.splitlines())
    assert steps + with_number == len(RUN)
    assert sum(int(n) for n in re.findall(r"(\d+) records? read", told)) == len(
        RUN.get_events(e.SourceRecordRead)
    )


def test_steps_in_which_only_the_clock_ticks_are_told_so() -> None:
    lines = bare(narrate(RUN, "event time", width=None))
    assert "1 step, only: 1 clock tick" in lines
    assert "2 steps, only: 1 clock tick, 1 mail" in lines


@pytest.mark.parametrize("seed", range(8))
def test_each_grain_tells_all_that_the_coarser_ones_tell(seed: int) -> None:
    trace = random_run(seed)
    before: list[str] = []
    for grain in VERBOSITY_LEVELS:
        found = sentences(narrate(trace, grain, width=None))
        rest = iter(found)
        assert all(line in rest for line in before), f"{grain} leaves out what was told before"
        before = found
    everything = [describe_event(trace, index) for index in range(len(trace.events))]
    unfinished = describe_unfinished_work(trace)
    assert before == everything + [f"Still pending at the end: {one}" for one in unfinished]


def test_a_part_of_a_run_can_be_told() -> None:
    (number,) = RUN.find_steps(e.LateRecordDropped)
    assert "is late and is dropped" in narrate(RUN, first=number, last=number)
    assert "is late and is dropped" not in narrate(RUN, last=number - 1)
    for first, last in ((5, 4), (-1, 3), (0, len(RUN))):
        with pytest.raises(
            ValueError, match=rf"steps {first} to {last}: expected a first and a last step"
        ):
            narrate(RUN, first=first, last=last)


def test_an_unknown_grain_is_refused() -> None:
    with pytest.raises(ValueError, match=r"narrate\(verbosity\): expected 'story' or 'event time'"):
        narrate(RUN, "all")  # type: ignore[arg-type]


def test_the_records_of_one_key_can_be_told() -> None:
    told = narrate(RUN, "records", key="b", width=None)
    assert "reads record 2 of split “script”: (b, 14000, 1)" in told
    assert "writes the result ('b', 14000, 1)" in told
    assert "(a, " not in told
    assert "of key a" not in told
    assert "advances from 1999 to 11999" in told, "event time is of all keys"


def test_lines_are_broken_where_they_are_told_to() -> None:
    narrow = narrate(RUN, width=60)
    assert max(map(len, narrow.splitlines())) <= 60
    assert narrow.split() == narrate(RUN, width=None).split()


def test_a_simulation_tells_its_last_step() -> None:
    simulation = fs.simulate(job())
    simulation.step("late")
    assert "Its window [0, 10000) closes at watermark 9999" in simulation.tell(width=None)
    assert repr(simulation.tell()) == simulation.tell()
    simulation = fs.simulate(job())
    simulation.run(until=3)
    assert simulation.tell("story").strip(), (
        "a step without a fact of that grain is told all the same"
    )
    assert "step" not in simulation.tell("story")


def test_a_trace_without_a_plan_is_told() -> None:
    trace = Trace(RUN.headers[:1], [e.ProcessingTimeAdvanced(1, 2)], [], {})
    assert narrate(trace, "everything").endswith("Processing time advances from 1 to 2.")
