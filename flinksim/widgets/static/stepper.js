// Built from widgets/src by widgets/build.mjs; sources c21d916b01d115ec82fc4c386969136f5e1c2910999f7fda41a787201df01398

// src/base.css
var base_default = '.flinksim-widget {\n  --bg: #eef1f5; --panel: #fff; --ink: #14202e; --ink2: #43536a; --ink3: #5a697e; --line: #d4dbe5;\n  --line2: #b3bfce; --soft: #f5f7fa; --focus: #0072b2; --focusbg: #e9f3fa; --data: #0072b2;\n  --wm: #e69f00; --wmink: #8a5700; --wmsoft: #fdf1d6; --tm: #a8457f; --tmfill: #cc79a7;\n  --tmsoft: #f8e8f1; --pane: #009e73; --panesoft: #d6f0e7; --paneink: #00664b; --fire: #d55e00;\n  --firesoft: #fde6d7; --fireink: #a84600; --buf: #56b4e9; --bufline: #1f7fb8; --hatch: #c3ccd8;\n  --btn: #fff; --pill: #14202e; --pilltext: #fff; --onfocus: #fff; --onwm: #14202e; --badge: #a84600;\n  --shadow: 0 1px 2px rgb(20 32 46 / 7%), 0 2px 8px rgb(20 32 46 / 5%);\n  box-sizing: border-box; display: grid; gap: 8px; padding: 10px 12px 12px; border-radius: 14px;\n  background: var(--bg); color: var(--ink); outline-offset: -2px; min-width: 0;\n  font: 500 14px/1.3 Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",\n    "DejaVu Sans", sans-serif;\n  font-variant-numeric: tabular-nums;\n}\n.flinksim-widget[data-theme="dark"] {\n  --bg: #0c1219; --panel: #151d27; --ink: #eef3f9; --ink2: #b7c4d4; --ink3: #93a2b5; --line: #2a3644;\n  --line2: #455569; --soft: #1b2531; --focus: #56b4e9; --focusbg: #13293a; --data: #56b4e9;\n  --wm: #f0b12a; --wmink: #ffc94f; --wmsoft: #3a2c0b; --tm: #eba4cb; --tmfill: #cc79a7;\n  --tmsoft: #3c2333; --pane: #1fbf91; --panesoft: #0e3a2e; --paneink: #6fe3bf; --fire: #ff8a3d;\n  --firesoft: #4a2409; --fireink: #ffb27f; --buf: #56b4e9; --bufline: #8fd0f5; --hatch: #3b4858;\n  --btn: #1b2531; --pill: #eef3f9; --pilltext: #0c1219; --onfocus: #06131d; --badge: #ff8a3d;\n  --onfire: #1b0d02; --shadow: 0 1px 2px rgb(0 0 0 / 40%);\n}\n.flinksim-widget *, .flinksim-widget *::before { box-sizing: border-box; }\n.flinksim-widget.failed { padding: 18px 20px; color: var(--fireink); font-weight: 600; }\n.flinksim-widget :focus-visible, .flinksim-widget:focus-visible { outline: 2px solid var(--focus); }\n.flinksim-widget svg { display: block; }\n.flinksim-widget svg text { font-family: inherit; font-weight: 500; font-size: 13px; fill: var(--ink); }\n\n.flinksim-widget header { display: flex; align-items: center; gap: 14px; min-height: 36px; flex-wrap: wrap; }\n.flinksim-widget .brand { display: flex; align-items: center; gap: 8px; font-weight: 700; font-size: 18px; }\n.flinksim-widget .logoA, .flinksim-widget .logoB { fill: none; stroke: var(--panel); stroke-width: 3; stroke-linecap: round; }\n.flinksim-widget .logoB { stroke: var(--wm); }\n.flinksim-widget .crumb { font-size: 15px; color: var(--ink2); flex: 1 0 auto; max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }\n.flinksim-widget .crumb b { color: var(--ink); font-weight: 600; }\n.flinksim-widget .legend { display: flex; gap: 14px; font-size: 13.5px; color: var(--ink2); }\n.flinksim-widget .legend span { display: inline-flex; gap: 6px; align-items: center; }\n.flinksim-widget .panel { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow); overflow: hidden; min-width: 0; }\n.flinksim-widget h3 { margin: 0 0 8px; font-size: 14.5px; font-weight: 650; line-height: 20px; display: flex; gap: 7px; align-items: baseline; white-space: nowrap; color: var(--ink); }\n.flinksim-widget h3 small { font-size: 13.5px; font-weight: 500; color: var(--ink2); overflow: hidden; text-overflow: ellipsis; }\n.flinksim-widget svg .t1 { font-size: 14px; font-weight: 650; }\n.flinksim-widget svg .t2 { font-size: 13px; }\n.flinksim-widget svg .t3 { font-size: 12.5px; fill: var(--ink2); }\n.flinksim-widget svg .big { font-size: 17px; font-weight: 700; }\n.flinksim-widget svg .strong { font-weight: 650; }\n.flinksim-widget svg .small { font-size: 11px; }\n.flinksim-widget button { height: 38px; min-width: 42px; padding: 0 11px; border-radius: 10px; border: 1px solid var(--line2); background: var(--btn); color: var(--ink); font: 600 14px/1 inherit; font-family: inherit; cursor: pointer; display: inline-flex; align-items: center; justify-content: center; gap: 8px; }\n.flinksim-widget button[hidden] { display: none; }\n.flinksim-widget button:hover { border-color: var(--ink3); }\n.flinksim-widget button[aria-disabled="true"] { opacity: .45; }\n.flinksim-widget header button { height: 32px; min-width: 36px; font-size: 16px; border-color: var(--line); }\n.flinksim-widget .primary { background: var(--focus); border-color: var(--focus); color: var(--onfocus); min-width: 98px; }\n.flinksim-widget .icon { fill: currentColor; stroke: currentColor; stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round; }\n.flinksim-widget .label { color: var(--ink2); margin-left: 8px; }\n.flinksim-widget .grains { display: flex; border: 1px solid var(--line2); border-radius: 10px; overflow: hidden; }\n.flinksim-widget .grains button { border: 0; border-radius: 0; border-right: 1px solid var(--line); height: 36px; font-weight: 500; color: var(--ink2); }\n.flinksim-widget .grains button:last-child { border-right: 0; }\n.flinksim-widget .grains button[aria-checked="true"] { background: var(--pill); color: var(--pilltext); font-weight: 650; }\n.flinksim-widget .words { color: var(--ink2); font-size: 13px; padding: 0 4px; }\n.flinksim-widget .words summary { cursor: pointer; width: fit-content; }\n.flinksim-widget .words pre { margin: 6px 0 0; white-space: pre-wrap; font: 12.5px/1.45 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; color: var(--ink); background: none; }\n';

