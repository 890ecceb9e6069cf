/** Event list: the key steps, the events between them, and search. */

import type { Followed } from "./focus";
import { patchMarkup } from "../ui/dom_patch";
import { describeCount } from "../trace/key_steps";
import type { KeySteps } from "../trace/key_steps";
import { VirtualList } from "../ui/virtual_list";
import { describeEvent } from "../trace/event_descriptions";
import { esc } from "../ui/svg";
import type { Trace } from "../trace/trace";
import { getLanguage, getKeyStepMessage, t } from "../i18n/strings";
import type { MessageText } from "../i18n/strings";
import { tables } from "../i18n/data_tables";
import { KINDS, MOMENTS, WORTH } from "../trace/trace.gen";
import type { Kind, MomentKind } from "../trace/trace.gen";
import type { Labels } from "../ui/value_format";

const ROW_HEIGHT = 54;
/** Time per search slice. */
const SEARCH_MS = 10;
/** Larger jobs have no task filter; tasks are found by name. */
const MAX_TASKS = 64;

/** A line of the list: a key step, the summary of an expanded one, or a single event. */
type ListLine =
  | { what: "keyStep"; number: number }
  | { what: "quiet"; number: number }
  | { what: "event"; index: number };

export class EventList {
  private readonly rows: VirtualList;
  private lines: ListLine[] = [];
  private readonly expanded = new Set<number>();
  private readonly kinds = new Set<MomentKind>();
  /** Words of the search. An event matches if its description has all of them. */
  private words: readonly string[] = [];
  private kind = "";
  private task = "";
  private followed: Followed | null = null;
  private timer = 0;
  private position = -1;

  constructor(private readonly el: HTMLElement, private readonly trace: Trace, private readonly labels: Labels,
    private readonly keySteps: KeySteps, private readonly seek: (position: number) => void) {
    const foundKinds = new Set(keySteps.all.map(({ kind }) => kind));
    const chips = (Object.keys(MOMENTS) as MomentKind[]).filter((kind) => foundKinds.has(kind));
    const kinds = KINDS.filter((_, number) => trace.kinds.includes(number));
    const tasks = trace.plan?.subtasks.map(({ id }) => id).slice(0, MAX_TASKS) ?? [];
    patchMarkup(el, `<div class="sideTools"><input type="search" placeholder="${t("search: key, time, task, any words")}" aria-label="${t("Search the events")}">` +
      `<select aria-label="${t("Event type")}"><option value="">${t("key events only")}</option>${kinds.map((kind) => `<option>${kind}</option>`).join("")}</select>` +
      (tasks.length > 1 ? `<select aria-label="${t("Task")}" data-tasks><option value="">${t("any task")}</option>${tasks.map((id) => `<option value="${esc(id)}">${esc(labels.name(id))}</option>`).join("")}</select>` : "") +
      `</div><div class="chips">${chips.map((kind) => `<button type="button" class="chip k-${kind.replace(" ", "-")}" aria-pressed="false" data-chip="${kind}" title="${getKeyStepMessage(kind)[0]}">${t(kind as MessageText)}</button>`).join("")}</div>` +
      `<div class="factRows" role="group" tabindex="0" aria-label="${t("Events")}"></div><small class="found" role="status"></small>`);
    this.rows = new VirtualList(el.querySelector<HTMLElement>(".factRows")!, ROW_HEIGHT);
    el.querySelector("input")!.addEventListener("input", (event) => {
      this.words = (event.target as HTMLInputElement).value.toLowerCase().split(/\s+/).filter(Boolean);
      this.relist();
    });
    el.querySelector("select")!.addEventListener("change", (event) => {
      this.kind = (event.target as HTMLSelectElement).value;
      this.relist();
    });
    el.querySelector("[data-tasks]")?.addEventListener("change", (event) => {
      this.task = (event.target as HTMLSelectElement).value;
      this.relist();
    });
    el.addEventListener("click", (event) => this.onClick(event));
    this.list();
  }

  /** Limit the list to events about a target. */
  follow(followed: Followed | null): void {
    this.followed = followed;
    this.relist();
  }

  private get isFiltered(): boolean {
    return this.kind !== "" || this.words.length > 0 || this.task !== "" || this.followed !== null;
  }

  /** Highlight the line of a position, and scroll to it if the position has changed. */
  show(position: number): void {
    const moved = position !== this.position;
    this.position = position;
    this.draw();
    if (moved && this.words.length === 0) this.rows.reveal(this.findLine(position));
  }

  private onClick(event: Event): void {
    const target = event.target as Element;
    const chip = target.closest<HTMLElement>("[data-chip]");
    const line = this.lines[Number(target.closest<HTMLElement>(".factRow")?.dataset["line"] ?? -1)];
    if (chip) {
      const kind = chip.dataset["chip"] as MomentKind;
      if (!this.kinds.delete(kind)) this.kinds.add(kind);
      chip.setAttribute("aria-pressed", String(this.kinds.has(kind)));
      this.relist();
    } else if (line?.what === "keyStep" && target.closest(".more")) {
      if (!this.expanded.delete(line.number)) this.expanded.add(line.number);
      this.list();
    } else if (line?.what === "keyStep") this.seek(this.keySteps.all[line.number]!.end);
    else if (line?.what === "event") this.seek(line.index + 1);
  }

