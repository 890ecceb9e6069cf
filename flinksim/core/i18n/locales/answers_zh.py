"""Simplified Chinese templates for everything but events, mainly answers to questions.

Keys are the English templates. :func:`flinksim.trace.narration.templates.translate` fills both the same
way. Not in Flink.
"""

from __future__ import annotations

ANSWERS_ZH: dict[str, str] = {
    "there is no step {step}; the run has {steps}": "没有第 {step} 步；这次运行有 {steps} 步",
    "  (this run is too short for any)": "  （这次运行太短，没有可问的）",
    "{error}.\nAmong those that can be asked of this run:\n{known}": (
        "{error}。\n对这次运行可以问的问题例如：\n{known}"
    ),
    "what_if={kind}: what can be turned here is {kinds}": "what_if={kind}：这里可以改变的是 {kinds}",
    " The job failed in step {step}, and nothing came after that.": "作业在第 {step} 步失败，此后什么也没有发生。",
    "Then it is in time.": "那样它就及时到达。",
    "whether records that were left out of the cut would have done the same": "没有截取进来的记录是否也会有同样的作用",
    "Nothing that comes out of the two runs is different.": "两次运行的输出没有任何不同。",
    "this run": "这次运行",
    "the other run": "另一次运行",
    "The first difference: only in {whose}, at {time}: {sentence}": (
        "第一个不同之处：只在{whose}中，在 {time}：{sentence}"
    ),
    " It began earlier: {sentence} {elsewhere}": "它开始得更早：{sentence}{elsewhere}",
    "In the other run, in its place: {sentence}": "在另一次运行中，取而代之的是：{sentence}",
    "no window, timer or state of key {key} or of {other} is in this run": (
        "这次运行中既没有键 {key} 的窗口、定时器或状态，也没有键 {other} 的"
    ),
    "No change was tried.": "没有尝试任何改变。",
    "Of {n} changed runs none makes it otherwise.": "尝试了 {n} 次改变后的运行，都没有不同。",
    "The first difference: {sentence} But for {key}: {other}": (
        "第一个不同之处：{sentence}而对于键 {key}：{other}"
    ),
    "The same happened to both.": "两者的经历相同。",
    "For key {key} {what} {n} {n|time|times}, for {other} {fewer}. The first that is of one "
    "only: {sentence}": (
        "键 {key} 有 {n} 次{what}，键 {other} 有 {fewer} 次。第一个只属于其中之一的是：{sentence}"
    ),
    ", of which no watermark has been made yet": "，还没有为它生成过水位线",
    "{task} reads nothing, for it waits for the others of its alignment group "
    "{group}: at {time} its watermark is at {mark}, and it may go no further than {allowed}.": (
        "{task} 什么也不读，因为它在等对齐组 {group} 里的其他成员：在 {time} 它的水位线在 {mark}，最远只能到 {allowed}。"
    ),
    "It will be, within one interval of watermarks.": "一个水位线间隔之内就会生成。",
    "state is written": "写入状态",
    "a timer fires, a window fires or a record is late": "定时器触发、窗口触发或记录迟到",
    "a window fires or a record is late": "窗口触发或记录迟到",
    "the same once more": "同一条记录再来一次",
    "{pane} has {n} {n|element|elements} and fires when the clock has passed {time}; it is at "
    "{now}.": "{pane} 有 {n} 个元素，时钟过了 {time} 时触发；时钟在 {now}。",
    " The job has finished before: at the end of the input, timers of processing time that are "
    "not due yet never fire.": "作业在那之前已结束：输入结束时，尚未到期的处理时间定时器不会再触发。",
    "this job has no window operator": "这个作业没有窗口算子",
    "no window operator is called {name}; there is {known}": "没有名为 {name} 的窗口算子；现有 {known}",
    "record {number} of split {split}": "记录 {number}（分片 {split}）",
    "there are several: {known}": "有好几个：{known}",
    "record {record} was not read; there are {known}": "没有读取过记录 {record}；现有 {known}",
    "no record {record} was read; there is {known}": "没有读取过记录 {record}；现有 {known}",
    "which channel is {channel}? there is {known}": "{channel} 是哪个通道？现有 {known}",
    "{window} of key {key}": "键 {key} 的窗口 {window}",
    "{pane} has no element: {n} {n|record|records} came for it, and all too late. {sentence}": (
        "{pane} 中没有元素：有 {n} 条记录属于它，但都来得太迟。{sentence}"
    ),
    "{pane} is not there any more: {sentence}": "{pane} 已不在了：{sentence}",
    "{pane} has no element: the {n} {n|record|records} of the key went into {windows}.": (
        "{pane} 中没有元素：该键的 {n} 条记录进入了 {windows}。"
    ),
    " {n} {n|record was|records were} filtered out before.": "有 {n} 条记录之前已被过滤。",
    "No record of key {key} has come to {operator}; the keys there are {known}.{because}": (
        "没有键 {key} 的记录到达 {operator}；那里的键有 {known}。{because}"
    ),
    "whether a record of this key will come": "这个键以后是否还会有记录到来",
    "{pane} has no element: the {n} {n|record|records} of the key went into {windows}. "
    "Their timestamps, such as {timestamp}, look like seconds; Flink's are milliseconds, "
    "so these are days of January 1970.": (
        "{pane} 中没有元素：该键的 {n} 条记录进入了 {windows}。它们的时间戳（例如 {timestamp}）看起来以秒为单位；Flink "
        "的时间戳以毫秒为单位，所以这些是 1970 年一月的日子。"
    ),
    "the timestamps are in seconds": "时间戳以秒为单位",
    "But it has: {windows}.": "其实有：{windows}。",
    "Key {key} has no pane any more: {sentence}": "键 {key} 已没有窗格：{sentence}",
    "Key {key} has no pane: its {n} {n|record|records} came too late.": (
        "键 {key} 没有窗格：它的 {n} 条记录来得太迟。"
    ),
    "Then it does not fire at all.": "那样它根本不会触发。",
    ", and {n} more {n|time|times}": "，之后还触发 {n} 次",
    "because the input has ended": "因为输入已结束",
    "Then it fires at {time} ({clock}) with {n} {n|element|elements}: {contents}{more}.": (
        "那样它在 {time} 触发（{clock}），含 {n} 个元素：{contents}{more}。"
    ),
    "{window} of {key} did not fire {kind}; it fired {kinds}": (
        "键 {key} 的窗口 {window} 没有“{kind}”触发；它的触发是：{kinds}"
    ),
    "At {time}: {sentence} {elements}": "在 {time}：{sentence}{elements}",
    " and {n} more": "以及另外 {n} 个",
    "no windows of key {key} became one in this run": "这次运行中键 {key} 没有窗口合并",
    "nothing became {window}; there is {known}": "没有合并成 {window} 的窗口；现有 {known}",
    "Then the sessions of {key} are {sessions}.": "那样键 {key} 的会话是 {sessions}。",
    "{later} begins at or before {time}, the end of {earlier}": (
        "{later} 的起点不晚于 {earlier} 的终点 {time}"
    ),
    "no result {result} was written; there is {known}": "没有写出结果 {result}；现有 {known}",
    "Then the results are {results}.": "那样结果是 {results}。",
    "{pane} fired only at {time}, because the input had ended: no watermark had reached "
    "its end before. {sentence}": (
        "{pane} 到 {time} 才触发，因为输入已结束：之前没有水位线到达它的终点。{sentence}"
    ),
    "But it has: in step {step}. {sentence}": "其实已经触发：在第 {step} 步。{sentence}",
    "{pane} came to fire, but nothing came out: {sentence}": "{pane} 本该触发，但没有输出：{sentence}",
    "its trigger was asked {n} {n|time|times} and said CONTINUE each time": (
        "它的触发器被询问 {n} 次，每次都返回 CONTINUE"
    ),
    "its trigger was never asked": "它的触发器从未被询问",
    "{domain} {time}": "{domain} {time}",
    "it asks for no timer at the end of the window, as the default trigger does": (
        "它不像默认触发器那样在窗口终点注册定时器"
    ),
    "a global window has no end, so no watermark makes it fire": "全局窗口没有终点，所以任何水位线都不会使它触发",
    "; it waits for {timers}": "；它在等待 {timers}",
    "{pane} has {n} {n|element|elements}, but {says}: {why}{waits}.": (
        "{pane} 有 {n} 个元素，但{says}：{why}{waits}。"
    ),
    "the trigger of {operator}": "{operator} 的触发器",
    " Everything upstream is idle or has ended, and holds nothing back.": "上游全部空闲或已结束，没有什么拖住它。",
    "whether a record will come that moves the watermark on": "是否还会有推进水位线的记录到来",
    "when the next record of {split} comes, and with which timestamp": "{split} 的下一条记录何时到来、带什么时间戳",
    "split {split} of {operator}": "{operator} 的分片 {split}",
    "{back}: it has not been asked for a watermark yet, the run has only begun.": (
        "{back}：还没有向它询问过水位线，运行才刚刚开始。"
    ),
    "{back}: it has never put out a watermark. It has no watermark strategy, or one that "
    "makes none.": ("{back}：它从未发出过水位线。它没有水位线策略，或者策略不产生水位线。"),
    "{back}: no record with a timestamp has come from there.": "{back}：那里还没有来过带时间戳的记录。",
    "{back}: its greatest timestamp is {greatest}, read as milliseconds {time} after 1970 "
    "began; it looks like one in seconds.": (
        "{back}：它最大的时间戳是 {greatest}，按毫秒理解是 1970 年开始后的 {time}；看起来以秒为单位。"
    ),
    ", less a delay of {delay} ms and 1": "，减去 {delay} 毫秒的延迟和 1",
    "{back}: its greatest timestamp is {greatest}{behind}; nothing has come from there "
    "since {since}. {would_do}": (
        "{back}：它最大的时间戳是 {greatest}{behind}；自 {since} 以来那里没有任何记录到来。{would_do}"
    ),
    "One with a timestamp of {time} or more would do": "一条时间戳不小于 {time} 的记录就够了",
    "{operator} has not been asked for a watermark yet": "还没有向 {operator} 询问过水位线",
    "{operator} has no watermarks": "{operator} 没有水位线",
    "the timestamps of {operator} are in seconds": "{operator} 的时间戳以秒为单位",
    "no watermark": "没有水位线",
    "{split} stands at {mark}": "{split} 停在 {mark}",
    "The watermark of {operator} came to {mark} at {time}.": "{operator} 的水位线在 {time} 到达 {mark}。",
    "Then it has no watermark by {time}.": "那样到 {time} 它还没有水位线。",
    "Then it is at {mark} since {time}.": "那样它自 {time} 起在 {mark}。",
    "The watermark of {operator} is at MAX: its input has ended.": "{operator} 的水位线在 MAX：它的输入已结束。",
    "the watermark of {operator} is at {mark}, which is {time} or more": (
        "{operator} 的水位线在 {mark}，不小于 {time}"
    ),
    "Then it is at {mark} by then.": "那样到那时它在 {mark}。",
    "{channel} is not idle, and has not been so in this run": "{channel} 不空闲，在这次运行中也未曾空闲",
    "It is not idle now, but was: {sentence}": "它现在不空闲，但曾经空闲：{sentence}",
    "{channel} is aligned: it counts for the watermark": "{channel} 已对齐：它参与计算水位线",
    " It is at {mark}, and {task} is at {least} already.": "它在 {mark}，而 {task} 已经在 {least}。",
    "Its split {split} had its last record at {last}, and went idle at {gone}.": (
        "它的分片 {split} 在 {last} 有最后一条记录，在 {gone} 变为空闲。"
    ),
    "But it is: {sentence}{gone}": "其实在：{sentence}{gone}",
    "its key is {key}": "它的键是 {key}",
    "it came to the window at {time} of processing time": "它在处理时间 {time} 到达窗口",
    "its timestamp is {time}": "它的时间戳是 {time}",
    "{record}, went into {windows} of key {key}: {why}.": "{record}，进入了键 {key} 的 {windows}：{why}。",
    " with all that was there": "，与原来在那里的全部记录一起",
    "Then it is in {window}{more}.": "那样它在 {window} 中{more}。",
    "{record}, was not dropped; dropped were: {known}": "{record}，没有被丢弃；被丢弃的有：{known}",
    "The watermark passed {time} at {when}. {sentence}": "水位线在 {when} 越过 {time}。{sentence}",
    "The idle timeout of {timeout} ms began at {begin}, with the first periodic check that found "
    "no new record. Checks come every {interval} ms. The first one after more than the timeout "
    "was at {idle}.": "空闲超时为 {timeout} 毫秒，从 {begin} 开始计时：这是第一次没有发现新记录的周期检查。"
    "检查每 {interval} 毫秒一次，超过超时后的第一次检查在 {idle}。",
    "Input {ended} has ended and input {idle} was idle. An idle input is left out of the "
    "minimum, so the watermark went to its maximum and stays there: nothing that comes from the "
    "idle input later is in time. That is a known limitation of Flink (FLINK-38477).": "输入 {ended} 已经结束，"
    "输入 {idle} 处于空闲。空闲的输入不参与取最小值，所以水位线到达最大值并停在那里："
    "之后来自空闲输入的数据都会迟到。这是 Flink 的已知限制（FLINK-38477）。",
    "An idle input is left out of the minimum, but makes no watermark by itself. Only a record "
    "with a timestamp of {needed} or more, or the end of the input, moves the watermark on.": "空闲的输入不参与"
    "取最小值，但它自己不会产生水位线。只有时间戳不小于 {needed} 的记录，或输入结束，才能推进水位线。",
    "it overlaps {window}, but that session had fired and was removed at {time}, when the "
    "watermark passed its end. Nothing was left to merge with, so a new session began": "它与 {window} 重叠，"
    "但水位线越过该会话的结束时间后，该会话已在 {time} 触发并被移除。没有可合并的会话，于是开始了新的会话",
    "{sentence} It came {ms} ms of event time too late.": "{sentence}按事件时间它迟了 {ms} 毫秒。",
    "Then it is in {results}.": "那样它在 {results} 中。",
    "Then it goes on to {operators}.": "那样它继续到 {operators}。",
    "Then {operator} lets it pass.": "那样 {operator} 让它通过。",
    "Then it is not dropped.": "那样它不会被丢弃。",
    " once more": "再次",
    "Then it is in {window}, which fires{again} ({kind}) at {time} with {n} {n|element|elements}.": (
        "那样它在 {window} 中，该窗口在 {time} {again}触发（{kind}），含 {n} 个元素。"
    ),
    "{record}, was filtered out: {sentence}": "{record}，被过滤：{sentence}",
    "what the condition of {operator} looks at: it is the user's": "{operator} 的条件看的是什么：那是用户的代码",
    "It went another way: {sentence}": "它走了另一条路：{sentence}",
    "But it is: in {results}.": "其实在：在 {results} 中。",
    "It is in a pane that has brought no result. {sentence}": "它所在的窗格还没有带来结果。{sentence}",
    "Nothing came of it after step {step}: {sentence}": "第 {step} 步之后它没有带来任何东西：{sentence}",
    "what the user's function there does with it": "那里的用户函数怎样处理它",
    "record {record} did not go to {task}; it went to {known}": (
        "记录 {record} 没有去 {task}；它去了 {known}"
    ),
    "{vertex} has {n} {n|subtask|subtasks}": "{vertex} 有 {n} 个子任务",
    "Its key belongs to one of the key groups {first} to {last} of {groups}, which are those of "
    "{task}. {where}.": "它的键属于键组 {first} 到 {last}（共 {groups} 个）之一，那是 {task} 的键组。{where}。",
    "Its key is {key}, which belongs to key group {group} of {groups}. {where}; {task} has "
    "the key groups {first} to {last}.": (
        "它的键是 {key}，属于键组 {group}（共 {groups} 个）。{where}；{task} 拥有键组 {first} 到 {last}。"
    ),
    "{where}, so there is no other.": "{where}，所以没有别的去处。",
    "{where}, and {source} gives its records to them by {partitioner}; {n} "
    "{n|element|elements} went that way.": (
        "{where}，{source} 以 {partitioner} 方式把记录分给它们；有 {n} 个元素走了这条路。"
    ),
    "Then it goes to {tasks}.": "那样它去 {tasks}。",
    "Then it goes nowhere.": "那样它哪里也不去。",
    " until {time}": "，到 {time} 为止",
    "It is not so now, but was {n} {n|time|times}, the last time from {time}{until}.": (
        "它现在不是这样，但曾有 {n} 次是这样，最后一次从 {time} 开始{until}。"
    ),
    "{task}: {state}": "{task}：{state}",
    "{task} has never been {state} in this run. Now: {states}": (
        "{task} 在这次运行中从未{state}。现在：{states}"
    ),
    "Then it is {state} {n} {n|time|times}.": "那样它{state} {n} 次。",
    "Then it has something to do at {time}.": "那样它在 {time} 有事可做。",
    "split {split} ({n} {n|record|records} read)": "分片 {split}（已读 {n} 条记录）",
    "{task} reads a source, and nothing can be read there now": "{task} 读取数据源，而那里现在没有可读的内容",
    ": {splits}.": "：{splits}。",
    ": it has no split that has not ended.": "：它的分片都已结束。",
    "when the next record comes: that is the input's affair": "下一条记录何时到来：这取决于输入",
    "{task} ({does})": "{task}（{does}）",
    "{task} has read all that came, and its {n} {n|channel is|channels are} empty. What "
    "writes to it: {senders}.": (
        "{task} 已读完到来的一切，它的 {n} 个通道是空的。向它写入的是：{senders}。"
    ),
    "waits for input": "等待输入",
    "is busy": "繁忙",
    "{task} is in a user's function that takes its time, and does nothing else meanwhile.": (
        "{task} 正在执行一个耗时的用户函数，其间不做别的事。"
    ),
    "which of the functions of {operators} it is": "究竟是 {operators} 中哪一个的函数",
    ", through {tasks}, which only passes it on": "，经由只是传递压力的 {tasks}",
    "{task} cannot write: no output buffer is left. The task to blame is {culprit}{through}:": (
        "{task} 无法写出：没有剩余的输出缓冲区。根源是任务 {culprit}{through}："
    ),
    "it is busy, and reads more slowly than is written to it.": "它很忙，读取得比写入的慢。",
    "{task} is busy": "{task} 繁忙",
    "it has time, so it is the network between them that does not carry enough.": (
        "它有空闲，所以是两者之间的网络传输不过来。"
    ),
    "the network in front of {task}": "{task} 前面的网络",
    "nothing has failed in this run; the job is {status}": "这次运行中没有失败；作业状态为 {status}",
    " It ran {operator}": "它正在执行 {operator}",
    ", on {record}.": "，处理的是 {record}。",
    " The line: {code}.": "代码行：{code}。",
    " It has been restarted {n} {n|time|times}.": "作业已重启 {n} 次。",
    "Then the job is {status}.": "那样作业状态为 {status}。",
    "Then it does not fail.": "那样它不会失败。",
    "At {time}: {sentence}": "在 {time}：{sentence}",
    " It was registered in step {step}": "它在第 {step} 步注册",
    ", for {record}": "，为的是 {record}",
    "Then it fires at {time}.": "那样它在 {time} 触发。",
    "Then it does not fire.": "那样它不会触发。",
    "{key} at {time}": "键 {key} 在 {time}",
    "no such timer was registered; there is {known}": "没有注册过这样的定时器；现有 {known}",
    "no such timer was deleted": "没有删除过这样的定时器",
    "But it has, in step {step}: {sentence}": "其实已经触发，在第 {step} 步：{sentence}",
    "It was deleted in step {step}: {sentence}": "它在第 {step} 步被删除：{sentence}",
    "It is a timer of processing time, due at {time}; the clock is at {now}.": (
        "它是处理时间定时器，到期时间是 {time}；时钟在 {now}。"
    ),
    "Then it fires by {time}.": "那样它在 {time} 之前触发。",
    "{n} {n|pane fires|panes fire} later, by up to {by}": "{n} 个窗格触发得更晚，最多晚 {by}",
    "{n} {n|pane fires|panes fire} once more": "{n} 个窗格多触发一次",
    "{n} {n|result is|results are} missing": "少了 {n} 个结果",
    "{n} more {n|record is|records are} too late": "又有 {n} 条记录太迟",
    "For that, {what}.": "为此，{what}。",
    " of split {split}": "（分片 {split}）",
    "record {number}{split}, {value}, read at {time}": "记录 {number}{split} {value}（在 {time} 读取）",
    "the crash of {of}": "{of} 的崩溃",
    "at step {at}": "在第 {at} 步",
    "{n} bytes": "{n} 字节",
    "the default ({trigger})": "默认触发器（{trigger}）",
    "none": "无",
    "left out": "略去",
    "segment_bytes of {of}": "{of} 的 segment_bytes",
    "interleaving": "调度顺序",
    "parallelism of {of}": "{of} 的并行度",
    "time that {of} takes": "{of} 花的时间",
    "capacity of {of}": "{of} 的容量",
    "cost of {of}": "{of} 的开销",
    "watermark delay of {of}": "{of} 的水位线延迟",
    "with_idleness of {of}": "{of} 的 with_idleness",
    "timestamps of {of}": "{of} 的时间戳",
    "watermark strategy of {of}": "{of} 的水位线策略",
    "allowed_lateness of {of}": "{of} 的 allowed_lateness",
    "trigger of {of}": "{of} 的触发器",
    "session gap of {of}": "{of} 的会话间隔",
    "window offset of {of}": "{of} 的窗口偏移",
    "record {number}{split}": "记录 {number}{split}",
    "arrival of {of}": "{of}的到达时间",
    "{field} of {of}": "{of}的{field}",
    "record after {of}": "{of}之后的一条记录",
    "a record with timestamp {time}": "一条时间戳为 {time} 的记录",
    "order{split} of {of}": "{of} 的顺序{split}",
    "as it comes": "按到达顺序",
    "by timestamp": "按时间戳",
    "field {n}": "第 {n} 个字段",
    "value": "值",
    "timestamp": "时间戳",
    "idle": "空闲",
    "waiting": "等待",
    "busy": "繁忙",
    "backpressured": "处于反压",
    "no input": "没有输入",
    "event time": "事件时间",
    "processing time": "处理时间",
    "{text} is not a date: {error}": "{text} 不是日期：{error}",
    "expected a time such as 12:00, 9999 or 10 s, found {text}": (
        "应为 12:00、9999 或 10 s 这样的时间，而不是 {text}"
    ),
    "expected a window such as [0, 10000), found {text}": "应为 [0, 10000) 这样的窗口，而不是 {text}",
    "there is nothing with the name {text}. Available: {known}": "没有名为 {text} 的对象。可用的有：{known}",
    "The watermark of {operator} has not begun yet.": "{operator} 还没有水位线。",
    "The watermark of {operator} stands at {mark}.": "{operator} 的水位线停在 {mark}。",
    "{pane} has {n} {n|element|elements} and fires when the watermark is at {time}": (
        "{pane} 有 {n} 个元素，水位线到达 {time} 时触发"
    ),
    "{waits}; there was no watermark yet.": "{waits}；当时还没有水位线。",
    "{waits}; it is at {time}, {gap} short.": "{waits}；它在 {time}，还差 {gap}。",
    "It is held back by {who}": "它被 {who} 拖住",
    " (through {way})": "（经由 {way}）",
    ", and by {n} {n|other|others} as far behind": "，还有另外 {n} 个同样落后",
    "{one} there; but {n} other {n|channel is|channels are} short, too.": "{one}；但还有 {n} 个别的通道也不够。",
    "A timer fires when the watermark is at {time}": "定时器在水位线到达 {time} 时触发",
    "this trace knows no job: it is of an operator alone, and cannot be asked": (
        "这个轨迹不知道作业：它只属于一个算子，无法提问"
    ),
    "It came of {records}.": "它来自 {records}。",
    "In it {n|is|are} {records}.": "其中是 {records}。",
    "; ": "；",
    " The task is busy {ms} ms of each second.": "该任务每秒有 {ms} 毫秒在忙。",
    "runs": "正在运行",
    "is held up: {reason}": "受阻：{reason}",
    "With {new} in place of {old} as the {what} it is otherwise.": "把{what}从 {old} 改为 {new}，就不是这样。",
    "Without {what} it is otherwise.": "没有{what}，就不是这样。",
    "try_it(): no change is known that makes it otherwise; only sim.why(...) tries some, a "
    "trace alone cannot be run again": (
        "try_it()：不知道有什么改变会使它不同；只有 sim.why(...) 会尝试，单独的轨迹无法重新运行"
    ),
    "any of these {n} would have done; without all of them": "这 {n} 个中任何一个就够；把它们全部去掉",
    "without": "去掉它",
    "without these {n}": "去掉这 {n} 个",
    "Cause:": "原因：",
    "Cause ({words}; {trial}):": "原因（{words}；{trial}）：",
    "not tried": "没有试过",
    "tried: it is otherwise then": "已试过：那样就不同",
    "tried: it is the same then, so there is another cause besides": "已试过：那样仍相同，所以另有原因",
    "  step {step}  ": "  第 {step} 步  ",
    " (step {step})": "（第 {step} 步）",
    "  - and {n} more": "  - 以及另外 {n} 个",
    "Not known: ": "不知道的：",
    "What if: ": "假如：",
    "Or: ": "或者：",
    "step {step}": "第 {step} 步",
    "and {n} more": "以及另外 {n} 个",
    "why did the job fail": "作业为什么失败",
    "why was {record} dropped": "为什么{record}被丢弃",
    "why has {pane} not fired": "为什么{pane}没有触发",
    "why did {pane} fire": "为什么{pane}触发",
    "why did {pane} fire {kind}": "为什么{pane}{kind}触发",
    "why did the sessions of {key} become {window}": "为什么键 {key} 的会话变成 {window}",
    "why is {record} not in the result": "为什么{record}不在结果中",
    "why is {record} not in {pane}": "为什么{record}不在{pane}中",
    "why is {channel} idle": "为什么 {channel} 空闲",
    "why is {channel} not aligned": "为什么 {channel} 没有对齐",
    "why did {timer} fire": "为什么{timer}触发",
    "why has {timer} not fired": "为什么{timer}没有触发",
    "why was {timer} deleted": "为什么{timer}被删除",
    "why is the watermark of {task} {time}": "为什么 {task} 的水位线是 {time}",
    "why has the watermark of {task} not moved": "为什么 {task} 的水位线没有前进",
    "why is {task} {state}": "为什么 {task} {state}",
    "why did {record} go to {task}": "为什么{record}去了 {task}",
    "why is the result {result}": "为什么有结果 {result}",
    "why has key {key} no window": "为什么键 {key} 没有窗口",
    "why is key {key} different from key {other}": "为什么键 {key} 与键 {other} 不同",
    " at step {step}": "（第 {step} 步时）",
    "record {number}": "记录 {number}",
    "window {window} of {key}": "键 {key} 的窗口 {window}",
    "the timer of {key} at {time}": "键 {key} 在 {time} 的定时器",
    "whether a split that goes idle, or ends, would have let it go just the same: only "
    "trying tells": ("分片变为空闲或结束是否也会同样放行：只有试过才知道"),
    "whether other records have asked for the same timer: only the first is in the trace": (
        "是否还有别的记录请求过同一个定时器：轨迹中只有第一个"
    ),
}
"""Chinese templates by English template, for answers to questions and similar texts.

A test checks that numbers and names are the same in both languages.
"""
