"""One schedule after the other, without trying both orders of steps that touch nothing in common.

Dynamic partial-order reduction with sleep sets: after each run, for every two steps that race (the
order matters and nothing between them decides it) the other order is tried as well, at the decision
before the first of them; an order that was tried is not tried again below decisions that do not touch
it. The clock goes on when nobody else can, but for as many early turns as are allowed.

C. Flanagan, P. Godefroid: Dynamic partial-order reduction for model checking software, POPL 2005.
Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, replace
from io import StringIO

from flinksim.explain.explore.footprints import Footprint, Footprints
from flinksim.graph.job_graph import JobGraph
from flinksim.runtime.failure import JobExecutionError
from flinksim.runtime.interleaving import CLOCK_BIT, ArrivalOrder
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.trace.recorder import Trace


@dataclass(slots=True)
class Decision:
    """A point of a run at which several actors could go; actors are bits of a mask, by their place.

    ``tried`` has what the step of each actor touched that was tried here, ``wanted`` those that shall
    be, ``asleep`` those whose order was tried above and is not touched since.
    """

    enabled: tuple[int, ...]
    chosen: int
    asleep: dict[int, Footprint]
    wanted: set[int] = field(default_factory=set)
    tried: dict[int, Footprint] = field(default_factory=dict)
    step: int = -1


@dataclass(frozen=True, slots=True)
class Explored:
    """One run: its trace, or ``None`` where it would only have repeated another one."""

    trace: Trace | None
    decisions: int


class _Schedule(ArrivalOrder):
    """Follows the decisions of a path; beyond them it goes in arrival order, past those asleep."""

    def __init__(self, path: list[Decision], hurried: int, all_orders: bool) -> None:
        self.path = path
        self._hurried = hurried
        self._all_orders = all_orders
        self.asleep: dict[int, Footprint] = {}
        self.at = 0
        self.repeats = False

    def __deepcopy__(self, memo: object) -> _Schedule:
        return self  # a cluster works on a copy of what it is given; this one is to be looked at

    def choose(self, mask: int) -> int:
        open_ones = mask & ~CLOCK_BIT
        if mask & CLOCK_BIT and self._hurried:
            open_ones = mask
        if open_ones & (open_ones - 1) == 0:
            return open_ones.bit_length() - 1 if open_ones else 0
        enabled = tuple(i for i in range(open_ones.bit_length()) if open_ones >> i & 1)
        if self.at < len(self.path):
            decision = self.path[self.at]
            decision.asleep = dict(self.asleep)
        else:
            awake = open_ones
            if not self._all_orders:
                for actor in self.asleep:
                    awake &= ~(1 << actor)
            if not awake:
                self.repeats = True
                awake = open_ones
            chosen = super().choose(awake) if awake & (awake - 1) else awake.bit_length() - 1
            decision = Decision(enabled, chosen, dict(self.asleep))
            if self._all_orders:
                decision.wanted = set(enabled)
            self.path.append(decision)
        self.at += 1
        if decision.chosen == 0:
            self._hurried -= 1
        return decision.chosen


class Reduction:
    """All schedules of one job, as far as their order matters.

    With *all_orders* every one of them, without reduction. *until_ms* ends runs that would not end.
    """

    def __init__(
        self,
        job_graph: JobGraph,
        settings: RunSettings,
        *,
        hurried: int = 0,
        all_orders: bool = False,
        most_steps: int = 20_000,
    ) -> None:
        self._job_graph = job_graph
        self._settings = settings
        self._hurried = hurried
        self._all_orders = all_orders
        self._most_steps = most_steps
        self._path: list[Decision] = []
        self.is_exhausted = False
        self.most_decisions = 0

    def runs(self) -> Iterator[Explored]:
        """One run after the other, until there is no other order that matters."""
        while not self.is_exhausted:
            yield self._run()
            self.is_exhausted = not self._go_back()

    def _run(self) -> Explored:
        schedule = _Schedule(self._path, self._hurried, self._all_orders)
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            cluster = MiniCluster(self._job_graph, replace(self._settings, interleaving=schedule))
            footprints = Footprints(cluster.trace.plan)
            footprints.of(cluster.trace[0])
            steps: list[Footprint] = []
            places = {actor.actor_id: index for index, actor in enumerate(cluster.actors)}
            try:
                self._take_steps(cluster, schedule, footprints, steps, places)
            except JobExecutionError:
                pass  # the trace ends with the failure
        self.most_decisions = max(self.most_decisions, len(self._path))
        if not self._all_orders:
            self._find_races(steps, places)
        return Explored(None if schedule.repeats else cluster.trace, len(self._path))

    def _take_steps(
        self,
        cluster: MiniCluster,
        schedule: _Schedule,
        footprints: Footprints,
        steps: list[Footprint],
        places: dict[str, int],
    ) -> None:
        trace = cluster.trace
        while len(steps) < self._most_steps and not schedule.repeats:
            before = schedule.at
            if not cluster.step():
                break
            touched = footprints.of(trace[len(trace) - 1])
            steps.append(touched)
            actor = places.get(touched.actor, -1)
            asleep = schedule.asleep
            if schedule.at > before:
                decision = self._path[before]
                decision.step = len(steps) - 1
                decision.tried[decision.chosen] = touched
                others = {a: f for a, f in decision.tried.items() if a != decision.chosen}
                asleep = {**decision.asleep, **others}
            elif actor in asleep and not self._all_orders:
                schedule.repeats = True
            schedule.asleep = {
                a: f for a, f in asleep.items() if a != actor and not f.conflicts(touched)
            }

    def _find_races(self, steps: list[Footprint], places: dict[str, int]) -> None:
        """For every two steps that race: the other order is wanted at the decision before the first."""
        deciding = {decision.step: decision for decision in self._path}
        before: list[int] = []  # of each step, those that are decided to come before it, as bits
        for later, touched in enumerate(steps):
            known = 0
            racing = []
            for earlier in range(later - 1, -1, -1):
                if known >> earlier & 1:
                    continue
                first = steps[earlier]
                if first.actor == touched.actor or touched.comes_of(first):
                    known |= before[earlier] | 1 << earlier
                elif touched.conflicts(first):
                    known |= before[earlier] | 1 << earlier
                    racing.append(earlier)
            before.append(known)
            for earlier in racing:
                decision = deciding.get(earlier)
                if decision is not None:
                    self._want(decision, earlier, later, known, steps, places)

    @staticmethod
    def _want(
        decision: Decision,
        earlier: int,
        later: int,
        known: int,
        steps: list[Footprint],
        places: dict[str, int],
    ) -> None:
        leading = {places.get(steps[later].actor, -1)}
        leading |= {
            places.get(steps[between].actor, -1)
            for between in range(earlier + 1, later)
            if known >> between & 1
        }
        fits = [actor for actor in decision.enabled if actor in leading]
        if not fits:
            decision.wanted.update(decision.enabled)
        elif not any(actor in decision.wanted or actor in decision.tried for actor in fits):
            last = places.get(steps[later].actor, -1)
            decision.wanted.add(last if last in fits else fits[0])

    def _go_back(self) -> bool:
        """To the last decision at which another actor is wanted; ``False`` if there is none."""
        while self._path:
            decision = self._path[-1]
            left = [
                actor
                for actor in decision.enabled
                if actor in decision.wanted
                and actor not in decision.tried
                and (self._all_orders or actor not in decision.asleep)
            ]
            if left:
                decision.chosen = left[0]
                return True
            self._path.pop()
        return False
