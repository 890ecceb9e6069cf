"""Bind files to the sources and sinks of every job that a program runs.

Not in Flink.
"""

from __future__ import annotations

import copy
import pkgutil
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from flinksim.common.typeinfo import Types
from flinksim.connectors.collection_sources import CollectionSource
from flinksim.connectors.event_log.event_log_source import EventLogError, EventLogSource
from flinksim.connectors.external.external_sink import ExternalSink, MessageState
from flinksim.connectors.external.external_source import ExternalSource, PartitionFacts
from flinksim.connectors.external.message import ExternalMessage, format_message
from flinksim.connectors.external.recording_files import (
    Recording,
    RecordingError,
    apply_options,
    read_recording,
)
from flinksim.connectors.socket_source import SocketTextSource
from flinksim.connectors.source import Source
from flinksim.connectors.text_files import TextFileSource, TextLinesSource
from flinksim.core.atomic_files import write_file
from flinksim.core.binding_errors import BindingError, UnboundSourceError
from flinksim.datastream.connectors.hybrid_source import HybridSource
from flinksim.datastream.formats.json import JsonRowDeserializationSchema
from flinksim.datastream.pipeline_executor import Pipeline, transform_jobs
from flinksim.datastream.transformations import (
    FactorySpec,
    SinkSpec,
    SourceSpec,
    Transformation,
)
from flinksim.external_data.binding import BindingSettings, SourceBinding, read_settings_file
from flinksim.external_data.sample import SampleError, generate_lines, generate_sample
from flinksim.graph.rewrite import map_specs

_LOG_OVERRIDE = "flinksim.replay.logs.override:create_override"
_LOG_MESSAGES = "flinksim.replay.logs.log_messages:read_log_messages"


