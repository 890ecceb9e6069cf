/**
 * A long list of rows of one height, of which only those in sight are on the page. What has a `data-id`
 * in a row keeps the focus when the row is drawn again.
 */

import { fill, focusedIn } from "./dom_patch";
const SPARE = 2;

export class Rows {
  private readonly inside = document.createElement("div");
  private count = 0;
  private row: (number: number) => string = () => "";
  private drawn = "";
  /** What of it is in sight: read when it changes, for to read it while others write costs a layout. */
  private top = 0;
  private tall = 0;

  constructor(readonly el: HTMLElement, readonly height: number) {
    el.classList.add("rows");
    this.inside.className = "rowsInside";
    el.replaceChildren(this.inside);
    const look = (): void => {
      this.top = el.scrollTop;
      this.tall = el.clientHeight;
      this.draw();
    };
    el.addEventListener("scroll", look);
    new ResizeObserver(look).observe(el);
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
    const top = number * this.height;
    if (top < this.top || top + this.height > this.top + this.tall) {
      this.el.scrollTop = this.top = Math.max(0, top - this.tall / 2);
    }
    this.draw();
  }

  private draw(): void {
    const first = Math.max(0, Math.floor(Math.min(this.top, this.count * this.height - this.tall) / this.height) - SPARE);
    const last = Math.min(this.count, first + Math.ceil(this.tall / this.height) + 2 * SPARE);
    let markup = "";
    for (let number = first; number < last; number++) {
      markup += `<div class="row" data-style="top:${number * this.height}px;height:${this.height}px">${this.row(number)}</div>`;
    }
    if (markup === this.drawn) return;
    this.drawn = markup;
    const active = focusedIn(this.el) as HTMLElement | null;
    const focused = active && this.inside.contains(active) ? active.dataset["id"] : undefined;
    fill(this.inside, markup);
    if (focused !== undefined) this.inside.querySelector<HTMLElement>(`[data-id="${focused}"]`)?.focus({ preventScroll: true });
  }
}
