"""A source of text from a real socket, with recording and replay of live sessions.

A live run waits in real time for data. A recording has the processing time at which the job read
each text. On replay the same texts arrive at the same virtual times, without waiting.
"""

from __future__ import annotations

import codecs
import select
import socket
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

# Imported by name, so that they stay real while a run replaces `time.sleep` by virtual time.
from time import monotonic, sleep

from flinksim.connectors.event_log.event_log_source import EventLogSource
from flinksim.connectors.event_log.event_log_writer import EventLogWriter
from flinksim.connectors.source import LiveSplit, Source, SourceItem, SourceRecord
from flinksim.core.validation import validate_arguments

DELAY_BETWEEN_RETRIES_MS = 500
"""Flink's ``DEFAULT_CONNECTION_RETRY_SLEEP``."""

MAX_TEXT_CHARS = 1 << 24
"""Maximum number of characters before a delimiter. Not in Flink, which has no limit."""

CONNECT_TIMEOUT_S = 10.0
"""Connect timeout in seconds. Flink waits forever."""

_READ_BYTES = 8192


class SocketSourceError(ConnectionError):
    """A socket cannot be read; the message says which, why, and what to do."""


class SocketTextSource(Source):
    r"""Reads texts from a TCP server, separated by *delimiter*.

    - With the delimiter ``"\n"`` a carriage return at the end of a text is dropped.
    - When the server closes the connection, the source reconnects at most *max_retry* - 1 times
      (-1: forever), each time after *delay_between_retries_ms*. So 0 and 1 both mean no reconnect.
      Text after the last delimiter is kept and continued by the next connection.
    - Without a reconnect, the text after the last delimiter is the last text, with its carriage
      return.
    - A refused connection fails the job, also on a reconnect.

    *record_to* writes an event log with the columns ``split``, ``arrival``, ``split_end`` and
    ``line``. *replay_from* reads such a log in place of the socket. :func:`open_socket_session` sets
    both from outside of the program.

    Flink: ``SocketTextStreamFunction``. Differs: the text is UTF-8 on every machine. An empty
    delimiter, with which Flink loops forever, is rejected.

    Raises:
        SocketSourceError: when the connection is refused, fails or breaks.
    """

    bounded = False
    is_live = True

    @validate_arguments
    def __init__(
        self,
        host: str,
        port: int,
        delimiter: str = "\n",
        max_retry: int = 0,
        delay_between_retries_ms: int = DELAY_BETWEEN_RETRIES_MS,
        *,
        record_to: str | Path | None = None,
        replay_from: str | Path | None = None,
    ) -> None:
        if not 0 < port < 65536:
            raise ValueError(f"port is out of range: {port}; expected 1 to 65535")
        if max_retry < -1:
            raise ValueError(
                "max_retry must be zero or larger (num retries), or -1 (infinite "
                f"retries), found {max_retry}"
            )
        if delay_between_retries_ms < 0:
            raise ValueError(
                "delay_between_retries_ms must be zero or positive, found "
                f"{delay_between_retries_ms}"
            )
        if not delimiter:
            raise ValueError("the delimiter is empty; expected at least one character")
        self.host = host
        self.port = port
        self.delimiter = delimiter
        self.max_retry = max_retry
        self.delay_between_retries_ms = delay_between_retries_ms
        self.record_to = record_to
        self.replay_from = replay_from

    @property
    def address(self) -> str:
        """``host:port``; also the name of the only split."""
        return f"{self.host}:{self.port}"

    def splits(self, parallelism: int) -> Sequence[str]:
        return (self.address,)

    def open_split(self, split: str) -> Iterator[SourceItem] | LiveSplit:
        session = _SESSION.get()
        replay_from = session.replay_from if session else self.replay_from
        if replay_from is not None:
            return _open_replay(replay_from, split)
        if session:
            return _SocketSplit(self, session.recording)
        recording = None if self.record_to is None else _open_recording(self.record_to)
        return _SocketSplit(self, recording, owns_recording=True)


