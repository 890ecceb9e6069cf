"""Stubs of the few Java objects that PyFlink's own tests, and similar tests, use.

Everything else on the gateway raises ``NotSimulatedError``: there is no Java. Methods have their Java
names, because programs call them so.

Not in Flink.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flinksim.common.configuration import Configuration
from flinksim.common.execution_config import ExecutionConfig
from flinksim.common.typeinfo import TypeInformation
from flinksim.common.types import Row
from flinksim.common.typeutils.to_string import build_formatter, format_value
from flinksim.common.watermark_generators import Watermark, WatermarkGenerator, WatermarkOutput
from flinksim.connectors.collection_sources import CollectionSource
from flinksim.connectors.sink import Sink, SinkContext, SinkWriter
from flinksim.connectors.source import Source
from flinksim.core.unsupported_api import UnsupportedFeature
from flinksim.datastream.checkpoint_config import CheckpointConfig
from flinksim.datastream.functions import MapFunction, RuntimeContext
from flinksim.datastream.slot_sharing_group import SlotSharingGroup
from flinksim.graph.chaining import is_chainable
from flinksim.graph.stream_graph_generator import (
    StreamEdge,
    StreamGraph,
    StreamNode,
    generate_stream_graph,
)

_NO_JAVA_CLASS = UnsupportedFeature(
    "it is a Java class, and flinksim does not use Java",
    "the Python classes of flinksim.common and flinksim.datastream, or flinksim.testing for tests",
)


class JavaPackage:
    """Stub of a Java package or class name; attribute access gives the stub of a class if there is one."""

    def __init__(self, name: str = "") -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        full_name = f"{self._name}.{name}" if self._name else name
        return JAVA_STUBS.get(full_name) or JavaPackage(full_name)

    def __call__(self, *args: Any) -> Any:
        _NO_JAVA_CLASS.raise_error(self._name)

    def __repr__(self) -> str:
        return f"JavaPackage({self._name!r})"


class JavaGateway:
    """Stub of PyFlink's gateway to Java, the return value of ``get_gateway()``."""

    def __init__(self) -> None:
        self.jvm = JavaPackage()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        _NO_JAVA_CLASS.raise_error(f"JavaGateway.{name}")


class DataStreamTestCollectSink(Sink):
    """Sink that stores values until they are fetched.

    Flink: ``org.apache.flink.python.util.DataStreamTestCollectSink``.
    """

    def __init__(self) -> None:
        self._values: list[Any] = []
        self._format: Callable[[Any], str] = format_value

    def set_input_type(self, type_info: TypeInformation | None) -> None:
        self._format = build_formatter(type_info)

    def create_writer(self, context: SinkContext) -> SinkWriter:
        return _CollectingWriter(self._values)

    def collectAndClear(self, is_python_object: bool) -> list[Any]:  # noqa: N802
        """Return and clear the values so far: pickled, or formatted like Java's ``toString``."""
        values = list(self._values)
        self.clear()
        if is_python_object:
            return [pickle.dumps(value) for value in values]
        return [self._format(value) for value in values]

    def clear(self) -> None:
        self._values.clear()


class _CollectingWriter(SinkWriter):
    def __init__(self, values: list[Any]) -> None:
        self._values = values

    def write(self, value: Any, timestamp: int | None) -> str:
        self._values.append(value)
        return format_value(value)


class PerElementWatermarkGenerator(WatermarkGenerator):
    """Emits a watermark with the timestamp of each element.

    Flink: ``...functions.python.eventtime.PerElementWatermarkGenerator``.
    """

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        output.emit_watermark(Watermark(event_timestamp))

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        pass

    @staticmethod
    def getSupplier() -> Callable[..., WatermarkGenerator]:  # noqa: N802
        """Return the generator supplier, the argument of ``WatermarkStrategy.forGenerator``."""
        return lambda context: PerElementWatermarkGenerator()


class JavaWatermarkStrategy:
    """Stub with ``forGenerator``, whose result PyFlink's ``WatermarkStrategy(...)`` wraps."""

    @staticmethod
    def forGenerator(supplier: Any) -> Any:  # noqa: N802
        return supplier


