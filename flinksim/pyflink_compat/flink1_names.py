"""Names of PyFlink 1.x that Flink 2 has no more, and what they mean today.

A program that uses one is one for Flink 1.x. It runs with the same meaning, and each name gets a note.
The names are put into the modules and classes of flinksim while such a program runs.
"""

from __future__ import annotations

import ast
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from flinksim.common.configuration import Configuration
from flinksim.common.restart_strategy import RestartStrategies
from flinksim.core.flink_version import use_flink_version
from flinksim.core.python_source import parse_python_file
from flinksim.datastream.checkpoint_config import CheckpointConfig
from flinksim.datastream.externalized_checkpoint_retention import ExternalizedCheckpointRetention
from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment


class TimeCharacteristic(Enum):
    """The time of a whole job in Flink 1.x; since Flink 1.12 windows choose it."""

    ProcessingTime = 0
    IngestionTime = 1
    EventTime = 2


class _StateBackendOfFlink1:
    """A state backend of Flink 1.x; where state is kept changes no result here."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.arguments = arguments


def _set_time_characteristic(env: Any, characteristic: TimeCharacteristic) -> Any:
    return env


def _get_time_characteristic(env: Any) -> TimeCharacteristic:
    return TimeCharacteristic.EventTime


def _set_restart_strategy(env: Any, restart_strategy: Any) -> Any:
    configuration = Configuration()
    for name, value in _list_restart_options(restart_strategy).items():
        configuration.set_string(f"restart-strategy.{name}", value)
    env.configure(configuration)
    return env


def _list_restart_options(strategy: Any) -> dict[str, str]:
    """Return the options that mean the same as a restart strategy of Flink 1.x."""
    match strategy:
        case RestartStrategies.FixedDelayRestartStrategyConfiguration():
            return {
                "type": "fixed-delay",
                "fixed-delay.attempts": str(strategy.get_restart_attempts()),
                "fixed-delay.delay": _to_ms(strategy.get_delay_between_attempts_interval()),
            }
        case RestartStrategies.FailureRateRestartStrategyConfiguration():
            return {
                "type": "failure-rate",
                "failure-rate.max-failures-per-interval": str(strategy.get_max_failure_rate()),
                "failure-rate.failure-rate-interval": _to_ms(strategy.get_failure_interval()),
                "failure-rate.delay": _to_ms(strategy.get_delay_between_attempts_interval()),
            }
        case RestartStrategies.NoRestartStrategyConfiguration():
            return {"type": "none"}
    return {}


def _to_ms(interval: timedelta) -> str:
    return f"{interval // timedelta(milliseconds=1)} ms"


def _set_state_backend(env: Any, state_backend: Any) -> Any:
    return env


def _set_externalized_checkpoints(config: Any, cleanup_mode: Any) -> Any:
    config.set_externalized_checkpoint_retention(cleanup_mode)
    return config


def _return_unchanged(config: Any, *arguments: Any) -> Any:
    return config


@dataclass(frozen=True, slots=True)
class OldName:
    """A name of Flink 1.x: where it is, its value today, when it went, and what replaces it."""

    owner: str
    name: str
    value: Any
    removed_in: str
    replacement: str

    def get_value(self) -> Any:
        """Return the value; a text is the place of a class that has moved."""
        return pkgutil.resolve_name(self.value) if isinstance(self.value, str) else self.value

    def format_note(self) -> str:
        """Format when the name went, and what replaces it."""
        return f"{self.name}: gone since {self.removed_in}; {self.replacement}"


_ENV = StreamExecutionEnvironment
_JSON = "flinksim.datastream.formats.json"
_CSV = "flinksim.datastream.formats.csv"
_MOVED = {
    "JsonRowDeserializationSchema": _JSON,
    "JsonRowSerializationSchema": _JSON,
    "CsvRowDeserializationSchema": _CSV,
    "CsvRowSerializationSchema": _CSV,
    "AvroRowDeserializationSchema": "flinksim.datastream.formats.avro",
    "AvroRowSerializationSchema": "flinksim.datastream.formats.avro",
}

OLD_NAMES: tuple[OldName, ...] = (
    OldName("flinksim.datastream", "TimeCharacteristic", TimeCharacteristic, "Flink 2.0",
            "windows choose event time or processing time"),
    OldName("flinksim.datastream.time_characteristic", "TimeCharacteristic", TimeCharacteristic,
            "Flink 2.0", "windows choose event time or processing time"),
    OldName("flinksim.datastream", "ExternalizedCheckpointCleanup", ExternalizedCheckpointRetention,
            "Flink 2.0", "use ExternalizedCheckpointRetention"),
    OldName("flinksim.datastream.checkpoint_config", "ExternalizedCheckpointCleanup",
            ExternalizedCheckpointRetention, "Flink 2.0", "use ExternalizedCheckpointRetention"),
    *(OldName(owner, name, _StateBackendOfFlink1, "Flink 2.0", "set the option state.backend.type")
      for owner in ("flinksim.datastream", "flinksim.datastream.state_backend")
      for name in ("FsStateBackend", "MemoryStateBackend", "RocksDBStateBackend")),
    *(OldName("flinksim.common.serialization", name, f"{place}:{name}", "Flink 1.16",
              f"import it from {place.replace('flinksim', 'pyflink')}")
      for name, place in _MOVED.items()),
    *(OldName(owner, "SimpleStringEncoder", "flinksim.common.serialization:Encoder", "Flink 1.14",
              "use Encoder.simple_string_encoder()")
      for owner in ("flinksim.common", "flinksim.common.serialization")),
)  # fmt: skip
"""Names in modules."""

OLD_METHODS: tuple[tuple[type, str, Callable[..., Any], str, str], ...] = (
    (_ENV, "set_stream_time_characteristic", _set_time_characteristic, "Flink 2.0",
     "windows choose event time or processing time"),
    (_ENV, "get_stream_time_characteristic", _get_time_characteristic, "Flink 2.0",
     "windows choose event time or processing time"),
    (_ENV, "set_restart_strategy", _set_restart_strategy, "Flink 2.0",
     "set the options restart-strategy.*"),
    (_ENV, "set_state_backend", _set_state_backend, "Flink 2.0",
     "set the option state.backend.type"),
    (CheckpointConfig, "enable_externalized_checkpoints", _set_externalized_checkpoints,
     "Flink 2.0", "use set_externalized_checkpoint_retention"),
    (CheckpointConfig, "set_externalized_checkpoint_cleanup", _set_externalized_checkpoints,
     "Flink 2.0", "use set_externalized_checkpoint_retention"),
    (CheckpointConfig, "set_fail_on_checkpointing_errors", _return_unchanged, "Flink 2.0",
     "use set_tolerable_checkpoint_failure_number"),
    (CheckpointConfig, "set_checkpoint_storage", _return_unchanged, "Flink 2.0",
     "set the option execution.checkpointing.storage"),
    (CheckpointConfig, "set_checkpoint_storage_dir", _return_unchanged, "Flink 2.0",
     "set the option execution.checkpointing.dir"),
)  # fmt: skip
"""Methods by class."""

_TODAY = frozenset(("Avro", "Csv", "ExecutionEnvironment", "FileSystem", "Json", "Kafka", "Schema"))
"""Old names that are also names of today, or of a module with a note of its own."""

_CLASSES_WITHOUT_JAVA = {
    "FlinkKafkaConsumer": ("Flink 2.0", "use KafkaSource.builder()"),
    "FlinkKafkaProducer": ("Flink 2.0", "use KafkaSink.builder()"),
}
"""Classes that PyFlink 2.3 has, but that have no Java class behind them: an import works, a call fails."""


_TABLE_NAMES = "flinksim.table.flink1.old_table_names"
_COMMON_NAMES = frozenset(("connect", "create", "execute", "explain", "insert_into", "scan"))
"""Methods of table environments that other classes have today; the owner must be one of them."""
_TEXT_METHODS = frozenset(
    ("select", "group_by", "filter", "where", "order_by", "partition_by", "over")
)
"""Methods that took expressions as text."""
_TEXT_NOTE = "expressions as text: gone since Flink 1.16; use expressions such as col('a')"
_OPTION_NOTE = "the option connector.type: gone since Flink 1.14; use the option connector"


def _has_table_imports(program: Path) -> bool:
    """Return whether a program uses the Table API, whose names need more imports."""
    try:
        text = program.read_bytes()
    except OSError:
        return False
    return b"pyflink.table" in text or b"pyflink.dataset" in text


def _list_old(
    programs: Iterable[Path],
) -> tuple[list[OldName], list[tuple[type, str, Any, str, str]]]:
    """List the old names and methods that matter to the files of a program."""
    names, methods = list(OLD_NAMES), list(OLD_METHODS)
    if any(_has_table_imports(program) for program in programs):
        tables = import_module(_TABLE_NAMES)
        names += tables.OLD_NAMES
        methods += tables.OLD_METHODS
    return names, methods


def list_notes() -> dict[str, str]:
    """Return a note for each name of Flink 1.x that a module has no more."""
    names = [*OLD_NAMES, *import_module(_TABLE_NAMES).OLD_NAMES]
    return {old.name: old.format_note() for old in names}


def _list_environments(tree: ast.AST) -> set[str]:
    """List the variables that have table environments."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=function)) if (
                "TableEnvironment.create" in ast.unparse(function)
            ):
                found.add(name)
    return found


