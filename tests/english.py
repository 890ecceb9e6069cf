"""How a Chinese text is found out that has English left in it."""

from __future__ import annotations

import re

WORDS = re.compile(
    r"(?<![\w.])(?:the|an|of|which|with|is|are|has|have|its|it|each|becomes?|was|only|that|does|not|one|more|"
    r"would|what|who|reads|differs?|wait\w*|for|through|whose|they|these|there|from|so|all|as)\b"
)
"""Words of English sentences; in Chinese ones only Flink's names are left of English."""
CHINESE = re.compile(r"[\u4e00-\u9fff]")
_NAME = re.compile(
    r"\b(?:[A-Z][a-z0-9]*[A-Z]\w*|[a-z]+[A-Z]\w*|\w+_\w+|\d+(?:\.\d+)*)(?=\b|[^\x00-\x7f])",
    re.ASCII,
)


def names_in(text: str) -> set[str]:
    """The names of classes and methods, and the numbers, of a text; plurals as one of them."""
    return {name.removesuffix("s") for name in _NAME.findall(text)}
