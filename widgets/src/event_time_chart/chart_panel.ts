/** The plane with what one needs at hand: what its signs mean, keys, axis, zoom. */

import { fill, focusedIn } from "../ui/dom_patch";
import { Plane } from "./chart";
import { KeyChoice } from "./key_selection";
import type { PlanePart } from "./chart_context";
import type { Curve } from "./watermark_curves";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";
import type { Trace } from "../trace/trace";
import type { Labels } from "../ui/value_format";

const sign = (content: string, wide = 22): string =>
  `<svg width="${wide}" height="12" viewBox="0 0 ${wide} 12" aria-hidden="true">${content}</svg>`;

const SIGNS: Record<PlanePart, string> = {
  records: sign('<circle cx="6" cy="6" r="4" class="pDot"/>', 12),
  late: sign('<circle cx="6" cy="6" r="4.4" class="pLate"/><circle cx="6" cy="6" r="1.6" class="pLateIn"/>', 12),
  panes: sign('<rect x="1" y="1" width="16" height="10" class="pPane"/><path d="M18 0V12" class="pLid"/>', 20),
  generators: sign('<path d="M0 10H8V3H22" class="pGenerator"/>'),
  channels: sign('<path d="M0 10H8V3H22" class="pChannel"/>'),
  minimum: sign('<path d="M0 10H8V3H22" class="pMinimum"/>'),
  timers: sign('<path d="M6 1L11 6L6 11L1 6Z" class="pTimer"/>', 12),
};

/** Longer words make the legend two lines. */
const LONGEST_SIGN = 36;

export class PlanePanel {
  readonly plane: Plane;
  readonly keys: KeyChoice;
  private readonly el: HTMLElement;
  private readonly tools: HTMLElement;
  private readonly zoom: HTMLElement;
  private readonly menu: HTMLElement;
  private readonly drawn = new Map<HTMLElement, string>();

