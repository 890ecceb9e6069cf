"""Where in a run something happens: the order of ``ArrivalOrder`` as tuples that sort.

In arrival order a run is a row of *root causes*: a record enters, a timer fires, a source ends. All
that a root cause brings about downstream is done before the next one. So the place of every step is
the place of its root cause, and behind it, hop by hop, which subtask took which of the elements that
the step before had put out. Of several subtasks with something to do the last goes first.

================================= =================================================================
``(3t, -task, n)``                a processing-time timer of a task that is not a source, at time t
``(3t + 1, task, n)``             a timer of source task ``task`` (counted from upstream), at time t
``(3t + 2, split, offset)``       a record that arrived at t; splits are counted over all sources
``(3t + 1, 0, n)``                the n-th step of all source tasks, at time t: where one worker runs
                                  them all, the steps stand in place of the two above
``root + (1, -task, n)``          a timer that was set for a time already reached while *root* ran
``root + (2,)``                   *root* was the last item of its source task, which ends here
``step + (-subtask, n)``          the n-th element that *step* put out, in the subtask that reads it
================================= =================================================================

Not in Flink. See :class:`~flinksim.runtime.interleaving.ArrivalOrder`.
"""

from __future__ import annotations

from typing import TypeAlias

Position: TypeAlias = tuple[int, ...]

ROOT_LENGTH = 3
LAST = 1 << 62
"""The place of the watermark behind everything else that a step puts out."""
FIRST: Position = (-LAST, 0, 0)


def of_record(arrival_ms: int, split: int, offset: int) -> Position:
    """The root cause "this record enters"."""
    return (3 * arrival_ms + 2, split, offset)


def of_source_timer(time_ms: int, task: int, number: int) -> Position:
    """The root cause "a timer of a source task fires"."""
    return (3 * time_ms + 1, task, number)


def of_source_step(time_ms: int, number: int) -> Position:
    """The root cause "the source tasks take a step", where one worker runs them."""
    return (3 * time_ms + 1, 0, number)


def of_task_timer(time_ms: int, task: int, number: int) -> Position:
    """The root cause "a timer of another task fires"."""
    return (3 * time_ms, -task, number)


def of_timer_due_at_once(step: Position, task: int, number: int) -> Position:
    """A timer that was due when it was set: it fires once all that its root cause brought is done."""
    return (*root_of(step), 1, -task, number)


def root_of(step: Position) -> Position:
    """The root cause of *step*."""
    end = ROOT_LENGTH
    while end < len(step) and step[end] > 0:
        end += 3 if step[end] == 1 else 1
    return step[:end]


def of_source_end(last_item: Position) -> Position:
    """The root cause "a source task has ended", right after its last item."""
    return (*last_item, 2)


def in_subtask(step: Position, subtask: int, number: int) -> Position:
    """The step of *subtask* that takes the *number*-th element which *step* put out."""
    return (*step, -subtask, number)


def time_of(position: Position) -> int:
    """The processing time of a step, in epoch milliseconds."""
    return position[0] // 3
