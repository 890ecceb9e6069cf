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
    """Keeps the values of a stream until they are fetched."""

    def __init__(self) -> None:
        new = pkgutil.resolve_name("flinksim.pyflink_compat.java_object_stubs:new")
        self.j_data_stream_collect_sink = new(
            "org.apache.flink.python.util.DataStreamTestCollectSink"
        )
        super().__init__(sink_func=self.j_data_stream_collect_sink)

    def get_results(self, is_python_object: bool = False, stringify: bool = True) -> list[Any]:
        """The values so far, which are gone then: as Java prints them, or the Python objects.

        ``stringify`` turns Python objects into their ``str``.
        """
        results: list[Any] = self.j_data_stream_collect_sink.collectAndClear(is_python_object)
        if not is_python_object:
            return results
        values = [pickle.loads(result) for result in results]
        return [str(value) for value in values] if stringify else values

    def clear(self) -> None:
        """Forget the values so far."""
        self.j_data_stream_collect_sink.clear()


class SecondColumnTimestampAssigner(TimestampAssigner):
    """The timestamp is the second field."""

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])
