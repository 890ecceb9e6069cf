"""The exported page of a plan, opened from its file in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from flinksim.viz.diagram.model import PlanDiagram
from flinksim.viz.plan.show import build_full_diagram, export_plan
from tests.viz.widgets.plans import SEEDS, large, union_of_three, windows, words

Open = Callable[..., "Opened"]


class Opened:
    """The page of a plan, with everything that it complains about."""

    def __init__(self, page: Page, path: Path, document: PlanDiagram) -> None:
        self.page, self.document = page, document
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-ready=yes]", timeout=60_000)

    def go(self, layer: str) -> None:
        """Flies to a layer and waits until it has arrived."""
        number = [one.name for one in self.document.layers].index(layer)  # type: ignore[arg-type]
        self.page.click(f'[data-layer="{number}"]')
        self.page.wait_for_selector(f'.flinksim-lens[data-position="{number}.00"]')

    def slide(self, position: float) -> None:
        self.page.evaluate(
            """(position) => {
                const range = document.querySelector("input[type=range]");
                range.value = position;
                range.dispatchEvent(new Event("input"));
            }""",
            position,
        )

    def look_at(self, name: str) -> None:
        """Focuses a node or an edge by its id."""
        self.page.evaluate("(id) => " + VISIBLE + "(id).focus()", name)

    def place(self, name: str) -> tuple[float, float]:
        """The middle of a box on the screen."""
        x, y = self.page.evaluate(
            "(id) => { const box = "
            + VISIBLE
            + "(id).querySelector('rect').getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; }",
            name,
        )
        return x, y

    def shown(self) -> set[str]:
        """The ids of everything that is drawn."""
        found: list[str] = self.page.evaluate(
            """() => [...document.querySelectorAll(".node, .wire")]
                .filter((one) => one.style.display !== "none" && one.style.opacity !== "0.00")
                .map((one) => one.dataset.id)"""
        )
        return set(found)

    def text(self, part: str) -> str:
        return self.page.inner_text(f'[data-part="{part}"]')


VISIBLE = (
    "((id) => [...document.querySelectorAll('.node, .wire')]"
    ".find((one) => one.dataset.id === id && one.style.display !== 'none'))"
)


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    pages: list[Opened] = []
    contexts: list[Any] = []

    def open_page(env: Any, *, layer: str | None = None, width: int = 1280, **more: Any) -> Opened:
        path = export_plan(env, tmp_path / f"plan{len(pages)}.html", layer=layer)
        contexts.append(browser.new_context(viewport={"width": width, "height": 940}, **more))
        pages.append(Opened(contexts[-1].new_page(), path, build_full_diagram(env.pipeline())))
        return pages[-1]

    yield open_page
    for page in pages:
        assert page.complaints == []
        remote = [url for url in page.requests if not url.startswith(("file:", "data:", "blob:"))]
        assert remote == [], "the page must need no network"
    for context in contexts:
        context.close()


# --- layers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("seed", "parallelism"), [*((seed, 4) for seed in SEEDS), ("shuffle", 1), ("classic", 1)]
)
def test_every_layer_of_the_seeds_is_drawn_whole(
    opened: Open, seed: str, parallelism: int, scheme: str
) -> None:
    page = opened(SEEDS[seed](parallelism), color_scheme=scheme)
    for number, layer in enumerate(page.document.layers):
        page.slide(number)
        wanted = {node.id for node in layer.nodes}
        if layer.name != "transformations":  # there an edge is drawn as the one that it becomes
            wanted |= {v.edge for v in page.document.verdicts}
        assert page.shown() >= wanted
        gone = {node.id for one in page.document.layers for node in one.nodes} - wanted
        assert page.shown().isdisjoint(gone)
    assert page.page.get_attribute(".flinksim-lens", "data-theme") == scheme


def test_boxes_do_not_overlap_but_for_frames_around_what_they_hold(opened: Open) -> None:
    page = opened(union_of_three(2))
    for number, layer in enumerate(page.document.layers):
        page.slide(number)
        boxes: dict[str, list[float]] = page.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll(".node")]
                .filter((one) => one.style.display !== "none")
                .map((one) => { const box = one.querySelector("rect").getBoundingClientRect();
                    return [one.dataset.id, [box.left, box.top, box.right, box.bottom]]; }))"""
        )
        parents = {node.id: node.parent for node in layer.nodes}
        for one, box in boxes.items():
            for other, other_box in boxes.items():
                if (
                    one >= other
                    or one in ancestors(other, parents)
                    or other in ancestors(one, parents)
                ):
                    continue
                apart = (
                    box[2] <= other_box[0]
                    or other_box[2] <= box[0]
                    or box[3] <= other_box[1]
                    or other_box[3] <= box[1]
                )
                assert apart, f"{one} and {other} overlap in {layer.name}"


