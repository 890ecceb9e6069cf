"""Where records come from and where results go.

``source`` and ``sink`` say what a source and a sink are; every other module is one of either.
"""

from flinksim.connectors.collection import CollectionSource, NumberSequenceSource
from flinksim.connectors.event_log import EventLogError, EventLogSource, read_event_log
from flinksim.connectors.event_log_writer import EventLogWriter
from flinksim.connectors.scripted import ScriptedSource
from flinksim.connectors.sink import Sink, SinkContext, SinkWriter
from flinksim.connectors.sinks import CollectSink, FileSink, PrintSink
from flinksim.connectors.socket_source import SocketSourceError, SocketTextSource, socket_session
from flinksim.connectors.source import Source
from flinksim.connectors.text_files import TextFileSource

__all__ = [
    "CollectSink",
    "CollectionSource",
    "EventLogError",
    "EventLogSource",
    "EventLogWriter",
    "FileSink",
    "NumberSequenceSource",
    "PrintSink",
    "ScriptedSource",
    "Sink",
    "SinkContext",
    "SinkWriter",
    "SocketSourceError",
    "SocketTextSource",
    "Source",
    "TextFileSource",
    "read_event_log",
    "socket_session",
]
