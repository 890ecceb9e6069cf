/** What stands beside the plane: the result table that fills, and the list of facts. */

import { AnswerPanel } from "../queries/answer_panel";
import type { Answer, Link } from "../queries/answer_panel";
import type { Change } from "../trace/run_comparison";
import type { Inquiry } from "../queries/query_box";
import { Checkpoints } from "../cluster/checkpoints";
import { FactList } from "./event_list";
import type { Followed } from "./focus";
import { fill } from "../ui/dom_patch";
import type { Moments } from "../trace/key_steps";
import { MODES, MODE_TITLES, Results } from "../trace/results";
import type { Mode } from "../trace/results";
import { Rows } from "../ui/virtual_list";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";
import type { Trace } from "../trace/trace";
import { show } from "../ui/value_format";
import type { Labels } from "../ui/value_format";

export const TABS = ["results", "facts", "why", "watch", "checkpoints", "changes"] as const;
export type Tab = (typeof TABS)[number];
const ROW = 30;
const CHANGE_ROW = 46;

/** Times of day without seconds where there are none. */
const shortTimes = (text: string): string => text.replace(/(\d\d:\d\d):00(?![\d.])/g, "$1");

export class Side {
  private readonly results: Results;
  private readonly rows: Rows;
  private readonly facts: FactList;
  private readonly why: AnswerPanel;
  private readonly checkpoints: Checkpoints;
  private changes: readonly Change[] = [];
  private mode: Mode = "update";
  private tab: Tab = "results";
  private first: Tab = "results";
  /** No part was chosen yet. */
  private untouched = true;
  private position = 0;
  private from = 0;

  constructor(private readonly el: HTMLElement, trace: Trace, private readonly labels: Labels, moments: Moments,
    private readonly go: (position: number) => void, walk: (link: Link) => void, private readonly inquiry: Inquiry) {
    fill(el, `<div class="sideTabs" role="tablist" aria-label="${t("Beside the plane")}">` +
      TABS.map((tab) => `<button type="button" role="tab" data-tab="${tab}">${t(tab)}</button>`).join("") +
      `</div><div class="sidePart" data-of="results"><div class="sideTools" role="radiogroup" aria-label="${t("Which results")}">` +
      MODES.map((mode) => `<button type="button" role="radio" class="small" data-mode="${mode}" title="${t(MODE_TITLES[mode])}">${t(mode)}</button>`).join("") +
      `<small data-count></small></div><div class="resultRows" role="group" tabindex="0" aria-label="${t("Results")}"></div></div>` +
      `<div class="sidePart" data-of="facts"></div><div class="sidePart answer" data-of="why" role="group" tabindex="0" aria-label="${t("Why")}">` +
      `<div class="asking"></div><div class="told"></div></div>` +
      `<div class="sidePart watching asking" data-of="watch" role="group" tabindex="0" aria-label="${t("Watch")}"></div>` +
      `<div class="sidePart checkpoints" data-of="checkpoints" role="group" tabindex="0" aria-label="${t("Checkpoints")}"></div>` +
      `<div class="sidePart" data-of="changes"><small data-changes></small><div class="changeRows" role="group" tabindex="0" aria-label="${t("What is different")}"></div></div>`); // prettier-ignore
    this.results = new Results(trace);
    this.rows = new Rows(el.querySelector<HTMLElement>(".resultRows")!, ROW);
    this.facts = new FactList(el.querySelector<HTMLElement>('[data-of="facts"]')!, trace, labels, moments, go);
    this.why = new AnswerPanel(el.querySelector<HTMLElement>(".told")!, labels, walk, (change) => inquiry.try(change));
    inquiry.ready(el.querySelector<HTMLElement>(".asking")!, el.querySelector<HTMLElement>('[data-of="watch"]')!);
    el.classList.toggle("canAsk", inquiry.hasPython);
    this.checkpoints = new Checkpoints(el.querySelector<HTMLElement>('[data-of="checkpoints"]')!, trace, labels, go);
    el.classList.toggle("hasCheckpoints", this.checkpoints.all.length > 0);
    if (this.results.all.length === 0) this.tab = this.first = "facts";
    el.addEventListener("click", (event) => this.onClick(event));
    this.arrange();
  } // prettier-ignore

  show(position: number, from: number): void {
    this.position = position;
    this.from = from;
    if (this.tab === "facts") this.facts.show(position);
    else if (this.tab === "checkpoints") this.checkpoints.show(position);
    else if (this.tab === "results") this.drawResults();
  }

  follow(followed: Followed | null): void {
    this.facts.follow(followed);
  }

