"""Questions about a change of the program in a person's own words.

"Would a delay of 5 seconds help?" becomes ``what if the watermark delay is 5 s``. Not in Flink.
"""

from __future__ import annotations

import re

from flinksim.analysis.why.change_requests import ONLY_REMOVABLE, PARAMETERS
from flinksim.analysis.why.free_text.clock_words import replace_clock_words
from flinksim.analysis.why.free_text.entities import Entities
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.common.configuration import format_duration_ms
from flinksim.trace import events as e

_CONDITION = re.compile(
    r"\bwould\b|\bwhat (?:if|happens (?:if|when|with)|changes (?:if|with)|about)\b|\bwhat happens without\b"
    r"|\b(?:if|when) (?:i|we|you|it|the|there)\b.*"
    r"\b(?:to|had|have|was|were|use[ds]?|set|is|chang\w+|remov\w+|add\w*|increas\w+)\b"
    r"|\bsuppose\b|\bshould i\b|\b(?:will|does|do|can|could)\b.*"
    r"\b(?:help|fix|solve|save|avoid|enough|faster|sooner|earlier|get rid of|spread|prevent|split)\b"
    r"|(?:改|换|设|调)[成为到].*(?:变|会|吗)"
    r"|如果|假如|要是|会怎样|有用吗|有帮助|能解决|可以解决|会不会|能不能|行不行|够不够|够吗",
    re.I,
)
"""What tells a question about a changed program from one about this run."""

_WHAT_IF = re.compile(r"\bwhat (?:if|happens if|would happen)\b|会怎[么样]", re.I)

_PARAMETER_WORDS = (
    ("allowed lateness", r"allowed[\s_-]?lateness|\blateness\b|允许延迟|允许迟到|允许的?延迟"),
    ("idle timeout", r"with[\s_-]?idleness|\bidleness\b|\bidle[\s-]?timeout\b|空闲超时|空闲检测|空闲时间"),
    ("watermark alignment", r"\balignment\b|(?:水位线)?对齐"),
    ("session gap", r"\b(?:session )?gap\b|会话间隔|会话超时"),
    (
        "window size",
        r"\bwindow (?:size|length)\b|\bwindows? (?:from|of|to) \d|\b(?:shorter|smaller|longer|larger|bigger) windows?\b"
        r"|\b(?:shorten|lower|enlarg|reduc|increas)\w* (?:the |my )?windows?\b|窗口(?:大小|长度)|窗口从 ?\d",
    ),
    ("parallelism", r"(?<![a-z])(?:set_)?parallelism\b|\bsubtasks\b|并行度"),
    ("evictor", r"\w*evictor\b|驱逐器"),
    ("PurgingTrigger", r"\bpurging[\s_-]?trigger\b"),
    ("trigger", r"\b(?!trigger(?:s|ed)\b)\w*trigger\b|触发器"),
    (
        "watermark delay",
        r"out[\s_-]?of[\s_-]?order(?:ness)?|\bdelay\b|(?:水位线|乱序)?延迟|乱序(?:容忍|时间|度)",
    ),
)  # fmt: skip
_PARAMETERS = tuple((name, re.compile(words, re.I)) for name, words in _PARAMETER_WORDS)

