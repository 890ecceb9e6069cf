"""Control of the garbage collector during long traced runs.

Not in Flink.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_HAS_REFERENCE_COUNTING = sys.implementation.name == "cpython"
"""Whether this Python counts references, as CPython does.

On other implementations each explicit collection is a full one, so none is requested.
"""


@contextmanager
def pause_full_gc() -> Iterator[None]:
    """Disable automatic garbage collection in the block; use :func:`collect_young_generation` instead.

    A trace is a growing heap of events, none of which is garbage. Full collections took 45 % of a
    traced run of the reference job of ``benchmarks/steps.py``.
    """
    if not _HAS_REFERENCE_COUNTING:
        yield
        return
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def collect_young_generation() -> None:
    """Collect recent garbage without scanning older objects."""
    if _HAS_REFERENCE_COUNTING:
        gc.collect(1)
