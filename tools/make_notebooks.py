"""Make the notebooks of the course from their sources: ``python tools/make_notebooks.py``.

With a folder, those of the sources in its ``source/``, and nothing else there is touched.

With ``--check`` nothing is written; it names what would be, and ends with 1 if anything.
"""

from __future__ import annotations

import sys
from pathlib import Path

from flinksim.course.notebook_builder import notebooks_of

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"


def stale(folder: Path = NOTEBOOKS) -> dict[Path, str | None]:
    """The notebooks that are not as their sources say; ``None`` for those that have no source."""
    made = notebooks_of(folder)
    there = {path for path in folder.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts}
    wrong: dict[Path, str | None] = {
        path: text
        for path, text in made.items()
        if path not in there or path.read_text(encoding="utf-8") != text
    }
    # in the folder of somebody else there may be others
    return wrong | (dict.fromkeys(there - set(made)) if folder == NOTEBOOKS else {})


def main() -> int:
    given = [Path(one) for one in sys.argv[1:] if not one.startswith("-")]
    folder = given[0] if given else NOTEBOOKS
    wrong = stale(folder)
    for path, text in wrong.items():
        checks = "--check" in sys.argv
        told = ("is stale" if checks else "is written") if text else "has no source"
        print(path.relative_to(folder), told)
        if checks:
            continue
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return 1 if wrong and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
