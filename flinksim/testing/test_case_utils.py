"""Base classes of test cases that have an environment.

PyFlink: ``pyflink.testing.test_case_utils``.

    class MyTest(PyFlinkStreamingTestCase):
        def test_doubles(self):
            doubled = self.env.from_collection([1, 2]).map(lambda x: 2 * x)
            self.assertEqual([2, 4], list(doubled.execute_and_collect()))

Where PyFlink and Flink's Java runtime differ, these tests follow PyFlink.

Differs: no cluster is started, so every test class has an environment immediately. Comparisons of
Python with Java classes, and the classes for tests of the Table API, are missing.
"""

from __future__ import annotations

import shutil
import tempfile
import unittest
from typing import Any, ClassVar

from flinksim.common.configuration import Configuration
from flinksim.core.unsupported_api import NO_JAVA, UnsupportedFeature, build_unsupported_getattr
from flinksim.datastream.api_flavor import API_FLAVOR_OPTION
from flinksim.datastream.execution_mode import RuntimeExecutionMode
from flinksim.datastream.external_configuration import (
    merge_external_configuration,
    use_external_configuration,
)
from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment

__all__ = [
    "PyFlinkBatchTestCase",
    "PyFlinkITTestCase",
    "PyFlinkStreamingTestCase",
    "PyFlinkTestCase",
    "PyFlinkUTTestCase",
    "invoke_java_object_method",
]


def invoke_java_object_method(obj: Any, method_name: str) -> Any:
    """Call a method without arguments of an object that replaces a Java object."""
    return getattr(obj, method_name)()


class PyFlinkTestCase(unittest.TestCase):
    """Test case with ``tempdir``, a folder that is deleted after the tests of the class."""

    __test__: ClassVar[bool] = True
    tempdir: ClassVar[str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.tempdir = tempfile.mkdtemp()
        if not merge_external_configuration(None).contains_key(API_FLAVOR_OPTION):
            pyflink = Configuration().set_string(API_FLAVOR_OPTION, "pyflink")
            cls.enterClassContext(use_external_configuration(pyflink))

    @classmethod
    def tearDownClass(cls) -> None:
        shutil.rmtree(cls.tempdir, ignore_errors=True)

    @classmethod
    def assert_equals(cls, actual: Any, expected: Any) -> None:
        """Assert that two lists have the same elements in any order; sorts both in place."""
        actual.sort()
        expected.sort()
        assert actual == expected, f"expected {expected}, found {actual}"

    @classmethod
    def to_py_list(cls, actual: Any) -> list[Any]:
        """Return *actual* as a list."""
        return list(actual)


class PyFlinkITTestCase(PyFlinkTestCase):
    """Test case with ``env``, one environment of parallelism 2 for all tests of the class."""

    env: ClassVar[StreamExecutionEnvironment]

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.env = StreamExecutionEnvironment.get_execution_environment()
        cls.env.set_parallelism(2)


class PyFlinkUTTestCase(PyFlinkTestCase):
    """Test case with ``env``, a streaming environment of parallelism 2 for each test."""

    def setUp(self) -> None:
        self.env = StreamExecutionEnvironment.get_execution_environment()
        self.env.set_runtime_mode(RuntimeExecutionMode.STREAMING)
        self.env.set_parallelism(2)


class PyFlinkStreamingTestCase(PyFlinkITTestCase):
    """Test case whose ``env`` runs jobs in streaming mode."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.env.set_runtime_mode(RuntimeExecutionMode.STREAMING)


class PyFlinkBatchTestCase(PyFlinkITTestCase):
    """Test case whose ``env`` runs jobs in batch mode; all operators have its parallelism."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.env.set_runtime_mode(RuntimeExecutionMode.BATCH)
        # PyFlink's own tests expect that the scheduler does not choose the parallelism.
        cls.env.configuration.set_string("jobmanager.scheduler", "Default")


_NO_TABLE_API = UnsupportedFeature(
    "flinksim has no base classes for tests of the Table API",
    "PyFlinkStreamingTestCase or PyFlinkBatchTestCase",
)

__getattr__ = build_unsupported_getattr(
    __name__,
    {
        "PyFlinkBatchTableTestCase": _NO_TABLE_API,
        "PyFlinkStreamTableTestCase": _NO_TABLE_API,
        "PythonAPICompletenessTestCase": NO_JAVA,
        "exec_insert_table": _NO_TABLE_API,
        "run_with_config": _NO_TABLE_API,
        "to_java_data_structure": NO_JAVA,
    },
)
