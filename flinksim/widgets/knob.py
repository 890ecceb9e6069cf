"""What the page may turn, and what it asks for: the messages of the stepper's knobs, checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeGuard

from flinksim.trace.recorder import Trace

MOST_MS = 1_000 * 86_400_000
"""No knob is turned further: a thousand days."""

Turn = Callable[[str, int], Trace]
"""From a knob's name and a value in milliseconds to the run with it."""


@dataclass(frozen=True, slots=True)
class Knob:
    """One knob: what the program has it at, and where it is worth turning it (milliseconds)."""

    name: str
    label: str
    value: int
    points: tuple[int, ...]

    def to_data(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a page asks for: the knob, its value, and a number by which it knows the answer."""

    id: int
    knob: str
    value: int


def asked_of(message: Mapping[str, Any], knobs: Sequence[Knob]) -> Asked:
    """*message*, checked.

    Raises: ValueError with what is wrong with it.
    """
    if not isinstance(message, Mapping):
        raise ValueError(f"expected a message as a dict, found {message!r}"[:500])
    number, knob, value = message.get("id"), message.get("knob"), message.get("value")
    if not _is_whole(number):
        raise ValueError(f"expected 'id' to be a number, found {number!r}")
    known = [one.name for one in knobs]
    if not isinstance(knob, str) or knob not in known:
        told = ", ".join(map(repr, known)) or "none"
        raise ValueError(f"expected 'knob' to be one of {told}, found {knob!r}")
    if not _is_whole(value) or not 0 <= value <= MOST_MS:
        raise ValueError(
            f"expected 'value' to be milliseconds from 0 to {MOST_MS}, found {value!r}"
        )
    return Asked(number, knob, value)


def _is_whole(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
