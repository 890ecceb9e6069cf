"""Stateful dynamic partial-order reduction (DPOR) over the schedules of one job.

The explorer runs one schedule after the other. At each choice point it hashes the state of the run
(:mod:`.state_hash`) together with the monitor state of the property (:mod:`.properties`). If that
state was visited before, its successors are known and the run ends there. Otherwise one actor runs,
and everything that follows is explored. Other actors become backtrack points only if a later step
of theirs conflicts with the first step (:mod:`.step_dependencies`) and could have come before it.
The clock runs when no other actor can, except for the allowed early clock steps. The allowed number
of crashes may happen before any step.

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
    """Choice point of a run; ``choices`` are numbers.

    A choice is the index of an actor. If ``crashes`` names subtasks, it is the subtask that crashes
    (from 1), or 0 for none. For each explored choice, ``first`` has the accesses of its step, and
    ``later`` those of all steps after it until the clock advances. ``names`` are the names of the
    actors. ``schedules`` is the number of schedules from here on among the explored choices.
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
        """Select the next backtrack point, and return whether there is one.

        Args:
            woken_by: For each actor, the actors that have woken it.
        """
        left = [one for one in self.choices if one not in self.later]
        if left and not self.wants_all:
            left = self._conflicting(left, woken_by)
        if left:
            self.chosen = left[0]
        return bool(left)

    def _conflicting(self, left: list[int], woken_by: Mapping[str, set[str]]) -> list[int]:
        """Return the choices of *left* that conflict with an explored step and could precede it.

        A disabled actor can precede the step only after an enabled one, other than the explored
        one, has woken it.
        """
        explored = {self.names[one] for one in self.first}
        enabled = set(self.names.values())
        preceding: set[str] = set()
        for one, accesses in self.first.items():
            racing = {
                step.actor
                for step in self.later[one]
                if step.actor not in explored and accesses.conflicts(step)
            }
            if _ANYBODY in racing:
                return left
            visited = {self.names[one]}
            while racing:
                actor = racing.pop()
                if actor in visited:
                    continue
                visited.add(actor)
                if actor in enabled:
                    preceding.add(actor)
                else:
                    racing |= woken_by.get(actor, set())
        return [one for one in left if self.names[one] in preceding]

    def all_steps(self) -> set[Footprint]:
        """Return the accesses of all steps from here on, until the clock advances."""
        return set(self.first.values()).union(*self.later.values())


@dataclass(frozen=True, slots=True)
class Explored:
    """Explored run: its trace, or ``None`` if it reached a visited state; and its crashes."""

    trace: Trace | None
    decisions: int
    crashes: tuple[Crash, ...] = ()


class _Known(Exception):
    """The run has reached a visited state; with the accesses of all steps that follow it."""

    def __init__(self, steps: frozenset[Footprint], schedules: int) -> None:
        self.steps = steps
        self.schedules = schedules


class _Schedule(ArrivalOrder):
    """Schedule that replays the choice points of the explorer, and creates new ones after them."""

    def __init__(self, exploring: Reduction) -> None:
        self._exploring = exploring

    def __deepcopy__(self, memo: object) -> _Schedule:
        return self  # a cluster copies its settings, but the explorer must share this object

    def choose(self, mask: int) -> int:
        return self._exploring.choose(mask, super().choose)


