"""State of a file sink in snapshots.

This module has nothing else, because unpickling a snapshot may create only these classes.
"""

from __future__ import annotations

from typing import NamedTuple


class PendingFile(NamedTuple):
    """A part: its final path, its current path, its size in bytes, its number of results.

    Flink: ``LocalRecoverable``.
    """

    target_path: str
    staging_path: str
    size: int
    result_count: int


class BucketState(NamedTuple):
    """State of a bucket in a checkpoint: its part in progress, if any, and when that was created.

    Flink: ``FileWriterBucketState``.
    """

    bucket: str
    part: PendingFile | None
    created_ms: int
