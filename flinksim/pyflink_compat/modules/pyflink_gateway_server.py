"""PyFlink: ``pyflink.pyflink_gateway_server``. There is no gateway to start."""

from __future__ import annotations

import sys

__all__ = ["on_windows"]


def on_windows() -> bool:
    """Whether this is Windows."""
    return sys.platform == "win32"
