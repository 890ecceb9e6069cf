"""Merging the steps of several processes into one legal order, and comparing their clocks.

A step can need what a step of another process gave: an element that was written, a checkpoint that was
triggered. What is needed was given before (happens-before). Clocks of two processes decide only where
nothing else does. If a message arrives before it was sent, the clocks of both machines differ by at
least that much. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

from flinksim.trace.events.event import Row

Token: TypeAlias = tuple[Any, ...]
"""Something that one step gives and another one needs, such as an element of a channel."""


class RecordedStep(NamedTuple):
    """One step of a subtask or of the JobManager, with what it needs and gives.

    ``number`` orders the steps of its process.
    """

    number: int
    ms: int
    actor: str
    action: str
    rows: list[Row]
    needs: list[Token]
    gives: list[Token]


def merge_processes(by_process: list[list[RecordedStep]]) -> Iterable[RecordedStep]:
    """Merge the steps of several processes, each in its order: what is needed comes first."""
    if len(by_process) == 1:
        return by_process[0]
    given_later = {token for steps in by_process for step in steps for token in step.gives}
    positions = [0] * len(by_process)
    merged: list[RecordedStep] = []
    while True:
        heads = [
            (steps[at].ms, process)
            for process, (steps, at) in enumerate(zip(by_process, positions, strict=True))
            if at < len(steps)
        ]
        if not heads:
            return merged
        ready = [
            (ms, process)
            for ms, process in heads
            if given_later.isdisjoint(by_process[process][positions[process]].needs)
        ]
        _, process = min(ready or heads)
        step = by_process[process][positions[process]]
        positions[process] += 1
        given_later.difference_update(step.gives)
        merged.append(step)


def estimate_clock_differences(by_process: list[list[RecordedStep]], reference: int) -> list[int]:
    """Return by how many ms the clock of each process is ahead of that of *reference*, at least.

    A difference is 0 unless a message arrives, by the clocks, before it was sent.
    """
    given = {
        token: (process, step.ms)
        for process, steps in enumerate(by_process)
        for step in steps
        for token in step.gives
    }
    least_delays: dict[tuple[int, int], int] = {}
    for receiver, steps in enumerate(by_process):
        for step in steps:
            for token in step.needs:
                sender, ms = given.get(token, (receiver, step.ms))
                delay = step.ms - ms
                if delay < least_delays.get((sender, receiver), delay + 1):
                    least_delays[sender, receiver] = delay
    ahead = [0] * len(by_process)
    for _ in by_process:  # a path has no more processes than there are
        for (sender, receiver), delay in least_delays.items():
            ahead[receiver] = min(ahead[receiver], ahead[sender] + delay)
    return [each - ahead[reference] for each in ahead]


def align_clocks(
    by_process: list[list[RecordedStep]], differences: list[int]
) -> list[list[RecordedStep]]:
    """Return the steps with times of one clock; see :func:`estimate_clock_differences`."""
    return [
        [step._replace(ms=step.ms - ahead) for step in steps] if ahead else steps
        for steps, ahead in zip(by_process, differences, strict=True)
    ]
