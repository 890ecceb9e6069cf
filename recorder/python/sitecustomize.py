"""Records the windows and the calls of functions of PyFlink in its Python worker.

Python imports a module of this name when it starts. The recorder's jar contains this file, and the agent
puts the jar on the ``PYTHONPATH`` of the workers. A worker writes its own file. ``flinksim import`` puts
its lines behind those of the operator in the JVM. The job never fails because of it: after an error,
nothing more is recorded.

This file runs in the environment of the job, so it imports nothing of flinksim. Not in Flink.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from typing import Any

_OPERATIONS = "pyflink.fn_execution.datastream.process.operations"
_MAX_DEPTH = 8
_MAX_RESULTS = 100
_METHODS = (
    "process_element", "process_element1", "process_element2", "process_broadcast_element", "on_timer",
)  # fmt: skip
_ADAPTED = {"map": "_map_func", "flat_map": "_flat_map_func", "filter": "_filter_func",
            "key_by": "_get_key_func"}  # fmt: skip
"""The fields in which PyFlink's adapters keep the functions of the program."""


def read_options() -> dict[str, str]:
    """Return the options of the agent, from its variable or from the JVM options of a local job."""
    text = os.environ.get("FLINKSIM_RECORDER", "")
    if not text:
        found = re.search(
            r"-javaagent:\S*recorder\S*\.jar=(\S+)", os.environ.get("JAVA_TOOL_OPTIONS", "")
        )
        text = found[1] if found else ""
    parts = [part.partition("=") for part in re.split(r",(?=[a-z]+=)", text) if part]
    return {name: value for name, _, value in parts}


class WorkerRecording:
    """The file of this process, opened with its first line."""

    def __init__(self, options: dict[str, str]) -> None:
        import threading

        self.options = options
        values = options.get("values", "on")
        self.max_length = {"on": 200, "off": 0}.get(values) if not values.isdigit() else int(values)
        self.masked = {int(each) for each in options.get("mask", "").split(",") if each}
        self.keys = {each for each in options.get("keys", "").split(",") if each}
        self.is_broken = False
        self._lock = threading.Lock()
        self._file = -1
        self._count = 0
        self._operations = 0

    def begin_operation(self) -> int:
        """Return the number of the next operation of this process."""
        self._operations += 1
        return self._operations - 1

    def reserve_number(self) -> int:
        """Return the number of the next line, which can be written later."""
        with self._lock:
            self._count += 1
            return self._count - 1

    def write(self, operation: int, kind: str, *fields: Any, number: int | None = None) -> None:
        """Write a line, with a reserved *number* or the next one; after an error, write none."""
        import json
        import time

        if self.is_broken:
            return
        try:
            with self._lock:
                if self._file < 0:
                    self._open(json, time)
                if number is None:
                    number = self._count
                    self._count += 1
                row = [number, operation, int(time.time() * 1000), kind, *fields]
                self._append(json.dumps(row, separators=(",", ":")))
        except Exception as error:
            self.fail(error)

    def _open(self, json: Any, time: Any) -> None:
        import socket

        process = f"{os.getpid()}@{socket.gethostname()}"
        name = re.sub("[^A-Za-z0-9.-]", "-", f"python-{process}")
        os.makedirs(self.options["out"], exist_ok=True)
        path = os.path.join(self.options["out"], f"{name}.jsonl")
        self._file = os.open(path, os.O_APPEND | os.O_CREAT | os.O_WRONLY, 0o644)
        header = {
            "flinksim_recording": 1, "process": f"python {process}",
            "started_ms": int(time.time() * 1000), "options": self.options,
        }  # fmt: skip
        self._append(json.dumps(header))

    def _append(self, line: str) -> None:
        os.write(self._file, f"{line}\n".encode())

    def fail(self, error: Exception) -> None:
        """Record nothing more in this process, and say why in the log of the worker."""
        self.is_broken = True
        print(f"flinksim recorder: no longer recording this worker: {error!r}", file=sys.stderr)

    def has_key(self, key: Any) -> bool:
        """Return whether the options let this key be recorded."""
        return not self.keys or str(key) in self.keys

    def encode(self, value: Any) -> Any:
        """Return a value of the job as JSON."""
        if self.max_length == 0 and value is not None:
            return {"m": 1}
        return self._encode(value, 0)

    def _encode(self, value: Any, depth: int) -> Any:
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int):
            return value if -(1 << 63) <= value < 1 << 63 else str(value)
        if isinstance(value, float):
            is_finite = value - value == 0
            text = "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
            return value if is_finite else {"f": text}
        if isinstance(value, str):
            return self._cut(value)
        if isinstance(value, (bytes, bytearray)):
            return describe_bytes(bytes(value))
        if depth < _MAX_DEPTH and (
            isinstance(value, (list, tuple)) or type(value).__name__ == "Row"
        ):
            return [
                {"m": 1} if depth == 0 and at in self.masked else self._encode(part, depth + 1)
                for at, part in zip(range(1000), value, strict=False)
            ]
        text = str(value)
        return f"<{type(value).__name__}>" if " object at 0x" in text else self._cut(text)

    def _cut(self, text: str) -> str:
        limit = self.max_length or 200
        return text if len(text) <= limit else f"{text[:limit]}..."