class Reduction:
    """Explorer of all schedules of one job that the property can distinguish.

    Args:
        job_graph: The job.
        settings: The settings of each run.
        claim: The property.
        hurried: The number of early clock steps per run.
        crashes: The maximum number of crashes per run.
        targets: The subtasks that may crash; unless given, all.
        all_orders: Whether to explore every schedule, without reduction.
        apart: Whether to explore statelessly: no run ends because its state was visited before.
        most_steps: The maximum number of steps per run.
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
        """Number of schedules once the search is exhausted: all of them with *all_orders*."""
        self.most_decisions = 0
        self.unreadable = ""

    @property
    def states(self) -> int:
        """Number of distinct states of the job."""
        return len(self._known)

    def runs(self) -> Iterator[Explored]:
        """Yield one run after the other, until every order of dependent steps is covered."""
        while not self.is_exhausted:
            had_backpressure = self._tight
            yield self._run()
            if (
                self._tight and not had_backpressure
            ):  # with backpressure more steps are dependent: restart the search
                self._path.clear()
                self._known.clear()
                self.schedules = 0
            else:
                self.is_exhausted = not self._go_back()

    def _go_back(self) -> bool:
        """Backtrack to the last choice point with another choice; return whether there is one."""
        while self._path:
            decision = self._path[-1]
            if decision.next(self._woken_by):
                return True
            accesses = decision.all_steps()
            self._known[decision.state] = frozenset(accesses), decision.schedules
            self._path.pop()
            self._come(accesses)
            self._count(decision.schedules)
        return False

    def _come(self, steps: Iterable[Footprint]) -> None:
        """Add the accesses of steps after the last choice, unless the clock advanced in between."""
        if self._path and not self._path[-1].is_behind_clock:
            decision = self._path[-1]
            decision.later[decision.chosen].update(steps)

    def _count(self, schedules: int) -> None:
        """Add to the number of schedules of the last choice point."""
        if self._path:
            self._path[-1].schedules += schedules
        else:
            self.schedules += schedules

    # --- one run -----------------------------------------------------------------------------------

    def _run(self) -> Explored:
        self._at = 0
        self._hurried, self._crashes_left = self._most_hurried, self._most_crashes
        crashes: list[Crash] = []
        is_known = False
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            settings = replace(self._settings, interleaving=_Schedule(self))
            self._cluster = cluster = MiniCluster(self._job_graph, settings)
            tracker = Footprints(cluster.trace.plan, self._tight)
            # tasks run before sources in a new choice point: fewer states
            self._tasks = sum(task.bit for task in cluster.tasks) & ~cluster.source_mask
            monitor = self._claim.remembers()
            tracker.of(cluster.trace[0])
            self._memory = monitor(cluster.trace[0])
            try:
                while len(cluster.trace) < self._most_steps:
                    depth_before, runnable = self._at, cluster.runnable.mask
                    crash = self._crash() if self._crashes_left else None
                    if crash is not None:
                        crashes.append(crash)
                        cluster.intervene(crash)
                    elif not cluster.step():
                        break
                    step = cluster.trace[len(cluster.trace) - 1]
                    self._memory = monitor(step)
                    self._note_woken(step.actor, cluster.runnable.mask & ~runnable)
                    self._look_at(tracker.of(step), depth_before)
                    self._tight = tracker.tight
            except _Known as state:
                is_known = True
                self._come(state.steps)
                self._count(state.schedules)
            except JobExecutionError:
                pass  # the trace ends with the failure
        if not is_known:
            self._count(1)
        self.most_decisions = max(self.most_decisions, len(self._path))
        return Explored(None if is_known else cluster.trace, len(self._path), tuple(crashes))

    def choose(self, mask: int, in_order: Callable[[int], int]) -> int:
        """Choose the actor that runs next: from the current path, or as a new choice point.

        Args:
            mask: The bits of the actors that can run.
            in_order: Chooses by arrival order.
        """
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
        """Choose the subtask that crashes now: from the current path, or as a new choice point."""
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
        """Return the state of the run and mark it as visited.

        Raises:
            _Known: The state was visited before.
        """
        if self._apart or self.unreadable:
            return len(self._known), len(self._path), object()
        try:
            state = fingerprint(self._cluster)
        except Unreadable as error:
            self.unreadable = str(error)
            return None
        key = (what, state, self._memory, self._hurried, self._crashes_left)
        if (known := self._known.get(key)) is not None:
            raise _Known(*known)
        self._known[key] = _ANYTHING, 0
        return key

    def _note_woken(self, actor: str, mask: int) -> None:
        """Record that *actor* has woken the actors in *mask*."""
        while mask:
            index = mask.bit_length() - 1
            mask ^= 1 << index
            self._woken_by.setdefault(self._cluster.actors[index].actor_id, set()).add(actor)

    def _look_at(self, touched: Footprint, before: int) -> None:
        """Record the accesses of a step: as the first one of a choice point, or as a later one."""
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
"""Accesses assumed to follow a state whose exploration is not finished."""
