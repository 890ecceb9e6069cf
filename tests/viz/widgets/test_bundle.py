"""The committed bundles are those of the committed sources, and need nothing from anywhere."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import zlib
from pathlib import Path

import pytest

from flinksim.trace.query import count_kinds
from flinksim.trace.schema.event_kinds import KINDS
from flinksim.viz.widgets.export.html_page import pack_tables, read_widget_bundle, to_html
from tests.claim_runs import trace_of

ROOT = Path(__file__).resolve().parents[3]
WIDGETS = ROOT / "widgets"
NAMES = ["stepper", "lens"]


def stamp_of_sources() -> str:
    """As ``widgets/build.mjs`` computes it."""
    names = ["build.mjs", "package.json", "tsconfig.json"]
    names += [
        path.relative_to(WIDGETS).as_posix()
        for path in (WIDGETS / "src").rglob("*")
        if path.is_file()
    ]
    digest = hashlib.sha256()
    for name in sorted(names):
        text = (WIDGETS / name).read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{name}\n".encode() + text + b"\n")
    return digest.hexdigest()


@pytest.mark.parametrize("name", NAMES)
def test_the_bundle_was_built_from_these_sources(name: str) -> None:
    stamp = re.search(r"sources (\w{64})$", read_widget_bundle(name).splitlines()[0])
    assert stamp is not None
    assert stamp[1] == stamp_of_sources(), (
        "the bundle is stale; run: cd widgets && npm install --no-package-lock && npm run build"
    )


def test_building_again_gives_the_same_bundles(tmp_path: Path) -> None:
    node = shutil.which("node")
    tools = [WIDGETS / "node_modules" / name for name in ("esbuild", "terser")]
    if node is None or not all(tool.is_dir() for tool in tools):
        return  # without the tools the stamp above has to do; .ci/run installs them where it can
    subprocess.run([node, "build.mjs", str(tmp_path)], cwd=WIDGETS, check=True)
    built = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    kept = ROOT / "flinksim" / "viz" / "widgets" / "static"
    assert built == {path.name: path.read_text("utf-8") for path in kept.iterdir()}


def test_the_code_is_small_and_its_tables_stand_apart() -> None:
    packed = {name: len(gzip.compress(read_widget_bundle(name).encode(), 9)) for name in NAMES}
    assert sum(packed.values()) < 150_000, packed
    on_demand = json.loads(zlib.decompress(pack_tables()))["code"]
    assert len(gzip.compress(on_demand.encode(), 9)) < 40_000
    assert not re.search(
        "[\u4e00-\u9fff]{6}", read_widget_bundle("stepper") + read_widget_bundle("lens")
    )
    tables = json.loads(zlib.decompress(pack_tables()))
    assert len(tables["zh"]["texts"]) > 500
    assert len(tables["cards"]["old"]) >= 120
    assert len(tables["cards"]["claims"]) >= 40
    assert len(tables["facts"]) == len(KINDS)


def test_a_page_has_the_kinds_of_its_runs_alone() -> None:
    shown, beside = trace_of("windows"), trace_of("channels")
    page = to_html(shown, comparison=("another", beside))
    packed = re.search(r'data-name="tables">([^<]*)<', page)
    assert packed is not None
    events = json.loads(zlib.decompress(base64.b64decode(packed[1])))["facts"]
    assert set(events) == {*count_kinds(shown), *count_kinds(beside)}
    assert set(count_kinds(shown)) < set(events) < {kind.name for kind in KINDS}


def test_the_sources_pass_the_type_checker() -> None:
    node, checker = shutil.which("node"), WIDGETS / "node_modules/typescript/bin/tsc"
    if node is None or not checker.is_file():
        return
    done = subprocess.run(
        [node, str(checker), "--noEmit"], cwd=WIDGETS, capture_output=True, text=True
    )
    assert done.stdout == ""


@pytest.mark.parametrize("name", NAMES)
def test_the_bundle_names_no_other_place(name: str) -> None:
    named = re.findall(r"https?://[^\s\"'`]+", read_widget_bundle(name))
    assert set(named) <= {"http://www.w3.org/2000/svg"}  # the name of SVG, which is no address
    assert "import " not in re.sub(r"//.*", "", read_widget_bundle(name)).split("export")[0]


def test_the_tools_have_exact_versions_and_no_lock_file() -> None:
    package = json.loads((WIDGETS / "package.json").read_text("utf-8"))
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", v) for v in package["devDependencies"].values())
    assert "dependencies" not in package
    assert not (WIDGETS / "package-lock.json").exists()
