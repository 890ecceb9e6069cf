/** The processes around a job: who calls whom, time going down; and the state of every execution. */

import { clusterRun, lastCall } from "../trace/rpc_calls";
import type { Call } from "../trace/rpc_calls";
import { className } from "../task/inside";
import type { Frame } from "../stepper/frame";
import { t } from "../i18n/strings";
import { clamp, esc, fit, line, picture, rect, text, textWidth } from "../ui/svg";

const ROW = 21;
const HEAD = 30;
const LEAST_WORDS = 150;
const LEAST_LANE = 108;

/** The classes behind the lifelines. */
const CLASSES: Readonly<Record<string, string>> = {
  Client: "JobClient", Dispatcher: "Dispatcher", ResourceManager: "ResourceManager", JobMaster: "JobMaster",
}; // prettier-ignore

/** The calls around the position: those that were made are dark, the last of them is marked. */
export function drawCalls(frame: Frame, wide: number, tall: number): string {
  const { actors, calls } = clusterRun(frame.trace, frame.lookup, frame.labels);
  const left = textWidth(t("step {0}", frame.trace.stepCount), "strong") + 20;
  const width = Math.max(wide, left + actors.length * LEAST_LANE);
  const lane = (width - left) / actors.length;
  const middle = (actor: string): number => left + (actors.indexOf(actor) + 0.5) * lane;
  const rows = Math.max(4, Math.floor((tall - HEAD - 10) / ROW));
  const last = lastCall(calls, frame.position);
  const first = clamp(last - Math.floor(rows * 0.62), 0, Math.max(0, calls.length - rows));
  const shown = calls.slice(first, first + rows);
  const height = HEAD + shown.length * ROW + 10;
  const heads = actors
    .map((actor) => {
      const x = middle(actor);
      const room = lane - 10;
      const lit = last >= 0 && [calls[last]!.caller, ...calls[last]!.called].includes(actor);
      return (
        `<g class="actor${lit ? " lit" : ""}" data-actor="${esc(actor)}">${rect(x - room / 2, 2, room, HEAD - 9, "actorBox", 7)}` +
        className(x, 17, CLASSES[actor] ?? "TaskExecutor", room - 8, "middle", actor) +
        `</g>${line(x, HEAD - 6, x, height, "lifeline")}`
      );
    })
    .join("");
  let step = first > 0 ? frame.trace.stepOf(calls[first - 1]!.index) : -1;
  const drawn = shown.map((call, row) => {
    const number = first + row;
    const own = frame.trace.stepOf(call.index);
    const told = own === step ? "" : t("step {0}", own);
    step = own;
    const state = number === last ? "now" : number < last ? "past" : "ahead";
    return drawCall(call, HEAD + (row + 0.5) * ROW, told, state, middle, left, width);
  });
  const words = last < 0 ? t("nothing was called yet") : t("{0} called {1} of {2}", calls[last]!.caller, calls[last]!.call, calls[last]!.called.join(", "));
  return picture(width, height, t("Calls between {0}: {1}", actors.join(", "), words), heads + drawn.join(""), "group");
}

function drawCall(call: Call, y: number, told: string, state: string, middle: (actor: string) => number, left: number, width: number): string {
  const from = middle(call.caller);
  const ends = call.called.map(middle);
  const arrows = ends.map((to) => arrow(from, to, y)).join("");
  const [low, high] = [Math.min(from, ...ends), Math.max(from, ...ends)];
  const words = `${call.call} ${call.about}`.trim();
  const title = `${call.caller} → ${call.called.join(", ")}: ${words}`;
  const font = state === "now" ? "strong" : "t3";
  const whole = textWidth(words, font) + 8;
  const beside = whole > high - low - 44; // what is left of the line shows its tip
  const after = high + 12 + whole < width;
  const name = beside && !after ? fit(words, Math.max(high - low - 44, LEAST_WORDS), font) : words;
  const half = textWidth(name, font) / 2 + 4;
  const x = beside && after ? high + 12 + half : clamp((low + high) / 2, left + half, width - half);
  return (
    `<g class="call ${state}" data-id="call${call.index}" data-go="${call.last + 1}" role="button" tabindex="-1">` +
    rect(0, y - ROW / 2, width, ROW, "callRow", 0, title) +
    (told === "" ? "" : text(left - 10, y + 4, told, "t3", "end")) +
    arrows +
    rect(x - half, y - 8, 2 * half, 16, "callWord", 5) +
    text(x, y + 4, name, font, "middle") +
    `</g>`
  );
}

function arrow(from: number, to: number, y: number): string {
  const tip = to > from ? -7 : 7;
  const at = (value: number): string => value.toFixed(1);
  return line(from, y, to, y, "callLine") + `<path class="callTip" d="M${at(to)} ${at(y)}l${tip} -4v8z"/>`;
}
