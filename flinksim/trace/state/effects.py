"""What a fact does to the view of a job, as data.

Each kind of fact declares its effects in its class (:mod:`flinksim.trace.events`), and nowhere else:
the fold in Python (:mod:`flinksim.trace.state.reducer`), the one in the browser (``widgets/src/view.gen.ts``)
and the comparison of both are made from the declarations. An effect assigns what the fact says; there
is no word here by which it could compute one of Flink's rules.

A *place* is where in the view something changes: ``CHANNEL`` is the channel that the fact's field
``channel`` names. An effect says what becomes of an attribute there::

    CHANNEL.set(watermark="after", aligned="aligned")
    OPERATOR.put("timers", "domain", "key", "namespace", "timestamp")

Text is the name of a field of the fact; ``Const("open")`` stands for itself, and so does any number,
truth value or ``None``. ``Next("sequence")`` is one more than the field, and ``Each("merged")`` as a
part of a key goes through all that the field holds.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Const:
    """A text that stands for itself."""

    text: str


@dataclass(frozen=True, slots=True)
class Next:
    """One more than what a field holds."""

    field: str


@dataclass(frozen=True, slots=True)
class Each:
    """All that a field holds, one after the other."""

    field: str


Source: TypeAlias = str | Const | Next | bool | int | None
"""Where a new value comes from; text is the name of a field."""

KeyPart: TypeAlias = str | Const | Each

Action: TypeAlias = Literal[
    "set",
    "add",
    "append",
    "remove",
    "put",
    "drop",
    "discard",
    "push",
    "spread",
    "start",
    "reset",
]


@dataclass(frozen=True, slots=True)
class Effect:
    """One change of the view.

    ``values`` are the attributes that change and where their values come from; for an entry of a map
    (``attribute``, ``key``) what the entry holds, by the names of its parts. ``only_if`` is a field
    and a word, with which the effect happens, or (``is_not``) without which.
    """

    place: Place
    action: Action
    attribute: str = ""
    key: tuple[KeyPart, ...] = ()
    values: tuple[tuple[str, Source], ...] = ()
    only_if: tuple[str, str | int] | None = None
    is_not: bool = False

    def when(self, field: str, word: str | int) -> Effect:
        """The same, only where *field* is *word*."""
        return replace(self, only_if=(field, word))

    def unless(self, field: str, word: str | int) -> Effect:
        """The same, only where *field* is not *word*."""
        return replace(self, only_if=(field, word), is_not=True)


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the view something changes: a path of (map, the key in it), from the view itself."""

    path: tuple[tuple[str, KeyPart], ...] = ()

    def at(self, map_name: str, key: KeyPart) -> Place:
        """The entry *key* of the map *map_name* in this place."""
        return Place((*self.path, (map_name, key)))

    def set(self, **values: Source) -> Effect:
        """These attributes become that."""
        return Effect(self, "set", values=tuple(values.items()))

    def add(self, **amounts: str | int) -> Effect:
        """These attributes grow by that."""
        return Effect(self, "add", values=tuple(amounts.items()))

    def append(self, attribute: str, value: Source) -> Effect:
        """*value* goes to the end of a list."""
        return Effect(self, "append", attribute, values=(("", value),))

    def remove(self, attribute: str, value: Source) -> Effect:
        """The first *value* leaves a list."""
        return Effect(self, "remove", attribute, values=(("", value),))

    def put(self, attribute: str, *key: KeyPart, **values: Source) -> Effect:
        """The entry of a map becomes a new one that holds *values*, and is else as at first."""
        return Effect(self, "put", attribute, key, tuple(values.items()))

    def drop(self, attribute: str, *key: KeyPart) -> Effect:
        """An entry leaves a map; it must be there."""
        return Effect(self, "drop", attribute, key)

    def discard(self, attribute: str, *key: KeyPart) -> Effect:
        """An entry leaves a map, if it is there."""
        return Effect(self, "discard", attribute, key)

    def push(self, attribute: str, *key: KeyPart, value: Source) -> Effect:
        """*value* goes to the end of the list that a map has under *key*; at first that is empty."""
        return Effect(self, "push", attribute, key, (("", value),))

    def spread(self, attribute: str, *key: KeyPart, value: Source) -> Effect:
        """The list that a map has under *key* becomes the parts of *value*."""
        return Effect(self, "spread", attribute, key, (("", value),))


JOB = Place()
TASK = JOB.at("tasks", "subtask")
INPUT = TASK.at("inputs", "input")
CHANNEL = JOB.at("channels", "channel")
OPERATOR = JOB.at("operators", "operator")
SPLIT = OPERATOR.at("splits", "split")

START = Effect(JOB, "start")
"""The job begins: everything is there that its plan names."""

RESET = Effect(JOB, "reset")
"""A subtask is as at the start, with its inputs and operators. Both folds write these two out."""
