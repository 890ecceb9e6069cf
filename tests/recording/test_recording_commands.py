"""``flinksim recorder``, ``flinksim import`` and ``flinksim open``."""

from __future__ import annotations

from pathlib import Path

import pytest

from flinksim.cli import main
from flinksim.recording import recorder_jar

CLASSIC = Path(__file__).parent / "recordings" / "classic.jsonl.gz"


def test_import_writes_a_trace_and_open_a_page_with_a_banner(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = tmp_path / "run.flinktrace"
    assert main(["import", str(CLASSIC), "--trace", str(trace)]) == 0
    assert "real: recorded from Flink 2.3.0, 215 steps" in capsys.readouterr().out
    page = tmp_path / "run.html"
    assert main(["open", str(trace), "--html", str(page)]) == 0
    assert "Recorded from Flink 2.3.0. What was not recorded is unknown." in page.read_text("utf-8")
    assert main(["tell", str(trace)]) == 0
    assert "Window [0, 5000) of key a fires with 2 records" in capsys.readouterr().out


def test_open_reads_a_recording_without_import(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["open", str(CLASSIC), "--html", str(tmp_path / "run.html")]) == 0
    assert "recorded from Flink 2.3.0" in capsys.readouterr().out


def test_a_damaged_recording_is_reported_not_raised(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.jsonl").write_text("no\n")
    assert main(["import", str(tmp_path)]) == 1
    assert "a.jsonl, line 1: not JSON" in capsys.readouterr().err


def test_recorder_prints_the_jvm_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    jar = tmp_path / "flinksim-recorder.jar"
    monkeypatch.setattr(recorder_jar, "JAR", jar)
    assert main(["recorder"]) == 1
    assert "make recorder" in capsys.readouterr().err
    jar.write_bytes(b"")
    assert main(["recorder", "--out", "/data/recording"]) == 0
    assert f"-javaagent:{jar}=out=/data/recording" in capsys.readouterr().out
    assert main(["recorder", "--path"]) == 0
    assert capsys.readouterr().out == f"{jar}\n"


def test_the_banner_and_the_summary_are_translated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "run.html"
    assert main(["open", str(CLASSIC), "--html", str(page), "--language", "zh"]) == 0
    assert "录自 Flink 2.3.0。没有录到的内容是未知的。" in page.read_text("utf-8")
    assert "录自 Flink 2.3.0" in capsys.readouterr().out
