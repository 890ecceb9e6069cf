/** The story as a list: its moments, what else was there between them, and any fact that one looks for. */

import type { Followed } from "./focus";
import { fill } from "../ui/dom_patch";
import { manyWords } from "../trace/key_steps";
import type { Moments } from "../trace/key_steps";
import { Rows } from "../ui/virtual_list";
import { sentenceText } from "../trace/event_descriptions";
import { esc } from "../ui/svg";
import type { Trace } from "../trace/trace";
import { language, momentWords, t } from "../i18n/strings";
import type { Text } from "../i18n/strings";
import { tables } from "../i18n/data_tables";
import { KINDS, MOMENTS, WORTH } from "../trace/trace.gen";
import type { Kind, MomentKind } from "../trace/trace.gen";
import type { Labels } from "../ui/value_format";

const ROW = 54;
/** Facts are looked through for so long at a time. */
const SEARCH_MS = 10;
/** In a larger job a task is found by its name. */
const MOST_TASKS = 64;

/** A line of the list: a moment, what there was in one that is open, or one fact. */
type Line =
  | { what: "moment"; number: number }
  | { what: "quiet"; number: number }
  | { what: "fact"; index: number };

export class FactList {
  private readonly rows: Rows;
  private lines: Line[] = [];
  private readonly opened = new Set<number>();
  private readonly kinds = new Set<MomentKind>();
  private search = "";
  private kind = "";
  private task = "";
  private followed: Followed | null = null;
  private timer = 0;
  private position = -1;

  constructor(private readonly el: HTMLElement, private readonly trace: Trace, private readonly labels: Labels,
    private readonly moments: Moments, private readonly go: (position: number) => void) {
    const there = new Set(moments.all.map(({ kind }) => kind));
    const chips = (Object.keys(MOMENTS) as MomentKind[]).filter((kind) => there.has(kind));
    const kinds = KINDS.filter((_, number) => trace.kinds.includes(number));
    const tasks = trace.plan?.subtasks.map(({ id }) => id).slice(0, MOST_TASKS) ?? [];
    fill(el, `<div class="sideTools"><input type="search" placeholder="${t("search: a key, a task, any word")}" aria-label="${t("Search the facts")}">` +
      `<select aria-label="${t("Kind of fact")}"><option value="">${t("the story")}</option>${kinds.map((kind) => `<option>${kind}</option>`).join("")}</select>` +
      (tasks.length > 1 ? `<select aria-label="${t("Task")}" data-tasks><option value="">${t("any task")}</option>${tasks.map((id) => `<option value="${esc(id)}">${esc(labels.name(id))}</option>`).join("")}</select>` : "") +
      `</div><div class="chips">${chips.map((kind) => `<button type="button" class="chip k-${kind.replace(" ", "-")}" aria-pressed="false" data-chip="${kind}" title="${momentWords(kind)[0]}">${t(kind as Text)}</button>`).join("")}</div>` +
      `<div class="factRows" role="group" tabindex="0" aria-label="${t("Facts")}"></div><small class="found" role="status"></small>`); // prettier-ignore
    this.rows = new Rows(el.querySelector<HTMLElement>(".factRows")!, ROW);
    el.querySelector("input")!.addEventListener("input", (event) => {
      this.search = (event.target as HTMLInputElement).value.trim().toLowerCase();
      this.listAnew();
    });
    el.querySelector("select")!.addEventListener("change", (event) => {
      this.kind = (event.target as HTMLSelectElement).value;
      this.listAnew();
    });
    el.querySelector("[data-tasks]")?.addEventListener("change", (event) => {
      this.task = (event.target as HTMLSelectElement).value;
      this.listAnew();
    });
    el.addEventListener("click", (event) => this.onClick(event));
    this.list();
  } // prettier-ignore

  /** Lists only what is about a thing. */
  follow(followed: Followed | null): void {
    this.followed = followed;
    this.listAnew();
  }

  private get isAsked(): boolean {
    return this.kind !== "" || this.search !== "" || this.task !== "" || this.followed !== null;
  }

  /** Lights the line of a position, and brings it into sight if it was moved to. */
  show(position: number): void {
    const moved = position !== this.position;
    this.position = position;
    this.draw();
    if (moved && this.search === "") this.rows.reveal(this.lineAt(position));
  }

  private onClick(event: Event): void {
    const target = event.target as Element;
    const chip = target.closest<HTMLElement>("[data-chip]");
    const line = this.lines[Number(target.closest<HTMLElement>(".factRow")?.dataset["line"] ?? -1)];
    if (chip) {
      const kind = chip.dataset["chip"] as MomentKind;
      if (!this.kinds.delete(kind)) this.kinds.add(kind);
      chip.setAttribute("aria-pressed", String(this.kinds.has(kind)));
      this.listAnew();
    } else if (line?.what === "moment" && target.closest(".more")) {
      if (!this.opened.delete(line.number)) this.opened.add(line.number);
      this.list();
    } else if (line?.what === "moment") this.go(this.moments.all[line.number]!.end);
    else if (line?.what === "fact") this.go(line.index + 1);
  }

