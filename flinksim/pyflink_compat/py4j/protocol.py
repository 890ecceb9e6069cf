"""Stub of ``py4j.protocol``: the errors that a PyFlink program can catch."""

from __future__ import annotations

from flinksim.core.pyflink_errors import JavaError, Py4JError

__all__ = ["Py4JError", "Py4JJavaError"]

Py4JJavaError = JavaError
"""Raised by PyFlink when a job fails, and when Java rejects an argument."""
