"""What a page asks Python for: the run again, with a knob turned or with crashes. Messages, checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeGuard

from flinksim.core.tunable_parameter import Knob
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import encode

MOST_MS = 1_000 * 86_400_000
"""No knob is turned further: a thousand days."""

MOST_CRASHES = 100

Turn: TypeAlias = Callable[[str, int], Trace]
"""From a knob's name and a value in milliseconds to the run with it."""

CrashAgain: TypeAlias = Callable[[Sequence[tuple[str, int]]], Trace]
"""From crashes, each a task or TaskManager with a step, to the run with them.

Raises: ValueError for what cannot crash there.
"""


def answer_to(
    message: Any, knobs: Sequence[Knob], turn: Turn | None, crash: CrashAgain | None
) -> tuple[dict[str, Any], bytes]:
    """What to tell the page that asks with *message*: ``{id}``, and the bytes of the run, or
    ``{id, problem}`` and none.

    A message is ``{id, knob, value}`` or ``{id, crashes: [[task, step], ...]}``.
    """
    told: dict[str, Any] = {"id": message.get("id") if isinstance(message, Mapping) else None}
    try:
        return told, encode(run_asked_for(message, knobs, turn, crash))
    except (ValueError, RuntimeError) as error:
        return {**told, "problem": str(error)}, b""


def run_asked_for(
    message: Any, knobs: Sequence[Knob], turn: Turn | None, crash: CrashAgain | None
) -> Trace:
    """The run that *message* asks for. Raises: ValueError with what is wrong with it."""
    if not isinstance(message, Mapping):
        raise ValueError(f"expected a message as a dict, found {message!r}"[:500])
    number = message.get("id")
    if not _is_whole(number):
        raise ValueError(f"expected 'id' to be a number, found {number!r}")
    if "crashes" in message:
        crashes = _crashes(message["crashes"])
        if crash is None:
            raise ValueError("expected no 'crashes': this run cannot be made again")
        return crash(crashes)
    knob, value = _turned(message, knobs)
    if turn is None:
        raise ValueError("expected no 'knob': this run cannot be made again")
    return turn(knob, value)


def _turned(message: Mapping[str, Any], knobs: Sequence[Knob]) -> tuple[str, int]:
    knob, value = message.get("knob"), message.get("value")
    known = [one.name for one in knobs]
    if not isinstance(knob, str) or knob not in known:
        told = ", ".join(map(repr, known)) or "none"
        raise ValueError(f"expected 'knob' to be one of {told}, found {knob!r}"[:500])
    if not _is_whole(value) or not 0 <= value <= MOST_MS:
        raise ValueError(
            f"expected 'value' to be milliseconds from 0 to {MOST_MS}, found {value!r}"[:500]
        )
    return knob, value


def _crashes(value: Any) -> list[tuple[str, int]]:
    found = value if isinstance(value, list) else []
    crashes: list[tuple[str, int]] = []
    for one in found:
        match one:
            case [str(task), int(step)] if _is_whole(step):
                crashes.append((task, step))
    if not isinstance(value, list) or len(value) > MOST_CRASHES or len(crashes) < len(value):
        raise ValueError(
            f"expected 'crashes' to be at most {MOST_CRASHES} pairs of a task and a step, "
            f"found {value!r}"[:500]
        )
    return crashes


def _is_whole(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
