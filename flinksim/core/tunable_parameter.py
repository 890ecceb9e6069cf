"""A parameter of a program that a page lets the user change."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class TunableParameter:
    """A duration in a program that a page lets the user change: its value and values worth trying.

    All values are in milliseconds.
    """

    name: str
    label: str
    value: int
    points: tuple[int, ...]

    def to_data(self) -> dict[str, Any]:
        return asdict(self)
