"""PyFlink: ``pyflink.datastream.tests.test_util``, which PyFlink's own tests import.

sink = DataStreamTestSinkFunction()
stream.add_sink(sink)
env.execute()
assert sink.get_results() == ["(a,1)"]
"""

from __future__ import annotations

import pickle
import pkgutil
from typing import Any

from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.datastream.functions import SinkFunction

__all__ = ["DataStreamTestSinkFunction", "SecondColumnTimestampAssigner"]


class DataStreamTestSinkFunction(SinkFunction):
    """Sink that keeps the values of a stream until they are fetched."""

    def __init__(self) -> None:
        new = pkgutil.resolve_name("flinksim.pyflink_compat.java_object_stubs:create_java_object")
        self.j_data_stream_collect_sink = new(
            "org.apache.flink.python.util.DataStreamTestCollectSink"
        )
        super().__init__(sink_func=self.j_data_stream_collect_sink)

    def get_results(self, is_python_object: bool = False, stringify: bool = True) -> list[Any]:
        """Return and remove the values so far: as Java prints them, or the Python objects.

        Args:
            is_python_object: Whether to return the Python objects.
            stringify: Whether to convert Python objects to their ``str``.
        """
        results: list[Any] = self.j_data_stream_collect_sink.collectAndClear(is_python_object)
        if not is_python_object:
            return results
        values = [pickle.loads(result) for result in results]
        return [str(value) for value in values] if stringify else values

    def clear(self) -> None:
        """Discard the values so far."""
        self.j_data_stream_collect_sink.clear()


class SecondColumnTimestampAssigner(TimestampAssigner):
    """Uses the second field as the timestamp."""

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])
