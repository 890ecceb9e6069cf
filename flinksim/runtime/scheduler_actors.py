"""What can take a turn, and which of them can take one now.

Not in Flink: an actor stands for one of Flink's threads (a task's, a network thread, a timer
thread), and the set of runnable actors for what an operating system's scheduler knows.
"""

from __future__ import annotations

from typing import Protocol


class RunnableSet:
    """The runnable actors of a run, as bits of ``mask``: bit ``i`` is set while actor ``i`` can act.

    An int of bits, because the commonest question, the runnable actor furthest downstream, is then
    one ``bit_length``, and waking an actor is one ``|=``.
    """

    __slots__ = ("mask",)

    def __init__(self) -> None:
        self.mask = 0


class Actor(Protocol):
    """Something that takes turns.

    ``bit`` is its own bit in the :class:`RunnableSet`, which it sets and clears itself; actors are
    numbered from upstream to downstream. ``actor_id`` is its name in traces.
    """

    @property
    def actor_id(self) -> str: ...
    @property
    def bit(self) -> int: ...
    @bit.setter
    def bit(self, value: int) -> None: ...

    def describe(self) -> str:
        """What the turn that comes next will do, for the step's ``action``."""

    def step(self) -> None:
        """Take one turn; called only while runnable."""
