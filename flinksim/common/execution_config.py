"""Execution settings of a job."""

from __future__ import annotations

from typing import Any

from flinksim.common.configuration import Configuration
from flinksim.core.java.key_groups import UPPER_BOUND_MAX_PARALLELISM
from flinksim.core.pyflink_errors import JavaIllegalArgumentError, Py4JTypeMismatchError
from flinksim.core.validation import validate_arguments

__all__ = ["ExecutionConfig", "check_max_parallelism", "check_parallelism"]


class ExecutionConfig:
    """Parallelism, watermark interval, object reuse and the like, stored in a ``Configuration``.

    Flink: ``org.apache.flink.api.common.ExecutionConfig``. Differs: the default parallelism is 1 on
    every machine, so that a program behaves the same everywhere. Flink's local environment uses the
    number of processor cores. Settings for Java serializers are stored and have no effect.
    """

    PARALLELISM_DEFAULT = -1
    PARALLELISM_UNKNOWN = -2

    @validate_arguments
    def __init__(self, configuration: Configuration | None = None) -> None:
        self._configuration = Configuration() if configuration is None else configuration
        self._global_job_parameters: dict[str, str] = {}

    def enable_closure_cleaner(self) -> ExecutionConfig:
        """Enable the closure cleaner; no effect in Python."""
        return self._set("pipeline.closure-cleaner-level", "RECURSIVE")

    def disable_closure_cleaner(self) -> ExecutionConfig:
        """Disable the closure cleaner; no effect in Python."""
        return self._set("pipeline.closure-cleaner-level", "NONE")

    def is_closure_cleaner_enabled(self) -> bool:
        """Return whether the closure cleaner is enabled."""
        return self._get_text("pipeline.closure-cleaner-level", "RECURSIVE") != "NONE"

    def set_auto_watermark_interval(self, interval: int) -> ExecutionConfig:
        """Emit periodic watermarks every *interval* ms; 0 disables them.

        Raises:
            ValueError: if *interval* is negative.
        """
        _check_not_negative(interval, "Auto watermark interval")
        return self._set("pipeline.auto-watermark-interval", interval)

    def get_auto_watermark_interval(self) -> int:
        """Return the interval of periodic watermarks in ms, 200 by default."""
        return self._configuration.get_duration_ms("pipeline.auto-watermark-interval", 200)

    def set_latency_tracking_interval(self, interval: int) -> ExecutionConfig:
        """Send latency markers every *interval* ms; 0 disables them."""
        _check_not_negative(interval, "Latency tracking interval")
        return self._set("metrics.latency.interval", interval)

    def get_latency_tracking_interval(self) -> int:
        """Return the interval of latency markers in ms, 0 by default."""
        return self._configuration.get_duration_ms("metrics.latency.interval", 0)

    def get_parallelism(self) -> int:
        """Return the default parallelism of operators, 1 by default."""
        return self._configuration.get_integer("parallelism.default", 1)

    def set_parallelism(self, parallelism: int) -> ExecutionConfig:
        """Set the default parallelism of operators; -1 resets it.

        Raises:
            ValueError: for 0 and for numbers below -1.
        """
        check_parallelism(parallelism, "set_parallelism")
        if parallelism == self.PARALLELISM_DEFAULT:
            self._configuration.remove_config("parallelism.default")
            return self
        return self._set("parallelism.default", parallelism)

    def get_max_parallelism(self) -> int:
        """Return the default maximum parallelism (number of key groups), -1 if it is not set."""
        return self._configuration.get_integer("pipeline.max-parallelism", -1)

    def set_max_parallelism(self, max_parallelism: int) -> ExecutionConfig:
        """Set the default number of key groups, 1 to 32768."""
        check_max_parallelism(max_parallelism, "set_max_parallelism")
        return self._set("pipeline.max-parallelism", max_parallelism)

    def get_task_cancellation_interval(self) -> int:
        """Return the milliseconds between attempts to cancel a task."""
        return self._configuration.get_duration_ms("task.cancellation.interval", 30_000)

    @validate_arguments
    def set_task_cancellation_interval(self, interval: int) -> ExecutionConfig:
        """Set the cancellation interval; no effect in the simulator."""
        return self._set("task.cancellation.interval", interval)

    def get_task_cancellation_timeout(self) -> int:
        """Return the milliseconds after which a cancellation counts as failed."""
        return self._configuration.get_duration_ms("task.cancellation.timeout", 180_000)

    @validate_arguments
    def set_task_cancellation_timeout(self, timeout: int) -> ExecutionConfig:
        """Set the cancellation timeout; no effect in the simulator."""
        return self._set("task.cancellation.timeout", timeout)

    def enable_force_kryo(self) -> ExecutionConfig:
        """Force Kryo; no effect in Python."""
        return self._set("pipeline.force-kryo", True)

    def disable_force_kryo(self) -> ExecutionConfig:
        """Do not force Kryo; no effect in Python."""
        return self._set("pipeline.force-kryo", False)

    def is_force_kryo_enabled(self) -> bool:
        """Return whether Kryo is forced."""
        return self._get_flag("pipeline.force-kryo", False)

    def enable_generic_types(self) -> ExecutionConfig:
        """Allow generic types; no effect in Python."""
        return self._set("pipeline.generic-types", True)

    def disable_generic_types(self) -> ExecutionConfig:
        """Reject generic types; no effect in Python."""
        return self._set("pipeline.generic-types", False)

    def has_generic_types_disabled(self) -> bool:
        """Return whether generic types are rejected."""
        return not self._get_flag("pipeline.generic-types", True)

    def enable_auto_generated_uids(self) -> ExecutionConfig:
        """Generate ids for operators without a uid from the graph's structure (the default)."""
        return self._set("pipeline.auto-generate-uids", True)

    def disable_auto_generated_uids(self) -> ExecutionConfig:
        """Require a uid for every operator."""
        return self._set("pipeline.auto-generate-uids", False)

    def has_auto_generated_uids_enabled(self) -> bool:
        """Return whether operators may lack a uid."""
        return self._get_flag("pipeline.auto-generate-uids", True)

    def enable_force_avro(self) -> ExecutionConfig:
        """Force Avro; no effect in Python."""
        return self._set("pipeline.force-avro", True)

    def disable_force_avro(self) -> ExecutionConfig:
        """Do not force Avro; no effect in Python."""
        return self._set("pipeline.force-avro", False)

    def is_force_avro_enabled(self) -> bool:
        """Return whether Avro is forced."""
        return self._get_flag("pipeline.force-avro", False)

    def enable_object_reuse(self) -> ExecutionConfig:
        """Pass the same record object along a chain."""
        return self._set("pipeline.object-reuse", True)

    def disable_object_reuse(self) -> ExecutionConfig:
        """Copy records between chained operators (the default)."""
        return self._set("pipeline.object-reuse", False)

    def is_object_reuse_enabled(self) -> bool:
        """Return whether records are passed along a chain without a copy."""
        return self._get_flag("pipeline.object-reuse", False)

    def get_global_job_parameters(self) -> dict[str, str]:
        """Return the parameters that every function can read."""
        return dict(self._global_job_parameters)

    @validate_arguments
    def set_global_job_parameters(
        self, global_job_parameters_dict: dict[str, Any]
    ) -> ExecutionConfig:
        """Set the parameters that every function can read; values become text."""
        self._global_job_parameters = {
            key: str(value) for key, value in global_job_parameters_dict.items()
        }
        return self

    def get_default_kryo_serializer_classes(self) -> dict[str, str]:
        """Return an empty dict: there is no Kryo in Python."""
        return {}

    def get_registered_kryo_types(self) -> list[str]:
        """Return an empty list: there is no Kryo in Python."""
        return []

    def get_registered_pojo_types(self) -> list[str]:
        """Return an empty list: there are no POJOs in Python."""
        return []

    def is_use_snapshot_compression(self) -> bool:
        """Return whether snapshots are compressed."""
        return self._get_flag("execution.checkpointing.snapshot-compression", False)

    @validate_arguments
    def set_use_snapshot_compression(self, use_snapshot_compression: bool) -> ExecutionConfig:
        """Set snapshot compression; no effect in the simulator."""
        return self._set("execution.checkpointing.snapshot-compression", use_snapshot_compression)

    def _set(self, key: str, value: Any) -> ExecutionConfig:
        self._configuration.add_all(Configuration.from_dict({key: value}))
        return self

    def _get_flag(self, key: str, default: bool) -> bool:
        return self._configuration.get_boolean(key, default)

    def _get_text(self, key: str, default: str) -> str:
        return self._configuration.get_string(key, default)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ExecutionConfig):
            return NotImplemented
        return (
            self._configuration == other._configuration
            and self._global_job_parameters == other._global_job_parameters
        )

    def __hash__(self) -> int:
        return hash(self._configuration)


