"""Programs on which flinksim is known to differ from Flink, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Program = dict[str, Any]


DECLARED: tuple[tuple[str, Callable[[Program], bool]], ...] = (
    (
        "behind windows that fire at the end of the stream alone Flink starts tasks late, and sorts "
        "what they read",
        lambda program: "GlobalWindowsAtEnd" in str(program["program"]),
    ),
)
"""Reason, and whether a program is one of those."""


def reason(program: Program) -> str | None:
    """Why flinksim may differ on *program*; ``None`` if it must not."""
    return next((why for why, applies in DECLARED if applies(program)), None)
