from __future__ import annotations

import sys

import pytest

import flinksim.common
import flinksim.datastream.window
from flinksim.pyflink_alias import as_pyflink


def test_import_pyflink_gives_the_very_modules_of_flinksim() -> None:
    with as_pyflink():
        import pyflink.common
        import pyflink.datastream.window
        from pyflink.datastream.connectors.number_seq import NumberSequenceSource

        assert pyflink.common is flinksim.common
        assert pyflink.datastream.window is flinksim.datastream.window
        assert NumberSequenceSource.__module__.startswith("flinksim.")
        assert flinksim.common.__spec__ is not None
        assert flinksim.common.__spec__.name == "flinksim.common"
        assert not hasattr(flinksim.datastream.window, "__path__")


def test_nothing_is_left_behind() -> None:
    before = [name for name in sys.modules if name.partition(".")[0] == "pyflink"]
    with as_pyflink():
        import pyflink.common  # noqa: F401
    after = [name for name in sys.modules if name.partition(".")[0] == "pyflink"]
    assert after == before


def test_what_flinksim_does_not_simulate_is_named() -> None:
    message = r"nothing in place of 'pyflink\.fn_execution': it simulates PyFlink's DataStream API"
    with as_pyflink(), pytest.raises(ModuleNotFoundError, match=message):
        import pyflink.fn_execution  # noqa: F401


def test_py4j_has_the_error_of_a_failed_job_until_spark_wants_the_real_one() -> None:
    from flinksim.runtime.failure import JobExecutionError

    before = {name for name in sys.modules if name.partition(".")[0] == "py4j"}
    if not before:
        with as_pyflink():
            from py4j.protocol import Py4JJavaError

            assert Py4JJavaError is JobExecutionError
            finder = sys.meta_path[0]
            assert finder.find_spec("pyspark", None) is None
            assert "py4j.protocol" not in sys.modules
    assert {name for name in sys.modules if name.partition(".")[0] == "py4j"} == before