class PartitionCustomTestMapFunction(MapFunction):
    """Checks custom partitioning: fails on a value that reaches the wrong subtask.

    The second field of a value, modulo the parallelism, has to be the subtask index.

    Flink: ``org.apache.flink.python.util.PartitionCustomTestMapFunction``.
    """

    def open(self, runtime_context: RuntimeContext) -> None:
        self._index = runtime_context.get_index_of_this_subtask()
        self._parallelism = runtime_context.get_number_of_parallel_subtasks()

    def map(self, value: Any) -> Any:
        if value[1] % self._parallelism != self._index:
            raise RuntimeError(f"{value} does not belong to subtask {self._index}")
        return value


def create_people_source() -> Source:
    """Create a source of six rows with a number and a name.

    Flink: ``org.apache.flink.python.util.MyCustomSourceFunction``.
    """
    names = ("Bob", "Marry", "Henry", "Mike", "Ted", "Jack")
    return CollectionSource([Row(number, name) for number, name in enumerate(names)])


@dataclass(frozen=True)
class JavaOption:
    """Stub of Java's ``ConfigOption``."""

    key: str
    default: str


class ExecutionOptions:
    """Execution options under their Java names."""

    RUNTIME_MODE = JavaOption("execution.runtime-mode", "STREAMING")


class PythonConfigUtil:
    """Stub of the class that passes PyFlink's files to Java."""

    @staticmethod
    def getEnvConfigWithDependencies(environment: JavaEnvironment) -> JavaConfiguration:  # noqa: N802
        """Return the options of *environment*, which include its files and archives."""
        return environment.getConfiguration()


class JavaConfiguration:
    """Stub of ``Configuration`` that reads and writes the environment's own configuration."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration

    def setString(self, key: str, value: str) -> None:  # noqa: N802
        self.configuration.set_string(key, value)

    def setInteger(self, key: str, value: int) -> None:  # noqa: N802
        self.configuration.set_integer(key, value)

    def setBoolean(self, key: str, value: bool) -> None:  # noqa: N802
        self.configuration.set_boolean(key, value)

    def getString(self, key: str, default: str) -> str:  # noqa: N802
        return self.configuration.get_string(key, default)

    def getValue(self, option: JavaOption) -> str:  # noqa: N802
        return self.configuration.get_string(option.key, option.default)

    def toMap(self) -> dict[str, str]:  # noqa: N802
        return self.configuration.to_dict()

    def containsKey(self, key: str) -> bool:  # noqa: N802
        return self.configuration.contains_key(key)


class JavaList(list[Any]):
    """A list with Java's ``get``, ``size`` and ``toArray``."""

    def get(self, index: int) -> Any:
        return self[index]

    def size(self) -> int:
        return len(self)

    def toArray(self) -> list[Any]:  # noqa: N802
        return list(self)


class JavaOptional:
    """Stub of Java's ``Optional``."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def isPresent(self) -> bool:  # noqa: N802
        return self._value is not None

    def get(self) -> Any:
        return self._value


class JavaNumber:
    """A number with Java's ``getValue``."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def getValue(self) -> Any:  # noqa: N802
        return self._value


class JavaResourceProfile:
    """Stub of ``ResourceProfile``: the resources of a slot sharing group."""

    def __init__(self, group: SlotSharingGroup) -> None:
        self._group = group

    def getCpuCores(self) -> JavaNumber:  # noqa: N802
        return JavaNumber(self._group.get_cpu_cores())

    def getTaskHeapMemory(self) -> Any:  # noqa: N802
        return self._group.get_task_heap_memory()

    def getTaskOffHeapMemory(self) -> Any:  # noqa: N802
        return self._group.get_task_off_heap_memory()

    def getManagedMemory(self) -> Any:  # noqa: N802
        return self._group.get_managed_memory()


class JavaTuple(tuple[Any, ...]):
    """A tuple with Java's ``getField``."""

    def getField(self, index: int) -> Any:  # noqa: N802
        return self[index]


class JavaStreamNode:
    """Stub of ``StreamNode``."""

    def __init__(self, node: StreamNode) -> None:
        self._node = node

    def getOperatorName(self) -> str:  # noqa: N802
        return self._node.name

    def getSlotSharingGroup(self) -> str:  # noqa: N802
        return self._node.slot_sharing_group

    def getParallelism(self) -> int:  # noqa: N802
        return self._node.parallelism

    def getMaxParallelism(self) -> int:  # noqa: N802
        return self._node.max_parallelism

    def getInEdges(self) -> JavaList:  # noqa: N802
        return JavaList(self._node.in_edges)

    def getOutEdges(self) -> JavaList:  # noqa: N802
        return JavaList(self._node.out_edges)


