"""The rendered schema is that of the declarations."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from flinksim.trace.causality.rpc_calls import MESSAGES
from flinksim.trace.causality.stack_frames import PLACE_WORDS, words_of_class
from flinksim.trace.narration.templates import SENTENCES
from flinksim.trace.narration.verbosity import GRAINS, STOPS, WORTH
from flinksim.trace.schema.event_kinds import KIND_NAMED, KINDS
from flinksim.viz.codegen import schema

ROOT = Path(__file__).resolve().parents[2]


def test_the_committed_files_are_current() -> None:
    stale = schema.out_of_date(ROOT)
    assert stale == [], "run: python -m flinksim.viz.codegen.schema --write"


def test_a_file_that_differs_is_found(tmp_path: Path) -> None:
    assert schema.out_of_date(tmp_path) == list(schema.FILES)


def test_the_command_says_that_all_is_current() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "flinksim.viz.codegen.schema"],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_every_kind_has_a_sentence_that_always_holds() -> None:
    assert set(SENTENCES) == {kind.name for kind in KINDS}
    for name, templates in SENTENCES.items():
        assert templates[-1][0] == "", f"the last template of {name} has a condition"


def test_sentences_speak_of_fields_that_exist() -> None:
    for name, templates in SENTENCES.items():
        known = {field.name for field in KIND_NAMED[name].fields}
        for condition, text in templates:
            asked = {re.split("[:=]", part)[0] for part in condition.split(" & ") if part}
            spoken = set(re.findall(r"\{(\w+)", text)) | asked
            assert spoken <= known, f"{name}: {spoken - known}"


def test_conditions_on_words_name_words_that_exist() -> None:
    conditions = [(name, text) for name, forms in SENTENCES.items() for text, _ in forms]
    conditions += [(worth.kind, worth.condition) for worth in WORTH]
    conditions += [(message.kind, message.condition) for message in MESSAGES]
    for name, condition in conditions:
        for part in condition.split(" & ") if condition else ():
            field, _, word = part.partition("=")
            found = KIND_NAMED[name].field(field.partition(":")[0])
            assert found is not None, f"{name}: {condition}"
            if found.choices:
                assert word in found.choices, f"{name}: {condition}"


def test_what_is_worth_telling_is_a_kind_of_a_grain() -> None:
    for worth in WORTH:
        assert worth.kind in KIND_NAMED
        assert worth.grain in GRAINS
        assert worth.stop in ("", *STOPS)
    reached = [(worth.kind, worth.condition) for worth in WORTH]
    assert len(dict.fromkeys(reached)) == len(reached)
    always = [worth.kind for worth in WORTH if not worth.condition]
    assert len(dict.fromkeys(always)) == len(always), "the second is never reached"


def test_causes_are_kinds_that_exist() -> None:
    for kind in KINDS:
        assert set(kind.within) <= set(KIND_NAMED), kind.name


def test_words_in_places_can_be_filled() -> None:
    for kind in KINDS:
        for word in re.findall(r"\{\w+\}", kind.place):
            if word.strip("{}") in words_of_class(""):
                assert kind.field("operator"), kind.name
            else:
                fields = PLACE_WORDS[word][0].split()
                assert all(kind.field(field) for field in fields), f"{kind.name}: {word}"


def test_a_field_that_a_trace_cannot_hold_is_refused() -> None:
    from flinksim.trace.events import event
    from flinksim.trace.schema import event_kinds as declarations

    @event(place="Nowhere.atAll")
    class Strange:
        """It holds something strange."""

        thing: dict[str, Any]

    with pytest.raises(TypeError, match=r"Strange.thing is declared as dict\[str, Any\]"):
        declarations._declare(0, Strange)
