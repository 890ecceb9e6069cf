"""Simplified Chinese templates for glossary entries, lists and diagrams.

Keys are the English templates, as in :mod:`flinksim.core.i18n.locales.answers_zh`. The texts of the
glossary are in both languages in ``flinksim/core/resources/glossary.json``. Not in Flink.
"""

from __future__ import annotations

from flinksim.core.i18n.languages import Language

GLOSSARY_ZH: dict[str, str] = {
    # Status of a name
    "available": "可用",
    "renamed": "已改名",
    "removed": "已移除",
    "incorrect": "不正确",
    "not modelled": "未建模",
    "under another name": "可用，名称不同",
    # Versions
    "all versions from {0} to {1}": "从 {0} 到 {1} 的所有版本",
    "only {0}": "仅 {0}",
    "since {0}": "自 {0} 起",
    "from {0} to {1}": "从 {0} 到 {1}",
    "not in {0}": "{0} 没有",
    "removed by {0}": "到 {0} 已移除",
    "deprecated by {0}": "到 {0} 已弃用",
    ", ": "，",
    "in versions before {0} ({1})": "在 {0} 之前的版本中（{1}）",
    "{0} ({1})": "{0}（{1}）",
    # Lines of an entry
    "It {0}.": "{0}。",
    "Definition: {0}.": "定义：{0}。",
    "Kind: {0}.": "种类：{0}。",
    "Flink versions: {0}.": "Flink 版本：{0}。",
    "Source: {0}.": "来源：{0}。",
    "In Flink 2.3: {0}.": "在 Flink 2.3 中：{0}。",
    "It {0} ({1}). In Flink 2.3: {2}.": "{0}（{1}）。在 Flink 2.3 中：{2}。",
    "{0} of org.apache.flink.{1}": "org.apache.flink.{1} 的{0}",
    "class": "类",
    "abstract class": "抽象类",
    "interface": "接口",
    "enum": "枚举",
    " and ": "，也是 ",
    "Its supertypes: {0}.": "它的上级类型：{0}。",
    "In a run: events of type {0}.": "在运行中：{0} 类型的事件。",
    "In a plan: the generation steps (flinksim plan --walk).": (
        "在计划中：生成步骤 (flinksim plan --walk)。"
    ),
    "“{0}”": "“{0}”",
    "{0} ({1}.)": "{0}（{1}。）",
    "Step {0} of examples/claims/{1}.py shows it: {2}": (
        "examples/claims/{1}.py 的第 {0} 步显示这一点：{2}"
    ),
    "{0}: {1}": "{0}：{1}",
    # Class trees and class diagrams
    "  in flinksim: {0}": "  flinksim 中：{0}",
    "  formerly: {0}": "  曾名：{0}",
    "was {0}": "曾名 {0}",
    "in call stacks of events": "在事件的调用栈中",
    "more in the diagram of": "更多见类图：",
    "{0} extends {1}": "{0} 继承 {1}",
    "{0} implements {1}": "{0} 实现 {1}",
    "modelled under this name": "已建模，用这个名称",
    "modelled under the name below it": "已建模，用下面的名称",
    "operators": "算子",
    "asynchronous operators": "异步算子",
    "transformations": "转换",
    "tasks": "任务",
    "state": "状态",
    "assigners": "窗口分配器",
    "triggers": "触发器",
    "functions": "函数",
    "partitioners": "分区器",
    "partitions": "结果分区",
    "channels": "通道",
    # The command
    "Old names (details: flinksim glossary NAME)": (
        "旧名称（详情：flinksim glossary NAME --language zh）"
    ),
    "Outdated or false claims": "过时或错误的说法",
    "{0} does not occur in the call stack of any event of this run.": (
        "{0} 没有出现在这次运行的任何事件的调用栈中。"
    ),
    "step {0}  {1}": "第 {0} 步  {1}",
}


def translate(language: Language, template: str, *values: object) -> str:
    """Format *template* with *values* for ``{0}``, ``{1}`` and so on, in *language*.

    Raises:
        KeyError: if the template has no Chinese translation.
    """
    return (template if language == "en" else GLOSSARY_ZH[template]).format(*values)
