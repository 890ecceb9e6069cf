"""The names of a run in a question: windows, keys, records, times and places.

Each found name is replaced in the question by a slot such as ``<key>``, so that phrases can be compared
without it. Not in Flink.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from flinksim.analysis.expressions.name_resolution import (
    WINDOW_OPERATORS,
    NameResolutionError,
    is_result_match,
    parse_time,
)
from flinksim.analysis.why.free_text.clock_words import replace_clock_words
from flinksim.analysis.why.free_text.record_mentions import (
    find_reads_at_time,
    find_reads_by_part,
    find_reads_by_parts,
    find_reads_of_key,
    find_reads_of_text,
    find_results_by_part,
    find_results_in_text,
)
from flinksim.analysis.why.question_names import (
    QuestionError,
    find_keys,
    find_reads_of_value,
    resolve_channel,
    resolve_window,
)
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.analysis.why.window_firing_answers import find_all_windows
from flinksim.trace import events as e

_WINDOW = re.compile(
    r"[\[(]\s*[^\[\](),]+?\s*(?:,|;|\.\.)\s*[^\[\](),]+?\s*[\])]|GlobalWindow", re.I
)
_WINDOW_WORDS = re.compile(
    r"(?:window|from|between|窗口)\s*([\d:.T-]*\d)\s*(?:to|and|until|-|\u2013|~|到|至)\s*([\d:.T-]+\d)",
    re.I,
)
_CHINESE_WINDOW = re.compile(
    r"([\d:.]*\d)\s*(秒|分钟)?\s*(?:到|至|-|~)\s*([\d:.]*\d)\s*(秒|分钟)?\s*的?窗口"
)
_WINDOW_OF_RANGE = re.compile(
    r"(?<![\d:.,-])(\d+)\s*(?:s|sec|min)?\s*(?:-|\u2013|to)\s*(\d+)\s*(s|sec|seconds?|min|minutes?)\b",
    re.I,
)
_RECORD_NUMBER = re.compile(
    r"(?:record|event|element|message|记录|数据)\s*(?:number\s*|no\.?\s*|#)?(\d+)"
    r"(?!\d|\s*(?:ms|s|sec|min|h|hours?|seconds?|minutes?)\b|\s*(?:毫秒|秒|分钟|小时))"
    r"(?:\s+(?:of|in|from)\s+(?:split\s+|partition\s+)?(?:“([^”]+)”|([\w.-]+)))?"
    r"|第\s*(\d+)\s*条(?:记录|数据)?",
    re.I,
)
_RECORD_ORDER = re.compile(
    r"\b(first|second|third|last)\s+(?:record|event|element|message|click|row)\b|(第一|第二|第三|最后)一?条(?:记录|数据)?",
    re.I,
)
_LONE_NUMBER = re.compile(r"^.\s*-?\d+(?:\.\d+)?\s*.$")
_VALUE = re.compile(rf"[,:\"']|{_LONE_NUMBER.pattern}")
"""What tells a record in brackets, such as (a, 1), from a remark."""
_LITERAL = re.compile(r"\((?:[^()]|\([^()]*\))*\)|\{[^{}]*\}|\[[^\[\]]*\]")
_TIME = re.compile(
    r"(?<![\w:.-])(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?![\w:])"
    r"|(?<![\w.-])\d[\d_,]*(?:\.\d+)?\s*(?:ms|s|sec|seconds?|min|minutes?|h|hours?|毫秒|秒|分钟|小时)(?!\w)",
    re.A,
)
_CHECKPOINT = re.compile(
    r"(?:\bcheckpoint|\bchk|检查点)\s*[#-]?\s*(\d+)"
    r"|\b(?:(\d+)(?:st|nd|rd|th)|(first|second|third))\s+(?:checkpoint|chk)\b"
    r"|第\s*([一二三\d])\s*[个次]?\s*(?:checkpoint|检查点)",
    re.I,
)
_WORD_AND_NUMBER = re.compile(
    r"(?<![\w<])([^\W\d][\w-]*)(?:\s*[,=:]\s*|\s+)(-?\d[\d_]*)(?![\w.:%>])", re.A
)
_NOUN_AND_NUMBER = re.compile(
    r"(?:\b(?:order|click|visit|payment|reading|flight|row)|订单|点击|访问|支付)s?\s*#?(\d[\d_]*)(?![\w.:%>])",
    re.I | re.A,
)
_IDENTIFIER = re.compile(r"(?<![\w<.:\[])[a-z]+[-_]?\d+(?![\w>.:])", re.I | re.A)
"""What is probably an identifier in a field, such as "o3" or "user-7"."""
_SPLIT_NUMBER = re.compile(
    r"(?:partition|split|shard|分区|分片)\s*#?(\d+)"
    r"|(?:(\d+)(?:st|nd|rd|th)|\b(first|second|third|last)|第([一二三\d])个?)\s*(?:\w+\s+)?"
    r"(?:partition|split|shard|分区|分片)",
    re.I,
)
_ORDINALS = {"first": 0, "second": 1, "third": 2, "last": -1, "一": 0, "二": 1, "三": 2}
_SUBTASK = re.compile(
    r"(?:subtask|子任务)\s*#?(\d+)\s+(?:of|from|的)\s+([\w ]+?)(?=\W*$|\s\w)", re.I
)
_RECORD_AT = re.compile(
    r"\b(?:record|event|element|message|row|click|visit|reading|flight)s?\s+(?:at|of|from|@)\s+"
    r"(\d[\d_:,.]*\s*(?:ms|s|sec|seconds?|min|minutes?)?)(?!\w)"
    r"|(\d[\d_:.]*\s*(?:毫秒|秒|分钟|分)?)\s*的?[那这]条"
    r"|\bthe\s+(\d[\d_]*)\s+(?:record|event|element|message|click|visit|reading|flight)\b",
    re.I,
)
_KEY_THEN_NUMBER = re.compile(
    r"<key>\s*(?:[@(=:]|at|at time|of|with|在|的)?\s*(-?\d[\d_]*)(?![\w.:%>])", re.I | re.A
)
_CHANNEL = re.compile(
    r"\b(?:channel|ch)\s*\d+(?:\s+(?:of|into)\s+[\w ]+)?|\S+\s*的通道\s*\d+", re.I
)
_QUOTES = "\"'\u201c\u201d\u2018\u2019\u300c\u300d\u300e\u300f"
_QUOTED = re.compile(rf"[{_QUOTES}]([^{_QUOTES}]+)[{_QUOTES}]")
_KEY_WORD = re.compile(r"(?:\bkeys?|键|\bfor|\bof|\buser|\bsensor|\bdevice)\s*$", re.I)
_AT_TIME = re.compile(r"\s*(?:at\b|@|=|在)\s*\d", re.I)
"""What follows a key that is written without the word "key"."""
_AFTER_ARTICLE = re.compile(
    r"\s(?:few|while|long|lot|bit|single|second|minute|hour|day|key|window|result|record|whole|given|certain)",
    re.I,
)
"""What follows "a" where it is the article, not a key."""
_NUMBER = re.compile(r"(?<![\w.<])-?\d[\d_]*(?:\.\d+)?(?![\w>])", re.A)
_KEY_AND_TIME = re.compile(r"<key>\s*(?:(?:at|@|of|from|of the|在|的)\s*)?<time>")
_WATERMARK = re.compile(r"\bwatermark|水位线", re.I)
_WINDOW_OR_TIMER = re.compile(r"window|pane|timer|fire|trigger|窗|定时器|触发", re.I)
MAX_MEANT_RECORDS = 3
"""Number of records up to which a word and a number are taken for a record."""
MAX_COMPARED_RECORDS = 20_000
"""Number of records whose values are compared with a question."""
_COMMON_WORDS = frozenset(
    ("a", "i", "the", "is", "of", "to", "in", "on", "at", "not", "no", "it", "my", "and", "or", "for",
     "sink", "source", "window", "windows")
)  # fmt: skip


@dataclass(slots=True)
class Entities:
    """What a question names. ``text`` is the question with slots in place of the names.

    ``windows`` are texts, ``keys`` values, ``reads`` indexes of ``SourceRecordRead`` events,
    ``places`` names of operators, splits and channels, ``times`` texts, ``values`` texts of results.
    ``shared_names`` are the keys with the name of a place.
    ``has_unknown_record`` tells that a record is named which was not read, ``has_record_by_key`` that
    one is named by its key and time.
    """

    text: str
    windows: list[str] = field(default_factory=list)
    keys: list[Any] = field(default_factory=list)
    reads: list[int] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    times: list[str] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    checkpoints: list[int] = field(default_factory=list)
    shared_names: list[Any] = field(default_factory=list)
    has_unknown_record: bool = False
    has_record_by_key: bool = False

    def has_names(self) -> bool:
        """Return whether the question names anything of the run."""
        return bool(
            self.windows
            or self.keys
            or self.reads
            or self.values
            or self.places
            or self.times
            or self.checkpoints
        )


def find_entities(run: TraceIndex, text: str) -> Entities:
    """Find the names of *run* in *text*."""
    return _EntityFinder(run, text).find()


def _unpack(key: Any) -> Any:
    """Return the only column of a key of SQL, and other keys unchanged."""
    return key[0] if isinstance(key, tuple) and len(key) == 1 else key


def _get_name(key: Any) -> str:
    return str(_unpack(key))


def _format_unit(text: str) -> str:
    """Write the unit of a time as :func:`parse_time` expects it."""
    text = text.replace("毫秒", "ms").replace("秒", "s").replace("分钟", "min")
    text = re.sub(r"(?<=\d)\s*(?:sec|seconds?)$", " s", text)
    text = re.sub(r"(?<=\d)\s*minutes?$", " min", text)
    return re.sub(r"(?<=\d)\s*(?:hours?|小时)$", " h", text)


class _EntityFinder:
    def __init__(self, run: TraceIndex, text: str) -> None:
        self._run = run
        self._found = Entities(text)
        self._order: int | None = None

    def find(self) -> Entities:
        self._found.text = replace_clock_words(self._found.text)
        self._replace(_WINDOW, "window", self._add_window)
        self._replace(_WINDOW_WORDS, "window", self._add_window_of_words)
        self._replace(_CHINESE_WINDOW, "window", self._add_chinese_window)
        self._replace(_WINDOW_OF_RANGE, "window", self._add_window_of_range)
        self._find_texts()
        self._replace(_SUBTASK, "place", self._add_subtask)
        self._replace(_RECORD_NUMBER, "record", self._add_record_number)
        self._replace(_RECORD_ORDER, "record", self._add_record_by_order)
        self._replace(_LITERAL, "record", self._add_literal)
        self._replace(_RECORD_AT, "record", self._add_record_at)
        self._replace(_NOUN_AND_NUMBER, "record", self._add_noun_and_number)
        self._found.text = _CHECKPOINT.sub(self._replace_checkpoint, self._found.text)
        self._replace(_WORD_AND_NUMBER, "record", self._add_word_and_number)
        self._replace(_CHANNEL, "place", self._add_channel)
        self._replace(_QUOTED, "key", lambda match: self._add_name(match[1]))
        self._find_places()
        self._replace(_SPLIT_NUMBER, "place", self._add_split)
        self._find_keys()
        self._replace(_IDENTIFIER, "record", self._add_identifier)
        self._find_record_by_order()
        self._find_record_of_key_and_number()
        self._replace(_TIME, "time", self._add_time)
        self._replace(_NUMBER, "number", self._add_number)
        self._find_record_of_key_and_time()
        return self._found

    def _replace(
        self, pattern: re.Pattern[str], slot: str, add: Callable[[re.Match[str]], bool | str]
    ) -> None:
        def replace(match: re.Match[str]) -> str:
            added = add(match)
            if not added:
                return match[0]
            return f" <{added if isinstance(added, str) else slot}> "

        self._found.text = pattern.sub(replace, self._found.text)

    # --- windows -----------------------------------------------------------------------------------

    def _add_window(self, match: re.Match[str]) -> bool:
        return self._add_window_text(match[0])

    def _add_window_of_words(self, match: re.Match[str]) -> bool:
        if _WATERMARK.search(match.string[: match.start()]):
            return False  # "the watermark jumps from 1999 to 21999"
        return self._add_window_text(f"[{match[1]}, {match[2]})")

    def _add_chinese_window(self, match: re.Match[str]) -> bool:
        unit = _format_unit(match[4] or match[2] or "")
        return self._add_window_text(f"[{match[1]} {unit}, {match[3]} {unit})".replace(" ,", ","))

    def _add_window_of_range(self, match: re.Match[str]) -> bool:
        unit = _format_unit(f"1 {match[3]}").removeprefix("1 ")
        return self._add_window_text(f"[{match[1]} {unit}, {match[2]} {unit})")

    def _add_window_text(self, text: str) -> bool:
        if self._find_reads(text):
            return False  # it is the value of a record
        windows = find_all_windows(self._run)
        if not windows:
            return False
        try:
            resolve_window(self._run, text, [node for node, _, _ in windows], None)
        except NameResolutionError:
            return False
        self._found.windows.append(text)
        return True

    # --- records and results -----------------------------------------------------------------------

    def _find_reads(self, text: str) -> list[int]:
        """Return the reads of the records whose value is *text*, however it is written."""
        try:
            text = str(ast.literal_eval(text))
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            pass  # compared as it is
        return find_reads_of_value(self._run, text, MAX_COMPARED_RECORDS)

    def _add_record_number(self, match: re.Match[str]) -> bool:
        number, split = int(match[1] or match[4]), match[2] or match[3]
        reads = [
            index
            for index in self._run.find_events(e.SourceRecordRead)
            if self._run.events[index].offset == number
        ]
        of_split = [index for index in reads if self._run.events[index].split == split]
        self._found.reads += of_split or reads
        self._found.has_unknown_record |= not reads
        return True

    def _add_record_by_order(self, match: re.Match[str]) -> bool:
        """Remember which record is meant; a key in the question tells of which records."""
        word = (match[1] or match[2].removeprefix("第")).lower()
        self._order = -1 if word == "最后" else _ORDINALS[word]
        return bool(self._run.find_events(e.SourceRecordRead))

    def _find_record_by_order(self) -> None:
        """Take "the second record of b" for a record, and "the last record" for that of the run."""
        if self._order is None or _WINDOW_OR_TIMER.search(self._found.text):
            return
        reads: list[int | None] = list(self._run.find_events(e.SourceRecordRead))
        if self._found.keys:
            reads = list(find_reads_of_key(self._run, self._found.keys[0]))
        splits = set(self._found.places) & set(self._splits)
        if splits:
            reads = [
                read
                for read in reads
                if read is not None and self._run.events[read].split in splits
            ]
        own = sorted({read for read in reads if read is not None})
        place = self._order
        self._found.reads += own[place : place + 1 or None]
        if self._found.reads:
            self._found.keys = []

    def _add_literal(self, match: re.Match[str]) -> bool:
        before = match.string[: match.start()]
        if before[-1:].isalnum() or not _VALUE.search(match[0]):
            return False  # the arguments of a call, or a remark in brackets
        reads = self._find_reads(match[0]) or find_reads_by_parts(self._run, match[0])
        self._found.reads += reads
        texts = (self._run.events[i].text for i in self._run.find_events(e.ResultWritten))
        results = [text for text in texts if is_result_match(match[0], text)]
        self._found.values += dict.fromkeys(results)
        if not reads and not results:
            if _LONE_NUMBER.search(match[0]):
                return False  # a time or another number in brackets
            self._found.has_unknown_record = True
        return True

    def _add_record_at(self, match: re.Match[str]) -> bool:
        """Take "the click at 5000" for the record with this event time."""
        text = (match[1] or match[2] or match[3]).strip().rstrip(",.:")
        try:
            time = parse_time(_format_unit(text), self._run.labels)
        except NameResolutionError:
            return False
        reads = find_reads_at_time(self._run, {time})
        self._found.reads += reads
        return bool(reads)

    def _add_word_and_number(self, match: re.Match[str]) -> bool:
        """Take "a 14000" for the record that has this word and this number."""
        if _WINDOW_OR_TIMER.search(match.string):
            return False
        reads = find_reads_by_parts(self._run, f"{match[1]} {match[2].replace('_', '')}")
        if not 0 < len(reads) <= MAX_MEANT_RECORDS:
            return False
        self._found.reads += reads
        return True

    def _add_noun_and_number(self, match: re.Match[str]) -> bool:
        """Take "order 55" for the record with this number in one of its fields."""
        reads = find_reads_by_part(self._run, match[1].replace("_", ""))
        if not 0 < len(reads) <= MAX_MEANT_RECORDS:
            return False
        self._found.reads += reads
        return True

    def _add_identifier(self, match: re.Match[str]) -> bool:
        """Take "o3" for the record with this field, and for the results that contain it."""
        reads = find_reads_by_part(self._run, match[0])
        if not 0 < len(reads) <= MAX_MEANT_RECORDS:
            return False
        self._found.reads += reads
        self._found.values += dict.fromkeys(find_results_by_part(self._run, match[0]))
        return True

    def _replace_checkpoint(self, match: re.Match[str]) -> str:
        word = match[1] or match[2] or match[4] or ""
        number = int(word) if word.isdigit() else _ORDINALS[word or match[3].lower()] + 1
        self._found.checkpoints.append(number)
        return " checkpoint <number> "

    def _find_record_of_key_and_number(self) -> None:
        """Take a key and a number after it, as in "b 6000", for the record that has both."""
        found = self._found
        match = _KEY_THEN_NUMBER.search(found.text)
        if not match or found.reads or _WINDOW_OR_TIMER.search(found.text):
            return
        place = found.text[: match.start()].count("<key>")
        if place >= len(found.keys):
            return
        name = _get_name(found.keys[place])
        reads = find_reads_by_parts(self._run, f"{name} {match[1].replace('_', '')}")
        if reads:
            found.reads, found.has_record_by_key = reads, True
            del found.keys[place]
            found.text = f"{found.text[: match.start()]} <record> {found.text[match.end() :]}"

    def _find_texts(self) -> None:
        """Find a text that the job wrote or read, such as a line of a file."""
        found = self._found
        values, text = find_results_in_text(self._run, found.text)
        reads, read_text = find_reads_of_text(self._run, found.text)
        found.values += dict.fromkeys(values)
        if reads:
            found.reads, text = [*found.reads, *reads], read_text
        if values or reads:
            found.text = re.sub(re.escape(text), " <record> ", found.text, flags=re.I)

    # --- names -------------------------------------------------------------------------------------

    def _add_subtask(self, match: re.Match[str]) -> bool:
        """Take "subtask 1 of price" for "price 2/2": subtasks are counted from 0, as in Flink."""
        for instance in self._run.instances.values():
            name = self._run.format_name(instance.id)
            if match[2].strip().lower() in instance.operator.name.lower() and re.search(
                rf" {int(match[1]) + 1}/\d+$", name
            ):
                self._found.places.append(name)
                return True
        return False

    def _add_split(self, match: re.Match[str]) -> bool:
        """Take "partition 1" or "the second partition" for a split."""
        splits = self._splits
        if match[1]:
            ends = [one for one in splits if re.search(rf"(?<!\d){match[1]}$", one)]
        else:
            word = (match[3] or match[4] or "").lower()
            place = int(match[2] or word) - 1 if (match[2] or word).isdigit() else _ORDINALS[word]
            ends = splits[place:][:1]
        self._found.places += ends[:1]
        return bool(ends)

    @property
    def _splits(self) -> list[str]:
        events = (self._run.events[index] for index in self._run.find_events(e.SplitAssigned))
        return sorted({str(event.split) for event in events})

    def _add_channel(self, match: re.Match[str]) -> bool:
        try:
            resolve_channel(self._run, match[0])
        except (QuestionError, NameResolutionError):
            return False
        self._found.places.append(match[0])
        return True

    def _add_name(self, name: str) -> bool | str:
        for key in self._keys:
            if _get_name(key) == name:
                self._found.keys.append(key)
                return True
        reads = self._find_reads(name)
        if reads:
            self._found.reads += reads
            return "record"
        if any(name.lower() in known for known in self._place_names):
            self._found.places.append(name)
            return "place"
        return False

    @property
    def _keys(self) -> list[Any]:
        return find_keys(self._run)

    @property
    def _place_names(self) -> dict[str, str]:
        names: dict[str, str] = {}
        for instance in self._run.instances.values():
            name = instance.operator.name
            full = self._run.format_name(instance.id)
            names[full.lower()] = full
            names.setdefault(name.lower(), name)
            names.setdefault(name.lower().removeprefix("source: ").removeprefix("sink: "), name)
            if instance.operator.operator_class in WINDOW_OPERATORS:
                names.setdefault("the window operator", name)
                names.setdefault("窗口算子", name)
        for index in self._run.find_events(e.SplitAssigned):
            split = str(self._run.events[index].split)
            names.setdefault(f"split {split}".lower(), split)
            if len(split) > 2:
                names.setdefault(split.lower(), split)
        return names

    def _find_places(self) -> None:
        """Replace names of operators and splits, longest first; a name may also be that of a key."""
        keys = {_get_name(key).lower(): key for key in self._keys}
        for lowered, name in sorted(self._place_names.items(), key=lambda row: -len(row[0])):
            if lowered in _COMMON_WORDS or len(lowered) < 2:
                continue
            pattern = re.compile(rf"(?<![\w<]){re.escape(lowered)}(?![\w>])", re.I | re.A)
            if pattern.search(self._found.text):
                self._found.text = pattern.sub(" <place> ", self._found.text)
                self._found.places.append(name)
                if lowered in keys:
                    self._found.keys.append(keys[lowered])
                    self._found.shared_names.append(keys[lowered])

    def _find_keys(self) -> None:
        """Replace keys: words that are keys of the run, and numbers after a word such as "key"."""
        found: list[tuple[int, Any]] = []
        for key in sorted(self._keys, key=lambda one: -len(_get_name(one))):
            name = _get_name(key)
            pattern = re.compile(rf"(?<![\w<.]){re.escape(name)}(?![\w>])", re.A)
            for match in pattern.finditer(self._found.text):
                before = self._found.text[: match.start()]
                needs_word = not isinstance(_unpack(key), str) or name.lower() in _COMMON_WORDS
                after = self._found.text[match.end() :]
                if needs_word and not (_KEY_WORD.search(before) or _AT_TIME.match(after)):
                    continue
                if name == "a" and _AFTER_ARTICLE.match(self._found.text[match.end() :]):
                    continue
                found.append((match.start(), key))
                self._found.text = before + " <key> " + self._found.text[match.end() :]
                break
        self._found.keys += [key for _, key in sorted(found, key=lambda row: row[0])]

    def _find_record_of_key_and_time(self) -> None:
        """Take one key and one time, as in "UA 15:12", for the record that has both.

        In a question about windows or timers they are not a record.
        """
        found = self._found
        match = _KEY_AND_TIME.search(found.text)
        if not match or len(found.keys) != 1 or len(found.times) != 1 or found.reads:
            return
        if _WINDOW_OR_TIMER.search(found.text):
            return
        time, (key,) = parse_time(found.times[0], self._run.labels), found.keys
        reads = [
            self._run.find_read(index)
            for index in self._run.find_events(e.LateRecordDropped, e.WindowAssigned)
            if self._run.events[index].key == key
        ]
        found.reads = [
            read
            for read in dict.fromkeys(reads)
            if read is not None and self._run.timestamps.get(self._run.record_ids[read]) == time
        ]
        if found.reads:
            found.has_record_by_key = True
            found.text = _KEY_AND_TIME.sub(" <record> ", found.text)
            found.keys, found.times = [], []

    # --- times and numbers -------------------------------------------------------------------------

    def _add_time(self, match: re.Match[str]) -> bool:
        text = _format_unit(match[0])
        try:
            parse_time(text, self._run.labels)
        except NameResolutionError:
            return False
        self._found.times.append(text)
        return True

    def _add_number(self, match: re.Match[str]) -> bool:
        if abs(float(match[0].replace("_", ""))) > 1 << 62:
            return False  # Long.MIN_VALUE and Long.MAX_VALUE are words
        self._found.numbers.append(match[0])
        return True
