"""The stories of tests/transcripts come true on Spark: with the simulator's operators, and natively."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from flinksim.replay.operators import positions
from flinksim.replay.replay_job import ReplaySettings, SparkJob
from flinksim.runtime.elements import Watermark
from flinksim.testing.transcript_runner import TranscriptResult, build_program, verify_transcript
from flinksim.testing.transcripts import Transcript, read_transcript
from flinksim.trace.values import freeze

STORIES = [
    read_transcript(file)
    for file in sorted((Path(__file__).parents[1] / "transcripts").glob("*.yaml"))
]


def name_of(story: Transcript) -> str:
    return story.file.stem


def job_of(story: Transcript, lowering: Any, spark: SparkSession, folder: Path) -> SparkJob:
    pipeline = build_program(story, folder).pipeline(story.story)
    return SparkJob(spark, pipeline, ReplaySettings(backend=lowering, units=1, chunks=1))


def replayed(
    story: Transcript, lowering: Any, spark: SparkSession, folder: Path
) -> TranscriptResult:
    outcome = TranscriptResult(story)
    with job_of(story, lowering, spark, folder) as job:
        for firing in job.iterate_firings():
            key, window = freeze(firing.key), firing.window
            outcome.add_firing(firing.time, firing.kind, key, window, firing.contents)
        for drop in job.iterate_dropped():
            outcome.add_late_record(
                drop.time, freeze(drop.key), freeze(drop.value), drop.to_side_output
            )
        outcome.results = [freeze(result.value) for result in job.iterate_results()]
        (window_stage,) = [stage for stage in job.stages if not stage.is_source]
        for subtask, timeline in enumerate(job.timelines[window_stage.vertex.key]):
            for position, _, element in timeline.controls:
                if isinstance(element, Watermark):
                    told = (positions.get_time_ms(position), subtask, element.timestamp)
                    outcome.watermarks.append(told)
    return outcome


@pytest.mark.slow("runs every transcript; natively they run in `make test`")
@pytest.mark.parametrize("story", STORIES, ids=name_of)
def test_the_story_comes_true_with_the_simulators_operators(
    story: Transcript, spark: SparkSession, tmp_path: Path
) -> None:
    verify_transcript(replayed(story, "generic", spark, tmp_path), "Spark, generic")


@pytest.mark.slow("Spark runs each story; the simulator does so in `make test`")
@pytest.mark.parametrize("story", STORIES, ids=name_of)
def test_the_story_comes_true_natively(
    story: Transcript, spark: SparkSession, tmp_path: Path
) -> None:
    verify_transcript(replayed(story, "native", spark, tmp_path), "Spark, native")


def test_explain_says_that_all_stories_are_native(spark: SparkSession, tmp_path: Path) -> None:
    assert len(STORIES) >= 10
    for story in STORIES:
        with job_of(story, "auto", spark, tmp_path) as job:
            assert "\n  not native, because of" not in job.explain()


@pytest.mark.parametrize("lowering", ["generic", "native"])
def test_a_wrong_story_is_rejected_on_spark(
    lowering: str, spark: SparkSession, tmp_path: Path
) -> None:
    (story,) = [story for story in STORIES if name_of(story) == "late_side_output"]
    first, fires, *others = story.steps
    (on_time,) = fires.events
    wrong = fires._replace(watermark=1000, events=(on_time._replace(kind="late"),))
    changed = story._replace(steps=(first, wrong, *others))
    outcome = replayed(changed, lowering, spark, tmp_path)
    with pytest.raises(AssertionError) as rejected:
        verify_transcript(outcome, f"Spark, {lowering}")
    head, *told = str(rejected.value).splitlines()
    assert head.endswith(f"failed on Spark, {lowering}")
    assert told == [
        f"  step 2 (line {fires.line}), at 1000:",
        "    missing       firing late, key a, window [0, 1000], value 1",
        "    unexpected    firing on time, key a, window [0, 1000], value 1",
        "    watermark     expected 1000, found 999 in subtask 0 of the window",
        f"  step 3 (line {others[0].line}), at 2000:",
        "    watermark     expected 1000, found 999 in subtask 0 of the window",
    ]
