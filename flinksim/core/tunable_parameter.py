"""A parameter of a program that a page lets the user change."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class TunableParameter:
    """One parameter: its current value and the values worth trying (milliseconds)."""

    name: str
    label: str
    value: int
    points: tuple[int, ...]

    def to_data(self) -> dict[str, Any]:
        return asdict(self)
