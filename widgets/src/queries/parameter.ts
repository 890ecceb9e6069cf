/**
 * The knob on the plane: turn it, and the run is made again.
 *
 * With Python behind it the page asks for `{knob, value}` (`asking.ts`). Without, the runs worked out
 * beforehand are in `<knob>_<value>`. What is neither is refused.
 */

import type { Asking } from "./rerun_messages";
import { bytesOf } from "../trace/bytes";
import { spanText } from "../event_time_chart/axis_clock";
import { fill } from "../ui/dom_patch";
import type { Model } from "../ui/widget_page";
import { said, t } from "../i18n/strings";
import { esc } from "../ui/svg";
import { openTrace } from "../trace/trace";
import type { Trace } from "../trace/trace";

export interface KnobSpec {
  name: string;
  label: string;
  /** What the program has it at, and where it is worth turning it, in milliseconds. */
  value: number;
  points: number[];
  live: boolean;
}

/** The knobs that the page was given; what is none is left out. */
export function knobsOf(value: unknown): KnobSpec[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: Partial<KnobSpec> | null): KnobSpec[] => {
    const { name, label, value: own, points, live } = one ?? {};
    const told = typeof name === "string" && typeof label === "string" && typeof own === "number" && Array.isArray(points);
    return told && points.length > 1 ? [{ name, label, value: own, points: points.map(Number), live: live === true }] : [];
  });
}

/** A label of the table in the language of the page; another one as it is. */

export interface Turned {
  knob: string;
  value: number;
}

/** Between two points of a live knob it turns in so many notches. */
const NOTCHES = 8;

export class KnobPanel {
  /** What is shown. */
  value: number;
  private spec: KnobSpec;
  private wanted: number | null = null;
  private readonly slider: HTMLInputElement;

  constructor(
    private readonly el: HTMLElement, private readonly model: Model, private readonly asking: Asking, private readonly specs: readonly KnobSpec[], turned: Turned | null,
    private readonly show: (trace: Trace, turned: Turned, done: boolean) => void,
  ) {
    this.spec = specs.find(({ name }) => name === turned?.knob) ?? specs[0]!;
    this.value = turned?.value ?? this.spec.value;
    const choice = specs.map(({ name, label }) => `<option value="${esc(name)}">${esc(said(label))}</option>`).join("");
    fill(el, `<div class="knobHead">${specs.length > 1 ? `<select aria-label="${t("Knob")}">${choice}</select>` : `<b>${esc(said(this.spec.label))}</b>`}` +
      `<output></output><button type="button" class="small" data-knob="own">${t("reset")}</button></div>` +
      `<input type="range" min="0" step="1" aria-label="${t("Turn it")}"><div class="knobStats"></div><div class="knobNote" role="status"></div>`);
    this.slider = el.querySelector("input")!;
    el.querySelector("select")?.addEventListener("change", (event) => this.choose((event.target as HTMLSelectElement).value));
    this.slider.addEventListener("input", () => this.turn(this.at(Number(this.slider.value))));
    this.slider.addEventListener("change", () => this.settle());
    el.querySelector("[data-knob]")!.addEventListener("click", () => {
      this.turn(this.spec.value);
      this.settle();
    });
    this.arrange();
  } // prettier-ignore

  /** Three numbers that say what it does. */
  tell(stats: readonly (readonly [value: string, words: string])[]): void {
    fill(this.el.querySelector(".knobStats")!, stats.map(([value, words]) => `<span><b>${esc(value)}</b>${esc(words)}</span>`).join(""));
  }

  private choose(name: string): void {
    this.spec = this.specs.find((one) => one.name === name)!;
    this.value = this.spec.value;
    this.arrange();
  }

  private arrange(): void {
    const { points, live } = this.spec;
    this.slider.max = String((points.length - 1) * (live ? NOTCHES : 1));
    const select = this.el.querySelector("select");
    if (select) select.value = this.spec.name;
    this.slider.value = String(this.notchOf(this.value));
    this.name();
  }

  /** The value of a notch: between two points it grows evenly. */
  private at(notch: number): number {
    const { points, live } = this.spec;
    const each = live ? NOTCHES : 1;
    const low = Math.min(points.length - 1, Math.floor(notch / each));
    const high = Math.min(points.length - 1, low + 1);
    return Math.round(points[low]! + (points[high]! - points[low]!) * ((notch % each) / each));
  }

  private notchOf(value: number): number {
    let best = 0;
    for (let notch = 0; notch <= Number(this.slider.max); notch++) {
      if (Math.abs(this.at(notch) - value) < Math.abs(this.at(best) - value)) best = notch;
    }
    return best;
  }

  private name(): void {
    const words = this.value === 0 ? "0" : spanText(this.value);
    this.el.querySelector("output")!.textContent = words;
    this.slider.setAttribute("aria-valuetext", words);
    this.el.querySelector<HTMLElement>("[data-knob]")!.hidden = this.value === this.spec.value;
  }

  private note(words: string): void {
    this.el.querySelector(".knobNote")!.textContent = words;
  }

  private turn(value: number): void {
    this.value = value;
    this.slider.value = String(this.notchOf(value));
    this.name();
    this.note("");
    this.wanted = value;
    this.ask();
  }

  /** Let go: what is shown is taken for good. */
  private settle(): void {
    this.settled = true;
    if (this.last && this.last.turned.value === this.value && !this.asking.waits) this.take();
  }

  private settled = false;
  private last: { trace: Trace; turned: Turned } | null = null;

  private take(): void {
    this.settled = false;
    this.show(this.last!.trace, this.last!.turned, true);
  }

  private ask(): void {
    if (this.wanted === null || this.asking.waits) return;
    const value = this.wanted;
    this.wanted = null;
    const { name, live, value: own } = this.spec;
    const turned = { knob: name, value };
    const kept = this.model.get(value === own ? "trace" : `${name}_${value}`);
    if (!live && !kept) return this.note(t("This was not worked out beforehand; turn it in a notebook."));
    const run = kept && (!live || value === own) ? openTrace(bytesOf(kept)) : this.asking.run({ ...turned });
    void this.open(run, turned);
  }

  private async open(run: Promise<Trace>, turned: Turned): Promise<void> {
    try {
      this.last = { trace: await run, turned };
    } catch (error) {
      this.note(error instanceof Error ? error.message : String(error));
      return this.ask();
    }
    this.ask(); // what one has turned to meanwhile
    if (this.settled && turned.value === this.value) this.take();
    else this.show(this.last.trace, turned, false);
  }
}
