"""The execution environment, in which a program is declared, configured and executed.

Flink: ``org.apache.flink.streaming.api.environment.StreamExecutionEnvironment``.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import replace
from typing import Any
from warnings import warn

from flinksim.common.configuration import Configuration
from flinksim.common.execution_config import ExecutionConfig, check_max_parallelism
from flinksim.common.io import InputFormat
from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.serialization import check_charset
from flinksim.common.typeinfo import TypeInformation, Types
from flinksim.common.typeutils.conversion import build_collection_converter, build_converter
from flinksim.common.watermark_strategy import WatermarkStrategy
from flinksim.connectors.collection_sources import CollectionSource, NumberSequenceSource
from flinksim.connectors.source import Source
from flinksim.core.pyflink_errors import (
    JavaIllegalArgumentError,
    JavaRuntimeError,
    JavaTypeMismatchError,
    Py4JTypeMismatchError,
    PythonTypeMismatchError,
    raise_or_warn,
)
from flinksim.core.removed_api import RemovedMethodsMixin
from flinksim.core.source_locations import find_user_location
from flinksim.core.validation import validate_arguments
from flinksim.datastream.api_flavor import get_api_flavor
from flinksim.datastream.argument_checks import (
    check_instance,
    check_text,
    check_whole_number,
    describe_value,
)
from flinksim.datastream.checkpoint_config import CheckpointConfig
from flinksim.datastream.checkpointing_mode import CheckpointingMode
from flinksim.datastream.data_stream import DataStream, as_type_info
from flinksim.datastream.execution_mode import RuntimeExecutionMode
from flinksim.datastream.external_configuration import merge_external_configuration
from flinksim.datastream.functions import SourceFunction
from flinksim.datastream.pipeline_executor import Pipeline, apply_transform, get_executor
from flinksim.datastream.slot_sharing_group import SlotSharingGroup
from flinksim.datastream.transformations import (
    OperatorSpec,
    ReduceSpec,
    SinkSpec,
    SourceSpec,
    Transformation,
    VirtualSpec,
)

__all__ = ["StreamExecutionEnvironment"]

DEFAULT_JOB_NAME = "Flink Streaming Job"

_LOCAL_PARALLELISM: ContextVar[int | None] = ContextVar("flinksim_local_parallelism", default=None)
"""The default parallelism of new environments. Flink: a static field of this class."""


class StreamExecutionEnvironment(RemovedMethodsMixin):
    """Creates streams, holds settings and executes the program.

    All state belongs to the object. Transformations get ids from 1 in creation order. After
    ``execute`` the environment has no operators, but keeps its settings and continues the ids.

    Differs: the default parallelism is 1 on every machine (Flink's local environment takes the number
    of cores); the job has ended when ``execute_async`` returns.

    >>> env = StreamExecutionEnvironment.get_execution_environment()
    >>> env.get_parallelism()
    1
    """

    @validate_arguments
    def __init__(self, configuration: Configuration | None = None) -> None:
        self._configuration = Configuration(configuration)
        self._config = ExecutionConfig(self._configuration)
        self._checkpoint_config = CheckpointConfig(self._configuration)
        self._checkpoint_config.check_options()
        self._transformations: list[Transformation] = []
        self._next_id = 1
        self._slot_sharing_groups: dict[str, SlotSharingGroup] = {}
        self._cached_files: dict[str, str] = {}
        local = _LOCAL_PARALLELISM.get()
        if local is not None and not self._configuration.contains_key("parallelism.default"):
            self._config.set_parallelism(local)

    @staticmethod
    def get_execution_environment(
        configuration: Configuration | None = None,
    ) -> StreamExecutionEnvironment:
        """Create an environment with these options."""
        if configuration is not None:
            check_instance(
                configuration, Configuration, "get_execution_environment", "configuration",
                "A Configuration is required",
            )  # fmt: skip
        return StreamExecutionEnvironment(merge_external_configuration(configuration))

    # --- settings ---------------------------------------------------------------------------------

    @property
    def _j_stream_execution_environment(self) -> Any:
        # Tests written for PyFlink use it. JavaEnvironment documents what they may do with it.
        return pkgutil.resolve_name("flinksim.pyflink_compat.java_object_stubs:JavaEnvironment")(
            self
        )

    @property
    def configuration(self) -> Configuration:
        """The current options. Not in PyFlink (Java: ``getConfiguration``)."""
        return self._configuration

    def get_config(self) -> ExecutionConfig:
        """Return the execution settings; changes to it take effect."""
        return self._config

    def configure(self, configuration: Configuration) -> None:
        """Set the options of *configuration*."""
        check_instance(
            configuration, Configuration, "configure", "configuration",
            "A Configuration is required", pyflink_error=PythonTypeMismatchError,
        )  # fmt: skip
        self._configuration.add_all(configuration)
        self._checkpoint_config.check_options()

    def set_parallelism(self, parallelism: int) -> StreamExecutionEnvironment:
        """Set the default parallelism of operators that are added later."""
        self._config.set_parallelism(parallelism)
        return self

    def get_parallelism(self) -> int:
        """Return the default parallelism."""
        return self._config.get_parallelism()

    def set_max_parallelism(self, max_parallelism: int) -> StreamExecutionEnvironment:
        """Set the default number of key groups of operators."""
        check_max_parallelism(max_parallelism, "set_max_parallelism")
        self._config.set_max_parallelism(max_parallelism)
        return self

    def get_max_parallelism(self) -> int:
        """Return the default number of key groups, or -1 if unset."""
        return self._config.get_max_parallelism()

    def register_slot_sharing_group(
        self, slot_sharing_group: SlotSharingGroup
    ) -> StreamExecutionEnvironment:
        """Declare the resources of a group's slots."""
        check_instance(
            slot_sharing_group,
            SlotSharingGroup,
            "register_slot_sharing_group",
            "slot_sharing_group",
            "A SlotSharingGroup is required",
            pyflink_error=PythonTypeMismatchError,
        )
        self._slot_sharing_groups[slot_sharing_group.get_name()] = slot_sharing_group
        return self

    def set_runtime_mode(self, execution_mode: RuntimeExecutionMode) -> StreamExecutionEnvironment:
        """Set the execution mode: streaming, batch, or automatic by the sources."""
        check_instance(
            execution_mode, RuntimeExecutionMode, "set_runtime_mode", "execution_mode",
            "A RuntimeExecutionMode is required", pyflink_error=PythonTypeMismatchError,
        )  # fmt: skip
        self._configuration.set_string("execution.runtime-mode", execution_mode.name)
        return self

    def set_buffer_timeout(self, timeout_millis: int) -> StreamExecutionEnvironment:
        """Set the flush interval of outputs in ms: 0 after every record, -1 only full buffers."""
        check_whole_number(timeout_millis, "set_buffer_timeout", "timeout_millis")
        if timeout_millis < -1:
            raise JavaIllegalArgumentError(
                "Timeout of buffer must be non-negative or -1. "
                f"set_buffer_timeout(timeout_millis) was given {timeout_millis}."
            )
        self._configuration.set_boolean("execution.buffer-timeout.enabled", timeout_millis >= 0)
        if timeout_millis >= 0:
            self._configuration.set_integer("execution.buffer-timeout.interval", timeout_millis)
        return self

    def get_buffer_timeout(self) -> int:
        """Return the buffer timeout in ms, by default 100."""
        if not self._configuration.get_boolean("execution.buffer-timeout.enabled", True):
            return -1
        older = self._configuration.get_duration_ms("execution.buffer-timeout", 100)
        return self._configuration.get_duration_ms("execution.buffer-timeout.interval", older)

    def disable_operator_chaining(self) -> StreamExecutionEnvironment:
        """Run every operator in a task of its own."""
        self._configuration.set_boolean("pipeline.operator-chaining.enabled", False)
        return self

    def is_chaining_enabled(self) -> bool:
        """Return whether operators may be chained."""
        old = self._configuration.get_boolean("pipeline.operator-chaining", True)
        return self._configuration.get_boolean("pipeline.operator-chaining.enabled", old)

    def is_chaining_of_operators_with_different_max_parallelism_enabled(self) -> bool:
        """Return whether operators with different numbers of key groups may be chained."""
        return self._configuration.get_boolean(
            "pipeline.operator-chaining.chain-operators-with-different-max-parallelism", True
        )

    def get_checkpoint_config(self) -> CheckpointConfig:
        """Return the checkpoint settings; changes to it take effect."""
        return self._checkpoint_config

    def enable_checkpointing(
        self, interval: int, mode: CheckpointingMode | None = None
    ) -> StreamExecutionEnvironment:
        """Take a checkpoint every *interval* ms while all tasks run."""
        self._checkpoint_config.set_checkpoint_interval(interval)
        self._checkpoint_config.set_checkpointing_mode(
            CheckpointingMode.EXACTLY_ONCE if mode is None else mode
        )
        return self

    def get_checkpoint_interval(self) -> int:
        """Return the interval in ms, or -1 if checkpoints are off."""
        return self._checkpoint_config.get_checkpoint_interval()

    def get_checkpointing_mode(self) -> CheckpointingMode:
        """Return the guarantee of checkpoints."""
        return self._checkpoint_config.get_checkpointing_mode()

    def get_checkpointing_consistency_mode(self) -> CheckpointingMode:
        """Return the guarantee of checkpoints."""
        return self._checkpoint_config.get_checkpointing_mode()

    def is_unaligned_checkpoints_enabled(self) -> bool:
        """Return whether barriers may overtake records."""
        return self._checkpoint_config.is_unaligned_checkpoints_enabled()

    def is_force_unaligned_checkpoints(self) -> bool:
        """Return whether unaligned checkpoints are forced."""
        return self._checkpoint_config.is_force_unaligned_checkpoints()

    def enable_changelog_state_backend(self, enabled: bool) -> StreamExecutionEnvironment:
        """Set the option, which has no effect in the simulator."""
        check_instance(
            enabled, bool, "enable_changelog_state_backend", "enabled", "True or False",
            pyflink_error=Py4JTypeMismatchError,
        )  # fmt: skip
        self._configuration.set_boolean("state.changelog.enabled", enabled)
        return self

    def is_changelog_state_backend_enabled(self) -> bool | None:
        """Return whether the changelog backend is enabled, or ``None`` if unset."""
        if not self._configuration.contains_key("state.changelog.enabled"):
            return None
        return self._configuration.get_boolean("state.changelog.enabled", False)

    def set_default_savepoint_directory(self, directory: str) -> StreamExecutionEnvironment:
        """Set the directory of savepoints."""
        check_text(directory, "set_default_savepoint_directory", "directory")
        self._configuration.set_string("execution.checkpointing.savepoint-dir", directory)
        return self

    def get_default_savepoint_directory(self) -> str | None:
        """Return the directory of savepoints, or ``None`` if unset."""
        return self._configuration.get_string("execution.checkpointing.savepoint-dir", "") or None

    def get_default_local_parallelism(self) -> int:
        """Return the parallelism of local environments, by default 1."""
        return _LOCAL_PARALLELISM.get() or 1

    def set_default_local_parallelism(self, parallelism: int) -> None:
        """Set the parallelism with which environments start that are created from now on.

        It applies to the whole program, as in Flink, and not to this environment.
        """
        check_whole_number(parallelism, "set_default_local_parallelism", "parallelism")
        _LOCAL_PARALLELISM.set(parallelism)

    # --- settings for a cluster -----------------------------------------------------------------------

    def add_python_file(self, file_path: str) -> None:
        """Let functions import a module, package or zip file while the job runs."""
        self._append_option("python.files", file_path)

    def set_python_requirements(
        self, requirements_file_path: str, requirements_cache_dir: str | None = None
    ) -> None:
        """Set the option, which has no effect: functions run in this process."""
        self._configuration.set_string("python.requirements", requirements_file_path)

    @validate_arguments
    def add_python_archive(self, archive_path: str, target_dir: str | None = None) -> None:
        """Extract an archive into the folder *target_dir* while the job runs.

        Differs: the working directory of this process is another one while the job runs.
        """
        text = archive_path if target_dir is None else f"{archive_path}#{target_dir}"
        self._append_option("python.archives", text)

    def _append_option(self, key: str, text: str) -> None:
        before = self._configuration.get_string(key, "")
        self._configuration.set_string(key, f"{before},{text}" if before else text)

    def set_python_executable(self, python_exec: str) -> None:
        """Set the variable ``python`` of functions, which still run in this process."""
        self._configuration.set_string("python.executable", python_exec)

    @validate_arguments
    def add_jars(self, *jars_path: str) -> None:
        """Set the option, which has no effect: there is no Java."""
        self._configuration.set_string("pipeline.jars", ";".join(jars_path))

    @validate_arguments
    def add_classpaths(self, *classpaths: str) -> None:
        """Set the option, which has no effect: there is no Java."""
        self._configuration.set_string("pipeline.classpaths", ";".join(classpaths))

    @validate_arguments
    def register_cached_file(self, file_path: str, name: str, executable: bool = False) -> None:
        """Register a file, which has no effect: functions read the file itself."""
        self._cached_files[name] = file_path

    def close(self) -> None:
        """Do nothing, as there is nothing to release."""

    # --- sources ----------------------------------------------------------------------------------

    def from_collection(
        self, collection: Iterable[Any], type_info: TypeInformation | None = None
    ) -> DataStream:
        """Emit the values of *collection*, in order, from one subtask."""
        type_ = as_type_info(type_info, "from_collection", "type_info")
        if isinstance(collection, (str, bytes)) or not isinstance(collection, Iterable):
            error = TypeError(
                "from_collection(collection): expected a list of values, found "
                f"{describe_value(collection)}."
            )
            if not isinstance(collection, Iterable):
                raise error
            raise_or_warn(error)
        flavor = get_api_flavor(self._configuration)
        values = _convert_collection(collection, type_)
        problem = flavor.on_collection(values, type_)
        spec = SourceSpec(CollectionSource(values, problem), None, legacy=True)
        stream = self._add_source("Collection Source", spec, type_, parallel=False)
        return stream.force_non_parallel() if flavor.uses_python_operators else stream

    def from_data(self, *values: Any, type_info: TypeInformation | None = None) -> DataStream:
        """Emit the values in order from one subtask, with the new Source API. Not in PyFlink."""
        type_ = as_type_info(type_info, "from_data", "type_info")
        convert = build_converter(type_)
        items = values if convert is None else [convert(value) for value in values]
        spec = SourceSpec(CollectionSource(items), WatermarkStrategy.for_monotonous_timestamps())
        stream = self._add_source("Collection Source", spec, type_, parallel=True)
        return stream.set_parallelism(1)

    @validate_arguments
    def from_sequence(self, start: int, end: int) -> DataStream:
        """Emit the integers from *start* to *end*, both included. Not in PyFlink."""
        source = NumberSequenceSource(start, end)
        return self.from_source(
            source, WatermarkStrategy.no_watermarks(), "Sequence Source", Types.LONG()
        )

    def from_source(
        self,
        source: Any,
        watermark_strategy: WatermarkStrategy,
        source_name: str,
        type_info: TypeInformation | None = None,
    ) -> DataStream:
        """Emit the values of *source*, with watermarks per split."""
        check_instance(
            watermark_strategy, WatermarkStrategy, "from_source", "watermark_strategy",
            "A WatermarkStrategy is required. To create no watermarks, use "
"WatermarkStrategy.no_watermarks()",
        )  # fmt: skip
        check_text(source_name, "from_source", "source_name")
        type_ = as_type_info(type_info, "from_source", "type_info")
        flavor = get_api_flavor(self._configuration)
        if (
            type_ is None
            and flavor.uses_python_operators
            and getattr(source, "needs_type_info", False)
        ):
            raise JavaRuntimeError(
                f"The return type of function {source_name!r} could not be determined automatically, due "
                "to type erasure. Give from_source(source, watermark_strategy, source_name, type_info) "
                "the type, such as Types.STRING()."
            )
        watermark_strategy = watermark_strategy.resolve_timestamp_assigner(
            not flavor.derived_strategies_lose_assigners
        )
        watermark_strategy = self._drop_ignored_assigner(watermark_strategy)
        spec = SourceSpec(_as_source(source, "from_source"), watermark_strategy)
        return self._add_source(
            source_name, spec, type_ or spec.source.produced_type, parallel=True
        )

    def _drop_ignored_assigner(self, strategy: WatermarkStrategy) -> WatermarkStrategy:
        if not get_api_flavor(self._configuration).sources_ignore_timestamp_assigners:
            return strategy
        bare = strategy.without_timestamp_assigner()
        if bare is not strategy:
            warn(
                "from_source(watermark_strategy): as in PyFlink, its timestamp "
                "assigner is ignored. Call assign_timestamps_and_watermarks(...) "
                "on the stream instead",
                stacklevel=3,
            )
        return bare

    def add_source(
        self,
        source_func: Any,
        source_name: str = "Custom Source",
        type_info: TypeInformation | None = None,
    ) -> DataStream:
        """Emit the values of a legacy source.

        A source with ``parallel = False`` (the default of ``SourceFunction``) runs in one subtask.
        A user function has ``run(ctx)`` and ``cancel()``; see ``SourceFunction``.
        """
        check_text(source_name, "add_source", "source_name")
        type_ = as_type_info(type_info, "add_source", "type_info")
        if hasattr(source_func, "run"):
            source: Source = self._create_function_source(source_func)
        else:
            source = _as_source(source_func, "add_source")
        parallel = bool(getattr(source_func, "parallel", getattr(source, "parallel", False)))
        spec = SourceSpec(source, None, legacy=True)
        return self._add_source(source_name, spec, type_ or source.produced_type, parallel)

    def _create_function_source(self, function: Any) -> Source:
        from flinksim.connectors.source_function import SourceFunctionSource

        name = type(function).__name__
        if get_api_flavor(self._configuration).uses_python_operators:
            raise TypeError(
                f"add_source(source_func): {name} has a run() method in Python, "
                "but PyFlink's SourceFunction refers to a Java class, and source "
                "functions cannot be written in Python. Use the Java dialect, "
                "from_source or from_collection."
            )
        for method in ("run", "cancel"):
            if not callable(getattr(function, method, None)):
                raise TypeError(
                    f"add_source(source_func): {name} does not have the method {method}()"
                )
        return SourceFunctionSource(function, bool(getattr(function, "parallel", False)))

    def socket_text_stream(
        self, hostname: str, port: int, delimiter: str = "\n", max_retry: int = 0
    ) -> DataStream:
        """Emit the lines that a server at *hostname* and *port* sends. Not in PyFlink.

        Args:
            hostname: The host of the server.
            port: The port of the server.
            delimiter: The end of a line.
            max_retry: How often to reconnect after a lost connection: 0 never, -1 always.
        """
        from flinksim.connectors.socket_source import SocketTextSource

        check_text(hostname, "socket_text_stream", "hostname")
        check_whole_number(port, "socket_text_stream", "port")
        check_text(delimiter, "socket_text_stream", "delimiter")
        check_whole_number(max_retry, "socket_text_stream", "max_retry")
        if not 0 < port < 65536:
            raise ValueError(
                f"socket_text_stream(port): port is out of range, expected 1 to 65535, found {port}."
            )
        source = SocketTextSource(hostname, port, delimiter, max_retry)
        spec = SourceSpec(source, None, legacy=True)
        return self._add_source("Socket Stream", spec, Types.STRING(), parallel=False)

    @validate_arguments
    def read_text_file(self, file_path: str, charset_name: str = "UTF-8") -> DataStream:
        """Emit the lines of a file. Not in PyFlink 2."""
        from flinksim.connectors.text_files import TextLinesSource

        check_charset(charset_name, "read_text_file(charset_name)")
        spec = SourceSpec(TextLinesSource(file_path, charset_name), None, legacy=True)
        return self._add_source("Custom File Source", spec, Types.STRING(), parallel=False)

    @validate_arguments
    def create_input(
        self, input_format: InputFormat, type_info: TypeInformation | None = None
    ) -> DataStream:
        """Emit the records of files, such as those of an ``AvroInputFormat``.

        Differs: Flink lists the files in an operator before the one that reads them.
        """
        source = input_format.create_source()
        spec = SourceSpec(source, None, legacy=True)
        produced_type = type_info or source.produced_type
        return self._add_source("Custom File source", spec, produced_type, parallel=True)

    def _add_source(
        self, name: str, spec: SourceSpec, type_info: TypeInformation | None, parallel: bool
    ) -> DataStream:
        transformation = self.add_transformation(name, spec, (), type_info)
        if not parallel:
            transformation.parallelism = 1
            transformation.is_parallelism_configured = True
            transformation.extra["non_parallel"] = True
        return DataStream(self, transformation)

    # --- execution --------------------------------------------------------------------------------

    def execute(self, job_name: str | None = None) -> JobExecutionResult:
        """Run the program to its end.

        Raises:
            RuntimeError: If it has no operators.

        A failure of the job is raised unchanged.
        """
        result: JobExecutionResult = self._submit(job_name).get_job_execution_result().result()
        return result

    def execute_async(self, job_name: str | None = DEFAULT_JOB_NAME) -> JobClient:
        """Run the program; a failure of the job is in the client's future."""
        return self._submit(job_name)

    def _submit(self, job_name: str | None) -> JobClient:
        if job_name is not None:
            check_text(job_name, "execute", "job_name")
        pipeline = apply_transform(self.pipeline(job_name))
        executor = get_executor(self._configuration)
        self.clear_transformations()
        client: JobClient = executor.execute(pipeline)
        return client

    def get_execution_plan(self) -> str:
        """Return the stream graph in Flink's JSON format; the program can still be executed."""
        execution_plan = pkgutil.resolve_name("flinksim.graph.plan_json:build_execution_plan")
        plan: str = execution_plan(self.pipeline())
        return plan

    def pipeline(self, job_name: str | None = None) -> Pipeline:
        """Build the pipeline of the program, for an executor. Not in Flink under this name.

        It contains the operators of the selected API flavor. The program stays in the environment.

        Raises:
            RuntimeError: If there are no operators.
        """
        flavor = get_api_flavor(self._configuration)
        operators = tuple(t for t in self._transformations if flavor.is_operator(t.spec))
        if not operators:
            raise JavaRuntimeError(
                "No operators defined in streaming topology. Cannot execute. Add "
                "operators and a sink to a stream of this environment before "
                "execute(). After execute() the environment is empty."
            )
        config = self._config
        transformations = _collect_reachable(operators)
        for transformation in transformations:
            transformation.check_name()
        runtime_mode = _read_runtime_mode(self._configuration)
        _configure_reductions(transformations, runtime_mode)
        pipeline = Pipeline(
            job_name=job_name or self._configuration.get_string("pipeline.name", DEFAULT_JOB_NAME),
            transformations=transformations,
            operators=operators,
            sinks=tuple(t for t in operators if isinstance(t.spec, SinkSpec)),
            configuration=Configuration(self._configuration),
            next_transformation_id=self._next_id,
            parallelism=config.get_parallelism(),
            max_parallelism=config.get_max_parallelism(),
            chaining_enabled=self.is_chaining_enabled(),
            chaining_with_different_max_parallelism=(
                self.is_chaining_of_operators_with_different_max_parallelism_enabled()
            ),
            buffer_timeout_ms=self.get_buffer_timeout(),
            auto_watermark_interval_ms=config.get_auto_watermark_interval(),
            object_reuse=config.is_object_reuse_enabled(),
            auto_generated_uids=config.has_auto_generated_uids_enabled(),
            runtime_mode=runtime_mode,
            checkpoint_interval_ms=self.get_checkpoint_interval(),
            job_parameters=tuple(sorted(config.get_global_job_parameters().items())),
            slot_sharing_groups=tuple(self._slot_sharing_groups.values()),
        )
        return flavor.transform_pipeline(pipeline)

    def clear_transformations(self) -> None:
        """Remove the program; settings and ids continue. Not in Flink under this name."""
        self._transformations.clear()

    def add_transformation(
        self,
        name: str,
        spec: OperatorSpec | VirtualSpec,
        inputs: tuple[Transformation, ...],
        output_type: TypeInformation | None = None,
    ) -> Transformation:
        """Add a transformation with the next id. Not in Flink under this name."""
        flavor = get_api_flavor(self._configuration)
        name = flavor.get_operator_name(name, spec)
        flavor.on_operator_added(name, spec, output_type)
        transformation = Transformation(
            id=self._next_id,
            name=name,
            spec=spec,
            inputs=inputs,
            output_type=output_type,
            parallelism=self.get_parallelism(),
            declared_at=find_user_location(),
        )
        self._next_id += 1
        self._transformations.append(transformation)
        return transformation


