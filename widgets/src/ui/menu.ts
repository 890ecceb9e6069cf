/** The menu over the page for bookmarks, saving, keys, glossary and crashes; one of them at a time. */

import { patchMarkup } from "./dom_patch";
import { renderCards } from "../glossary/class_card";
import { dismissTips } from "../stepper/first_minute";
import { renderBookmarks, renderCrashMenu, renderHelp, renderSaveMenu } from "./menus";
import { loadDetailViews } from "./detail_loader";
import { t } from "../i18n/strings";
import { esc } from "./svg";
import type { Crash, Stepper } from "../stepper/stepper_widget";

type MenuName = "marks" | "save" | "help" | "names" | "crash";

/** Maximum number of tasks listed; others can be clicked in the diagram. */
const MAX_PARTS = 24;

export class Menu {
  private openName: MenuName | null = null;
  private query = "";
  private readonly el: HTMLElement;

  constructor(private readonly stepper: Stepper) {
    this.el = stepper.parts.get("menu");
    this.el.addEventListener("input", (event) => {
      const input = event.target as HTMLInputElement;
      const { note } = input.dataset;
      if (note !== undefined) stepper.scrubber.bookmarks.setNote(Number(note), input.value);
      if (input.dataset["ask"] !== undefined) this.showCards(input.value);
    });
  }

  /** Show the glossary card of a name and where it occurs in this run. */
  showNames(name: string): void {
    this.query = name;
    this.open("names");
    const input = this.el.querySelector<HTMLInputElement>("[data-ask]")!;
    if (name === "") input.focus();
  }

  private showCards(name: string): void {
    this.query = name;
    patchMarkup(this.el.querySelector<HTMLElement>(".classCards")!, renderCards(name, this.stepper.trace, this.stepper.player.position));
  }

  toggle(name: MenuName): void {
    if (this.openName === name) this.close();
    else this.open(name);
  }

  /** Close the menu. Return whether it was open. */
  close(): boolean {
    const previous = this.openName;
    if (previous === "help") dismissTips();
    this.openName = null;
    this.el.hidden = true;
    this.updateButtons();
    if (previous) this.stepper.root.querySelector<HTMLElement>(`[data-act="${previous}"]`)?.focus();
    return previous !== null;
  }

  /** Add or remove a bookmark at the current position, and show all bookmarks. */
  toggleBookmark(): void {
    const { bookmarks } = this.stepper.scrubber;
    const { position } = this.stepper.player;
    bookmarks.toggle(position);
    this.stepper.scrubber.redraw();
    this.open("marks");
    this.el.querySelector<HTMLInputElement>(`[data-note="${position}"]`)?.focus();
  }

  onClick(event: MouseEvent): boolean {
    const target = event.target as Element;
    if (this.openName === "crash" && this.onCrash(target, event)) return true;
    const { mark, unmark, save } = target.closest<HTMLElement>("[data-mark],[data-unmark],[data-save]")?.dataset ?? {};
    const named = target.closest<HTMLElement>("[data-class]")?.dataset["class"];
    if (named !== undefined) this.showNames(named);
    else if (mark !== undefined && this.openName === "names") this.stepper.showEvent(Number(mark) - 1);
    else if (mark !== undefined) this.stepper.jumpTo(Number(mark));
    else if (unmark !== undefined) {
      this.stepper.scrubber.bookmarks.toggle(Number(unmark));
      this.stepper.scrubber.redraw();
      this.open("marks");
    } else if (save !== undefined) void this.save(save);
    else return false;
    return true;
  }

  private open(name: MenuName): void {
    const { scrubber, trace } = this.stepper;
    this.openName = name;
    const markup: Readonly<Record<MenuName, () => string>> = {
      marks: () => renderBookmarks(scrubber.bookmarks, trace),
      save: () => renderSaveMenu(this.stepper.player.step, trace.stepCount - 1),
      names: () => this.renderNames(),
      crash: () => this.renderCrash(),
      help: () => renderHelp(this.stepper.isTable && this.stepper.view === "chart" ? "table" : this.stepper.view, this.stepper.root.classList.contains("hall")),
    };
    patchMarkup(this.el, markup[name]());
    this.el.hidden = false;
    this.el.scrollTop = 0;
    this.updateButtons();
  }

