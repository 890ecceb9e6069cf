/** Side panel of the event-time chart: results, events, answers, watch expressions, checkpoints and differences. */

import { AnswerPanel } from "../queries/answer_panel";
import type { Answer, CauseLink } from "../queries/answer_panel";
import type { RunDifference } from "../trace/run_comparison";
import type { QueryBox } from "../queries/query_box";
import { CheckpointTable } from "../cluster/checkpoints";
import { ChangelogView } from "./changelog_view";
import { EventList } from "./event_list";
import type { Followed } from "./focus";
import { patchMarkup } from "../ui/dom_patch";
import type { KeySteps } from "../trace/key_steps";
import { readChangelog } from "../trace/changelog";
import { MODES, MODE_TITLES, Results } from "../trace/results";
import type { Mode, Result } from "../trace/results";
import { VirtualList } from "../ui/virtual_list";
import { t } from "../i18n/strings";
import { clamp, esc, measureText } from "../ui/svg";
import type { Trace } from "../trace/trace";
import { formatValue } from "../ui/value_format";
import type { Labels } from "../ui/value_format";

export const TABS = ["results", "events", "why", "watch", "checkpoints", "differences"] as const;
export type Tab = (typeof TABS)[number];
const ROW_HEIGHT = 30;
const CHANGE_ROW_HEIGHT = 46;
/** Number of results that are measured for the widths of the columns. */
const MAX_MEASURED = 400;
/** Largest widths of the columns of keys and windows, in pixels: the values need room, too. */
const MAX_WIDTHS = { key: 110, window: 150 };

const DATE = /\d{4}-\d\d-\d\d /g;

/** Omit the seconds of clock times if all of them are zero. */
const shortenTimes = (text: string): string => (/\d\d:\d\d:(?!00(?![\d.]))/.test(text) ? text : text.replace(/(\d\d:\d\d):00/g, "$1"));

/** A firing of another kind is marked. */
const isUsual = (kind: Result["kind"]): kind is "" | "on time" => kind === "" || kind === "on time";

export class SidePanel {
  private readonly results: Results;
  private readonly rows: VirtualList;
  private readonly eventList: EventList;
  private readonly answerPanel: AnswerPanel;
  private readonly checkpoints: CheckpointTable;
  /** The changelog of a SQL job that retracts rows, in place of the table of results. */
  private readonly changelog: ChangelogView | null;
  private differences: readonly RunDifference[] = [];
  private mode: Mode = "update";
  private tab: Tab = "results";
  private defaultTab: Tab = "results";
  /** Whether no tab was selected by the user yet. */
  private isUntouched = true;
  private position = 0;
  private highlightFrom = 0;
  /** Whether the windows of all results are on one date, which is in their tooltips only. */
  private readonly hidesDate: boolean;

