"""``flinksim glossary``: what a name or a claim of a text about Flink is today."""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path
from typing import get_args

from flinksim.cli.arguments import add_interleaving_argument, parse_parallelism
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
from flinksim.core.i18n.languages import LANGUAGES, Language
from flinksim.core.i18n.locales.glossary_zh import translate
from flinksim.trace.name_index import classify_class, find_modelled_classes, find_occurrences
from flinksim.trace.recorder import Trace
from flinksim.viz.diagram.renderers.theme import ThemeName
from flinksim.viz.plots.class_diagrams import draw_class_diagram

_WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = (
        "Says of a class, a method or an option of Flink 1.4 to 2.3 whether it is there, renamed or "
        "gone, since when, and what does that today; and of a claim what is so instead."
    )
    parser.epilog = "Without a name: all old names and all claims."
    parser.add_argument(
        "words", nargs="*", metavar="NAME", help="a name, or a few words of a claim"
    )
    parser.add_argument(
        "--in",
        dest="program",
        type=Path,
        metavar="PROGRAM",
        help="also where the name stands in a run of this program (or in a .flinktrace)",
    )
    parser.add_argument(
        "--tree",
        metavar="CLASS",
        help=f"the classes below one, as a tree, each marked as here or not; or {', '.join(FAMILIES)}",
    )
    parser.add_argument(
        "--svg",
        type=Path,
        metavar="FILE",
        help="with --tree: draw the classes as a picture, an SVG",
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help="English or Simplified Chinese (zh)"
    )
    parser.add_argument(
        "--theme", choices=get_args(ThemeName), default="light", help="of the picture"
    )
    add_import_arguments(parser)
    add_interleaving_argument(parser)
    parser.add_argument(
        "--parallelism", type=parse_parallelism, help="parallelism where the program sets none"
    )
    parser.set_defaults(action=execute, record=None, replay=None, until=None)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    if options.tree is not None:
        return _print_tree(options.tree, options.svg, options.theme, options.language)
    if options.svg is not None:
        return report_error(
            "--svg FILE needs --tree CLASS: flinksim glossary --tree operators --svg FILE"
        )
    if not options.words:
        if options.program is not None:
            return report_error("--in PROGRAM needs a name: flinksim glossary NAME --in PROGRAM")
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
        options.language, "{0} does not stand on the stack of any fact of this run.", name
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
        f"{name}: no class, method or option that streams of Flink {versions[0]} to {versions[-1]} "
        "go through has that name, and no claim those words"
    )
    near = find_similar_names(name)
    return f"{message}. Near to it: {', '.join(near)}" if near else message


def _format_overview(language: Language) -> str:
    lines = [translate(language, "Old names (flinksim glossary NAME tells more)")]
    for name in load_terms(language):
        changes = [translate(language, name.status)]
        if name.status == "renamed":
            changes.append(name.new.replace("$", "."))
        change_text = translate(language, ", ").join(changes)
        lines.append(
            "  " + translate(language, "{0}: {1}", name.name.replace("$", "."), change_text)
        )
    lines.append(translate(language, "Claims that are not so"))
    lines += [f"  {claim.claim}" for claim in load_outdated_claims(language)]
    return "\n".join(lines)
