/** The event-time chart with its legend, key selection, axis button and zoom buttons. */

import { patchMarkup, getFocused } from "../ui/dom_patch";
import { EventTimeChart } from "./chart";
import { KeySelection } from "./key_selection";
import type { ChartPart } from "./chart_context";
import type { Curve } from "./watermark_curves";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";
import type { Trace } from "../trace/trace";
import type { Labels } from "../ui/value_format";

const createIcon = (content: string, width = 22): string =>
  `<svg width="${width}" height="12" viewBox="0 0 ${width} 12" aria-hidden="true">${content}</svg>`;

const PART_ICONS: Record<ChartPart, string> = {
  records: createIcon('<circle cx="6" cy="6" r="4" class="pDot"/>', 12),
  late: createIcon('<circle cx="6" cy="6" r="4.4" class="pLate"/><circle cx="6" cy="6" r="1.6" class="pLateIn"/>', 12),
  panes: createIcon('<rect x="1" y="1" width="16" height="10" class="pPane"/><path d="M18 0V12" class="pLid"/>', 20),
  generators: createIcon('<path d="M0 10H8V3H22" class="pGenerator"/>'),
  channels: createIcon('<path d="M0 10H8V3H22" class="pChannel"/>'),
  minimum: createIcon('<path d="M0 10H8V3H22" class="pMinimum"/>'),
  timers: createIcon('<path d="M6 1L11 6L6 11L1 6Z" class="pTimer"/>', 12),
};

/** Longer labels would break the legend into two lines. */
const MAX_LABEL_LENGTH = 36;

export class ChartPanel {
  readonly chart: EventTimeChart;
  readonly keySelection: KeySelection;
  private readonly el: HTMLElement;
  private readonly toolbar: HTMLElement;
  private readonly zoomButtons: HTMLElement;
  private readonly menu: HTMLElement;
  private readonly drawnMarkup = new Map<HTMLElement, string>();

