"""Makes pictures of the README and the guides: ``late_record.gif``, ``first_program.png``, ``changelog.png``.

    python tools/make_docs_pictures.py

Run it after a change of the stepper. It needs Chromium.
"""

from __future__ import annotations

import base64
import re
import runpy
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from flinksim.cli import main
from flinksim.viz.widgets.export.headless_chromium import open_browser

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
READY_SCRIPT = "document.documentElement?.dataset.ready === 'yes'"


def film_late_record() -> None:
    """Film the run in which one record comes a little too late."""
    with TemporaryDirectory() as folder:
        trace = str(Path(folder) / "run.flinktrace")
        program = ROOT / "examples/situations/late_by_a_little.py"
        main(["run", str(program), "--trace", trace, "--quiet"])
        main(["film", trace, str(PICTURES / "late_record.gif"), "--size", "960x600"])


def take_first_program() -> None:
    """Take a picture of the page that the program of the README writes."""
    (program,) = re.findall(
        r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL
    )
    with TemporaryDirectory() as folder:
        script = Path(folder) / "program.py"
        script.write_text(program, encoding="utf-8")
        with chdir(folder), redirect_stdout(StringIO()):
            runpy.run_path(str(script))
        with open_browser(1280, 760) as tab:
            tab.open((Path(folder) / "run.html").as_uri(), READY_SCRIPT)
            shot = tab.call("Page.captureScreenshot", format="png")["data"]
            (PICTURES / "first_program.png").write_bytes(base64.b64decode(shot))


def take_changelog() -> None:
    """Take a picture of the page of a query, at a step with a retraction."""
    with TemporaryDirectory() as folder:
        page = Path(folder) / "run.html"
        with chdir(ROOT), redirect_stdout(StringIO()):
            main(["run", "examples/sql/group_by_updates_for_ever.sql", "--html", str(page)])
        with open_browser(1280, 760) as tab:
            tab.open(f"{page.as_uri()}#step=12", READY_SCRIPT)
            close = "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Got it')"
            tab.call("Runtime.evaluate", expression=f"{close}?.click()")
            shot = tab.call("Page.captureScreenshot", format="png")["data"]
            (PICTURES / "changelog.png").write_bytes(base64.b64decode(shot))


if __name__ == "__main__":
    film_late_record()
    take_first_program()
    take_changelog()
