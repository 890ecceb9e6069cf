"""Claims about a job in tests: true under every schedule, or the test fails with a run to repeat.

It is there wherever flinksim is installed (an entry point of pytest's)::

    def test_the_order_of_arrival_does_not_matter(claim_holds):
        claim_holds(job(), fs.same_result())
        claim_holds(job(), fs.never("a record is dropped"), hurried=1)

``--flinksim-seed N`` runs each claim under ``fs.Seeded(N, hurried)`` alone: the seed that a failure
names.
``--flinksim-runs N`` is the most schedules of a claim. Not in Flink.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of claims."""
    group = parser.getgroup("flinksim")
    group.addoption("--flinksim-seed", type=int, help="claims: only the schedule of this seed")
    group.addoption("--flinksim-runs", type=int, help="claims: the most schedules of each")


@pytest.fixture
def claim_holds(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """``claim_holds(env, claim, ...)``: :func:`flinksim.explore`, and the test fails unless it
    holds always.

    Gives the verdict.
    """
    seed = request.config.getoption("--flinksim-seed")
    runs = request.config.getoption("--flinksim-runs")

    def holds(env: Any, claim: Any, **how: Any) -> Any:
        __tracebackhide__ = True
        explore = pkgutil.resolve_name("flinksim:explore")
        if seed is not None:
            kept = ("settings", "hurried")
            how = {name: value for name, value in how.items() if name in kept} | {"seed": seed}
        elif runs is not None:
            how["most_runs"] = runs
        verdict = explore(env, claim, **how)
        if not verdict.holds:
            pytest.fail(_told(verdict), pytrace=False)
        return verdict

    return holds


def _told(verdict: Any) -> str:
    lines = [repr(verdict)]
    if verdict.parted is not None:
        lines.append(f"Shrunk: fs.Scripted({verdict.parted.fails.decisions})")
    if verdict.seed is not None:
        lines.append(f"It fails under a seed as well: --flinksim-seed {verdict.seed}")
    return "\n".join(lines)
