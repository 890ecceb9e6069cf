"""Memory of a process that goes through a log part by part.

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

_LARGE = 31 << 20


@contextmanager
def memory_kept() -> Iterator[None]:
    """Within it what is let go of is used again, for arrays and for tables alike.

    Otherwise pages are given back and zeroed anew for each part of a log, which takes as long as all
    that is reckoned with them. The C library keeps blocks of a size once one of it was let go of;
    Arrow's own allocator does not.
    """
    np.empty(_LARGE, np.int8)
    before = pa.default_memory_pool()
    pa.set_memory_pool(pa.system_memory_pool())
    try:
        yield
    finally:
        pa.set_memory_pool(before)


@cache
def settle_worker() -> None:
    """The same for good, if this process is a worker of Spark's; what is loaded stays loaded.

    PySpark's daemon collects all garbage behind each task, and would look through all modules: 40 ms of
    CPU a task.
    """
    if "pyspark.worker" in sys.modules:
        np.empty(_LARGE, np.int8)
        pa.set_memory_pool(pa.system_memory_pool())
        gc.collect()
        gc.freeze()


__all__ = ["memory_kept", "settle_worker"]