  /** Other lines are wanted: what was found from its beginning, the story where we are in it. */
  private listAnew(): void {
    this.rows.el.scrollTop = 0;
    this.list();
    if (!this.isAsked) this.rows.reveal(this.lineAt(this.position));
  }

  /** Makes the lines anew: the story, or the facts that were asked for. */
  private list(): void {
    window.clearTimeout(this.timer);
    this.lines = [];
    if (this.isAsked) this.look(0);
    else {
      this.moments.all.forEach((moment, number) => {
        if (this.kinds.size > 0 && !this.kinds.has(moment.kind)) return;
        if (this.opened.has(number)) {
          this.lines.push({ what: "quiet", number });
          for (let index = this.moments.startOf(number); index < moment.end; index++) this.lines.push({ what: "fact", index });
        }
        this.lines.push({ what: "moment", number });
      });
      this.done("");
    }
  }

  /** Looks for facts from `index` on; goes on later, so that the page does not stop. */
  private look(index: number): void {
    const { trace, labels, kind, search } = this;
    const wanted = kind === "" ? -1 : KINDS.indexOf(kind as Kind);
    const until = performance.now() + SEARCH_MS;
    while (index < trace.eventCount && (index % 64 !== 0 || performance.now() < until)) {
      const told =
        (wanted < 0 || trace.kinds[index] === wanted) &&
        (this.task === "" || trace.actorOf(trace.stepOf(index)) === this.task) &&
        (!this.followed || this.followed.touches(index));
      if (told && (search === "" || sentenceText(trace.event(index), labels).toLowerCase().includes(search))) {
        this.lines.push({ what: "fact", index });
      }
      index++;
    }
    const looking = index < trace.eventCount;
    this.done(looking ? t("{0} facts so far …", this.lines.length) : t("{0} facts", this.lines.length));
    if (looking) this.timer = window.setTimeout(() => this.look(index), 0);
  }

  private done(words: string): void {
    this.el.querySelector(".found")!.textContent = words;
    this.draw();
  }

  private lineAt(position: number): number {
    const ends = (line: Line): number => (line.what === "fact" ? line.index + 1 : this.moments.all[line.number]!.end);
    const found = this.lines.findIndex((line) => line.what !== "quiet" && ends(line) >= position);
    return found < 0 ? this.lines.length - 1 : found;
  }

  private draw(): void {
    const here = this.lineAt(this.position);
    this.rows.set(this.lines.length, (number) => {
      const line = this.lines[number]!;
      if (line.what === "quiet") return `<div class="factRow quiet"><span>${this.counts(line.number)}</span></div>`;
      const moment = line.what === "moment" ? this.moments.all[line.number]! : null;
      const index = line.what === "fact" ? line.index : moment!.lead;
      const { trace, labels } = this;
      const step = trace.stepOf(index);
      const many = moment && moment.count > 1 ? ` · ${manyWords(moment)}` : "";
      const state = number === here ? " here" : (moment ? moment.end : index + 1) > this.position ? " future" : "";
      const mark = moment ? `k-${moment.kind.replace(" ", "-")}` : "fact";
      const words = sentenceText(trace.event(index), labels);
      const others = moment ? moment.end - this.moments.startOf(line.what === "moment" ? line.number : 0) - 1 : 0;
      const open = line.what === "moment" && this.opened.has(line.number);
      const more =
        others > 0
          ? `<button type="button" class="more" data-id="more${number}" aria-expanded="${open}" ` +
            `title="${esc(this.counts((line as { number: number }).number))}">${open ? "▾" : "▸"} ${t("{0} more", others)}</button>`
          : "";
      return (
        `<div class="factRow ${mark}${state}" data-line="${number}">` +
        `<button type="button" class="go" data-id="${number}" title="${esc(words)}"${state === " here" ? ' aria-current="step"' : ""}>` +
        `<small>${t("step {0}", step)}${esc(many)}</small><span>${esc(words)}</span></button>${more}</div>`
      );
    });
  }

  /** What there was in a moment, in words, the most frequent kinds first. */
  private counts(number: number): string {
    const counts = new Uint32Array(KINDS.length); // by number: a moment may have a hundred thousand facts
    const [start, { end }] = [this.moments.startOf(number), this.moments.all[number]!];
    const { kinds } = this.trace;
    for (let index = start; index < end; index++) counts[kinds[index]!]!++;
    const words = [...counts].flatMap((count, kind): [string, number][] => {
      const counted = WORTH.find((one) => one.kind === KINDS[kind] && one.counted)?.counted;
      return counted && count > 0 ? [[`${count} ${language() === "zh" ? tables.zh.counted[counted[0]] : counted[count === 1 ? 0 : 1]}`, count]] : [];
    });
    words.sort((a, b) => b[1] - a[1]);
    const steps = this.trace.stepOf(end - 1) - this.trace.stepOf(start) + 1;
    return esc(t("{0} steps: {1}", steps, words.slice(0, 4).map(([one]) => one).join(", ") || t("nothing that is counted")));
  }
}
