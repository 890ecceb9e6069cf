"""Records what the REST API of a real cluster says about healthy and ill jobs.

    python -m tests.clinic.record_responses [--jobs NAME,...] [--seconds 50]

Starts a standalone cluster of the PyFlink whose Python is first on PATH (or in FLINKSIM_PYFLINK), runs the
jobs of ``SickJobs.java`` on it one after another, and writes ``responses.json.gz``.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from flinksim.clinic.examination import diagnose_job
from flinksim.clinic.live_job import list_jobs, read_job
from flinksim.clinic.rest_client import RestClient
from flinksim.core.atomic_files import write_file
from tests.conformance.judge.real_flink import folder_of_jars

HERE = Path(__file__).parent
RESPONSES = HERE / "responses.json.gz"
ILL = (
    "idle_partition", "slow_split", "hot_key", "slow_sink", "no_watermarks", "seconds",
    "alignment_timeout", "more_subtasks_than_splits", "failing", "checkpoint_timeout", "growing_state",
    "lookup",
)  # fmt: skip
HEALTHY = ("healthy", "healthy_idleness", "healthy_processing_time", "healthy_lookup")
PORT = 8391


class RecordingClient(RestClient):
    """Client that keeps each response by its path."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.responses: dict[str, Any] = {}

    def get(self, path: str) -> Any:
        """Return the JSON document at *path*, and keep it."""
        document = super().get(path)
        self.responses[path] = document
        return document


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--jobs", default=",".join(ILL + HEALTHY), help="names, with commas")
    parser.add_argument("--seconds", type=float, default=50, help="how long each job runs")
    parser.add_argument("--at-once", type=int, default=4, help="jobs that run at the same time")
    options = parser.parse_args()
    jars = folder_of_jars(None)
    names = options.jobs.split(",")
    recorded = read_responses() if RESPONSES.exists() else {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        jar = build_jobs(jars, folder)
        environment = start_cluster(jars.parent, folder)
        try:
            client = RestClient(f"http://localhost:{PORT}")
            for start in range(0, len(names), options.at_once):
                group = names[start : start + options.at_once]
                for name in group:
                    run_flink(jars.parent, environment, "run", "-d", str(jar), name)
                time.sleep(options.seconds)
                for name in group:
                    examine(name)  # the JobManager now fetches the metrics
                time.sleep(5)
                for name in group:
                    recorded[name] = examine(name)
                for job in list_jobs(client):
                    if job["state"] not in ("CANCELED", "FAILED", "FINISHED"):
                        run_flink(jars.parent, environment, "cancel", job["jid"])
        finally:
            stop_cluster(jars.parent, environment)
    text = json.dumps(recorded, sort_keys=True, separators=(",", ":"))
    write_file(RESPONSES, gzip.compress(text.encode(), 9, mtime=0))
    return 0


def read_responses() -> dict[str, Any]:
    """Return the recorded responses: for each job, the list of jobs and the documents by path."""
    found: dict[str, Any] = json.loads(gzip.decompress(RESPONSES.read_bytes()))
    return found


def build_jobs(jars: Path, folder: Path) -> Path:
    """Compile the jobs, and return their jar."""
    sources = [HERE / "SickJobs.java", HERE / "PartitionedSource.java"]
    classes = folder / "classes"
    subprocess.run(
        ["javac", "-nowarn", "-cp", f"{jars}/*", "-d", classes, *sources], check=True, timeout=300
    )
    jar = folder / "jobs.jar"
    subprocess.run(["jar", "cfe", jar, "SickJobs", "-C", classes, "."], check=True, timeout=300)
    return jar


def start_cluster(
    flink: Path, folder: Path, task_managers: int = 1, slots: int = 40, settings_text: str = ""
) -> dict[str, str]:
    """Start a JobManager and *task_managers*; return the environment of Flink's commands.

    *settings_text* is added to the settings of the cluster.
    """
    settings = folder / "conf"
    settings.mkdir()
    for each in (flink / "conf").iterdir():
        if each.name != "config.yaml":
            (settings / each.name).write_bytes(each.read_bytes())
    (settings / "config.yaml").write_text(
        f"""\
jobmanager.rpc.address: localhost
jobmanager.rpc.port: {PORT + 1}
jobmanager.memory.process.size: 900m
rest.port: {PORT}
rest.address: localhost
taskmanager.host: localhost
taskmanager.numberOfTaskSlots: {slots}
taskmanager.memory.process.size: 1500m
taskmanager.memory.network.min: 256m
taskmanager.memory.network.max: 256m
web.refresh-interval: 1000
metrics.fetcher.update-interval: 1000
env.java.opts.all: --add-opens=java.base/java.util=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
{settings_text}
"""
    )
    (folder / "log").mkdir()
    environment = os.environ | {
        "FLINK_CONF_DIR": str(settings), "FLINK_LOG_DIR": str(folder / "log"),
        "FLINK_PID_DIR": str(folder), "FLINK_HOME": str(flink),
    }  # fmt: skip
    run_script(flink, environment, "jobmanager.sh", "start")
    for _ in range(task_managers):
        run_script(flink, environment, "taskmanager.sh", "start")
    deadline = time.monotonic() + 120
    client = RestClient(f"http://localhost:{PORT}")
    while (client.get_or_none("/overview") or {}).get("taskmanagers") != task_managers:
        if time.monotonic() > deadline:
            raise SystemExit(f"the cluster did not start; see {folder}/log")
        time.sleep(1)
    return environment


def stop_cluster(flink: Path, environment: dict[str, str]) -> None:
    """Stop all processes of the cluster."""
    for script in ("taskmanager.sh", "jobmanager.sh"):
        run_script(flink, environment, script, "stop-all")


def run_script(flink: Path, environment: dict[str, str], name: str, *arguments: str) -> None:
    """Run one of Flink's scripts."""
    subprocess.run(
        ["bash", flink / "bin" / name, *arguments], env=environment, stdout=subprocess.DEVNULL
    )


def run_flink(flink: Path, environment: dict[str, str], action: str, *arguments: str) -> None:
    """Run Flink's command line against the cluster."""
    command = ["bash", flink / "bin" / "flink", action, "-m", f"localhost:{PORT}", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise SystemExit(f"flink {action} {arguments}: {done.stdout}{done.stderr}")


def examine(name: str) -> dict[str, Any]:
    """Read everything that the clinic needs about a job, and print its report."""
    client = RecordingClient(f"http://localhost:{PORT}")
    document = client.get("/jobs/overview")
    running = [
        job for job in document["jobs"] if job["name"] == name and job["state"] != "CANCELED"
    ]
    print(f"===== {name}")
    print(diagnose_job(read_job(client, running[0]["jid"])), flush=True)
    return {"overview": {"jobs": running}, "responses": client.responses}


if __name__ == "__main__":
    sys.exit(main())