def ancestors(name: str, parents: dict[str, str | None]) -> set[str]:
    found = set()
    at = parents.get(name)
    while at is not None:
        found.add(at)
        at = parents.get(at)
    return found


def test_what_is_in_a_frame_is_drawn_in_it(opened: Open) -> None:
    page = opened(SEEDS["side output"](2))
    for number, layer in enumerate(page.document.layers):
        page.slide(number)
        for node in layer.nodes:
            if node.parent is None:
                continue
            inside = page.page.evaluate(
                "([id, parent]) => { const [a, b] = [id, parent].map((one) => "
                + VISIBLE
                + "(one).querySelector('rect').getBoundingClientRect());"
                " return a.left >= b.left && a.right <= b.right + 0.5"
                " && a.top >= b.top && a.bottom <= b.bottom + 0.5; }",
                [node.id, node.parent],
            )
            assert inside, f"{node.id} sticks out of {node.parent} in {layer.name}"


# --- from layer to layer -------------------------------------------------------------------------


def test_an_operator_flies_into_its_chain_and_its_chain_into_subtasks(opened: Open) -> None:
    page = opened(words(4), layer="stream")
    start = page.place("o2")
    page.slide(1.4)
    on_the_way = page.place("o2")
    page.slide(2)
    end = page.place("o2")
    assert min(start[0], end[0]) - 1 <= on_the_way[0] <= max(start[0], end[0]) + 1
    assert "o2" in page.shown()
    page.slide(2.01)
    for index in range(4):
        x, y = page.place(f"o2/{index}")
        assert (x, y) == pytest.approx(end, abs=1), "a subtask starts where its chain was"
    page.slide(3)
    assert len({page.place(f"o2/{index}")[1] for index in range(4)}) == 4


def test_a_virtual_transformation_flies_onto_the_edge_that_it_becomes(opened: Open) -> None:
    page = opened(words(4))
    shuffle = next(n for n in page.document.layer("transformations").nodes if n.kind == "partition")
    (edge,) = shuffle.lands_on
    label = page.page.locator(".chip", has_text="SHUFFLE")
    assert not label.is_visible()
    page.slide(0.6)
    box = label.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert page.place(shuffle.id) == pytest.approx(middle, abs=2)
    page.slide(1)
    assert edge in page.shown()
    assert shuffle.id not in page.shown()
    assert label.is_visible()


def test_forward_and_back_lead_to_the_same_picture(opened: Open) -> None:
    page = opened(SEEDS["two inputs"](2), layer="job")
    picture = """[...document.querySelectorAll(".node, .wire, .chip")]
        .filter((one) => one.style.display !== "none").map((one) => one.outerHTML)"""
    page.slide(1)
    before = page.page.evaluate(picture)
    page.slide(3.3)
    page.slide(0.2)
    page.slide(1)
    assert page.page.evaluate(picture) == before


def test_play_goes_through_all_layers_and_ends_with_the_slots(opened: Open) -> None:
    page = opened(windows(2), layer="execution")
    page.page.click('[data-act="play"]')
    page.page.wait_for_selector('.flinksim-lens[data-layer-name="slots"]')
    page.page.wait_for_function("document.querySelector('[data-part=play]').innerText === 'Play'")


