"""Lessons in a real JupyterLab, as a learner sees them: pictures, and a walk in presses.

    python -m tests.course.in_jupyterlab FOLDER             # six lessons and the first hour: pictures
    python -m tests.course.in_jupyterlab FOLDER 00 01 --zh  # some, in Chinese
    python -m tests.course.in_jupyterlab FOLDER --walk      # 00 to 03 and the first hour

Each lesson is opened in a window of 1920 x 1080 (``--size``) and its cells are run. Printed is how many
steppers, plans and questions there are against those that its cells ask for, whether the first picture
stands in sight as a whole with nothing scrolled, and what the browser complained about. A walk runs one
cell after the other in a window of 1280 x 800, answers each prediction from its first option on until
one is right, steps through the exercise's run up to its first firing, and counts; the minutes are those
of reading the prose (200 words a minute), 20 s for each prediction, 2 s for each press, and of the
kernel.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from playwright.sync_api import Browser, Page, sync_playwright

from tests.chromium import CHROMIUM_FLAGS, find_chromium
from tests.viz.widgets.jupyterlab import Notebook, running_lab

ROOT = Path(__file__).resolve().parents[2]
SHOWN = ("00", "03", "05", "07", "11", "16", "first_hour")
WALKED = ("00", "01", "02", "03", "first_hour")
WORDS_PER_MINUTE = 200
PREDICTION_S = 20
PRESS_S = 2
IDLE = """() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === "idle"
    && !document.querySelector(".jp-InputPrompt")?.textContent.includes("*")"""
FIRST_PICTURE = """() => {
    const room = document.querySelector(".jp-WindowedPanel-outer").getBoundingClientRect();
    const shown = document.querySelector(".flinksim-stepper, .flinksim-lens");
    if (!shown) return null;
    const box = shown.getBoundingClientRect();
    const question = document.querySelector(".jp-RenderedMarkdown strong")?.getBoundingClientRect();
    return [Math.round(box.top - room.top), Math.round(box.bottom - room.top), Math.round(room.height),
            question ? question.top >= room.top : false];
}"""


@dataclass
class Walked:
    """What one walk through a lesson took."""

    presses: int = 0
    predictions: int = 0
    wrong: int = 0
    words: int = 0
    kernel_s: float = 0.0
    stuck: list[str] = field(default_factory=list)

    @property
    def minutes(self) -> float:
        reading = self.words / WORDS_PER_MINUTE
        return reading + (self.predictions * PREDICTION_S + self.presses * PRESS_S) / 60 + (
            self.kernel_s / 60
        )  # fmt: skip


def lesson_file(folder: Path, number: str) -> Path:
    (found,) = folder.glob(f"{number}_*.ipynb" if number.isdigit() else f"{number}.ipynb")
    return found


def cells_of(path: Path) -> list[str]:
    return [cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]


def run_all(page: Page) -> None:
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_timeout(500)
    page.wait_for_function(IDLE, timeout=240_000)
    page.wait_for_timeout(1500)


def show(
    browser: Browser, lab: str, folder: Path, number: str, out: Path, size: tuple[int, int]
) -> bool:
    """Take pictures of one lesson and print what is in it; whether all is as it should be."""
    path = lesson_file(folder, number)
    source = "\n".join(cells_of(path))
    notebook = Notebook(browser, lab, path.stem, size)
    page = notebook.page
    run_all(page)
    page.evaluate("document.querySelector('.jp-WindowedPanel-outer').scrollTop = 0")
    page.wait_for_timeout(1500)
    page.screenshot(path=str(out / f"{path.stem}.png"))
    picture = page.evaluate(FIRST_PICTURE)
    tops = page.evaluate("document.querySelector('.jp-WindowedPanel-outer').scrollHeight")
    seen = {"stepper": 0, "question": 0}
    known: set[str] = set()
    for top in range(0, int(tops), 500):
        page.evaluate(f"document.querySelector('.jp-WindowedPanel-outer').scrollTop = {top}")
        page.wait_for_timeout(150)
        for kind, name in page.evaluate(
            """() => [...document.querySelectorAll(".jp-Cell")].flatMap((cell, at) => {
                const listed = cell.closest("[data-windowed-list-index]");
                const id = listed?.dataset.windowedListIndex ?? at;
                const found = [];
                const picture = cell.querySelector(".flinksim-stepper, .flinksim-lens");
                if (picture) found.push(["stepper", id]);
                if (cell.querySelector(".widget-vbox .jupyter-button")) found.push(["question", id]);
                return found;
            })"""
        ):
            if (key := f"{kind} {name}") not in known:
                known.add(key)
                seen[kind] += 1
    asked = len(re.findall(r"\w+\.predict\(\"[^\"]+\"\)", source))
    shown = len(re.findall(r"(?m)^[^=\n]*\.show(?:_plan)?\([^\n]*\)$", source))
    errors = page.query_selector_all(".jp-RenderedText[data-mime-type*=stderr]")
    page.locator(".jp-Cell").last.scroll_into_view_if_needed()
    page.wait_for_timeout(800)
    page.screenshot(path=str(out / f"{path.stem}_end.png"))
    whole = bool(picture) and picture[0] >= 0 and picture[1] <= picture[2] + 1 and picture[3]
    sys.stdout.write(
        f"{number}: {seen['stepper']} pictures for {shown} cells that show, {seen['question']} "
        f"questions of {asked}; first picture {picture}, {'' if whole else 'NOT WHOLLY '}in sight; "
        f"{len(errors)} on stderr; complaints {notebook.complaints or 'none'}\n"
    )
    sys.stdout.flush()
    fine = whole and seen["question"] == asked and not notebook.complaints
    notebook.context.close()
    return fine


def walk(browser: Browser, lab: str, folder: Path, number: str, out: Path) -> Walked:
    """Go through a lesson as somebody new to it would."""
    path = lesson_file(folder, number)
    found = Walked()
    cells = nbformat.read(path, 4).cells
    found.words = sum(len(cell.source.split()) for cell in cells if cell.cell_type == "markdown")
    notebook = Notebook(browser, lab, path.stem, (1280, 800))
    page = notebook.page
    page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCellIndex = 0")
    page.locator(".jp-Notebook").first.focus()
    for at, cell in enumerate(cells):
        begun = time.monotonic()
        page.evaluate(
            """async (at) => {
                window.jupyterapp.shell.currentWidget.content.activeCellIndex = at;
                await window.jupyterapp.commands.execute("notebook:run-cell");
            }""",
            at,
        )
        page.wait_for_function(IDLE, timeout=120_000)
        page.wait_for_timeout(700)
        found.kernel_s += time.monotonic() - begun - 0.7
        found.presses += 1
        here = page.locator(f'[data-windowed-list-index="{at}"]')
        if ".predict(" in cell.source:
            found.predictions += 1
            buttons = here.locator(".jupyter-button")
            count = buttons.count()
            if not count:
                found.stuck.append(f"cell {at}: a prediction without buttons")
            for choice in range(count):
                buttons.nth(choice).click()
                found.presses += 1
                page.wait_for_timeout(600)
                if here.get_by_text("✓").count():
                    break
                found.wrong += 1
            else:
                found.stuck.append(f"cell {at}: no option of the prediction is right")
        if "step=0" in cell.source and "lesson.show" in cell.source:
            stepper = here.locator(".flinksim-stepper")
            stepper.focus()
            for _ in range(60):
                page.keyboard.press("ArrowRight")
                found.presses += 1
                page.wait_for_timeout(60)
                if "fires" in stepper.locator("[data-part=sentence]").inner_text():
                    break
            else:
                found.stuck.append(f"cell {at}: 60 presses, and no firing")
            page.screenshot(path=str(out / f"walk_{path.stem}_exercise.png"))
        if here.locator(".jp-RenderedText[data-mime-type*=error]").count():
            found.stuck.append(f"cell {at}: an error")
    last = page.locator(".jp-Cell").last
    last.scroll_into_view_if_needed()
    page.screenshot(path=str(out / f"walk_{path.stem}_end.png"))
    found.stuck += notebook.complaints
    notebook.context.close()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("lessons", nargs="*")
    parser.add_argument("--walk", action="store_true")
    parser.add_argument("--zh", action="store_true")
    parser.add_argument("--size", default="1920x1080")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    fine = True
    width, height = map(int, options.size.split("x"))
    size = width, height
    with TemporaryDirectory() as at, sync_playwright() as playwright:
        folder = Path(at) / "notebooks"
        shutil.copytree(ROOT / ("notebooks/zh" if options.zh else "notebooks"), folder)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
        with running_lab(Path(at), folder) as lab:
            for number in options.lessons or (WALKED if options.walk else SHOWN):
                if options.walk:
                    took = walk(browser, lab, folder, number, options.out)
                    sys.stdout.write(
                        f"{number}: {took.presses} presses, {took.predictions} predictions "
                        f"({took.wrong} wrong), {took.words} words, "
                        f"{took.kernel_s:.0f} s of kernel, {took.minutes:.0f} min; "
                        f"stuck: {took.stuck or 'nowhere'}\n"
                    )
                    sys.stdout.flush()
                    fine = fine and not took.stuck
                else:
                    fine = show(browser, lab, folder, number, options.out, size) and fine
        browser.close()
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