// src/bytes.ts
async function inflate(body) {
  const stream = new Blob([body]).stream();
  return new Response(stream.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}
function bytesOf(value) {
  if (value instanceof Uint8Array) return value;
  if (value instanceof DataView) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw new TypeError("the trait holds no bytes");
}

// src/svg.ts
var ESCAPES = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
};
function esc(text2) {
  return text2.replace(/[&<>"']/g, (character) => ESCAPES[character]);
}
var FONTS = { t1: "650 14px", t2: "500 13px", t3: "500 12.5px", strong: "650 13px", big: "700 17px" };
var FAMILY = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';
var MOST_REMEMBERED = 2e4;
var widths = /* @__PURE__ */ new Map();
var ruler = null;
function textWidth(text2, font) {
  const key = `${font}${text2}`;
  const known = widths.get(key);
  if (known !== void 0) return known;
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return text2.length * 8;
  ruler.font = `${FONTS[font]} ${FAMILY}`;
  const width = ruler.measureText(text2).width;
  if (widths.size >= MOST_REMEMBERED) widths.clear();
  widths.set(key, width);
  return width;
}
function fit(text2, width, font) {
  if (textWidth(text2, font) <= width) return text2;
  const characters = Array.from(text2);
  let room = characters.length - 1;
  while (room > 1 && textWidth(`${characters.slice(0, room).join("")}…`, font) > width) room--;
  return `${characters.slice(0, room).join("")}…`;
}
function fitName(name, width, font) {
  const [number2] = /( \d+\/\d+)?$/.exec(name);
  return fit(name.slice(0, name.length - number2.length), width - textWidth(number2, font), font) + number2;
}
function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}
function picture(width, height, label, content) {
  return `<svg viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}" role="img" aria-label="${esc(label)}">${content}</svg>`;
}
function text(x, y, content, classes = "", anchor = "start") {
  const anchored = anchor === "start" ? "" : ` text-anchor="${anchor}"`;
  const classed = classes ? ` class="${classes}"` : "";
  return `<text x="${round(x)}" y="${round(y)}"${anchored}${classed}>${esc(content)}</text>`;
}
function rect(x, y, width, height, classes, radius = 6, title = "") {
  const open = `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, width))}" height="${round(Math.max(0, height))}" rx="${radius}" class="${classes}"`;
  return title ? `${open}><title>${esc(title)}</title></rect>` : `${open}/>`;
}
function line(x1, y1, x2, y2, classes) {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="${classes}"/>`;
}
function curve(x1, y1, x2, y2) {
  const bend = Math.max(24, (x2 - x1) * 0.5);
  return `M${round(x1)} ${round(y1)}C${round(x1 + bend)} ${round(y1)} ${round(x2 - bend)} ${round(y2)} ${round(x2)} ${round(y2)}`;
}
function onCurve([x1, y1, x2, y2], t) {
  const bend = Math.max(24, (x2 - x1) * 0.5);
  const u = 1 - t;
  const mix = (a, b, c, d) => u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
  return [mix(x1, x1 + bend, x2 - bend, x2), mix(y1, y1, y2, y2)];
}
function record(x, y, title, radius = 5) {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${radius}" class="record"><title>${esc(title)}</title></circle>`;
}
function watermark(x, y, title) {
  return `<path d="M${round(x - 9)} ${round(y - 8)}h12l6 8l-6 8h-12z" class="watermark"><title>${esc(title)}</title></path><text x="${round(x - 2)}" y="${round(y + 4)}" text-anchor="middle" class="flag">W</text>`;
}
function diamond(x, y, classes, size = 6) {
  return `<path d="M${round(x)} ${round(y - size)}l${size} ${size}l${-size} ${size}l${-size} ${-size}z" class="${classes}"/>`;
}
function round(value) {
  return Math.round(value * 10) / 10;
}

// src/pips.ts
var PIP = 14;
function pip(x, y, kind) {
  if (kind === "credit" || kind === "wiredCredit" || kind === "untold") {
    return `<circle cx="${x + 5.5}" cy="${y + 6.5}" r="4.5" class="ring ${kind}"/>`;
  }
  return rect(x, y, 11, 13, `pip ${kind}`, kind === "floating" ? 5.5 : 2.5);
}
function pips(count, kind, x, y, width, back = false) {
  if (count <= 0) return "";
  const room = Math.max(1, Math.floor(width / PIP));
  const shown = count <= room ? count : Math.max(1, room - 2);
  let drawn = "";
  for (let number2 = 0; number2 < shown; number2++) {
    drawn += pip(back ? x - PIP * (number2 + 1) + 3 : x + PIP * number2, y, kind);
  }
  if (shown < count) {
    const at = back ? x - PIP * shown - 1 : x + PIP * shown + 1;
    drawn += text(at, y + 11, `+${count - shown}`, "t3", back ? "end" : "start");
  }
  return drawn;
}
function pipLegend(kinds) {
  return kinds.map(([kind, word2]) => `<span><svg width="13" height="15">${pip(1, 1, kind)}</svg>${esc(word2)}</span>`).join("");
}
function gauge(x, y, width, part, words, tone = "") {
  const filled = Math.max(0, Math.min(1, part)) * width;
  return rect(x, y - 9, width, 9, "gauge", 3) + (filled > 0.5 ? rect(x, y - 9, filled, 9, `gaugeFull ${tone}`, 3) : "") + text(x + width + 6, y, words, "t3");
}
function gaugeWidth(width, words) {
  return width + 6 + textWidth(words, "t3");
}

// src/trace.gen.ts
var FORMAT_VERSION = 2;
var SCHEMA_ID = "d79ea3e77ae42f4a";
var LONGEST_VALUE = 60;
var KINDS = [
  "JobSubmitted",
  "TaskStateChanged",
  "OperatorSetUp",
  "OperatorStateInitialized",
  "OperatorOpened",
  "OperatorFinished",
  "AfterInvokeReached",
  "OperatorClosed",
  "TaskFailed",
  "ExecutionReset",
  "JobStatusChanged",
  "RestartDecided",
  "MailEnqueued",
  "MailTaken",
  "DefaultActionSuspended",
  "DefaultActionResumed",
  "TicksSkipped",
  "ProcessingTimeAdvanced",
  "SourceRecordRead",
  "SourceFinished",
  "TimestampAssigned",
  "WatermarkGenerated",
  "SplitStatusChanged",
  "SplitAssigned",
  "SplitReleased",
  "IdlenessCountdownChanged",
  "WatermarkAligned",
  "ElementWritten",
  "BufferQueued",
  "OutputPersisted",
  "ChannelFlushed",
  "BufferSent",
  "BufferArrived",
  "CreditAnnounced",
  "CreditChanged",
  "InputBuffersChanged",
  "ReadingStopped",
  "ReadingResumed",
  "FloatingBuffersChanged",
  "OutputBuffersChanged",
  "BufferSizeAnnounced",
  "BufferConsumed",
  "ElementReceived",
  "ChannelWatermarkChanged",
  "WatermarkIgnored",
  "ChannelStatusChanged",
  "InputWatermarkAdvanced",
  "InputStatusChanged",
  "InputEnded",
  "ElementProcessed",
  "OperatorInputChanged",
  "LatencyMeasured",
  "RecordFiltered",
  "OperatorWatermarkAdvanced",
  "WatermarkEmitted",
  "StatusEmitted",
  "KeySelected",
  "StateUpdated",
  "StateAppended",
  "StateCleared",
  "OperatorStateUpdated",
  "OperatorStateCleared",
  "TimerRegistered",
  "TimerDeleted",
  "TimerFired",
  "WindowAssigned",
  "WindowsMerged",
  "SharedElementChanged",
  "TriggerEvaluated",
  "TriggerCleared",
  "WindowFired",
  "ElementsEvicted",
  "FiringSkipped",
  "WindowCleared",
  "WindowSkippedAsLate",
  "LateRecordDropped",
  "SideOutputEmitted",
  "ResultWritten"
];
var FIELDS = {
  JobSubmitted: [["plan", "plan"]],
  TaskStateChanged: [["subtask", "subtask"], ["attempt", "count"], ["before", "choice"], ["after", "choice"]],
  OperatorSetUp: [["operator", "operator"]],
  OperatorStateInitialized: [["operator", "operator"]],
  OperatorOpened: [["operator", "operator"]],
  OperatorFinished: [["operator", "operator"]],
  AfterInvokeReached: [["subtask", "subtask"]],
  OperatorClosed: [["operator", "operator"]],
  TaskFailed: [["subtask", "subtask"], ["operator", "operator"], ["error", "text"], ["message", "text"], ["record", "text"], ["code", "text"]],
  ExecutionReset: [["subtask", "subtask"], ["attempt", "count"]],
  JobStatusChanged: [["before", "choice"], ["after", "choice"]],
  RestartDecided: [["subtask", "subtask"], ["tasks", "count"], ["delay_ms", "timestamp"]],
  MailEnqueued: [["subtask", "subtask"], ["mail", "text"], ["waiting", "count"]],
  MailTaken: [["subtask", "subtask"], ["mail", "text"], ["waiting", "count"]],
  DefaultActionSuspended: [["subtask", "subtask"], ["reason", "choice"]],
  DefaultActionResumed: [["subtask", "subtask"]],
  TicksSkipped: [["ticks", "count"]],
  ProcessingTimeAdvanced: [["before", "timestamp"], ["after", "timestamp"]],
  SourceRecordRead: [["operator", "operator"], ["split", "text"], ["offset", "count"], ["value", "value"], ["timestamp", "optional timestamp"]],
  SourceFinished: [["operator", "operator"]],
  TimestampAssigned: [["operator", "operator"], ["before", "optional timestamp"], ["after", "timestamp"]],
  WatermarkGenerated: [["operator", "operator"], ["split", "text"], ["timestamp", "timestamp"], ["by", "choice"], ["seen", "count"], ["holds", "flag"], ["gained", "texts"], ["lost", "texts"]],
  SplitStatusChanged: [["operator", "operator"], ["split", "text"], ["idle", "flag"], ["holds", "flag"], ["gained", "texts"], ["lost", "texts"]],
  SplitAssigned: [["operator", "operator"], ["split", "text"], ["lost", "texts"]],
  SplitReleased: [["operator", "operator"], ["split", "text"], ["gained", "texts"]],
  IdlenessCountdownChanged: [["operator", "operator"], ["split", "text"], ["idle_after", "optional timestamp"]],
  WatermarkAligned: [["operator", "operator"], ["group", "text"], ["reported", "optional timestamp"], ["allowed", "timestamp"], ["holds", "flag"], ["gained", "texts"], ["lost", "texts"]],
  ElementWritten: [["channel", "channel"], ["sequence", "count"], ["element", "choice"], ["value", "value"], ["timestamp", "optional timestamp"], ["bytes", "count"]],
  BufferQueued: [["channel", "channel"], ["queued", "count"]],
  OutputPersisted: [["channel", "channel"], ["checkpoint", "count"], ["buffers", "count"], ["bytes", "count"]],
  ChannelFlushed: [["channel", "channel"]],
  BufferSent: [["channel", "channel"], ["bytes", "count"], ["queued", "count"], ["backlog", "count"], ["credit", "count"], ["on_wire", "count"]],
  BufferArrived: [["channel", "channel"], ["received", "count"], ["on_wire", "count"]],
  CreditAnnounced: [["channel", "channel"], ["credit", "count"], ["under_way", "count"]],
  CreditChanged: [["channel", "channel"], ["before", "count"], ["after", "count"], ["under_way", "count"]],
  InputBuffersChanged: [["channel", "channel"], ["exclusive", "count"], ["floating", "count"], ["required", "count"], ["unannounced", "count"], ["waiting", "flag"]],
  ReadingStopped: [["channel", "channel"]],
  ReadingResumed: [["channel", "channel"]],
  FloatingBuffersChanged: [["subtask", "subtask"], ["free", "count"]],
  OutputBuffersChanged: [["subtask", "subtask"], ["in_use", "count"]],
  BufferSizeAnnounced: [["subtask", "subtask"], ["input", "count"], ["bytes", "count"], ["throughput", "count"], ["buffers", "count"]],
  BufferConsumed: [["channel", "channel"], ["received", "count"], ["queued", "count"], ["bytes", "count"]],
  ElementReceived: [["subtask", "subtask"], ["channel", "channel"], ["sequence", "count"], ["element", "choice"], ["value", "value"], ["timestamp", "optional timestamp"]],
  ChannelWatermarkChanged: [["channel", "channel"], ["before", "timestamp"], ["after", "timestamp"], ["aligned", "flag"], ["holds", "flag"], ["gained", "texts"], ["lost", "texts"]],
  WatermarkIgnored: [["channel", "channel"], ["timestamp", "timestamp"], ["reason", "choice"]],
  ChannelStatusChanged: [["channel", "channel"], ["idle", "flag"], ["aligned", "flag"], ["holds", "flag"], ["gained", "texts"], ["lost", "texts"]],
  InputWatermarkAdvanced: [["subtask", "subtask"], ["input", "count"], ["before", "timestamp"], ["after", "timestamp"], ["held_by", "texts"]],
  InputStatusChanged: [["subtask", "subtask"], ["input", "count"], ["idle", "flag"]],
  InputEnded: [["subtask", "subtask"], ["input", "count"]],
  ElementProcessed: [["operator", "operator"], ["element", "choice"], ["value", "value"], ["timestamp", "optional timestamp"]],
  OperatorInputChanged: [["operator", "operator"], ["input", "count"], ["other", "count"], ["watermark", "timestamp"], ["idle", "flag"], ["holds", "flag"], ["other_holds", "flag"]],
  LatencyMeasured: [["operator", "operator"], ["source", "operator"], ["latency", "count"]],
  RecordFiltered: [["operator", "operator"]],
  OperatorWatermarkAdvanced: [["operator", "operator"], ["before", "timestamp"], ["after", "timestamp"]],
  WatermarkEmitted: [["operator", "operator"], ["timestamp", "timestamp"]],
  StatusEmitted: [["operator", "operator"], ["idle", "flag"]],
  KeySelected: [["operator", "operator"], ["key", "value"], ["key_group", "count"]],
  StateUpdated: [["operator", "operator"], ["state", "text"], ["key", "value"], ["namespace", "value"], ["value", "value"], ["key_group", "count"]],
  StateAppended: [["operator", "operator"], ["state", "text"], ["key", "value"], ["namespace", "value"], ["value", "value"], ["key_group", "count"]],
  StateCleared: [["operator", "operator"], ["state", "text"], ["key", "value"], ["namespace", "value"], ["key_group", "count"]],
  OperatorStateUpdated: [["operator", "operator"], ["state", "text"], ["value", "value"]],
  OperatorStateCleared: [["operator", "operator"], ["state", "text"]],
  TimerRegistered: [["operator", "operator"], ["domain", "choice"], ["key", "value"], ["namespace", "value"], ["timestamp", "timestamp"]],
  TimerDeleted: [["operator", "operator"], ["domain", "choice"], ["key", "value"], ["namespace", "value"], ["timestamp", "timestamp"]],
  TimerFired: [["operator", "operator"], ["domain", "choice"], ["key", "value"], ["namespace", "value"], ["timestamp", "timestamp"]],
  WindowAssigned: [["operator", "operator"], ["key", "value"], ["window", "value"], ["value", "value"], ["timestamp", "optional timestamp"], ["count", "count"], ["state_window", "value"]],
  WindowsMerged: [["operator", "operator"], ["key", "value"], ["value", "value"], ["window", "value"], ["merged", "value"], ["result", "value"], ["count", "count"], ["state_window", "value"]],
  SharedElementChanged: [["operator", "operator"], ["key", "value"], ["window", "value"], ["others", "value"], ["before", "value"], ["after", "value"]],
  TriggerEvaluated: [["operator", "operator"], ["key", "value"], ["window", "value"], ["callback", "choice"], ["result", "choice"]],
  TriggerCleared: [["operator", "operator"], ["key", "value"], ["window", "value"]],
  WindowFired: [["operator", "operator"], ["key", "value"], ["window", "value"], ["kind", "choice"], ["clock", "choice"], ["count", "count"], ["contents", "value"], ["watermark", "timestamp"]],
  ElementsEvicted: [["operator", "operator"], ["key", "value"], ["window", "value"], ["evicted", "count"], ["count", "count"], ["state_window", "value"], ["contents", "value"], ["key_group", "count"]],
  FiringSkipped: [["operator", "operator"], ["key", "value"], ["window", "value"], ["reason", "choice"]],
  WindowCleared: [["operator", "operator"], ["key", "value"], ["window", "value"], ["reason", "choice"], ["state_window", "value"]],
  WindowSkippedAsLate: [["operator", "operator"], ["key", "value"], ["window", "value"], ["cleanup_time", "timestamp"], ["watermark", "timestamp"]],
  LateRecordDropped: [["operator", "operator"], ["key", "value"], ["value", "value"], ["timestamp", "optional timestamp"], ["windows", "value"], ["cleanup_time", "optional timestamp"], ["watermark", "timestamp"], ["side_output", "flag"]],
  SideOutputEmitted: [["operator", "operator"], ["tag", "text"], ["value", "value"], ["timestamp", "optional timestamp"]],
  ResultWritten: [["operator", "operator"], ["text", "text"], ["value", "value"], ["timestamp", "optional timestamp"]]
};
var READERS = [
  (c, row) => ({
    type: "JobSubmitted",
    plan: c.plan(0, row)
  }),
  (c, row) => ({
    type: "TaskStateChanged",
    subtask: c.text(0, row),
    attempt: c.count(1, row),
    before: ["CREATED", "SCHEDULED", "DEPLOYING", "INITIALIZING", "RUNNING", "FINISHED", "CANCELING", "CANCELED", "FAILED"][c.count(2, row)],
    after: ["CREATED", "SCHEDULED", "DEPLOYING", "INITIALIZING", "RUNNING", "FINISHED", "CANCELING", "CANCELED", "FAILED"][c.count(3, row)]
  }),
  (c, row) => ({
    type: "OperatorSetUp",
    operator: c.text(0, row)
  }),
  (c, row) => ({
    type: "OperatorStateInitialized",
    operator: c.text(0, row)
  }),
  (c, row) => ({
    type: "OperatorOpened",
    operator: c.text(0, row)
  }),
  (c, row) => ({
    type: "OperatorFinished",
    operator: c.text(0, row)
  }),
  (c, row) => ({
    type: "AfterInvokeReached",
    subtask: c.text(0, row)
  }),
  (c, row) => ({
    type: "OperatorClosed",
    operator: c.text(0, row)
  }),
  (c, row) => ({
    type: "TaskFailed",
    subtask: c.text(0, row),
    operator: c.text(1, row),
    error: c.text(2, row),
    message: c.text(3, row),
    record: c.text(4, row),
    code: c.text(5, row)
  }),
  (c, row) => ({
    type: "ExecutionReset",
    subtask: c.text(0, row),
    attempt: c.count(1, row)
  }),
  (c, row) => ({
    type: "JobStatusChanged",
    before: ["CREATED", "RUNNING", "RESTARTING", "FAILING", "CANCELLING", "FINISHED", "CANCELED", "FAILED"][c.count(0, row)],
    after: ["CREATED", "RUNNING", "RESTARTING", "FAILING", "CANCELLING", "FINISHED", "CANCELED", "FAILED"][c.count(1, row)]
  }),
  (c, row) => ({
    type: "RestartDecided",
    subtask: c.text(0, row),
    tasks: c.count(1, row),
    delay_ms: c.timestamp(2, row)
  }),
  (c, row) => ({
    type: "MailEnqueued",
    subtask: c.text(0, row),
    mail: c.text(1, row),
    waiting: c.count(2, row)
  }),
  (c, row) => ({
    type: "MailTaken",
    subtask: c.text(0, row),
    mail: c.text(1, row),
    waiting: c.count(2, row)
  }),
  (c, row) => ({
    type: "DefaultActionSuspended",
    subtask: c.text(0, row),
    reason: ["no input", "no output buffer", "busy", "blocked"][c.count(1, row)]
  }),
  (c, row) => ({
    type: "DefaultActionResumed",
    subtask: c.text(0, row)
  }),
  (c, row) => ({
    type: "TicksSkipped",
    ticks: c.count(0, row)
  }),
  (c, row) => ({
    type: "ProcessingTimeAdvanced",
    before: c.timestamp(0, row),
    after: c.timestamp(1, row)
  }),
  (c, row) => ({
    type: "SourceRecordRead",
    operator: c.text(0, row),
    split: c.text(1, row),
    offset: c.count(2, row),
    value: c.value(3, row),
    timestamp: c.optionalTimestamp(4, row)
  }),
  (c, row) => ({
    type: "SourceFinished",
    operator: c.text(0, row)
  }),
  (c, row) => ({
    type: "TimestampAssigned",
    operator: c.text(0, row),
    before: c.optionalTimestamp(1, row),
    after: c.timestamp(2, row)
  }),
  (c, row) => ({
    type: "WatermarkGenerated",
    operator: c.text(0, row),
    split: c.text(1, row),
    timestamp: c.timestamp(2, row),
    by: ["record", "tick", "mark"][c.count(3, row)],
    seen: c.count(4, row),
    holds: c.flag(5, row),
    gained: c.textsOf(6, row),
    lost: c.textsOf(7, row)
  }),
  (c, row) => ({
    type: "SplitStatusChanged",
    operator: c.text(0, row),
    split: c.text(1, row),
    idle: c.flag(2, row),
    holds: c.flag(3, row),
    gained: c.textsOf(4, row),
    lost: c.textsOf(5, row)
  }),
  (c, row) => ({
    type: "SplitAssigned",
    operator: c.text(0, row),
    split: c.text(1, row),
    lost: c.textsOf(2, row)
  }),
  (c, row) => ({
    type: "SplitReleased",
    operator: c.text(0, row),
    split: c.text(1, row),
    gained: c.textsOf(2, row)
  }),
  (c, row) => ({
    type: "IdlenessCountdownChanged",
    operator: c.text(0, row),
    split: c.text(1, row),
    idle_after: c.optionalTimestamp(2, row)
  }),
  (c, row) => ({
    type: "WatermarkAligned",
    operator: c.text(0, row),
    group: c.text(1, row),
    reported: c.optionalTimestamp(2, row),
    allowed: c.timestamp(3, row),
    holds: c.flag(4, row),
    gained: c.textsOf(5, row),
    lost: c.textsOf(6, row)
  }),
  (c, row) => ({
    type: "ElementWritten",
    channel: c.text(0, row),
    sequence: c.count(1, row),
    element: ["record", "watermark", "idle", "active", "endOfData", "endOfPartition", "barrier", "latency"][c.count(2, row)],
    value: c.value(3, row),
    timestamp: c.optionalTimestamp(4, row),
    bytes: c.count(5, row)
  }),
  (c, row) => ({
    type: "BufferQueued",
    channel: c.text(0, row),
    queued: c.count(1, row)
  }),
  (c, row) => ({
    type: "OutputPersisted",
    channel: c.text(0, row),
    checkpoint: c.count(1, row),
    buffers: c.count(2, row),
    bytes: c.count(3, row)
  }),
  (c, row) => ({
    type: "ChannelFlushed",
    channel: c.text(0, row)
  }),
  (c, row) => ({
    type: "BufferSent",
    channel: c.text(0, row),
    bytes: c.count(1, row),
    queued: c.count(2, row),
    backlog: c.count(3, row),
    credit: c.count(4, row),
    on_wire: c.count(5, row)
  }),
  (c, row) => ({
    type: "BufferArrived",
    channel: c.text(0, row),
    received: c.count(1, row),
    on_wire: c.count(2, row)
  }),
  (c, row) => ({
    type: "CreditAnnounced",
    channel: c.text(0, row),
    credit: c.count(1, row),
    under_way: c.count(2, row)
  }),
  (c, row) => ({
    type: "CreditChanged",
    channel: c.text(0, row),
    before: c.count(1, row),
    after: c.count(2, row),
    under_way: c.count(3, row)
  }),
  (c, row) => ({
    type: "InputBuffersChanged",
    channel: c.text(0, row),
    exclusive: c.count(1, row),
    floating: c.count(2, row),
    required: c.count(3, row),
    unannounced: c.count(4, row),
    waiting: c.flag(5, row)
  }),
  (c, row) => ({
    type: "ReadingStopped",
    channel: c.text(0, row)
  }),
  (c, row) => ({
    type: "ReadingResumed",
    channel: c.text(0, row)
  }),
  (c, row) => ({
    type: "FloatingBuffersChanged",
    subtask: c.text(0, row),
    free: c.count(1, row)
  }),
  (c, row) => ({
    type: "OutputBuffersChanged",
    subtask: c.text(0, row),
    in_use: c.count(1, row)
  }),
  (c, row) => ({
    type: "BufferSizeAnnounced",
    subtask: c.text(0, row),
    input: c.count(1, row),
    bytes: c.count(2, row),
    throughput: c.count(3, row),
    buffers: c.count(4, row)
  }),
  (c, row) => ({
    type: "BufferConsumed",
    channel: c.text(0, row),
    received: c.count(1, row),
    queued: c.count(2, row),
    bytes: c.count(3, row)
  }),
  (c, row) => ({
    type: "ElementReceived",
    subtask: c.text(0, row),
    channel: c.text(1, row),
    sequence: c.count(2, row),
    element: ["record", "watermark", "idle", "active", "endOfData", "endOfPartition", "barrier", "latency"][c.count(3, row)],
    value: c.value(4, row),
    timestamp: c.optionalTimestamp(5, row)
  }),
  (c, row) => ({
    type: "ChannelWatermarkChanged",
    channel: c.text(0, row),
    before: c.timestamp(1, row),
    after: c.timestamp(2, row),
    aligned: c.flag(3, row),
    holds: c.flag(4, row),
    gained: c.textsOf(5, row),
    lost: c.textsOf(6, row)
  }),
  (c, row) => ({
    type: "WatermarkIgnored",
    channel: c.text(0, row),
    timestamp: c.timestamp(1, row),
    reason: ["channel is idle", "not greater than before"][c.count(2, row)]
  }),
  (c, row) => ({
    type: "ChannelStatusChanged",
    channel: c.text(0, row),
    idle: c.flag(1, row),
    aligned: c.flag(2, row),
    holds: c.flag(3, row),
    gained: c.textsOf(4, row),
    lost: c.textsOf(5, row)
  }),
  (c, row) => ({
    type: "InputWatermarkAdvanced",
    subtask: c.text(0, row),
    input: c.count(1, row),
    before: c.timestamp(2, row),
    after: c.timestamp(3, row),
    held_by: c.textsOf(4, row)
  }),
  (c, row) => ({
    type: "InputStatusChanged",
    subtask: c.text(0, row),
    input: c.count(1, row),
    idle: c.flag(2, row)
  }),
  (c, row) => ({
    type: "InputEnded",
    subtask: c.text(0, row),
    input: c.count(1, row)
  }),
  (c, row) => ({
    type: "ElementProcessed",
    operator: c.text(0, row),
    element: ["record", "watermark", "idle", "active", "endOfData", "endOfPartition", "barrier", "latency"][c.count(1, row)],
    value: c.value(2, row),
    timestamp: c.optionalTimestamp(3, row)
  }),
  (c, row) => ({
    type: "OperatorInputChanged",
    operator: c.text(0, row),
    input: c.count(1, row),
    other: c.count(2, row),
    watermark: c.timestamp(3, row),
    idle: c.flag(4, row),
    holds: c.flag(5, row),
    other_holds: c.flag(6, row)
  }),
  (c, row) => ({
    type: "LatencyMeasured",
    operator: c.text(0, row),
    source: c.text(1, row),
    latency: c.count(2, row)
  }),
  (c, row) => ({
    type: "RecordFiltered",
    operator: c.text(0, row)
  }),
  (c, row) => ({
    type: "OperatorWatermarkAdvanced",
    operator: c.text(0, row),
    before: c.timestamp(1, row),
    after: c.timestamp(2, row)
  }),
  (c, row) => ({
    type: "WatermarkEmitted",
    operator: c.text(0, row),
    timestamp: c.timestamp(1, row)
  }),
  (c, row) => ({
    type: "StatusEmitted",
    operator: c.text(0, row),
    idle: c.flag(1, row)
  }),
  (c, row) => ({
    type: "KeySelected",
    operator: c.text(0, row),
    key: c.value(1, row),
    key_group: c.count(2, row)
  }),
  (c, row) => ({
    type: "StateUpdated",
    operator: c.text(0, row),
    state: c.text(1, row),
    key: c.value(2, row),
    namespace: c.value(3, row),
    value: c.value(4, row),
    key_group: c.count(5, row)
  }),
  (c, row) => ({
    type: "StateAppended",
    operator: c.text(0, row),
    state: c.text(1, row),
    key: c.value(2, row),
    namespace: c.value(3, row),
    value: c.value(4, row),
    key_group: c.count(5, row)
  }),
  (c, row) => ({
    type: "StateCleared",
    operator: c.text(0, row),
    state: c.text(1, row),
    key: c.value(2, row),
    namespace: c.value(3, row),
    key_group: c.count(4, row)
  }),
  (c, row) => ({
    type: "OperatorStateUpdated",
    operator: c.text(0, row),
    state: c.text(1, row),
    value: c.value(2, row)
  }),
  (c, row) => ({
    type: "OperatorStateCleared",
    operator: c.text(0, row),
    state: c.text(1, row)
  }),
  (c, row) => ({
    type: "TimerRegistered",
    operator: c.text(0, row),
    domain: ["event", "processing"][c.count(1, row)],
    key: c.value(2, row),
    namespace: c.value(3, row),
    timestamp: c.timestamp(4, row)
  }),
  (c, row) => ({
    type: "TimerDeleted",
    operator: c.text(0, row),
    domain: ["event", "processing"][c.count(1, row)],
    key: c.value(2, row),
    namespace: c.value(3, row),
    timestamp: c.timestamp(4, row)
  }),
  (c, row) => ({
    type: "TimerFired",
    operator: c.text(0, row),
    domain: ["event", "processing"][c.count(1, row)],
    key: c.value(2, row),
    namespace: c.value(3, row),
    timestamp: c.timestamp(4, row)
  }),
  (c, row) => ({
    type: "WindowAssigned",
    operator: c.text(0, row),
    key: c.value(1, row),
    window: c.value(2, row),
    value: c.value(3, row),
    timestamp: c.optionalTimestamp(4, row),
    count: c.count(5, row),
    state_window: c.value(6, row)
  }),
  (c, row) => ({
    type: "WindowsMerged",
    operator: c.text(0, row),
    key: c.value(1, row),
    value: c.value(2, row),
    window: c.value(3, row),
    merged: c.value(4, row),
    result: c.value(5, row),
    count: c.count(6, row),
    state_window: c.value(7, row)
  }),
  (c, row) => ({
    type: "SharedElementChanged",
    operator: c.text(0, row),
    key: c.value(1, row),
    window: c.value(2, row),
    others: c.value(3, row),
    before: c.value(4, row),
    after: c.value(5, row)
  }),
  (c, row) => ({
    type: "TriggerEvaluated",
    operator: c.text(0, row),
    key: c.value(1, row),
    window: c.value(2, row),
    callback: ["onElement", "onEventTime", "onProcessingTime", "onMerge"][c.count(3, row)],
    result: ["CONTINUE", "FIRE", "PURGE", "FIRE_AND_PURGE"][c.count(4, row)]
  }),
  (c, row) => ({
    type: "TriggerCleared",
    operator: c.text(0, row),
    key: c.value(1, row),
    window: c.value(2, row)
  }),
  (c, row) => ({
    type: "WindowFired",
    operator: c.text(0, row),
    key: c.value(1, row),
    window: c.value(2, row),
    kind: ["early", "on time", "late"][c.count(3, row)],
    clock: ["watermark", "processing time", "count", "record", "end of input"][c.count(4, row)],
    count: c.count(5, row),
    contents: c.value(6, row),
    watermark: c.timestamp(7, row)
  }),
  (c, row) => ({
    type: "ElementsEvicted",
    operator: c.text(0, row),
    key: c.value(1, row),
    window: c.value(2, row),
    evicted: c.count(3, row),
    count: c.count(4, row),
    state_window: c.value(5, row),
    contents: c.value(6, row),
    key_group: c.count(7, row)
  }),
  (c, row) => ({
    type: "FiringSkipped",
    operator: c.text(0, row),
    key: c.value(1, row),
    window: c.value(2, row),
    reason: ["empty contents", "no state window"][c.count(3, row)]
  }),
  (c, row) => ({
    type: "WindowCleared",
    operator: c.text(0, row),
    key: c.value(1, row),
    window: c.value(2, row),
    reason: ["purged", "cleanup"][c.count(3, row)],
    state_window: c.value(4, row)
  }),
  (c, row) => ({
    type: "WindowSkippedAsLate",
    operator: c.text(0, row),
    key: c.value(1, row),
    window: c.value(2, row),
    cleanup_time: c.timestamp(3, row),
    watermark: c.timestamp(4, row)
  }),
  (c, row) => ({
    type: "LateRecordDropped",
    operator: c.text(0, row),
    key: c.value(1, row),
    value: c.value(2, row),
    timestamp: c.optionalTimestamp(3, row),
    windows: c.value(4, row),
    cleanup_time: c.optionalTimestamp(5, row),
    watermark: c.timestamp(6, row),
    side_output: c.flag(7, row)
  }),
  (c, row) => ({
    type: "SideOutputEmitted",
    operator: c.text(0, row),
    tag: c.text(1, row),
    value: c.value(2, row),
    timestamp: c.optionalTimestamp(3, row)
  }),
  (c, row) => ({
    type: "ResultWritten",
    operator: c.text(0, row),
    text: c.text(1, row),
    value: c.value(2, row),
    timestamp: c.optionalTimestamp(3, row)
  })
];
var SENTENCES = {
  "JobSubmitted": [
    [
      "",
      "The job {plan} is submitted; nothing has run yet."
    ]
  ],
  "TaskStateChanged": [
    [
      "after=RUNNING",
      "{subtask} is running."
    ],
    [
      "after=FINISHED",
      "{subtask} has finished."
    ],
    [
      "",
      "{subtask} goes from {before} to {after}."
    ]
  ],
  "OperatorSetUp": [
    [
      "",
      "{operator} is set up; a chain is, from its tail to its head."
    ]
  ],
  "OperatorStateInitialized": [
    [
      "",
      "{operator} is given its state, and will be opened next."
    ]
  ],
  "OperatorOpened": [
    [
      "",
      "{operator} is opened; a chain opens from its tail to its head."
    ]
  ],
  "OperatorFinished": [
    [
      "",
      "{operator} is told that its input has ended."
    ]
  ],
  "AfterInvokeReached": [
    [
      "",
      "{subtask} has nothing left to do but to close its operators."
    ]
  ],
  "OperatorClosed": [
    [
      "",
      "{operator} is closed; a chain closes from its tail to its head."
    ]
  ],
  "TaskFailed": [
    [
      "",
      "{subtask} fails with {error:firing}: {message}"
    ]
  ],
  "ExecutionReset": [
    [
      "",
      "{subtask} begins anew: attempt {attempt}, counted from 0."
    ]
  ],
  "JobStatusChanged": [
    [
      "after=FINISHED",
      "The job ends: {after}."
    ],
    [
      "after=FAILED",
      "The job ends: {after}."
    ],
    [
      "after=CANCELED",
      "The job ends: {after}."
    ],
    [
      "",
      "The job goes from {before} to {after}."
    ]
  ],
  "RestartDecided": [
    [
      "",
      "{subtask} has failed: {tasks} {tasks|task|tasks} will be cancelled and run again after {delay_ms} ms."
    ]
  ],
  "MailEnqueued": [
    [
      "waiting=1",
      "The mail “{mail}” is put into the mailbox of {subtask}."
    ],
    [
      "",
      "The mail “{mail}” is put into the mailbox of {subtask}; {waiting} wait there now."
    ]
  ],
  "MailTaken": [
    [
      "waiting=0",
      "{subtask} takes the mail “{mail}” and runs it; its mailbox is empty now."
    ],
    [
      "",
      "{subtask} takes the mail “{mail}” and runs it; {waiting} more still {waiting|waits|wait}."
    ]
  ],
  "DefaultActionSuspended": [
    [
      "reason=no input",
      "{subtask} finds no input and waits."
    ],
    [
      "reason=no output buffer",
      "{subtask} has {reason:firing}, so it stops reading: this is backpressure."
    ],
    [
      "reason=blocked",
      "{subtask} is {reason:firing} in the middle of an element, for no output buffer is left: this is hard backpressure."
    ],
    [
      "",
      "{subtask} is busy and reads nothing for now."
    ]
  ],
  "DefaultActionResumed": [
    [
      "",
      "{subtask} goes on reading its input."
    ]
  ],
  "TicksSkipped": [
    [
      "",
      "{ticks} ticks of watermark generators go by and bring nothing new."
    ]
  ],
  "ProcessingTimeAdvanced": [
    [
      "",
      "Processing time moves from {before} to {after}."
    ]
  ],
  "SourceRecordRead": [
    [
      "split=",
      "{operator} reads record {offset}: {value:record}."
    ],
    [
      "",
      "{operator} reads record {offset} of split {split}: {value:record}."
    ]
  ],
  "SourceFinished": [
    [
      "",
      "{operator} has no more records."
    ]
  ],
  "TimestampAssigned": [
    [
      "after=MIN",
      "{operator} has no timestamp for the record: {after:record} stands for none."
    ],
    [
      "before=none",
      "{operator} gives the record the timestamp {after:record}."
    ],
    [
      "before=MIN",
      "{operator} gives the record the timestamp {after:record}."
    ],
    [
      "",
      "{operator} gives the record the timestamp {after:record} instead of {before}."
    ]
  ],
  "WatermarkGenerated": [
    [
      "split= & timestamp=MAX",
      "{operator} generates its last watermark, {timestamp:watermark}: nothing can follow."
    ],
    [
      "split=",
      "{operator} generates the watermark {timestamp:watermark}."
    ],
    [
      "holds=true",
      "{operator} generates the watermark {timestamp:watermark} for split {split}, which holds the source back."
    ],
    [
      "",
      "{operator} generates the watermark {timestamp:watermark} for split {split}."
    ]
  ],
  "SplitStatusChanged": [
    [
      "idle=true",
      "Split {split} of {operator} has gone quiet: it is idle now and holds nothing back."
    ],
    [
      "",
      "Split {split} of {operator} is active again and counts for the watermark."
    ]
  ],
  "SplitAssigned": [
    [
      "",
      "{operator} gets split {split} to read, whose watermark is not known yet."
    ]
  ],
  "SplitReleased": [
    [
      "",
      "{operator} has read split {split} to its end: it counts no more."
    ]
  ],
  "IdlenessCountdownChanged": [
    [
      "idle_after=none",
      "A record has come, so {operator} does not wait for idleness any more."
    ],
    [
      "split=",
      "{operator} has seen no record since it was asked last: it is idle if none comes up to {idle_after:timer}."
    ],
    [
      "",
      "{operator} has seen no record of split {split} since it was asked last: the split is idle if none comes up to {idle_after:timer}."
    ]
  ],
  "WatermarkAligned": [
    [
      "reported=none",
      "{operator} has no watermark to tell its group {group}; it may go on to {allowed:watermark}."
    ],
    [
      "holds=true",
      "{operator} tells its group {group} the watermark {reported:watermark}, the least of all; it may go on to {allowed:watermark}."
    ],
    [
      "",
      "{operator} tells its group {group} the watermark {reported:watermark}; it may go on to {allowed:watermark}."
    ]
  ],
  "ElementWritten": [
    [
      "element=record",
      "The record {value:record} is written to {channel}."
    ],
    [
      "element=watermark",
      "The watermark {timestamp:watermark} is written to {channel}."
    ],
    [
      "element=idle",
      "The status IDLE is written to {channel}."
    ],
    [
      "element=active",
      "The status ACTIVE is written to {channel}."
    ],
    [
      "element=endOfData",
      "The end of the data is written to {channel}."
    ],
    [
      "element=endOfPartition",
      "The end of all is written to {channel}."
    ],
    [
      "element=barrier",
      "A checkpoint barrier is written to {channel}."
    ],
    [
      "",
      "A latency marker is written to {channel}."
    ]
  ],
  "BufferQueued": [
    [
      "queued=1",
      "A buffer waits to be sent on {channel}: {queued:buffer} in the queue."
    ],
    [
      "",
      "One more buffer waits to be sent on {channel}: {queued:buffer} in the queue."
    ]
  ],
  "OutputPersisted": [
    [
      "",
      "The barrier of checkpoint {checkpoint} overtakes {buffers:buffer} {buffers|buffer|buffers} of {channel} with {bytes} {bytes|byte|bytes}, which {buffers|goes|go} into the checkpoint."
    ]
  ],
  "ChannelFlushed": [
    [
      "",
      "What stands in the open buffer of {channel} may be sent now."
    ]
  ],
  "BufferSent": [
    [
      "channel:flow=before credits",
      "A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}."
    ],
    [
      "credit=0",
      "A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}; there is no credit for another."
    ],
    [
      "",
      "A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}; credit for {credit:buffer} more is left."
    ]
  ],
  "BufferArrived": [
    [
      "received=1",
      "A buffer arrives on {channel}."
    ],
    [
      "",
      "A buffer arrives on {channel}; {received:buffer} wait there to be read."
    ]
  ],
  "CreditAnnounced": [
    [
      "",
      "The receiver of {channel} promises room for {credit:buffer} more {credit|buffer|buffers}."
    ]
  ],
  "CreditChanged": [
    [
      "",
      "The sender of {channel} learns of new credit: {before} becomes {after:buffer}."
    ]
  ],
  "InputBuffersChanged": [
    [
      "waiting=true",
      "Empty buffers for {channel}: {exclusive:buffer} exclusive, {floating:buffer} floating; it wants {required:buffer} in all, and waits for a floating one."
    ],
    [
      "",
      "Empty buffers for {channel}: {exclusive:buffer} exclusive, {floating:buffer} floating; it wants {required:buffer} in all."
    ]
  ],
  "ReadingStopped": [
    [
      "",
      "No buffer is left for what came in on {channel}, so the whole connection is not read any more."
    ]
  ],
  "ReadingResumed": [
    [
      "",
      "A buffer came free for {channel}, so its connection is read again."
    ]
  ],
  "FloatingBuffersChanged": [
    [
      "",
      "{subtask} has {free:buffer} floating {free|buffer|buffers} free."
    ]
  ],
  "OutputBuffersChanged": [
    [
      "",
      "{subtask} has {in_use:buffer} output {in_use|buffer|buffers} in use."
    ]
  ],
  "BufferSizeAnnounced": [
    [
      "",
      "{subtask} reads {throughput} {throughput|byte|bytes} a second and has {buffers:buffer} {buffers|buffer|buffers}, so it asks for buffers of {bytes:buffer} {bytes|byte|bytes}."
    ]
  ],
  "BufferConsumed": [
    [
      "",
      "A buffer of {channel} is opened and read."
    ]
  ],
  "ElementReceived": [
    [
      "element=record",
      "{subtask} reads the record {value:record} from {channel:short}."
    ],
    [
      "element=watermark",
      "{subtask} reads the watermark {timestamp:watermark} from {channel:short}."
    ],
    [
      "element=idle",
      "{subtask} reads the status IDLE from {channel:short}."
    ],
    [
      "element=active",
      "{subtask} reads the status ACTIVE from {channel:short}."
    ],
    [
      "element=endOfData",
      "{subtask} reads the end of the data of {channel:short}."
    ],
    [
      "element=endOfPartition",
      "{subtask} reads the end of all from {channel:short}."
    ],
    [
      "element=barrier",
      "{subtask} reads a checkpoint barrier from {channel:short}."
    ],
    [
      "",
      "{subtask} reads a latency marker from {channel:short}."
    ]
  ],
  "ChannelWatermarkChanged": [
    [
      "aligned=false",
      "The watermark of {channel} rises from {before} to {after:watermark}; it lags behind the task and does not count yet."
    ],
    [
      "",
      "The watermark of {channel} rises from {before} to {after:watermark}."
    ]
  ],
  "WatermarkIgnored": [
    [
      "reason=channel is idle",
      "The watermark {timestamp:watermark} of {channel} changes nothing: the channel is idle."
    ],
    [
      "",
      "The watermark {timestamp:watermark} of {channel} changes nothing: it is not greater than the one before."
    ]
  ],
  "ChannelStatusChanged": [
    [
      "idle=true",
      "{channel} is idle now, and is not counted for the watermark."
    ],
    [
      "aligned=false",
      "{channel} is active again, but lags behind: it is not counted until it catches up."
    ],
    [
      "",
      "{channel} is active again and counts for the watermark."
    ]
  ],
  "InputWatermarkAdvanced": [
    [
      "after=MAX",
      "Every channel is at its end, so the watermark at the {input:side} of {subtask} becomes {after:watermark}."
    ],
    [
      "held_by=",
      "All channels are idle, so the greatest watermark counts: that at the {input:side} of {subtask} goes from {before} to {after:watermark}."
    ],
    [
      "",
      "The watermark at the {input:side} of {subtask} goes from {before} to {after:watermark}: {held_by} {held_by:number|has|have} the least now."
    ]
  ],
  "InputStatusChanged": [
    [
      "idle=true",
      "All channels at the {input:side} of {subtask} are idle, so it is idle."
    ],
    [
      "",
      "A channel at the {input:side} of {subtask} is active again, so it is active."
    ]
  ],
  "InputEnded": [
    [
      "",
      "{subtask} learns that no more records come into its {input:side}."
    ]
  ],
  "ElementProcessed": [
    [
      "element=record",
      "{operator} is handed the record {value:record}."
    ],
    [
      "element=watermark",
      "{operator} is handed the watermark {timestamp:watermark}."
    ],
    [
      "element=idle",
      "{operator} is handed the status IDLE."
    ],
    [
      "element=active",
      "{operator} is handed the status ACTIVE."
    ],
    [
      "element=endOfData",
      "{operator} is handed the end of the data."
    ],
    [
      "element=endOfPartition",
      "{operator} is handed the end of all."
    ],
    [
      "element=barrier",
      "{operator} is handed a checkpoint barrier."
    ],
    [
      "",
      "{operator} is handed a latency marker."
    ]
  ],
  "OperatorInputChanged": [
    [
      "idle=true",
      "The {input:side} of {operator} is idle now and holds nothing back."
    ],
    [
      "holds=true",
      "The {input:side} of {operator} is at {watermark:watermark}, and holds it back there."
    ],
    [
      "",
      "The {input:side} of {operator} is at {watermark:watermark}; the other one is behind it."
    ]
  ],
  "LatencyMeasured": [
    [
      "",
      "{operator} measures a latency of {latency:timer} ms from {source} to here."
    ]
  ],
  "RecordFiltered": [
    [
      "",
      "{operator} lets the record drop: its condition does not hold."
    ]
  ],
  "OperatorWatermarkAdvanced": [
    [
      "after=MAX",
      "The event-time clock of {operator} goes from {before} to {after:watermark}: all its timers are due."
    ],
    [
      "",
      "The event-time clock of {operator} goes from {before} to {after:watermark}; timers up to there are due."
    ]
  ],
  "WatermarkEmitted": [
    [
      "timestamp=MAX",
      "{operator} hands its last watermark, {timestamp:watermark}, on: no record can follow."
    ],
    [
      "",
      "{operator} hands the watermark {timestamp:watermark} on."
    ]
  ],
  "StatusEmitted": [
    [
      "idle=true",
      "{operator} tells what comes after it that it is idle."
    ],
    [
      "",
      "{operator} tells what comes after it that it is active."
    ]
  ],
  "KeySelected": [
    [
      "",
      "The key is {key:timer} now, which belongs to key group {key_group}."
    ]
  ],
  "StateUpdated": [
    [
      "namespace=",
      "The state “{state}” of key {key:timer} holds {value:record} now."
    ],
    [
      "",
      "The state “{state}” of key {key:timer} in {namespace:pane} holds {value:record} now."
    ]
  ],
  "StateAppended": [
    [
      "namespace=",
      "The list “{state}” of key {key:timer} gets {value:record} at its end."
    ],
    [
      "",
      "The list “{state}” of key {key:timer} in {namespace:pane} gets {value:record} at its end."
    ]
  ],
  "StateCleared": [
    [
      "namespace=",
      "The state “{state}” of key {key:timer} is cleared."
    ],
    [
      "",
      "The state “{state}” of key {key:timer} in {namespace:pane} is cleared."
    ]
  ],
  "OperatorStateUpdated": [
    [
      "",
      "The state “{state}” of {operator} holds {value:record} now."
    ]
  ],
  "OperatorStateCleared": [
    [
      "",
      "The state “{state}” of {operator} is empty now."
    ]
  ],
  "TimerRegistered": [
    [
      "domain=event",
      "{operator} registers an event-time timer for key {key:timer} at {timestamp:timer}."
    ],
    [
      "",
      "{operator} registers a processing-time timer for key {key:timer} at {timestamp:timer}."
    ]
  ],
  "TimerDeleted": [
    [
      "",
      "{operator} deletes its timer for key {key:timer} at {timestamp:timer}."
    ]
  ],
  "TimerFired": [
    [
      "domain=event & timestamp=MAX",
      "The watermark is {timestamp:timer}, so the timer of key {key:timer} in {operator} fires."
    ],
    [
      "domain=event",
      "The watermark has passed {timestamp:timer}, so the timer of key {key:timer} in {operator} fires."
    ],
    [
      "",
      "The clock has reached {timestamp:timer}, so the timer of key {key:timer} in {operator} fires."
    ]
  ],
  "WindowAssigned": [
    [
      "count=1",
      "The record goes into {window:pane} of key {key:timer}: a new pane, with {count:pane} element."
    ],
    [
      "",
      "The record goes into {window:pane} of key {key:timer}; its pane holds {count:pane} elements now."
    ]
  ],
  "WindowsMerged": [
    [
      "window=null",
      "{merged:pane} of key {key:timer} become one window, {result:pane}."
    ],
    [
      "",
      "The record {value:record} of key {key:timer} has the window {window:pane}, which meets {merged:pane}: they become one, {result:pane}."
    ]
  ],
  "SharedElementChanged": [
    [
      "",
      "The aggregate of {window:pane} sets a field of its first element: {before:value} is {after:value} now. The same object is in {others:pane} of key {key:timer}, so it changes there, too."
    ]
  ],
  "TriggerEvaluated": [
    [
      "result=CONTINUE",
      "The trigger of {window:pane} is asked, and says: not yet."
    ],
    [
      "",
      "The trigger of {window:pane} is asked, and says {result:firing}."
    ]
  ],
  "TriggerCleared": [
    [
      "",
      "The trigger forgets what it kept for {window:pane} of key {key:timer}."
    ]
  ],
  "WindowFired": [
    [
      "clock=watermark & window:bounds=none",
      "The watermark is {watermark:watermark}, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."
    ],
    [
      "clock=watermark & kind=early",
      "The watermark is {watermark:watermark}, so {window:pane} of key {key:timer} fires {kind:firing}, before its end, with {count:firing} {count|element|elements}."
    ],
    [
      "clock=watermark & kind=late",
      "The watermark is {watermark:watermark}, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}."
    ],
    [
      "clock=watermark",
      "The watermark {watermark:watermark} has reached the end of {window:pane}, so the pane of key {key:timer} fires with {count:firing} {count|element|elements}."
    ],
    [
      "clock=processing time & window:bounds=none",
      "Processing time has gone on, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."
    ],
    [
      "clock=processing time & kind=early",
      "Processing time has gone on, so {window:pane} of key {key:timer} fires {kind:firing}, before its end, with {count:firing} {count|element|elements}."
    ],
    [
      "clock=processing time & kind=late",
      "Processing time has gone on, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}."
    ],
    [
      "clock=processing time",
      "Processing time has gone on, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."
    ],
    [
      "clock=count & window:bounds=none",
      "The count is full, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."
    ],
    [
      "clock=count & kind=early",
      "The count is full, so {window:pane} of key {key:timer} fires {kind:firing}, before its end, with {count:firing} {count|element|elements}."
    ],
    [
      "clock=count & kind=late",
      "The count is full, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}."
    ],
    [
      "clock=count",
      "The count is full, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."
    ],
    [
      "clock=record & window:bounds=none",
      "A record has come, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."
    ],
    [
      "clock=record & kind=early",
      "A record has come, so {window:pane} of key {key:timer} fires {kind:firing}, before its end, with {count:firing} {count|element|elements}."
    ],
    [
      "clock=record & kind=late",
      "A record has come late, but not too late, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}."
    ],
    [
      "clock=record",
      "A record has come late, but not too late, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."
    ],
    [
      "clock=end of input & window:bounds=none",
      "The input has ended, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."
    ],
    [
      "clock=end of input & kind=early",
      "The input has ended, so {window:pane} of key {key:timer} fires {kind:firing}, before its end, with {count:firing} {count|element|elements}."
    ],
    [
      "clock=end of input & kind=late",
      "The input has ended, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}."
    ],
    [
      "",
      "The input has ended, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."
    ]
  ],
  "ElementsEvicted": [
    [
      "",
      "The evictor takes {evicted:pane} {evicted|element|elements} out of {window:pane} of key {key:timer}; {count:pane} {count|is|are} left."
    ]
  ],
  "FiringSkipped": [
    [
      "reason=empty contents",
      "The trigger fires, but the pane {window:pane} of key {key:timer} is empty: nothing comes out."
    ],
    [
      "",
      "The timer's window {window:pane} of key {key:timer} is not there any more: nothing comes out."
    ]
  ],
  "WindowCleared": [
    [
      "reason=purged",
      "The contents of {window:pane} of key {key:timer} are purged."
    ],
    [
      "",
      "The time of {window:pane} of key {key:timer} is over: its pane is removed."
    ]
  ],
  "WindowSkippedAsLate": [
    [
      "",
      "The record belongs to {window:pane}, but that window is gone: the watermark {watermark:watermark} is at or past its cleanup time {cleanup_time:timer}."
    ]
  ],
  "LateRecordDropped": [
    [
      "cleanup_time=none",
      "The record {value:record} with timestamp {timestamp:firing} comes too late and {side_output|goes to the late side output|is dropped}: the watermark is already {watermark:watermark}."
    ],
    [
      "",
      "The record {value:record} with timestamp {timestamp:firing} comes too late and {side_output|goes to the late side output|is dropped}: its {windows:number|window|windows} {windows:pane} {windows:number|was|were} over at {cleanup_time:timer}, and the watermark is already {watermark:watermark}."
    ]
  ],
  "SideOutputEmitted": [
    [
      "",
      "{operator} sends the record {value:record} to the side output “{tag}”."
    ]
  ],
  "ResultWritten": [
    [
      "",
      "{operator} writes the result {text:record}."
    ]
  ]
};
var STOPS = {
  "record": "a record that enters a source or a task",
  "watermark": "a watermark that is generated, or that a task's input reaches",
  "firing": "a window that fires, or a timer where there are no windows"
};
var WORTH = [
  { kind: "TaskFailed", when: "", grain: "story", stop: "" },
  { kind: "JobSubmitted", when: "", grain: "story", stop: "" },
  { kind: "RestartDecided", when: "", grain: "story", stop: "" },
  { kind: "JobStatusChanged", when: "after=RUNNING", grain: "event time", stop: "" },
  { kind: "JobStatusChanged", when: "", grain: "story", stop: "" },
  { kind: "ExecutionReset", when: "", grain: "event time", stop: "" },
  { kind: "WindowFired", when: "", grain: "story", stop: "firing" },
  { kind: "LateRecordDropped", when: "", grain: "story", stop: "" },
  { kind: "TimerFired", when: "namespace=", grain: "story", stop: "firing" },
  { kind: "TimerFired", when: "", grain: "event time", stop: "firing" },
  { kind: "ResultWritten", when: "", grain: "story", stop: "" },
  { kind: "SideOutputEmitted", when: "", grain: "story", stop: "" },
  { kind: "InputWatermarkAdvanced", when: "", grain: "event time", stop: "watermark" },
  { kind: "InputStatusChanged", when: "", grain: "story", stop: "" },
  { kind: "WindowsMerged", when: "", grain: "story", stop: "" },
  { kind: "FiringSkipped", when: "", grain: "story", stop: "" },
  { kind: "SharedElementChanged", when: "", grain: "story", stop: "" },
  { kind: "ElementsEvicted", when: "", grain: "story", stop: "" },
  { kind: "WindowAssigned", when: "", grain: "records", stop: "" },
  { kind: "RecordFiltered", when: "", grain: "records", stop: "" },
  { kind: "WatermarkGenerated", when: "", grain: "event time", stop: "watermark" },
  { kind: "SplitStatusChanged", when: "", grain: "story", stop: "" },
  { kind: "ChannelWatermarkChanged", when: "", grain: "event time", stop: "" },
  { kind: "ChannelStatusChanged", when: "", grain: "event time", stop: "" },
  { kind: "WatermarkIgnored", when: "", grain: "event time", stop: "" },
  { kind: "OperatorInputChanged", when: "", grain: "event time", stop: "" },
  { kind: "StateUpdated", when: "", grain: "records", stop: "" },
  { kind: "StateAppended", when: "", grain: "records", stop: "" },
  { kind: "OperatorStateUpdated", when: "", grain: "records", stop: "" },
  { kind: "DefaultActionSuspended", when: "reason=no output buffer", grain: "event time", stop: "" },
  { kind: "DefaultActionSuspended", when: "reason=blocked", grain: "event time", stop: "" },
  { kind: "DefaultActionSuspended", when: "", grain: "everything", stop: "" },
  { kind: "SourceRecordRead", when: "", grain: "records", stop: "record" },
  { kind: "SourceFinished", when: "", grain: "event time", stop: "" },
  { kind: "TaskStateChanged", when: "after=FINISHED", grain: "event time", stop: "" },
  { kind: "TaskStateChanged", when: "", grain: "everything", stop: "" },
  { kind: "MailTaken", when: "", grain: "everything", stop: "" },
  { kind: "ElementReceived", when: "element=record", grain: "records", stop: "record" },
  { kind: "ElementReceived", when: "", grain: "everything", stop: "" },
  { kind: "BufferArrived", when: "", grain: "everything", stop: "" },
  { kind: "BufferSent", when: "", grain: "everything", stop: "" },
  { kind: "ProcessingTimeAdvanced", when: "", grain: "everything", stop: "" },
  { kind: "SplitReleased", when: "", grain: "event time", stop: "" },
  { kind: "WatermarkAligned", when: "", grain: "event time", stop: "" },
  { kind: "IdlenessCountdownChanged", when: "", grain: "event time", stop: "" },
  { kind: "OperatorWatermarkAdvanced", when: "", grain: "event time", stop: "" },
  { kind: "WindowCleared", when: "", grain: "event time", stop: "" },
  { kind: "TimerRegistered", when: "", grain: "event time", stop: "" },
  { kind: "TimerDeleted", when: "", grain: "event time", stop: "" },
  { kind: "WindowSkippedAsLate", when: "", grain: "records", stop: "" },
  { kind: "StateCleared", when: "", grain: "records", stop: "" },
  { kind: "OperatorStateCleared", when: "", grain: "records", stop: "" },
  { kind: "TimestampAssigned", when: "", grain: "records", stop: "" },
  { kind: "ElementProcessed", when: "element=record", grain: "records", stop: "" },
  { kind: "TriggerEvaluated", when: "", grain: "records", stop: "" }
];

// src/values.ts
var MIN_TIMESTAMP = -(1n << 63n);
var MAX_TIMESTAMP = (1n << 63n) - 1n;
var TOKEN = /"(?:[^"\\]|\\.)*"|[[\],]|[^[\],"]+/g;
var SMALL_MS = 10000000000n;
var YEAR_1_MS = -62135596800000n;
var YEAR_10000_MS = 253402300800000n;
var DAY_MS = 86400000n;
var YEAR_MS = 366n * DAY_MS;
var NEAR = 1000000000000n;
var LONG_NUMBER = /(?<![\w.+-])-?[0-9]{12,19}(?![\w.])/g;
function show(json) {
  let shown = "";
  for (const [token] of json.matchAll(TOKEN)) {
    if (token[0] === '"') shown += JSON.parse(token);
    else if (token === "[") shown += "(";
    else if (token === "]") shown += ")";
    else if (token === ",") shown += ", ";
    else shown += token.trim().replace(LONG_NUMBER, (digits) => fromTheEnds(BigInt(digits)) || digits);
  }
  return shown;
}
function cut(text2, longest = LONGEST_VALUE) {
  const characters = Array.from(text2);
  return characters.length <= longest ? text2 : `${characters.slice(0, longest - 1).join("")}…`;
}
function windowBounds(json) {
  const found = /^\[(-?\d+),(-?\d+)\]$/.exec(json);
  return found ? [BigInt(found[1]), BigInt(found[2])] : null;
}
function parts(json) {
  if (json[0] !== "[") return null;
  const found = [];
  let depth = 0;
  let part = "";
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === "]") depth--;
    if (depth === 0 || depth === 1 && token === ",") {
      if (part !== "") found.push(part);
      part = "";
    } else {
      part += token;
    }
    if (token === "[") depth++;
  }
  return found;
}
function listed(words) {
  const last = words.at(-1) ?? "";
  return [words.slice(0, -1).join(", "), last].filter((part) => part !== "").join(" and ");
}
function fromTheEnds(timestamp) {
  for (const [name, end] of [["MIN", MIN_TIMESTAMP], ["MAX", MAX_TIMESTAMP]]) {
    const away = timestamp - end;
    if (away === 0n) return name;
    if (away > -NEAR && away < NEAR) return away > 0n ? `${name} + ${away}` : `${name} - ${-away}`;
  }
  return "";
}
function floorDivide(a, b) {
  return (a - (a % b + b) % b) / b;
}
function two(number2) {
  return String(number2).padStart(2, "0");
}
var Labels = class {
  names = /* @__PURE__ */ new Map();
  shorts = /* @__PURE__ */ new Map();
  uncredited = /* @__PURE__ */ new Set();
  hasOneInput = /* @__PURE__ */ new Map();
  start;
  day;
  constructor(plan) {
    this.start = BigInt(plan?.start_time_ms ?? 0);
    this.day = floorDivide(this.start, DAY_MS);
    for (const vertex of plan?.vertices ?? []) {
      for (let index = 0; index < vertex.parallelism; index++) {
        const part = vertex.parallelism > 1 ? ` ${index + 1}/${vertex.parallelism}` : "";
        this.names.set(`${vertex.id}/${index}`, vertex.operators[0].name + part);
        for (const operator of vertex.operators) {
          this.names.set(`o${operator.node}/${index}`, operator.name + part);
        }
      }
    }
    for (const channel of plan?.channels ?? []) {
      const isOfOne = this.hasOneInput.get(channel.target) ?? true;
      this.hasOneInput.set(channel.target, isOfOne && channel.input === 0);
      this.shorts.set(channel.id, `ch ${channel.index}`);
      if (channel.initial_credit === 0) this.uncredited.add(channel.id);
      this.names.set(channel.id, `ch ${channel.index} of ${this.name(channel.target)}`);
    }
  }
  /** A task, an operator or a channel, as the plan calls it. */
  name(id) {
    return this.names.get(id) ?? id;
  }
  /** A channel without the task that it ends at; other ids by name. */
  short(id) {
    return this.shorts.get(id) ?? this.name(id);
  }
  /** What holds the sender of a channel between TaskManagers back. */
  flow(id) {
    return this.uncredited.has(id) ? "before credits" : "credits";
  }
  /** An input of a task, or of an operator that has two: "input", or which of both. */
  input(owner, number2) {
    if (this.hasOneInput.get(owner)) return "input";
    return number2 > 0 ? "second input" : "first input";
  }
  /** A timestamp: small ones as a number, others as a time of day, with the date if needed. */
  time(timestamp) {
    if (timestamp === null) return "none";
    if (timestamp === MIN_TIMESTAMP) return "MIN";
    if (timestamp === MAX_TIMESTAMP) return "MAX";
    if (timestamp > -SMALL_MS && timestamp < SMALL_MS) return String(timestamp);
    if (timestamp < YEAR_1_MS || timestamp >= YEAR_10000_MS) {
      return fromTheEnds(timestamp) || timestamp.toLocaleString("en-US");
    }
    const moment = new Date(Number(timestamp));
    const hour = two(moment.getUTCHours());
    const fraction = moment.getUTCMilliseconds();
    let clock = `${hour}:${two(moment.getUTCMinutes())}:${two(moment.getUTCSeconds())}`;
    if (fraction !== 0) clock += `.${String(fraction).padStart(3, "0")}`;
    if (floorDivide(timestamp, DAY_MS) === this.day) return clock;
    const year = String(moment.getUTCFullYear()).padStart(4, "0");
    return `${year}-${two(moment.getUTCMonth() + 1)}-${two(moment.getUTCDate())} ${clock}`;
  }
  /** A user's text: numbers in it that can only be times are written as times. */
  text(text2) {
    return text2.replace(LONG_NUMBER, (digits) => this.number(digits));
  }
  number(digits) {
    const number2 = BigInt(digits);
    const ends = fromTheEnds(number2);
    if (ends !== "") return ends;
    const fromStart = number2 - this.start;
    const startIsDate = this.start >= SMALL_MS || this.start <= -SMALL_MS;
    return startIsDate && fromStart < YEAR_MS && fromStart > -YEAR_MS ? this.time(number2) : digits;
  }
  /** A record, key or state, from its JSON text, cut to what a sentence can hold. */
  value(json) {
    return cut(this.text(show(json)));
  }
  /** `[start,end]` as `[start, end)`; several windows with "and" between them. */
  window(json) {
    const bounds = windowBounds(json);
    if (bounds) return `[${this.time(bounds[0])}, ${this.time(bounds[1])})`;
    const several = parts(json);
    if (several) return listed(several.map((part) => this.window(part)));
    return this.value(json);
  }
};