def test_with_reduced_motion_nothing_flies(opened: Open) -> None:
    page = opened(words(4), reduced_motion="reduce")
    page.page.evaluate(
        """() => {
            window.seen = new Set();
            const root = document.querySelector(".flinksim-lens");
            new MutationObserver(() => seen.add(root.dataset.position))
                .observe(root, { attributes: true });
        }"""
    )
    page.go("slots")
    assert page.page.evaluate("[...window.seen]") == ["4.00"]


def test_a_slider_that_is_let_go_between_layers_goes_to_the_nearest(opened: Open) -> None:
    page = opened(words(1))
    page.slide(1.7)
    page.page.evaluate(
        "document.querySelector('input[type=range]').dispatchEvent(new Event('change'))"
    )
    page.page.wait_for_selector('.flinksim-lens[data-position="2.00"]')


# --- why -----------------------------------------------------------------------------------------


def test_an_edge_tells_its_verdict_on_every_condition(opened: Open) -> None:
    page = opened(words(4), layer="stream")
    for verdict in page.document.verdicts:
        page.look_at(verdict.edge)
        card = page.text("why")
        assert ("Not chained" in card) is not verdict.chained
        rows = page.page.locator('[data-part="why"] tbody tr')
        assert rows.count() == len(verdict.verdicts)
        fails = [one.condition for one in verdict.verdicts if not one.holds]
        found = page.page.locator('[data-part="why"] tr.fails th').all_inner_texts()
        assert found == fails
        assert verdict.change is not None
        assert verdict.change.words in card
        for one in verdict.verdicts:
            assert one.flink in card


def test_pointing_at_an_edge_is_enough_and_is_forgotten_again(opened: Open) -> None:
    page = opened(words(4), layer="stream")
    page.page.hover('.chip:has-text("SHUFFLE")')
    assert "shuffle() sets the partitioner SHUFFLE" in page.text("why")
    page.page.hover("header")
    assert page.text("why").startswith("why")


def test_a_channel_tells_the_verdict_of_its_edge(opened: Open) -> None:
    page = opened(words(4), layer="execution")
    page.look_at("o2>o4")
    assert "SHUFFLE, not FORWARD" in page.text("why")


def test_a_subtask_tells_what_it_owns_and_shows_its_channels(opened: Open) -> None:
    page = opened(words(4), layer="slots")
    page.look_at("v4/1")
    assert "key groups\n32 to 63 of 128" in page.text("why")
    lines = page.page.get_attribute(".spot", "d") or ""
    assert lines.count("M") == 4


# --- keyboard and words --------------------------------------------------------------------------


def test_the_keyboard_reaches_every_layer_box_and_edge(opened: Open) -> None:
    page = opened(words(4))
    keyboard = page.page.keyboard
    page.page.focus(".flinksim-lens")
    keyboard.press("3")
    page.page.wait_for_selector('.flinksim-lens[data-position="2.00"]')
    keyboard.press("ArrowRight")
    page.page.wait_for_selector('.flinksim-lens[data-position="3.00"]')
    keyboard.press("ArrowLeft")
    page.page.wait_for_selector('.flinksim-lens[data-position="2.00"]')
    reached = set()
    for _ in range(20):
        keyboard.press("ArrowDown")
        reached.add(page.page.evaluate("document.activeElement.dataset.id"))
    job = page.document.layer("job")
    assert reached == {one.id for one in (*job.nodes, *job.edges)}
    keyboard.press("ArrowUp")
    assert page.page.evaluate("document.activeElement.getAttribute('aria-label')")
    keyboard.press("Escape")
    assert page.text("why").startswith("why")


def test_every_box_and_edge_has_a_text_alternative(opened: Open) -> None:
    page = opened(SEEDS["side output"](2), layer="execution")
    labels = page.page.evaluate(
        """[...document.querySelectorAll(".node, .wire")]
            .filter((one) => one.style.display !== "none")
            .map((one) => one.getAttribute("aria-label"))"""
    )
    assert all(labels)
    assert any("shuffle" in one or "key_by" in one or "HASH" in one for one in labels)


def test_a_layer_can_be_had_in_words(opened: Open) -> None:
    page = opened(words(4), layer="stream")
    page.page.click("details.words > summary")
    page.page.wait_for_function("document.querySelector('[data-part=words]').textContent !== ''")
    said = page.text("words")
    assert "o4 operator: Filter, parallelism 4" in said
    assert "Flat Map -> Filter: SHUFFLE (exchange); Not chained: shuffle() sets" in said
    page.go("slots")
    assert "tm0/0 slot" in page.text("words")