  constructor(
    el: HTMLElement, trace: Trace, private readonly labels: Labels, go: (position: number) => void,
    private readonly changed: () => void,
  ) {
    this.el = el;
    fill(el, `<div class="planeTools"></div><div class="planeStage"></div><div class="knob" hidden></div><div class="planeZoom"></div><div class="keyMenu" hidden></div>`);
    this.tools = el.querySelector(".planeTools")!;
    this.zoom = el.querySelector(".planeZoom")!;
    this.menu = el.querySelector(".keyMenu")!;
    this.plane = new Plane(el.querySelector(".planeStage")!, trace, labels, go);
    this.keys = new KeyChoice(this.menu, this.plane.run, () => {
      this.plane.choose(this.keys.chosen);
      this.drawTools();
      this.changed();
    });
    this.plane.changed = () => this.drawTools();
    this.drawTools();
    el.addEventListener("click", (event) => this.onClick(event));
    el.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.menu.hidden) return;
      event.stopPropagation();
      this.openMenu(false);
    });
  } // prettier-ignore

  private drawTools(): void {
    const { plane } = this;
    const toggle = (part: PlanePart, words: string, whole = ""): string =>
      `<button type="button" class="sign" data-part-of="${part}" aria-pressed="${plane.parts.has(part)}" ` +
      `title="${esc([whole, t("Show or hide")].filter(Boolean).join(" · "))}">${SIGNS[part]}${esc(words)}</button>`;
    const { run } = plane;
    const of = (kind: Curve["kind"]): Curve[] => run.curves.filter((one) => one.kind === kind);
    const signs = [toggle("records", t("record"))];
    if (run.lates.length > 0) signs.push(toggle("late", t("too late ({0})", run.lates.length)));
    if (run.panes.length > 0) signs.push(toggle("panes", t("pane, fires")));
    if (of("generator").length > 0) signs.push(toggle("generators", ...this.generatorWords(of("generator"))));
    if (of("channel").length > 0) signs.push(toggle("channels", t("channels ({0})", of("channel").length)));
    if (of("minimum").length > 0) signs.push(toggle("minimum", t("minimum")));
    if (run.timers.length > 0) signs.push(toggle("timers", t("timer")));
    const axis = plane.axis === "time" ? t("processing time") : t("order of facts");
    const keys = run.keys.length === 0 ? "" :
      `<button type="button" data-plane="keys" aria-expanded="${!this.menu.hidden}">${t("Keys: {0}", esc(this.keys.words))} ▾</button>`;
    this.put(this.tools, `<div class="signs">${signs.join("")}</div><div class="planeButtons">${keys}</div>`);
    const zoom = plane.isZoomed
      ? `<button type="button" data-plane="whole" title="${t("The whole run (0)")}">${t("Whole run")}</button>`
      : `<button type="button" data-plane="now" title="${t("Zoom to now (z)")}">${t("Zoom to now")}</button>`;
    this.put(
      this.zoom,
      `<button type="button" data-plane="axis" title="${t("What runs from left to right")}">→ ${axis}</button>` +
        `<button type="button" data-plane="in" title="${t("Zoom in (+)")}" aria-label="${t("Zoom in")}">+</button>` +
        `<button type="button" data-plane="out" title="${t("Zoom out (−)")}" aria-label="${t("Zoom out")}">−</button>${zoom}`,
    );
  }

  /** Puts buttons into a place, of which the same one keeps the focus. */
  private put(place: HTMLElement, markup: string): void {
    if (this.drawn.get(place) === markup) return;
    this.drawn.set(place, markup);
    const focused = (focusedIn(place) as HTMLElement | null)?.dataset["plane"];
    const had = place.contains(focusedIn(place));
    fill(place, markup);
    if (!had || focused === undefined) return;
    const other = focused === "now" ? "whole" : "now";
    (place.querySelector<HTMLElement>(`[data-plane="${focused}"]`) ?? place.querySelector<HTMLElement>(`[data-plane="${other}"]`))?.focus();
  }

  /** The names of splits and generators, if there are few and they are short; and all of them. */
  private generatorWords(curves: readonly Curve[]): [words: string, whole: string] {
    if (curves.length > 4) return [t("watermarks of {0} splits or sources", curves.length), ""];
    const splits = curves.map(({ owner, part }) => part || this.plane.run.splitsBefore(owner));
    const isUnique = new Set(splits).size === splits.length; // splits of two sources may have one name
    const names = curves.map(({ owner }, n) => (isUnique && splits[n]) || this.labels.name(owner).replace(/^Source: | \d+\/\d+$/g, ""));
    const whole = t("watermark of {0}", names.join(" ┄ "));
    return whole.length <= LONGEST_SIGN ? [whole, ""] : [t("watermarks of {0} splits or sources", curves.length), whole];
  }

  private onClick(event: Event): void {
    const target = (event.target as Element).closest<HTMLElement>("[data-plane],[data-part-of]");
    if (!target) return;
    const { plane } = this;
    const part = target.dataset["partOf"] as PlanePart | undefined;
    if (part) plane.toggle(part);
    else this.act(target.dataset["plane"]!);
    this.drawTools();
  }

  /** Does what a button says; whether there is such a button. */
  act(name: string): boolean {
    const { plane } = this;
    if (name === "keys") this.openMenu(this.menu.hidden);
    else if (name === "axis") plane.setAxis(plane.axis === "time" ? "steps" : "time");
    else if (name === "in") plane.zoomBy(0.6);
    else if (name === "out") plane.zoomBy(1 / 0.6);
    else if (name === "whole") plane.wholeRun();
    else if (name === "now") plane.zoomToNow();
    else return false;
    return true;
  }

  private openMenu(open: boolean): void {
    this.menu.hidden = !open;
    this.drawTools();
    if (open) {
      this.keys.list();
      this.menu.querySelector("input")!.focus();
    } else this.el.querySelector<HTMLElement>('[data-plane="keys"]')?.focus();
  }
}
