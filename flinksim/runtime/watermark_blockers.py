"""The inputs that hold back a combined watermark, because theirs is the smallest.

Not in Flink, which keeps the minimum watermark but not which input has it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

Name = TypeVar("Name", bound=str)


class BlockerChange(NamedTuple, Generic[Name]):
    """The effect of a change of one input on which inputs hold back the combined watermark.

    It tells whether this input holds it back now, and which others begin or stop to do so.
    """

    blocks: bool
    new_blockers: tuple[Name, ...]
    former_blockers: tuple[Name, ...]


class WatermarkBlockers(Generic[Name]):
    """The active inputs with the minimum watermark: one, several with equal watermarks, or none.

    ``current`` has their names, in order.
    """

    __slots__ = ("current",)

    def __init__(self, current: Iterable[Name] = ()) -> None:
        self.current: tuple[Name, ...] = tuple(current)

    def update(self, name: Name, watermarks: Iterable[tuple[Name, int]]) -> BlockerChange[Name]:
        """Update after the watermark or status of input *name* changed.

        *watermarks* are those of all active inputs.
        """
        minimum: int | None = None
        found: list[Name] = []
        for each, watermark in watermarks:
            if minimum is None or watermark < minimum:
                minimum = watermark
                found = [each]
            elif watermark == minimum:
                found.append(each)
        before, self.current = self.current, tuple(found)
        if before == self.current:
            return BlockerChange(name in before, (), ())
        was_blocking, is_blocking = dict.fromkeys(before), dict.fromkeys(found)
        return BlockerChange(
            name in is_blocking,
            tuple([each for each in found if each not in was_blocking and each != name]),
            tuple([each for each in before if each not in is_blocking and each != name]),
        )
