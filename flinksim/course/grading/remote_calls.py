"""Calls between a submission's process and the judge, as lines of JSON in two pipes.

Both sides can call each other: the judge calls a learner's function, which calls its context, whose state
calls the learner's reduce function. While a side waits for a result, it serves calls. Not in Flink.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

from flinksim.course.grading.value_messages import Message

MAX_MESSAGE_BYTES = 256 << 10
"""Maximum size of a message in bytes."""

MAX_NESTED_CALLS = 20
"""Maximum number of calls that wait for one another."""

_READ_BYTES = 64 << 10


class RemoteCallError(Exception):
    """A call failed in the other process, or the other process ended; the text says why."""


class RemotePeer:
    """This process's end of the two pipes.

    Args:
        read_fd: The file descriptor to read from.
        write_fd: The file descriptor to write to.
        serve_call: Called with each call of the other process; its result is sent back. Its exceptions
            are sent as text.
    """

    def __init__(
        self, read_fd: int, write_fd: int, serve_call: Callable[[Message], Message]
    ) -> None:
        self._read_fd, self._write_fd, self._serve_call = read_fd, write_fd, serve_call
        self._buffer = b""
        self._nested_calls = 0

    def call(self, message: Message) -> Message:
        """Call the other process and return its result.

        Raises:
            RemoteCallError: If the call fails there, or there is no valid result.
        """
        if self._nested_calls >= MAX_NESTED_CALLS:
            raise RemoteCallError(f"more than {MAX_NESTED_CALLS} calls wait for one another")
        self._nested_calls += 1
        try:
            self._send(["call", message])
            while True:
                kind, content = self._receive()
                if kind == "result":
                    return content
                if kind == "error":
                    raise RemoteCallError(str(content)[:300])
                self._serve(content)
        finally:
            self._nested_calls -= 1

    def serve_forever(self) -> None:
        """Serve calls until the other process closes its end."""
        while True:
            try:
                kind, content = self._receive()
            except RemoteCallError:
                return
            if kind == "call":
                self._serve(content)

    def send_line(self, message: Message) -> None:
        """Write one line that is no call, such as an answer.

        Raises:
            RemoteCallError: If it is longer than :data:`MAX_MESSAGE_BYTES`, or the pipe is closed.
        """
        self._send(message)

    def _serve(self, content: Message) -> None:
        try:
            line = _format_line(["result", self._serve_call(content)])
        except Exception as error:
            line = _format_line(["error", f"{type(error).__name__}: {error!s:.250}"])
        self._write(line)

    def _send(self, message: Message) -> None:
        self._write(_format_line(message))

    def _write(self, line: bytes) -> None:
        try:
            while line:
                line = line[os.write(self._write_fd, line) :]
        except OSError as error:
            raise RemoteCallError(f"the other process has ended ({error.strerror})") from None

    def _receive(self) -> tuple[str, Any]:
        while b"\n" not in self._buffer:
            if len(self._buffer) > MAX_MESSAGE_BYTES:
                raise RemoteCallError(f"a message has more than {MAX_MESSAGE_BYTES >> 10} KB")
            try:
                received = os.read(self._read_fd, _READ_BYTES)
            except OSError:
                received = b""
            if not received:
                raise RemoteCallError("the process of the submission has ended")
            self._buffer += received
        line, _, self._buffer = self._buffer.partition(b"\n")
        try:
            kind, content = json.loads(line)
        except (ValueError, TypeError, RecursionError):
            raise RemoteCallError("a message is not valid") from None
        if kind not in ("call", "result", "error"):
            raise RemoteCallError("a message is not valid")
        return kind, content


def _format_line(message: Message) -> bytes:
    line = json.dumps(message).encode() + b"\n"
    if len(line) > MAX_MESSAGE_BYTES:
        raise RemoteCallError(f"a value has more than {MAX_MESSAGE_BYTES >> 10} KB")
    return line
