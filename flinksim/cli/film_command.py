"""``flinksim film``: record a range of a run as a GIF, a video or a folder of pictures."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from flinksim.cli.console import print_stderr, report_error
from flinksim.trace.storage.codec import load_trace
from flinksim.viz.widgets.export.film import VIDEO_SUFFIXES, FilmOptions, record_film
from flinksim.viz.widgets.export.headless_chromium import BrowserError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        "The film is recorded with headless Chromium. MP4 and WebM also need ffmpeg. Without ffmpeg, "
        "or if the file has no suffix, a folder of pictures is written."
    )
    parser.add_argument("trace", type=Path, help="A saved trace (flinksim run --trace).")
    parser.add_argument("film", type=Path, help="File to write (.gif, .mp4, .webm), or a folder.")
    parser.add_argument(
        "--steps",
        type=_parse_steps,
        metavar="FROM:TO",
        help="Range of steps to record (default: all).",
    )
    parser.add_argument(
        "--size",
        type=_parse_size,
        default=(1280, 720),
        metavar="WxH",
        help="Size in pixels (default: 1280x720).",
    )
    parser.add_argument(
        "--speed",
        type=float,
        default=1.0,
        metavar="FACTOR",
        help="Playback speed (default: 1); 2 is twice as fast.",
    )
    parser.add_argument(
        "--show", default="", metavar="VIEW",
        help="View to record, written as in the URL of the page after #: 'view=chart&key=UA', 'by=step'.",
    )  # fmt: skip
    parser.add_argument("--dark", action="store_true", help="Use the dark theme.")
    parser.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    try:
        trace = load_trace(options.trace)
        first, last = options.steps or (0, len(trace) - 1)
        film_options = FilmOptions(options.size, options.speed, options.show, options.dark)
        written_path = record_film(
            trace, options.film, first, last, film_options, progress=_show_progress
        )
    except (OSError, ValueError, BrowserError) as error:
        return report_error(str(error))
    if options.film.suffix in VIDEO_SUFFIXES and written_path != options.film:
        print_stderr(
            f"ffmpeg is not installed. The pictures are in {written_path}; film.ffconcat lists them in order."
        )
    print_stderr(f"{written_path}")
    return 0


def _show_progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {total} pictures", end="\n" if done == total else "", file=sys.stderr)


def _parse_steps(text: str) -> tuple[int, int]:
    return _parse_two_numbers(text, ":", "two steps separated by a colon, such as 10:80")


def _parse_size(text: str) -> tuple[int, int]:
    return _parse_two_numbers(text, "x", "a width and a height, such as 1280x720")


def _parse_two_numbers(text: str, separator: str, expected: str) -> tuple[int, int]:
    first, _, second = text.partition(separator)
    if not (first.isdecimal() and second.isdecimal()):
        raise argparse.ArgumentTypeError(f"expected {expected}; found {text!r}")
    return int(first), int(second)
