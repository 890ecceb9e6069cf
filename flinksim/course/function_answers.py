"""Answers that are functions or classes: known by what they do in a run.

Not in Flink.
"""

from __future__ import annotations

from typing import Any


class Behaviour:
    """A learner's ``made``, and what came of it; two with the same outcomes are the same answer."""

    def __init__(self, made: Any, outcomes: Any) -> None:
        self.made, self.outcomes = made, outcomes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Behaviour) and self.outcomes == other.outcomes

    def __hash__(self) -> int:
        return hash(self.outcomes)
