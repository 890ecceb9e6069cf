"""One run of a submission: its process, the answers that it sends, and the judge that checks them.

Not in Flink.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, field
from io import FileIO
from pathlib import Path
from typing import Any

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

MAX_DRAW_REQUESTS = 200
"""Maximum number of times that a submission can ask which draw of a lesson's data to use."""

MAX_DRAWS = 10
"""Maximum number of different lessons and names for which it can ask."""

_END = b'"end"'
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
class DrawRequest:
    """A submission's question which draw of a learner's data to use."""

    lesson: str
    learner: str


@dataclass(frozen=True, slots=True)
class JudgeVerdict:
    """The result of a judge; ``failure`` says why there is none, as :class:`ProcessResult` does."""

    failure: str = ""
    is_right: bool = False
    message: str = ""
    misconception: str = ""
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
        self._draws: dict[DrawRequest, int | str] = {}
        self._draw_requests = 0
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

        Meanwhile, the submission is told which draws of the lessons' data to use.

        It stops after as many bytes as the submission may print.
        """
        reader = self._answers.fileno()
        os.set_blocking(reader, False)
        answers: list[SubmittedAnswer] = []
        received, unread = 0, b""
        maximum = max(self._limits.output_kb << 10, MAX_MESSAGE_BYTES)
        next_poll_s = time.monotonic()
        while received < maximum:
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
            received += len(part)
            *lines, unread = (unread + part).split(b"\n")
            for line in lines:
                message = _parse_line(line)
                if isinstance(message, SubmittedAnswer):
                    answers.append(message)
                elif message is not None:
                    self._serve_draw(message)
            if lines and lines[-1] == _END and not unread:
                break
        os.set_blocking(reader, True)
        return answers

    def get_result(self) -> ProcessResult:
        """Return the result of the submission so far."""
        return self._process.get_result()

    def finish(self) -> ProcessResult:
        """Tell the submission that there are no calls, and wait until it ends or exceeds a limit."""
        self._calls.close()
        return self._process.wait()

    def judge(self, answer: SubmittedAnswer) -> JudgeVerdict:
        """Judge an answer in another process, which calls the functions of the submission."""
        drawn = self._draws.get(DrawRequest(answer.lesson, answer.learner))
        task = {
            "lesson": answer.lesson, "learner": answer.learner, "answer": answer.answer,
            "rejected_draws": drawn if isinstance(drawn, int) else None,
        }  # fmt: skip
        pipes = [] if self._calls.closed else [self._answers.fileno(), self._calls.fileno()]
        judge_failure, result = self._run_judge(task, pipes)
        failure = self._process.close().failure or judge_failure
        return JudgeVerdict(failure) if failure else parse_verdict(result)

    def _serve_draw(self, request: DrawRequest) -> None:
        """Tell the submission which draw of a learner's data the lesson's solution accepts."""
        self._draw_requests += 1
        if self._draw_requests > MAX_DRAW_REQUESTS:
            return  # nobody may read the replies
        if request not in self._draws and len(self._draws) < MAX_DRAWS:
            with self._process.pause_clock():
                failure, result = self._run_judge(asdict(request), [])
            self._draws[request] = "no data can be drawn" if failure else int(result)
        drawn = self._draws.get(request, f"a submission can use {MAX_DRAWS} draws of data")
        reply = json.dumps(["result" if isinstance(drawn, int) else "error", drawn])
        with suppress(OSError):  # it has ended
            self._calls.write(f"{reply}\n".encode())

    def _run_judge(self, task: Mapping[str, Any], pipes: Sequence[int]) -> tuple[str, bytes]:
        """Run a judge, and return why it failed and its result; the submission's limits still hold."""
        with tempfile.TemporaryFile() as result_file:
            files = [result_file.fileno(), *pipes]
            with LimitedProcess(
                "flinksim.course.grading.judge_process", json.dumps(task).encode(), self._limits,
                isolate=False, files=files, arguments=[str(fd) for fd in files],
            ) as judge:  # fmt: skip
                while not judge.poll():
                    if self._process.poll():
                        self._process.close()  # then the judge's next call fails
                    time.sleep(POLL_INTERVAL_S)
                failure = judge.close().failure
            result_file.seek(0)
            return failure, result_file.read(MAX_MESSAGE_BYTES)


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
                "parts": dict(parts),
            } if all(type(right) is bool for right in parts.values()):  # fmt: skip
                return JudgeVerdict(
                    "",
                    is_right,
                    message[:MAX_MESSAGE_LENGTH],
                    misconception,
                    parts,
                )
    except (ValueError, RecursionError):
        pass
    return JudgeVerdict("crashed")


def _parse_line(line: bytes) -> SubmittedAnswer | DrawRequest | None:
    """Parse a line of a submission; None if it is something else."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    match entry:
        case ["call", ["draw", str(lesson), str(learner)]] if re.fullmatch("[0-9]{2}", lesson):
            return DrawRequest(lesson, learner)
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
