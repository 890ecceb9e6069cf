"""The questions there are, in words: one small grammar, and what each form is answered by.

::

    why did WINDOW of KEY fire [early|late]          why has WINDOW of KEY not fired
    why was RECORD dropped                           why is RECORD not in WINDOW of KEY | the result
    why did RECORD go to TASK                        why is the result TEXT
    why is the watermark of TASK [not] TIME          why has the watermark of TASK not moved
    why did the timer of KEY at TIME fire            why has the timer of KEY at TIME not fired
    why did the sessions of KEY become WINDOW        why has key KEY no window
    why is task TASK blocked|idle|busy|backpressured why is CHANNEL idle|not aligned
    why did the job fail                             why is key KEY different from key KEY

"at step N" after any of them asks about the run up to there. Not in Flink.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from flinksim.explain.why.different import explain_keys
from flinksim.explain.why.empty_panes import explain_no_pane
from flinksim.explain.why.finding import Explain
from flinksim.explain.why.firings import explain_fired, explain_merged, explain_result
from flinksim.explain.why.marks import explain_channel, explain_mark_not_moved, explain_watermark
from flinksim.explain.why.missing import explain_not_fired
from flinksim.explain.why.names import QuestionError
from flinksim.explain.why.records import explain_dropped, explain_not_in_result, explain_subtask
from flinksim.explain.why.tasks import explain_failed, explain_task
from flinksim.explain.why.timers import explain_no_timer, explain_timer

_WINDOW = r"(?:the )?(?:window|pane|session)?\s*(?P<window>[\[(][^\])]*[\])]|GlobalWindow)"
_OF_KEY = r"(?:\s+of (?:key )?(?P<key>.+?))"
_IN = r"(?:\s+in (?P<operator>.+?))?"
_RECORD = r"(?:the )?record (?P<record>.+?)"
_TIMER = r"the timer(?:\s+of (?:key )?(?P<key>.+?))?(?:\s+at (?P<time>.+?))?"
_PANE_NOT = rf"{_WINDOW}{_OF_KEY}{_IN}"


@dataclass(frozen=True, slots=True)
class Form:
    """One form of question: its name, how it is written, and who answers."""

    name: str
    pattern: re.Pattern[str]
    explain: Explain


_DROPPED = r"(?:dropped|late|too late|filtered(?: out)?|(?:sent |go )?to the late output)"
_KIND = r"(?P<kind>early|late|again|on time)"
_NOT_MOVED = r"(?:not|no) (?:moved|further|at|beyond|past|yet)?\s*(?P<time>[\d:MAX].*)?"
_MARK = r"(?P<time>(?:MAX|MIN|-?\d)[\d:.,_ a-z-]*)"
_CHANNEL = r"(?P<channel>(?:ch )?\d+ (?:of|into) .+?|ch\S+|c\d+\S*)"
_SESSIONS = r"(?:sessions|windows)(?: of (?:key )?(?P<key>.+?))"
_BECOME = rf"(?:become|became|merged?)(?: (?:into )?(?:one|{_WINDOW}))?"
_IN_RESULT = rf"(?:the results?|{_WINDOW}{_OF_KEY}?{_IN})"
_NO_PANE = r"no (?:window|pane)"
_STATE = r"(?P<state>blocked|idle|busy|backpressured|waiting)"

_ALL: tuple[tuple[str, Explain, tuple[str, ...]], ...] = (
    (
        "not fired",
        explain_not_fired,
        (
            rf"(?:has|did|does|was) {_PANE_NOT} (?:not|never) (?:fired?|yet)(?: yet)?",
            rf"(?:has|did|does)(?:n't| not) {_PANE_NOT} fired?(?: yet)?",
            rf"not {_PANE_NOT}",
        ),
    ),
    (
        "fired",
        explain_fired,
        (
            rf"(?:did|has|was) {_PANE_NOT} (?:fired? )?{_KIND}",
            rf"(?:did|has) {_PANE_NOT} fired?(?: (?:now|then|so))?",
        ),
    ),
    ("merged", explain_merged, (rf"(?:did|were|have) (?:the )?{_SESSIONS} {_BECOME}",)),
    (
        "no pane",
        explain_no_pane,
        (
            rf"has (?:key )?(?P<key>.+?) {_NO_PANE}",
            rf"is there {_NO_PANE} (?:of|for) (?:key )?(?P<key>.+)",
        ),
    ),
    ("dropped", explain_dropped, (rf"(?:was|is|did) {_RECORD} {_DROPPED}",)),
    ("not in result", explain_not_in_result, (rf"(?:is|was) {_RECORD} not in {_IN_RESULT}",)),
    (
        "subtask",
        explain_subtask,
        (rf"(?:did|does|was) {_RECORD} (?:go|come|sent) to (?P<task>.+)",),
    ),
    (
        "result",
        explain_result,
        (
            r"(?:is|was) (?:there )?(?:the )?result (?P<result>.+?)(?: (?:written|there))?",
            r"was (?P<result>.+?) written",
        ),
    ),
    (
        "watermark not",
        explain_mark_not_moved,
        (rf"(?:is|has) the watermark of (?P<task>.+?) {_NOT_MOVED}",),
    ),
    (
        "watermark",
        explain_watermark,
        (
            rf"is the watermark of (?P<task>.+?) (?:at )?{_MARK}",
            r"is the watermark of (?P<task>.+?)(?: what it is| so)?",
        ),
    ),
    ("timer", explain_timer, (rf"did {_TIMER} fire",)),
    (
        "no timer",
        explain_no_timer,
        (
            rf"(?:has|did|does|was) {_TIMER} (?:not|never) (?:fired?)(?: yet)?",
            rf"(?:was|is) {_TIMER} (?P<deleted>deleted)",
        ),
    ),
    (
        "channel",
        explain_channel,
        (rf"is (?:the )?(?:channel )?{_CHANNEL} (?P<state>idle|not aligned|not counted)",),
    ),
    ("task", explain_task, (rf"is (?:the )?(?:task )?(?P<task>.+?) {_STATE}",)),
    (
        "different keys",
        explain_keys,
        (r"is key (?P<key>.+?) different from (?:key )?(?P<other>.+)",),
    ),
    ("failed", explain_failed, (r"(?:is|has|did) (?:the )?(?:job|run|program) fail(?:ed)?",)),
)

FORMS: tuple[Form, ...] = tuple(
    Form(name, re.compile(pattern, re.IGNORECASE), explain)
    for name, explain, patterns in _ALL
    for pattern in patterns
)
"""All forms; of those that fit a question the first counts."""

_AT_STEP = re.compile(r"\s+(?:at|after|by) step (?P<step>[\d,]+)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Question:
    """A question that was understood: its form and its parts, as text; ``step`` if it is about one."""

    text: str
    form: Form
    parts: dict[str, Any]
    step: int | None


def parse(text: str) -> Question:
    """What *text* asks.

    Raises: QuestionError if it is none of the forms.
    """
    words = " ".join(text.replace("?", " ").split())
    step = None
    if found := _AT_STEP.search(words):
        step = int(found["step"].replace(",", ""))
        words = words[: found.start()]
    asked = re.sub(r"^why(?: is it that)?,?\s+", "", words, flags=re.IGNORECASE)
    for form in FORMS:
        fits = form.pattern.fullmatch(asked)
        if fits:
            return Question(text, form, fits.groupdict(), step)
    raise QuestionError(f"{text!r} is no question that is understood")
