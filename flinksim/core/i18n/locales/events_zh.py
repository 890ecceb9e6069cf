"""Simplified Chinese sentences for events.

Each template of :mod:`flinksim.trace.narration.templates` has one here, in the same order and with
the same fields and conditions. Not in Flink.
"""

from __future__ import annotations

_STATE_OWNERS = ("", "键 {key:timer} 的", "键 {key:timer} 在 {namespace:pane} 中的")
"""Chinese words for whom a state belongs to: the operator, a key, or a key in a window pane."""

_FIRING_REASONS = (
    (
        "水位线到达 {watermark:watermark}",
        "水位线 {watermark:watermark} 已到达 {window:pane} 的终点",
    ),
    ("处理时间前进了", "处理时间前进了"),
    ("计数已满", "计数已满"),
    ("来了一条记录", "来了一条迟到但还不算太迟的记录"),
    ("输入已结束", "输入已结束"),
)


def _build_firing_sentences() -> tuple[str, ...]:
    sentences: list[str] = []
    fires = "{window:pane} 中键 {key:timer} 的窗格"
    elements = "{count:firing} 个元素"
    for why, on_time in _FIRING_REASONS:
        late = _FIRING_REASONS[3][1] if why == "来了一条记录" else why
        sentences += [
            f"{why}，因此{fires}触发，含 {elements}。",
            f"{why}，因此{fires}在其终点之前触发（{{kind:firing}}），含 {elements}。",
            f"{late}，因此{fires}再次触发（{{kind:firing}}），含 {elements}。",
            f"{on_time}，因此{fires}触发，含 {elements}。",
        ]
    return tuple(sentences)


def _expand_state_owners(template: str) -> tuple[str, ...]:
    return tuple(template.replace("{of}", of) for of in _STATE_OWNERS)


