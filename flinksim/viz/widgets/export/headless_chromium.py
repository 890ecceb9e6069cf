"""A Chromium without a screen that is told what to do over a pipe: Chrome's DevTools Protocol.

Needs no other package. On POSIX systems: the browser reads its orders from file descriptor 3, and
answers on 4. Not in Flink.
"""

from __future__ import annotations

import fcntl  # by name: PyPy lacks a part of it that only a browser needs
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from tempfile import TemporaryDirectory
from typing import IO, Any

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)

ORDERS, ANSWERS = 3, 4
"""The file descriptors of the browser's pipe, as Chromium has them."""


class BrowserError(RuntimeError):
    """The browser refused an order, or ended; the text is its own."""


def find_chromium() -> str | None:
    """Where Chromium is: as ``FLINKSIM_CHROMIUM`` says, on the path, or where it is installed."""
    named = os.environ.get("FLINKSIM_CHROMIUM")
    if named:
        return named
    found = (shutil.which(name) for name in NAMES)
    return next((path for path in (*found, *PLACES) if path and os.path.exists(path)), None)


class Tab:
    """One page of a browser."""

    def __init__(self, orders: IO[bytes], answers: BufferedReader) -> None:
        self._orders, self._answers = orders, answers
        self._read = bytearray()
        self._last = 0
        self._session = ""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Give an order, and wait for its answer. Raises: BrowserError."""
        self._last += 1
        order = {"id": self._last, "method": method, "params": params}
        if self._session:
            order["sessionId"] = self._session
        try:
            self._orders.write(json.dumps(order).encode() + b"\0")
            self._orders.flush()
        except OSError as error:
            raise BrowserError(f"the browser has ended ({error})") from error
        while True:
            answer = self._next()
            if answer.get("id") != self._last:
                continue  # an event, which nobody waits for
            if "error" in answer:
                raise BrowserError(f"{method}: {answer['error']['message']}")
            result: dict[str, Any] = answer["result"]
            return result

    def _next(self) -> dict[str, Any]:
        while (end := self._read.find(b"\0")) < 0:
            more = self._answers.read1()
            if not more:
                raise BrowserError("the browser has ended")
            self._read += more
        answer: dict[str, Any] = json.loads(self._read[:end])
        del self._read[: end + 1]
        return answer

    def ask(self, expression: str) -> Any:
        """The value of a JavaScript expression, or what its promise gives. Raises: BrowserError."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def open(self, address: str, ready: str) -> None:
        """Open a page, and wait until the expression *ready* is true in it."""
        self.call("Page.navigate", url=address)
        self.ask(f"""new Promise((done) => {{
            const look = () => ({ready}) ? done(true) : setTimeout(look, 20); look(); }})""")


@contextmanager
def browse(width: int, height: int) -> Iterator[Tab]:
    """A browser with one page of this size in CSS pixels, which ends with the block.

    Raises: FileNotFoundError if there is none; BrowserError if it does not start.
    """
    chromium = find_chromium()
    if chromium is None:
        raise FileNotFoundError(
            "no Chromium was found; install one, or name it in FLINKSIM_CHROMIUM"
        )
    (reads, orders_to), (answers_from, writes) = _pipe(), _pipe()

    def connect() -> None:
        os.dup2(reads, ORDERS)
        os.dup2(writes, ANSWERS)

    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [
                chromium, *FLAGS, "--remote-debugging-pipe", "--hide-scrollbars",
                f"--user-data-dir={profile}", f"--window-size={width},{height}",
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=connect,
            pass_fds=(ORDERS, ANSWERS),
        )  # fmt: skip
        os.close(reads)
        os.close(writes)
        try:
            with os.fdopen(orders_to, "wb") as orders, os.fdopen(answers_from, "rb") as answers:
                tab = Tab(orders, answers)
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


def _pipe() -> tuple[int, int]:
    """A pipe whose ends are not in the way of the browser's own descriptors."""
    ends = os.pipe()
    moved = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends]
    for end in ends:
        os.close(end)
    return moved[0], moved[1]
