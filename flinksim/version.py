"""The version of Flink that flinksim stands in for: ``pyflink.version``."""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "2.3.0"
