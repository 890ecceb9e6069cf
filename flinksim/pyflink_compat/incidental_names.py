"""Names that can be imported from PyFlink's modules by accident, and that flinksim does not have.

A module of PyFlink has the names that it imports itself, such as ``List`` and ``get_gateway``. Recorded
from PyFlink 2.3.0. An import of such a name is not supported here; Flink does not reject it.
"""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from types import ModuleType

_NAMES = {
    "flinksim.common": ("constants io utils"),
    "flinksim.common.completable_future": ("Py4JJavaError convert_py4j_exception"),
    "flinksim.common.config_options": ("get_gateway"),
    "flinksim.common.configuration": (
        "Dict JavaObject Set add_jars_to_context_class_loader get_gateway"
    ),
    "flinksim.common.execution_config": ("Dict List get_gateway"),
    "flinksim.common.input_dependency_constraint": ("get_gateway"),
    "flinksim.common.io": ("JavaObjectWrapper"),
    "flinksim.common.job_execution_result": ("Dict"),
    "flinksim.common.job_status": ("get_gateway"),
    "flinksim.common.restart_strategy": (
        "ABCMeta Optional from_j_duration get_gateway get_java_class to_j_duration"
    ),
    "flinksim.common.serialization": ("JavaObjectWrapper get_gateway"),
    "flinksim.common.time": ("get_gateway"),
    "flinksim.common.typeinfo": (
        "JavaClass JavaObject List Union _is_instance_of calendar get_gateway time"
    ),
    "flinksim.common.types": ("List get_gateway"),
    "flinksim.common.watermark_strategy": ("Optional abc get_gateway"),
    "flinksim.datastream": ("utils"),
    "flinksim.datastream.async_data_stream": (
        "AsyncFunctionDescriptor _get_one_input_stream_operator get_gateway get_j_env_configuration"
    ),
    "flinksim.datastream.async_retry_strategies": ("List Optional"),
    "flinksim.datastream.checkpoint_config": ("Optional"),
    "flinksim.datastream.checkpoint_storage": (
        "ABCMeta Optional _from_j_checkpoint_storage get_gateway get_java_class"
    ),
    "flinksim.datastream.checkpointing_mode": ("get_gateway"),
    "flinksim.datastream.connectors.base": (
        "JavaFunctionWrapper JavaObject Optional Union get_gateway"
    ),
    "flinksim.datastream.connectors.cassandra": ("get_gateway"),
    "flinksim.datastream.connectors.dynamic_kafka": ("Dict JavaObject Set Union get_gateway"),
    "flinksim.datastream.connectors.elasticsearch": ("List Union get_gateway to_jarray"),
    "flinksim.datastream.connectors.file_system": (
        "JavaObjectWrapper Optional RowDataBulkWriterFactory TYPE_CHECKING abstractmethod "
        "get_gateway is_instance_of to_jarray warnings"
    ),
    "flinksim.datastream.connectors.hybrid_source": ("JavaObject get_gateway"),
    "flinksim.datastream.connectors.jdbc": ("get_gateway to_jarray"),
    "flinksim.datastream.connectors.kafka": (
        "Dict JavaObject List Optional Set Union _get_kafka_consumer get_field "
        "get_field_value get_gateway get_java_class to_jarray warnings"
    ),
    "flinksim.datastream.connectors.kinesis": ("Dict List Union get_gateway"),
    "flinksim.datastream.connectors.number_seq": ("get_gateway"),
    "flinksim.datastream.connectors.pulsar": (
        "Dict List Optional Union get_gateway load_java_class warnings"
    ),
    "flinksim.datastream.connectors.rabbitmq": ("get_gateway"),
    "flinksim.datastream.data_stream": (
        "AsyncFunctionDescriptor CountSlidingWindowAssigner CountTumblingWindowAssigner "
        "CountWindowSerializer Enum FunctionWrapper GlobalWindowSerializer "
        "InternalIterableAllWindowFunction InternalIterableProcessAllWindowFunction "
        "InternalIterableProcessWindowFunction InternalIterableWindowFunction "
        "InternalSingleValueAllWindowFunction InternalSingleValueProcessAllWindowFunction "
        "InternalSingleValueProcessWindowFunction InternalSingleValueWindowFunction "
        "InternalWindowFunction List NullByteKeySelector Optional "
        "PassThroughAllWindowFunction PassThroughWindowFunction TimeWindowSerializer Union "
        "WINDOW_STATE_NAME WindowOperationDescriptor "
        "_create_j_data_stream_python_function_info _from_java_type "
        "_get_one_input_stream_operator _get_python_env _get_two_input_stream_operator cast "
        "convert_to_python_obj get_gateway get_j_env_configuration overload to_jarray "
        "typeinfo typing uuid"
    ),
    "flinksim.datastream.execution_mode": ("get_gateway"),
    "flinksim.datastream.externalized_checkpoint_retention": ("get_gateway"),
    "flinksim.datastream.formats.avro": (
        "BulkWriterFactory InputFormat JavaObject ResultTypeQueryable get_field_value "
        "get_gateway get_java_class java_import load_java_class"
    ),
    "flinksim.datastream.formats.csv": (
        "Optional RowDataBulkWriterFactory TYPE_CHECKING get_gateway"
    ),
    "flinksim.datastream.formats.json": ("get_gateway typeinfo"),
    "flinksim.datastream.formats.orc": (
        "BulkWriterFactory Configuration Optional RowDataBulkWriterFactory TYPE_CHECKING "
        "create_hadoop_configuration create_java_properties get_gateway to_jarray"
    ),
    "flinksim.datastream.formats.parquet": (
        "AvroSchema BulkFormat BulkWriterFactory Configuration Optional "
        "RowDataBulkWriterFactory StreamFormat TYPE_CHECKING create_hadoop_configuration "
        "get_gateway"
    ),
    "flinksim.datastream.functions": ("JavaObject List Optional Union _get_python_env get_gateway"),
    "flinksim.datastream.output_tag": ("Optional Union get_gateway"),
    "flinksim.datastream.slot_sharing_group": ("Optional get_gateway"),
    "flinksim.datastream.state": ("Dict Enum List Optional Tuple"),
    "flinksim.datastream.state_backend": (
        "ABCMeta List Optional _from_j_state_backend get_gateway get_java_class load_java_class"
    ),
    "flinksim.datastream.stream_execution_environment": (
        "InputFormat JavaObject List Optional PickleSerializer Public ResultTypeQueryable "
        "add_jars_to_context_class_loader cast get_field_value get_gateway "
        "get_j_env_configuration invoke_method is_local_deployment os tempfile"
    ),
    "flinksim.datastream.utils": (
        "BasicArrayTypeInfo Configuration ExternalTypeInfo ListTypeInfo MapTypeInfo "
        "ObjectArrayTypeInfo PrimitiveArrayTypeInfo Row RowKind RowTypeInfo TupleTypeInfo "
        "Types ast datetime get_gateway pickle"
    ),
    "flinksim.datastream.window": (
        "ABC Any BytesIO Collection Enum Generic Iterable Optional TypeVar abstractmethod cast math"
    ),
    "flinksim.util": ("api_stability_decorators exceptions java_utils"),
    "flinksim.util.api_stability_decorators": (
        "ABCMeta Any BaseAPIStabilityDecorator Callable Optional Type Union abstractmethod "
        "dedent getmembers indent isclass isfunction override warnings"
    ),
    "flinksim.util.exceptions": (
        "CatalogException DatabaseAlreadyExistException DatabaseNotEmptyException "
        "DatabaseNotExistException FunctionAlreadyExistException FunctionNotExistException "
        "ModelAlreadyExistException ModelNotExistException PartitionAlreadyExistsException "
        "PartitionNotExistException PartitionSpecInvalidException Py4JJavaError "
        "TableAlreadyExistException TableNotExistException TableNotPartitionedException "
        "capture_java_exception convert_py4j_exception exception_mapping "
        "install_exception_handler install_py4j_hooks py4j"
    ),
    "flinksim.util.java_utils": (
        "JavaClass JavaObject Py4JJavaError get_gateway get_java_class timedelta"
    ),
    "flinksim.metrics.metricbase": ("ABC Callable abstractmethod"),
}


