"""A widget in a shadow tree, as marimo has it: dressed there, and answering keys and clicks."""

from __future__ import annotations

import base64
from typing import Any

from playwright.sync_api import Browser

from flinksim.trace.storage.codec import encode
from flinksim.viz.plan.layers import build_plan_diagram
from flinksim.viz.widgets.export.html_page import pack_plan, pack_tables, read_widget_bundle
from tests.claim_runs import pipeline_of, trace_of

RENDER = """async ({ code, data, state }) => {
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const { default: widget } = await import(url);
    for (const [name, value] of Object.entries(data)) {
        state[name] = Uint8Array.from(atob(value), (c) => c.charCodeAt(0));
    }
    const host = document.createElement("div");
    document.body.append(host);
    const el = document.createElement("div");
    host.attachShadow({ mode: "open" }).append(el);
    const heard = [];
    const model = {
        get: (name) => state[name], save_changes() {}, off() {},
        set(name, value) {
            if (state[name] === value) return;
            state[name] = value;
            for (const [event, call] of heard) if (event === `change:${name}`) call();
        },
        on: (event, call) => heard.push([event, call]),
    };
    await widget.render({ model, el });
    window.state = state;
    return getComputedStyle(el.firstElementChild).display;
}"""


def shown(browser: Browser, name: str, state: dict[str, Any], **data: bytes) -> Any:
    page = browser.new_page(viewport={"width": 1100, "height": 800}, reduced_motion="reduce")
    page.goto("about:blank")
    packed = {key: base64.b64encode(value).decode() for key, value in data.items()}
    packed["tables"] = base64.b64encode(pack_tables()).decode()
    told = {"code": read_widget_bundle(name), "data": packed, "state": state}
    assert page.evaluate(RENDER, told) == "grid", "it has its look"
    return page


def test_the_stepper_is_dressed_and_steps(browser: Browser) -> None:
    state = {"position": 0, "step": -1, "choose": True, "view": ""}
    page = shown(browser, "stepper", state, trace=encode(trace_of("windows")))
    before = page.evaluate("state.position")
    page.click('[data-act="next"]')
    page.wait_for_function("(before) => state.position > before", arg=before)
    assert page.locator(".simpleStage > svg").bounding_box()["width"] > 300
    page.close()


def test_the_lens_is_dressed(browser: Browser) -> None:
    state = {"layer": "job", "selected": "", "edits": [], "editable": False, "problem": ""}
    page = shown(browser, "lens", state, plan=pack_plan(build_plan_diagram(pipeline_of("windows"))))
    page.click('[data-act="next"]')
    page.wait_for_function("() => state.layer === 'execution'")
    page.close()
