/** The operator chain of a task: what each operator keeps, and the outputs between operators. */

import { getChain, findOldestInPanes, findOutputClass, describeLastTouch } from "./inside_events";
import { drawClassName } from "./inside";
import type { InsideContext, Area } from "./inside";
import { computeOperatorMetrics } from "../metrics/metrics";
import { t } from "../i18n/strings";
import type { MessageText } from "../i18n/strings";
import { esc, fitText, line, rect, text, measureText } from "../ui/svg";
import type { PlanOperator } from "../trace/trace.gen";
import { MIN_TIMESTAMP } from "../ui/value_format";

const LINK_HEIGHT = 22;
const INDENT = 12;
/** Line height. A lower box has no room for another line. */
const LINE_HEIGHT = 15;
const MIN_BOX_HEIGHT = 34;

export function drawChain(inside: InsideContext, room: Area): string {
  const chain = getChain(inside.frame);
  const maxBoxes = Math.max(1, Math.floor((room.height + LINK_HEIGHT) / (MIN_BOX_HEIGHT + LINK_HEIGHT)));
  const shown = chain.slice(0, chain.length > maxBoxes ? maxBoxes - 1 : maxBoxes);
  const boxHeight = Math.min(118, (room.height - LINK_HEIGHT * (shown.length - 1)) / shown.length);
  const currentOperator = inside.frame.event && "operator" in inside.frame.event ? inside.frame.event.operator : "";
  const callers = findCallers(chain.map(({ operator }) => operator), chain.find(({ id }) => id === currentOperator)?.operator);
  let y = room.y;
  let drawn = "";
  shown.forEach(({ id, operator, depth }, number) => {
    if (number > 0) {
      drawn += drawLink(inside, id, operator, indentArea(room, depth, y, LINK_HEIGHT));
      y += LINK_HEIGHT;
    }
    drawn += drawOperator(inside, id, operator, indentArea(room, depth, y, boxHeight), id === currentOperator, callers.has(operator.node));
    y += boxHeight;
  });
  const more = chain.length - shown.length;
  return drawn + (more > 0 ? text(room.x + 9, y + 18, t("and {0} more operators of the chain", more), "t3") : "");
}

/** Find the operators of a chain that call an operator directly or indirectly. */
function findCallers(chain: readonly PlanOperator[], one: PlanOperator | undefined): ReadonlySet<number> {
  const found = new Set<number>();
  const waiting = [...(one?.inputs ?? chain.map(({ node }) => node))];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (found.has(node)) continue;
    found.add(node);
    waiting.push(...(chain.find((other) => other.node === node)?.inputs ?? []));
  }
  return found;
}

function indentArea(room: Area, depth: number, y: number, height: number): Area {
  const by = Math.min(depth, 5) * INDENT;
  return { x: room.x + by, y, width: room.width - by, height };
}

/** Draw the output between two operators: by reference or with a copy. */
function drawLink(inside: InsideContext, id: string, operator: PlanOperator, room: Area): string {
  const { frame } = inside;
  const name = findOutputClass(frame, id) || "ChainingOutput";
  const isHighlighted = inside.activeClasses.has(name) && frame.event !== null && "operator" in frame.event && frame.event.operator === id;
  const copies = frame.series ? Number(computeOperatorMetrics(frame.series, id, frame.position).get("numRecordsIn") ?? 0) : 0;
  const counted = name === "CopyingChainingOutput" ? (copies === 1 ? t("1 copy") : t("{0} copies", copies)) : t("{0} by reference", copies);
  const x = room.x + 14;
  const from = frame.lookup.getVertex(frame.task)?.operators.find(({ node }) => node === operator.inputs[0]);
  const fullText = counted + (operator.inputs.length > 1 && from ? ` · ${t("from {0}", from.name)}` : "");
  const label = fitText(fullText, room.width * 0.45, "t3");
  return (
    `<g class="link ${isHighlighted ? "lit" : ""}" data-part-of="${esc(name)}"><title>${esc(fullText)}</title>${line(x, room.y, x, room.y + room.height, "joint")}` +
    drawClassName(x + 10, room.y + 15, name, room.width - 42 - measureText(label, "t3")) +
    text(room.x + room.width - 9, room.y + 15, label, "t3", "end") +
    `</g>`
  );
}

function drawOperator(inside: InsideContext, id: string, operator: PlanOperator, room: Area, isCurrent: boolean, isCaller: boolean): string {
  const { frame } = inside;
  const view = frame.snapshot.state.operators.get(id);
  if (!view) return "";
  const { x, y, width, height } = room;
  const isHighlighted = inside.activeClasses.has(operator.operator_class) && (isCurrent || isCaller);
  const counts = frame.series ? computeOperatorMetrics(frame.series, id, frame.position) : null;
  const recordsText = counts ? `numRecordsIn ${counts.get("numRecordsIn") ?? 0}` : "";
  const oldest = findOldestInPanes(frame, id);
  const timers = [...view.timers.values()];
  const [event, processing] = [timers.filter(({ domain }) => domain === "event").length, timers.filter(({ domain }) => domain === "processing").length];
  const keptTexts = [
    view.panes.size > 0 ? (view.panes.size === 1 ? t("1 window") : t("{0} windows", view.panes.size)) : "",
    view.states.size + view.lists.size > 0 ? (view.states.size + view.lists.size === 1 ? t("1 value") : t("{0} values", view.states.size + view.lists.size)) : "",
    view.map_entries.size > 0 ? t("map entries: {0}", view.map_entries.size) : "",
  ].filter((one) => one !== "");
  const lines = [
    `${operator.name}`,
    [
      view.watermark > MIN_TIMESTAMP ? t("watermark {0}", frame.labels.shortTime(view.watermark)) : "",
      oldest === null ? "" : t("earliest in its windows {0}", frame.labels.shortTime(oldest)),
    ]
      .filter((one) => one !== "")
      .join(" · "),
    view.key && view.key !== "null" ? t("key {0} · key group {1}", frame.labels.value(view.key), String(view.key_group)) : "",
    event + processing > 0 ? `InternalTimerServiceImpl: ${t("{0} event, {1} processing", event, processing)}` : "",
    keptTexts.length > 0 ? `HeapKeyedStateBackend: ${keptTexts.join(", ")}` : "",
    describeLastTouch(frame, id),
  ].filter((one) => one !== "");
  const stateText = `${recordsText}${recordsText ? " · " : ""}${t(view.state as MessageText)}`;
  const label = fitText(stateText, width * 0.5, "t3");
  const lineCount = Math.max(0, Math.floor((height - 22) / LINE_HEIGHT));
  return (
    `<g class="part ${isHighlighted ? "lit" : ""} ${isCurrent ? "current" : ""} ${view.state === "closed" ? "over" : ""}" data-operator="${esc(id)}" data-oldest="${oldest ?? ""}">` +
    `<title>${esc([stateText, ...lines].join("\n"))}</title>` +
    rect(x + 0.8, y + 0.8, width - 1.6, height - 1.6, "partBox", 8) +
    drawClassName(x + 9, y + 16, operator.operator_class, width - 28 - measureText(label, "t3")) +
    text(x + width - 9, y + 16, label, "t3", "end") +
    lines
      .slice(0, lineCount)
      .map((one, number) => text(x + 9, y + 31 + number * LINE_HEIGHT, fitText(one, width - 18, "t3"), "t3"))
      .join("") +
    `</g>`
  );
}