// src/metrics.ts
var SPAN_MS = 6e4;
function metricsOf(run, subtask, position, span = SPAN_MS) {
  const task = run.tasks.get(subtask);
  const time = run.clock.at(position);
  const found = /* @__PURE__ */ new Map();
  for (const name of ["numRecordsIn", "numRecordsOut", "numBytesIn", "numBytesOut", "numBuffersIn", "numBuffersOut"]) {
    found.set(name, growth(task, task.counts[name], position, -1));
    if (name !== "numBuffersIn") {
      found.set(`${name}PerSecond`, rate(task, task.counts[name], position, time, span));
    }
  }
  addTimes(found, task, position, time, span);
  addWatermarks(found, task, position, run.start + BigInt(time));
  addBuffers(found, task, position);
  found.set("mailboxQueueSize", task.mails.at(position));
  found.set("numFiredTimers", growth(task, task.counts.numFiredTimers, position, -1));
  found.set("numFiredTimersPerSecond", rate(task, task.counts.numFiredTimers, position, time, span));
  return found;
}
function growth(task, series, position, first) {
  const [began, time] = task.attempt.at(position);
  return series.at(position) - (first > 0 && first >= time ? series.atTime(first) : series.at(began));
}
function rate(task, series, position, time, span) {
  const first = Math.max(time - span, 0);
  return 1e3 * growth(task, series, position, first) / Math.max(1, time - first);
}
function perSecond(task, condition, position, time, span = SPAN_MS) {
  const first = Math.max(time - span, 0);
  const [began, since] = task.attempt.at(position);
  const { conditions } = task;
  const before = first > since ? conditions.untilTime(first, condition) : conditions.until(began, since, condition);
  return 1e3 * (conditions.until(position, time, condition) - before) / Math.max(1, time - first);
}
function addTimes(found, task, position, time, span) {
  const each = (condition) => perSecond(task, condition, position, time, span);
  const [began, since] = task.attempt.at(position);
  const all = (condition) => task.conditions.until(position, time, condition) - task.conditions.until(began, since, condition);
  found.set("busyTimeMsPerSecond", each("busy"));
  found.set("idleTimeMsPerSecond", each("idle"));
  found.set("softBackPressuredTimeMsPerSecond", each("soft"));
  found.set("hardBackPressuredTimeMsPerSecond", each("hard"));
  found.set("backPressuredTimeMsPerSecond", each("soft") + each("hard"));
  found.set("accumulateBusyTimeMs", all("busy"));
  found.set("accumulateIdleTimeMs", all("idle"));
  found.set("accumulateBackPressuredTimeMs", all("soft") + all("hard"));
  const now = task.conditions.changes.at(position);
  found.set("isBackPressured", now === "soft" || now === "hard");
}
function addWatermarks(found, task, position, now) {
  addInputWatermarks(found, task.head, position);
  const outputs = task.ends.map(({ outputWatermark }) => outputWatermark.at(position));
  found.set("currentOutputWatermark", least(outputs));
  if (task.head.inputWatermarks.size > 0) return;
  const made = task.head.outputWatermark.at(position);
  if (made > MIN_TIMESTAMP && made < MAX_TIMESTAMP) found.set("watermarkLag", Number(now - made));
  const lag = task.eventTimeLag.at(position);
  if (lag !== null) found.set("currentEmitEventTimeLag", lag);
}
function addInputWatermarks(found, operator, position) {
  const inputs = [...operator.inputWatermarks].sort(([a], [b]) => a - b);
  const marks = inputs.map(([, series]) => series.at(position));
  if (marks.length > 0) found.set("currentInputWatermark", least(marks));
  if (marks.length > 1) {
    inputs.forEach(([number2], place) => found.set(`currentInput${number2 + 1}Watermark`, marks[place]));
  }
}
function least(marks) {
  return marks.reduce((a, b) => a < b ? a : b);
}
function poolUsage(task, position) {
  const { exclusive, floating } = usedInput(task, position);
  const { exclusive_buffers, floating_buffers, output_buffers } = task.plan;
  return {
    input: share(exclusive + floating, exclusive_buffers + floating_buffers),
    output: share(task.outputInUse.at(position), output_buffers)
  };
}
function usedInput(task, position) {
  const { plan, inputs } = task;
  let exclusive = plan.exclusive_buffers;
  for (const one of inputs) if (!one.plan.local) exclusive -= one.exclusive.at(position);
  return { exclusive, floating: plan.floating_buffers - task.floatingFree.at(position) };
}
function addBuffers(found, task, position) {
  const { plan, inputs } = task;
  const remote = inputs.filter((channel) => !channel.plan.local);
  const { exclusive, floating } = usedInput(task, position);
  const usage = poolUsage(task, position);
  const waiting = inputs.map((one) => (one.plan.local ? one.queued : one.received).at(position));
  found.set("inputQueueLength", sum(waiting));
  found.set("inputQueueSize", sum(remote.map((one) => one.receivedBytes.at(position))));
  found.set("inPoolUsage", usage.input);
  found.set("inputExclusiveBuffersUsage", share(exclusive, plan.exclusive_buffers));
  found.set("inputFloatingBuffersUsage", share(floating, plan.floating_buffers));
  found.set("outputQueueLength", sum(task.outputs.map((one) => one.queued.at(position))));
  found.set("outputQueueSize", sum(task.outputs.map((one) => one.queuedBytes.at(position))));
  found.set("outPoolUsage", usage.output);
}
function operatorMetrics(run, operator, position) {
  const series = run.operators.get(operator);
  const found = /* @__PURE__ */ new Map();
  for (const [name, counts] of series.counts) {
    if (counts.at(position) > 0) found.set(name, counts.at(position));
  }
  addInputWatermarks(found, series, position);
  found.set("currentOutputWatermark", series.outputWatermark.at(position));
  for (const [source, latencies] of series.latencies) {
    const [count, all, most] = latencies.at(position);
    if (count === 0) continue;
    found.set(`latency.source_id.${source}.count`, count);
    found.set(`latency.source_id.${source}.mean`, all / count);
    found.set(`latency.source_id.${source}.max`, most);
  }
  return found;
}
function sum(numbers) {
  return numbers.reduce((total, number2) => total + number2, 0);
}
function share(part, whole) {
  return whole > 0 ? part / whole : 0;
}

// src/load.ts
var IDLE = [93, 177, 255];
var BUSY = [238, 100, 100];
var BACKPRESSURED = [136, 136, 136];
function loadOf(run, subtask, position) {
  const task = run.tasks.get(subtask);
  const time = run.clock.at(position);
  const of = (condition) => perSecond(task, condition, position, time) / 1e3;
  const load = { busy: of("busy"), idle: of("idle"), backpressured: of("soft") + of("hard") };
  return load.busy + load.idle + load.backpressured > 0 ? load : null;
}
function shade({ busy, backpressured }) {
  const [r, g, b] = blend(blend(IDLE, BUSY, busy), BACKPRESSURED, backpressured);
  return `rgb(${r} ${g} ${b})`;
}
function blend(from, to, part) {
  const mix = (place) => Math.round(from[place] + (to[place] - from[place]) * part);
  return [mix(0), mix(1), mix(2)];
}
function loadWords(load, short = false) {
  const words = [
    [short ? "backpr." : "backpressured", load.backpressured],
    ["busy", load.busy],
    ["idle", load.idle]
  ];
  const told = words.filter(([, part]) => part >= 5e-3).sort(([, a], [, b]) => b - a);
  return told.map(([word2, part]) => `${word2} ${percent(part)}`).join(short ? " · " : ", ");
}
function percent(part) {
  return `${Math.round(100 * part)} %`;
}
function loadBar(load, x, y, width, height, hatch) {
  let at = x;
  let drawn = "";
  for (const part of ["backpressured", "busy", "idle"]) {
    const wide = width * load[part];
    if (wide < 0.4) continue;
    drawn += rect(at, y, wide, height, `load ${part}`, 0);
    if (part === "backpressured") drawn += rect(at, y, wide, height, "load", 0).replace("/>", ` fill="url(#${hatch})"/>`);
    at += wide;
  }
  return drawn;
}
function hatchPattern(name) {
  return `<defs><pattern id="${name}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2" height="6" class="loadStripe"/></pattern></defs>`;
}

// src/channels.ts
var ROW = 52;
var HEAD = 20;
function hindrance(frame, channel, view) {
  if (channel.local) return "";
  const stopped = frame.lookup.connectionOf(channel).find((one) => channelOf(frame, one)?.stops_reading);
  if (stopped) {
    if (stopped.id === channel.id) return "no buffer: not read";
    return view.on_wire > 0 || view.queued > 0 ? `held up by ${nameOf(frame, stopped)}` : "";
  }
  const uncredited = channel.initial_credit === 0;
  return !uncredited && view.credit === 0 && view.queued > 0 ? "no credit" : "";
}
function nameOf(frame, channel) {
  return `ch ${channel.index} of ${frame.labels.name(channel.target)}`;
}
function channelOf(frame, channel) {
  return frame.scene.view.channels.get(channel.id);
}
function drawPools(frame, width) {
  const plan = frame.lookup.subtasks.get(frame.task);
  const task = frame.scene.view.tasks.get(frame.task);
  if (!plan || !task) return "";
  const remote = frame.lookup.inputsOf(frame.task).filter(({ local }) => !local);
  const empty2 = remote.reduce((sum2, one) => sum2 + (channelOf(frame, one)?.exclusive ?? 0), 0);
  const exclusive = plan.exclusive_buffers - empty2;
  const floating = plan.floating_buffers - task.floating_free;
  const pool = plan.exclusive_buffers + plan.floating_buffers;
  const parts2 = [];
  if (pool > 0) {
    const kinds = `: ${exclusive}/${plan.exclusive_buffers} exclusive, ${floating}/${plan.floating_buffers} floating`;
    const words = `${exclusive + floating} of ${pool}${plan.exclusive_buffers > 0 ? kinds : ""}`;
    parts2.push(["in pool", (exclusive + floating) / pool, words]);
  }
  if (plan.output_buffers > 0) {
    const used = task.output_in_use;
    const over = used > plan.output_buffers ? ` (${used - plan.output_buffers} overdraft)` : "";
    parts2.push(["out pool", used / plan.output_buffers, `${used} of ${plan.output_buffers}${over}`]);
  }
  let drawn = "";
  let x = 0;
  for (const [name, part, words] of parts2) {
    drawn += text(x, 14, name, "t3 strong");
    const at = x + textWidth(name, "strong") + 8;
    drawn += gauge(at, 14, 64, part, words, part >= 1 ? "used" : "");
    x = at + gaugeWidth(64, words) + 26;
  }
  const label = parts2.map(([name, part, words]) => `${name} ${percent(part)}, ${words}`).join("; ");
  return picture(width, 20, label || "no network buffers", drawn);
}
function drawChannels(frame, width) {
  const inputs = frame.lookup.inputsOf(frame.task);
  const outputs = frame.lookup.outputsOf(frame.task);
  const rows = [...inputs.map((one) => [one, "in"]), ...outputs.map((one) => [one, "out"])];
  if (rows.length === 0) {
    const words2 = frame.position === 0 ? "Nothing runs yet." : "This task is chained to no other: it has no channels.";
    return picture(width, 120, words2, text(width / 2, 60, words2, "t2", "middle"));
  }
  const name = clamp(width * 0.2, 92, 190);
  const rest = width - name;
  const columns = { sender: name, wire: name + rest * 0.32, receiver: name + rest * 0.53, width };
  let y = HEAD;
  let drawn = drawHeads(columns);
  const words = [];
  for (const [channel, way] of rows) {
    const view = channelOf(frame, channel);
    if (!view) continue;
    drawn += drawRow(frame, channel, view, way, y, columns);
    words.push(channelWords(frame, channel, view));
    y += ROW;
  }
  return picture(width, y + 2, words.join("; "), drawn);
}
function drawHeads({ sender, wire, receiver, width }) {
  const heads = [
    [(sender + wire) / 2, wire - sender - 8, "at the sender"],
    [(wire + receiver) / 2, receiver - wire - 8, "on the wire"],
    [(receiver + width) / 2, width - receiver - 8, "at the receiver"]
  ];
  return heads.map(([x, room, word2]) => text(x, 13, fit(word2, room, "t3"), "t3 head", "middle")).join("");
}
function drawRow(frame, channel, view, way, y, at) {
  const current = frame.fact && "channel" in frame.fact && frame.fact.channel === channel.id;
  const problem = hindrance(frame, channel, view);
  const title = `<title>${esc(channelWords(frame, channel, view))}</title>`;
  const classes = `lane ${current ? "current" : ""} ${problem ? "hindered" : ""}`;
  let row = `<g class="${classes}" data-channel="${esc(channel.id)}">${title}`;
  row += rect(0.8, y + 1, at.width - 1.6, ROW - 5, "laneBox", 8);
  const other = frame.labels.name(way === "in" ? channel.source : channel.target);
  const label = way === "in" ? `ch ${channel.index} from` : `to ch ${channel.index} of`;
  row += text(10, y + 20, label, "t2 strong");
  row += text(10, y + 38, fitName(other, at.sender - 18, "t3"), "t3");
  row += drawData(view, channel, y, at);
  if (channel.local) row += drawLocal(y, at);
  else if (channel.initial_credit === 0) row += drawUncredited(view, problem, y, at);
  else row += drawCredit(frame, channel, view, problem, y, at);
  return `${row}</g>`;
}
function drawData(view, channel, y, at) {
  const top = y + 6;
  let drawn = pips(view.queued, "full", at.wire - 8, top, at.wire - at.sender - 18, true);
  if (channel.local) {
    drawn += arrow(at.wire, at.receiver - 6, top + 7, "flow local");
    return drawn + text(at.receiver + 6, top + 11, "reads them where they are", "t3");
  }
  drawn += arrow(at.wire, at.receiver - 6, top + 7, "flow");
  const room = at.receiver - at.wire - 22;
  const wide = Math.min(view.on_wire * 14, room);
  if (view.on_wire > 0) {
    const from = (at.wire + at.receiver - 14) / 2 - wide / 2;
    drawn += rect(from - 3, top - 2, wide + 4, 17, "onWire", 3);
    drawn += pips(view.on_wire, "wired", from, top, room);
  }
  return drawn + pips(view.received, "got", at.receiver + 6, top, at.width - at.receiver - 18);
}
function arrow(x1, x2, y, classes) {
  const tip = x2 > x1 ? -6 : 6;
  return line(x1, y, x2, y, classes) + `<path d="M${x2 + tip} ${y - 4}L${x2} ${y}L${x2 + tip} ${y + 4}" class="${classes} tip"/>`;
}
function drawCredit(frame, channel, view, problem, y, at) {
  const top = y + 27;
  let drawn = "";
  if (problem) drawn += badge(at.wire - 8, top, problem);
  else if (view.credit === 0) drawn += text(at.wire - 8, top + 11, "credit 0", "t3", "end");
  else {
    drawn += pips(view.credit, "credit", at.wire - 8, top, at.wire - at.sender - 64, true);
    const wide = Math.min(view.credit * 14, at.wire - at.sender - 64);
    drawn += text(at.wire - 12 - wide, top + 11, "credit", "t3", "end");
  }
  drawn += arrow(at.receiver - 6, at.wire, top + 7, "flow back");
  if (view.credit_under_way > 0) {
    const room = at.receiver - at.wire - 22;
    const wide = Math.min(view.credit_under_way * 14, room);
    const from = (at.wire + at.receiver - 14) / 2 - wide / 2;
    drawn += rect(from - 3, top - 1, wide + 4, 15, "onWire", 3);
    drawn += pips(view.credit_under_way, "wiredCredit", from, top, room);
  }
  return drawn + drawEmpty(frame, channel, view, top, at);
}
function drawEmpty(frame, channel, view, top, at) {
  const end = at.width - 10;
  let x = at.receiver + 6;
  let drawn = "";
  for (const [count, kind] of [[view.exclusive, "exclusive"], [view.floating, "floating"]]) {
    drawn += pips(count, kind, x, top, 84);
    x += Math.min(count, 6) * 14;
  }
  if (view.exclusive + view.floating === 0) {
    drawn += text(x, top + 11, "none empty", "t3");
    x += textWidth("none empty", "t3");
  }
  if (view.unannounced > 0) {
    x += 8;
    drawn += pip(x, top, "untold") + text(x + 15, top + 11, `${view.unannounced} untold`, "t3");
    x += 15 + textWidth(`${view.unannounced} untold`, "t3");
  }
  const backlog = frame.scene.backlogs.get(channel.id) ?? 0;
  const wants = view.waiting ? `waits for ${view.required - view.exclusive - view.floating}` : `wants ${view.required}`;
  const told = `backlog ${backlog} · ${wants}`;
  const words = [told, wants, ""].find((one) => textWidth(one, "t3") < end - x - 8) ?? "";
  return drawn + text(end, top + 11, words, `t3 ${view.waiting ? "waits" : ""}`, "end");
}
function drawLocal(y, at) {
  const words = fit("local: no credit needed", at.width - at.receiver - 14, "t3");
  return text(at.receiver + 6, y + 38, words, "t3");
}
function drawUncredited(view, problem, y, at) {
  const top = y + 27;
  const words = text(at.wire - 8, top + 11, "sends without asking", "t3", "end");
  if (!problem) return words;
  const cross = (at.wire + at.receiver) / 2 + 6;
  const stop = view.stops_reading ? `<path d="M${cross - 6} ${y + 7}l12 12m0 -12l-12 12" class="stop"/>` : "";
  const shown = fit(problem, at.width - at.receiver - 34, "strong");
  return words + stop + badge(at.receiver + 14 + textWidth(shown, "strong") + 8, top, shown);
}
function badge(right, top, words) {
  const wide = textWidth(words, "strong") + 16;
  return rect(right - wide, top - 3, wide, 19, "hinderBadge", 9) + text(right - wide / 2, top + 11, words, "badgeText", "middle");
}
function channelWords(frame, channel, view) {
  const { labels } = frame;
  const name = `channel ${channel.index} from ${labels.name(channel.source)} to ${labels.name(channel.target)}`;
  if (channel.local) return `${name}: local, ${view.queued} buffers queued`;
  const buffers = `${view.queued} buffers queued, ${view.on_wire} on the wire, ${view.received} received`;
  const problem = hindrance(frame, channel, view);
  const after = problem ? `, ${problem}` : "";
  if (channel.initial_credit === 0) return `${name}: ${buffers}, without credits${after}`;
  return `${name}: ${buffers}, credit ${view.credit}, ${view.credit_under_way} under way, ${view.unannounced} not announced; backlog ${frame.scene.backlogs.get(channel.id) ?? 0}; empty: ${view.exclusive} exclusive, ${view.floating} floating of ${view.required} wanted${view.waiting ? ", waits for a floating one" : ""}${after}`;
}

// src/frame.ts
var VIEWS = ["event time", "network", "whole run"];
var Lookup = class {
  constructor(trace) {
    this.trace = trace;
    const { plan } = trace;
    for (const vertex of plan?.vertices ?? []) this.vertices.set(vertex.id, vertex);
    for (const subtask of plan?.subtasks ?? []) this.subtasks.set(subtask.id, subtask);
    for (const channel of plan?.channels ?? []) {
      this.channels.set(channel.id, channel);
      put(this.inputs, channel.target, channel);
      put(this.outputs, channel.source, channel);
      if (!channel.local) put(this.connections, this.connectionName(channel), channel);
    }
    for (const inputs of this.inputs.values()) inputs.sort((a, b) => a.index - b.index);
  }
  subtasks = /* @__PURE__ */ new Map();
  vertices = /* @__PURE__ */ new Map();
  channels = /* @__PURE__ */ new Map();
  inputs = /* @__PURE__ */ new Map();
  outputs = /* @__PURE__ */ new Map();
  connections = /* @__PURE__ */ new Map();
  written = null;
  inputsOf(subtask) {
    return this.inputs.get(subtask) ?? [];
  }
  outputsOf(subtask) {
    return this.outputs.get(subtask) ?? [];
  }
  /**
   * All channels that share the connection of this one; none if it stays in its TaskManager. Before
   * credits each edge of the job has connections of its own.
   */
  connectionOf(channel) {
    return channel.local ? [] : this.connections.get(this.connectionName(channel));
  }
  connectionName({ source, target, source_node, target_node, initial_credit }) {
    const of = (subtask) => this.subtasks.get(subtask).task_manager;
    const edge = initial_credit === 0 ? ` ${source_node}>${target_node}` : "";
    return `${of(source)}>${of(target)}${edge}`;
  }
  vertexOf(subtask) {
    return this.vertices.get(this.subtasks.get(subtask)?.vertex ?? "");
  }
  /** The operator instances of a task, from the head of its chain on. */
  operatorsOf(subtask) {
    const index = this.subtasks.get(subtask)?.index ?? 0;
    const operators = this.vertexOf(subtask)?.operators ?? [];
    return operators.map(({ node, name }) => ({ id: `o${node}/${index}`, name }));
  }
  /** Whether a task's chain has an operator that keeps timers and windows for keys. */
  isKeyed(subtask) {
    const operators = this.vertexOf(subtask)?.operators ?? [];
    return operators.some(({ operator_class }) => /Window|Keyed/.test(operator_class));
  }
  /** Where the next `most` elements that wait in a channel were written. */
  waiting(channel, { read, written }, most) {
    this.written ??= this.findWritten();
    return this.written.get(channel)?.slice(read, Math.min(written, read + most)) ?? [];
  }
  findWritten() {
    const found = /* @__PURE__ */ new Map();
    const number2 = KINDS.indexOf("ElementWritten");
    for (let index = 0; index < this.trace.eventCount; index++) {
      if (this.trace.kinds[index] !== number2) continue;
      const fact = this.trace.event(index);
      if (fact.type !== "ElementWritten") continue;
      const all = found.get(fact.channel) ?? [];
      all[fact.sequence] = index;
      found.set(fact.channel, all);
    }
    return found;
  }
};
function put(lists, key, channel) {
  const list = lists.get(key);
  if (list) list.push(channel);
  else lists.set(key, [channel]);
}
var STEPS_BACK = 400;
function lastTask(trace, lookup, step, wanted = () => true) {
  for (let at = step; at >= 0 && at > step - STEPS_BACK; at--) {
    const actor = trace.actorOf(at);
    if (lookup.subtasks.has(actor) && wanted(actor)) return actor;
  }
  return [...lookup.subtasks.keys()].find(wanted) ?? "";
}

