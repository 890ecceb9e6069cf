"""Shared code of commands that analyse a program's log: run each job, and report errors."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from flinksim.cli.console import FAILED, find_target_error, report_error
from flinksim.cli.load_jobs import capture_jobs
from flinksim.cli.replay_command import (
    create_replay_settings,
    create_spark_job,
    find_option_error,
)
from flinksim.core.progress import StageProgressBar

if TYPE_CHECKING:
    from flinksim.replay.replay_job import SparkJob


def run_for_each_job(
    options: argparse.Namespace,
    file_options: Iterable[str],
    action: Callable[[SparkJob, str], None],
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
    problem = find_option_error(options) or find_target_error(options, file_options)
    if problem:
        return report_error(problem)
    from flinksim.replay.analysis.reproducibility import NotReproducible
    from flinksim.replay.compile.columnar_plan import NotColumnar
    from flinksim.replay.worker_errors import ReplayError, is_foreign_error, translate_error

    bar = None if options.quiet else StageProgressBar(sys.stderr)
    with capture_jobs(options) as pipelines:
        try:
            for number, pipeline in enumerate(pipelines, 1):
                settings = create_replay_settings(options, bar or (lambda state: None))
                with create_spark_job(options, pipeline, settings) as job:
                    action(job, f"-{number}" if len(pipelines) > 1 else "")
        except (
            NotReproducible,
            NotColumnar,
            ReplayError,
            ImportError,
            OSError,
            ValueError,
        ) as error:
            _close_bar(bar)
            return report_error(str(error))
        except Exception as error:
            if not is_foreign_error(error):
                raise
            _close_bar(bar)
            return report_error(str(translate_error(error)))
        except KeyboardInterrupt:
            _close_bar(bar)
            raise
        return 0 if pipelines else FAILED


def _close_bar(bar: StageProgressBar | None) -> None:
    if bar is not None:
        bar.close()


def append_suffix(path: Path, suffix: str) -> Path:
    """Append a suffix to the file name of *path*, before its extension."""
    return path.with_name(f"{path.stem}{suffix}{path.suffix}")
