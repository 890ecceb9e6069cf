"""The widgets in what VS Code draws a notebook's widgets with, also under the rules that it can set.

VS Code's own widget manager (npm ``@vscode/jupyter-ipywidgets8``, the half of its Jupyter extension
that runs in the page) and ``anywidget``'s AMD module, which that extension loads by RequireJS from the
environment of the kernel. The kernel is a stand-in that has the state of real widgets and keeps what is
sent to it. Skipped where npm's registry cannot be reached; nothing of it is kept.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from flinksim.viz.plan.layers import build_plan_diagram
from flinksim.viz.widgets.plan_widget import PlanWidget
from flinksim.viz.widgets.stepper_widget import StepperWidget
from tests.claim_runs import trace_of
from tests.viz.widgets import plans

SITE = "http://vscode.test"
PACKAGES = {
    "@vscode/jupyter-ipywidgets8@1.0.9": "dist/ipywidgets.js",
    "requirejs@2.3.7": "require.js",
}

STRICT = (
    "default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' https: http: data:; font-src 'self' https:; "
    "connect-src https:; child-src https: data:;"
)
"""What a notebook's page allows in VS Code with ``notebook.experimental.enableCsp`` on (it comes off,
and then there is no such rule), and ``blob:``, without which anywidget itself loads nothing there. No
``data:`` may be fetched, and no ``blob:``."""

PAGE = Path(__file__).with_name("vscode.html")


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The scripts of a page, by their address."""
    npm, found = shutil.which("npm"), {}
    for package, name in PACKAGES.items() if npm else ():
        folder = tmp_path_factory.mktemp("pack")
        try:
            done = subprocess.run(
                [str(npm), "pack", package], cwd=folder, capture_output=True, timeout=60
            )
        except subprocess.TimeoutExpired:
            break
        for packed in folder.glob("*.tgz"):
            with tarfile.open(packed) as files:
                member = files.extractfile(f"package/{name}")
                assert member is not None
                found[f"/{Path(name).name}"] = member.read()
        if done.returncode != 0:
            break
    if len(found) < len(PACKAGES):
        pytest.skip("VS Code's widget manager cannot be had from npm here")
    anywidget = Path(str(distribution("anywidget").locate_file("anywidget/nbextension/index.js")))
    return {**found, "/anywidget.js": anywidget.read_bytes()}


def opened(
    browser: Browser, scripts: dict[str, bytes], state: Any, rule: str
) -> tuple[Page, list[str]]:
    page, complaints = browser.new_page(), list[str]()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda one: complaints.append(one.text) if one.type == "error" else None)
    meta = f'<meta http-equiv="Content-Security-Policy" content="{rule}">' if rule else ""
    served = {
        **scripts,
        "/": PAGE.read_text("utf-8").replace("<!--rule-->", meta).encode(),
        "/state.json": json.dumps(state).encode(),
    }

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(SITE).partition("?")[0]
        kind = "text/html" if path == "/" else "text/javascript"
        route.fulfill(
            body=served.get(path, b""), status=200 if path in served else 404, content_type=kind
        )

    page.route("**/*", answer)
    page.goto(SITE + "/")
    page.wait_for_selector("html[data-ready=yes]", timeout=60_000)
    return page, complaints


@pytest.fixture
def state() -> Iterator[Any]:
    from ipywidgets import embed

    stepper = StepperWidget(trace_of("windows"), view="watermarks")
    lens = PlanWidget(build_plan_diagram(plans.words(2).pipeline("job")))
    both = [stepper, lens]
    of_both = embed.dependency_state(both, drop_defaults=False)  # no widgets of other tests
    yield embed.embed_data(views=both, drop_defaults=False, state=of_both)["manager_state"]
    stepper.close()
    lens.close()


@pytest.mark.parametrize("rule", ["", STRICT], ids=["as it is", "strict"])
def test_both_widgets_are_drawn_and_talk_to_the_kernel(
    browser: Browser, scripts: dict[str, bytes], state: Any, rule: str
) -> None:
    rule = rule.replace("connect-src https:", "connect-src 'self' https:")  # for /state.json
    page, complaints = opened(browser, scripts, state, rule)
    page.wait_for_selector(".flinksim-stepper [data-part=stack]", timeout=30_000)
    page.wait_for_selector(".flinksim-lens [data-part=layerWords]", timeout=30_000)
    assert page.locator(".flinksim-lens .node").count() > 10
    before = int(page.get_attribute(".flinksim-stepper", "data-position") or 0)
    page.click(".flinksim-stepper [data-act=next]")
    page.wait_for_function("window.sent.some(({ data }) => 'position' in (data.state ?? {}))")
    page.wait_for_function(
        "(before) => +document.querySelector('.flinksim-stepper').dataset.position > before",
        arg=before,
    )
    model = page.evaluate("window.sent.find(({ data }) => 'position' in (data.state ?? {})).id")
    page.evaluate("(id) => window.told(id, { position: 3 })", model)
    page.wait_for_selector('.flinksim-stepper[data-position="3"]')
    assert [
        one for one in complaints if not one.startswith("Loading the font")
    ] == []  # ipywidgets' own
    page.close()


def test_colab_is_asked_for_its_custom_widget_manager(monkeypatch: pytest.MonkeyPatch) -> None:
    """By anywidget, when a widget is shown: Colab loads it from the address that it answers with."""
    from anywidget import _util

    asked: list[str] = []
    output: Any = ModuleType("google.colab.output")
    output.enable_custom_widget_manager = lambda: asked.append("enabled")
    output._widgets = ModuleType("widgets")
    output._widgets._installed_url = "https://colab.test/manager.js"
    monkeypatch.setitem(sys.modules, "google.colab.output", output)
    _util.enable_custom_widget_manager_once.cache_clear()
    stepper = StepperWidget(trace_of("windows"))
    data, metadata = stepper._repr_mimebundle_()
    stepper.close()
    shown = "application/vnd.jupyter.widget-view+json"
    assert data[shown]["model_id"]
    assert (
        metadata[shown]["colab"]["custom_widget_manager"]["url"] == "https://colab.test/manager.js"
    )
    assert asked == ["enabled"]