// src/graph.ts
var MARGIN = 16;
var ROW_GAP = 12;
var JOINT = 14;
var NARROWEST_BOX = 208;
var WIDEST_BOX = 380;
var EVENT_STYLE = {
  narrowestGap: 236,
  widestGap: 330,
  height: (tallest) => tallest <= 4 ? 88 : tallest <= 8 ? 54 : 32
};
function layersOf(plan) {
  const vertexOf = new Map(plan.subtasks.map(({ id, vertex }) => [id, vertex]));
  const inputs = new Map(plan.vertices.map(({ id }) => [id, /* @__PURE__ */ new Map()]));
  for (const { source, target, source_node, target_node, input, side_output } of plan.channels) {
    const edge = `${source_node} ${target_node} ${input} ${side_output}`;
    inputs.get(vertexOf.get(target)).set(edge, vertexOf.get(source));
  }
  const layerOf = /* @__PURE__ */ new Map();
  for (const { id } of plan.vertices) {
    const before = [...inputs.get(id).values()].map((source) => layerOf.get(source) + 1);
    layerOf.set(id, Math.max(0, ...before));
  }
  const layers = [];
  for (const vertex of plan.vertices) (layers[layerOf.get(vertex.id)] ??= []).push(vertex);
  const rowOf = /* @__PURE__ */ new Map();
  for (const layer of layers) {
    const means = new Map(layer.map(({ id }) => {
      const rows = [...inputs.get(id).values()].map((source) => rowOf.get(source));
      return [id, rows.length > 0 ? rows.reduce((sum2, row) => sum2 + row, 0) / rows.length : 0];
    }));
    layer.sort((a, b) => means.get(a.id) - means.get(b.id));
    layer.forEach(({ id }, row) => rowOf.set(id, row));
  }
  return layers;
}
function layoutGraph(plan, available, style = EVENT_STYLE) {
  const layers = layersOf(plan);
  const tallest = Math.max(...layers.map((layer) => layer.reduce((n, v) => n + v.parallelism, 0)));
  const height = style.height(tallest);
  const gaps = Math.max(1, layers.length - 1);
  const room = (available - 2 * MARGIN - style.narrowestGap * gaps) / layers.length;
  const widest = Math.max(WIDEST_BOX, room);
  const widths2 = layers.map(
    (layer) => clamp(Math.max(...layer.map(naturalWidth)), NARROWEST_BOX, widest)
  );
  const boxesWidth = widths2.reduce((sum2, width) => sum2 + width, 0);
  const gap = clamp((available - 2 * MARGIN - boxesWidth) / gaps, style.narrowestGap, style.widestGap);
  const total = Math.max(available, boxesWidth + gap * (layers.length - 1) + 2 * MARGIN);
  const picHeight = (tallest === 1 ? 20 : 0) + tallest * (height + ROW_GAP) - ROW_GAP + 2 * MARGIN;
  const boxes = /* @__PURE__ */ new Map();
  const used = boxesWidth + gap * (layers.length - 1);
  let x = Math.max(MARGIN, (total - used) / 2);
  layers.forEach((layer, number2) => {
    const count = layer.reduce((n, vertex) => n + vertex.parallelism, 0);
    let y = (picHeight - (count * (height + ROW_GAP) - ROW_GAP)) / 2;
    for (const vertex of layer) {
      for (let index = 0; index < vertex.parallelism; index++) {
        boxes.set(`${vertex.id}/${index}`, { x, y, width: widths2[number2], height });
        y += height + ROW_GAP;
      }
    }
    x += widths2[number2] + gap;
  });
  return { width: total, height: picHeight, boxes, gap };
}
function naturalWidth(vertex) {
  const pills = vertex.operators.reduce((sum2, { name: name2 }) => sum2 + pillWidth(name2), 0);
  const name = `${vertex.operators[0].name} ${vertex.parallelism}/${vertex.parallelism}`;
  const title = textWidth(name, "t1") + 46;
  return Math.max(pills + JOINT * (vertex.operators.length - 1) + 24, title);
}
function pillWidth(name) {
  return textWidth(name, "t2") + 18;
}
function drawGraph(frame, layout) {
  const { trace } = frame;
  const channels = (trace.plan?.channels ?? []).filter(({ target }) => target !== frame.task);
  const parts2 = channels.map((channel) => drawWire(frame, layout, channel));
  parts2.push(drawInputs(frame, layout));
  for (const subtask of trace.plan?.subtasks ?? []) parts2.push(drawTask(frame, layout, subtask.id));
  const label = `Job ${trace.plan?.job_name ?? ""}: ${describeTasks(frame)}`;
  return picture(layout.width, layout.height, label, parts2.join(""));
}
function describeTasks(frame) {
  return [...frame.scene.view.tasks].map(([id, task]) => `${frame.labels.name(id)} ${stateOf(frame, id, task).words}`).join("; ");
}
function drawWire(frame, layout, channel) {
  const from = layout.boxes.get(channel.source);
  const to = layout.boxes.get(channel.target);
  const inputs = frame.lookup.inputsOf(channel.target);
  const place = (inputs.indexOf(channel) + 1) / (inputs.length + 1);
  const ends = [
    from.x + from.width,
    from.y + from.height / 2,
    to.x,
    to.y + to.height * place
  ];
  const view = frame.scene.view.channels.get(channel.id);
  const crowded = (frame.trace.plan?.channels.length ?? 0) > 24;
  const waiting = view ? frame.lookup.waiting(channel.id, view, crowded ? 1 : 3) : [];
  const dots = waiting.map((index, place2) => {
    const [x, y] = onCurve(ends, 0.93 - 0.08 * place2);
    return drawElement(frame, index, x, y, 4);
  });
  const classes = `wire ${wireTone(frame, channel.id)} ${view?.idle ? "idle" : ""}`;
  return `<path d="${curve(...ends)}" class="${classes}"/>${dots.join("")}`;
}
function drawInputs(frame, layout) {
  const inputs = frame.lookup.inputsOf(frame.task);
  const box = layout.boxes.get(frame.task);
  if (!box || inputs.length === 0) return "";
  const spacing = clamp((layout.height - 34) / inputs.length, 13, 34);
  const cards = clamp(layout.gap - 124, 112, 190);
  const left = box.x - 74 - cards;
  const tall = Math.min(26, spacing - 3);
  const height = spacing * inputs.length;
  const top = clamp(box.y + box.height / 2 - height / 2, 26, Math.max(26, layout.height - height - 6));
  const parts2 = [drawCardLegend(box.x - 8, top - 8)];
  inputs.forEach((channel, number2) => {
    const from = layout.boxes.get(channel.source);
    const y = top + spacing * (number2 + 0.5);
    const port = box.y + box.height * (number2 + 1) / (inputs.length + 1);
    const view = frame.scene.view.channels.get(channel.id);
    if (!view) return;
    const tone = `wire near ${wireTone(frame, channel.id)} ${view.idle ? "idle" : ""}`;
    const start2 = curve(from.x + from.width, from.y + from.height / 2, left, y);
    const end = [left + cards, y, box.x, port];
    parts2.push(`<path d="${start2}" class="${tone}"/><path d="${curve(...end)}" class="${tone}"/>`);
    parts2.push(drawCard(channel, view, left, y - tall / 2, cards, tall, wireTone(frame, channel.id)));
    parts2.push(drawQueue(frame, channel, view, end));
  });
  return parts2.join("");
}
function drawCardLegend(right, y) {
  let at = right;
  let drawn = "";
  for (const [word2, kind] of [["credit", "free"], ["received", "got"], ["queued", "full"]]) {
    drawn += pip2(at - 12, y - 11, kind) + text(at - 17, y, word2, "t3", "end");
    at -= textWidth(word2, "t3") + 27;
  }
  return drawn;
}
function drawCard(channel, view, x, y, width, height, tone) {
  const remote = channel.local ? "local" : `credit ${view.credit}`;
  const title = `channel ${channel.index} from ${channel.source}: ${view.queued} buffers queued, ${view.on_wire} under way, ${view.received} received, ${remote}`;
  let card = `<g><title>${esc(title)}</title>${rect(x, y, width, height, `card ${tone}`)}`;
  if (height < 14) return `${card}</g>`;
  card += text(x + 8, y + height / 2 + 4.5, `ch ${channel.index}`, "t2 strong");
  const pips2 = [
    ...Array(Math.min(view.queued, 99)).fill("full"),
    ...Array(Math.min(view.on_wire, 99)).fill("wired"),
    ...Array(Math.min(view.received, 99)).fill("got"),
    ...Array(Math.min(view.credit, 99)).fill("free")
  ];
  const all = view.queued + view.on_wire + view.received + view.credit;
  const room = Math.floor((width - 50) / 14);
  const shown = all > room ? room - 2 : all;
  pips2.slice(0, shown).forEach((kind, number2) => {
    card += pip2(x + 46 + 14 * number2, y + height / 2 - 6.5, kind);
  });
  if (shown < all) {
    card += text(x + 47 + 14 * shown, y + height / 2 + 4, `+${all - shown}`, "t3");
  } else if (all === 0) {
    card += text(x + 46, y + height / 2 + 4.5, channel.local ? "local" : "no credit", "t3");
  }
  return `${card}</g>`;
}
function pip2(x, y, kind) {
  return rect(x, y, 11, 13, `pip ${kind}`, 3);
}
function drawQueue(frame, channel, view, ends) {
  const waiting = frame.lookup.waiting(channel.id, view, 4);
  if (waiting.length === 0 && view.idle) {
    const [x, y] = onCurve(ends, 0.5);
    return rect(x - 19, y - 9, 38, 18, "chip", 9) + text(x, y + 4.5, "IDLE", "t3 strong", "middle");
  }
  const drawn = waiting.map((index, place) => {
    const [x, y] = onCurve(ends, 0.86 - 0.24 * place);
    return drawElement(frame, index, x, y);
  });
  const more = view.written - view.read - waiting.length;
  if (more > 0) {
    drawn.push(text(ends[0] + 3, ends[1] - 7, `+${more}`, "t3 strong"));
  }
  return drawn.reverse().join("");
}
function drawElement(frame, index, x, y, radius = 5.5) {
  const fact = frame.trace.event(index);
  if (fact.type !== "ElementWritten") return "";
  const time = frame.labels.time(fact.timestamp);
  if (fact.element === "record") return record(x, y, `${show(fact.value)} at ${time}`, radius);
  if (fact.element === "watermark") return watermark(x, y, `watermark ${time}`);
  return rect(x - 3, y - 7, 6, 14, "mark", 2, fact.element);
}
function wireTone(frame, channel) {
  const { fact } = frame;
  if (!fact || !("channel" in fact) || fact.channel !== channel) return "";
  if ("element" in fact) return fact.element === "record" ? "data" : "wm";
  return fact.type === "ChannelWatermarkChanged" || fact.type === "WatermarkIgnored" ? "wm" : "buf";
}
function drawTask(frame, layout, id) {
  const box = layout.boxes.get(id);
  const task = frame.scene.view.tasks.get(id);
  const state = stateOf(frame, id, task);
  const selected = id === frame.task;
  const classes = `task ${state.tone} ${selected ? "selected" : ""}`;
  const name = frame.labels.name(id);
  const { x, y, width, height } = box;
  let drawn = `<g class="${classes}" data-task="${esc(id)}" tabindex="0" role="button" aria-pressed="${frame.pinned && selected}" aria-label="${esc(`${name}, ${state.words}`)}">` + rect(x, y, width, height, "box", 10);
  if (height < 70) {
    const badge3 = textWidth(state.words, "strong") + 20;
    const middle = height < 40 ? y + height / 2 + 5 : y + 22;
    drawn += text(x + 12, middle, fit(name, width - badge3 - 24, "t1"), "t1");
    drawn += drawState(state, x + width - badge3 - 6, middle, badge3);
    if (height >= 50) drawn += drawChain(frame, id, x + 12, y + 32, width - 24, 14);
    return `${drawn}</g>`;
  }
  const mails = drawMailbox(task?.mails ?? [], x + width - 12, y + 21, width - 30 - textWidth(name, "t1"));
  drawn += text(x + 12, y + 22, fit(name, width - 42, "t1"), "t1") + mails;
  drawn += drawChain(frame, id, x + 12, y + 32, width - 24, 23);
  const badge2 = textWidth(state.words, "strong") + 16;
  drawn += drawState(state, x + 10, y + height - 12, badge2);
  const done = fit(summary(frame, id), width - badge2 - 32, "t3");
  drawn += text(x + width - 12, y + height - 12, done, "t3", "end");
  return `${drawn}</g>`;
}
function drawState(state, x, y, width) {
  if (state.tone !== "running" && state.tone !== "blocked" && state.tone !== "failed") {
    return text(x + 2, y, state.words, "t3");
  }
  return rect(x, y - 14.5, width, 20, "badge", 10) + text(x + width / 2, y, state.words, "badgeText", "middle");
}
function drawMailbox(mails, right, y, room) {
  const shown = mails.slice(0, 4);
  const slots = Math.max(1, shown.length);
  const more = mails.length > 4 ? `+${mails.length - 4}` : "";
  let drawn = text(right, y, more, "t3", "end");
  const end = right - textWidth(more, "t3");
  for (let slot = 0; slot < slots; slot++) {
    const x = end - 15 * (slots - slot) + 3;
    drawn += rect(x, y - 10, 12, 11, `mail ${mails.length === 0 ? "none" : ""}`, 2.5);
  }
  const word2 = end - 15 * slots - 2;
  if (right - word2 + textWidth("mailbox", "t3") < room) drawn += text(word2, y, "mailbox", "t3", "end");
  const title = mails.length === 0 ? "mailbox: empty" : `mailbox: ${mails.join(", ")}`;
  return `<g><title>${esc(title)}</title>${drawn}</g>`;
}
function drawChain(frame, id, x, y, width, height) {
  const operators = frame.lookup.operatorsOf(id);
  const widths2 = share2(
    operators.map(({ name }) => pillWidth(name)),
    width - JOINT * (operators.length - 1)
  );
  const current = frame.fact && "operator" in frame.fact ? frame.fact.operator : "";
  let drawn = "";
  let at = x;
  operators.forEach(({ id: operator, name }, number2) => {
    const pill = widths2[number2];
    if (number2 > 0) drawn += line(at - JOINT, y + height / 2, at, y + height / 2, "joint");
    drawn += rect(at, y, pill, height, `pill ${operator === current ? "current" : ""}`, 6, name);
    if (height > 18) {
      drawn += text(at + pill / 2, y + 16, fit(name, pill - 8, "t2"), "t2", "middle");
    }
    at += pill + JOINT;
  });
  return drawn;
}
function share2(natural, room) {
  const total = natural.reduce((sum2, width) => sum2 + width, 0);
  if (total <= room) return natural.map((width) => width + (room - total) / natural.length);
  let cap = room / natural.length;
  for (let round2 = 0; round2 < natural.length; round2++) {
    const narrow = natural.filter((width) => width <= cap);
    const used = narrow.reduce((sum2, width) => sum2 + width, 0);
    if (narrow.length < natural.length) cap = (room - used) / (natural.length - narrow.length);
  }
  return natural.map((width) => Math.min(width, cap));
}
function summary(frame, id) {
  const words = [];
  for (const { id: operator } of frame.lookup.operatorsOf(id)) {
    const view = frame.scene.view.operators.get(operator);
    const past = frame.scene.operators.get(operator);
    if (!view || !past) continue;
    if (past.read > 0) words.push(`${past.read} read`);
    if (past.fired > 0) words.push(`${past.fired} fired`);
    if (view.late > 0) words.push(`${view.late} late`);
    if (view.results > 0) words.push(`${view.results} written, last ${past.lastResult}`);
  }
  return words.join(" · ");
}
function stateOf(frame, id, task) {
  if (frame.scene.failure?.subtask === id) return { words: "failed", tone: "failed" };
  if (frame.actor === id) return { words: "running now", tone: "running" };
  if (!task || task.state !== "RUNNING") {
    return { words: (task?.state ?? "CREATED").toLowerCase(), tone: "off" };
  }
  if (task.suspended === "no output buffer") return { words: "backpressured", tone: "blocked" };
  if (isIdle(frame, frame.lookup, id)) return { words: "idle", tone: "idle" };
  if (task.suspended === "blocked") return { words: "blocked", tone: "blocked" };
  if (task.suspended === "busy") return { words: "busy", tone: "waiting" };
  if (task.suspended) return { words: "waits for input", tone: "waiting" };
  return { words: "ready", tone: "" };
}
function isIdle(frame, lookup, id) {
  const operators = lookup.operatorsOf(id);
  return operators.some((one) => frame.scene.view.operators.get(one.id)?.emitted_idle === true);
}

// src/view.ts
function start(view, plan) {
  view.plan = plan;
  view.time_ms = BigInt(plan.start_time_ms);
  begin(view, plan, new Set(plan.subtasks.map(({ id }) => id)));
}
function reset(view, subtask) {
  begin(view, view.plan, /* @__PURE__ */ new Set([subtask]));
}
function begin(view, plan, subtasks) {
  const vertices = new Map(plan.vertices.map((vertex) => [vertex.id, vertex]));
  const indexes = new Map(plan.subtasks.map(({ id, index }) => [id, index]));
  for (const subtask of plan.subtasks) {
    if (!subtasks.has(subtask.id)) continue;
    view.tasks.set(subtask.id, newTaskView());
    for (const operator of vertices.get(subtask.vertex).operators) {
      view.operators.set(`o${operator.node}/${subtask.index}`, newOperatorView());
    }
  }
  for (const channel of plan.channels) {
    if (!subtasks.has(channel.target)) continue;
    const credit = channel.initial_credit;
    view.channels.set(channel.id, { ...newChannelView(), credit, exclusive: credit });
    const { inputs } = view.tasks.get(channel.target);
    if (!inputs.has(channel.input)) inputs.set(channel.input, newInputView());
    if (channel.input === 1) {
      const reader = `o${channel.target_node}/${indexes.get(channel.target)}`;
      const both = [0, 1].map((input) => [input, newOperatorInputView()]);
      view.operators.get(reader).inputs = new Map(both);
    }
  }
}
function viewJson(view) {
  const plain = { ...view, plan: view.plan?.job_name ?? null };
  const text2 = JSON.stringify(plain, (name, value) => {
    if (typeof value === "bigint") return String(value);
    if (!(value instanceof Map)) return value;
    if (COMPOSITE.includes(name)) return [...value.values()];
    return [...value].map(([key, one]) => [String(key), one]);
  });
  return JSON.parse(text2);
}

// src/view.gen.ts
function timerKey(domain, key, namespace, timestamp) {
  return `${domain} ${key} ${namespace} ${timestamp}`;
}
function paneKey(key, window2) {
  return `${key} ${window2}`;
}
function stateKey(key_group, state, key, namespace) {
  return `${key_group} ${state} ${key} ${namespace}`;
}
function newChannelView() {
  return {
    watermark: MIN_TIMESTAMP,
    idle: false,
    aligned: true,
    holds: true,
    written: 0,
    read: 0,
    queued: 0,
    on_wire: 0,
    received: 0,
    credit: 0,
    credit_under_way: 0,
    unannounced: 0,
    exclusive: 0,
    floating: 0,
    required: 0,
    waiting: false,
    stops_reading: false
  };
}
function newInputView() {
  return {
    watermark: MIN_TIMESTAMP,
    idle: false,
    ended: false,
    buffer_bytes: 0
  };
}
function newTaskView() {
  return {
    state: "CREATED",
    attempt: 0,
    mails: [],
    suspended: null,
    inputs: /* @__PURE__ */ new Map(),
    floating_free: 0,
    output_in_use: 0
  };
}
function newSplitView() {
  return {
    watermark: MIN_TIMESTAMP,
    idle: false,
    holds: true,
    read: 0,
    idle_after: null,
    ended: false
  };
}
function newAlignmentView() {
  return {
    reported: null,
    allowed: MAX_TIMESTAMP,
    holds: false
  };
}
function newOperatorInputView() {
  return {
    watermark: MIN_TIMESTAMP,
    idle: false,
    holds: true
  };
}
function newOperatorView() {
  return {
    state: "created",
    watermark: MIN_TIMESTAMP,
    emitted_watermark: MIN_TIMESTAMP,
    emitted_idle: false,
    idle_after: null,
    inputs: /* @__PURE__ */ new Map(),
    splits: /* @__PURE__ */ new Map(),
    alignment: /* @__PURE__ */ new Map(),
    key: "null",
    key_group: -1,
    timers: /* @__PURE__ */ new Map(),
    panes: /* @__PURE__ */ new Map(),
    states: /* @__PURE__ */ new Map(),
    lists: /* @__PURE__ */ new Map(),
    operator_states: /* @__PURE__ */ new Map(),
    late: 0,
    results: 0
  };
}
function newJobView() {
  return {
    time_ms: 0n,
    status: "CREATED",
    plan: null,
    tasks: /* @__PURE__ */ new Map(),
    channels: /* @__PURE__ */ new Map(),
    operators: /* @__PURE__ */ new Map()
  };
}
function copyMap(map, copy) {
  const made = /* @__PURE__ */ new Map();
  for (const [key, value] of map) made.set(key, copy(value));
  return made;
}
function copyChannelView(this_) {
  return {
    ...this_
  };
}
function copyInputView(this_) {
  return {
    ...this_
  };
}
function copyTaskView(this_) {
  return {
    ...this_,
    mails: [...this_.mails],
    inputs: copyMap(this_.inputs, copyInputView)
  };
}
function copySplitView(this_) {
  return {
    ...this_
  };
}
function copyAlignmentView(this_) {
  return {
    ...this_
  };
}
function copyOperatorInputView(this_) {
  return {
    ...this_
  };
}
function copyOperatorView(this_) {
  return {
    ...this_,
    inputs: copyMap(this_.inputs, copyOperatorInputView),
    splits: copyMap(this_.splits, copySplitView),
    alignment: copyMap(this_.alignment, copyAlignmentView),
    timers: new Map(this_.timers),
    panes: new Map(this_.panes),
    states: new Map(this_.states),
    lists: copyMap(this_.lists, (one) => ({ ...one, values: [...one.values] })),
    operator_states: new Map(this_.operator_states)
  };
}
function copyJobView(this_) {
  return {
    ...this_,
    tasks: copyMap(this_.tasks, copyTaskView),
    channels: copyMap(this_.channels, copyChannelView),
    operators: copyMap(this_.operators, copyOperatorView)
  };
}
var COMPOSITE = ["timers", "panes", "states", "lists"];
function apply(view, fact) {
  switch (fact.type) {
    case "JobSubmitted":
      start(view, fact.plan);
      return;
    case "TaskStateChanged": {
      const at = view.tasks.get(fact.subtask);
      at.state = fact.after;
      return;
    }
    case "OperatorSetUp": {
      const at = view.operators.get(fact.operator);
      at.state = "set up";
      return;
    }
    case "OperatorStateInitialized": {
      const at = view.operators.get(fact.operator);
      at.state = "initialized";
      return;
    }
    case "OperatorOpened": {
      const at = view.operators.get(fact.operator);
      at.state = "open";
      return;
    }
    case "OperatorFinished": {
      const at = view.operators.get(fact.operator);
      at.state = "finished";
      return;
    }
    case "OperatorClosed": {
      const at = view.operators.get(fact.operator);
      at.state = "closed";
      return;
    }
    case "ExecutionReset":
      {
        reset(view, fact.subtask);
      }
      {
        const at = view.tasks.get(fact.subtask);
        at.attempt = fact.attempt;
      }
      return;
    case "JobStatusChanged":
      view.status = fact.after;
      return;
    case "MailEnqueued": {
      const at = view.tasks.get(fact.subtask);
      at.mails.push(fact.mail);
      return;
    }
    case "MailTaken": {
      const at = view.tasks.get(fact.subtask);
      at.mails.splice(at.mails.indexOf(fact.mail), 1);
      return;
    }
    case "DefaultActionSuspended": {
      const at = view.tasks.get(fact.subtask);
      at.suspended = fact.reason;
      return;
    }
    case "DefaultActionResumed": {
      const at = view.tasks.get(fact.subtask);
      at.suspended = null;
      return;
    }
    case "ProcessingTimeAdvanced":
      view.time_ms = fact.after;
      return;
    case "SourceRecordRead": {
      const at = view.operators.get(fact.operator).splits.get(fact.split);
      at.read = fact.offset + 1;
      return;
    }
    case "WatermarkGenerated":
      if (fact.split !== "") {
        const at = view.operators.get(fact.operator).splits.get(fact.split);
        at.watermark = fact.timestamp;
        at.holds = fact.holds;
      }
      for (const each of fact.gained) {
        const at = view.operators.get(fact.operator).splits.get(each);
        at.holds = true;
      }
      for (const each of fact.lost) {
        const at = view.operators.get(fact.operator).splits.get(each);
        at.holds = false;
      }
      return;
    case "SplitStatusChanged":
      {
        const at = view.operators.get(fact.operator).splits.get(fact.split);
        at.idle = fact.idle;
        at.holds = fact.holds;
      }
      for (const each of fact.gained) {
        const at = view.operators.get(fact.operator).splits.get(each);
        at.holds = true;
      }
      for (const each of fact.lost) {
        const at = view.operators.get(fact.operator).splits.get(each);
        at.holds = false;
      }
      return;
    case "SplitAssigned":
      {
        const at = view.operators.get(fact.operator);
        at.splits.set(fact.split, newSplitView());
      }
      for (const each of fact.lost) {
        const at = view.operators.get(fact.operator).splits.get(each);
        at.holds = false;
      }
      return;
    case "SplitReleased":
      {
        const at = view.operators.get(fact.operator).splits.get(fact.split);
        at.ended = true;
        at.holds = false;
      }
      for (const each of fact.gained) {
        const at = view.operators.get(fact.operator).splits.get(each);
        at.holds = true;
      }
      return;
    case "IdlenessCountdownChanged":
      if (fact.split === "") {
        const at = view.operators.get(fact.operator);
        at.idle_after = fact.idle_after;
      }
      if (fact.split !== "") {
        const at = view.operators.get(fact.operator).splits.get(fact.split);
        at.idle_after = fact.idle_after;
      }
      return;
    case "WatermarkAligned":
      {
        const at = view.operators.get(fact.operator);
        at.alignment.set(fact.group, { ...newAlignmentView(), reported: fact.reported, allowed: fact.allowed, holds: fact.holds });
      }
      for (const each of fact.gained) {
        const at = view.operators.get(each).alignment.get(fact.group);
        at.holds = true;
      }
      for (const each of fact.lost) {
        const at = view.operators.get(each).alignment.get(fact.group);
        at.holds = false;
      }
      return;
    case "ElementWritten": {
      const at = view.channels.get(fact.channel);
      at.written = fact.sequence + 1;
      return;
    }
    case "BufferQueued": {
      const at = view.channels.get(fact.channel);
      at.queued = fact.queued;
      return;
    }
    case "BufferSent": {
      const at = view.channels.get(fact.channel);
      at.queued = fact.queued;
      at.credit = fact.credit;
      at.on_wire = fact.on_wire;
      return;
    }
    case "BufferArrived": {
      const at = view.channels.get(fact.channel);
      at.received = fact.received;
      at.on_wire = fact.on_wire;
      return;
    }
    case "CreditAnnounced": {
      const at = view.channels.get(fact.channel);
      at.unannounced = 0;
      at.credit_under_way = fact.under_way;
      return;
    }
    case "CreditChanged": {
      const at = view.channels.get(fact.channel);
      at.credit = fact.after;
      at.credit_under_way = fact.under_way;
      return;
    }
    case "InputBuffersChanged": {
      const at = view.channels.get(fact.channel);
      at.exclusive = fact.exclusive;
      at.floating = fact.floating;
      at.required = fact.required;
      at.unannounced = fact.unannounced;
      at.waiting = fact.waiting;
      return;
    }
    case "ReadingStopped": {
      const at = view.channels.get(fact.channel);
      at.stops_reading = true;
      return;
    }
    case "ReadingResumed": {
      const at = view.channels.get(fact.channel);
      at.stops_reading = false;
      return;
    }
    case "FloatingBuffersChanged": {
      const at = view.tasks.get(fact.subtask);
      at.floating_free = fact.free;
      return;
    }
    case "OutputBuffersChanged": {
      const at = view.tasks.get(fact.subtask);
      at.output_in_use = fact.in_use;
      return;
    }
    case "BufferSizeAnnounced": {
      const at = view.tasks.get(fact.subtask).inputs.get(fact.input);
      at.buffer_bytes = fact.bytes;
      return;
    }
    case "BufferConsumed": {
      const at = view.channels.get(fact.channel);
      at.received = fact.received;
      at.queued = fact.queued;
      return;
    }
    case "ElementReceived": {
      const at = view.channels.get(fact.channel);
      at.read = fact.sequence + 1;
      return;
    }
    case "ChannelWatermarkChanged":
      {
        const at = view.channels.get(fact.channel);
        at.watermark = fact.after;
        at.aligned = fact.aligned;
        at.holds = fact.holds;
      }
      for (const each of fact.gained) {
        const at = view.channels.get(each);
        at.holds = true;
      }
      for (const each of fact.lost) {
        const at = view.channels.get(each);
        at.holds = false;
      }
      return;
    case "ChannelStatusChanged":
      {
        const at = view.channels.get(fact.channel);
        at.idle = fact.idle;
        at.aligned = fact.aligned;
        at.holds = fact.holds;
      }
      for (const each of fact.gained) {
        const at = view.channels.get(each);
        at.holds = true;
      }
      for (const each of fact.lost) {
        const at = view.channels.get(each);
        at.holds = false;
      }
      return;
    case "InputWatermarkAdvanced": {
      const at = view.tasks.get(fact.subtask).inputs.get(fact.input);
      at.watermark = fact.after;
      return;
    }
    case "InputStatusChanged": {
      const at = view.tasks.get(fact.subtask).inputs.get(fact.input);
      at.idle = fact.idle;
      return;
    }
    case "InputEnded": {
      const at = view.tasks.get(fact.subtask).inputs.get(fact.input);
      at.ended = true;
      return;
    }
    case "OperatorInputChanged":
      {
        const at = view.operators.get(fact.operator).inputs.get(fact.input);
        at.watermark = fact.watermark;
        at.idle = fact.idle;
        at.holds = fact.holds;
      }
      {
        const at = view.operators.get(fact.operator).inputs.get(fact.other);
        at.holds = fact.other_holds;
      }
      return;
    case "OperatorWatermarkAdvanced": {
      const at = view.operators.get(fact.operator);
      at.watermark = fact.after;
      return;
    }
    case "WatermarkEmitted": {
      const at = view.operators.get(fact.operator);
      at.emitted_watermark = fact.timestamp;
      return;
    }
    case "StatusEmitted": {
      const at = view.operators.get(fact.operator);
      at.emitted_idle = fact.idle;
      return;
    }
    case "KeySelected": {
      const at = view.operators.get(fact.operator);
      at.key = fact.key;
      at.key_group = fact.key_group;
      return;
    }
    case "StateUpdated": {
      const at = view.operators.get(fact.operator);
      at.states.set(stateKey(fact.key_group, fact.state, fact.key, fact.namespace), { key_group: fact.key_group, state: fact.state, key: fact.key, namespace: fact.namespace, value: fact.value });
      return;
    }
    case "StateAppended": {
      const at = view.operators.get(fact.operator);
      const key = stateKey(fact.key_group, fact.state, fact.key, fact.namespace);
      const known = at.lists.get(key);
      if (known) known.values.push(fact.value);
      else at.lists.set(key, { key_group: fact.key_group, state: fact.state, key: fact.key, namespace: fact.namespace, values: [fact.value] });
      return;
    }
    case "StateCleared":
      {
        const at = view.operators.get(fact.operator);
        at.states.delete(stateKey(fact.key_group, fact.state, fact.key, fact.namespace));
      }
      {
        const at = view.operators.get(fact.operator);
        at.lists.delete(stateKey(fact.key_group, fact.state, fact.key, fact.namespace));
      }
      return;
    case "OperatorStateUpdated": {
      const at = view.operators.get(fact.operator);
      at.operator_states.set(fact.state, fact.value);
      return;
    }
    case "OperatorStateCleared": {
      const at = view.operators.get(fact.operator);
      at.operator_states.delete(fact.state);
      return;
    }
    case "TimerRegistered": {
      const at = view.operators.get(fact.operator);
      at.timers.set(timerKey(fact.domain, fact.key, fact.namespace, fact.timestamp), { domain: fact.domain, key: fact.key, namespace: fact.namespace, timestamp: fact.timestamp });
      return;
    }
    case "TimerDeleted": {
      const at = view.operators.get(fact.operator);
      at.timers.delete(timerKey(fact.domain, fact.key, fact.namespace, fact.timestamp));
      return;
    }
    case "TimerFired": {
      const at = view.operators.get(fact.operator);
      at.timers.delete(timerKey(fact.domain, fact.key, fact.namespace, fact.timestamp));
      return;
    }
    case "WindowAssigned": {
      const at = view.operators.get(fact.operator);
      at.panes.set(paneKey(fact.key, fact.window), { key: fact.key, window: fact.window, count: fact.count, state_window: fact.state_window });
      return;
    }
    case "WindowsMerged":
      for (const each of parts(fact.merged) ?? []) {
        const at = view.operators.get(fact.operator);
        at.panes.delete(paneKey(fact.key, each));
      }
      {
        const at = view.operators.get(fact.operator);
        at.panes.set(paneKey(fact.key, fact.result), { key: fact.key, window: fact.result, count: fact.count, state_window: fact.state_window });
      }
      return;
    case "ElementsEvicted":
      {
        const at = view.operators.get(fact.operator);
        at.panes.set(paneKey(fact.key, fact.window), { key: fact.key, window: fact.window, count: fact.count, state_window: fact.state_window });
      }
      if (fact.count !== 0) {
        const at = view.operators.get(fact.operator);
        at.lists.set(stateKey(fact.key_group, "window-contents", fact.key, fact.state_window), { key_group: fact.key_group, state: "window-contents", key: fact.key, namespace: fact.state_window, values: parts(fact.contents) ?? [] });
      }
      if (fact.count === 0) {
        const at = view.operators.get(fact.operator);
        at.lists.delete(stateKey(fact.key_group, "window-contents", fact.key, fact.state_window));
      }
      return;
    case "WindowCleared":
      if (fact.reason === "purged") {
        const at = view.operators.get(fact.operator);
        at.panes.set(paneKey(fact.key, fact.window), { key: fact.key, window: fact.window, count: 0, state_window: fact.state_window });
      }
      if (fact.reason === "cleanup") {
        const at = view.operators.get(fact.operator);
        at.panes.delete(paneKey(fact.key, fact.window));
      }
      return;
    case "LateRecordDropped": {
      const at = view.operators.get(fact.operator);
      at.late += 1;
      return;
    }
    case "ResultWritten": {
      const at = view.operators.get(fact.operator);
      at.results += 1;
      return;
    }
    case "AfterInvokeReached":
    case "TaskFailed":
    case "RestartDecided":
    case "TicksSkipped":
    case "SourceFinished":
    case "TimestampAssigned":
    case "OutputPersisted":
    case "ChannelFlushed":
    case "WatermarkIgnored":
    case "ElementProcessed":
    case "LatencyMeasured":
    case "RecordFiltered":
    case "SharedElementChanged":
    case "TriggerEvaluated":
    case "TriggerCleared":
    case "WindowFired":
    case "FiringSkipped":
    case "WindowSkippedAsLate":
    case "SideOutputEmitted":
      return;
    default:
      fact;
  }
}

// src/scene.ts
var DOTS = 24;
var CLOSED = 24;
function emptyScene() {
  return {
    view: newJobView(),
    operators: /* @__PURE__ */ new Map(),
    backlogs: /* @__PURE__ */ new Map(),
    failure: null
  };
}
function applyToScene(scene, fact) {
  if (fact.type === "WindowCleared" && fact.reason === "cleanup") close(scene, fact);
  apply(scene.view, fact);
  switch (fact.type) {
    case "JobSubmitted":
      for (const id of scene.view.operators.keys()) scene.operators.set(id, newOperator());
      return;
    case "WindowAssigned":
      if (fact.timestamp !== null) {
        addDot(scene.operators.get(fact.operator), paneKey(fact.key, fact.window), fact.timestamp);
      }
      return;
    case "WindowsMerged": {
      const { elements } = scene.operators.get(fact.operator);
      const all = [];
      for (const window2 of [...parts(fact.merged) ?? [], fact.result]) {
        const key = paneKey(fact.key, window2);
        all.push(...elements.get(key) ?? []);
        elements.delete(key);
      }
      elements.set(paneKey(fact.key, fact.result), all.slice(-DOTS));
      return;
    }
    case "WindowCleared":
      scene.operators.get(fact.operator).elements.delete(paneKey(fact.key, fact.window));
      return;
    case "WindowFired":
      scene.operators.get(fact.operator).fired += 1;
      return;
    case "SourceRecordRead": {
      const operator = scene.operators.get(fact.operator);
      operator.read += 1;
      operator.lastSplit = fact.split;
      return;
    }
    case "ResultWritten":
      scene.operators.get(fact.operator).lastResult = fact.text;
      return;
    case "BufferSent":
      scene.backlogs.set(fact.channel, fact.backlog);
      return;
    case "TaskFailed":
      scene.failure = { subtask: fact.subtask, message: `${fact.error}: ${fact.message}` };
      return;
    default:
  }
}
function newOperator() {
  return { elements: /* @__PURE__ */ new Map(), closed: [], fired: 0, read: 0, lastSplit: "", lastResult: "" };
}
function addDot(operator, pane, timestamp) {
  const dots = operator.elements.get(pane);
  operator.elements.set(pane, dots ? [...dots.slice(1 - DOTS), timestamp] : [timestamp]);
}
function close(scene, { operator: id, key, window: window2 }) {
  const operator = scene.operators.get(id);
  const pane = scene.view.operators.get(id).panes.get(paneKey(key, window2));
  if (!pane) return;
  const elements = operator.elements.get(paneKey(key, window2)) ?? [];
  operator.closed = [
    ...operator.closed.slice(1 - CLOSED),
    { key, window: window2, count: pane.count, elements }
  ];
}
function copyScene(scene) {
  return {
    ...scene,
    view: copyJobView(scene.view),
    operators: copyMap(scene.operators, (operator) => ({
      ...operator,
      elements: new Map(operator.elements)
    })),
    backlogs: new Map(scene.backlogs)
  };
}
function sizeOf(scene) {
  let size = scene.view.channels.size + scene.view.tasks.size;
  for (const operator of scene.view.operators.values()) {
    size += 1 + operator.timers.size + 2 * operator.panes.size + operator.states.size;
    for (const list of operator.lists.values()) size += 1 + list.values.length;
  }
  return size;
}