@dataclass
class BoundJobs:
    """What the bindings did: notes for the user, and the external sinks of all jobs, by name."""

    settings: BindingSettings
    notes: list[str] = field(default_factory=list)
    sinks: dict[str, ExternalSink] = field(default_factory=dict)
    sources: list[ExternalSource] = field(default_factory=list)
    has_run: bool = False
    """Whether a job got what it needs."""

    def bind(self, pipeline: Pipeline, require_data: bool) -> Pipeline:
        """Return *pipeline* with the files bound to its sources.

        Raises:
            BindingError: If a binding fits no source, or its file cannot be read.
            UnboundSourceError: If *require_data* and a source has no file.
        """
        self._collect_sinks(pipeline)
        nodes = [node for node in pipeline.transformations if find_source(node) is not None]
        chosen = self._choose_bindings(nodes)
        sources: dict[int, Source] = {}
        unbound: list[tuple[Transformation, ExternalSource]] = []
        for node in nodes:
            source = _get_source(node)
            if node.id in chosen:
                sources[node.id] = self._bind_source(node, source, chosen[node.id])
            elif self.settings.sample and _is_missing_file(source):
                sources[node.id] = CollectionSource(generate_lines(self.settings))
                self.notes.append(
                    f"{list_source_names(node)[-1]}: there is no such file; {self.settings.sample} "
                    "lines generated"
                )
            elif self.settings.sample and isinstance(source, SocketTextSource):
                sources[node.id] = CollectionSource(generate_lines(self.settings))
                self.notes.append(
                    f"socket {source.host}:{source.port}: {self.settings.sample} lines generated"
                )
            elif self.settings.sample and hasattr(source, "limit_rows"):
                sources[node.id] = source.limit_rows(self.settings.sample)
            elif isinstance(source, ExternalSource | HybridSource):
                parts = _list_external(source)
                if self.settings.sample:
                    sources[node.id] = _replace_parts(source, self._sample)
                else:
                    unbound += [(node, part) for part in parts if not part.is_bound]
        if unbound and require_data:
            raise UnboundSourceError(describe_unbound(unbound))

        self.has_run = True

        def change(node: Transformation) -> Any:
            if node.id not in sources:
                return node.spec
            if isinstance(node.spec, FactorySpec):
                return replace(node.spec, lookup_source=sources[node.id])
            assert isinstance(node.spec, SourceSpec)
            return replace(node.spec, source=sources[node.id])

        return map_specs(pipeline, change) if sources else pipeline

    def _choose_bindings(self, nodes: list[Transformation]) -> dict[int, SourceBinding]:
        chosen: dict[int, SourceBinding] = {}
        names = {node.id: list_source_names(node) for node in nodes}
        for binding in self.settings.sources:
            fitting = [node.id for node in nodes if _is_fitting(node, names[node.id], binding.name)]
            sockets = [node for node in nodes if isinstance(_get_source(node), SocketTextSource)]
            # One recording has the lines of several sockets, each by its address.
            is_session = len(fitting) > 1 and len(fitting) == len(sockets)
            if not binding.name and len(fitting) != 1 and not is_session:
                known = (
                    ", ".join(sorted({each for id_ in fitting for each in names[id_]})) or "none"
                )
                raise BindingError(
                    f"{binding.location}: several sources are possible. Choose one with "
                    f"NAME={binding.location}. Names: {known}"
                )
            if binding.name and not fitting:
                known = ", ".join(sorted({each for id_ in names for each in names[id_]})) or "none"
                raise BindingError(f"{binding.argument}: no source has this name. Names: {known}")
            for id_ in fitting:
                chosen[id_] = binding
        return chosen

    def _bind_source(self, node: Transformation, source: Source, binding: SourceBinding) -> Source:
        if isinstance(source, ExternalSource | HybridSource):
            return _replace_parts(source, lambda part: self._read_part(part, binding))
        if isinstance(source, SocketTextSource):
            if not _is_event_log(Path(binding.location)):
                return TextLinesSource(binding.location, "UTF-8")
            recording = copy.copy(source)
            recording.replay_from = Path(binding.location)
            recording.is_live, recording.bounded = False, True
            return recording
        if isinstance(source, TextFileSource):
            changed = copy.copy(source)
            changed.paths = (Path(binding.location),)
            return changed
        if isinstance(source, TextLinesSource):
            return TextLinesSource(binding.location, source.charset)
        changed_log: Source = _read_log(
            _LOG_OVERRIDE, binding, source, binding.text, get_operator_name(node)
        )
        return changed_log

    def _read_part(self, part: ExternalSource, binding: SourceBinding) -> ExternalSource:
        options, mode, facts = binding.parse_options()
        options = replace(
            options,
            values_as_json=isinstance(part.schema, JsonRowDeserializationSchema)
            or getattr(part.schema, "values_as_json", False),
        )
        address = part.addresses[0] if not part.pattern else binding.name or part.addresses[0]
        try:
            if binding.log_text is None:
                recording = read_recording(binding.location, address, options)
            else:
                found = _read_log(_LOG_MESSAGES, binding, binding.log_text, address)
                recording = Recording([apply_options(each, options) for each in found], True)
        except RecordingError as error:
            raise BindingError(f"{binding.argument}: {error}") from None
        messages = recording.messages
        topics = {message.topic for message in messages}
        if len(topics) > 1 and any(part.has_address(topic) for topic in topics):
            messages = [message for message in messages if part.has_address(message.topic)]
        note = f"{part.system} {address}: {len(messages):,} messages of {binding.location}"
        if recording.header:
            note += f", without its header line {recording.header!r}"
        if not recording.has_timestamps:
            note += (
                "; it has no timestamps, so one message arrives each second from 2024-01-01T00:00Z "
                "(say timestamp=FIELD for others, or value=raw for the times that flinksim log finds)"
            )
        self.notes.append(note)
        _check_partitions(facts, messages, binding)
        if not facts.committed:  # an earlier job of the program may have committed offsets
            facts = replace(facts, committed=self._find_committed(part))
        bound = part.bind(messages, binding.recording, mode, facts)
        self.sources.append(bound)
        return bound

    def _find_committed(self, part: ExternalSource) -> dict[str, int]:
        found: dict[str, int] = {}
        for source in self.sources:
            if source.consumer.group == part.consumer.group:
                found.update(source.committed_offsets)
        return found

    def _sample(self, part: ExternalSource) -> ExternalSource:
        try:
            messages, note = generate_sample(part, self.settings)
        except SampleError as error:
            raise BindingError(str(error)) from None
        text = f"{part.system} {part.addresses[0]}: {note}"
        if text not in self.notes:  # several jobs of a program may read the same source
            self.notes.append(text)
        return part.bind(messages, "sample")

    def _collect_sinks(self, pipeline: Pipeline) -> None:
        for node in pipeline.sinks:
            if isinstance(node.spec, SinkSpec) and isinstance(node.spec.sink, ExternalSink):
                name = get_operator_name(node)
                if name in ("Unnamed", "Sink") or name in self.sinks:
                    name = node.spec.sink.addresses[0] if node.spec.sink.addresses else name
                self.sinks[name] = node.spec.sink

    def find_sink(self, name: str) -> ExternalSink:
        """Return the sink with this name or address.

        Raises:
            BindingError: If there is none.
        """
        for known, sink in self.sinks.items():
            if name in (known, *sink.addresses):
                return sink
        names = sorted(
            {*self.sinks, *(each for sink in self.sinks.values() for each in sink.addresses)}
        )
        raise BindingError(
            f"--sink {name}: no sink of an external system has this name. Names: "
            f"{', '.join(names) or 'none'}"
        )

    def read_written(self, name: str) -> list[ExternalMessage]:
        """Return the messages that a consumer of the sink *name* sees."""
        return list(self.find_sink(name).messages)

    def read_all(self, name: str) -> list[tuple[ExternalMessage, MessageState]]:
        """Return all messages of the sink *name*, and for each whether its transaction is committed."""
        return self.find_sink(name).list_written()

    def write_sinks(self) -> None:
        """Write what the sinks were given to their files, a line of JSON for each message."""
        for name, path in self.settings.sinks.items():
            sink = self.find_sink(name)
            written = sink.list_written()
            lines = [format_message(message, transaction=state) for message, state in written]
            write_file(path, "".join(f"{line}\n" for line in lines))
            self.notes.append(
                f"{sink.system} {name}: {len(lines):,} messages written to {path}{_count_hidden(sink)}"
            )

    def describe_offsets(self) -> list[str]:
        """Describe the offsets that the sources committed to their consumer groups."""
        lines = []
        for source in self.sources:
            offsets = source.committed_offsets
            if not offsets:
                continue
            texts = ", ".join(f"{split}: {offset:,}" for split, offset in offsets.items())
            option = ",".join(f"{split}:{offset}" for split, offset in offsets.items())
            lines.append(
                f"{source.system} {source.addresses[0]}: the group {source.consumer.group} committed the "
                f"offsets {texts}. A new job with committed_offsets() starts there: --source "
                + shlex.quote(f"{source.addresses[0]}={source.recording} committed={option}")
            )
        return lines

    def describe_sinks(self) -> list[str]:
        """Describe what the sinks without a file were given."""
        lines = []
        for name, sink in self.sinks.items():
            if any(each in self.settings.sinks for each in (name, *sink.addresses)):
                continue
            address = sink.addresses[0] if sink.addresses else name
            line = f"{sink.system} {address}: {len(sink.list_written()):,} messages{_count_hidden(sink)}"
            lines.append(f"{line}; keep them with --sink {address}=FILE")
        return lines


