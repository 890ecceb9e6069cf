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
    VersionSpan,
    flink_classes,
    flink_versions,
    span_of,
)
from flinksim.core.flink_catalog.glossary import claims, names, sentence_of, shown

_PACKAGE = Path(__file__).parents[2]
_READ = ("runtime/tracing/flink_frame_table.py", "trace/causality/flink_stacks.py", "trace/causality/stack_frames.py",
         "runtime/operators/operator_factory.py", "runtime/tracing/instrumentation.py", "graph/chaining.py",
         "viz/plan/generation_steps.py", "viz/plan/deployment_steps.py", "viz/plan/task_layers.py", "viz/plan/slot_layer.py")  # fmt: skip
_NAME = re.compile(r"\b[A-Z][A-Za-z]+[a-z]\w*(?:\$\w+)*")
_OF_PICTURES = (
    "AvailabilityProvider", "BroadcastPartitioner", "BroadcastRecordWriter", "ChainingOutput",
    "ChannelSelectorRecordWriter", "CheckpointedInputGate", "CopyingChainingOutput",
    "CountingOutput", "CustomPartitionerWrapper", "DataInputStatus", "ForwardPartitioner",
    "GlobalPartitioner", "JobClient", "KeyGroupStreamPartitioner", "LocalBufferPool",
    "LocalInputChannel", "MailboxProcessor", "PipelinedSubpartition", "RebalancePartitioner",
    "RecordWriter$OutputFlusher", "RecordWriterOutput", "RemoteInputChannel", "RescalePartitioner",
    "ShufflePartitioner", "SingleInputGate", "SourceReader", "StreamMultipleInputProcessor",
    "StreamTaskNetworkInput", "StreamTaskSourceInput", "TaskMailboxImpl", "UnionInputGate",
)  # fmt: skip


def shown_classes() -> dict[str, FlinkClass]:
    """Find the current Flink classes that stacks and pictures name, and their supertypes."""
    found: dict[str, FlinkClass] = {}
    texts = [(_PACKAGE / name).read_text(encoding="utf-8") for name in _READ]
    facts = sorted((_PACKAGE / "trace" / "events").glob("*.py"))
    texts += [one.read_text(encoding="utf-8") for one in facts]
    operators = sorted((_PACKAGE / "runtime" / "operators").glob("*.py"))
    texts += re.findall(
        r'FLINK_CLASS\b.*?"(\w+)"', " ".join(one.read_text(encoding="utf-8") for one in operators)
    )
    pending = [*_OF_PICTURES, *(name for text in texts for name in _NAME.findall(text))]
    while pending:
        name = pending.pop()
        current = [one for one in flink_classes().get(name, ()) if one.span.today]
        if name not in found and current:
            found[name] = current[0]
            pending += current[0].supertypes
    return dict(sorted(found.items()))


def to_typescript(generated: str) -> str:
    """Generate ``widgets/src/glossary/classes.gen.ts``."""
    classes = {
        name: [f"{one.kind} of {one.package}", _span_told(one.name), *one.supertypes]
        for name, one in shown_classes().items()
    }
    old_names = {
        name.name: [name.status, sentence_of(name), sentence_of(chinese), str(name.span or "")]
        for name, chinese in zip(names(), names("zh"), strict=True)
    }
    rows = [
        [claim.claim, chinese.claim, claim.so, chinese.so, claim.run, str(claim.step)]
        for claim, chinese in zip(claims(), claims("zh"), strict=True)
    ]
    stand_ins = {
        one.name: [one.told, chinese.told, one.by]
        for one, chinese in zip(shown(), shown("zh"), strict=True)
    }
    spans = [name.span for name in names()] + [span_of(name) for name in classes]
    return "\n".join(
        [
            f"// {generated}",
            "",
            "/** Classes that stacks and pictures name: what, since when, supertypes. */",
            "export const CLASSES: Readonly<Record<string, readonly string[]>> = {",
            *(f"  {_js(name)}: {_js(rows)}," for name, rows in classes.items()),
            "};",
            "",
            "/** Of old names: what became of them, what to use (twice), which versions have them. */",
            "export const OLD_NAMES: Readonly<Record<string, readonly string[]>> = {",
            *(f"  {_js(name)}: {_js(rows)}," for name, rows in old_names.items()),
            "};",
            "",
            "/** Names and words that stand for something here: what (twice), and the facts. */",
            "export const SHOWN: Readonly<Record<string, readonly string[]>> = {",
            *(f"  {_js(name)}: {_js(rows)}," for name, rows in stand_ins.items()),
            "};",
            "",
            "/** Claims that are not so, what is so (each twice), and the run and step. */",
            "export const CLAIMS: readonly (readonly string[])[] = [",
            *(f"  {_js(one)}," for one in rows),
            "];",
            "",
            "/** Which versions have something, in Chinese. */",
            "export const SPANS: Readonly<Record<string, string>> = {",
            *(f"  {_js(en)}: {_js(zh)}," for en, zh in sorted(_in_chinese(spans).items())),
            "};",
            "",
        ]
    )


def _span_told(name: str) -> str:
    span = span_of(name)
    return "" if span is None or span.versions == flink_versions() else str(span)


def _in_chinese(spans: Iterable[VersionSpan | None]) -> dict[str, str]:
    return {str(span): span.told("zh") for span in spans if span is not None}


def _js(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
