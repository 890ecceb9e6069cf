"""A range of a run as a film: from the command, with Chromium, and from the page itself."""

from __future__ import annotations

import base64
import io
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from PIL import Image
from playwright.sync_api import Page

from flinksim.cli import main
from flinksim.trace.events import WindowFired
from flinksim.trace.storage.codec import save_trace
from flinksim.viz.widgets.export.film import FilmOptions, record_film
from flinksim.viz.widgets.export.headless_chromium import BrowserError, open_browser
from tests.chromium import MISSING, find_chromium
from tests.claim_runs import trace_of
from tests.viz.widgets.conftest import Exported
from tests.viz.widgets.test_moments import demo
from tests.viz.widgets.test_twins import twin  # noqa: F401

Open = Callable[..., Exported]
SMALL = FilmOptions(size=(640, 400), speed=8)


@pytest.fixture(autouse=True)
def chromium(monkeypatch: pytest.MonkeyPatch) -> None:
    found = find_chromium()
    assert found, MISSING
    monkeypatch.setenv("FLINKSIM_CHROMIUM", found)


@pytest.fixture(scope="module")
def trace_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("film") / "run.flinktrace"
    save_trace(demo(), path)
    return path


def _frames(path: Path) -> list[tuple[Image.Image, int]]:
    frames = []
    with Image.open(path) as image:
        for number in range(image.n_frames):  # type: ignore[attr-defined]
            image.seek(number)
            frames.append((image.convert("RGB"), image.info["duration"]))
    return frames


def _pixels(image: Image.Image) -> list[bytes]:
    data = image.convert("RGB").tobytes()
    return [data[at : at + 3] for at in range(0, len(data), 3)]


def test_the_command_films_a_range_as_a_gif(trace_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.gif"
    options = ["--steps", "640:662", "--size", "640x400", "--speed", "2"]
    assert main(["film", str(trace_file), str(out), *options]) == 0
    frames = _frames(out)
    assert frames[0][0].size == (640, 400)
    assert len(frames) > 6
    assert len({frame.tobytes() for frame, _ in frames}) > 4, "it moves"


def test_a_gif_has_the_colours_of_the_page(tmp_path: Path) -> None:
    gif = record_film(demo(), tmp_path / "a.gif", 640, 650, SMALL)
    folder = record_film(demo(), tmp_path / "a", 640, 650, SMALL)
    shots = sorted(folder.glob("*.png"))
    frames = _frames(gif)
    for number in (0, -1):  # between them a GIF has fewer
        with Image.open(shots[number]) as image:
            ours, theirs = frames[number][0].tobytes(), image.convert("RGB").tobytes()
        far = sum(abs(a - b) > 24 for a, b in zip(ours, theirs, strict=True))
        assert far < len(theirs) * 0.01
    listed = (folder / "film.ffconcat").read_text().splitlines()
    seconds = [float(line.split()[1]) for line in listed if line.startswith("duration")]
    assert abs(sum(seconds) * 1000 - sum(ms for _, ms in frames)) < 40


def test_a_video_without_ffmpeg_is_a_folder_of_pictures(
    trace_file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    out = tmp_path / "out.mp4"
    options = ["--steps", "640:645", "--size", "320x240", "--speed", "16"]
    assert main(["film", str(trace_file), str(out), *options]) == 0
    assert "ffmpeg is not installed" in capsys.readouterr().err
    assert not out.exists()
    assert (tmp_path / "out" / "0001.png").exists()


@pytest.mark.slow("draws each frame and makes a video of them")
@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg makes videos, and is not here")
@pytest.mark.parametrize("ending", [".mp4", ".webm"])
def test_ffmpeg_makes_a_video(tmp_path: Path, ending: str) -> None:
    out = record_film(demo(), tmp_path / f"out{ending}", 640, 650, SMALL)
    command = ["ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0"]
    told = subprocess.run([*command, str(out)], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "640,400"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["out.avi"], "unknown film format .avi"),
        (["out.gif", "--steps", "80:10"], "expected a first step and a later last step"),
        (["out.gif", "--steps", "0:99999"], "expected a first step and a later last step"),
    ],
)
def test_what_cannot_be_filmed_is_told(
    trace_file: Path, arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["film", str(trace_file), *arguments]) == 1
    assert told in capsys.readouterr().err


