/** The one place over the page in which bookmarks, saving and the keys open; one of them at a time. */

import { fill } from "./dom_patch";
import { cardsMarkup } from "../glossary/class_card";
import { bookmarksMarkup, crashMarkup, helpMarkup, saveMarkup } from "./menus";
import { shotOfStage } from "../export/film";
import { download, pngOf, svgText, transcriptOf } from "../export/picture_file";
import { t } from "../i18n/strings";
import { esc } from "./svg";
import type { Placed, Stepper } from "../stepper/stepper_widget";

type Name = "marks" | "save" | "help" | "names" | "crash";

/** So many tasks are listed; more are clicked in the picture. */
const MOST_PARTS = 24;

export class Menu {
  private shown: Name | null = null;
  private asked = "";
  private readonly el: HTMLElement;

  constructor(private readonly stepper: Stepper) {
    this.el = stepper.parts.get("menu");
    this.el.addEventListener("input", (event) => {
      const input = event.target as HTMLInputElement;
      const { note } = input.dataset;
      if (note !== undefined) stepper.scrubber.bookmarks.setNote(Number(note), input.value);
      if (input.dataset["ask"] !== undefined) this.tellOf(input.value);
    });
  }

  /** What a name of Flink is, and where it stands in this run. */
  ask(name: string): void {
    this.asked = name;
    this.open("names");
    const input = this.el.querySelector<HTMLInputElement>("[data-ask]")!;
    if (name === "") input.focus();
  }

  private tellOf(name: string): void {
    this.asked = name;
    fill(this.el.querySelector<HTMLElement>(".classCards")!, cardsMarkup(name, this.stepper.trace, this.stepper.player.position));
  }

  toggle(name: Name): void {
    if (this.shown === name) this.close();
    else this.open(name);
  }

  /** Whether there was anything open. */
  close(): boolean {
    const was = this.shown;
    this.shown = null;
    this.el.hidden = true;
    this.tell();
    if (was) this.stepper.root.querySelector<HTMLElement>(`[data-act="${was}"]`)?.focus();
    return was !== null;
  }

  /** Marks the position, or takes its mark away, and shows all of them. */
  bookmark(): void {
    const { bookmarks } = this.stepper.scrubber;
    const { position } = this.stepper.player;
    bookmarks.toggle(position);
    this.stepper.scrubber.redraw();
    this.open("marks");
    this.el.querySelector<HTMLInputElement>(`[data-note="${position}"]`)?.focus();
  }

  onClick(event: MouseEvent): boolean {
    const target = event.target as Element;
    if (this.shown === "crash" && this.onCrash(target, event)) return true;
    const { mark, unmark, save } = target.closest<HTMLElement>("[data-mark],[data-unmark],[data-save]")?.dataset ?? {};
    const named = target.closest<HTMLElement>("[data-class]")?.dataset["class"];
    if (named !== undefined) this.ask(named);
    else if (mark !== undefined && this.shown === "names") this.stepper.pointAt(Number(mark) - 1);
    else if (mark !== undefined) this.stepper.jump(Number(mark));
    else if (unmark !== undefined) {
      this.stepper.scrubber.bookmarks.toggle(Number(unmark));
      this.stepper.scrubber.redraw();
      this.open("marks");
    } else if (save !== undefined) void this.save(save);
    else return false;
    return true;
  }

  private open(name: Name): void {
    const { scrubber, trace } = this.stepper;
    this.shown = name;
    const markup: Readonly<Record<Name, () => string>> = {
      marks: () => bookmarksMarkup(scrubber.bookmarks, trace),
      save: () => saveMarkup(this.stepper.player.step, trace.stepCount - 1),
      names: () => this.namesMarkup(),
      crash: () => this.crashMarkup(),
      help: helpMarkup,
    };
    fill(this.el, markup[name]());
    this.el.hidden = false;
    this.tell();
  }

  private namesMarkup(): string {
    const { trace, player } = this.stepper;
    return (
      `<h3 aria-level="2">${t("What is …?")} <input type="search" data-ask value="${esc(this.asked)}" placeholder="${t("a class, an old name, a claim")}" aria-label="${t("A name or a claim")}"></h3>` +
      `<div class="classCards">${cardsMarkup(this.asked, trace, player.position)}</div>`
    );
  }

  // --- a crash -------------------------------------------------------------------------------------

  private get crashStep(): number {
    return Math.max(1, this.stepper.player.step + 1);
  }

  /** The run stands somewhere else: what the menu says of the step. */
  moved(): void {
    if (this.shown === "crash") fill(this.el, this.crashMarkup());
  }

  private crashMarkup(): string {
    const { turning, lookup, labels } = this.stepper;
    const tasks = [...lookup.subtasks.values()];
    const parts = [...tasks.slice(0, MOST_PARTS).map(({ id }) => id), ...new Set(tasks.map((task) => task.task_manager)), "jobmanager"];
    return crashMarkup(this.crashStep, parts, turning.placed, labels);
  }

  /** A click while crashes are placed: on a task in the picture, on a name, or on one that was placed. */
  private onCrash(target: Element, event: MouseEvent): boolean {
    const { job, panels, turning } = this.stepper;
    const { crash, uncrash, task, heat } = target.closest<HTMLElement>("[data-crash],[data-uncrash],[data-task],[data-heat]")?.dataset ?? {};
    const part = crash ?? task ?? (heat && (job.subtaskAt(heat, event) ?? panels.subtaskAt(heat, event)));
    const earlier = turning.placed.filter(([, step]) => step < this.crashStep);
    if (uncrash !== undefined) void this.crash(turning.placed.filter((_, number) => number !== Number(uncrash)));
    else if (part) void this.crash([...earlier, [part, this.crashStep]]);
    else return false;
    return true;
  }

  private async crash(crashes: readonly Placed[]): Promise<void> {
    const note = this.el.querySelector("[data-crash-note]")!;
    note.textContent = t("The run is made again …");
    try {
      await this.stepper.turning.crash(crashes);
    } catch (error) {
      note.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  private tell(): void {
    for (const name of ["marks", "save", "help", "names", "crash"]) {
      this.stepper.root.querySelector(`[data-act="${name}"]`)?.setAttribute("aria-expanded", String(name === this.shown));
    }
  }

  private async save(as: string): Promise<void> {
    const { trace, labels, player, film } = this.stepper;
    const job = (trace.plan?.job_name ?? "run").replace(/[^\p{L}\p{N}]+/gu, "-");
    const name = `${job}-step-${player.step}`;
    if (as === "txt") {
      const text = transcriptOf(trace, labels, player.stops.moments, player.position);
      return download(`${name}.txt`, new Blob([text], { type: "text/plain;charset=utf-8" }));
    }
    if (as !== "svg" && as !== "png") {
      const button = this.el.querySelector<HTMLElement>(`[data-save="${as}"]`)!;
      const [first, last] = [this.stepOf("first"), this.stepOf("last")];
      const blob = await film.save(as, first, last, (part) => (button.textContent = `${Math.round(part * 100)} %`));
      button.textContent = as.toUpperCase();
      return download(`${job}-steps-${first}-${last}.${as}`, blob);
    }
    const shot = shotOfStage(this.stepper);
    const blob = as === "svg" ? new Blob([svgText(shot)], { type: "image/svg+xml" }) : await pngOf(shot);
    download(`${name}.${as}`, blob);
  }

  /** A step that stands in the menu: where a film begins, or ends. */
  private stepOf(which: "first" | "last"): number {
    return Number(this.el.querySelector<HTMLInputElement>(`[data-film="${which}"]`)!.value);
  }
}
