"""The committed bundle is that of the committed sources, and needs nothing from anywhere."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

from flinksim.widgets.html import bundle

ROOT = Path(__file__).resolve().parents[2]
WIDGETS = ROOT / "widgets"


def stamp_of_sources() -> str:
    """As ``widgets/build.mjs`` computes it."""
    names = ["build.mjs", "package.json", "tsconfig.json"]
    names += [f"src/{path.name}" for path in (WIDGETS / "src").iterdir()]
    digest = hashlib.sha256()
    for name in sorted(names):
        text = (WIDGETS / name).read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{name}\n".encode() + text + b"\n")
    return digest.hexdigest()


def test_the_bundle_was_built_from_these_sources() -> None:
    stamp = re.search(r"sources (\w{64})$", bundle().splitlines()[0])
    assert stamp is not None
    assert stamp[1] == stamp_of_sources(), (
        "the bundle is stale; run: cd widgets && npm install --no-package-lock && npm run build"
    )


def test_building_again_gives_the_same_bundle(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or not (WIDGETS / "node_modules/esbuild").is_dir():
        return  # without the tools the stamp above has to do; .ci/run installs them where it can
    built = tmp_path / "stepper.js"
    subprocess.run([node, "build.mjs", str(built)], cwd=WIDGETS, check=True)
    assert built.read_text("utf-8") == bundle()


def test_the_sources_pass_the_type_checker() -> None:
    node, checker = shutil.which("node"), WIDGETS / "node_modules/typescript/bin/tsc"
    if node is None or not checker.is_file():
        return
    done = subprocess.run(
        [node, str(checker), "--noEmit"], cwd=WIDGETS, capture_output=True, text=True
    )
    assert done.stdout == ""


def test_the_bundle_names_no_other_place() -> None:
    assert re.findall(r"https?://[^\s\"'`]+", bundle()) == []
    assert "import " not in re.sub(r"//.*", "", bundle()).split("export")[0]


def test_the_tools_have_exact_versions_and_no_lock_file() -> None:
    package = json.loads((WIDGETS / "package.json").read_text("utf-8"))
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", v) for v in package["devDependencies"].values())
    assert "dependencies" not in package
    assert not (WIDGETS / "package-lock.json").exists()
