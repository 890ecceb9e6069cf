"""Sources and sinks that the simulator can run.

Belongs here: the interfaces of sources and sinks (``source``, ``sink``) and their implementations.
Does not belong here: PyFlink's builders of connectors (``flinksim.datastream.connectors``), and the
operators that run a source or a sink (``flinksim.runtime.operators``).

Start reading at ``source`` and ``sink``. Public names are imported on first access.
"""

from __future__ import annotations

import pkgutil
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flinksim.connectors.collection_sources import (
        CollectionSource,
        DataGeneratorSource,
        NumberSequenceSource,
    )
    from flinksim.connectors.event_log.event_log_source import (
        EventLogError,
        EventLogSource,
        RejectedRow,
        RejectedRowsWarning,
        handle_bad_rows,
        read_event_log,
    )
    from flinksim.connectors.event_log.event_log_writer import EventLogWriter
    from flinksim.connectors.file_sink.file_sink import FileSink
    from flinksim.connectors.scripted_source import ScriptedSource
    from flinksim.connectors.sink import Committer, Sink, SinkContext, SinkWriter
    from flinksim.connectors.sinks import CollectSink, PrintSink
    from flinksim.connectors.socket_source import (
        SocketSourceError,
        SocketTextSource,
        open_socket_session,
    )
    from flinksim.connectors.source import Source
    from flinksim.connectors.text_files import TextFileSource
    from flinksim.connectors.transactional_sinks import TransactionalSink, UpsertSink

__all__ = [
    "CollectSink",
    "CollectionSource",
    "Committer",
    "DataGeneratorSource",
    "EventLogError",
    "EventLogSource",
    "EventLogWriter",
    "FileSink",
    "NumberSequenceSource",
    "PrintSink",
    "RejectedRow",
    "RejectedRowsWarning",
    "ScriptedSource",
    "Sink",
    "SinkContext",
    "SinkWriter",
    "SocketSourceError",
    "SocketTextSource",
    "Source",
    "TextFileSource",
    "TransactionalSink",
    "UpsertSink",
    "handle_bad_rows",
    "open_socket_session",
    "read_event_log",
]

# Imported on first access, so that a program that reads a collection does not load sockets and CSV.
_LAZY_EXPORTS = {
    "CollectSink": "sinks",
    "CollectionSource": "collection_sources",
    "Committer": "sink",
    "DataGeneratorSource": "collection_sources",
    "EventLogError": "event_log.event_log_source",
    "EventLogSource": "event_log.event_log_source",
    "EventLogWriter": "event_log.event_log_writer",
    "FileSink": "file_sink.file_sink",
    "NumberSequenceSource": "collection_sources",
    "PrintSink": "sinks",
    "RejectedRow": "event_log.event_log_source",
    "RejectedRowsWarning": "event_log.event_log_source",
    "ScriptedSource": "scripted_source",
    "Sink": "sink",
    "SinkContext": "sink",
    "SinkWriter": "sink",
    "SocketSourceError": "socket_source",
    "SocketTextSource": "socket_source",
    "Source": "source",
    "TextFileSource": "text_files",
    "TransactionalSink": "transactional_sinks",
    "UpsertSink": "transactional_sinks",
    "handle_bad_rows": "event_log.event_log_source",
    "read_event_log": "event_log.event_log_source",
    "open_socket_session": "socket_source",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY_EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = pkgutil.resolve_name(f"{__name__}.{_LAZY_EXPORTS[name]}:{name}")
    globals()[name] = value
    return value
