"""The actors that the scheduler runs, and the set of those that are runnable.

Not in Flink: an actor models one of Flink's threads (a task's, a network thread, a timer thread).
The set of runnable actors models what an operating system's scheduler knows.
"""

from __future__ import annotations

from typing import Protocol


class RunnableSet:
    """The runnable actors of a run, as bits of ``mask``: bit ``i`` is set while actor ``i`` can run.

    An int is fast: the most common query, the runnable actor furthest downstream, is one
    ``bit_length``, and waking an actor is one ``|=``.
    """

    __slots__ = ("mask",)

    def __init__(self) -> None:
        self.mask = 0


class Actor(Protocol):
    """Something that the scheduler runs in steps: a task, a connection, the clock or the JobMaster.

    ``bit`` is its own bit in the :class:`RunnableSet`; the actor sets and clears it. Actors are
    numbered from upstream to downstream. ``actor_id`` is the name in traces.
    """

    @property
    def actor_id(self) -> str: ...
    @property
    def bit(self) -> int: ...
    @bit.setter
    def bit(self, value: int) -> None: ...

    def describe(self) -> str:
        """Describe what the next step will do, for the trace."""

    def step(self) -> None:
        """Run one step; called only while the actor is runnable."""