SENTENCES_ZH: dict[str, tuple[str, ...]] = {
    "JobSubmitted": ("作业 {plan} 已提交；还没有任何东西运行。",),
    "TaskStateChanged": (
        "{subtask} 正在运行。",
        "{subtask} 已结束。",
        "{subtask} 从 {before} 变为 {after}。",
    ),
    "OperatorSetUp": ("{operator} 已建立；链从尾到头依次建立。",),
    "OperatorStateInitialized": (
        "{operator} 以空状态开始，接下来将被打开。",
        "{operator} 得到检查点 {checkpoint} 中的状态，接下来将被打开。",
    ),
    "OperatorOpened": ("{operator} 被打开；链从尾到头依次打开。",),
    "OperatorFinished": ("{operator} 得知它的输入已结束。",),
    "AfterInvokeReached": ("{subtask} 只剩下关闭它的算子。",),
    "OperatorClosed": ("{operator} 被关闭；链从尾到头依次关闭。",),
    "TaskFailed": ("{subtask} 失败，错误为 {error:firing}：{message}",),
    "ExecutionReset": ("{subtask} 重新开始：第 {attempt} 次尝试（从 0 计）。",),
    "JobStatusChanged": (
        "作业结束：{after}。",
        "作业结束：{after}。",
        "作业结束：{after}。",
        "作业从 {before} 变为 {after}。",
    ),
    "RestartDecided": ("{subtask} 已失败：{delay_ms} 毫秒后将取消并重新运行 {tasks} 个任务。",),
    "ActorCalled": (
        "{caller} 为作业启动一个 {called}。",
        "{caller} 向 {called} 注册。",
        "{caller} 告诉 {called}：它不再需要槽位。",
        "{caller} 告诉 {called}：它总共需要 {count} 个槽位。",
        "{caller} 让人启动 TaskManager {called}。",
        "TaskManager {caller} 向 {called} 注册。",
        "TaskManager {caller} 向 {called} 报告 {count} 个槽位。",
        "{caller} 要求 TaskManager {called} 为作业保留槽位 {slot}。",
        "TaskManager {caller} 向 {called} 注册。",
        "TaskManager {caller} 向 {called} 提供 {count} 个槽位。",
        "TaskManager {caller} 到 {called} 的连接被关闭。",
        "{called} 得知 TaskManager {caller} 已不在。",
        "{caller} 归还 TaskManager {called} 的槽位 {slot}。",
        "TaskManager {caller} 告诉 {called}：槽位 {slot} 又空闲了。",
        "{caller} 停止 TaskManager {called}：它的槽位很久没有作业需要。",
        "{caller} 向 {called} 告别。",
        "{caller} 关闭它到 TaskManager {called} 的连接。",
        "{caller} 从 {called} 得到作业的结果。",
    ),
    "HeartbeatsExchanged": (
        "JobMaster 和 ResourceManager 询问心跳 {rounds} 次；所有 TaskManager 都有回应。",
        "JobMaster 和 ResourceManager 询问心跳 {rounds} 次；{silent} 没有任何消息。",
    ),
    "MailEnqueued": (
        "邮件“{mail}”放入 {subtask} 的邮箱。",
        "邮件“{mail}”放入 {subtask} 的邮箱；现在有 {waiting} 封在等待。",
    ),
    "MailTaken": (
        "{subtask} 取出邮件“{mail}”并执行；它的邮箱现在空了。",
        "{subtask} 取出邮件“{mail}”并执行；还有 {waiting} 封在等待。",
    ),
    "DefaultActionSuspended": (
        "{subtask} 没有输入可读，于是等待。",
        "{subtask} {reason:firing}，因此停止读取：这就是反压。",
        "{subtask} 在处理一个元素的中途{reason:firing}，因为没有剩余的输出缓冲区：这是硬反压。",
        "{subtask} 正忙，暂时不读取。",
    ),
    "DefaultActionResumed": ("{subtask} 继续读取输入。",),
    "TicksSkipped": ("时钟的 {ticks} 次滴答过去了，没有带来新东西。",),
    "ProcessingTimeAdvanced": ("处理时间从 {before} 到 {after}。",),
    "SourceRecordRead": (
        "{operator} 读取记录 {offset}：{value:record}。",
        "{operator} 读取分片 {split} 的记录 {offset}：{value:record}。",
    ),
    "SourceFinished": ("{operator} 没有更多记录了。",),
    "TimestampAssigned": (
        "{operator} 没有给记录时间戳：{after:record} 表示没有。",
        "{operator} 给记录时间戳 {after:record}。",
        "{operator} 给记录时间戳 {after:record}。",
        "{operator} 给记录时间戳 {after:record}，取代 {before}。",
    ),
    "WatermarkGenerated": (
        "{operator} 生成最后的水位线 {timestamp:watermark}：其后不会再有任何东西。",
        "{operator} 生成水位线 {timestamp:watermark}。",
        "{operator} 为分片 {split} 生成水位线 {timestamp:watermark}，正是该分片拖住了数据源。",
        "{operator} 为分片 {split} 生成水位线 {timestamp:watermark}。",
    ),
    "GeneratedWatermarkIgnored": (
        "{operator} 生成的水位线 {timestamp:watermark} 不大于上一个，因此什么也不改变。",
        "{operator} 的分片 {split} 的水位线 {timestamp:watermark} 不大于上一个，因此什么也不改变。",
    ),
    "SplitAssigned": (
        "{operator} 得到要读取的分片 {split}，其水位线尚不知道。",
        "{operator} 得到要从记录 {read} 起读取的分片 {split}；其水位线尚不知道。",
    ),
    "ConnectionAttempted": (
        "{operator} 连接 {split}。",
        "{operator} 再次连接 {split}，第 {attempt} 次尝试：服务器曾关闭连接。",
    ),
    "SplitReleased": ("{operator} 已把分片 {split} 读到末尾：它不再计入。",),
    "IdlenessCountdownChanged": (
        "来了一条记录，因此 {operator} 不再等待空闲。",
        "{operator} 自上次询问以来没有见到记录：若到 {idle_after:timer} 仍没有，它就算空闲。",
        "{operator} 自上次询问以来没有见到分片 {split} 的记录：若到 {idle_after:timer} 仍没有，该分片就算空闲。",
    ),
    "WatermarkAligned": (
        "{operator} 没有水位线可告诉组 {group}；它可以前进到 {allowed:watermark}。",
        "{operator} 告诉组 {group} 水位线 {reported:watermark}，这是所有中最小的；它可以前进到 {allowed:watermark}。",
        "{operator} 告诉组 {group} 水位线 {reported:watermark}；它可以前进到 {allowed:watermark}。",
    ),
    "SplitStatusChanged": (
        "{operator} 的分片 {split} 安静下来：它现在空闲，不再拖住任何东西。",
        "{operator} 的分片 {split} 重新活跃，计入水位线。",
    ),
    "ElementWritten": (
        "记录 {value:record} 写入 {channel}。",
        "水位线 {timestamp:watermark} 写入 {channel}。",
        "状态 IDLE 写入 {channel}。",
        "状态 ACTIVE 写入 {channel}。",
        "数据结束标记写入 {channel}。",
        "全部结束标记写入 {channel}。",
        "检查点屏障写入 {channel}。",
        "检查点不会完成的消息写入 {channel}。",
        "延迟标记写入 {channel}。",
    ),
    "ChannelSelected": (
        "键 {key} 选择 {channel}：它的哈希码是 {hash_code}，属于键组 {key_group}。",
    ),
    "RecordPartlyRead": ("{channel} 的缓冲区在一个元素中间结束：其中 {bytes} 字节已到。",),
    "BufferQueued": (
        "一个缓冲区等待在 {channel} 上发送：队列中有 {queued:buffer} 个。",
        "又有一个缓冲区等待在 {channel} 上发送：队列中有 {queued:buffer} 个。",
    ),
    "EmptyBufferDropped": (
        "{channel} 的一个缓冲区已全部读完并被移除，队列中还有 {queued:buffer} 个。",
    ),
    "OutputPersisted": (
        "检查点 {checkpoint} 的屏障越过 {channel} 的 {buffers:buffer} 个缓冲区（{bytes} 字节），它们进入该检查点。",
    ),
    "ChannelFlushed": ("{channel} 的未满缓冲区中的内容现在可以发送。",),
    "BufferSent": (
        "一个 {bytes:buffer} 字节的缓冲区在 {channel} 上发送。",
        "一个 {bytes:buffer} 字节的缓冲区在 {channel} 上发送；没有信用再发一个。",
        "一个 {bytes:buffer} 字节的缓冲区在 {channel} 上发送；还剩 {credit:buffer} 个的信用。",
    ),
    "BufferArrived": (
        "一个缓冲区到达 {channel}。",
        "一个缓冲区到达 {channel}；那里有 {received:buffer} 个等待读取。",
    ),
    "CreditAnnounced": ("{channel} 的接收方承诺再容纳 {credit:buffer} 个缓冲区。",),
    "CreditChanged": ("{channel} 的发送方得知新的信用：{before} 变为 {after:buffer}。",),
    "InputBuffersChanged": (
        "{channel} 的空缓冲区：{exclusive:buffer} 个专用，{floating:buffer} 个浮动；它共需要 {required:buffer} 个，正在等待一个浮动的。",
        "{channel} 的空缓冲区：{exclusive:buffer} 个专用，{floating:buffer} 个浮动；它共需要 {required:buffer} 个。",
    ),
    "ReadingStopped": ("没有剩余缓冲区接收 {channel} 上的内容，因此整个连接不再读取。",),
    "ReadingResumed": ("{channel} 有了空缓冲区，因此它的连接重新读取。",),
    "FloatingBuffersChanged": ("{subtask} 有 {free:buffer} 个空闲的浮动缓冲区。",),
    "OutputBuffersChanged": ("{subtask} 正在使用 {in_use:buffer} 个输出缓冲区。",),
    "BufferSizeAnnounced": (
        "{subtask} 每秒读取 {throughput} 字节，有 {buffers:buffer} 个缓冲区，因此它要求大小为 {bytes:buffer} 字节的缓冲区。",
    ),
    "BufferConsumed": ("{channel} 的一个缓冲区被打开并读取。",),
    "ElementReceived": (
        "{subtask} 从 {channel:short} 读取记录 {value:record}。",
        "{subtask} 从 {channel:short} 读取水位线 {timestamp:watermark}。",
        "{subtask} 从 {channel:short} 读取状态 IDLE。",
        "{subtask} 从 {channel:short} 读取状态 ACTIVE。",
        "{subtask} 从 {channel:short} 读取数据结束标记。",
        "{subtask} 从 {channel:short} 读取全部结束标记。",
        "{subtask} 从 {channel:short} 读取检查点屏障。",
        "{subtask} 从 {channel:short} 得知检查点不会完成。",
        "{subtask} 从 {channel:short} 读取延迟标记。",
    ),
    "BarrierReceived": (
        "{subtask} 从 {channel:short} 收到检查点 {checkpoint} 的屏障。",
        "{subtask} 从 {channel:short} 收到检查点 {checkpoint} 的屏障，它在那里越过了 {overtaken} 个元素。",
    ),
    "BarrierAnnounced": (
        "{subtask} 得知检查点 {checkpoint} 的屏障在 {channel:short} 中等待，前面还有没读的内容。",
    ),
    "CancellationReceived": ("{subtask} 从 {channel:short} 得知检查点 {checkpoint} 不会完成。",),
    "AlignmentStarted": (
        "检查点 {checkpoint} 的第一个屏障到达 {subtask}，在其触发 {delay_ms} 毫秒之后。",
    ),
    "AlignmentEnded": (
        "{subtask} 不再等待检查点 {checkpoint} 的屏障：对齐用了 {duration_ms} 毫秒，其间读取了 {bytes:buffer} 字节。",
    ),
    "AlignmentTimedOut": ("检查点 {checkpoint} 的对齐在 {subtask} 用时太长：检查点转为非对齐。",),
    "OutputBarrierTimedOut": (
        "检查点 {checkpoint} 的屏障在 {channel} 上等待太久：它越过前面的内容。",
    ),
    "ChannelBlocked": ("{channel} 被阻塞：屏障之后的内容等待其他通道的屏障。",),
    "ChannelUnblocked": ("{channel} 屏障之后的内容可以继续读取。",),
    "ResumptionSent": ("{channel} 的接收方让发送方在屏障之后继续。",),
    "ConsumptionResumed": ("{channel} 的发送方在屏障之后继续。",),
    "InputPersisted": (
        "{channel} 的 {buffers:buffer} 个尚未处理的缓冲区（{bytes} 字节）进入检查点 {checkpoint}。",
    ),
    "ChannelWatermarkChanged": (
        "{channel} 的水位线从 {before} 升到 {after:watermark}；它落后于任务，暂不计入。",
        "{channel} 的水位线从 {before} 升到 {after:watermark}。",
    ),
    "WatermarkIgnored": (
        "{channel} 的水位线 {timestamp:watermark} 什么也不改变：该通道空闲。",
        "{channel} 的水位线 {timestamp:watermark} 什么也不改变：它不大于之前的那个。",
    ),
    "ChannelStatusChanged": (
        "{channel} 现在空闲，不计入水位线。",
        "{channel} 重新活跃，但落后：追上之前不计入。",
        "{channel} 重新活跃，计入水位线。",
    ),
    "InputWatermarkAdvanced": (
        "所有计入的通道都到了末尾，因此 {subtask} 的{input:side}的水位线变为 {after:watermark}。",
        "所有通道都空闲，因此以最大的水位线为准：{subtask} 的{input:side}的水位线从 {before} 到 {after:watermark}。",
        "{subtask} 的{input:side}的水位线从 {before} 到 {after:watermark}：现在最小的是 {held_by}。",
    ),
    "InputStatusChanged": (
        "{subtask} 的{input:side}的所有通道都空闲，因此它空闲。",
        "{subtask} 的{input:side}有通道重新活跃，因此它活跃。",
    ),
    "InputEnded": ("{subtask} 得知它的{input:side}不再有记录进来。",),
    "OperatorInputChanged": (
        "{operator} 的{input:side}现在空闲，不拖住任何东西。",
        "{operator} 的{input:side}在 {watermark:watermark}，把它拖在那里。",
        "{operator} 的{input:side}在 {watermark:watermark}；另一个落后于它。",
    ),
    "ElementProcessed": (
        "{operator} 接到记录 {value:record}。",
        "{operator} 接到水位线 {timestamp:watermark}。",
        "{operator} 接到状态 IDLE。",
        "{operator} 接到状态 ACTIVE。",
        "{operator} 接到数据结束标记。",
        "{operator} 接到全部结束标记。",
        "{operator} 接到检查点屏障。",
        "{operator} 接到延迟标记。",
    ),
    "WatermarkHeld": (
        "水位线 {timestamp:watermark} 在 {operator} 前等待其 PyFlink 工作进程的这一批结束，这一批已有 {taken} 个元素和定时器。",
    ),
    "LatencyMeasured": ("{operator} 测得从 {source} 到这里的延迟为 {latency:timer} 毫秒。",),
    "RecordFiltered": ("{operator} 丢弃该记录：它的条件不成立。",),
    "OperatorWatermarkAdvanced": (
        "{operator} 的事件时间时钟从 {before} 到 {after:watermark}：它的所有定时器都到期。",
        "{operator} 的事件时间时钟从 {before} 到 {after:watermark}；到此为止的定时器都到期。",
    ),
    "WatermarkEmitted": (
        "{operator} 把最后的水位线 {timestamp:watermark} 向下传：其后不会再有记录。",
        "{operator} 把水位线 {timestamp:watermark} 向下传。",
    ),
    "StatusEmitted": ("{operator} 告诉下游它空闲。", "{operator} 告诉下游它活跃。"),
    "KeySelected": ("键现在是 {key:timer}，属于键组 {key_group}。",),
    "StateUpdated": (
        "键 {key:timer} 的状态“{state}”现在是 {value:record}。",
        "键 {key:timer} 在 {namespace:pane} 中的状态“{state}”现在是 {value:record}。",
    ),
    "StateAppended": (
        "键 {key:timer} 的列表“{state}”末尾加入 {value:record}。",
        "键 {key:timer} 在 {namespace:pane} 中的列表“{state}”末尾加入 {value:record}。",
    ),
    "StateEntryPut": _expand_state_owners(
        "{of}映射“{state}”中 {entry:record} 的值现在是 {value:record}。"
    ),
    "StateEntryRemoved": _expand_state_owners("{of}映射“{state}”中不再有 {entry:record}。"),
    "StateRead": (
        *_expand_state_owners("{operator} 在{of}状态“{state}”中什么也没找到。"),
        *_expand_state_owners("{operator} 读取{of}状态“{state}”的全部 {count} 个值。"),
        *_expand_state_owners("{operator} 读取{of}状态“{state}”：{value:record}。"),
    ),
    "StateEntryRead": (
        *_expand_state_owners("{operator} 在{of}映射“{state}”中没有找到 {entry:record}。"),
        *_expand_state_owners("{operator} 发现{of}映射“{state}”有 {entry:record}。"),
        *_expand_state_owners(
            "{operator} 读取{of}映射“{state}”中 {entry:record} 的值：{value:record}。"
        ),
    ),
    "StateCleared": (
        "键 {key:timer} 的状态“{state}”被清除。",
        "键 {key:timer} 在 {namespace:pane} 中的状态“{state}”被清除。",
    ),
    "CheckpointTriggered": (
        "检查点 {checkpoint} 开始：{tasks} 个任务要参与。",
        "{kind} 开始，编号为检查点 {checkpoint}：{tasks} 个任务要参与。",
    ),
    "CheckpointNotTriggered": ("现在不开始检查点：“{reason}”。",),
    "BarrierEmitted": ("{subtask} 发出检查点 {checkpoint} 的屏障：它之前的内容属于该检查点。",),
    "OperatorSnapshotTaken": (
        "{operator} 没有要为检查点 {checkpoint} 保存的状态。",
        "{operator} 为检查点 {checkpoint} 保存它的状态：{bytes} 字节。",
    ),
    "SnapshotWritten": (
        "{subtask} 为检查点 {checkpoint} 保存的内容已写完，{bytes} 字节：在任务之外写，不耗时。",
        "{subtask} 为检查点 {checkpoint} 保存的内容已写完，{bytes} 字节：在任务之外写了 {duration} 毫秒，任务照常运行。",
    ),
    "CheckpointAcknowledged": ("{subtask} 完成检查点 {checkpoint} 中它的部分，{bytes} 字节。",),
    "CheckpointDeclined": ("{subtask} 不能参与检查点 {checkpoint}：“{reason}”。",),
    "CheckpointCompleted": (
        "检查点 {checkpoint} 完成，历时 {duration} 毫秒，{bytes} 字节：失败时回到这里。",
    ),
    "CheckpointAborted": ("检查点 {checkpoint} 作废：“{reason}”。",),
    "CheckpointNotified": (
        "{subtask} 得知检查点 {checkpoint} 已完成。",
        "{subtask} 得知检查点 {checkpoint} 已作废。",
    ),
    "CommitPrepared": (
        "{operator} 准备好 {results} 个结果，随检查点 {checkpoint} 提交；现在还没有人看得到。",
    ),
    "ResultsCommitted": (
        "{operator} 提交检查点 {checkpoint} 的 {results} 个结果：共 {total} 个永久可见。",
    ),
    "CheckpointRestored": (
        "{tasks} 个任务回到检查点 {checkpoint}：状态、定时器和输入的位置都和当时一样。",
    ),
    "InputRecovered": (
        "{channel} 重新有了检查点 {checkpoint} 截获的 {elements} 个在途元素，它们先于其他一切被读取。",
    ),
    "OutputRecovered": (
        "{elements} 个被检查点 {checkpoint} 的屏障越过的元素又在 {channel} 的发送方等待。",
    ),
    "StateRestored": (
        "键 {key:timer} 的状态“{state}”又是 {value:record}。",
        "键 {key:timer} 在 {namespace:pane} 中的状态“{state}”又是 {value:record}。",
    ),
    "ListRestored": (
        "键 {key:timer} 的列表“{state}”又是 {values:record}。",
        "键 {key:timer} 在 {namespace:pane} 中的列表“{state}”又是 {values:record}。",
    ),
    "StateEntryRestored": _expand_state_owners(
        "{of}映射“{state}”中 {entry:record} 的值又是 {value:record}。"
    ),
    "TimerRestored": ("{operator} 又有了键 {key:timer} 在 {timestamp:timer} 的定时器。",),
    "PaneRestored": ("{window:pane} 中键 {key:timer} 的窗格又在了，含 {count:pane} 个元素。",),
    "TimerRegistered": (
        "{operator} 为键 {key:timer} 注册 {timestamp:timer} 的事件时间定时器。",
        "{operator} 为键 {key:timer} 注册 {timestamp:timer} 的处理时间定时器。",
    ),
    "TimerDeleted": ("{operator} 删除键 {key:timer} 在 {timestamp:timer} 的定时器。",),
    "TimerFired": (
        "水位线是 {timestamp:timer}，因此 {operator} 中键 {key:timer} 的定时器触发。",
        "水位线已越过 {timestamp:timer}，因此 {operator} 中键 {key:timer} 的定时器触发。",
        "时钟已到 {timestamp:timer}，因此 {operator} 中键 {key:timer} 的定时器触发。",
    ),
    "WindowAssigned": (
        "记录进入键 {key:timer} 的 {window:pane}：一个新窗格，含 {count:pane} 个元素。",
        "记录进入键 {key:timer} 的 {window:pane}；它的窗格现在有 {count:pane} 个元素。",
    ),
    "WindowsMerged": (
        "键 {key:timer} 的 {merged:pane} 合并为一个窗口 {result:pane}。",
        "键 {key:timer} 的记录 {value:record} 的窗口是 {window:pane}，它碰到 {merged:pane}：它们合并为一个窗口 {result:pane}。",
    ),
    "SharedElementChanged": (
        "{window:pane} 的聚合设置了其第一个元素的一个字段：{before:value} 现在是 {after:value}。同一个对象也在键 {key:timer} 的 {others:pane} 中，因此那里也变了。",
    ),
    "TriggerEvaluated": (
        "询问 {window:pane} 的触发器，它说：还不到时候。",
        "询问 {window:pane} 的触发器，它说 {result:firing}。",
    ),
    "TriggerCleared": ("触发器忘掉它为键 {key:timer} 的 {window:pane} 保存的内容。",),
    "FiringSkipped": (
        "触发器触发，但键 {key:timer} 的窗格 {window:pane} 是空的：没有结果输出。",
        "定时器的窗口，键 {key:timer} 的 {window:pane}，已不在了：没有结果输出。",
    ),
    "WindowFired": _build_firing_sentences(),
    "ElementsEvicted": (
        "驱逐器从键 {key:timer} 的 {window:pane} 中取出 {evicted:pane} 个元素；还剩 {count:pane} 个。",
    ),
    "WindowCleared": (
        "键 {key:timer} 的 {window:pane} 的内容被清空。",
        "键 {key:timer} 的 {window:pane} 的时间已过：它的窗格被移除。",
    ),
    "WindowSkippedAsLate": (
        "记录属于 {window:pane}，但该窗口已不在：水位线 {watermark:watermark} 已到达或越过其清理时间 {cleanup_time:timer}。",
    ),
    "LateRecordDropped": (
        "时间戳为 {timestamp:firing} 的记录 {value:record} 来得太迟，{side_output|进入迟到侧输出|被丢弃}：水位线已经是 {watermark:watermark}。",
        "时间戳为 {timestamp:firing} 的记录 {value:record} 来得太迟，{side_output|进入迟到侧输出|被丢弃}：它的窗口 {windows:pane} 在 {cleanup_time:timer} 已结束，而水位线已经是 {watermark:watermark}。",
    ),
    "SlotReleased": (
        "{task_manager} 的槽 {slot} 随其 TaskManager 一起丢失。",
        "{task_manager} 的槽 {slot} 被归还：其中不再运行任何东西。",
    ),
    "SlotReserved": ("{task_manager} 的槽 {slot} 留给重新运行的任务。",),
    "SideOutputEmitted": ("{operator} 把记录 {value:record} 发往侧输出“{tag}”。",),
    "ResultWritten": ("{operator} 写出结果 {text:record}。",),
}

