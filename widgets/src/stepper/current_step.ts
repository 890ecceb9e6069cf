/** The description of the current step, and the controls next to it. */

import type { Frame } from "./frame";
import { explainFailure } from "../queries/failure_reason";
import { describeCount } from "../trace/key_steps";
import { icon } from "../ui/widget_page";
import type { PageParts } from "../ui/named_parts";
import type { Player } from "./player";
import { createDescription, describeEvent } from "../trace/event_descriptions";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";
import { loadDetailViews } from "../ui/detail_loader";

export function drawDescription(parts: PageParts, frame: Frame, player: Player): void {
  const { labels, snapshot } = frame;
  parts.update("clock", frame.position === 0 ? "–" : esc(labels.shortTime(snapshot.state.time_ms)));
  const keyStep = player.stepMode === "key events" ? player.stops.keySteps.findEndingAt(frame.position) : null;
  const countText = keyStep ? describeCount(keyStep) : "";
  parts.update("badge", esc(frame.step < 0 ? t("start") : `${t("step {0}", groupDigits(frame.step))}${countText && ` · ${countText}`}`));
  parts.root.dataset["tells"] = keyStep?.kind ?? "";
  const words = frame.event
    ? createDescription(frame.event, labels).map(({ text, tone }) =>
        tone ? `<b class="${tone}">${esc(text)}</b>` : esc(text),
      )
    : [t("The run has not started yet. Press Next or the → key to go to the first step.")];
  parts.update("sentence", words.join(""));
  drawFailure(parts, frame);
  if (parts.root.querySelector<HTMLDetailsElement>(".words")!.open) void loadDetailViews().then(({ describeFrame }) => parts.update("words", esc(describeFrame(frame))));
}

/** Show the details of a task failure, like the command line. */
function drawFailure(parts: PageParts, { event, index, labels, trace }: Frame): void {
  const hasFailed = event?.type === "TaskFailed";
  const all: [name: string, text: string, style?: string][] = hasFailed
    ? [[t("operator"), event.operator && labels.name(event.operator)], [t("record"), event.record], [t("your code"), event.code], [t("effect"), explainFailure(trace, labels, index).sentence, "prose"]]
    : [];
  const shown = all.filter(([, text]) => text !== "");
  parts.get("failure").hidden = shown.length === 0;
  parts.get("failure").parentElement!.classList.toggle("failed", hasFailed);
  parts.update("failure", shown.map(([name, text, style = ""]) => `<div><dt>${name}</dt><dd class="${style}">${esc(text)}</dd></div>`).join(""));
}

export function drawControls(parts: PageParts, frame: Frame, player: Player): void {
  const { trace } = frame;
  parts.update("play", player.isPlaying ? `${icon("pause")}${t("Pause")}` : `${icon("play")}${t("Play")}`);
  parts.update("speed", `${player.speed}×`);
  const last = trace.stepCount - 1;
  const { keySteps } = player.stops;
  const keyStepText = `${t("key event {0} of {1}", bold(keySteps.indexAt(frame.position) + 1), groupDigits(keySteps.all.length))}`;
  parts.update(
    "count",
    (player.stepMode === "key events" ? keyStepText : "") + `<span class="allSteps">${player.stepMode === "key events" ? " · " : ""}` + t("step {0} of {1}", frame.step < 0 ? "<b>–</b>" : bold(frame.step), groupDigits(last)) +
      `<small>${t("event {0} of {1}", groupDigits(frame.position), groupDigits(trace.eventCount))}</small></span>`,
  );
  parts.get("count").parentElement!.classList.toggle("grainIsKeys", player.stepMode === "key events"); // one counter is enough
  (parts.get("grain") as HTMLSelectElement).value = player.stepMode;
  for (const act of ["first", "back", "next", "last"]) {
    const limit = act === "first" || act === "back" ? 0 : trace.eventCount;
    const one = parts.root.querySelector<HTMLElement>(`[data-act="${act}"]`)!;
    one.setAttribute("aria-disabled", String(player.position === limit && !(act === "next" && player.requestMore)));
  }
  const range = parts.get("range") as HTMLInputElement;
  range.value = String(frame.position);
  const valueText = frame.event ? describeEvent(frame.event, frame.labels) : t("the beginning");
  range.setAttribute("aria-valuetext", `${t("step {0}", frame.step)}: ${valueText}`);
  parts.root.dataset["position"] = String(frame.position);
  parts.root.dataset["step"] = String(frame.step);
}

const bold = (number: number): string => `<b>${groupDigits(number)}</b>`;

/** Format 12345 as 12 345, with a narrow space. */
export function groupDigits(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}
