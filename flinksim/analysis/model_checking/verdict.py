"""Result of model checking: whether a property holds under every schedule, under none or some.

For "some" it has two runs that diverge at one decision. Not in Flink.
"""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from flinksim.runtime.minicluster import RunSettings
from flinksim.trace.recorder import Trace

VerdictKind: TypeAlias = Literal["always", "never", "sometimes"]


@dataclass(frozen=True, slots=True)
class DivergingPair:
    """Two runs that differ in one scheduling decision, of which only one satisfies the property.

    Before that decision they are equal, after it both continue by the same rule. Their
    ``decisions`` repeat them (``fs.Scripted``). ``step`` is where they diverge, ``description``
    describes the difference.
    """

    satisfying: Trace
    violating: Trace
    step: int
    description: str


@dataclass(frozen=True, slots=True, repr=False)
class CheckResult:
    """Verdict on a property: it holds under every schedule, under none, or under some.

    - ``property_text``: the text of the property; ``verdict``: the verdict.
    - ``runs``: the number of runs; ``pruned_runs``: those that ended early in a state that was visited
      before; ``random_runs``: those with random schedules.
    - ``is_exhausted``: whether every order of dependent steps was covered.
    - ``max_decisions``: the maximum number of decisions of a run.
    - ``outcomes``: the number of runs for each outcome.
    - ``example``: a run that violates the property; if there is none, one that satisfies it.
    - ``settings``: repeat the example (``fs.simulate(env, settings=...)``).
    - ``failing_seed``: a random schedule (``fs.Seeded``) that violates the property as well, if one was
      found within a limit. For a property that compares outcomes, its outcome differs from arrival
      order.
    """

    property_text: str
    verdict: VerdictKind
    runs: int
    pruned_runs: int
    random_runs: int
    is_exhausted: bool
    max_decisions: int
    outcomes: dict[Any, int]
    assumption: str
    example: Trace
    settings: RunSettings
    diverging_pair: DivergingPair | None = field(default=None)
    failing_seed: int | None = None

    @property
    def holds(self) -> bool:
        """Whether the property holds under every schedule that was tried."""
        return self.verdict == "always"

    def compare(self) -> Any:
        """Compare the two diverging runs side by side (:func:`flinksim.compare_side_by_side`).

        Raises:
            ValueError: The verdict is not "sometimes".
        """
        if self.diverging_pair is None:
            raise ValueError(
                f"compare(): the verdict is {self.verdict!r}, so there are no two "
                "runs with different outcomes"
            )
        beside = pkgutil.resolve_name("flinksim.viz.compare_view:compare_side_by_side")
        return beside(
            self.diverging_pair.satisfying,
            self.diverging_pair.violating,
            ("holds", "does not hold"),
        )

    def __repr__(self) -> str:
        how = (
            "exhaustive: no other order can change the outcome"
            if self.is_exhausted
            else f"not exhaustive: {self.random_runs:,} of them are random"
        )
        if self.verdict == "sometimes" and not self.is_exhausted and not self.random_runs:
            how = "stopped at the second outcome"
        lines = [
            f"{self.verdict}: {self.property_text}",
            f"{self.runs:,} runs ({how}), up to {self.max_decisions:,} decisions each, "
            f"{len(self.outcomes):,} outcome{'' if len(self.outcomes) == 1 else 's'}; "
            f"{self.assumption}",
        ]
        if self.diverging_pair is not None:
            lines.append(self.diverging_pair.description)
            satisfying = self.diverging_pair.satisfying.decisions
            lines.append(f"A run in which the property holds: fs.Scripted({satisfying})")
        if self.verdict != "always":
            script = f"fs.Scripted({self.example.decisions})"
            crashes = [f"fs.Crash({one.describe().split(maxsplit=1)[1]!r}, {one.at})" for one in
                       self.settings.injected_actions]  # fmt: skip
            killed = f", with {', '.join(crashes)}" if crashes else ""
            lines.append(f"A run in which the property does not hold: {script}{killed}")
        return "\n".join(lines)

    def __bool__(self) -> bool:
        return self.holds
