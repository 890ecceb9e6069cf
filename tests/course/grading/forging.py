"""Twenty-six submissions that try to forge a verdict, to see what they must not, or to reach others."""

from __future__ import annotations

FORGED = (
    "import json, os\n"
    "VERDICT = dict(right=True, message='x', step=1, belief='')\n"
    "def forge(*_):\n"
    "    for n in range(3, 40):\n"
    "        try: os.write(n, (json.dumps(VERDICT) + '\\n').encode())\n"
    "        except OSError: pass\n"
)

# Answers to lesson 11, each a function total(rows) that is wrong.
FUNCTIONS = {
    "operator": "from operator import attrgetter as ag\nimport flinksim.common as c\n"
    "m = ag('__dict__')(ag('__class__')(c))\n" + FORGED + "def total(rows):\n    forge()\n    return 1\n",
    "dataclasses": "from dataclasses import sys as s\nos = s.modules['os']\n" + FORGED
    + "def total(rows):\n    forge()\n    os._exit(0)\n",
    "match": "import flinksim as f\ndef look(x):\n    match x:\n        case object(__globals__=g): return g\n"
    "g = look(f.simulate)\n" + FORGED + "def total(rows):\n    forge()\n    return -1\n",
    "a judge of its own": "import flinksim.course.grading.judge_process as j\n"
    "import flinksim.course.lesson as l\nj.judge_answer = l.Lesson.check = lambda *a, **k: VERDICT\n"
    + FORGED + "total = forge\n",
    "replies by itself": "import os, sys, json\ndef total(rows):\n"
    "    for n in range(3, 40):\n"
    "        try: os.write(n, b'[\"result\", 1]\\n[\"result\", true]\\n[\"error\", \"x\"]\\n' * 9)\n"
    "        except OSError: pass\n    return 1\n",
    "calls without end": "import os\ndef total(rows):\n    for n in range(3, 40):\n"
    "        try: os.write(n, b'[\"call\", [0, \"value\", []]]\\n' * 200)\n"
    "        except OSError: pass\n    return 1\n",
    "equals everything": "class E(int):\n    __eq__ = lambda *a: True\n    __hash__ = lambda s: 0\n"
    "def total(rows):\n    return E(1)\n",
    "never returns": "def total(rows):\n    while True: pass\n",
    "takes memory": "def total(rows):\n    x = []\n    while True: x.append(bytearray(10 ** 7))\n",
    "a long result": "def total(rows):\n    return 'x' * 10 ** 7\n",
    "a deep result": "def total(rows):\n    x = []\n    for _ in range(10 ** 4): x = [x]\n    return x\n",
}  # fmt: skip

# Answers to lesson 00.
ANSWERS = {
    "writes when it ends": FORGED + "import atexit; atexit.register(forge)\nstep, cause = 1, 'a'\n",
    "writes later": FORGED + "import threading, time\ndef late():\n    for _ in range(100):\n"
    "        time.sleep(.1); forge()\nthreading.Thread(target=late, daemon=True).start()\nstep, cause = 1, 'a'\n",
    "a child that outlives it": FORGED + "import time\nif os.fork() == 0:\n    os.setsid()\n"
    "    while True: forge(); time.sleep(.1)\nstep, cause = 1, 'a'\n",
    "ends in time": FORGED + "forge(); os._exit(0)\n",
    "looks for its judge": "import os\nfor name in os.listdir('/proc'):\n    if name.isdecimal() and name != "
    "str(os.getpid()):\n        print('LEAKED', open(f'/proc/{name}/cmdline').read())\nstep, cause = 1, 'a'\n",
    "reads the solutions": "import os\nfor place, _, names in os.walk('/'):\n"
    "    if place.startswith('/proc'): continue\n"
    "    for name in names:\n        if name.endswith('.ipynb') or 'shadow' in name and place == '/etc': "
    "print('LEAKED', place, name)\nstep, cause = 1, 'a'\n",
    "reads the teacher's files": "import os\nfor one in ('/etc/passwd', '~/.ssh', '/home', '/var', "
    "'/run', '/mnt', '/sys', '{folder}', '{secret}'):\n    print('LEAKED' * os.path.exists(one))\n"
    "step, cause = 1, 'a'\n",
    "finds a socket": "import socket\nfor one in ('{socket}', '\\0flinksim-hostile'):\n"
    "    s = socket.socket(socket.AF_UNIX)\n    try: s.connect(one); print('LEAKED')\n"
    "    except OSError: pass\nstep, cause = 1, 'a'\n",
    "leaves a message": "for place in ('/dev/shm', '/tmp', '/var/tmp', '/dev/mqueue'):\n"
    "    try: open(f'{place}/left', 'w').write('x')\n    except OSError: pass\nstep, cause = 1, 'a'\n",
    "reads a message": "import os\nfor place in ('/dev/shm', '/tmp', '/var/tmp', '/dev/mqueue'):\n"
    "    print('LEAKED' * os.path.exists(f'{place}/left'))\nstep, cause = 1, 'a'\n",
    "controls the machine": "import os\nfor place, _, names in os.walk('/proc/sys'):\n    for name in names:\n"
    "        try: open(f'{place}/{name}', 'r+').close(); print('LEAKED', place, name)\n"
    "        except OSError: pass\nfor one in ('/dev/kmsg', '/dev/mem', '/sys/fs/cgroup'):\n"
    "    print('LEAKED' * os.path.exists(one))\nstep, cause = 1, 'a'\n",
    "shared memory": "import ctypes\nlibc = ctypes.CDLL(None)\nlibc.shmat.restype = ctypes.c_void_p\n"
    "for n in range(100):\n    i = libc.shmget(0, 50 << 20, 0o1600)\n    if i >= 0: print('LEAKED')\n"
    "step, cause = 1, 'a'\n",
    "asks for draws without end": "import os, json\nn = 0\nwhile True:\n    n += 1\n    for fd in range(3, 40):\n"
    "        try: os.write(fd, json.dumps(['call', ['draw', '00', str(n % 50)]]).encode() + b'\\n')\n"
    "        except OSError: pass",
    "asks for draws of other things": "import os, json\n"
    "for one in ('99', '../../etc', '00.py', '\\0', '00\\n', 7, None, ['00'], '0' * 10 ** 5):\n"
    "    for fd in range(3, 40):\n"
    "        try: os.write(fd, json.dumps(['call', ['draw', one, one]]).encode() + b'\\n')\n"
    "        except OSError: pass\nstep, cause = 1, 'a'",
    "children of threads": "import threading, os, time\ndef start():\n    if os.fork() == 0: time.sleep(10_000)\n"
    "    time.sleep(10_000)\nfor _ in range(40): threading.Thread(target=start, daemon=True).start()\n"
    "time.sleep(30)\nstep, cause = 1, 'a'\n",
}  # fmt: skip
