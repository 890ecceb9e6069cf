"""Answer to a question: a sentence, its causal chain, its causes and counterfactuals.

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
    """English message template with its values, translated later.

    The values may be templates themselves.
    """

    __slots__ = ("fields",)

    def __new__(cls, template: str, **fields: Any) -> Words:
        """Create a template from its English text and its values."""
        message = super().__new__(cls, template)
        message.fields = fields
        return message

    fields: dict[str, Any]

    def told(self, labels: Labels) -> str:
        """Translate the template and its values to the language of *labels*."""
        translated = {name: told(each, labels) for name, each in self.fields.items()}
        return say(labels, str(self), **translated)


def told(text: Any, labels: Labels) -> Any:
    """Translate *text* if it is a template; return anything else unchanged."""
    return text.told(labels) if isinstance(text, Words) else text


LEFT_OUT = Words("left out")
"""New value of a change that removes something."""

MOST_CAUSES = 6
"""Number of causes that are printed. :attr:`Answer.cause` has all of them."""


@dataclass(frozen=True, slots=True)
class RecordId:
    """Record of the input: plan node of its source, split, and offset in the split (from 0)."""

    node: int
    split: str
    offset: int


@dataclass(frozen=True, slots=True)
class Thing:
    """Cause of an outcome: an input record, an event of the run or a setting of the program.

    ``step`` is the step in which it occurred; ``None`` if it did not occur in the run.
    """

    kind: ThingKind
    text: str
    step: int | None = None
    record: RecordId | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the cause as plain values."""
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
    """One event of a causal chain: its step, its index in the trace, and its description.

    ``things`` are the ids of the tasks, operators and channels that the description names.
    ``skipped`` are the less important events between this one and the previous link.
    """

    step: int
    fact: int
    text: str
    things: tuple[str, ...] = ()
    skipped: tuple[Link, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the link as plain values."""
        return {
            "step": self.step,
            "fact": self.fact,
            "text": self.text,
            "things": list(self.things),
            "skipped": [link.to_json() for link in self.skipped],
        }


@dataclass(frozen=True, slots=True)
class ChangeTold:
    """Change of the user's program: what changes, its source location, old and new value."""

    what: str
    where: str
    old: str
    new: str

    def __str__(self) -> str:
        place = f" ({self.where})" if self.where else ""
        return f"{self.what}: {self.old} -> {self.new}{place}"

    def to_json(self) -> dict[str, Any]:
        """Return the change as plain values."""
        return {"what": self.what, "where": self.where, "old": self.old, "new": self.new}


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """Smallest change of one kind that was found to change the outcome.

    ``outcome`` describes what the changed run does, ``cost`` its side effects. ``tried`` is the
    number of runs of the search. ``case`` is the changed program with its settings; ``open`` runs
    it as a simulation.
    """

    text: str
    changes: tuple[ChangeTold, ...]
    outcome: str
    cost: str
    tried: int
    case: Any = field(repr=False, compare=False)
    open: Callable[[], Any] = field(repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Return the counterfactual as plain values."""
        return {
            "text": self.text,
            "changes": [change.to_json() for change in self.changes],
            "outcome": self.outcome,
            "cost": self.cost,
            "tried": self.tried,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """Answer to one question about one run, in *language*.

    - ``links``: the causal chain, from the event in question back to its origin.
    - ``cause``: a minimal set of causes. If ``any_would_do``, each of them alone suffices, so that
      only removing all of them changes the outcome. Otherwise all of them are needed together.
    - ``needs``: the other records that may matter; without any further record the outcome is the
      same. ``None`` if that is not known.
    - ``confirmed``: whether a rerun without the cause had another outcome. ``None`` if it was not
      run, as for a trace alone.
    - ``unknown``: what the trace does not tell.
    - ``counterfactual``: the smallest change found that changes the outcome; ``also``: further
      ones.
    - ``tried``: the number of changed runs. ``None`` if the program is not available.
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
        """Run :attr:`counterfactual` to its end and return it as a simulation.

        Raises:
            ValueError: No change was found that changes the outcome, or nothing could be run.
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
        """Compare this run with the counterfactual side by side (:func:`flinksim.beside`).

        Raises:
            ValueError: As for :meth:`try_it`, or the change makes it another job.
        """
        changed = self.try_it()
        assert self._beside is not None
        return self._beside(changed.trace)

    # --- renderings ------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the answer as plain values, for the browser and for files."""
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
        """Return :meth:`to_json` as text."""
        return json.dumps(self.to_json(), ensure_ascii=False, indent=2)

    def _say(self, template: str, **fields: Any) -> str:
        return say(Labels(None, self.language), template, **fields)

    @property
    def cause_in_words(self) -> str:
        """Label of the causes, such as "without these 2"."""
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
        """Message that no counterfactual was found; empty if one was found or none was searched."""
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
