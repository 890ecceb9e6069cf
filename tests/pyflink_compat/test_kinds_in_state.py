"""A state takes values of its declared type only, and fails at others when a bundle ends, as in PyFlink."""

from __future__ import annotations

from pathlib import Path

from tests.conformance.on_flinksim import run_on_flinksim

HERE = Path(__file__).parent


def test_a_state_rejects_values_that_pyflink_cannot_write() -> None:
    recorded = (HERE / "kinds_in_state.txt").read_text(encoding="utf-8").splitlines()
    outcome = run_on_flinksim(HERE / "kinds_in_state.py", "pyflink")
    assert outcome.raised is None
    assert outcome.printed == recorded


def test_a_message_names_the_state_its_type_and_the_value(tmp_path: Path) -> None:
    text = (HERE / "kinds_in_state.py").read_text(encoding="utf-8")
    program = tmp_path / "one.py"
    program.write_text(text[: text.index("TYPES = {")] + '\nrun("x", Types.LONG())\n')
    error = run_on_flinksim(program, "pyflink").raised
    assert "the state 'kept' was declared as Long, but was given 'x'" in str(error)


def test_a_value_that_is_cleared_in_its_bundle_is_not_written(tmp_path: Path) -> None:
    text = (HERE / "kinds_in_state.py").read_text(encoding="utf-8")
    update = "self.state.update(self.value)"
    program = tmp_path / "one.py"
    program.write_text(
        text[: text.index("TYPES = {")].replace(update, f"{update}; self.state.clear()")
        + '\nprint(run("x", Types.LONG()))\n'
    )
    outcome = run_on_flinksim(program, "pyflink")
    assert (outcome.raised, outcome.printed) == (None, ["['None']"])
