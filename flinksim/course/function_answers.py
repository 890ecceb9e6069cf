"""Answers that are functions or classes; they are compared by what they do in a run.

Not in Flink.
"""

from __future__ import annotations

from typing import Any


class FunctionAnswer:
    """An answer that is a function or class, with the outcomes of running it.

    Two answers are equal if their outcomes are.
    """

    def __init__(self, value: Any, outcomes: Any) -> None:
        self.value, self.outcomes = value, outcomes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FunctionAnswer) and self.outcomes == other.outcomes

    def __hash__(self) -> int:
        return hash(self.outcomes)