_REMOVAL = re.compile(
    r"\b(?:without|no|remov\w+|drop(?:ped|ping)?|disabl\w+|delet\w+|turn(?:ed)? off|switch(?:ed)? off"
    r"|take out|leave out|left out)\b|去掉|不用|不要|关闭|关掉|删掉|取消|移除|不加",
    re.I,
)
_DURATION = re.compile(
    r"(?<![A-Za-z0-9_.:-])(\d[\d_,]*(?:\.\d+)?)\s*"
    r"(ms|millis\w*|s|secs?|seconds?|m|mins?|minutes?|h|hours?|毫秒|秒|分钟|小时)(?![a-z])",
    re.I,
)
_UNITS_MS = (
    (re.compile(r"ms|milli|毫秒", re.I), 1),
    (re.compile(r"m|分", re.I), 60_000),
    (re.compile(r"h|小时", re.I), 3_600_000),
    (re.compile(r"s|秒", re.I), 1_000),
)
_COUNT = re.compile(r"(?<![A-Za-z0-9_.:-])(\d{1,3})(?![A-Za-z0-9_.:]|\s*(?:ms|s|sec|min|%)\b)")
_ZERO = re.compile(r"(?<![A-Za-z0-9_.:-])0(?![\w.:])")
_MORE = re.compile(
    r"\b(?:long|larg|bigg?|high|great|more|increas|rais|doubl)\w*|加大|调大|更大|更长|增加|增大|提高|变大|大一点|长一点",
    re.I,
)
_LESS = re.compile(
    r"\b(?:short|small|low|less|fewer|reduc|decreas|halv|half)\w*|减小|减少|调小|更小|更短|降低|变小|小一点|短一点",
    re.I,
)
_DEFAULT_MS = 60_000
"""Allowed lateness that is tried if the question names none."""
_MAX_IDLE_TIMEOUT_MS = 5_000
"""Idle timeout that is tried if the question names none and the run has no pauses."""


def find_hypothetical(run: TraceIndex, text: str, entities: Entities) -> str:
    """Return the question ``what if the PARAMETER is VALUE`` that *text* means; "" if it means none."""
    if not _CONDITION.search(text):
        return ""
    text = replace_clock_words(text)
    found = [
        (match.start(), name, match)
        for name, pattern in _PARAMETERS
        if (match := pattern.search(text))
    ]
    if not found:
        return ""
    _, parameter, match = min(found, key=lambda one: one[0])
    value = _find_value(run, parameter, text, match)
    if not value:
        return ""
    place = entities.places[0] if len(entities.places) == 1 else ""
    return _format_question(run, parameter, value, place)


def is_other_hypothetical(text: str) -> bool:
    """Return whether *text* asks for the effect of a change, whichever it is."""
    return _WHAT_IF.search(text) is not None


def _format_question(run: TraceIndex, parameter: str, value: str, place: str) -> str:
    return run.translate(
        "question.what_if",
        parameter=run.translate(PARAMETERS[parameter]),
        of=run.translate("question.what_if_of", name=place) if place else "",
        value=run.translate(f"value.{value}") if value in ("removed", "doubled", "halved")
        else run.translate("value.number", n=value),
    )  # fmt: skip


def _find_value(run: TraceIndex, parameter: str, text: str, match: re.Match[str]) -> str:
    """Return the value of *parameter* in *text*: a number, "removed", "doubled" or "halved"."""
    if parameter in ONLY_REMOVABLE:
        return "removed" if _REMOVAL.search(text) else ""
    if parameter == "parallelism":
        counts = _COUNT.findall(text)
        return counts[-1] if counts else _find_direction(text)
    durations = [(one.start(), _parse_duration(one)) for one in _DURATION.finditer(text)]
    durations += [(one.start(), 0) for one in _ZERO.finditer(text)]
    if durations:
        durations.sort()
        after = [one for one in durations if one[0] >= match.start()]
        # "from 1 s to 5 s" means the last one, "5 s of delay" the one before
        return format_duration_ms((after or durations)[-1][1])
    direction = _find_direction(text)
    if _REMOVAL.search(text) and not direction:
        return "removed"
    if parameter == "idle timeout" and not run.find_events(e.SplitStatusChanged):
        return format_duration_ms(_choose_idle_timeout(run))
    if parameter == "allowed lateness":
        return format_duration_ms(_DEFAULT_MS)
    return direction


def _find_direction(text: str) -> str:
    if _LESS.search(text):
        return "halved"
    return "doubled" if _MORE.search(text) else ""


def _parse_duration(match: re.Match[str]) -> int:
    factor = next(ms for unit, ms in _UNITS_MS if unit.match(match[2]))
    return round(float(match[1].replace("_", "").replace(",", "")) * factor)


def _choose_idle_timeout(run: TraceIndex) -> int:
    """Return twice the median pause between two records of a split, in ms."""
    pause = run.median_pause_ms
    return _MAX_IDLE_TIMEOUT_MS if pause is None else 2 * pause
