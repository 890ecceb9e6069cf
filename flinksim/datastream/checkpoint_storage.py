"""Where checkpoints are stored. The settings are kept; the simulator stores checkpoints in memory.

Flink: ``org.apache.flink.runtime.state.CheckpointStorage`` and its subclasses.
"""

from __future__ import annotations

from typing import Any

from flinksim.core.validation import validate_arguments

__all__ = [
    "CheckpointStorage",
    "CustomCheckpointStorage",
    "FileSystemCheckpointStorage",
    "JobManagerCheckpointStorage",
]


class CheckpointStorage:
    """Base class of checkpoint storages; it has no effect."""


class JobManagerCheckpointStorage(CheckpointStorage):
    """Checkpoints in the memory of the JobManager, as in the simulator."""

    DEFAULT_MAX_STATE_SIZE = 5 * 1024 * 1024

    @validate_arguments
    def __init__(
        self, checkpoint_path: str | None = None, max_state_size: int | None = None
    ) -> None:
        self._checkpoint_path = checkpoint_path
        self._max_state_size = max_state_size or self.DEFAULT_MAX_STATE_SIZE

    def get_checkpoint_path(self) -> str | None:
        """Return the configured path."""
        return self._checkpoint_path

    def get_max_state_size(self) -> int:
        """Return the maximum state size of one task, in bytes."""
        return self._max_state_size

    def get_savepoint_path(self) -> str | None:
        """Return ``None``, as no path can be configured."""
        return None


class FileSystemCheckpointStorage(CheckpointStorage):
    """Checkpoints in files; the settings have no effect."""

    MAX_FILE_STATE_THRESHOLD = 1024 * 1024

    @validate_arguments
    def __init__(
        self,
        checkpoint_path: str,
        file_state_size_threshold: int | None = None,
        write_buffer_size: int | None = None,
    ) -> None:
        if not checkpoint_path:
            raise ValueError("FileSystemCheckpointStorage(checkpoint_path): the path is empty")
        self._checkpoint_path = checkpoint_path
        self._threshold = (
            20 * 1024 if file_state_size_threshold is None else file_state_size_threshold
        )
        self._write_buffer_size = 4096 if write_buffer_size is None else write_buffer_size
        if not 0 <= self._threshold <= self.MAX_FILE_STATE_THRESHOLD:
            raise ValueError(
                "The threshold for file state size must be in [0, "
                f"{self.MAX_FILE_STATE_THRESHOLD}], found {self._threshold}."
            )

    def get_checkpoint_path(self) -> str:
        """Return the configured path."""
        return self._checkpoint_path

    def get_savepoint_path(self) -> str | None:
        """Return ``None``, as no path can be configured."""
        return None

    def get_min_file_size_threshold(self) -> int:
        """Return the size in bytes below which state is stored in the metadata."""
        return self._threshold

    def get_write_buffer_size(self) -> int:
        """Return the size of write buffers in bytes."""
        return max(self._write_buffer_size, self._threshold)


class CustomCheckpointStorage(CheckpointStorage):
    """A Java checkpoint storage, which cannot run here."""

    def __init__(self, custom_checkpoint_storage: Any = None) -> None:
        self.custom_checkpoint_storage = custom_checkpoint_storage
