"""Rerun messages of a page: the run again, with a changed parameter or with crashes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeGuard

from flinksim.core.tunable_parameter import TunableParameter
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import encode

MAX_VALUE_MS = 1_000 * 86_400_000
"""Maximum value of a program parameter that a page may request, in ms: a thousand days."""

MAX_CRASHES = 100

ParameterRerunner: TypeAlias = Callable[[str, int], Trace]
"""Runs the program again, given the name of a parameter and its value in milliseconds."""

CrashRerunner: TypeAlias = Callable[[Sequence[tuple[str, int]]], Trace]
"""Runs the program again with crashes, each a task or TaskManager and a step.

Raises ``ValueError`` if a task cannot crash there.
"""


def handle_rerun(
    message: Any,
    parameters: Sequence[TunableParameter],
    rerun_with_parameter: ParameterRerunner | None,
    rerun_with_crashes: CrashRerunner | None,
) -> tuple[dict[str, Any], bytes]:
    """Handle a rerun message: return ``{id}`` and the encoded run, or ``{id, problem}`` and ``b""``.

    A message is ``{id, knob, value}`` or ``{id, crashes: [[task, step], ...]}``.
    """
    reply: dict[str, Any] = {"id": message.get("id") if isinstance(message, Mapping) else None}
    try:
        return reply, encode(
            rerun_for(message, parameters, rerun_with_parameter, rerun_with_crashes)
        )
    except (ValueError, RuntimeError) as error:
        return {**reply, "problem": str(error)}, b""


def rerun_for(
    message: Any,
    parameters: Sequence[TunableParameter],
    rerun_with_parameter: ParameterRerunner | None,
    rerun_with_crashes: CrashRerunner | None,
) -> Trace:
    """Return the run that the rerun message asks for.

    Raises:
        ValueError: The message is invalid.
    """
    if not isinstance(message, Mapping):
        raise ValueError(f"expected a message as a dict, found {message!r}"[:500])
    number = message.get("id")
    if not _is_integer(number):
        raise ValueError(f"expected 'id' to be a number, found {number!r}")
    if "crashes" in message:
        crashes = _parse_crashes(message["crashes"])
        if rerun_with_crashes is None:
            raise ValueError("'crashes' is not possible here: this page cannot rerun the program")
        return rerun_with_crashes(crashes)
    knob, value = _parse_parameter_change(message, parameters)
    if rerun_with_parameter is None:
        raise ValueError("'knob' is not possible here: this page cannot rerun the program")
    return rerun_with_parameter(knob, value)


def _parse_parameter_change(
    message: Mapping[str, Any], parameters: Sequence[TunableParameter]
) -> tuple[str, int]:
    knob, value = message.get("knob"), message.get("value")
    parameter_names = [one.name for one in parameters]
    if not isinstance(knob, str) or knob not in parameter_names:
        names = ", ".join(map(repr, parameter_names)) or "none"
        raise ValueError(f"expected 'knob' to be one of {names}, found {knob!r}"[:500])
    if not _is_integer(value) or not 0 <= value <= MAX_VALUE_MS:
        raise ValueError(
            f"expected 'value' to be milliseconds from 0 to {MAX_VALUE_MS}, found {value!r}"[:500]
        )
    return knob, value


def _parse_crashes(value: Any) -> list[tuple[str, int]]:
    pairs = value if isinstance(value, list) else []
    crashes: list[tuple[str, int]] = []
    for one in pairs:
        match one:
            case [str(task), int(step)] if _is_integer(step):
                crashes.append((task, step))
    if not isinstance(value, list) or len(value) > MAX_CRASHES or len(crashes) < len(value):
        raise ValueError(
            f"expected 'crashes' to be at most {MAX_CRASHES} pairs of a task and a step, "
            f"found {value!r}"[:500]
        )
    return crashes


def _is_integer(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