def _collect_reachable(operators: tuple[Transformation, ...]) -> tuple[Transformation, ...]:
    reachable: dict[int, Transformation] = {}
    pending = list(operators)
    while pending:
        transformation = pending.pop()
        if transformation.id not in reachable:
            reachable[transformation.id] = transformation
            pending.extend(transformation.inputs)
    return tuple(reachable[number] for number in sorted(reachable))


def _configure_reductions(
    transformations: tuple[Transformation, ...], mode: RuntimeExecutionMode
) -> None:
    """Let running aggregates emit only their last value in batch mode.

    Raises:
        RuntimeError: If a source is unbounded in batch mode.
    """
    bounded = all(t.spec.source.bounded for t in transformations if isinstance(t.spec, SourceSpec))
    batch = mode is RuntimeExecutionMode.BATCH or (
        mode is RuntimeExecutionMode.AUTOMATIC and bounded
    )
    if batch and not bounded:
        raise JavaRuntimeError(
            "Detected an UNBOUNDED source with the 'execution.runtime-mode' set to 'BATCH'. This "
            "combination is not allowed, please set the 'execution.runtime-mode' to STREAMING or "
            "AUTOMATIC"
        )
    for transformation in transformations:
        if isinstance(transformation.spec, ReduceSpec):
            transformation.spec = replace(transformation.spec, final_only=batch)


