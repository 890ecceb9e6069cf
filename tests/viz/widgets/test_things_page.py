"""The names of the things on the page: each opens a card, and that a step with it on the stack."""

from __future__ import annotations

from collections.abc import Callable

from flinksim import NetworkSettings
from flinksim.core.flink_catalog.glossary import load_illustrated_terms
from tests.claim_runs import trace_of
from tests.test_things import RUNS, THINGS, found, reading_a_socket, without_timestamps
from tests.viz.widgets.conftest import Exported

Open = Callable[..., Exported]

ASK = """(names) => {
    const root = document.querySelector(".flinksim-stepper");
    const told = [];
    for (const name of names) {
        const input = root.querySelector("[data-ask]");
        input.value = name;
        input.dispatchEvent(new Event("input", { bubbles: true }));
        const mark = root.querySelector(".classCard [data-mark]");
        const cards = [...root.querySelectorAll(".classCard")];
        const status = cards.map((card) => card.dataset.status);
        let stack = "";
        if (mark) {
            mark.click();
            stack = root.querySelector('[data-part="stack"]').textContent;
        }
        if (mark || cards.length) told.push([name, status, stack]);
    }
    return told;
}"""


def test_every_name_opens_a_card_and_a_step_on_whose_stack_it_stands(exported: Open) -> None:
    names = sorted({name for thing in THINGS for name in thing["ask"]})
    by_event = {one.name.lower() for one in load_illustrated_terms()}
    wanted = {name: found(name) for name in names if found(name) in ("step", "told")}
    small = NetworkSettings(segment_bytes=24, buffer_timeout_ms=0)
    traces = [trace_of("channels", network=small), *(trace_of(run) for run in RUNS)]
    traces += [reading_a_socket(), without_timestamps()]
    assert len(wanted) > 150
    left = set(wanted)
    for trace in traces:
        page = exported(trace, view="watermarks")
        page.page.focus(".flinksim-stepper")
        page.page.keyboard.press("n")
        page.page.wait_for_selector("[data-ask]")
        for name, status, stack in page.page.evaluate(ASK, sorted(left)):
            word = name.replace("()", "").replace("$", ".").split(".")[-1].lower()
            is_told = not {"renamed", "removed", "incorrect"}.isdisjoint(status)
            if is_told or name.lower() in by_event or word in stack.lower():
                left.discard(name)
    assert sorted(left) == [], sorted(left)
