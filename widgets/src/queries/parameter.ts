/**
 * The parameter slider on the event-time chart: change a parameter and see the run with the new value.
 *
 * With a kernel the page requests runs with `{knob, value}` (rerun_messages.ts). Without one, precomputed runs are in
 * the traits `<knob>_<value>`. Other values are rejected.
 */

import type { RerunRequests } from "./rerun_messages";
import { toBytes } from "../trace/bytes";
import { formatDuration } from "../event_time_chart/axis_clock";
import { patchMarkup } from "../ui/dom_patch";
import type { Model } from "../ui/widget_page";
import { translate, t } from "../i18n/strings";
import { esc } from "../ui/svg";
import { openTrace } from "../trace/trace";
import type { Trace } from "../trace/trace";

export interface ParameterSpec {
  name: string;
  label: string;
  /** The program's value, and the values worth trying, in milliseconds. */
  value: number;
  points: number[];
  live: boolean;
}

/** Parse the parameters of the page. Invalid entries are skipped. */
export function parseParameters(value: unknown): ParameterSpec[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: Partial<ParameterSpec> | null): ParameterSpec[] => {
    const { name, label, value: originalValue, points, live } = one ?? {};
    const isValid = typeof name === "string" && typeof label === "string" && typeof originalValue === "number" && Array.isArray(points);
    return isValid && points.length > 1 ? [{ name, label, value: originalValue, points: points.map(Number), live: live === true }] : [];
  });
}

/** A parameter with its new value, as sent to Python. */

export interface ParameterChange {
  knob: string;
  value: number;
}

/** Slider steps between two points of a parameter that Python can rerun with any value. */
const STEPS_PER_POINT = 8;

export class ParameterPanel {
  /** The current value. */
  value: number;
  private spec: ParameterSpec;
  private requestedValue: number | null = null;
  private readonly slider: HTMLInputElement;

  constructor(
    private readonly el: HTMLElement, private readonly model: Model, private readonly requests: RerunRequests, private readonly specs: readonly ParameterSpec[], change: ParameterChange | null,
    private readonly show: (trace: Trace, change: ParameterChange, isFinal: boolean) => void,
  ) {
    this.spec = specs.find(({ name }) => name === change?.knob) ?? specs[0]!;
    this.value = change?.value ?? this.spec.value;
    const options = specs.map(({ name, label }) => `<option value="${esc(name)}">${esc(translate(label))}</option>`).join("");
    patchMarkup(el, `<div class="knobHead">${specs.length > 1 ? `<select aria-label="${t("Parameter")}">${options}</select>` : `<b>${esc(translate(this.spec.label))}</b>`}` +
      `<output></output><button type="button" class="small" data-knob="own">${t("reset")}</button></div>` +
      `<input type="range" min="0" step="1" aria-label="${t("Value of the parameter")}"><div class="knobStats"></div><div class="knobNote" role="status"></div>`);
    this.slider = el.querySelector("input")!;
    el.querySelector("select")?.addEventListener("change", (event) => this.selectParameter((event.target as HTMLSelectElement).value));
    this.slider.addEventListener("input", () => this.changeValue(this.getValueAt(Number(this.slider.value))));
    this.slider.addEventListener("change", () => this.commit());
    el.querySelector("[data-knob]")!.addEventListener("click", () => {
      this.changeValue(this.spec.value);
      this.commit();
    });
    this.resetSlider();
  }

  /** Show the totals of the run. */
  showTotals(stats: readonly (readonly [value: string, words: string])[]): void {
    patchMarkup(this.el.querySelector(".knobStats")!, stats.map(([value, words]) => `<span><b>${esc(value)}</b>${esc(words)}</span>`).join(""));
  }

  private selectParameter(name: string): void {
    this.spec = this.specs.find((one) => one.name === name)!;
    this.value = this.spec.value;
    this.resetSlider();
  }

  private resetSlider(): void {
    const { points, live } = this.spec;
    this.slider.max = String((points.length - 1) * (live ? STEPS_PER_POINT : 1));
    const select = this.el.querySelector("select");
    if (select) select.value = this.spec.name;
    this.slider.value = String(this.findNotch(this.value));
    this.showValue();
  }

  /** Get the value of a slider step, interpolated between two points. */
  private getValueAt(notch: number): number {
    const { points, live } = this.spec;
    const stepsPerPoint = live ? STEPS_PER_POINT : 1;
    const low = Math.min(points.length - 1, Math.floor(notch / stepsPerPoint));
    const high = Math.min(points.length - 1, low + 1);
    return Math.round(points[low]! + (points[high]! - points[low]!) * ((notch % stepsPerPoint) / stepsPerPoint));
  }

  private findNotch(value: number): number {
    let best = 0;
    for (let notch = 0; notch <= Number(this.slider.max); notch++) {
      if (Math.abs(this.getValueAt(notch) - value) < Math.abs(this.getValueAt(best) - value)) best = notch;
    }
    return best;
  }

  private showValue(): void {
    const words = this.value === 0 ? "0" : formatDuration(this.value);
    this.el.querySelector("output")!.textContent = words;
    this.slider.setAttribute("aria-valuetext", words);
    this.el.querySelector<HTMLElement>("[data-knob]")!.hidden = this.value === this.spec.value;
  }

  private showNote(words: string): void {
    this.el.querySelector(".knobNote")!.textContent = words;
  }

  private changeValue(value: number): void {
    this.value = value;
    this.slider.value = String(this.findNotch(value));
    this.showValue();
    this.showNote("");
    this.requestedValue = value;
    this.requestRun();
  }

  /** Keep the current run when the slider is released. */
  private commit(): void {
    this.isCommitted = true;
    if (this.lastRun && this.lastRun.change.value === this.value && !this.requests.isPending) this.takeRun();
  }

  private isCommitted = false;
  private lastRun: { trace: Trace; change: ParameterChange } | null = null;

  private takeRun(): void {
    this.isCommitted = false;
    this.show(this.lastRun!.trace, this.lastRun!.change, true);
  }

  private requestRun(): void {
    if (this.requestedValue === null || this.requests.isPending) return;
    const value = this.requestedValue;
    this.requestedValue = null;
    const { name, live, value: originalValue } = this.spec;
    const change = { knob: name, value };
    const trait = this.model.get(value === originalValue ? "trace" : `${name}_${value}`);
    if (!live && !trait) return this.showNote(t("This value is not in the saved page. Open the run in a notebook to use it."));
    const run = trait && (!live || value === originalValue) ? openTrace(toBytes(trait)) : this.requests.request({ ...change });
    void this.openRun(run, change);
  }

  private async openRun(run: Promise<Trace>, change: ParameterChange): Promise<void> {
    try {
      this.lastRun = { trace: await run, change };
    } catch (error) {
      this.showNote(error instanceof Error ? error.message : String(error));
      return this.requestRun();
    }
    this.requestRun(); // the value may have changed again meanwhile
    if (this.isCommitted && change.value === this.value) this.takeRun();
    else this.show(this.lastRun.trace, change, false);
  }
}
