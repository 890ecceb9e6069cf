"""A film of a range of a run: the stepper's own page, photographed place by place in a Chromium.

What moves in the stepper is a function of where one is (``widgets/src/film.ts``), so that the same run
gives the same pictures. Not in Flink.
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

from flinksim.core.atomic_files import replacing, write_file
from flinksim.trace.recorder import Trace
from flinksim.viz.widgets.export.headless_chromium import Tab, browse
from flinksim.viz.widgets.export.html_page import export_html

_FILM = 'document.querySelector(".flinksim-stepper").film'
VIDEOS = (".mp4", ".webm")
FRAMES_PER_SECOND = {".gif": 12.5, ".mp4": 25.0, ".webm": 25.0}


@dataclass(frozen=True, slots=True)
class Shooting:
    """How a film is made: *size* in pixels, *speed* (2 is twice as fast), *dark*, and *show*.

    That is the part of the page's address behind the ``#``: ``"view=plane&key=UA&mode=hall"``.
    """

    size: tuple[int, int] = (1280, 720)
    speed: float = 1.0
    show: str = ""
    dark: bool = False


def film(
    trace: Trace,
    path: Path,
    first: int,
    last: int,
    how: Shooting = Shooting(),
    *,
    program: Mapping[str, Any] | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Path:
    """Film *trace* from the end of step *first* to the end of step *last*; gives what was written.

    The ending of *path* says what: ``.gif``; ``.mp4`` or ``.webm``, for which ffmpeg is needed, and
    without which the frames are written to a folder of that name; no ending: such a folder.

    Raises:
        ValueError: an ending or steps that there are not.
        FileNotFoundError: there is no Chromium.
        flinksim.viz.widgets.export.headless_chromium.BrowserError: the browser ended.
    """
    if path.suffix not in ("", ".gif", *VIDEOS):
        raise ValueError(f"a film is .gif, .mp4, .webm or a folder of pictures, not {path.suffix}")
    if not 0 <= first < last < len(trace):
        raise ValueError(
            f"a film goes from a step to a later one within 0 and {len(trace) - 1}, "
            f"not from {first} to {last}"
        )
    per_second = FRAMES_PER_SECOND.get(path.suffix, 25.0)
    with TemporaryDirectory() as folder, browse(*how.size) as tab:
        page = Path(folder) / "run.html"
        export_html(trace, page, position=0, program=program)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if how.dark else "light"}
        tab.call("Emulation.setEmulatedMedia", features=[scheme])
        tab.open(f"{page.as_uri()}?film", "document.documentElement?.dataset.ready === 'yes'")
        if how.show:
            tab.ask(
                "new Promise((done) => { addEventListener('hashchange', done, { once: true }); "
                f"location.hash = {json.dumps(how.show)}; }}).then(() => true)"
            )
        asked = f"{_FILM}.pictures({first}, {last}, {per_second}, {how.speed})"
        pictures: list[dict[str, Any]] = tab.ask(asked)
        shots = _shots(tab, pictures, progress)
        if path.suffix == ".gif":
            return _gif(tab, shots, path)
        ffmpeg = shutil.which("ffmpeg")
        if path.suffix and ffmpeg:
            return _video(ffmpeg, shots, path, per_second)
        return _frames(shots, path.with_suffix(""))


def _shots(
    tab: Tab, pictures: list[dict[str, Any]], progress: Callable[[int, int], None]
) -> Iterator[tuple[str, float]]:
    """The photograph of each place, a PNG in base64, and for how many milliseconds it stands."""
    for number, picture in enumerate(pictures, start=1):
        tab.ask(f"{_FILM}.show({json.dumps(picture)})")
        yield tab.call("Page.captureScreenshot", format="png")["data"], picture["ms"]
        progress(number, len(pictures))


def _gif(tab: Tab, shots: Iterator[tuple[str, float]], path: Path) -> Path:
    for png, ms in shots:
        tab.ask(f'{_FILM}.add("data:image/png;base64,{png}", {ms})')
    address: str = tab.ask(f"{_FILM}.end()")
    return write_file(path, base64.b64decode(address.partition(",")[2]))


def _video(ffmpeg: str, shots: Iterator[tuple[str, float]], path: Path, per_second: float) -> Path:
    """Frames of one length each; what stands longer is there several times."""
    codec = ["libx264", "-movflags", "+faststart"] if path.suffix == ".mp4" else ["libvpx-vp9"]
    with replacing(path) as draft:
        command = [
            ffmpeg, "-y", "-loglevel", "error", "-f", "image2pipe", "-framerate", str(per_second),
            "-c:v", "png", "-i", "-", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2",
            "-pix_fmt", "yuv420p", "-c:v", *codec, str(draft),
        ]  # fmt: skip
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdin is not None
        shown = 0.0
        written = 0
        for png, ms in shots:
            shown += ms * per_second / 1000
            while written < round(shown):
                process.stdin.write(base64.b64decode(png))
                written += 1
        _, said = process.communicate()
        if process.returncode:
            raise RuntimeError(f"ffmpeg: {said.decode(errors='replace').strip()}")
    return path


def _frames(shots: Iterator[tuple[str, float]], folder: Path) -> Path:
    """Numbered pictures, and a list of them with their seconds, as ``ffmpeg -f concat`` reads it."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = ["ffconcat version 1.0"]
    for number, (png, ms) in enumerate(shots, start=1):
        name = f"{number:04d}.png"
        write_file(folder / name, base64.b64decode(png))
        listed += [f"file {name}", f"duration {ms / 1000:.3f}"]
    write_file(folder / "film.ffconcat", "\n".join(listed) + "\n")
    return folder
