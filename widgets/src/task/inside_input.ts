/** Input of a task: channels, gate, deserializer and valve, or the splits of a source. */

import { findLastEvent, findNextElement } from "./inside_events";
import { drawBox, drawClassName, drawLines } from "./inside";
import type { InsideContext, Area } from "./inside";
import { computeTaskMetrics } from "../metrics/metrics";
import { drawBufferShapes, drawGate } from "../network/buffer_shapes";
import { esc, fitText, fitName, rect, text, measureText } from "../ui/svg";
import type { PlanChannel } from "../trace/trace.gen";
import { MIN_TIMESTAMP } from "../ui/value_format";
import { t } from "../i18n/strings";

const ROW_HEIGHT = 80;

/** Draw the input channels, or the splits of a source. */
export function drawChannels(inside: InsideContext, room: Area): string {
  const inputs = inside.frame.lookup.getInputs(inside.frame.task);
  return inputs.length > 0 ? drawInputs(inside, room, inputs) : drawSplits(inside, room);
}

function drawInputs(inside: InsideContext, room: Area, inputs: readonly PlanChannel[]): string {
  const { frame } = inside;
  const maxRows = Math.max(1, Math.floor((room.height - 16) / ROW_HEIGHT));
  const event = frame.event && "channel" in frame.event ? frame.event.channel : "";
  const getRank = (one: PlanChannel): number => {
    const view = frame.snapshot.state.channels.get(one.id);
    return one.id === event ? 2 : view && view.queued + view.on_wire + view.received > 0 ? 1 : 0;
  };
  const chosen = new Set([...inputs].sort((a, b) => getRank(b) - getRank(a)).slice(0, maxRows));
  let y = room.y;
  let drawn = "";
  for (const channel of inputs) {
    if (!chosen.has(channel)) continue;
    drawn += drawRow(inside, channel, { ...room, y, height: ROW_HEIGHT - 5 }, channel.id === event);
    y += ROW_HEIGHT;
  }
  const more = inputs.length - chosen.size;
  return drawn + (more > 0 ? text(room.x + 4, y + 10, t("and {0} more channels", more), "t3") : "");
}

function drawRow(inside: InsideContext, channel: PlanChannel, room: Area, current: boolean): string {
  const { frame } = inside;
  const view = frame.snapshot.state.channels.get(channel.id);
  if (!view) return "";
  const { x, y, width } = room;
  const kind = channel.local ? "LocalInputChannel" : "RemoteInputChannel";
  const from = t("from {0}", frame.labels.name(channel.source));
  const waiting = view.written - view.read;
  const status = view.blocked ? (waiting === 1 ? t("1 element waits behind the barrier") : t("{0} elements wait behind the barrier", waiting)) : view.idle ? t("idle") : frame.labels.shortTime(view.watermark);
  const credit = channel.local || channel.initial_credit === 0 ? "" : ` · ${t("credit {0}", view.credit)}`;
  const passed = `${t("ch {0} · {1} sent · {2} read", channel.index, view.written, view.read)}${credit}`;
  let drawn = `<g class="lane ${current ? "current" : ""} ${view.blocked ? "hindered" : ""}" data-channel="${esc(channel.id)}" data-about="channel:${esc(channel.id)}">`;
  drawn += `<title>${esc([from, status, passed].join("\n"))}</title>${rect(x + 0.8, y, width - 1.6, room.height, "laneBox", 8)}`;
  drawn += text(x + 9, y + 33, fitName(from, width - 18, "t3"), "t3");
  drawn += drawBufferShapes(view.queued, "full", x + 9, y + 39, width * 0.32);
  drawn += drawBufferShapes(view.on_wire, "wired", x + width * 0.42, y + 39, width * 0.2);
  drawn += drawBufferShapes(view.received, "got", x + width - 15, y + 39, width * 0.28, true);
  drawn += text(x + 9, y + 68, fitText(passed, width - 18, "t3"), "t3");
  drawn += drawGate(x + width - 9, y + 45, view.blocked, channel.id);
  const font = view.holds ? "strong" : "t3"; // the watermark that is held is bold
  const label = fitText(status, width * 0.62, font);
  drawn += text(x + width - 9, y + 16, label, view.holds ? "t3 held" : "t3", "end") + drawClassName(x + 9, y + 16, kind, width - 30 - measureText(label, font));
  return `${drawn}</g>`;
}

function drawSplits(inside: InsideContext, room: Area): string {
  const { frame } = inside;
  const head = frame.lookup.getOperators(frame.task)[0];
  const splits = [...(frame.snapshot.state.operators.get(head?.id ?? "")?.splits ?? [])];
  let drawn = "";
  splits.slice(0, Math.floor(room.height / 46)).forEach(([name, split], number) => {
    const y = room.y + number * 46;
    const state = split.ended ? t("ended") : split.idle ? t("idle") : frame.labels.shortTime(split.watermark);
    drawn +=
      `<g class="lane" data-about="split:${esc(name)}"><title>${esc(`${name}\n${state}`)}</title>${rect(room.x + 0.8, y, room.width - 1.6, 41, "laneBox", 8)}` +
      text(room.x + 9, y + 16, fitText(t("split {0}", name), room.width - 18, "strong"), "strong") +
      text(room.x + 9, y + 33, t("{0} read", split.read), "t3") +
      text(room.x + room.width - 9, y + 33, fitText(state, room.width - 90, "t3"), split.holds ? "t3 held" : "t3", "end") +
      `</g>`;
  });
  if (splits.length > 0) return drawn;
  return text(room.x + 9, room.y + 30, t("no split was assigned yet"), "t3");
}

