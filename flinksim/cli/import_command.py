"""``flinksim import``: turn the recording of a real job into a trace."""

from __future__ import annotations

import argparse
from pathlib import Path

from flinksim.cli.arguments import add_language_argument
from flinksim.cli.console import print_stderr, report_error
from flinksim.recording.recording_import import describe_recording, read_recording
from flinksim.trace.storage.file_format import SUFFIX


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        "The files of all TaskManagers belong in one folder. Then run flinksim open, tell, why or "
        "diagnose on the trace."
    )
    parser.add_argument(
        "recording", type=Path, help="Folder that the recorder wrote to, or one of its files."
    )
    parser.add_argument(
        "--trace", type=Path, metavar="FILE", help="Trace to write (default: FOLDER.flinktrace)."
    )
    parser.add_argument("--job", help="Id or name of the job, if several were recorded.")
    add_language_argument(parser)
    parser.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    target = options.trace or Path(f"{str(options.recording).rstrip('/')}{SUFFIX}")
    try:
        trace = read_recording(options.recording, options.job)
        trace.save(target)
    except (OSError, ValueError) as error:
        return report_error(str(error))
    print(describe_recording(trace, options.language))
    print_stderr(f"trace written to {target}")
    return 0
