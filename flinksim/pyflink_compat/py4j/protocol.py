"""``py4j.protocol``: the errors that a PyFlink program may catch."""

from __future__ import annotations

from flinksim.core.pyflink_errors import JavaError, Py4JError

__all__ = ["Py4JError", "Py4JJavaError"]

Py4JJavaError = JavaError
"""What PyFlink raises when a job fails, and when Java refuses an argument."""