// src/history.ts
var SPACING = 1024;
var History = class {
  constructor(trace) {
    this.trace = trace;
  }
  positions = [0];
  keyframes = [emptyScene()];
  frontier = emptyScene();
  reached = 0;
  spacing = SPACING;
  /** Whether every keyframe is there. */
  get complete() {
    return this.reached === this.trace.eventCount;
  }
  /** The scene after the first `position` facts; a fresh copy. */
  at(position) {
    this.extend(position);
    const frame = this.lastBefore(position);
    const scene = copyScene(this.keyframes[frame]);
    for (let i = this.positions[frame]; i < position; i++) {
      applyToScene(scene, this.trace.event(i));
    }
    return scene;
  }
  /** Makes the keyframes up to `position`. */
  extend(position) {
    while (this.reached < position) {
      applyToScene(this.frontier, this.trace.event(this.reached++));
      if (this.reached - this.positions[this.positions.length - 1] >= this.spacing) {
        this.positions.push(this.reached);
        this.keyframes.push(copyScene(this.frontier));
        this.spacing = Math.max(SPACING, 2 * sizeOf(this.frontier));
      }
    }
  }
  /** Makes keyframes for about `ms` milliseconds. */
  extendFor(ms) {
    const end = performance.now() + ms;
    while (!this.complete && performance.now() < end) {
      this.extend(Math.min(this.reached + SPACING, this.trace.eventCount));
    }
  }
  lastBefore(position) {
    let low = 0;
    let high = this.positions.length;
    while (low < high) {
      const middle = low + high >> 1;
      if (this.positions[middle] <= position) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
};

// src/metric_table.ts
var MOST_ROWS = 120;
var INPUT_BUFFERS = "Shuffle.Netty.Input.Buffers.";
var OUTPUT_BUFFERS = "Shuffle.Netty.Output.Buffers.";
var GROUPS = {
  inputQueueLength: INPUT_BUFFERS,
  inputQueueSize: INPUT_BUFFERS,
  inPoolUsage: INPUT_BUFFERS,
  inputExclusiveBuffersUsage: INPUT_BUFFERS,
  inputFloatingBuffersUsage: INPUT_BUFFERS,
  outputQueueLength: OUTPUT_BUFFERS,
  outputQueueSize: OUTPUT_BUFFERS,
  outPoolUsage: OUTPUT_BUFFERS
};
var FIRST = [
  "busyTimeMsPerSecond",
  "idleTimeMsPerSecond",
  "backPressuredTimeMsPerSecond",
  "isBackPressured",
  "inPoolUsage",
  "outPoolUsage",
  "inputQueueLength",
  "outputQueueLength",
  "numRecordsIn",
  "numRecordsInPerSecond",
  "numRecordsOut",
  "numRecordsOutPerSecond",
  "numBytesIn",
  "numBytesOut",
  "currentInputWatermark",
  "currentOutputWatermark",
  "watermarkLag"
];
function metricTable(frame, { filter, changedOnly }) {
  const { run, lookup, labels } = frame;
  if (!run) return "";
  const wanted = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const tasks = [...lookup.subtasks.keys()].sort(
    (a, b) => Number(b === frame.task) - Number(a === frame.task)
  );
  let rows = 0;
  let body = "";
  for (const task of tasks) {
    if (rows >= MOST_ROWS) {
      body += `<tr><td colspan="4" class="none">and other tasks: filter to see them</td></tr>`;
      break;
    }
    const name = labels.name(task);
    const shown = rowsOf(frame, task).filter((row) => {
      const words = `${name} ${task} ${row.full}`.toLowerCase();
      return wanted.every((word2) => words.includes(word2)) && !(changedOnly && row.was === row.now);
    });
    if (shown.length === 0) continue;
    rows += shown.length;
    const selected = task === frame.task ? "selected" : "";
    body += `<tr class="section ${selected}"><th colspan="4" scope="rowgroup">${esc(name)}</th></tr>`;
    body += shown.map((row) => drawRow2(row, labels)).join("");
  }
  if (rows === 0) {
    const words = changedOnly ? "Nothing that matches has changed." : "No metric matches.";
    body = `<tr><td colspan="4" class="none">${words}</td></tr>`;
  }
  return `<table><thead><tr><th scope="col">metric</th><th scope="col">was</th><th scope="col">now</th><th scope="col">change</th></tr></thead><tbody>${body}</tbody></table>`;
}
function rowsOf(frame, task) {
  const run = frame.run;
  const rows = pair(metricsOf(run, task, frame.before), metricsOf(run, task, frame.position), (name) => [
    name,
    (GROUPS[name] ?? "") + name
  ]);
  const rank = (row) => FIRST.indexOf(row.name) + 1 || FIRST.length + 1;
  rows.sort((a, b) => rank(a) - rank(b));
  for (const { id, name } of frame.lookup.operatorsOf(task)) {
    const was = operatorMetrics(run, id, frame.before);
    const now = operatorMetrics(run, id, frame.position);
    rows.push(...pair(was, now, (metric) => {
      const source = /^latency\.source_id\.(o[\d/]+)\.(\w+)$/.exec(metric);
      const short = source ? `latency ${source[2]} from ${frame.labels.name(source[1])}` : metric;
      return [`${name}.${short}`, `${name}.${metric} ${short}`];
    }));
  }
  return rows;
}
function pair(was, now, named) {
  return [...now].map(([metric, value]) => {
    const [name, full] = named(metric);
    return { name, full, was: was.get(metric), now: value };
  });
}
function drawRow2({ name, full, was, now }, labels) {
  const changed = was !== now;
  const change = changed ? changeOf(name, was, now) : "";
  return `<tr${changed ? ' class="changed"' : ""}><th scope="row" title="${esc(full)}">${esc(name)}</th><td>${was === void 0 ? "–" : esc(show2(name, was, labels))}</td><td>${esc(show2(name, now, labels))}</td><td>${esc(change)}</td></tr>`;
}
function show2(name, value, labels) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "bigint") return labels.time(value);
  if (/Usage$/.test(name)) return `${Math.round(100 * value)} %`;
  return number(value);
}
function changeOf(name, was, now) {
  if (typeof now === "boolean" || was === void 0 || typeof was === "boolean") return now === true ? "▲" : now === false ? "▼" : "new";
  if (typeof now === "bigint" && typeof was === "bigint") {
    const ends = [MIN_TIMESTAMP, MAX_TIMESTAMP];
    if (ends.includes(now) || ends.includes(was)) return now > was ? "▲" : "▼";
    return signed(Number(now - was), " ms");
  }
  const difference = Number(now) - Number(was);
  if (/Usage$/.test(name)) return signed(Math.round(100 * difference), " %");
  return signed(difference);
}
function signed(difference, unit = "") {
  return `${difference > 0 ? "▲ +" : "▼ −"}${number(Math.abs(difference))}${unit}`;
}
function number(value) {
  const digits = Number.isInteger(value) ? 0 : Math.abs(value) < 10 ? 2 : 1;
  const [whole, fraction] = value.toFixed(digits).split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, " ") + (fraction ? `.${fraction}` : "");
}

// src/network_graph.ts
var NETWORK_STYLE = {
  narrowestGap: 104,
  widestGap: 300,
  height: (tallest) => tallest <= 2 ? 92 : tallest <= 4 ? 72 : tallest <= 8 ? 50 : 32
};
var SMALL_STYLE = {
  ...NETWORK_STYLE,
  height: (tallest) => Math.min(72, NETWORK_STYLE.height(tallest))
};
var FOOTER = 27;
var MOST_PIPS = 4;
function drawNetwork(frame, layout, hatch) {
  const { plan } = frame.trace;
  const crowded = (plan?.channels.length ?? 0) > 24;
  const wires = (plan?.channels ?? []).map((channel) => drawWire2(frame, layout, channel, crowded));
  const tasks = (plan?.subtasks ?? []).map(({ id }) => drawTask2(frame, layout, id, hatch));
  const label = `Job ${plan?.job_name ?? ""}: ${describeTasks(frame)}`;
  return picture(layout.width, layout.height, label, hatchPattern(hatch) + [...wires, ...tasks].join(""));
}
function drawWire2(frame, layout, channel, crowded) {
  const from = layout.boxes.get(channel.source);
  const to = layout.boxes.get(channel.target);
  const outputs = frame.lookup.outputsOf(channel.source);
  const inputs = frame.lookup.inputsOf(channel.target);
  const start2 = (outputs.indexOf(channel) + 1) / (outputs.length + 1);
  const end = (inputs.indexOf(channel) + 1) / (inputs.length + 1);
  const ends = [
    from.x + from.width,
    from.y + from.height * start2,
    to.x,
    to.y + to.height * end
  ];
  const view = frame.scene.view.channels.get(channel.id);
  if (!view) return "";
  const near = channel.source === frame.task || channel.target === frame.task;
  const problem = hindrance(frame, channel, view);
  const classes = `wire ${near ? "near" : ""} ${wireTone(frame, channel.id)} ${problem ? "hindered" : ""}`;
  let drawn = `<path d="${curve(...ends)}" class="${classes}"/>`;
  if (crowded && !near) return drawn;
  const step = 13 / Math.max(60, ends[2] - ends[0]);
  drawn += queue(ends, view.queued, 0.03, step, "full");
  drawn += queue(ends, view.received, 0.97, -step, "got");
  if (view.on_wire > 0) {
    const [x, y] = onCurve(ends, 0.5);
    drawn += pip(x - 5.5, y - 6.5, "wired");
  }
  return drawn;
}
function queue(ends, count, at, step, kind) {
  let drawn = "";
  const shown = Math.min(count, count > MOST_PIPS ? MOST_PIPS - 1 : MOST_PIPS);
  for (let number2 = 0; number2 < shown; number2++) {
    const [x, y] = onCurve(ends, at + step * (number2 + 0.5));
    drawn += pip(x - 5.5, y - 6.5, kind);
  }
  if (count > shown) {
    const [x, y] = onCurve(ends, at + step * (shown + 0.6));
    drawn += text(x, y - 9, String(count), "t3 strong", "middle");
  }
  return drawn;
}
function drawTask2(frame, layout, id, hatch) {
  const { x, y, width, height } = layout.boxes.get(id);
  const state = stateOf(frame, id, frame.scene.view.tasks.get(id));
  const load = frame.run && loadOf(frame.run, id, frame.position);
  const selected = id === frame.task;
  const name = frame.labels.name(id);
  const words = load ? loadWords(load) : "has spent no time yet";
  let drawn = `<g class="task ${state.tone} ${selected ? "selected" : ""}" data-task="${esc(id)}" tabindex="0" role="button" aria-pressed="${frame.pinned && selected}" aria-label="${esc(`${name}, ${state.words}, ${words}`)}"><title>${esc(`${name}: ${words}`)}</title>` + rect(x, y, width, height, "box", 10);
  const badge2 = textWidth(state.words, "strong") + 16;
  if (height >= 90) {
    drawn += text(x + 12, y + 20, fitName(name, width - 24, "t1"), "t1");
    drawn += drawState(state, x + 10, y + 41, badge2);
  } else {
    const line2 = height < 40 ? y + height / 2 + 5 : y + 18;
    const told = state.tone !== "waiting" && state.tone !== "";
    drawn += text(x + 12, line2, fitName(name, width - 24 - (told ? badge2 + 2 : 0), "t1"), "t1");
    if (told) drawn += drawState(state, x + width - badge2 - 8, line2, badge2);
  }
  if (height >= 70) drawn += drawTaskPools(frame, id, x + 12, y + height - FOOTER - 6, width - 24);
  if (height >= 50) {
    const top = y + height - FOOTER;
    if (load) {
      drawn += rect(x + 1.5, top, width - 3, FOOTER - 1.5, "shade", 0).replace("/>", ` style="fill:${shade(load)}"/>`);
      drawn += loadBar(load, x + 1.5, top, width - 3, 6, hatch);
      const told = [loadWords(load), loadWords(load, true)].find((one) => textWidth(one, "t3") < width - 20);
      drawn += text(x + width / 2, top + 20, fit(told ?? loadWords(load, true), width - 12, "t3"), "t3 onShade", "middle");
    } else {
      drawn += text(x + width / 2, top + 18, "no time spent yet", "t3", "middle");
    }
  }
  return `${drawn}</g>`;
}
function drawTaskPools(frame, id, x, y, width) {
  const plan = frame.lookup.subtasks.get(id);
  if (!frame.run) return "";
  const pools = poolUsage(frame.run.tasks.get(id), frame.position);
  const bar = Math.max(24, Math.min(52, width / 2 - 74));
  let drawn = "";
  if (plan.exclusive_buffers + plan.floating_buffers > 0) {
    const used = pools.input;
    drawn += text(x, y, "in", "t3") + gauge(x + 17, y, bar, used, percent(used), used >= 1 ? "used" : "");
  }
  if (plan.output_buffers > 0) {
    const used = pools.output;
    const at = x + width - bar - 6 - textWidth("100 %", "t3");
    drawn += text(at - 5, y, "out", "t3", "end");
    drawn += gauge(at, y, bar, used, percent(used), used >= 1 ? "used" : "");
  }
  return drawn;
}

// src/page.ts
var LOGO = `<svg viewBox="0 0 30 30" width="26" height="26" aria-hidden="true">
  <rect x="1" y="1" width="28" height="28" rx="8" fill="var(--focus)"/>
  <path d="M6 20C11 20 11 10 16 10H24" class="logoA"/><path d="M6 10C11 10 11 20 16 20H24" class="logoB"/></svg>`;
var ICONS = {
  first: `<path d="M3 2v12M14 2L5 8l9 6z"/>`,
  back: `<path d="M4 2v12M13 2L6 8l7 6z"/>`,
  play: `<path d="M4 2l10 6-10 6z"/>`,
  pause: `<path d="M4 2h3v12H4zM10 2h3v12h-3z"/>`,
  next: `<path d="M12 2v12M3 2l7 6-7 6z"/>`,
  last: `<path d="M13 2v12M2 2l9 6-9 6z"/>`
};
function icon(name) {
  return `<svg viewBox="0 0 16 16" width="15" height="15" class="icon" aria-hidden="true">${ICONS[name]}</svg>`;
}
function button(act, label, title, content) {
  return `<button type="button" data-act="${act}" aria-label="${label}" title="${title}">${content}</button>`;
}
function watchTheme(root, changed = () => void 0) {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  let chosen2 = null;
  const apply2 = () => {
    const lab = document.body.dataset["jpThemeLight"];
    const system = dark.matches ? "dark" : "light";
    root.dataset["theme"] = chosen2 ?? (lab === void 0 ? system : lab === "false" ? "dark" : "light");
    changed();
  };
  const turn = (event) => {
    if (!event.target.closest('[data-act="theme"]')) return;
    chosen2 = root.dataset["theme"] === "dark" ? "light" : "dark";
    apply2();
  };
  const body = new MutationObserver(apply2);
  body.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  dark.addEventListener("change", apply2);
  root.addEventListener("click", turn);
  apply2();
  return () => {
    body.disconnect();
    dark.removeEventListener("change", apply2);
    root.removeEventListener("click", turn);
  };
}

// src/valve.ts
var HEIGHT = 218;
var MOST_ROWS2 = 5;
function drawValve(frame, width) {
  const rows = rowsOf2(frame);
  if (rows.length === 0) {
    return picture(width, HEIGHT, "No watermarks come in", empty(width, frame));
  }
  const shown = rows.slice(0, MOST_ROWS2);
  const result = resultOf(frame);
  const left = 62;
  const funnel = width - 112;
  const spacing = Math.min(64, 148 / shown.length);
  const tall = Math.min(34, spacing - 7);
  const scale = scaleOf(rows, left, funnel - 26);
  const parts2 = [drawAxis(frame, scale, left, funnel - 26, 158)];
  shown.forEach((row, number2) => {
    const y = 4 + spacing * number2;
    parts2.push(drawRow3(frame, row, y, left, funnel - 26, tall, scale));
    const tone = row.holds ? "holds" : row.idle || !row.aligned ? "off" : "";
    parts2.push(line(funnel - 24, y + tall / 2, funnel + 2, y + tall / 2, `feed ${tone}`));
  });
  parts2.push(drawFunnel(funnel + 2, 4, width - 14 - funnel, spacing * shown.length));
  parts2.push(drawResult(frame, result, rows.length - shown.length, width));
  const words = rows.map((row) => `${row.name} ${describe(frame, row)}`).join(", ");
  return picture(width, HEIGHT, `Watermarks: ${words}; together ${result.text}`, parts2.join(""));
}
function empty(width, frame) {
  const words = frame.position === 0 ? "Nothing runs yet." : "No watermark has come here yet.";
  return text(width / 2, HEIGHT / 2, words, "t2", "middle");
}
function rowsOf2(frame) {
  const inputs = frame.lookup.inputsOf(frame.task);
  return inputs.length > 0 ? channelRows(frame) : splitRows(frame);
}
function channelRows(frame) {
  const inputs = frame.lookup.inputsOf(frame.task);
  const several = inputs.some(({ input }) => input > 0);
  const current = frame.fact && "channel" in frame.fact ? frame.fact.channel : "";
  return inputs.flatMap((channel) => {
    const view = frame.scene.view.channels.get(channel.id);
    if (!view) return [];
    return {
      name: several ? `in ${channel.input + 1} ch ${channel.index}` : `ch ${channel.index}`,
      title: `from ${frame.labels.name(channel.source)}`,
      watermark: view.watermark,
      idle: view.idle,
      aligned: view.aligned,
      holds: view.holds,
      current: current === channel.id
    };
  });
}
function splitRows(frame) {
  const rows = [];
  const current = frame.fact && "split" in frame.fact ? frame.fact.split : "";
  for (const { id } of frame.lookup.operatorsOf(frame.task)) {
    const view = frame.scene.view.operators.get(id);
    if (!view) continue;
    for (const [name, split] of view.splits) {
      const { watermark: watermark2, idle, holds: holds2 } = split;
      const title = `split ${name}`;
      rows.push({ name, title, watermark: watermark2, idle, aligned: !split.ended, holds: holds2, current: current === name });
    }
  }
  const told = rows.some(({ watermark: watermark2, idle }) => watermark2 !== MIN_TIMESTAMP || idle);
  return told ? rows : generatorRows(frame);
}
function generatorRows(frame) {
  const { watermark: watermark2, idle, name } = emittedBy(frame);
  if (watermark2 === MIN_TIMESTAMP) return [];
  const title = `generated by ${name}`;
  return [{ name: "stream", title, watermark: watermark2, idle, aligned: true, holds: true, current: false }];
}
function emittedBy(frame) {
  let found = { watermark: MIN_TIMESTAMP, idle: false, name: "" };
  for (const { id, name } of frame.lookup.operatorsOf(frame.task)) {
    const view = frame.scene.view.operators.get(id);
    if (view && view.emitted_watermark >= found.watermark) {
      found = { watermark: view.emitted_watermark, idle: view.emitted_idle, name };
    }
  }
  return found;
}
function resultOf(frame) {
  const task = frame.scene.view.tasks.get(frame.task);
  if (task && task.inputs.size > 0) {
    const inputs = [...task.inputs.values()];
    const words = inputs.map((input) => input.idle ? "IDLE" : frame.labels.time(input.watermark));
    const name = inputs.length > 1 ? "task watermarks" : "task watermark";
    return { name, text: words.join(" | "), idle: inputs.every((input) => input.idle) };
  }
  const { watermark: watermark2, idle } = emittedBy(frame);
  const time = frame.labels.time(watermark2);
  return { name: "source watermark", text: idle ? "IDLE" : time, idle };
}
function scaleOf(rows, left, right) {
  const finite = rows.map(({ watermark: watermark2 }) => watermark2).filter((watermark2) => watermark2 !== MIN_TIMESTAMP && watermark2 !== MAX_TIMESTAMP);
  if (finite.length === 0) {
    return { place: (t) => t === MAX_TIMESTAMP ? right : left, ticks: [] };
  }
  let low = finite.reduce((a, b) => b < a ? b : a);
  let high = finite.reduce((a, b) => b > a ? b : a);
  const room = high - low > 0n ? (high - low) / 3n : 10n;
  low -= room > 0n ? room : 1n;
  high += room / 2n > 0n ? room / 2n : 1n;
  const place = (timestamp) => {
    if (timestamp === MIN_TIMESTAMP) return left;
    if (timestamp === MAX_TIMESTAMP) return right;
    return left + Number(timestamp - low) / Number(high - low) * (right - left);
  };
  return { place, ticks: [low, (low + high) / 2n, high] };
}
function drawAxis(frame, { place, ticks }, left, right, y) {
  const room = (right - left) / 3;
  const tight = ticks.some((tick) => textWidth(axisTime(frame, tick), "t3") > room - 4);
  const labels = ticks.map((tick, number2) => {
    const x = place(tick);
    const grid = line(x, 0, x, y - 6, "grid");
    if (tight && number2 === 1) return grid;
    const anchor = number2 === 0 ? "start" : number2 === ticks.length - 1 ? "end" : "middle";
    return grid + text(x, y + 7, axisTime(frame, tick), "t3", anchor);
  });
  return labels.join("");
}
function axisTime(frame, timestamp) {
  const label = frame.labels.time(timestamp);
  const clock = label.includes(" ") ? label.slice(label.indexOf(" ") + 1) : label;
  return clock.includes(":") ? clock.replace(/\.\d+$/, "") : clock;
}
function drawRow3(frame, row, y, left, right, height, { place }) {
  const tone = row.idle ? "idle" : row.holds ? "holds" : row.aligned ? "" : "behind";
  const none = row.watermark === MIN_TIMESTAMP;
  const end = clamp(place(row.watermark), left + (none ? 0 : 6), right);
  const words = describe(frame, row);
  const wide = textWidth(words, "strong") + 16;
  const outside = end - left < wide && right - end > wide;
  const x = row.idle || outside ? end + 6 : Math.min(left + 8, right - wide);
  return `<g class="row ${tone} ${row.current ? "current" : ""}"><title>${esc(row.title)}</title>` + text(0, y + height / 2 + 5, fit(row.name, 58, "strong"), "t2 strong") + rect(left, y, right - left, height, "track") + (row.idle ? rect(left, y, 16, height, "hatch") : rect(left, y, end - left, height, "bar")) + text(row.idle ? left + 24 : x, y + height / 2 + 5, words, `t2 m ${outside ? "out" : "in"}`) + "</g>";
}
function describe(frame, row) {
  if (row.idle) return "IDLE: not counted";
  const time = frame.labels.time(row.watermark);
  return row.aligned ? time : `${time} lags behind`;
}
function drawFunnel(x, y, width, height) {
  const bottom = y + Math.max(104, height - 4);
  const slope = Math.min(22, (bottom - y) / 4);
  const path = `M${x} ${y}H${x + width * 0.5}L${x + width} ${y + slope}V${bottom - slope}L${x + width * 0.5} ${bottom}H${x}Z`;
  const middle = (y + bottom) / 2;
  return line(x + width / 2, bottom, x + width / 2, HEIGHT - 40, "feed holds") + `<path d="${path}" class="funnel"/>` + text(x + width / 2, middle + 1, "min", "funnelText", "middle") + text(x + width / 2, middle + 17, "of active", "t3 funnelNote", "middle");
}
function drawResult(frame, result, more, width) {
  const y = HEIGHT - 42;
  const note = more > 0 ? ` (+${more} more)` : "";
  const advanced = frame.fact?.type === "InputWatermarkAdvanced" ? "current" : "";
  const size = textWidth(result.text, "big") > width - 170 ? "t1" : "big";
  return rect(0.5, y, width - 1, 40, `result ${result.idle ? "idle" : ""} ${advanced}`, 8) + text(14, y + 25, result.name + note, "t2 onWatermark") + text(width - 14, y + 26, result.text, `${size} m onWatermark`, "end");
}

// src/panes.ts
var HEIGHT2 = 218;
var TOP = 34;
var BOTTOM = 24;
var LEFT = 74;
function drawPanes(frame, width) {
  const operator = windowOperator(frame);
  if (!operator) {
    const words = frame.position === 0 ? "Nothing runs yet." : "This task keeps no windows.";
    const none = text(width / 2, HEIGHT2 / 2, words, "t2", "middle");
    return picture(width, HEIGHT2, "No windows", none);
  }
  const [id, view, past] = operator;
  const all = panesOf(frame, id, view, past);
  if (all.length === 0) {
    const none = text(width / 2, HEIGHT2 / 2, "No pane is open yet.", "t2", "middle");
    return picture(width, HEIGHT2, "No panes", none + flag(frame, view.watermark, null, width));
  }
  const { keys, hidden } = chooseKeys(frame, all);
  const panes = all.filter(({ key }) => keys.includes(key));
  const axis = axisOf(panes, view.watermark, width);
  const tall = Math.min(62, (HEIGHT2 - TOP - BOTTOM) / keys.length);
  const parts2 = [drawAxis2(frame, axis, width), drawPast(axis, view.watermark)];
  keys.forEach((key, number2) => {
    const y = TOP + tall * number2;
    parts2.push(text(0, y + tall / 2 + 5, fit(show(key), LEFT - 8, "t1"), "t1"));
    const row = panes.filter((pane) => pane.key === key);
    const lanes = Math.max(...row.map(({ lane }) => lane)) + 1;
    const now = view.watermark === MIN_TIMESTAMP ? -1 : axis.place(view.watermark);
    for (const pane of row) parts2.push(drawPane(frame, pane, axis, y, tall, lanes, now));
  });
  if (hidden > 0) parts2.push(text(0, HEIGHT2 - 6, `+${hidden} keys`, "t3"));
  parts2.push(flag(frame, view.watermark, axis, width));
  return picture(width, HEIGHT2, describe2(frame, all, view.watermark), parts2.join(""));
}
function describe2(frame, panes, watermark2) {
  const words = panes.filter(({ state }) => state !== "gone").slice(0, 12).map((pane) => `${show(pane.key)} ${frame.labels.window(pane.window)} ${pane.count} ${pane.state}`);
  return `Window panes at watermark ${frame.labels.time(watermark2)}: ${words.join("; ")}`;
}
function windowOperator(frame) {
  for (const operator of frame.lookup.vertexOf(frame.keyed)?.operators ?? []) {
    const id = `o${operator.node}/${frame.lookup.subtasks.get(frame.keyed).index}`;
    const view = frame.scene.view.operators.get(id);
    const past = frame.scene.operators.get(id);
    if (!view || !past) continue;
    const windows = /Window/.test(operator.operator_class);
    if (windows || view.panes.size > 0 || past.closed.length > 0) return [id, view, past];
  }
  return null;
}
function panesOf(frame, id, view, past) {
  const { fact } = frame;
  const about = fact && "window" in fact && "operator" in fact && fact.operator === id ? fact : null;
  const panes = [];
  for (const { key, window: window2, count } of view.panes.values()) {
    const elements = past.elements.get(paneKey(key, window2)) ?? [];
    const current = about?.key === key && about.window === window2 ? about.type : "";
    panes.push(newPane(key, window2, count, elements, stateOf2(window2, count, current, view.watermark)));
  }
  for (const { key, window: window2, count, elements } of past.closed) {
    const live = panes.some((pane) => pane.key === key && pane.window === window2);
    const firing = about?.type === "WindowCleared" || about?.type === "WindowFired";
    const fired = firing && about.key === key && about.window === window2;
    if (!live) panes.push(newPane(key, window2, count, elements, fired ? "fires" : "gone"));
  }
  assignLanes(panes);
  return recent(panes);
}
function newPane(key, window2, count, elements, state) {
  const bounds = windowBounds(window2);
  const [start2, end] = bounds ?? [null, null];
  return { key, window: window2, count, elements, state, start: start2, end, lane: 0 };
}
function stateOf2(window2, count, current, watermark2) {
  if (current === "WindowFired") return "fires";
  if (current === "WindowAssigned") return "assigned";
  if (count === 0) return "purged";
  const bounds = windowBounds(window2);
  return bounds && bounds[1] - 1n <= watermark2 ? "due" : "open";
}
function assignLanes(panes) {
  const byKey = /* @__PURE__ */ new Map();
  for (const pane of panes) byKey.set(pane.key, [...byKey.get(pane.key) ?? [], pane]);
  for (const row of byKey.values()) {
    row.sort((a, b) => Number((a.start ?? 0n) - (b.start ?? 0n)));
    const ends = [];
    for (const pane of row) {
      const free = ends.findIndex((end) => pane.start !== null && end <= pane.start);
      pane.lane = free >= 0 ? free : ends.length;
      ends[pane.lane] = pane.end ?? MAX_TIMESTAMP;
    }
  }
}
function recent(panes) {
  const live = panes.filter(({ state }) => state !== "gone");
  const anchors = (live.length > 0 ? live : panes).flatMap(({ start: start2 }) => start2 ?? []);
  if (anchors.length === 0) return panes;
  const first = live.length > 0 ? least2(anchors) : greatest(anchors);
  const lengths = panes.flatMap(({ start: start2, end }) => start2 === null || end === null ? [] : end - start2);
  const back = 2n * greatest(lengths);
  return panes.filter(({ state, start: start2 }) => state !== "gone" || (start2 ?? first) >= first - back);
}
function least2(values) {
  return values.reduce((a, b) => b < a ? b : a);
}
function greatest(values) {
  return values.reduce((a, b) => b > a ? b : a);
}
var MOST_KEYS = 5;
function chooseKeys(frame, panes) {
  const live = new Set(panes.filter(({ state }) => state !== "gone").map(({ key }) => key));
  const all = [...new Set(panes.map(({ key }) => key))].sort();
  const current = frame.fact && "key" in frame.fact ? frame.fact.key : "";
  const rank = (key) => key === current ? 0 : live.has(key) ? 1 : 2;
  const chosen2 = [...all].sort((a, b) => rank(a) - rank(b)).slice(0, MOST_KEYS);
  return { keys: all.filter((key) => chosen2.includes(key)), hidden: all.length - chosen2.length };
}
function axisOf(panes, watermark2, width) {
  const times = panes.flatMap(
    ({ start: start2, end, elements }) => start2 === null || end === null ? elements : [start2, end]
  );
  if (times.length === 0) times.push(0n, 1n);
  let low = least2(times);
  let high = greatest(times);
  const span = high > low ? high - low : 1n;
  if (watermark2 > low - span && watermark2 < low) low = watermark2;
  if (watermark2 < high + span && watermark2 > high) high = watermark2;
  const right = width - 30;
  const full = Number(high - low) || 1;
  const place = (timestamp) => {
    if (timestamp === MIN_TIMESTAMP) return LEFT;
    if (timestamp === MAX_TIMESTAMP) return right;
    return LEFT + clamp(Number(timestamp - low) / full, -0.02, 1.02) * (right - LEFT);
  };
  const bounds = [...new Set(panes.flatMap(({ start: start2, end }) => start2 === null ? [] : [start2, end]))];
  bounds.sort((a, b) => Number(a - b));
  return { low, high, place, ticks: spread(bounds, place), right };
}
function spread(bounds, place) {
  const ticks = [];
  for (const bound of bounds) {
    const last = ticks[ticks.length - 1];
    if (last === void 0 || place(bound) - place(last) > 72) ticks.push(bound);
  }
  return ticks;
}
function drawAxis2(frame, axis, width) {
  const drawn = axis.ticks.map((tick) => {
    const x = axis.place(tick);
    const label = axisTime(frame, tick).replace(/^(\d\d:\d\d):00$/, "$1");
    return line(x, TOP - 6, x, HEIGHT2 - BOTTOM + 2, "grid") + text(clamp(x, LEFT, width - 24), HEIGHT2 - 6, label, "t3 m", "middle");
  });
  return drawn.join("");
}
function drawPast(axis, watermark2) {
  if (watermark2 === MIN_TIMESTAMP || watermark2 < axis.low) return "";
  const x = axis.place(watermark2);
  const hatch = '<defs><pattern id="flinksim-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V7" class="hatching"/></pattern></defs>';
  const box = `x="${LEFT}" y="${TOP - 4}" width="${x - LEFT}" height="${HEIGHT2 - TOP - BOTTOM + 6}"`;
  return `${hatch}<rect ${box} fill="url(#flinksim-hatch)"/>`;
}
function drawPane(frame, pane, axis, y, tall, lanes, now) {
  const height = (tall - 6) / lanes - (lanes > 1 ? 1 : 0);
  const top = y + 1 + pane.lane * ((tall - 6) / lanes);
  const left = pane.start === null ? LEFT : axis.place(pane.start) + 2;
  const right = pane.end === null ? axis.right : axis.place(pane.end) - 2;
  const word2 = WORDS[pane.state];
  const title = `${show(pane.key)} ${frame.labels.window(pane.window)}: ${pane.count} elements, ${word2}`;
  const inside = right - left;
  let drawn = `<g class="pane ${pane.state}"><title>${esc(title)}</title>`;
  drawn += rect(left, top, inside, height, "box", Math.min(7, height / 2));
  const room = inside - textWidth(String(pane.count), "t1");
  if (height >= 12 && room > 4) {
    const small = height < 17 ? " small" : "";
    const baseline = top + Math.min(height >= 26 ? 15 : 99, height / 2 + (small ? 4 : 5));
    const count = String(pane.count);
    const end = left + 12 + textWidth(count, "t1");
    const x = now > left && now < end && inside > 60 ? now + 6 : left + Math.min(8, room / 2);
    drawn += text(x, baseline, count, `t1 m count${small}`);
    if (inside > textWidth(count, "t1") + textWidth(word2, "t3") + 24) {
      drawn += text(right - 8, baseline, word2, `t3 word${small}`, "end");
    }
  }
  if (height >= 26) {
    const radius = height >= 34 ? 4.5 : 3;
    for (const element of pane.elements) {
      const x = clamp(axis.place(element), left + radius + 2, right - radius - 2);
      drawn += `<circle cx="${x.toFixed(1)}" cy="${(top + height - radius - 4).toFixed(1)}" r="${radius}" class="record"/>`;
    }
  }
  return `${drawn}</g>`;
}
var WORDS = {
  open: "open",
  assigned: "+1",
  due: "due",
  fires: "FIRE",
  purged: "purged",
  gone: "gone"
};
function flag(frame, watermark2, axis, width) {
  const label = `W ${frame.labels.time(watermark2)}`;
  const wide = textWidth(label, "strong") + 20;
  const x = axis ? axis.place(watermark2) : LEFT;
  const left = clamp(x - 2, LEFT - 2, width - wide - 12);
  const path = `M${left} 0h${wide}l9 11l-9 11h${-wide}z`;
  const finite = watermark2 !== MIN_TIMESTAMP;
  return (axis && finite ? line(x, 10, x, HEIGHT2 - BOTTOM + 4, "watermarkLine") : "") + `<path d="${path}" class="flagBox ${finite ? "" : "none"}"/>` + text(left + 10, 16, label, "t2 m strong onWatermark");
}

