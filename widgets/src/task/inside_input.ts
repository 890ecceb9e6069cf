/** What comes into a task: its channels, the gate, the deserialiser, the valve; or a source's splits. */

import { lastOf, nextIn } from "./inside_events";
import { box, className, words } from "./inside";
import type { Inside, Room } from "./inside";
import { metricsOf } from "../metrics/metrics";
import { pips } from "../network/buffer_shapes";
import { esc, fit, fitName, rect, text, textWidth } from "../ui/svg";
import type { PlanChannel } from "../trace/trace.gen";
import { MIN_TIMESTAMP } from "../ui/value_format";
import { t } from "../i18n/strings";

const ROW = 80;

/** The channels from the senders' subpartitions, or the splits of a source. */
export function drawChannels(inside: Inside, room: Room): string {
  const inputs = inside.frame.lookup.inputsOf(inside.frame.task);
  return inputs.length > 0 ? drawInputs(inside, room, inputs) : drawSplits(inside, room);
}

function drawInputs(inside: Inside, room: Room, inputs: readonly PlanChannel[]): string {
  const { frame } = inside;
  const most = Math.max(1, Math.floor((room.height - 16) / ROW));
  const fact = frame.fact && "channel" in frame.fact ? frame.fact.channel : "";
  const busy = (one: PlanChannel): number => {
    const view = frame.scene.view.channels.get(one.id);
    return one.id === fact ? 2 : view && view.queued + view.on_wire + view.received > 0 ? 1 : 0;
  };
  const chosen = new Set([...inputs].sort((a, b) => busy(b) - busy(a)).slice(0, most));
  let y = room.y;
  let drawn = "";
  for (const channel of inputs) {
    if (!chosen.has(channel)) continue;
    drawn += drawRow(inside, channel, { ...room, y, height: ROW - 5 }, channel.id === fact);
    y += ROW;
  }
  const more = inputs.length - chosen.size;
  return drawn + (more > 0 ? text(room.x + 4, y + 10, t("and {0} more channels", more), "t3") : "");
}

function drawRow(inside: Inside, channel: PlanChannel, room: Room, current: boolean): string {
  const { frame } = inside;
  const view = frame.scene.view.channels.get(channel.id);
  if (!view) return "";
  const { x, y, width } = room;
  const kind = channel.local ? "LocalInputChannel" : "RemoteInputChannel";
  const from = t("from {0}", frame.labels.name(channel.source));
  const status = view.blocked ? t("blocked") : view.idle ? t("idle") : frame.labels.time(view.watermark);
  const credit = channel.local || channel.initial_credit === 0 ? "" : ` · ${t("credit {0}", view.credit)}`;
  const passed = `${t("ch {0} · {1} sent · {2} read", channel.index, view.written, view.read)}${credit}`;
  let drawn = `<g class="lane ${current ? "current" : ""} ${view.blocked ? "hindered" : ""}" data-channel="${esc(channel.id)}" data-about="channel:${esc(channel.id)}">`;
  drawn += `<title>${esc([from, status, passed].join("\n"))}</title>${rect(x + 0.8, y, width - 1.6, room.height, "laneBox", 8)}`;
  drawn += text(x + 9, y + 33, fitName(from, width - 18, "t3"), "t3");
  drawn += pips(view.queued, "full", x + 9, y + 39, width * 0.32);
  drawn += pips(view.on_wire, "wired", x + width * 0.42, y + 39, width * 0.2);
  drawn += pips(view.received, "got", x + width - 9, y + 39, width * 0.28, true);
  drawn += text(x + 9, y + 68, fit(passed, width - 18, "t3"), "t3");
  const told = fit(status, width * 0.45, "t3");
  drawn += text(x + width - 9, y + 16, told, view.holds ? "t3 held" : "t3", "end") + className(x + 9, y + 16, kind, width - 28 - textWidth(told, "t3"));
  return `${drawn}</g>`;
}

function drawSplits(inside: Inside, room: Room): string {
  const { frame } = inside;
  const head = frame.lookup.operatorsOf(frame.task)[0];
  const splits = [...(frame.scene.view.operators.get(head?.id ?? "")?.splits ?? [])];
  let drawn = "";
  splits.slice(0, Math.floor(room.height / 46)).forEach(([name, split], number) => {
    const y = room.y + number * 46;
    const state = split.ended ? t("ended") : split.idle ? t("idle") : frame.labels.time(split.watermark);
    drawn +=
      `<g class="lane" data-about="split:${esc(name)}"><title>${esc(`${name}\n${state}`)}</title>${rect(room.x + 0.8, y, room.width - 1.6, 41, "laneBox", 8)}` +
      text(room.x + 9, y + 16, fit(t("split {0}", name), room.width - 18, "strong"), "strong") +
      text(room.x + 9, y + 33, t("{0} read", split.read), "t3") +
      text(room.x + room.width - 9, y + 33, fit(state, room.width - 90, "t3"), split.holds ? "t3 held" : "t3", "end") +
      `</g>`;
  });
  if (splits.length > 0) return drawn;
  return text(room.x + 9, room.y + 30, t("no split was assigned yet"), "t3");
}

