"""Whether a call stack that flinksim shows contradicts the ones that Flink has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Self

import flinksim as fs
from flinksim.trace import query
from tests.conformance.fact_files import load


@dataclass
class Verdict:
    """What became of the stacks of one run or of several; a contradiction is told once."""

    events: int = 0
    stacks: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    """The facts whose stacks were compared, by kind."""
    contradictions: Counter[str] = field(default_factory=Counter)
    not_recorded: Counter[str] = field(default_factory=Counter)
    distinct: set[tuple[bool, tuple[str, ...]]] = field(default_factory=set)
    """Every stack that was shown, with whether its program ran in batch mode."""


class RealStacks:
    """Recorded stacks, by the method that they end in. Frames: see :mod:`stacks`."""

    def __init__(self, stacks: Iterable[tuple[str, ...]], types: dict[str, list[str]]) -> None:
        self._types = types
        self._ending: dict[str, list[tuple[str, ...]]] = {}
        for frames in stacks:
            method = frames[-1].split("@")[0].rsplit(".", 1)[1]
            self._ending.setdefault(method, []).append(frames)
        self._known: dict[tuple[str, ...], str | None] = {}
        self._same = cache(self._is_same)
        self._shown_anywhere: dict[str, bool] = {}

    @classmethod
    def of_facts(cls, in_batch: bool) -> Self:
        """The ones of ``facts/stacks.json`` that programs of this mode had."""
        content = load("stacks")
        names, mode = content["frames"], mode_of(in_batch)
        stacks = (
            tuple(names[n] for n in numbers)
            for _, _, numbers, modes in content["stacks"]
            if mode in modes
        )
        return cls(stacks, content["types"])

    @classmethod
    def of_answers(cls, answers: Iterable[dict[str, Any]]) -> Self:
        """The ones that Flink left in these answers."""
        stacks, types = set(), {}
        for answer in answers:
            types.update(answer.get("types", {}))
            stacks.update(
                tuple(row.split("\t")[2].split(" > ")) for row in answer.get("stacks", ())
            )
        return cls(sorted(stacks), types)

    def contradiction(self, shown: tuple[str, ...]) -> str | None:
        """What no real stack has in *shown*, or ``None``.

        The frames must be some of a real stack, in its order, and end in the same method. A frame may
        name the declaring class, the class of the object, or a supertype of one of them.
        """
        if shown not in self._known:
            self._known[shown] = self._find(shown)
        return self._known[shown]

    def missing_frames(self, shown: tuple[str, ...], vocabulary: frozenset[str]) -> tuple[str, ...]:
        """The frames that *shown* should have and has not.

        A stack shows some of Flink's methods only. *vocabulary* has the methods that flinksim shows
        anywhere. If a real stack has one of them after the first frame of *shown*, it is missing.
        Of all real stacks with the frames of *shown* in this order, the one with fewest missing
        frames counts. Empty if there is no such stack: that is a contradiction.
        """
        best: tuple[int, tuple[str, ...]] | None = None
        for real in self._ending.get(shown[-1].rsplit(".", 1)[1], ()):
            if self._same(shown[-1], real[-1]) and _has_methods(shown, real):
                count = self._align(shown, real, vocabulary)[0]
                if best is None or count < best[0]:
                    best = count, real
                if count == 0:
                    return ()
        if best is None or best[0] >= _NO_WAY:
            return ()
        return self._align(shown, best[1], vocabulary)[1]

    def _align(
        self, shown: tuple[str, ...], real: tuple[str, ...], vocabulary: frozenset[str]
    ) -> tuple[int, tuple[str, ...]]:
        """Find the fewest frames of *real* to leave out so that *shown* is left.

        ``fewest[n]`` has those that were left out so far, if the first ``n`` frames of *shown* are
        found: how many, and which.
        """
        fewest: list[tuple[int, tuple[str, ...]]] = [(0, ()), *[(_NO_WAY, ())] * len(shown)]
        for frame in real:
            is_shown = self._is_in(frame, vocabulary)
            following = []
            for place, (count, left_out) in enumerate(fewest):
                if is_shown and place:
                    count, left_out = count + 1, (*left_out, frame)
                if place and self._same(shown[place - 1], frame) and fewest[place - 1][0] <= count:
                    count, left_out = fewest[place - 1]
                following.append((count, left_out))
            fewest = following
        return fewest[-1]

    def _is_in(self, frame: str, vocabulary: frozenset[str]) -> bool:
        """Whether flinksim shows the method *frame* of a real stack anywhere."""
        if frame not in self._shown_anywhere:
            name = frame.split("@")[0].rsplit(".", 1)[1]
            methods = _by_method(vocabulary).get(name, ())
            self._shown_anywhere[frame] = any(self._same(one, frame) for one in methods)
        return self._shown_anywhere[frame]

    def has_recorded(self, frame: str) -> bool:
        """Whether any recorded stack ends in *frame*."""
        method = frame.rsplit(".", 1)[1]
        return any(self._same(frame, each[-1]) for each in self._ending.get(method, ()))

    def _find(self, shown: tuple[str, ...]) -> str | None:
        furthest = 0
        for real in self._ending.get(shown[-1].rsplit(".", 1)[1], ()):
            if not self._same(shown[-1], real[-1]):
                continue
            place = 0
            for frame in real[:-1]:
                if place < len(shown) - 1 and self._same(shown[place], frame):
                    place += 1
            if place == len(shown) - 1:
                return None
            furthest = max(furthest, place)
        return f"{shown[-1]} under {shown[furthest]}"

    def _is_same(self, shown: str, real: str) -> bool:
        declared, _, receiver = real.partition("@")
        if shown == declared:
            return True
        own, method = shown.rsplit(".", 1)
        owner, real_method = declared.rsplit(".", 1)
        if method != real_method:
            return False
        above = self._types.get(owner, ())
        return own == receiver or own in above or own in self._types.get(receiver, ())


_NO_WAY = 1_000_000


def _has_methods(shown: tuple[str, ...], real: tuple[str, ...]) -> bool:
    """Whether the names of the methods of *shown* occur in *real*, in this order."""
    names = iter(_method_names(real))
    return all(name in names for name in _method_names(shown))


@cache
def _method_names(frames: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(frame.split("@")[0].rsplit(".", 1)[1] for frame in frames)


@cache
def _by_method(vocabulary: frozenset[str]) -> dict[str, list[str]]:
    """*vocabulary* by the name of the method."""
    methods: dict[str, list[str]] = {}
    for frame in sorted(vocabulary):
        methods.setdefault(frame.rsplit(".", 1)[1], []).append(frame)
    return methods


def mode_of(in_batch: bool) -> str:
    """The letter that stands for a mode in ``facts/stacks.json``."""
    return "b" if in_batch else "s"


def is_in_batch(program: dict[str, Any]) -> bool:
    """Stacks of batch programs are compared with those of batch programs alone, others with others."""
    return program.get("mode") == "batch"


def compare(sim: fs.Simulation, real: RealStacks, verdict: Verdict, in_batch: bool = False) -> None:
    """Hold every stack of a run against the real ones."""
    for index, event in enumerate(sim.trace.events):
        verdict.events += 1
        shown = tuple(query.get_call_stack(sim.trace, index))
        kind = type(event).__name__
        if not shown:
            continue
        if not real.has_recorded(shown[-1]):
            verdict.not_recorded[f"{kind}: {shown[-1]}"] += 1
            continue
        verdict.stacks += 1
        verdict.distinct.add((in_batch, shown))
        verdict.kinds[kind] += 1
        problem = real.contradiction(shown)
        if problem is not None:
            verdict.contradictions[f"{kind}: {problem}"] += 1
