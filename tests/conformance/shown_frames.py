"""Which methods of Flink the call stacks of flinksim show: writes ``shown_frames.json``.

    python -m tests.conformance.shown_frames

Run it after a frame was added to the runtime's instrumentation, and read the difference: a frame that
is gone, or that more stacks leave out, is a loss.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from tests.conformance.judge.build import run_to_its_end
from tests.conformance.judge.real_stacks import RealStacks, Verdict, compare, is_in_batch
from tests.conformance.judge.stacks import PROGRAMS

TARGET = Path(__file__).with_name("shown_frames.json")


def load_shown_frames() -> dict[str, Any]:
    """Return the recorded ``frames`` and the number of stacks that leave one out (``omitted``)."""
    content: dict[str, Any] = json.loads(TARGET.read_text(encoding="utf-8"))
    return content


def missing_frames(
    verdict: Verdict, real: dict[bool, RealStacks], vocabulary: frozenset[str]
) -> Counter[str]:
    """How many of the distinct stacks of *verdict* miss a frame, by frame."""
    missing: Counter[str] = Counter()
    for in_batch, stack in verdict.distinct:
        missing.update(
            frame.split("@")[0] for frame in real[in_batch].missing_frames(stack, vocabulary)
        )
    return missing


def main() -> None:
    """Run the recorded programs and write what their stacks show and leave out."""
    real = {in_batch: RealStacks.of_facts(in_batch) for in_batch in (False, True)}
    verdict = Verdict()
    for program in PROGRAMS:
        _, sim = run_to_its_end(program)
        compare(sim, real[is_in_batch(program)], verdict, is_in_batch(program))
    frames = sorted({frame for _, stack in verdict.distinct for frame in stack})
    omitted = missing_frames(verdict, real, frozenset(frames))
    content = {"frames": frames, "omitted": dict(sorted(omitted.items()))}
    TARGET.write_text(json.dumps(content, indent=0) + "\n", encoding="utf-8")
    print(f"{TARGET.name}: {len(frames)} frames, {sum(omitted.values())} omissions")


if __name__ == "__main__":
    main()
