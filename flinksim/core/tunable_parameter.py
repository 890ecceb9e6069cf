"""A knob on the page: what of a program may be turned, and how far."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Knob:
    """One knob: what the program has it at, and where it is worth turning it (milliseconds)."""

    name: str
    label: str
    value: int
    points: tuple[int, ...]

    def to_data(self) -> dict[str, Any]:
        return asdict(self)
