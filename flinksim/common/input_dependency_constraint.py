"""The input dependency constraint, from before pipelined regions."""

from __future__ import annotations

from enum import Enum

__all__ = ["InputDependencyConstraint"]


class InputDependencyConstraint(Enum):
    """Whether any or all inputs must be consumable; accepted, without effect since Flink 1.13."""

    ANY = 0
    ALL = 1
