/** The sentence of the moment, with the controls beside it. */

import type { Frame } from "./frame";
import { manyWords } from "../trace/key_steps";
import { icon } from "../ui/widget_page";
import type { Parts } from "../ui/named_parts";
import type { Player } from "./player";
import { sentence, sentenceText } from "../trace/event_descriptions";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";
import { inWords } from "./text_description";

export function drawStory(parts: Parts, frame: Frame, player: Player): void {
  const { labels, scene } = frame;
  parts.put("clock", frame.position === 0 ? "–" : esc(labels.time(scene.view.time_ms)));
  const moment = player.grain === "told" ? player.stops.moments.endingAt(frame.position) : null;
  const many = moment ? manyWords(moment) : "";
  parts.put("badge", esc(frame.step < 0 ? t("start") : `${t("step {0}", group(frame.step))}${many && ` · ${many}`}`));
  parts.root.dataset["tells"] = moment?.kind ?? "";
  const words = frame.fact
    ? sentence(frame.fact, labels).map(({ text, tone }) =>
        tone ? `<b class="${tone}">${esc(text)}</b>` : esc(text),
      )
    : [t("Nothing has happened yet. Press Next, or the → key, and the first step happens.")];
  parts.put("sentence", words.join(""));
  drawFailure(parts, frame);
  if (parts.root.querySelector<HTMLDetailsElement>(".words")!.open) parts.put("words", esc(inWords(frame)));
}

/** What is known of an error besides its text, as the command line tells it. */
function drawFailure(parts: Parts, { fact, labels }: Frame): void {
  const failed = fact?.type === "TaskFailed";
  const all: [string, string][] = failed
    ? [[t("operator"), fact.operator && labels.name(fact.operator)], [t("record"), fact.record], [t("your code"), fact.code]]
    : [];
  const told = all.filter(([, text]) => text !== "");
  parts.get("failure").hidden = told.length === 0;
  parts.get("failure").parentElement!.classList.toggle("failed", failed);
  parts.put("failure", told.map(([name, text]) => `<div><dt>${name}</dt><dd>${esc(text)}</dd></div>`).join(""));
}

export function drawControls(parts: Parts, frame: Frame, player: Player): void {
  const { trace } = frame;
  parts.put("play", player.playing ? `${icon("pause")}${t("Pause")}` : `${icon("play")}${t("Play")}`);
  parts.put("speed", `${player.speed}×`);
  const last = trace.stepCount - 1;
  const { moments } = player.stops;
  const of = `${t("moment {0} of {1}", bold(moments.at(frame.position) + 1), group(moments.all.length))} · `;
  parts.put(
    "count",
    (player.grain === "told" ? of : "") + t("step {0} of {1}", frame.step < 0 ? "<b>–</b>" : bold(frame.step), group(last)) +
      `<small>${t("fact {0} of {1}", group(frame.position), group(trace.eventCount))}</small>`,
  );
  (parts.get("grain") as HTMLSelectElement).value = player.grain;
  for (const act of ["first", "back", "next", "last"]) {
    const end = act === "first" || act === "back" ? 0 : trace.eventCount;
    const one = parts.root.querySelector<HTMLElement>(`[data-act="${act}"]`)!;
    one.setAttribute("aria-disabled", String(player.position === end && !(act === "next" && player.goOn)));
  }
  const range = parts.get("range") as HTMLInputElement;
  range.value = String(frame.position);
  const spoken = frame.fact ? sentenceText(frame.fact, frame.labels) : t("the beginning");
  range.setAttribute("aria-valuetext", `${t("step {0}", frame.step)}: ${spoken}`);
  parts.root.dataset["position"] = String(frame.position);
  parts.root.dataset["step"] = String(frame.step);
}

const bold = (number: number): string => `<b>${group(number)}</b>`;

/** 12345 as 12 345, with a narrow space. */
export function group(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}