def _convert_collection(collection: Iterable[Any], type_: TypeInformation | None) -> list[Any]:
    """Convert the values of *collection* to their declared type."""
    convert = build_collection_converter(type_)
    if convert is None:
        return list(collection)
    try:
        return [convert(value) for value in collection]
    except (AttributeError, TypeError) as error:
        raise JavaTypeMismatchError(f"from_collection(collection): {error}") from error


def _read_runtime_mode(configuration: Configuration) -> RuntimeExecutionMode:
    name = configuration.get_string("execution.runtime-mode", "STREAMING").upper()
    try:
        return RuntimeExecutionMode[name]
    except KeyError:
        known = ", ".join(mode.name for mode in RuntimeExecutionMode)
        raise ValueError(
            f"option 'execution.runtime-mode': expected one of {known}, found {name!r}"
        ) from None


def _as_source(source: Any, method: str) -> Source:
    inner = source.source if isinstance(source, SourceFunction) else source
    if isinstance(inner, Source):
        return inner
    adapter = getattr(inner, "flinksim_source", None)
    if adapter is not None:
        result: Source = adapter()
        return result
    raise PythonTypeMismatchError(
        f"{method}: expected a flinksim Source such as NumberSequenceSource(1, "
        f"10), found {describe_value(inner)}. flinksim.connectors contains "
        "sources. Your own source must inherit from "
        "flinksim.connectors.source.Source."
    )