  constructor(private readonly el: HTMLElement, trace: Trace, private readonly labels: Labels, keySteps: KeySteps,
    private readonly seek: (position: number) => void, goToLink: (link: CauseLink) => void, private readonly queryBox: QueryBox) {
    patchMarkup(el, `<div class="sideTabs" role="tablist" aria-label="${t("Side panel")}">` +
      TABS.map((tab) => `<button type="button" role="tab" data-tab="${tab}">${t(tab)}</button>`).join("") +
      `</div><div class="sidePart" data-of="results"><div class="sideTools" role="radiogroup" aria-label="${t("Which results")}">` +
      MODES.map((mode) => `<button type="button" role="radio" class="small" data-more data-mode="${mode}" title="${t(MODE_TITLES[mode])}">${t(mode)}</button>`).join("") +
      `<small data-count></small></div><div class="resultRows" role="group" tabindex="0" aria-label="${t("Results")}"></div>` +
      `<div class="changelog" role="group" tabindex="0" aria-label="${t("Changelog")}"></div></div>` +
      `<div class="sidePart" data-of="events"></div><div class="sidePart answer" data-of="why" role="group" tabindex="0" aria-label="${t("Why")}">` +
      `<div class="asking"></div><div class="told"></div></div>` +
      `<div class="sidePart watching asking" data-of="watch" role="group" tabindex="0" aria-label="${t("Watch")}"></div>` +
      `<div class="sidePart checkpoints" data-of="checkpoints" role="group" tabindex="0" aria-label="${t("Checkpoints")}"></div>` +
      `<div class="sidePart" data-of="differences"><small data-changes></small><div class="changeRows" role="group" tabindex="0" aria-label="${t("What is different")}"></div></div>`);
    this.results = new Results(trace);
    const changes = readChangelog(trace);
    this.changelog = changes.length === 0 ? null : new ChangelogView(el.querySelector<HTMLElement>(".changelog")!, changes);
    el.classList.toggle("hasChangelog", changes.length > 0);
    const dates = this.results.all.flatMap(({ window }) => this.labels.window(window).match(DATE) ?? []);
    this.hidesDate = new Set(dates).size === 1;
    const resultRows = el.querySelector<HTMLElement>(".resultRows")!;
    this.rows = new VirtualList(resultRows, ROW_HEIGHT);
    for (const [name, width] of Object.entries(this.measureColumns())) resultRows.style.setProperty(`--${name}Column`, `${width}px`);
    this.eventList = new EventList(el.querySelector<HTMLElement>('[data-of="events"]')!, trace, labels, keySteps, seek);
    this.answerPanel = new AnswerPanel(el.querySelector<HTMLElement>(".told")!, labels, goToLink, (change) => queryBox.tryChange(change));
    queryBox.attach(el.querySelector<HTMLElement>(".asking")!, el.querySelector<HTMLElement>('[data-of="watch"]')!);
    el.classList.toggle("canAsk", queryBox.hasPython);
    this.checkpoints = new CheckpointTable(el.querySelector<HTMLElement>('[data-of="checkpoints"]')!, trace, labels, seek);
    el.classList.toggle("hasCheckpoints", this.checkpoints.checkpoints.length > 0);
    if (this.results.all.length === 0) this.tab = this.defaultTab = "events";
    el.addEventListener("click", (event) => this.onClick(event));
    this.updateTabs();
  }

  show(position: number, from: number): void {
    this.position = position;
    this.highlightFrom = from;
    if (this.tab === "events") this.eventList.show(position);
    else if (this.tab === "checkpoints") this.checkpoints.show(position);
    else if (this.tab === "results") this.drawResults();
  }

  follow(followed: Followed | null): void {
    this.eventList.follow(followed);
  }

  /** Show the differences from another run. */
  showDifferences(changes: readonly RunDifference[]): void {
    this.differences = changes;
    this.el.querySelector("[data-changes]")!.textContent = t("{0} differences: this run, and the other run", changes.length);
    const rows = new VirtualList(this.el.querySelector<HTMLElement>(".changeRows")!, CHANGE_ROW_HEIGHT);
    rows.setRows(changes.length, (number) => {
      const { what, here, there } = changes[number]!;
      return (
        `<button type="button" class="changeRow" data-id="${number}" data-change="${number}" title="${esc(`${what}: here ${here}, there ${there}`)}">` +
        `<b>${esc(what)}</b><span>${esc(here)}</span><s>${esc(there)}</s></button>`
      );
    });
    this.el.classList.add("compares");
    this.updateTabs();
  }

  setAnswer(answer: Answer | null, step: number, triesCount: number): void {
    if (this.isUntouched && (answer !== null) !== (this.tab === "why")) {
      // if the page opens with a question, show its answer until the user moves on
      this.isUntouched = answer !== null;
      this.tab = answer === null ? this.defaultTab : "why";
      this.updateTabs();
      this.show(this.position, this.highlightFrom);
    }
    this.el.classList.toggle("hasAnswer", answer !== null);
    this.answerPanel.draw(answer, step, triesCount);
  }

  open(tab: Tab): void {
    this.isUntouched = false;
    this.tab = tab;
    this.updateTabs();
    if (tab === "why") this.queryBox.requestQuestions();
    this.show(this.position, this.highlightFrom);
  }

