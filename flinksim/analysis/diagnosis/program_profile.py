"""What a program itself says, whatever its run does: state in Python variables, ignored settings.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from flinksim.datastream.checkpoint_config import CheckpointConfig
from flinksim.datastream.checkpointing_mode import CheckpointingMode
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import VIRTUAL_SPECS
from flinksim.graph.statefulness import find_kept_field, find_mutated_global


@dataclass(slots=True)
class ProgramProfile:
    """What the rules know about a program; nothing, if there is only a trace."""

    python_state: dict[str, str] = field(default_factory=dict)
    """Variables that user functions change for records, by the name of the operator."""
    is_unaligned_ignored: bool = False
    """Whether checkpoints are to be unaligned, in a mode in which Flink ignores that."""


def build_program_profile(pipeline: Pipeline) -> ProgramProfile:
    """Read from a program what its run does not show."""
    profile = ProgramProfile()
    for outer in pipeline.transformations:
        for one in outer.functions or (outer,):
            if not isinstance(one.spec, VIRTUAL_SPECS):
                kept = find_kept_field(one.spec) or find_mutated_global(one.spec)
                if kept is not None:
                    profile.python_state[one.name] = kept
    config = CheckpointConfig(pipeline.configuration)
    profile.is_unaligned_ignored = (
        config.is_checkpointing_enabled()
        and pipeline.configuration.get_boolean("execution.checkpointing.unaligned.enabled", False)
        and config.get_checkpointing_mode() is not CheckpointingMode.EXACTLY_ONCE
    )
    return profile
