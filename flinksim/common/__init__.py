"""Types, time, configuration and jobs: PyFlink's ``pyflink.common``."""

from __future__ import annotations

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