def _read_log(reader: str, binding: SourceBinding, *arguments: Any) -> Any:
    """Call a reader of logs, which needs pyarrow.

    Raises:
        BindingError: If it is not installed, or the file is no log of this form.
    """
    try:
        read = pkgutil.resolve_name(reader)
    except ImportError:
        raise BindingError(
            f"{binding.argument}: event logs need pyarrow; run: python -m pip install 'flinksim[spark]'"
        ) from None
    try:
        return read(*arguments)
    except EventLogError as error:  # its message has the file
        raise BindingError(str(error)) from None
    except ValueError as error:
        raise BindingError(f"{binding.argument}: {error}") from None


def _count_hidden(sink: ExternalSink) -> str:
    """Count the messages that no consumer sees, by the state of their transaction."""
    counts = Counter(state for _, state in sink.list_written())
    parts = [f"{counts[each]:,} {each}" for each in ("aborted", "open") if counts[each]]
    return f" (no consumer sees {' and '.join(parts)})" if parts else ""


@contextmanager
def apply_bindings(settings: BindingSettings, *, require_data: bool = True) -> Iterator[BoundJobs]:
    """Bind files to the sources and sinks of the jobs inside the block; write the sinks at its end."""
    jobs = BoundJobs(settings)
    with transform_jobs(lambda pipeline: jobs.bind(pipeline, require_data)):
        yield jobs
    if jobs.sinks or settings.sinks:
        jobs.write_sinks()


@contextmanager
def apply_files(
    sources: Mapping[str, str | Path] | str | Path,
    sinks: Mapping[str, str | Path] | None = None,
    *,
    sample: int = 0,
    like: str = "",
) -> Iterator[BoundJobs]:
    """Bind files to the jobs inside the block. In Python it is ``flinksim.bindings``.

    Args:
        sources: The file of each source, by operator name, topic or path; options may follow the file.
            A text is the path of a ``flinksim.toml``.
        sinks: The file of each sink.
        sample: Number of records to generate for each source without a file.
        like: A sample line for values whose form no type declares.

    Raises:
        BindingError: A binding is invalid or fits nothing.
    """
    if isinstance(sources, str | Path):
        settings = read_settings_file(Path(sources).parent)
    else:
        given = tuple(SourceBinding(name, str(text)) for name, text in sources.items())
        settings = BindingSettings(given)
    written = {name: str(path) for name, path in (sinks or {}).items()}
    settings = replace(settings, sinks={**settings.sinks, **written}, sample=sample, like=like)
    with apply_bindings(settings) as jobs:
        yield jobs


