"""The end of a stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from flinksim.connectors.sink import Sink, SinkContext, SinkWriter
from flinksim.core.pyflink_errors import PythonTypeMismatchError, is_imported_as_pyflink
from flinksim.datastream.argument_checks import describe_value
from flinksim.datastream.functions import SinkFunction
from flinksim.datastream.operator_options import OperatorOptions
from flinksim.datastream.transformations import SinkSpec, Transformation

if TYPE_CHECKING:
    from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment


class DataStreamSink(OperatorOptions):
    """A sink that was added to a stream.

    Flink: ``org.apache.flink.streaming.api.datastream.DataStreamSink``.
    """

    def __init__(
        self, environment: StreamExecutionEnvironment, transformation: Transformation
    ) -> None:
        self._environment = environment
        self._transformation = transformation

    @property
    def transformation(self) -> Transformation:
        """The transformation of the sink. Not in PyFlink (Java: ``getTransformation``)."""
        return self._transformation

    def set_uid_hash(self, uid_hash: str) -> Self:
        """Set the uid hash of a legacy sink.

        Raises:
            TypeError: If the sink uses the new Sink API, which consists of several operators.
        """
        spec = self._transformation.spec
        if isinstance(spec, SinkSpec) and not spec.legacy:
            raise TypeError(
                "Cannot set a custom UID hash on a non-legacy sink. Give the sink a uid(...) instead."
            )
        return super().set_uid_hash(uid_hash)


class WriteMethodSink(Sink):
    """A user's object with ``write(value, timestamp)`` or ``invoke(value)`` as a sink."""

    def __init__(self, target: Any) -> None:
        self.target = target

    def create_writer(self, context: SinkContext) -> SinkWriter:
        return _WriteMethodWriter(self.target)


class _WriteMethodWriter(SinkWriter):
    def __init__(self, target: Any) -> None:
        if hasattr(target, "write"):
            self._write = target.write
        else:
            self._write = lambda value, timestamp: target.invoke(value)

    def write(self, value: Any, timestamp: int | None) -> str:
        line = self._write(value, timestamp)
        return line if isinstance(line, str) else str(value)


def _describe_python_sink(method: str, name: str, attribute: str) -> str:
    return (
        f"{method}: '{name}' object has no attribute '{attribute}'. PyFlink runs no sink that is "
        "written in Python. Use a connector, or write in map() or process()."
    )


def as_sink(sink: Any, method: str) -> Sink:
    """Return *sink*, an argument of *method*, as a sink of flinksim.

    Raises:
        TypeError: If it is no sink and has no method ``write`` or ``invoke``.
    """
    inner = sink
    if isinstance(sink, SinkFunction):
        inner = getattr(sink, "sink", None)
        if inner is None or inner is sink:  # a subclass that is a sink itself
            raise PythonTypeMismatchError(
                _describe_python_sink(method, type(sink).__name__, "_j_function")
            )
    if isinstance(inner, Sink):
        return inner
    adapter = getattr(inner, "flinksim_sink", None)
    if adapter is not None:
        result: Sink = adapter()
        return result
    if not isinstance(inner, type) and (
        callable(getattr(inner, "write", None)) or callable(getattr(inner, "invoke", None))
    ):
        if is_imported_as_pyflink():
            raise PythonTypeMismatchError(
                _describe_python_sink(method, type(inner).__name__, "get_java_function")
            )
        return WriteMethodSink(inner)
    raise PythonTypeMismatchError(
        f"{method}: expected a flinksim Sink, or an object with write(value, "
        f"timestamp), found {describe_value(inner)}. flinksim.connectors.sinks "
        "contains sinks."
    )
