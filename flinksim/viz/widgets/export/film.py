"""Film of a range of a run: screenshots of the stepper's page, taken in a headless Chromium.

Every animation of the stepper is a function of its position (``widgets/src/export/film.ts``), so equal
runs give equal pictures. Not in Flink.
"""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flinksim.core.atomic_files import write_atomically, write_file
from flinksim.trace.recorder import Trace
from flinksim.viz.widgets.export.headless_chromium import Tab, open_browser
from flinksim.viz.widgets.export.html_page import export_html

_FILM_OBJECT = 'document.querySelector(".flinksim-stepper").film'
VIDEO_SUFFIXES = (".mp4", ".webm")
FRAMES_PER_SECOND = {".gif": 12.5, ".mp4": 25.0, ".webm": 25.0}


@dataclass(frozen=True, slots=True)
class FilmOptions:
    """Options of a film: *size* in pixels, *speed* (2 is twice as fast), *dark*, and the page's view.

    The view is the part of the page's address after ``#``: ``"view=chart&key=UA&mode=hall"``.
    """

    size: tuple[int, int] = (1280, 720)
    speed: float = 1.0
    page_fragment: str = ""
    dark: bool = False


def record_film(
    trace: Trace,
    path: Path,
    first: int,
    last: int,
    options: FilmOptions = FilmOptions(),
    *,
    program: Mapping[str, Any] | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Path:
    """Record *trace* from the end of step *first* to the end of step *last*; return the written path.

    The suffix of *path* selects the format: ``.gif``, ``.mp4``, ``.webm``, or no suffix for a folder of
    pictures. Videos need ffmpeg; without it the pictures are written to a folder of that name.

    Args:
        trace: The run.
        path: The file or folder to write.
        first: First step.
        last: Last step.
        options: Size, speed and theme.
        program: Source lines that declare the job.
        progress: Called with the number of finished pictures and the total.

    Raises:
        ValueError: The suffix is unknown, or there are no such steps.
        FileNotFoundError: There is no Chromium.
        flinksim.viz.widgets.export.headless_chromium.BrowserError: The browser exited.
    """
    if path.suffix not in ("", ".gif", *VIDEO_SUFFIXES):
        raise ValueError(
            f"{path}: unknown film format {path.suffix}. Expected .gif, .mp4, .webm, or a folder for pictures"
        )
    if not 0 <= first < last < len(trace):
        raise ValueError(
            f"film of steps {first} to {last}: expected a first step and a later last step, "
            f"from 0 to {len(trace) - 1}"
        )
    per_second = FRAMES_PER_SECOND.get(path.suffix, 25.0)
    with TemporaryDirectory() as folder, open_browser(*options.size) as tab:
        page = Path(folder) / "run.html"
        export_html(trace, page, position=0, program=program)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if options.dark else "light"}
        tab.call("Emulation.setEmulatedMedia", features=[scheme])
        tab.open(f"{page.as_uri()}?film", "document.documentElement?.dataset.ready === 'yes'")
        if options.page_fragment:
            tab.evaluate(
                "new Promise((done) => { addEventListener('hashchange', done, { once: true }); "
                f"location.hash = {json.dumps(options.page_fragment)}; }}).then(() => true)"
            )
        expression = f"{_FILM_OBJECT}.pictures({first}, {last}, {per_second}, {options.speed})"
        pictures: list[dict[str, Any]] = tab.evaluate(expression)
        screenshots = _take_screenshots(tab, pictures, progress)
        if path.suffix == ".gif":
            return _write_gif(tab, screenshots, path)
        ffmpeg = shutil.which("ffmpeg")
        if path.suffix and ffmpeg:
            return _write_video(ffmpeg, screenshots, path, per_second)
        return _write_frames(screenshots, path.with_suffix(""))


def _take_screenshots(
    tab: Tab, pictures: list[dict[str, Any]], progress: Callable[[int, int], None]
) -> Iterator[tuple[str, float]]:
    """Yield a screenshot of each position, PNG in base64, and its duration in milliseconds."""
    for number, picture in enumerate(pictures, start=1):
        tab.evaluate(f"{_FILM_OBJECT}.show({json.dumps(picture)})")
        yield tab.call("Page.captureScreenshot", format="png")["data"], picture["ms"]
        progress(number, len(pictures))


def _write_gif(tab: Tab, screenshots: Iterator[tuple[str, float]], path: Path) -> Path:
    for png, ms in screenshots:
        tab.evaluate(f'{_FILM_OBJECT}.add("data:image/png;base64,{png}", {ms})')
    address: str = tab.evaluate(f"{_FILM_OBJECT}.end()")
    return write_file(path, base64.b64decode(address.partition(",")[2]))


def _write_video(
    ffmpeg: str, screenshots: Iterator[tuple[str, float]], path: Path, per_second: float
) -> Path:
    """Write screenshots as a video with ffmpeg.

    All frames have the same length; a screenshot that is shown longer is repeated.
    """
    codec = ["libx264", "-movflags", "+faststart"] if path.suffix == ".mp4" else ["libvpx-vp9"]
    with write_atomically(path) as draft:
        command = [
            ffmpeg, "-y", "-loglevel", "error", "-f", "image2pipe", "-framerate", str(per_second),
            "-c:v", "png", "-i", "-", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2",
            "-pix_fmt", "yuv420p", "-c:v", *codec, str(draft),
        ]  # fmt: skip
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdin is not None
        shown_frames = 0.0
        written = 0
        for png, ms in screenshots:
            shown_frames += ms * per_second / 1000
            while written < round(shown_frames):
                process.stdin.write(base64.b64decode(png))
                written += 1
        _, stderr = process.communicate()
        if process.returncode:
            raise RuntimeError(f"ffmpeg: {stderr.decode(errors='replace').strip()}")
    return path


def _write_frames(screenshots: Iterator[tuple[str, float]], folder: Path) -> Path:
    """Write numbered pictures, and a list with their durations for ``ffmpeg -f concat``."""
    folder.mkdir(parents=True, exist_ok=True)
    list_lines = ["ffconcat version 1.0"]
    for number, (png, ms) in enumerate(screenshots, start=1):
        name = f"{number:04d}.png"
        write_file(folder / name, base64.b64decode(png))
        list_lines += [f"file {name}", f"duration {ms / 1000:.3f}"]
    write_file(folder / "film.ffconcat", "\n".join(list_lines) + "\n")
    return folder
