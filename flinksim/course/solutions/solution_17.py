"""Solution of lesson 17, Checkpoints: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import build_dict_parser, parse_milliseconds, parse_whole_number
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_17 import (
    FAST,
    INTERVAL_MS,
    LESSON,
    SLOW,
    Paths,
    build_two_paths_job,
)
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.trace import events as e

TEXTS = LESSON.texts


def find_snapshot_sums(run: fs.Simulation) -> dict[str, int]:
    """Find the sums that the snapshot of the first checkpoint contains, by key."""
    node = _find_sums_operator(run)
    found = {SLOW: 0, FAST: 0}
    for event in run.trace.events:
        if isinstance(event, e.StateUpdated) and event.operator == node:
            found[event.key] = event.value[2] if isinstance(event.value, tuple) else event.value
        if isinstance(event, e.OperatorSnapshotTaken) and event.operator == node:
            return found
    raise LookupError("no snapshot of the sums")


def _find_sums_operator(run: fs.Simulation) -> str:
    (node,) = (o.node for v in run.plan.vertices for o in v.operators if o.name == "sums")
    return f"o{node}/0"


def count_persisted_buffers(run: fs.Simulation) -> int:
    """Count the in-flight buffers that the first checkpoint persists."""
    buffer_counts = [
        event.buffers
        for event in run.trace.events
        if isinstance(event, e.InputPersisted | e.OutputPersisted) and event.checkpoint == 1
    ]
    return sum(buffer_counts)


class SolvedPaths(Paths):
    """The exercise's data with its answers."""

    @property
    def alignment_end(self) -> tuple[int, e.AlignmentEnded]:
        """The step and the event in which the summing task completes the alignment of checkpoint 1."""
        task = next(
            v.id for v in self.run.plan.vertices if any(o.name == "sums" for o in v.operators)
        )
        (found,) = [
            (step, event)
            for step, event in iterate_events(self.run.trace, e.AlignmentEnded)
            if event.checkpoint == 1 and event.subtask == f"{task}/0"
        ]
        return found

    def find_sums_at(self, time_ms: int) -> dict[str, int]:
        """Return the sums in the state at the processing time *time_ms*."""
        found = {SLOW: 0, FAST: 0}
        for step, event in iterate_events(self.run.trace, e.StateUpdated):
            if self.run.trace.headers[
                step
            ].time_ms <= time_ms and event.operator == _find_sums_operator(self.run):
                found[event.key] = event.value[2] if isinstance(event.value, tuple) else event.value
        return found


def judge_answer(data: SolvedPaths, answer: Answer) -> Verdict:
    """Check the answered alignment time, snapshot contents, and number of in-flight buffers."""
    step, ended = data.alignment_end
    if answer["aligned_ms"] != ended.duration_ms:
        return Verdict(
            False, TEXTS.format("wrong duration", aligned_ms=answer["aligned_ms"]), step, data.run
        )
    found = find_snapshot_sums(data.run)
    for name, answered in answer["held"]:
        if answered != found[name]:
            at_step = find_first(
                data.run.trace,
                e.OperatorSnapshotTaken,
                lambda f: f.operator == _find_sums_operator(data.run),
            )[0]
            return Verdict(
                False, TEXTS.format("wrong sum", name=name, answered=answered), at_step, data.run
            )
    travels = count_persisted_buffers(data.unaligned)
    if answer["travels"] != travels:
        persisted = [s for s, f in iterate_events(data.unaligned.trace, e.InputPersisted)] or [0]
        return Verdict(
            False,
            TEXTS.format("wrong buffers", travels=answer["travels"]),
            persisted[0],
            data.unaligned,
        )
    return Verdict(
        True,
        TEXTS.format("right", duration_ms=ended.duration_ms, found=found, travels=travels),
        step,
        data.run,
    )


