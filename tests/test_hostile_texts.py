"""Names and values of a stranger in everything that shows them: terminals, pages, pictures, Markdown.

Every field of a run that a person can name holds a hostile text. Nothing that shows the run may contain a
control character, or an element that the same run with harmless names does not have.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import flinksim as fs
from flinksim.analysis.diagnosis.diagnose import build_report, diagnose_run
from flinksim.analysis.diagnosis.rule import RuleFinding
from flinksim.analysis.why.answer_question import answer_question
from flinksim.cli import main
from flinksim.clinic.examination import ClinicReport
from flinksim.clinic.live_job import LiveJob, VertexMetrics
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.core.safe_repr import replace_unprintable
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.trace.storage.codec import save_trace

PIECES = [
    "<script>window.ran = 1</script>", "</script><img src=x onerror='window.ran = 2'>", "\"'><svg onload=x>",
    "<a href='javascript:window.ran = 3'>a</a>", "]]>", "-->", "<!--", "&lt;", "\x1b[2J\x1b[31m",
    "\x1b]0;title\x07", "\x9b2J", "\r", "\x08", "\u202e", "\u2066", "\n", "\t", "`", "```", "|", "# ", "**",
    "[a](javascript:x)", "{{7*7}}", "${x}", "%s", "\\", "'", '"', "a", "é", "水", "\x00",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join)
EVERYTHING = "".join(PIECES)
HARMLESS = "harmless"
NODE_SCRIPT = Path(__file__).parent / "viz/widgets/drawn_in_node.mjs"
HAS_NODE = (
    shutil.which("node") is not None
    and NODE_SCRIPT.parents[3].joinpath("widgets/node_modules/esbuild").is_dir()
)


def run_with_texts(text: str) -> fs.Simulation:
    """A run whose names, keys, values, splits and error message are *text*; its last record is late."""
    env = StreamExecutionEnvironment.get_execution_environment()
    clicks = [item for t in (1_000, 12_000, 3_000) for item in (record((text, 1), t), pause(300))]
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(2))
    stream = env.from_source(ScriptedSource({text: clicks}), strategy, text).name(text)
    windows = (
        stream.map(lambda click: click)
        .name(text)
        .set_description(text)
        .key_by(lambda click: click[0])
        .window(TumblingEventTimeWindows.of(Time.seconds(10)))
    )
    counted = windows.sum(1).name(text)

    def fail_at_end(value: tuple[str, int]) -> tuple[str, int]:
        if counts.setdefault(0, 0):
            raise ValueError(text)
        counts[0] += 1
        return value

    counts: dict[int, int] = {}
    counted.map(fail_at_end).name(text).print(text)
    sim = fs.simulate(env, job_name=text)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(Exception):
        sim.run()
    return sim


@cache
def run_harmless() -> fs.Simulation:
    return run_with_texts(HARMLESS)


class Elements(HTMLParser):
    """The elements of a text, with the names of their attributes, and what runs code."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(f"{tag} {' '.join(sorted(name for name, _ in attrs))}")
        for name, value in attrs:
            if name in {"href", "src"} and re.match(r"\s*javascript:", value or "", re.IGNORECASE):
                self.found.add(f"{tag} {value}")


def find_new_elements(hostile: str, harmless: str) -> set[str]:
    return Elements(hostile).found - Elements(harmless).found


def find_control_characters(text: str) -> set[str]:
    return {character for character in text if replace_unprintable(character) != character}


@contextlib.contextmanager
def save_run(sim: fs.Simulation) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.flinktrace"
        save_trace(sim.trace, path)
        yield path


def print_command(*arguments: str) -> str:
    out, errors = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(errors),
        contextlib.suppress(SystemExit),
    ):
        main(arguments)
    return out.getvalue() + errors.getvalue()


@settings(max_examples=3, deadline=None)
@given(TEXTS)
@example(EVERYTHING)
def test_no_control_character_reaches_a_terminal(text: str) -> None:
    with save_run(run_with_texts(text)) as path:
        for arguments in (
            ("tell", str(path), "--detail", "records"),
            ("why", str(path), "why was record 2 dropped"),
            ("why", str(path), text),
            ("why", str(path), "why did the job fail", "--full"),
            ("diagnose", str(path)),
            ("plan", "--from", str(path)),
            ("tell", f"{path}{text}"),
        ):
            printed = print_command(*arguments)
            assert printed
            assert find_control_characters(printed) == set(), arguments


@settings(max_examples=3, deadline=None)
@given(TEXTS)
@example(EVERYTHING)
def test_no_text_becomes_an_element_of_a_notebook(text: str) -> None:
    hostile, harmless = run_with_texts(text), run_harmless()
    for question in ("why was record 2 dropped", "why did the job fail"):
        shown = [answer_question(sim.trace, question)._repr_html_() for sim in (hostile, harmless)]
        assert find_new_elements(*shown) == set()
    found = [diagnose_run(sim.trace)._repr_html_() for sim in (hostile, harmless)]
    assert find_new_elements(*found) == set()


@settings(max_examples=3, deadline=None)
@given(TEXTS)
@example(EVERYTHING)
def test_no_text_becomes_an_element_of_a_page(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        pages = []
        for number, sim in enumerate((run_with_texts(text), run_harmless())):
            path = Path(folder) / f"{number}.html"
            sim.export_html(path)
            pages.append(path.read_text(encoding="utf-8"))
    assert find_new_elements(*pages) == set()
    scripts = [re.findall(r"<script[^>]*>", page, re.IGNORECASE) for page in pages]
    assert len(scripts[0]) == len(scripts[1])


def draw_pictures(sim: fs.Simulation) -> str:
    """All pictures of a run, as the stepper's markup."""
    with save_run(sim) as path:
        command = ["node", str(NODE_SCRIPT), str(path), "en", "markup"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    markup: str = json.loads(done.stdout)
    return markup


@pytest.mark.skipif(not HAS_NODE, reason="Node and its packages are not here")
def test_no_text_becomes_an_element_of_a_picture() -> None:
    hostile, harmless = draw_pictures(run_with_texts(EVERYTHING)), draw_pictures(run_harmless())
    tags = [{one.split()[0] for one in Elements(markup).found} for markup in (hostile, harmless)]
    assert len(tags[1]) > 3
    assert tags[0] <= tags[1]
    assert not re.search(r"<[^>]*\son\w+\s*=", re.sub(r'"[^"]*"', '""', hostile))


@settings(max_examples=50, deadline=None)
@given(TEXTS)
@example(EVERYTHING)
def test_a_ticket_shows_names_as_they_are(text: str) -> None:
    commonmark = pytest.importorskip("markdown_it")
    tasks = VertexMetrics("v", text, text, {"v": text}, [])
    job = LiveJob("1", text, text, "2.3.0", 0, 0, [tasks], None, [text], 0)
    finding = RuleFinding("likely", text, text)
    report = ClinicReport(job, build_report([("slow split", finding)], "en"), "en")
    shown = commonmark.MarkdownIt("commonmark").render(report.markdown())
    assert Elements(shown).found <= {"h2 ", "pre ", "code ", "ul ", "li ", "strong ", "p "}
    assert shown.count("<pre>") == 1
    assert find_control_characters(report.markdown()) == set()
    tags = {one.split()[0] for one in Elements(report.html()).found}
    assert tags <= {"section", "h2", "h3", "p", "table", "tr", "th", "td", "b", "br"}
