"""``flinksim demo`` and ``flinksim lab``."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import flinksim
from flinksim.cli.arguments import add_interleaving, parse_parallelism
from flinksim.cli.telling import complain, tell, wrong_targets


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare both commands."""
    demo = commands.add_parser("demo", help="the classic program on a real day of flights")
    demo.add_argument("--html", type=Path, default=Path("demo.html"), help="default: demo.html")
    demo.add_argument("--parallelism", type=parse_parallelism, default=2, help="default: 2")
    demo.add_argument(
        "--crash",
        action="store_true",
        help="with checkpoints, and a failure in the middle of the day",
    )
    add_interleaving(demo)
    demo.set_defaults(action=_demo)
    lab = commands.add_parser(
        "lab", help="JupyterLab on the first notebook", epilog="After -- come JupyterLab's own."
    )
    lab.set_defaults(action=_lab)


def _demo(options: argparse.Namespace) -> int:
    if wrong := wrong_targets(options, ["html"]):
        return complain(wrong)
    if options.crash:
        from flinksim.demo.crash import run_crash_demo as run
    else:
        from flinksim.demo import run_demo as run
    run(options.html, options.parallelism, options.interleaving)
    return 0


def _lab(options: argparse.Namespace) -> int:
    if find_spec("jupyterlab") is None:
        return complain(
            "JupyterLab is not installed here; run: python -m pip install 'flinksim[notebook]'"
        )
    notebook = _first_notebook()
    if notebook is None:
        return complain("there is no notebook in ./notebooks; run this in a checkout of flinksim")
    command = [sys.executable, "-m", "jupyterlab", str(notebook), *options.handed_on]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
        tell("you are root: JupyterLab is started with --allow-root")
    try:
        return subprocess.call(command)
    except KeyboardInterrupt:
        return 0


def _first_notebook() -> Path | None:
    beside_the_package = Path(flinksim.__file__).parents[1] / "notebooks"
    for folder in (Path("notebooks"), beside_the_package):
        notebooks = sorted(folder.glob("[0-9]*.ipynb"))
        if notebooks:
            return notebooks[0]
    return None
