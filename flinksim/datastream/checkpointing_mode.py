"""The guarantee of checkpoints."""

from __future__ import annotations

from enum import Enum

__all__ = ["CheckpointingMode"]


class CheckpointingMode(Enum):
    """Whether each record counts exactly once, as barriers are aligned, or at least once.

    Flink: ``org.apache.flink.core.execution.CheckpointingMode``.
    """

    EXACTLY_ONCE = 0
    AT_LEAST_ONCE = 1

    @staticmethod
    def _from_j_checkpointing_mode(j_mode: CheckpointingMode) -> CheckpointingMode:
        return j_mode