class _SocketSplit(LiveSplit):
    """A connection, and its reconnects."""

    def __init__(
        self,
        source: SocketTextSource,
        recording: EventLogWriter | None,
        owns_recording: bool = False,
    ) -> None:
        self._source = source
        self._recording = recording
        self._owns_recording = owns_recording
        self._texts = TextSplitter(source.delimiter)
        self._pending: deque[SourceRecord] = deque()
        self._attempt = 0
        self._finished = False
        self._retry_time_s = 0.0
        self._socket: socket.socket | None = self._connect()

    @property
    def has_ended(self) -> bool:
        return self._finished and not self._pending

    def poll(self) -> SourceItem | None:
        if not self._pending and not self._finished:
            self._read_available()
        return self._pending.popleft() if self._pending else None

    def wait(self, timeout_s: float | None) -> None:
        if self._pending or self._finished:
            return
        if self._socket is None:
            until_retry = max(0.0, self._retry_time_s - monotonic())
            sleep(until_retry if timeout_s is None else min(timeout_s, until_retry))
        else:
            select.select([self._socket], [], [], timeout_s)

    def on_item_read(self, item: SourceItem, processing_time_ms: int) -> None:
        if self._recording is None:
            return
        if isinstance(item, SourceRecord):
            self._recording.write(self._source.address, processing_time_ms, item.value)
        else:
            self._recording.write_end(self._source.address, processing_time_ms)

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        if self._recording is not None and self._owns_recording:
            self._recording.close()

    def _read_available(self) -> None:
        if self._socket is None:
            if monotonic() < self._retry_time_s:
                return
            self._socket = self._connect()
        try:
            received = self._socket.recv(_READ_BYTES)
        except BlockingIOError:
            return
        except OSError as error:
            raise SocketSourceError(
                f"the connection to {self._source.address} was lost: {error.strerror or error}"
            ) from error
        if received:
            try:
                self._add(self._texts.feed(received))
            except TextTooLongError:
                raise SocketSourceError(
                    f"{self._source.address} sent more than {MAX_TEXT_CHARS:,} "
                    "characters without the delimiter "
                    f"{self._source.delimiter!r}. Check the delimiter that the "
                    "server sends."
                ) from None
        else:
            self._on_connection_closed()

    def _on_connection_closed(self) -> None:
        assert self._socket is not None
        self._socket.close()
        self._socket = None
        self._attempt += 1
        if self._source.max_retry == -1 or self._attempt < self._source.max_retry:
            self._retry_time_s = monotonic() + self._source.delay_between_retries_ms / 1000
            return
        self._add(self._texts.flush())
        self._finished = True

    def _add(self, texts: list[str]) -> None:
        self._pending.extend([SourceRecord(text) for text in texts])

    def _connect(self) -> socket.socket:
        source = self._source
        try:
            address = (source.host, source.port)
            connection = socket.create_connection(address, timeout=CONNECT_TIMEOUT_S)
        except ConnectionRefusedError:
            raise SocketSourceError(
                f"cannot read from {source.address}: connection refused, because "
                "no server listens on this port. Start one first, for example in "
                f"another terminal: nc -lk {source.port}"
            ) from None
        except TimeoutError:
            raise SocketSourceError(
                f"cannot read from {source.address}: no answer within "
                f"{CONNECT_TIMEOUT_S:g} s. Check that the host can be reached, "
                "and that no firewall blocks the connection."
            ) from None
        except socket.gaierror as error:
            raise SocketSourceError(
                f"cannot read from {source.address}: unknown host {source.host!r} "
                f"({error.strerror}). Check the name. The name of this machine is "
                "localhost."
            ) from None
        except (OSError, UnicodeError) as error:  # the host name may be invalid
            raise SocketSourceError(
                f"cannot read from {source.address}: {getattr(error, 'strerror', None) or error}. "
                f"Check that the host can be reached and that it listens on port {source.port}."
            ) from error
        connection.setblocking(False)
        self.connection_attempts += 1
        return connection


class TextTooLongError(ValueError):
    """No delimiter within the maximum length."""


class TextSplitter:
    """Splits received bytes into texts at a delimiter, independent of sockets."""

    def __init__(self, delimiter: str, max_chars: int = MAX_TEXT_CHARS) -> None:
        self._delimiter = delimiter
        self._max_chars = max_chars
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._parts: list[str] = []
        self._length = 0
        self._tail = ""  # possible start of a delimiter

    def feed(self, received: bytes) -> list[str]:
        """Return the texts that *received* completes.

        Raises:
            TextTooLongError: if a text exceeds the maximum length.
        """
        new = self._decoder.decode(received)
        self._parts.append(new)
        self._length += len(new)
        search_text = self._tail + new  # the rest has been searched before
        texts: list[str] = []
        if self._delimiter in search_text:
            *texts, rest = "".join(self._parts).split(self._delimiter)
            self._parts, self._length, search_text = [rest], len(rest), rest
        tail_length = len(self._delimiter) - 1
        self._tail = search_text[-tail_length:] if tail_length else ""
        if self._length > self._max_chars:
            raise TextTooLongError(self._max_chars)
        if self._delimiter == "\n":
            return [text.removesuffix("\r") for text in texts]
        return texts

    def flush(self) -> list[str]:
        """Return the text after the last delimiter as a list of at most one text."""
        rest = "".join(self._parts) + self._decoder.decode(b"", final=True)
        self._parts, self._length, self._tail = [], 0, ""
        return [rest] if rest else []


# --- sessions: record or replay the sockets of a program from outside ---------------------------


class _Session:
    """One event log for all sockets; each socket is a split."""

    def __init__(self, record_to: str | Path | None, replay_from: str | Path | None) -> None:
        self.replay_from = replay_from
        self.recording = None if record_to is None else _open_recording(record_to)


_SESSION: ContextVar[_Session | None] = ContextVar("socket session", default=None)


@contextmanager
@validate_arguments
def open_socket_session(
    *, record_to: str | Path | None = None, replay_from: str | Path | None = None
) -> Iterator[None]:
    """Make all socket sources in the block write to, or read from, one event log.

    It takes precedence over the settings of the sources. Not in Flink.
    """
    session = _Session(record_to, replay_from)
    token = _SESSION.set(session)
    try:
        yield
    finally:
        _SESSION.reset(token)
        if session.recording is not None:
            session.recording.close()


def _open_replay(path: str | Path, address: str) -> Iterator[SourceItem]:
    """Return the items of *address* in the recording *path*; none if the recording is empty."""
    log = EventLogSource(path, value="single", splits=[address], types={"line": "str"})
    recorded = dict.fromkeys(split for split, *_ in log.read_rows())
    if recorded and address not in recorded:
        raise SocketSourceError(
            f"cannot replay {address} from {path}, which is a recording of "
            f"{', '.join(recorded)}. Choose the log of {address}, or use the "
            "recorded host and port in the program."
        )
    return log.open_split(address)


def _open_recording(path: str | Path) -> EventLogWriter:
    return EventLogWriter(path, ["line:str"], with_ends=True)
