"""The pages in ``docs/`` are consistent: links lead somewhere, code runs, each page is in the site."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
READ_ON_GITHUB = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
GENERATED_BY_THE_SITE = re.compile(r"reference/api/|changes\.md|contributing\.md")


def find_headings(page: Path) -> set[str]:
    """Find the anchors of a page's headings, as GitHub and MkDocs write them."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    plain = [re.sub(r"[^\w\s-]", "", heading.lower()).strip() for heading in headings]
    return {re.sub(r"[\s]+", "-", heading) for heading in plain}


@pytest.mark.parametrize("page", [*READ_ON_GITHUB, *PAGES], ids=lambda page: page.name)
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in link or GENERATED_BY_THE_SITE.search(link):
            continue
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), f"{page}: {link}"
        if anchor:
            assert anchor in find_headings(target), f"{page}: {link}"


def test_every_named_file_exists() -> None:
    for page in [*READ_ON_GITHUB[::2], *PAGES]:
        text = page.read_text(encoding="utf-8")
        for name in re.findall(
            r"`((?:docs|tests|tools|examples|notebooks|benchmarks|flinksim|website|widgets)/[\w/.-]+)`",
            text,
        ):
            assert (ROOT / name).exists(), f"{page}: {name}"


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    navigation = (ROOT / "website" / "mkdocs.yml").read_text("utf-8")
    for page in PAGES:
        name = page.relative_to(DOCS).as_posix()
        listed = name in navigation or "dev/decisions/" in name
        assert listed, f"website/mkdocs.yml: {name} is missing"


def test_the_situations_named_in_troubleshooting_exist() -> None:
    text = (DOCS / "how-to" / "troubleshooting.md").read_text("utf-8")
    named = set(re.findall(r"\(`(\w+\.py)`\)|`(\w+_\w+\.py)`", text))
    names = {first or second for first, second in named}
    assert len(names) >= 10
    assert [name for name in names if not (ROOT / "examples/situations" / name).exists()] == []


@pytest.mark.parametrize(
    "name", ["tutorials/understand-a-window.md", "how-to/crash-a-task.md", "explanation/time.md"]
)
def test_the_code_of_a_page_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / name).read_text("utf-8"), re.DOTALL)
    assert blocks
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks:
        code = re.sub(r"^sim\.show\(.*$", "", block, flags=re.MULTILINE)
        exec(compile(code, name, "exec"), names)
