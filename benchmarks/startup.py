"""How long a learner waits: whole processes, from the command to the exit.

    python benchmarks/startup.py [--runs N]

For comparison with PyFlink set FLINKSIM_PYFLINK to the Python of an environment with apache-flink. The
windowed program is the same text for both; only the package's name differs. The median counts.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
IMPORT = "import {package}.datastream\n"
WINDOWS = """
from {package}.common import Time, Types, WatermarkStrategy
from {package}.common.watermark_strategy import TimestampAssigner
from {package}.datastream import StreamExecutionEnvironment
from {package}.datastream.window import TumblingEventTimeWindows


class Second(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(Second())
clicks = env.from_collection(
    [("a", number * 500, 1) for number in range(10)],
    Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()]),
)
clicks.assign_timestamps_and_watermarks(strategy).key_by(lambda click: click[0]).window(
    TumblingEventTimeWindows.of(Time.seconds(1))
).reduce(lambda a, b: (a[0], a[1], a[2] + b[2])).print()
env.execute()
"""


def seconds(python: str, program: str, runs: int) -> tuple[float, str]:
    """The median time of a process that runs *program*, and what it printed last."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    environment["PATH"] = f"{Path(python).parent}{os.pathsep}{environment.get('PATH', '')}"
    times, printed = [], ""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "program.py"
        script.write_text(program, encoding="utf-8")
        for _ in range(runs):
            started = time.perf_counter()
            result = subprocess.run(
                [python, str(script)], capture_output=True, text=True, env=environment, check=True
            )
            times.append(time.perf_counter() - started)
            printed = result.stdout
    return statistics.median(times), printed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    pyflink = os.environ.get("FLINKSIM_PYFLINK")
    print(f"{'':24} {'flinksim':>10} {'PyFlink':>10} {'ratio':>7}")
    for name, text in (("import", IMPORT), ("ten records, windows", WINDOWS)):
        ours, printed = seconds(sys.executable, text.format(package="flinksim"), runs)
        if pyflink is None:
            print(f"{name:24} {ours:9.2f}s {'':>10} {'':>7}")
            continue
        theirs, expected = seconds(pyflink, text.format(package="pyflink"), max(1, runs // 2))
        same = "" if printed == expected else "   the two printed different things"
        print(f"{name:24} {ours:9.2f}s {theirs:9.2f}s {theirs / ours:6.0f}x{same}")


if __name__ == "__main__":
    main()
