// Built from widgets/src by widgets/build.mjs; sources e78f0c662f3eed48b6f610f40aa9ed247bf1cc2f2d57f6d72a14d87831dcf352

// src/base.css
var base_default = '.flinksim-widget {\n  --bg: #eef1f5; --panel: #fff; --ink: #14202e; --ink2: #43536a; --ink3: #5a697e; --line: #d4dbe5;\n  --line2: #b3bfce; --soft: #f5f7fa; --focus: #0072b2; --focusbg: #e9f3fa; --data: #0072b2;\n  --wm: #e69f00; --wmink: #8a5700; --wmsoft: #fdf1d6; --tm: #a8457f; --tmfill: #cc79a7;\n  --tmsoft: #f8e8f1; --pane: #009e73; --panesoft: #d6f0e7; --paneink: #00664b; --fire: #d55e00;\n  --firesoft: #fde6d7; --fireink: #a84600; --buf: #56b4e9; --bufline: #1f7fb8; --hatch: #c3ccd8;\n  --btn: #fff; --pill: #14202e; --pilltext: #fff; --onfocus: #fff; --onwm: #14202e; --badge: #a84600;\n  --shadow: 0 1px 2px rgb(20 32 46 / 7%), 0 2px 8px rgb(20 32 46 / 5%);\n  box-sizing: border-box; display: grid; gap: 8px; padding: 10px 12px 12px; border-radius: 14px;\n  background: var(--bg); color: var(--ink); outline-offset: -2px; min-width: 0;\n  font: 500 14px/1.3 Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",\n    "DejaVu Sans", sans-serif;\n  font-variant-numeric: tabular-nums;\n}\n.flinksim-widget[data-theme="dark"] {\n  --bg: #0c1219; --panel: #151d27; --ink: #eef3f9; --ink2: #b7c4d4; --ink3: #93a2b5; --line: #2a3644;\n  --line2: #455569; --soft: #1b2531; --focus: #56b4e9; --focusbg: #13293a; --data: #56b4e9;\n  --wm: #f0b12a; --wmink: #ffc94f; --wmsoft: #3a2c0b; --tm: #eba4cb; --tmfill: #cc79a7;\n  --tmsoft: #3c2333; --pane: #1fbf91; --panesoft: #0e3a2e; --paneink: #6fe3bf; --fire: #ff8a3d;\n  --firesoft: #4a2409; --fireink: #ffb27f; --buf: #56b4e9; --bufline: #8fd0f5; --hatch: #3b4858;\n  --btn: #1b2531; --pill: #eef3f9; --pilltext: #0c1219; --onfocus: #06131d; --badge: #ff8a3d;\n  --onfire: #1b0d02; --shadow: 0 1px 2px rgb(0 0 0 / 40%);\n}\n.flinksim-widget *, .flinksim-widget *::before { box-sizing: border-box; }\n.flinksim-widget.failed { padding: 18px 20px; color: var(--fireink); font-weight: 600; }\n.flinksim-widget :focus-visible, .flinksim-widget:focus-visible { outline: 2px solid var(--focus); }\n.flinksim-widget svg { display: block; }\n.flinksim-widget svg text { font-family: inherit; font-weight: 500; font-size: 13px; fill: var(--ink); }\n\n.flinksim-widget header { display: flex; align-items: center; gap: 14px; min-height: 36px; flex-wrap: wrap; }\n.flinksim-widget .brand { display: flex; align-items: center; gap: 8px; font-weight: 700; font-size: 18px; }\n.flinksim-widget .logoA, .flinksim-widget .logoB { fill: none; stroke: var(--panel); stroke-width: 3; stroke-linecap: round; }\n.flinksim-widget .logoB { stroke: var(--wm); }\n.flinksim-widget .crumb { font-size: 15px; color: var(--ink2); flex: 1 0 auto; max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }\n.flinksim-widget .crumb b { color: var(--ink); font-weight: 600; }\n.flinksim-widget .legend { display: flex; gap: 14px; font-size: 13.5px; color: var(--ink2); }\n.flinksim-widget .legend span { display: inline-flex; gap: 6px; align-items: center; }\n.flinksim-widget .panel { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow); overflow: hidden; min-width: 0; }\n.flinksim-widget h3 { margin: 0 0 8px; font-size: 14.5px; font-weight: 650; line-height: 20px; display: flex; gap: 7px; align-items: baseline; white-space: nowrap; color: var(--ink); }\n.flinksim-widget h3 small { font-size: 13.5px; font-weight: 500; color: var(--ink2); overflow: hidden; text-overflow: ellipsis; }\n.flinksim-widget svg .t1 { font-size: 14px; font-weight: 650; }\n.flinksim-widget svg .t2 { font-size: 13px; }\n.flinksim-widget svg .t3 { font-size: 12.5px; fill: var(--ink2); }\n.flinksim-widget svg .big { font-size: 17px; font-weight: 700; }\n.flinksim-widget svg .strong { font-weight: 650; }\n.flinksim-widget svg .small { font-size: 11px; }\n.flinksim-widget button { height: 38px; min-width: 42px; padding: 0 11px; border-radius: 10px; border: 1px solid var(--line2); background: var(--btn); color: var(--ink); font: 600 14px/1 inherit; font-family: inherit; cursor: pointer; display: inline-flex; align-items: center; justify-content: center; gap: 8px; }\n.flinksim-widget button[hidden] { display: none; }\n.flinksim-widget button:hover { border-color: var(--ink3); }\n.flinksim-widget button[aria-disabled="true"] { opacity: .45; }\n.flinksim-widget header button { height: 32px; min-width: 36px; font-size: 16px; border-color: var(--line); }\n.flinksim-widget .primary { background: var(--focus); border-color: var(--focus); color: var(--onfocus); min-width: 98px; }\n.flinksim-widget .icon { fill: currentColor; stroke: currentColor; stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round; }\n.flinksim-widget .label { color: var(--ink2); margin-left: 8px; }\n.flinksim-widget .grains { display: flex; border: 1px solid var(--line2); border-radius: 10px; overflow: hidden; }\n.flinksim-widget .grains button { border: 0; border-radius: 0; border-right: 1px solid var(--line); height: 36px; font-weight: 500; color: var(--ink2); }\n.flinksim-widget .grains button:last-child { border-right: 0; }\n.flinksim-widget .grains button[aria-checked="true"] { background: var(--pill); color: var(--pilltext); font-weight: 650; }\n.flinksim-widget .words { color: var(--ink2); font-size: 13px; padding: 0 4px; }\n.flinksim-widget .words summary { cursor: pointer; width: fit-content; }\n.flinksim-widget .words pre { margin: 6px 0 0; white-space: pre-wrap; font: 12.5px/1.45 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; color: var(--ink); background: none; }\n';

