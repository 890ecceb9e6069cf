"""Types, time, configuration and job handles: PyFlink's ``pyflink.common``.

Belongs here: everything that PyFlink has under this name, with PyFlink's public names. Rules that
depend on declared types (conversion, hashing, printing) are in ``typeutils``.
Does not belong here: streams and operators (``flinksim.datastream``), and anything that runs a job.

Start reading at ``typeinfo``, ``watermark_strategy`` and ``configuration``.
"""

from __future__ import annotations

import pkgutil
from typing import Any

from flinksim.common.completable_future import CompletableFuture
from flinksim.common.config_options import ConfigOption, ConfigOptions
from flinksim.common.configuration import Configuration
from flinksim.common.execution_config import ExecutionConfig
from flinksim.common.input_dependency_constraint import InputDependencyConstraint
from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.common.job_status import JobStatus
from flinksim.common.restart_strategy import RestartStrategies, RestartStrategyConfiguration
from flinksim.common.serialization import (
    ByteArraySchema,
    DeserializationSchema,
    Encoder,
    SerializationSchema,
    SimpleStringSchema,
)
from flinksim.common.serializer import TypeSerializer
from flinksim.common.time import Duration, Instant, Time
from flinksim.common.typeinfo import TypeInformation, Types
from flinksim.common.types import Row, RowKind
from flinksim.common.watermark_strategy import WatermarkStrategy

__all__ = [
    "ByteArraySchema",
    "CompletableFuture",
    "ConfigOption",
    "ConfigOptions",
    "Configuration",
    "DeserializationSchema",
    "Duration",
    "Encoder",
    "ExecutionConfig",
    "InputDependencyConstraint",
    "Instant",
    "JobClient",
    "JobExecutionResult",
    "JobID",
    "JobStatus",
    "RestartStrategies",
    "RestartStrategyConfiguration",
    "Row",
    "RowKind",
    "SerializationSchema",
    "SimpleStringSchema",
    "Time",
    "TypeInformation",
    "TypeSerializer",
    "Types",
    "WatermarkStrategy",
]

# PyFlink exports these names here too. Their modules import this package, so they are imported on
# first access.
_LAZY_EXPORTS = {
    "AssignerWithPeriodicWatermarksWrapper": "flinksim.common.watermark_strategy",
    "AvroRowDeserializationSchema": "flinksim.datastream.formats.avro",
    "AvroRowSerializationSchema": "flinksim.datastream.formats.avro",
    "CsvRowDeserializationSchema": "flinksim.datastream.formats.csv",
    "CsvRowSerializationSchema": "flinksim.datastream.formats.csv",
    "JsonRowDeserializationSchema": "flinksim.datastream.formats.json",
    "JsonRowSerializationSchema": "flinksim.datastream.formats.json",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY_EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return pkgutil.resolve_name(f"{_LAZY_EXPORTS[name]}:{name}")