def describe_bytes(value: bytes) -> str:
    """Return the text that the agent writes for bytes: their number and their checksum."""
    import zlib

    return f"<{len(value)} bytes {zlib.crc32(value):08x}>"


def encode_window(window: Any) -> Any:
    """Return a window as JSON."""
    if type(window).__name__ == "TimeWindow":
        return {"w": [window.start, window.end]}
    return type(window).__name__ if type(window).__name__ == "GlobalWindow" else str(window)


class RecordedOperation:
    """Writes the lines of one function: its calls, or its records, its timers, and its windows."""

    def __init__(self, recording: WorkerRecording, proto: Any) -> None:
        import zlib

        self.recording = recording
        self.number = recording.begin_operation()
        self._known_keys: set[str] = set()
        self._details = {
            "task": proto.runtime_context.task_name_with_subtasks,
            "function": f"{zlib.crc32(proto.payload):08x}",
        }
        self.has_windows = False

    def guard(self, write: Callable[[], None]) -> None:
        """Write lines; an error ends the recording and not the job."""
        if self.recording.is_broken:
            return
        try:
            write()
        except Exception as error:
            self.recording.fail(error)

    def introduce(self, describe: Callable[[], dict[str, str]]) -> None:
        """Write which operator this is, and that it has windows."""

        def write() -> None:
            self.recording.write(self.number, "worker", self._details)
            self.write("pwin", describe())

        self.has_windows = True
        self.guard(write)

    def record_calls(self, function: Any) -> None:
        """Let the methods of *function* that PyFlink calls write their calls."""
        methods = [name for name in _METHODS if callable(getattr(function, name, None))]
        if not methods or self.recording.options.get("elements") == "off":
            return
        name = describe_function(function)
        for method in methods:
            shown = name if method.startswith("process") else f"{name}.{method}"
            setattr(function, method, self._record(shown, method, getattr(function, method)))
        self.guard(lambda: self.recording.write(self.number, "worker", self._details))

    def _record(self, name: str, method: str, call: Callable[..., Any]) -> Callable[..., Any]:
        callback = "timer" if method == "on_timer" else "element"

        def call_recorded(value: Any, context: Any) -> Any:
            number = self.recording.reserve_number()
            results: list[Any] = []
            try:
                for each in call(value, context) or ():
                    if len(results) < _MAX_RESULTS:
                        results.append(each)
                    yield each
            finally:
                self.guard(
                    lambda: self._write_call(number, name, callback, value, results, context)
                )

        return call_recorded

    def _write_call(
        self, number: int, name: str, callback: str, value: Any, results: list[Any], context: Any
    ) -> None:
        recording = self.recording
        get_key = getattr(context, "get_current_key", None)
        key = get_key() if get_key is not None else None
        if not self._is_in_range(context) or (get_key is not None and not recording.has_key(key)):
            return
        if get_key is not None:
            self._introduce_key(key)
        shown = value if callback == "timer" else recording.encode(value)
        fields = (0, name, callback, shown, [recording.encode(each) for each in results])
        recording.write(self.number, "pcall", *fields, number=number)

    def _is_in_range(self, context: Any) -> bool:
        options = self.recording.options
        if "from" not in options and "to" not in options:
            return True
        timestamp = context.timestamp()
        first, last = options.get("from"), options.get("to")
        return timestamp is None or (
            (first is None or timestamp >= int(first)) and (last is None or timestamp <= int(last))
        )

    def write(self, kind: str, *fields: Any) -> None:
        """Write a line about the operator."""
        self.recording.write(self.number, kind, 0, *fields)

    def process_element(self, process: Callable[[Any], Any], value: Any) -> Any:
        """Call the function with a record."""
        self.write("pel")
        yield from process(value)
        self.write("pdone")

    def process_timer(self, process: Callable[[Any], Any], timer: Any) -> Any:
        """Call the function with a timer."""
        self.write("ptimer", timer[2])
        yield from process(timer)
        self.write("pdone")

    def write_window(self, kind: str, key: Any, window: Any, *fields: Any) -> None:
        """Write a line about a window, if its key is recorded."""
        if self.recording.has_key(key):
            self._introduce_key(key)
            self.write(kind, self.recording.encode(key), encode_window(window), *fields)

    def write_late(self, key: Any, value: Any, timestamp: int) -> None:
        """Write that a record was dropped as late."""
        if self.recording.has_key(key):
            encode = self.recording.encode
            self.write("late", encode(key), encode(value), timestamp)

    def _introduce_key(self, key: Any) -> None:
        """Write once what the JVM, which sees the pickled key, calls this key."""
        if str(key) in self._known_keys:
            return
        self._known_keys.add(str(key))
        import pickle

        for protocol in (pickle.DEFAULT_PROTOCOL, pickle.HIGHEST_PROTOCOL):
            pickled = describe_bytes(pickle.dumps(key, protocol))
            self.write("pkey", pickled, self.recording.encode(key))