  /** Rebuild the list: search results from the top, key steps at the current position. */
  private relist(): void {
    this.rows.el.scrollTop = 0;
    this.list();
    if (!this.isFiltered) this.rows.reveal(this.findLine(this.position));
  }

  /** Rebuild the lines: the key steps, or the filtered events. */
  private list(): void {
    window.clearTimeout(this.timer);
    this.lines = [];
    if (this.isFiltered) this.searchFrom(0);
    else {
      this.keySteps.all.forEach((keyStep, number) => {
        if (this.kinds.size > 0 && !this.kinds.has(keyStep.kind)) return;
        if (this.expanded.has(number)) {
          this.lines.push({ what: "quiet", number });
          for (let index = this.keySteps.getStart(number); index < keyStep.end; index++) this.lines.push({ what: "event", index });
        }
        this.lines.push({ what: "keyStep", number });
      });
      this.finishList("");
    }
  }

  /** Search for events from `index` on. Continue in a timer, so that the page stays responsive. */
  private searchFrom(index: number): void {
    const { trace, labels, kind, words } = this;
    const kindNumber = kind === "" ? -1 : KINDS.indexOf(kind as Kind);
    const deadline = performance.now() + SEARCH_MS;
    while (index < trace.eventCount && (index % 64 !== 0 || performance.now() < deadline)) {
      const matches =
        (kindNumber < 0 || trace.kinds[index] === kindNumber) &&
        (this.task === "" || trace.getActor(trace.getStep(index)) === this.task) &&
        (!this.followed || this.followed.includesEvent(index));
      if (matches) {
        const text = words.length > 0 ? describeEvent(trace.event(index), labels).toLowerCase() : "";
        if (words.every((word) => text.includes(word))) this.lines.push({ what: "event", index });
      }
      index++;
    }
    const isSearching = index < trace.eventCount;
    const { length } = this.lines;
    this.finishList(isSearching ? t("{0} events so far …", length) : length > 0 ? t("{0} events", length) : t("No event matches all filters. Search for a key, a time or a task."));
    if (isSearching) this.timer = window.setTimeout(() => this.searchFrom(index), 0);
  }

  private finishList(words: string): void {
    this.el.querySelector(".found")!.textContent = words;
    this.draw();
  }

  private findLine(position: number): number {
    const getEnd = (line: ListLine): number => (line.what === "event" ? line.index + 1 : this.keySteps.all[line.number]!.end);
    const found = this.lines.findIndex((line) => line.what !== "quiet" && getEnd(line) >= position);
    return found < 0 ? this.lines.length - 1 : found;
  }

  private draw(): void {
    const currentLine = this.findLine(this.position);
    this.rows.setRows(this.lines.length, (number) => {
      const line = this.lines[number]!;
      if (line.what === "quiet") return `<div class="factRow quiet"><span>${this.describeCounts(line.number)}</span></div>`;
      const keyStep = line.what === "keyStep" ? this.keySteps.all[line.number]! : null;
      const index = line.what === "event" ? line.index : keyStep!.lead;
      const { trace, labels } = this;
      const step = trace.getStep(index);
      const countText = keyStep && keyStep.count > 1 ? ` · ${describeCount(keyStep)}` : "";
      const state = number === currentLine ? " here" : (keyStep ? keyStep.end : index + 1) > this.position ? " future" : "";
      const mark = keyStep ? `k-${keyStep.kind.replace(" ", "-")}` : "fact";
      const words = describeEvent(trace.event(index), labels);
      const others = keyStep ? keyStep.end - this.keySteps.getStart(line.what === "keyStep" ? line.number : 0) - 1 : 0;
      const isOpen = line.what === "keyStep" && this.expanded.has(line.number);
      const more =
        others > 0
          ? `<button type="button" class="more" data-id="more${number}" aria-expanded="${isOpen}" ` +
            `title="${esc(this.describeCounts((line as { number: number }).number))}">${isOpen ? "▾" : "▸"} ${t("{0} more", others)}</button>`
          : "";
      return (
        `<div class="factRow ${mark}${state}" data-line="${number}">` +
        `<button type="button" class="go" data-id="${number}" title="${esc(words)}"${state === " here" ? ' aria-current="step"' : ""}>` +
        `<small>${t("step {0}", step)}${esc(countText)}</small><span>${esc(words)}</span></button>${more}</div>`
      );
    });
  }

  /** Describe the events of a key step by their counts, the most frequent first. */
  private describeCounts(number: number): string {
    const counts = new Uint32Array(KINDS.length); // by number: a key step may have a hundred thousand events
    const [start, { end }] = [this.keySteps.getStart(number), this.keySteps.all[number]!];
    const { kinds } = this.trace;
    for (let index = start; index < end; index++) counts[kinds[index]!]!++;
    const words = [...counts].flatMap((count, kind): [string, number][] => {
      const counted = WORTH.find((one) => one.kind === KINDS[kind] && one.counted)?.counted;
      return counted && count > 0 ? [[`${count} ${getLanguage() === "zh" ? tables.zh.counted[counted[0]] : counted[count === 1 ? 0 : 1]}`, count]] : [];
    });
    words.sort((a, b) => b[1] - a[1]);
    const steps = this.trace.getStep(end - 1) - this.trace.getStep(start) + 1;
    return esc(t("{0} steps: {1}", steps, words.slice(0, 4).map(([one]) => one).join(", ") || t("no key events")));
  }
}
