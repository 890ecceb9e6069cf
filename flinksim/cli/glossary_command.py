"""``flinksim glossary``: what a name or a claim of a text about Flink is today."""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path
from typing import get_args

from flinksim.cli.arguments import (
    add_interleaving_argument,
    add_language_argument,
    add_parallelism_argument,
)
from flinksim.cli.binding_options import add_binding_arguments
from flinksim.cli.console import report_error
from flinksim.cli.run_program import add_import_arguments
from flinksim.cli.tell_command import load_traces
from flinksim.core.flink_catalog.class_hierarchy import (
    FAMILIES,
    find_root_classes,
    format_class_tree,
)
from flinksim.core.flink_catalog.classes import load_flink_versions
from flinksim.core.flink_catalog.glossary import (
    GlossaryEntry,
    find_entries,
    find_similar_names,
    load_outdated_claims,
    load_terms,
)
from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.locales.glossary_zh import translate
from flinksim.trace.name_index import classify_class, find_modelled_classes, find_occurrences
from flinksim.trace.recorder import Trace
from flinksim.viz.diagram.renderers.theme import ThemeName
from flinksim.viz.plots.class_diagrams import draw_class_diagram

_WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = (
        "Look up a class, method or option of Flink 1.4 to 2.3. Says whether it exists, was renamed or "
        "was removed, in which version, and what replaces it. Also corrects outdated claims about Flink."
    )
    parser.epilog = "Without a name, all old names and all outdated claims are listed."
    parser.add_argument(
        "words", nargs="*", metavar="NAME", help="A name, or a few words of a claim."
    )
    parser.add_argument(
        "--in",
        dest="program",
        type=Path,
        metavar="PROGRAM",
        help="Also show where the name occurs in a run of this program or trace (.flinktrace).",
    )
    parser.add_argument(
        "--tree",
        metavar="CLASS",
        help="Print the subclasses of a class as a tree, and which of them flinksim models. CLASS can also be "
        f"one of: {', '.join(FAMILIES)}.",
    )
    parser.add_argument(
        "--svg",
        type=Path,
        metavar="FILE",
        help="Draw the classes as an SVG file; needs --tree.",
    )
    add_language_argument(parser)
    parser.add_argument(
        "--theme",
        choices=get_args(ThemeName),
        default="light",
        help="Theme of the SVG file (default: light).",
    )
    add_import_arguments(parser)
    add_binding_arguments(parser)
    add_interleaving_argument(parser)
    add_parallelism_argument(parser)
    parser.set_defaults(action=execute, record=None, replay=None, until=None)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    if options.tree is not None:
        return _print_tree(options.tree, options.svg, options.theme, options.language)
    if options.svg is not None:
        return report_error(
            "--svg needs --tree. Example: flinksim glossary --tree operators --svg FILE"
        )
    if not options.words:
        if options.program is not None:
            return report_error("--in needs a name. Usage: flinksim glossary NAME --in PROGRAM")
        print(_format_overview(options.language))
        return 0
    name = " ".join(options.words)
    cards = find_entries(name, find_modelled_classes(), options.language)
    if not cards and options.program is None:
        return report_error(_describe_unknown_name(name))
    for card in cards:
        print(_format_card(card))
    if options.program is None:
        return 0
    code, traces = load_traces(options)
    places_per_trace = [_format_places(trace, name, options.language) for trace in traces]
    if not cards and not any(places_per_trace):
        return code or report_error(_describe_unknown_name(name))
    not_found = translate(
        options.language, "{0} does not occur in the call stack of any event of this run.", name
    )
    for places in places_per_trace:
        print(places or not_found)
    return code


def _print_tree(subject: str, svg_path: Path | None, theme: ThemeName, language: Language) -> int:
    try:
        diagram = draw_class_diagram(subject, language)
    except ValueError as error:
        return report_error(f"--tree {error}")
    if svg_path is None:
        for top in find_root_classes(subject):
            for line in format_class_tree(top, classify_class, language):
                print(line)
        return 0
    try:
        diagram.save(svg_path, theme)
    except OSError as error:
        return report_error(f"--svg: {error}")
    print(f"{svg_path}: {diagram}")
    return 0


def _format_card(card: GlossaryEntry) -> str:
    lines = [card.heading]
    for line in card.lines:
        lines += textwrap.wrap(
            line, _WIDTH, initial_indent="  ", subsequent_indent="  ", break_long_words=False
        )
    return "\n".join(lines)


def _format_places(trace: Trace, name: str, language: Language) -> str:
    lines = []
    for place in find_occurrences(trace, name, language=language):
        lines += textwrap.wrap(
            translate(language, "step {0}  {1}", place.step, place.sentence), _WIDTH
        )
        lines += textwrap.wrap(
            place.stack,
            _WIDTH,
            initial_indent="    ",
            subsequent_indent="    ",
            break_on_hyphens=False,
        )
    return "\n".join(lines)


def _describe_unknown_name(name: str) -> str:
    versions = load_flink_versions()
    message = (
        f"{name}: not found. The glossary has the classes, methods and options of the DataStream "
        f"runtime in Flink {versions[0]} to {versions[-1]}, and statements from articles"
    )
    near = find_similar_names(name)
    return f"{message}. Similar names: {', '.join(near)}" if near else message


def _format_overview(language: Language) -> str:
    lines = [translate(language, "Old names (details: flinksim glossary NAME)")]
    for name in load_terms(language):
        changes = [translate(language, name.status)]
        if name.status == "renamed":
            changes.append(name.new.replace("$", "."))
        change_text = translate(language, ", ").join(changes)
        lines.append(
            "  " + translate(language, "{0}: {1}", name.name.replace("$", "."), change_text)
        )
    lines.append(translate(language, "Outdated or false claims"))
    lines += [f"  {claim.claim}" for claim in load_outdated_claims(language)]
    return "\n".join(lines)
