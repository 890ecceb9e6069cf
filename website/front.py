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
<h1>An Apache Flink that you can hold in the hand</h1>
<p class="lead">Below is a real run: a day of flights through an ordinary PyFlink program, stopped where a record
comes too late. Press <b>Play</b>, go on step by step, drag along the strip, or click anything.</p>
<div class="shot" data-trace="front/run.flinktrace" data-about="front/about.json"></div>
<div class="acts"><a class="button primary" href="play/">Run a program of your own</a>
{course}<a class="button" href="runs/">Why has my window not fired?</a>{docs}</div>
<ul class="tiles">
<li><a href="play/">Playground</a><p>Write PyFlink at the left, step through it at the right. Python runs in this
browser; a link holds the program and the very step.</p></li>
{course_card}<li><a href="runs/">Runs</a><p>{runs} situations from real jobs: the window that never fires, the idle split,
the hot key. Each with its cause, and the smallest change that mends it.</p></li>
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
<label>Who goes next <select id="order"><option value="arrival">in order of arrival</option>
<option value="round-robin">in turn</option><option value="seeded">by chance, seeded</option></select></label>
<label>Seed <input id="seed" type="number" min="0" value="0"></label>
<label>Parallelism, where the program sets none <input id="parallelism" type="number" min="1" max="128"></label>
<label>Stop at the first <input id="until" list="untils" placeholder="late, firing, clock >= 10 s ..."></label>
<datalist id="untils"><option>record</option><option>watermark</option><option>timer</option><option>firing</option>
<option>late</option><option>result</option></datalist>
<label>A log or another file to read <input id="file" type="file" multiple></label></div></details>
<details class="menu"><summary class="button">Save</summary><div>
{lab}<button type="button" id="saveNotebook">As a notebook</button>
<button type="button" id="savePage" disabled>The run as a page</button>
<button type="button" id="saveTrace" disabled>The run as a trace</button>
<button type="button" id="saveProgram">The program</button></div></details></div>
<div class="notice" id="notice" role="note" hidden><span>This program came with a link. Nothing of it has run; read it
first.</span><button type="button" id="noticeRun">Run it</button></div>
<div class="editor" id="editor"></div>
<div class="files" id="files" hidden aria-label="Files that the program can read"></div>
<div class="telling"><p id="status" role="status">Press Run. A log can be dropped here.</p>
<progress id="progress" aria-label="runs" hidden></progress><p id="python"></p></div>
<pre id="output" tabindex="0" role="region" aria-label="What the program printed" data-empty="What the program prints comes here."></pre>
</section>
<section class="stage" id="stepper" aria-label="Run"><div class="empty"><p><button type="button" id="stageRun"
class="primary">Run the program</button></p><p>The run comes here, to step through.</p></div></section></main>"""


def build_front_page(parts: tuple[str, ...], run_count: int) -> Page:
    """Build the front page."""
    course = '<a class="button" href="course/">Begin the course</a>\n'
    course_card = (
        '<li><a href="course/">Course</a><p>Lessons that run: predict, step, change one thing, and be '
        "graded on the trace.</p></li>\n"
    )
    docs_card = (
        '<li><a href="docs/">Docs</a><p>How to learn, teach and debug with it; every name, every '
        "fact, and how far it is Flink.</p></li>\n"
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
        "A PyFlink program at the left, its run at the right; Python runs in this browser.",
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