def describe_function(function: Any) -> str:
    """Return the name of a function as its program calls it; PyFlink puts some of them into adapters."""
    for kind, field in _ADAPTED.items():
        inner = vars(function).get(field)
        if inner is not None:
            owner = getattr(inner, "__self__", None)
            name = getattr(inner, "__name__", kind) if owner is None else type(owner).__name__
            return kind if name in (kind, "<lambda>") else f"{kind} {name}"
    return type(function).__name__


class PickleModule:
    """PyFlink's module for pickles, which lets the functions that it loads record their calls."""

    def __init__(self, module: Any, pending: list[RecordedOperation]) -> None:
        self._module = module
        self._pending = pending

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module, name)

    def loads(self, *arguments: Any, **named: Any) -> Any:
        """Load an object; a function records from now on."""
        loaded = self._module.loads(*arguments, **named)
        if self._pending:
            operation = self._pending[-1]
            operation.guard(lambda: operation.record_calls(loaded))
        return loaded


def build_operator_class(base: type[Any], pending: list[RecordedOperation]) -> type[Any]:
    """Build the class of window operators that record; *pending* ends with the operation being made."""

    class RecordedWindowOperator(base):  # type: ignore[misc, valid-type]
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            self.recorded = pending[-1]
            self.recorded.introduce(self.describe)

        def describe(self) -> dict[str, str]:
            trigger = self.trigger
            found = {
                "windowAssigner": str(self.window_assigner),
                "trigger": type(trigger).__name__,
                "allowedLateness": str(self.allowed_lateness),
                "isEventTime": "true" if self.window_assigner.is_event_time() else "false",
            }
            if " object at 0x" in found["windowAssigner"]:
                found["windowAssigner"] = type(self.window_assigner).__name__
            nested = getattr(trigger, "_nested_trigger", None)
            if nested is not None:
                found["nestedTrigger"] = type(nested).__name__
            if self.late_data_output_tag is not None:
                found["lateDataOutputTag"] = "late"
            return found

        def open(self, *arguments: Any) -> None:
            super().open(*arguments)
            self._record_calls(self.trigger_context)
            merge = self.merge_function.merge

            def merge_recorded(result: Any, merged: Any, state: Any, others: Any) -> Any:
                self.recorded.guard(
                    lambda: self.recorded.write_window(
                        "merge", self._key(), result, [encode_window(each) for each in merged],
                        encode_window(state),
                    )
                )  # fmt: skip
                return merge(result, merged, state, others)

            self.merge_function.merge = merge_recorded

        def _key(self) -> Any:
            return self.user_key_selector(self.keyed_state_backend.get_current_key())

        def _write(self, kind: str, window: Any, *fields: Any) -> None:
            self.recorded.guard(
                lambda: self.recorded.write_window(kind, self._key(), window, *fields)
            )

        def _encode(self, value: Any) -> Any:
            return self.recorded.recording.encode(value)

        def _record_calls(self, context: Any) -> None:
            on_element, clear, on_merge = context.on_element, context.clear, context.on_merge

            def record_element(value: Any, timestamp: int) -> Any:
                self.recorded.guard(
                    lambda: self.recorded.write_window(
                        "assign", self._key(), context.window, self._encode(value), timestamp
                    )
                )
                result = on_element(value, timestamp)
                self._write("trig", context.window, "onElement", result.name)
                return result

            def record_merge(windows: Any) -> None:
                on_merge(windows)
                self._write("trig", context.window, "onMerge", "CONTINUE")

            def record_clear() -> None:
                self._write("tclear", context.window)
                clear()

            def record_time(callback: str, method: Callable[[int], Any]) -> Callable[[int], Any]:
                def evaluate(time: int) -> Any:
                    result = method(time)
                    self._write("trig", context.window, callback, result.name)
                    return result

                return evaluate

            context.on_element = record_element
            context.on_merge = record_merge
            context.clear = record_clear
            context.on_event_time = record_time("onEventTime", context.on_event_time)
            context.on_processing_time = record_time("onProcessingTime", context.on_processing_time)

        def get_merging_window_set(self) -> Any:
            windows = super().get_merging_window_set()
            add_window = windows.add_window

            def add_recorded(window: Any, function: Any) -> Any:
                recorded = self.recorded
                recorded.guard(
                    lambda: recorded.recording.write(
                        recorded.number, "added", encode_window(window)
                    )
                )
                return add_window(window, function)

            windows.add_window = add_recorded
            return windows

        def is_window_late(self, window: Any) -> Any:
            is_late = super().is_window_late(window)
            if is_late:
                self._write("wlate", window)
            return is_late

        def is_element_late(self, value: Any, timestamp: int) -> Any:
            is_late = super().is_element_late(value, timestamp)
            if is_late:
                self.recorded.guard(lambda: self.recorded.write_late(self._key(), value, timestamp))
            return is_late

        def clear_all_state(self, window: Any, *arguments: Any) -> None:
            self._write("wclear", window)
            super().clear_all_state(window, *arguments)

        def emit_window_contents(self, window: Any, contents: Any) -> Any:
            self.recorded.guard(
                lambda: self.recorded.write_window(
                    "wfire", self._key(), window, self._encode(contents)
                )
            )
            return super().emit_window_contents(window, contents)

    return RecordedWindowOperator


