"""Headless Chromium, controlled over a pipe with Chrome's DevTools Protocol.

It needs no other package and a POSIX system: the browser reads commands from file descriptor 3 and
writes responses to descriptor 4. Not in Flink.
"""

from __future__ import annotations

import fcntl  # imported as a module: PyPy lacks some of its names
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from tempfile import TemporaryDirectory
from typing import IO, Any

CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

EXECUTABLE_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
INSTALL_PATHS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)

COMMAND_FD, RESPONSE_FD = 3, 4
"""File descriptor from which Chromium reads commands; the other one is for its responses."""


class BrowserError(RuntimeError):
    """The browser rejected a command or exited; the message is its own."""


def find_chromium() -> str | None:
    """Find Chromium: in ``FLINKSIM_CHROMIUM``, on the path, or where it is usually installed."""
    named = os.environ.get("FLINKSIM_CHROMIUM")
    if named:
        return named
    found = (shutil.which(name) for name in EXECUTABLE_NAMES)
    return next((path for path in (*found, *INSTALL_PATHS) if path and os.path.exists(path)), None)


class Tab:
    """One page of the browser."""

    def __init__(self, commands: IO[bytes], responses: BufferedReader) -> None:
        self._commands, self._responses = commands, responses
        self._buffer = bytearray()
        self._last_id = 0
        self._session = ""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command and wait for its response.

        Raises:
            BrowserError: The browser rejects the command or has exited.
        """
        self._last_id += 1
        order = {"id": self._last_id, "method": method, "params": params}
        if self._session:
            order["sessionId"] = self._session
        try:
            self._commands.write(json.dumps(order).encode() + b"\0")
            self._commands.flush()
        except OSError as error:
            raise BrowserError(f"the browser exited unexpectedly ({error})") from error
        while True:
            answer = self._read_message()
            if answer.get("id") != self._last_id:
                continue  # an event, which is ignored
            if "error" in answer:
                raise BrowserError(f"{method}: {answer['error']['message']}")
            result: dict[str, Any] = answer["result"]
            return result

    def _read_message(self) -> dict[str, Any]:
        while (end := self._buffer.find(b"\0")) < 0:
            more = self._responses.read1()
            if not more:
                raise BrowserError("the browser exited unexpectedly")
            self._buffer += more
        answer: dict[str, Any] = json.loads(self._buffer[:end])
        del self._buffer[: end + 1]
        return answer

    def evaluate(self, expression: str) -> Any:
        """Evaluate a JavaScript expression and return its value, or the result of its promise.

        Raises:
            BrowserError: The expression throws, or the browser has exited.
        """
        answer = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def open(self, address: str, ready: str) -> None:
        """Open a page and wait until the expression *ready* is true in it."""
        self.call("Page.navigate", url=address)
        self.evaluate(f"""new Promise((done) => {{
            const look = () => ({ready}) ? done(true) : setTimeout(look, 20); look(); }})""")


@contextmanager
def open_browser(width: int, height: int) -> Iterator[Tab]:
    """Open a browser with one page of this size in CSS pixels; it exits at the end of the block.

    Raises:
        FileNotFoundError: There is no Chromium.
        BrowserError: The browser does not start.
    """
    chromium = find_chromium()
    if chromium is None:
        raise FileNotFoundError(
            "Chromium was not found. Install it, or set FLINKSIM_CHROMIUM to the path of its program"
        )
    (reads, commands_fd), (responses_fd, writes) = _create_pipe(), _create_pipe()

    def connect() -> None:
        os.dup2(reads, COMMAND_FD)
        os.dup2(writes, RESPONSE_FD)

    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [
                chromium, *CHROMIUM_FLAGS, "--remote-debugging-pipe", "--hide-scrollbars",
                f"--user-data-dir={profile}", f"--window-size={width},{height}",
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=connect,
            pass_fds=(COMMAND_FD, RESPONSE_FD),
        )  # fmt: skip
        os.close(reads)
        os.close(writes)
        try:
            with (
                os.fdopen(commands_fd, "wb") as commands,
                os.fdopen(responses_fd, "rb") as responses,
            ):
                tab = Tab(commands, responses)
                tab.call(
                    "Emulation.setDeviceMetricsOverride",
                    width=width,
                    height=height,
                    deviceScaleFactor=1,
                    mobile=False,
                )
                yield tab
        finally:
            process.terminate()
            process.wait()


def _create_pipe() -> tuple[int, int]:
    """Create a pipe whose descriptors do not collide with those of the browser."""
    ends = os.pipe()
    moved = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends]
    for end in ends:
        os.close(end)
    return moved[0], moved[1]