def check_parallelism(parallelism: Any, method: str) -> None:
    """Check *parallelism*, an argument of *method*, and raise Flink's error if it is invalid."""
    if isinstance(parallelism, bool) or not isinstance(parallelism, int):
        raise Py4JTypeMismatchError(
            f"{method}(parallelism): expected a whole number, found {parallelism!r} "
            f"({type(parallelism).__name__})"
        )
    if parallelism < 1 and parallelism != ExecutionConfig.PARALLELISM_DEFAULT:
        raise JavaIllegalArgumentError(
            "Parallelism must be at least one, or ExecutionConfig.PARALLELISM_DEFAULT (use system "
            f"default). {method}(parallelism) was given {parallelism}: an operator needs at least one "
            "subtask to run its function."
        )


def check_max_parallelism(max_parallelism: Any, method: str) -> None:
    """Check *max_parallelism*, an argument of *method*; raise Flink's error if it is invalid."""
    if isinstance(max_parallelism, bool) or not isinstance(max_parallelism, int):
        raise Py4JTypeMismatchError(
            f"{method}(max_parallelism): expected a whole number, found {max_parallelism!r} "
            f"({type(max_parallelism).__name__})"
        )
    if not 0 < max_parallelism <= UPPER_BOUND_MAX_PARALLELISM:
        raise JavaIllegalArgumentError(
            "maxParallelism is out of bounds 0 < maxParallelism <= "
            f"{UPPER_BOUND_MAX_PARALLELISM}. Found: {max_parallelism}. "
            f"{method}(max_parallelism) sets the number of key groups."
        )


def _check_not_negative(interval: Any, setting: str) -> None:
    if isinstance(interval, bool) or not isinstance(interval, int):
        raise Py4JTypeMismatchError(
            f"{setting}: expected a whole number of milliseconds, found {interval!r}"
        )
    if interval < 0:
        raise JavaIllegalArgumentError(f"{setting} must not be negative. Found: {interval}.")
