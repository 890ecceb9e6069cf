"""Stub of ``pyflink.pyflink_gateway_server``; there is no gateway to start."""

from __future__ import annotations

import sys

__all__ = ["on_windows"]


def on_windows() -> bool:
    """Return whether the program runs on Windows."""
    return sys.platform == "win32"