// src/address.ts
var NUMBERS = /* @__PURE__ */ new Set(["step", "fact"]);
var NAMES = /* @__PURE__ */ new Set(["step", "fact", "view", "task", "key", "by"]);
function readAddress(hash) {
  const found = {};
  for (const [name, value] of new URLSearchParams(hash.replace(/^#/, ""))) {
    if (!NAMES.has(name) || value === "") continue;
    if (NUMBERS.has(name) && !/^\d+$/.test(value)) continue;
    found[name] = NUMBERS.has(name) ? Number(value) : value;
  }
  return found;
}
function writeAddress(address) {
  const parts2 = Object.entries(address).filter(([, value]) => value !== void 0 && value !== "");
  return `#${new URLSearchParams(parts2.map(([name, value]) => [name, String(value)])).toString()}`;
}
async function copyText(text2) {
  try {
    await navigator.clipboard.writeText(text2);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text2;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

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
  const known2 = widths.get(key);
  if (known2 !== void 0) return known2;
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
var SCHEMA_ID = "0fca295f7e9fb2d6";
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
  "GeneratedWatermarkIgnored",
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
  "BarrierReceived",
  "BarrierAnnounced",
  "CancellationReceived",
  "AlignmentStarted",
  "AlignmentEnded",
  "AlignmentTimedOut",
  "ChannelBlocked",
  "ChannelUnblocked",
  "ResumptionSent",
  "ConsumptionResumed",
  "InputPersisted",
  "OutputBarrierTimedOut",
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
  "StateEntryPut",
  "StateEntryRemoved",
  "StateRead",
  "StateEntryRead",
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
  "ResultWritten",
  "CheckpointTriggered",
  "CheckpointNotTriggered",
  "BarrierEmitted",
  "OperatorSnapshotTaken",
  "CheckpointAcknowledged",
  "CheckpointDeclined",
  "CheckpointCompleted",
  "CheckpointAborted",
  "CheckpointNotified",
  "CheckpointRestored",
  "CommitPrepared",
  "ResultsCommitted",
  "InputRecovered",
  "OutputRecovered",
  "StateRestored",
  "ListRestored",
  "StateEntryRestored",
  "TimerRestored",
  "PaneRestored"
];
var FIELDS = {
  JobSubmitted: [["plan", "plan"]],
  TaskStateChanged: [["subtask", "subtask"], ["attempt", "count"], ["before", "choice"], ["after", "choice"]],
  OperatorSetUp: [["operator", "operator"]],
  OperatorStateInitialized: [["operator", "operator"], ["checkpoint", "count"]],
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
  GeneratedWatermarkIgnored: [["operator", "operator"], ["split", "text"], ["timestamp", "timestamp"], ["by", "choice"]],
  SplitStatusChanged: [["operator", "operator"], ["split", "text"], ["idle", "flag"], ["holds", "flag"], ["gained", "texts"], ["lost", "texts"]],
  SplitAssigned: [["operator", "operator"], ["split", "text"], ["read", "count"], ["lost", "texts"]],
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
  BufferConsumed: [["channel", "channel"], ["received", "count"], ["queued", "count"], ["bytes", "count"], ["overtaken", "count"]],
  ElementReceived: [["subtask", "subtask"], ["channel", "channel"], ["sequence", "count"], ["element", "choice"], ["value", "value"], ["timestamp", "optional timestamp"]],
  BarrierReceived: [["subtask", "subtask"], ["channel", "channel"], ["checkpoint", "count"], ["alignment", "choice"], ["sequence", "count"], ["overtaken", "count"]],
  BarrierAnnounced: [["subtask", "subtask"], ["channel", "channel"], ["checkpoint", "count"]],
  CancellationReceived: [["subtask", "subtask"], ["channel", "channel"], ["checkpoint", "count"]],
  AlignmentStarted: [["subtask", "subtask"], ["checkpoint", "count"], ["delay_ms", "count"]],
  AlignmentEnded: [["subtask", "subtask"], ["checkpoint", "count"], ["duration_ms", "count"], ["bytes", "count"]],
  AlignmentTimedOut: [["subtask", "subtask"], ["checkpoint", "count"]],
  ChannelBlocked: [["channel", "channel"]],
  ChannelUnblocked: [["channel", "channel"]],
  ResumptionSent: [["channel", "channel"]],
  ConsumptionResumed: [["channel", "channel"]],
  InputPersisted: [["channel", "channel"], ["checkpoint", "count"], ["buffers", "count"], ["bytes", "count"]],
  OutputBarrierTimedOut: [["channel", "channel"], ["checkpoint", "count"]],
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
  StateUpdated: [["operator", "operator"], ["state", "text"], ["key", "value"], ["namespace", "value"], ["value", "value"], ["key_group", "count"], ["folded", "flag"]],
  StateAppended: [["operator", "operator"], ["state", "text"], ["key", "value"], ["namespace", "value"], ["value", "value"], ["key_group", "count"]],
  StateCleared: [["operator", "operator"], ["state", "text"], ["key", "value"], ["namespace", "value"], ["key_group", "count"]],
  StateEntryPut: [["operator", "operator"], ["state", "text"], ["key", "value"], ["namespace", "value"], ["entry", "value"], ["value", "value"], ["key_group", "count"]],
  StateEntryRemoved: [["operator", "operator"], ["state", "text"], ["key", "value"], ["namespace", "value"], ["entry", "value"], ["key_group", "count"]],
  StateRead: [["operator", "operator"], ["state", "text"], ["key", "value"], ["namespace", "value"], ["value", "value"], ["count", "count"], ["key_group", "count"]],
  StateEntryRead: [["operator", "operator"], ["state", "text"], ["key", "value"], ["namespace", "value"], ["entry", "value"], ["found", "flag"], ["value", "value"], ["key_group", "count"]],
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
  ResultWritten: [["operator", "operator"], ["text", "text"], ["value", "value"], ["timestamp", "optional timestamp"]],
  CheckpointTriggered: [["checkpoint", "count"], ["kind", "choice"], ["sources", "texts"], ["tasks", "count"]],
  CheckpointNotTriggered: [["reason", "text"]],
  BarrierEmitted: [["subtask", "subtask"], ["checkpoint", "count"]],
  OperatorSnapshotTaken: [["operator", "operator"], ["checkpoint", "count"], ["bytes", "count"]],
  CheckpointAcknowledged: [["checkpoint", "count"], ["subtask", "subtask"], ["bytes", "count"], ["start_delay", "count"], ["alignment", "count"], ["sync", "count"], ["async_time", "count"], ["persisted", "count"]],
  CheckpointDeclined: [["checkpoint", "count"], ["subtask", "subtask"], ["reason", "text"]],
  CheckpointCompleted: [["checkpoint", "count"], ["duration", "count"], ["bytes", "count"]],
  CheckpointAborted: [["checkpoint", "count"], ["reason", "text"]],
  CheckpointNotified: [["subtask", "subtask"], ["checkpoint", "count"], ["completed", "flag"]],
  CheckpointRestored: [["checkpoint", "count"], ["tasks", "count"]],
  CommitPrepared: [["operator", "operator"], ["checkpoint", "count"], ["results", "count"]],
  ResultsCommitted: [["operator", "operator"], ["checkpoint", "count"], ["results", "count"], ["total", "count"]],
  InputRecovered: [["channel", "channel"], ["checkpoint", "count"], ["elements", "count"]],
  OutputRecovered: [["channel", "channel"], ["checkpoint", "count"], ["elements", "count"]],
  StateRestored: [["operator", "operator"], ["state", "text"], ["key", "value"], ["namespace", "value"], ["value", "value"], ["key_group", "count"]],
  ListRestored: [["operator", "operator"], ["state", "text"], ["key", "value"], ["namespace", "value"], ["values", "value"], ["key_group", "count"]],
  StateEntryRestored: [["operator", "operator"], ["state", "text"], ["key", "value"], ["namespace", "value"], ["entry", "value"], ["value", "value"], ["key_group", "count"]],
  TimerRestored: [["operator", "operator"], ["domain", "choice"], ["key", "value"], ["namespace", "value"], ["timestamp", "timestamp"]],
  PaneRestored: [["operator", "operator"], ["key", "value"], ["window", "value"], ["count", "count"], ["state_window", "value"]]
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
    operator: c.text(0, row),
    checkpoint: c.count(1, row)
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
    reason: ["no input", "no output buffer", "busy", "blocked", "final checkpoint"][c.count(1, row)]
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
    type: "GeneratedWatermarkIgnored",
    operator: c.text(0, row),
    split: c.text(1, row),
    timestamp: c.timestamp(2, row),
    by: ["record", "tick", "mark"][c.count(3, row)]
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
    read: c.count(2, row),
    lost: c.textsOf(3, row)
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
    element: ["record", "watermark", "idle", "active", "endOfData", "endOfPartition", "barrier", "cancelMarker", "latency"][c.count(2, row)],
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
    bytes: c.count(3, row),
    overtaken: c.count(4, row)
  }),
  (c, row) => ({
    type: "ElementReceived",
    subtask: c.text(0, row),
    channel: c.text(1, row),
    sequence: c.count(2, row),
    element: ["record", "watermark", "idle", "active", "endOfData", "endOfPartition", "barrier", "cancelMarker", "latency"][c.count(3, row)],
    value: c.value(4, row),
    timestamp: c.optionalTimestamp(5, row)
  }),
  (c, row) => ({
    type: "BarrierReceived",
    subtask: c.text(0, row),
    channel: c.text(1, row),
    checkpoint: c.count(2, row),
    alignment: ["AT_LEAST_ONCE", "ALIGNED", "UNALIGNED", "FORCED_ALIGNED"][c.count(3, row)],
    sequence: c.count(4, row),
    overtaken: c.count(5, row)
  }),
  (c, row) => ({
    type: "BarrierAnnounced",
    subtask: c.text(0, row),
    channel: c.text(1, row),
    checkpoint: c.count(2, row)
  }),
  (c, row) => ({
    type: "CancellationReceived",
    subtask: c.text(0, row),
    channel: c.text(1, row),
    checkpoint: c.count(2, row)
  }),
  (c, row) => ({
    type: "AlignmentStarted",
    subtask: c.text(0, row),
    checkpoint: c.count(1, row),
    delay_ms: c.count(2, row)
  }),
  (c, row) => ({
    type: "AlignmentEnded",
    subtask: c.text(0, row),
    checkpoint: c.count(1, row),
    duration_ms: c.count(2, row),
    bytes: c.count(3, row)
  }),
  (c, row) => ({
    type: "AlignmentTimedOut",
    subtask: c.text(0, row),
    checkpoint: c.count(1, row)
  }),
  (c, row) => ({
    type: "ChannelBlocked",
    channel: c.text(0, row)
  }),
  (c, row) => ({
    type: "ChannelUnblocked",
    channel: c.text(0, row)
  }),
  (c, row) => ({
    type: "ResumptionSent",
    channel: c.text(0, row)
  }),
  (c, row) => ({
    type: "ConsumptionResumed",
    channel: c.text(0, row)
  }),
  (c, row) => ({
    type: "InputPersisted",
    channel: c.text(0, row),
    checkpoint: c.count(1, row),
    buffers: c.count(2, row),
    bytes: c.count(3, row)
  }),
  (c, row) => ({
    type: "OutputBarrierTimedOut",
    channel: c.text(0, row),
    checkpoint: c.count(1, row)
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
    element: ["record", "watermark", "idle", "active", "endOfData", "endOfPartition", "barrier", "cancelMarker", "latency"][c.count(1, row)],
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
    key_group: c.count(5, row),
    folded: c.flag(6, row)
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
    type: "StateEntryPut",
    operator: c.text(0, row),
    state: c.text(1, row),
    key: c.value(2, row),
    namespace: c.value(3, row),
    entry: c.value(4, row),
    value: c.value(5, row),
    key_group: c.count(6, row)
  }),
  (c, row) => ({
    type: "StateEntryRemoved",
    operator: c.text(0, row),
    state: c.text(1, row),
    key: c.value(2, row),
    namespace: c.value(3, row),
    entry: c.value(4, row),
    key_group: c.count(5, row)
  }),
  (c, row) => ({
    type: "StateRead",
    operator: c.text(0, row),
    state: c.text(1, row),
    key: c.value(2, row),
    namespace: c.value(3, row),
    value: c.value(4, row),
    count: c.count(5, row),
    key_group: c.count(6, row)
  }),
  (c, row) => ({
    type: "StateEntryRead",
    operator: c.text(0, row),
    state: c.text(1, row),
    key: c.value(2, row),
    namespace: c.value(3, row),
    entry: c.value(4, row),
    found: c.flag(5, row),
    value: c.value(6, row),
    key_group: c.count(7, row)
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
  }),
  (c, row) => ({
    type: "CheckpointTriggered",
    checkpoint: c.count(0, row),
    kind: ["checkpoint", "savepoint", "final savepoint"][c.count(1, row)],
    sources: c.textsOf(2, row),
    tasks: c.count(3, row)
  }),
  (c, row) => ({
    type: "CheckpointNotTriggered",
    reason: c.text(0, row)
  }),
  (c, row) => ({
    type: "BarrierEmitted",
    subtask: c.text(0, row),
    checkpoint: c.count(1, row)
  }),
  (c, row) => ({
    type: "OperatorSnapshotTaken",
    operator: c.text(0, row),
    checkpoint: c.count(1, row),
    bytes: c.count(2, row)
  }),
  (c, row) => ({
    type: "CheckpointAcknowledged",
    checkpoint: c.count(0, row),
    subtask: c.text(1, row),
    bytes: c.count(2, row),
    start_delay: c.count(3, row),
    alignment: c.count(4, row),
    sync: c.count(5, row),
    async_time: c.count(6, row),
    persisted: c.count(7, row)
  }),
  (c, row) => ({
    type: "CheckpointDeclined",
    checkpoint: c.count(0, row),
    subtask: c.text(1, row),
    reason: c.text(2, row)
  }),
  (c, row) => ({
    type: "CheckpointCompleted",
    checkpoint: c.count(0, row),
    duration: c.count(1, row),
    bytes: c.count(2, row)
  }),
  (c, row) => ({
    type: "CheckpointAborted",
    checkpoint: c.count(0, row),
    reason: c.text(1, row)
  }),
  (c, row) => ({
    type: "CheckpointNotified",
    subtask: c.text(0, row),
    checkpoint: c.count(1, row),
    completed: c.flag(2, row)
  }),
  (c, row) => ({
    type: "CheckpointRestored",
    checkpoint: c.count(0, row),
    tasks: c.count(1, row)
  }),
  (c, row) => ({
    type: "CommitPrepared",
    operator: c.text(0, row),
    checkpoint: c.count(1, row),
    results: c.count(2, row)
  }),
  (c, row) => ({
    type: "ResultsCommitted",
    operator: c.text(0, row),
    checkpoint: c.count(1, row),
    results: c.count(2, row),
    total: c.count(3, row)
  }),
  (c, row) => ({
    type: "InputRecovered",
    channel: c.text(0, row),
    checkpoint: c.count(1, row),
    elements: c.count(2, row)
  }),
  (c, row) => ({
    type: "OutputRecovered",
    channel: c.text(0, row),
    checkpoint: c.count(1, row),
    elements: c.count(2, row)
  }),
  (c, row) => ({
    type: "StateRestored",
    operator: c.text(0, row),
    state: c.text(1, row),
    key: c.value(2, row),
    namespace: c.value(3, row),
    value: c.value(4, row),
    key_group: c.count(5, row)
  }),
  (c, row) => ({
    type: "ListRestored",
    operator: c.text(0, row),
    state: c.text(1, row),
    key: c.value(2, row),
    namespace: c.value(3, row),
    values: c.value(4, row),
    key_group: c.count(5, row)
  }),
  (c, row) => ({
    type: "StateEntryRestored",
    operator: c.text(0, row),
    state: c.text(1, row),
    key: c.value(2, row),
    namespace: c.value(3, row),
    entry: c.value(4, row),
    value: c.value(5, row),
    key_group: c.count(6, row)
  }),
  (c, row) => ({
    type: "TimerRestored",
    operator: c.text(0, row),
    domain: ["event", "processing"][c.count(1, row)],
    key: c.value(2, row),
    namespace: c.value(3, row),
    timestamp: c.timestamp(4, row)
  }),
  (c, row) => ({
    type: "PaneRestored",
    operator: c.text(0, row),
    key: c.value(1, row),
    window: c.value(2, row),
    count: c.count(3, row),
    state_window: c.value(4, row)
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
      "checkpoint=0",
      "{operator} begins with empty state, and will be opened next."
    ],
    [
      "",
      "{operator} is given its state from checkpoint {checkpoint}, and will be opened next."
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
  "GeneratedWatermarkIgnored": [
    [
      "split=",
      "The watermark {timestamp:watermark} that {operator} generates is not greater than the last, so it changes nothing."
    ],
    [
      "",
      "The watermark {timestamp:watermark} for split {split} of {operator} is not greater than the last, so it changes nothing."
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
      "read=0",
      "{operator} gets split {split} to read, whose watermark is not known yet."
    ],
    [
      "",
      "{operator} gets split {split} to read, from record {read} on; its watermark is not known yet."
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
      "element=cancelMarker",
      "That a checkpoint will not be is written to {channel}."
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
      "element=cancelMarker",
      "{subtask} reads from {channel:short} that there will be no checkpoint."
    ],
    [
      "",
      "{subtask} reads a latency marker from {channel:short}."
    ]
  ],
  "BarrierReceived": [
    [
      "overtaken=0",
      "{subtask} has the barrier of checkpoint {checkpoint} from {channel:short}."
    ],
    [
      "",
      "{subtask} has the barrier of checkpoint {checkpoint} from {channel:short}, where it has overtaken {overtaken} {overtaken|element|elements}."
    ]
  ],
  "BarrierAnnounced": [
    [
      "",
      "{subtask} learns that the barrier of checkpoint {checkpoint} waits in {channel:short}, behind what it has not read yet."
    ]
  ],
  "CancellationReceived": [
    [
      "",
      "{subtask} reads from {channel:short} that checkpoint {checkpoint} will not be."
    ]
  ],
  "AlignmentStarted": [
    [
      "",
      "The first barrier of checkpoint {checkpoint} has come to {subtask}, {delay_ms} ms after its trigger."
    ]
  ],
  "AlignmentEnded": [
    [
      "",
      "{subtask} waits for no more barriers of checkpoint {checkpoint}: the alignment took {duration_ms} ms, and {bytes:buffer} {bytes|byte|bytes} were read meanwhile."
    ]
  ],
  "AlignmentTimedOut": [
    [
      "",
      "The alignment of checkpoint {checkpoint} takes {subtask} too long: the checkpoint goes on unaligned."
    ]
  ],
  "ChannelBlocked": [
    [
      "",
      "{channel} is blocked: what comes behind its barrier waits for the barriers of the other channels."
    ]
  ],
  "ChannelUnblocked": [
    [
      "",
      "{channel} may be read on behind its barrier."
    ]
  ],
  "ResumptionSent": [
    [
      "",
      "The receiver of {channel} lets its sender go on behind the barrier."
    ]
  ],
  "ConsumptionResumed": [
    [
      "",
      "The sender of {channel} goes on behind the barrier."
    ]
  ],
  "InputPersisted": [
    [
      "",
      "{buffers:buffer} {buffers|buffer|buffers} of {channel} with {bytes} {bytes|byte|bytes}, not processed yet, {buffers|goes|go} into checkpoint {checkpoint}."
    ]
  ],
  "OutputBarrierTimedOut": [
    [
      "",
      "The barrier of checkpoint {checkpoint} has waited on {channel} for too long: it overtakes what is before it."
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
  "StateEntryPut": [
    [
      "key:given=no",
      "The map “{state}” has {value:record} under {entry:record} now."
    ],
    [
      "namespace=",
      "The map “{state}” of key {key:timer} has {value:record} under {entry:record} now."
    ],
    [
      "",
      "The map “{state}” of key {key:timer} in {namespace:pane} has {value:record} under {entry:record} now."
    ]
  ],
  "StateEntryRemoved": [
    [
      "key:given=no",
      "The map “{state}” has nothing under {entry:record} any more."
    ],
    [
      "namespace=",
      "The map “{state}” of key {key:timer} has nothing under {entry:record} any more."
    ],
    [
      "",
      "The map “{state}” of key {key:timer} in {namespace:pane} has nothing under {entry:record} any more."
    ]
  ],
  "StateRead": [
    [
      "value:given=no & count=0 & key:given=no",
      "{operator} finds nothing in the state “{state}”."
    ],
    [
      "value:given=no & count=0 & namespace=",
      "{operator} finds nothing in the state “{state}” of key {key:timer}."
    ],
    [
      "value:given=no & count=0",
      "{operator} finds nothing in the state “{state}” of key {key:timer} in {namespace:pane}."
    ],
    [
      "value:given=no & key:given=no",
      "{operator} reads all {count} {count|value|values} of the state “{state}”."
    ],
    [
      "value:given=no & namespace=",
      "{operator} reads all {count} {count|value|values} of the state “{state}” of key {key:timer}."
    ],
    [
      "value:given=no",
      "{operator} reads all {count} {count|value|values} of the state “{state}” of key {key:timer} in {namespace:pane}."
    ],
    [
      "key:given=no",
      "{operator} reads the state “{state}”: {value:record}."
    ],
    [
      "namespace=",
      "{operator} reads the state “{state}” of key {key:timer}: {value:record}."
    ],
    [
      "",
      "{operator} reads the state “{state}” of key {key:timer} in {namespace:pane}: {value:record}."
    ]
  ],
  "StateEntryRead": [
    [
      "found=false & key:given=no",
      "{operator} finds nothing under {entry:record} in the map “{state}”."
    ],
    [
      "found=false & namespace=",
      "{operator} finds nothing under {entry:record} in the map “{state}” of key {key:timer}."
    ],
    [
      "found=false",
      "{operator} finds nothing under {entry:record} in the map “{state}” of key {key:timer} in {namespace:pane}."
    ],
    [
      "value:given=no & key:given=no",
      "{operator} finds that the map “{state}” has {entry:record}."
    ],
    [
      "value:given=no & namespace=",
      "{operator} finds that the map “{state}” of key {key:timer} has {entry:record}."
    ],
    [
      "value:given=no",
      "{operator} finds that the map “{state}” of key {key:timer} in {namespace:pane} has {entry:record}."
    ],
    [
      "key:given=no",
      "{operator} reads what the map “{state}” has under {entry:record}: {value:record}."
    ],
    [
      "namespace=",
      "{operator} reads what the map “{state}” of key {key:timer} has under {entry:record}: {value:record}."
    ],
    [
      "",
      "{operator} reads what the map “{state}” of key {key:timer} in {namespace:pane} has under {entry:record}: {value:record}."
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
  ],
  "CheckpointTriggered": [
    [
      "kind=checkpoint",
      "Checkpoint {checkpoint} begins: {tasks} {tasks|task has|tasks have} to take part."
    ],
    [
      "",
      "A {kind} begins, as checkpoint {checkpoint}: {tasks} {tasks|task has|tasks have} to take part."
    ]
  ],
  "CheckpointNotTriggered": [
    [
      "",
      "No checkpoint is begun now: “{reason}”."
    ]
  ],
  "BarrierEmitted": [
    [
      "",
      "{subtask} puts the barrier of checkpoint {checkpoint} out: what comes before it belongs to the checkpoint."
    ]
  ],
  "OperatorSnapshotTaken": [
    [
      "bytes=0",
      "{operator} has no state to keep for checkpoint {checkpoint}."
    ],
    [
      "",
      "{operator} keeps its state for checkpoint {checkpoint}: {bytes} bytes."
    ]
  ],
  "CheckpointAcknowledged": [
    [
      "",
      "{subtask} has its part of checkpoint {checkpoint}, of {bytes} bytes."
    ]
  ],
  "CheckpointDeclined": [
    [
      "",
      "{subtask} cannot take part in checkpoint {checkpoint}: “{reason}”."
    ]
  ],
  "CheckpointCompleted": [
    [
      "",
      "Checkpoint {checkpoint} is complete, {duration} ms after it began, with {bytes} bytes: a failure goes back to here."
    ]
  ],
  "CheckpointAborted": [
    [
      "",
      "Checkpoint {checkpoint} comes to nothing: “{reason}”."
    ]
  ],
  "CheckpointNotified": [
    [
      "completed=true",
      "{subtask} learns that checkpoint {checkpoint} is complete."
    ],
    [
      "",
      "{subtask} learns that checkpoint {checkpoint} has come to nothing."
    ]
  ],
  "CheckpointRestored": [
    [
      "",
      "{tasks} {tasks|task goes|tasks go} back to checkpoint {checkpoint}: state, timers and the places in the input are as they were."
    ]
  ],
  "CommitPrepared": [
    [
      "",
      "{operator} prepares {results} {results|result|results} to be committed with checkpoint {checkpoint}; nobody sees {results|it|them} yet."
    ]
  ],
  "ResultsCommitted": [
    [
      "",
      "{operator} commits {results} {results|result|results} of checkpoint {checkpoint}: {total} {total|is|are} visible for good."
    ]
  ],
  "InputRecovered": [
    [
      "",
      "{channel} has {elements} {elements|element|elements} again that checkpoint {checkpoint} caught in flight, read before all else."
    ]
  ],
  "OutputRecovered": [
    [
      "",
      "{elements} {elements|element waits|elements wait} at the sender of {channel} again, which the barrier of checkpoint {checkpoint} had overtaken."
    ]
  ],
  "StateRestored": [
    [
      "namespace=",
      "The state “{state}” of key {key:timer} holds {value:record} again."
    ],
    [
      "",
      "The state “{state}” of key {key:timer} in {namespace:pane} holds {value:record} again."
    ]
  ],
  "ListRestored": [
    [
      "namespace=",
      "The list “{state}” of key {key:timer} holds {values:record} again."
    ],
    [
      "",
      "The list “{state}” of key {key:timer} in {namespace:pane} holds {values:record} again."
    ]
  ],
  "StateEntryRestored": [
    [
      "key:given=no",
      "The map “{state}” has {value:record} under {entry:record} again."
    ],
    [
      "namespace=",
      "The map “{state}” of key {key:timer} has {value:record} under {entry:record} again."
    ],
    [
      "",
      "The map “{state}” of key {key:timer} in {namespace:pane} has {value:record} under {entry:record} again."
    ]
  ],
  "TimerRestored": [
    [
      "",
      "{operator} has its timer for key {key:timer} at {timestamp:timer} again."
    ]
  ],
  "PaneRestored": [
    [
      "",
      "The pane of {window:pane} of key {key:timer} is there again, with {count:pane} {count|element|elements}."
    ]
  ]
};
var STOPS = {
  "record": "a record that enters a source or a task",
  "watermark": "a watermark that is generated, or that a task's input reaches",
  "firing": "a window that fires, or a timer where there are no windows"
};
var MOMENTS = {
  "failure": [
    "a task fails",
    "{n} tasks fail"
  ],
  "start": [
    "the job starts",
    ""
  ],
  "end": [
    "the job ends",
    ""
  ],
  "late": [
    "a record is late",
    "{n} records are late"
  ],
  "firing": [
    "a window or timer fires",
    "{n} fire"
  ],
  "merge": [
    "sessions merge",
    "sessions merge {n} times"
  ],
  "idle": [
    "something goes idle, or comes back",
    "the status of {n} changes"
  ],
  "minimum": [
    "a minimum moves",
    "a minimum moves in {n} tasks"
  ],
  "fill": [
    "a record goes into a pane",
    "{n} records go into panes"
  ],
  "state": [
    "state changes",
    "{n} records change state"
  ],
  "held up": [
    "a task is held up",
    "{n} times a task is held up"
  ],
  "result": [
    "a result comes out",
    "{n} results come out"
  ],
  "read": [
    "a record is read",
    "{n} records are read"
  ]
};
var WORTH = [
  { kind: "TaskFailed", when: "", grain: "story", stop: "", moment: "failure", counted: null },
  { kind: "JobSubmitted", when: "", grain: "story", stop: "", moment: "start", counted: null },
  { kind: "RestartDecided", when: "", grain: "story", stop: "", moment: "failure", counted: null },
  { kind: "JobStatusChanged", when: "before=CREATED", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "JobStatusChanged", when: "after=RUNNING", grain: "story", stop: "", moment: "start", counted: null },
  { kind: "JobStatusChanged", when: "after=FAILING", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "JobStatusChanged", when: "after=RESTARTING", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "JobStatusChanged", when: "", grain: "story", stop: "", moment: "end", counted: null },
  { kind: "ExecutionReset", when: "", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "ResultsCommitted", when: "", grain: "story", stop: "", moment: "result", counted: null },
  { kind: "CommitPrepared", when: "", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "CheckpointTriggered", when: "", grain: "event time", stop: "", moment: "start", counted: null },
  { kind: "CheckpointCompleted", when: "", grain: "story", stop: "", moment: "end", counted: null },
  { kind: "CheckpointAborted", when: "", grain: "story", stop: "", moment: "end", counted: null },
  { kind: "CheckpointRestored", when: "", grain: "story", stop: "", moment: "start", counted: null },
  { kind: "CheckpointNotTriggered", when: "", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "BarrierEmitted", when: "", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "CheckpointAcknowledged", when: "", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "CheckpointDeclined", when: "", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "CheckpointNotified", when: "", grain: "records", stop: "", moment: "", counted: null },
  { kind: "OperatorSnapshotTaken", when: "", grain: "records", stop: "", moment: "", counted: null },
  { kind: "PaneRestored", when: "", grain: "records", stop: "", moment: "", counted: null },
  { kind: "StateRestored", when: "", grain: "records", stop: "", moment: "", counted: null },
  { kind: "ListRestored", when: "", grain: "records", stop: "", moment: "", counted: null },
  { kind: "StateEntryRestored", when: "", grain: "records", stop: "", moment: "", counted: null },
  { kind: "TimerRestored", when: "", grain: "records", stop: "", moment: "", counted: null },
  { kind: "WindowFired", when: "", grain: "story", stop: "firing", moment: "firing", counted: null },
  { kind: "LateRecordDropped", when: "", grain: "story", stop: "", moment: "late", counted: null },
  { kind: "TimerFired", when: "namespace=", grain: "story", stop: "firing", moment: "firing", counted: null },
  { kind: "TimerFired", when: "", grain: "event time", stop: "firing", moment: "", counted: ["timer fired", "timers fired"] },
  { kind: "ResultWritten", when: "", grain: "story", stop: "", moment: "result", counted: null },
  { kind: "SideOutputEmitted", when: "", grain: "story", stop: "", moment: "result", counted: null },
  { kind: "InputWatermarkAdvanced", when: "", grain: "event time", stop: "watermark", moment: "minimum", counted: ["move of a task's watermark", "moves of tasks' watermarks"] },
  { kind: "InputStatusChanged", when: "", grain: "story", stop: "", moment: "idle", counted: null },
  { kind: "WindowsMerged", when: "merged:number=1", grain: "story", stop: "", moment: "fill", counted: null },
  { kind: "WindowsMerged", when: "", grain: "story", stop: "", moment: "merge", counted: null },
  { kind: "FiringSkipped", when: "", grain: "story", stop: "", moment: "", counted: null },
  { kind: "SharedElementChanged", when: "", grain: "story", stop: "", moment: "", counted: null },
  { kind: "ElementsEvicted", when: "", grain: "story", stop: "", moment: "", counted: null },
  { kind: "WindowAssigned", when: "", grain: "records", stop: "", moment: "fill", counted: ["put into a window", "put into windows"] },
  { kind: "RecordFiltered", when: "", grain: "records", stop: "", moment: "", counted: ["filtered out", "filtered out"] },
  { kind: "WatermarkGenerated", when: "", grain: "event time", stop: "watermark", moment: "", counted: ["watermark generated", "watermarks generated"] },
  { kind: "SplitStatusChanged", when: "", grain: "story", stop: "", moment: "idle", counted: null },
  { kind: "ChannelWatermarkChanged", when: "", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "ChannelStatusChanged", when: "", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "WatermarkIgnored", when: "", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "GeneratedWatermarkIgnored", when: "", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "OperatorInputChanged", when: "", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "StateUpdated", when: "namespace=", grain: "records", stop: "", moment: "state", counted: null },
  { kind: "StateUpdated", when: "", grain: "records", stop: "", moment: "", counted: null },
  { kind: "StateAppended", when: "namespace=", grain: "records", stop: "", moment: "state", counted: null },
  { kind: "StateAppended", when: "", grain: "records", stop: "", moment: "", counted: null },
  { kind: "StateEntryPut", when: "namespace=", grain: "records", stop: "", moment: "state", counted: null },
  { kind: "StateEntryPut", when: "", grain: "records", stop: "", moment: "", counted: null },
  { kind: "DefaultActionSuspended", when: "reason=no output buffer", grain: "event time", stop: "", moment: "held up", counted: null },
  { kind: "DefaultActionSuspended", when: "reason=blocked", grain: "event time", stop: "", moment: "held up", counted: null },
  { kind: "DefaultActionSuspended", when: "", grain: "everything", stop: "", moment: "", counted: null },
  { kind: "SourceRecordRead", when: "", grain: "records", stop: "record", moment: "read", counted: ["record read", "records read"] },
  { kind: "SourceFinished", when: "", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "TaskStateChanged", when: "after=FINISHED", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "TaskStateChanged", when: "", grain: "everything", stop: "", moment: "", counted: null },
  { kind: "MailTaken", when: "", grain: "everything", stop: "", moment: "", counted: ["mail", "mails"] },
  { kind: "ElementReceived", when: "element=record", grain: "records", stop: "record", moment: "", counted: null },
  { kind: "ElementReceived", when: "", grain: "everything", stop: "", moment: "", counted: null },
  { kind: "BufferArrived", when: "", grain: "everything", stop: "", moment: "", counted: null },
  { kind: "BufferSent", when: "", grain: "everything", stop: "", moment: "", counted: null },
  { kind: "ProcessingTimeAdvanced", when: "", grain: "everything", stop: "", moment: "", counted: ["tick of the clock", "ticks of the clock"] },
  { kind: "SplitReleased", when: "", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "WatermarkAligned", when: "", grain: "event time", stop: "", moment: "", counted: ["report to an alignment group", "reports to alignment groups"] },
  { kind: "IdlenessCountdownChanged", when: "", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "OperatorWatermarkAdvanced", when: "", grain: "event time", stop: "", moment: "minimum", counted: null },
  { kind: "WindowCleared", when: "", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "TimerRegistered", when: "namespace=", grain: "event time", stop: "", moment: "state", counted: ["timer registered", "timers registered"] },
  { kind: "TimerRegistered", when: "", grain: "event time", stop: "", moment: "", counted: ["timer registered", "timers registered"] },
  { kind: "TimerDeleted", when: "", grain: "event time", stop: "", moment: "", counted: null },
  { kind: "WindowSkippedAsLate", when: "", grain: "records", stop: "", moment: "", counted: null },
  { kind: "StateCleared", when: "", grain: "records", stop: "", moment: "", counted: null },
  { kind: "StateEntryRemoved", when: "", grain: "records", stop: "", moment: "", counted: null },
  { kind: "StateRead", when: "", grain: "records", stop: "", moment: "", counted: null },
  { kind: "StateEntryRead", when: "", grain: "records", stop: "", moment: "", counted: null },
  { kind: "TimestampAssigned", when: "", grain: "records", stop: "", moment: "", counted: null },
  { kind: "ElementProcessed", when: "element=record", grain: "records", stop: "", moment: "", counted: null },
  { kind: "TriggerEvaluated", when: "", grain: "records", stop: "", moment: "", counted: null }
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
  const before2 = first > since ? conditions.untilTime(first, condition) : conditions.until(began, since, condition);
  return 1e3 * (conditions.until(position, time, condition) - before2) / Math.max(1, time - first);
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
  const made2 = task.head.outputWatermark.at(position);
  if (made2 > MIN_TIMESTAMP && made2 < MAX_TIMESTAMP) found.set("watermarkLag", Number(now - made2));
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
function sum(numbers2) {
  return numbers2.reduce((total, number2) => total + number2, 0);
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
var VIEWS = ["plane", "event time", "network", "whole run"];
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
    const before2 = [...inputs.get(id).values()].map((source) => layerOf.get(source) + 1);
    layerOf.set(id, Math.max(0, ...before2));
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
function entryKey(key_group, state, key, namespace, entry) {
  return `${key_group} ${state} ${key} ${namespace} ${entry}`;
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
    stops_reading: false,
    blocked: false
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
    output_in_use: 0,
    checkpoint: 0,
    aligning: null
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
    map_entries: /* @__PURE__ */ new Map(),
    late: 0,
    results: 0,
    committed: 0
  };
}
function newCheckpointView() {
  return {
    kind: "checkpoint",
    status: "IN_PROGRESS",
    tasks: 0,
    acknowledged: 0,
    bytes: 0
  };
}
function newJobView() {
  return {
    time_ms: 0n,
    status: "CREATED",
    plan: null,
    tasks: /* @__PURE__ */ new Map(),
    channels: /* @__PURE__ */ new Map(),
    operators: /* @__PURE__ */ new Map(),
    checkpoints: /* @__PURE__ */ new Map()
  };
}
function copyMap(map, copy) {
  const made2 = /* @__PURE__ */ new Map();
  for (const [key, value] of map) made2.set(key, copy(value));
  return made2;
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
    map_entries: new Map(this_.map_entries)
  };
}
function copyCheckpointView(this_) {
  return {
    ...this_
  };
}
function copyJobView(this_) {
  return {
    ...this_,
    tasks: copyMap(this_.tasks, copyTaskView),
    channels: copyMap(this_.channels, copyChannelView),
    operators: copyMap(this_.operators, copyOperatorView),
    checkpoints: copyMap(this_.checkpoints, copyCheckpointView)
  };
}
var COMPOSITE = ["timers", "panes", "states", "lists", "map_entries"];
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
        at.splits.set(fact.split, { ...newSplitView(), read: fact.read });
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
    case "AlignmentStarted": {
      const at = view.tasks.get(fact.subtask);
      at.aligning = fact.checkpoint;
      return;
    }
    case "AlignmentEnded": {
      const at = view.tasks.get(fact.subtask);
      at.aligning = null;
      return;
    }
    case "ChannelBlocked": {
      const at = view.channels.get(fact.channel);
      at.blocked = true;
      return;
    }
    case "ChannelUnblocked": {
      const at = view.channels.get(fact.channel);
      at.blocked = false;
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
      const known2 = at.lists.get(key);
      if (known2) known2.values.push(fact.value);
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
    case "StateEntryPut": {
      const at = view.operators.get(fact.operator);
      at.map_entries.set(entryKey(fact.key_group, fact.state, fact.key, fact.namespace, fact.entry), { key_group: fact.key_group, state: fact.state, key: fact.key, namespace: fact.namespace, entry: fact.entry, value: fact.value });
      return;
    }
    case "StateEntryRemoved": {
      const at = view.operators.get(fact.operator);
      at.map_entries.delete(entryKey(fact.key_group, fact.state, fact.key, fact.namespace, fact.entry));
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
    case "CheckpointTriggered":
      view.checkpoints.set(fact.checkpoint, { ...newCheckpointView(), kind: fact.kind, tasks: fact.tasks });
      return;
    case "BarrierEmitted": {
      const at = view.tasks.get(fact.subtask);
      at.checkpoint = fact.checkpoint;
      return;
    }
    case "CheckpointAcknowledged": {
      const at = view.checkpoints.get(fact.checkpoint);
      at.acknowledged += 1;
      return;
    }
    case "CheckpointCompleted": {
      const at = view.checkpoints.get(fact.checkpoint);
      at.status = "COMPLETED";
      at.bytes = fact.bytes;
      return;
    }
    case "CheckpointAborted": {
      const at = view.checkpoints.get(fact.checkpoint);
      at.status = "FAILED";
      return;
    }
    case "ResultsCommitted": {
      const at = view.operators.get(fact.operator);
      at.committed = fact.total;
      return;
    }
    case "InputRecovered": {
      const at = view.channels.get(fact.channel);
      at.written = fact.elements;
      return;
    }
    case "OutputRecovered": {
      const at = view.channels.get(fact.channel);
      at.written += fact.elements;
      return;
    }
    case "StateRestored": {
      const at = view.operators.get(fact.operator);
      at.states.set(stateKey(fact.key_group, fact.state, fact.key, fact.namespace), { key_group: fact.key_group, state: fact.state, key: fact.key, namespace: fact.namespace, value: fact.value });
      return;
    }
    case "ListRestored": {
      const at = view.operators.get(fact.operator);
      at.lists.set(stateKey(fact.key_group, fact.state, fact.key, fact.namespace), { key_group: fact.key_group, state: fact.state, key: fact.key, namespace: fact.namespace, values: parts(fact.values) ?? [] });
      return;
    }
    case "StateEntryRestored": {
      const at = view.operators.get(fact.operator);
      at.map_entries.set(entryKey(fact.key_group, fact.state, fact.key, fact.namespace, fact.entry), { key_group: fact.key_group, state: fact.state, key: fact.key, namespace: fact.namespace, entry: fact.entry, value: fact.value });
      return;
    }
    case "TimerRestored": {
      const at = view.operators.get(fact.operator);
      at.timers.set(timerKey(fact.domain, fact.key, fact.namespace, fact.timestamp), { domain: fact.domain, key: fact.key, namespace: fact.namespace, timestamp: fact.timestamp });
      return;
    }
    case "PaneRestored": {
      const at = view.operators.get(fact.operator);
      at.panes.set(paneKey(fact.key, fact.window), { key: fact.key, window: fact.window, count: fact.count, state_window: fact.state_window });
      return;
    }
    case "AfterInvokeReached":
    case "TaskFailed":
    case "RestartDecided":
    case "TicksSkipped":
    case "SourceFinished":
    case "TimestampAssigned":
    case "GeneratedWatermarkIgnored":
    case "OutputPersisted":
    case "ChannelFlushed":
    case "BarrierReceived":
    case "BarrierAnnounced":
    case "CancellationReceived":
    case "AlignmentTimedOut":
    case "ResumptionSent":
    case "ConsumptionResumed":
    case "InputPersisted":
    case "OutputBarrierTimedOut":
    case "WatermarkIgnored":
    case "ElementProcessed":
    case "LatencyMeasured":
    case "RecordFiltered":
    case "StateRead":
    case "StateEntryRead":
    case "SharedElementChanged":
    case "TriggerEvaluated":
    case "TriggerCleared":
    case "WindowFired":
    case "FiringSkipped":
    case "WindowSkippedAsLate":
    case "SideOutputEmitted":
    case "CheckpointNotTriggered":
    case "OperatorSnapshotTaken":
    case "CheckpointDeclined":
    case "CheckpointNotified":
    case "CheckpointRestored":
    case "CommitPrepared":
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
    const line3 = height < 40 ? y + height / 2 + 5 : y + 18;
    const told = state.tone !== "waiting" && state.tone !== "";
    drawn += text(x + 12, line3, fitName(name, width - 24 - (told ? badge2 + 2 : 0), "t1"), "t1");
    if (told) drawn += drawState(state, x + width - badge2 - 8, line3, badge2);
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
      if (tone === "given") return value === "null" ? "no" : "yes";
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
function lastWithin(numbers2, limit) {
  let low = 0;
  let high = numbers2.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (numbers2[middle] <= limit) low = middle + 1;
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
    const before2 = end < 0 ? null : values[end];
    if (before2) spent[before2] += time - times[end];
    const known2 = times.length;
    this.changes.set(position, time, condition);
    if (times.length > known2) this.spent.push(spent);
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

// src/moments.ts
var FEW = 60;
var RANKS = Object.keys(MOMENTS);
var RUNS = /* @__PURE__ */ new Set(["fill", "state", "read", "held up", "result"]);
var BY_STEP = /* @__PURE__ */ new Set(["fill", "state"]);
var Moments = class {
  all;
  ends;
  constructor(trace, labels) {
    const ofSteps = momentsOfSteps(trace, labels);
    this.all = joined(ofSteps);
    if (this.all.at(-1)?.end !== trace.eventCount && trace.eventCount > 0) {
      const { eventCount: end } = trace;
      this.all = [...this.all, { kind: "end", lead: end - 1, count: 1, end }];
    }
    this.ends = this.all.map(({ end }) => end);
  }
  /** The number of the moment that `position` lies in or ends; -1 at the beginning. */
  at(position) {
    return lastWithin(this.ends, position - 1) + 1 - (position === 0 ? 1 : 0);
  }
  /** Where the moment with a number begins. */
  startOf(number2) {
    return this.ends[number2 - 1] ?? 0;
  }
  next(position) {
    return this.ends[lastWithin(this.ends, position) + 1] ?? this.ends.at(-1) ?? position;
  }
  back(position) {
    return this.ends[lastWithin(this.ends, position - 1)] ?? 0;
  }
  /** The moment that ends exactly at `position`. */
  endingAt(position) {
    const found = this.all[lastWithin(this.ends, position)];
    return found?.end === position ? found : null;
  }
};
function manyWords({ kind, count }) {
  return count > 1 ? MOMENTS[kind][1].replace("{n}", String(count)) : "";
}
function momentsOfSteps(trace, labels) {
  const byKind = /* @__PURE__ */ new Map();
  const makes = new Set(WORTH.filter(({ moment }) => moment !== "").map(({ kind }) => kind));
  for (const { kind, when, moment } of WORTH) {
    const number2 = KINDS.indexOf(kind);
    if (makes.has(kind)) byKind.set(number2, [...byKind.get(number2) ?? [], { when, moment }]);
  }
  const classified = [];
  for (let index = 0; index < trace.eventCount; index++) {
    const conditions = byKind.get(trace.kinds[index]);
    if (!conditions) continue;
    const fact = trace.event(index);
    const met = conditions.find(({ when }) => when === "" || holds(when, fact, labels));
    if (met && met.moment !== "") classified.push({ index, moment: met.moment, fact });
  }
  const told = new Set(classified.map(({ moment }) => moment));
  const reads = !["fill", "state", "firing", "late"].some((kind) => told.has(kind));
  const found = [];
  let step = -1;
  let end = 0;
  for (const { index, moment, fact } of classified) {
    if (moment === "read" && !reads) continue;
    if (index >= end) {
      step = trace.stepOf(index);
      end = trace.eventRange(step)[1];
    }
    const watermark2 = watermarkOf(fact);
    const last = found.at(-1);
    if (last?.step !== step) {
      found.push({ kind: moment, lead: index, count: 1, end, step, watermark: watermark2 });
      continue;
    }
    last.watermark ??= watermark2;
    const rank = RANKS.indexOf(moment) - RANKS.indexOf(last.kind);
    if (rank < 0) Object.assign(last, { kind: moment, lead: index, count: 1 });
    else if (rank === 0 && !BY_STEP.has(moment) && moment !== "minimum") last.count++;
  }
  return found;
}
function watermarkOf(fact) {
  if (fact.type === "InputWatermarkAdvanced" || fact.type === "OperatorWatermarkAdvanced") return fact.after;
  return fact.type === "WindowFired" ? fact.watermark : null;
}
function joined(steps2) {
  const counts = /* @__PURE__ */ new Map();
  for (const { kind } of steps2) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const long = (kind) => RUNS.has(kind) && counts.get(kind) > FEW;
  const found = [];
  for (const one of steps2) {
    const last = found.at(-1);
    if (!last || !belongs(last, one, long)) {
      found.push({ ...one });
      continue;
    }
    last.end = one.end;
    if (one.kind === last.kind) {
      last.count += one.count;
      if (RUNS.has(one.kind)) last.lead = one.lead;
    } else if (one.kind === "firing") {
      Object.assign(last, { kind: one.kind, lead: one.lead, count: one.count });
    }
  }
  return found;
}
function belongs(last, one, long) {
  if (one.kind === "result") return last.kind === "firing" || last.kind === "result" && long("result");
  const moves = (kind) => kind === "minimum" || kind === "firing";
  if (moves(last.kind) && moves(one.kind)) return last.watermark !== null && last.watermark === one.watermark;
  return last.kind === one.kind && long(one.kind);
}

// src/clock.ts
var Clock = class {
  /** The position from which on the clock shows `times` of the same number. */
  positions = [0];
  times;
  end;
  constructor(trace) {
    this.end = trace.eventCount;
    this.times = [trace.plan?.start_time_ms ?? 0];
    for (const index of trace.indexesOf(["ProcessingTimeAdvanced"])) {
      const fact = trace.event(index);
      if (fact.type !== "ProcessingTimeAdvanced") continue;
      this.positions.push(index + 1);
      this.times.push(Number(fact.after));
    }
  }
  get start() {
    return this.times[0];
  }
  get last() {
    return this.times.at(-1);
  }
  /** Processing time when `position` facts are true. */
  timeAt(position) {
    return this.times[lastWithin(this.positions, position)];
  }
  /** The places of all positions on an axis: epoch milliseconds, or facts. */
  places(axis) {
    const places = new Float64Array(this.end + 1);
    for (let number2 = 0; number2 < this.positions.length; number2++) {
      const from = this.positions[number2];
      const facts = this.endOf(number2) - from;
      const time = this.times[number2];
      for (let i = 0; i < facts; i++) places[from + i] = axis === "steps" ? from + i : time + i / facts;
    }
    return places;
  }
  /** The last position that is not right of a place. */
  positionAt(place, axis) {
    const limit = (position) => Math.max(0, Math.min(this.end, position));
    if (axis === "steps") return limit(Math.floor(place));
    const number2 = lastWithin(this.times, place);
    if (number2 < 0) return 0;
    const from = this.positions[number2];
    const facts = this.endOf(number2) - from;
    const within = Math.min(0.999999, place - this.times[number2]);
    return limit(from + Math.min(facts - 1, Math.floor(within * facts)));
  }
  endOf(number2) {
    return this.positions[number2 + 1] ?? this.end + 1;
  }
};
var SECOND = 1e3;
var MINUTE = 60 * SECOND;
var HOUR = 60 * MINUTE;
var DAY = 24 * HOUR;
var CLOCK_STEPS = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28, 91, 182, 365, 730, 1825, 3650, 36500].map((count) => count * DAY)
];
var DATES_FROM = 1e10;
function ticks(low, high, most) {
  const least3 = (high - low) / Math.max(1, most);
  if (!(least3 > 0) || !Number.isFinite(least3)) return [];
  const dates = Math.abs(low) >= DATES_FROM || Math.abs(high) >= DATES_FROM;
  const step = (dates ? CLOCK_STEPS.find((one) => one >= least3) : void 0) ?? decimalStep(least3);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high && found.length <= most + 1; at += step) {
    found.push(at);
  }
  return found;
}
function decimalStep(least3) {
  const power = 10 ** Math.floor(Math.log10(least3));
  return Math.max(1, power * ([1, 2, 5].find((one) => one * power >= least3) ?? 10));
}
function spanText(ms) {
  const all = Math.abs(Math.round(ms));
  const two2 = (big, bigName, small, smallName) => {
    const most = Math.floor(all / big);
    const rest = Math.round((all - most * big) / small);
    if (rest * small === big) return `${most + 1} ${bigName}`;
    return rest > 0 ? `${most} ${bigName} ${rest} ${smallName}` : `${most} ${bigName}`;
  };
  if (all >= DAY) return two2(DAY, "d", HOUR, "h");
  if (all >= HOUR) return two2(HOUR, "h", MINUTE, "min");
  if (all >= MINUTE) return two2(MINUTE, "min", SECOND, "s");
  return all >= SECOND ? `${Number((all / SECOND).toFixed(3))} s` : `${all} ms`;
}

// src/behind.ts
var numbers = (kinds) => new Set(kinds.map((kind) => KINDS.indexOf(kind)));
var READ = KINDS.indexOf("SourceRecordRead");
var RECEIVED = KINDS.indexOf("ElementReceived");
var OTHER = numbers([
  "WindowFired",
  "TimerFired",
  "WatermarkGenerated",
  "WatermarkEmitted",
  "InputWatermarkAdvanced",
  "OperatorWatermarkAdvanced",
  "MailTaken",
  "StatusEmitted"
]);
var ADVANCED = KINDS.indexOf("InputWatermarkAdvanced");
var GENERATED = KINDS.indexOf("WatermarkGenerated");
var EMITTED = KINDS.indexOf("WatermarkEmitted");
function before(trace, index) {
  const origin = trace.kinds[index] === RECEIVED ? trace.origin(index) : -1;
  return origin >= 0 ? origin : trace.cause(index);
}
function recordBehind(trace, index) {
  for (let at = index; at >= 0; at = before(trace, at)) {
    if (trace.kinds[at] === READ) return at;
    if (at !== index && OTHER.has(trace.kinds[at])) return -1;
  }
  return -1;
}
function makerOf(trace, index, makers) {
  for (let at = index; at >= 0; at = before(trace, at)) if (makers.has(trace.kinds[at])) return at;
  return -1;
}
function recordBehindWatermark(trace, index) {
  let holder = -1;
  for (let at = index; at >= 0; at = before(trace, at)) {
    const kind = trace.kinds[at];
    if (kind === ADVANCED) holder = trace.origin(at);
    if (kind === RECEIVED && isEnd(trace, at)) return holder < 0 || isEnd(trace, holder) ? -1 : made(trace, holder);
  }
  return made(trace, index);
}
function made(trace, index) {
  for (let at = index; at >= 0; at = before(trace, at)) {
    const kind = trace.kinds[at];
    let generated = kind === GENERATED ? at : -1;
    if (kind === EMITTED) {
      const split = trace.origin(at);
      if (split >= 0 && trace.kinds[split] === GENERATED) generated = split;
    }
    if (generated < 0) continue;
    const record2 = trace.origin(generated);
    return recordBehind(trace, record2 >= 0 ? record2 : trace.cause(generated));
  }
  return -1;
}
function isEnd(trace, index) {
  const fact = trace.event(index);
  if (fact.type === "ElementReceived") return fact.element === "watermark" && fact.timestamp === MAX_TIMESTAMP;
  return fact.type === "ChannelWatermarkChanged" && fact.after === MAX_TIMESTAMP;
}

// src/plane_late.ts
function latenessOf(trace, run, late) {
  const over = whenOver(trace, run, late);
  return {
    pane: run.missedBy(late),
    over,
    closer: over < 0 ? -1 : recordBehindWatermark(trace, over),
    behind: late.watermark - (late.cleanup ?? late.time)
  };
}
function whenOver(trace, run, { index, operator }) {
  const clock = run.curves.find(({ kind, owner }) => kind === "minimum" && owner === operator);
  const dropped = trace.event(index);
  if (dropped.type !== "LateRecordDropped" || !clock) return -1;
  const limit = dropped.cleanup_time ?? (dropped.timestamp ?? 0n) + 1n;
  let over = -1;
  for (const at of clock.at) {
    if (at >= index) break;
    const move = trace.event(at);
    if (move.type === "ExecutionReset") over = -1;
    else if (over < 0 && move.type === "OperatorWatermarkAdvanced" && move.after >= limit) over = at;
  }
  return over;
}

// src/plane_curves.ts
var CurveMaker = class {
  constructor(plan) {
    this.plan = plan;
  }
  made = /* @__PURE__ */ new Map();
  splits = /* @__PURE__ */ new Map();
  /** The splits that a source has read from. */
  splitsOf(operator) {
    return [...this.splits.get(operator) ?? []];
  }
  reads(operator, split) {
    const known2 = this.splits.get(operator);
    if (known2) known2.add(split);
    else this.splits.set(operator, /* @__PURE__ */ new Set([split]));
  }
  /** Takes a fact in; whether it was one about watermarks. */
  take(index, fact) {
    switch (fact.type) {
      case "WatermarkGenerated":
        this.rise("generator", fact.operator, fact.split, index, fact.timestamp);
        return true;
      case "SplitStatusChanged":
        this.rest("generator", fact.operator, fact.split, index, fact.idle);
        return true;
      case "SplitReleased":
        return true;
      case "ChannelWatermarkChanged":
        this.rise("channel", fact.channel, "", index, fact.after);
        return true;
      case "ChannelStatusChanged":
        this.rest("channel", fact.channel, "", index, fact.idle);
        return true;
      case "InputWatermarkAdvanced":
        this.rise("input", fact.subtask, String(fact.input), index, fact.after);
        return true;
      case "InputStatusChanged":
        this.rest("input", fact.subtask, String(fact.input), index, fact.idle);
        return true;
      case "OperatorWatermarkAdvanced":
        this.rise("minimum", fact.operator, "", index, fact.after);
        return true;
      default:
        return false;
    }
  }
  /** The watermarks of a task, its operators and its input channels begin anew. */
  startAgain(index, subtask, operators) {
    const channels = this.plan.channels.filter(({ target }) => target === subtask).map(({ id }) => id);
    const begins = /* @__PURE__ */ new Set([subtask, ...operators, ...channels]);
    for (const curve2 of this.made.values()) {
      if (!begins.has(curve2.owner)) continue;
      curve2.at.push(index);
      curve2.values.push(-Infinity);
      const last = curve2.idle.at(-1);
      if (last?.[1] === Infinity) last[1] = index;
    }
  }
  /**
   * Those that a plane shows: of operators the clocks of `keepers` (of all, if there are none), and the
   * inputs of tasks that have two.
   */
  curves(keepers) {
    const two2 = new Set(this.plan?.channels.filter(({ input }) => input > 0).map(({ target }) => target));
    const all = [...this.made.values()];
    const kept = all.some(({ kind, owner }) => kind === "minimum" && keepers.has(owner));
    return all.filter(({ kind, owner }) => {
      if (kind === "minimum") return !kept || keepers.has(owner);
      return kind !== "input" || two2.has(owner);
    });
  }
  rise(kind, owner, part, index, value) {
    const curve2 = this.curve(kind, owner, part);
    curve2.at.push(index);
    curve2.values.push(asNumber(value));
  }
  rest(kind, owner, part, index, idle) {
    const { idle: spans } = this.curve(kind, owner, part);
    const last = spans.at(-1);
    if (idle) spans.push([index, Infinity]);
    else if (last) last[1] = index;
  }
  curve(kind, owner, part) {
    const name = JSON.stringify([kind, owner, part]);
    let curve2 = this.made.get(name);
    if (!curve2) this.made.set(name, curve2 = { kind, owner, part, at: [], values: [], idle: [] });
    return curve2;
  }
};
var FAR = 9e18;
function asNumber(value) {
  const number2 = Number(value);
  return number2 >= FAR ? Infinity : number2 <= -FAR ? -Infinity : number2;
}

// src/plane_run.ts
var KINDS_READ = [
  "SourceRecordRead",
  "TimestampAssigned",
  "RecordFiltered",
  "KeySelected",
  "WindowAssigned",
  "WindowsMerged",
  "WindowFired",
  "WindowCleared",
  "LateRecordDropped",
  "TimerRegistered",
  "TimerFired",
  "TimerDeleted",
  "WatermarkGenerated",
  "SplitStatusChanged",
  "SplitReleased",
  "ChannelWatermarkChanged",
  "ExecutionReset",
  "ChannelStatusChanged",
  "InputWatermarkAdvanced",
  "InputStatusChanged",
  "OperatorWatermarkAdvanced"
];
var PlaneRun = class {
  constructor(trace) {
    this.trace = trace;
    this.made = new CurveMaker(trace.plan);
    this.nameSources();
    const wanted = new Uint8Array(KINDS.length);
    for (const kind of KINDS_READ) wanted[KINDS.indexOf(kind)] = 1;
    for (let index = 0; index < trace.eventCount; index++) {
      if (wanted[trace.kinds[index]]) this.take(index, trace.event(index));
    }
    this.dots = this.dots.filter(({ time }) => Number.isFinite(time));
    this.curves = this.made.curves(this.keepers);
  }
  dots = [];
  panes = [];
  lates = [];
  timers = [];
  curves;
  /** Every key, as JSON, in the order of their first record. */
  keys = [];
  /** How long after its end a pane is kept, by operator; only where that is longer than nothing. */
  lateness = /* @__PURE__ */ new Map();
  /** The operator instances that keep panes, timers or drop what is late. */
  keepers = /* @__PURE__ */ new Set();
  /** The panes that were filled, merged or fired by a fact, and the late records, by its index. */
  paneAt = /* @__PURE__ */ new Map();
  lateAt = /* @__PURE__ */ new Map();
  keyNumbers = /* @__PURE__ */ new Map();
  byRead = /* @__PURE__ */ new Map();
  byElement = /* @__PURE__ */ new Map();
  open = /* @__PURE__ */ new Map();
  running = /* @__PURE__ */ new Map();
  sources = /* @__PURE__ */ new Map();
  made;
  /** The pane that a late record missed: of its key, the one that went last among its windows. */
  missedBy(late) {
    const windows = windowBounds(late.windows) ? [late.windows] : parts(late.windows) ?? [];
    const missed = this.panes.filter(
      ({ operator, key, window: window2, gone }) => operator === late.operator && key === late.key && gone < late.index && windows.includes(window2)
    );
    return missed.reduce((last, one) => last && last.gone > one.gone ? last : one, null);
  }
  /** The record that a fact is about. */
  dotBehind(index) {
    return this.byRead.get(recordBehind(this.trace, index)) ?? this.byElement.get(this.trace.cause(index));
  }
  /** The splits that the source of an operator's chain has read: `EWR, LGA`; "" if it has none. */
  splitsBefore(operator) {
    const [node, index] = operator.slice(1).split("/");
    const vertex = this.trace.plan?.vertices.find(({ operators }) => operators.some((one) => String(one.node) === node));
    return this.made.splitsOf(`o${vertex?.operators[0]?.node}/${index}`).join(", ");
  }
  nameSources() {
    const { plan } = this.trace;
    const fed = new Set(plan?.channels.map(({ target_node }) => target_node));
    let number2 = 0;
    for (const vertex of plan?.vertices ?? []) {
      const [head] = vertex.operators;
      if (!head || head.inputs.length > 0 || fed.has(head.node)) continue;
      for (let i = 0; i < vertex.parallelism; i++) this.sources.set(`o${head.node}/${i}`, number2);
      number2++;
    }
  }
  take(index, fact) {
    if (this.made.take(index, fact)) return;
    switch (fact.type) {
      case "SourceRecordRead": {
        const source = this.sources.get(fact.operator) ?? 0;
        const time = fact.timestamp === null ? NaN : Number(fact.timestamp);
        const dot = { index, time, key: -1, source, split: fact.split, late: null };
        this.byRead.set(index, dot);
        this.dots.push(dot);
        this.made.reads(fact.operator, fact.split);
        return;
      }
      case "TimestampAssigned": {
        const dot = this.byRead.get(recordBehind(this.trace, index));
        if (dot) dot.time = Number(fact.after);
        return;
      }
      case "RecordFiltered": {
        const dot = this.byRead.get(recordBehind(this.trace, index));
        if (dot) dot.time = NaN;
        return;
      }
      case "KeySelected": {
        const dot = this.byRead.get(recordBehind(this.trace, index));
        if (dot) dot.key = this.keyNumber(fact.key);
        return;
      }
      case "LateRecordDropped": {
        this.keepers.add(fact.operator);
        const time = fact.timestamp === null ? NaN : Number(fact.timestamp);
        const dot = this.dotOf(index, time);
        const key = dot.key = this.keyNumber(fact.key);
        const cleanup = fact.cleanup_time === null ? null : Number(fact.cleanup_time);
        const { operator, windows } = fact;
        const late = { index, operator, key, time, windows, cleanup, watermark: Number(fact.watermark), dot };
        dot.late ??= late;
        this.lateAt.set(index, late);
        this.lates.push(late);
        return;
      }
      case "TimerRegistered": {
        const bounds = windowBounds(fact.namespace);
        if (bounds && fact.domain === "event") {
          const after = Number(fact.timestamp - bounds[1]) + 1;
          if (after > (this.lateness.get(fact.operator) ?? 0)) this.lateness.set(fact.operator, after);
        }
        if (fact.namespace !== '""') return;
        this.keepers.add(fact.operator);
        const { domain } = fact;
        const time = Number(fact.timestamp);
        const mark = { index, end: Infinity, fired: false, domain, time, key: this.keyNumber(fact.key) };
        this.running.set(timerName(fact), mark);
        this.timers.push(mark);
        return;
      }
      case "ExecutionReset":
        this.startAgain(index, fact.subtask);
        return;
      case "TimerFired":
      case "TimerDeleted": {
        const mark = this.running.get(timerName(fact));
        if (!mark) return;
        mark.end = index;
        mark.fired = fact.type === "TimerFired";
        this.running.delete(timerName(fact));
        return;
      }
      default:
        this.takePane(index, fact);
    }
  }
  takePane(index, fact) {
    switch (fact.type) {
      case "WindowAssigned": {
        const pane = this.pane(index, fact.operator, fact.key, fact.window);
        pane.fills.push(index);
        pane.counts.push(fact.count);
        this.dotOf(index, fact.timestamp === null ? NaN : Number(fact.timestamp)).key = pane.key;
        return;
      }
      case "WindowsMerged": {
        const merged2 = windowBounds(fact.merged) ? [fact.merged] : parts(fact.merged) ?? [];
        const earlier = merged2.flatMap((window2) => this.end(index, fact.operator, fact.key, window2) ?? []);
        const pane = this.pane(index, fact.operator, fact.key, fact.result);
        for (const one of earlier) if (one !== pane) one.into = pane;
        pane.fills.push(index);
        pane.counts.push(fact.count);
        return;
      }
      case "WindowFired": {
        const pane = this.pane(index, fact.operator, fact.key, fact.window);
        pane.firings.push({ index, kind: fact.kind, count: fact.count });
        return;
      }
      case "WindowCleared":
        if (fact.reason === "cleanup") this.end(index, fact.operator, fact.key, fact.window);
        return;
      default:
    }
  }
  /** A task is started again: what its operators kept is gone, and their watermarks begin anew. */
  startAgain(index, subtask) {
    const operators = operatorsOf(this.trace, subtask);
    for (const [name, pane] of this.open) {
      if (!operators.has(pane.operator)) continue;
      pane.gone = index;
      this.open.delete(name);
    }
    for (const [name, mark] of this.running) {
      if (!operators.has(JSON.parse(name)[0])) continue;
      mark.end = index;
      this.running.delete(name);
    }
    this.made.startAgain(index, subtask, operators);
  }
  pane(index, operator, key, window2) {
    const name = `${operator} ${paneKey(key, window2)}`;
    const known2 = this.open.get(name);
    if (known2) this.paneAt.set(index, known2);
    if (known2) return known2;
    const bounds = windowBounds(window2);
    const pane = {
      operator,
      key: this.keyNumber(key),
      window: window2,
      born: index,
      gone: Infinity,
      fills: [],
      counts: [],
      firings: [],
      into: null,
      start: bounds ? Number(bounds[0]) : -Infinity,
      end: bounds ? Number(bounds[1]) : Infinity
    };
    this.keepers.add(operator);
    this.open.set(name, pane);
    this.paneAt.set(index, pane);
    this.panes.push(pane);
    return pane;
  }
  end(index, operator, key, window2) {
    const name = `${operator} ${paneKey(key, window2)}`;
    const pane = this.open.get(name);
    if (!pane) return null;
    pane.gone = index;
    this.open.delete(name);
    return pane;
  }
  /** The dot of the record that an operator works on: as it was read, or as an operator made it. */
  dotOf(index, time) {
    const read = this.byRead.get(recordBehind(this.trace, index));
    if (read) return read;
    const element = this.trace.cause(index);
    const known2 = element < 0 ? void 0 : this.byElement.get(element);
    if (known2) return known2;
    const dot = { index, time, key: -1, source: -1, split: "", late: null };
    if (element >= 0) this.byElement.set(element, dot);
    this.dots.push(dot);
    return dot;
  }
  keyNumber(key) {
    const known2 = this.keyNumbers.get(key);
    if (known2 !== void 0) return known2;
    this.keyNumbers.set(key, this.keys.length);
    return this.keys.push(key) - 1;
  }
};
function operatorsOf({ plan }, subtask) {
  const { vertex, index } = plan.subtasks.find(({ id }) => id === subtask);
  return new Set(plan.vertices.find(({ id }) => id === vertex).operators.map(({ node }) => `o${node}/${index}`));
}
function timerName(fact) {
  return JSON.stringify([fact.operator, fact.domain, fact.key, fact.namespace, String(fact.timestamp)]);
}

// src/question.ts
function openingOf(trace, moments, labels) {
  const facts = (kind) => trace.indexesOf([kind]).map((index) => [index, trace.event(index)]);
  const at = (index, question) => {
    const end = moments.next(index);
    return { question, position: end };
  };
  const failed = trace.indexesOf(["TaskFailed"]).at(-1);
  const [, status] = facts("JobStatusChanged").at(-1) ?? [];
  if (failed !== void 0 && status?.after === "FAILED") return { question: "Why does it fail?", position: failed + 1 };
  if (failed !== void 0) return { question: "A task failed. What was lost, what is done again?", position: failed + 1 };
  const late = facts("LateRecordDropped");
  if (late.length > 0) {
    const behind = ({ watermark: watermark2, cleanup_time, timestamp }) => watermark2 === MAX_TIMESTAMP ? -1n : watermark2 - (cleanup_time ?? timestamp ?? watermark2);
    const [index] = late.reduce((most, one) => behind(one[1]) > behind(most[1]) ? one : most);
    const many = late.length === 1 ? "A record came too late" : `${late.length} records came too late`;
    return at(index, `${many}. Why?`);
  }
  const fired = facts("WindowFired");
  const merged2 = facts("WindowsMerged");
  const inTime = fired.filter(([, { watermark: watermark2, clock }]) => watermark2 !== MAX_TIMESTAMP && clock !== "end of input");
  if (fired.length > 0 && inTime.length === 0) {
    return at(fired[0][0], "No window fired before the input ended. Why?");
  }
  const merge = moments.all.filter(({ kind }) => kind === "merge").at(-1);
  if (merge && merged2.length > 0) return { question: "How did these sessions become one?", position: merge.end };
  const idle = facts("SplitStatusChanged").find(([, one]) => one.idle);
  if (idle) return at(idle[0], `${idle[1].split || labels.name(idle[1].operator)} went idle. What does that change?`);
  if (inTime.length > 0) return at(inTime[0][0], "Why does this window fire now?");
  const held = facts("DefaultActionSuspended").find(([, { reason }]) => reason === "no output buffer" || reason === "blocked");
  if (held) return at(held[0], `Why does ${labels.name(held[1].subtask)} stop reading?`);
  const timer = moments.all.find(({ kind }) => kind === "firing");
  if (timer) return { question: "Why does this timer fire now?", position: timer.end };
  const result = moments.all.filter(({ kind }) => kind === "result").at(-1);
  if (result) return { question: "What came out, and of what?", position: result.end };
  return { question: "", position: 0 };
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
  let chosen3 = null;
  const apply2 = () => {
    const lab = document.body.dataset["jpThemeLight"];
    const system = dark.matches ? "dark" : "light";
    root.dataset["theme"] = chosen3 ?? (lab === void 0 ? system : lab === "false" ? "dark" : "light");
    changed();
  };
  const turn = (event) => {
    if (!event.target.closest('[data-act="theme"]')) return;
    chosen3 = root.dataset["theme"] === "dark" ? "light" : "dark";
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
function drawAxis(frame, { place, ticks: ticks2 }, left, right, y) {
  const room = (right - left) / 3;
  const tight = ticks2.some((tick) => textWidth(axisTime(frame, tick), "t3") > room - 4);
  const labels = ticks2.map((tick, number2) => {
    const x = place(tick);
    const grid = line(x, 0, x, y - 6, "grid");
    if (tight && number2 === 1) return grid;
    const anchor = number2 === 0 ? "start" : number2 === ticks2.length - 1 ? "end" : "middle";
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
  const chosen3 = [...all].sort((a, b) => rank(a) - rank(b)).slice(0, MOST_KEYS);
  return { keys: all.filter((key) => chosen3.includes(key)), hidden: all.length - chosen3.length };
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
  const ticks2 = [];
  for (const bound of bounds) {
    const last = ticks2[ticks2.length - 1];
    if (last === void 0 || place(bound) - place(last) > 72) ticks2.push(bound);
  }
  return ticks2;
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

// src/stops.ts
var GRAIN_TITLES = {
  told: "what is worth telling: panes, minima, firings, what is late",
  firing: STOPS.firing,
  watermark: STOPS.watermark,
  record: STOPS.record,
  step: "one turn of a task's mailbox, or of another actor",
  fact: "every single fact"
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
  made = null;
  stopping(at) {
    const several = WORTH.filter(({ stop }) => stop === at);
    return new Map(several.map(({ kind, when }) => [KINDS.indexOf(kind), when]));
  }
  /** The moments worth telling; found when they are first asked for. */
  get moments() {
    return this.made ??= new Moments(this.trace, this.labels);
  }
  /** The next position after `position`, or the end. */
  next(position, grain) {
    const { trace } = this;
    const last = trace.eventCount;
    if (position >= last) return last;
    if (grain === "told") return this.moments.next(position);
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
    if (grain === "told") return this.moments.back(position);
    if (grain === "fact") return position - 1;
    if (grain === "step") return Math.max(trace.eventRange(trace.stepOf(position - 1))[0], 0);
    for (let index = position - 2; index >= 0; index--) {
      if (this.stopsAt(index, grain)) return index + 1;
    }
    return 0;
  }
  /** The fact to speak of: the last one, or of a moment or step the one that says most. */
  spotlight(position, grain) {
    const last = position - 1;
    if (last >= 0 && grain === "told") {
      const moment = this.moments.endingAt(position);
      if (moment) return moment.lead;
    }
    if (last < 0 || grain !== "step" && grain !== "told") return last;
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
  grain = "told";
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
  let before2 = spent(0);
  for (let slice = 0; slice < slices; slice++) {
    const after = spent(slice + 1);
    const x = Math.round(100 * (scale.left + slice * wide)) / 100;
    let at = y + height;
    for (const part of ["backpressured", "busy", "idle"]) {
      const tall = (after[part] - before2[part]) / (scale.end / slices) * height;
      if (tall < 0.05) continue;
      at -= tall;
      paths[part] += `M${x} ${at.toFixed(1)}h${wide.toFixed(2)}v${tall.toFixed(1)}h${(-wide).toFixed(2)}z`;
    }
    before2 = after;
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
var SECOND2 = 1e3;
var HOUR2 = 3600 * SECOND2;
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
].map((number2, place) => number2 * (place < 9 ? 1 : place < 21 ? SECOND2 : HOUR2));
function tickOf(least3) {
  return TICKS.find((tick) => tick >= least3) ?? 24 * HOUR2 * Math.ceil(least3 / (24 * HOUR2));
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
      const made2 = new ChannelSeries(channel, channel.partitioner !== "BROADCAST" || !seen.has(edge));
      seen.add(edge);
      this.channels.set(channel.id, made2);
      const target = this.task(channel.target);
      target.inputs.push(made2);
      const { inputWatermarks } = target.head;
      if (!inputWatermarks.has(input)) inputWatermarks.set(input, new Series(MIN_TIMESTAMP));
      this.task(source).outputs.push(made2);
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
      for (const each of operator.inputWatermarks.values()) this.put(each, each.initial);
      this.put(operator.outputWatermark, operator.outputWatermark.initial);
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
var STRIP_LEGEND = [["data", "records"], ["wm", "a minimum moves"], ["fire", "late or failed"], ["tm", "◆ fires"]].map(([colour, words]) => `<span class="${colour}">${words}</span>`).join("");
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
    const known2 = this.cache.get(count);
    if (known2) return known2;
    const { kinds, eventCount } = this.trace;
    const made2 = {
      records: new Uint32Array(count),
      watermarks: new Uint32Array(count),
      late: new Uint32Array(count)
    };
    for (let index = 0; index < eventCount; index++) {
      const bar = Math.floor(index / eventCount * count);
      const group2 = this.group[kinds[index]];
      if (group2 === 1) made2.records[bar]++;
      else if (group2 === 2) made2.watermarks[bar]++;
      else if (group2 === 3) made2.late[bar]++;
    }
    this.cache.clear();
    this.cache.set(count, made2);
    return made2;
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

// src/plane_heat.ts
var known = /* @__PURE__ */ new WeakMap();
function heatsOf(panes) {
  let found = known.get(panes);
  if (!found) known.set(panes, found = makeHeats(panes));
  return found;
}
function makeHeats(panes) {
  const byWindow = /* @__PURE__ */ new Map();
  for (const pane of panes) {
    if (pane.start === -Infinity) continue;
    const name = `${pane.start} ${pane.end}`;
    const same = byWindow.get(name);
    if (same) same.push(pane);
    else byWindow.set(name, [pane]);
  }
  return [...byWindow.values()].map((same) => {
    const changes = /* @__PURE__ */ new Map();
    const firings = /* @__PURE__ */ new Set();
    let gone = 0;
    for (const pane of same) {
      const closes = Math.min(pane.firings[0]?.index ?? Infinity, pane.gone);
      changes.set(pane.born, (changes.get(pane.born) ?? 0) + 1);
      if (closes < Infinity) changes.set(closes, (changes.get(closes) ?? 0) - 1);
      for (const { index } of pane.firings) firings.add(index);
      gone = Math.max(gone, pane.gone);
    }
    const at = [...changes.keys()].sort((a, b) => a - b);
    let open = 0;
    const counts = at.map((index) => open += changes.get(index));
    const most = counts.reduce((a, b) => Math.max(a, b), 1);
    const { start: start2, end } = same[0];
    return { start: start2, end, at, open: counts, most, firings: [...firings].sort((a, b) => a - b), gone };
  });
}

// src/plane_paint.ts
var PARTS = ["records", "late", "panes", "generators", "channels", "minimum", "timers"];
var toX = ({ camera, box }, place) => box.left + (place - camera.x0) / (camera.x1 - camera.x0) * box.width;
function toY({ camera, box }, time) {
  if (time === Infinity) return box.top - 4;
  if (time === -Infinity) return box.top + box.height + 4;
  return box.top + (1 - (time - camera.y0) / (camera.y1 - camera.y0)) * box.height;
}
var factX = (picture2, index) => toX(picture2, index === Infinity ? picture2.places.at(-1) : picture2.places[index + 1]);
function shape(context, source, x, y, r) {
  if (source === 1) context.rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8);
  else if (source >= 2) {
    context.moveTo(x, y - r * 1.2);
    context.lineTo(x + r * 1.15, y + r * 0.9);
    context.lineTo(x - r * 1.15, y + r * 0.9);
    context.closePath();
  } else {
    context.moveTo(x + r, y);
    context.arc(x, y, r, 0, 7);
  }
}
function paintGround(context, picture2) {
  const { parts: parts2 } = picture2;
  if (parts2.has("minimum")) paintOver(context, picture2);
  paintOnTime(context, picture2);
  if (parts2.has("panes")) paintPanes(context, picture2);
  paintCurves(context, picture2);
}
function paintMarks(context, picture2, from = 0, to = Infinity) {
  const { parts: parts2 } = picture2;
  if (parts2.has("timers")) paintTimers(context, picture2, from, to);
  if (parts2.has("records")) paintDots(context, picture2, from, to);
  if (parts2.has("late")) paintLates(context, picture2, from, to);
}
var shownOwner = ({ operators }, owner) => !operators || operators.has(owner);
function paintOver(context, picture2) {
  const { run, box, colour } = picture2;
  const lowest = run.curves.find(({ kind, owner }) => kind === "minimum" && shownOwner(picture2, owner));
  if (!lowest) return;
  const bottom = box.top + box.height;
  const lateness = run.lateness.get(lowest.owner) ?? 0;
  const upper = stairs(picture2, lowest, 0);
  if (upper.length === 0) return;
  const fill3 = (points, style, alpha) => {
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
    context.closePath();
    context.fillStyle = style;
    context.globalAlpha = alpha;
    context.fill();
    context.globalAlpha = 1;
  };
  const right = upper.at(-2);
  const lower = lateness > 0 ? stairs(picture2, lowest, lateness) : upper;
  fill3([...lower, right, bottom, lower[0], bottom], colour("--wmsoft"), 0.5);
  if (lateness === 0) return;
  const band = [...upper];
  for (let i = lower.length - 2; i >= 0; i -= 2) band.push(lower[i], lower[i + 1]);
  fill3(band, colour("--panesoft"), 0.55);
  line2(context, lower, colour("--pane"), 1, [2, 3]);
}
function paintOnTime(context, picture2) {
  const { camera, places, colour } = picture2;
  if (picture2.places[1] === 1 || camera.x1 < camera.y0 || camera.x0 > camera.y1) return;
  if (places.at(-1) < 1e6) return;
  line2(
    context,
    [toX(picture2, camera.x0), toY(picture2, camera.x0), toX(picture2, camera.x1), toY(picture2, camera.x1)],
    colour("--ink3"),
    1.2,
    [2, 4]
  );
}
function stairs(picture2, curve2, below) {
  const { camera, box } = picture2;
  const points = [];
  const at = curve2.at;
  let previous = NaN;
  const first = Math.max(0, firstShown(picture2, at) - 1);
  for (let i = first; i < at.length; i++) {
    const x = factX(picture2, at[i]);
    const value = curve2.values[i];
    const y = toY(picture2, value - below);
    if (!Number.isNaN(previous)) points.push(x, previous);
    if (value !== -Infinity || !Number.isNaN(previous)) {
      points.push(x, y);
      previous = y;
    }
    if (x > box.left + box.width) break;
  }
  if (!Number.isNaN(previous)) points.push(Math.min(toX(picture2, camera.x1), factX(picture2, Infinity)), previous);
  return points;
}
function firstShown({ places, camera }, at) {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (places[at[middle] + 1] < camera.x0) low = middle + 1;
    else high = middle;
  }
  return low;
}
function line2(context, points, style, width, dash = []) {
  context.beginPath();
  for (let i = 0; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
  context.strokeStyle = style;
  context.lineWidth = width;
  context.setLineDash([...dash]);
  context.stroke();
  context.setLineDash([]);
}
var DASHES = [[], [6, 3], [2, 2.5], [9, 3, 2, 3], [4, 6]];
function paintCurves(context, picture2) {
  const { run, parts: parts2, colour } = picture2;
  context.lineJoin = "round";
  const of = (kind) => run.curves.filter((one) => one.kind === kind);
  if (parts2.has("channels")) {
    context.globalAlpha = 0.65;
    for (const curve2 of of("channel")) line2(context, stairs(picture2, curve2, 0), colour("--wm"), 1);
    context.globalAlpha = 1;
  }
  if (parts2.has("minimum")) {
    const halo = colour("--panel");
    for (const curve2 of of("input")) {
      line2(context, stairs(picture2, curve2, 0), colour("--wm"), 2, DASHES[curve2.part === "0" ? 0 : 1]);
    }
    for (const curve2 of of("minimum").filter(({ owner }) => shownOwner(picture2, owner))) {
      const points = stairs(picture2, curve2, 0);
      line2(context, points, halo, 5);
      line2(context, points, colour("--wm"), 3.4);
    }
  }
  if (parts2.has("generators")) {
    of("generator").forEach((curve2, number2) => {
      line2(context, stairs(picture2, curve2, 0), colour("--wmink"), 1.4, DASHES[number2 % DASHES.length]);
      paintIdle(context, picture2, curve2);
    });
  }
  if (parts2.has("channels")) for (const curve2 of of("channel")) paintIdle(context, picture2, curve2);
}
function paintIdle(context, picture2, curve2) {
  const { colour } = picture2;
  for (const [from, to] of curve2.idle) {
    const number2 = lastWithin(curve2.at, from);
    const value = number2 < 0 ? -Infinity : curve2.values[number2];
    const y = Math.min(toY(picture2, value), picture2.box.top + picture2.box.height - 5);
    const [x0, x1] = [factX(picture2, from), factX(picture2, to)];
    line2(context, [x0, y, x1, y], colour("--panel"), 7);
    line2(context, [x0, y, x1, y], colour("--ink3"), 5, [2, 3]);
    if (x1 - x0 < 34) continue;
    context.font = `600 12px ${picture2.colour("font-family")}`;
    context.fillStyle = colour("--ink2");
    context.textAlign = "left";
    context.fillText("idle", Math.max(x0, picture2.box.left) + 4, y - 6);
  }
}
function chosenPanes({ run, keys, operators }) {
  if (chosen2.of !== run || chosen2.keys !== keys || chosen2.operators !== operators) {
    const shown = (pane) => pane.start > -Infinity && (!keys || keys.has(pane.key)) && (!operators || operators.has(pane.operator));
    chosen2 = { of: run, keys, operators, panes: run.panes.filter(shown) };
  }
  return chosen2.panes;
}
var chosen2 = {
  of: null,
  keys: null,
  operators: null,
  panes: []
};
function panesIn(picture2) {
  const { camera, places } = picture2;
  return chosenPanes(picture2).filter(
    ({ start: start2, end, born, gone }) => end >= camera.y0 && start2 <= camera.y1 && places[born + 1] <= camera.x1 && (gone === Infinity || places[gone + 1] >= camera.x0)
  );
}
var MOST_PANES = 600;
function paintHeats(context, picture2) {
  const { camera, box, places, colour } = picture2;
  context.fillStyle = colour("--pane");
  for (const { start: start2, end, at, open, most, firings, gone } of heatsOf(chosenPanes(picture2))) {
    if (end < camera.y0 || start2 > camera.y1 || places[at[0] + 1] > camera.x1) continue;
    if (gone < Infinity && places[gone + 1] < camera.x0) continue;
    const [top, bottom] = [toY(picture2, end), toY(picture2, start2)];
    const height = Math.max(1, bottom - top - 1);
    let x = factX(picture2, at[0]);
    for (let i = Math.max(0, firstShown(picture2, at) - 1); i < at.length; i++) {
      const next = i + 1 < at.length ? factX(picture2, at[i + 1]) : box.left + box.width;
      if (next - x < 1 && i + 1 < at.length) continue;
      if (open[i] > 0) {
        context.globalAlpha = 0.1 + 0.5 * (open[i] / most);
        context.fillRect(x, top, next - x, height);
      }
      if (next > box.left + box.width) break;
      x = next;
    }
    context.globalAlpha = 1;
    let last = -Infinity;
    for (let i = firstShown(picture2, firings); i < firings.length; i++) {
      const lid = factX(picture2, firings[i]);
      if (lid > box.left + box.width) break;
      if (lid - last < 1) continue;
      last = lid;
      context.fillRect(lid - 1.2, top, 2.4, height);
    }
  }
  context.globalAlpha = 1;
}
var MOST_FILLS = 6e3;
function paintPanes(context, picture2) {
  const { run, colour } = picture2;
  const panes = panesIn(picture2);
  if (panes.length > MOST_PANES) return paintHeats(context, picture2);
  const keys = picture2.keys?.size ?? run.keys.length;
  const strength = keys > 6 ? 0.16 : keys > 2 ? 0.3 : 0.5;
  const fills = panes.reduce((sum2, pane) => sum2 + pane.fills.length, 0);
  for (const pane of panes) paintPane(context, picture2, pane, strength, fills <= MOST_FILLS);
  for (const pane of panes) {
    const [y, bottom] = [toY(picture2, pane.end), toY(picture2, pane.start)];
    for (const { index, kind } of pane.firings) {
      const x = factX(picture2, index);
      const style = kind === "late" ? colour("--fire") : colour("--pane");
      line2(context, [x, y, x, bottom], style, kind === "early" ? 1.2 : 2.6, kind === "early" ? [2, 2] : []);
    }
  }
}
function paintPane(context, picture2, pane, strength, filling) {
  const { colour } = picture2;
  const [top, bottom] = [toY(picture2, pane.end), toY(picture2, pane.start)];
  const height = Math.max(1, bottom - top - 1);
  const onTime = pane.firings.find(({ kind }) => kind === "on time");
  const closes = Math.min(onTime?.index ?? Infinity, pane.gone);
  const [x0, x1, x2] = [factX(picture2, pane.born), factX(picture2, closes), factX(picture2, pane.gone)];
  context.fillStyle = colour("--pane");
  const most = pane.counts.reduce((a, b) => Math.max(a, b), 1);
  const ends = filling ? pane.fills.filter((index) => index < closes) : [pane.born];
  for (let i = 0; i < ends.length; i++) {
    const from = factX(picture2, ends[i]);
    const to = i + 1 < ends.length ? factX(picture2, ends[i + 1]) : x1;
    context.globalAlpha = strength * (filling ? 0.35 + 0.65 * (pane.counts[i] / most) : 0.8);
    context.fillRect(from, top, Math.max(to - from, 0.5), height);
  }
  if (x2 > x1 + 1) {
    context.globalAlpha = strength * 0.3;
    context.fillRect(x1, top, x2 - x1, height);
    context.globalAlpha = 0.8;
    line2(context, [x1, top, x2, top, x2, bottom, x1, bottom], colour("--pane"), 1, [3, 3]);
  }
  if (x1 - x0 > 5 && height > 5) {
    context.globalAlpha = Math.min(1, strength * 2.2);
    context.strokeStyle = colour("--pane");
    context.lineWidth = 1;
    context.strokeRect(x0 + 0.5, top + 0.5, x1 - x0 - 1, height - 1);
  }
  context.globalAlpha = 1;
}
var Cells = class {
  constructor(box) {
    this.box = box;
    this.wide = Math.ceil(box.width / 2) + 1;
    this.taken = new Uint8Array(this.wide * (Math.ceil(box.height / 2) + 1));
  }
  taken;
  wide;
  take(x, y) {
    const cell = (y - this.box.top >> 1) * this.wide + (x - this.box.left >> 1);
    if (this.taken[cell] === 1) return false;
    this.taken[cell] = 1;
    return true;
  }
};
var MOST_ROUND = 2500;
function dotRadius({ run, camera, places, box }) {
  const from = firstFrom(run.dots, 0, (index) => places[index + 1] >= camera.x0);
  const to = firstFrom(run.dots, 0, (index) => places[index + 1] > camera.x1);
  const dense = (to - from) / box.width;
  return dense > 1.2 ? 1.7 : dense > 0.4 ? 2.3 : 3.2;
}
function firstFrom(facts, from, holds2 = (index) => index >= from) {
  let low = 0;
  let high = facts.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (holds2(facts[middle].index)) high = middle;
    else low = middle + 1;
  }
  return low;
}
function paintDots(context, picture2, from, to) {
  const { run, places, camera, box, keys, colour } = picture2;
  const found = [[], [], []];
  const faded = [];
  const cells = new Cells(box);
  let count = 0;
  const { dots } = run;
  for (let number2 = firstFrom(dots, from); number2 < dots.length && dots[number2].index < to; number2++) {
    const dot = dots[number2];
    const place = places[dot.index + 1];
    if (dot.late || place < camera.x0 || place > camera.x1 || dot.time < camera.y0 || dot.time > camera.y1) continue;
    const [x, y] = [toX(picture2, place), toY(picture2, dot.time)];
    if (!cells.take(x, y)) continue;
    if (keys && dot.key >= 0 && !keys.has(dot.key)) faded.push(x, y);
    else found[Math.max(0, Math.min(2, dot.source))].push(x, y);
    count++;
  }
  context.fillStyle = colour("--line2");
  for (let i = 0; i < faded.length; i += 2) context.fillRect(faded[i] - 1, faded[i + 1] - 1, 2, 2);
  context.fillStyle = colour("--data");
  const radius = dotRadius(picture2);
  found.forEach((points, source) => {
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) {
      if (count > MOST_ROUND) context.fillRect(points[i] - 1.2, points[i + 1] - 1.2, 2.4, 2.4);
      else shape(context, source, points[i], points[i + 1], radius);
    }
    context.fill();
  });
}
function paintLates(context, picture2, from, to) {
  const { run, keys, colour } = picture2;
  const cells = new Cells(picture2.box);
  context.strokeStyle = colour("--fire");
  context.fillStyle = colour("--fire");
  const small = run.lates.length > 400;
  const full = context.globalAlpha;
  for (const late of run.lates) {
    if (late.index < from || late.index >= to || !shownOwner(picture2, late.operator)) continue;
    const [x, y] = [factX(picture2, late.index), toY(picture2, late.time)];
    const { left, top, width, height } = picture2.box;
    if (x < left || x > left + width || y < top || y > top + height || !cells.take(x, y)) continue;
    context.globalAlpha = keys && !keys.has(late.key) ? full / 4 : full;
    ring(context, picture2, x, y, small ? 2.6 : 4);
  }
  context.globalAlpha = full;
}
function ring(context, { colour }, x, y, r) {
  context.beginPath();
  context.arc(x, y, r, 0, 7);
  context.fillStyle = colour("--panel");
  context.fill();
  context.strokeStyle = colour("--fire");
  context.lineWidth = Math.max(1.4, r / 2.2);
  context.stroke();
  context.beginPath();
  context.arc(x, y, r / 2.6, 0, 7);
  context.fillStyle = colour("--fire");
  context.fill();
}
function paintTimers(context, picture2, from, to) {
  const { run, keys, box, colour } = picture2;
  const full = context.globalAlpha;
  for (const timer of run.timers) {
    if (timer.index < from || timer.index >= to || keys && !keys.has(timer.key)) continue;
    const [x0, x1] = [factX(picture2, timer.index), factX(picture2, timer.end)];
    if (x1 < box.left || x0 > box.left + box.width) continue;
    const y = timer.domain === "event" ? toY(picture2, timer.time) : box.top + box.height - 7;
    context.globalAlpha = 0.6 * full;
    if (timer.domain === "event") line2(context, [x0, y, x1, y], colour("--tm"), 1, [1, 3]);
    context.globalAlpha = full;
    if (timer.end === Infinity) continue;
    context.beginPath();
    context.moveTo(x1, y - 4.5);
    context.lineTo(x1 + 4.5, y);
    context.lineTo(x1, y + 4.5);
    context.lineTo(x1 - 4.5, y);
    context.closePath();
    context.fillStyle = timer.fired ? colour("--tmfill") : colour("--panel");
    context.fill();
    context.strokeStyle = colour("--tm");
    context.lineWidth = 1.2;
    context.stroke();
  }
}

// src/plane_lit.ts
function thingsOf({ trace, run }, from, to) {
  const found = [];
  for (let index = Math.max(from, to - MOST_LIT); index < to; index++) {
    const kind = trace.kindOf(index);
    const pane = kind === "WindowFired" || kind === "WindowsMerged" ? run.paneAt.get(index) : void 0;
    const late = kind === "LateRecordDropped" ? run.lateAt.get(index) : void 0;
    const dot = kind === "WindowAssigned" || kind === "SourceRecordRead" ? run.dotBehind(index) : void 0;
    if (pane) found.push({ what: "pane", pane });
    if (pane && kind === "WindowsMerged") {
      for (const one of run.panes) if (one.into === pane && one.gone === index) found.push({ what: "pane", pane: one });
    }
    if (late) found.push({ what: "late", late });
    if (dot && !dot.late) found.push({ what: "dot", dot });
  }
  return found;
}
var MOST_LIT = 4e3;
var MOST_NAMED = 3;
function light(context, picture2, lit, things) {
  const words = new Words(context, picture2);
  const kinds = (what) => things.filter((one) => one.what === what);
  for (const thing of [...kinds("pane"), ...kinds("dot"), ...kinds("late")]) {
    if (thing.what === "pane") lightPane(context, picture2, thing.pane);
    else if (thing.what === "dot") lightDot(context, picture2, thing.dot);
    else lightLate(context, picture2, lit, thing.late, words, kinds("late").length <= MOST_NAMED);
  }
  const panes = kinds("pane");
  panes.slice(0, MOST_NAMED).forEach((thing) => thing.what === "pane" && namePane(picture2, lit, thing.pane, words));
  words.draw();
}
function lightPane(context, picture2, pane) {
  if (pane.start === -Infinity) return;
  const end = Math.min(pane.firings.at(-1)?.index ?? Infinity, pane.gone);
  const [x0, x1] = [factX(picture2, pane.born), factX(picture2, end)];
  const [y0, y1] = [toY(picture2, pane.end), toY(picture2, pane.start)];
  context.strokeStyle = picture2.colour("--paneink");
  context.lineWidth = 2;
  context.strokeRect(x0, y0, Math.max(2, x1 - x0), y1 - y0);
  const fired = pane.firings.at(-1);
  if (fired) line2(context, [x1, y0, x1, y1], picture2.colour("--fire"), 4);
}
function namePane(picture2, { run, labels }, pane, words) {
  if (pane.start === -Infinity) return;
  const key = cut(show(run.keys[pane.key]), 18);
  const x = factX(picture2, Math.min(pane.firings.at(-1)?.index ?? pane.gone, pane.gone));
  words.add(`${key} ${labels.window(pane.window)}`, x - 6, toY(picture2, pane.end) - 7, "--paneink", "right");
}
function lightDot(context, picture2, dot) {
  const [x, y] = [factX(picture2, dot.index), toY(picture2, dot.time)];
  const { camera } = picture2;
  if (dot.time >= camera.x0 && picture2.places.at(-1) > 1e6) {
    context.globalAlpha = 0.6;
    line2(context, [toX(picture2, dot.time), y, x, y], picture2.colour("--data"), 1.6);
    context.globalAlpha = 1;
  }
  context.beginPath();
  shape(context, dot.source, x, y, 6);
  context.fillStyle = picture2.colour("--data");
  context.fill();
  context.strokeStyle = picture2.colour("--panel");
  context.lineWidth = 1.6;
  context.stroke();
}
function lightLate(context, picture2, lit, late, words, named) {
  const { trace, run, labels } = lit;
  const [x, y] = [factX(picture2, late.index), toY(picture2, late.time)];
  const { pane, over, closer, behind } = latenessOf(trace, run, late);
  if (pane) lightPane(context, picture2, pane);
  if (over >= 0) {
    const lid = factX(picture2, pane && pane.gone < Infinity ? pane.gone : over);
    line2(context, [x, y, lid, y], picture2.colour("--fire"), 2.6);
    arrow2(context, lid, y, picture2.colour("--fire"));
    const dot = closer < 0 ? void 0 : run.dotBehind(closer);
    if (dot) {
      const [cx, cy] = [factX(picture2, dot.index), toY(picture2, dot.time)];
      line2(context, [lid, y, lid, cy, cx, cy], picture2.colour("--wmink"), 1.6, [5, 4]);
      context.beginPath();
      shape(context, dot.source, cx, cy, 6);
      context.fillStyle = picture2.colour("--wm");
      context.fill();
      context.strokeStyle = picture2.colour("--wmink");
      context.lineWidth = 1.6;
      context.stroke();
      if (named) {
        const time = labels.time(BigInt(dot.time));
        words.add(`closed by a record of ${time}`, Math.min(cx, lid) - 9, cy - 8, "--wmink", "right");
      }
    }
    if (named) {
      const key = cut(show(run.keys[late.key] ?? '""'), 18);
      const name = `${key}: ${spanText(behind)} too late`;
      words.add(behind > 0 ? name : `${key}: too late`, (x + lid) / 2, y + 17, "--fireink", "center");
    }
  }
  ring(context, picture2, x, y, 8);
}
function arrow2(context, x, y, style) {
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + 9, y - 5);
  context.lineTo(x + 9, y + 5);
  context.closePath();
  context.fillStyle = style;
  context.fill();
}
var Words = class {
  constructor(context, picture2) {
    this.context = context;
    this.picture = picture2;
  }
  placed = [];
  add(text2, x, y, style, align) {
    const { context, picture: picture2 } = this;
    const { left, top, width, height } = picture2.box;
    context.font = this.font;
    const wide = context.measureText(text2).width;
    const wanted = align === "left" ? x : align === "right" ? x - wide : x - wide / 2;
    const at = Math.max(left + 4, Math.min(left + width - wide - 4, wanted));
    for (const shift of [0, -17, 17, -34, 34, -51, 51]) {
      const line3 = Math.max(top + 14, Math.min(top + height - 6, y + shift));
      const free = this.placed.every(
        (one) => Math.abs(one.y - line3) >= 16 || one.left > at + wide + 4 || one.left + one.wide + 4 < at
      );
      if (!free) continue;
      this.placed.push({ text: text2, left: at, y: line3, wide, style });
      return;
    }
  }
  draw() {
    const { context, picture: picture2 } = this;
    context.font = this.font;
    context.textAlign = "left";
    context.lineJoin = "round";
    for (const { text: text2, left, y, style } of this.placed) {
      context.strokeStyle = picture2.colour("--panel");
      context.lineWidth = 4.5;
      context.strokeText(text2, left, y);
      context.fillStyle = picture2.colour(style);
      context.fillText(text2, left, y);
    }
  }
  get font() {
    return `650 13px ${this.picture.colour("font-family")}`;
  }
};

// src/plane_camera.ts
function boundsOf(run, places) {
  const times = [...run.dots.map(({ time }) => time), ...run.timers.filter(({ domain }) => domain === "event").map(({ time }) => time)];
  const bounds = run.panes.filter(({ start: start2 }) => start2 > -Infinity);
  for (const pane of bounds) times.push(pane.start, pane.end);
  if (times.length === 0) {
    for (const { values } of run.curves) times.push(...values.filter(Number.isFinite));
  }
  const sorted = Float64Array.from(times).sort();
  if (sorted.length === 0) sorted.set([]);
  const at = (part) => sorted[Math.round(part * (sorted.length - 1))] ?? 0;
  const usual = at(0.98) - at(0.02) || at(1) - at(0) || 1;
  const low = Math.max(at(0), at(0.02) - 4 * usual);
  const high = Math.min(at(1), at(0.98) + 4 * usual);
  const tall = high - low || 1;
  const [x0, x1] = inUse(run, places);
  const wide = x1 - x0 || 1;
  return { x0: x0 - wide * 0.015, x1: x1 + wide * 0.02, y0: low - tall * 0.06, y1: high + tall * 0.06 };
}
function inUse(run, places) {
  const first = Math.min(run.dots[0]?.index ?? Infinity, run.panes[0]?.born ?? Infinity);
  const end = places.length - 1;
  const ends = [run.dots.at(-1)?.index ?? 0, run.lates.at(-1)?.index ?? 0];
  for (const pane of run.panes) ends.push(pane.firings.at(-1)?.index ?? pane.born);
  for (const curve2 of run.curves) ends.push(curve2.at.at(-1) ?? 0);
  const last = ends.reduce((a, b) => Math.max(a, b), 0);
  if (first === Infinity) return [places[0], places[end]];
  return [places[first], places[Math.min(end, last + 1)]];
}
var LEAST = 1e-5;
function zoomed(camera, whole, factor, right, up, levelOnly = false) {
  const [wide, tall] = [camera.x1 - camera.x0, camera.y1 - camera.y0];
  const [most, highest] = [whole.x1 - whole.x0, whole.y1 - whole.y0];
  const newWide = Math.max(most * LEAST, wide * factor);
  const newTall = levelOnly ? tall : Math.max(highest * LEAST, tall * factor);
  if (newWide >= most && newTall >= highest) return whole;
  const x0 = camera.x0 + (wide - newWide) * right;
  const y0 = camera.y0 + (tall - newTall) * up;
  return { x0, x1: x0 + newWide, y0, y1: y0 + newTall };
}

// src/plane_pick.ts
var REACH = 9;
function nearest(picture2, x, y) {
  const { run, places, camera, box, parts: parts2, keys } = picture2;
  if (x < box.left || x > box.left + box.width || y < box.top || y > box.top + box.height) return null;
  let best = null;
  let least3 = REACH;
  const reach = (camera.x1 - camera.x0) / box.width * REACH;
  const here = camera.x0 + (x - box.left) / box.width * (camera.x1 - camera.x0);
  const consider = (index, time, thing) => {
    const place = places[index + 1];
    if (Math.abs(place - here) > reach) return;
    const away = Math.hypot(toX(picture2, place) - x, toY(picture2, time) - y);
    if (away >= least3) return;
    least3 = away;
    best = thing();
  };
  if (parts2.has("records")) {
    for (const dot of run.dots) {
      if (!dot.late && (!keys || dot.key < 0 || keys.has(dot.key))) {
        consider(dot.index, dot.time, () => ({ what: "dot", dot }));
      }
    }
  }
  if (parts2.has("late")) for (const late of run.lates) consider(late.index, late.time, () => ({ what: "late", late }));
  if (best || !parts2.has("panes")) return best;
  let smallest = Infinity;
  for (const pane of panesIn(picture2)) {
    const [x0, x1] = [factX(picture2, pane.born), factX(picture2, pane.gone)];
    const [y0, y1] = [toY(picture2, pane.end), toY(picture2, pane.start)];
    const size = (x1 - x0) * (y1 - y0);
    if (x < x0 || x > x1 || y < y0 || y > y1 || size >= smallest) continue;
    smallest = size;
    best = { what: "pane", pane };
  }
  return best;
}
function thingPosition(thing) {
  if (thing.what === "dot") return thing.dot.index + 1;
  if (thing.what === "late") return thing.late.index + 1;
  return (thing.pane.firings[0]?.index ?? thing.pane.fills.at(-1) ?? thing.pane.born) + 1;
}
function thingWords(lit, thing) {
  const { trace, run, labels } = lit;
  const key = (number2) => number2 < 0 ? "" : cut(show(run.keys[number2]), 40);
  const time = (ms) => Number.isFinite(ms) ? labels.time(BigInt(Math.round(ms))) : "none";
  if (thing.what === "pane") {
    const { pane } = thing;
    const fired = pane.firings.map(({ kind, count }) => `${kind} with ${count}`).join(", ");
    const what = `${key(pane.key)} ${labels.window(pane.window)}`;
    return [what, `${pane.counts.at(-1) ?? 0} elements`, fired === "" ? "never fires" : `fires ${fired}`, labels.name(pane.operator)];
  }
  const { dot } = thing.what === "late" ? thing.late : thing;
  const read = trace.event(dot.index);
  const value = "value" in read ? labels.value(read.value) : "";
  const lines = [`${value || key(dot.key)}`, `event time ${time(dot.time)}`];
  if (dot.key >= 0) lines.push(`key ${key(dot.key)}`);
  if (dot.split !== "") lines.push(`split ${dot.split}`);
  if (thing.what === "late") {
    const { late } = thing;
    const { closer, behind } = latenessOf(trace, run, late);
    lines.push(`too late: ${labels.window(late.windows)} was over`, `the watermark was ${spanText(behind)} past its time`);
    const by = closer < 0 ? null : trace.event(closer);
    if (by?.type === "SourceRecordRead") lines.push(`closed by ${labels.value(by.value)}`);
  }
  return lines;
}

// src/plane.ts
var LEFT2 = 84;
var LEFT_NARROW = 62;
var BOTTOM2 = 24;
var TOP2 = 8;
var RIGHT2 = 12;
var STRIP = 9;
var FAINT = 0.27;
var EASE_MS = 240;
var Plane = class {
  constructor(el, trace, labels, go) {
    this.el = el;
    this.labels = labels;
    this.go = go;
    this.run = new PlaneRun(trace);
    this.clock = new Clock(trace);
    this.axis = this.bestAxis();
    this.places = this.clock.places(this.axis);
    this.whole = boundsOf(this.run, this.places);
    this.camera = this.target = this.whole;
    this.lit = { trace, labels, run: this.run };
    this.tip.className = "planeTip";
    this.tip.hidden = true;
    this.canvas.setAttribute("role", "img");
    el.replaceChildren(this.canvas, this.tip);
    this.observer = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = this.el;
      this.room = { clientWidth, clientHeight };
      this.drawSoon();
    });
    this.observer.observe(el);
    this.listen();
  }
  run;
  axis;
  parts = new Set(PARTS.filter((part) => part !== "channels"));
  keys = null;
  operators = null;
  /** Is told of every change that others show, too. */
  changed = () => void 0;
  canvas = document.createElement("canvas");
  ground = document.createElement("canvas");
  marks = document.createElement("canvas");
  tip = document.createElement("div");
  clock;
  places;
  whole;
  camera;
  target;
  lit;
  position = 0;
  from = 0;
  things = [];
  hover = null;
  brush = null;
  stale = true;
  frame = 0;
  easing = null;
  colours = /* @__PURE__ */ new Map();
  wide = 0;
  tall = 0;
  room = { clientWidth: 0, clientHeight: 0 };
  observer;
  /** Whether there is anything to show in event time. */
  get isEmpty() {
    return this.run.dots.length === 0 && this.run.panes.length === 0;
  }
  get isZoomed() {
    return this.target !== this.whole;
  }
  /** Shows the run after `position` facts, with what happened since `from` lit. */
  show(position, from) {
    const moved = position !== this.position;
    this.position = position;
    this.from = Math.min(from, position);
    this.things = thingsOf(this.lit, this.from, position);
    if (moved && this.isZoomed) this.keepInSight();
    this.canvas.setAttribute("aria-label", this.inWords());
    this.drawSoon();
  }
  /** The size, the theme or the font may be others. */
  refresh() {
    this.colours.clear();
    this.stale = true;
    this.drawSoon();
  }
  setAxis(axis) {
    if (axis === this.axis) return;
    this.axis = axis;
    this.places = this.clock.places(axis);
    this.whole = boundsOf(this.run, this.places);
    this.camera = this.target = this.whole;
    this.refresh();
    this.changed();
  }
  choose(keys, operators = this.operators) {
    this.keys = keys;
    this.operators = operators;
    this.refresh();
  }
  toggle(part) {
    if (!this.parts.delete(part)) this.parts.add(part);
    this.refresh();
  }
  wholeRun() {
    this.flyTo(this.whole);
  }
  /** The part of the run around now. */
  zoomToNow() {
    const x = this.places[this.position];
    const spot = this.spot();
    const span = (this.whole.x1 - this.whole.x0) / 8;
    const tall = (this.whole.y1 - this.whole.y0) / 6;
    const xs = [x, ...spot.map(([one]) => one)];
    const ys = spot.length > 0 ? spot.map(([, y]) => y) : [this.lowestAt(x)];
    this.flyTo({
      x0: Math.min(...xs) - span * 0.6,
      x1: Math.max(...xs) + span * 0.4,
      y0: Math.min(...ys) - tall * 0.5,
      y1: Math.max(...ys) + tall * 0.5
    });
  }
  zoomBy(factor, x = this.wide / 2, y = this.tall / 2) {
    const picture2 = this.picture();
    this.flyTo(zoomed(
      this.target,
      this.whole,
      factor,
      (x - picture2.box.left) / picture2.box.width,
      1 - (y - picture2.box.top) / picture2.box.height
    ));
  }
  destroy() {
    window.cancelAnimationFrame(this.frame);
    this.observer.disconnect();
  }
  // --- drawing -------------------------------------------------------------------------------------
  drawSoon() {
    if (this.frame !== 0) return;
    this.frame = window.requestAnimationFrame((now) => {
      this.frame = 0;
      this.ease(now);
      this.draw();
      if (this.easing) this.drawSoon();
    });
  }
  ease(now) {
    if (!this.easing) return;
    const part = Math.max(0, Math.min(1, (now - this.easing.start) / EASE_MS));
    const t = 1 - (1 - part) ** 3;
    const mix = (name) => this.easing.from[name] * (1 - t) + this.target[name] * t;
    this.camera = { x0: mix("x0"), x1: mix("x1"), y0: mix("y0"), y1: mix("y1") };
    this.stale = true;
    if (part >= 1) {
      this.camera = this.target;
      this.easing = null;
    }
  }
  draw() {
    const started = performance.now();
    if (!this.size()) return;
    const context = this.canvas.getContext("2d");
    const picture2 = this.picture();
    const { box } = picture2;
    if (this.stale) {
      for (const [layer, paint] of [[this.ground, paintGround], [this.marks, paintMarks]]) {
        const on = layer.getContext("2d");
        this.scale(on);
        on.clearRect(0, 0, this.wide, this.tall);
        paint(on, picture2);
      }
      this.stale = false;
    }
    this.scale(context);
    context.clearRect(0, 0, this.wide, this.tall);
    this.drawGrid(context, picture2);
    const now = toX(picture2, this.places[this.position]);
    this.blit(context, this.ground, box.left, now, 1);
    this.blit(context, this.ground, now, box.left + box.width, FAINT);
    this.blit(context, this.marks, box.left, now - STRIP, 1);
    this.blit(context, this.marks, now + STRIP, box.left + box.width, FAINT);
    context.save();
    context.beginPath();
    context.rect(box.left, box.top, box.width, box.height);
    context.clip();
    this.drawStrip(context, picture2, now);
    light(context, picture2, this.lit, this.keys ? this.things.filter((one) => this.isShown(one)) : this.things);
    this.drawNow(context, picture2, now);
    if (this.hover) light(context, picture2, this.lit, [this.hover]);
    if (this.brush) this.drawBrush(context);
    context.restore();
    this.drawNowLabel(context, picture2, now);
    performance.measure("flinksim:plane", { start: started });
  }
  /** Whether a thing is of a key that is chosen. */
  isShown(thing) {
    const { key } = thing.what === "pane" ? thing.pane : thing.what === "late" ? thing.late : thing.dot;
    return key < 0 || this.keys.has(key);
  }
  drawStrip(context, picture2, now) {
    const { box } = picture2;
    const from = Math.max(box.left, now - STRIP);
    const wide = Math.min(box.left + box.width, now + STRIP) - from;
    if (wide <= 0) return;
    context.save();
    context.beginPath();
    context.rect(from, box.top, wide, box.height);
    context.clip();
    const { x0, x1 } = picture2.camera;
    const slack = 3 * STRIP * (x1 - x0) / box.width;
    const place = this.places[this.position];
    const first = this.clock.positionAt(place - slack, this.axis) - 1;
    const last = this.clock.positionAt(place + slack, this.axis);
    context.globalAlpha = FAINT;
    paintMarks(context, picture2, this.position, last);
    context.globalAlpha = 1;
    paintMarks(context, picture2, first, this.position);
    context.restore();
  }
  drawGrid(context, picture2) {
    const { box, camera, colour } = picture2;
    context.font = `500 12px ${colour("font-family")}`;
    context.strokeStyle = colour("--line");
    context.fillStyle = colour("--ink2");
    context.lineWidth = 1;
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (const time of ticks(camera.y0, camera.y1, Math.floor(box.height / 44))) {
      const y2 = Math.round(toY(picture2, time)) + 0.5;
      context.beginPath();
      context.moveTo(box.left, y2);
      context.lineTo(box.left + box.width, y2);
      context.stroke();
      const words = this.tick(time).split(" ");
      words.forEach((one, line3) => context.fillText(one, box.left - 7, y2 + 14 * (line3 - (words.length - 1) / 2)));
    }
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    const y = box.top + box.height + 16;
    const now = toX(picture2, this.places[this.position]);
    for (const place of ticks(camera.x0, camera.x1, Math.floor(box.width / 92))) {
      const x = Math.round(toX(picture2, place)) + 0.5;
      context.globalAlpha = 0.6;
      context.beginPath();
      context.moveTo(x, box.top);
      context.lineTo(x, box.top + box.height);
      context.stroke();
      context.globalAlpha = 1;
      const words = this.axis === "time" ? this.tick(place) : `fact ${place}`;
      if (x > box.left + 24 && x < box.left + box.width - 24 && Math.abs(x - now) > 72) context.fillText(words, x, y);
    }
    context.textAlign = "left";
    context.fillText("event time ↑", box.left + 7, box.top + 16);
    context.strokeStyle = colour("--line2");
    context.strokeRect(box.left + 0.5, box.top + 0.5, box.width - 1, box.height - 1);
  }
  /** A round time, without seconds where there are none. */
  tick(time) {
    return this.labels.time(BigInt(Math.round(time))).replace(/(\d\d:\d\d):00$/, "$1").replace(/^\d{4}-/, "");
  }
  drawNow(context, { box, colour }, now) {
    context.fillStyle = colour("--fire");
    context.fillRect(now - 0.75, box.top, 1.5, box.height);
  }
  drawNowLabel(context, { box, colour }, now) {
    if (now < box.left || now > box.left + box.width) return;
    const time = this.labels.time(BigInt(this.clock.timeAt(this.position)));
    context.font = `650 12px ${colour("font-family")}`;
    const wide = context.measureText(time).width + 14;
    const x = Math.max(0, Math.min(this.wide - wide, now - wide / 2));
    context.fillStyle = colour("--badge");
    context.beginPath();
    context.roundRect(x, box.top + box.height + 2, wide, 20, 6);
    context.fill();
    context.fillStyle = colour("--onfire") || "#fff";
    context.textAlign = "left";
    context.fillText(time, x + 7, box.top + box.height + 16);
  }
  drawBrush(context) {
    const [x0, y0, x1, y1] = this.brush;
    context.fillStyle = this.colour("--focus");
    context.globalAlpha = 0.14;
    context.fillRect(x0, y0, x1 - x0, y1 - y0);
    context.globalAlpha = 1;
    context.strokeStyle = this.colour("--focus");
    context.strokeRect(x0, y0, x1 - x0, y1 - y0);
  }
  /** Copies what of a layer lies between two places. */
  blit(context, layer, from, to, alpha) {
    const { left, top, width, height } = this.picture().box;
    const [x0, x1] = [Math.max(left, from), Math.min(left + width, to)];
    if (x1 <= x0) return;
    context.save();
    context.beginPath();
    context.rect(x0, top, x1 - x0, height);
    context.clip();
    context.globalAlpha = alpha;
    context.drawImage(layer, 0, 0, this.wide, this.tall);
    context.restore();
  }
  // prettier-ignore
  picture() {
    const left = this.wide < 500 ? LEFT_NARROW : LEFT2;
    const box = { left, top: TOP2, width: this.wide - left - RIGHT2, height: this.tall - TOP2 - BOTTOM2 };
    const { run, places, camera, keys, operators, parts: parts2 } = this;
    return { run, places, camera, box, keys, operators, parts: parts2, colour: (name) => this.colour(name) };
  }
  colour(name) {
    let found = this.colours.get(name);
    if (found === void 0) this.colours.set(name, found = getComputedStyle(this.el).getPropertyValue(name).trim());
    return found;
  }
  scale(context) {
    const ratio = window.devicePixelRatio || 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }
  /** Gives the layers the size of the place that the plane has; whether it has any. */
  size() {
    const { clientWidth, clientHeight } = this.room;
    if (clientWidth < 120 || clientHeight < 60) return false;
    const ratio = window.devicePixelRatio || 1;
    const [wide, tall] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
    if (this.canvas.width !== wide || this.canvas.height !== tall) {
      for (const one of [this.canvas, this.ground, this.marks]) {
        one.width = wide;
        one.height = tall;
      }
      this.canvas.style.width = `${clientWidth}px`;
      this.canvas.style.height = `${clientHeight}px`;
      this.stale = true;
    }
    this.wide = clientWidth;
    this.tall = clientHeight;
    return true;
  }
  // --- the camera ----------------------------------------------------------------------------------
  flyTo(target) {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.easing = still ? null : { from: this.camera, start: performance.now() };
    this.target = target;
    if (still) this.jumpTo(target);
    this.drawSoon();
    this.changed();
  }
  jumpTo(camera) {
    this.camera = this.target = camera;
    this.easing = null;
    this.stale = true;
    this.drawSoon();
  }
  /** The places and times of what is lit. */
  spot() {
    return this.things.slice(0, 50).flatMap((thing) => {
      if (thing.what === "dot") return [[this.places[thing.dot.index + 1], thing.dot.time]];
      if (thing.what === "late") {
        const missed = this.run.missedBy(thing.late);
        const x = this.places[thing.late.index + 1];
        return [[x, thing.late.time], ...missed ? [[this.places[missed.born + 1], missed.start]] : []];
      }
      const { born, start: start2, end } = thing.pane;
      return start2 === -Infinity ? [] : [[this.places[born + 1], start2], [this.places[born + 1], end]];
    });
  }
  lowestAt(place) {
    const before2 = this.run.dots.filter(({ index }) => this.places[index + 1] <= place);
    return before2.at(-1)?.time ?? (this.whole.y0 + this.whole.y1) / 2;
  }
  /** Moves a camera that does not see what is lit. */
  keepInSight() {
    const x = this.places[this.position];
    const { x0, x1, y0, y1 } = this.target;
    const wide = x1 - x0;
    const tall = y1 - y0;
    const y = this.spot()[0]?.[1] ?? this.lowestAt(x);
    const aside = x < x0 + wide * 0.04 || x > x1 - wide * 0.04;
    const above = y < y0 + tall * 0.04 || y > y1 - tall * 0.04;
    if (!aside && !above) return;
    const left = aside ? x - wide * 0.6 : x0;
    const low = above ? y - tall * 0.5 : y0;
    this.flyTo({ x0: left, x1: left + wide, y0: low, y1: low + tall });
  }
  /** Processing time, unless nearly all records come in an instant of it. */
  bestAxis() {
    const { dots } = this.run;
    if (dots.length < 2 || this.clock.last === this.clock.start) return "steps";
    const places = this.clock.places("time");
    const [first, last] = [this.clock.start, this.clock.last];
    const bins = /* @__PURE__ */ new Map();
    for (const { index } of dots) {
      const bin = Math.floor((places[index + 1] - first) / (last - first) * 40);
      bins.set(bin, (bins.get(bin) ?? 0) + 1);
    }
    const [most = 0, second = 0] = [...bins.values()].sort((a, b) => b - a);
    return most + second > dots.length * 0.6 ? "steps" : "time";
  }
  // --- mouse and touch -----------------------------------------------------------------------------
  listen() {
    this.canvas.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    this.canvas.addEventListener("pointerdown", (event) => this.onDown(event));
    this.canvas.addEventListener("pointermove", (event) => this.onHover(event));
    this.canvas.addEventListener("pointerleave", () => this.point(null, 0, 0));
    this.canvas.addEventListener("dblclick", () => this.wholeRun());
  }
  at(event) {
    const { left, top } = this.canvas.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }
  onWheel(event) {
    event.preventDefault();
    const [x, y] = this.at(event);
    const { box } = this.picture();
    const factor = Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 25e-4);
    const right = (x - box.left) / box.width;
    this.jumpTo(zoomed(this.target, this.whole, factor, right, 1 - (y - box.top) / box.height, event.shiftKey));
    this.changed();
  }
  /** A drag pans; in the whole run, or with the shift key, it brushes what to zoom to. A click goes. */
  onDown(event) {
    if (event.button !== 0) return;
    const [x0, y0] = this.at(event);
    const start2 = this.target;
    const { box } = this.picture();
    const brushes = event.shiftKey || !this.isZoomed;
    let dragged = false;
    this.canvas.setPointerCapture(event.pointerId);
    const move = (next) => {
      const [x, y] = this.at(next);
      dragged ||= Math.abs(x - x0) + Math.abs(y - y0) > 5;
      if (!dragged) return;
      if (brushes) this.brush = [x0, y0, x, y];
      else {
        const [right, up2] = [(x - x0) / box.width, (y - y0) / box.height];
        const { x0: left, x1, y0: low, y1 } = start2;
        const [dx, dy] = [(x1 - left) * right, (y1 - low) * up2];
        this.jumpTo({ x0: left - dx, x1: x1 - dx, y0: low + dy, y1: y1 + dy });
      }
      this.drawSoon();
    };
    const up = () => {
      this.canvas.removeEventListener("pointermove", move);
      this.canvas.removeEventListener("pointerup", up);
      this.canvas.removeEventListener("pointercancel", up);
      const brush = this.brush;
      this.brush = null;
      if (!dragged) this.click(x0, y0);
      else if (brush) this.zoomInto(brush);
    };
    this.canvas.addEventListener("pointermove", move);
    this.canvas.addEventListener("pointerup", up);
    this.canvas.addEventListener("pointercancel", up);
  }
  zoomInto([x0, y0, x1, y1]) {
    const { box, camera } = this.picture();
    if (Math.abs(x1 - x0) < 8 || Math.abs(y1 - y0) < 8) return this.drawSoon();
    const place = (x) => camera.x0 + (x - box.left) / box.width * (camera.x1 - camera.x0);
    const time = (y) => camera.y1 - (y - box.top) / box.height * (camera.y1 - camera.y0);
    const [left, right] = [Math.min(x0, x1), Math.max(x0, x1)];
    const [top, bottom] = [Math.min(y0, y1), Math.max(y0, y1)];
    this.flyTo({ x0: place(left), x1: place(right), y0: time(bottom), y1: time(top) });
  }
  click(x, y) {
    const picture2 = this.picture();
    const thing = nearest(picture2, x, y);
    const { box, camera } = picture2;
    const place = camera.x0 + (x - box.left) / box.width * (camera.x1 - camera.x0);
    this.go(thing ? thingPosition(thing) : this.clock.positionAt(place, this.axis));
  }
  onHover(event) {
    if (event.buttons !== 0) return this.point(null, 0, 0);
    const [x, y] = this.at(event);
    this.point(nearest(this.picture(), x, y), x, y);
  }
  point(thing, x, y) {
    const same = JSON.stringify(thing && thingPosition(thing)) === JSON.stringify(this.hover && thingPosition(this.hover));
    this.hover = thing;
    this.tip.hidden = !thing;
    this.canvas.style.cursor = thing ? "pointer" : this.isZoomed ? "grab" : "crosshair";
    if (thing && !same) this.tip.innerHTML = thingWords(this.lit, thing).map((one) => `<div>${esc(one)}</div>`).join("");
    if (thing) {
      const { offsetWidth: wide, offsetHeight: tall } = this.tip;
      this.tip.style.left = `${Math.max(4, x + 16 + wide > this.wide ? x - wide - 12 : x + 16)}px`;
      this.tip.style.top = `${Math.max(4, Math.min(this.tall - tall - 4, y + 12))}px`;
    }
    if (!same) this.drawSoon();
  }
  inWords() {
    const past = (all) => all.filter(({ index }) => index < this.position).length;
    const { dots, lates, panes } = this.run;
    const open = panes.filter(({ born, gone }) => born < this.position && gone >= this.position).length;
    const fired = panes.filter(({ firings }) => firings.some(({ index }) => index < this.position)).length;
    const lit = this.things.slice(0, 5).flatMap((thing) => thingWords(this.lit, thing)[0] ?? []);
    return `Event time over processing time: ${past(dots)} of ${dots.length} records, ${past(lates)} of ${lates.length} too late, ${open} panes open, ${fired} have fired. ${lit.join("; ")}`;
  }
};

// src/rows.ts
var SPARE = 6;
var Rows = class {
  constructor(el, height) {
    this.el = el;
    this.height = height;
    el.classList.add("rows");
    this.inside.className = "rowsInside";
    el.replaceChildren(this.inside);
    el.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(el);
  }
  inside = document.createElement("div");
  count = 0;
  row = () => "";
  drawn = "";
  /** Shows `count` rows, each by its markup, which is given the place of the row in the list. */
  set(count, row) {
    this.count = count;
    this.row = row;
    this.inside.style.height = `${count * this.height}px`;
    this.draw();
  }
  /** Scrolls so far that a row is seen, if it is not. */
  reveal(number2) {
    const { scrollTop, clientHeight } = this.el;
    const top = number2 * this.height;
    if (top < scrollTop || top + this.height > scrollTop + clientHeight) {
      this.el.scrollTop = Math.max(0, top - clientHeight / 2);
    }
    this.draw();
  }
  draw() {
    const first = Math.max(0, Math.floor(this.el.scrollTop / this.height) - SPARE);
    const last = Math.min(this.count, first + Math.ceil(this.el.clientHeight / this.height) + 2 * SPARE);
    let markup = "";
    for (let number2 = first; number2 < last; number2++) {
      markup += `<div class="row" style="top:${number2 * this.height}px;height:${this.height}px">${this.row(number2)}</div>`;
    }
    if (markup === this.drawn) return;
    this.drawn = markup;
    const active = document.activeElement;
    const focused = active && this.inside.contains(active) ? active.dataset["id"] : void 0;
    this.inside.innerHTML = markup;
    if (focused !== void 0) this.inside.querySelector(`[data-id="${focused}"]`)?.focus({ preventScroll: true });
  }
};

// src/plane_keys.ts
var SORTS = ["by name", "by records", "by late records"];
var ROW2 = 28;
var KeyChoice = class {
  constructor(el, run, changed) {
    this.changed = changed;
    this.names = run.keys.map((key) => cut(show(key)));
    this.records = run.keys.map(() => 0);
    this.late = run.keys.map(() => 0);
    for (const { key } of run.dots) if (key >= 0) this.records[key]++;
    for (const { key } of run.lates) if (key >= 0) this.late[key]++;
    el.innerHTML = `<div class="keyTools"><input type="search" placeholder="search keys" aria-label="Search keys"><select aria-label="Sort keys">${SORTS.map((one) => `<option>${one}</option>`).join("")}</select></div><div class="keyTools"><button type="button" data-keys="all" class="small">all</button><button type="button" data-keys="none" class="small">none</button><button type="button" data-keys="listed" class="small">only those found</button></div><div class="keyRows"></div>`;
    this.rows = new Rows(el.querySelector(".keyRows"), ROW2);
    el.querySelector("input").addEventListener("input", (event) => {
      this.search = event.target.value.toLowerCase();
      this.list();
    });
    el.querySelector("select").addEventListener("change", (event) => {
      this.sort = event.target.value;
      this.list();
    });
    el.addEventListener("click", (event) => this.onClick(event));
    this.list();
  }
  /** The keys that are chosen, or null for all. */
  chosen = null;
  names;
  records;
  late;
  sort = "by name";
  search = "";
  rows;
  listed = [];
  /** `all 13`, or the names of the few that are chosen. */
  get words() {
    const { chosen: chosen3, names } = this;
    if (!chosen3) return `all ${names.length}`;
    if (chosen3.size === 0) return "none";
    return chosen3.size <= 2 ? [...chosen3].map((key) => cut(names[key], 14)).join(", ") : `${chosen3.size} of ${names.length}`;
  }
  /** The name of the one key that is chosen, or "". */
  get name() {
    return this.chosen?.size === 1 ? this.names[[...this.chosen][0]] : "";
  }
  /** Chooses one key by its name; whether there is one of that name. */
  chooseNamed(name) {
    const key = this.names.indexOf(name);
    if (key < 0) return false;
    this.choose(/* @__PURE__ */ new Set([key]));
    return true;
  }
  choose(keys) {
    this.chosen = keys?.size === this.names.length ? null : keys;
    this.list();
    this.changed();
  }
  onClick(event) {
    const target = event.target;
    const act = target.closest("[data-keys]")?.dataset["keys"];
    if (act === "all") this.choose(null);
    else if (act === "none") this.choose(/* @__PURE__ */ new Set());
    else if (act === "listed") this.choose(new Set(this.listed));
    const row = target.closest("[data-id]")?.dataset["id"];
    if (row === void 0) return;
    const key = Number(row);
    const keys = new Set(this.chosen ?? []);
    if (!keys.delete(key)) keys.add(key);
    this.choose(keys);
  }
  /** Shows the chooser as things are; call when it opens, too. */
  list() {
    const { names, search, sort, records, late } = this;
    this.listed = names.flatMap((name, key) => name.toLowerCase().includes(search) ? [key] : []);
    const by = (one) => sort === "by records" ? -records[one] : sort === "by late records" ? -late[one] : 0;
    this.listed.sort((a, b) => by(a) - by(b) || names[a].localeCompare(names[b], "en", { numeric: true }));
    this.rows.set(this.listed.length, (number2) => {
      const key = this.listed[number2];
      const on = !this.chosen || this.chosen.has(key);
      const lost = late[key] > 0 ? ` <i>${late[key]} late</i>` : "";
      return `<button type="button" role="checkbox" aria-checked="${on}" data-id="${key}" class="keyRow"><b>${esc(names[key])}</b><small>${records[key]}${lost}</small></button>`;
    });
  }
};

// src/plane_panel.ts
var sign = (content, wide = 22) => `<svg width="${wide}" height="12" viewBox="0 0 ${wide} 12" aria-hidden="true">${content}</svg>`;
var SIGNS = {
  records: sign('<circle cx="6" cy="6" r="4" class="pDot"/>', 12),
  late: sign('<circle cx="6" cy="6" r="4.4" class="pLate"/><circle cx="6" cy="6" r="1.6" class="pLateIn"/>', 12),
  panes: sign('<rect x="1" y="1" width="16" height="10" class="pPane"/><path d="M18 0V12" class="pLid"/>', 20),
  generators: sign('<path d="M0 10H8V3H22" class="pGenerator"/>'),
  channels: sign('<path d="M0 10H8V3H22" class="pChannel"/>'),
  minimum: sign('<path d="M0 10H8V3H22" class="pMinimum"/>'),
  timers: sign('<path d="M6 1L11 6L6 11L1 6Z" class="pTimer"/>', 12)
};
var PlanePanel = class {
  constructor(el, trace, labels, go, changed) {
    this.labels = labels;
    this.changed = changed;
    this.el = el;
    el.innerHTML = `<div class="planeTools"></div><div class="planeStage"></div><div class="planeZoom"></div><div class="keyMenu" hidden></div>`;
    this.tools = el.querySelector(".planeTools");
    this.zoom = el.querySelector(".planeZoom");
    this.menu = el.querySelector(".keyMenu");
    this.plane = new Plane(el.querySelector(".planeStage"), trace, labels, go);
    this.keys = new KeyChoice(this.menu, this.plane.run, () => {
      this.plane.choose(this.keys.chosen);
      this.drawTools();
      this.changed();
    });
    this.plane.changed = () => this.drawTools();
    this.drawTools();
    el.addEventListener("click", (event) => this.onClick(event));
    el.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.menu.hidden) return;
      event.stopPropagation();
      this.openMenu(false);
    });
  }
  plane;
  keys;
  el;
  tools;
  zoom;
  menu;
  drawn = /* @__PURE__ */ new Map();
  // prettier-ignore
  drawTools() {
    const { plane } = this;
    const toggle = (part, words) => `<button type="button" class="sign" data-part-of="${part}" aria-pressed="${plane.parts.has(part)}" title="Show or hide">${SIGNS[part]}${esc(words)}</button>`;
    const { run } = plane;
    const of = (kind) => run.curves.filter((one) => one.kind === kind);
    const signs = [toggle("records", "record")];
    if (run.lates.length > 0) signs.push(toggle("late", `too late (${run.lates.length})`));
    if (run.panes.length > 0) signs.push(toggle("panes", "pane, fires"));
    if (of("generator").length > 0) signs.push(toggle("generators", this.generatorWords(of("generator"))));
    if (of("channel").length > 0) signs.push(toggle("channels", `channels (${of("channel").length})`));
    if (of("minimum").length > 0) signs.push(toggle("minimum", "minimum"));
    if (run.timers.length > 0) signs.push(toggle("timers", "timer"));
    const axis = plane.axis === "time" ? "processing time" : "order of facts";
    const keys = run.keys.length === 0 ? "" : `<button type="button" data-plane="keys" aria-expanded="${!this.menu.hidden}">Keys: ${esc(this.keys.words)} ▾</button>`;
    this.put(this.tools, `<div class="signs">${signs.join("")}</div><div class="planeButtons">${keys}</div>`);
    this.put(
      this.zoom,
      `<button type="button" data-plane="axis" title="What runs from left to right">→ ${axis}</button><button type="button" data-plane="in" title="Zoom in (+)" aria-label="Zoom in">+</button><button type="button" data-plane="out" title="Zoom out (−)" aria-label="Zoom out">−</button>` + (plane.isZoomed ? `<button type="button" data-plane="whole" title="The whole run (0)">Whole run</button>` : `<button type="button" data-plane="now" title="Zoom to now (z)">Zoom to now</button>`)
    );
  }
  /** Puts buttons into a place, of which the same one keeps the focus. */
  put(place, markup) {
    if (this.drawn.get(place) === markup) return;
    this.drawn.set(place, markup);
    const focused = document.activeElement?.dataset["plane"];
    const had = place.contains(document.activeElement);
    place.innerHTML = markup;
    if (!had || focused === void 0) return;
    const other = focused === "now" ? "whole" : "now";
    (place.querySelector(`[data-plane="${focused}"]`) ?? place.querySelector(`[data-plane="${other}"]`))?.focus();
  }
  /** The names of splits and generators, if there are few. */
  generatorWords(curves) {
    if (curves.length > 4) return `watermarks of ${curves.length} splits or sources`;
    const names = curves.map(({ owner, part }) => part || this.plane.run.splitsBefore(owner) || this.labels.name(owner));
    return `watermark of ${names.join(" ┄ ")}`;
  }
  onClick(event) {
    const target = event.target.closest("[data-plane],[data-part-of]");
    if (!target) return;
    const { plane } = this;
    const part = target.dataset["partOf"];
    if (part) plane.toggle(part);
    else this.act(target.dataset["plane"]);
    this.drawTools();
  }
  /** Does what a button says; whether there is such a button. */
  act(name) {
    const { plane } = this;
    if (name === "keys") this.openMenu(this.menu.hidden);
    else if (name === "axis") plane.setAxis(plane.axis === "time" ? "steps" : "time");
    else if (name === "in") plane.zoomBy(0.6);
    else if (name === "out") plane.zoomBy(1 / 0.6);
    else if (name === "whole") plane.wholeRun();
    else if (name === "now") plane.zoomToNow();
    else return false;
    return true;
  }
  openMenu(open) {
    this.menu.hidden = !open;
    this.drawTools();
    if (open) {
      this.keys.list();
      this.menu.querySelector("input").focus();
    } else this.el.querySelector('[data-plane="keys"]')?.focus();
  }
};

// src/plane.css
var plane_default = '/* the plane */\n.flinksim-stepper .planeView { display: grid; gap: 7px; min-height: 0; height: 100%; grid-template-columns: minmax(0, 1fr) 330px; }\n.flinksim-stepper .planeTabs { display: none; }\n.flinksim-stepper .planePanel { position: relative; display: grid; grid-template-rows: auto minmax(0, 1fr); padding: 5px 8px 4px; min-height: 0; }\n.flinksim-stepper .planeStage { position: relative; min-height: 0; min-width: 0; overflow: hidden; }\n.flinksim-stepper .planeStage canvas { position: absolute; inset: 0; touch-action: none; }\n.flinksim-stepper .planeTip { position: absolute; pointer-events: none; max-width: 340px; padding: 6px 10px; border-radius: 9px; background: var(--pill); color: var(--pilltext); font-size: 13px; line-height: 1.35; z-index: 3; overflow-wrap: anywhere; }\n.flinksim-stepper .planeTip div:first-child { font-weight: 700; }\n.flinksim-stepper .planeTools { display: flex; gap: 8px; align-items: center; justify-content: space-between; min-height: 30px; }\n.flinksim-stepper .planeTools button { height: 27px; min-width: 27px; padding: 0 8px; border-radius: 8px; font: 600 13px/1 inherit; font-family: inherit; white-space: nowrap; }\n.flinksim-stepper .planeTools .signs { display: flex; flex-wrap: wrap; min-width: 0; max-height: 56px; overflow: hidden; }\n.flinksim-stepper .planeTools .sign { border-color: transparent; background: none; font-weight: 500; gap: 5px; padding: 0 6px; color: var(--ink2); }\n.flinksim-stepper .planeTools .sign:hover { border-color: var(--line2); }\n.flinksim-stepper .planeTools .sign[aria-pressed="false"] { text-decoration: line-through; opacity: .55; }\n.flinksim-stepper .planeZoom { position: absolute; right: 26px; bottom: 36px; display: flex; gap: 4px; flex-wrap: wrap; justify-content: flex-end; max-width: calc(100% - 120px); }\n.flinksim-stepper .planeZoom button { height: 27px; min-width: 27px; padding: 0 8px; border-radius: 8px; font: 600 13px/1 inherit; font-family: inherit; background: color-mix(in srgb, var(--btn) 86%, transparent); }\n.flinksim-stepper .planeButtons { display: flex; gap: 5px; flex: none; }\n.flinksim-stepper .pDot { fill: var(--data); }\n.flinksim-stepper .pLate { fill: var(--panel); stroke: var(--fire); stroke-width: 2; }\n.flinksim-stepper .pLateIn { fill: var(--fire); }\n.flinksim-stepper .pPane { fill: var(--pane); fill-opacity: .3; stroke: var(--pane); }\n.flinksim-stepper .pLid { stroke: var(--pane); stroke-width: 3; }\n.flinksim-stepper .pGenerator, .flinksim-stepper .pChannel, .flinksim-stepper .pMinimum { fill: none; stroke: var(--wmink); stroke-width: 1.4; }\n.flinksim-stepper .pChannel { stroke: var(--wm); stroke-width: 1; }\n.flinksim-stepper .pMinimum { stroke: var(--wm); stroke-width: 3.4; }\n.flinksim-stepper .pTimer { fill: var(--tmfill); stroke: var(--tm); }\n.flinksim-stepper .keyMenu { position: absolute; right: 8px; top: 38px; width: min(340px, calc(100% - 16px)); max-height: calc(100% - 46px); display: grid; grid-template-rows: auto auto minmax(0, 1fr); gap: 6px; padding: 9px; background: var(--panel); border: 1px solid var(--line2); border-radius: 11px; box-shadow: 0 6px 26px rgb(0 0 0 / 24%); z-index: 4; }\n.flinksim-stepper .keyTools { display: flex; gap: 6px; }\n.flinksim-stepper .keyTools input { flex: 1; min-width: 0; }\n.flinksim-stepper .keyTools .small { margin: 0; }\n.flinksim-stepper input[type="search"] { height: 28px; border: 1px solid var(--line2); border-radius: 8px; background: var(--soft); color: var(--ink); padding: 0 9px; font: 500 13px/1 inherit; font-family: inherit; }\n.flinksim-stepper .keyRows { height: 280px; max-height: 100%; }\n.flinksim-stepper .rows { overflow: hidden auto; position: relative; min-height: 0; scrollbar-width: thin; }\n.flinksim-stepper .rowsInside { position: relative; }\n.flinksim-stepper .row { position: absolute; left: 0; right: 0; }\n.flinksim-stepper .keyRow { width: 100%; height: 27px; border: 0; border-radius: 6px; background: none; justify-content: flex-start; gap: 8px; font: 500 13.5px/1 inherit; font-family: inherit; padding: 0 6px; }\n.flinksim-stepper .keyRow::before { content: ""; flex: none; width: 14px; height: 14px; border-radius: 4px; border: 1.6px solid var(--line2); }\n.flinksim-stepper .keyRow[aria-checked="true"]::before { background: var(--focus); border-color: var(--focus); }\n.flinksim-stepper .keyRow b { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }\n.flinksim-stepper .keyRow small { margin-left: auto; font-size: 12.5px; color: var(--ink2); white-space: nowrap; }\n.flinksim-stepper .keyRow i { font-style: normal; color: var(--fireink); }\n.flinksim-stepper[data-size="narrow"] .planeTools { display: block; }\n.flinksim-stepper[data-size="narrow"] .planeButtons { float: right; margin-top: -28px; }\n.flinksim-stepper[data-size="narrow"] .planeTools .sign { padding: 0 4px; font-size: 12.5px; }\n.flinksim-stepper[data-size="narrow"] .planeTools .signs { max-height: 84px; }\n\n/* beside the plane */\n.flinksim-stepper .sidePanel { display: grid; grid-template-rows: auto minmax(0, 1fr); min-height: 0; }\n.flinksim-stepper .sideTabs { display: flex; border-bottom: 1px solid var(--line); padding: 0 8px; }\n.flinksim-stepper .sideTabs button { border: 0; border-radius: 0; background: none; height: 34px; color: var(--ink2); text-transform: capitalize; border-bottom: 3px solid transparent; }\n.flinksim-stepper .sideTabs button[aria-selected="true"] { color: var(--ink); border-bottom-color: var(--focus); }\n.flinksim-stepper .sidePart { display: grid; grid-template-rows: auto minmax(0, 1fr); gap: 6px; padding: 7px 8px; min-height: 0; }\n.flinksim-stepper .sidePart[data-of="facts"] { grid-template-rows: auto auto minmax(0, 1fr) auto; }\n.flinksim-stepper .sideTools { display: flex; gap: 5px; align-items: center; }\n.flinksim-stepper .sideTools .small { margin: 0; }\n.flinksim-stepper .sideTools .small[aria-checked="true"] { background: var(--pill); color: var(--pilltext); }\n.flinksim-stepper .sideTools small { margin-left: auto; color: var(--ink2); }\n.flinksim-stepper .sideTools input { flex: 1; min-width: 0; }\n.flinksim-stepper .sideTools select { max-width: 116px; height: 28px; }\n.flinksim-stepper .resultRow { width: 100%; border: 0; border-radius: 6px; background: none; padding: 0 6px; font: 500 13.5px/1.25 inherit; font-family: inherit; text-align: left; }\n.flinksim-stepper .resultRow { height: 29px; display: grid; grid-template-columns: minmax(42px, 18%) minmax(98px, 32%) minmax(0, 1fr); gap: 6px; justify-content: stretch; border-bottom: 1px solid var(--line); border-radius: 0; }\n.flinksim-stepper .resultRow > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }\n.flinksim-stepper .resultRow b { font-weight: 650; }\n.flinksim-stepper .resultRow span { color: var(--paneink); font-size: 13px; }\n.flinksim-stepper .resultRow em { font-style: normal; text-align: right; }\n.flinksim-stepper .resultRow s { color: var(--ink3); }\n.flinksim-stepper .resultRow i { font-style: normal; color: var(--fireink); }\n.flinksim-stepper .resultRow.fresh { background: var(--firesoft); box-shadow: inset 3px 0 0 var(--fire); }\n.flinksim-stepper .chips { display: flex; flex-wrap: wrap; gap: 4px; }\n.flinksim-stepper .chips .chip { height: 24px; min-width: 0; padding: 0 8px; border-radius: 12px; font-size: 12.5px; font-weight: 550; border-left: 4px solid var(--k, var(--line2)); }\n.flinksim-stepper .chips .chip[aria-pressed="true"] { background: var(--pill); color: var(--pilltext); }\n.flinksim-stepper .factRow { height: 53px; position: relative; border-left: 4px solid var(--k, var(--line)); border-bottom: 1px solid var(--line); border-radius: 0; padding: 0; }\n.flinksim-stepper .factRow .go { width: 100%; height: 52px; display: block; border: 0; border-radius: 0; background: none; text-align: left; padding: 2px 6px 2px 8px; font: 500 13px/1.24 inherit; font-family: inherit; }\n.flinksim-stepper .factRow .more { position: absolute; right: 2px; top: 1px; height: 19px; min-width: 0; border: 0; background: none; padding: 0 4px; font: 500 12px/1 inherit; font-family: inherit; color: var(--ink2); }\n.flinksim-stepper .factRow small { display: block; font-size: 12px; line-height: 1.3; color: var(--ink2); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; padding-right: 66px; }\n.flinksim-stepper .factRow span { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; font-size: 13px; line-height: 1.24; }\n.flinksim-stepper .factRow.quiet { color: var(--ink2); padding: 6px 8px; }\n.flinksim-stepper .factRow.fact .go { padding-left: 20px; }\n.flinksim-stepper .factRow.future span, .flinksim-stepper .factRow.future small { opacity: .6; }\n.flinksim-stepper .factRow.here { background: var(--focusbg); box-shadow: inset 0 0 0 1.5px var(--focus); }\n.flinksim-stepper .k-late, .flinksim-stepper .k-failure, .flinksim-stepper .k-held-up { --k: var(--fire); }\n.flinksim-stepper .k-firing, .flinksim-stepper .k-result, .flinksim-stepper .k-merge, .flinksim-stepper .k-state { --k: var(--pane); }\n.flinksim-stepper .k-fill, .flinksim-stepper .k-read { --k: var(--data); }\n.flinksim-stepper .k-minimum, .flinksim-stepper .k-idle { --k: var(--wm); }\n.flinksim-stepper .found { color: var(--ink2); font-size: 12.5px; }\n.flinksim-stepper .found:empty { display: none; }\n.flinksim-stepper:not([data-size="wide"]) .planeView { grid-template-columns: minmax(0, 1fr); grid-template-rows: auto minmax(0, 1fr); }\n.flinksim-stepper:not([data-size="wide"]) .planeTabs { display: flex; }\n.flinksim-stepper .planeTabs button { flex: 1; height: 32px; text-transform: capitalize; }\n.flinksim-stepper .planeTabs button[aria-selected="true"] { background: var(--focusbg); color: var(--ink); font-weight: 650; }\n.flinksim-stepper:not([data-size="wide"]) .sideTabs { display: none; }\n.flinksim-stepper:not([data-size="wide"]) .sidePanel { grid-template-rows: minmax(0, 1fr); }\n.flinksim-stepper:not([data-size="wide"])[data-panel="plane"] .sidePanel, .flinksim-stepper:not([data-size="wide"]):not([data-panel="plane"]) .planePanel { display: none; }\n';

// src/fact_list.ts
var ROW3 = 54;
var SEARCH_MS = 10;
var FactList = class {
  constructor(el, trace, labels, moments, go) {
    this.el = el;
    this.trace = trace;
    this.labels = labels;
    this.moments = moments;
    this.go = go;
    const there = new Set(moments.all.map(({ kind }) => kind));
    const chips = Object.keys(MOMENTS).filter((kind) => there.has(kind));
    const kinds = KINDS.filter((_, number2) => trace.kinds.includes(number2));
    el.innerHTML = `<div class="sideTools"><input type="search" placeholder="search: a key, a task, any word" aria-label="Search the facts"><select aria-label="Kind of fact"><option value="">the story</option>${kinds.map((kind) => `<option>${kind}</option>`).join("")}</select></div><div class="chips">${chips.map((kind) => `<button type="button" class="chip k-${kind.replace(" ", "-")}" aria-pressed="false" data-chip="${kind}" title="${MOMENTS[kind][0]}">${kind}</button>`).join("")}</div><div class="factRows" tabindex="0" aria-label="Facts"></div><small class="found" role="status"></small>`;
    this.rows = new Rows(el.querySelector(".factRows"), ROW3);
    el.querySelector("input").addEventListener("input", (event) => {
      this.search = event.target.value.trim().toLowerCase();
      this.listAnew();
    });
    el.querySelector("select").addEventListener("change", (event) => {
      this.kind = event.target.value;
      this.listAnew();
    });
    el.addEventListener("click", (event) => this.onClick(event));
    this.list();
  }
  rows;
  lines = [];
  opened = /* @__PURE__ */ new Set();
  kinds = /* @__PURE__ */ new Set();
  search = "";
  kind = "";
  timer = 0;
  position = -1;
  // prettier-ignore
  /** Lights the line of a position, and brings it into sight if it was moved to. */
  show(position) {
    const moved = position !== this.position;
    this.position = position;
    this.draw();
    if (moved && this.search === "") this.rows.reveal(this.lineAt(position));
  }
  onClick(event) {
    const target = event.target;
    const chip = target.closest("[data-chip]");
    const line3 = this.lines[Number(target.closest(".factRow")?.dataset["line"] ?? -1)];
    if (chip) {
      const kind = chip.dataset["chip"];
      if (!this.kinds.delete(kind)) this.kinds.add(kind);
      chip.setAttribute("aria-pressed", String(this.kinds.has(kind)));
      this.listAnew();
    } else if (line3?.what === "moment" && target.closest(".more")) {
      if (!this.opened.delete(line3.number)) this.opened.add(line3.number);
      this.list();
    } else if (line3?.what === "moment") this.go(this.moments.all[line3.number].end);
    else if (line3?.what === "fact") this.go(line3.index + 1);
  }
  /** Other lines are wanted: what was found from its beginning, the story where we are in it. */
  listAnew() {
    this.rows.el.scrollTop = 0;
    this.list();
    if (this.kind === "" && this.search === "") this.rows.reveal(this.lineAt(this.position));
  }
  /** Makes the lines anew: the story, or the facts that were asked for. */
  list() {
    window.clearTimeout(this.timer);
    this.lines = [];
    if (this.kind !== "" || this.search !== "") this.look(0);
    else {
      this.moments.all.forEach((moment, number2) => {
        if (this.kinds.size > 0 && !this.kinds.has(moment.kind)) return;
        if (this.opened.has(number2)) {
          this.lines.push({ what: "quiet", number: number2 });
          for (let index = this.moments.startOf(number2); index < moment.end; index++) this.lines.push({ what: "fact", index });
        }
        this.lines.push({ what: "moment", number: number2 });
      });
      this.done("");
    }
  }
  /** Looks for facts from `index` on; goes on later, so that the page does not stop. */
  look(index) {
    const { trace, labels, kind, search } = this;
    const wanted = kind === "" ? -1 : KINDS.indexOf(kind);
    const until = performance.now() + SEARCH_MS;
    while (index < trace.eventCount && (index % 64 !== 0 || performance.now() < until)) {
      const told = wanted < 0 || trace.kinds[index] === wanted;
      if (told && (search === "" || sentenceText(trace.event(index), labels).toLowerCase().includes(search))) {
        this.lines.push({ what: "fact", index });
      }
      index++;
    }
    const looking = index < trace.eventCount;
    this.done(looking ? `${this.lines.length} facts so far …` : `${this.lines.length} facts`);
    if (looking) this.timer = window.setTimeout(() => this.look(index), 0);
  }
  done(words) {
    this.el.querySelector(".found").textContent = words;
    this.draw();
  }
  lineAt(position) {
    const ends = (line3) => line3.what === "fact" ? line3.index + 1 : this.moments.all[line3.number].end;
    const found = this.lines.findIndex((line3) => line3.what !== "quiet" && ends(line3) >= position);
    return found < 0 ? this.lines.length - 1 : found;
  }
  draw() {
    const here = this.lineAt(this.position);
    this.rows.set(this.lines.length, (number2) => {
      const line3 = this.lines[number2];
      if (line3.what === "quiet") return `<div class="factRow quiet"><span>${this.counts(line3.number)}</span></div>`;
      const moment = line3.what === "moment" ? this.moments.all[line3.number] : null;
      const index = line3.what === "fact" ? line3.index : moment.lead;
      const { trace, labels } = this;
      const step = trace.stepOf(index);
      const many = moment && moment.count > 1 ? ` · ${MOMENTS[moment.kind][1].replace("{n}", String(moment.count))}` : "";
      const state = number2 === here ? " here" : (moment ? moment.end : index + 1) > this.position ? " future" : "";
      const mark = moment ? `k-${moment.kind.replace(" ", "-")}` : "fact";
      const words = sentenceText(trace.event(index), labels);
      const others = moment ? moment.end - this.moments.startOf(line3.what === "moment" ? line3.number : 0) - 1 : 0;
      const open = line3.what === "moment" && this.opened.has(line3.number);
      const more = others > 0 ? `<button type="button" class="more" data-id="more${number2}" aria-expanded="${open}" title="${esc(this.counts(line3.number))}">${open ? "▾" : "▸"} ${others} more</button>` : "";
      return `<div class="factRow ${mark}${state}" data-line="${number2}"><button type="button" class="go" data-id="${number2}" title="${esc(words)}"${state === " here" ? ' aria-current="step"' : ""}><small>step ${step}${esc(many)}</small><span>${esc(words)}</span></button>${more}</div>`;
    });
  }
  /** What there was in a moment, in words, the most frequent kinds first. */
  counts(number2) {
    const counts = /* @__PURE__ */ new Map();
    const [start2, { end }] = [this.moments.startOf(number2), this.moments.all[number2]];
    for (let index = start2; index < end; index++) {
      const kind = this.trace.kindOf(index);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    const words = [...counts].flatMap(([kind, count]) => {
      const counted = WORTH.find((one) => one.kind === kind && one.counted)?.counted;
      return counted ? [[`${count} ${counted[count === 1 ? 0 : 1]}`, count]] : [];
    });
    words.sort((a, b) => b[1] - a[1]);
    const steps2 = this.trace.stepOf(end - 1) - this.trace.stepOf(start2) + 1;
    return esc(`${steps2} steps: ${words.slice(0, 4).map(([one]) => one).join(", ") || "nothing that is counted"}`);
  }
};

// src/results.ts
var MODES = ["append", "update", "complete"];
var MODE_TITLES = {
  append: "every result, the newest first",
  update: "one row for each key and window, the last changed first",
  complete: "the whole table, by key and window"
};
var MAKERS = new Set(
  ["WindowFired", "TimerFired", "KeySelected"].map((kind) => KINDS.indexOf(kind))
);
var Results = class {
  all = [];
  indexes;
  constructor(trace) {
    const last = /* @__PURE__ */ new Map();
    for (const index of trace.indexesOf(["ResultWritten"])) {
      const fact = trace.event(index);
      if (fact.type !== "ResultWritten") continue;
      const maker = makerOf(trace, index, MAKERS);
      const made2 = maker < 0 ? null : trace.event(maker);
      const key = made2 && "key" in made2 ? made2.key : "";
      const window2 = made2?.type === "WindowFired" ? made2.window : "";
      const kind = made2?.type === "WindowFired" ? made2.kind : "";
      const name = window2 === "" ? `${index}` : JSON.stringify([made2 && "operator" in made2 ? made2.operator : "", key, window2]);
      this.all.push({ index, key, window: window2, kind, value: fact.value, before: last.get(name) ?? -1 });
      last.set(name, this.all.length - 1);
    }
    this.indexes = this.all.map(({ index }) => index);
  }
  /** The rows of a mode after `position` facts: numbers of results. */
  rows(mode, position) {
    const count = lastWithin(this.indexes, position - 1) + 1;
    const newest = Array.from({ length: count }, (_, number2) => count - 1 - number2);
    if (mode === "append") return newest;
    const replaced = /* @__PURE__ */ new Set();
    for (let number2 = 0; number2 < count; number2++) if (this.all[number2].before >= 0) replaced.add(this.all[number2].before);
    const now = newest.filter((number2) => !replaced.has(number2));
    if (mode === "update") return now;
    const order = new Intl.Collator("en", { numeric: true }).compare;
    return now.sort((a, b) => {
      const [one, other] = [this.all[a], this.all[b]];
      return order(one.key, other.key) || order(one.window, other.window) || a - b;
    });
  }
};

// src/side.ts
var TABS = ["results", "facts"];
var ROW4 = 30;
var shortTimes = (text2) => text2.replace(/(\d\d:\d\d):00(?![\d.])/g, "$1");
var Side = class {
  constructor(el, trace, labels, moments, go) {
    this.el = el;
    this.labels = labels;
    this.go = go;
    el.innerHTML = `<div class="sideTabs" role="tablist" aria-label="Beside the plane">` + TABS.map((tab) => `<button type="button" role="tab" data-tab="${tab}">${tab}</button>`).join("") + `</div><div class="sidePart" data-of="results"><div class="sideTools" role="radiogroup" aria-label="Which results">` + MODES.map((mode) => `<button type="button" role="radio" class="small" data-mode="${mode}" title="${MODE_TITLES[mode]}">${mode}</button>`).join("") + `<small data-count></small></div><div class="resultRows" tabindex="0" aria-label="Results"></div></div><div class="sidePart" data-of="facts"></div>`;
    this.results = new Results(trace);
    this.rows = new Rows(el.querySelector(".resultRows"), ROW4);
    this.facts = new FactList(el.querySelector('[data-of="facts"]'), trace, labels, moments, go);
    if (this.results.all.length === 0) this.tab = "facts";
    el.addEventListener("click", (event) => this.onClick(event));
    this.arrange();
  }
  results;
  rows;
  facts;
  mode = "update";
  tab = "results";
  position = 0;
  from = 0;
  // prettier-ignore
  show(position, from) {
    this.position = position;
    this.from = from;
    if (this.tab === "facts") this.facts.show(position);
    else this.drawResults();
  }
  open(tab) {
    this.tab = tab;
    this.arrange();
    this.show(this.position, this.from);
  }
  onClick(event) {
    const { tab, mode, id } = event.target.closest("[data-tab],[data-mode],.resultRow")?.dataset ?? {};
    if (tab) this.open(tab);
    else if (mode) {
      this.mode = mode;
      this.arrange();
      this.drawResults();
    } else if (id) this.go(this.results.all[Number(id)].index + 1);
  }
  arrange() {
    for (const one of this.el.querySelectorAll("[data-of]")) one.hidden = one.dataset["of"] !== this.tab;
    for (const one of this.el.querySelectorAll("[data-tab]")) {
      one.setAttribute("aria-selected", String(one.dataset["tab"] === this.tab));
    }
    for (const one of this.el.querySelectorAll("[data-mode]")) {
      one.setAttribute("aria-checked", String(one.dataset["mode"] === this.mode));
    }
  }
  drawResults() {
    const { all } = this.results;
    const shown = this.results.rows(this.mode, this.position);
    this.el.querySelector("[data-count]").textContent = `${shown.length} rows`;
    this.rows.set(shown.length, (row) => {
      const number2 = shown[row];
      const { key, window: window2, value, index, before: before2, kind } = all[number2];
      const was = before2 >= 0 && this.mode !== "append" ? `<s>${this.value(all[before2].value)}</s> ` : "";
      const again = kind === "" || kind === "on time" ? "" : ` <i>${kind}</i>`;
      const where = window2 === "" ? "" : esc(shortTimes(this.labels.window(window2)));
      const title = `${show(key)} ${window2 === "" ? "" : this.labels.window(window2)}: ${this.labels.value(value)}`;
      return `<button type="button" class="resultRow${index >= this.from ? " fresh" : ""}" data-id="${number2}" title="${esc(title)}"><b>${esc(this.labels.value(key || '""'))}</b><span>${where}${again}</span><em>${was}${this.value(value)}</em></button>`;
    });
    if (this.mode !== "complete") return;
    const fresh = shown.findIndex((number2) => all[number2].index >= this.from);
    if (fresh >= 0) this.rows.reveal(fresh);
  }
  value(value) {
    return esc(this.labels.value(value));
  }
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
var stepper_default = '/* header */\n.flinksim-stepper .legendPane { fill: var(--panesoft); stroke: var(--pane); stroke-width: 1.6; }\n.flinksim-stepper .clock { background: var(--panel); border: 1px solid var(--line); border-radius: 9px; padding: 5px 11px; color: var(--ink2); white-space: nowrap; }\n.flinksim-stepper .clock b { color: var(--ink); font-weight: 650; margin-left: 6px; }\n\n/* the stage: sentence, controls and picture are always in sight; what does not fit scrolls in the middle */\n.flinksim-stepper { height: var(--stage-height, clamp(430px, calc(100vh - 200px), 780px)); grid-template-rows: auto auto minmax(0, 1fr) auto; grid-template-columns: minmax(0, 1fr); gap: 7px; padding: 8px 10px 9px; }\n.flinksim-stepper header { min-height: 32px; gap: 10px; }\n.flinksim-stepper .brand { font-size: 16px; }\n.flinksim-stepper .crumb { flex: 1 1 0; min-width: 0; }\n.flinksim-stepper header button { height: 30px; }\n.flinksim-stepper header [data-act="copy"] { font-size: 13px; font-weight: 550; white-space: nowrap; }\n.flinksim-stepper .middle { min-height: 0; overflow: hidden auto; display: grid; grid-template-columns: minmax(0, 1fr); grid-auto-rows: max-content; gap: 7px; align-content: start; scrollbar-width: thin; border-radius: 12px; }\n.flinksim-stepper[data-shown="plane"] .middle { overflow: hidden; grid-auto-rows: minmax(0, 1fr); }\n.flinksim-stepper .story { display: flex; gap: 14px; align-items: center; padding: 7px 12px 7px 14px; border-left: 5px solid var(--accent, var(--line2)); overflow: visible; }\n.flinksim-stepper .say { flex: 1; min-width: 0; }\n.flinksim-stepper[data-tells="late"], .flinksim-stepper[data-tells="failure"], .flinksim-stepper[data-tells="firing"] { --accent: var(--fire); }\n.flinksim-stepper[data-tells="minimum"], .flinksim-stepper[data-tells="idle"] { --accent: var(--wm); }\n.flinksim-stepper[data-tells="fill"], .flinksim-stepper[data-tells="read"] { --accent: var(--data); }\n.flinksim-stepper[data-tells="merge"], .flinksim-stepper[data-tells="state"] { --accent: var(--pane); }\n.flinksim-stepper .where { display: flex; gap: 10px; align-items: baseline; min-height: 20px; font-size: 13.5px; color: var(--ink2); white-space: nowrap; overflow: hidden; }\n.flinksim-stepper .question { font-weight: 700; color: var(--ink); overflow: hidden; text-overflow: ellipsis; }\n.flinksim-stepper .question:empty { display: none; }\n.flinksim-stepper .controls { flex: none; text-align: right; }\n.flinksim-stepper .bottom { padding: 5px 12px 6px; overflow: visible; }\n.flinksim-stepper .under { display: flex; align-items: center; gap: 10px; margin-top: 4px; font-size: 13px; color: var(--ink2); min-height: 26px; }\n.flinksim-stepper .under button, .flinksim-stepper select { height: 26px; min-width: 0; border-radius: 8px; font: 600 13px/1 inherit; font-family: inherit; border: 1px solid var(--line2); background: var(--btn); color: var(--ink); padding: 0 7px; }\n.flinksim-stepper .under .legend { margin-left: 8px; gap: 12px; font-size: 12.5px; white-space: nowrap; overflow: hidden; }\n.flinksim-stepper .under .legend span::before { content: ""; width: 9px; height: 9px; border-radius: 2px; background: var(--data); margin-right: 1px; }\n.flinksim-stepper .under .legend .wm::before { background: var(--wm); }\n.flinksim-stepper .under .legend .fire::before { background: var(--fire); }\n.flinksim-stepper .under .legend .tm::before { display: none; }\n.flinksim-stepper .under .words { margin-left: auto; position: relative; padding: 0; flex: none; }\n.flinksim-stepper .words pre { position: absolute; right: 0; bottom: 26px; width: min(620px, 84vw); max-height: 50vh; overflow: auto; padding: 10px 12px; background: var(--panel); border: 1px solid var(--line2); border-radius: 10px; box-shadow: var(--shadow); z-index: 5; }\n.flinksim-stepper [hidden] { display: none !important; }\n.flinksim-stepper[data-size="middle"] .brand span, .flinksim-stepper[data-size="narrow"] .brand span, .flinksim-stepper[data-size="middle"] .clock span, .flinksim-stepper[data-size="narrow"] .clock span { display: none; }\n.flinksim-stepper[data-size="middle"] .say p { font-size: 16px; }\n.flinksim-stepper[data-size="middle"] .bar { gap: 4px; }\n.flinksim-stepper[data-size="middle"] .bar button { min-width: 34px; padding: 0 7px; }\n.flinksim-stepper[data-size="middle"] .bar .primary { min-width: 76px; }\n.flinksim-stepper[data-size="middle"] .count small { display: none; }\n.flinksim-stepper[data-size="narrow"] .under .legend { display: none; }\n.flinksim-stepper[data-size="narrow"] .story { display: block; padding: 8px 10px; }\n.flinksim-stepper[data-size="narrow"] .controls { text-align: left; display: flex; flex-wrap: wrap; gap: 2px 10px; align-items: center; margin-top: 6px; }\n.flinksim-stepper[data-size="narrow"] .count { text-align: left; white-space: normal; }\n.flinksim-stepper[data-size="narrow"] .count small { display: none; }\n.flinksim-stepper[data-size="narrow"] .bar { width: 100%; justify-content: flex-start; }\n.flinksim-stepper[data-size="narrow"] .bar button { height: 44px; flex: 1; min-width: 0; }\n.flinksim-stepper[data-size="narrow"] .bar .primary { flex: 1.8; }\n.flinksim-stepper[data-size="narrow"] .words summary span { display: none; }\n.flinksim-stepper[data-size="narrow"] .under button { flex: none; min-width: 34px; }\n.flinksim-stepper[data-size="narrow"] .under label { white-space: nowrap; }\n.flinksim-stepper[data-size="narrow"] header .views { order: 9; flex: 1 0 100%; }\n.flinksim-stepper[data-size="narrow"] header .views button { flex: 1; padding: 0 4px; font-size: 13.5px; }\n.flinksim-stepper[data-size="narrow"] .clock { margin-left: auto; }\n\n/* panels */\n.flinksim-stepper .jobPanel svg { width: 100%; height: auto; min-width: 860px; }\n.flinksim-stepper .jobPanel { padding: 2px 8px; overflow: auto; max-height: 560px; }\n.flinksim-stepper .panels { display: grid; gap: 8px; grid-template-columns: minmax(0, 386fr) minmax(0, 270fr) minmax(0, 590fr); }\n.flinksim-stepper .panels:not(.networkPanels) { display: flex; flex-wrap: wrap; }\n.flinksim-stepper .valvePanel { flex: 386 1 260px; max-width: 620px; }\n.flinksim-stepper .timersPanel { flex: 270 1 210px; }\n.flinksim-stepper .panesPanel { flex: 590 1 380px; }\n.flinksim-stepper[data-size="narrow"] .panels .panel { flex: 1 1 100%; }\n.flinksim-stepper .panels .panel { padding: 9px 13px 10px; }\n.flinksim-stepper[data-size="middle"] .panels { grid-template-columns: minmax(0, 386fr) minmax(0, 290fr); }\n.flinksim-stepper[data-size="narrow"] .panels { grid-template-columns: minmax(0, 1fr); }\n.flinksim-stepper[data-size="middle"] .legend, .flinksim-stepper[data-size="narrow"] .legend { display: none; }\n.flinksim-stepper .timersPanel h3 small { margin-left: auto; }\n.flinksim-stepper .small { flex: none; margin-left: auto; height: 22px !important; min-width: 0 !important; padding: 0 8px !important; font-size: 12.5px !important; border-radius: 7px !important; }\n\n.flinksim-stepper svg .onWatermark { fill: #14202e; }\n.flinksim-stepper svg .grid { stroke: var(--line); stroke-width: 1; }\n\n/* elements */\n.flinksim-stepper .record { fill: var(--data); stroke: var(--panel); stroke-width: 1.4; }\n.flinksim-stepper .watermark { fill: var(--wm); stroke: var(--wmink); stroke-width: 1.2; }\n.flinksim-stepper svg .flag { font-size: 11px; font-weight: 750; fill: #14202e; }\n.flinksim-stepper .mark { fill: var(--ink3); }\n\n/* channels */\n.flinksim-stepper .wire { fill: none; stroke: var(--line2); stroke-width: 1.4; stroke-dasharray: 1.5 4; stroke-linecap: round; }\n.flinksim-stepper .wire.near { stroke-width: 2; stroke-dasharray: none; }\n.flinksim-stepper .wire.idle { stroke-dasharray: 5 5; }\n.flinksim-stepper .wire.data { stroke: var(--data); stroke-width: 3; stroke-dasharray: none; }\n.flinksim-stepper .wire.wm { stroke: var(--wm); stroke-width: 3.4; stroke-dasharray: none; }\n.flinksim-stepper .wire.buf { stroke: var(--bufline); stroke-width: 2.6; stroke-dasharray: none; }\n.flinksim-stepper .card { fill: var(--panel); stroke: var(--line2); stroke-width: 1.3; }\n.flinksim-stepper .card.wm { stroke: var(--wm); stroke-width: 2.4; }\n.flinksim-stepper .card.data { stroke: var(--data); stroke-width: 2.2; }\n.flinksim-stepper .card.buf { stroke: var(--bufline); stroke-width: 2.2; }\n.flinksim-stepper .chip { fill: var(--panel); stroke: var(--line2); }\n.flinksim-stepper .pip { stroke: var(--bufline); stroke-width: 1.5; }\n.flinksim-stepper .pip.full { fill: var(--bufline); }\n.flinksim-stepper .pip.wired { fill: var(--buf); fill-opacity: .35; stroke-dasharray: 2 2; }\n.flinksim-stepper .pip.got { fill: var(--buf); }\n.flinksim-stepper .pip.free { fill: var(--panel); }\n\n/* tasks */\n.flinksim-stepper .task { cursor: pointer; outline: none; }\n.flinksim-stepper .task .box { fill: var(--soft); stroke: var(--line2); stroke-width: 1.4; }\n.flinksim-stepper .task:hover .box { stroke: var(--ink3); }\n.flinksim-stepper .task.idle .box, .flinksim-stepper .task.off .box { stroke-dasharray: 5 4; }\n.flinksim-stepper .task.selected .box { stroke: var(--focus); stroke-width: 2.2; }\n.flinksim-stepper .task.running .box { fill: var(--focusbg); stroke: var(--focus); stroke-width: 2.6; }\n.flinksim-stepper .task.blocked .box, .flinksim-stepper .task.failed .box { fill: var(--firesoft); stroke: var(--fire); stroke-width: 2.4; }\n.flinksim-stepper .task:focus-visible .box { stroke: var(--focus); stroke-width: 4; }\n.flinksim-stepper .task .badge { fill: var(--focus); }\n.flinksim-stepper .task.blocked .badge, .flinksim-stepper .task.failed .badge { fill: var(--badge); }\n.flinksim-stepper svg .badgeText { fill: var(--onfocus); font-size: 12.5px; font-weight: 650; }\n.flinksim-stepper .pill { fill: var(--panel); stroke: var(--line2); stroke-width: 1.2; }\n.flinksim-stepper .pill.current { stroke: var(--fire); stroke-width: 2.4; }\n.flinksim-stepper .joint { stroke: var(--ink3); stroke-width: 2.4; }\n.flinksim-stepper .mail { fill: var(--pane); stroke: var(--pane); stroke-width: 1.2; }\n.flinksim-stepper .mail.none { fill: none; stroke: var(--line2); }\n\n/* valve */\n.flinksim-stepper .track { fill: var(--soft); stroke: var(--line); }\n.flinksim-stepper .row .bar { fill: var(--wmsoft); stroke: var(--wmink); stroke-width: 1.2; }\n.flinksim-stepper .row.holds .bar { fill: var(--wm); stroke-width: 1.8; }\n.flinksim-stepper .row.behind .bar { fill: var(--soft); stroke-dasharray: 4 3; }\n.flinksim-stepper .row.idle .hatch { fill: var(--hatch); }\n.flinksim-stepper svg .row.idle text, .flinksim-stepper svg .row.behind text { fill: var(--ink2); }\n.flinksim-stepper svg .row.holds .in { fill: #14202e; font-weight: 700; }\n.flinksim-stepper svg .row.current .strong { fill: var(--fireink); }\n.flinksim-stepper .feed { stroke: var(--line2); stroke-width: 2.4; }\n.flinksim-stepper .feed.holds { stroke: var(--wm); stroke-width: 4.5; }\n.flinksim-stepper .feed.off { stroke-dasharray: 2 5; }\n.flinksim-stepper .funnel { fill: var(--wmsoft); stroke: var(--wmink); stroke-width: 1.8; stroke-linejoin: round; }\n.flinksim-stepper svg .funnelText { font-size: 17px; font-weight: 700; fill: var(--wmink); }\n.flinksim-stepper svg .funnelNote { fill: var(--wmink); font-size: 12px; }\n.flinksim-stepper .result { fill: var(--wm); stroke: var(--wmink); stroke-width: 1.3; }\n.flinksim-stepper .result.idle { fill: var(--hatch); stroke: var(--ink3); }\n.flinksim-stepper .result.current { stroke: var(--fire); stroke-width: 3; }\n\n/* timers */\n.flinksim-stepper .timersPanel > [data-part="timers"] { height: 218px; overflow: hidden auto; scrollbar-width: thin; }\n.flinksim-stepper .timer .entry { fill: var(--soft); stroke: var(--line2); }\n.flinksim-stepper .timer .mark { fill: var(--panel); stroke: var(--tm); stroke-width: 1.5; }\n.flinksim-stepper .timer.due .entry { fill: var(--tmsoft); stroke: var(--tm); stroke-width: 1.4; }\n.flinksim-stepper .timer.due .mark, .flinksim-stepper .timer.fires .mark { fill: var(--tmfill); }\n.flinksim-stepper .timer.fires .entry { fill: var(--firesoft); stroke: var(--fire); stroke-width: 2.2; }\n.flinksim-stepper .timer.new .entry { stroke: var(--fire); stroke-width: 2; }\n.flinksim-stepper svg .timer.due .word { fill: var(--tm); font-weight: 650; }\n.flinksim-stepper svg .timer.fires .word, .flinksim-stepper svg .timer.new .word { fill: var(--fireink); font-weight: 700; }\n.flinksim-stepper .divider { stroke: var(--wm); stroke-width: 2.6; }\n.flinksim-stepper .dividerChip { fill: var(--wm); }\n\n/* panes */\n.flinksim-stepper .hatching { stroke: var(--hatch); stroke-width: 1.6; opacity: .55; }\n.flinksim-stepper .pane .box { fill: var(--panesoft); stroke: var(--pane); stroke-width: 1.7; }\n.flinksim-stepper svg .pane .word, .flinksim-stepper svg .pane .count { fill: var(--paneink); }\n.flinksim-stepper .pane.assigned .box { stroke-width: 3; }\n.flinksim-stepper .pane.due .box { stroke: var(--tm); stroke-width: 2; }\n.flinksim-stepper svg .pane.due .word { fill: var(--tm); font-weight: 650; }\n.flinksim-stepper .pane.fires .box { fill: var(--firesoft); stroke: var(--fire); stroke-width: 2.8; }\n.flinksim-stepper svg .pane.fires .word, .flinksim-stepper svg .pane.fires .count { fill: var(--fireink); font-weight: 700; }\n.flinksim-stepper .pane.gone .box, .flinksim-stepper .pane.purged .box { fill: var(--soft); stroke: var(--line2); stroke-dasharray: 4 3; stroke-width: 1.3; }\n.flinksim-stepper svg .pane.gone .word, .flinksim-stepper svg .pane.gone .count, .flinksim-stepper svg .pane.purged .word, .flinksim-stepper svg .pane.purged .count { fill: var(--ink3); }\n.flinksim-stepper .pane.gone .record { fill: var(--ink3); opacity: .6; }\n.flinksim-stepper .watermarkLine { stroke: var(--wm); stroke-width: 3.4; }\n.flinksim-stepper .flagBox { fill: var(--wm); stroke: var(--wmink); }\n.flinksim-stepper .flagBox.none { fill: var(--wmsoft); }\n.flinksim-stepper[data-theme="dark"] .flagBox.none + .onWatermark { fill: var(--wmink); }\n\n/* call stack and sentence */\n.flinksim-stepper .stack { display: flex; align-items: center; height: 54px; padding: 0 0 0 14px; }\n.flinksim-stepper .stack > b { font-weight: 650; line-height: 1.15; margin-right: 12px; }\n.flinksim-stepper .frames { display: flex; align-items: center; overflow: auto hidden; flex: 1; height: 100%; padding-right: 12px; white-space: nowrap; scrollbar-width: thin; outline-offset: -2px; mask-image: linear-gradient(to right, transparent, #000 22px); padding-left: 16px; }\n.flinksim-stepper .frame { padding: 2px 9px 4px; border-radius: 8px; background: var(--soft); border: 1px solid var(--line); display: flex; flex-direction: column; line-height: 1.24; font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }\n.flinksim-stepper .frame i { font-style: normal; font-size: 12px; color: var(--ink2); max-width: 25ch; overflow: hidden; text-overflow: ellipsis; }\n.flinksim-stepper .frame b { font-weight: 600; font-size: 13px; max-width: 24ch; overflow: hidden; text-overflow: ellipsis; }\n.flinksim-stepper .frame:last-child { background: var(--firesoft); border-color: var(--fire); box-shadow: inset 0 0 0 1px var(--fire); }\n.flinksim-stepper .frame:last-child b { font-weight: 700; }\n.flinksim-stepper .then { font-style: normal; color: var(--ink3); margin: 0 5px; font-size: 16px; }\n.flinksim-stepper .none { color: var(--ink3); }\n.flinksim-stepper .say p { margin: 1px 0 0; min-height: 2.5em; font-size: 18px; line-height: 1.25; max-height: 6.25em; overflow: auto; scrollbar-width: thin; overflow-wrap: anywhere; }\n.flinksim-stepper[data-size="narrow"] .say p { font-size: 16px; min-height: 3.75em; max-height: 8.75em; }\n.flinksim-stepper .say .badge { font-weight: 600; }\n.flinksim-stepper .say b { font-weight: 680; }\n.flinksim-stepper .say .watermark { color: var(--wmink); }\n.flinksim-stepper .say .firing { color: var(--fireink); }\n.flinksim-stepper .say .timer { color: var(--tm); }\n.flinksim-stepper .say .record { color: var(--data); }\n.flinksim-stepper .say .pane { color: var(--paneink); }\n.flinksim-stepper .say .buffer { color: var(--bufline); }\n.flinksim-stepper .say .short { font-weight: 600; }\n.flinksim-stepper .story:has(.failed) { --accent: var(--fire); max-height: 40vh; overflow: auto; }\n.flinksim-stepper .say.failed p { white-space: pre-line; max-height: none; }\n.flinksim-stepper .failure { margin: 0; padding: 5px 0 0; display: flex; flex-wrap: wrap; gap: 2px 20px; font-size: 13.5px; }\n.flinksim-stepper .failure[hidden] { display: none; }\n.flinksim-stepper .failure div { display: flex; gap: 8px; }\n.flinksim-stepper .failure dt { color: var(--ink3); white-space: nowrap; }\n.flinksim-stepper .failure dd { margin: 0; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }\n\n/* controls */\n.flinksim-stepper .bar { display: flex; align-items: center; gap: 7px; justify-content: flex-end; }\n.flinksim-stepper .count { font-size: 13px; color: var(--ink2); line-height: 1.2; margin-top: 4px; white-space: nowrap; }\n.flinksim-stepper .count b { color: var(--ink); }\n.flinksim-stepper .count small { font-size: 12.5px; color: var(--ink3); margin-left: 8px; }\n.flinksim-stepper .strip { position: relative; height: 46px; }\n.flinksim-stepper .strip canvas { position: absolute; inset: 0; width: 100%; border-radius: 4px; }\n.flinksim-stepper .strip input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: ew-resize; }\n.flinksim-stepper .strip:has(input:focus-visible) { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }\n';

// src/timers.ts
var HEIGHT4 = 218;
var ROW5 = 30;
var MOST_DUE = 200;
function drawTimers(frame, width) {
  const { entries, watermark: watermark2 } = entriesOf(frame);
  if (entries.length === 0) {
    const none = text(width / 2, HEIGHT4 / 2, "No timers are registered here.", "t2", "middle");
    return picture(width, HEIGHT4, "No timers", none);
  }
  const due = entries.filter(({ state }) => state === "fires" || state === "due");
  const waiting = entries.filter(({ state }) => state === "waits" || state === "new");
  const room = Math.floor((HEIGHT4 - 26 - 14) / ROW5);
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
    y += ROW5;
  }
  more(due.length - shownDue.length, " due");
  parts2.push(drawDivider(frame, watermark2, y, width));
  y += 26;
  for (const entry of shownWaiting) {
    parts2.push(drawEntry(frame, entry, y, width));
    y += ROW5;
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
  return `<g class="timer ${state}"><title>${esc(title)}</title>` + rect(0.5, y + 0.5, width - 1, ROW5 - 4, "entry", 7) + diamond(17, y + ROW5 / 2 - 1.5, "mark") + text(32, y + 19.5, time, "t2 m strong") + text(start2, y + 19.5, fit(cut(show(timer.key)), width - start2 - 46, "strong"), "t2 strong") + text(width - 10, y + 19.5, word2, "t3 word", "end") + "</g>";
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
      whole.set(name, { values: joined2(values), none });
    } else {
      const values = parts2.map((part) => part.values);
      whole.set(name, { values: name === "texts.end" ? endsOf(values) : joined2(values), none: null });
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
    const before2 = start2;
    for (const end of part) ends.push(start2 = before2 + Number(end));
  }
  return Uint32Array.from(ends);
}
function joined2(parts2) {
  const count = parts2.reduce((sum2, part) => sum2 + part.length, 0);
  if (parts2.some((part) => part instanceof BigInt64Array)) {
    return fill2(
      new BigInt64Array(count),
      parts2,
      (part) => part instanceof BigInt64Array ? part : BigInt64Array.from(part, BigInt)
    );
  }
  const size = Math.max(...parts2.map((part) => part.BYTES_PER_ELEMENT));
  const made2 = size === 1 ? new Uint8Array(count) : size === 2 ? new Uint16Array(count) : new Uint32Array(count);
  return fill2(made2, parts2, (part) => part);
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
    const numbers2 = new Set(wanted.map((kind) => KINDS.indexOf(kind)));
    const found = [];
    for (let i = 0; i < this.eventCount; i++) if (numbers2.has(this.kinds[i])) found.push(i);
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
var STYLES = { plane: EVENT_STYLE, "event time": EVENT_STYLE, network: NETWORK_STYLE, "whole run": SMALL_STYLE };
var SYNC_MS = 200;
var KEYFRAME_MS = 12;
var TALLEST_JOB = 228;
var MOST_SPARE = 90;
var FOLLOW = `<button type="button" data-act="follow" class="small" hidden>follow the run</button>`;
var LEGEND = `
  <span><svg width="13" height="13"><circle cx="6.5" cy="6.5" r="5.5" class="record"/></svg>record</span>
  <span><svg width="20" height="16"><path d="M1 1h12l6 7l-6 7h-12z" class="watermark"/></svg>watermark</span>
  <span><svg width="18" height="14"><rect x="1" y="1" width="16" height="12" rx="4" class="legendPane"/></svg>pane</span>`;
var OF_TASKS = "event time|network|whole run";
var PAGE = `
<header>
  <div class="brand">${LOGO}<span>flinksim</span></div><div class="crumb" data-part="job"></div>
  <div class="grains views" role="radiogroup" aria-label="What to look at">
    ${VIEWS.map((view) => `<button type="button" role="radio" data-view="${view}">${view[0].toUpperCase()}${view.slice(1)}</button>`).join("")}
  </div>
  <div class="clock"><span>processing time</span> <b data-part="clock">–</b></div>
  <button type="button" data-act="copy" data-part="copy" title="Copy a link to just this">copy link</button>
  ${button("theme", "Light or dark", "Light or dark", "◐")}
</header>
<section class="panel story">
  <div class="say">
    <div class="where"><span class="question" data-part="question"></span><span class="badge" data-part="badge"></span></div>
    <p data-part="sentence" role="status" aria-live="polite"></p>
    <dl class="failure" data-part="failure" hidden></dl>
  </div>
  <div class="controls">
    <div class="bar">
      ${button("first", "First", "To the beginning (Home)", icon("first"))}
      ${button("back", "Back", "Back (←)", icon("back"))}
      <button type="button" data-act="play" class="primary" data-part="play" title="Space"></button>
      ${button("next", "Next", "Next (→)", icon("next"))}
      ${button("last", "Last", "To the end (End)", icon("last"))}
    </div>
    <div class="count" data-part="count"></div>
  </div>
</section>
<div class="middle">
  <div class="planeView" data-shows="plane">
    <div class="grains planeTabs" role="tablist" aria-label="What of it to look at">
      ${["plane", ...TABS].map((tab) => `<button type="button" role="tab" data-show-tab="${tab}">${tab}</button>`).join("")}
    </div>
    <section class="panel planePanel" data-part="plane" aria-label="The plane"></section>
    <aside class="panel sidePanel" data-part="side"></aside>
  </div>
  <section class="panel jobPanel" data-shows="${OF_TASKS}"><div data-part="graph"></div></section>
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
  <section class="panel stack" data-shows="${OF_TASKS}"><b>Call<br>stack</b><div class="frames" data-part="stack"
    tabindex="0" role="list" aria-label="Call stack"></div></section>
</div>
<section class="panel bottom">
  <div class="strip"><canvas data-part="canvas" aria-hidden="true"></canvas>
    <input type="range" data-part="range" min="0" step="1" aria-label="Position in the run"></div>
  <div class="under">
    <label>step by <select data-part="grain" aria-label="Step by">
      ${GRAINS.map((grain) => `<option value="${grain}" title="${GRAIN_TITLES[grain]}">${grain}</option>`).join("")}
    </select></label>
    ${button("speed", "Speed", "Speed of play", `<span data-part="speed"></span>`)}
    <span class="legend" aria-hidden="true">${STRIP_LEGEND}</span>
    <details class="words"><summary><span>This moment </span>in words</summary><pre data-part="words"></pre></details>
  </div>
</section>`;
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
    this.root.innerHTML = `<style>${base_default}${stepper_default}${network_default}${plane_default}</style>${PAGE}`;
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
    this.opening = openingOf(trace, this.player.stops.moments, this.labels);
    this.part("question").textContent = this.opening.question;
    this.player.go(model.get("choose") ? this.opening.position : Number(model.get("position") ?? 0));
    model.set("choose", false);
    this.part("copy").hidden = !this.hasAddress;
    if (this.hasAddress) this.goToAddress();
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
  height = 0;
  opening;
  /** The key that the address asks for, until the plane is there. */
  wantedKey = "";
  panel = null;
  side = null;
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
    this.panel?.plane.destroy();
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
  // --- the address ---------------------------------------------------------------------------
  /** Whether the page is this stepper's own, so that its address says what is shown. */
  get hasAddress() {
    return Boolean(this.model.get("addressed"));
  }
  /** Shows what the page's address asks for. */
  goToAddress() {
    const { step, fact, view, task, key, by } = readAddress(location.hash);
    const grain = GRAINS.find((one) => one === by);
    if (grain) this.player.grain = grain;
    this.view = VIEWS.find((one) => one === view) ?? this.view;
    const pinned = [...this.lookup.subtasks.keys()].find((id) => id === task || this.labels.name(id) === task);
    if (task !== void 0) this.pinned = pinned ?? null;
    this.wantedKey = key ?? "";
    if (fact !== void 0) this.player.go(fact);
    else if (step !== void 0) this.player.goToStep(step);
    if (this.width === 0) return;
    this.arrange();
    this.draw();
  }
  get address() {
    const { player, trace } = this;
    const ends = player.step >= 0 && trace.eventRange(player.step)[1] === player.position;
    return writeAddress({
      ...ends ? { step: player.step } : { fact: player.position },
      view: this.view,
      ...this.pinned ? { task: this.labels.name(this.pinned) } : {},
      key: this.panel?.keys.name ?? "",
      ...player.grain === "told" ? {} : { by: player.grain }
    });
  }
  async copyLink() {
    history.replaceState(null, "", this.address);
    const done = await copyText(location.href);
    const copy = this.part("copy");
    copy.textContent = done ? "copied" : "see the address";
    window.setTimeout(() => copy.textContent = "copy link", 1600);
  }
  // --- listening -----------------------------------------------------------------------------
  listen() {
    this.root.addEventListener("click", (event) => this.onClick(event));
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.range.addEventListener("input", () => this.onScrub());
    this.part("filter").addEventListener("input", () => this.onFilter());
    this.part("plot").addEventListener("click", (event) => this.onPlot(event));
    this.root.querySelector("details").addEventListener("toggle", () => this.draw());
    if (this.hasAddress) {
      const go = () => this.goToAddress();
      window.addEventListener("hashchange", go);
      this.cleanups.push(() => window.removeEventListener("hashchange", go));
    }
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(this.root);
    this.cleanups.push(() => observer.disconnect());
    this.part("grain").addEventListener("change", (event) => {
      this.setGrain(event.target.value);
    });
    this.cleanups.push(watchTheme(this.root, () => {
      if (this.width > 0) this.drawStrip();
      this.panel?.plane.refresh();
    }));
  }
  onClick(event) {
    const target = event.target;
    const act = target.closest("[data-act]")?.dataset["act"];
    const view = target.closest("[data-view]")?.dataset["view"];
    const tab = target.closest("[data-show-tab]")?.dataset["showTab"];
    const task = target.closest("[data-task]")?.dataset["task"];
    if (act) this.act(act);
    else if (view) this.show(view);
    else if (tab) this.openTab(tab);
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
    else if (act === "copy") void this.copyLink();
    else if (act === "changed") {
      this.changedOnly = !this.changedOnly;
      this.draw();
    }
  }
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    if (target === this.part("filter")) return this.onFilterKey(event);
    if (target.matches("input[type=search], select")) return;
    const onButton = target.matches("button, summary");
    const task = target.closest("[data-task]")?.dataset["task"];
    if (task && (event.key === "Enter" || event.key === " ")) this.pin(task);
    else if (event.key === "ArrowRight") this.act("next");
    else if (event.key === "ArrowLeft") this.act("back");
    else if (event.key === " " && !onButton) this.act("play");
    else if (event.key === "Home") this.act("first");
    else if (event.key === "End") this.act("last");
    else if (event.key === "Escape") this.pin(null);
    else if (this.view === "plane" && this.panel.act(PLANE_KEYS[event.key] ?? "")) return event.preventDefault();
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
    this.sync();
    this.arrange();
    this.draw();
  }
  /** On a narrow page one thing at a time: the plane, or what else would stand beside it. */
  openTab(tab) {
    this.root.dataset["panel"] = tab;
    for (const one of this.root.querySelectorAll("[data-show-tab]")) {
      one.setAttribute("aria-selected", String(one.dataset["showTab"] === tab));
    }
    if (TABS.includes(tab)) this.side.open(tab);
    this.panel.plane.refresh();
  }
  jump(position) {
    this.player.pause();
    this.player.go(position);
  }
  setGrain(grain) {
    this.player.grain = grain;
    this.draw();
  }
  /** Shows one task, whatever runs; the same task again, or null, follows the run. */
  pin(task) {
    this.pinned = task === this.pinned ? null : task;
    this.draw();
    this.sync();
  }
  // --- size ----------------------------------------------------------------------------------
  resize() {
    const { clientWidth: width, clientHeight: height } = this.root;
    if (width === 0 || width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
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
      one.hidden = !one.dataset["shows"].split("|").includes(this.view);
    }
    for (const one of this.root.querySelectorAll("[data-view]")) {
      one.setAttribute("aria-checked", String(one.dataset["view"] === this.view));
    }
    if (this.view === "network" || this.view === "whole run") this.series ??= new RunSeries(this.trace);
    if (this.view === "plane") {
      this.panel ??= new PlanePanel(this.part("plane"), this.trace, this.labels, (to) => this.jump(to), () => this.sync());
      this.side ??= new Side(this.part("side"), this.trace, this.labels, this.player.stops.moments, (to) => this.jump(to));
      if (this.wantedKey !== "") this.panel.keys.chooseNamed(this.wantedKey);
      this.wantedKey = "";
      this.panel.plane.refresh();
      this.openTab(this.root.dataset["panel"] ?? "plane");
      return;
    }
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
    if (this.view === "plane") {
      this.panel.plane.show(frame.position, frame.before);
      this.side.show(frame.position, frame.before);
    }
    if (this.view === "event time") this.drawEventTime(frame);
    else if (this.view !== "plane" && this.layout) this.put("graph", drawNetwork(frame, this.layout, this.hatch));
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
    this.collapse(frame);
  }
  /** A panel that stays empty for the task in view takes no room. */
  collapse(frame) {
    const { lookup, trace } = this;
    const keeps = this.keeps ??= {
      timersPanel: operatorsOf2(trace, "TimerRegistered"),
      panesPanel: operatorsOf2(trace, "WindowAssigned")
    };
    for (const [panel, operators] of Object.entries(keeps)) {
      const empty2 = !lookup.operatorsOf(frame.keyed).some(({ id }) => operators.has(id));
      const one = this.root.querySelector(`.${panel}`);
      if (one.hidden === empty2) continue;
      one.hidden = empty2;
      this.drawn.clear();
      this.draw();
      return;
    }
  }
  keeps = null;
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
    const moment = this.player.grain === "told" ? this.player.stops.moments.endingAt(frame.position) : null;
    const many = moment ? manyWords(moment) : "";
    this.put("badge", esc(frame.step < 0 ? "start" : `step ${group(frame.step)}${many && ` · ${many}`}`));
    this.root.dataset["tells"] = moment?.kind ?? "";
    if (this.view !== "plane") {
      const frames = frame.index < 0 ? [] : trace.callStack(frame.index);
      this.put("stack", frames.map(stackFrame).join('<i class="then">›</i>') || '<span class="none">–</span>');
      this.part("stack").scrollLeft = this.part("stack").scrollWidth;
    }
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
    const { moments } = player.stops;
    const told = player.grain === "told" ? `moment <b>${group(moments.at(frame.position) + 1)}</b> of ${group(moments.all.length)} · ` : "";
    this.put(
      "count",
      `${told}step <b>${frame.step < 0 ? "–" : group(frame.step)}</b> of ${group(last)}<small>fact ${group(frame.position)} of ${group(trace.eventCount)}</small>`
    );
    this.part("grain").value = player.grain;
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
      if (this.hasAddress) history.replaceState(null, "", this.address);
    }, SYNC_MS);
  }
  makeKeyframes() {
    this.history.extendFor(KEYFRAME_MS);
    if (this.history.complete) return;
    const timer = window.setTimeout(() => this.makeKeyframes(), 0);
    this.cleanups.push(() => window.clearTimeout(timer));
  }
};
function operatorsOf2(trace, kind) {
  return new Set(trace.indexesOf([kind]).map((index) => trace.event(index).operator));
}
var steppers = 0;
var PLANE_KEYS = { "+": "in", "-": "out", "0": "whole", z: "now", k: "keys" };
var MOVES = /* @__PURE__ */ new Set(["first", "back", "next", "last"]);
function startingView(trace) {
  const wanted = ["WatermarkGenerated", "WindowAssigned", "TimerRegistered"];
  const there = wanted.some((kind) => trace.kinds.includes(KINDS.indexOf(kind)));
  return there ? "plane" : "network";
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
  Clock,
  History,
  Labels,
  Moments,
  PlaneRun,
  RunSeries,
  stepper_default2 as default,
  latenessOf,
  layersOf,
  metricsOf,
  openTrace,
  openingOf,
  operatorMetrics,
  sentenceText,
  viewJson
};
