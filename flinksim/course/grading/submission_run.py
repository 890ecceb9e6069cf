"""One run of a submission: its process, the answers that it sends, and the judge that checks them.

Not in Flink.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from io import FileIO
from pathlib import Path

from flinksim.course.grading.limited_process import (
    POLL_INTERVAL_S,
    LimitedProcess,
    ProcessResult,
)
from flinksim.course.grading.remote_calls import MAX_MESSAGE_BYTES
from flinksim.course.grading.resource_limits import ResourceLimits
from flinksim.course.grading.value_messages import Message

MAX_MESSAGE_LENGTH = 2000
"""Maximum number of characters of a verdict's message."""

_END = b'"end"\n'
_READ_BYTES = 64 << 10
_ANSWER_TYPES = {"lesson": str, "learner": str, "answer": list, "in_check": bool, "blank": bool}


@dataclass(frozen=True, slots=True)
class SubmittedAnswer:
    """An answer that a submission passed to ``lesson.check``; nothing of it is trusted."""

    lesson: str
    learner: str
    answer: Message
    is_in_check: bool
    is_blank: bool


@dataclass(frozen=True, slots=True)
class JudgeVerdict:
    """The result of a judge; ``failure`` says why there is none, as :class:`ProcessResult` does."""

    failure: str = ""
    is_right: bool = False
    message: str = ""
    misconception: str = ""
    solution_access: str = ""
    parts: Mapping[str, bool] = field(default_factory=dict)


class SubmissionRun:
    """The process of a submission, as a context manager that always ends it.

    Args:
        notebook_json: The notebook.
        limits: The limits of the submission, and of the judge.
        isolate: Whether to run the submission in a sandbox.
        hidden_folders: Folders that it must not read.
    """

    def __init__(
        self,
        notebook_json: bytes,
        limits: ResourceLimits,
        *,
        isolate: bool,
        hidden_folders: Sequence[Path] = (),
    ) -> None:
        self._limits = limits
        with ExitStack() as resources:
            self._answers, answer_writer = _open_pipe(resources)
            call_reader, self._calls = _open_pipe(resources)
            files = [call_reader.fileno(), answer_writer.fileno()]
            self._process = LimitedProcess(
                "flinksim.course.grading.submission_process",
                notebook_json,
                limits,
                isolate=isolate,
                hidden_folders=hidden_folders,
                files=files,
                arguments=[str(fd) for fd in files],
            )
            resources.enter_context(self._process)
            # only the submission may hold these ends, so that its end is seen here
            answer_writer.close()
            call_reader.close()
            self._resources = resources.pop_all()

    def __enter__(self) -> SubmissionRun:
        return self

    def __exit__(self, *_: object) -> None:
        self._resources.close()

    def read_answers(self) -> list[SubmittedAnswer]:
        """Run all cells and return the answers; invalid lines are skipped.

        It stops after as many bytes as the submission may print.
        """
        reader = self._answers.fileno()
        os.set_blocking(reader, False)
        received = bytearray()
        maximum = max(self._limits.output_kb << 10, MAX_MESSAGE_BYTES)
        next_poll_s = time.monotonic()
        while len(received) < maximum and not received.endswith(_END):
            if time.monotonic() >= next_poll_s:
                if self._process.poll():
                    break
                next_poll_s = time.monotonic() + POLL_INTERVAL_S
            try:
                part = os.read(reader, _READ_BYTES)
            except BlockingIOError:
                time.sleep(POLL_INTERVAL_S)
                continue
            if not part:
                break
            received += part
        os.set_blocking(reader, True)
        answers = (_parse_answer(line) for line in bytes(received).splitlines())
        return [one for one in answers if one is not None]

    def get_result(self) -> ProcessResult:
        """Return the result of the submission so far."""
        return self._process.get_result()

    def finish(self) -> ProcessResult:
        """Tell the submission that there are no calls, and wait until it ends or exceeds a limit."""
        self._calls.close()
        return self._process.wait()

    def judge(self, answer: SubmittedAnswer, cells: Sequence[str]) -> JudgeVerdict:
        """Judge an answer in another process, which calls the functions of the submission."""
        task = {
            "lesson": answer.lesson, "learner": answer.learner, "answer": answer.answer,
            "cells": list(cells),
        }  # fmt: skip
        pipes = [] if self._calls.closed else [self._answers.fileno(), self._calls.fileno()]
        with tempfile.TemporaryFile() as result_file:
            files = [result_file.fileno(), *pipes]
            with LimitedProcess(
                "flinksim.course.grading.judge_process", json.dumps(task).encode(), self._limits,
                isolate=False, files=files, arguments=[str(fd) for fd in files],
            ) as judge:  # fmt: skip
                while not judge.poll():
                    if pipes and self._process.poll():
                        self._process.close()  # then the judge's next call fails
                        pipes = []
                    time.sleep(POLL_INTERVAL_S)
                failure = self._process.close().failure or judge.close().failure
            result_file.seek(0)
            result = result_file.read(MAX_MESSAGE_BYTES)
        return JudgeVerdict(failure) if failure else parse_verdict(result)


def has_functions(message: Message) -> bool:
    """Return whether the message with an answer refers to functions of the submission."""
    match message:
        case ["function" | "class" | "object", _]:
            return True
        case list():
            return any(map(has_functions, message))
    return False


def parse_verdict(result: bytes) -> JudgeVerdict:
    """Parse what a judge wrote; anything that does not match the schema is a crash of the judge."""
    try:
        match json.loads(result):
            case {
                "right": bool(is_right), "message": str(message), "belief": str(misconception),
                "solution_access": str(solution_access), "parts": dict(parts),
            } if all(type(right) is bool for right in parts.values()):  # fmt: skip
                return JudgeVerdict(
                    "",
                    is_right,
                    message[:MAX_MESSAGE_LENGTH],
                    misconception,
                    solution_access,
                    parts,
                )
    except (ValueError, RecursionError):
        pass
    return JudgeVerdict("crashed")


def _parse_answer(line: bytes) -> SubmittedAnswer | None:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(entry, dict) or {k: type(v) for k, v in entry.items()} != _ANSWER_TYPES:
        return None
    return SubmittedAnswer(
        entry["lesson"], entry["learner"][:200], entry["answer"], entry["in_check"], entry["blank"]
    )


def _open_pipe(resources: ExitStack) -> tuple[FileIO, FileIO]:
    reader, writer = os.pipe()
    return (
        resources.enter_context(FileIO(reader, "rb")),
        resources.enter_context(FileIO(writer, "wb")),
    )
