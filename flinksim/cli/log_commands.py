"""Shared code of commands that analyse a program's log: run each job, and report errors."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from flinksim.cli.load_jobs import declared_jobs
from flinksim.cli.messages import FAILED, INTERRUPTED, complain, tell, wrong_targets
from flinksim.cli.replay import job_of, settings_of, what_is_wrong, with_logs_of
from flinksim.core.progress import StageBar

if TYPE_CHECKING:
    from flinksim.replay.job import SparkJob


def ask_each_job(
    options: argparse.Namespace, files: Iterable[str], ask: Callable[[SparkJob, str], None]
) -> int:
    """Call the action with every job of the program and a suffix for its file names.

    Errors with a sufficient message are reported by that message alone.

    Args:
        options: The parsed command line.
        file_options: Names of the options for files to write.
        action: Called with the job and the suffix.

    Returns:
        The exit code.
    """
    problem = what_is_wrong(options) or wrong_targets(options, files)
    if problem:
        return complain(problem)
    from flinksim.replay.analysis.reproducibility import NotReproducible
    from flinksim.replay.compile.columnar_plan import NotNative
    from flinksim.replay.worker_errors import ReplayError, is_raw, translated

    bar = None if options.quiet else StageBar(sys.stderr)
    with declared_jobs(options) as pipelines:
        try:
            for number, pipeline in enumerate(pipelines, 1):
                job_pipeline = with_logs_of(pipeline, options)
                settings = settings_of(options, bar or (lambda state: None))
                with job_of(options, job_pipeline, settings) as job:
                    ask(job, f"-{number}" if len(pipelines) > 1 else "")
        except (NotReproducible, NotNative, ReplayError, ImportError, OSError, ValueError) as error:
            _close(bar)
            return complain(str(error))
        except Exception as error:
            if not is_raw(error):
                raise
            _close(bar)
            return complain(str(translated(error)))
        except KeyboardInterrupt:
            _close(bar)
            tell("flinksim: interrupted")
            return INTERRUPTED
        return 0 if pipelines else FAILED


def _close(bar: StageBar | None) -> None:
    if bar is not None:
        bar.close()


def with_suffix(path: Path, suffix: str) -> Path:
    """Append a suffix to the file name of *path*, before its extension."""
    return path.with_name(f"{path.stem}{suffix}{path.suffix}")