  private renderNames(): string {
    const { trace, player } = this.stepper;
    return (
      `<h3 aria-level="2">${t("What is …?")} <input type="search" data-ask value="${esc(this.query)}" placeholder="${t("a class, an old name, a claim")}" aria-label="${t("A name or a claim")}"></h3>` +
      `<div class="classCards">${renderCards(this.query, trace, player.position)}</div>`
    );
  }

  // --- crashes -------------------------------------------------------------------------------------

  private get crashStep(): number {
    return Math.max(1, this.stepper.player.step + 1);
  }

  /** Update the help after a change of the page. */
  onToggleHall(): void {
    if (this.openName === "help") this.open("help");
  }

  /** Update the menu after a change of position. */
  onMove(): void {
    if (this.openName === "crash") patchMarkup(this.el, this.renderCrash());
  }

  private renderCrash(): string {
    const { rerunController, lookup, labels } = this.stepper;
    const tasks = [...lookup.subtasks.values()];
    const parts = [...tasks.slice(0, MAX_PARTS).map(({ id }) => id), ...new Set(tasks.map((task) => task.task_manager)), "jobmanager"];
    return renderCrashMenu(this.crashStep, parts, rerunController.crashes, labels);
  }

  /** Handle a click in crash mode: on a task in the diagram, on a name, or on an earlier crash. */
  private onCrash(target: Element, event: MouseEvent): boolean {
    const { jobPanel, panels, rerunController } = this.stepper;
    const { crash, uncrash, task, heat } = target.closest<HTMLElement>("[data-crash],[data-uncrash],[data-task],[data-heat]")?.dataset ?? {};
    const part = crash ?? task ?? (heat && (jobPanel.findSubtaskAt(heat, event) ?? panels.findSubtaskAt(heat, event)));
    const earlier = rerunController.crashes.filter(([, step]) => step < this.crashStep);
    if (uncrash !== undefined) void this.crash(rerunController.crashes.filter((_, number) => number !== Number(uncrash)));
    else if (part) void this.crash([...earlier, [part, this.crashStep]]);
    else return false;
    return true;
  }

  private async crash(crashes: readonly Crash[]): Promise<void> {
    const note = this.el.querySelector("[data-crash-note]")!;
    note.textContent = t("Running again …");
    try {
      await this.stepper.rerunController.rerunWithCrashes(crashes);
    } catch (error) {
      note.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  private updateButtons(): void {
    this.stepper.root.classList.toggle("showsTips", this.openName === "help");
    for (const name of ["marks", "save", "help", "names", "crash"]) {
      this.stepper.root.querySelector(`[data-act="${name}"]`)?.setAttribute("aria-expanded", String(name === this.openName));
    }
  }

  private async save(format: string): Promise<void> {
    const { trace, labels, player } = this.stepper;
    const { captureStepper, createTranscript, download, Film, renderPng, serializeSvg } = await loadDetailViews();
    const job = (trace.plan?.job_name ?? "run").replace(/[^\p{L}\p{N}]+/gu, "-");
    const name = `${job}-step-${player.step}`;
    if (format === "txt") {
      const text = createTranscript(trace, labels, player.stops.keySteps, player.position);
      return download(`${name}.txt`, new Blob([text], { type: "text/plain;charset=utf-8" }));
    }
    if (format !== "svg" && format !== "png") {
      const button = this.el.querySelector<HTMLElement>(`[data-save="${format}"]`)!;
      const [first, last] = [this.getFilmStep("first"), this.getFilmStep("last")];
      const blob = await new Film(this.stepper).save(format, first, last, (part) => (button.textContent = `${Math.round(part * 100)} %`));
      button.textContent = format.toUpperCase();
      return download(`${job}-steps-${first}-${last}.${format}`, blob);
    }
    const shot = captureStepper(this.stepper);
    const blob = format === "svg" ? new Blob([serializeSvg(shot)], { type: "image/svg+xml" }) : await renderPng(shot);
    download(`${name}.${format}`, blob);
  }

  /** Get the first or last step of the film from the menu. */
  private getFilmStep(which: "first" | "last"): number {
    return Number(this.el.querySelector<HTMLInputElement>(`[data-film="${which}"]`)!.value);
  }
}
