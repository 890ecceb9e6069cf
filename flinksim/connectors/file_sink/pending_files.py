"""What a snapshot has of a sink of files. Nothing else stands here: snapshots may make these alone."""

from __future__ import annotations

from typing import NamedTuple


class PendingFile(NamedTuple):
    """A part: what it will be called and is called now, its size in bytes, its results.

    Flink: ``LocalRecoverable``.
    """

    target: str
    staged: str
    size: int
    results: int


class BucketState(NamedTuple):
    """What a checkpoint keeps of a bucket: its part in progress, if there is one, and since when.

    Flink: ``FileWriterBucketState``.
    """

    bucket: str
    part: PendingFile | None
    created_ms: int
