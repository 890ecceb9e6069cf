"""docs/glossary.md, made from the glossary and the class lists."""

from __future__ import annotations

from pathlib import Path

from flinksim.base.flink_classes import flink_versions
from flinksim.base.glossary import Name, OldClaim, claims, names, shown

PAGE = Path(__file__).parents[2] / "docs" / "glossary.md"


def page() -> str:
    """The whole page."""
    versions = flink_versions()
    old = [name for name in names() if name.status != "here"]
    kept = [name for name in names() if name.status == "here"]
    return "\n".join(
        [
            "# What texts call it, and what it is today",
            "",
            "Made by `tests/conformance/glossary_page.py`; a test keeps it so. `flinksim glossary "
            "NAME` tells the same, of every class that streams go through, and with `--in program.py` "
            "where it stands in a run.",
            "",
            f"Which versions have a name is read out of the jars of {', '.join(versions)} "
            "(`flinksim/data/flink_classes.txt`); of names older than that, the source is given in "
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
                f"| {_name(name)} | {name.was} | {name.when} | {name.now or 'the same'} |"
                for name in kept
            ),
            "",
            f"## {len(shown())} names and words that stand for something here",
            "",
            "| name | what it is | shown by |",
            "| --- | --- | --- |",
            *(f"| `{one.name}` | {one.told} | {one.by} |" for one in shown()),
            "",
            f"## {len(claims())} claims that are not so",
            "",
            "The step is one of `flinksim tell examples/claims/NAME.py --grain everything`.",
            "",
            "| a text says | what is so | since | seen in |",
            "| --- | --- | --- | --- |",
            *(_row_of_claim(claim) for claim in claims()),
            "",
        ]
    )


def _row(name: Name) -> str:
    when = f"{name.when}; seen in {name.source}" if name.source else name.when
    return f"| {_name(name)} | {name.status} | {name.was} | {when} | {name.now or name.new} |"


def _name(name: Name) -> str:
    return f"`{name.name.replace('$', '.')}`"


def _row_of_claim(claim: OldClaim) -> str:
    seen = f"{claim.run}, step {claim.step}: {claim.sentence}"
    return f"| {claim.claim} | {claim.so} | {claim.since} | {seen} |"
