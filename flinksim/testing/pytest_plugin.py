"""Pytest plugin that runs the tests of a PyFlink job on flinksim: no cluster, no Java, no waiting.

    pytest -p flinksim.testing.pytest_plugin tests/

While it is active, ``import pyflink`` imports flinksim, in test modules and in conftest files. Jobs
follow PyFlink where it differs from Flink's Java runtime. Two fixtures offer more than PyFlink has:

* ``flinksim_env``: a new environment, traced;
* ``flinksim_runs``: every job that the test executes, with its trace, in ``flinksim_runs.clusters``.

If only some folders of a suite use PyFlink, import the hooks into the ``conftest.py`` of these
folders::

    from flinksim.testing.pytest_plugin import flinksim_runs, pyflink_is_flinksim
    from flinksim.testing.pytest_plugin import pytest_pycollect_makemodule

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment
from flinksim.pyflink_compat.import_alias import alias_pyflink
from flinksim.runtime.local_executor import RunCollector, run_settings
from flinksim.runtime.minicluster import RunSettings

_SESSION_ALIAS_KEY = pytest.StashKey[AbstractContextManager[None]]()


class PyFlinkModule(pytest.Module):
    """A test module that is imported with flinksim as ``pyflink``."""

    def _getobj(self) -> Any:
        with alias_pyflink():
            return super()._getobj()  # type: ignore[no-untyped-call]


def pytest_pycollect_makemodule(module_path: Path, parent: Any) -> PyFlinkModule:
    """Collect every test module below as a :class:`PyFlinkModule`."""
    module: PyFlinkModule = PyFlinkModule.from_parent(parent, path=module_path)
    return module


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Install flinksim as ``pyflink`` before conftest files are imported."""
    alias = alias_pyflink()
    alias.__enter__()
    early_config.stash[_SESSION_ALIAS_KEY] = alias


def pytest_unconfigure(config: pytest.Config) -> None:
    """Restore the previous ``pyflink``."""
    alias = config.stash.get(_SESSION_ALIAS_KEY, None)
    if alias is not None:
        alias.__exit__(None, None, None)


@pytest.fixture(autouse=True)
def pyflink_is_flinksim() -> Iterator[None]:
    """Let imports in the bodies of tests, and in the functions of their jobs, find flinksim."""
    with alias_pyflink():
        yield


@pytest.fixture
def flinksim_runs() -> Iterator[RunCollector]:
    """Provide the jobs that the test executes, traced, in the order of execution."""
    with run_settings(RunSettings()) as runs:
        yield runs


@pytest.fixture
def flinksim_env(flinksim_runs: RunCollector) -> StreamExecutionEnvironment:
    """Provide a new environment; the jobs that it executes are in ``flinksim_runs``."""
    return StreamExecutionEnvironment.get_execution_environment()
