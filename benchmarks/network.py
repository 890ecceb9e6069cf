"""What the network does to a job, and what it costs the simulator.

python benchmarks/network.py                   bottlenecks, before and with credits, the sweep
python benchmarks/network.py --plot FILE.png   also draw throughput and latency
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from flinksim.explain import network_experiments as experiments  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="FILE", help="draw throughput and latency into a file")
    options = parser.parse_args()
    for name, found in experiments.bottlenecks().items():
        print(f"--- a bottleneck {name}\n{found}\n")
    print(f"--- two streams over one link\n{experiments.before_and_with_credits()}\n")
    measured = experiments.sweep(experiments.TIMEOUTS_MS, experiments.SEGMENTS_BYTES)
    print("--- throughput and latency, in virtual time")
    print(f"{'timeout':>8} {'segment':>8} {'records/s':>10} {'mean ms':>8} {'worst ms':>9}")
    for each in measured:
        print(
            f"{each.buffer_timeout_ms:8} {each.segment_bytes:8} {each.records_per_s:10,.0f} "
            f"{each.mean_latency_ms:8.1f} {each.worst_latency_ms:9.0f}"
        )
    print(f"\n{experiments.SHAPE}")
    if options.plot:
        print(f"drawn: {experiments.plot(measured, options.plot)}")


if __name__ == "__main__":
    main()
