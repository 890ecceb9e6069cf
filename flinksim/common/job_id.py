"""Ids of jobs."""

from __future__ import annotations

__all__ = ["JobID"]


class JobID:
    """A job id of 32 hexadecimal digits.

    Flink: ``org.apache.flink.api.common.JobID``.
    Differs: derived from the run, never random.
    """

    __slots__ = ("_digits",)

    def __init__(self, digits: str = "0" * 32) -> None:
        self._digits = digits

    def __str__(self) -> str:
        return self._digits

    def __repr__(self) -> str:
        return f"JobID({self._digits!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, JobID) and self._digits == other._digits

    def __hash__(self) -> int:
        return hash(self._digits)
