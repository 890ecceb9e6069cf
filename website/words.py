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
    "Open in the playground": "在试验场中打开",
    "Course": "课程",
    "Runs": "运行实例",
    "Docs": "文档",
    "Site": "站点",
    "Skip to the content": "跳到正文",
    "Dark colours": "深色",
    "Light or dark": "浅色或深色",
    "This site runs Python in your browser. It needs JavaScript, which is switched off.": "本站在浏览器中运行 Python，需要 JavaScript，而它在这里被关闭了。",
    "Everything runs in this browser. There is no account and no server, and no data leaves the browser.": "一切都在这个浏览器里运行：无需账号，没有服务器，数据不会离开它。",
    "Apache-2.0. Apache Flink is a trademark of the Apache Software Foundation; flinksim is not part of it.": "Apache-2.0。Apache Flink 是 Apache 软件基金会的商标；flinksim 不属于该基金会。",
    "Run": "运行",
    "Run all": "全部运行",
    "Stop": "停止",
    "Start again": "重新开始",
    "All lessons": "所有课程",
    "Open in JupyterLab": "在 JupyterLab 中打开",
    "Cell": "单元",
    "Lessons on stream processing with real runs.": "能运行的流处理课程。",
    "Each lesson has one idea. You predict, step, change one thing, and check your answer against the run. Everything runs in this browser, and your progress is stored only here.": "每课一个想法：先预测，再单步，改动一处，并用运行轨迹检查答案。一切都在这个浏览器里运行，学习进度只保存在这里。",
    "Export progress": "导出学习进度",
    "Import progress": "导入学习进度",
    "With Spark or a notebook": "需要 Spark 或笔记本的课",
    "These do not run in a browser:": "这些课不能在浏览器里运行：",
    "Run them with": "请在检出的代码里运行：",
}


def translate(text: str, language: Language) -> str:
    """Translate an English text.

    Raises:
        KeyError: If it has no Chinese translation.
    """
    return text if language == "en" else CHINESE_TEXTS[text]
