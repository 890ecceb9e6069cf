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

from flinksim.analysis.model_checking.properties import Property
from flinksim.analysis.model_checking.state_hash import UnhashableState, hash_state
from flinksim.analysis.model_checking.step_dependencies import (
    GLOBAL_ACCESS,
    AccessSet,
    DependencyTracker,
)
from flinksim.graph.job_graph_generator import JobGraph
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.fault_injection import Crash
from flinksim.runtime.interleaving import CLOCK_BIT, ArrivalOrder
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.trace.recorder import Trace


@dataclass(slots=True)
class ChoicePoint:
    """Point of a run at which the schedule must choose which actor runs, or which subtask crashes.

    A choice is the index of an actor. If ``crash_targets`` names subtasks, it is the subtask that
    crashes (from 1), or 0 for none. For each explored choice, ``first_accesses`` has the accesses of
    its step, and ``later_accesses`` those of all steps after it until the clock advances.
    ``actor_names`` are the names of the actors. ``schedule_count`` is the number of schedules from here
    on among the explored choices.
    """

    state: Hashable
    choices: tuple[int, ...]
    chosen: int
    explores_all: bool
    crash_targets: tuple[str, ...] = ()
    actor_names: dict[int, str] = field(default_factory=dict)
    first_accesses: dict[int, AccessSet] = field(default_factory=dict)
    later_accesses: dict[int, set[AccessSet]] = field(default_factory=dict)
    has_clock_moved: bool = False
    schedule_count: int = 0

    def select_next(self, wakers: Mapping[str, set[str]]) -> bool:
        """Select the next untried choice that must be explored, and return whether there is one.

        Args:
            wakers: For each actor, the actors that have woken it.
        """
        left = [one for one in self.choices if one not in self.later_accesses]
        if left and not self.explores_all:
            left = self._find_conflicting(left, wakers)
        if left:
            self.chosen = left[0]
        return bool(left)

    def _find_conflicting(self, untried: list[int], wakers: Mapping[str, set[str]]) -> list[int]:
        """Return the choices of *untried* that conflict with an explored step and could precede it.

        An actor that cannot run here could precede the step only if another actor that can run, not
        the explored one, wakes it first.
        """
        explored = {self.actor_names[one] for one in self.first_accesses}
        enabled = set(self.actor_names.values())
        preceding: set[str] = set()
        for one, accesses in self.first_accesses.items():
            racing = {
                step.actor
                for step in self.later_accesses[one]
                if step.actor not in explored and accesses.conflicts_with(step)
            }
            if _ANY_ACTOR in racing:
                return untried
            visited = {self.actor_names[one]}
            while racing:
                actor = racing.pop()
                if actor in visited:
                    continue
                visited.add(actor)
                if actor in enabled:
                    preceding.add(actor)
                else:
                    racing |= wakers.get(actor, set())
        return [one for one in untried if self.actor_names[one] in preceding]

    def collect_accesses(self) -> set[AccessSet]:
        """Return the accesses of all steps from here on, until the clock advances."""
        return set(self.first_accesses.values()).union(*self.later_accesses.values())


@dataclass(frozen=True, slots=True)
class ExploredRun:
    """One run of the search, with its injected crashes.

    Its trace is ``None`` if the run ended early because it was in a state that was visited before.
    """

    trace: Trace | None
    decision_count: int
    crashes: tuple[Crash, ...] = ()


class _StateVisited(Exception):
    """Raised to end a run in a state that was visited before.

    It has the accesses of all steps that follow that state, and the number of schedules from there.
    """

    def __init__(self, accesses: frozenset[AccessSet], schedule_count: int) -> None:
        self.accesses = accesses
        self.schedule_count = schedule_count


class _ExplorerSchedule(ArrivalOrder):
    """Schedule that replays the choice points of the explorer, and creates new ones after them."""

    def __init__(self, explorer: PartialOrderExplorer) -> None:
        self._explorer = explorer

    def __deepcopy__(self, memo: object) -> _ExplorerSchedule:
        return self  # a cluster copies its settings, but the explorer must share this object

    def choose(self, mask: int) -> int:
        return self._explorer.choose(mask, super().choose)


