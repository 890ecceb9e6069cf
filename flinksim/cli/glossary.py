"""``flinksim glossary``: what a name or a claim of a text about Flink is today."""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path
from typing import get_args

from flinksim.cli.arguments import add_interleaving, parse_parallelism
from flinksim.cli.messages import complain
from flinksim.cli.run_program import add_imports
from flinksim.cli.tell import traces_of
from flinksim.core.flink_catalog.class_hierarchy import FAMILIES, tops_of, tree_lines
from flinksim.core.flink_catalog.classes import flink_versions
from flinksim.core.flink_catalog.glossary import Card, cards_of, claims, like, names
from flinksim.core.i18n.languages import LANGUAGES, Language
from flinksim.core.i18n.locales.glossary_zh import told
from flinksim.trace.name_index import held_as, modelled_classes, places_of
from flinksim.trace.recorder import Trace
from flinksim.viz.diagram.renderers.theme import ThemeName
from flinksim.viz.plots.class_diagrams import class_diagram

_WIDTH = 100


def add_to(parser: argparse.ArgumentParser) -> None:
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
    add_imports(parser)
    add_interleaving(parser)
    parser.add_argument(
        "--parallelism", type=parse_parallelism, help="parallelism where the program sets none"
    )
    parser.set_defaults(action=execute, record=None, replay=None, until=None)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    if options.tree is not None:
        return _tell_trees(options.tree, options.svg, options.theme, options.language)
    if options.svg is not None:
        return complain(
            "--svg FILE needs --tree CLASS: flinksim glossary --tree operators --svg FILE"
        )
    if not options.words:
        if options.program is not None:
            return complain("--in PROGRAM needs a name: flinksim glossary NAME --in PROGRAM")
        print(_overview(options.language))
        return 0
    name = " ".join(options.words)
    cards = cards_of(name, modelled_classes(), options.language)
    if not cards and options.program is None:
        return complain(_unknown(name))
    for card in cards:
        print(_wrapped(card))
    if options.program is None:
        return 0
    code, traces = traces_of(options)
    places_per_trace = [_told_places(trace, name, options.language) for trace in traces]
    if not cards and not any(places_per_trace):
        return code or complain(_unknown(name))
    not_found = told(
        options.language, "{0} does not stand on the stack of any fact of this run.", name
    )
    for places in places_per_trace:
        print(places or not_found)
    return code


def _tell_trees(asked: str, target: Path | None, theme: ThemeName, language: Language) -> int:
    try:
        diagram = class_diagram(asked, language)
    except ValueError as error:
        return complain(f"--tree {error}")
    if target is None:
        for top in tops_of(asked):
            for line in tree_lines(top, held_as, language):
                print(line)
        return 0
    try:
        diagram.save(target, theme)
    except OSError as error:
        return complain(f"--svg: {error}")
    print(f"{target}: {diagram}")
    return 0


def _wrapped(card: Card) -> str:
    lines = [card.heading]
    for line in card.lines:
        lines += textwrap.wrap(
            line, _WIDTH, initial_indent="  ", subsequent_indent="  ", break_long_words=False
        )
    return "\n".join(lines)


def _told_places(trace: Trace, asked: str, language: Language) -> str:
    lines = []
    for place in places_of(trace, asked, language=language):
        lines += textwrap.wrap(told(language, "step {0}  {1}", place.step, place.sentence), _WIDTH)
        lines += textwrap.wrap(
            place.stack,
            _WIDTH,
            initial_indent="    ",
            subsequent_indent="    ",
            break_on_hyphens=False,
        )
    return "\n".join(lines)


def _unknown(asked: str) -> str:
    versions = flink_versions()
    message = (
        f"{asked}: no class, method or option that streams of Flink {versions[0]} to {versions[-1]} "
        "go through has that name, and no claim those words"
    )
    near = like(asked)
    return f"{message}. Near to it: {', '.join(near)}" if near else message


def _overview(language: Language) -> str:
    lines = [told(language, "Old names (flinksim glossary NAME tells more)")]
    for name in names(language):
        changes = [told(language, name.status)]
        if name.status == "renamed":
            changes.append(name.new.replace("$", "."))
        change_text = told(language, ", ").join(changes)
        lines.append("  " + told(language, "{0}: {1}", name.name.replace("$", "."), change_text))
    lines.append(told(language, "Claims that are not so"))
    lines += [f"  {claim.claim}" for claim in claims(language)]
    return "\n".join(lines)
