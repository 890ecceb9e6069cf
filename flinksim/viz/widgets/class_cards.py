"""Generates the glossary cards of Flink's classes and old names for the pages.

The output is ``widgets/src/glossary/classes.gen.ts``, from the class lists and the glossary, with all
texts in English and in Simplified Chinese. Not in Flink.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from flinksim.core.flink_catalog.classes import (
    FlinkClass,
    VersionRange,
    find_version_range,
    load_flink_classes,
    load_flink_versions,
)
from flinksim.core.flink_catalog.glossary import (
    describe_removal,
    load_illustrated_terms,
    load_outdated_claims,
    load_terms,
)
from flinksim.core.i18n.message_catalog import load_catalog

_PACKAGE_DIR = Path(__file__).parents[2]
_SOURCE_FILES = (
    "runtime/tracing/flink_frame_table.py",
    "trace/causality/flink_stacks.py",
    "trace/causality/stack_frames.py",
    "runtime/operators/operator_factory.py",
    "runtime/tracing/instrumentation.py",
    "graph/chaining.py",
    "viz/plan/generation_steps.py",
    "viz/plan/deployment_steps.py",
    "viz/plan/task_layers.py",
    "viz/plan/slot_layer.py",
)
_CLASS_NAME_PATTERN = re.compile(r"\b[A-Z][A-Za-z]+[a-z]\w*(?:\$\w+)*")
_DRAWN_CLASSES = (
    "AvailabilityProvider",
    "BroadcastPartitioner",
    "BroadcastRecordWriter",
    "ChainingOutput",
    "ChannelSelectorRecordWriter",
    "CheckpointedInputGate",
    "CopyingChainingOutput",
    "CountingOutput",
    "CustomPartitionerWrapper",
    "DataInputStatus",
    "ForwardPartitioner",
    "GlobalPartitioner",
    "JobClient",
    "KeyGroupStreamPartitioner",
    "LocalBufferPool",
    "LocalInputChannel",
    "MailboxProcessor",
    "PipelinedSubpartition",
    "RebalancePartitioner",
    "RecordWriter$OutputFlusher",
    "RecordWriterOutput",
    "RemoteInputChannel",
    "RescalePartitioner",
    "ShufflePartitioner",
    "SingleInputGate",
    "SourceReader",
    "StreamMultipleInputProcessor",
    "StreamTaskNetworkInput",
    "StreamTaskSourceInput",
    "TaskMailboxImpl",
    "UnionInputGate",
)


def find_shown_classes() -> dict[str, FlinkClass]:
    """Find the current Flink classes that stacks and pictures name, and their supertypes."""
    found: dict[str, FlinkClass] = {}
    texts = [(_PACKAGE_DIR / name).read_text(encoding="utf-8") for name in _SOURCE_FILES]
    messages: dict[str, str] = load_catalog("en")["messages"]
    texts += [text for name, text in messages.items() if name.startswith("plan.")]
    events = sorted((_PACKAGE_DIR / "trace" / "events").glob("*.py"))
    texts += [one.read_text(encoding="utf-8") for one in events]
    operators = sorted((_PACKAGE_DIR / "runtime" / "operators").glob("*.py"))
    texts += re.findall(
        r'FLINK_CLASS\b.*?"(\w+)"', " ".join(one.read_text(encoding="utf-8") for one in operators)
    )
    pending = [
        *_DRAWN_CLASSES,
        *(name for text in texts for name in _CLASS_NAME_PATTERN.findall(text)),
    ]
    while pending:
        name = pending.pop()
        current = [
            one for one in load_flink_classes().get(name, ()) if one.version_range.is_current
        ]
        if name not in found and current:
            found[name] = current[0]
            pending += current[0].supertypes
    return dict(sorted(found.items()))


def to_typescript(header: str) -> str:
    """Generate the content of ``widgets/src/glossary/classes.gen.ts``."""
    classes = {
        name: [f"{one.kind} of {one.package}", _describe_span(one.name), *one.supertypes]
        for name, one in find_shown_classes().items()
    }
    old_names = {
        name.name: [
            name.status,
            describe_removal(name),
            describe_removal(chinese),
            str(name.version_range or ""),
        ]
        for name, chinese in zip(load_terms(), load_terms("zh"), strict=True)
    }
    rows = [
        [claim.claim, chinese.claim, claim.so, chinese.so, claim.run, str(claim.step)]
        for claim, chinese in zip(load_outdated_claims(), load_outdated_claims("zh"), strict=True)
    ]
    stand_ins = {
        one.name: [one.definition, chinese.definition, one.by]
        for one, chinese in zip(load_illustrated_terms(), load_illustrated_terms("zh"), strict=True)
    }
    spans = [name.version_range for name in load_terms()] + [
        find_version_range(name) for name in classes
    ]
    return "\n".join(
        [
            f"// {header}",
            "",
            "/** Classes that stacks and pictures name: what, since when, supertypes. */",
            "export const CLASSES: Readonly<Record<string, readonly string[]>> = {",
            *(f"  {_to_json(name)}: {_to_json(rows)}," for name, rows in classes.items()),
            "};",
            "",
            "/** Of old names: what became of them, what to use (twice), which versions have them. */",
            "export const OLD_NAMES: Readonly<Record<string, readonly string[]>> = {",
            *(f"  {_to_json(name)}: {_to_json(rows)}," for name, rows in old_names.items()),
            "};",
            "",
            "/** Names and words that stand for something here: what (twice), and the facts. */",
            "export const SHOWN: Readonly<Record<string, readonly string[]>> = {",
            *(f"  {_to_json(name)}: {_to_json(rows)}," for name, rows in stand_ins.items()),
            "};",
            "",
            "/** Claims that are not so, what is so (each twice), and the run and step. */",
            "export const CLAIMS: readonly (readonly string[])[] = [",
            *(f"  {_to_json(one)}," for one in rows),
            "];",
            "",
            "/** Which versions have something, in Chinese. */",
            "export const SPANS: Readonly<Record<string, string>> = {",
            *(
                f"  {_to_json(en)}: {_to_json(zh)},"
                for en, zh in sorted(_translate_spans(spans).items())
            ),
            "};",
            "",
        ]
    )


def _describe_span(name: str) -> str:
    span = find_version_range(name)
    return "" if span is None or span.versions == load_flink_versions() else str(span)


def _translate_spans(spans: Iterable[VersionRange | None]) -> dict[str, str]:
    return {str(span): span.describe("zh") for span in spans if span is not None}


def _to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
