"""Replays a program on a Spark cluster and compares each firing with the simulator.

Run it with ``spark-submit`` (see tools/spark_cluster.sh), or with --master for its own cluster:

    python tools/cluster_replay.py --master 'local-cluster[2,1,1024]' --kill-executor
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
from collections import Counter
from pathlib import Path

import flinksim
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import CollectSink, EventLogSource
from flinksim.datastream import OutputTag, StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.replay import ReplaySettings, SparkJob, spark_session
from flinksim.replay.spark.job_monitor import StageState
from flinksim.trace.events import LateRecordDropped, ResultWritten, WindowFired
from flinksim.trace.values import freeze

LATE_TAG = OutputTag("late")
SHORT_RUN_JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
SPARK_SETTINGS = {
    # The log is small. 200 partitions would be 200 nearly empty tasks, several times.
    "spark.sql.shuffle.partitions": "4",
    # Java's second compiler costs a short run more than it saves.
    "spark.driver.extraJavaOptions": SHORT_RUN_JAVA_OPTIONS,
    "spark.executor.extraJavaOptions": SHORT_RUN_JAVA_OPTIONS,
}
EXECUTOR_CLASS = b"org.apache.spark.executor.CoarseGrainedExecutorBackend"


def write_log(path: Path, events: int) -> None:
    rng = random.Random(7)
    lines = ["split,arrival,ts:timestamp,key:str,v:int"]
    for i in range(events):
        arrival = 1_000_000 + 20 * i
        timestamp = arrival - rng.choice([0, 10, 100, 700, 4000])
        lines.append(f"s{rng.randrange(4)},{arrival},{timestamp},k{rng.randrange(50)},{i % 91}")
    path.write_text("\n".join(lines) + "\n")


def spend_time(value: tuple) -> tuple:
    """Spend CPU time on a cluster, so that a run can be interrupted."""
    for _ in range(int(os.environ.get("FLINKSIM_BUSY", "0"))):
        pass
    return value


def declare(log: Path, is_busy: bool) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(
        Duration.of_seconds(1)
    ).with_timestamp_assigner(lambda value, ts: value[0])
    splits = [f"s{i}" for i in range(4)]
    stream = env.from_source(EventLogSource(log, splits=splits), strategy, "log")
    if is_busy:
        stream = stream.map(spend_time)
    sums = (
        stream.key_by(lambda v: v[1])
        .window(TumblingEventTimeWindows.of(Time.seconds(5)))
        .allowed_lateness(1000)
        .side_output_late_data(LATE_TAG)
        .sum(2)
    )
    sums.get_side_output(LATE_TAG).sink_to(CollectSink())
    sums.sink_to(CollectSink())
    return env


def count_simulated(env: StreamExecutionEnvironment) -> Counter:
    simulation = flinksim.simulate(env)
    simulation.run()
    found: Counter = Counter()
    for step in simulation.trace:
        for event in step.events:
            if isinstance(event, WindowFired):
                fields = (event.key, event.window, event.kind, event.count, event.contents)
                found["fired", *fields, event.watermark, step.time_ms] += 1
            elif isinstance(event, LateRecordDropped):
                fields = (event.key, event.value, event.timestamp, event.watermark, step.time_ms)
                found["dropped", *fields] += 1
            elif isinstance(event, ResultWritten):
                found["result", event.value, event.timestamp] += 1
    return found


def count_replayed(job: SparkJob) -> Counter:
    found: Counter = Counter()
    for f in job.iterate_firings():
        fields = (f.key, freeze(f.window), f.kind, f.count, freeze(f.contents), f.watermark, f.time)
        found["fired", *fields] += 1
    for d in job.iterate_dropped():
        found["dropped", d.key, freeze(d.value), d.timestamp, d.watermark, d.time] += 1
    for r in job.iterate_results():
        found["result", freeze(r.value), r.timestamp] += 1
    return found


class ExecutorKiller:
    """Kills one executor on this machine, once, in the middle of a stage."""

    def __init__(self, master: str) -> None:
        self._address = master.removeprefix("spark://").encode()
        self.killed_pid: int | None = None

    def __call__(self, state: StageState) -> None:
        is_preparing = state.stage.startswith("reading ")  # converts text to columns
        # a stage with one task is in its middle while the task runs
        in_the_middle = 0 < state.done < state.tasks or (state.done, state.tasks) == (0, 1)
        if self.killed_pid is None and not is_preparing and in_the_middle:
            self.killed_pid = self._find_executors()[-1]
            progress = f"{state.done} of {state.tasks} tasks of {state.stage}"
            print(f"killing executor {self.killed_pid} at {progress}")
            os.kill(self.killed_pid, signal.SIGKILL)

    def _find_executors(self) -> list[int]:
        """Find the executors that report to this driver."""
        driver = spark_session().sparkContext.getConf().get("spark.driver.port", "")
        found = []
        for entry in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = entry.read_bytes().split(b"\0")
            except OSError:
                continue  # the process has ended
            if EXECUTOR_CLASS in words and any(f":{driver}".encode() in word for word in words):
                found.append(int(entry.parent.name))
        return sorted(found)


def main() -> int:
    parser = argparse.ArgumentParser(description="Replay on a Spark cluster; is it equal?")
    parser.add_argument("--master", help="default: as spark-submit says")
    parser.add_argument("--events", type=int, default=3_000)
    parser.add_argument("--backend", choices=("native", "generic", "auto"), default="generic")
    parser.add_argument("--kill-executor", action="store_true")
    parser.add_argument("--folder", type=Path, help="where the log is; workers must see it")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        log = Path(folder) / "log.csv"
        write_log(log, options.events)
        # Only the generic backend runs Python functions that can spend time.
        env = declare(log, is_busy=options.kill_executor and options.backend == "generic")
        expected = count_simulated(env)
        busy_for = "20000" if options.kill_executor else "0"
        settings = SPARK_SETTINGS | {"spark.executorEnv.FLINKSIM_BUSY": busy_for}
        spark = spark_session(options.master, settings=settings)
        killer = ExecutorKiller(spark.sparkContext.master)
        progress = killer if options.kill_executor else (lambda state: None)
        replay_settings = ReplaySettings(backend=options.backend, chunks=8, progress=progress)
        with SparkJob(spark, env.pipeline("cluster"), replay_settings) as job:
            found = count_replayed(job)
        executors = spark.sparkContext.statusTracker().getExecutorInfos()
        print(
            f"{spark.sparkContext.master}: {len(executors) - 1} executors; flinksim from "
            f"{Path(flinksim.__file__).parent}; {options.events:,} events, {found.total():,} rows"
        )
        spark.stop()
    for row in list((found - expected) + (expected - found))[:5]:
        print("differs:", row)
    if options.kill_executor and killer.killed_pid is None:
        print("no executor was killed: the run was over too soon")
        return 1
    print("equal" if found == expected else "NOT equal")
    return 0 if found == expected else 1


if __name__ == "__main__":
    sys.exit(main())
