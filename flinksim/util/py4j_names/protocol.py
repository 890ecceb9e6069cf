"""``py4j.protocol``: the errors that a PyFlink program may catch."""

from __future__ import annotations

from flinksim.runtime.failure import JobExecutionError

__all__ = ["Py4JError", "Py4JJavaError"]

Py4JJavaError = JobExecutionError
"""What PyFlink raises when a job fails."""

Py4JError = JobExecutionError