class JavaStreamGraph:
    """Stub of ``StreamGraph``."""

    def __init__(self, graph: StreamGraph) -> None:
        self.graph = graph

    def getStreamNodes(self) -> JavaList:  # noqa: N802
        return JavaList(JavaStreamNode(node) for node in self.graph.nodes.values())

    def getJobName(self) -> str:  # noqa: N802
        return self.graph.job_name

    def getSlotSharingGroupResource(self, name: str) -> JavaOptional:  # noqa: N802
        """Return the slot resources of the group *name*, if it has any."""
        group = self.graph.slot_resources.get(name)
        return JavaOptional(None if group is None else JavaResourceProfile(group))


class StreamingJobGraphGenerator:
    """Stub of ``StreamingJobGraphGenerator``, which says whether an edge is chained."""

    @staticmethod
    def isChainable(edge: StreamEdge, graph: JavaStreamGraph) -> bool:  # noqa: N802
        return is_chainable(edge, graph.graph)


class JavaEnvironment:
    """Stub of Java's environment, the value of ``env._j_stream_execution_environment``."""

    def __init__(self, environment: Any) -> None:
        self._environment = environment

    def getConfiguration(self) -> JavaConfiguration:  # noqa: N802
        return JavaConfiguration(self._environment.configuration)

    def getStreamGraph(self, clear_transformations: bool = True) -> JavaStreamGraph:  # noqa: N802
        """Return the stream graph of the program; by default its transformations are cleared."""
        graph = generate_stream_graph(self._environment.pipeline())
        if clear_transformations:
            self._environment.clear_transformations()
        return JavaStreamGraph(graph)

    def socketTextStream(  # noqa: N802
        self, hostname: str, port: int, delimiter: str = "\n", max_retry: int = 0
    ) -> Any:
        """Return the stream of a socket's lines, which programs put into a ``DataStream``."""
        return self._environment.socket_text_stream(hostname, port, delimiter, max_retry)

    def getCachedFiles(self) -> JavaList:  # noqa: N802
        """Return names and paths of the registered files."""
        return JavaList(JavaTuple(entry) for entry in self._environment._cached_files.items())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        _NO_JAVA_CLASS.raise_error(f"StreamExecutionEnvironment.{name} of Java")


class JavaTableEnvironment:
    """Stub of Java's table environment, the value of ``t_env._j_tenv``, and of what it returns."""

    def __init__(self, set_parallelism: Callable[[int], object]) -> None:
        self._set_parallelism = set_parallelism

    def getPlanner(self) -> JavaTableEnvironment:  # noqa: N802
        return self

    def getExecEnv(self) -> JavaTableEnvironment:  # noqa: N802
        return self

    def setParallelism(self, parallelism: int) -> JavaTableEnvironment:  # noqa: N802
        self._set_parallelism(parallelism)
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        _NO_JAVA_CLASS.raise_error(f"TableEnvironment.{name} of Java")


def create_java_object(class_name: str) -> Any:
    """Create the stub of the Java class *class_name*.

    Raises:
        NotSimulatedError: There is no stub for the class.
    """
    if class_name not in JAVA_STUBS:
        _NO_JAVA_CLASS.raise_error(class_name)
    return JAVA_STUBS[class_name]()


_STREAMING = "org.apache.flink.streaming.api"
_TESTS = "org.apache.flink.python.util"
JAVA_STUBS: dict[str, Any] = {
    f"{_TESTS}.DataStreamTestCollectSink": DataStreamTestCollectSink,
    f"{_TESTS}.MyCustomSourceFunction": create_people_source,
    f"{_TESTS}.PartitionCustomTestMapFunction": PartitionCustomTestMapFunction,
    f"{_TESTS}.PythonConfigUtil": PythonConfigUtil,
    "org.apache.flink.api.common.ExecutionConfig": ExecutionConfig,
    "org.apache.flink.configuration.ExecutionOptions": ExecutionOptions,
    "org.apache.flink.streaming.api.environment.CheckpointConfig": CheckpointConfig,
    "org.apache.flink.api.common.eventtime.WatermarkStrategy": JavaWatermarkStrategy,
    f"{_STREAMING}.functions.python.eventtime.PerElementWatermarkGenerator": (
        PerElementWatermarkGenerator
    ),
    f"{_STREAMING}.graph.StreamingJobGraphGenerator": StreamingJobGraphGenerator,
}
"""Stubs of Java classes, by full class name."""
