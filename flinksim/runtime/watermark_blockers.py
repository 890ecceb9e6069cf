"""The inputs that block a combined watermark, for the events that report a change.

Not in Flink, which keeps the minimum watermark but not which input has it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

Name = TypeVar("Name", bound=str)


class HolderChange(NamedTuple, Generic[Name]):
    """Result of a change of one input: whether it blocks, and which others start or stop to."""

    holds: bool
    gained: tuple[Name, ...]
    lost: tuple[Name, ...]


class Holders(Generic[Name]):
    """The active inputs with the minimum watermark: one, several at a tie, or none.

    ``now`` has their names, in order.
    """

    __slots__ = ("now",)

    def __init__(self, now: Iterable[Name] = ()) -> None:
        self.now: tuple[Name, ...] = tuple(now)

    def changed(self, name: Name, watermarks: Iterable[tuple[Name, int]]) -> HolderChange[Name]:
        """Update after a change of *name*; *watermarks* are those of all active inputs."""
        minimum: int | None = None
        found: list[Name] = []
        for each, watermark in watermarks:
            if minimum is None or watermark < minimum:
                minimum = watermark
                found = [each]
            elif watermark == minimum:
                found.append(each)
        before, self.now = self.now, tuple(found)
        if before == self.now:
            return HolderChange(name in before, (), ())
        was_blocking, is_blocking = dict.fromkeys(before), dict.fromkeys(found)
        return HolderChange(
            name in is_blocking,
            tuple([each for each in found if each not in was_blocking and each != name]),
            tuple([each for each in before if each not in is_blocking and each != name]),
        )
