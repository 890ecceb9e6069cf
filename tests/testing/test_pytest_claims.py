"""Claims in tests: the plugin fails a test with a run that can be repeated."""

from __future__ import annotations

import re
from importlib.metadata import entry_points
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

TEST = """
import flinksim as fs
from tests.explain.explore.small_jobs import JOBS

def test_every_record_is_counted(claim_holds):
    verdict = claim_holds(JOBS["two sources, filter"](), fs.same_result())
    assert verdict.runs

def test_the_order_does_not_matter(claim_holds):
    claim_holds(JOBS["two sources"](), fs.same_result())
"""


def run(pytester: pytest.Pytester, *options: str) -> pytest.RunResult:
    root = str(Path(__file__).parents[2])
    pytester.makepyfile(TEST)
    pytester.makeini(f"[pytest]\npythonpath = {root}\naddopts = --import-mode=importlib")
    # where flinksim is installed pytest has found it by its entry point, and takes no second one
    known = {entry.name for entry in entry_points(group="pytest11")}
    plugin = () if "flinksim" in known else ("-p", "flinksim.testing.pytest_claims")
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *plugin, *options)


def test_a_claim_that_fails_names_a_schedule_and_a_seed(pytester: pytest.Pytester) -> None:
    result = run(pytester)
    result.assert_outcomes(passed=1, failed=1)
    text = result.stdout.str()
    assert "sometimes: the same result" in text
    assert "They part at step" in text
    assert re.search(r"Shrunk: fs\.Scripted\(\[[\d, ]+\]\)", text)
    seed = re.search(r"--flinksim-seed (\d+)", text)
    assert seed is not None
    again = run(pytester, "--flinksim-seed", seed[1])
    again.assert_outcomes(passed=1, failed=1)


def test_the_plugin_is_an_entry_point() -> None:
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    assert '[project.entry-points.pytest11]\nflinksim = "flinksim.testing.pytest_claims"' in text
