/** The one place over the page in which bookmarks, saving and the keys open; one of them at a time. */

import { fill } from "./markup";
import { cardsMarkup } from "./class_card";
import { bookmarksMarkup, helpMarkup, saveMarkup } from "./menus";
import { download, pngOf, shotOf, svgText, transcriptOf } from "./saving";
import { esc } from "./svg";
import type { Stepper } from "./stepper_widget";

type Name = "marks" | "save" | "help" | "names";

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

  onClick(target: Element): boolean {
    const { mark, unmark, save } = target.closest<HTMLElement>("[data-mark],[data-unmark],[data-save]")?.dataset ?? {};
    const named = target.closest<HTMLElement>("[data-class]")?.dataset["class"];
    if (named !== undefined) this.ask(named);
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
    fill(this.el, name === "marks" ? bookmarksMarkup(scrubber.bookmarks, trace) : name === "save" ? saveMarkup() : name === "names" ? this.namesMarkup() : helpMarkup());
    this.el.hidden = false;
    this.tell();
  }

  private namesMarkup(): string {
    const { trace, player } = this.stepper;
    return (
      `<h3 aria-level="2">What is …? <input type="search" data-ask value="${esc(this.asked)}" placeholder="a class, an old name, a claim" aria-label="A name or a claim"></h3>` +
      `<div class="classCards">${cardsMarkup(this.asked, trace, player.position)}</div>`
    );
  }

  private tell(): void {
    for (const name of ["marks", "save", "help", "names"]) {
      this.stepper.root.querySelector(`[data-act="${name}"]`)?.setAttribute("aria-expanded", String(name === this.shown));
    }
  }

  private async save(as: string): Promise<void> {
    const { root, trace, labels, player, parts } = this.stepper;
    const name = `${(trace.plan?.job_name ?? "run").replace(/[^\p{L}\p{N}]+/gu, "-")}-step-${player.step}`;
    if (as === "txt") {
      const text = transcriptOf(trace, labels, player.stops.moments, player.position);
      return download(`${name}.txt`, new Blob([text], { type: "text/plain;charset=utf-8" }));
    }
    const title = `${trace.plan?.job_name ?? ""} · step ${player.step}`;
    const shot = shotOf(root, root.querySelector<HTMLElement>(".middle")!, title, parts.get("sentence").innerText);
    const blob = as === "svg" ? new Blob([svgText(shot)], { type: "image/svg+xml" }) : await pngOf(shot);
    download(`${name}.${as}`, blob);
  }
}
