"""How fast the built site is, in headless Chromium: ``python -m benchmarks.page_loads [--site site]``.

With ``--pictures FOLDER`` it takes pictures instead: each page on a laptop and a phone, light and
dark, and a run of the playground whose link is opened in a fresh profile.

Prints a table: what is fetched for each page, and how long it takes until it can be used, with empty
caches (cold) and once more (warm, from the service worker, without a network). And a program of 1,000
records in the browser beside the same in this Python. Times are wall
time: look at the load of the machine that stands below.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.chromium import CHROMIUM_FLAGS, find_chromium

ROOT = Path(__file__).resolve().parents[1]

PROGRAM = """from flinksim.common import Time, WatermarkStrategy
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
env = StreamExecutionEnvironment.get_execution_environment()
strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(lambda v, _: v[1])
records = [("abc"[n % 3], 100 * n, 1) for n in range(1000)]
windows = TumblingEventTimeWindows.of(Time.seconds(10))
keyed = env.from_collection(records).assign_timestamps_and_watermarks(strategy).key_by(lambda v: v[0])
keyed.window(windows).reduce(lambda a, b: (a[0], a[1], a[2] + b[2])).print()
env.execute("a thousand")
"""

ELSEWHERE = """
const range = document.querySelector('[data-part=range]');
range.value = String(Math.floor(range.max / 3));
range.dispatchEvent(new Event('input'));
"""

DEVICES: dict[str, Any] = {
    "laptop": {"width": 1366, "height": 768},
    "phone": {"width": 390, "height": 844},
}

READY = {
    "front page": ("", "html[data-ready=yes]"),
    "playground": ("play/", "html[data-python=ready]"),
    "run": ("runs/idle_split/", "html[data-ready=yes]"),
    "lesson": ("course/00_reading_the_stepper/", "html[data-python=ready]"),
    "docs": ("docs/", "main"),
}


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, default=ROOT / "site")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="take pictures instead")
    options = parser.parse_args()
    site = options.site
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
        if options.pictures:
            pictures(browser, address, options.pictures)
            browser.close()
            return
        print("| page | cold | warm, offline | fetched | foreign requests |")
        print("| --- | --- | --- | --- | --- |")
        for name in READY:
            print(row(browser, address, name))
        print(f"\n{thousand(browser, address)}")
        browser.close()
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"load of this machine: {load}, {os.cpu_count()} cores")
    server.shutdown()


def row(browser: Browser, address: str, name: str) -> str:
    place, ready = READY[name]
    fetched, foreign = [0], [0]

    def count(response: Any) -> None:
        if not response.url.startswith((address, f"blob:{address}", "data:")):
            foreign[0] += 1
        fetched[0] += int(response.headers.get("content-length", 0))

    # without the service worker, which fetches the rest of the site as well
    context = browser.new_context(service_workers="block")
    context.on("response", count)
    cold = opened(context.new_page(), address + place, ready, name)
    context.close()
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    for _ in range(1200):
        if page.evaluate("navigator.serviceWorker.controller !== null"):
            break
        page.wait_for_timeout(100)
    page.goto(address + place)
    page.wait_for_selector(ready, state="attached", timeout=120_000)
    context.set_offline(True)
    warm = opened(context.new_page(), address + place, ready, name)
    context.close()
    return f"| {name} | {cold:.1f} s | {warm:.1f} s | {fetched[0] / 1e6:.1f} MB | {foreign[0]} |"


def opened(page: Page, url: str, ready: str, name: str) -> float:
    """Seconds until it can be used; the front page when a press of *next* has been answered."""
    begun = time.perf_counter()
    page.goto(url)
    page.wait_for_selector(ready, state="attached", timeout=120_000)
    if name == "front page":
        before = page.get_attribute(".flinksim-stepper", "data-position")
        page.click('[data-act="next"]')
        assert page.get_attribute(".flinksim-stepper", "data-position") != before
    return time.perf_counter() - begun


def pictures(browser: Browser, address: str, folder: Path) -> None:
    """Every page as it is seen, and a link of the playground's opened by somebody else."""
    folder.mkdir(parents=True, exist_ok=True)
    for device, size in DEVICES.items():
        for scheme in ("light", "dark"):
            context = browser.new_context(
                viewport=size, color_scheme=scheme, has_touch=device == "phone"
            )
            page = context.new_page()
            for name, (place, ready) in READY.items():
                page.goto(address + place)
                page.wait_for_selector(ready, state="attached", timeout=120_000)
                page.wait_for_timeout(1000)
                page.screenshot(path=folder / f"{name.replace(' ', '_')}_{device}_{scheme}.png")
            page.goto(f"{address}play/")
            run_program(page)
            page.wait_for_timeout(1000)
            page.screenshot(path=folder / f"run_in_playground_{device}_{scheme}.png")
            context.close()
    page = browser.new_context(viewport=DEVICES["laptop"]).new_page()
    page.goto(f"{address}play/")
    run_program(page)
    page.evaluate(ELSEWHERE)
    page.wait_for_timeout(1000)
    link, place = page.url, page.get_attribute(".flinksim-stepper", "data-position")
    other = browser.new_context(viewport=DEVICES["laptop"]).new_page()
    other.goto(link)
    other.wait_for_selector("html[data-python=ready]", state="attached", timeout=120_000)
    ran = other.get_attribute("html", "data-shown") is not None
    other.click("#run")
    other.wait_for_selector("html[data-shown='1']", state="attached", timeout=120_000)
    other.wait_for_timeout(1000)
    other.screenshot(path=folder / "link_in_a_fresh_profile.png")
    there = other.get_attribute(".flinksim-stepper", "data-position")
    print(
        f"a link of {len(link)} characters: ran before Run was pressed: {'yes' if ran else 'no'}; ",
        end="",
    )
    print(f"position {place} of the run here, {there} there")


def run_program(page: Page) -> None:
    """Put :data:`PROGRAM` into the playground and run it."""
    page.wait_for_selector("html[data-python=ready]", state="attached", timeout=120_000)
    page.click("#editor .cm-content")
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(PROGRAM)
    page.click("#run")
    page.wait_for_selector("html[data-shown='1']", state="attached", timeout=120_000)


def thousand(browser: Browser, address: str) -> str:
    """Three runs of a thousand records, there and here: the same digest, and the seconds."""
    import importlib.util

    page = browser.new_context(service_workers="block").new_page()
    page.goto(f"{address}play/")
    run_program(page)
    there = [page.inner_text("#status")]
    for _ in range(2):
        page.evaluate("delete document.documentElement.dataset.shown")
        page.click("#run")
        page.wait_for_selector("html[data-shown='1']", state="attached", timeout=120_000)
        there.append(page.inner_text("#status"))
    digest = page.get_attribute("html", "data-digest")
    spec = importlib.util.spec_from_file_location(
        "playground", ROOT / "website/python/playground.py"
    )
    assert spec is not None
    assert spec.loader is not None
    playground = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(playground)
    told: list[Any] = []
    here = []
    for _ in range(3):
        begun = time.perf_counter()
        playground.run(PROGRAM, json.dumps({}), lambda *message: told.append(message))
        here.append(f"{time.perf_counter() - begun:.2f}")
    same = "the same digest" if told[-1][1]["digest"] == digest else "ANOTHER DIGEST"
    return (
        f"1,000 records, three times: {' '.join(there)} In this Python {', '.join(here)} s, {same}."
    )


if __name__ == "__main__":
    main()
