"""Verdicts on chaining: why an edge of the stream graph is chained or not, and what would change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flinksim.core.i18n.messages import Said, joined


@dataclass(frozen=True, slots=True)
class ConditionVerdict:
    """What one condition of chaining says about one edge.

    ``flink`` is the check in Flink's terms, ``found`` what it looked at; ``reason`` is empty if it
    holds. ``known`` is false where a plan does not tell what the condition looks at; then it is taken
    to hold.
    """

    condition: str
    holds: bool
    reason: str
    flink: str
    found: str
    known: bool = True


@dataclass(frozen=True, slots=True)
class Change:
    """What would turn the verdict on an edge, or why nothing would.

    ``edits`` are what :func:`flinksim.analysis.whatif.plan_edits.edit_of` reads, empty if there is no way; then
    ``impossible`` says why. ``caveat`` is what the change asks of the program beside the chain,
    ``after`` the sentence about the edge when it is made. ``side_effects`` are other edges that would
    be chained or cut too; ``tasks_before`` and ``tasks_after`` count the job vertices.
    """

    words: str
    edits: tuple[Mapping[str, Any], ...]
    caveat: str = ""
    impossible: str = ""
    after: str = ""
    side_effects: tuple[str, ...] = ()
    tasks_before: int = 0
    tasks_after: int = 0


@dataclass(frozen=True, slots=True)
class EdgeVerdict:
    """Why one edge of the stream graph is chained, or is not; ``edge`` is its id in the layers."""

    edge: str
    source: str
    target: str
    chained: bool
    sentence: str
    verdicts: tuple[ConditionVerdict, ...]
    change: Change | None = None

    def __str__(self) -> str:
        return self.sentence


def change_sentence(verdict: EdgeVerdict) -> str:
    """The change of *verdict* in one sentence; empty if it has none."""
    change, turn = verdict.change, "cut" if verdict.chained else "chain"
    if change is None:
        return ""
    if not change.edits:
        return Said(f"no change would {turn} it: {{0}}", change.impossible)
    text = Said(f"{{0}} would {turn} it", change.words)
    if change.side_effects:
        text = Said("{0} (and also: {1})", text, joined(change.side_effects))
    return Said("{0}; {1}", text, change.caveat) if change.caveat else text
