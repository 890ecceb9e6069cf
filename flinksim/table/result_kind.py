"""PyFlink: ``ResultKind``."""

from __future__ import annotations

from enum import Enum

__all__ = ["ResultKind"]


class ResultKind(Enum):
    """Whether a statement has rows."""

    SUCCESS = 0
    SUCCESS_WITH_CONTENT = 1
