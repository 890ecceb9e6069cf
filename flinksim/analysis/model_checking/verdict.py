"""Result of model checking: always, never or sometimes, with two runs that diverge at one decision.

Not in Flink.
"""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from flinksim.runtime.minicluster import RunSettings
from flinksim.trace.recorder import Trace

Word: TypeAlias = Literal["always", "never", "sometimes"]


@dataclass(frozen=True, slots=True)
class OneDecision:
    """Two runs that are equal up to one decision and continue by the same rule after it.

    Their ``decisions`` repeat them (``fs.Scripted``). ``step`` is where they diverge, ``words``
    describes the difference.
    """

    holds: Trace
    fails: Trace
    step: int
    words: str


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """Verdict on a property: it holds under every schedule, under none, or under some.

    - ``claim``: the text of the property; ``word``: the verdict.
    - ``runs``: the number of runs; ``cut``: those that ended early in a state that was visited
      before; ``random_runs``: those with random schedules.
    - ``exhausted``: whether every order of dependent steps was covered.
    - ``most_decisions``: the maximum number of decisions of a run.
    - ``outcomes``: the number of runs for each outcome.
    - ``example``: a run that violates the property; if there is none, one that satisfies it.
    - ``settings``: repeat the example (``fs.simulate(env, settings=...)``).
    - ``seed``: a random schedule (``fs.Seeded``) that violates the property as well, if one was
      found within a limit. For a property that compares outcomes, its outcome differs from arrival
      order.
    """

    claim: str
    word: Word
    runs: int
    cut: int
    random_runs: int
    exhausted: bool
    most_decisions: int
    outcomes: dict[Any, int]
    assumption: str
    example: Trace
    settings: RunSettings
    parted: OneDecision | None = field(default=None)
    seed: int | None = None

    @property
    def holds(self) -> bool:
        """Whether the property holds under every schedule that was tried."""
        return self.word == "always"

    def beside(self) -> Any:
        """Compare the two diverging runs side by side (:func:`flinksim.beside`).

        Raises:
            ValueError: The verdict is not "sometimes".
        """
        if self.parted is None:
            raise ValueError(f"beside(): the verdict is {self.word!r}, so no two runs differ in it")
        beside = pkgutil.resolve_name("flinksim.viz.compare_view:beside")
        return beside(self.parted.holds, self.parted.fails, ("as claimed", "not as claimed"))

    def __repr__(self) -> str:
        how = (
            "exhausted: there is no other order that matters"
            if self.exhausted
            else f"not exhausted: {self.random_runs:,} of them at random"
        )
        lines = [
            f"{self.word}: {self.claim}",
            f"{self.runs:,} runs ({how}), up to {self.most_decisions:,} decisions each, "
            f"{len(self.outcomes):,} outcome{'' if len(self.outcomes) == 1 else 's'}; "
            f"{self.assumption}",
        ]
        if self.parted is not None:
            lines.append(self.parted.words)
        if self.word != "always":
            script = f"fs.Scripted({self.example.decisions})"
            crashes = [f"fs.Crash({one.describe().split(maxsplit=1)[1]!r}, {one.at})" for one in
                       self.settings.interventions]  # fmt: skip
            killed = f", with {', '.join(crashes)}" if crashes else ""
            lines.append(f"A run as not claimed: {script}{killed}")
        return "\n".join(lines)

    def __bool__(self) -> bool:
        return self.holds