  /** What is different from another run. */
  compare(changes: readonly Change[]): void {
    this.changes = changes;
    this.el.querySelector("[data-changes]")!.textContent = t("{0} differences: here, and in the other run", changes.length);
    const rows = new Rows(this.el.querySelector<HTMLElement>(".changeRows")!, CHANGE_ROW);
    rows.set(changes.length, (number) => {
      const { what, here, there } = changes[number]!;
      return (
        `<button type="button" class="changeRow" data-id="${number}" data-change="${number}" title="${esc(`${what}: here ${here}, there ${there}`)}">` +
        `<b>${esc(what)}</b><span>${esc(here)}</span><s>${esc(there)}</s></button>`
      );
    });
    this.el.classList.add("compares");
    this.arrange();
  }

  setAnswer(answer: Answer | null, step: number, tries: number): void {
    if (this.untouched && (answer !== null) !== (this.tab === "why")) {
      // where the page opens with a question its answer stands beside it, until one goes on
      this.untouched = answer !== null;
      this.tab = answer === null ? this.first : "why";
      this.arrange();
      this.show(this.position, this.from);
    }
    this.el.classList.toggle("hasAnswer", answer !== null);
    this.why.draw(answer, step, tries);
  }

  open(tab: Tab): void {
    this.untouched = false;
    this.tab = tab;
    this.arrange();
    if (tab === "why") this.inquiry.offerFor();
    this.show(this.position, this.from);
  }

  private onClick(event: Event): void {
    const change = (event.target as Element).closest<HTMLElement>("[data-change]")?.dataset["change"];
    if (change !== undefined) {
      const { index } = this.changes[Number(change)]!;
      if (index >= 0) this.go(index + 1);
      return;
    }
    const { tab, mode, id } = (event.target as Element).closest<HTMLElement>("[data-tab],[data-mode],.resultRow")?.dataset ?? {};
    if (tab) this.open(tab as Tab);
    else if (mode) {
      this.mode = mode as Mode;
      this.arrange();
      this.drawResults();
    } else if (id) {
      const { index } = this.results.all[Number(id)]!;
      this.go(index + 1);
      this.inquiry.point(`row:${index}`);
    }
  }

  private arrange(): void {
    for (const one of this.el.querySelectorAll<HTMLElement>("[data-of]")) one.hidden = one.dataset["of"] !== this.tab;
    for (const one of this.el.querySelectorAll<HTMLElement>("[data-tab]")) {
      one.setAttribute("aria-selected", String(one.dataset["tab"] === this.tab));
      if (one.dataset["tab"] === "changes") one.hidden = !this.el.classList.contains("compares");
      if (one.dataset["tab"] === "watch") one.hidden = !this.el.classList.contains("canAsk");
      if (one.dataset["tab"] === "checkpoints") one.hidden = !this.el.classList.contains("hasCheckpoints");
    }
    for (const one of this.el.querySelectorAll<HTMLElement>("[data-mode]")) {
      one.setAttribute("aria-checked", String(one.dataset["mode"] === this.mode));
    }
  }

  private drawResults(): void {
    const { all } = this.results;
    const shown = this.results.rows(this.mode, this.position);
    this.el.querySelector("[data-count]")!.textContent = shown.length === 1 ? t("{0} row", 1) : t("{0} rows", shown.length);
    this.el.querySelector<HTMLElement>(".resultRows")!.dataset["none"] = shown.length === 0 ? t("nothing yet") : "";
    this.rows.set(shown.length, (row) => {
      const number = shown[row]!;
      const { key, window, value, index, before, kind } = all[number]!;
      const was = before >= 0 && this.mode !== "append" ? `<s>${this.value(all[before]!.value)}</s> ` : "";
      const again = kind === "" || kind === "on time" ? "" : ` <i>${kind}</i>`;
      const where = window === "" ? "" : esc(shortTimes(this.labels.window(window)));
      const title = `${show(key)} ${window === "" ? "" : this.labels.window(window)}: ${this.labels.value(value)}`;
      return (
        `<button type="button" class="resultRow${index >= this.from ? " fresh" : ""}" data-id="${number}" title="${esc(title)}">` +
        `<b>${esc(this.labels.value(key || '""'))}</b><span>${where}${again}</span><em>${was}${this.value(value)}</em></button>`
      );
    });
    if (this.mode !== "complete") return;
    const fresh = shown.findIndex((number) => all[number]!.index >= this.from);
    if (fresh >= 0) this.rows.reveal(fresh);
  }

  private value(value: string): string {
    return esc(this.labels.value(value));
  }
}
