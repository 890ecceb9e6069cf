"""Claims in tests: the plugin fails a test with a run that can be repeated."""

from __future__ import annotations

import re
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

import flinksim as fs
from flinksim.common import WatermarkStrategy
from tests.analysis.why.programs import env0, src

pytest_plugins = ["pytester"]

TEST = """
import flinksim as fs
from tests.analysis.explore.small_jobs import JOBS

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
    plugin = () if "flinksim" in known else ("-p", "flinksim.testing.pytest_properties")
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *plugin, *options)


def test_a_claim_that_fails_names_a_schedule_and_a_seed(pytester: pytest.Pytester) -> None:
    result = run(pytester)
    result.assert_outcomes(passed=1, failed=1)
    text = result.stdout.str()
    assert "sometimes: the same result" in text
    assert "They diverge at step" in text
    assert re.search(r"Shrunk: fs\.Scripted\(\[[\d, ]+\]\)", text)
    seed = re.search(r"--flinksim-seed (\d+)", text)
    assert seed is not None
    again = run(pytester, "--flinksim-seed", seed[1])
    again.assert_outcomes(passed=1, failed=1)


def test_a_seed_fails_again_where_the_exploration_let_a_task_die() -> None:
    """What comes of most runs with a crash is another than in order, with which a seed is compared."""

    def job() -> Any:
        env = env0()
        both = [
            env.from_source(
                src({name: [(0, ("k", n)), (0, ("k", 2 * n))]}),
                WatermarkStrategy.no_watermarks(),
                name,
            )
            for name, n in (("left", 1), ("right", 10))
        ]
        united = both[0].union(both[1]).key_by(lambda value: value[0])
        united.reduce(lambda a, b: (a[0], 2 * a[1] + b[1])).print()
        return env

    verdict = fs.explore(job(), fs.same_result(), max_crashes=1, max_runs=150)
    assert not verdict.holds
    assert verdict.failing_seed is not None
    assert not fs.explore(job(), fs.same_result(), seed=verdict.failing_seed).holds


def test_the_plugin_is_an_entry_point() -> None:
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    assert (
        '[project.entry-points.pytest11]\nflinksim = "flinksim.testing.pytest_properties"' in text
    )