def test_the_walk_of_the_generator_can_be_stepped(opened: Open) -> None:
    page = opened(words(4))
    said = []
    for step in page.document.walk:
        page.page.click('[data-walk="next"]')
        said.append(page.text("layerWords"))
        now = page.page.locator(".node.now:visible")
        assert now.count() == (0 if step.edge or step.action == "phase" else 1)
    assert said == [step.sentence for step in page.document.walk]
    page.page.click('[data-walk="end"]')
    assert page.page.locator(".dim").count() == 0


# --- changing ------------------------------------------------------------------------------------


def test_without_python_the_controls_are_off_and_say_why(opened: Open) -> None:
    page = opened(words(4), layer="stream")
    page.look_at("o4")
    assert page.page.locator("[data-edit]").count() == 5
    assert page.page.locator("[data-edit]:not(:disabled)").count() == 0
    assert "This saved page cannot compute plans" in page.text("offline")


def test_a_change_that_was_derived_beforehand_is_shown_and_taken_back(opened: Open) -> None:
    page = opened(words(4), layer="job")
    page.look_at("o2>o4")
    page.page.click('[data-act="apply"]')
    page.page.wait_for_function("document.querySelector('[data-part=edits]').innerText !== ''")
    assert "without shuffle()" in page.text("edits")
    assert page.text("layerWords").startswith("4 operators in 2 tasks")
    assert "Chained" in page.text("why")
    assert "all conditions hold" in page.text("why")
    page.page.wait_for_timeout(900)
    assert "v4" not in page.shown()
    assert "o2>o4" in page.shown()
    page.page.click('[data-act="reset"]')
    page.page.wait_for_function("document.querySelector('[data-part=edits]').innerText === ''")
    assert page.text("layerWords").startswith("4 operators in 3 tasks")


# --- the page ------------------------------------------------------------------------------------


@pytest.mark.parametrize("layer", ["execution", "slots"])
def test_a_high_picture_gets_the_room_that_its_letters_need(opened: Open, layer: str) -> None:
    page = opened(union_of_three(4), layer=layer)
    page.page.set_viewport_size({"width": 1280, "height": 800})
    page.page.reload()
    page.page.wait_for_selector("html[data-ready=yes]")
    assert page.page.locator(".lensPicture").count() == 1
    assert page.page.locator(".lensPicture.far").count() == 0, "so small that letters are left out"
    top = page.page.evaluate(
        "document.querySelector('[data-part=why]').getBoundingClientRect().top"
    )
    assert top < 720, "a verdict must be in sight"


@pytest.mark.parametrize("width", [420, 760, 1280])
def test_the_page_fits_the_window(opened: Open, width: int) -> None:
    page = opened(words(4), width=width, layer="job")
    page.look_at("o2>o4")
    overflow = page.page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert overflow == 0


def test_names_are_never_taken_for_markup(opened: Open) -> None:
    env = words(1)
    evil = "<img src=x onerror='console.log(1)'>"
    env.from_collection([1]).map(str).name(evil).key_by(str).map(str).print()
    page = opened(env, layer="stream")
    page.page.click("details.words > summary")
    node = next(n for n in page.document.layer("stream").nodes if n.label.startswith("<img"))
    page.look_at(node.id)
    assert evil in page.text("why")
    assert page.page.locator(".flinksim-lens img").count() == 0


def test_it_can_be_enlarged_moved_and_fitted_again(opened: Open) -> None:
    page = opened(words(4), layer="job")
    before = page.place("o2")
    page.page.click('[data-act="in"]')
    scene = page.page.locator(".scene").bounding_box()
    assert scene is not None
    x, y = scene["x"] + scene["width"] / 2, scene["y"] + scene["height"] - 20
    page.page.mouse.move(x, y)
    page.page.mouse.down()
    page.page.mouse.move(x + 60, y - 30, steps=3)
    page.page.mouse.up()
    after = page.place("o2")
    assert after != pytest.approx(before, abs=5)
    page.page.click('[data-act="fit"]')
    assert page.place("o2") == pytest.approx(before, abs=0.5)


