"""docs/reference/glossary.md and the pictures in it, made from the glossary and the class lists.

Usage: ``python -m tests.conformance.glossary_page`` writes them anew.
"""

from __future__ import annotations

from pathlib import Path

from flinksim.core.flink_catalog.class_hierarchy import FAMILIES
from flinksim.core.flink_catalog.classes import load_flink_versions
from flinksim.core.flink_catalog.glossary import (
    GlossaryTerm,
    OutdatedClaim,
    load_illustrated_terms,
    load_outdated_claims,
    load_terms,
)
from flinksim.viz.plots.class_diagrams import draw_class_diagram

PAGE = Path(__file__).parents[2] / "docs/reference/glossary.md"
DIAGRAMS = PAGE.parents[1] / "pictures" / "classes"


def page() -> str:
    """The whole page."""
    versions = load_flink_versions()
    old = [name for name in load_terms() if name.status != "here"]
    kept = [name for name in load_terms() if name.status == "here"]
    return "\n".join(
        [
            "# What texts call it, and what it is today",
            "",
            "Made by `tests/conformance/glossary_page.py`; a test keeps it so. `flinksim glossary "
            "NAME` tells the same (`--language zh`: in Simplified Chinese), of every class that "
            "streams go through, and with `--in program.py` where it stands in a run.",
            "",
            f"Which versions have a name is read out of the jars of {', '.join(versions)} "
            "(`flinksim/core/resources/flink_classes.txt`); of names older than that, the source "
            "is given in "
            "which they were seen.",
            "",
            f"## {len(old)} names that Flink 2.3.0 has not",
            "",
            "| name | | what it was | when | in Flink 2.3 |",
            "| --- | --- | --- | --- | --- |",
            *(_row(name) for name in old),
            "",
            f"## {len(kept)} names that are there, and mean something else or are hardly used",
            "",
            "| name | what it is | when | in Flink 2.3 |",
            "| --- | --- | --- | --- |",
            *(
                f"| {_name(name)} | {name.was} | {name.availability} | {name.now or 'the same'} |"
                for name in kept
            ),
            "",
            f"## {len(load_illustrated_terms())} names and words that stand for something here",
            "",
            "| name | what it is | shown by |",
            "| --- | --- | --- |",
            *(f"| `{one.name}` | {one.told} | {one.by} |" for one in load_illustrated_terms()),
            "",
            f"## {len(load_outdated_claims())} claims that are not so",
            "",
            "The step is one of `flinksim tell examples/claims/NAME.py --detail everything`.",
            "",
            "| a text says | what is so | since | seen in |",
            "| --- | --- | --- | --- |",
            *(_row_of_claim(claim) for claim in load_outdated_claims()),
            "",
            f"## {len(FAMILIES)} class diagrams",
            "",
            "What extends (a line) or implements (dashes) what, read out of the jar of "
            f"{versions[-1]}, and what of it is here: ● by this name, ◐ under the name that stands "
            "below it, ○ not modelled. Opened by itself, or on the site, each class tells its card "
            "under the pointer. `flinksim glossary --tree AREA --svg FILE` draws the same, of any "
            "class, and `flinksim.draw_class_diagram(AREA)` in a notebook.",
            "",
            *(line for area in FAMILIES for line in _diagram(area)),
        ]
    )


def diagrams() -> dict[Path, str]:
    """The pictures, by their files."""
    return {DIAGRAMS / f"{_file(area)}.svg": draw_class_diagram(area).svg() for area in FAMILIES}


def _diagram(area: str) -> list[str]:
    told = f"Class diagram: {area} of Flink, and which of them are here"
    return [f"### {area.capitalize()}", "", f"![{told}](../pictures/classes/{_file(area)}.svg)", ""]


def _file(area: str) -> str:
    return area.replace(" ", "-")


def _row(name: GlossaryTerm) -> str:
    when = f"{name.availability}; seen in {name.source}" if name.source else name.availability
    return f"| {_name(name)} | {name.status} | {name.was} | {when} | {name.now or name.new} |"


def _name(name: GlossaryTerm) -> str:
    return f"`{name.name.replace('$', '.')}`"


def _row_of_claim(claim: OutdatedClaim) -> str:
    seen = f"{claim.run}, step {claim.step}: {claim.sentence}"
    return f"| {claim.claim} | {claim.so} | {claim.since} | {seen} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    DIAGRAMS.mkdir(exist_ok=True)
    for file, drawn in diagrams().items():
        file.write_text(drawn, encoding="utf-8")
