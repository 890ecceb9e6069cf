"""The stages of a SQL statement as text, from SQL to Flink's operators. Not in Flink."""

from __future__ import annotations

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import translate
from flinksim.table.planner.changelog_reasons import format_reasons
from flinksim.table.planner.explain_writer import explain_tree
from flinksim.table.planner.logical_plan_writer import explain_logical
from flinksim.table.planner.statement_planner import StatementPlan


def format_statement_stages(text: str, plan: StatementPlan, language: Language = "en") -> str:
    """Format the stages of one statement: its text, what it says, its operators and their changes."""
    stages = {
        "sql": text,
        "abstract": "\n\n".join(map(explain_logical, plan.logical)),
        "optimized": "\n\n".join(map(explain_tree, plan.sinks)),
        "changelog": "\n\n".join(format_reasons(sink, language) for sink in plan.sinks),
    }
    return (
        "".join(
            f"== {translate(language, f'plan.stage_{name}')} ==\n{stage}\n\n"
            for name, stage in stages.items()
        ).rstrip("\n")
        + "\n"
    )
