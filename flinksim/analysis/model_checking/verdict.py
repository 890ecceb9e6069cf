"""What an exploration found: always, never, or sometimes, with two runs that part at one decision.

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
    """Two runs that are the same up to one decision, and go on by the same rule after it.

    ``decisions`` repeat them (``fs.Scripted``); ``step`` is where they part, ``words`` say how.
    """

    holds: Trace
    fails: Trace
    step: int
    words: str


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """Whether a claim is true under every schedule, under none, or under some.

    ``runs`` were made, of them ``cut`` left as soon as they came to a state that was known;
    ``exhausted``: whether no other order of steps that matters is left. ``most_decisions`` is how
    many decisions a run had. ``outcomes`` are what the runs came to, with how many came to it.
    ``example`` is a run that fails (or, if none does, one that holds); ``seed`` that of a random
    schedule (``fs.Seeded``) under which the claim fails as well (what is to be the same is another
    than in order of arrival), where one was soon found; ``settings`` repeat the example
    (``fs.simulate(env, settings=...)``).
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
        """Whether the claim is true under every schedule that was tried."""
        return self.word == "always"

    def beside(self) -> Any:
        """The two runs beside each other (:func:`flinksim.beside`).

        Raises: ValueError unless the verdict is "sometimes".
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
