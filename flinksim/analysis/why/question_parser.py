"""Parser of questions, and the explainer of each question form.

::

    why did WINDOW of KEY fire [early|late]          why has WINDOW of KEY not fired
    why was RECORD dropped                           why is RECORD not in WINDOW of KEY | the result
    why did RECORD go to TASK                        why is the result TEXT
    why is the watermark of TASK [not] TIME          why has the watermark of TASK not moved
    why did the timer of KEY at TIME fire            why has the timer of KEY at TIME not fired
    why did the sessions of KEY become WINDOW        why has key KEY no window
    why is task TASK blocked|idle|busy|backpressured why is CHANNEL idle|not aligned
    why did the job fail                             why is key KEY different from key KEY
    why is there no output                           what is in WINDOW of KEY
    why are there duplicate results                  why is the late output empty
    why is the job slow                              why is the load uneven
    why are the operators not chained                why is there no watermark
    why are records out of order                     which watermark delay is needed
    what is in the state                             what is still waiting
    why has the job not ended                        why did the job end
    why did a checkpoint fail                        why are checkpoints slow
    what happened after the restart                  why did split SPLIT become idle
    what are the numbers of the run                  what happened to RECORD
    what are the results [of key KEY]                which windows [of key KEY] fired
    what happened to the state of KEY                why has the state of KEY [not] expired
    which timers [of key KEY] were registered        which subtask has key KEY
    what happened in checkpoint NUMBER               what happened at the end of the input
    why was RECORD not late
    which records [of key KEY] were late             which operators does the job have
    what is wrong with the job
    what was the watermark [of TASK] [at TIME]
    what are the numbers of the run                  why was CHANGE emitted
    what if the PARAMETER [of OPERATOR] is VALUE
    why is split SPLIT not read                      why has split SPLIT not been read
    why is row ROW retracted|in the table            why is there a -U|-D [of KEY]

Other words are understood by :mod:`.free_text`. "at step N" at the end asks about the run up to that
step. Chinese questions have the same forms:
``为什么键 a 的窗口 [0, 10) 没有触发``. Not in Flink.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from flinksim.analysis.why.change_requests import PARAMETERS, explain_change
from flinksim.analysis.why.checkpoint_answers import (
    explain_checkpoint,
    explain_failed_checkpoint,
    explain_restart,
    explain_slow_checkpoint,
)
from flinksim.analysis.why.empty_windows import explain_no_window
from flinksim.analysis.why.end_of_input import explain_end_of_input
from flinksim.analysis.why.finding import Explainer
from flinksim.analysis.why.idle_inputs import explain_idle_split, explain_pending_split
from flinksim.analysis.why.job_answers import (
    explain_disorder,
    explain_duplicates,
    explain_job_end,
    explain_late_output,
    explain_needed_delay,
    explain_no_output,
    explain_no_watermark,
    explain_not_chained,
    explain_not_ended,
    explain_pane_contents,
    explain_slow_job,
    explain_state,
    explain_uneven_load,
    explain_waiting,
)
from flinksim.analysis.why.job_problems import explain_problems
from flinksim.analysis.why.key_placement import explain_key_subtask
from flinksim.analysis.why.missing_firing_answers import explain_not_fired
from flinksim.analysis.why.question_names import QuestionError
from flinksim.analysis.why.record_history import explain_record_history
from flinksim.analysis.why.record_outcomes import (
    explain_dropped,
    explain_not_in_result,
    explain_not_late,
    explain_subtask,
)
from flinksim.analysis.why.row_answers import (
    explain_emitted,
    explain_in_table,
    explain_retracted,
)
from flinksim.analysis.why.run_counts import explain_counts
from flinksim.analysis.why.run_differences import explain_key_difference
from flinksim.analysis.why.run_lists import (
    explain_job_structure,
    explain_late_records,
    explain_results,
    explain_state_history,
    explain_watermark_values,
    explain_windows,
)
from flinksim.analysis.why.state_expiry import explain_expiry
from flinksim.analysis.why.task_states import explain_failure, explain_task
from flinksim.analysis.why.timer_list import explain_timers
from flinksim.analysis.why.timers import explain_no_timer, explain_timer
from flinksim.analysis.why.watermark_answers import (
    explain_channel,
    explain_watermark,
    explain_watermark_not_advanced,
)
from flinksim.analysis.why.window_firing_answers import (
    explain_fired,
    explain_merged,
    explain_result,
)
from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import translate

_WINDOW = r"(?:the )?(?:window|pane|session)?\s*(?P<window>[\[(][^\])]*[\])]|GlobalWindow)"
_KEY_PART = r"(?:\s+of (?:key )?(?P<key>.+?))"
_OPERATOR_PART = r"(?:\s+in (?P<operator>.+?))?"
_RECORD = r"(?:the )?record (?P<record>.+?)"
_TIMER = r"the timer(?:\s+of (?:key )?(?P<key>.+?))?(?:\s+at (?P<time>.+?))?"
_WINDOW_OF_KEY = rf"{_WINDOW}{_KEY_PART}{_OPERATOR_PART}"


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """Question form: its name, its regular expression, and the explainer that answers it."""

    name: str
    pattern: re.Pattern[str]
    explain: Explainer


_DROP_PHRASE = r"(?:dropped|late|too late|filtered(?: out)?|(?:sent |go )?to the late output)"
_FIRING_KIND = r"(?P<kind>early|late|again|on time)"
_NOT_ADVANCED = r"(?:not|no) (?:moved|further|at|beyond|past|yet)?\s*(?P<time>[\d:MAX].*)?"
_WATERMARK_TIME = r"(?P<time>(?:MAX|MIN|-?\d)[\d:.,_ a-z前后-]*)"
_CHANNEL = r"(?P<channel>(?:ch )?\d+ (?:of|into) .+?|input of .+?|ch\S+|c\d+\S*)"
_SESSIONS = r"(?:sessions|windows)(?: of (?:key )?(?P<key>.+?))"
_MERGE_PHRASE = rf"(?:become|became|merged?)(?: (?:into )?(?:one|{_WINDOW}))?"
_RESULT_OR_WINDOW = rf"(?:the results?|{_WINDOW}{_KEY_PART}?{_OPERATOR_PART})"
_CHANGE = r"(?P<result>[+-][IUD](?:\[.*\])?)"
_ROW = r"(?P<row>(?:[+-][IUD])?[\[(].+[\])]|(?<=row ).+?)"
_RETRACTED = (
    r"(?:retracted|deleted|removed|replaced|withdrawn)(?: (?:from|in) the (?:table|results?))?"
)
_NO_WINDOW = r"no (?:window|pane)"
_STATE = r"(?P<state>blocked|idle|busy|backpressured|waiting)"

_RECORD_ZH = r"(?P<record>记录.+?)"
_WINDOW_ZH = r"(?:键 ?(?P<key>.+?) ?的)?窗口 ?(?P<window>[\[(][^\])]*[\])]|GlobalWindow) ?"
_TIMER_ZH = r"(?:键 ?(?P<key>.+?) ?)?(?:在 ?(?P<time>.+?) ?)?的定时器"
_PARAMETERS_ZH = (
    "水位线延迟|空闲超时|允许延迟|会话间隔|窗口大小|并行度|水位线对齐|触发器|PurgingTrigger|Evictor"
)
_CHINESE_TERMS = {
    "提前": "early", "迟到": "late", "再次": "again", "准时": "on time",
    "被阻塞": "blocked", "空闲": "idle", "繁忙": "busy", "处于反压": "backpressured", "等待": "waiting",
    "没有对齐": "not aligned", "被删除": "deleted",
    "水位线延迟": "watermark delay", "空闲超时": "idle timeout", "允许延迟": "allowed lateness",
    "会话间隔": "session gap", "窗口大小": "window size", "并行度": "parallelism", "水位线对齐": "watermark alignment",
    "触发器": "trigger", "Evictor": "evictor", "被去掉": "removed", "加倍": "doubled", "减半": "halved",
}  # fmt: skip
"""English words for words in Chinese questions, because explainers expect English ones."""

_FORM_TABLE: tuple[tuple[str, Explainer, tuple[str, ...]], ...] = (
    (
        "row retracted",
        explain_retracted,
        (
            rf"(?:is|was) (?:the )?(?:row )?{_ROW} {_RETRACTED}",
            r"is there an? (?P<kind>-[UD])(?: (?:for|of) (?:key )?(?P<row>.+?))?",
            r"行 ?(?P<row>.+?) ?(?:被撤回|被删除|被移除|被替换)",
            r"有 ?(?P<kind>-[UD])(?:（行 ?(?P<row>.+?)）)?",
        ),
    ),
    (
        "row in table",
        explain_in_table,
        (
            rf"is (?:the )?(?:row )?{_ROW} (?:still )?in the (?:results?|table)",
            r"行 ?(?P<row>.+?) ?(?:还|仍然)?在(?:结果|表)中",
        ),
    ),
    (
        "row emitted",
        explain_emitted,
        (
            rf"(?:was|is) {_CHANGE} (?:emitted|written|sent)(?: (?:for|of) (?:key )?(?P<row>.+?))?",
            rf"(?:发出|写出|输出)了? ?{_CHANGE}",
        ),
    ),
    (
        "not fired",
        explain_not_fired,
        (
            rf"(?:has|did|does|was) {_WINDOW_OF_KEY} (?:not|never) (?:fired?|yet)(?: yet)?",
            rf"(?:has|did|does)(?:n't| not) {_WINDOW_OF_KEY} fired?(?: yet)?",
            rf"not {_WINDOW_OF_KEY}",
            rf"{_WINDOW_ZH}(?:还|一直)?(?:没有|没|未)触发",
        ),
    ),
    (
        "fired",
        explain_fired,
        (
            rf"(?:did|has|was) {_WINDOW_OF_KEY} (?:fired? )?{_FIRING_KIND}",
            rf"(?:did|has) {_WINDOW_OF_KEY} fired?(?: (?:now|then|so))?",
            rf"{_WINDOW_ZH}(?P<kind>提前|迟到|再次|准时)?触发",
        ),
    ),
    (
        "merged",
        explain_merged,
        (
            rf"(?:did|were|have) (?:the )?{_SESSIONS} {_MERGE_PHRASE}",
            r"键 ?(?P<key>.+?) ?的会话(?:合并|变成 ?(?P<window>[\[(][^\])]*[\])]))",
        ),
    ),
    (
        "no pane",
        explain_no_window,
        (
            rf"has (?:key )?(?P<key>.+?) {_NO_WINDOW}",
            rf"is there {_NO_WINDOW} (?:of|for) (?:key )?(?P<key>.+)",
            r"键 ?(?P<key>.+?) ?没有(?:窗口|窗格)",
        ),
    ),
    (
        "not late",
        explain_not_late,
        (
            rf"(?:was|is) {_RECORD} not (?:dropped|late|too late)",
            rf"{_RECORD_ZH} ?(?:没有迟到|没有被丢弃)",
        ),
    ),
    (
        "dropped",
        explain_dropped,
        (rf"(?:was|is|did) {_RECORD} {_DROP_PHRASE}", rf"{_RECORD_ZH} ?(?:被丢弃|迟到|被过滤)"),
    ),
    (
        "not in result",
        explain_not_in_result,
        (
            rf"(?:is|was) {_RECORD} not in {_RESULT_OR_WINDOW}",
            rf"{_RECORD_ZH} ?不在 ?(?:结果|{_WINDOW_ZH})中",
        ),
    ),
    (
        "subtask",
        explain_subtask,
        (
            rf"(?:did|does|was) {_RECORD} (?:go|come|sent) to (?P<task>.+)",
            rf"{_RECORD_ZH} ?去了 ?(?P<task>.+)",
        ),
    ),
    (
        "result",
        explain_result,
        (
            r"(?:is|was) (?:there )?(?:the )?result (?P<result>.+?)(?: (?:written|there))?",
            r"was (?P<result>.+?) written",
            r"有结果 ?(?P<result>.+)",
        ),
    ),
    (
        "watermark not",
        explain_watermark_not_advanced,
        (
            rf"(?:is|has) the watermark of (?P<task>.+?) {_NOT_ADVANCED}",
            r"(?P<task>.+?) ?的水位线(?:没有前进|没有到达 ?(?P<time>.+))",
        ),
    ),
    (
        "watermark",
        explain_watermark,
        (
            rf"is the watermark of (?P<task>.+?) (?:at )?{_WATERMARK_TIME}",
            r"is the watermark of (?P<task>.+?)(?: what it is| so)?",
            rf"(?P<task>.+?) ?的水位线是 ?{_WATERMARK_TIME}",
        ),
    ),
    ("timer", explain_timer, (rf"did {_TIMER} fire", rf"{_TIMER_ZH}触发")),
    (
        "no timer",
        explain_no_timer,
        (
            rf"(?:has|did|does|was) {_TIMER} (?:not|never) (?:fired?)(?: yet)?",
            rf"(?:was|is) {_TIMER} (?P<deleted>deleted)",
            rf"{_TIMER_ZH}(?:还|一直)?没有触发",
            rf"{_TIMER_ZH}(?P<deleted>被删除)",
        ),
    ),
    (
        "channel",
        explain_channel,
        (
            rf"is (?:the )?(?:channel )?{_CHANNEL} (?P<state>idle|not aligned|not counted)",
            r"(?P<channel>.+?的(?:通道 ?\d+|输入)) ?(?P<state>空闲|没有对齐)",
        ),
    ),
    (
        "task",
        explain_task,
        (
            rf"is (?:the )?(?:task )?(?P<task>.+?) {_STATE}",
            r"(?:任务 ?)?(?P<task>.+?) ?(?P<state>被阻塞|空闲|繁忙|处于反压|等待)",
        ),
    ),
    (
        "different keys",
        explain_key_difference,
        (
            r"is key (?P<key>.+?) different from (?:key )?(?P<other>.+)",
            r"键 ?(?P<key>.+?) ?[与和]键 ?(?P<other>.+?) ?不同",
        ),
    ),
    (
        "failed",
        explain_failure,
        (r"(?:is|has|did) (?:the )?(?:job|run|program) fail(?:ed)?", r"作业失败"),
    ),
    ("no output", explain_no_output, (r"is there no output", r"没有输出")),
    (
        "pane contents",
        explain_pane_contents,
        (rf"what is in {_WINDOW_OF_KEY}", rf"{_WINDOW_ZH}里有什么"),
    ),
    ("duplicates", explain_duplicates, (r"are there duplicate results", r"有重复的结果")),
    ("late output", explain_late_output, (r"is the late output empty", r"迟到输出是空的")),
    ("slow", explain_slow_job, (r"is the job slow", r"作业慢")),
    ("uneven load", explain_uneven_load, (r"is the load uneven", r"负载不均衡")),
    ("not chained", explain_not_chained, (r"are the operators not chained", r"算子没有链接")),
    ("no watermark", explain_no_watermark, (r"is there no watermark", r"没有水位线")),
    ("disorder", explain_disorder, (r"are records out of order", r"记录乱序")),
    (
        "needed delay",
        explain_needed_delay,
        (r"which watermark delay is needed", r"需要多大的水位线延迟"),
    ),
    (
        "record history",
        explain_record_history,
        (rf"what happened to {_RECORD}", rf"{_RECORD_ZH} ?发生了什么"),
    ),
    (
        "results",
        explain_results,
        (
            r"what are the results(?: of (?:key )?(?P<key>.+?))?",
            r"(?:键 ?(?P<key>.+?) ?的)?结果有哪些",
        ),
    ),
    (
        "state history",
        explain_state_history,
        (
            r"what happened to the state (?:of|for) (?:key )?(?P<key>.+)",
            r"键 ?(?P<key>.+?) ?的状态发生了什么",
        ),
    ),
    (
        "windows",
        explain_windows,
        (
            r"which windows(?: of (?:key )?(?P<key>.+?))? fired",
            r"(?:键 ?(?P<key>.+?) ?的)?哪些窗口触发了",
        ),
    ),
    (
        "late records",
        explain_late_records,
        (
            r"which records(?: of (?:key )?(?P<key>.+?))? were late",
            r"(?:键 ?(?P<key>.+?) ?的)?哪些记录迟到",
        ),
    ),
    (
        "timers",
        explain_timers,
        (
            r"which timers(?: (?:of|for) (?:key )?(?P<key>.+?))? were registered",
            r"(?:键 ?(?P<key>.+?) ?)?注册了哪些定时器",
        ),
    ),
    (
        "end of input",
        explain_end_of_input,
        (r"what happened at the end of the input", r"输入结束时发生了什么"),
    ),
    (
        "key subtask",
        explain_key_subtask,
        (
            r"which subtask has (?:key )?(?P<key>.+)",
            r"键 ?(?P<key>.+?) ?属于哪个子任务",
        ),
    ),
    (
        "checkpoint",
        explain_checkpoint,
        (
            r"what happened in checkpoint (?P<checkpoint>\d+)",
            r"检查点 ?(?P<checkpoint>\d+) ?发生了什么",
        ),
    ),
    (
        "state expired",
        explain_expiry,
        (
            r"has the state(?: of (?:key )?(?P<key>.+?))? (?:not )?(?:yet )?expired",
            r"did the state(?: of (?:key )?(?P<key>.+?))? (?:not )?expire",
            r"(?:键 ?(?P<key>.+?) ?的)?状态(?:没有)?过期",
        ),
    ),
    (
        "watermark values",
        explain_watermark_values,
        (
            r"what was the watermark(?: of (?P<task>.+?))?(?: at (?P<time>[\d:].*?))?",
            r"(?:(?P<task>.+?) ?的)?水位线(?:在 ?(?P<time>[\d:].*?) ?)?是多少",
        ),
    ),
    (
        "job structure",
        explain_job_structure,
        (r"which operators does the job have", r"作业有哪些算子"),
    ),
    ("problems", explain_problems, (r"what is wrong with the job", r"作业有什么问题")),
    ("counts", explain_counts, (r"what are the numbers of the run", r"这次运行的各项数量是多少")),
    (
        "split idle",
        explain_idle_split,
        (
            r"did split [“\"']?(?P<split>.+?)[”\"']? become idle",
            r"分片 ?[“\"']?(?P<split>.+?)[”\"']? ?变为空闲",
        ),
    ),
    (
        "split not read",
        explain_pending_split,
        (
            r"(?:is|was|has) (?:split|partition) [“\"']?(?P<split>.+?)[”\"']? not (?:been )?(?:read|discovered)",
            r"分片 ?[“\"']?(?P<split>.+?)[”\"']? ?没有被读取",
        ),
    ),
    ("state", explain_state, (r"what is in the state", r"状态里有什么")),
    ("waiting", explain_waiting, (r"what is still waiting", r"还有什么在等待")),
    ("not ended", explain_not_ended, (r"has the job not ended", r"作业没有结束")),
    ("ended", explain_job_end, (r"did the job end", r"作业结束")),
    (
        "failed checkpoint",
        explain_failed_checkpoint,
        (r"did a checkpoint fail", r"检查点失败"),
    ),
    ("slow checkpoint", explain_slow_checkpoint, (r"are checkpoints slow", r"检查点慢")),
    ("restart", explain_restart, (r"what happened after the restart", r"重启后发生了什么")),
    (
        "what if",
        explain_change,
        (
            rf"what if (?:the )?(?P<parameter>{'|'.join(PARAMETERS)})(?: of (?P<task>.+?))? is (?P<value>.+)",
            rf"如果(?:(?P<task>.+?) ?的)?(?P<parameter>{_PARAMETERS_ZH})(?:是|为)? ?(?P<value>.+?)，?会怎样",
        ),
    ),
)

QUESTION_FORMS: tuple[QuestionForm, ...] = tuple(
    QuestionForm(name, re.compile(pattern, re.IGNORECASE), explain)
    for name, explain, patterns in _FORM_TABLE
    for pattern in patterns
)
"""All question forms in order of precedence; a question has the first form that matches it."""

_STEP_SUFFIX = re.compile(
    r"\s+(?:at|after|by) step (?P<step>[\d,]+)$|\s*（第 ?(?P<at>[\d,]+) ?步时?）$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """Parsed question: its form, the texts of its parts, and the step it is about.

    The step is given by "at step N" at its end; without that it is ``None``.
    """

    text: str
    form: QuestionForm
    parts: dict[str, Any]
    step: int | None


class Understanding(NamedTuple):
    """What a question in other words was understood as, and the next best readings.

    ``question`` is "" if it was not understood; then the readings are only suggestions. ``absence`` says
    that the run has nothing of the kind that the question is about; then it is the answer.
    """

    question: str
    readings: list[str]
    absence: str = ""


def parse_question(text: str, language: Language = "en") -> ParsedQuestion:
    """Parse *text* into a question; *language* is that of the error.

    Raises:
        QuestionError: No form matches.
    """
    normalized = " ".join(re.sub("[?？]", " ", text).split())
    step = None
    if found := _STEP_SUFFIX.search(normalized):
        step = int((found["step"] or found["at"]).replace(",", ""))
        normalized = normalized[: found.start()]
    intent = re.sub(r"^why(?: is it that)?,?\s+", "", normalized, flags=re.IGNORECASE)
    intent = re.sub(r"^(.*?)为什么 ?", r"\1", intent, count=1)
    for form in QUESTION_FORMS:
        match_ = form.pattern.fullmatch(intent)
        if match_:
            parts = {
                name: _CHINESE_TERMS.get(part, part) for name, part in match_.groupdict().items()
            }
            return ParsedQuestion(text, form, parts, step)
    raise QuestionError(translate(language, "error.question_not_understood", text=repr(text)))


def split_step(text: str) -> tuple[str, str]:
    """Split "at step N" from the end of a question."""
    found = _STEP_SUFFIX.search(text)
    return (text[: found.start()], found[0]) if found else (text, "")
