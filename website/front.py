"""The front page with a live run of the demo, and the page of the playground."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from flinksim.course.demo import simulate_flights
from flinksim.simulation.program_source import extract_program_source
from flinksim.trace.storage.codec import encode
from website.shell import Page

_FRONT_TEMPLATE = """<main id="main" class="page">
<h1>Apache Flink, one step at a time</h1>
<p class="lead">Below is a real run of a PyFlink program on one day of flights, opened at a late record. Press
<b>Play</b>, step through it, drag along the timeline, or click any element.</p>
<div class="shot" data-trace="front/run.flinktrace" data-about="front/about.json"></div>
<div class="acts"><a class="button primary" href="play/">Run your own program</a>
{course}<a class="button" href="runs/">Why has my window not fired?</a>{docs}</div>
<ul class="tiles">
<li><a href="play/">Playground</a><p>Write PyFlink on the left and step through it on the right. Python runs in this
browser. A link contains the program and the step.</p></li>
{course_card}<li><a href="runs/">Runs</a><p>{runs} situations from real jobs: a window that never fires, an idle split,
a hot key. Each has its cause and the smallest change that fixes it.</p></li>
{docs_card}</ul></main>"""

_PLAYGROUND_TEMPLATE = """<div class="turns" role="tablist" aria-label="What is shown">
<button type="button" role="tab" data-turn="program" aria-selected="true">Program</button>
<button type="button" role="tab" data-turn="run" aria-selected="false">Run</button></div>
<main id="main" class="play" data-show="program"><h1 class="unseen">Playground</h1>
<section class="code" id="code" aria-label="Program">
<div class="tools"><button type="button" id="run" class="primary" title="Ctrl+Enter">Run</button>
<button type="button" id="stop" disabled>Stop</button>
<select id="examples" aria-label="Examples"><option value="">Examples …</option></select>
<button type="button" id="copy">Copy link</button>
<details class="menu"><summary class="button">Settings&nbsp;<span id="settingsTold"></span></summary><div>
<label>Scheduling policy <select id="order"><option value="arrival">arrival order</option>
<option value="round-robin">round robin</option><option value="seeded">random (with seed)</option></select></label>
<label>Seed <input id="seed" type="number" min="0" value="0"></label>
<label>Default parallelism <input id="parallelism" type="number" min="1" max="128"></label>
<label>Stop at the first event or condition <input id="until" list="untils" placeholder="late, firing, clock >= 10 s ..."></label>
<datalist id="untils"><option>record</option><option>watermark</option><option>timer</option><option>firing</option>
<option>late</option><option>result</option></datalist>
<label>A file that the program can read <input id="file" type="file" multiple></label></div></details>
<details class="menu"><summary class="button">Data&nbsp;<span id="dataTold"></span></summary><div>
<label>Text of a file: lines of values, kcat -J, CSV, or flinksim.toml <textarea id="pasted" rows="4" spellcheck="false"
placeholder='{"topic": "orders", "partition": 0, "offset": 0, "ts": 1000, "payload": "hello"}'></textarea></label>
<label>Its name <input id="pastedName" value="data.jsonl" spellcheck="false"></label>
<button type="button" id="paste">Add the file</button>
<label>Files for sources, one in a line <textarea id="sources" rows="2" spellcheck="false"
placeholder="orders=data.jsonl"></textarea></label>
<label>Records to generate for each other source <input id="sample" type="number" min="1" max="10000"
placeholder="200"></label></div></details>
<details class="menu"><summary class="button">Save</summary><div>
{lab}<button type="button" id="saveNotebook">As a notebook</button>
<button type="button" id="savePage" disabled>The run as a page</button>
<button type="button" id="saveTrace" disabled>The run as a trace</button>
<button type="button" id="saveProgram">The program</button></div></details></div>
<div class="notice" id="notice" role="note" hidden><span>This program is from a link. It has not run yet. Read it
first.</span><button type="button" id="noticeRun">Run it</button></div>
<div class="editor" id="editor"></div>
<div class="files" id="files" hidden aria-label="Files that the program can read"></div>
<div class="telling"><p id="status" role="status">Press Run. To read a file in the program, drop it here.</p>
<progress id="progress" aria-label="progress of the run" hidden></progress><p id="python"></p></div>
<pre id="output" tabindex="0" role="region" aria-label="What the program printed" data-empty="The output of the program appears here."></pre>
</section>
<section class="stage" id="stepper" aria-label="Run"><div class="empty"><p><button type="button" id="stageRun"
class="primary">Run the program</button></p><p>The run appears here, and you can step through it.</p></div></section></main>"""


def build_front_page(parts: tuple[str, ...], run_count: int) -> Page:
    """Build the front page."""
    course = '<a class="button" href="course/">Start the course</a>\n'
    course_card = (
        '<li><a href="course/">Course</a><p>Lessons with real runs: predict, step, change one thing, '
        "and check your answer against the run.</p></li>\n"
    )
    docs_card = (
        '<li><a href="docs/">Docs</a><p>How to learn, teach and debug with flinksim, all event '
        "types, and the differences to Flink.</p></li>\n"
    )
    has_course, has_docs = "course" in parts, "docs" in parts
    main = _FRONT_TEMPLATE.format(
        course=course if has_course else "",
        course_card=course_card if has_course else "",
        docs='<a class="button" href="docs/">Read the docs</a>' if has_docs else "",
        docs_card=docs_card if has_docs else "",
        runs=run_count,
    )
    about = "Write a PyFlink program and step through it: an Apache Flink that runs in the browser."
    preloads = ("assets/stepper.js",)
    return Page("", "flinksim: Apache Flink, one step at a time", about, main, preloads=preloads)


def build_playground_page(parts: tuple[str, ...]) -> Page:
    """Build the page of the playground."""
    lab = (
        '<button type="button" id="openLab">Open in JupyterLab</button>\n' if "lab" in parts else ""
    )
    return Page(
        "play/",
        "Playground - flinksim",
        "A PyFlink program on the left and its run on the right. Python runs in this browser.",
        _PLAYGROUND_TEMPLATE.replace("{lab}", lab),
        script="play",
        runs_python=True,
        body_class="playing",
        has_footer=False,
    )


def write_front_run(folder: Path) -> None:
    """Write the run of the front page: the demo, opened at its key step."""
    sim = simulate_flights()
    with redirect_stdout(StringIO()):
        sim.run()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "run.flinktrace").write_bytes(encode(sim.trace))
    state = {"choose": True, "program": extract_program_source(sim.cluster.job_graph)}
    (folder / "about.json").write_text(json.dumps(state), encoding="utf-8")
