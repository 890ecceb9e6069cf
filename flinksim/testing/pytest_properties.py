"""Pytest fixture for properties of a job: a test fails unless they hold under every schedule.

A failure names a run that can be repeated. The plugin is active wherever flinksim is installed (an
entry point of pytest)::

    def test_the_order_of_arrival_does_not_matter(claim_holds):
        claim_holds(job(), fs.same_result())
        claim_holds(job(), fs.never("a record is dropped"), early_clock_steps=1)

``--flinksim-seed N`` checks each property under ``fs.Seeded(N, hurried)`` alone: the seed that a
failure names. ``--flinksim-runs N`` is the maximum number of schedules per property. Not in Flink.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the plugin."""
    group = parser.getgroup("flinksim")
    group.addoption(
        "--flinksim-seed", type=int, help="Check properties only under the schedule of this seed."
    )
    group.addoption(
        "--flinksim-runs", type=int, help="Maximum number of schedules for each property."
    )


@pytest.fixture
def claim_holds(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Return a function that checks a property and fails the test unless it always holds.

    ``claim_holds(env, claim, ...)`` calls :func:`flinksim.explore` and returns the verdict.
    """
    seed = request.config.getoption("--flinksim-seed")
    runs = request.config.getoption("--flinksim-runs")

    def holds(env: Any, claim: Any, **options: Any) -> Any:
        __tracebackhide__ = True
        explore = pkgutil.resolve_name("flinksim:explore")
        if seed is not None:
            supported = ("settings", "early_clock_steps")
            options = {name: value for name, value in options.items() if name in supported} | {
                "seed": seed
            }
        elif runs is not None:
            options["max_runs"] = runs
        verdict = explore(env, claim, **options)
        if not verdict.holds:
            pytest.fail(_format_failure(verdict), pytrace=False)
        return verdict

    return holds


def _format_failure(verdict: Any) -> str:
    lines = [repr(verdict)]
    if verdict.diverging_pair is not None:
        lines.append(f"Shrunk: fs.Scripted({verdict.diverging_pair.violating.decisions})")
    if verdict.failing_seed is not None:
        lines.append(f"It also fails with this seed: --flinksim-seed {verdict.failing_seed}")
    return "\n".join(lines)
