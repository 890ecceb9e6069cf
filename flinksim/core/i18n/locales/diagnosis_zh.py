"""Chinese texts of the diagnosis of a run."""

DIAGNOSIS_ZH: dict[str, str] = {
    "Nothing suspicious was found.": "没有发现可疑之处。",
    "certain": "确定",
    "likely": "很可能",
    "possible": "有可能",
    "Fix: {fix}": "修复：{fix}",
    "task failure": "任务失败",
    "restart loop": "反复重启",
    "restart without checkpoint": "没有检查点的重启",
    "results repeated after a restart": "重启后结果重复",
    "transactions without checkpoints": "有事务但没有检查点",
    "failing checkpoints": "检查点失败",
    "slow checkpoints": "检查点过慢",
    "backpressure": "反压",
    "subtasks without split": "没有分片的子任务",
    "subtasks without records": "没有记录的子任务",
    "uneven load": "负载不均衡",
    "output waits for bundles": "输出等待批次",
    "filter removes everything": "过滤器去掉了所有记录",
    "no input": "没有输入",
    "no watermarks": "没有水位线",
    "watermark far behind": "水位线严重落后",
    "empty split": "空分片",
    "quiet split": "安静的分片",
    "slow split": "慢分片",
    "split ended early": "分片提前结束",
    "all inputs idle": "所有输入都空闲",
    "timestamps in seconds": "时间戳以秒为单位",
    "timestamps in local time": "时间戳是本地时间",
    "timestamp in the future": "时间戳在未来",
    "disorder beyond the delay": "乱序超过延迟",
    "late records without side output": "迟到记录没有旁路输出",
    "records missing from some windows": "记录缺席部分窗口",
    "trigger replaced the default": "触发器替换了默认触发器",
    "window larger than the data": "窗口大于数据范围",
    "global window without trigger": "全局窗口没有触发器",
    "session that never closes": "从不关闭的会话",
    "many repeated firings": "大量重复触发",
    "keys never repeat": "键从不重复",
    "hot key": "热点键",
    "state only grows": "状态只增不减",
    "timers never deleted": "定时器从不删除",
    "timers that only accumulate": "定时器不断累积",
    "timers in the past": "过去时间的定时器",
    "unstable key": "不稳定的键",
    "shared mutable element": "共享的可变元素",
    "{operator} has {n} {n|window|windows}, and no operator generates watermarks.": (
        "{operator} 有 {n} 个窗口，但没有算子生成水位线。"
    ),
    "Call assign_timestamps_and_watermarks() with a WatermarkStrategy before the window.": (
        "在窗口之前调用 assign_timestamps_and_watermarks()，并给出水位线策略。"
    ),
    "The watermark of {operator} is {lag} behind the newest record, more than two windows.": (
        "{operator} 的水位线落后最新记录 {lag}，超过两个窗口。"
    ),
    "Lower the watermark delay, or find the split that limits the watermark.": (
        "减小水位线延迟，或找出限制水位线的分片。"
    ),
    "Split {split} of {source} has no record, and limits the watermark.": (
        "{source} 的分片 {split} 没有记录，并限制了水位线。"
    ),
    "Call with_idleness() on the watermark strategy, so that an empty split is left out.": (
        "在水位线策略上调用 with_idleness()，使空分片不参与计算。"
    ),
    "Split {split} of {source} had no record for {time}, while others had {n}: it limited the watermark.": (
        "{source} 的分片 {split} 有 {time} 没有记录，而其他分片有 {n} 条：它限制了水位线。"
    ),
    "Call with_idleness() on the watermark strategy, or find out why the split is quiet.": (
        "在水位线策略上调用 with_idleness()，或查明该分片为何没有数据。"
    ),
    "Split {split} of {source} is {lag} behind the fastest split, and limits the watermark.": (
        "{source} 的分片 {split} 比最快的分片落后 {lag}，并限制了水位线。"
    ),
    "Align the watermarks with with_watermark_alignment(), or speed up this split.": (
        "用 with_watermark_alignment() 对齐水位线，或加快这个分片。"
    ),
    "Split {split} of {source} ended {time} before the last record of the others.": (
        "{source} 的分片 {split} 比其他分片的最后一条记录早 {time} 结束。"
    ),
    "Check that the split is complete: after its end it no longer limits the watermark.": (
        "检查该分片是否完整：结束之后它不再限制水位线。"
    ),
    "All {n} {n|split is|splits are} idle, and windows wait.": "全部 {n} 个分片都空闲，而窗口仍在等待。",
    "An idle input generates no watermark. New records are needed, or a trigger on processing time.": (
        "空闲的输入不生成水位线。需要新的记录，或基于处理时间的触发器。"
    ),
    "The timestamps of {source} are about {n}: these are seconds, and Flink expects ms.": (
        "{source} 的时间戳约为 {n}：这是秒，而 Flink 需要毫秒。"
    ),
    "Multiply the timestamp by 1000 in the timestamp assigner.": "在时间戳分配器中把时间戳乘以 1000。",
    "The timestamps of {source} are {time} ahead of their arrival: this looks like local time instead of "
    "UTC.": "{source} 的时间戳比到达时间早 {time}：看起来是本地时间而不是世界标准时间。",
    "Convert the timestamp to UTC in the timestamp assigner.": (
        "在时间戳分配器中把时间戳转换为世界标准时间。"
    ),
    "One record of {source} is {time} ahead of all others, and the records after it are late.": (
        "{source} 的一条记录比其他所有记录超前 {time}，其后的记录都迟到。"
    ),
    "Filter out impossible timestamps before the watermarks are generated.": (
        "在生成水位线之前过滤掉不可能的时间戳。"
    ),
    "{n} {n|record was|records were} late. The largest disorder within a split is {time}.": (
        "{n} 条记录迟到。单个分片内的最大乱序是 {time}。"
    ),
    "Set the watermark delay or the allowed lateness to at least {time}.": (
        "把水位线延迟或允许延迟设为至少 {time}。"
    ),
    "{operator} dropped {n} late {n|record|records}, and nothing records which.": (
        "{operator} 丢弃了 {n} 条迟到记录，且没有留下任何记载。"
    ),
    "Call side_output_late_data(tag), and write that side output somewhere.": (
        "调用 side_output_late_data()，并写出该旁路输出。"
    ),
    "{n} {n|time|times} a record was too late for some of its windows in {operator}.": (
        "在 {operator} 中有 {n} 次记录对其部分窗口来说太迟。"
    ),
    "Such records are not counted as dropped. Raise the watermark delay to include them.": (
        "这类记录不计为被丢弃。增大水位线延迟可以包含它们。"
    ),
    "{operator} removed {n} {n|window|windows} that never fired: the trigger does not fire at the end of "
    "the window.": "{operator} 移除了 {n} 个从未触发的窗口：触发器不在窗口结束时触发。",
    "A trigger() replaces the default one. Fire in on_event_time(), too, or remove it.": (
        "trigger() 会替换默认触发器。请在 on_event_time() 中也触发，或去掉它。"
    ),
    "The windows of {operator} are {size} long, and all records lie within {span}.": (
        "{operator} 的窗口长 {size}，而所有记录都在 {span} 之内。"
    ),
    "No window can end within this input. Use smaller windows or more input.": (
        "在这段输入内没有窗口能够结束。请使用更小的窗口或更多输入。"
    ),
    "{operator} uses global windows, and none has fired.": "{operator} 使用全局窗口，且没有一个触发。",
    "A global window never ends: set a trigger, such as CountTrigger.of(n).": (
        "全局窗口永不结束：请设置触发器，例如 CountTrigger。"
    ),
    "A session of {operator} is {time} long and still open; its gap is at most {gap}.": (
        "{operator} 的一个会话已长达 {time} 仍未关闭；其间隔至多 {gap}。"
    ),
    "The records of the key come closer than the gap: use a smaller gap, or another key.": (
        "该键的记录间距小于会话间隔：请使用更小的间隔或其他键。"
    ),
    "{operator} fired {n} times for late records, after {m} firings on time.": (
        "{operator} 在 {m} 次按时触发之后，又因迟到记录触发了 {n} 次。"
    ),
    "Every late record fires its window again. Raise the watermark delay instead.": (
        "每条迟到记录都会再次触发其窗口。请改为增大水位线延迟。"
    ),
    "Each of the {n} records of {operator} has a key of its own.": (
        "{operator} 的 {n} 条记录各有自己的键。"
    ),
    "State and windows of a key then see one record. Check the key selector.": (
        "这样每个键的状态和窗口只会看到一条记录。请检查键选择器。"
    ),
    "Key {key} has {n} of the {total} records of {operator}.": (
        "{operator} 的 {total} 条记录中，键 {key} 占 {n} 条。"
    ),
    "One subtask does most of the work. Aggregate in two steps, with a salted key first.": (
        "一个子任务承担了大部分工作。请分两步聚合，先使用加盐的键。"
    ),
    "The state of {operator} grew to {n} entries, and none was ever removed.": (
        "{operator} 的状态增长到 {n} 个条目，且从未删除过。"
    ),
    "Clear state that is no longer needed, or set a StateTtlConfig.": (
        "清除不再需要的状态，或设置状态的生存时间。"
    ),
    "{operator} registered {n} timers; one key had {m} of them at the same time.": (
        "{operator} 注册了 {n} 个定时器；同一个键同时有其中的 {m} 个。"
    ),
    "Delete the old timer before you register a new one for the same key.": (
        "为同一个键注册新定时器之前，请先删除旧的。"
    ),
    "{operator} registered {n} timers, and none fired before the last one was registered.": (
        "{operator} 注册了 {n} 个定时器，在最后一个注册之前没有一个触发。"
    ),
    "Timers are state: check that their times are near enough.": "定时器也是状态：请检查它们的时间是否足够近。",
    "{operator} registered {n} event-time {n|timer|timers} at or below the watermark.": (
        "{operator} 注册了 {n} 个不晚于水位线的事件时间定时器。"
    ),
    "Such a timer fires at the next watermark. Check the unit and the base of its time.": (
        "这样的定时器会在下一个水位线触发。请检查其时间的单位和基准。"
    ),
    "{n} equal {n|value|values} got different keys.": "{n} 个相等的值得到了不同的键。",
    "A key selector must depend on the value only: no random number, no clock, no counter.": (
        "键选择器只能依赖于值：不能用随机数、时钟或计数器。"
    ),
    "{n} {n|time|times} an element that several windows share was changed.": (
        "有 {n} 次修改了多个窗口共享的元素。"
    ),
    "Return a new value instead of changing the element.": "请返回新值，而不是修改元素。",
    "{n} of {total} subtasks of {vertex} have no split.": "{vertex} 的 {total} 个子任务中有 {n} 个没有分片。",
    "Set the parallelism of the source to at most the number of splits.": (
        "把数据源的并行度设为不超过分片数。"
    ),
    "{n} of {total} subtasks of {vertex} received no record.": (
        "{vertex} 的 {total} 个子任务中有 {n} 个没有收到记录。"
    ),
    "There may be fewer keys than subtasks: a key always goes to one subtask.": (
        "键的数量可能少于子任务数：一个键总是去往同一个子任务。"
    ),
    "{task} received {n} of the {total} records of {vertex}.": (
        "{vertex} 的 {total} 条记录中，{task} 收到了 {n} 条。"
    ),
    "Use a key with more values, or rebalance() where no key is needed.": (
        "使用取值更多的键，或在不需要键的地方使用 rebalance()。"
    ),
    "{victims} wait for buffers, although {task} has time: the network is too slow.": (
        "{victims} 在等待缓冲区，而 {task} 有空闲时间：网络太慢。"
    ),
    "{victims} wait for buffers, because {task} is busy.": "{victims} 在等待缓冲区，因为 {task} 处于繁忙状态。",
    "Give this task more parallelism, or make its function faster.": "提高该任务的并行度，或加快其函数。",
    "{n} {n|task failure|task failures}. The last one: {failure}": "{n} 次任务失败。最后一次：{failure}",
    "Correct the function, or skip records that it cannot process.": "修正函数，或跳过它无法处理的记录。",
    "The job restarted {n} times, and fails in the same way again.": "作业重启了 {n} 次，并以同样的方式再次失败。",
    "A restart does not help: after it the same record is read again.": (
        "重启没有帮助：重启之后会再次读取同一条记录。"
    ),
    "The job restarted {n} {n|time|times} without a checkpoint.": "作业在没有检查点的情况下重启了 {n} 次。",
    "Call enable_checkpointing(interval), so that state survives a restart.": (
        "调用 enable_checkpointing()，使状态在重启后得以保留。"
    ),
    "{n} {n|result was|results were} written again after a restart.": "重启后有 {n} 个结果被再次写出。",
    "Use a sink with transactions, or one that overwrites by key.": "使用有事务的数据汇，或按键覆盖的数据汇。",
    "A sink commits on checkpoints, and no checkpoint was taken.": "数据汇在检查点时提交，但没有做过检查点。",
    "Call enable_checkpointing(interval): results become visible only after a checkpoint.": (
        "调用 enable_checkpointing()：结果只有在检查点之后才可见。"
    ),
    "{n} {n|checkpoint|checkpoints} failed. The last reason: {reason}": "{n} 个检查点失败。最后的原因：{reason}",
    "Ask: why did a checkpoint fail.": "可以问：为什么检查点失败。",
    "A checkpoint takes up to {n} ms, longer than the {m} ms between two of them.": (
        "一个检查点最长用时 {n} ms，超过两次检查点之间的 {m} ms。"
    ),
    "Raise the checkpoint interval, or set a minimum pause between checkpoints.": (
        "增大检查点间隔，或设置检查点之间的最小停顿。"
    ),
    "{n} watermarks waited for the end of a Python bundle.": "{n} 个水位线等待 Python 的批次结束。",
    "Lower python.fn-execution.bundle.size or python.fn-execution.bundle.time.": (
        "减小 python.fn-execution.bundle.size 或 python.fn-execution.bundle.time。"
    ),
    "{operator} removed all {n} records.": "{operator} 去掉了全部 {n} 条记录。",
    "Check the condition of the filter.": "请检查过滤条件。",
    "No source has read a record.": "没有数据源读取过记录。",
    "Check the input: its path, topic, offsets and filters.": "请检查输入：路径、主题、偏移量和过滤条件。",
}