// src/sentences.ts
var PLACEHOLDER = /\{(\w+)(?::(\w+))?(?:\|([^|}]*)\|([^}]*))?\}/g;
function sentence(fact, labels) {
  for (const [condition, template] of SENTENCES[fact.type]) {
    if (holds(condition, fact, labels)) return fill(fact, template, labels);
  }
  return [];
}
function holds(condition, fact, labels) {
  return (condition === "" ? [] : condition.split(" & ")).every((part) => {
    const equals = part.indexOf("=");
    const [field, tone] = part.slice(0, equals).split(":");
    return word(fact, field, tone ?? "", labels) === part.slice(equals + 1);
  });
}
function sentenceText(fact, labels) {
  return sentence(fact, labels).map((piece) => piece.text).join("");
}
function fill(fact, template, labels) {
  const pieces = [];
  let done = 0;
  for (const found of template.matchAll(PLACEHOLDER)) {
    if (found.index > done) pieces.push({ text: template.slice(done, found.index), tone: "" });
    const [all, field, tone, one, many] = found;
    const text2 = word(fact, field, tone ?? "", labels);
    if (one !== void 0) pieces.push({ text: text2 === "1" || text2 === "true" ? one : many, tone: "" });
    else {
      const plainTone = ["subtask", "operator"].includes(formOf(fact, field)) ? "name" : "";
      pieces.push({ text: text2, tone: tone ?? plainTone });
    }
    done = found.index + all.length;
  }
  if (done < template.length) pieces.push({ text: template.slice(done), tone: "" });
  return pieces;
}
function formOf(fact, name) {
  return FIELDS[fact.type].find(([field]) => field === name)?.[1] ?? "";
}
function word(fact, name, tone, labels) {
  const value = fact[name];
  if (tone === "number") return String(partsIn(value));
  switch (formOf(fact, name)) {
    case "timestamp":
    case "optional timestamp":
      return labels.time(value);
    case "value":
      if (tone === "pane") return labels.window(value);
      if (tone === "bounds") return windowBounds(value) ? "time" : "none";
      return labels.value(value);
    case "channel":
      if (tone === "flow") return labels.flow(value);
      return tone === "short" ? labels.short(value) : labels.name(value);
    case "texts":
      return listed(value.map((each) => labels.short(each)));
    case "subtask":
    case "operator":
      return labels.name(value);
    case "plan":
      return value.job_name;
    case "text":
      return labels.text(value);
    case "count":
      if (tone === "side") return labels.input("subtask" in fact ? fact.subtask : "", value);
      return String(value);
    default:
      return String(value);
  }
}
function partsIn(value) {
  return Array.isArray(value) ? value.length : parts(value)?.length ?? 1;
}
function chainOfCauses(trace, index) {
  const chain = [];
  for (let at = index; at >= 0; at = trace.cause(at)) chain.unshift(at);
  return chain;
}

// src/stops.ts
var GRAIN_TITLES = {
  fact: "every single fact",
  step: "one turn of a task's mailbox, or of another actor",
  ...STOPS
};
var GRAINS = Object.keys(GRAIN_TITLES);
var Stops = class {
  constructor(trace) {
    this.trace = trace;
    this.labels = new Labels(trace.plan);
    this.wanted = {
      record: this.stopping("record"),
      watermark: this.stopping("watermark"),
      firing: this.stopping("firing")
    };
    const [foremost] = [...this.wanted.firing].filter(([kind]) => trace.kinds.includes(kind));
    if (foremost) this.wanted.firing = new Map([foremost]);
    this.ranks = new Uint8Array(KINDS.length).fill(255);
    [...WORTH.entries()].reverse().forEach(([rank, { kind }]) => this.ranks[KINDS.indexOf(kind)] = rank);
  }
  /** For each way of stepping, the condition under which a kind stops it. */
  wanted;
  /** A step is told by its first fact of the foremost kind; kinds that are not listed come last. */
  ranks;
  labels;
  stopping(at) {
    const several = WORTH.filter(({ stop }) => stop === at);
    return new Map(several.map(({ kind, when }) => [KINDS.indexOf(kind), when]));
  }
  /** The next position after `position`, or the end. */
  next(position, grain) {
    const { trace } = this;
    const last = trace.eventCount;
    if (position >= last) return last;
    if (grain === "fact") return position + 1;
    if (grain === "step") return Math.max(trace.eventRange(trace.stepOf(position))[1], position + 1);
    for (let index = position; index < last; index++) {
      if (this.stopsAt(index, grain)) return index + 1;
    }
    return last;
  }
  /** The position before `position`, or the beginning. */
  back(position, grain) {
    const { trace } = this;
    if (position <= 1) return 0;
    if (grain === "fact") return position - 1;
    if (grain === "step") return Math.max(trace.eventRange(trace.stepOf(position - 1))[0], 0);
    for (let index = position - 2; index >= 0; index--) {
      if (this.stopsAt(index, grain)) return index + 1;
    }
    return 0;
  }
  /** The fact to speak of: the last one, or of a whole step the one that says most. */
  spotlight(position, grain) {
    const last = position - 1;
    if (last < 0 || grain !== "step") return last;
    const [first, end] = this.trace.eventRange(this.trace.stepOf(last));
    if (end !== position) return last;
    let best = last;
    for (let index = last; index >= first; index--) {
      if (this.ranks[this.trace.kinds[index]] <= this.ranks[this.trace.kinds[best]]) best = index;
    }
    return best;
  }
  stopsAt(index, grain) {
    const when = this.wanted[grain].get(this.trace.kinds[index]);
    if (when === void 0) return false;
    return when === "" || holds(when, this.trace.event(index), this.labels);
  }
};

// src/player.ts
var SPEEDS = [0.5, 1, 2, 4, 8, 16];
var PAUSE_MS = 800;
var Player = class {
  constructor(trace, moved) {
    this.trace = trace;
    this.moved = moved;
    this.stops = new Stops(trace);
  }
  stops;
  grain = "step";
  speed = 1;
  at = 0;
  timer = 0;
  /** How many facts have become true. */
  get position() {
    return this.at;
  }
  get playing() {
    return this.timer !== 0;
  }
  /** The step of the last fact, or -1 before the first. */
  get step() {
    return this.at === 0 ? -1 : this.trace.stepOf(this.at - 1);
  }
  go(position) {
    const clamped = Math.max(0, Math.min(this.trace.eventCount, Math.round(position)));
    if (clamped === this.at) return;
    this.at = clamped;
    this.moved();
  }
  /** Goes to the end of a step; -1 is the beginning. */
  goToStep(step) {
    if (step < 0) this.go(0);
    else this.go(this.trace.eventRange(Math.min(step, this.trace.stepCount - 1))[1]);
  }
  next() {
    this.go(this.stops.next(this.at, this.grain));
  }
  back() {
    this.go(this.stops.back(this.at, this.grain));
  }
  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }
  play() {
    if (this.at === this.trace.eventCount) this.go(0);
    const tick = () => {
      this.next();
      if (this.at === this.trace.eventCount) this.pause();
      else this.timer = window.setTimeout(tick, PAUSE_MS / this.speed);
    };
    this.timer = window.setTimeout(tick, PAUSE_MS / this.speed / 4);
    this.moved();
  }
  pause() {
    if (!this.playing) return;
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.moved();
  }
  faster() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    this.moved();
  }
};

// src/series.ts
var Series = class {
  constructor(initial) {
    this.initial = initial;
  }
  positions = [];
  times = [];
  values = [];
  get last() {
    return this.values.length > 0 ? this.values[this.values.length - 1] : this.initial;
  }
  /** The value is `value` once `position` facts have become true. */
  set(position, time, value) {
    const end = this.positions.length - 1;
    if (end >= 0 && this.positions[end] === position) {
      this.values[end] = value;
      return;
    }
    this.positions.push(position);
    this.times.push(time);
    this.values.push(value);
  }
  /** After `position` facts. */
  at(position) {
    const index = lastWithin(this.positions, position);
    return index < 0 ? this.initial : this.values[index];
  }
  /** At the end of a millisecond. */
  atTime(time) {
    const index = lastWithin(this.times, time);
    return index < 0 ? this.initial : this.values[index];
  }
};
function lastWithin(numbers, limit) {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (numbers[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
var Conditions = class {
  changes = new Series(null);
  /** The milliseconds spent in each condition, up to each change. */
  spent = [];
  condition = "busy";
  runs = false;
  becomes(position, time, condition) {
    this.condition = condition;
    if (this.runs) this.note(position, time, condition);
  }
  starts(position, time) {
    this.runs = true;
    this.note(position, time, this.condition);
  }
  ends(position, time) {
    if (this.runs) this.note(position, time, null);
    this.runs = false;
  }
  note(position, time, condition) {
    const { times, values } = this.changes;
    const end = times.length - 1;
    const spent = end < 0 ? { busy: 0, idle: 0, soft: 0, hard: 0 } : { ...this.spent[end] };
    const before = end < 0 ? null : values[end];
    if (before) spent[before] += time - times[end];
    const known = times.length;
    this.changes.set(position, time, condition);
    if (times.length > known) this.spent.push(spent);
  }
  /** The milliseconds spent in `condition` by `time`, which the first `position` facts reach. */
  until(position, time, condition) {
    return this.spentAt(lastWithin(this.changes.positions, position), time, condition);
  }
  /** The same at the end of an earlier millisecond. */
  untilTime(time, condition) {
    return this.spentAt(lastWithin(this.changes.times, time), time, condition);
  }
  spentAt(index, time, condition) {
    if (index < 0) return 0;
    const open = this.changes.values[index] === condition ? time - this.changes.times[index] : 0;
    return this.spent[index][condition] + open;
  }
};

// src/plot.ts
var RIGHT = 178;
var GAP = 15;
var AXIS = 22;
var MOST_CHANNELS = 6;
function drawPlot(frame, width, tall, hatch) {
  const run = frame.run;
  if (run.end === 0) {
    const words = "All of it happened within one millisecond of virtual time: nothing costs any.";
    const drawn2 = text(width / 2, 60, words, "t2", "middle");
    return { markup: picture(width, 120, words, drawn2), height: 120, scale: { left: 0, width: 1, end: 1 } };
  }
  const tasks = [...frame.lookup.subtasks.keys()];
  const names = tasks.map((task) => fitName(frame.labels.name(task), 168, "strong"));
  const left = Math.ceil(Math.max(74, ...names.map((name) => textWidth(name, "strong")))) + 12;
  const scale = { left, width: Math.max(120, width - left - RIGHT), end: Math.max(1, run.end) };
  const bar = tasks.length <= 6 ? 17 : tasks.length <= 12 ? 14 : 7;
  let y = 16;
  let drawn = hatchPattern(hatch) + text(left, 11, "time of each task: backpressured, busy, idle", "t3 head");
  tasks.forEach((task, number2) => {
    const classes = task === frame.task ? "t3 strong" : "t3";
    if (bar > 10 || task === frame.task) drawn += text(left - 8, y + bar - 4, names[number2], classes, "end");
    drawn += drawConditions(run, task, scale, y, bar - 2, hatch);
    y += bar;
  });
  y += GAP;
  const channels = chosen(frame, run);
  drawn += drawLane(channels.map(([one, tone]) => ({ tone, sender: one.queued, receiver: one.plan.local ? void 0 : one.received })), "buffers queued", scale, y, tall);
  drawn += drawLegend(frame, channels, width, y);
  y += tall + GAP;
  const credited = channels.filter(([one]) => one.plan.initial_credit > 0);
  if (credited.length > 0) {
    drawn += drawLane(credited.map(([one, tone]) => ({ tone, sender: one.credit })), "credit", scale, y, tall);
    y += tall + GAP;
  }
  drawn += drawRates(channels, scale, y, tall);
  y += tall;
  drawn += drawAxis3(frame, scale, y);
  const label = `The whole run over ${run.end} ms of virtual time: ${tasks.length} tasks; channels of ${frame.labels.name(frame.task)}`;
  return { markup: picture(width, y + AXIS, label, drawn), height: y + AXIS, scale };
}
function chosen(frame, run) {
  const all = [...frame.lookup.inputsOf(frame.task), ...frame.lookup.outputsOf(frame.task)];
  return all.slice(0, MOST_CHANNELS).map(({ id }, number2) => [run.channels.get(id), number2]);
}
function drawLegend(frame, channels, width, top) {
  const x = width - RIGHT + 14;
  let drawn = "";
  channels.forEach(([channel, tone], number2) => {
    const { plan } = channel;
    const into = plan.target === frame.task;
    const name = into ? `ch ${plan.index} from ${frame.labels.name(plan.source)}` : `to ${frame.labels.name(plan.target)}`;
    const y2 = top + 12 + 19 * number2;
    drawn += line(x, y2 - 4, x + 20, y2 - 4, `curve tone${tone}`) + text(x + 26, y2, fitName(name, RIGHT - 46, "t3"), "t3");
  });
  const more = frame.lookup.inputsOf(frame.task).length + frame.lookup.outputsOf(frame.task).length - channels.length;
  const y = top + 12 + 19 * channels.length;
  if (more > 0) drawn += text(x, y, `and ${more} more`, "t3");
  const legend = y + (more > 0 ? 24 : 6);
  drawn += line(x, legend - 4, x + 20, legend - 4, "curve plain") + text(x + 26, legend, "at the sender", "t3");
  return drawn + line(x, legend + 15, x + 20, legend + 15, "curve plain receiver") + text(x + 26, legend + 19, "at the receiver", "t3");
}
function drawLane(curves, name, scale, top, tall) {
  const all = curves.flatMap(({ sender, receiver }) => receiver ? [sender, receiver] : [sender]);
  const most = Math.max(1, ...all.map(greatest2));
  let drawn = drawGround(name, most, scale, top, tall);
  for (const { tone, sender, receiver } of curves) {
    if (receiver) drawn += `<path d="${steps(receiver, most, scale, top, tall)}" class="curve receiver tone${tone}"/>`;
    drawn += `<path d="${steps(sender, most, scale, top, tall)}" class="curve tone${tone}"/>`;
  }
  return drawn;
}
function greatest2(series) {
  let most = series.initial;
  for (const value of series.values) if (value > most) most = value;
  return most;
}
function drawGround(name, most, scale, top, tall) {
  const { left, width } = scale;
  const label = most >= 1e3 ? Math.round(most).toLocaleString("en").replaceAll(",", " ") : String(Math.round(most));
  return rect(left, top, width, tall, "plotGround", 4) + text(left - 8, top + tall / 2 + 4, name, "t3", "end") + text(left - 8, top + 9, label, "t3 head", "end") + text(left - 8, top + tall, "0", "t3 head", "end");
}
function steps(series, most, scale, top, tall) {
  const y = (value) => Math.round(10 * (top + tall - 2 - (tall - 5) * value / most)) / 10;
  let path = `M${scale.left} ${y(series.initial)}`;
  let pixel = -1;
  let low = 0;
  let high = 0;
  let last = series.initial;
  const close2 = () => {
    if (pixel < 0) return;
    path += `H${scale.left + pixel}V${y(low)}`;
    if (high !== low) path += `V${y(high)}`;
    if (last !== high) path += `V${y(last)}`;
  };
  series.times.forEach((time, index) => {
    const at = Math.round(time / scale.end * scale.width);
    const value = series.values[index];
    if (at !== pixel) {
      close2();
      pixel = at;
      low = high = last;
    }
    low = Math.min(low, value);
    high = Math.max(high, value);
    last = value;
  });
  close2();
  return `${path}H${scale.left + scale.width}`;
}
function drawRates(channels, scale, top, tall) {
  const slices = Math.max(1, Math.min(80, Math.floor(scale.width / 9), scale.end));
  const span = scale.end / slices;
  const rates = channels.map(([channel]) => {
    const totals = Array.from({ length: slices + 1 }, (_, n) => channel.read.atTime(Math.floor(n * span)));
    return totals.slice(1).map((total, n) => 1e3 * Math.max(0, total - totals[n]) / span);
  });
  const most = Math.max(1, ...rates.flat());
  let drawn = drawGround("elements/s", most, scale, top, tall);
  rates.forEach((values, number2) => {
    const points = values.map((value, n) => {
      const x = scale.left + (n + 0.5) / slices * scale.width;
      return `${Math.round(10 * x) / 10} ${Math.round(10 * (top + tall - 2 - (tall - 5) * value / most)) / 10}`;
    });
    drawn += `<path d="M${points.join("L")}" class="curve tone${channels[number2][1]}"/>`;
  });
  return drawn;
}
function drawConditions(run, task, scale, y, height, hatch) {
  const { conditions } = run.tasks.get(task);
  const slices = Math.max(1, Math.min(Math.floor(scale.width / 3), scale.end));
  const paths = { busy: "", idle: "", backpressured: "" };
  const spent = (slice) => {
    const time = slice / slices * scale.end;
    const of = (condition) => conditions.untilTime(time, condition);
    return { busy: of("busy"), idle: of("idle"), backpressured: of("soft") + of("hard") };
  };
  const wide = scale.width / slices;
  let before = spent(0);
  for (let slice = 0; slice < slices; slice++) {
    const after = spent(slice + 1);
    const x = Math.round(100 * (scale.left + slice * wide)) / 100;
    let at = y + height;
    for (const part of ["backpressured", "busy", "idle"]) {
      const tall = (after[part] - before[part]) / (scale.end / slices) * height;
      if (tall < 0.05) continue;
      at -= tall;
      paths[part] += `M${x} ${at.toFixed(1)}h${wide.toFixed(2)}v${tall.toFixed(1)}h${(-wide).toFixed(2)}z`;
    }
    before = after;
  }
  const ground = rect(scale.left, y, scale.width, height, "plotGround", 0);
  const drawn = Object.entries(paths).map(([part, d]) => d ? `<path d="${d}" class="load ${part}"/>` : "");
  const stripes = paths.backpressured ? `<path d="${paths.backpressured}" fill="url(#${hatch})"/>` : "";
  return `<g data-conditions="${esc(task)}">${ground}${drawn.join("")}${stripes}</g>`;
}
function drawAxis3(frame, scale, y) {
  const step = tickOf(scale.end * 90 / scale.width);
  const start2 = Number(frame.run.start);
  let drawn = "";
  for (let time = Math.ceil(start2 / step) * step; time <= start2 + scale.end; time += step) {
    const x = scale.left + (time - start2) / scale.end * scale.width;
    drawn += line(x, y, x, y + 4, "tick");
    drawn += text(x, y + 17, frame.labels.time(BigInt(time)), "t3", "middle");
  }
  return drawn + text(scale.left + scale.width + 46, y + 17, "virtual time", "t3 head");
}
var SECOND = 1e3;
var HOUR = 3600 * SECOND;
var TICKS = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  1,
  2,
  5,
  10,
  15,
  30,
  60,
  120,
  300,
  600,
  900,
  1800,
  1,
  2,
  3,
  6,
  12
].map((number2, place) => number2 * (place < 9 ? 1 : place < 21 ? SECOND : HOUR));
function tickOf(least3) {
  return TICKS.find((tick) => tick >= least3) ?? 24 * HOUR * Math.ceil(least3 / (24 * HOUR));
}
function playhead(run, position, scale) {
  return scale.left + clamp(run.clock.at(position) / scale.end, 0, 1) * scale.width;
}
function positionAt(run, x, scale, eventCount) {
  const time = clamp((x - scale.left) / scale.width, 0, 1) * scale.end;
  const { times, positions } = run.clock;
  const next = lastWithin(times, time) + 1;
  return next < positions.length ? positions[next] - 1 : eventCount;
}

// src/run_series.ts
var ChannelSeries = class {
  constructor(plan, countsRecordsOut) {
    this.plan = plan;
    this.countsRecordsOut = countsRecordsOut;
    this.credit = new Series(plan.initial_credit);
    this.exclusive = new Series(plan.initial_credit);
  }
  queued = new Series(0);
  queuedBytes = new Series(0);
  received = new Series(0);
  receivedBytes = new Series(0);
  onWire = new Series(0);
  read = new Series(0);
  /** What the sender last said that it had ready. */
  backlog = new Series(0);
  credit;
  exclusive;
  underWay = [];
};
var COUNTS = [
  "numRecordsIn",
  "numRecordsOut",
  "numBytesIn",
  "numBytesOut",
  "numBuffersIn",
  "numBuffersOut",
  "numFiredTimers"
];
var TaskSeries = class {
  /** `head` and `ends` are operators of its chain; an end calls no other. */
  constructor(plan, head, ends) {
    this.plan = plan;
    this.head = head;
    this.ends = ends;
    for (const name of COUNTS) this.counts[name] = new Series(0);
    this.floatingFree = new Series(plan.floating_buffers);
  }
  inputs = [];
  outputs = [];
  conditions = new Conditions();
  counts = {};
  mails = new Series(0);
  outputInUse = new Series(0);
  floatingFree;
  eventTimeLag = new Series(null);
  /** After how many facts, and when, the present attempt began; each has metrics of its own. */
  attempt = new Series([0, 0]);
};
var OperatorSeries = class {
  counts = /* @__PURE__ */ new Map();
  /** By input: of channels for the head of a chain, else the one of the operator that calls it. */
  inputWatermarks = /* @__PURE__ */ new Map();
  outputWatermark = new Series(MIN_TIMESTAMP);
  /** The operators of its chain that it calls. */
  calls = [];
  /** By the source that latency markers came from: how many, all together, and the slowest. */
  latencies = /* @__PURE__ */ new Map();
};
var CONDITION_OF = {
  "no input": "idle",
  "no output buffer": "soft",
  blocked: "hard",
  busy: "busy"
};
var EVENTS = /* @__PURE__ */ new Set(["endOfData", "endOfPartition", "barrier"]);
var RunSeries = class {
  tasks = /* @__PURE__ */ new Map();
  channels = /* @__PURE__ */ new Map();
  operators = /* @__PURE__ */ new Map();
  /** Virtual time, in milliseconds since the start. */
  clock = new Series(0);
  start;
  end;
  taskOf = /* @__PURE__ */ new Map();
  sources = /* @__PURE__ */ new Set();
  position = 0;
  time = 0;
  constructor(trace) {
    this.start = BigInt(trace.plan?.start_time_ms ?? 0);
    if (trace.plan) this.prepare(trace.plan);
    for (let index = 0; index < trace.eventCount; index++) {
      this.position = index + 1;
      this.apply(trace.event(index));
    }
    this.end = this.time;
  }
  prepare(plan) {
    const fed = new Set(plan.channels.map(({ target }) => target));
    for (const subtask of plan.subtasks) {
      const vertex = plan.vertices.find(({ id }) => id === subtask.vertex);
      const chain = new Map(vertex.operators.map(({ node }) => [node, new OperatorSeries()]));
      for (const operator of vertex.operators) {
        const id = `o${operator.node}/${subtask.index}`;
        const series = chain.get(operator.node);
        this.operators.set(id, series);
        for (const caller of operator.inputs) chain.get(caller).calls.push(series);
        if (operator.inputs.length > 0) series.inputWatermarks.set(0, new Series(MIN_TIMESTAMP));
        this.taskOf.set(id, subtask.id);
        const hasInputs = plan.subtasks.some((one) => one.vertex === subtask.vertex && fed.has(one.id));
        if (operator.inputs.length === 0 && !hasInputs) this.sources.add(id);
      }
      const all = [...chain.values()];
      const ends = all.filter(({ calls }) => calls.length === 0);
      this.tasks.set(subtask.id, new TaskSeries(subtask, all[0], ends));
    }
    const seen = /* @__PURE__ */ new Set();
    for (const channel of plan.channels) {
      const { source, source_node, target_node, side_output, input } = channel;
      const edge = JSON.stringify([source, source_node, target_node, side_output, input]);
      const made = new ChannelSeries(channel, channel.partitioner !== "BROADCAST" || !seen.has(edge));
      seen.add(edge);
      this.channels.set(channel.id, made);
      const target = this.task(channel.target);
      target.inputs.push(made);
      const { inputWatermarks } = target.head;
      if (!inputWatermarks.has(input)) inputWatermarks.set(input, new Series(MIN_TIMESTAMP));
      this.task(source).outputs.push(made);
    }
  }
  apply(fact) {
    switch (fact.type) {
      case "ElementWritten": {
        const channel = this.channel(fact.channel);
        const task = this.task(channel.plan.source);
        this.put(channel.queuedBytes, channel.queuedBytes.last + fact.bytes);
        if (fact.element === "record" && channel.countsRecordsOut) this.count(task, "numRecordsOut");
        if (!EVENTS.has(fact.element)) this.count(task, "numBytesOut", fact.bytes);
        return;
      }
      case "ElementReceived":
        this.put(this.channel(fact.channel).read, fact.sequence + 1);
        if (fact.element === "record") this.count(this.task(fact.subtask), "numRecordsIn");
        return;
      case "ElementProcessed":
        if (fact.element === "record") this.countIn(fact.operator, "numRecordsIn");
        return;
      case "BufferQueued":
        this.put(this.channel(fact.channel).queued, fact.queued);
        return;
      case "BufferSent": {
        const channel = this.channel(fact.channel);
        this.put(channel.queued, fact.queued);
        this.put(channel.queuedBytes, channel.queuedBytes.last - fact.bytes);
        this.put(channel.credit, fact.credit);
        this.put(channel.onWire, fact.on_wire);
        this.put(channel.backlog, fact.backlog);
        channel.underWay.push(fact.bytes);
        this.count(this.task(channel.plan.source), "numBuffersOut");
        return;
      }
      case "BufferArrived": {
        const channel = this.channel(fact.channel);
        this.put(channel.received, fact.received);
        this.put(channel.onWire, fact.on_wire);
        this.put(channel.receivedBytes, channel.receivedBytes.last + channel.underWay.shift());
        return;
      }
      case "BufferConsumed":
        this.consumed(fact);
        return;
      case "CreditChanged":
        this.put(this.channel(fact.channel).credit, fact.after);
        return;
      case "InputBuffersChanged":
        this.put(this.channel(fact.channel).exclusive, fact.exclusive);
        return;
      case "FloatingBuffersChanged":
        this.put(this.task(fact.subtask).floatingFree, fact.free);
        return;
      case "OutputBuffersChanged":
        this.put(this.task(fact.subtask).outputInUse, fact.in_use);
        return;
      case "InputWatermarkAdvanced":
        this.put(this.task(fact.subtask).head.inputWatermarks.get(fact.input), fact.after);
        return;
      case "WatermarkEmitted": {
        const operator = this.operators.get(fact.operator);
        this.put(operator.outputWatermark, fact.timestamp);
        for (const called of operator.calls) this.put(called.inputWatermarks.get(0), fact.timestamp);
        return;
      }
      case "SourceRecordRead":
        this.count(this.task(this.taskOf.get(fact.operator)), "numRecordsIn");
        this.countIn(fact.operator, "numRecordsIn");
        if (fact.timestamp !== null) this.lag(fact.operator, fact.timestamp);
        return;
      case "TimestampAssigned":
        if (this.sources.has(fact.operator)) this.lag(fact.operator, fact.after);
        return;
      case "TimerFired":
        this.count(this.task(this.taskOf.get(fact.operator)), "numFiredTimers");
        return;
      case "LatencyMeasured": {
        const { latencies } = this.operators.get(fact.operator);
        const found = latencies.get(fact.source) ?? new Series([0, 0, 0]);
        const [count, sum2, most] = found.last;
        this.put(found, [count + 1, sum2 + fact.latency, Math.max(most, fact.latency)]);
        latencies.set(fact.source, found);
        return;
      }
      case "LateRecordDropped":
        this.countIn(fact.operator, "numLateRecordsDropped");
        return;
      case "ResultWritten":
        this.countIn(fact.operator, "numRecordsSend");
        return;
      case "MailEnqueued":
      case "MailTaken":
        this.put(this.task(fact.subtask).mails, fact.waiting);
        return;
      case "DefaultActionSuspended":
        this.becomes(fact.subtask, CONDITION_OF[fact.reason]);
        return;
      case "DefaultActionResumed":
        this.becomes(fact.subtask, "busy");
        return;
      case "TaskStateChanged": {
        const { conditions } = this.task(fact.subtask);
        if (fact.after === "RUNNING") conditions.starts(this.position, this.time);
        else if (fact.before === "RUNNING") conditions.ends(this.position, this.time);
        return;
      }
      case "ExecutionReset":
        this.begin(fact.subtask);
        return;
      case "ProcessingTimeAdvanced":
        this.time = Number(fact.after - this.start);
        this.put(this.clock, this.time);
        return;
      default:
    }
  }
  /** What a subtask was and knew is gone. What it counts goes on here; metrics take what came before off. */
  begin(subtask) {
    const task = this.task(subtask);
    this.put(task.attempt, [this.position, this.time]);
    for (const each of [task.mails, task.outputInUse, task.floatingFree]) this.put(each, each.initial);
    this.put(task.eventTimeLag, null);
    task.conditions.becomes(this.position, this.time, "busy");
    for (const channel of task.inputs) {
      const { queued, queuedBytes, received, receivedBytes, onWire, read, backlog, credit, exclusive } = channel;
      for (const each of [queued, queuedBytes, received, receivedBytes, onWire, read, backlog, credit, exclusive]) {
        this.put(each, each.initial);
      }
      channel.underWay.length = 0;
    }
    for (const [id, operator] of this.operators) {
      if (this.taskOf.get(id) !== subtask) continue;
      for (const each of [...operator.counts.values()]) this.put(each, 0);
      for (const each of operator.latencies.values()) this.put(each, each.initial);
      for (const each of [operator.outputWatermark, ...operator.inputWatermarks.values()]) {
        this.put(each, each.initial);
      }
    }
  }
  consumed(fact) {
    const channel = this.channel(fact.channel);
    const task = this.task(channel.plan.target);
    this.count(task, "numBuffersIn");
    this.count(task, "numBytesIn", fact.bytes);
    this.put(channel.queued, fact.queued);
    this.put(channel.received, fact.received);
    if (channel.plan.local) {
      this.put(channel.queuedBytes, channel.queuedBytes.last - fact.bytes);
      this.count(this.task(channel.plan.source), "numBuffersOut");
    } else {
      this.put(channel.receivedBytes, channel.receivedBytes.last - fact.bytes);
    }
  }
  becomes(subtask, condition) {
    this.task(subtask).conditions.becomes(this.position, this.time, condition);
  }
  lag(operator, timestamp) {
    const lag = Number(BigInt(this.time) + this.start - timestamp);
    this.put(this.task(this.taskOf.get(operator)).eventTimeLag, lag);
  }
  count(task, name, by = 1) {
    this.put(task.counts[name], task.counts[name].last + by);
  }
  countIn(operator, name) {
    const { counts } = this.operators.get(operator);
    const found = counts.get(name) ?? new Series(0);
    this.put(found, found.last + 1);
    counts.set(name, found);
  }
  put(series, value) {
    series.set(this.position, this.time, value);
  }
  task(id) {
    return this.tasks.get(id);
  }
  channel(id) {
    return this.channels.get(id);
  }
};

// src/scrubber.ts
var HEIGHT3 = 46;
var BARS_TOP = 14;
var BAR = 3;
var RECORDS = ["SourceRecordRead", "ElementReceived", "ResultWritten"];
var WATERMARKS = ["InputWatermarkAdvanced"];
var LATE = ["LateRecordDropped", "TaskFailed"];
var Scrubber = class {
  /** `mark` is a position that is marked, or -1. */
  constructor(trace, canvas, mark = -1) {
    this.trace = trace;
    this.canvas = canvas;
    this.mark = mark;
    this.group = new Uint8Array(KINDS.length);
    [RECORDS, WATERMARKS, LATE].forEach((kinds, number2) => {
      for (const kind of kinds) this.group[KINDS.indexOf(kind)] = number2 + 1;
    });
    this.firings = trace.indexesOf(["WindowFired"]);
    if (this.firings.length === 0) this.firings = trace.indexesOf(["TimerFired"]);
  }
  group;
  firings;
  /** Draws the strip for a width in pixels, with the part up to `position` in full colour. */
  draw(position, width, colour) {
    const { canvas } = this;
    const ratio = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(HEIGHT3 * ratio);
      canvas.style.height = `${HEIGHT3}px`;
    }
    const context = canvas.getContext("2d");
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, HEIGHT3);
    const here = this.trace.eventCount === 0 ? 0 : position / this.trace.eventCount * width;
    this.drawBars(context, width, here, colour);
    this.drawFirings(context, width, here, colour);
    if (this.mark >= 0) this.drawMark(context, width, colour);
    context.fillStyle = colour("--fire");
    context.fillRect(clamp(here - 1.5, 0, width - 3), 2, 3, HEIGHT3 - 2);
    context.beginPath();
    context.arc(clamp(here, 8, width - 8), HEIGHT3 / 2 + 7, 7.5, 0, 7);
    context.fill();
    context.lineWidth = 2.5;
    context.strokeStyle = colour("--panel");
    context.stroke();
  }
  /** A flag over the strip. */
  drawMark(context, width, colour) {
    const x = clamp(this.mark / Math.max(1, this.trace.eventCount) * width, 1, width - 1);
    context.fillStyle = colour("--tm");
    context.fillRect(x - 1, 0, 2, HEIGHT3);
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x + 11, 5);
    context.lineTo(x, 10);
    context.fill();
  }
  // prettier-ignore
  drawBars(context, width, here, colour) {
    const count = Math.max(1, Math.min(this.trace.eventCount, Math.floor(width / BAR)));
    const { records, watermarks, late } = this.bars(count);
    let highest = 1;
    for (const total of records) highest = Math.max(highest, total);
    const room = HEIGHT3 - BARS_TOP - 2;
    const bar = width / count;
    context.fillStyle = colour("--soft");
    context.fillRect(0, BARS_TOP, width, HEIGHT3 - BARS_TOP);
    for (let number2 = 0; number2 < count; number2++) {
      const x = number2 * bar;
      const wide = Math.max(2, Math.min(6, bar - 1));
      context.globalAlpha = x < here ? 1 : 0.4;
      const marked = late[number2] > 0 || watermarks[number2] > 0;
      if (marked) {
        context.fillStyle = colour(late[number2] > 0 ? "--fire" : "--wm");
        context.fillRect(x, HEIGHT3 - room, wide, room);
      } else if (records[number2] > 0) {
        context.fillStyle = colour("--data");
        const tall = 3 + records[number2] / highest * (room - 7);
        context.fillRect(x, HEIGHT3 - tall, wide, tall);
      }
    }
    context.globalAlpha = 1;
  }
  // prettier-ignore
  cache = /* @__PURE__ */ new Map();
  /** The facts of each bar, counted once for a width. */
  bars(count) {
    const known = this.cache.get(count);
    if (known) return known;
    const { kinds, eventCount } = this.trace;
    const made = {
      records: new Uint32Array(count),
      watermarks: new Uint32Array(count),
      late: new Uint32Array(count)
    };
    for (let index = 0; index < eventCount; index++) {
      const bar = Math.floor(index / eventCount * count);
      const group2 = this.group[kinds[index]];
      if (group2 === 1) made.records[bar]++;
      else if (group2 === 2) made.watermarks[bar]++;
      else if (group2 === 3) made.late[bar]++;
    }
    this.cache.clear();
    this.cache.set(count, made);
    return made;
  }
  drawFirings(context, width, here, colour) {
    context.fillStyle = colour("--tmfill");
    context.strokeStyle = colour("--tm");
    let last = -20;
    for (const index of this.firings) {
      const x = (index + 1) / this.trace.eventCount * width;
      if (x - last < 9) continue;
      last = x;
      context.globalAlpha = x <= here + 0.5 ? 1 : 0.5;
      context.beginPath();
      context.moveTo(x, 1);
      context.lineTo(x + 5, 6);
      context.lineTo(x, 11);
      context.lineTo(x - 5, 6);
      context.closePath();
      context.fill();
      context.stroke();
    }
    context.globalAlpha = 1;
  }
  // prettier-ignore
};