def _list_table_configs(tree: ast.AST) -> set[str]:
    """List the variables that have a ``TableConfig`` which the program makes itself."""
    return {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and ast.unparse(node.value) == "TableConfig()"
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def find_flink_1_names(
    program: Path, skipped: frozenset[int] = frozenset()
) -> list[tuple[int, str]]:
    """Find names of Flink 1.x in a program, except in the lines *skipped*.

    Returns:
        The line of the first use, and a note, of each.
    """
    old_names, old_methods = _list_old([program])
    notes = {
        old.name: old.format_note()
        for old in old_names
        if old.name not in _MOVED and old.name not in _TODAY
    }
    calls = {
        name: f"{name}: gone since {removed_in}; {replacement}"
        for name, (removed_in, replacement) in _CLASSES_WITHOUT_JAVA.items()
    }
    methods = {
        name: f"{name}(): gone since {removed_in}; {replacement}"
        for owner, name, _, removed_in, replacement in old_methods
        if not hasattr(owner, name) or name in _COMMON_NAMES
    }
    moved = {old.name: old.format_note() for old in old_names if old.name in _MOVED}
    found: dict[str, int] = {}
    tree = parse_python_file(program)
    if tree is None:
        return []
    environments = _list_environments(tree)
    table_configs = _list_table_configs(tree)
    uses_tables = _has_table_imports(program)
    for node in ast.walk(tree):
        if getattr(node, "lineno", 0) in skipped:
            continue
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in calls:
                found.setdefault(calls[name], node.lineno)
            case ast.ImportFrom(module="pyflink.table.descriptors" | "pyflink.dataset" as module):
                found.setdefault(f"{module}: gone in Flink 2; declare tables in SQL", node.lineno)
            case ast.Call(func=ast.Attribute(attr=name), args=[ast.Constant(value=str()), *_]) if (
                uses_tables and name in _TEXT_METHODS
            ):
                found.setdefault(_TEXT_NOTE, node.func.end_lineno or node.lineno)
            case ast.Constant(value=str(text)) if uses_tables and "connector.type" in text:
                found.setdefault(_OPTION_NOTE, node.lineno)
            case ast.Call(func=ast.Attribute(attr="create"), args=[_, ast.Name(id=name), *_]) if (
                name in table_configs and "create" in methods
            ):
                found.setdefault(methods["create"], node.lineno)
            case ast.Attribute(value=owner, attr=name) if name in _COMMON_NAMES and name in methods:
                is_old = isinstance(owner, ast.Name) and owner.id in environments
                if is_old and name not in ("create",):
                    found.setdefault(methods[name], node.end_lineno or node.lineno)
            case ast.ImportFrom(module=str(module), names=names) if module.startswith("pyflink"):
                is_old_place = module == "pyflink.common.serialization"
                for alias in names:
                    note = notes.get(alias.name) or (
                        moved.get(alias.name) if is_old_place else None
                    )
                    if note:
                        found.setdefault(note, node.lineno)
            case ast.Attribute(attr=name) if name in methods:  # the line of the name in a chain
                found.setdefault(methods[name], node.end_lineno or node.lineno)
    return sorted((line, note) for note, line in found.items())


@contextmanager
def allow_flink_1_names(version: str, programs: Iterable[Path]) -> Iterator[None]:
    """Accept the names of Flink 1.x that matter to the files *programs* in the block."""
    names, methods = _list_old(programs)
    with ExitStack() as stack:
        stack.enter_context(use_flink_version(version))
        for old in names:
            _add(stack, _get_module(stack, old.owner), old.name, old.get_value())
        for owner, name, function, _, _ in methods:
            _add(stack, owner, name, function)
        yield


def _get_module(stack: ExitStack, name: str) -> ModuleType:
    """Return the module *name*; one that flinksim does not have exists until *stack* closes."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        module = sys.modules[name] = ModuleType(name)
        module.__spec__ = ModuleSpec(name, None)
        stack.callback(sys.modules.pop, name, None)
        return module


def _add(stack: ExitStack, owner: Any, name: str, value: Any) -> None:
    """Add an attribute to a module or class, or replace a method of today, until *stack* closes."""
    if name not in vars(owner):
        setattr(owner, name, value)
        stack.callback(delattr, owner, name)
        exported = vars(owner).get("__all__")
        if isinstance(exported, list):  # for "from pyflink.table import *"
            exported.append(name)
            stack.callback(exported.remove, name)
    elif name in _COMMON_NAMES:
        stack.callback(setattr, owner, name, vars(owner)[name])
        setattr(owner, name, value)