def install(module: Any, recording: WorkerRecording) -> None:
    """Let the functions that PyFlink makes in its module of operations record."""
    pending: list[RecordedOperation] = []
    module.WindowOperator = build_operator_class(module.WindowOperator, pending)

    module.pickle = PickleModule(module.pickle, pending)
    extract_stateless = module.extract_stateless_function

    def extract_stateless_recorded(
        user_defined_function_proto: Any, *others: Any, **named: Any
    ) -> Any:
        pending.append(RecordedOperation(recording, user_defined_function_proto))
        try:
            return extract_stateless(user_defined_function_proto, *others, **named)
        finally:
            pending.pop()

    module.extract_stateless_function = extract_stateless_recorded
    extract = module.extract_stateful_function

    def extract_recorded(user_defined_function_proto: Any, *others: Any, **named: Any) -> Any:
        operation = RecordedOperation(recording, user_defined_function_proto)
        pending.append(operation)
        try:
            made = list(extract(user_defined_function_proto, *others, **named))
        finally:
            pending.pop()
        if operation.has_windows:
            process, process_timer = made[2], made[3]
            made[2] = lambda value: operation.process_element(process, value)
            made[3] = lambda timer: operation.process_timer(process_timer, timer)
        return tuple(made)

    module.extract_stateful_function = extract_recorded


class OperationsFinder:
    """Installs the recorder when PyFlink's module of operations is imported."""

    def __init__(self, recording: WorkerRecording) -> None:
        self._recording = recording

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Return the spec of the module with a loader that installs the recorder afterwards."""
        if name != _OPERATIONS:
            return None
        from importlib.util import find_spec

        meta_path: list[Any] = sys.meta_path
        meta_path.remove(self)
        spec: Any = find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def execute_and_install(module: Any) -> None:
            execute(module)
            try:
                install(module, self._recording)
            except Exception as error:
                self._recording.fail(error)

        spec.loader.exec_module = execute_and_install
        return spec


def import_hidden_module() -> None:
    """Run the ``sitecustomize`` of the environment, which this file hides."""
    from importlib.machinery import PathFinder

    here = os.path.dirname(os.path.abspath(__file__))
    others = [each for each in sys.path if os.path.abspath(each or ".") != here]
    spec = PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        from importlib.util import module_from_spec

        spec.loader.exec_module(module_from_spec(spec))


def start() -> None:
    """Wait for PyFlink's module, unless the agent gave no folder or keeps a ring buffer."""
    options = read_options()
    if "out" in options and "last" not in options:
        finder: Any = OperationsFinder(WorkerRecording(options))
        sys.meta_path.insert(0, finder)


if __name__ == "sitecustomize" and not hasattr(sys, "has_flinksim_recorder"):
    sys.has_flinksim_recorder = True  # type: ignore[attr-defined]
    import_hidden_module()
    try:
        start()
    except Exception:
        pass  # PyFlink reads the output of such processes, and the job must not fail