def solve(data: SolvedPaths) -> dict[str, Any]:
    """Return the right answer, read from the traces of the runs."""
    return {
        "aligned_ms": data.alignment_end[1].duration_ms,
        "held": find_snapshot_sums(data.run),
        "travels": count_persisted_buffers(data.unaligned),
    }


def _build_answer_rule(**replacements: Any) -> Any:
    return lambda d: {**solve(d), **{name: make(d) for name, make in replacements.items()}}


MISCONCEPTIONS = {
    "a checkpoint stops the world": Misconception(
        _build_answer_rule(aligned_ms=lambda d: 0, held=lambda d: d.find_sums_at(INTERVAL_MS))
    ),
    "barriers overtake": Misconception(
        _build_answer_rule(held=lambda d: d.find_sums_at(INTERVAL_MS)), too_low="held"
    ),
    "the snapshot is of the moment when it is complete": Misconception(
        _build_answer_rule(
            held=lambda d: {
                **find_snapshot_sums(d.run),
                FAST: find_snapshot_sums(d.run)[FAST] + (count_fast_during_alignment(d) or 1),
            }
        ),
        too_high="held",
    ),
    "one record long": Misconception(
        _build_answer_rule(aligned_ms=lambda d: d.cost_ms), too_low="aligned_ms"
    ),
    "alignment takes the interval": Misconception(
        _build_answer_rule(aligned_ms=lambda d: INTERVAL_MS + 1)
    ),
    "unaligned carries nothing": Misconception(
        _build_answer_rule(travels=lambda d: 0), too_low="travels"
    ),
    "unaligned carries everything": Misconception(
        _build_answer_rule(travels=lambda d: d.slow), too_high="travels"
    ),
    "alignment starts with the job": Misconception(
        _build_answer_rule(aligned_ms=lambda d: d.slow * d.cost_ms), too_high="aligned_ms"
    ),
}


def count_fast_during_alignment(data: SolvedPaths) -> int:
    """Count the records of the fast path that arrive during the alignment of the first checkpoint."""
    return data.alignment_end[1].duration_ms // data.fast_every


def _find_longest_alignment(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = max(
        iterate_events(run.trace, e.AlignmentEnded), key=lambda one: one[1].duration_ms
    )
    return ("slow" if event.duration_ms > 100 else "none"), step


def _find_blocked_channel(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(
        run.trace, e.ChannelBlocked, lambda f: f.channel.endswith(">" + _find_sums_task(run))
    )
    return (
        "fast" if event.channel.split(">")[0].endswith(_find_fast_subtask(run)) else "slow"
    ), step


def _find_sums_task(run: fs.Simulation) -> str:
    return next(
        f"{v.id}/0" for v in run.plan.vertices if any(o.name == "sums" for o in v.operators)
    )


def _find_fast_subtask(run: fs.Simulation) -> str:
    _, event = find_first(run.trace, e.SourceRecordRead, lambda f: f.split == FAST)
    return "/" + event.operator.partition("/")[2]


def _find_unaligned_contents(run: fs.Simulation) -> tuple[str, int | None]:
    other = run_quietly(build_two_paths_job(unaligned=True))
    return ("buffers" if count_persisted_buffers(other) else "nothing"), None


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedPaths(d.slow, d.cost_ms, d.fast_every),
    parsers={
        "aligned_ms": parse_milliseconds,
        "held": build_dict_parser(lambda d: (SLOW, FAST), parse_whole_number),
        "travels": parse_whole_number,
    },
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {**solve(d), "held": {SLOW: find_snapshot_sums(d.run)[SLOW]}},
        {**solve(d), "travels": [0, 1, 2]},
    ],
    spellings=lambda d, a: [
        {
            "aligned_ms": f"{a['aligned_ms']} ms",
            "held": {n: str(v) for n, v in a["held"].items()},
            "travels": str(a["travels"]),
        },
        {**a, "held": dict(reversed(a["held"].items()))},
    ],
    truths={
        "who": _find_blocked_channel,
        "how long": _find_longest_alignment,
        "unaligned": _find_unaligned_contents,
    },
)
