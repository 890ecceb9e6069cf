"""Who holds a combined watermark back, for the facts that change it.

Not in Flink, which keeps the least watermark and not whose it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

Name = TypeVar("Name", bound=str)


class HolderChange(NamedTuple, Generic[Name]):
    """What a change of one of them comes to: whether it ``holds``, who else begins to, or ceases."""

    holds: bool
    gained: tuple[Name, ...]
    lost: tuple[Name, ...]


class Holders(Generic[Name]):
    """Those of several that count and have the least watermark; several at a tie, or none.

    ``now`` is their names, in order.
    """

    __slots__ = ("now",)

    def __init__(self, now: Iterable[Name] = ()) -> None:
        self.now: tuple[Name, ...] = tuple(now)

    def changed(self, name: Name, watermarks: Iterable[tuple[Name, int]]) -> HolderChange[Name]:
        """*name* has changed, and *watermarks* are of all that count now."""
        least: int | None = None
        found: list[Name] = []
        for each, watermark in watermarks:
            if least is None or watermark < least:
                least = watermark
                found = [each]
            elif watermark == least:
                found.append(each)
        before, self.now = self.now, tuple(found)
        if before == self.now:
            return HolderChange(name in before, (), ())
        was, is_now = dict.fromkeys(before), dict.fromkeys(found)
        return HolderChange(
            name in is_now,
            tuple([each for each in found if each not in was and each != name]),
            tuple([each for each in before if each not in is_now and each != name]),
        )
