/** Content of the menus: bookmarks with notes, saving, keys, and crashes. */

import type { Bookmarks } from "../stepper/bookmarks";
import { getFilmFormats } from "../export/film_formats";
import { areTipsDismissed, renderTips } from "../stepper/first_minute";
import { t } from "../i18n/strings";
import type { MessageText } from "../i18n/strings";
import type { Crash } from "../stepper/stepper_widget";
import { esc } from "./svg";
import type { Trace } from "../trace/trace";
import type { Labels } from "./value_format";

export const KEY_HELP: readonly (readonly [keys: string, words: MessageText])[] = [
  ["→ ←", "forward, back"],
  ["Space", "play, pause"],
  ["Home End", "to the beginning, to the end"],
  ["1 … 6", "what one step is"],
  ["f", "follow what the mouse points at, or the subject of this step; again: stop"],
  ["e", "simple view or event-time chart"],
  ["i", "show the running task from inside; or double-click any task"],
  ["n", "look up a Flink class, a name from an old version, or a claim about Flink; or click a class"],
  ["p", "predict what happens next"],
  ["c", "crash a task here and continue the run (needs Python)"],
  ["b", "add or remove a bookmark"],
  ["h", "larger text, for a projector"],
  ["+ − 0", "chart and whole run: zoom in, zoom out, all"],
  ["z k", "zoom to this step; chart: choose keys"],
  ["Escape", "stop following, unpin"],
  ["?", "this list"],
];

/** What each colour means, in every view. The names are those of the variables in base.css. */
const COLOURS: readonly (readonly [colour: string, words: MessageText])[] = [
  ["data", "a record; a button"],
  ["wm", "a watermark"],
  ["pane", "a window, and its result"],
  ["tm", "a timer"],
  ["fire", "a problem: late, failed, or waiting for buffers"],
  ["now", "this step"],
];

const renderColours = (): string =>
  `<h4>${t("Colours")}</h4><ul class="colours">${COLOURS.map(([colour, words]) => `<li><i style="background: var(--${colour})"></i>${t(words)}</li>`).join("")}</ul>`;

export const renderHelp = (view: string, isHall: boolean): string =>
  `${renderTips(view, isHall)}<div class="tipButtons"><button type="button" data-act="tip">${t("Next")}</button><button type="button" class="primary" data-act="help">${t("Got it")}</button></div>` +
  (areTipsDismissed() ? `${renderColours()}<details open><summary>${t("Keyboard shortcuts")}</summary><dl class="keysList">${KEY_HELP.map(([keys, words]) => `<dt>${keys}</dt><dd>${t(words)}</dd>`).join("")}</dl><p>${t("Click a dot, ring or window to go there. Drag on the chart to zoom. On a phone, swipe left or right over the description to step.")}</p></details>` : "");

const FILM_STEPS = 60;

/** Render the save menu. By default a film starts at the current step. */
export function renderSaveMenu(step: number, last: number): string {
  const box = (which: string, words: string, value: number): string =>
    `<label>${words} <input type="number" data-film="${which}" min="0" max="${last}" value="${value}"></label>`;
  const first = Math.max(0, Math.min(step, last - 1));
  return (
    `<h3 aria-level="2">${t("Save")}</h3><div><button type="button" data-save="png">${t("picture (PNG)")}</button><button type="button" data-save="svg">${t("picture (SVG)")}</button>` +
    `<button type="button" data-save="txt">${t("description up to this step (text)")}</button></div>` +
    `<div class="filmRow">${box("first", t("film from step"), first)}${box("last", t("to"), Math.min(last, first + FILM_STEPS))}` +
    `${getFilmFormats().map((as) => `<button type="button" data-save="${as}">${as.toUpperCase()}</button>`).join("")}</div>` +
    `<p>${t("For slides: add")} <code>?embed</code> ${t("to the address before the #.")}</p>`
  );
}

export function renderBookmarks(bookmarks: Bookmarks, trace: Trace): string {
  const rows = bookmarks.all.map(({ position, note }) => {
    const step = position === 0 ? t("start") : t("step {0}", trace.getStep(position - 1));
    return (
      `<div><button type="button" class="small" data-mark="${position}">${step}</button>` +
      `<input data-note="${position}" value="${esc(note)}" placeholder="${t("note")}" aria-label="${t("Note for {0}", step)}">` +
      `<button type="button" class="small" data-unmark="${position}" aria-label="${t("Remove")}">✕</button></div>`
    );
  });
  const none = rows.length === 0 ? `<p>${t("None yet.")}</p>` : "";
  return `<h3 aria-level="2">${t("Bookmarks")} <small>${t("stored in this browser")}</small></h3>${rows.join("")}${none}<div><button type="button" data-act="bookmark">${t("bookmark this step (b)")}</button></div>`;
}

/** Render the crash menu: what can crash at `step`, and the crashes of the current run. */
export function renderCrashMenu(step: number, parts: readonly string[], crashes: readonly Crash[], labels: Labels): string {
  const crashRows = crashes.map(
    ([part, at], number) => `<div><span>${esc(t("{0} at step {1}", labels.name(part), at))}</span><button type="button" class="small" data-uncrash="${number}">${t("remove")}</button></div>`,
  );
  const buttons = parts.map((part) => `<button type="button" class="small" data-crash="${esc(part)}">${esc(labels.name(part))}</button>`);
  return (
    `<h3 aria-level="2">${t("Crash")} <small>${t("as step {0}, the next one", step)}</small></h3>${crashRows.join("")}` +
    `<p>${t("Select the task to crash, in the picture or here:")}</p><div class="crashParts">${buttons.join("")}</div><p role="status" data-crash-note></p>`
  );
}
