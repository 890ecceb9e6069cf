"""Attacks that look for the solution of lesson 00 in the process in which they run.

Each prints LEAKED if it finds one, as all do in a process that has the solutions. One submission tries all.
"""

from __future__ import annotations

NAMES = (
    "('SOLUTION', 'MISCONCEPTIONS', 'judge_answer', 'solve', 'compute_answer', 'closing_record')"
)

ATTACKS = {
    "imports": "import flinksim.course.solutions.solution_00 as s\nprint('LEAKED', s.solve)",
    "imports the package": "import flinksim.course.solutions as s, os\n"
    "print('LEAKED' * any(os.listdir(one) for one in s.__path__))",
    "walks the packages": "import pkgutil, flinksim.course\n"
    "for one in pkgutil.walk_packages(flinksim.course.__path__, 'flinksim.course.'):\n"
    "    if '.solution_0' in one.name: print('LEAKED', one.name)",
    "loads it": "from flinksim.course.lesson_loader import load_solution\n"
    "print('LEAKED', load_solution('00'))",
    "asks the lesson": "print('LEAKED', type(lesson)('00', '', 'en')._solution)",
    "asks the lesson by its loader": "import flinksim.course.lesson as l\nprint('LEAKED', l.load_solution('00'))",
    "reads the source": "import inspect, importlib.util as u\n"
    "spec = u.find_spec('flinksim.course.solutions.solution_00')\n"
    "print('LEAKED', open(spec.origin).read()[:50])",
    "searches the package": "import os, flinksim\nplace = os.path.dirname(flinksim.__file__)\n"
    "for folder, _, names in os.walk(place):\n    for name in names:\n"
    "        if 'solution_' in name and 'model' not in name: print('LEAKED', folder, name)",
    "searches the disk": "import os\nfor folder, folders, names in os.walk('/'):\n"
    "    folders[:] = [one for one in folders if f'{folder}/{one}' not in ('//proc', '//sys')]\n"
    "    for name in names:\n"
    "        if name.startswith(('solution_0', 'solution_1', 'solution_2')): print('LEAKED', folder, name)",
    "searches the disk for a text": "import os, sys\nfrom pathlib import Path\n"
    "import flinksim\nfor path in Path(flinksim.__file__).parents[1].rglob('*.py*'):\n"
    "    if 'course' in str(path) and path.is_file() and b'own record' b' closes it' in path.read_bytes():\n"
    "        print('LEAKED', path)",
    "walks the garbage collector": "import gc, flinksim.course.lesson as l\n"
    "lesson.run, lesson.data\ntry: lesson.data.clicks\nexcept Exception: pass\n"
    "for one in gc.get_objects():\n"
    "    if type(one).__name__ in ('Solution', 'Misconception', 'SolvedFirstWindow'): print('LEAKED', type(one))",
    "walks the modules": "import sys\nlesson.data.clicks\nfor module in list(sys.modules.values()):\n"
    f"    for name in {NAMES}:\n"
    "        if name in vars(module) and module.__name__.startswith('flinksim.course'): print('LEAKED', module, name)",
    "walks what the lesson holds": "import gc\nlesson.data.clicks\n"
    "seen, todo = set(), [lesson, lesson.data, lesson.definition]\n"
    "while todo and len(seen) < 20_000:\n    one = todo.pop(0)\n    if id(one) in seen: continue\n"
    "    seen.add(id(one))\n    todo += gc.get_referents(one)\n"
    "    if type(one).__name__ in ('Solution', 'Misconception', 'SolvedFirstWindow'): print('LEAKED', type(one))",
    "unpickles": "import pickle\nprint('LEAKED', pickle.loads(b'cflinksim.course.solutions.solution_00\\nsolve\\n.'))",
    "unpickles by a search": "import pickle, pathlib, flinksim\n"
    "for path in pathlib.Path(flinksim.__file__).parent.rglob('solution_00*.pyc'):\n    import marshal\n"
    "    print('LEAKED', marshal.loads(path.read_bytes()[16:]))\n"
    "for path in pathlib.Path(flinksim.__file__).parent.rglob('solution_00.py'): print('LEAKED', path)",
    "removes the mount": "import subprocess, flinksim.course as c, os\n"
    "place = os.path.join(c.__path__[0], 'solutions')\nsubprocess.run(['umount', place])\n"
    "subprocess.run(['unshare', '-rm', 'umount', place])\n"
    "print('LEAKED' * bool(os.listdir(place)))",
    "reads below another root": "import os, flinksim.course as c\nplace = os.path.join(c.__path__[0], 'solutions')\n"
    "for root in ('', '/proc/self/root', '/proc/1/root', '/proc/self/cwd/../..', '/old'):\n"
    "    try:\n        if os.listdir(root + place): print('LEAKED', root)\n    except OSError: pass",
    "asks the grader": "import os\nfor n in range(3, 40):\n"
    "    try: os.write(n, b'[\"call\", [\"draw\", \"00/../../solutions/solution_00\", \"\"]]\\n' * 400)\n"
    "    except OSError: pass\n"
    "import flinksim.course.solutions.solution_00\nprint('LEAKED')",
}  # fmt: skip

SUBMISSION = f"""
import contextlib, io
for name, text in {ATTACKS!r}.items():
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            exec(text, {{'lesson': lesson}})
        except BaseException as error:
            printed.write(type(error).__name__)
    print(name + ':', 'LEAKED' if 'LEAKED' in printed.getvalue() else printed.getvalue()[:40].strip() or 'nothing')
step, cause = 1, 'a'
"""
