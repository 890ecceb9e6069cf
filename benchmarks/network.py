"""What the network does to a job: bottlenecks, credits, buffer timeout and segment size.

python benchmarks/network.py             the numbers
python benchmarks/network.py --out DIR   also pictures and pages: each bottleneck, before and with
                                         credits beside each other, throughput and latency
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import flinksim as fs  # noqa: E402
from benchmarks import network_experiments as experiments  # noqa: E402
from benchmarks.steps import reference_job  # noqa: E402
from flinksim.runtime.local_executor import build_job_graph  # noqa: E402
from flinksim.runtime.minicluster import MiniCluster  # noqa: E402
from flinksim.viz.widgets.export.html_page import export_html  # noqa: E402

NETWORKS = {
    "segments of 32 KB, buffer timeout 100 ms": fs.NetworkSettings(),
    "segments of 64 bytes": fs.NetworkSettings(segment_bytes=64),
    "a buffer for every record": fs.NetworkSettings(segment_bytes=64, buffer_timeout_ms=0),
    "the same on a link of 1 ms and 10 MB/s": fs.NetworkSettings(
        segment_bytes=64, buffer_timeout_ms=0, latency_ms=1, bytes_per_s=10_000_000
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", metavar="DIR", type=Path, help="write pictures and pages there")
    options = parser.parse_args()
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
    bottlenecks(options.out)
    before_and_with_credits(options.out)
    throughput_and_latency(options.out)
    cost_of_it()


def bottlenecks(out: Path | None) -> None:
    for name, trace in experiments.bottleneck_runs().items():
        found = fs.find_bottlenecks(trace)
        print(f"--- a bottleneck {name}\n{found}\n")
        if out is not None:
            stem = f"bottleneck-{name.replace(' ', '-')}"
            export_html(
                trace, out / f"{stem}.html", position=len(trace.events) // 2, view="network"
            )
            fs.plot_run(trace, out / f"{stem}.png", found.bottlenecks[0].subtask)
            print(f"written: {out / stem}.html, {out / stem}.png\n")


def before_and_with_credits(out: Path | None) -> None:
    before, after = experiments.before_and_with_credits()
    found = fs.compare_side_by_side(before, after, ("before credits", "with credits"))
    print(f"--- two streams over one link\n{found}\n")
    if out is not None:
        print(f"written: {found.export_html(out / 'before-and-with-credits.html')}\n")


def throughput_and_latency(out: Path | None) -> None:
    measured = experiments.sweep(experiments.TIMEOUTS_MS, experiments.SEGMENTS_BYTES)
    print("--- throughput and latency, in virtual time")
    print(f"{'timeout':>8} {'segment':>8} {'records/s':>10} {'mean ms':>8} {'worst ms':>9}")
    for each in measured:
        print(
            f"{each.buffer_timeout_ms:8} {each.segment_bytes:8} {each.records_per_s:10,.0f} "
            f"{each.mean_latency_ms:8.1f} {each.worst_latency_ms:9.0f}"
        )
    print(f"\n{experiments.SHAPE}")
    if out is not None:
        print(f"written: {experiments.plot(measured, out / 'throughput-and-latency.png')}")


def cost_of_it(records_per_source: int = 5_000, rounds: int = 3) -> None:
    """The reference job of steps.py on several networks, in processor time, untraced."""
    print("--- the cost of it: the reference job of benchmarks/steps.py, processor time")
    for name, network in NETWORKS.items():
        settings = fs.RunSettings(interleaving=fs.RoundRobin(), traced=False, network=network)
        found = []
        for _ in range(rounds):
            env = reference_job(records_per_source)
            cluster = MiniCluster(build_job_graph(env.pipeline("reference")), settings)
            started = time.process_time()
            cluster.run()
            seconds = time.process_time() - started
            found.append((cluster.mailbox_steps_taken / seconds, cluster.steps_taken / seconds))
        mailbox, everything = (statistics.median(column) for column in zip(*found, strict=True))
        print(f"  {name:42} {mailbox:9,.0f} mailbox steps/s {everything:9,.0f} steps/s in all")


if __name__ == "__main__":
    main()