// src/network.css
var network_default = `/* which panels there are */
.flinksim-stepper [hidden] { display: none !important; }
/* the name of the run needs the room of ours */
.flinksim-widget.flinksim-stepper:not([data-size="wide"]) .brand { font-size: 0; gap: 0; }
/* the tasks of these views are narrower */
.flinksim-stepper:not([data-shown="event time"]) .jobPanel svg { min-width: 480px; }
.flinksim-widget.flinksim-stepper .views button { font-size: 14px; height: 32px; padding: 0 12px; }
.flinksim-stepper .networkPanels { grid-template-columns: minmax(0, 760fr) minmax(0, 486fr); }
.flinksim-stepper[data-size="middle"] .networkPanels, .flinksim-stepper[data-size="narrow"] .networkPanels { grid-template-columns: minmax(0, 1fr); }
.flinksim-stepper h3 .legend { margin-left: auto; gap: 11px; font-weight: 500; font-size: 13px; display: flex; }
.flinksim-stepper h3 .legend svg { position: relative; top: 2px; }
.flinksim-stepper .channelsPanel h3 .small { margin-left: 0; }
.flinksim-stepper .channelsPanel > [data-part="channels"] { height: calc(172px + var(--spare)); overflow: hidden auto; scrollbar-width: thin; margin-top: 2px; }
.flinksim-stepper .plotPanel { padding: 9px 13px 10px; }

.flinksim-stepper:not([data-size="wide"]) .channelsPanel > [data-part="channels"] { height: auto; max-height: 262px; }


/* buffers and credit */
.flinksim-stepper .pip.exclusive { fill: var(--panel); }
.flinksim-stepper .pip.floating { fill: var(--panel); }
.flinksim-stepper .ring { fill: var(--panel); stroke: var(--paneink); stroke-width: 2; }
.flinksim-stepper .ring.wiredCredit { stroke-dasharray: 2.4 2; }
.flinksim-stepper .ring.untold { stroke-dasharray: 1 2.4; }
.flinksim-stepper .laneBox { fill: var(--soft); stroke: var(--line); }
.flinksim-stepper .lane.current .laneBox { stroke: var(--bufline); stroke-width: 2; fill: var(--focusbg); }
.flinksim-stepper .lane.hindered .laneBox { stroke: var(--fire); stroke-width: 1.6; }
.flinksim-stepper .lane.current .onWire { fill: var(--focusbg); }
.flinksim-stepper .onWire { fill: var(--soft); }
.flinksim-stepper svg .head { fill: var(--ink3); }
.flinksim-stepper svg .waits { fill: var(--fireink); font-weight: 650; }
.flinksim-stepper .flow { stroke: var(--bufline); stroke-width: 1.8; fill: none; }
.flinksim-stepper .flow.back { stroke: var(--paneink); }
.flinksim-stepper .flow.local { stroke-dasharray: 2 4; }
.flinksim-stepper .flow.tip { stroke-linecap: round; stroke-linejoin: round; stroke-dasharray: none; }
.flinksim-stepper .hinderBadge { fill: var(--badge); }
.flinksim-stepper .hinderBadge + .badgeText { fill: var(--onfire, #fff); }
.flinksim-stepper .stop { stroke: var(--fire); stroke-width: 3; stroke-linecap: round; }
.flinksim-stepper .wire.hindered { stroke: var(--fire); stroke-width: 2.4; stroke-dasharray: 7 4; }
.flinksim-stepper .gauge { fill: var(--panel); stroke: var(--line2); }
.flinksim-stepper .gaugeFull { fill: var(--bufline); }
.flinksim-stepper .gaugeFull.used { fill: var(--fire); }

/* how tasks spend their time, in Flink's colours */
.flinksim-stepper .load.busy { fill: #ee2222; }
.flinksim-stepper .load.idle { fill: #1890ff; fill-opacity: .45; } /* paler than busy, for those who see no red */
.flinksim-stepper .load.backpressured { fill: #000; }
.flinksim-stepper .loadStripe { fill: #fff; fill-opacity: .55; }
.flinksim-stepper svg .onShade { fill: #10161d; font-weight: 600; }

/* metrics */
.flinksim-stepper .metricsPanel h3 { align-items: center; margin-bottom: 6px; }
.flinksim-stepper .metricsPanel input { flex: 1; min-width: 60px; height: 26px; margin-left: 6px; padding: 0 8px; font: inherit; font-weight: 500; font-size: 13px; color: var(--ink); background: var(--btn); border: 1px solid var(--line2); border-radius: 7px; }
.flinksim-stepper .metricsPanel .small { margin-left: 0; height: 26px !important; }
.flinksim-stepper .metricsPanel .small[aria-pressed="true"] { background: var(--pill) !important; color: var(--pilltext) !important; }
.flinksim-stepper .metrics { height: calc(194px + var(--spare)); overflow: hidden auto; scrollbar-width: thin; }
.flinksim-stepper .metrics table { width: 100%; border-collapse: collapse; table-layout: fixed; font-size: 12.5px; line-height: 1.35; margin: 0; background: none; }
.flinksim-stepper .metrics th, .flinksim-stepper .metrics td { padding: 1.5px 5px; text-align: right; border: 0; background: none; color: var(--ink); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; max-width: none; }
.flinksim-stepper .metrics tbody tr, .flinksim-stepper .metrics thead tr { background: none; }
.flinksim-stepper .metrics thead th { position: sticky; top: 0; background: var(--panel); color: var(--ink3); font-weight: 500; z-index: 1; }
.flinksim-stepper .metrics th:first-child { text-align: left; width: 49%; font-weight: 500; }
.flinksim-stepper .metrics thead th:last-child { width: 19%; }
.flinksim-stepper .metrics td:nth-child(2) { color: var(--ink3); }
.flinksim-stepper .metrics tbody tr { border-top: 1px solid var(--line); }
.flinksim-stepper .metrics .section th { font-weight: 700; padding-top: 7px; }
.flinksim-stepper .metrics .section.selected th { color: var(--focus); }
.flinksim-stepper .metrics .changed td:nth-child(3), .flinksim-stepper .metrics .changed td:nth-child(4) { font-weight: 700; }
.flinksim-stepper .metrics .none { text-align: left; color: var(--ink3); padding: 10px 5px; }

/* the whole run */
.flinksim-stepper .plot { position: relative; cursor: crosshair; }
.flinksim-stepper .playhead { position: absolute; top: 12px; width: 3px; margin-left: -1.5px; border-radius: 2px; background: var(--fire); pointer-events: none; }
.flinksim-stepper .plotGround { fill: var(--soft); stroke: var(--line); }
.flinksim-stepper .curve { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
.flinksim-stepper .curve.receiver { stroke-dasharray: 4 3; }
.flinksim-stepper .curve.plain { stroke: var(--ink2); }
.flinksim-stepper .tone0 { stroke: var(--data); }
.flinksim-stepper .tone1 { stroke: var(--fire); }
.flinksim-stepper .tone2 { stroke: var(--pane); }
.flinksim-stepper .tone3 { stroke: var(--tm); }
.flinksim-stepper .tone4 { stroke: var(--wm); }
.flinksim-stepper .tone5 { stroke: var(--ink2); }
.flinksim-stepper .tick { stroke: var(--line2); }
`;

// src/stepper.css
var stepper_default = '/* header */\n.flinksim-stepper .legendPane { fill: var(--panesoft); stroke: var(--pane); stroke-width: 1.6; }\n.flinksim-stepper .clock { background: var(--panel); border: 1px solid var(--line); border-radius: 9px; padding: 5px 11px; color: var(--ink2); white-space: nowrap; }\n.flinksim-stepper .clock b { color: var(--ink); font-weight: 650; margin-left: 6px; }\n\n/* panels */\n.flinksim-stepper .jobPanel svg { width: 100%; height: auto; min-width: 860px; }\n.flinksim-stepper .jobPanel { padding: 2px 8px; overflow: auto; max-height: 560px; }\n.flinksim-stepper .panels { display: grid; gap: 8px; grid-template-columns: minmax(0, 386fr) minmax(0, 270fr) minmax(0, 590fr); }\n.flinksim-stepper .panels .panel { padding: 9px 13px 10px; }\n.flinksim-stepper[data-size="middle"] .panels { grid-template-columns: minmax(0, 386fr) minmax(0, 290fr); }\n.flinksim-stepper[data-size="middle"] .panesPanel { grid-column: 1 / -1; }\n.flinksim-stepper[data-size="narrow"] .panels { grid-template-columns: minmax(0, 1fr); }\n.flinksim-stepper[data-size="middle"] .legend, .flinksim-stepper[data-size="narrow"] .legend { display: none; }\n.flinksim-stepper .timersPanel h3 small { margin-left: auto; }\n.flinksim-stepper .small { flex: none; margin-left: auto; height: 22px !important; min-width: 0 !important; padding: 0 8px !important; font-size: 12.5px !important; border-radius: 7px !important; }\n\n.flinksim-stepper svg .onWatermark { fill: #14202e; }\n.flinksim-stepper svg .grid { stroke: var(--line); stroke-width: 1; }\n\n/* elements */\n.flinksim-stepper .record { fill: var(--data); stroke: var(--panel); stroke-width: 1.4; }\n.flinksim-stepper .watermark { fill: var(--wm); stroke: var(--wmink); stroke-width: 1.2; }\n.flinksim-stepper svg .flag { font-size: 11px; font-weight: 750; fill: #14202e; }\n.flinksim-stepper .mark { fill: var(--ink3); }\n\n/* channels */\n.flinksim-stepper .wire { fill: none; stroke: var(--line2); stroke-width: 1.4; stroke-dasharray: 1.5 4; stroke-linecap: round; }\n.flinksim-stepper .wire.near { stroke-width: 2; stroke-dasharray: none; }\n.flinksim-stepper .wire.idle { stroke-dasharray: 5 5; }\n.flinksim-stepper .wire.data { stroke: var(--data); stroke-width: 3; stroke-dasharray: none; }\n.flinksim-stepper .wire.wm { stroke: var(--wm); stroke-width: 3.4; stroke-dasharray: none; }\n.flinksim-stepper .wire.buf { stroke: var(--bufline); stroke-width: 2.6; stroke-dasharray: none; }\n.flinksim-stepper .card { fill: var(--panel); stroke: var(--line2); stroke-width: 1.3; }\n.flinksim-stepper .card.wm { stroke: var(--wm); stroke-width: 2.4; }\n.flinksim-stepper .card.data { stroke: var(--data); stroke-width: 2.2; }\n.flinksim-stepper .card.buf { stroke: var(--bufline); stroke-width: 2.2; }\n.flinksim-stepper .chip { fill: var(--panel); stroke: var(--line2); }\n.flinksim-stepper .pip { stroke: var(--bufline); stroke-width: 1.5; }\n.flinksim-stepper .pip.full { fill: var(--bufline); }\n.flinksim-stepper .pip.wired { fill: var(--buf); fill-opacity: .35; stroke-dasharray: 2 2; }\n.flinksim-stepper .pip.got { fill: var(--buf); }\n.flinksim-stepper .pip.free { fill: var(--panel); }\n\n/* tasks */\n.flinksim-stepper .task { cursor: pointer; outline: none; }\n.flinksim-stepper .task .box { fill: var(--soft); stroke: var(--line2); stroke-width: 1.4; }\n.flinksim-stepper .task:hover .box { stroke: var(--ink3); }\n.flinksim-stepper .task.idle .box, .flinksim-stepper .task.off .box { stroke-dasharray: 5 4; }\n.flinksim-stepper .task.selected .box { stroke: var(--focus); stroke-width: 2.2; }\n.flinksim-stepper .task.running .box { fill: var(--focusbg); stroke: var(--focus); stroke-width: 2.6; }\n.flinksim-stepper .task.blocked .box, .flinksim-stepper .task.failed .box { fill: var(--firesoft); stroke: var(--fire); stroke-width: 2.4; }\n.flinksim-stepper .task:focus-visible .box { stroke: var(--focus); stroke-width: 4; }\n.flinksim-stepper .task .badge { fill: var(--focus); }\n.flinksim-stepper .task.blocked .badge, .flinksim-stepper .task.failed .badge { fill: var(--badge); }\n.flinksim-stepper svg .badgeText { fill: var(--onfocus); font-size: 12.5px; font-weight: 650; }\n.flinksim-stepper .pill { fill: var(--panel); stroke: var(--line2); stroke-width: 1.2; }\n.flinksim-stepper .pill.current { stroke: var(--fire); stroke-width: 2.4; }\n.flinksim-stepper .joint { stroke: var(--ink3); stroke-width: 2.4; }\n.flinksim-stepper .mail { fill: var(--pane); stroke: var(--pane); stroke-width: 1.2; }\n.flinksim-stepper .mail.none { fill: none; stroke: var(--line2); }\n\n/* valve */\n.flinksim-stepper .track { fill: var(--soft); stroke: var(--line); }\n.flinksim-stepper .row .bar { fill: var(--wmsoft); stroke: var(--wmink); stroke-width: 1.2; }\n.flinksim-stepper .row.holds .bar { fill: var(--wm); stroke-width: 1.8; }\n.flinksim-stepper .row.behind .bar { fill: var(--soft); stroke-dasharray: 4 3; }\n.flinksim-stepper .row.idle .hatch { fill: var(--hatch); }\n.flinksim-stepper svg .row.idle text, .flinksim-stepper svg .row.behind text { fill: var(--ink2); }\n.flinksim-stepper svg .row.holds .in { fill: #14202e; font-weight: 700; }\n.flinksim-stepper svg .row.current .strong { fill: var(--fireink); }\n.flinksim-stepper .feed { stroke: var(--line2); stroke-width: 2.4; }\n.flinksim-stepper .feed.holds { stroke: var(--wm); stroke-width: 4.5; }\n.flinksim-stepper .feed.off { stroke-dasharray: 2 5; }\n.flinksim-stepper .funnel { fill: var(--wmsoft); stroke: var(--wmink); stroke-width: 1.8; stroke-linejoin: round; }\n.flinksim-stepper svg .funnelText { font-size: 17px; font-weight: 700; fill: var(--wmink); }\n.flinksim-stepper svg .funnelNote { fill: var(--wmink); font-size: 12px; }\n.flinksim-stepper .result { fill: var(--wm); stroke: var(--wmink); stroke-width: 1.3; }\n.flinksim-stepper .result.idle { fill: var(--hatch); stroke: var(--ink3); }\n.flinksim-stepper .result.current { stroke: var(--fire); stroke-width: 3; }\n\n/* timers */\n.flinksim-stepper .timersPanel > [data-part="timers"] { height: 218px; overflow: hidden auto; scrollbar-width: thin; }\n.flinksim-stepper .timer .entry { fill: var(--soft); stroke: var(--line2); }\n.flinksim-stepper .timer .mark { fill: var(--panel); stroke: var(--tm); stroke-width: 1.5; }\n.flinksim-stepper .timer.due .entry { fill: var(--tmsoft); stroke: var(--tm); stroke-width: 1.4; }\n.flinksim-stepper .timer.due .mark, .flinksim-stepper .timer.fires .mark { fill: var(--tmfill); }\n.flinksim-stepper .timer.fires .entry { fill: var(--firesoft); stroke: var(--fire); stroke-width: 2.2; }\n.flinksim-stepper .timer.new .entry { stroke: var(--fire); stroke-width: 2; }\n.flinksim-stepper svg .timer.due .word { fill: var(--tm); font-weight: 650; }\n.flinksim-stepper svg .timer.fires .word, .flinksim-stepper svg .timer.new .word { fill: var(--fireink); font-weight: 700; }\n.flinksim-stepper .divider { stroke: var(--wm); stroke-width: 2.6; }\n.flinksim-stepper .dividerChip { fill: var(--wm); }\n\n/* panes */\n.flinksim-stepper .hatching { stroke: var(--hatch); stroke-width: 1.6; opacity: .55; }\n.flinksim-stepper .pane .box { fill: var(--panesoft); stroke: var(--pane); stroke-width: 1.7; }\n.flinksim-stepper svg .pane .word, .flinksim-stepper svg .pane .count { fill: var(--paneink); }\n.flinksim-stepper .pane.assigned .box { stroke-width: 3; }\n.flinksim-stepper .pane.due .box { stroke: var(--tm); stroke-width: 2; }\n.flinksim-stepper svg .pane.due .word { fill: var(--tm); font-weight: 650; }\n.flinksim-stepper .pane.fires .box { fill: var(--firesoft); stroke: var(--fire); stroke-width: 2.8; }\n.flinksim-stepper svg .pane.fires .word, .flinksim-stepper svg .pane.fires .count { fill: var(--fireink); font-weight: 700; }\n.flinksim-stepper .pane.gone .box, .flinksim-stepper .pane.purged .box { fill: var(--soft); stroke: var(--line2); stroke-dasharray: 4 3; stroke-width: 1.3; }\n.flinksim-stepper svg .pane.gone .word, .flinksim-stepper svg .pane.gone .count, .flinksim-stepper svg .pane.purged .word, .flinksim-stepper svg .pane.purged .count { fill: var(--ink3); }\n.flinksim-stepper .pane.gone .record { fill: var(--ink3); opacity: .6; }\n.flinksim-stepper .watermarkLine { stroke: var(--wm); stroke-width: 3.4; }\n.flinksim-stepper .flagBox { fill: var(--wm); stroke: var(--wmink); }\n.flinksim-stepper .flagBox.none { fill: var(--wmsoft); }\n.flinksim-stepper[data-theme="dark"] .flagBox.none + .onWatermark { fill: var(--wmink); }\n\n/* call stack and sentence */\n.flinksim-stepper .stack { display: flex; align-items: center; height: 54px; padding: 0 0 0 14px; border-bottom: 1px solid var(--line); }\n.flinksim-stepper .stack > b { font-weight: 650; line-height: 1.15; margin-right: 12px; }\n.flinksim-stepper .frames { display: flex; align-items: center; overflow: auto hidden; flex: 1; height: 100%; padding-right: 12px; white-space: nowrap; scrollbar-width: thin; outline-offset: -2px; mask-image: linear-gradient(to right, transparent, #000 22px); padding-left: 16px; }\n.flinksim-stepper .frame { padding: 2px 9px 4px; border-radius: 8px; background: var(--soft); border: 1px solid var(--line); display: flex; flex-direction: column; line-height: 1.24; font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }\n.flinksim-stepper .frame i { font-style: normal; font-size: 12px; color: var(--ink2); max-width: 25ch; overflow: hidden; text-overflow: ellipsis; }\n.flinksim-stepper .frame b { font-weight: 600; font-size: 13px; max-width: 24ch; overflow: hidden; text-overflow: ellipsis; }\n.flinksim-stepper .frame:last-child { background: var(--firesoft); border-color: var(--fire); box-shadow: inset 0 0 0 1px var(--fire); }\n.flinksim-stepper .frame:last-child b { font-weight: 700; }\n.flinksim-stepper .then { font-style: normal; color: var(--ink3); margin: 0 5px; font-size: 16px; }\n.flinksim-stepper .none { color: var(--ink3); }\n.flinksim-stepper .say { display: flex; align-items: center; gap: 13px; height: 66px; padding: 0 14px; }\n.flinksim-stepper .say p { margin: 0; font-size: 18.5px; line-height: 1.28; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; overflow-wrap: anywhere; }\n.flinksim-stepper .say .badge { flex: none; background: var(--badge); color: var(--onfire, #fff); font-weight: 700; border-radius: 8px; padding: 5px 9px; white-space: nowrap; }\n.flinksim-stepper .say b { font-weight: 680; }\n.flinksim-stepper .say .watermark { color: var(--wmink); }\n.flinksim-stepper .say .firing { color: var(--fireink); }\n.flinksim-stepper .say .timer { color: var(--tm); }\n.flinksim-stepper .say .record { color: var(--data); }\n.flinksim-stepper .say .pane { color: var(--paneink); }\n.flinksim-stepper .say .buffer { color: var(--bufline); }\n.flinksim-stepper .say .short { font-weight: 600; }\n.flinksim-stepper .failed .say { height: auto; padding-block: 9px 4px; }\n.flinksim-stepper .failed .say p { display: block; white-space: pre-line; }\n.flinksim-stepper .failure { margin: 0; padding: 0 14px 9px; display: flex; flex-wrap: wrap; gap: 4px 22px; font-size: 14px; }\n.flinksim-stepper .failure[hidden] { display: none; }\n.flinksim-stepper .failure div { display: flex; gap: 8px; }\n.flinksim-stepper .failure dt { color: var(--ink3); white-space: nowrap; }\n.flinksim-stepper .failure dd { margin: 0; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }\n\n/* controls */\n.flinksim-stepper .controls { padding: 9px 14px 8px; overflow: visible; }\n.flinksim-stepper .bar { display: flex; align-items: center; gap: 8px; flex-wrap: wrap; }\n.flinksim-stepper .count { margin-left: auto; text-align: right; font-size: 15px; color: var(--ink2); line-height: 1.2; }\n.flinksim-stepper .count b { color: var(--ink); }\n.flinksim-stepper .count small { display: block; font-size: 12.5px; color: var(--ink3); }\n.flinksim-stepper .strip { position: relative; margin-top: 6px; height: 46px; }\n.flinksim-stepper .strip canvas { position: absolute; inset: 0; width: 100%; border-radius: 4px; }\n.flinksim-stepper .strip input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: ew-resize; }\n.flinksim-stepper .strip:has(input:focus-visible) { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }\n';

// src/timers.ts
var HEIGHT4 = 218;
var ROW2 = 30;
var MOST_DUE = 200;
function drawTimers(frame, width) {
  const { entries, watermark: watermark2 } = entriesOf(frame);
  if (entries.length === 0) {
    const none = text(width / 2, HEIGHT4 / 2, "No timers are registered here.", "t2", "middle");
    return picture(width, HEIGHT4, "No timers", none);
  }
  const due = entries.filter(({ state }) => state === "fires" || state === "due");
  const waiting = entries.filter(({ state }) => state === "waits" || state === "new");
  const room = Math.floor((HEIGHT4 - 26 - 14) / ROW2);
  const shownDue = due.slice(0, MOST_DUE);
  const shownWaiting = waiting.slice(0, Math.max(1, room - shownDue.length));
  const parts2 = [];
  let y = 0;
  const more = (hidden, word2) => {
    if (hidden <= 0) return;
    parts2.push(text(width / 2, y + 12, `and ${hidden} more${word2}`, "t3", "middle"));
    y += 20;
  };
  for (const entry of shownDue) {
    parts2.push(drawEntry(frame, entry, y, width));
    y += ROW2;
  }
  more(due.length - shownDue.length, " due");
  parts2.push(drawDivider(frame, watermark2, y, width));
  y += 26;
  for (const entry of shownWaiting) {
    parts2.push(drawEntry(frame, entry, y, width));
    y += ROW2;
  }
  more(waiting.length - shownWaiting.length, "");
  const words = entries.slice(0, 12).map(({ timer, state }) => `${frame.labels.time(timer.timestamp)} ${show(timer.key)} ${state}`);
  const height = Math.max(HEIGHT4, y);
  return picture(width, height, `${entries.length} timers: ${words.join(", ")}`, parts2.join(""));
}
function countTimers(frame) {
  let count = 0;
  for (const { id } of frame.lookup.operatorsOf(frame.keyed)) {
    count += frame.scene.view.operators.get(id)?.timers.size ?? 0;
  }
  return count;
}
function entriesOf(frame) {
  const entries = [];
  let watermark2 = MIN_TIMESTAMP;
  const { fact } = frame;
  const firing = firingTimer(frame);
  for (const { id } of frame.lookup.operatorsOf(frame.keyed)) {
    const view = frame.scene.view.operators.get(id);
    if (!view) continue;
    if (view.timers.size > 0) watermark2 = view.watermark;
    if (firing?.operator === id) {
      entries.push({ timer: firing, state: "fires" });
      watermark2 = view.watermark;
    }
    for (const timer of view.timers.values()) {
      const clock = timer.domain === "event" ? view.watermark : frame.scene.view.time_ms;
      const isNew = fact?.type === "TimerRegistered" && fact.operator === id && fact.timestamp === timer.timestamp && fact.key === timer.key;
      entries.push({ timer, state: timer.timestamp <= clock ? "due" : isNew ? "new" : "waits" });
    }
  }
  const rank = (entry) => entry.state === "fires" ? 0 : 1;
  entries.sort((a, b) => rank(a) - rank(b) || Number(a.timer.timestamp - b.timer.timestamp));
  return { entries, watermark: watermark2 };
}
function firingTimer(frame) {
  for (const index of frame.index < 0 ? [] : chainOfCauses(frame.trace, frame.index)) {
    const fact = frame.trace.event(index);
    if (fact.type === "TimerFired") return fact;
  }
  return null;
}
function drawEntry(frame, { timer, state }, y, width) {
  const time = frame.labels.time(timer.timestamp);
  const where = timer.namespace === '""' ? "" : ` for ${frame.labels.window(timer.namespace)}`;
  const title = `${timer.domain}-time timer of key ${show(timer.key)} at ${time}${where}`;
  const word2 = state === "waits" ? timer.domain === "processing" ? "clock" : "" : state;
  const start2 = 32 + textWidth(time, "strong") + 12;
  return `<g class="timer ${state}"><title>${esc(title)}</title>` + rect(0.5, y + 0.5, width - 1, ROW2 - 4, "entry", 7) + diamond(17, y + ROW2 / 2 - 1.5, "mark") + text(32, y + 19.5, time, "t2 m strong") + text(start2, y + 19.5, fit(cut(show(timer.key)), width - start2 - 46, "strong"), "t2 strong") + text(width - 10, y + 19.5, word2, "t3 word", "end") + "</g>";
}
function drawDivider(frame, watermark2, y, width) {
  const label = `watermark ${frame.labels.time(watermark2)} ▲`;
  const wide = textWidth(label, "strong") + 18;
  return line(0, y + 11, width, y + 11, "divider") + rect((width - wide) / 2, y, wide, 22, "dividerChip", 7) + text(width / 2, y + 15.5, label, "t3 strong onWatermark", "middle");
}

