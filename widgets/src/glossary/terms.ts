/** Texts for newcomers: terms that are explained on hover, and the three callouts of the first opening. */

export const TERMS: Readonly<Record<string, readonly [english: string, chinese: string]>> = {
  records: ["Record: one element of the stream, such as a click. A dot is placed at its event time.", "记录：流里的一个元素，例如一次点击。圆点的高度是它的事件时间。"],
  late: ["Late: when the record arrives, the watermark has already passed the end of its window.", "迟到：记录到达时，水位线已越过它所属窗口的末尾。"],
  panes: ["Window of a key: the records of one key in one window. It fires when the watermark reaches the window's end.", "一个键的窗口：一个键在一个窗口里的记录。水位线到达窗口末尾时触发。"],
  generators: ["Watermark of a source: it expects no more records with an older event time.", "数据源的水位线：它不再期待事件时间更早的记录。"],
  channels: ["The latest watermark that arrived through each input channel.", "每条输入通道上最近到达的水位线。"],
  minimum: ["A task's watermark is the smallest watermark of its active inputs.", "任务的水位线是各活跃输入中最小的水位线。"],
  timers: ["Timer: a call that an operator has requested for a time.", "定时器：算子约定在某个时间被调用。"],
  clock: ["Processing time: the clock of the machine. Event time, in contrast, is in the records.", "处理时间：机器的时钟。事件时间则写在记录里。"],
  watermark: ["Watermark: event time is complete up to here; no older records are expected.", "水位线：事件时间到此已完整，不再期待更早的记录。"],
  pane: ["Window: a range of event time, [start, end). Each key has its own contents in it.", "窗口：一段事件时间 [开始, 结束)。每个键在其中有自己的内容。"],
  "table tip": ["The table at this step, and the changes that led to it. +I adds a row, -U or -D takes one back. Point at a change to see which row it takes back.", "这一步的表，以及形成它的变更。+I 增加一行，-U 或 -D 撤回一行。指向一个变更，可看到它撤回哪一行。"],
  "simple tip": ["The picture: a circle is a record. It slides to its event time in the lane of its key. A green box is a window. The yellow wall is the watermark: it moves right and shuts windows.", "图：圆圈是一条记录，它滑到自己那个键的泳道里、自己的事件时间处。绿框是窗口。黄墙是水位线：它向右移动，并关上窗口。"],
  "chart tip": ["The chart: a dot is a record. Up is its event time, to the right is when it was processed. The yellow line is the watermark. A green box is a window.", "图表：一个点是一条记录。纵轴是事件时间，横轴是处理时间。黄线是水位线，绿框是窗口。"],
  "job tip": ["The picture: a box is a task. Records go from left to right through the channels.", "图：一个方框是一个任务。记录经过通道从左往右走。"],
  "step tip": ["Press the next button, or the → key, to see what happens next. The sentence beside the buttons says what it is.", "按“下一步”按钮或 → 键，看接下来发生什么；按钮旁的句子会说明。"],
  "ask tip": ["Select a record, a window or a task to ask about it. Answers are under Why.", "选中记录、窗口或任务就可以提问。回答在“为什么”里。"],
};
