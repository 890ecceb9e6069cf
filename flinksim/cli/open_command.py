"""``flinksim open``: show a trace, or the recording of a real job, in the stepper."""

from __future__ import annotations

import argparse
import tempfile
import webbrowser
from pathlib import Path

from flinksim.cli.arguments import add_language_argument
from flinksim.cli.console import print_stderr, report_error
from flinksim.cli.run_program import is_trace_file
from flinksim.recording.recording_import import describe_recording, read_recording
from flinksim.simulation.page.precomputed_answers import precompute_causes
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import load_trace
from flinksim.viz.widgets.export.html_page import export_html


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        "The page has no program that could be changed: a recording shows what happened, and "
        "questions are answered from it."
    )
    parser.add_argument("file", type=Path, help="A trace (.flinktrace), or a recording.")
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="Write the page to FILE; open no browser."
    )
    parser.add_argument("--job", help="Id or name of the job, if several were recorded.")
    add_language_argument(parser)
    parser.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    try:
        trace = load_trace_or_recording(options.file, options.job)
        page = options.html or Path(tempfile.mkdtemp(prefix="flinksim-")) / "run.html"
        export_html(
            trace, page, precomputed_answers=precompute_causes(trace), language=options.language
        )
    except (OSError, ValueError) as error:
        return report_error(str(error))
    if "recorded" in trace.info:
        print(describe_recording(trace, options.language))
    if options.html is None and not webbrowser.open(page.as_uri()):
        print_stderr("no browser was found; open the page yourself")
    print_stderr(f"page written to {page}")
    return 0


def load_trace_or_recording(path: Path, job: str | None = None) -> Trace:
    """Load *path*: a trace file, a recording folder, or one file of a recording.

    Raises:
        ValueError: It is damaged, or it is neither.
        OSError: It cannot be read.
    """
    if path.is_file() and is_trace_file(path):
        return load_trace(path)
    return read_recording(path, job)
