/** The operators of a task, what each keeps, and the outputs that hand records from one to the next. */

import { chainOf, oldestKept, outputTo, touchedBy } from "./inside_events";
import { className } from "./inside";
import type { Inside, Room } from "./inside";
import { operatorMetrics } from "../metrics/metrics";
import { t } from "../i18n/strings";
import type { Text } from "../i18n/strings";
import { esc, fit, line, rect, text, textWidth } from "../ui/svg";
import type { PlanOperator } from "../trace/trace.gen";
import { MIN_TIMESTAMP } from "../ui/value_format";

const LINK = 22;
const STEP_IN = 12;
/** A box less tall than this has no room for another line. */
const LINE = 15;
const LEAST = 34;

export function drawChain(inside: Inside, room: Room): string {
  const chain = chainOf(inside.frame);
  const most = Math.max(1, Math.floor((room.height + LINK) / (LEAST + LINK)));
  const shown = chain.slice(0, chain.length > most ? most - 1 : most);
  const tall = Math.min(118, (room.height - LINK * (shown.length - 1)) / shown.length);
  const current = inside.frame.fact && "operator" in inside.frame.fact ? inside.frame.fact.operator : "";
  const behind = callersOf(chain.map(({ operator }) => operator), chain.find(({ id }) => id === current)?.operator);
  let y = room.y;
  let drawn = "";
  shown.forEach(({ id, operator, depth }, number) => {
    if (number > 0) {
      drawn += drawLink(inside, id, operator, indented(room, depth, y, LINK));
      y += LINK;
    }
    drawn += drawOperator(inside, id, operator, indented(room, depth, y, tall), id === current, behind.has(operator.node));
    y += tall;
  });
  const more = chain.length - shown.length;
  return drawn + (more > 0 ? text(room.x + 9, y + 18, t("and {0} more operators of the chain", more), "t3") : "");
}

/** The operators of a chain that call one, directly or through others. */
function callersOf(chain: readonly PlanOperator[], one: PlanOperator | undefined): ReadonlySet<number> {
  const found = new Set<number>();
  const waiting = [...(one?.inputs ?? chain.map(({ node }) => node))];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (found.has(node)) continue;
    found.add(node);
    waiting.push(...(chain.find((other) => other.node === node)?.inputs ?? []));
  }
  return found;
}

function indented(room: Room, depth: number, y: number, height: number): Room {
  const by = Math.min(depth, 5) * STEP_IN;
  return { x: room.x + by, y, width: room.width - by, height };
}

/** The output of one operator that calls the next: by reference, or with a copy. */
function drawLink(inside: Inside, id: string, operator: PlanOperator, room: Room): string {
  const { frame } = inside;
  const name = outputTo(frame, id) || "ChainingOutput";
  const lit = inside.runs.has(name) && frame.fact !== null && "operator" in frame.fact && frame.fact.operator === id;
  const copies = frame.run ? Number(operatorMetrics(frame.run, id, frame.position).get("numRecordsIn") ?? 0) : 0;
  const counted = name === "CopyingChainingOutput" ? (copies === 1 ? t("1 copy") : t("{0} copies", copies)) : t("{0} by reference", copies);
  const x = room.x + 14;
  const from = frame.lookup.vertexOf(frame.task)?.operators.find(({ node }) => node === operator.inputs[0]);
  const whole = counted + (operator.inputs.length > 1 && from ? ` · ${t("from {0}", from.name)}` : "");
  const told = fit(whole, room.width * 0.45, "t3");
  return (
    `<g class="link ${lit ? "lit" : ""}" data-part-of="${esc(name)}"><title>${esc(whole)}</title>${line(x, room.y, x, room.y + room.height, "joint")}` +
    className(x + 10, room.y + 15, name, room.width - 42 - textWidth(told, "t3")) +
    text(room.x + room.width - 9, room.y + 15, told, "t3", "end") +
    `</g>`
  );
}

function drawOperator(inside: Inside, id: string, operator: PlanOperator, room: Room, current: boolean, calls: boolean): string {
  const { frame } = inside;
  const view = frame.scene.view.operators.get(id);
  if (!view) return "";
  const { x, y, width, height } = room;
  const lit = inside.runs.has(operator.operator_class) && (current || calls);
  const counts = frame.run ? operatorMetrics(frame.run, id, frame.position) : null;
  const io = counts ? `numRecordsIn ${counts.get("numRecordsIn") ?? 0}` : "";
  const oldest = oldestKept(frame, id);
  const timers = [...view.timers.values()];
  const [event, processing] = [timers.filter(({ domain }) => domain === "event").length, timers.filter(({ domain }) => domain === "processing").length];
  const kept = [
    view.panes.size > 0 ? (view.panes.size === 1 ? t("1 pane") : t("{0} panes", view.panes.size)) : "",
    view.states.size + view.lists.size > 0 ? (view.states.size + view.lists.size === 1 ? t("1 value") : t("{0} values", view.states.size + view.lists.size)) : "",
    view.map_entries.size > 0 ? t("map entries: {0}", view.map_entries.size) : "",
  ].filter((one) => one !== "");
  const lines = [
    `${operator.name}`,
    [
      view.watermark > MIN_TIMESTAMP ? t("watermark {0}", frame.labels.time(view.watermark)) : "",
      oldest === null ? "" : t("oldest in its panes {0}", frame.labels.time(oldest)),
    ]
      .filter((one) => one !== "")
      .join(" · "),
    view.key && view.key !== "null" ? t("key {0} · key group {1}", frame.labels.value(view.key), String(view.key_group)) : "",
    event + processing > 0 ? `InternalTimerServiceImpl: ${t("{0} event, {1} processing", event, processing)}` : "",
    kept.length > 0 ? `HeapKeyedStateBackend: ${kept.join(", ")}` : "",
    touchedBy(frame, id),
  ].filter((one) => one !== "");
  const does = `${io}${io ? " · " : ""}${t(view.state as Text)}`;
  const told = fit(does, width * 0.5, "t3");
  const room_for = Math.max(0, Math.floor((height - 22) / LINE));
  return (
    `<g class="part ${lit ? "lit" : ""} ${current ? "current" : ""} ${view.state === "closed" ? "over" : ""}" data-operator="${esc(id)}" data-oldest="${oldest ?? ""}">` +
    `<title>${esc([does, ...lines].join("\n"))}</title>` +
    rect(x + 0.8, y + 0.8, width - 1.6, height - 1.6, "partBox", 8) +
    className(x + 9, y + 16, operator.operator_class, width - 28 - textWidth(told, "t3")) +
    text(x + width - 9, y + 16, told, "t3", "end") +
    lines
      .slice(0, room_for)
      .map((one, number) => text(x + 9, y + 31 + number * LINE, fit(one, width - 18, "t3"), "t3"))
      .join("") +
    `</g>`
  );
}
