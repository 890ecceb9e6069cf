"""Programs on which flinksim is known to differ from Flink, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Program = dict[str, Any]


def _two_sources_act_at_a_tick(program: Program) -> bool:
    """One's splits may go idle then, and what the end of another's split brings comes out."""
    sources = program["sources"]
    return any(
        "idle" in one["strategy"] and any(each["splits"] > 1 for each in sources if each is not one)
        for one in sources
    )


DECLARED: tuple[tuple[str, Callable[[Program], bool]], ...] = (
    (
        "behind windows that fire at the end of the stream alone Flink starts tasks late, and sorts "
        "what they read",
        lambda program: "GlobalWindowsAtEnd" in str(program["program"]),
    ),
    (
        "min and max of windows change their first element in place, which a DeltaTrigger, a further "
        "pane or the list of an evictor holds too",
        lambda program: any(
            statement.get("function") in ("min", "max")
            and (
                "evictor" in statement
                or "DeltaTrigger" in str(statement)
                or "Sliding" in str(statement.get("assigner"))
            )
            for statement in program["program"]
        ),
    ),
    (
        "two sources act in one millisecond, at a tick: Flink leaves open whose task is first",
        _two_sources_act_at_a_tick,
    ),
)
"""Reason, and whether a program is one of those."""


def reason(program: Program) -> str | None:
    """Why flinksim may differ on *program*; ``None`` if it must not."""
    return next((why for why, applies in DECLARED if applies(program)), None)