/** From the gate to the operator, or from the reader of a source. */
export function drawInput(inside: Inside, room: Room): string {
  const { frame } = inside;
  const inputs = frame.lookup.inputsOf(frame.task);
  if (inputs.length === 0) return drawSource(inside, room);
  const task = frame.scene.view.tasks.get(frame.task);
  const several = new Set(inputs.map(({ input }) => input)).size > 1;
  const heights = split(room, [0.15, 0.19, 0.32, 0.18, 0.16]);
  const blocked = inputs.filter(({ id }) => frame.scene.view.channels.get(id)?.blocked).length;
  const barriers = task?.aligning == null ? t("no barrier is waited for") : t("checkpoint {0}: {1} of {2} channels blocked", task.aligning, blocked, inputs.length);
  const edges = new Set(inputs.map(({ source_node, target_node }) => `${source_node}>${target_node}`)).size;
  const processor = several ? "StreamMultipleInputProcessor" : "StreamOneInputProcessor";
  const gate = edges > 1 && !several ? "UnionInputGate" : "SingleInputGate";
  const floating = (frame.lookup.subtasks.get(frame.task)?.floating_buffers ?? 0) > 0 ? ` · ${t("{0} floating free", task?.floating_free ?? 0)}` : "";
  const marks = [...(task?.inputs ?? [])].map(([number, one]) => `${several ? `${t("input {0}", number + 1)}: ` : ""}${one.ended ? t("ended") : one.idle ? t("idle") : frame.labels.time(one.watermark)}`);
  const counted = frame.run ? metricsOf(frame.run, frame.task, frame.position).get("numRecordsIn") : "–";
  const output = several ? "StreamTwoInputProcessorFactory$StreamTaskNetworkOutput" : "OneInputStreamTask$StreamTaskNetworkOutput";
  return (
    box(inside, heights[0]!, gate, [gate, "LocalInputChannel", "RemoteInputChannel"], words(heights[0]!, 33, [`${edges === 1 ? t("1 gate") : t("{0} gates", edges)}, ${inputs.length === 1 ? t("1 channel") : t("{0} channels", inputs.length)}${floating}`])) +
    box(inside, heights[1]!, "CheckpointedInputGate", ["CheckpointedInputGate", "SingleCheckpointBarrierHandler", "CheckpointBarrierTracker", "CheckpointBarrierHandler"], words(heights[1]!, 33, [barriers])) +
    drawNetworkInput(inside, heights[2]!, inputs, processor) +
    box(inside, heights[3]!, "StatusWatermarkValve", ["StatusWatermarkValve"], words(heights[3]!, 33, [t("least: {0}", marks.join(", ")), heldBy(inside, inputs)])) +
    box(inside, heights[4]!, "StreamTaskNetworkOutput", [output, "StreamTaskNetworkOutput"], words(heights[4]!, 33, [`numRecordsIn ${counted}`]))
  );
}

function heldBy(inside: Inside, inputs: readonly PlanChannel[]): string | null {
  const holders = inputs.filter(({ id }) => inside.frame.scene.view.channels.get(id)?.holds);
  return inputs.length > 1 && holders.length > 0 ? t("held by {0}", holders.map(({ index }) => t("ch {0}", index)).join(", ")) : null;
}

/** The element that was read last, and one of which a part is there. */
function drawNetworkInput(inside: Inside, room: Room, inputs: readonly PlanChannel[], processor: string): string {
  const { frame } = inside;
  const ids = new Set(inputs.map(({ id }) => id));
  const last = lastOf(frame, "ElementReceived", (fact) => fact.subtask === frame.task);
  const opened = lastOf(frame, "BufferConsumed", (fact) => ids.has(fact.channel));
  const of = (channel: string): string => t("ch {0}", frame.lookup.channels.get(channel)?.index ?? "?");
  const lines = [
    t("read by {0}", processor),
    last && t("last: {0} from {1}", elementWords(inside, last.fact), of(last.fact.channel)),
    opened && t("buffer: {0} bytes of {1}", opened.fact.bytes, of(opened.fact.channel)),
  ];
  const parted = inputs.find(({ id }) => (frame.scene.view.channels.get(id)?.partial ?? 0) > 0);
  let drawn = words(parted ? { ...room, height: room.height - 27 } : room, 33, lines);
  if (parted) drawn += drawParted(inside, room, parted);
  const classes = ["StreamTaskNetworkInput", "AbstractStreamTaskNetworkInput", "SpillingAdaptiveSpanningRecordDeserializer"];
  return box(inside, room, "StreamTaskNetworkInput", classes, drawn, parted ? "parted" : "");
}

