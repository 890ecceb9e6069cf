/**
 * A long list of rows of one height, of which only those in sight are on the page. What has a `data-id`
 * in a row keeps the focus when the row is drawn again.
 */

import { fill } from "./markup";
const SPARE = 6;

export class Rows {
  private readonly inside = document.createElement("div");
  private count = 0;
  private row: (number: number) => string = () => "";
  private drawn = "";

  constructor(readonly el: HTMLElement, readonly height: number) {
    el.classList.add("rows");
    this.inside.className = "rowsInside";
    el.replaceChildren(this.inside);
    el.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(el);
  }

  /** Shows `count` rows, each by its markup, which is given the place of the row in the list. */
  set(count: number, row: (number: number) => string): void {
    this.count = count;
    this.row = row;
    this.inside.style.height = `${count * this.height}px`;
    this.draw();
  }

  /** Scrolls so far that a row is seen, if it is not. */
  reveal(number: number): void {
    const { scrollTop, clientHeight } = this.el;
    const top = number * this.height;
    if (top < scrollTop || top + this.height > scrollTop + clientHeight) {
      this.el.scrollTop = Math.max(0, top - clientHeight / 2);
    }
    this.draw();
  }

  private draw(): void {
    const first = Math.max(0, Math.floor(this.el.scrollTop / this.height) - SPARE);
    const last = Math.min(this.count, first + Math.ceil(this.el.clientHeight / this.height) + 2 * SPARE);
    let markup = "";
    for (let number = first; number < last; number++) {
      markup += `<div class="row" data-style="top:${number * this.height}px;height:${this.height}px">${this.row(number)}</div>`;
    }
    if (markup === this.drawn) return;
    this.drawn = markup;
    const active = document.activeElement as HTMLElement | null;
    const focused = active && this.inside.contains(active) ? active.dataset["id"] : undefined;
    fill(this.inside, markup);
    if (focused !== undefined) this.inside.querySelector<HTMLElement>(`[data-id="${focused}"]`)?.focus({ preventScroll: true });
  }
}
