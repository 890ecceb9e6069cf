/** Sequence diagram of the RPC calls between the processes of the job. Time runs downwards. */

import { getRpcLog, findLastCall } from "../trace/rpc_calls";
import type { RpcCall } from "../trace/rpc_calls";
import { drawClassName } from "../task/inside";
import type { Frame } from "../stepper/frame";
import { t } from "../i18n/strings";
import { clamp, esc, fitText, line, renderSvg, rect, text, measureText } from "../ui/svg";

const ROW_HEIGHT = 21;
const HEADER_HEIGHT = 30;
const MIN_LABEL_WIDTH = 150;
const MIN_LANE_WIDTH = 108;

/** Flink class behind each lifeline. */
const ACTOR_CLASSES: Readonly<Record<string, string>> = {
  Client: "JobClient", Dispatcher: "Dispatcher", ResourceManager: "ResourceManager", JobMaster: "JobMaster",
};

/** Draw the calls around the position. Past calls are dark and the latest one is highlighted. */
export function drawCalls(frame: Frame, availableWidth: number, availableHeight: number): string {
  const { actors, calls } = getRpcLog(frame.trace, frame.lookup, frame.labels);
  const left = measureText(t("step {0}", frame.trace.stepCount), "strong") + 20;
  const width = Math.max(availableWidth, left + actors.length * MIN_LANE_WIDTH);
  const lane = (width - left) / actors.length;
  const getLifelineX = (actor: string): number => left + (actors.indexOf(actor) + 0.5) * lane;
  const rows = Math.max(4, Math.floor((availableHeight - HEADER_HEIGHT - 10) / ROW_HEIGHT));
  const last = findLastCall(calls, frame.position);
  const first = clamp(last - Math.floor(rows * 0.62), 0, Math.max(0, calls.length - rows));
  const shown = calls.slice(first, first + rows);
  const height = HEADER_HEIGHT + shown.length * ROW_HEIGHT + 10;
  const heads = actors
    .map((actor) => {
      const x = getLifelineX(actor);
      const room = lane - 10;
      const isHighlighted = last >= 0 && [calls[last]!.caller, ...calls[last]!.callees].includes(actor);
      return (
        `<g class="actor${isHighlighted ? " lit" : ""}" data-actor="${esc(actor)}">${rect(x - room / 2, 2, room, HEADER_HEIGHT - 9, "actorBox", 7)}` +
        drawClassName(x, 17, ACTOR_CLASSES[actor] ?? "TaskExecutor", room - 8, "middle", actor) +
        `</g>${line(x, HEADER_HEIGHT - 6, x, height, "lifeline")}`
      );
    })
    .join("");
  let step = first > 0 ? frame.trace.getStep(calls[first - 1]!.index) : -1;
  const drawn = shown.map((call, row) => {
    const number = first + row;
    const callStep = frame.trace.getStep(call.index);
    const stepLabel = callStep === step ? "" : t("step {0}", callStep);
    step = callStep;
    const state = number === last ? "now" : number < last ? "past" : "ahead";
    return drawCall(call, HEADER_HEIGHT + (row + 0.5) * ROW_HEIGHT, stepLabel, state, getLifelineX, left, width);
  });
  const words = last < 0 ? t("no calls yet") : t("{0} called {1} of {2}", calls[last]!.caller, calls[last]!.method, calls[last]!.callees.join(", "));
  return renderSvg(width, height, t("Calls between {0}: {1}", actors.join(", "), words), heads + drawn.join(""), "group");
}

function drawCall(call: RpcCall, y: number, stepLabel: string, state: string, getLifelineX: (actor: string) => number, left: number, width: number): string {
  const from = getLifelineX(call.caller);
  const calleeXs = call.callees.map(getLifelineX);
  const arrows = calleeXs.map((to) => drawArrow(from, to, y)).join("");
  const [low, high] = [Math.min(from, ...calleeXs), Math.max(from, ...calleeXs)];
  const words = `${call.method} ${call.detail}`.trim();
  const title = `${call.caller} → ${call.callees.join(", ")}: ${words}`;
  const font = state === "now" ? "strong" : "t3";
  const fullWidth = measureText(words, font) + 8;
  const isTooWide = fullWidth > high - low - 44; // keep room for the arrow head
  const fitsAfter = high + 12 + fullWidth < width;
  const name = isTooWide && !fitsAfter ? fitText(words, Math.max(high - low - 44, MIN_LABEL_WIDTH), font) : words;
  const half = measureText(name, font) / 2 + 4;
  const x = isTooWide && fitsAfter ? high + 12 + half : clamp((low + high) / 2, left + half, width - half);
  return (
    `<g class="call ${state}" data-id="call${call.index}" data-go="${call.lastIndex + 1}" role="button" tabindex="-1">` +
    rect(0, y - ROW_HEIGHT / 2, width, ROW_HEIGHT, "callRow", 0, title) +
    (stepLabel === "" ? "" : text(left - 10, y + 4, stepLabel, "t3", "end")) +
    arrows +
    rect(x - half, y - 8, 2 * half, 16, "callWord", 5) +
    text(x, y + 4, name, font, "middle") +
    `</g>`
  );
}

function drawArrow(from: number, to: number, y: number): string {
  const tip = to > from ? -7 : 7;
  const at = (value: number): string => value.toFixed(1);
  return line(from, y, to, y, "callLine") + `<path class="callTip" d="M${at(to)} ${at(y)}l${tip} -4v8z"/>`;
}
