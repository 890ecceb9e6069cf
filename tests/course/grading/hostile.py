"""Eighty submissions that try to take more than their own grade, made from lesson 00.

python -m tests.course.grading.hostile [KIND ...]    # grades them between two honest ones
Only where they can be isolated: some of them kill whatever they can.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from flinksim.course import open_lesson
from flinksim.course.grading import ResourceLimits, grade_folder

ROOT = Path(__file__).parents[3]
NOTEBOOK = ROOT / "notebooks" / "00_reading_the_stepper.ipynb"
LIMITS = ResourceLimits(time_s=5, wait_s=15, memory_mb=600, output_kb=64, processes=8)

ENDLESS = {
    "loop": "while True: pass",
    "sleep": "import time; time.sleep(10_000)",
    "deaf to signals": "import signal\nfor n in range(1, 65):\n    try: signal.signal(n, signal.SIG_IGN)\n"
    "    except (OSError, ValueError): pass\nwhile True: pass",
    "catches everything": "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    "thread": "import threading\nthreading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start()",
    "waits at the end": "import atexit, time; atexit.register(time.sleep, 10_000)",
    "reads input": "import sys\nwhile True: sys.stdin.read()",
    "regular expression": "import re; re.match('(a+)+$', 'a' * 40 + 'b')",
    "large power": "x = 7 ** 10 ** 9",
    "deletes slowly": "class Slow:\n    def __del__(self):\n        while True: pass\nslow = Slow()",
}
CRASHING = {
    "exit": "import os; os._exit(3)",
    "sys.exit": "import sys; sys.exit(0)",
    "kills itself": "import os; os.kill(os.getpid(), 9)",
    "kills its parent": "import os; os.kill(os.getppid(), 9)",
    "kills everybody": "import os; os.kill(-1, 9)",
    "reads address 0": "import ctypes; ctypes.string_at(0)",
    "deep recursion": "import sys; sys.setrecursionlimit(10**9)\ndef f(n): return f(n + 1)\nf(0)",
    "raises": "raise SystemExit('no')",
    "no Python": "this is no Python",
    "closes all files": "import os; os.closerange(0, 1000)",
}
FORKING = {
    "forks": "import os\nwhile True: os.fork()",
    "forks and leaves": "import os\nfor _ in range(9):\n    if os.fork() == 0:\n        os.setsid()\n"
    "        while True: pass",
    "daemon": "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
    "        time.sleep(10_000)\n    os._exit(0)",
    "programs": "import subprocess\nwhile True: subprocess.Popen(['sleep', '1000'])",
    "threads": "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(999,)).start()",
    "pool": "import multiprocessing as m\nm.get_context('fork').Pool(64)",
    "shell": "import subprocess; subprocess.Popen('f() { f | f & }; f', shell=True)",
    "parent of many": "import os\nfor _ in range(200):\n    if os.fork() == 0:\n        while True: pass",
}
TAKING = {
    "memory at once": "x = bytearray(10 ** 10)",
    "memory bit by bit": "x = []\nwhile True: x.append(b'x' * 10 ** 7)",
    "memory of many": "import os\nfor _ in range(6): os.fork()\nx = [b'x' * 10 ** 6 for _ in range(400)]",
    "prints": "while True: print('x' * 1000)",
    "prints errors": "import sys\nwhile True: sys.stderr.write('x' * 1000)",
    "writes past Python": "import os\nwhile True: os.write(1, b'x' * 1000)",
    "a large file": "with open('large', 'wb') as f:\n    while True: f.write(b'x' * 10 ** 6)",
    "many files": "n = 0\nwhile True:\n    n += 1\n    open(f'file{n}', 'wb').write(b'x' * 60_000)",
    "a long answer": "step, cause = '9' * 10 ** 7, 'a'",
    "a deep answer": "step, cause = [], 'a'\nfor _ in range(10 ** 5): step = [step]",
}
BREAKING = {
    "writes to others": "open('{folder}/zoe.ipynb', 'w').write('x')",
    "reads others": "import os\nassert not os.listdir('{folder}'), 'LEAKED'\nprint('LEAKED' if "
    "os.listdir('{folder}') else 'hidden')",
    "deletes others": "import shutil; shutil.rmtree('{folder}', ignore_errors=True)",
    "changes the package": "import flinksim; open(flinksim.__file__, 'a').write('#')",
    "writes to the disk": "open('/var/tmp/flinksim-escaped', 'w').write('x')",
    "mounts": "import subprocess\nsubprocess.run(['mount', '-o', 'remount,rw', '/'], check=True)\n"
    "open('/flinksim-escaped', 'w')",
    "a new namespace": "import subprocess\nsubprocess.run(['unshare', '-rm', 'sh', '-c', "
    "'mount -o remount,rw / && touch /flinksim-escaped'], check=True)",
    "network": "import urllib.request; urllib.request.urlopen('http://192.0.2.1', timeout=2)",
    "own machine": "import socket; socket.create_connection(('127.0.0.1', 22), 2)",
    "other processes": "import os\nfor name in os.listdir('/proc'):\n    if name.isdecimal() and "
    "int(name) not in (1, os.getpid()): os.kill(int(name), 9)",
}
CHEATING = {
    "solve": "step, cause = lesson.solve().values()",
    "the exercise": "step, cause = lesson.definition.exercise.solve(lesson.data).values()",
    "the module": "from flinksim.course.solutions.solution_00 import solve\nstep, cause = solve(lesson.data).values()",
    "by name": "step, cause = getattr(lesson, 'solve')().values()",
    "asks the check": "for step in range(500):\n    if lesson.check(step=step, cause='a'): break\ncause = 'a'",
    "a check of its own": "type(lesson).check = lambda *a, **k: True\nstep, cause = 1, ('red', 1, 1)",
    "equals everything": "class E(int):\n    __eq__ = lambda *a: True\n    __hash__ = lambda s: 0\n"
    "step = cause = E()",
    "its own judge": "import flinksim.course.lesson as l\nl.CheckResult = lambda *a, **k: True\nstep = cause = 1",
    "other data": "lesson._data = type('D', (), {{'first_firing': (1, None), 'closing_record': 1}})()\nstep, cause = 1, 'a'",
    "another lesson": "lesson.definition.number = '99'\nstep, cause = 1, 'a'",
    "all answers": "step, cause = list(range(300)), 'a'",
    "forged": "import os, json\nfor n in range(3, 20):\n    try: os.write(n, (json.dumps(dict(right=True, "
    "message='x', step=1, belief='')) + '\\n').encode())\n    except OSError: pass\nstep, cause = 1, 'a'",
}
VALUES = {
    "raises when compared": "class E:\n    def __eq__(self, o): raise SystemExit\n"
    "    __hash__ = None\nstep = cause = E()",
    "endless description": "class E(int):\n    def __repr__(self):\n        while True: pass\n"
    "    __str__ = __index__ = __int__ = __repr__\nstep = cause = E(1)",
    "a list in itself": "step = cause = []\nstep.append(step)",
    "a dict in itself": "step = cause = {}\nstep['red'] = step",
    "an endless generator": "import itertools\nstep = cause = (n for n in itertools.count())",
    "a range without end": "step = cause = range(10 ** 18)",
    "a view of an endless dict": "class D(dict):\n    def __iter__(self):\n        while True: yield 1\n"
    "step, cause = D({1: 2}).keys(), 'a'",
    "a number of a million digits": "step, cause = 1 << 10 ** 7, 'a'",
    "half of a character": "step, cause = '\\ud800' * 1000, '\\x00\\x1b]0;x\\x07'",
    "no numbers": "step, cause = float('inf'), (float('nan'), 1e400, -0.0)",
    "its own reader": "import flinksim.course.answer_values as v\n"
    "v.simplify_value = lambda value: True\nstep = cause = 1",
}
MACHINE = {
    "stops its group": "import os; os.kill(0, 19)",
    "stops its parent": "import os; os.kill(os.getppid(), 19)\nwhile True: pass",
    "lifts its limits": "import resource as r\nfor n in range(16):\n    try: r.setrlimit(n, (-1, -1))\n"
    "    except (OSError, ValueError): pass\nx = []\nwhile True: x.append(bytearray(10 ** 7))",
    "debugs its parent": "import ctypes, os\nif ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0) == 0:\n"
    "    print('LEAKED')",
    "reads memory": "import os\nfor n in (1, os.getppid()):\n    try: open(f'/proc/{n}/environ').read()"
    " and n != 1 and print('LEAKED')\n    except OSError: pass",
    "a link to others": "import os; os.symlink('{folder}/zoe.ipynb', 'zoe'); open('zoe', 'a').write('x')",
    "a module for the next": "for one in ('sitecustomize', 'json', 'flinksim'):\n"
    "    open(f'{one}.py', 'w').write('raise SystemExit')",
    "folders without end": "import os\nn = 0\nwhile True:\n    n += 1\n    os.makedirs(f'd{n}')",
    "a file with a hole": "with open('hole', 'wb') as f: f.truncate(1 << 45)",
    "all file descriptors": "import os\nheld = []\nwhile True: held.append(os.pipe())",
    "a root of its own": "import os\nos.chroot('/tmp'); os.chdir('/'); print('LEAKED')",
    "restarts the machine": "for one in ('/proc/sysrq-trigger', '/proc/1/oom_score_adj'):\n"
    "    open(one, 'w').write('b'); print('LEAKED')",
}
KINDS = {
    "endless": ENDLESS, "crashing": CRASHING, "forking": FORKING, "taking": TAKING,
    "breaking out": BREAKING, "cheating": CHEATING, "values": VALUES, "machine": MACHINE,
}  # fmt: skip


def notebook(answer: str, learner: str) -> dict[str, Any]:
    """Lesson 00 as *learner* hands it in, with *answer* in its answer cell."""
    made: dict[str, Any] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    for cell in made["cells"]:
        text = "".join(cell["source"])
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            text = answer
        cell["source"] = text.replace('learner=""', f"learner={learner!r}")
    return made


def honest(learner: str) -> str:
    """What a learner writes who has found it."""
    step, cause = open_lesson("00", learner).solve().values()
    return f"step = {step}\ncause = {cause!r}"


def write(folder: Path, kinds: dict[str, dict[str, str]] | None = None) -> dict[str, str]:
    """Write all submissions, between two honest ones; the kind of each by its name."""
    found = {}
    for kind, made in (kinds or KINDS).items():
        for name, answer in made.items():
            learner = f"m {kind} {name}"
            answer = answer.replace("{folder}", str(folder)).replace("{{", "{").replace("}}", "}")
            (folder / f"{learner}.ipynb").write_text(json.dumps(notebook(answer, learner)))
            found[learner] = kind
    for learner in ("ada", "zoe"):
        (folder / f"{learner}.ipynb").write_text(json.dumps(notebook(honest(learner), learner)))
        found[learner] = "honest"
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "submissions"
        folder.mkdir()
        kinds = write(folder, {name: KINDS[name] for name in sys.argv[1:]} or None)
        sys.stdout.write(f"{len(kinds)} submissions, {len(kinds) - 2} of them hostile\n")
        for grade in grade_folder(folder, LIMITS):
            sys.stdout.write(
                f"{grade.learner}: {grade.points} points, {grade.status}, {grade.seconds:.1f} s; "
                f"{grade.message:.90}\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main()
