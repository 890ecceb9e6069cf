"""A user's PyFlink tests run unchanged on flinksim, and the page that says so shows real code."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "payments"
PAGE = ROOT / "docs/how-to/test-a-job.md"


def run_pytest(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests in *folder* with the plugin, apart from this suite's settings."""
    command = [
        sys.executable, "-m", "pytest", "-q", "-p", "flinksim.testing.pytest_plugin",
        "-p", "no:cacheprovider", "-c", os.devnull, f"--rootdir={folder}", str(folder),
    ]  # fmt: skip
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command, capture_output=True, text=True, env=environment, check=False, timeout=120
    )


def test_the_tests_of_the_example_pass() -> None:
    result = run_pytest(EXAMPLE)
    assert result.returncode == 0, result.stdout
    assert "8 passed" in result.stdout


def test_a_wrong_expectation_fails_and_pyflink_is_there_in_conftest_and_unittest(
    tmp_path: Path,
) -> None:
    (tmp_path / "conftest.py").write_text(
        "import pytest\n"
        "from pyflink.datastream import StreamExecutionEnvironment\n"
        "@pytest.fixture\n"
        "def env():\n"
        "    return StreamExecutionEnvironment.get_execution_environment()\n"
    )
    (tmp_path / "test_job.py").write_text(
        "from pyflink.testing.test_case_utils import PyFlinkStreamingTestCase\n"
        "class JobTest(PyFlinkStreamingTestCase):\n"
        "    def test_right(self):\n"
        "        self.assertEqual([2], list(self.env.from_collection([1]).map(lambda v: v + 1)\n"
        "                                   .execute_and_collect()))\n"
        "def test_wrong(env):\n"
        "    from pyflink.common import Types\n"
        "    assert list(env.from_collection([1], Types.INT()).execute_and_collect()) == [2]\n"
    )
    result = run_pytest(tmp_path)
    assert result.returncode == 1
    assert "1 failed, 1 passed" in result.stdout
    assert "assert [1] == [2]" in result.stdout


@pytest.mark.parametrize(
    "block", re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
)
def test_the_code_on_the_page_is_that_of_the_example(block: str) -> None:
    sources = [path.read_text(encoding="utf-8") for path in sorted(EXAMPLE.glob("*.py"))]
    assert any(block in source for source in sources)
