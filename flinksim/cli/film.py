"""``flinksim film``: record a range of a run as a GIF, a video or a folder of pictures."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from flinksim.cli.messages import complain, tell
from flinksim.trace.storage.codec import load_trace
from flinksim.viz.widgets.export.film import VIDEOS, Shooting, film
from flinksim.viz.widgets.export.headless_chromium import BrowserError


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        "The pictures are made by a Chromium without a screen. A GIF needs nothing else, MP4 and WebM "
        "need ffmpeg; without it, or with a name without an ending, a folder of pictures is written."
    )
    parser.add_argument("trace", type=Path, help="a saved trace (flinksim run --trace)")
    parser.add_argument("film", type=Path, help="what to write: .gif, .mp4, .webm, or a folder")
    parser.add_argument(
        "--steps",
        type=_steps,
        metavar="FROM:TO",
        help="from the end of one step to that of another",
    )
    parser.add_argument(
        "--size", type=_size, default=(1280, 720), metavar="WxH", help="in pixels (1280x720)"
    )
    parser.add_argument("--speed", type=float, default=1.0, help="2 is twice as fast")
    parser.add_argument(
        "--show", default="", metavar="ADDRESS",
        help="as behind the # of the page: 'view=plane&key=UA', 'mode=hall', 'by=step'",
    )  # fmt: skip
    parser.add_argument("--dark", action="store_true", help="light on dark")
    parser.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    try:
        trace = load_trace(options.trace)
        first, last = options.steps or (0, len(trace) - 1)
        film_options = Shooting(options.size, options.speed, options.show, options.dark)
        written_path = film(trace, options.film, first, last, film_options, progress=_progress)
    except (OSError, ValueError, BrowserError) as error:
        return complain(str(error))
    if options.film.suffix in VIDEOS and written_path != options.film:
        tell(
            f"there is no ffmpeg: the pictures are in {written_path}, in order in its film.ffconcat"
        )
    tell(f"{written_path}")
    return 0


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {of} pictures", end="\n" if done == of else "", file=sys.stderr)


def _steps(text: str) -> tuple[int, int]:
    return _two_numbers(text, ":", "two steps with a colon between them, such as 10:80")


def _size(text: str) -> tuple[int, int]:
    return _two_numbers(text, "x", "a width and a height, such as 1280x720")


def _two_numbers(text: str, between: str, expected: str) -> tuple[int, int]:
    first, _, second = text.partition(between)
    if not (first.isdecimal() and second.isdecimal()):
        raise argparse.ArgumentTypeError(f"expected {expected}, not {text!r}")
    return int(first), int(second)
