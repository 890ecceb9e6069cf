"""Chaining verdicts: why an edge is chained or not, and which change would reverse the decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flinksim.core.i18n.messages import Message, join_messages


@dataclass(frozen=True, slots=True)
class ConditionVerdict:
    """The result of one chaining condition on one edge.

    ``flink`` is the check in Flink's code and ``found`` the checked values. ``reason`` is empty if
    the condition holds. ``known`` is false where an imported plan lacks the checked values; the
    condition then counts as met.
    """

    condition: str
    holds: bool
    reason: str
    flink: str
    found: str
    known: bool = True


@dataclass(frozen=True, slots=True)
class Change:
    """A change that would reverse the decision on an edge, or the reason why there is none.

    ``edits`` are the arguments of :func:`flinksim.analysis.whatif.plan_edits.parse_edit`. They are
    empty if no change is possible, and ``impossible`` then gives the reason. ``caveat`` is an
    effect of the change outside of chaining. ``after`` is the sentence about the edge after the
    change. ``side_effects`` are other edges that would also be chained or split. ``tasks_before``
    and ``tasks_after`` count the job vertices.
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
    """Why one edge of the stream graph is chained or not; ``edge`` is its id in drawn plans."""

    edge: str
    source: str
    target: str
    chained: bool
    sentence: str
    verdicts: tuple[ConditionVerdict, ...]
    change: Change | None = None

    def __str__(self) -> str:
        return self.sentence


def describe_change(verdict: EdgeVerdict) -> str:
    """Describe in one sentence the change that would reverse *verdict*; return "" if there is none."""
    change = verdict.change
    if change is None:
        return ""
    if not change.edits:
        form = "plan.no_change_cuts" if verdict.chained else "plan.no_change_chains"
        return Message(form, change.impossible)
    text: str = Message("plan.would_cut" if verdict.chained else "plan.would_chain", change.words)
    if change.side_effects:
        text = Message("plan.and_also", text, join_messages(change.side_effects))
    return Message("plan.semicolon", text, change.caveat) if change.caveat else text