def test_three_hundred_nodes_move_within_the_time_of_a_frame(opened: Open) -> None:
    """Counts what the page itself computes for a frame; how many reach the screen is the machine's."""
    page = opened(large(300), layer="stream")
    assert len(page.document.layer("stream").nodes) >= 300
    session = page.page.context.new_cdp_session(page.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return float(next(m["value"] for m in metrics if m["name"] == "TaskDuration"))

    page.slide(1.1)  # what is computed once is computed
    begin = busy()
    frames = page.page.evaluate(
        """async () => {
            const range = document.querySelector("input[type=range]");
            for (let frame = 0; frame < 40; frame++) {
                range.value = String(1.1 + 0.02 * frame);
                range.dispatchEvent(new Event("input"));
                await new Promise(requestAnimationFrame);
            }
            return 40;
        }"""
    )
    assert 1000 * (busy() - begin) / frames < 16


def test_what_waits_for_a_slot_is_not_counted_among_the_slots(opened: Open) -> None:
    env = words(4)
    env.configuration.set_string("minicluster.number-of-taskmanagers", "3")
    page = opened(env, layer="slots")
    said = page.text("layerWords")
    assert said.startswith("7 subtasks in 3 slots of 3 TaskManagers, 2 wait for a slot; ")
    assert (
        page.text("notes")
        .splitlines()[1]
        .startswith("The job needs 4 slots, but the cluster has 3")
    )


def test_an_operator_tells_what_its_task_is_told(opened: Open) -> None:
    page = opened(words(4), layer="job")
    page.look_at("o4")
    told = page.text("why")
    assert "chain index 1" in told.replace("\n", " ")
    assert "inputs\nBytePrimitiveArraySerializer at gate 0 (PASS_THROUGH)" in told
    assert "chained outputs\nFilter-4_Sink: Print to Std. Out-5_0_FORWARD_0" in told


def test_what_flink_has_no_more_is_told_beside_the_walk(opened: Open) -> None:
    page = opened(words(4))
    assert not page.page.is_visible(".bygones li")
    page.page.click(".bygones summary")
    said = page.page.inner_text(".bygones")
    assert "Feedback (iterate() and closeWith()" in said
    assert "Split and select (split(OutputSelector)" in said


def test_a_class_in_a_verdict_has_a_card_that_leads_on(opened: Open) -> None:
    page = opened(windows(2), layer="stream")
    edge = page.document.verdicts[0].edge
    page.look_at(edge)
    linked = page.page.locator('[data-part="why"] .classLink')
    name = linked.first.inner_text()
    linked.first.click()
    card = page.page.locator('[data-part="card"] .classCard')
    assert card.first.get_attribute("data-card") == name.replace(".", "$")
    assert "in Flink" in card.first.inner_text()
    page.page.click('[data-part="card"] [data-class=""]')
    assert page.page.locator('[data-part="card"]').is_hidden()


ENGLISH = re.compile(r"\b(the|of|in|and|with|is|are|layer|walk|why|change)\b")


def test_the_lens_speaks_chinese(opened: Open) -> None:
    page = opened(windows(2), layer="stream")
    page.page.click('[data-act="language"]')
    page.page.wait_for_selector('.flinksim-lens[lang="zh-CN"]')
    texts: list[str] = []
    for layer in page.document.layers:
        page.go(layer.name)
        texts.append(page.text("layerWords"))
        texts += page.page.eval_on_selector_all(
            ".flinksim-lens [aria-label]",
            "(all) => all.filter((one) => !one.closest('.scene')).map((one) => one.ariaLabel)",
        )
    page.look_at(page.document.layers[-1].nodes[-1].id)
    texts += page.page.locator("header, .tabs, .legend, thead, [data-part=form]").all_inner_texts()
    assert [one for one in texts if ENGLISH.search(one)] == []
    page.page.click('[data-act="language"]')
    page.page.wait_for_selector('.flinksim-lens[lang="en"]')
