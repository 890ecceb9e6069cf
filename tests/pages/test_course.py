"""A lesson in a real browser: it runs, asks, judges, and keeps what the learner has done."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pages.conftest import Visit
from website.lab import STORAGE_NAME, list_wheels

New = Callable[..., Visit]
LESSON = "course/00_reading_the_stepper/"


def test_a_lesson_runs_and_keeps_what_one_has_done(visit: New, tmp_path: Path) -> None:
    one = visit()
    page = one.open(LESSON)
    page.click("#runAll")
    page.wait_for_selector(".judged", timeout=120_000)
    assert page.locator(".lesson-cell[data-state=failed]").count() == 0
    assert page.locator(".shown .flinksim-stepper").count() >= 1
    page.locator(".prediction button").first.click()
    page.locator(".prediction .judged").first.wait_for()
    one.until("/of 1 predictions/.test(document.getElementById('progress').textContent)")
    page = one.open("course/", "html[data-theme]")
    assert page.inner_text('li[data-lesson="00_reading_the_stepper"] .ask') == "started"
    with page.expect_download() as waiting:
        page.click("#export")
    kept = tmp_path / "progress.json"
    waiting.value.save_as(kept)
    entries = json.loads(kept.read_text("utf-8"))["00_reading_the_stepper"]["noted"]["entries"]
    assert [entry["what"] for entry in entries].count("prediction") == 1

    other = visit()
    page = other.open("course/", "html[data-theme]")
    assert page.inner_text('li[data-lesson="00_reading_the_stepper"] .ask') == ""
    page.set_input_files("#import", str(kept))
    page.locator('li[data-lesson="00_reading_the_stepper"] .ask', has_text="started").wait_for()


@pytest.mark.parametrize("home", ["course/", "course/zh/"])
def test_a_lesson_opens_with_its_picture(visit: New, home: str) -> None:
    one = visit()
    page = one.open(f"{home}00_reading_the_stepper/")
    page.wait_for_selector(".recorded", timeout=20_000)
    chinese = home.endswith("zh/")
    assert page.get_attribute("html", "lang") == ("zh-CN" if chinese else "en")
    assert page.get_attribute(".flinksim-stepper", "lang") == page.get_attribute("html", "lang")
    before = one.stepper("position")
    page.click('.shown [data-act="next"]')  # it moves without Python
    assert one.stepper("position") != before
    page.locator(".lesson-cell .runs").first.click()
    page.wait_for_selector(".lesson-cell[data-state=ran]", timeout=120_000)
    assert page.locator(".recorded").count() == 0
    assert page.locator(".shown .flinksim-stepper").count() == 1


def test_every_lesson_has_a_picture_in_both_languages(built: Path) -> None:
    pages = [path.parent for path in (built / "course").glob("**/[0-9]*/index.html")]
    assert len(pages) == 58
    for folder in pages:
        openings = json.loads((folder / "opening.json").read_text("utf-8"))
        assert openings, folder
        for one in openings:
            assert (folder / one["data"]).stat().st_size > 100
            assert not one["told"]["state"].get("can_ask")


def test_one_goes_from_one_language_to_the_other(visit: New) -> None:
    one = visit()
    page = one.open(LESSON)
    page.click(".language")
    page.wait_for_url("**/course/zh/00_reading_the_stepper/")
    page.wait_for_selector("html[data-ready=yes]", state="attached")
    assert page.inner_text("#runAll") == "全部运行"
    page.click(".language")
    page.wait_for_url("**/course/00_reading_the_stepper/")


def test_lab_has_the_lessons_and_every_wheel_that_they_need(built: Path) -> None:
    lab = built / "lab"
    if not lab.exists():
        pytest.skip("Lab needs the packages of flinksim[notebook,site]")
    listed = json.loads((lab / "api" / "contents" / "all.json").read_text("utf-8"))["content"]
    names = {one["name"] for one in listed}
    assert {"00_reading_the_stepper.ipynb", "16_backpressure.ipynb", "zh"} <= names
    wheels = {name.split("-")[0] for name in list_wheels(lab)}
    assert {"flinksim", "anywidget", "ipywidgets", "micropip", "pyodide_kernel"} <= wheels
    told = json.loads((lab / "jupyter-lite.json").read_text("utf-8"))["jupyter-config-data"]
    assert told["contentsStorageName"] == STORAGE_NAME
    kernel = told["litePluginSettings"]["@jupyterlite/pyodide-kernel-extension:kernel"]
    assert kernel["disablePyPIFallback"]
    assert not kernel["pyodideUrl"].startswith("http")