/** Draw the path from the gate to the operator, or the reader of a source. */
export function drawInput(inside: InsideContext, room: Area): string {
  const { frame } = inside;
  const inputs = frame.lookup.getInputs(frame.task);
  if (inputs.length === 0) return drawSource(inside, room);
  const task = frame.snapshot.state.tasks.get(frame.task);
  const hasSeveralInputs = new Set(inputs.map(({ input }) => input)).size > 1;
  const heights = splitArea(room, [0.15, 0.19, 0.32, 0.18, 0.16]);
  const blocked = inputs.filter(({ id }) => frame.snapshot.state.channels.get(id)?.blocked).length;
  const barriers = task?.aligning == null ? t("no barrier is waited for") : t("checkpoint {0}: {1} of {2} channels blocked", task.aligning, blocked, inputs.length);
  const edges = new Set(inputs.map(({ source_node, target_node }) => `${source_node}>${target_node}`)).size;
  const processor = hasSeveralInputs ? "StreamMultipleInputProcessor" : "StreamOneInputProcessor";
  const gate = edges > 1 && !hasSeveralInputs ? "UnionInputGate" : "SingleInputGate";
  const floating = (frame.lookup.subtasks.get(frame.task)?.floating_buffers ?? 0) > 0 ? ` · ${t("{0} floating free", task?.floating_free ?? 0)}` : "";
  const marks = [...(task?.inputs ?? [])].map(([number, one]) => `${hasSeveralInputs ? `${t("input {0}", number + 1)}: ` : ""}${one.ended ? t("ended") : one.idle ? t("idle") : frame.labels.shortTime(one.watermark)}`);
  const recordCount = frame.series ? computeTaskMetrics(frame.series, frame.task, frame.position).get("numRecordsIn") : "–";
  const output = hasSeveralInputs ? "StreamTwoInputProcessorFactory$StreamTaskNetworkOutput" : "OneInputStreamTask$StreamTaskNetworkOutput";
  return (
    drawBox(inside, heights[0]!, gate, [gate, "LocalInputChannel", "RemoteInputChannel"], drawLines(heights[0]!, 33, [`${edges === 1 ? t("1 gate") : t("{0} gates", edges)}, ${inputs.length === 1 ? t("1 channel") : t("{0} channels", inputs.length)}${floating}`])) +
    drawBox(inside, heights[1]!, "CheckpointedInputGate", ["CheckpointedInputGate", "SingleCheckpointBarrierHandler", "CheckpointBarrierTracker", "CheckpointBarrierHandler"], drawLines(heights[1]!, 33, [barriers])) +
    drawNetworkInput(inside, heights[2]!, inputs, processor) +
    drawBox(inside, heights[3]!, "StatusWatermarkValve", ["StatusWatermarkValve"], drawLines(heights[3]!, 33, [t("lowest: {0}", marks.join(", ")), describeLimitingChannels(inside, inputs)])) +
    drawBox(inside, heights[4]!, "StreamTaskNetworkOutput", [output, "StreamTaskNetworkOutput"], drawLines(heights[4]!, 33, [`numRecordsIn ${recordCount}`]))
  );
}

function describeLimitingChannels(inside: InsideContext, inputs: readonly PlanChannel[]): string | null {
  const limiting = inputs.filter(({ id }) => inside.frame.snapshot.state.channels.get(id)?.holds);
  return inputs.length > 1 && limiting.length > 0 ? t("limited by {0}", limiting.map(({ index }) => t("ch {0}", index)).join(", ")) : null;
}

/** Draw the element read last, and a partially received record. */
function drawNetworkInput(inside: InsideContext, room: Area, inputs: readonly PlanChannel[], processor: string): string {
  const { frame } = inside;
  const ids = new Set(inputs.map(({ id }) => id));
  const last = findLastEvent(frame, "ElementReceived", (event) => event.subtask === frame.task);
  const opened = findLastEvent(frame, "BufferConsumed", (event) => ids.has(event.channel));
  const getChannelLabel = (channel: string): string => t("ch {0}", frame.lookup.channels.get(channel)?.index ?? "?");
  const lines = [
    t("read by {0}", processor),
    last && t("last: {0} from {1}", describeElement(inside, last.event), getChannelLabel(last.event.channel)),
    opened && t("buffer: {0} bytes of {1}", opened.event.bytes, getChannelLabel(opened.event.channel)),
  ];
  const partialChannel = inputs.find(({ id }) => (frame.snapshot.state.channels.get(id)?.partial ?? 0) > 0);
  let drawn = drawLines(partialChannel ? { ...room, height: room.height - 27 } : room, 33, lines);
  if (partialChannel) drawn += drawPartialRecord(inside, room, partialChannel);
  const classes = ["StreamTaskNetworkInput", "AbstractStreamTaskNetworkInput", "SpillingAdaptiveSpanningRecordDeserializer"];
  return drawBox(inside, room, "StreamTaskNetworkInput", classes, drawn, partialChannel ? "parted" : "");
}

