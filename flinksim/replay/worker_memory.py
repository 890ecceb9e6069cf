"""Memory settings of a process that reads a log part by part.

Not in Flink.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import numpy as np
import pyarrow as pa

_LARGE_BLOCK_BYTES = 31 << 20


@contextmanager
def reuse_freed_memory() -> Iterator[None]:
    """Let arrays and tables that are created in the block reuse memory that was freed before.

    Otherwise the memory of each part of the log is returned to the operating system, and new pages are
    zeroed for the next part, which takes as long as the computation. The C library keeps blocks of a
    size after the first one was freed. Arrow's own allocator does not, so Arrow uses the system
    allocator in the block.
    """
    np.empty(_LARGE_BLOCK_BYTES, np.int8)
    before = pa.default_memory_pool()
    pa.set_memory_pool(pa.system_memory_pool())
    try:
        yield
    finally:
        pa.set_memory_pool(before)


@cache
def configure_worker_memory() -> None:
    """Configure a Spark worker process once: reuse freed memory, exclude loaded modules from GC.

    PySpark's daemon runs a garbage collection after each task. Scanning the objects of all imported
    modules would take 40 ms of CPU per task.
    """
    if "pyspark.worker" in sys.modules:
        np.empty(_LARGE_BLOCK_BYTES, np.int8)
        pa.set_memory_pool(pa.system_memory_pool())
        gc.collect()
        gc.freeze()


__all__ = ["configure_worker_memory", "reuse_freed_memory"]
