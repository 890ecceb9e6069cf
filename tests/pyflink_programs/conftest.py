"""The tests of this folder import from ``pyflink``, as a user's tests do, and run on flinksim.

They cover what PyFlink's own DataStream tests exercise, file by file.
"""

from __future__ import annotations

from flinksim.testing.pytest_plugin import (
    flinksim_runs,
    pyflink_is_flinksim,
    pytest_pycollect_makemodule,
)

__all__ = ["flinksim_runs", "pyflink_is_flinksim", "pytest_pycollect_makemodule"]
