"""Positions in a run: the order of ``ArrivalOrder`` as sortable tuples.

In arrival order a run is a sequence of *root causes*: a record enters, a timer fires, a source
ends. Everything that a root cause triggers downstream happens before the next root cause. A *step*
is the processing of one element by one subtask. The position of a step is the position of its root
cause, followed, hop by hop, by the subtask that took an element and the number of that element among
those that the previous step emitted. Of several subtasks with work, the last one runs first.

================================= =================================================================
``(3t, -task, n)``                a processing-time timer of a task that is not a source, at time t
``(3t + 1, task, n)``             a timer of source task ``task`` (counted from upstream), at time t
``(3t + 2, split, offset)``       a record that arrived at t; splits are counted over all sources
``(3t + 1, 0, n)``                the n-th step of all source tasks, at time t: if one worker runs
                                  them all, these steps replace the two above
``root + (1, -task, n)``          a timer that was set for a time already reached while *root* ran
``root + (2,)``                   *root* was the last item of its source task, which ends here
``step + (-subtask, n)``          the n-th element that *step* emitted, in the subtask that reads it
================================= =================================================================

Not in Flink. See :class:`~flinksim.runtime.interleaving.ArrivalOrder`.
"""

from __future__ import annotations

from typing import TypeAlias

Position: TypeAlias = tuple[int, ...]

ROOT_LENGTH = 3
LAST = 1 << 62
"""Output number of a watermark that comes after everything else that its step emits."""
FIRST: Position = (-LAST, 0, 0)


def from_record(arrival_ms: int, split: int, offset: int) -> Position:
    """Create the position of a record that enters the job at *arrival_ms*."""
    return (3 * arrival_ms + 2, split, offset)


def from_source_timer(time_ms: int, task: int, number: int) -> Position:
    """Create the position of a processing-time timer of a source task."""
    return (3 * time_ms + 1, task, number)


def from_source_step(time_ms: int, number: int) -> Position:
    """Create the position of the *number*-th step at *time_ms* if one worker runs all source tasks."""
    return (3 * time_ms + 1, 0, number)


def from_task_timer(time_ms: int, task: int, number: int) -> Position:
    """Create the position of a processing-time timer of a task that is not a source."""
    return (3 * time_ms, -task, number)


def from_overdue_timer(step: Position, task: int, number: int) -> Position:
    """Create the position of a timer that *step* set for a time that had already passed.

    It fires when everything that its root cause triggers is done.
    """
    return (*get_root(step), 1, -task, number)


def get_root(step: Position) -> Position:
    """Return the position of the root cause (record, timer or end of a source) that led to *step*."""
    end = ROOT_LENGTH
    while end < len(step) and step[end] > 0:
        end += 3 if step[end] == 1 else 1
    return step[:end]


def from_source_end(last_item: Position) -> Position:
    """Create the position at which a source task ends, right after its last item."""
    return (*last_item, 2)


def extend_to_subtask(step: Position, subtask: int, number: int) -> Position:
    """Create the position at which *subtask* processes the *number*-th element that *step* emitted."""
    return (*step, -subtask, number)


def get_time_ms(position: Position) -> int:
    """Return the processing time at *position* in epoch milliseconds."""
    return position[0] // 3
