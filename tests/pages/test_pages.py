"""Every kind of page: it works, asks no other site for anything, and fits a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from flinksim.trace.storage.codec import load_trace
from tests.pages.conftest import Visit
from tests.viz.widgets.test_accessible import faults

New = Callable[..., Visit]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PAGES = [
    "",
    "play/",
    "runs/",
    "runs/idle_split/",
    "course/",
    "course/00_reading_the_stepper/",
    "course/zh/",
]


def test_the_front_page_is_a_live_stepper(visit: New) -> None:
    one = visit()
    page = one.open("")
    before = one.stepper("position")
    page.click('[data-act="next"]')
    assert one.stepper("position") != before


@pytest.mark.parametrize("place", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_fits_a_phone(visit: New, place: str, scheme: str) -> None:
    one = visit(color_scheme=scheme, **PHONE)
    page = one.open(place, "html[data-theme]")
    page.wait_for_load_state("networkidle")
    assert page.get_attribute("html", "data-theme") == scheme
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("place", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_a_page(visit: New, place: str, scheme: str) -> None:
    page = visit(color_scheme=scheme).open(place, "html[data-theme]")
    page.wait_for_load_state("networkidle")
    assert faults(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "place",
    ["", "tutorials/understand-a-window/", "reference/glossary/", "reference/api/flinksim.datastream.window/", "explanation/network/"],
)  # fmt: skip
def test_axe_finds_nothing_in_the_docs(visit: New, place: str, scheme: str) -> None:
    page = visit(color_scheme=scheme).open(f"docs/{place}", "")
    page.wait_for_load_state("networkidle")
    assert faults(page) == []


def test_every_run_opens_at_its_step(visit: New, built: Path) -> None:
    one = visit()
    page = one.open("runs/", "html[data-theme]")
    links = [link.get_attribute("href") for link in page.locator(".tiles a").all()]
    assert len(links) == len(list((built / "runs").glob("*/run.flinktrace")))
    for link in links:
        assert link is not None
        page = one.open(f"runs/{link}")
        assert f"step={one.stepper('step')}" == link.partition("#")[2].split("&")[0]
        page.evaluate("document.documentElement.removeAttribute('data-ready')")


def test_the_runs_are_traces(built: Path) -> None:
    for path in (built / "runs").glob("*/run.flinktrace"):
        assert len(load_trace(path)) > 10


def test_no_page_allows_inline_code(built: Path) -> None:
    policed = [
        path
        for path in built.rglob("index.html")
        if path.relative_to(built).parts[0] not in ("docs", "lab")
    ]
    assert len(policed) > 10
    for path in policed:
        text = path.read_text("utf-8")
        (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', text)
        assert "unsafe-inline" not in policy
        assert "'unsafe-eval'" not in policy
        # code that a page shows may have an argument such as on_read=
        inline = r"<style|<[a-z][^>]*\s(?:style|on\w+)=|<script(?![^>]*\ssrc=)"
        assert not re.search(inline, text), path


def test_the_site_works_offline_once_it_has_been_opened(visit: New, address: str) -> None:
    one = visit()
    page = one.open("")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    one.until("navigator.serviceWorker.controller !== null")
    one.context.set_offline(True)
    page = one.open("play/#example=idle_split", "html[data-python=ready]")
    one.run()
    assert page.inner_text("#output").startswith("(a,0,4)")
    one.context.set_offline(False)


def test_docs_and_what_they_search_come_from_here(visit: New, built: Path) -> None:
    if not (built / "docs").exists():
        pytest.skip("the docs need the packages of flinksim[site]")
    one = visit()
    page = one.open("docs/", "main")
    page.click(".md-search__input")
    page.keyboard.type("idleness")
    page.locator(".md-search-result__item").first.wait_for()
    page.goto(f"{one.address}docs/reference/api/flinksim.datastream/")
    assert page.locator("h2:has-text('KeyedStream')").count() >= 1
    page.wait_for_load_state("networkidle")


def test_the_worker_knows_every_file(built: Path) -> None:
    told = json.loads(
        (built / "sw.js").read_text("utf-8").splitlines()[0].removeprefix("const SITE = ")[:-1]
    )
    files = {str(path.relative_to(built)) for path in built.rglob("*") if path.is_file()}
    known = {*told["core"], *told["later"], "sw.js"}
    assert {name for name in files - known if not name.startswith("lab/")} == set()
    assert "python/pyodide.asm.wasm.gz" in told["core"]
