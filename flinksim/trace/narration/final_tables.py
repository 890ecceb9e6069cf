"""Description of the tables that the changelogs of a SQL job amount to. Not in Flink."""

from __future__ import annotations

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import load_catalog, translate
from flinksim.trace.changelog import read_changelogs
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.recorder import Trace

MAX_ROWS = 10
"""Maximum number of rows that a sentence has."""


def describe_tables(trace: Trace, language: Language) -> list[str]:
    """Describe for each sink that removed or replaced rows which ones are left at the end."""
    if trace.plan_or_none is None:
        return []
    sentences = []
    for log in read_changelogs(trace):
        if not log.has_retractions:
            continue
        operator = trace.events[log.changes[0].event_index].operator  # type: ignore[union-attr]
        sink = Formatter(trace.plan, language).format_id(operator)
        rows = log.list_rows()
        comma: str = load_catalog(language)["labels"]["comma"]
        listed = comma.join([f"[{row.values}]" for row in rows[:MAX_ROWS]])
        if len(rows) > MAX_ROWS:
            listed += translate(language, "list.more", n=len(rows) - MAX_ROWS)
        message = "narration.table" if rows else "narration.empty_table"
        sentences.append(
            translate(language, message, sink=sink, n=len(rows), rows=listed, m=len(log.changes))
        )
    return sentences