  private onClick(event: Event): void {
    const change = (event.target as Element).closest<HTMLElement>("[data-change]")?.dataset["change"];
    if (change !== undefined) {
      const { index } = this.differences[Number(change)]!;
      if (index >= 0) this.seek(index + 1);
      return;
    }
    const changed = (event.target as Element).closest<HTMLElement>("[data-change-index]")?.dataset["changeIndex"];
    if (changed !== undefined) {
      this.seek(Number(changed) + 1);
      this.queryBox.askAboutTarget(`row:${changed}`);
      return;
    }
    const { tab, mode, id } = (event.target as Element).closest<HTMLElement>("[data-tab],[data-mode],.resultRow")?.dataset ?? {};
    if (tab) this.open(tab as Tab);
    else if (mode) {
      this.mode = mode as Mode;
      this.updateTabs();
      this.drawResults();
    } else if (id) {
      const { index } = this.results.all[Number(id)]!;
      this.seek(index + 1);
      this.queryBox.askAboutTarget(`row:${index}`);
    }
  }

  private updateTabs(): void {
    for (const one of this.el.querySelectorAll<HTMLElement>("[data-of]")) one.hidden = one.dataset["of"] !== this.tab;
    for (const one of this.el.querySelectorAll<HTMLElement>("[data-tab]")) {
      one.setAttribute("aria-selected", String(one.dataset["tab"] === this.tab));
      if (one.dataset["tab"] === "differences") one.hidden = !this.el.classList.contains("compares");
      if (one.dataset["tab"] === "watch") one.hidden = !this.el.classList.contains("canAsk");
      if (one.dataset["tab"] === "checkpoints") one.hidden = !this.el.classList.contains("hasCheckpoints");
    }
    for (const one of this.el.querySelectorAll<HTMLElement>("[data-mode]")) {
      one.setAttribute("aria-checked", String(one.dataset["mode"] === this.mode));
    }
  }

  private drawResults(): void {
    if (this.changelog) return this.changelog.show(this.position, this.highlightFrom);
    const { all } = this.results;
    const shown = this.results.getRows(this.mode, this.position);
    this.el.querySelector("[data-count]")!.textContent = shown.length === 1 ? t("{0} row", 1) : t("{0} rows", shown.length);
    this.el.querySelector<HTMLElement>(".resultRows")!.dataset["none"] = shown.length === 0 ? t("nothing yet") : "";
    this.rows.setRows(shown.length, (row) => {
      const number = shown[row]!;
      const { key, window, value, index, before, kind } = all[number]!;
      const previousText = before >= 0 && this.mode !== "append" ? `<s>${this.formatValue(all[before]!.value)}</s> ` : "";
      const firingText = isUsual(kind) ? "" : ` <i>${t(kind)}</i>`;
      const windowText = esc(this.formatWindow(window));
      const title = `${formatValue(key)} ${window === "" ? "" : this.labels.window(window)}: ${this.labels.value(value)}`;
      return (
        `<button type="button" class="resultRow${index >= this.highlightFrom ? " fresh" : ""}" data-id="${number}" title="${esc(title)}">` +
        `<b>${esc(this.labels.value(key || '""'))}</b><span>${windowText}${firingText}</span><em>${previousText}${this.formatValue(value)}</em></button>`
      );
    });
    if (this.mode !== "complete") return;
    const fresh = shown.findIndex((number) => all[number]!.index >= this.highlightFrom);
    if (fresh >= 0) this.rows.reveal(fresh);
  }

  /** Measure the widest key and window, so that they are whole if there is room. */
  private measureColumns(): Record<"key" | "window", number> {
    const results = this.results.all.slice(0, MAX_MEASURED);
    const measure = (texts: string[], font: "strong" | "t2", max: number): number => clamp(Math.ceil(Math.max(0, ...texts.map((one) => measureText(one, font)))) + 6, 0, max);
    const keys = results.map(({ key }) => this.labels.value(key || '""'));
    const windows = results.map(({ window, kind }) => `${this.formatWindow(window)}${isUsual(kind) ? "" : ` ${t(kind)}`}`).filter((one) => one !== "");
    return { key: measure(keys, "strong", MAX_WIDTHS.key), window: windows.length === 0 ? 0 : measure(windows, "t2", MAX_WIDTHS.window) };
  }

  private formatWindow(window: string): string {
    if (window === "") return "";
    const text = this.labels.shortWindow(window);
    return shortenTimes(this.hidesDate ? text.replace(DATE, "") : text);
  }

  private formatValue(value: string): string {
    return esc(this.labels.value(value));
  }
}
