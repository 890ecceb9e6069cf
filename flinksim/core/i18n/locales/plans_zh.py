"""Simplified Chinese templates for plans, by English template.

A test checks that each template of a plan or of a rejected edit is here. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, cast

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.messages import Message

_D = TypeVar("_D")


def translate(text: str, language: Language) -> str:
    """Return *text* in *language*; a plain text, such as a name, is unchanged."""
    return text.render(PLANS_ZH) if language == "zh" and isinstance(text, Message) else str(text)


def translate_word(word: str, language: Language) -> str:
    """Translate the name of an attribute, chaining condition, layer or deployment path of a plan."""
    return WORDS_ZH.get(word, word) if language == "zh" else word


def translate_diagram(diagram: _D, language: Language) -> _D:
    """Translate all messages in a diagram; names of details and layers are unchanged."""
    return diagram if language == "en" else cast(_D, _translate_value(diagram, language))


def _translate_value(value: Any, language: Language) -> Any:
    if isinstance(value, str):
        return translate(value, language) if isinstance(value, Message) else value
    if isinstance(value, tuple):
        return tuple(_translate_value(one, language) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        parts = {
            part.name: _translate_value(getattr(value, part.name), language)
            for part in fields(value)
        }
        return type(value)(**parts)
    return value


def collect_translations(data: Any) -> dict[str, str]:
    """Collect all messages in *data* (lists, dicts, texts), from English to Chinese."""
    return {str(text): text.render(PLANS_ZH) for text in _iterate_messages(data)}


def _iterate_messages(data: Any) -> Iterator[Message]:
    if isinstance(data, Message):
        yield data
    elif isinstance(data, Mapping):
        for value in data.values():
            yield from _iterate_messages(value)
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from _iterate_messages(value)


WORDS_ZH: dict[str, str] = {
    "attempt": "尝试",
    "becomes": "成为",
    "buffer timeout ms": "缓冲区超时（毫秒）",
    "chain end": "链尾",
    "chain index": "链中序号",
    "chain start": "链首",
    "chained": "已链接",
    "chained outputs": "链内输出",
    "chaining strategy": "链接策略",
    "co-location group": "同位组",
    "data set": "数据集",
    "description": "描述",
    "distribution pattern": "分发模式",
    "exchange mode": "交换模式",
    "free": "空闲",
    "id": "标识",
    "input": "输入",
    "inputs": "输入",
    "invokable": "可调用类",
    "key groups": "键组",
    "max parallelism": "最大并行度",
    "name": "名称",
    "network inputs": "网络输入",
    "non-chained outputs": "链外输出",
    "operator id": "算子标识",
    "parallelism": "并行度",
    "partitioner": "分区器",
    "planned parallelism": "计划的并行度",
    "produced data sets": "产生的数据集",
    "resources": "资源",
    "result type": "结果类型",
    "side output": "侧输出",
    "slot": "槽位",
    "slot sharing group": "槽位共享组",
    "slots": "槽位",
    "state": "状态",
    "state key serializer": "状态键的序列化器",
    "subpartition": "子分区",
    "subtask": "子任务",
    "type serializer out": "输出类型的序列化器",
    "type serializers of side outputs": "侧输出的序列化器",
    "vertex": "顶点",
    "chaining enabled": "允许链接",
    "downstream may have a predecessor": "下游可以有前驱",
    "forward partitioner": "forward 分区器",
    "no union": "没有合并",
    "no yielding operator behind a legacy source": "旧式数据源之后没有会让出的算子",
    "one input": "一个输入",
    "pipelined exchange": "流水线式交换",
    "same maximum parallelism": "最大并行度相同",
    "same parallelism": "并行度相同",
    "same slot sharing group": "槽位共享组相同",
    "upstream may have a successor": "上游可以有后继",
    "ExecutionGraph": "执行图 ExecutionGraph",
    "JobGraph": "作业图 JobGraph",
    "StreamGraph": "流图 StreamGraph",
    "Tasks in slots": "槽位中的任务",
    "Transformations": "转换",
    "local": "本地",
    "remote": "远程",
    "True": "是",
    "False": "否",
}
"""Chinese for names of attributes, chaining conditions and layers, and short words of diagrams."""

PLANS_ZH: dict[str, str] = {
    # --- static formats: text, images, Graphviz, Mermaid
    "{0} of {1!r}": "{1!r} 的{0}",
    "Note: {0}": "注：{0}",
    "virtual: lands on {0}": "虚拟：落在 {0} 上",
    "nothing": "无",
    "{0} to {1}": "{0} 到 {1}",
    "asks for slots": "请求槽位",
    "side output {0!r}": "侧输出 {0!r}",
    "chained: a method call": "已链接：一次方法调用",
    "through channels": "经由通道",
    "through channels, to the same subtask": "经由通道，到同一个子任务",
    "channel inside a TaskManager": "TaskManager 内部的通道",
    "channel over the network": "经过网络的通道",
    "yes": "是",
    "NO": "否",
    "no change would cut it: {0}": "没有改变能切断它：{0}",
    "no change would chain it: {0}": "没有改变能链接它：{0}",
    "{0} would cut it": "{0} 会切断它",
    "{0} would chain it": "{0} 会链接它",
    "{0} (and also: {1})": "{0}（还有：{1}）",
    "StreamGraphGenerator on {0!r}": "{0!r} 的 StreamGraphGenerator",
    "What the generator met in older programs:": "生成器在更早的程序中遇到过的：",
    "Stream configs of {0!r}": "{0!r} 的 StreamConfig",
    # --- the cluster diagram
    "{0} registers, {1} ms": "{0} 注册，{1} 毫秒",
    "{0} is lost, {1} ms": "{0} 丢失，{1} 毫秒",
    "{0} is stopped: idle, {1} ms": "{0} 因空闲而停止，{1} 毫秒",
    "{0} · slot {1}": "{0} · 槽位 {1}",
    "{0}, attempt {1}: {2} to {3} ms, then {4}": "{0}，第 {1} 次尝试：{2} 到 {3} 毫秒，然后 {4}",
    "{0}: {1}": "{0}：{1}",
    "nothing ran": "什么都没有运行",
    # --- verdicts
    "chained: every condition holds": "已链接：每个条件都成立",
    "not chained: {0}": "未链接：{0}",
    "{0}; {1}": "{0}；{1}",
    "{0}\n{1}": "{0}\n{1}",
    "{0} and {1:s}": "{0}，并{1}",  # of two calls of one change
    "{1} has {0} input edge": "{1} 有 {0} 条输入边",
    "{1} has {0} input edges": "{1} 有 {0} 条输入边",
    "the partitioner is {0}, which is not FORWARD": "分区器是 {0}，而不是 FORWARD",
    "{0} makes the partitioner {1}, which is not FORWARD": "{0} 产生分区器 {1}，而不是 FORWARD",
    "only an operator with one can be called directly": "只有一条输入边的算子才能被直接调用",
    "on": "开",
    "off": "关",
    "unset": "未设置",
    "none": "无",
    "the environment has operator chaining disabled": "环境关闭了算子链接",
    "{0} and {1}": "{0} 和 {1}",
    "{0!r} and {1!r}": "{0!r} 和 {1!r}",
    "slot sharing groups {0!r} and {1!r} differ": "槽位共享组 {0!r} 和 {1!r} 不同",
    "{0} does not yield": "{0} 不让出邮箱",
    "{0} yields, the chain is headed by {1}, a legacy source": "{0} 让出邮箱，链首是 {1}，一个旧式数据源",
    "{0} yields, the chain is headed by {1}, no legacy source": "{0} 让出邮箱，链首是 {1}，不是旧式数据源",
    "{0} runs mails while it works, and the chain is headed by the legacy source {1}, whose thread cannot run them": "{0} 工作时会执行邮件，而链首是旧式数据源 {1}，它的线程不能执行邮件",
    "{0} never chains (chaining strategy NEVER)": "{0} 从不链接（链接策略 NEVER）",
    "{0} starts a chain of its own (chaining strategy HEAD)": "{0} 开始自己的链（链接策略 HEAD）",
    "{0} chains behind sources only (chaining strategy HEAD_WITH_SOURCES)": "{0} 只链接在数据源之后（链接策略 HEAD_WITH_SOURCES）",
    "parallelism {0} and {1} differ": "并行度 {0} 和 {1} 不同",
    "maximum parallelism {0} and {1}, the environment chains across a difference": "最大并行度 {0} 和 {1}，环境允许在不同时也链接",
    "maximum parallelism {0} and {1}, the environment does not chain across a difference": "最大并行度 {0} 和 {1}，环境不允许在不同时链接",
    "maximum parallelism {0} and {1} differ, and the environment does not chain across that": "最大并行度 {0} 和 {1} 不同，而环境不允许在不同时链接",
    "{0}, chosen by Flink as the program names none": "{0}，程序没有指定，由 Flink 选择",
    "{0}, from {1}": "{0}，来自 {1}",
    "the exchange is a batch exchange, which stores all data in between": "这是批式交换，会先存下中间的全部数据",
    "{0} edge at this input of {1}": "{1} 的这个输入有 {0} 条边",
    "{0} edges at this input of {1}": "{1} 的这个输入有 {0} 条边",
    "{0}, so {1}": "{0}，因此{1}",
    "its ends are in other chains": "它的两端在不同的链中",
    "{0} reads a union, which works through channels only": "{0} 读取一个 union，它只能通过通道工作",
    "not told by the plan": "计划没有说明",
    "chained, as far as the plan tells: every condition that it tells holds": "就计划所说是已链接：它说明的每个条件都成立",
    # --- what flips a decision
    "{0} reads a union; a chained operator is called by one other, so every union goes through channels": "{0} 读取一个 union；链中的算子只由另一个算子调用，所以每个 union 都走通道",
    "{0} has {1} inputs; a chained operator is called by one other": "{0} 有 {1} 个输入；链中的算子只由另一个算子调用",
    "{0} before {1}": "在 {1} 之前调用 {0}",
    "{0} is a window over all values, which Flink always reaches by a key that is the same for all": "{0} 是覆盖所有值的窗口，Flink 总是用一个对所有值都相同的键到达它",
    "a batch exchange stores all data in between": "批式交换会先存下中间的全部数据",
    "{0} sees all values of a subtask at once, and Flink lets it head its chain": "{0} 一次看到一个子任务的全部值，Flink 让它做链首",
    "{0} gives results only at the end of its input, and Flink lets it head its chain": "{0} 只在输入结束时给出结果，Flink 让它做链首",
    "no call was found that mends: {0}": "没有找到能改变它的调用：{0}",
    "PyFlink put {0} there, not the program": "{0} 是 PyFlink 放进去的，不是程序",
    "{0} chains whatever the program says": "无论程序怎么说，{0} 都会链接",
    "set_parallelism({0}) on {1}": "对 {1} 调用 set_parallelism({0})",
    "set_max_parallelism({0}) on {1}": "对 {1} 调用 set_max_parallelism({0})",
    "slot_sharing_group({0!r}) on {1}": "对 {1} 调用 slot_sharing_group({0!r})",
    "taking {0} away from {1}": "去掉 {1} 的 {0}",
    "start_new_chain() on {0}": "对 {0} 调用 start_new_chain()",
    "disable_chaining() on {0}": "对 {0} 调用 disable_chaining()",
    "a source of the newer kind (from_source) in place of {0}": "用新式数据源 (from_source) 代替 {0}",
    "reinterpret_as_keyed_stream(...) in place of key_by(...)": "用 reinterpret_as_keyed_stream(...) 代替 key_by(...)",
    "taking {0} away": "去掉 {0}",
    "it needs a source of the newer kind that reads what {0} reads": "需要一个读取 {0} 所读内容的新式数据源",
    "right only if the values are already where that key_by would send them": "只有当各值已经在那个 key_by 会送到的地方时才正确",
    "then each value reaches one subtask, not all": "那样每个值只到达一个子任务，而不是全部",
    "then values stay in the subtask that they are in": "那样值会留在它们所在的子任务中",
    "{0} to {1} would be chained": "{0} 到 {1} 会被链接",
    "{0} to {1} would be cut": "{0} 到 {1} 会被切断",
    # --- generation steps: StreamGraphGenerator
    "transform({0})": "transform({0})",
    "transform({0}); first its input {1}": "transform({0})；先处理它的输入 {1}",
    "transform({0}); first its inputs {1}": "transform({0})；先处理它的各个输入 {1}",
    "{0} was transformed before; what it became is reused": "{0} 之前已经转换过；重用它当时的结果",
    "a union becomes no node: who reads it reads {0}": "union 不成为节点：读取它的就读取 {0}",
    "{0} stays virtual: node {1} only remembers {2} for those who read {3} through it": "{0} 保持虚拟：节点 {1} 只为经由它读取 {3} 的记住{2}",
    "the partitioner {0}": "分区器 {0}",
    "the side output {0!r}": "侧输出 {0!r}",
    "{0} becomes node {1}, parallelism {2}": "{0} 成为节点 {1}，并行度 {2}",
    "{0} becomes node {1}, parallelism {2}: a sink of the newer kind unfolds into operators with ids of their own": "{0} 成为节点 {1}，并行度 {2}：新式数据汇展开成各有自己标识的算子",
    "edge {0} to {1}: {2}, which {3} left at virtual node {4}": "边 {0} 到 {1}：{2}，由 {3} 留在虚拟节点 {4}",
    "edge {0} to {1}: {2}, as the program names none and parallelism is the same": "边 {0} 到 {1}：{2}，因为程序没有指定，而并行度相同",
    "edge {0} to {1}: {2}, as the program names none and parallelism differs": "边 {0} 到 {1}：{2}，因为程序没有指定，而并行度不同",
    "only the side output {0!r}": "只有侧输出 {0!r}",
    # --- generation steps: createJobGraph
    "StreamingJobGraphGenerator.createJobGraph: from StreamNode to JobVertex": "StreamingJobGraphGenerator.createJobGraph：从 StreamNode 到 JobVertex",
    "StreamGraphHasherV2 gives each StreamNode its id, breadth-first from the sources": "StreamGraphHasherV2 从数据源开始，广度优先地给每个 StreamNode 标识",
    "{0} is {1}…, from its uid {2!r} alone: a change of the graph leaves it as it is": "{0} 是 {1}…，只来自它的 uid {2!r}：图的改变不影响它",
    "{0} is {1}…, from its place (hashed before it: {2}, chained behind it: {3}, inputs: {4}): it has another id when one of these changes": "{0} 是 {1}…，来自它的位置（在它之前散列的：{2}，链接在它之后的：{3}，输入：{4}）：其中之一改变时标识就不同",
    "setChaining: createChain from each source, recursively": "setChaining：从每个数据源递归地 createChain",
    "createChain({0}, chainIndex {1})": "createChain({0}, chainIndex {1})",
    "createChain({0}, chainIndex {1}), a chain start": "createChain({0}, chainIndex {1})，一条链的开始",
    "isChainable: edge {0} to {1} is a chainable output": "isChainable：边 {0} 到 {1} 是可链接的输出",
    "edge {0} to {1} is a non-chainable output: {2}": "边 {0} 到 {1} 是不可链接的输出：{2}",
    "createJobVertex for {0}: JobVertex {1!r}, invokableClass {2}, setChainStart; {3}": "为 {0} createJobVertex：JobVertex {1!r}，invokableClass {2}，setChainStart；{3}",
    "createJobVertex for {0}: JobVertex {1!r}, invokableClass {2}, setChainStart, setChainEnd; {3}": "为 {0} createJobVertex：JobVertex {1!r}，invokableClass {2}，setChainStart，setChainEnd；{3}",
    "it is alone in its chain": "链中只有它自己",
    "the head's StreamConfig keeps {0} more (CHAINED_TASK_CONFIG)": "链首的 StreamConfig 另外保存 {0} 个 (CHAINED_TASK_CONFIG)",
    "StreamConfig of {0} goes into the chained configs of {1}": "{0} 的 StreamConfig 放入 {1} 的链内配置",
    "StreamConfig of {0} goes into the chained configs of {1}, setChainEnd": "{0} 的 StreamConfig 放入 {1} 的链内配置，setChainEnd",
    "setPhysicalEdges: a JobEdge for each edge that leaves a chain": "setPhysicalEdges：每条离开链的边一个 JobEdge",
    "connectNewDataSetAsInput: IntermediateDataSet {0} of {1!r} and a JobEdge to {2!r}: {3}": "connectNewDataSetAsInput：{1!r} 的 IntermediateDataSet {0}，以及到 {2!r} 的 JobEdge：{3}",
    "setSlotSharingAndCoLocation: which vertices may share a slot": "setSlotSharingAndCoLocation：哪些顶点可以共享一个槽位",
    "{0!r} is in SlotSharingGroup {1!r}": "{0!r} 在 SlotSharingGroup {1!r} 中",
    "{0!r} is in SlotSharingGroup {1!r}, CoLocationGroup {2!r}": "{0!r} 在 SlotSharingGroup {1!r}、CoLocationGroup {2!r} 中",
    "it asks for {0}": "它要求 {0}",
    "setManagedMemoryFraction: what of a slot's managed memory each operator has": "setManagedMemoryFraction：每个算子占槽位托管内存的多少",
    "addVertexIndexPrefixInVertexName, setVertexDescription: the names of the page": "addVertexIndexPrefixInVertexName、setVertexDescription：页面上的名称",
    "serializeOperatorCoordinatorsAndStreamConfig: the vertices hold what tasks are told": "serializeOperatorCoordinatorsAndStreamConfig：顶点保存要告诉任务的内容",
    # --- deployment steps: executions and tasks
    "DefaultExecutionGraphBuilder, on the JobMaster: from JobVertex to Execution": "DefaultExecutionGraphBuilder，在 JobMaster 上：从 JobVertex 到 Execution",
    "ExecutionJobVertex {0!r}: {1} times an ExecutionVertex with an Execution, its attempt 0 (ExecutionAttemptID), CREATED": "ExecutionJobVertex {0!r}：{1} 个 ExecutionVertex，各有一个 Execution，即第 0 次尝试 (ExecutionAttemptID)，CREATED",
    "IntermediateResult {0}: {1} times an IntermediateResultPartition with {2}, {3}": "IntermediateResult {0}：{1} 个 IntermediateResultPartition，各有 {2}，{3}",
    "EdgeManager: {0}: partitions that all readers read together are a ConsumedPartitionGroup, and its readers a ConsumerVertexGroup": "EdgeManager：{0}：所有读者共同读取的分区是一个 ConsumedPartitionGroup，它的读者是一个 ConsumerVertexGroup",
    "EdgeManager: {0}: partitions that those readers read together are a ConsumedPartitionGroup, and its readers a ConsumerVertexGroup": "EdgeManager：{0}：那些读者共同读取的分区是一个 ConsumedPartitionGroup，它的读者是一个 ConsumerVertexGroup",
    "PipelinedRegionSchedulingStrategy: {0}; the JobMaster declares ResourceRequirements of {1}, the ResourceManager asks TaskExecutors": "PipelinedRegionSchedulingStrategy：{0}；JobMaster 声明需要 {1} (ResourceRequirements)，ResourceManager 向 TaskExecutor 请求",
    "{0} region": "{0} 个区域",
    "{0} regions": "{0} 个区域",
    "{0} slot": "{0} 个槽位",
    "{0} slots": "{0} 个槽位",
    "{0} ResultSubpartition": "{0} 个 ResultSubpartition",
    "{0} ResultSubpartitions": "{0} 个 ResultSubpartition",
    "{0} InputGate": "{0} 个 InputGate",
    "{0} InputGates": "{0} 个 InputGate",
    "{0} ResultPartition": "{0} 个 ResultPartition",
    "{0} ResultPartitions": "{0} 个 ResultPartition",
    "{0!r} waits for slots": "{0!r} 等待槽位",
    "TaskDeploymentDescriptor of {0}: TaskExecutor.submitTask on {1}, slot {2}; key groups {3} to {4}": "{0} 的 TaskDeploymentDescriptor：在 {1} 的槽位 {2} 上 TaskExecutor.submitTask；键组 {3} 到 {4}",
    "and {0} more of them": "还有 {0} 个",
    "Task.startTaskThread, Task.doRun: buffer pools for {0} and {1}, loadAndInstantiateInvokable({2}), createChainedOperator from the tail: {3}; then restore, invoke": "Task.startTaskThread、Task.doRun：为 {0} 和 {1} 建立缓冲池，loadAndInstantiateInvokable({2})，从链尾开始 createChainedOperator：{3}；然后 restore、invoke",
    "Task.startTaskThread, Task.doRun: buffer pools for {0} and {1}, a partition request for each channel of {0}, loadAndInstantiateInvokable({2}), createChainedOperator from the tail: {3}; then restore, invoke": "Task.startTaskThread、Task.doRun：为 {0} 和 {1} 建立缓冲池，为 {0} 的每个通道请求分区，loadAndInstantiateInvokable({2})，从链尾开始 createChainedOperator：{3}；然后 restore、invoke",
    # --- details of boxes
    "{0} at gate {1} ({2})": "{0}，在输入门 {1} ({2})",
    "{0} to {1} of {2}": "{0} 到 {1}，共 {2}",
    "when full": "装满时",
    "after each value": "每个值之后",
    "every {0} ms": "每 {0} 毫秒",
    "open": "未定",
    "open until the vertex starts (-1), at most {0}": "顶点启动之前未定 (-1)，最多 {0}",
    "data set {0}: {2} to {3}, {4}, flushed {5}": "数据集 {0}：{2} 到 {3}，{4}，刷出：{5}",
    "data set {0}: {2} to {3}, {4}, flushed {5}, no unaligned checkpoints": "数据集 {0}：{2} 到 {3}，{4}，刷出：{5}，没有非对齐检查点",
    "data set {0} of side output {1!r}: {2} to {3}, {4}, flushed {5}": "数据集 {0} 的侧输出 {1!r}：{2} 到 {3}，{4}，刷出：{5}",
    "data set {0} of side output {1!r}: {2} to {3}, {4}, flushed {5}, no unaligned checkpoints": "数据集 {0} 的侧输出 {1!r}：{2} 到 {3}，{4}，刷出：{5}，没有非对齐检查点",
    # --- captions and notes
    "parallelism {0}": "并行度 {0}",
    "parallelism {0} · group {1}": "并行度 {0} · 组 {1}",
    "{0} · key groups {1}": "{0} · 键组 {1}",
    "slot {0}": "槽位 {0}",
    "slot {0} · free": "槽位 {0} · 空闲",
    "slot {0} · group {1}": "槽位 {0} · 组 {1}",
    "no slot · free": "没有槽位 · 空闲",
    "{0} slots asked for, {1} there": "要求 {0} 个槽位，有 {1} 个",
    "{0} vertices, {1} subtasks": "{0} 个顶点，{1} 个子任务",
    "no slot": "没有槽位",
    "no slot · group {1}": "没有槽位 · 组 {1}",
    "waiting for a slot": "等待槽位",
    "These are the operators that PyFlink makes: key_by is one of its own, and Python functions in a row are one, whose name has all of theirs. The dialect java has one for each.": "这些是 PyFlink 生成的算子：key_by 自成一个，相连的 Python 函数合成一个，名称包含它们全部。java 方言中每个函数各有一个。",
    "A plan of getExecutionPlan() does not tell slot sharing groups, chaining strategies, maximum parallelism or whether chaining is on; they are taken at their defaults, so real chains may be shorter than these.": "getExecutionPlan() 的计划不说明槽位共享组、链接策略、最大并行度以及是否开启链接；这里取默认值，所以真实的链可能比这些短。",
    "The plan also says {0}": "计划还说：{0}",
    "A plan of a job graph tells the chains, not which operator of a chain writes to another: the last one is shown to. Slots are as flinksim would give them.": "作业图的计划说明各条链，不说明链中哪个算子写给另一条链：这里画成由最后一个写。槽位按 flinksim 的分配画出。",
    # --- a cluster that is too small
    "Could not acquire the minimum required resources.": "得不到所需的最少资源。",
    "The job needs {0} slots, the cluster has {1} (TaskManagers: {3}, slots of each: {4}):": "作业需要 {0} 个槽位，集群有 {1} 个（TaskManager {3} 个，每个 {4} 个槽位）：",
    "The job needs {0} slots, the cluster has {1} that {2} of other jobs leave (TaskManagers: {3}, slots of each: {4}):": "作业需要 {0} 个槽位，集群有 {1} 个，另外 {2} 个已被别的作业占用（TaskManager {3} 个，每个 {4} 个槽位）：",
    "  {0} for slot sharing group {1!r}: {2!r} has parallelism {3}": "  槽位共享组 {1!r} 要 {0} 个：{2!r} 的并行度是 {3}",
    "Raise {0} to {1} or {2} to {3}; or need less: lower the parallelism.": "把 {0} 提高到 {1}，或把 {2} 提高到 {3}；或者少要一些：降低并行度。",
    "Raise {0} to {1} or {2} to {3}; or need less: lower the parallelism or use fewer slot sharing groups, as each has slots of its own.": "把 {0} 提高到 {1}，或把 {2} 提高到 {3}；或者少要一些：降低并行度，或者少用几个槽位共享组，因为每个组有自己的槽位。",
    # --- rejected edits
    "there is no transformation {0}; the program has {1}": "没有转换 {0}；程序有 {1}",
    "transformation {0} ({1}) is virtual; edit the operator before or after it": "转换 {0} ({1}) 是虚拟的；请改动它之前或之后的算子",
    "{0} (transformation {1}) was put there by PyFlink, so no call of the program names it; edit the operator before or after it": "{0}（转换 {1}）是 PyFlink 放进去的，程序中没有调用提到它；请改动它之前或之后的算子",
    "The parallelism of non parallel operator must be 1. {0} always runs in one subtask, found {1}.": "非并行算子的并行度必须是 1。{0} 总是在一个子任务中运行，却给了 {1}。",
    "The parallelism of an operator must be at least 1, found {1} for {0}.": "算子的并行度至少为 1，却给 {0} 设了 {1}。",
    "{0}: a sink has no start_new_chain(); use disable_chaining()": "{0}：数据汇没有 start_new_chain()；请用 disable_chaining()",
    "{0} (transformation {1}) is no partition": "{0}（转换 {1}）不是分区",
    "{0} (transformation {1}) is no source": "{0}（转换 {1}）不是数据源",
    "expected one of {0}, found {1!r}: the others need a function of the program": "应为 {0} 之一，却是 {1!r}：其他的需要程序中的函数",
    "hybrid shuffle mode currently does not support setting non-default slot sharing group. {0!r} has {1!r}; leave it out, or set {2} to ALL_EXCHANGES_BLOCKING.": "混合 shuffle 模式目前不支持默认以外的槽位共享组。{0!r} 有 {1!r}；请去掉它，或把 {2} 设为 ALL_EXCHANGES_BLOCKING。",
    "Cannot co-locate operators from different slot sharing groups: co-location group {0!r} has {1!r} in slot sharing group {2!r} and {3!r} in {4!r}, of which each region of a batch job has one of its own. Name a group for them.": "不同槽位共享组的算子不能同位：同位组 {0!r} 中，{1!r} 在槽位共享组 {2!r}，{3!r} 在 {4!r}，批作业的每个区域各有一个这样的组。请为它们指定一个组。",
    "Cannot co-locate operators from different slot sharing groups: co-location group {0!r} has {1!r} in slot sharing group {2!r} and {3!r} in {4!r}. Give them one slot sharing group.": "不同槽位共享组的算子不能同位：同位组 {0!r} 中，{1!r} 在槽位共享组 {2!r}，{3!r} 在 {4!r}。请给它们同一个槽位共享组。",
    "only canBePipelinedConsumed partition support buffer timeout {0} for src operator in edge ({1}). \nPlease either disable buffer timeout (via -1) or use the canBePipelinedConsumed partition.": "只有能流水线消费的分区才支持缓冲超时 {0}，这条边的源算子却设了它 ({1})。\n请关闭缓冲超时（设为 -1），或使用能流水线消费的分区。",
    "{0} has {1} inputs, counted from 0; found {2}": "{0} 有 {1} 个输入，从 0 数起；却是 {2}",
    "Forward partitioning does not allow change of parallelism. Upstream operation: {0} parallelism: {1}, downstream operation: {2} parallelism: {3} You must use another partitioning strategy, such as broadcast, rebalance, shuffle or global.": "FORWARD 分区不允许并行度改变。上游算子：{0}，并行度 {1}；下游算子：{2}，并行度 {3}。请用别的分区方式，例如 broadcast、rebalance、shuffle 或 global。",
    # --- older APIs
    "Feedback (iterate() and closeWith(), FeedbackTransformation and CoFeedbackTransformation): {0}": "反馈 (iterate() 与 closeWith()，FeedbackTransformation 与 CoFeedbackTransformation)：循环的末端通回它的开头，所以图中有环。生成器把它变成两个节点，迭代源和迭代汇，之间没有边：StreamIterationTail 通过内存中的队列把值交给 StreamIterationHead，所以两者必须在同一个槽位，同位组就是为此而设。1.19 起弃用，2.0 中移除：队列里正在途中的值不在任何检查点中，水位线不能绕行，满了的循环可能永远等待自己。现在由外部的主题承载反馈，或用 Flink ML 的迭代；同位键仍在 (Transformation.setCoLocationGroupKey)。",
    "Split and select (split(OutputSelector) and select(names), SplitTransformation and SelectTransformation): {0}": "分流与选择 (split(OutputSelector) 与 select(names)，SplitTransformation 与 SelectTransformation)：OutputSelector 给每个值取名；select() 取有其中之一的值。两者都保持虚拟节点，像侧输出那样：名称落在 select() 之后的边上。1.12 中移除：第二个 split() 会覆盖第一个而不是细分它，而且各部分只有一个类型。现在用侧输出：每部分有自己类型的标签，get_side_output(tag)。",
}