/** A bar: what of a record is there, and what of it comes with the next buffer. */
function drawParted(inside: Inside, room: Room, channel: PlanChannel): string {
  const { frame } = inside;
  const there = frame.scene.view.channels.get(channel.id)!.partial;
  const next = nextIn(frame, channel);
  const all = Math.max(next?.bytes ?? 0, there + 1);
  const y = room.y + room.height - 25;
  const wide = room.width - 18;
  const filled = Math.max(6, (wide * there) / all);
  const told = t("{0} of {1} bytes, the rest follows", there, next ? next.bytes : "?");
  return (
    `<g class="spans" data-spans="${there}"><title>${esc(told)}</title>${rect(room.x + 9, y, wide, 19, "gauge", 4)}${rect(room.x + 9, y, filled, 19, "spanned", 4)}` +
    text(room.x + 15, y + 14, fit(told, wide - 12, "strong"), "t3 onSpan") +
    `</g>`
  );
}

function elementWords(inside: Inside, fact: { element: string; value: string; timestamp: bigint | null }): string {
  const { labels } = inside.frame;
  if (fact.element === "record") return labels.value(fact.value);
  return fact.element === "watermark" ? t("watermark {0}", labels.time(fact.timestamp)) : fact.element;
}

function drawSource(inside: Inside, room: Room): string {
  const { frame } = inside;
  const head = frame.lookup.vertexOf(frame.task)?.operators[0];
  const id = frame.lookup.operatorsOf(frame.task)[0]?.id ?? "";
  const view = frame.scene.view.operators.get(id);
  const read = lastOf(frame, "SourceRecordRead", (fact) => fact.operator === id);
  const legacy = head?.operator_class === "StreamSource";
  const heights = split(room, [0.22, 0.3, 0.26, 0.22]);
  const made = lastOf(frame, "WatermarkGenerated", (fact) => fact.operator === id);
  const groups = [...(view?.alignment ?? [])].map(([name, one]) => t("{0}: may go to {1}", name, frame.labels.time(one.allowed)));
  const last = read && `${t("record {0} of {1}", read.fact.offset, read.fact.split)}: ${frame.labels.value(read.fact.value)}`;
  const out = view && view.emitted_watermark > MIN_TIMESTAMP ? frame.labels.time(view.emitted_watermark) : t("none yet");
  if (legacy) {
    return (
      box(inside, heights[0]!, "LegacySourceFunctionThread", ["SourceStreamTask$LegacySourceFunctionThread"], words(heights[0]!, 33, [t("a thread of its own, under the lock")])) +
      box(inside, heights[1]!, "SourceFunction", ["SourceFunction", "StreamSource"], words(heights[1]!, 33, [last])) +
      box(inside, heights[2]!, "ManualWatermarkContext", ["StreamSourceContexts$ManualWatermarkContext"], words(heights[2]!, 33, [t("watermark put out: {0}", out)])) +
      box(inside, heights[3]!, "StreamSourceContexts", ["StreamSourceContexts"], words(heights[3]!, 33, [view?.emitted_idle ? t("idle") : t("active")]))
    );
  }
  return (
    box(inside, heights[0]!, "StreamTaskSourceInput", ["StreamTaskSourceInput", "StreamOneInputProcessor"], words(heights[0]!, 33, [t("asks the reader for the next record")])) +
    box(inside, heights[1]!, "SourceReader", ["SourceReader", "SourceReaderBase"], words(heights[1]!, 33, [last, t("given by the SplitEnumerator: {0}", view?.splits.size ?? 0)])) +
    box(inside, heights[2]!, "SourceOutputWithWatermarks", ["SourceOutputWithWatermarks", "WatermarkGenerator", "TimestampAssigner", "ProgressiveTimestampsAndWatermarks"], words(heights[2]!, 33, [made && (made.fact.split ? t("generated {0} for {1}", frame.labels.time(made.fact.timestamp), made.fact.split) : t("generated {0}", frame.labels.time(made.fact.timestamp))), ...groups])) +
    box(inside, heights[3]!, "WatermarkToDataOutput", ["WatermarkToDataOutput"], words(heights[3]!, 33, [t("put out: {0}", view?.emitted_idle ? "IDLE" : out)]))
  );
}

/** Rooms under each other. */
export function split(room: Room, shares: readonly number[]): Room[] {
  const gap = 6;
  const all = room.height - gap * (shares.length - 1);
  let y = room.y;
  return shares.map((share) => {
    const one = { ...room, y, height: share * all };
    y += one.height + gap;
    return one;
  });
}