def test_without_chromium_it_says_so(
    trace_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("FLINKSIM_CHROMIUM")
    monkeypatch.setenv("PATH", os.devnull)
    monkeypatch.setattr("flinksim.viz.widgets.export.headless_chromium.INSTALL_PATHS", ())
    assert main(["film", str(trace_file), "out.gif"]) == 1
    assert "Chromium was not found" in capsys.readouterr().err


def test_a_wrong_order_to_the_browser_is_told() -> None:
    with open_browser(100, 100) as tab:
        assert tab.evaluate("[1, 2].map((one) => one * 2)") == [2, 4]
        with pytest.raises(BrowserError, match="nothing is not defined"):
            tab.evaluate("nothing")
        with pytest.raises(BrowserError, match=r"No\.such"):
            tab.call("No.such")


# --- from the page -------------------------------------------------------------------------------


@pytest.mark.parametrize("colours", [3, 255, 4000])
def test_a_gif_gives_back_what_was_put_in(twin: Page, colours: int) -> None:  # noqa: F811
    width, height, count = 61, 47, 3
    random = Random(colours)
    table = [tuple(random.randrange(256) for _ in range(3)) for _ in range(colours)]
    places = [(x, y) for y in range(height) for x in range(width)]

    def colour(x: int, y: int, number: int) -> tuple[int, ...]:
        smooth = (4 * x, 5 * y, (x + y + 40 * number) % 256)
        return smooth if colours > 255 else random.choice(table)

    pictures = [[(*colour(x, y, number), 255) for x, y in places] for number in range(count)]
    pictures.append(pictures[-1])  # where nothing changes
    found = twin.evaluate(
        """async ({ pictures, width, height }) => {
            const gif = new parts.Gif(width, height);
            for (const picture of pictures) gif.add(Uint8ClampedArray.from(picture.flat()), 45);
            const bytes = new Uint8Array(await gif.end().arrayBuffer());
            return btoa(String.fromCharCode(...bytes));
        }""",
        {"pictures": pictures, "width": width, "height": height},
    )
    with Image.open(io.BytesIO(base64.b64decode(found))) as image:
        total = 0
        for number, picture in enumerate(pictures):
            image.seek(min(number, image.n_frames - 1))  # type: ignore[attr-defined]
            got = _pixels(image)
            pairs = zip(got, picture, strict=True)
            off = [
                max(abs(a - b) for a, b in zip(one, other[:3], strict=True)) for one, other in pairs
            ]
            assert max(off) == 0 if colours <= 255 else sum(off) / len(off) < 12
        for number in range(image.n_frames):  # type: ignore[attr-defined]
            image.seek(number)
            total += image.info["duration"]
    assert total == 180


@pytest.mark.parametrize(("kind", "begins"), [("gif", b"GIF89a"), ("webm", b"\x1aE\xdf\xa3")])
def test_the_page_saves_a_film_by_itself(exported: Open, kind: str, begins: bytes) -> None:
    page = exported(demo(), view="chart", by="key events", position=2717, width=700, height=560)
    here = page.position
    page.press("save")
    page.page.fill('[data-film="last"]', str(page.step + 1))
    with page.page.expect_download(timeout=60_000) as download:
        page.page.click(f'[data-save="{kind}"]')
    saved = Path(download.value.path()).read_bytes()
    assert saved.startswith(begins)
    assert len(saved) > 2000
    assert download.value.suggested_filename.endswith(f".{kind}")
    assert page.position == here, "the page is where it was"


@pytest.mark.parametrize(("width", "height"), [(640, 400), (1280, 720), (390, 844)])
@pytest.mark.parametrize("view", ["simple", "chart", "network", "inside"])
def test_a_film_has_picture_sentence_and_no_buttons(
    exported: Open, width: int, height: int, view: str
) -> None:
    page = exported(demo()).page
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{page.url.partition('#')[0]}?film#step=645&view={view.replace(' ', '%20')}")
    page.wait_for_selector("html[data-ready=yes]")
    assert page.locator(".controls button:visible, .bottom:visible, header:visible").count() == 0
    assert page.locator("[data-plane=keys]:visible, [data-plane=in]:visible").count() == 0
    assert page.inner_text("[data-part=sentence]")
    places = {
        "simple": ".simpleStage > svg",
        "chart": ".planeStage",
        "network": "[data-part=graph]",
        "inside": "[data-part=inside]",
    }
    box = page.locator(places[view]).bounding_box()
    assert box is not None
    assert box["height"] > 150
    assert box["y"] + box["height"] <= height
    page.evaluate(f"{FILM}.show({FILM}.pictures(640, 645)[0])")
    assert page.evaluate(LINE) == 0
    page.evaluate(f"{FILM}.show({FILM}.pictures(640, 645).at(-1))")
    assert page.evaluate(LINE) > 0.95, "the line says how far it is"


def test_a_film_shows_a_firing_from_its_start(exported: Open) -> None:
    """Also where the page has shown the end of the step before, as between two key events."""
    trace = trace_of("../situations/idle_split")
    fired = next(n for n, one in enumerate(trace.events) if isinstance(one, WindowFired))
    step = trace.find_step(fired)
    page = exported(trace, view="simple", reduced_motion="no-preference").page
    page.goto(f"{page.url.partition('#')[0]}?film#view=simple")
    page.wait_for_selector("html[data-ready=yes]")
    start, end = trace.event_range(step)
    widths = []
    for share in (0.1, 0.5, 1.0):
        page.evaluate(f"{FILM}.show({{ from: {start}, to: {end}, t: {share}, ms: 1 }})")
        lids = page.locator(".lanePane.fresh .laneLid")
        widths.append(float(lids.first.get_attribute("width") or 0))
    assert widths[0] < 1 < widths[1] < widths[2] - 1


FILM = "document.querySelector('.flinksim-stepper').film"
LINE = """parseFloat(getComputedStyle(document.querySelector('.flinksim-stepper'), '::after').width)
    / document.querySelector('.flinksim-stepper').clientWidth"""
