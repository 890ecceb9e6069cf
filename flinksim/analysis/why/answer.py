"""The form of an answer: one sentence, the facts that it rests on, a cause, and what would change it.

Not in Flink.
"""

from __future__ import annotations

import html
import json
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from flinksim.core.i18n.languages import Language
from flinksim.trace.narration.formatting import Labels
from flinksim.trace.narration.templates import say

ThingKind: TypeAlias = Literal["record", "fact", "setting"]

_WIDTH = 100


class Words(str):
    """An English template with what it is filled with, told in a language later."""

    __slots__ = ("fields",)

    def __new__(cls, template: str, **fields: Any) -> Words:
        """The words; *fields* may be words themselves."""
        made = super().__new__(cls, template)
        made.fields = fields
        return made

    fields: dict[str, Any]

    def told(self, labels: Labels) -> str:
        """In the language of *labels*."""
        own = {name: told(each, labels) for name, each in self.fields.items()}
        return say(labels, str(self), **own)


def told(text: Any, labels: Labels) -> Any:
    """*text* in the language of *labels*, if it is words; else itself."""
    return text.told(labels) if isinstance(text, Words) else text


LEFT_OUT = Words("left out")
"""The new value of what a change takes away."""

MOST_CAUSES = 6
"""So many causes are printed; all are in :attr:`Answer.cause`."""


