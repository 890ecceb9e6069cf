"""Messages of commands to the user, and exit codes."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, TextIO

from flinksim.core.atomic_files import resolve_target
from flinksim.core.safe_repr import replace_unprintable, truncate_text

FAILED = 1
"""Exit code: the program failed or did nothing."""

USAGE_ERROR = 2
"""Exit code: the command line is wrong; also used by argparse."""

INTERRUPTED, TERMINATED, BROKEN_PIPE = 130, 143, 141
"""Exit codes after Ctrl-C, SIGTERM and a closed pipe, as in shells."""

MAX_ERROR_CHARS = 20_000


class SigtermInterrupt(KeyboardInterrupt):
    """Raised after SIGTERM, which ends a run like Ctrl-C."""


def print_stderr(line: str) -> None:
    """Print a line to standard error; standard output belongs to the program."""
    print(line, file=sys.stderr)


def show_progress(line: str) -> None:
    """Show *line* on a terminal until the next call; the empty line removes it."""
    if sys.stderr.isatty():
        stream = getattr(sys.stderr, "stream", sys.stderr)
        print(f"\r\x1b[K{replace_unprintable(line)}", end="", file=stream, flush=True)


def report_error(message: str) -> int:
    """Report an error and return its exit code."""
    print_stderr(f"flinksim: {truncate_text(message, MAX_ERROR_CHARS)}")
    return FAILED


class PrintableStream:
    """A text stream without control characters: names and values in a file may have such characters."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text."""
        return self.stream.write(replace_unprintable(text))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        self.stream.writelines(map(replace_unprintable, lines))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def print_without_control_characters() -> Iterator[None]:
    """Write to standard output and standard error through a :class:`PrintableStream`."""
    made = {name: PrintableStream(getattr(sys, name)) for name in ("stdout", "stderr")}
    for name, stream in made.items():
        setattr(sys, name, stream)
    try:
        yield
    finally:
        for name, stream in made.items():
            if getattr(sys, name) is stream:  # the program may have replaced it
                setattr(sys, name, stream.stream)


@contextmanager
def handle_sigterm() -> Iterator[None]:
    """Handle SIGTERM like Ctrl-C while the block runs."""
    signals: list[int] = []

    def terminate(number: int, frame: FrameType | None) -> None:
        signals.append(number)
        interrupt = signal.getsignal(signal.SIGINT)
        if not callable(interrupt):
            raise KeyboardInterrupt
        interrupt(signal.SIGINT, frame)

    try:
        previous = signal.signal(signal.SIGTERM, terminate)
    except ValueError:  # only the main thread can install signal handlers
        yield
        return
    try:
        yield
    except KeyboardInterrupt as interrupt:
        if not signals:
            raise
        terminated = SigtermInterrupt()
        vars(terminated).update(vars(interrupt))  # what a sink has already received
        raise terminated from None
    finally:
        signal.signal(signal.SIGTERM, previous or signal.SIG_DFL)


def report_interrupt(interrupt: KeyboardInterrupt, remains: str = "") -> int:
    """Report an interrupt, with *remains* after it, and return its exit code."""
    is_sigterm = isinstance(interrupt, SigtermInterrupt)
    report_error(f"{'terminated' if is_sigterm else 'interrupted'}{remains and '; '}{remains}")
    return TERMINATED if is_sigterm else INTERRUPTED


def handle_broken_pipe() -> int:
    """Handle a closed output pipe (``| head``) silently; return the exit code."""
    null_device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, sys.stdout.fileno())  # discards what is flushed at exit
    return BROKEN_PIPE


def find_target_error(options: argparse.Namespace, names: Iterable[str]) -> str:
    """Return why a file of the options *names* cannot be written, or ""."""
    for name in names:
        path: Path | None = getattr(options, name)
        try:
            if path is not None:
                resolve_target(path)
        except OSError as error:
            return f"--{name} {error}"
    return ""
