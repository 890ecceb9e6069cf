"""``flinksim lab``: open JupyterLab on the first notebook."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import flinksim
from flinksim.cli.console import print_stderr, report_error


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = "Arguments after -- are passed to JupyterLab."
    parser.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    if find_spec("jupyterlab") is None:
        return report_error(
            "JupyterLab is not installed. Run: python -m pip install 'flinksim[notebook]'"
        )
    notebook = _find_first_notebook()
    if notebook is None:
        return report_error(
            "there is no notebook in ./notebooks. Run this command in a checkout of flinksim."
        )
    command = [sys.executable, "-m", "jupyterlab", str(notebook), *options.handed_on]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
        print_stderr("starting JupyterLab with --allow-root, because you are root")
    try:
        return subprocess.call(command)
    except KeyboardInterrupt:
        return 0


def _find_first_notebook() -> Path | None:
    checkout_folder = Path(flinksim.__file__).parents[1] / "notebooks"
    for folder in (Path("notebooks"), checkout_folder):
        notebooks = sorted(folder.glob("[0-9]*.ipynb"))
        if notebooks:
            return notebooks[0]
    return None