  constructor(
    el: HTMLElement, trace: Trace, private readonly labels: Labels, seek: (position: number) => void,
    private readonly onChange: () => void,
  ) {
    this.el = el;
    patchMarkup(el, `<div class="planeTools"></div><div class="planeStage"></div><div class="simpleStage"></div><div class="knob" hidden></div><div class="planeZoom"></div><div class="keyMenu" hidden></div>`);
    this.toolbar = el.querySelector(".planeTools")!;
    this.zoomButtons = el.querySelector(".planeZoom")!;
    this.menu = el.querySelector(".keyMenu")!;
    this.chart = new EventTimeChart(el.querySelector(".planeStage")!, trace, labels, seek);
    this.keySelection = new KeySelection(this.menu, this.chart.data, () => {
      this.chart.setFilter(this.keySelection.selected);
      this.drawToolbar();
      this.onChange();
    });
    this.chart.onChange = () => this.drawToolbar();
    this.drawToolbar();
    el.addEventListener("click", (event) => this.onClick(event));
    el.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.menu.hidden) return;
      event.stopPropagation();
      this.openMenu(false);
    });
  }

  drawToolbar(): void {
    const { chart } = this;
    const isMore = this.el.closest(".more"); // else it is a plain legend
    const toggle = (part: ChartPart, text: string, fullText = ""): string =>
      `<${isMore ? `button type="button" aria-pressed="${chart.visibleParts.has(part)}"` : "span"} class="sign" data-part-of="${part}" ` +
      `title="${esc([fullText, isMore && t("Show or hide")].filter(Boolean).join(" · "))}">${PART_ICONS[part]}${esc(text)}</${isMore ? "button" : "span"}>`;
    const { data } = chart;
    const getCurves = (kind: Curve["kind"]): Curve[] => data.curves.filter((one) => one.kind === kind);
    const signs = [toggle("records", t("record"))];
    if (data.lateRecords.length > 0) signs.push(toggle("late", t("late ({0} in the run)", data.lateRecords.length)));
    if (data.panes.length > 0) signs.push(toggle("panes", t("window, fires")));
    if (isMore && getCurves("generator").length > 0) signs.push(toggle("generators", ...this.describeGenerators(getCurves("generator"))));
    if (isMore && getCurves("channel").length > 0) signs.push(toggle("channels", t("channels ({0})", getCurves("channel").length)));
    if (getCurves("minimum").length > 0) signs.push(toggle("minimum", isMore ? t("task watermark") : t("watermark")));
    if (data.timers.length > 0) signs.push(toggle("timers", t("timer")));
    const axis = chart.axis === "time" ? t("processing time") : t("order of events");
    const keys = data.keys.length === 0 ? "" :
      `<button type="button" data-more data-plane="keys" aria-expanded="${!this.menu.hidden}">${t("Keys: {0}", esc(this.keySelection.summary))} ▾</button>`;
    this.updateMarkup(this.toolbar, `<div class="signs">${signs.join("")}</div><div class="planeButtons">${keys}</div>`);
    const zoom = chart.isZoomed
      ? `<button type="button" data-plane="whole" title="${t("The whole run (0)")}">${t("Whole run")}</button>`
      : `<button type="button" data-plane="now" title="${t("Zoom to this step (z)")}">${t("Zoom to this step")}</button>`;
    this.updateMarkup(
      this.zoomButtons,
      `<button type="button" data-more data-plane="axis" title="${t("Horizontal axis")}">→ ${axis}</button>` +
        `<button type="button" data-more data-plane="in" title="${t("Zoom in (+)")}" aria-label="${t("Zoom in")}">+</button>` +
        `<button type="button" data-more data-plane="out" title="${t("Zoom out (−)")}" aria-label="${t("Zoom out")}">−</button>${zoom}`,
    );
  }

  /** Update a group of buttons and keep the focus on the same button. */
  private updateMarkup(place: HTMLElement, markup: string): void {
    if (this.drawnMarkup.get(place) === markup) return;
    this.drawnMarkup.set(place, markup);
    const focused = (getFocused(place) as HTMLElement | null)?.dataset["plane"];
    const hadFocus = place.contains(getFocused(place));
    patchMarkup(place, markup);
    if (!hadFocus || focused === undefined) return;
    const other = focused === "now" ? "whole" : "now";
    (place.querySelector<HTMLElement>(`[data-plane="${focused}"]`) ?? place.querySelector<HTMLElement>(`[data-plane="${other}"]`))?.focus();
  }

  /** Name the splits and generators if there are few and the names are short. Return the label and the full text. */
  private describeGenerators(curves: readonly Curve[]): [words: string, whole: string] {
    if (curves.length > 4) return [t("watermarks of {0} splits or sources", curves.length), ""];
    const splits = curves.map(({ owner, part }) => part || this.chart.data.findSourceSplits(owner));
    const isUnique = new Set(splits).size === splits.length; // splits of two sources may share a name
    const names = curves.map(({ owner }, n) => (isUnique && splits[n]) || this.labels.name(owner).replace(/^Source: | \d+\/\d+$/g, ""));
    const fullText = t("watermark of {0}", names.join(" ┄ "));
    return fullText.length <= MAX_LABEL_LENGTH ? [fullText, ""] : [t("watermarks of {0} splits or sources", curves.length), fullText];
  }

  private onClick(event: Event): void {
    const target = (event.target as Element).closest<HTMLElement>("[data-plane],[data-part-of]");
    if (!target) return;
    const { chart } = this;
    const part = target.dataset["partOf"] as ChartPart | undefined;
    if (part) chart.togglePart(part);
    else this.runAction(target.dataset["plane"]!);
    this.drawToolbar();
  }

  /** Run the action of a button. Return whether the action exists. */
  runAction(name: string): boolean {
    const { chart } = this;
    if (name === "keys") this.openMenu(this.menu.hidden);
    else if (name === "axis") chart.setAxis(chart.axis === "time" ? "steps" : "time");
    else if (name === "in") chart.zoomBy(0.6);
    else if (name === "out") chart.zoomBy(1 / 0.6);
    else if (name === "whole") chart.zoomToWholeRun();
    else if (name === "now") chart.zoomToNow();
    else return false;
    return true;
  }

  private openMenu(open: boolean): void {
    this.menu.hidden = !open;
    this.drawToolbar();
    if (open) {
      this.keySelection.refreshList();
      this.menu.querySelector("input")!.focus();
    } else this.el.querySelector<HTMLElement>('[data-plane="keys"]')?.focus();
  }
}
