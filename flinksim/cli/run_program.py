"""Running a user's program file, unchanged, in surroundings that a command chooses."""

from __future__ import annotations

import argparse
import io
import os
import runpy
import signal
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import flinksim
from flinksim.cli.messages import FAILED, Terminated, complain, interrupted
from flinksim.common.configuration import Configuration
from flinksim.core.safe_repr import told_error, told_value
from flinksim.datastream.api_flavor import OPTION
from flinksim.datastream.external_configuration import context_configuration
from flinksim.runtime.budget import BudgetSpent
from flinksim.runtime.checkpoint.snapshot_file import SnapshotError
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.fault_injection import CannotIntervene
from flinksim.runtime.jobmaster.state_assignment import CannotRestore
from flinksim.runtime.minicluster import MiniCluster


def add_program(parser: argparse.ArgumentParser) -> None:
    """The program file and what stands around it."""
    parser.add_argument("program", type=Path, help="a Python file that calls env.execute()")
    add_imports(parser)
    parser.set_defaults(record=None, replay=None, parallelism=None)


def add_imports(parser: argparse.ArgumentParser) -> None:
    """What ``import pyflink`` gives, and whom the program follows."""
    parser.add_argument("--as-pyflink", action="store_true", help="import pyflink gives flinksim")
    parser.add_argument(
        "--dialect",
        choices=("java", "pyflink"),
        help="whom to follow where PyFlink and Flink's Java runtime differ; default: pyflink for "
        "programs that import pyflink, else java",
    )


def wrong_program(program: Path) -> str:
    """What keeps *program* from being run; nothing if it is a file."""
    if os.path.isdir(program):
        files = ", ".join(sorted(path.name for path in program.glob("*.py"))[:5])
        held = f"it has {files}" if files else "it has no Python file"
        return f"{program} is a folder; name the file that calls env.execute() ({held})"
    if not os.path.isfile(program):
        return f"there is no program {program}; looked in {Path.cwd()}"
    return ""


def without_job(program: Path) -> str:
    """What to tell of a program that declares, but runs nothing."""
    return (
        f"{program} ended without env.execute(), so there is no job; add env.execute() at its end"
    )


@contextmanager
def program_environment(program: Path, options: argparse.Namespace) -> Iterator[None]:
    """What a program finds around it: its own folder, its arguments, and what the options say."""
    saved_path, saved_arguments = sys.path[:], sys.argv[:]
    with ExitStack() as stack:
        if options.as_pyflink:
            from flinksim.pyflink_compat.import_alias import as_pyflink

            stack.enter_context(as_pyflink())
        if options.record or options.replay:
            from flinksim.connectors.socket_source import socket_session

            stack.enter_context(
                socket_session(record_to=options.record, replay_from=options.replay)
            )
        outside = Configuration()
        if options.parallelism is not None:
            outside.set_integer("parallelism.default", options.parallelism)
        if options.dialect is not None:
            outside.set_string(OPTION, options.dialect)
        if outside.to_dict():
            stack.enter_context(context_configuration(outside))
        sys.path.insert(0, str(program.resolve().parent))
        sys.argv[:] = [str(program), *options.handed_on]
        try:
            yield
        finally:
            sys.path[:], sys.argv[:] = saved_path, saved_arguments


def run_interruptible(program: Path, quiet: bool) -> int:
    """As :func:`run_program`, but an interrupted program has an exit code as well."""
    try:
        return run_program(program, quiet)
    except KeyboardInterrupt as pressed:
        return interrupted(pressed)


class Nowhere(io.TextIOBase):
    """Takes what is printed, and keeps none of it."""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        return len(text)


def run_program(program: Path, quiet: bool, told_plainly: tuple[type[Exception], ...] = ()) -> int:
    """Run *program* to its end; gives the exit code, after telling what went wrong.

    Errors of the types *told_plainly* are told by their text alone, if they come from a job.

    Raises: KeyboardInterrupt after Ctrl-C, Terminated after SIGTERM; what the program has done is kept.
    """
    try:
        with ExitStack() as stack:
            stack.enter_context(_termination())
            stack.enter_context(_no_way_out())
            if quiet:
                stack.enter_context(redirect_stdout(Nowhere()))
            runpy.run_path(str(program), run_name="__main__")
    except (JobExecutionError, BudgetSpent, CannotIntervene, CannotRestore, SnapshotError) as error:
        return complain(str(error))
    except told_plainly as error:
        return complain(str(error))
    except SystemExit as end:
        code: Any = end.code  # may be any object
        if code is None or isinstance(code, int):
            return code or 0
        return complain(code if isinstance(code, str) else told_value(code))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        told = _without_our_frames(error, program)
        if isinstance(error, ModuleNotFoundError) and str(error.name).split(".")[0] == "pyflink":
            told += "\nSay --as-pyflink: then import pyflink gives flinksim."
        return complain(told)
    return 0


@contextmanager
def _termination() -> Iterator[None]:
    """SIGTERM does what Ctrl-C does, while the block runs."""
    asked: list[int] = []

    def terminate(number: int, frame: FrameType | None) -> None:
        asked.append(number)
        interrupt = signal.getsignal(signal.SIGINT)
        if not callable(interrupt):
            raise KeyboardInterrupt
        interrupt(signal.SIGINT, frame)

    try:
        before = signal.signal(signal.SIGTERM, terminate)
    except ValueError:  # outside of the main thread, which alone is told of signals
        yield
        return
    try:
        yield
    except KeyboardInterrupt:
        if asked:
            raise Terminated from None
        raise
    finally:
        signal.signal(signal.SIGTERM, before or signal.SIG_DFL)


@contextmanager
def _no_way_out() -> Iterator[None]:
    """``os._exit`` in the block is ``sys.exit``, but in processes that the program has forked off.

    It would end the process with the exit code that it likes, and nothing would be told of its jobs.
    """
    leave, process = os._exit, os.getpid()

    def exit_told(status: int) -> NoReturn:
        if os.getpid() != process:
            leave(status)
        raise SystemExit(status)

    os._exit = exit_told
    try:
        yield
    finally:
        os._exit = leave


def code_of(code: int, clusters: Sequence[MiniCluster]) -> int:
    """The exit code of a program that ended with *code*: 0 only if none of its jobs has failed."""
    failed = any(cluster.status == "FAILED" or cluster.spent is not None for cluster in clusters)
    return code or (FAILED if failed else 0)


def _without_our_frames(error: BaseException, program: Path) -> str:
    """The traceback from the program's first line to its last, and what that called but flinksim."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = str(Path(flinksim.__file__).parent)
    of_program = [i for i, frame in enumerate(frames) if frame.filename == str(program)]
    if not of_program and isinstance(error, SyntaxError):  # which names its file and line itself
        frames = traceback.StackSummary()
    first, end = (of_program[0], of_program[-1] + 1) if of_program else (0, len(frames))
    while end < len(frames) and not frames[end].filename.startswith(ours):
        end += 1
    lines = ["Traceback (most recent call last):\n", *traceback.format_list(frames[first:end])]
    return "".join([*lines, told_error(error)])