@dataclass(frozen=True, slots=True)
class RecordId:
    """A record of the input: the source's node in the plan, the split, its place in it (from 0)."""

    node: int
    split: str
    offset: int


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that an answer names as a cause.

    A record of the input, a fact of the run, or a setting of the program; ``step`` is where it became
    true, if it did so in the run.
    """

    kind: ThingKind
    text: str
    step: int | None = None
    record: RecordId | None = None

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        found: dict[str, Any] = {"kind": self.kind, "text": self.text, "step": self.step}
        if self.record is not None:
            found["record"] = {
                "node": self.record.node,
                "split": self.record.split,
                "offset": self.record.offset,
            }
        return found


@dataclass(frozen=True, slots=True)
class Link:
    """One fact of the chain: its step, its index in the trace, and what it says.

    ``things`` are the ids of tasks, operators and channels that it speaks of; ``skipped`` the facts
    between it and the one before, which say nothing new and can be opened.
    """

    step: int
    fact: int
    text: str
    things: tuple[str, ...] = ()
    skipped: tuple[Link, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "step": self.step,
            "fact": self.fact,
            "text": self.text,
            "things": list(self.things),
            "skipped": [link.to_json() for link in self.skipped],
        }


@dataclass(frozen=True, slots=True)
class ChangeTold:
    """One change in the user's own code: what, where it stands, the old value and the new one."""

    what: str
    where: str
    old: str
    new: str

    def __str__(self) -> str:
        place = f" ({self.where})" if self.where else ""
        return f"{self.what}: {self.old} -> {self.new}{place}"

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {"what": self.what, "where": self.where, "old": self.old, "new": self.new}


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """The smallest change of one kind that was tried and makes it otherwise.

    ``outcome`` says what the changed run does, ``cost`` what it has for it; ``tried`` counts the runs
    that found it. ``case`` is the changed program with its settings, and ``open`` runs it, as a
    simulation.
    """

    text: str
    changes: tuple[ChangeTold, ...]
    outcome: str
    cost: str
    tried: int
    case: Any = field(repr=False, compare=False)
    open: Callable[[], Any] = field(repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "text": self.text,
            "changes": [change.to_json() for change in self.changes],
            "outcome": self.outcome,
            "cost": self.cost,
            "tried": self.tried,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """What there is to say to one question about one run, in *language*.

    - ``links``: the chain of facts, from what was asked about back to where it came from;
    - ``cause``: a smallest set without which it would not be so. Where ``any_would_do`` each of them
      alone would have done, so that it goes only without all of them; else there is one, or they
      are needed together;
    - ``needs``: the records that may matter besides; without any others it is the same. ``None`` where
      that is not known;
    - ``confirmed``: whether the run was repeated without the cause, and it was otherwise (``False``: it
      was the same). ``None`` where it was not tried, as for a trace alone;
    - ``unknown``: what the trace cannot know;
    - ``counterfactual``: the smallest change found that makes it otherwise, ``also`` others;
    - ``tried``: how many changed runs were looked at for it. ``None`` where nothing can be run.
    """

    question: str
    sentence: str
    links: tuple[Link, ...]
    cause: tuple[Thing, ...] = ()
    any_would_do: bool = False
    needs: frozenset[RecordId] | None = None
    confirmed: bool | None = None
    unknown: str = ""
    counterfactual: Counterfactual | None = None
    also: tuple[Counterfactual, ...] = ()
    tried: int | None = None
    language: Language = "en"
    _beside: Callable[[Any], Any] | None = field(default=None, compare=False)

    def try_it(self) -> Any:
        """The changed run of :attr:`counterfactual`, run to its end, as a simulation.

        Raises: ValueError if nothing that was tried makes it otherwise, or nothing could be tried.
        """
        if self.counterfactual is None:
            raise ValueError(
                self._say(
                    "try_it(): no change is known that makes it otherwise; only sim.why(...) tries "
                    "some, a trace alone cannot be run again"
                )
            )
        return self.counterfactual.open()

    def beside(self) -> Any:
        """This run and the changed one beside each other (:func:`flinksim.beside`).

        Raises: ValueError as :meth:`try_it`, and if the change makes it another job.
        """
        changed = self.try_it()
        assert self._beside is not None
        return self._beside(changed.trace)

    # --- renderings ------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values, for the browser and for files."""
        found = self.counterfactual
        return {
            "question": self.question,
            "sentence": self.sentence,
            "links": [link.to_json() for link in self.links],
            "cause": [thing.to_json() for thing in self.cause],
            "anyWouldDo": self.any_would_do,
            "confirmed": self.confirmed,
            "unknown": self.unknown,
            "language": self.language,
            "counterfactual": None if found is None else found.to_json(),
            "also": [each.to_json() for each in self.also],
        }

    def json(self) -> str:
        """:meth:`to_json` as text."""
        return json.dumps(self.to_json(), ensure_ascii=False, indent=2)

    def _say(self, template: str, **fields: Any) -> str:
        return say(Labels(None, self.language), template, **fields)

    @property
    def cause_in_words(self) -> str:
        """What it is called in front of the causes."""
        if self.any_would_do and len(self.cause) > 1:
            return self._say(
                "any of these {n} would have done; without all of them", n=len(self.cause)
            )
        if len(self.cause) == 1:
            return self._say("without")
        return self._say("without these {n}", n=len(self.cause))

    @property
    def _cause_head(self) -> str:
        if all(thing.record is None for thing in self.cause):
            return self._say("Cause:")
        return self._say("Cause ({words}; {trial}):", words=self.cause_in_words, trial=self._trial)

    @property
    def _trial(self) -> str:
        if self.confirmed is None:
            return self._say("not tried")
        if self.confirmed:
            return self._say("tried: it is otherwise then")
        return self._say("tried: it is the same then, so there is another cause besides")

    @property
    def _found_none(self) -> str:
        """That no change is known that makes it otherwise, where some could have been tried."""
        if self.counterfactual is not None or self.tried is None:
            return ""
        if not self.tried:
            return self._say("No change was tried.")
        return self._say("Of {n} changed runs none makes it otherwise.", n=self.tried)

    def __str__(self) -> str:
        lines = _filled(self.sentence, "", "")
        steps = max((len(f"{link.step:,}") for link in self.links), default=0)
        for link in self.links:
            head = self._say("  step {step}  ", step=f"{link.step:>{steps},}")
            lines += _filled(link.text, head, " " * (9 + steps))
        if self.cause:
            lines += _filled(self._cause_head, "", "  ")
            for thing in self.cause[:MOST_CAUSES]:
                where = "" if thing.step is None else self._say(" (step {step})", step=thing.step)
                lines += _filled(f"{thing.text}{where}", "  - ", "    ")
            if len(self.cause) > MOST_CAUSES:
                lines.append(self._say("  - and {n} more", n=len(self.cause) - MOST_CAUSES))
        if self.unknown:
            lines += _filled(self.unknown, self._say("Not known: "), "  ")
        if self._found_none:
            lines += _filled(self._found_none, "", "  ")
        for head, one in zip(
            [self._say("What if: "), *[self._say("Or: ")] * len(self.also)],
            [self.counterfactual, *self.also],
            strict=True,
        ):
            if one is not None:
                lines += _filled(f"{one.text} {one.outcome} {one.cost}".rstrip(), head, "  ")
                for change in one.changes:
                    lines += _filled(str(change), "  ", "    ")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        escape = html.escape
        rows = "".join(
            "<tr><td style='text-align:right;opacity:.6'>"
            f"{self._say('step {step}', step=link.step)}</td>"
            f"<td style='text-align:left'>{escape(link.text)}</td></tr>"
            for link in self.links
        )
        causes = "".join(f"<li>{escape(thing.text)}</li>" for thing in self.cause[:MOST_CAUSES])
        if len(self.cause) > MOST_CAUSES:
            more = self._say("and {n} more", n=len(self.cause) - MOST_CAUSES)
            causes += f"<li>{more}</li>"
        parts = [
            f"<p style='opacity:.7'>{escape(self.question)}</p>",
            f"<p><b>{escape(self.sentence)}</b></p>",
            f"<table>{rows}</table>" if rows else "",
        ]
        if causes:
            parts.append(f"<p>{escape(self._cause_head)}</p><ul>{causes}</ul>")
        if self.unknown:
            parts.append(f"<p>{self._say('Not known: ')}{escape(self.unknown)}</p>")
        if self._found_none:
            parts.append(f"<p>{escape(self._found_none)}</p>")
        for one in (self.counterfactual, *self.also):
            if one is not None:
                text = f"{one.text} {one.outcome} {one.cost}".rstrip()
                changes = "".join(
                    f"<li><code>{escape(str(change))}</code></li>" for change in one.changes
                )
                parts.append(f"<p>{self._say('What if: ')}{escape(text)}</p><ul>{changes}</ul>")
        return f"<div class='flinksim-answer'>{''.join(parts)}</div>"


def _filled(text: str, first: str, later: str) -> list[str]:
    return textwrap.wrap(
        text, _WIDTH, initial_indent=first, subsequent_indent=later, break_on_hyphens=False
    )
