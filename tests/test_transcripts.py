"""The stories of tests/transcripts come true in the simulator; wrong ones are found out."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import dedent

import pytest

from flinksim.testing import transcripts
from flinksim.testing.transcript_runner import (
    check_transcript,
    simulate_transcript,
    verify_transcript,
)
from flinksim.testing.transcripts import TranscriptError, read_transcript

FOLDER = Path(__file__).parent / "transcripts"
STORIES = sorted(FOLDER.glob("*.yaml"))


def altered(name: str, old: str, new: str, folder: Path) -> Path:
    """A copy of a story with the first *old* replaced."""
    text = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    assert old in text
    story = folder / f"{name}.yaml"
    story.write_text(text.replace(old, new, 1), encoding="utf-8")
    return story


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.stem)
def test_the_story_comes_true(story: Path) -> None:
    check_transcript(story)


def test_the_story_in_the_documentation_comes_true(tmp_path: Path) -> None:
    assert transcripts.__doc__
    text = transcripts.__doc__.split("::\n", 1)[1].split("A step begins", 1)[0]
    story = tmp_path / "documented.yaml"
    story.write_text(dedent(text), encoding="utf-8")
    assert len(read_transcript(story).steps) == 2
    check_transcript(story)


def test_the_story_in_the_guide_comes_true(tmp_path: Path) -> None:
    guide = FOLDER.parents[1] / "docs/how-to/test-a-job.md"
    story = tmp_path / "guide.yaml"
    text = guide.read_text(encoding="utf-8")
    story.write_text(text.split("```yaml\n", 1)[1].split("```", 1)[0], encoding="utf-8")
    check_transcript(story)


# --- what is wrong is told, step by step ---------------------------------------------------------

FIRING = "{kind: on time, key: a, window: [0, 1000], value: 7}"
TOLD = "firing on time, key a, window [0, 1000], value 7"


@pytest.mark.parametrize(
    ("name", "old", "new", "differences"),
    [
        (
            "tumbling_on_time", FIRING, FIRING.replace("7", "6"),
            ["step 3 (line 18), at 2000:",
             "missing       firing on time, key a, window [0, 1000], value 6",
             f"unexpected    {TOLD}",
             "missing       ('firing', ('a', 6))",
             "unexpected    ('firing', ('a', 7))"],
        ),
        (
            "tumbling_on_time", FIRING, FIRING.replace("on time", "early"),
            ["missing       firing early, key a, window [0, 1000], value 7",
             f"unexpected    {TOLD}"],
        ),
        (
            "tumbling_on_time", FIRING, FIRING.replace("[0,", "[1,"),
            ["missing       firing on time, key a, window [1, 1000], value 7",
             f"unexpected    {TOLD}"],
        ),
        (
            "tumbling_on_time", FIRING, FIRING.replace("key: a", "key: c"),
            ["missing       firing on time, key c, window [0, 1000], value 7",
             f"unexpected    {TOLD}"],
        ),
        ("tumbling_on_time", f"      - {FIRING}\n", "", [f"unexpected    {TOLD}"]),
        (
            "tumbling_on_time", FIRING, f"{FIRING}\n      - {FIRING}",
            [f"missing       {TOLD}"],
        ),
        (
            "tumbling_on_time", "watermark: 998", "watermark: 999",
            ["step 2 (line 14), at 1000:",
             "watermark     expected 999, found 998 in subtask 0 of the window"],
        ),
        (
            "tumbling_on_time", "    watermark: 998\n", "",
            ["watermark     expected 899, found 998 in subtask 0 of the window"],
        ),
        (
            "tumbling_on_time", "at: 2000", "at: 1100",
            ["step 2 (line 14), at 1000:",
             "watermark     expected 998, found 899 in subtask 0 of the window"],
        ),
        (
            "tumbling_on_time", "watermark: 899", "watermark: 0",
            ["watermark     expected 0, found 899 in subtask 0 of the window"],
        ),
        (
            "slow_split", "watermark: 199", "watermark: 2999",
            ["watermark     expected 2999, found 199 in subtask 1 of the window"],
        ),
        (
            "too_late", "dropped:\n      - {key: a, ts: 300", "dropped:\n      - {key: a, ts: 301",
            ["missing       dropped: key a, ts 301, value 4",
             "unexpected    dropped: key a, ts 300, value 4"],
        ),
        (
            "too_late", "    dropped:\n      - {key: a, ts: 300, value: 4}\n", "",
            ["unexpected    dropped: key a, ts 300, value 4"],
        ),
        (
            "late_side_output", "{key: a, ts: 999, value: 4}\n  -", "{key: a, ts: 999, value: 5}\n  -",
            ["missing       side output: key a, ts 999, value 5",
             "unexpected    side output: key a, ts 999, value 4",
             "missing       ('side output', (999, 'a', 5))"],
        ),
        (
            "idle_at_the_end", "    end: true\n", "    end: true\n    watermark: end\n",
            ["watermark     expected end, found 999 in subtask 0 of the window"],
        ),
        (
            "out_of_order", "value: [2, 3, 5]", "value: [3, 2, 5]",
            ["missing       firing on time, key a, window [0, 1000], value [3, 2, 5]",
             "unexpected    firing on time, key a, window [0, 1000], value [2, 3, 5]"],
        ),
    ],
)  # fmt: skip
def test_a_wrong_story_is_rejected_with_the_difference(
    name: str, old: str, new: str, differences: list[str], tmp_path: Path
) -> None:
    story = altered(name, old, new, tmp_path)
    with pytest.raises(AssertionError) as rejected:
        check_transcript(story)
    message = str(rejected.value).splitlines()
    assert message[0].startswith(f"{story}: ")
    assert message[0].endswith(" failed on the simulator")
    assert [line for line in differences if line not in map(str.strip, message)] == []


def test_of_a_wrong_story_nothing_but_the_difference_is_told(tmp_path: Path) -> None:
    story = altered("too_late", "    dropped:\n      - {key: a, ts: 300, value: 4}\n", "", tmp_path)
    with pytest.raises(AssertionError) as rejected:
        check_transcript(story)
    assert str(rejected.value).splitlines()[1:] == [
        "  step 5 (line 28), at 4000:",
        "    unexpected    dropped: key a, ts 300, value 4",
    ]


def test_what_the_sinks_are_given_is_compared_too() -> None:
    outcome = simulate_transcript(read_transcript(FOLDER / "late_side_output.yaml"))
    verify_transcript(outcome)
    fired, aside = ("firing", (100, "a", 1)), ("side output", (999, "a", 4))
    for value, told in ((fired, "('firing', ('a', 1))"), (aside, str(aside))):
        outcome.results.remove(value)
        with pytest.raises(AssertionError) as rejected:
            verify_transcript(outcome, "a lossy runner")
        assert str(rejected.value).splitlines()[1:] == [
            "  all sinks:",
            f"    missing       {told}",
        ]
        outcome.results.append(value)
    verify_transcript(outcome)


# --- bad stories are refused ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "key", "reason"),
    [
        ("sliding", "slide: 500", "slid: 500", 6, "slid", "unknown key in window; expected one of kind"),
        ("sliding", ", slide: 500", "", 6, "window", "missing: slide"),
        ("sliding", "slide: 500", "gap: 500", 6, "gap", "unknown key in window; expected one of kind, "
         "size, slide, offset"),
        ("sliding", "kind: sliding", "kind: hopping", 6, "kind", "expected one of tumbling, sliding, "
         "cumulative, session; found 'hopping'"),
        ("sliding", "size: 1000", "size: 1s", 6, "size", "expected a whole number, found '1s'"),
        ("sliding", "size: 1000", "size: 0", 6, "size", "expected at least 1, found 0"),
        ("sliding", "aggregate: sum", "aggregate: avg", 7, "aggregate", "expected one of sum, min"),
        ("sliding", "program:", "progam:", 4, "progam", "unknown key in the story; expected"),
        ("sliding", "  aggregate: sum\n", "", 4, "program", "missing: aggregate"),
        ("sliding", "  aggregate: sum\n", "  aggregate: sum\n  aggregate: min\n", 8, "aggregate",
         "duplicate key in program, first used in line 7"),
        ("sliding", "at: 1000", "at: 0", 13, "at", "expected more than 0, the time of the previous step"),
        ("sliding", "value: 1}", "value: one}", 11, "value", "expected a whole number, found 'one'"),
        ("sliding", "{ts: 600, ", "{", 11, "records", "missing: ts"),
        ("sliding", "key: a", "key: 7", 11, "key", "expected a text, found 7"),
        ("sliding", "window: [0, 1000]", "window: [1000, 0]", 18, "window", "expected [start, end]"),
        ("sliding", "kind: on time", "kind: on-time", 18, "kind", "expected one of on time, late"),
        ("sliding", "    end: true\n", "", 34, "steps", "exactly the last step must be the end"),
        ("sliding", "dropped:", "side_output:", 32, "side_output", "the program has no side output"),
        ("late_side_output", "side_output:\n", "dropped:\n", 22, "dropped", "Use side_output"),
        ("late_side_output", "late_side_output: true", "late_side_output: 1", 5, "late_side_output",
         "expected true or false, found 1"),
        ("slow_split", "split: left, ts: 100, ", "ts: 100, ", 12, "records", "split is missing"),
        ("slow_split", "split: right, ts: 200", "split: middle, ts: 200", 14, "split",
         "expected one of left, right; found 'middle'"),
        ("slow_split", "split: left, ts: 100", "split: right, ts: 100", 13, "split",
         "records with the same arrival time are read split by split"),
        ("slow_split", "[left, right]", "[left, left]", 4, "splits", "several different ones"),
        ("offset", "offset: 250", "offset: 1000", 4, "window", "offset"),
        ("idle_at_the_end", "    end: true\n", "    end: true\n    records: []\n", 17, "records",
         "the end of the input contains no records"),
        ("idle_at_the_end", "program:", "program: [", 5, "YAML", "expected"),
        ("count_trigger", "count: 2", "count: two", 7, "count", "expected a whole number, found 'two'"),
        ("count_trigger", "steps:", "steps: {}\nlater:", 10, "later", "unknown key in the story"),
    ],
)  # fmt: skip
def test_a_bad_story_is_refused_with_file_line_and_key(
    name: str, old: str, new: str, line: int, key: str, reason: str, tmp_path: Path
) -> None:
    story = altered(name, old, new, tmp_path)
    with pytest.raises(TranscriptError) as refused:
        read_transcript(story)
    assert (refused.value.line, refused.value.key) == (line, key), refused.value
    assert str(refused.value).startswith(f"{story}, line {line}, {key}: ")
    assert reason in str(refused.value)


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    story = tmp_path / "empty.yaml"
    story.write_text("# nothing yet\n", encoding="utf-8")
    with pytest.raises(TranscriptError, match="line 1, the story: the file is empty"):
        read_transcript(story)


def test_without_pyyaml_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(ImportError, match=r"transcripts need PyYAML.*pip install pyyaml"):
        read_transcript(STORIES[0])
