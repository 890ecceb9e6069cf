"""The simulated Flink version, as ``pyflink.version``."""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "2.3.0"
