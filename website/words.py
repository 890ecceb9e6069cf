"""The texts of the course's pages, in English and Simplified Chinese.

The TypeScript code has its own texts in ``src/words.ts``.
"""

from __future__ import annotations

from typing import Final, Literal

Language = Literal["en", "zh"]

LANGUAGE_TAGS: Final[dict[Language, str]] = {"en": "en", "zh": "zh-CN"}
"""The language tags for HTML."""

CHINESE_TEXTS: Final[dict[str, str]] = {
    "Playground": "试验场",
    "Course": "课程",
    "Runs": "运行实例",
    "Docs": "文档",
    "Site": "站点",
    "To the page": "跳到正文",
    "Dark colours": "深色",
    "Light or dark": "浅色或深色",
    "This site runs Python in your browser, with JavaScript, which is switched off here.": "本站在浏览器中运行 Python，需要 JavaScript，而它在这里被关闭了。",
    "Everything runs in this browser: no account, no server, nothing leaves it.": "一切都在这个浏览器里运行：无需账号，没有服务器，数据不会离开它。",
    "Apache-2.0. Apache Flink is a trademark of the Apache Software Foundation; flinksim is not part of it.": "Apache-2.0。Apache Flink 是 Apache 软件基金会的商标；flinksim 不属于该基金会。",
    "Run": "运行",
    "Run all": "全部运行",
    "Stop": "停止",
    "Begin again": "重新开始",
    "All lessons": "所有课程",
    "Open in JupyterLab": "在 JupyterLab 中打开",
    "Cell": "单元",
    "Lessons on streams that run.": "能运行的流处理课程。",
    "One idea each: predict, step, change one thing, and be graded on the trace. Everything runs in this browser, and what you have done is kept here alone.": "每课一个想法：先预测，再单步，改动一处，由轨迹评分。一切都在这个浏览器里运行，你做过的只保存在这里。",
    "Take your progress along": "带走学习进度",
    "Bring it back": "取回学习进度",
    "With Spark or a notebook": "需要 Spark 或笔记本的课",
    "These need more than a browser has:": "这些课需要浏览器没有的东西：",
    "Run them with": "请在检出的代码里运行：",
}


def translate(text: str, language: Language) -> str:
    """Translate an English text.

    Raises:
        KeyError: If it has no Chinese translation.
    """
    return text if language == "en" else CHINESE_TEXTS[text]
