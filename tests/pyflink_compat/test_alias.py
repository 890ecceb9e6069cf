from __future__ import annotations

import sys
import unittest
from importlib import import_module
from types import ModuleType

import pytest

import flinksim.common
import flinksim.datastream.window
from flinksim.common import Configuration
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.api_flavor import API_FLAVOR_OPTION
from flinksim.datastream.external_configuration import use_external_configuration
from flinksim.pyflink_compat.import_alias import alias_pyflink
from flinksim.runtime.failure_report import JobExecutionError


def test_import_pyflink_gives_the_very_modules_of_flinksim() -> None:
    with alias_pyflink():
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
    with alias_pyflink():
        import pyflink.common  # noqa: F401
    after = [name for name in sys.modules if name.partition(".")[0] == "pyflink"]
    assert after == before


def test_what_flinksim_does_not_simulate_is_named() -> None:
    message = r"flinksim does not support pyflink\.fn_execution"
    with alias_pyflink(), pytest.raises(ModuleNotFoundError, match=message):
        import pyflink.fn_execution  # noqa: F401


def test_a_module_in_the_wrong_package_is_named_with_the_right_one() -> None:
    message = r"^PyFlink 2\.3 has no module pyflink\.datastream\.watermark_strategy\. Did you mean "
    with alias_pyflink():
        with pytest.raises(ModuleNotFoundError, match=message + r"pyflink\.common\.watermark_str"):
            import_module("pyflink.datastream.watermark_strategy")
        with pytest.raises(ModuleNotFoundError, match=r"has no module pyflink\.common\.nothing$"):
            import_module("pyflink.common.nothing")


def test_py4j_has_the_error_of_a_failed_job_until_spark_wants_the_real_one() -> None:
    before = {name for name in sys.modules if name.partition(".")[0] == "py4j"}
    if not before:
        with alias_pyflink():
            from py4j.protocol import Py4JJavaError

            assert issubclass(JobExecutionError, Py4JJavaError)
            finder = sys.meta_path[0]
            assert finder.find_spec("pyspark", None) is None
            assert "py4j.protocol" not in sys.modules
    assert {name for name in sys.modules if name.partition(".")[0] == "py4j"} == before


def test_what_runs_as_pyflink_follows_pyflink_unless_told_otherwise() -> None:
    def dialect_within(options: Configuration | None = None) -> str:
        env = StreamExecutionEnvironment.get_execution_environment(options)
        return env.configuration.get_string(API_FLAVOR_OPTION, "unset")

    with alias_pyflink():
        assert dialect_within() == "pyflink"
        assert dialect_within(Configuration().set_string(API_FLAVOR_OPTION, "java")) == "java"
        with use_external_configuration(Configuration().set_integer("parallelism.default", 3)):
            assert dialect_within() == "pyflink"
        with use_external_configuration(Configuration().set_string(API_FLAVOR_OPTION, "java")):
            assert dialect_within() == "java"
    assert dialect_within() == "unset"


def test_anybody_elses_alias_means_pyflink_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def dialect() -> str:
        env = StreamExecutionEnvironment.get_execution_environment()
        return env.configuration.get_string(API_FLAVOR_OPTION, "unset")

    monkeypatch.setitem(sys.modules, "pyflink.datastream", ModuleType("pyflink.datastream"))
    assert dialect() == "unset"  # the real PyFlink beside flinksim
    monkeypatch.setitem(sys.modules, "pyflink.datastream", flinksim.datastream)
    assert dialect() == "pyflink"


def test_the_failure_of_a_job_is_called_as_pyflink_calls_it() -> None:
    names = []
    for dialect in ("java", "pyflink"):
        with (
            alias_pyflink(),
            use_external_configuration(Configuration().set_string(API_FLAVOR_OPTION, dialect)),
        ):
            env = StreamExecutionEnvironment.get_execution_environment()
            env.from_collection([0]).map(lambda n: 1 // n).print()
            with pytest.raises(JobExecutionError, match="ZeroDivisionError") as caught:
                env.execute()
            names.append(type(caught.value).__name__)
    assert names == ["JobExecutionError", "Py4JJavaError"]


def test_pyflinks_own_test_cases_follow_pyflink() -> None:
    from flinksim.testing.test_case_utils import PyFlinkStreamingTestCase

    class Probe(PyFlinkStreamingTestCase):
        def test_dialect(self) -> None:
            assert self.env.configuration.get_string(API_FLAVOR_OPTION, "unset") == "pyflink"

    result = unittest.defaultTestLoader.loadTestsFromTestCase(Probe).run(unittest.TestResult())
    assert result is not None
    assert (result.testsRun, result.failures, result.errors) == (1, [], [])
    env = StreamExecutionEnvironment.get_execution_environment()
    assert not env.configuration.contains_key(API_FLAVOR_OPTION)


def test_py4j_and_pyflink_have_modules_of_the_same_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] in ("py4j", "pyspark")]:
        monkeypatch.delitem(sys.modules, name)  # the real ones of another test
    with alias_pyflink():
        from py4j.java_gateway import JavaObject, java_import
        from pyflink.java_gateway import get_gateway

        assert not isinstance(get_gateway(), JavaObject)
        java_import(get_gateway().jvm, "org.apache.flink.table.api.*")


def test_where_the_real_py4j_is_loaded_its_error_catches_the_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class RealError(Exception):
        def __str__(self) -> str:
            raise AssertionError("it would ask Java")

    protocol = ModuleType("py4j.protocol")
    monkeypatch.setattr(protocol, "Py4JJavaError", RealError, raising=False)
    monkeypatch.setitem(sys.modules, "py4j.protocol", protocol)
    with alias_pyflink():
        env = StreamExecutionEnvironment.get_execution_environment()
        env.from_collection([0]).map(lambda n: 1 // n).print()
        with pytest.raises(RealError, match="ZeroDivisionError") as caught:
            env.execute()
    assert isinstance(caught.value, JobExecutionError)
    assert type(caught.value).__name__ == "Py4JJavaError"