/** Draw how much of a record has arrived. */
function drawPartialRecord(inside: InsideContext, room: Area, channel: PlanChannel): string {
  const { frame } = inside;
  const presentBytes = frame.snapshot.state.channels.get(channel.id)!.partial;
  const next = findNextElement(frame, channel);
  const all = Math.max(next?.bytes ?? 0, presentBytes + 1);
  const y = room.y + room.height - 25;
  const width = room.width - 18;
  const filled = Math.max(6, (width * presentBytes) / all);
  const label = t("{0} of {1} bytes of a record", presentBytes, next ? next.bytes : "?");
  return (
    `<g class="spans" data-spans="${presentBytes}"><title>${esc(label)}</title>${rect(room.x + 9, y, width, 19, "gauge", 4)}${rect(room.x + 9, y, filled, 19, "spanned", 4)}` +
    text(room.x + 15, y + 14, fitText(label, width - 12, "strong"), "t3 onSpan") +
    `</g>`
  );
}

function describeElement(inside: InsideContext, event: { element: string; value: string; timestamp: bigint | null }): string {
  const { labels } = inside.frame;
  if (event.element === "record") return labels.value(event.value);
  return event.element === "watermark" ? t("watermark {0}", labels.shortTime(event.timestamp)) : event.element;
}

function drawSource(inside: InsideContext, room: Area): string {
  const { frame } = inside;
  const head = frame.lookup.getVertex(frame.task)?.operators[0];
  const id = frame.lookup.getOperators(frame.task)[0]?.id ?? "";
  const view = frame.snapshot.state.operators.get(id);
  const read = findLastEvent(frame, "SourceRecordRead", (event) => event.operator === id);
  const isLegacy = head?.operator_class === "StreamSource";
  const heights = splitArea(room, [0.22, 0.3, 0.26, 0.22]);
  const generated = findLastEvent(frame, "WatermarkGenerated", (event) => event.operator === id);
  const groups = [...(view?.alignment ?? [])].map(([name, one]) => t("{0}: limit {1}", name, frame.labels.shortTime(one.allowed)));
  const last = read && `${t("record {0} of {1}", read.event.offset, read.event.split)}: ${frame.labels.value(read.event.value)}`;
  const out = view && view.emitted_watermark > MIN_TIMESTAMP ? frame.labels.shortTime(view.emitted_watermark) : t("none yet");
  if (isLegacy) {
    return (
      drawBox(inside, heights[0]!, "LegacySourceFunctionThread", ["SourceStreamTask$LegacySourceFunctionThread"], drawLines(heights[0]!, 33, [t("has its own thread, which emits records under the checkpoint lock")])) +
      drawBox(inside, heights[1]!, "SourceFunction", ["SourceFunction", "StreamSource"], drawLines(heights[1]!, 33, [last])) +
      drawBox(inside, heights[2]!, "ManualWatermarkContext", ["StreamSourceContexts$ManualWatermarkContext"], drawLines(heights[2]!, 33, [t("watermark emitted: {0}", out)])) +
      drawBox(inside, heights[3]!, "StreamSourceContexts", ["StreamSourceContexts"], drawLines(heights[3]!, 33, [view?.emitted_idle ? t("idle") : t("active")]))
    );
  }
  return (
    drawBox(inside, heights[0]!, "StreamTaskSourceInput", ["StreamTaskSourceInput", "StreamOneInputProcessor"], drawLines(heights[0]!, 33, [t("polls the reader for the next record")])) +
    drawBox(inside, heights[1]!, "SourceReader", ["SourceReader", "SourceReaderBase"], drawLines(heights[1]!, 33, [last, t("assigned by the SplitEnumerator: {0}", view?.splits.size ?? 0)])) +
    drawBox(inside, heights[2]!, "SourceOutputWithWatermarks", ["SourceOutputWithWatermarks", "WatermarkGenerator", "TimestampAssigner", "ProgressiveTimestampsAndWatermarks"], drawLines(heights[2]!, 33, [generated && (generated.event.split ? t("generated {0} for {1}", frame.labels.shortTime(generated.event.timestamp), generated.event.split) : t("generated {0}", frame.labels.shortTime(generated.event.timestamp))), ...groups])) +
    drawBox(inside, heights[3]!, "WatermarkToDataOutput", ["WatermarkToDataOutput"], drawLines(heights[3]!, 33, [t("emitted: {0}", view?.emitted_idle ? "IDLE" : out)]))
  );
}

/** Split an area vertically. */
export function splitArea(room: Area, shares: readonly number[]): Area[] {
  const gap = 6;
  const all = room.height - gap * (shares.length - 1);
  let y = room.y;
  return shares.map((share) => {
    const one = { ...room, y, height: share * all };
    y += one.height + gap;
    return one;
  });
}