bindings = apply_files
"""The name under which ``flinksim`` exports it."""


def _check_partitions(
    facts: PartitionFacts, messages: list[ExternalMessage], binding: SourceBinding
) -> None:
    """Check that the recording has the partitions that the options of *binding* name."""
    splits = {f"{message.topic}-{message.partition}": message.partition for message in messages}
    known = {*splits, *map(str, splits.values())}
    unknown = sorted({*facts.appearing, *facts.committed} - known)
    if unknown:
        raise BindingError(
            f"{binding.argument}: the recording has no partition {unknown[0]}. "
            f"Partitions: {', '.join(splits)}"
        )


def get_operator_name(node: Transformation) -> str:
    """Return the name of a source or sink as the program gives it."""
    return node.name.removeprefix("Source: ").removeprefix("Sink: ")


def list_source_names(node: Transformation) -> list[str]:
    """List the names by which a binding can name a source; empty if it cannot be bound."""
    source = _get_source(node)
    if isinstance(source, ExternalSource | HybridSource):
        parts = _list_external(source)
        addresses = [each for part in parts for each in part.addresses]
        return [get_operator_name(node), *addresses] if parts else []
    if isinstance(source, SocketTextSource):
        return [get_operator_name(node), f"{source.host}:{source.port}"]
    if isinstance(source, TextFileSource):
        return [get_operator_name(node), *map(str, source.paths)]
    if isinstance(source, TextLinesSource):
        return [get_operator_name(node), str(source.path)]
    is_log = isinstance(source, EventLogSource) or type(source).__name__ == "ParquetLogSource"
    return [get_operator_name(node)] if is_log else []


def _is_event_log(path: Path) -> bool:
    """Return whether the first line of a file has the columns of an event log."""
    try:
        with path.open(encoding="utf-8", errors="replace") as lines:
            first = next(lines, "")
    except OSError:  # reported when the source reads it
        return False
    return "split" in first and "arrival" in first


def describe_unbound(unbound: list[tuple[Transformation, ExternalSource]]) -> str:
    """Describe the sources without data, and the command lines that give them some."""
    lines = ["the program reads from systems that are not here:"]
    for node, part in unbound:
        addresses = ", ".join(part.addresses)
        lines.append(f"  {get_operator_name(node)!r}: {part.system} {addresses} ({part.type_text})")
    options = " ".join(f"--source {part.addresses[0]}=FILE" for _, part in unbound)
    lines += [
        "Bind a file to each (lines of values, kcat -J, console-consumer output, CSV, Parquet):",
        f"  flinksim run PROGRAM {options}",
        "or let flinksim generate records:",
        "  flinksim run PROGRAM --sample 200",
    ]
    return "\n".join(lines)


def find_source(node: Transformation) -> Source | None:
    """Return what a source reads, or the table in which an operator looks up rows."""
    found: Source | None = None
    if isinstance(node.spec, SourceSpec):
        found = node.spec.source
    elif isinstance(node.spec, FactorySpec):
        found = node.spec.lookup_source
    return found


def _get_source(node: Transformation) -> Source:
    source = find_source(node)
    assert source is not None
    return source


def _is_missing_file(source: Source) -> bool:
    """Return whether *source* reads lines of a file that does not exist."""
    if isinstance(source, TextLinesSource):
        return not source.path.exists()
    if not isinstance(source, TextFileSource) or source.produced_type != Types.STRING():
        return False
    return not any(path.exists() for path in source.paths)


def _is_fitting(node: Transformation, names: list[str], name: str) -> bool:
    if not names or not name:
        return bool(names)
    source = _get_source(node)
    parts = _list_external(source) if isinstance(source, ExternalSource | HybridSource) else []
    return name in names or any(part.has_address(name) for part in parts)


def _list_external(source: Source) -> list[ExternalSource]:
    if isinstance(source, HybridSource):
        return [part for each in source.sources for part in _list_external(each)]
    return [source] if isinstance(source, ExternalSource) else []


def _replace_parts(source: Source, change: Any) -> Source:
    if isinstance(source, HybridSource):
        return HybridSource([_replace_parts(each, change) for each in source.sources])
    if isinstance(source, ExternalSource) and not source.is_bound:
        changed: Source = change(source)
        return changed
    return source
