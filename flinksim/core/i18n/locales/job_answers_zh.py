"""Chinese texts of questions in other words, and of answers about the whole job."""

JOB_ANSWERS_ZH: dict[str, str] = {
    "I did not understand {text}": "没有理解 {text}",
    "Understood: {question}?": "理解为：{question}？",
    "You may also mean:": "也可能是指：",
    "the job did not fail": "作业没有失败",
    "the sources read records": "数据源读取了记录",
    "the job has a sink": "作业有数据汇",
    "the filters let records pass": "过滤器放行了记录",
    "not all records were late": "并非所有记录都迟到",
    "no window waits": "没有窗口在等待",
    "{pane} has {n} {n|record|records}.": "{pane}有 {n} 条记录。",
    "A watermark delay of {lag} covers the largest disorder within a split of this run.": (
        "{lag} 的水位线延迟足以覆盖这次运行中单个分片内的最大乱序。"
    ),
    "The job is {status}: its sources are bounded, and all {n} {n|source subtask|source subtasks} "
    "read their input to the end.": "作业状态为 {status}：数据源是有界的，{n} 个数据源子任务都已读完输入。",
    "The records reached the last operators, which wrote nothing. Excluded: {reasons}.": (
        "记录到达了最后的算子，但它们没有写出任何内容。已排除：{reasons}。"
    ),
    "No source has read a record yet.": "还没有数据源读取过记录。",
    "{operator} filtered out all {n} {n|record|records}.": "{operator} 过滤掉了全部 {n} 条记录。",
    "Both come from the same record, which was processed on two paths.": (
        "两者来自同一条记录，它经过了两条路径的处理。"
    ),
    "They come from different records.": "它们来自不同的记录。",
    "No record was late, so there is nothing to send.": "没有记录迟到，所以没有可发送的内容。",
    "The network to {task} is the bottleneck: {victims} wait for free buffers.": (
        "通向 {task} 的网络是瓶颈：{victims} 在等待空闲缓冲区。"
    ),
    "{task} is the bottleneck: it is busy, and {victims} wait for it.": (
        "{task} 是瓶颈：它处于繁忙状态，{victims} 在等待它。"
    ),
    "No task is busy or backpressured: the job waits for its input.": (
        "没有任务繁忙或处于反压：作业在等待输入。"
    ),
    "{most} received {n} of {total} records, {least} only {fewest}.": (
        "{most} 收到了 {total} 条记录中的 {n} 条，{least} 只收到 {fewest} 条。"
    ),
    "No task has more than one subtask with input.": "没有任务有一个以上的子任务收到输入。",
    "{source} and {target} are not chained: {reason}.": "{source} 与 {target} 没有链接：{reason}。",
    "No operator generates watermarks: the job has no watermark strategy, so event time does not "
    "advance before the input ends. Call assign_timestamps_and_watermarks().": (
        "没有算子生成水位线：作业没有水位线策略，因此事件时间在输入结束之前不会推进。"
        "请调用 assign_timestamps_and_watermarks()。"
    ),
    "Watermarks were generated only at the end of the input.": "只在输入结束时才生成了水位线。",
    "{n} {n|record has|records have} an older timestamp than a record before it in its split. "
    "The largest lag is {lag}.": "有 {n} 条记录的时间戳早于同一分片中在它之前的记录。最大落后 {lag}。",
    "With the current settings {n} {n|record was|records were} dropped as late.": (
        "按当前设置，有 {n} 条记录因迟到被丢弃。"
    ),
    "State now: {rows}.": "当前状态：{rows}。",
    "Still waiting: {items}.": "仍在等待：{items}。",
    "All sources have ended. These tasks still have work: {tasks}.": (
        "所有数据源都已结束。仍有工作的任务：{tasks}。"
    ),
    "There is output: {n} {n|result|results}, the last one in step {step}.": (
        "有输出：{n} 个结果，最后一个在第 {step} 步。"
    ),
    "The job has no sink.": "作业没有数据汇。",
    "All {n} {n|record|records} were dropped as late.": "全部 {n} 条记录都因迟到被丢弃。",
    "{n} {n|window has|windows have} not fired.": "有 {n} 个窗口没有触发。",
    "No record was assigned to {window} of {key}.": "没有记录被分配到键 {key} 的 {window}。",
    "{n} more {n|record|records} with this key came too late for it.": (
        "还有 {n} 条该键的记录对它来说来得太迟。"
    ),
    "After the restart records were read again, and {n} {n|result was|results were} written again. "
    "A sink without transactions does not take back what it wrote.": (
        "重启后记录被重新读取，{n} 个结果被再次写出。没有事务的数据汇不会撤回已写出的内容。"
    ),
    "{n} {n|firing|firings} came after the window had fired on time: a late record within the allowed "
    "lateness fires its window again.": (
        "有 {n} 次触发发生在窗口按时触发之后：允许延迟内的迟到记录会再次触发它的窗口。"
    ),
    "No result was written twice in this run.": "这次运行中没有结果被写出两次。",
    "{n} {n|record|records} went to a side output.": "{n} 条记录进入了旁路输出。",
    "{n} late {n|record was|records were} dropped, because the window operator has no side output for "
    "them: call side_output_late_data(tag).": (
        "{n} 条迟到记录被丢弃，因为窗口算子没有为它们设置旁路输出：请调用 side_output_late_data()。"
    ),
    "No task is a bottleneck. Output waits for the end of a Python bundle, {n} {n|time|times}.": (
        "没有任务是瓶颈。输出等待 Python 的批次结束，共 {n} 次。"
    ),
    "No task is backpressured. The busiest is {task}, {n} ms of each second.": (
        "没有任务处于反压。最繁忙的是 {task}，每秒 {n} ms。"
    ),
    "{tasks} got no split: there are fewer splits than subtasks.": (
        "{tasks} 没有得到分片：分片数少于子任务数。"
    ),
    "records are partitioned by {partitioner}": "记录按 {partitioner} 分区",
    "All operators are chained into one task.": "所有算子都链接在一个任务中。",
    "There is one: the watermark of {operator} became {time}.": "有水位线：{operator} 的水位线变为 {time}。",
    "Every split delivers its records in timestamp order.": "每个分片都按时间戳顺序提供记录。",
    "{operator}: {n} {n|entry|entries}, {timers} {timers|timer|timers}": (
        "{operator}：{n} 个条目，{timers} 个定时器"
    ),
    "No operator has state now.": "当前没有算子有状态。",
    "Values were written {added} {added|time|times} and removed {cleared} {cleared|time|times}.": (
        "状态值写入了 {added} 次，删除了 {cleared} 次。"
    ),
    "{n} {n|window|windows}": "{n} 个窗口",
    "{n} {n|timer|timers}": "{n} 个定时器",
    "buffers in {n} {n|channel|channels}": "{n} 个通道中的缓冲区",
    "Nothing waits any more.": "没有任何内容在等待。",
    "The job is {status}: {sources} can still read records. A job ends when all its sources have ended.": (
        "作业状态为 {status}：{sources} 仍可读取记录。所有数据源结束后作业才会结束。"
    ),
    "But {n} {n|window|windows} did not fire before the input ended.": (
        "但有 {n} 个窗口在输入结束之前没有触发。"
    ),
    "{n} {n|result was|results were} written more than once, {result} first.": (
        "{n} 个结果被写出不止一次，首先是 {result}。"
    ),
    "It has {n} of {total} keys: a key belongs to one subtask, chosen by its hash.": (
        "它有 {total} 个键中的 {n} 个：每个键按其哈希值属于一个子任务。"
    ),
    "the parallelism changes from {before} to {after}": "并行度从 {before} 变为 {after}",
    "chaining is disabled there, or the operator has several inputs": "此处禁用了算子链，或算子有多个输入",
    "Watermarks are generated, but {channel} has brought none yet, and the slowest input decides.": (
        "已生成水位线，但 {channel} 还没有带来任何水位线，而最慢的输入起决定作用。"
    ),
    "Excluded: {reasons}.": "已排除：{reasons}。",
    "no watermark strategy": "没有水位线策略",
    "waiting for the barrier": "等待屏障",
    "alignment": "对齐",
    "the synchronous part of the snapshot": "快照的同步部分",
    "the asynchronous part of the snapshot": "快照的异步部分",
    "The slowest checkpoint is {checkpoint}: {duration} ms. {task} acknowledged it last.": (
        "最慢的检查点是 {checkpoint}：{duration} ms。最后确认的是 {task}。"
    ),
    "The job was restarted {n} {n|time|times}.": "作业重启了 {n} 次。",
    "It continued from checkpoint {checkpoint}: records read after that checkpoint were read again.": (
        "它从检查点 {checkpoint} 继续：在该检查点之后读取的记录被重新读取。"
    ),
    "There was no completed checkpoint, so it started again without state.": (
        "没有已完成的检查点，所以它在没有状态的情况下重新开始。"
    ),
    "No checkpoint failed in this run; {n} {n|was|were} completed.": (
        "这次运行中没有检查点失败；完成了 {n} 个。"
    ),
    "Not acknowledged by: {tasks}.": "尚未确认的任务：{tasks}。",
    "Most of its time was {phase}: {n} ms.": "其中大部分时间是{phase}：{n} ms。",
    "The job was not restarted in this run.": "这次运行中作业没有重启。",
    "No checkpoint was triggered in this run: enable_checkpointing(interval) is not called, or the job "
    "ended before the first one.": (
        "这次运行中没有触发检查点：没有调用 enable_checkpointing()，或作业在第一个检查点之前就结束了。"
    ),
    "why did a window fire": "为什么窗口触发",
    "No window fired in this run.": "这次运行中没有窗口触发。",
    "why did a window fire early": "为什么窗口提前触发",
    "No window fired early in this run.": "这次运行中没有窗口提前触发。",
    "why did a window fire again": "为什么窗口再次触发",
    "No window fired more than once in this run.": "这次运行中没有窗口触发超过一次。",
    "why was a record dropped": "为什么记录被丢弃",
    "No record was dropped or filtered out in this run.": "这次运行中没有记录被丢弃或过滤。",
    "why is a record not in the result": "为什么记录不在结果中",
    "No record was dropped or filtered out in this run. To ask about one record, name it.": (
        "这次运行中没有记录被丢弃或过滤。要询问某条记录，请指明它。"
    ),
    "why was a record filtered out": "为什么记录被过滤",
    "No record was filtered out in this run.": "这次运行中没有记录被过滤。",
    "why is the result wrong": "为什么结果不对",
    "The run has no window and no result.": "这次运行没有窗口，也没有结果。",
    "where does a result come from": "结果从哪里来",
    "The run has no such result.": "这次运行没有这样的结果。",
    "why are two keys different": "为什么两个键不同",
    "Name two keys of the run, as in: why is key a different from key b.": (
        "请指明这次运行中的两个键，例如：为什么键 a 与键 b 不同。"
    ),
    "why is an input idle": "为什么输入空闲",
    "No input or task is idle.": "没有输入或任务空闲。",
    "why is a task idle": "为什么任务空闲",
    "No task waits for input.": "没有任务在等待输入。",
    "why did a record go to a task": "为什么记录去了某个任务",
    "No record was sent to another task.": "没有记录被发送到其他任务。",
    "why has a timer not fired": "为什么定时器没有触发",
    "No timer of a function waits in this run.": "这次运行中没有函数的定时器在等待。",
    "why did a timer fire": "为什么定时器触发",
    "No timer of a function fired in this run.": "这次运行中没有函数的定时器触发。",
    "why were sessions merged": "为什么会话合并",
    "No sessions were merged in this run.": "这次运行中没有会话合并。",
    "Nothing failed in this run.": "这次运行中没有失败。",
    "No record with this number or value was read.": "没有读取过这个编号或值的记录。",
    "what happened after the restart": "重启后发生了什么",
    "why is there no output": "为什么没有输出",
    "why are there duplicate results": "为什么有重复的结果",
    "why is there no watermark": "为什么没有水位线",
    "why is the job slow": "为什么作业慢",
    "why are the operators not chained": "为什么算子没有链接",
    "why is the load uneven": "为什么负载不均衡",
    "why is the late output empty": "为什么迟到输出是空的",
    "what is in the state": "状态里有什么",
    "why did a checkpoint fail": "为什么检查点失败",
    "why has the job not ended": "为什么作业没有结束",
    "why did the job end": "为什么作业结束",
    "why are records out of order": "为什么记录乱序",
    "which watermark delay is needed": "需要多大的水位线延迟",
    "what is still waiting": "还有什么在等待",
    "why are checkpoints slow": "为什么检查点慢",
    "why is the watermark of {task} not {time}": "为什么 {task} 的水位线没有到达 {time}",
    "what is in {pane}": "{pane}里有什么",
}