// src/trace.ts
var MAGIC = "flnktrc\n";
var TraceError = class extends Error {
};
var PRELUDE_BYTES = 16;
var CHUNK_BYTES = 24;
async function openTrace(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC) throw new TraceError("This is no flinksim trace.");
  const version = view.getUint32(8, true);
  if (version !== FORMAT_VERSION) {
    throw new TraceError(
      `The trace has format version ${version}; this page reads version ${FORMAT_VERSION}. Record the run again, or export it with the flinksim that wrote it.`
    );
  }
  const chunks = [];
  let at = PRELUDE_BYTES;
  let last = false;
  while (!last) {
    const left = bytes.byteLength - at;
    const length = left < CHUNK_BYTES ? 0 : Number(view.getBigUint64(at + 8, true));
    if (left < CHUNK_BYTES + length) break;
    last = view.getUint32(at + 4, true) === 1;
    chunks.push(await openChunk(bytes.subarray(at + CHUNK_BYTES, at + CHUNK_BYTES + length)));
    at += CHUNK_BYTES + length;
  }
  const end = chunks.at(-1);
  if (!end) throw new TraceError("The trace is cut short.");
  return new Trace(merged(chunks), last ? end.info : { ...end.info, cut: "the file is cut short" });
}
async function openChunk(body) {
  const payload = await inflate(body);
  const headerLength = new DataView(payload).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(payload, 4, headerLength)));
  if (header.schema !== SCHEMA_ID) {
    throw new TraceError(
      `The facts of the trace have schema ${header.schema}; this page knows ${SCHEMA_ID}. Record the run again, or export it with the flinksim that wrote it.`
    );
  }
  const columns = /* @__PURE__ */ new Map();
  for (const [name, type, offset, length, none] of header.columns) {
    const values = typed(type, payload, 4 + headerLength + offset, length);
    columns.set(name, { values, none: none === null ? null : BigInt(none) });
  }
  return { columns, info: header.info };
}
function merged(chunks) {
  if (chunks.length === 1) return chunks[0].columns;
  const names = new Set(chunks.flatMap(({ columns }) => [...columns.keys()]));
  const whole = /* @__PURE__ */ new Map();
  for (const name of names) {
    const parts2 = chunks.flatMap(({ columns }) => columns.get(name) ?? []);
    if (parts2.some(({ none }) => none !== null)) {
      const none = freeNone(parts2.map(({ values: values2 }) => values2));
      const values = parts2.map(
        (part) => part.values.map((value) => value === part.none ? none : value)
      );
      whole.set(name, { values: joined(values), none });
    } else {
      const values = parts2.map((part) => part.values);
      whole.set(name, { values: name === "texts.end" ? endsOf(values) : joined(values), none: null });
    }
  }
  return whole;
}
function freeNone(parts2) {
  let none = -(1n << 63n) + 1n;
  while (parts2.some((part) => part.includes(none))) none += 1n;
  return none;
}
function endsOf(parts2) {
  let start2 = 0;
  const ends = [];
  for (const part of parts2) {
    const before = start2;
    for (const end of part) ends.push(start2 = before + Number(end));
  }
  return Uint32Array.from(ends);
}
function joined(parts2) {
  const count = parts2.reduce((sum2, part) => sum2 + part.length, 0);
  if (parts2.some((part) => part instanceof BigInt64Array)) {
    return fill2(
      new BigInt64Array(count),
      parts2,
      (part) => part instanceof BigInt64Array ? part : BigInt64Array.from(part, BigInt)
    );
  }
  const size = Math.max(...parts2.map((part) => part.BYTES_PER_ELEMENT));
  const made = size === 1 ? new Uint8Array(count) : size === 2 ? new Uint16Array(count) : new Uint32Array(count);
  return fill2(made, parts2, (part) => part);
}
function fill2(whole, parts2, as) {
  let at = 0;
  for (const part of parts2) {
    whole.set(as(part), at);
    at += part.length;
  }
  return whole;
}
var Trace = class {
  constructor(columns, info) {
    this.columns = columns;
    this.info = info;
    this.texts = new Texts(this.column("texts.json"), this.column("texts.end"));
    this.kinds = this.column("events.kind");
    this.eventCount = this.kinds.length;
    const after = this.column("steps.after");
    this.stepCount = after.length;
    this.firstEvents = new Uint32Array(this.stepCount);
    let first = 0;
    for (let i = 0; i < this.stepCount; i++) this.firstEvents[i] = first += Number(after[i]);
    this.causes = this.column("events.cause");
    this.originBack = this.column("events.origin");
    this.places = this.column("events.place");
    this.rows = new Uint32Array(this.eventCount);
    const counts = new Uint32Array(KINDS.length);
    for (let i = 0; i < this.eventCount; i++) {
      const kind = this.kinds[i];
      this.rows[i] = counts[kind]++;
    }
    this.tables = KINDS.map((kind, number2) => counts[number2] > 0 ? this.table(kind) : null);
    const submitted = this.eventCount > 0 ? this.event(0) : null;
    this.plan = submitted?.type === "JobSubmitted" ? submitted.plan : null;
  }
  /** The kind of every fact, as its number in KINDS. */
  kinds;
  eventCount;
  stepCount;
  plan;
  texts;
  rows;
  tables;
  firstEvents;
  moves = null;
  causes;
  originBack;
  places;
  /** The fact at `index`. */
  event(index) {
    const kind = this.kinds[index];
    return READERS[kind](this.tables[kind], this.rows[index]);
  }
  kindOf(index) {
    return KINDS[this.kinds[index]];
  }
  /** The cause of a fact within its step, or -1. */
  cause(index) {
    const distance = Number(this.causes[index]);
    return distance === 0 ? -1 : index - distance;
  }
  /** The fact of any earlier step that a fact goes on from, the nearest if there are several, or -1. */
  origin(index) {
    const distance = Number(this.originBack[index]);
    return distance === 0 ? -1 : index - distance;
  }
  /** Flink's methods on the stack when a fact became true, the outermost first. */
  callStack(index) {
    const callers = this.column("frames.caller");
    const methods = this.column("frames.method");
    const stack = [];
    for (let at = Number(this.places[index]); at > 0; at = Number(callers[at])) {
      stack.unshift(this.texts.text(Number(methods[at])));
    }
    return stack;
  }
  /** The step that the fact at `index` belongs to, or -1. */
  stepOf(index) {
    let low = 0;
    let high = this.stepCount;
    while (low < high) {
      const middle = low + high >> 1;
      if (Number(this.firstEvents[middle]) <= index) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
  /** The facts of a step, as [first, one past the last]. */
  eventRange(step) {
    const last = step + 1 < this.stepCount ? Number(this.firstEvents[step + 1]) : this.eventCount;
    return [Number(this.firstEvents[step]), last];
  }
  /** How many facts are true at the end of a millisecond of virtual time. */
  positionBy(time) {
    const moves = this.moves ??= this.indexesOf(["ProcessingTimeAdvanced"]);
    let low = 0;
    let high = moves.length;
    while (low < high) {
      const middle = low + high >> 1;
      const fact = this.event(moves[middle]);
      if (fact.type === "ProcessingTimeAdvanced" && fact.after <= time) low = middle + 1;
      else high = middle;
    }
    return moves[low] ?? this.eventCount;
  }
  actorOf(step) {
    return this.texts.text(Number(this.column("steps.actor")[step]));
  }
  actionOf(step) {
    return this.texts.text(Number(this.column("steps.action")[step]));
  }
  /** Indexes of all facts of some kinds, in order. */
  indexesOf(wanted) {
    const numbers = new Set(wanted.map((kind) => KINDS.indexOf(kind)));
    const found = [];
    for (let i = 0; i < this.eventCount; i++) if (numbers.has(this.kinds[i])) found.push(i);
    return found;
  }
  column(name) {
    const found = this.columns.get(name);
    if (!found) throw new TraceError(`The trace has no column ${name}; it is damaged.`);
    return found.values;
  }
  table(kind) {
    const names = FIELDS[kind].map(([field]) => `${kind}.${field}`);
    const nones = names.map((name) => this.columns.get(name)?.none ?? null);
    return new Table(names.map((name) => this.column(name)), nones, this.texts);
  }
};
function typed(type, buffer, offset, length) {
  switch (type) {
    case "u8":
      return new Uint8Array(buffer, offset, length);
    case "u16":
      return new Uint16Array(buffer, offset, length);
    case "u32":
      return new Uint32Array(buffer, offset, length);
    case "i64":
      return new BigInt64Array(buffer, offset, length);
    default:
      throw new TraceError(`The trace has a column of type ${type}; it is damaged.`);
  }
}
var Texts = class {
  constructor(json, ends) {
    this.ends = ends;
    this.all = new TextDecoder("latin1").decode(json);
  }
  all;
  parsed = [];
  lists = [];
  json(number2) {
    const start2 = number2 === 0 ? 0 : Number(this.ends[number2 - 1]);
    return this.all.slice(start2, Number(this.ends[number2]));
  }
  list(number2) {
    return this.lists[number2] ??= JSON.parse(this.json(number2));
  }
  text(number2) {
    return this.parsed[number2] ??= JSON.parse(this.json(number2));
  }
};
var Table = class {
  constructor(columns, nones, texts) {
    this.columns = columns;
    this.nones = nones;
    this.texts = texts;
  }
  timestamp(column, row) {
    return this.columns[column][row];
  }
  optionalTimestamp(column, row) {
    const timestamp = this.columns[column][row];
    return timestamp === this.nones[column] ? null : timestamp;
  }
  count(column, row) {
    return Number(this.columns[column][row]);
  }
  flag(column, row) {
    return this.columns[column][row] !== 0;
  }
  text(column, row) {
    return this.texts.text(this.columns[column][row]);
  }
  textsOf(column, row) {
    return this.texts.list(this.columns[column][row]);
  }
  value(column, row) {
    return this.texts.json(this.columns[column][row]);
  }
  plan(column, row) {
    return JSON.parse(this.value(column, row));
  }
};

// src/words.ts
function inWords(frame) {
  const { labels, scene } = frame;
  const { view } = scene;
  const lines = [`processing time ${labels.time(view.time_ms)}; job ${view.status}`];
  for (const [id, task2] of view.tasks) {
    const waits = task2.suspended ? `, waits: ${task2.suspended}` : "";
    const mails = task2.mails.length > 0 ? `, mails: ${task2.mails.join(", ")}` : "";
    const load = frame.run && loadOf(frame.run, id, frame.position);
    const spent = load ? `; ${loadWords(load)}` : "";
    lines.push(`task ${labels.name(id)}: ${task2.state}${waits}${mails}${spent}`);
  }
  const task = view.tasks.get(frame.task);
  if (!task) return lines.join("\n");
  lines.push("", `selected: ${labels.name(frame.task)}`);
  for (const channel of frame.lookup.inputsOf(frame.task)) {
    const one = view.channels.get(channel.id);
    if (!one) continue;
    const status = one.idle ? "idle" : one.aligned ? "counts" : "lags behind";
    lines.push(
      `channel ${channel.index} from ${labels.name(channel.source)}: watermark ${labels.time(one.watermark)}, ${status}, ${one.written - one.read} elements waiting`
    );
  }
  for (const channel of [...frame.lookup.inputsOf(frame.task), ...frame.lookup.outputsOf(frame.task)]) {
    const one = view.channels.get(channel.id);
    if (one) lines.push(channelWords(frame, channel, one));
  }
  for (const [number2, input] of task.inputs) {
    lines.push(`input ${number2} watermark ${input.idle ? "idle" : labels.time(input.watermark)}`);
  }
  for (const { id, name } of frame.lookup.operatorsOf(frame.task)) {
    const operator = view.operators.get(id);
    if (!operator) continue;
    lines.push(`operator ${name}: ${operator.state}, watermark ${labels.time(operator.watermark)}`);
    for (const [split, { watermark: watermark2, idle }] of operator.splits) {
      lines.push(`  split ${split}: watermark ${idle ? "idle" : labels.time(watermark2)}`);
    }
    for (const timer of operator.timers.values()) {
      const time = labels.time(timer.timestamp);
      lines.push(`  ${timer.domain}-time timer ${time} of key ${show(timer.key)}`);
    }
    for (const pane of operator.panes.values()) {
      const window2 = labels.window(pane.window);
      lines.push(`  pane ${window2} of key ${show(pane.key)}: ${pane.count} elements`);
    }
  }
  return lines.join("\n");
}

// src/stepper.ts
var STYLES = { "event time": EVENT_STYLE, network: NETWORK_STYLE, "whole run": SMALL_STYLE };
var SYNC_MS = 200;
var KEYFRAME_MS = 12;
var TALLEST_JOB = 228;
var MOST_SPARE = 90;
var FOLLOW = `<button type="button" data-act="follow" class="small" hidden>follow the run</button>`;
var LEGEND = `
  <span><svg width="13" height="13"><circle cx="6.5" cy="6.5" r="5.5" class="record"/></svg>record</span>
  <span><svg width="20" height="16"><path d="M1 1h12l6 7l-6 7h-12z" class="watermark"/></svg>watermark</span>
  <span><svg width="18" height="14"><rect x="1" y="1" width="16" height="12" rx="4" class="legendPane"/></svg>pane</span>`;
var PAGE = `
<header>
  <div class="brand">${LOGO}flinksim</div><div class="crumb" data-part="job"></div>
  <div class="grains views" role="radiogroup" aria-label="What to look at">
    ${VIEWS.map((view) => `<button type="button" role="radio" data-view="${view}">${view[0].toUpperCase()}${view.slice(1)}</button>`).join("")}
  </div>
  <div class="clock">processing time <b data-part="clock">–</b></div>
  ${button("theme", "Light or dark", "Light or dark", "◐")}
</header>
<section class="panel jobPanel"><div data-part="graph"></div></section>
<div class="panels" data-shows="event time">
  <section class="panel valvePanel"><h3>Watermarks <small data-part="task"></small>
    ${FOLLOW}</h3>
    <div data-part="valve"></div></section>
  <section class="panel timersPanel"><h3>Timers <small data-part="timerCount"></small></h3>
    <div data-part="timers"></div></section>
  <section class="panel panesPanel"><h3>Window panes <small data-part="keyed"></small>
    <span class="legend" aria-hidden="true">${LEGEND}</span></h3>
    <div data-part="panes"></div></section>
</div>
<div class="panels networkPanels" data-shows="network">
  <section class="panel channelsPanel"><h3>Channels <small data-part="channelTask"></small>
    <span class="legend" aria-hidden="true">${pipLegend([["full", "buffer"], ["exclusive", "empty"], ["floating", "floating"], ["credit", "credit"]])}</span>
    ${FOLLOW}</h3>
    <div data-part="pools"></div><div data-part="channels" tabindex="0"></div></section>
  <section class="panel metricsPanel"><h3>Metrics
    <input type="search" data-part="filter" placeholder="filter: busy, Usage, a task …" aria-label="Filter the metrics">
    <button type="button" data-act="changed" class="small" aria-pressed="false" title="Only what has changed">changed</button></h3>
    <div data-part="metrics" class="metrics" tabindex="0" role="region" aria-label="Metrics"></div></section>
</div>
<section class="panel plotPanel" data-shows="whole run"><h3>Whole run <small data-part="plotTask"></small>
  ${FOLLOW}</h3>
  <div class="plot"><div data-part="plot"></div><div class="playhead" data-part="playhead"></div></div>
</section>
<section class="panel story">
  <div class="stack"><b>Call<br>stack</b><div class="frames" data-part="stack" tabindex="0"
    role="list" aria-label="Call stack"></div></div>
  <div class="say"><span class="badge" data-part="badge"></span>
    <p data-part="sentence" role="status" aria-live="polite"></p></div>
  <dl class="failure" data-part="failure" hidden></dl>
</section>
<section class="panel controls">
  <div class="bar">
    ${button("first", "First", "To the beginning (Home)", icon("first"))}
    ${button("back", "Back", "Back (←)", icon("back"))}
    <button type="button" data-act="play" class="primary" data-part="play" title="Space"></button>
    ${button("next", "Next", "Next (→)", icon("next"))}
    ${button("last", "Last", "To the end (End)", icon("last"))}
    <span class="label">step by</span>
    <div class="grains" role="radiogroup" aria-label="Step by">
      ${GRAINS.map((grain) => `<button type="button" role="radio" data-grain="${grain}" title="${GRAIN_TITLES[grain]}">${grain}</button>`).join("")}
    </div>
    ${button("speed", "Speed", "Speed of play", `<span data-part="speed"></span>`)}
    <div class="count" data-part="count"></div>
  </div>
  <div class="strip"><canvas data-part="canvas" aria-hidden="true"></canvas>
    <input type="range" data-part="range" min="0" step="1" aria-label="Position in the run"></div>
</section>
<details class="words"><summary>This moment in words</summary><pre data-part="words"></pre></details>`;
var Stepper = class {
  constructor(trace, model, el) {
    this.trace = trace;
    this.model = model;
    this.labels = new Labels(trace.plan);
    this.lookup = new Lookup(trace);
    this.history = new History(trace);
    this.player = new Player(trace, () => {
      this.draw();
      this.sync();
    });
    this.view = VIEWS.find((one) => one === model.get("view")) ?? startingView(trace);
    this.hatch = `flinksim-hatch-${++steppers}`;
    this.root.className = "flinksim-widget flinksim-stepper";
    this.root.tabIndex = 0;
    this.root.setAttribute("role", "application");
    this.root.setAttribute("aria-label", `flinksim stepper: ${trace.plan?.job_name ?? "a run"}`);
    this.root.dataset["lmSuppressShortcuts"] = "true";
    this.root.innerHTML = `<style>${base_default}${stepper_default}${network_default}</style>${PAGE}`;
    for (const part of this.root.querySelectorAll("[data-part]")) {
      this.parts.set(part.dataset["part"], part);
    }
    const title = String(model.get("title") || (trace.plan?.job_name ?? ""));
    this.part("job").innerHTML = `<b>${esc(title)}</b>`;
    const mark = Number(model.get("mark") ?? -1);
    this.scrubber = new Scrubber(trace, this.part("canvas"), mark);
    this.range.max = String(trace.eventCount);
    el.replaceChildren(this.root);
    this.listen();
    this.player.go(Number(model.get("position") ?? 0));
    this.resize();
    this.makeKeyframes();
  }
  root = document.createElement("div");
  parts = /* @__PURE__ */ new Map();
  drawn = /* @__PURE__ */ new Map();
  labels;
  lookup;
  history;
  player;
  scrubber;
  cleanups = [];
  layout = null;
  pinned = null;
  view;
  series = null;
  plot = null;
  filter = "";
  changedOnly = false;
  width = 0;
  pending = 0;
  syncTimer = 0;
  hatch;
  /** The virtual time that is shown. */
  time = 0n;
  tellsTime = false;
  followsTime = false;
  destroy() {
    this.player.pause();
    window.clearTimeout(this.syncTimer);
    for (const cleanup of this.cleanups) cleanup();
    this.root.remove();
  }
  /** The position that the kernel, or another stepper, wants. */
  follow(trait) {
    const wanted = Number(this.model.get(trait) ?? 0);
    if (trait === "position") this.player.go(wanted);
    else if (trait === "time_ms") this.followTime(wanted);
    else if (wanted !== this.player.step) this.player.goToStep(wanted);
  }
  /** Goes to the end of a millisecond, without telling others of it. */
  followTime(time) {
    if (this.tellsTime) return;
    this.followsTime = true;
    this.player.pause();
    this.player.go(this.trace.positionBy(BigInt(Math.round(time))));
    this.followsTime = false;
  }
  tellTime() {
    if (this.followsTime) return;
    this.tellsTime = true;
    this.model.set("time_ms", Number(this.time));
    this.tellsTime = false;
  }
  // --- listening -----------------------------------------------------------------------------
  listen() {
    this.root.addEventListener("click", (event) => this.onClick(event));
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.range.addEventListener("input", () => this.onScrub());
    this.part("filter").addEventListener("input", () => this.onFilter());
    this.part("plot").addEventListener("click", (event) => this.onPlot(event));
    this.root.querySelector("details").addEventListener("toggle", () => this.draw());
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(this.root);
    this.cleanups.push(() => observer.disconnect());
    this.cleanups.push(watchTheme(this.root, () => this.width > 0 && this.drawStrip()));
  }
  onClick(event) {
    const target = event.target;
    const act = target.closest("[data-act]")?.dataset["act"];
    const grain = target.closest("[data-grain]")?.dataset["grain"];
    const view = target.closest("[data-view]")?.dataset["view"];
    const task = target.closest("[data-task]")?.dataset["task"];
    if (act) this.act(act);
    else if (grain) this.setGrain(grain);
    else if (view) this.show(view);
    else if (task) this.pin(task);
  }
  act(act) {
    const { player } = this;
    if (MOVES.has(act)) player.pause();
    if (act === "first") player.go(0);
    else if (act === "back") player.back();
    else if (act === "play") player.toggle();
    else if (act === "next") player.next();
    else if (act === "last") player.go(this.trace.eventCount);
    else if (act === "speed") player.faster();
    else if (act === "follow") this.pin(null);
    else if (act === "changed") {
      this.changedOnly = !this.changedOnly;
      this.draw();
    }
  }
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    if (target.matches("input[type=search]")) return this.onFilterKey(event);
    const onButton = target.matches("button, summary");
    const task = target.closest("[data-task]")?.dataset["task"];
    if (task && (event.key === "Enter" || event.key === " ")) this.pin(task);
    else if (event.key === "ArrowRight") this.act("next");
    else if (event.key === "ArrowLeft") this.act("back");
    else if (event.key === " " && !onButton) this.act("play");
    else if (event.key === "Home") this.act("first");
    else if (event.key === "End") this.act("last");
    else if (event.key === "Escape") this.pin(null);
    else if (GRAINS[Number(event.key) - 1]) this.setGrain(GRAINS[Number(event.key) - 1]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** Many inputs may come in between two frames: only the last one is drawn. */
  onScrub() {
    this.player.pause();
    if (this.pending !== 0) return;
    this.pending = window.requestAnimationFrame(() => {
      this.pending = 0;
      this.player.go(Number(this.range.value));
    });
  }
  onFilter() {
    this.filter = this.part("filter").value;
    this.draw();
  }
  /** In the filter keys mean letters; Escape clears it, and then leaves it. */
  onFilterKey(event) {
    event.stopPropagation();
    if (event.key !== "Escape") return;
    const input = this.part("filter");
    if (input.value === "") this.root.focus();
    input.value = "";
    this.onFilter();
  }
  onPlot(event) {
    if (!this.plot || !this.series) return;
    const x = event.clientX - this.part("plot").getBoundingClientRect().left;
    this.player.pause();
    this.player.go(positionAt(this.series, x, this.plot.scale, this.trace.eventCount));
  }
  /** Changes what the panels tell of. */
  show(wanted) {
    const view = VIEWS.find((one) => one === wanted);
    if (!view || view === this.view) return;
    this.view = view;
    this.model.set("view", view);
    this.model.save_changes();
    this.arrange();
    this.draw();
  }
  setGrain(grain) {
    this.player.grain = grain;
    this.draw();
  }
  /** Shows one task, whatever runs; the same task again, or null, follows the run. */
  pin(task) {
    this.pinned = task === this.pinned ? null : task;
    this.draw();
  }
  // --- size ----------------------------------------------------------------------------------
  resize() {
    const width = this.root.clientWidth;
    if (width === 0 || width === this.width) return;
    this.width = width;
    this.root.dataset["size"] = width >= 1e3 ? "wide" : width >= 660 ? "middle" : "narrow";
    this.drawn.clear();
    this.plot = null;
    this.arrange();
    this.draw();
  }
  /** Shows the panels of the view, and gives the tasks their places. */
  arrange() {
    this.root.dataset["shown"] = this.view;
    for (const one of this.root.querySelectorAll("[data-shows]")) {
      one.hidden = one.dataset["shows"] !== this.view;
    }
    for (const one of this.root.querySelectorAll("[data-view]")) {
      one.setAttribute("aria-checked", String(one.dataset["view"] === this.view));
    }
    if (this.view !== "event time") this.series ??= new RunSeries(this.trace);
    const { plan } = this.trace;
    this.layout = plan && layoutGraph(plan, this.part("graph").clientWidth, STYLES[this.view]);
    const spare = Math.max(0, TALLEST_JOB - (this.layout?.height ?? 0));
    this.root.style.setProperty("--spare", `${Math.min(spare, MOST_SPARE)}px`);
  }
  // --- drawing -------------------------------------------------------------------------------
  frame() {
    const { trace, labels, lookup, player } = this;
    const index = player.stops.spotlight(player.position, player.grain);
    const fact = index < 0 ? null : trace.event(index);
    const step = player.step;
    const actor = step < 0 ? "" : trace.actorOf(step);
    const channel = this.view !== "event time" && fact && "channel" in fact ? fact.channel : "";
    const receiver = lookup.channels.get(channel)?.target;
    const task = this.pinned ?? receiver ?? lastTask(trace, lookup, step);
    const keyed = (one) => lookup.isKeyed(one);
    return {
      trace,
      labels,
      lookup,
      index,
      fact,
      step,
      actor,
      scene: this.history.at(player.position),
      position: player.position,
      task,
      keyed: keyed(task) ? task : lastTask(trace, lookup, step, keyed) || task,
      pinned: this.pinned !== null,
      view: this.view,
      run: this.series,
      before: player.stops.back(player.position, player.grain)
    };
  }
  draw() {
    if (this.width === 0) return;
    const frame = this.frame();
    this.time = frame.scene.view.time_ms;
    const focused = document.activeElement?.dataset?.["task"];
    if (this.view === "event time") this.drawEventTime(frame);
    else if (this.layout) this.put("graph", drawNetwork(frame, this.layout, this.hatch));
    if (this.view === "network") this.drawNetworkPanels(frame);
    if (this.view === "whole run") this.drawWholeRun(frame);
    if (focused) this.root.querySelector(`[data-task="${focused}"]`)?.focus();
    this.drawStory(frame);
    this.drawControls(frame);
    this.drawStrip();
  }
  drawEventTime(frame) {
    const { labels } = frame;
    if (this.layout) this.put("graph", drawGraph(frame, this.layout));
    this.put("valve", drawValve(frame, this.part("valve").clientWidth));
    this.put("timers", drawTimers(frame, this.part("timers").clientWidth));
    this.put("panes", drawPanes(frame, this.part("panes").clientWidth));
    this.put("task", esc(labels.name(frame.task) + pinWord(frame)));
    this.put("timerCount", String(countTimers(frame) || ""));
    this.put("keyed", esc(labels.name(frame.keyed)));
  }
  drawNetworkPanels(frame) {
    const channels = this.part("channels");
    this.put("channelTask", esc(frame.labels.name(frame.task) + pinWord(frame)));
    this.put("pools", drawPools(frame, this.part("pools").clientWidth));
    this.put("channels", drawChannels(frame, channels.clientWidth));
    const current = channels.querySelector(".lane.current")?.getBoundingClientRect();
    if (current) {
      const room = channels.getBoundingClientRect();
      if (current.bottom > room.bottom) channels.scrollTop += current.bottom - room.bottom;
      else if (current.top < room.top) channels.scrollTop -= room.top - current.top;
    }
    const { filter, changedOnly } = this;
    this.put("metrics", metricTable(frame, { filter, changedOnly }));
    this.root.querySelector('[data-act="changed"]').setAttribute("aria-pressed", String(changedOnly));
  }
  drawWholeRun(frame) {
    const width = this.part("plot").clientWidth;
    const of = `${width} ${frame.task}`;
    if (this.plot?.of !== of) this.plot = { ...drawPlot(frame, width, this.laneHeight, `${this.hatch}-plot`), of };
    this.put("plotTask", esc(`channels of ${frame.labels.name(frame.task)}${pinWord(frame)}`));
    this.put("plot", this.plot.markup);
    const head = this.part("playhead");
    head.style.left = `${playhead(frame.run, frame.position, this.plot.scale)}px`;
    head.style.height = `${this.plot.height - 18}px`;
  }
  /** Lanes of the plot are lower where the job is taller, so that all is seen at once. */
  get laneHeight() {
    return (this.layout?.height ?? 0) > 130 ? 40 : 58;
  }
  drawStory(frame) {
    const { labels, trace, scene } = frame;
    for (const one of this.root.querySelectorAll('[data-act="follow"]')) {
      one.hidden = !frame.pinned;
    }
    this.put("clock", frame.position === 0 ? "–" : esc(labels.time(scene.view.time_ms)));
    this.put("badge", frame.step < 0 ? "start" : `step ${group(frame.step)}`);
    const frames = frame.index < 0 ? [] : trace.callStack(frame.index);
    this.put("stack", frames.map(stackFrame).join('<i class="then">›</i>') || '<span class="none">–</span>');
    this.part("stack").scrollLeft = this.part("stack").scrollWidth;
    const words = frame.fact ? sentence(frame.fact, labels).map(
      ({ text: text2, tone }) => tone ? `<b class="${tone}">${esc(text2)}</b>` : esc(text2)
    ) : ["Nothing has happened yet. Press Next, or the → key, and the first step happens."];
    this.put("sentence", words.join(""));
    this.drawFailure(frame);
    if (this.root.querySelector("details").open) this.put("words", esc(inWords(frame)));
  }
  /** What is known of an error besides its text, as the command line tells it. */
  drawFailure({ fact, labels }) {
    const failed = fact?.type === "TaskFailed";
    const parts2 = failed ? [["operator", fact.operator && labels.name(fact.operator)], ["record", fact.record], ["your code", fact.code]] : [];
    const told = parts2.filter(([, text2]) => text2 !== "");
    this.part("failure").hidden = told.length === 0;
    this.part("failure").parentElement.classList.toggle("failed", failed);
    this.put("failure", told.map(([name, text2]) => `<div><dt>${name}</dt><dd>${esc(text2)}</dd></div>`).join(""));
  }
  drawControls(frame) {
    const { player, trace } = this;
    this.put("play", player.playing ? `${icon("pause")}Pause` : `${icon("play")}Play`);
    this.put("speed", `${player.speed}×`);
    const last = trace.stepCount - 1;
    this.put(
      "count",
      `step <b>${frame.step < 0 ? "–" : group(frame.step)}</b> of ${group(last)}<small>fact ${group(frame.position)} of ${group(trace.eventCount)}</small>`
    );
    for (const one of this.root.querySelectorAll("[data-grain]")) {
      one.setAttribute("aria-checked", String(one.dataset["grain"] === player.grain));
    }
    for (const act of ["first", "back", "next", "last"]) {
      const end = act === "first" || act === "back" ? 0 : trace.eventCount;
      const one = this.root.querySelector(`[data-act="${act}"]`);
      one.setAttribute("aria-disabled", String(player.position === end));
    }
    this.range.value = String(frame.position);
    const spoken = frame.fact ? sentenceText(frame.fact, this.labels) : "the beginning";
    this.range.setAttribute("aria-valuetext", `step ${frame.step}: ${spoken}`);
    this.root.dataset["position"] = String(frame.position);
    this.root.dataset["step"] = String(frame.step);
  }
  drawStrip() {
    const style = getComputedStyle(this.root);
    const width = this.part("canvas").parentElement.clientWidth;
    this.scrubber.draw(this.player.position, width, (name) => style.getPropertyValue(name));
  }
  /** Puts markup into a part, unless it is there already. */
  put(name, markup) {
    if (this.drawn.get(name) === markup) return;
    this.drawn.set(name, markup);
    this.part(name).innerHTML = markup;
  }
  part(name) {
    return this.parts.get(name);
  }
  get range() {
    return this.part("range");
  }
  // --- in the background -----------------------------------------------------------------------
  /** Tells the kernel where we are, at most every SYNC_MS. */
  sync() {
    this.model.set("position", this.player.position);
    this.model.set("step", this.player.step);
    this.tellTime();
    if (this.syncTimer !== 0) return;
    this.syncTimer = window.setTimeout(() => {
      this.syncTimer = 0;
      this.model.save_changes();
    }, SYNC_MS);
  }
  makeKeyframes() {
    this.history.extendFor(KEYFRAME_MS);
    if (this.history.complete) return;
    const timer = window.setTimeout(() => this.makeKeyframes(), 0);
    this.cleanups.push(() => window.clearTimeout(timer));
  }
};
var steppers = 0;
var MOVES = /* @__PURE__ */ new Set(["first", "back", "next", "last"]);
function startingView(trace) {
  const wanted = ["WatermarkGenerated", "WindowAssigned", "TimerRegistered"];
  const there = wanted.some((kind) => trace.kinds.includes(KINDS.indexOf(kind)));
  return there ? "event time" : "network";
}
function pinWord(frame) {
  return frame.pinned ? " · pinned" : "";
}
function stackFrame(frame) {
  const dot = frame.lastIndexOf(".");
  const [owner, method] = dot < 0 ? ["", frame] : [frame.slice(0, dot), frame.slice(dot + 1)];
  return `<span class="frame" role="listitem" title="${esc(frame)}"><i>${esc(owner)}</i><b>${esc(method)}</b></span>`;
}
function group(number2) {
  return String(number2).replace(/\B(?=(\d{3})+$)/g, " ");
}
async function render({ model, el }) {
  let stepper = null;
  let loads = 0;
  const load = async () => {
    const mine = ++loads;
    const started = performance.now();
    try {
      const trace = await openTrace(bytesOf(model.get("trace")));
      if (mine !== loads) return;
      stepper?.destroy();
      stepper = new Stepper(trace, model, el);
      performance.measure("flinksim:load", { start: started });
    } catch (error) {
      stepper?.destroy();
      stepper = null;
      el.innerHTML = `<style>${base_default}</style><div class="flinksim-widget failed" role="alert"></div>`;
      el.lastElementChild.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const onTrace = () => void load();
  const onPosition = () => stepper?.follow("position");
  const onStep = () => stepper?.follow("step");
  const onView = () => stepper?.show(model.get("view"));
  const onTime = () => stepper?.follow("time_ms");
  model.on("change:view", onView);
  model.on("change:time_ms", onTime);
  model.on("change:trace", onTrace);
  model.on("change:position", onPosition);
  model.on("change:step", onStep);
  await load();
  return () => {
    loads++;
    model.off("change:view", onView);
    model.off("change:time_ms", onTime);
    model.off("change:trace", onTrace);
    model.off("change:position", onPosition);
    model.off("change:step", onStep);
    stepper?.destroy();
  };
}
var stepper_default2 = { render };
export {
  History,
  Labels,
  RunSeries,
  stepper_default2 as default,
  layersOf,
  metricsOf,
  openTrace,
  operatorMetrics,
  sentenceText,
  viewJson
};