_PLACES = (
    "common", "common.serialization", "common.typeinfo", "common.watermark_strategy", "datastream",
    "datastream.connectors.file_system", "datastream.connectors.kafka", "datastream.formats.avro",
    "datastream.formats.csv", "datastream.formats.json", "datastream.functions", "datastream.state",
    "datastream.window", "table", "table.catalog", "table.expressions", "table.types", "table.udf",
    "table.window",
)  # fmt: skip
"""Modules that a program may have meant."""


def _read_missing_name(error: ImportError) -> str:
    return str(error).removeprefix("cannot import name ").partition("'")[2].partition("'")[0]


def has_pyflink_name(error: ImportError) -> bool:
    """Return whether PyFlink has the name whose import failed with *error*."""
    name = _read_missing_name(error)
    return bool(name) and name in _NAMES.get(error.name or "", "").split()


def _list_classes(module: str) -> list[str]:
    members = vars(import_module(module))
    named = [name for name, value in members.items() if not isinstance(value, ModuleType)]
    return [*members.get("__all__", ()), *named]


def explain_missing_name(error: ImportError) -> str:
    """Explain why a name cannot be imported from PyFlink's API, and what to import instead.

    The text is empty if *error* is not about a name in one of these modules.
    """
    place, name = error.name or "", _read_missing_name(error)
    if not name or isinstance(error, ModuleNotFoundError):
        return ""
    if place.partition(".")[0] not in ("flinksim", "pyflink"):
        return ""
    module = place.replace("flinksim", "pyflink", 1)
    if has_pyflink_name(error):
        return (
            f"{module} has the name {name} only because PyFlink's own code imports it. "
            "flinksim does not have it. Import it from the module that defines it."
        )
    from flinksim.pyflink_compat.flink1_names import list_notes  # many modules, only for an error

    if note := list_notes().get(name):
        return f"{module} has no name {name}. {note}."
    texts = [f"flinksim has no name {name} in {module}."]
    homes = [each for each in _PLACES if hasattr(import_module(f"flinksim.{each}"), name)]
    similar = get_close_matches(name, _list_classes(f"flinksim{module[7:]}"), n=1)
    if homes:
        texts.append(f"Import it from pyflink.{homes[0]}.")
    elif similar:
        texts.append(f"Did you mean {similar[0]}?")
    texts.append("docs/reference/pyflink-api.md lists the names of PyFlink's API.")
    return " ".join(texts)
