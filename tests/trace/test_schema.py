"""The rendered schema is that of the declarations."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from flinksim.core.i18n.message_catalog import load_catalog
from flinksim.trace.causality.rpc_calls import RPC_KINDS
from flinksim.trace.causality.stack_frames import METHOD_PLACEHOLDERS, build_placeholder_values
from flinksim.trace.narration.verbosity import STEP_TARGETS, VERBOSITY_LEVELS, VERBOSITY_RULES
from flinksim.trace.schema.event_kinds import KINDS, KINDS_BY_NAME
from flinksim.viz.codegen import schema

ROOT = Path(__file__).resolve().parents[2]


def test_the_committed_files_are_current() -> None:
    stale = schema.find_stale_files(ROOT)
    assert stale == [], "run: python -m flinksim.viz.codegen.schema --write"


def test_a_file_that_differs_is_found(tmp_path: Path) -> None:
    assert schema.find_stale_files(tmp_path) == list(schema.GENERATED_FILES)


def test_the_command_says_that_all_is_current() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "flinksim.viz.codegen.schema"],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_sentences_speak_of_fields_that_exist() -> None:
    for name, templates in load_catalog("en")["events"].items():
        known = {field.name for field in KINDS_BY_NAME[name].fields}
        for condition, text in templates.items():
            asked = {re.split("[:=]", part)[0] for part in condition.split(" & ") if part}
            spoken = set(re.findall(r"\{(\w+)", text)) | asked
            assert spoken <= known, f"{name}: {spoken - known}"


def test_conditions_on_words_name_words_that_exist() -> None:
    events = load_catalog("en")["events"]
    conditions = [(name, text) for name, forms in events.items() for text in forms]
    conditions += [(worth.kind, worth.condition) for worth in VERBOSITY_RULES]
    conditions += [(message.kind, message.condition) for message in RPC_KINDS]
    for name, condition in conditions:
        for part in condition.split(" & ") if condition else ():
            field, _, word = part.partition("=")
            found = KINDS_BY_NAME[name].find_field(field.partition(":")[0])
            assert found is not None, f"{name}: {condition}"
            if found.choices:
                assert word in found.choices, f"{name}: {condition}"


def test_what_is_worth_telling_is_a_kind_of_a_grain() -> None:
    for worth in VERBOSITY_RULES:
        assert worth.kind in KINDS_BY_NAME
        assert worth.verbosity in VERBOSITY_LEVELS
        assert worth.step_target in ("", *STEP_TARGETS)
    reached = [(worth.kind, worth.condition) for worth in VERBOSITY_RULES]
    assert len(dict.fromkeys(reached)) == len(reached)
    always = [worth.kind for worth in VERBOSITY_RULES if not worth.condition]
    assert len(dict.fromkeys(always)) == len(always), "the second is never reached"


def test_causes_are_kinds_that_exist() -> None:
    for kind in KINDS:
        assert set(kind.parent_kinds) <= set(KINDS_BY_NAME), kind.name


def test_words_in_places_can_be_filled() -> None:
    for kind in KINDS:
        for word in re.findall(r"\{\w+\}", kind.flink_method):
            if word.strip("{}") in build_placeholder_values(""):
                assert kind.find_field("operator"), kind.name
            else:
                fields = METHOD_PLACEHOLDERS[word][0].split()
                assert all(kind.find_field(field) for field in fields), f"{kind.name}: {word}"


def test_a_field_that_a_trace_cannot_hold_is_refused() -> None:
    from flinksim.trace.events import declare_event
    from flinksim.trace.schema import event_kinds as declarations

    @declare_event(flink_method="Nowhere.atAll")
    class Strange:
        """It holds something strange."""

        thing: dict[str, Any]

    with pytest.raises(TypeError, match=r"Strange.thing is declared as dict\[str, Any\]"):
        declarations._declare(0, Strange)
