"""A garbage collector that leaves the trace of a long run alone.

Not in Flink.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_COUNTS_REFERENCES = sys.implementation.name == "cpython"
"""Elsewhere every collection that one asks for is a full one, and the collector knows better."""


@contextmanager
def no_full_collections() -> Iterator[None]:
    """Garbage is collected only by :func:`collect_young`, which does not look at what has survived.

    A trace is a growing heap of facts, none of which is garbage. The collector's full passes over it
    made up 45 % of a traced run of the reference job of ``benchmarks/steps.py``.
    """
    if not _COUNTS_REFERENCES:
        yield
        return
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def collect_young() -> None:
    """Collect the garbage of the last while, and leave what is older alone."""
    if _COUNTS_REFERENCES:
        gc.collect(1)
