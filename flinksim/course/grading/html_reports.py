"""Writes grades as CSV, as a page for each learner, and as a page for the class.

Not in Flink.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from html import escape
from io import StringIO
from pathlib import Path
from typing import Any

from flinksim.core.atomic_files import make_folder, write_file
from flinksim.course.grading.class_report import (
    LessonSummary,
    find_shared_data,
    format_right_count,
    select_lesson_entries,
    summarize_class,
)
from flinksim.course.grading.grade import Grade
from flinksim.course.lesson_loader import load_definition
from flinksim.course.notebook_builder import MAX_POINTS

COLUMNS = (
    "learner", "lesson", "file", "points", "of", "status", "message", "misconception", "right parts",
    "predictions right", "predictions", "attempts", "minutes", "data of", "seconds", "isolation",
)  # fmt: skip

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { border-bottom: 1px solid #8884; padding: .4rem .6rem; text-align: left; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar { background: #d98218; display: inline-block; height: .7rem; margin-right: .4rem; }
.right { color: #1a7f37; } .wrong { color: #b35900; }
pre { background: #8881; padding: .6rem; overflow: auto; white-space: pre-wrap; }
@media (prefers-color-scheme: dark) { body { background: #16181c; color: #e4e4e4; } }
"""


def write_grades(grades: Sequence[Grade], folder: Path) -> Path:
    """Write ``grades.csv``, ``class.html`` and ``learners/*.html`` into a folder.

    Args:
        grades: The grades.
        folder: The folder; it is created if it does not exist.

    Returns:
        The path of ``class.html``.

    Raises:
        FileError: If a file cannot be written.
    """
    make_folder(folder / "learners")
    write_file(folder / "grades.csv", format_csv(grades))
    names: dict[str, str] = {}
    for learner in sorted({grade.learner for grade in grades}):
        names[learner] = _build_file_name(learner, set(names.values()))
        own = [grade for grade in grades if grade.learner == learner]
        write_file(folder / "learners" / names[learner], build_learner_page(learner, own))
    return write_file(folder / "class.html", build_class_page(grades, names))


def _build_file_name(learner: str, used_names: set[str]) -> str:
    plain = re.sub(r"[^\w-]+", "_", learner)[:60] or "learner"
    number, name = 1, f"{plain}.html"
    while name in used_names:
        number += 1
        name = f"{plain}-{number}.html"
    return name


# --- the table -------------------------------------------------------------------------------------