class PartialOrderExplorer:
    """Explorer of all schedules of one job that the property can distinguish.

    Args:
        job_graph: The job.
        settings: The settings of each run.
        prop: The property.
        early_clock_steps: The number of early clock steps per run.
        max_crashes: The maximum number of crashes per run.
        crash_targets: The subtasks that may crash; unless given, all.
        explores_all_orders: Whether to explore every schedule, without reduction.
        is_stateless: Whether to explore statelessly: no run ends because its state was visited before.
        max_steps: The maximum number of steps per run.
    """

    def __init__(
        self,
        job_graph: JobGraph,
        settings: RunSettings,
        prop: Property,
        *,
        early_clock_steps: int = 0,
        max_crashes: int = 0,
        crash_targets: tuple[str, ...] | None = None,
        explores_all_orders: bool = False,
        is_stateless: bool = False,
        max_steps: int = 20_000,
    ) -> None:
        self._job_graph = job_graph
        self._settings = settings
        self._property = prop
        self._max_early_clock_steps = early_clock_steps
        self._max_crashes = max_crashes
        self._crash_targets = crash_targets
        self._explores_all_orders = (
            explores_all_orders or max_crashes > 0 or not prop.is_order_insensitive
        )
        self._is_stateless = is_stateless
        self._max_steps = max_steps
        self._choice_points: list[ChoicePoint] = []
        self._visited: dict[Hashable, tuple[frozenset[AccessSet], int]] = {}
        self._wakers: dict[str, set[str]] = {}
        self._has_backpressure = False
        self.is_exhausted = False
        self.schedule_count = 0
        """Number of schedules that were explored when the search has ended.

        With ``explores_all_orders`` these are all schedules of the job.
        """
        self.max_decisions = 0
        self.hash_failure = ""

    def explore_runs(self) -> Iterator[ExploredRun]:
        """Run the job under one schedule after the other, and yield each run.

        The search ends when every order of steps that depend on each other is covered.
        """
        while not self.is_exhausted:
            had_backpressure = self._has_backpressure
            yield self._execute_run()
            if (
                self._has_backpressure and not had_backpressure
            ):  # with backpressure more steps are dependent: restart the search
                self._choice_points.clear()
                self._visited.clear()
                self.schedule_count = 0
            else:
                self.is_exhausted = not self._backtrack()

    def _backtrack(self) -> bool:
        """Go back to the last choice point with another choice to explore, and select that choice.

        Return whether there is one.
        """
        while self._choice_points:
            decision = self._choice_points[-1]
            if decision.select_next(self._wakers):
                return True
            accesses = decision.collect_accesses()
            self._visited[decision.state] = frozenset(accesses), decision.schedule_count
            self._choice_points.pop()
            self._add_later_accesses(accesses)
            self._add_schedules(decision.schedule_count)
        return False

    def _add_later_accesses(self, accesses: Iterable[AccessSet]) -> None:
        """Add *accesses* of later steps to the current choice of the last choice point.

        Nothing is added if the clock advanced in between.
        """
        if self._choice_points and not self._choice_points[-1].has_clock_moved:
            decision = self._choice_points[-1]
            decision.later_accesses[decision.chosen].update(accesses)

    def _add_schedules(self, count: int) -> None:
        """Add *count* to the number of schedules that start at the last choice point."""
        if self._choice_points:
            self._choice_points[-1].schedule_count += count
        else:
            self.schedule_count += count

    # --- one run -----------------------------------------------------------------------------------

    def _execute_run(self) -> ExploredRun:
        self._depth = 0
        self._early_steps_left, self._crashes_left = self._max_early_clock_steps, self._max_crashes
        crashes: list[Crash] = []
        is_known = False
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            settings = replace(self._settings, interleaving=_ExplorerSchedule(self))
            self._cluster = cluster = MiniCluster(self._job_graph, settings)
            tracker = DependencyTracker(cluster.trace.plan, self._has_backpressure)
            # tasks run before sources in a new choice point: fewer states
            self._task_mask = sum(task.bit for task in cluster.tasks) & ~cluster.source_mask
            monitor = self._property.create_monitor()
            tracker.track(cluster.trace[0])
            self._monitor_state = monitor(cluster.trace[0])
            try:
                while len(cluster.trace) < self._max_steps:
                    depth_before, runnable = self._depth, cluster.runnable.mask
                    crash = self._choose_crash() if self._crashes_left else None
                    if crash is not None:
                        crashes.append(crash)
                        cluster.inject(crash)
                    elif not cluster.step():
                        break
                    step = cluster.trace[len(cluster.trace) - 1]
                    self._monitor_state = monitor(step)
                    self._record_wakeups(step.actor, cluster.runnable.mask & ~runnable)
                    self._record_access(tracker.track(step), depth_before)
                    self._has_backpressure = tracker.has_backpressure
            except _StateVisited as state:
                is_known = True
                self._add_later_accesses(state.accesses)
                self._add_schedules(state.schedule_count)
            except JobExecutionError:
                pass  # the trace ends with the failure
        if not is_known:
            self._add_schedules(1)
        self.max_decisions = max(self.max_decisions, len(self._choice_points))
        return ExploredRun(
            None if is_known else cluster.trace, len(self._choice_points), tuple(crashes)
        )

    def choose(self, mask: int, choose_by_arrival: Callable[[int], int]) -> int:
        """Choose the actor that runs next.

        While the run repeats the path to the choice point under exploration, the choice is the one
        recorded there. After that each decision becomes a new choice point.

        Args:
            mask: The bits of the actors that can run.
            choose_by_arrival: Chooses by arrival order.
        """
        if not self._early_steps_left and mask != CLOCK_BIT:
            mask &= ~CLOCK_BIT
        if mask & (mask - 1) == 0:
            return mask.bit_length() - 1
        if self._depth == len(self._choice_points):
            state = self._visit_state("turn")
            choices = tuple(index for index in range(mask.bit_length()) if mask >> index & 1)
            names = {index: self._cluster.actors[index].actor_id for index in choices}
            wants_all = self._explores_all_orders or bool(self._early_steps_left)
            first = choose_by_arrival(mask & self._task_mask or mask)
            self._choice_points.append(
                ChoicePoint(state, choices, first, wants_all, actor_names=names)
            )
        decision = self._choice_points[self._depth]
        self._depth += 1
        if decision.chosen == 0:
            self._early_steps_left -= 1
        return decision.chosen

    def _choose_crash(self) -> Crash | None:
        """Choose the subtask that crashes before this step, or ``None``.

        The choice is recorded or new, as in :meth:`choose`.
        """
        cluster = self._cluster
        running = tuple(
            task.actor_id
            for task in cluster.tasks
            if not task.execution.is_over
            and (self._crash_targets is None or task.actor_id in self._crash_targets)
        )
        if not running or cluster.is_over:
            return None
        if self._depth == len(self._choice_points):
            state = self._visit_state("crash")
            self._choice_points.append(
                ChoicePoint(state, tuple(range(len(running) + 1)), 0, True, running)
            )
        decision = self._choice_points[self._depth]
        self._depth += 1
        if decision.chosen == 0:
            return None
        self._crashes_left -= 1
        return Crash(decision.crash_targets[decision.chosen - 1], len(cluster.trace))

    def _visit_state(self, choice_kind: str) -> Hashable:
        """Return the state of the run and mark it as visited.

        Raises:
            _Known: The state was visited before.
        """
        if self._is_stateless or self.hash_failure:
            return len(self._visited), len(self._choice_points), object()
        try:
            state = hash_state(self._cluster)
        except UnhashableState as error:
            self.hash_failure = str(error)
            return None
        key = (choice_kind, state, self._monitor_state, self._early_steps_left, self._crashes_left)
        if (known := self._visited.get(key)) is not None:
            raise _StateVisited(*known)
        self._visited[key] = _ANY_ACCESS, 0
        return key

    def _record_wakeups(self, actor: str, mask: int) -> None:
        """Record that *actor* has woken the actors in *mask*."""
        while mask:
            index = mask.bit_length() - 1
            mask ^= 1 << index
            self._wakers.setdefault(self._cluster.actors[index].actor_id, set()).add(actor)

    def _record_access(self, access: AccessSet, start_depth: int) -> None:
        """Record which resources the step of a choice accessed.

        They are the first accesses of the choice point at which the step was chosen, and later accesses
        of the choice points before it.
        """
        for place in range(start_depth, self._depth):
            decision = self._choice_points[place]
            decision.has_clock_moved = False
            if decision.chosen not in decision.later_accesses:
                decision.first_accesses[decision.chosen] = access
                decision.later_accesses[decision.chosen] = set()
        if self._depth == start_depth and self._depth == len(self._choice_points):
            if access.actor == "clock":
                if self._choice_points:
                    self._choice_points[-1].has_clock_moved = True
            else:
                self._add_later_accesses([access])


_ANY_ACTOR = "?"
_ANY_ACCESS = frozenset([AccessSet(_ANY_ACTOR, frozenset([GLOBAL_ACCESS]))])
"""Access set that conflicts with every step.

It stands for the unknown steps after a visited state whose exploration has not ended yet.
"""