WORDS_ZH: dict[str, str] = {
    "early": "提前",
    "late": "迟到",
    "on time": "准时",
    "no output buffer": "没有输出缓冲区",
    "blocked": "被阻塞",
    "savepoint": "保存点",
    "checkpoint": "检查点",
    "terminate savepoint": "终止作业的保存点",
    "suspend savepoint": "暂停作业的保存点",
}
"""Words that are values of event fields and appear in sentences."""

HIGHLIGHTS_ZH: dict[str, tuple[str, str]] = {
    "failure": ("任务失败", "{n} 个任务失败"),
    "start": ("作业开始", ""),
    "end": ("作业结束", ""),
    "late": ("记录迟到", "{n} 条记录迟到"),
    "firing": ("窗口或定时器触发", "{n} 个窗口或定时器触发"),
    "merge": ("会话合并", "会话合并 {n} 次"),
    "idle": ("输入变为空闲或活跃", "{n} 个输入变为空闲或活跃"),
    "watermark": ("水位线推进", "{n} 个任务的水位线推进"),
    "fill": ("记录进入窗格", "{n} 条记录进入窗格"),
    "state": ("状态改变", "{n} 条记录改变状态"),
    "blocked": ("任务被阻塞", "任务被阻塞 {n} 次"),
    "result": ("输出结果", "输出 {n} 个结果"),
    "read": ("读取记录", "读取 {n} 条记录"),
}

EVENT_COUNTS_ZH: dict[str, str] = {
    "timer fired": "次定时器触发",
    "watermark advance of a task": "次任务水位线推进",
    "put into a window": "次放入窗口",
    "filtered out": "条被过滤",
    "watermark generated": "个水位线生成",
    "record read": "条记录读取",
    "mail": "封邮件",
    "tick of the clock": "次时钟滴答",
    "report to an alignment group": "次向对齐组报告",
    "timer registered": "个定时器注册",
}
"""Chinese words for counts of events in a summary, by the English word for one such event."""

SUMMARIES_ZH = {
    "steps": "{steps:,} 步",
    "counts": "：{counts}",
    "comma": "，",
    "idle": "；此外什么也没发生",
    "cut": "轨迹不完整：{cut}。",
}
"""Templates for summarized steps, and for an incomplete trace."""
