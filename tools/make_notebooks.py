"""Make the notebooks of the course from their sources: ``python tools/make_notebooks.py``.

With a folder it makes the notebooks of the sources in its ``source/`` and changes nothing else.

With ``--check`` it writes nothing, lists what it would write, and exits with 1 if there is anything.
"""

from __future__ import annotations

import sys
from pathlib import Path

from flinksim.course.notebook_builder import build_notebooks

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"


def find_stale(folder: Path = NOTEBOOKS) -> dict[Path, str | None]:
    """Find the notebooks that differ from their sources; None for those without a source."""
    made = build_notebooks(folder)
    existing = {path for path in folder.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts}
    different: dict[Path, str | None] = {
        path: text
        for path, text in made.items()
        if path not in existing or path.read_text(encoding="utf-8") != text
    }
    # another folder may have notebooks without a source
    return different | (dict.fromkeys(existing - set(made)) if folder == NOTEBOOKS else {})


def main() -> int:
    folders = [Path(one) for one in sys.argv[1:] if not one.startswith("-")]
    folder = folders[0] if folders else NOTEBOOKS
    stale_notebooks = find_stale(folder)
    for path, text in stale_notebooks.items():
        checks = "--check" in sys.argv
        status = ("is stale" if checks else "is written") if text else "has no source"
        print(path.relative_to(folder), status)
        if checks:
            continue
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return 1 if stale_notebooks and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
