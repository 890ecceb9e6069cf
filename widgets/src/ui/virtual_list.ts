/**
 * Virtual list of rows with equal heights: only visible rows are on the page. An element with a `data-id` in a row
 * keeps its focus when the row is redrawn.
 */

import { patchMarkup, getFocused } from "./dom_patch";
const OVERSCAN = 2;

export class VirtualList {
  private readonly content = document.createElement("div");
  private count = 0;
  private renderRow: (number: number) => string = () => "";
  private drawnMarkup = "";
  /** Visible range, updated by events: reading it between writes would force a layout. */
  private top = 0;
  private viewHeight = 0;

  constructor(readonly el: HTMLElement, readonly height: number) {
    el.classList.add("rows");
    this.content.className = "rowsInside";
    el.replaceChildren(this.content);
    const measure = (): void => {
      this.top = el.scrollTop;
      this.viewHeight = el.clientHeight;
      this.draw();
    };
    el.addEventListener("scroll", measure);
    new ResizeObserver(measure).observe(el);
  }

  /** Show `count` rows. `renderRow` renders a row by its index. */
  setRows(count: number, renderRow: (number: number) => string): void {
    this.count = count;
    this.renderRow = renderRow;
    this.content.style.height = `${count * this.height}px`;
    this.draw();
  }

  /** Scroll to a row if it is not visible. */
  reveal(number: number): void {
    const top = number * this.height;
    if (top < this.top || top + this.height > this.top + this.viewHeight) {
      this.el.scrollTop = this.top = Math.max(0, top - this.viewHeight / 2);
    }
    this.draw();
  }

  private draw(): void {
    const first = Math.max(0, Math.floor(Math.min(this.top, this.count * this.height - this.viewHeight) / this.height) - OVERSCAN);
    const last = Math.min(this.count, first + Math.ceil(this.viewHeight / this.height) + 2 * OVERSCAN);
    let markup = "";
    for (let number = first; number < last; number++) {
      markup += `<div class="row" data-style="top:${number * this.height}px;height:${this.height}px">${this.renderRow(number)}</div>`;
    }
    if (markup === this.drawnMarkup) return;
    this.drawnMarkup = markup;
    const active = getFocused(this.el) as HTMLElement | null;
    const focused = active && this.content.contains(active) ? active.dataset["id"] : undefined;
    patchMarkup(this.content, markup);
    if (focused !== undefined) this.content.querySelector<HTMLElement>(`[data-id="${focused}"]`)?.focus({ preventScroll: true });
  }
}