def format_csv(grades: Iterable[Grade]) -> str:
    """Convert grades to CSV, one line each; no cell is read as a formula by a spreadsheet."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for grade in grades:
        notes = select_lesson_entries(grade)
        first: dict[str, bool] = {}
        for entry in notes:
            if entry["what"] == "prediction":
                first.setdefault(entry["name"][:60], entry["right"])
        attempts = sum(entry["what"] == "attempt" for entry in notes)
        writer.writerow(
            map(
                _to_csv_cell,
                (
                    grade.learner, grade.lesson, grade.file, grade.points, MAX_POINTS, grade.status,
                    grade.message, grade.misconception,
                    ", ".join(name for name, is_right in grade.parts.items() if is_right),
                    sum(first.values()), len(first), attempts,
                    _format_minutes(notes), grade.data, f"{grade.seconds:.1f}",
                    "namespaces" if grade.is_isolated else "none",
                ),
            )
        )  # fmt: skip
    return text.getvalue()


def _to_csv_cell(value: Any) -> str:
    text = " ".join(str(value).split())
    return f"'{text}" if text[:1] in "=+-@" and text else text


def _format_minutes(entries: Iterable[Any]) -> str:
    times = [one["after_s"] for one in entries if one["after_s"] is not None]
    return f"{max(times) / 60:.0f}" if times else ""


# --- pages -----------------------------------------------------------------------------------------


def build_learner_page(learner: str, grades: Sequence[Grade]) -> str:
    """Build the page of one learner: each submission with its result and a hint."""
    points = f"{sum(grade.points for grade in grades)} of {MAX_POINTS * len(grades)} points"
    parts = [f"<h1>{escape(learner)}</h1><p>{points}</p>"]
    for grade in grades:
        mark = '<b class="right">right</b>' if grade.is_right else '<b class="wrong">not yet</b>'
        status = "" if grade.status == "graded" else f" ({escape(grade.status)})"
        parts.append(
            f"<h2>{escape(_format_title(grade))}</h2><p>{mark}{status}: {escape(grade.message)}</p>"
        )
        notes = select_lesson_entries(grade)
        if notes:
            rows = "".join(
                f"<tr><td>{one['what']}</td><td>{escape(one['name'][:60])}</td>"
                f"<td>{escape(one['given'][:200])}</td>"
                f"<td>{'right' if one['right'] else 'not yet'}</td></tr>"
                for one in notes[:100]
            )
            parts.append(f"<p>Predictions and attempts:</p><table>{rows}</table>")
        if not grade.is_right and grade.output.strip():
            parts.append(
                "<p>End of the output, with errors of cells:</p>"
                f"<pre>{escape(grade.output[-2000:])}</pre>"
            )
    return _build_page(learner, "".join(parts))


def _format_title(grade: Grade) -> str:
    try:
        return f"{grade.lesson} · {load_definition(grade.lesson).texts.title.en}"
    except ValueError:
        return grade.file


def build_class_page(grades: Sequence[Grade], learner_pages: dict[str, str] | None = None) -> str:
    """Build the page of the class: exercises and misconceptions.

    Args:
        grades: The grades.
        learner_pages: The file name of each learner's page. With it the page also lists all
            submissions.

    Returns:
        The page as HTML.
    """
    rows = summarize_class(grades)
    parts = [f"<h1>The class</h1>{_build_summary_table(rows)}"]
    if learner_pages is not None:
        lines = "".join(
            "<tr><td><a "
            f'href="learners/{escape(learner_pages[one.learner])}">{escape(one.learner)}</a></td>'
            f"<td>{escape(_format_title(one))}</td><td class='number'>{one.points} of {MAX_POINTS}</td>"
            f"<td>{escape(one.status)}</td><td>{escape(one.message[:300])}</td></tr>"
            for one in grades
        )
        parts.append(f"<h2>Submissions</h2><table>{lines}</table>")
        parts += [
            f"<p>The same data (“{escape(data)}”) in lesson {escape(lesson)}: "
            f"{escape(', '.join(learners))}</p>"
            for lesson, data, learners in find_shared_data(grades)
        ]
        if not all(grade.is_isolated for grade in grades):
            parts.append("<p><b>Submissions were not isolated (--no-isolation).</b></p>")
    return _build_page("The class", "".join(parts))


def _build_summary_table(rows: Sequence[LessonSummary]) -> str:
    lines = []
    for row in rows:
        count = len(row.learners)
        lines.append(
            f"<tr><th colspan='2'>{escape(row.lesson)} · {escape(row.title)}</th>"
            f"<td class='number'>{format_right_count(row)}"
            + (f", {sorted(row.minutes)[len(row.minutes) // 2]:.0f} min" if row.minutes else "")
            + "</td></tr>"
        )
        for belief, believers in sorted(
            row.misconceptions.items(), key=lambda one: (-len(one[1]), one[0])
        ):
            wide = round(100 * len(believers) / count)
            lines.append(
                f"<tr><td></td><td>{escape(belief)}</td><td class='number'>"
                f"<span class='bar' style='width:{wide}px'></span>{len(believers)} of {count}</td></tr>"
            )
    return (
        "<p>Each exercise, and the misconceptions that learners showed in the submitted answer, in an "
        f"attempt or in a prediction.</p><table>{''.join(lines)}</table>"
    )


def _build_page(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style>{body}</html>\n'
    )
