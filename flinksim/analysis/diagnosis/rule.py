"""What a rule of the diagnosis is, and what it reports. Not in Flink."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

from flinksim.analysis.why.answer import MessageTemplate

Confidence: TypeAlias = Literal["certain", "likely", "possible"]
"""How sure a finding is: certain if results are already affected, or cannot come out right."""

Text: TypeAlias = MessageTemplate

Profile = TypeVar("Profile")
"""What a rule examines: the profile of a run, or a job of a running cluster."""


class RuleFinding(NamedTuple):
    """What a rule found: how sure it is, the evidence in numbers, and what to change."""

    confidence: Confidence
    evidence: Text
    fix: Text


@dataclass(frozen=True, slots=True)
class Rule(Generic[Profile]):
    """A rule: its name, and the check that reports its findings in what it examines.

    ``is_about_input`` tells that the check needs no operators but sources and one keyed window.
    """

    name: str
    check: Callable[[Profile], Iterable[RuleFinding]]
    is_about_input: bool = False
