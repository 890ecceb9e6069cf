"""One schedule after the other, without trying both orders of steps that touch nothing in common,
and without going on twice from one state.

At each decision the run is asked what it is (:mod:`.fingerprints`), together with what the claim
still remembers of its past (:mod:`.claims`); where that is known, what comes of it is known, too,
and the run is left. Else one actor goes, and all that comes of it is tried. What others did there
that conflicts with its step (:mod:`.footprints`) could have come before it: only then these are
tried in its place as well. The clock goes on when nobody else can, but for as many early turns as
are allowed; so many crashes may happen, before any step.

P. Godefroid: Partial-Order Methods for the Verification of Concurrent Systems (persistent sets),
1996; Y. Yang and others: Efficient Stateful Dynamic Partial Order Reduction, SPIN 2008. Not in
Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, replace
from io import StringIO

from flinksim.analysis.model_checking.properties import Claim
from flinksim.analysis.model_checking.state_hash import Unreadable, fingerprint
from flinksim.analysis.model_checking.step_dependencies import EVERYTHING, Footprint, Footprints
from flinksim.graph.job_graph_generator import JobGraph
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.fault_injection import Crash
from flinksim.runtime.interleaving import CLOCK_BIT, ArrivalOrder
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.trace.recorder import Trace


@dataclass(slots=True)
class Decision:
    """A point of a run at which it could go on in several ways: ``choices``, by number.

    They are actors by their place, or where ``crashes`` names tasks, the one of these that dies
    (from 1), or none (0). Of each that was tried: what its step touched (``first``), and all the
    steps that came after it before the clock moved (``later``). ``schedules`` is how many there are
    from here on, of those tried.
    """

    state: Hashable
    choices: tuple[int, ...]
    chosen: int
    wants_all: bool
    crashes: tuple[str, ...] = ()
    names: dict[int, str] = field(default_factory=dict)
    first: dict[int, Footprint] = field(default_factory=dict)
    later: dict[int, set[Footprint]] = field(default_factory=dict)
    is_behind_clock: bool = False
    schedules: int = 0

    def next(self, woken_by: Mapping[str, set[str]]) -> bool:
        """Choose another one; whether there is any that matters. *woken_by*: who wakes whom."""
        left = [one for one in self.choices if one not in self.later]
        if left and not self.wants_all:
            left = self._conflicting(left, woken_by)
        if left:
            self.chosen = left[0]
        return bool(left)

    def _conflicting(self, left: list[int], woken_by: Mapping[str, set[str]]) -> list[int]:
        """Those of *left* that could come before one that was tried, and be in conflict with it.

        Who cannot go yet comes before it only after somebody has woken him who can go, and is not
        the one that was tried.
        """
        tried = {self.names[one] for one in self.first}
        enabled = set(self.names.values())
        first: set[str] = set()
        for one, touched in self.first.items():
            racing = {
                step.actor
                for step in self.later[one]
                if step.actor not in tried and touched.conflicts(step)
            }
            if _ANYBODY in racing:
                return left
            seen = {self.names[one]}
            while racing:
                actor = racing.pop()
                if actor in seen:
                    continue
                seen.add(actor)
                if actor in enabled:
                    first.add(actor)
                else:
                    racing |= woken_by.get(actor, set())
        return [one for one in left if self.names[one] in first]

    def all_steps(self) -> set[Footprint]:
        """All steps that come from here on, before the clock moves."""
        return set(self.first.values()).union(*self.later.values())


@dataclass(frozen=True, slots=True)
class Explored:
    """One run: its trace, or ``None`` where it came to what was known; and the crashes in it."""

    trace: Trace | None
    decisions: int
    crashes: tuple[Crash, ...] = ()


class _Known(Exception):
    """The run has come to a state that it was in before; with all steps that come from there."""

    def __init__(self, steps: frozenset[Footprint], schedules: int) -> None:
        self.steps = steps
        self.schedules = schedules


class _Schedule(ArrivalOrder):
    """Follows the decisions of a path; beyond them it goes in arrival order, and notes decisions."""

    def __init__(self, exploring: Reduction) -> None:
        self._exploring = exploring

    def __deepcopy__(self, memo: object) -> _Schedule:
        return self  # a cluster works on a copy of what it is given; this one is to be looked at

    def choose(self, mask: int) -> int:
        return self._exploring.choose(mask, super().choose)


class Reduction:
    """All schedules of one job, as far as *claim* can tell them apart.

    *hurried* turns of a run the clock may take at any time, and *crashes* of *targets* (all tasks,
    unless given) may happen before any step. With *all_orders* every schedule is tried; with
    *apart* none is left because its state is known.
    """

    def __init__(
        self,
        job_graph: JobGraph,
        settings: RunSettings,
        claim: Claim,
        *,
        hurried: int = 0,
        crashes: int = 0,
        targets: tuple[str, ...] | None = None,
        all_orders: bool = False,
        apart: bool = False,
        most_steps: int = 20_000,
    ) -> None:
        self._job_graph = job_graph
        self._settings = settings
        self._claim = claim
        self._most_hurried = hurried
        self._most_crashes = crashes
        self._targets = targets
        self._all_orders = all_orders or crashes > 0 or not claim.in_any_order
        self._apart = apart
        self._most_steps = most_steps
        self._path: list[Decision] = []
        self._known: dict[Hashable, tuple[frozenset[Footprint], int]] = {}
        self._woken_by: dict[str, set[str]] = {}
        self._tight = False
        self.is_exhausted = False
        self.schedules = 0
        """How many schedules there are, once it is exhausted: all of them with *all_orders*."""
        self.most_decisions = 0
        self.unreadable = ""

    @property
    def states(self) -> int:
        """How many states of the job were told apart."""
        return len(self._known)

    def runs(self) -> Iterator[Explored]:
        """One run after the other, until there is no other order that matters."""
        while not self.is_exhausted:
            tight = self._tight
            yield self._run()
            if self._tight and not tight:  # buffers are short: what was left out is looked for anew
                self._path.clear()
                self._known.clear()
                self.schedules = 0
            else:
                self.is_exhausted = not self._go_back()

    def _go_back(self) -> bool:
        """To the last decision at which another choice is left; ``False`` if there is none."""
        while self._path:
            decision = self._path[-1]
            if decision.next(self._woken_by):
                return True
            steps = decision.all_steps()
            self._known[decision.state] = frozenset(steps), decision.schedules
            self._path.pop()
            self._come(steps)
            self._count(decision.schedules)
        return False

    def _come(self, steps: Iterable[Footprint]) -> None:
        """*steps* come after what was chosen last, unless the clock has moved in between."""
        if self._path and not self._path[-1].is_behind_clock:
            decision = self._path[-1]
            decision.later[decision.chosen].update(steps)

    def _count(self, schedules: int) -> None:
        if self._path:
            self._path[-1].schedules += schedules
        else:
            self.schedules += schedules

    # --- one run -----------------------------------------------------------------------------------

    def _run(self) -> Explored:
        self._at = 0
        self._hurried, self._crashes_left = self._most_hurried, self._most_crashes
        crashes: list[Crash] = []
        known = False
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            settings = replace(self._settings, interleaving=_Schedule(self))
            self._cluster = cluster = MiniCluster(self._job_graph, settings)
            footprints = Footprints(cluster.trace.plan, self._tight)
            # what has come is read before more comes: fewer states
            self._tasks = sum(task.bit for task in cluster.tasks) & ~cluster.source_mask
            remember = self._claim.remembers()
            footprints.of(cluster.trace[0])
            self._memory = remember(cluster.trace[0])
            try:
                while len(cluster.trace) < self._most_steps:
                    before, runnable = self._at, cluster.runnable.mask
                    crash = self._crash() if self._crashes_left else None
                    if crash is not None:
                        crashes.append(crash)
                        cluster.intervene(crash)
                    elif not cluster.step():
                        break
                    step = cluster.trace[len(cluster.trace) - 1]
                    self._memory = remember(step)
                    self._note_woken(step.actor, cluster.runnable.mask & ~runnable)
                    self._look_at(footprints.of(step), before)
                    self._tight = footprints.tight
            except _Known as state:
                known = True
                self._come(state.steps)
                self._count(state.schedules)
            except JobExecutionError:
                pass  # the trace ends with the failure
        if not known:
            self._count(1)
        self.most_decisions = max(self.most_decisions, len(self._path))
        return Explored(None if known else cluster.trace, len(self._path), tuple(crashes))

    def choose(self, mask: int, in_order: Callable[[int], int]) -> int:
        """The actor that goes next, by the path or as a new decision of it."""
        if not self._hurried and mask != CLOCK_BIT:
            mask &= ~CLOCK_BIT
        if mask & (mask - 1) == 0:
            return mask.bit_length() - 1
        if self._at == len(self._path):
            state = self._new_state("turn")
            choices = tuple(index for index in range(mask.bit_length()) if mask >> index & 1)
            names = {index: self._cluster.actors[index].actor_id for index in choices}
            wants_all = self._all_orders or bool(self._hurried)
            first = in_order(mask & self._tasks or mask)
            self._path.append(Decision(state, choices, first, wants_all, names=names))
        decision = self._path[self._at]
        self._at += 1
        if decision.chosen == 0:
            self._hurried -= 1
        return decision.chosen

    def _crash(self) -> Crash | None:
        """What dies now, by the path or as a new decision of it."""
        cluster = self._cluster
        running = tuple(
            task.actor_id
            for task in cluster.tasks
            if not task.execution.is_over
            and (self._targets is None or task.actor_id in self._targets)
        )
        if not running or cluster.is_over:
            return None
        if self._at == len(self._path):
            state = self._new_state("crash")
            self._path.append(Decision(state, tuple(range(len(running) + 1)), 0, True, running))
        decision = self._path[self._at]
        self._at += 1
        if decision.chosen == 0:
            return None
        self._crashes_left -= 1
        return Crash(decision.crashes[decision.chosen - 1], len(cluster.trace))

    def _new_state(self, what: str) -> Hashable:
        """What the run is now. Raises: _Known if it was before."""
        if self._apart or self.unreadable:
            return len(self._known), len(self._path), object()
        try:
            state = fingerprint(self._cluster)
        except Unreadable as error:
            self.unreadable = str(error)
            return None
        found = (what, state, self._memory, self._hurried, self._crashes_left)
        if (known := self._known.get(found)) is not None:
            raise _Known(*known)
        self._known[found] = _ANYTHING, 0
        return found

    def _note_woken(self, actor: str, mask: int) -> None:
        """*actor* has woken those in *mask*."""
        while mask:
            index = mask.bit_length() - 1
            mask ^= 1 << index
            self._woken_by.setdefault(self._cluster.actors[index].actor_id, set()).add(actor)

    def _look_at(self, touched: Footprint, before: int) -> None:
        """Note what a step touched, as the first one of a decision or as one that came after it."""
        for place in range(before, self._at):
            decision = self._path[place]
            decision.is_behind_clock = False
            if decision.chosen not in decision.later:
                decision.first[decision.chosen] = touched
                decision.later[decision.chosen] = set()
        if self._at == before and self._at == len(self._path):
            if touched.actor == "clock":
                if self._path:
                    self._path[-1].is_behind_clock = True
            else:
                self._come([touched])


_ANYBODY = "?"
_ANYTHING = frozenset([Footprint(_ANYBODY, frozenset([EVERYTHING]))])
"""What may come of a state that the run is still at work on."""
