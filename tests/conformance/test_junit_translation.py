"""The translation of JUnit classes, on a class of our own: Flink's classes are in no commit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("javalang")

from tests.conformance.junit import class_runner, java_names
from tests.conformance.junit.class_runner import run_class
from tests.conformance.junit.flink_adapters import ADAPTERS
from tests.conformance.junit.java_exceptions import JavaException, check_origin
from tests.conformance.junit.java_names import JAVA_CLASSES, NotExpressible
from tests.conformance.junit.java_translator import translate

JAVA = """
package example;

class SampleTest {
    private static final int LIMIT = 3;
    private final List<Integer> seen = new ArrayList<>();
    private int count;

    private static class Doubling implements Function<Integer, Integer> {
        @Override
        public Integer apply(Integer value) {
            return value * 2;
        }
    }

    @BeforeEach
    void prepare() {
        count = 1;
    }

    @Test
    void testArithmeticOfJava() {
        assertThat(-7 / 2).isEqualTo(-3);
        assertThat(-7 % 2).isEqualTo(-1);
        assertThat(Long.MAX_VALUE + 1).isEqualTo(Long.MIN_VALUE);
        assertThat("n" + null + true).isEqualTo("nnulltrue");
    }

    @Test
    void testControlFlow() {
        for (int i = 0; i < LIMIT; i++) {
            seen.add(new Doubling().apply(i));
        }
        switch (seen.size()) {
            case 3:
                count++;
                break;
            default:
                fail("not three");
        }
        try {
            throw new IllegalStateException("stop");
        } catch (IllegalStateException | IllegalArgumentException e) {
            count += 10;
        } finally {
            count += 100;
        }
        assertThat(seen).containsExactly(0, 2, 4);
        assertThat(count).isEqualTo(112);
    }

    @Test
    void testWatermarkOfFlinksim() {
        assertThat(new Watermark(5).getTimestamp()).isEqualTo(5L);
        assertThat(WatermarkStatus.IDLE.isIdle()).isTrue();
        assertThatThrownBy(() -> new WatermarkStatus(7))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void testUnderLimit(int value) {
        assertThat(value).isLessThan(LIMIT);
    }

    @Test
    void testMock() {
        Runnable target = mock(Runnable.class);
        target.run(1);
        target.run(2);
        verify(target, times(2)).run(anyInt());
        verify(target, times(1)).run(eq(3));
    }

    @Test
    void testWrongType() {
        assertThatThrownBy(() -> { throw new IllegalStateException("x"); })
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void testUnknownClass() {
        new NoSuchThing().work();
    }
}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for module in (java_names, class_runner):
        monkeypatch.setattr(module, "TRANSLATED", tmp_path)
    monkeypatch.setattr(java_names, "_MODULES", {})
    return tmp_path


def test_each_method_passes_fails_or_is_not_expressible(folder: Path) -> None:
    assert ADAPTERS  # imported for the classes that they register
    text, problems = translate(JAVA)
    assert problems == []
    (folder / "SampleTest.py").write_text(text, encoding="utf-8")
    result = run_class("SampleTest")
    assert result.passed == ["testArithmeticOfJava", "testControlFlow", "testWatermarkOfFlinksim"]
    assert sorted(result.failed) == ["testMock", "testUnderLimit", "testWrongType"]
    assert "(4,) AssertionFailed: expected < 3; got 4" in result.failed["testUnderLimit"].replace(
        "  ", " "
    )
    assert "verify run" in result.failed["testMock"]
    assert result.not_expressible == {"testUnknownClass": "class NoSuchThing"}


def test_what_cannot_be_translated_says_so(folder: Path) -> None:
    text, problems = translate(
        "class OtherTest { @Test void testLabels() { outer: while (true) { break outer; } }"
        " @Test void testOther() { assertThat(1).isOne(); } }"
    )
    (folder / "OtherTest.py").write_text(text, encoding="utf-8")
    result = run_class("OtherTest")
    assert problems == ["testLabels: NotImplementedError: break to a label"]
    assert result.passed == ["testOther"]
    assert result.not_expressible == {"testLabels": "NotImplementedError: break to a label"}


def test_an_error_of_an_adapter_is_no_answer_of_flinksim() -> None:
    def look_up() -> Any:
        return JAVA_CLASSES["ArrayList"]().get(3)  # fails inside the folder of the adapters

    with pytest.raises(IndexError) as caught:
        look_up()
    with pytest.raises(NotExpressible):
        check_origin(caught.value)
    check_origin(JavaException("of the test itself"))
