/** What a stepper shows of other runs: one with a knob turned, and one that stays behind as a ghost. */

import { changesOf } from "./changes";
import { KnobPanel, knobsOf } from "./knob";
import type { Turned } from "./knob";
import type { Model } from "./page";
import { Ghost } from "./plane_ghost";
import { statsOf } from "./plane_stats";
import type { Carry, Stepper } from "./stepper_widget";
import type { Trace } from "./trace";

export class Turning {
  private knob: KnobPanel | null = null;
  private compared = false;

  /** `take` is told when another run is to be shown everywhere. */
  constructor(
    private readonly stepper: Stepper, private readonly model: Model, private readonly carry: Carry,
    private readonly take: (trace: Trace, carry: Carry) => void,
  ) {} // prettier-ignore

  /** The plane is there: its knob, and the other run. */
  ready(): void {
    const { trace, labels, parts } = this.stepper;
    const { plane } = this.stepper.panel!;
    const ghost = this.carry.ghost ?? this.carry.beside;
    if (ghost && !this.compared) {
      this.compared = true;
      plane.setGhost(ghost);
      this.stepper.side!.compare(changesOf(trace, ghost.trace, plane.run, ghost.run, labels));
    }
    const knobs = knobsOf(this.model.get("knobs"));
    if (this.knob || knobs.length === 0) return;
    const el = parts.get("plane").querySelector<HTMLElement>(".knob")!;
    el.hidden = false;
    this.knob = new KnobPanel(el, this.model, knobs, this.carry.turned, (...turned) => this.turn(...turned));
    this.knob.tell(statsOf(trace, plane.run));
    const stage = el.previousElementSibling as HTMLElement;
    new ResizeObserver(() => {
      const over = getComputedStyle(el).position === "absolute";
      const { offsetLeft, offsetTop, offsetWidth: width, offsetHeight: height } = el;
      plane.avoid = over ? { left: offsetLeft - stage.offsetLeft, top: offsetTop - stage.offsetTop, width, height } : null;
    }).observe(el);
  }

  /** An answer about a knob has come. */
  hear(): void {
    this.knob?.hear();
  }

  /** Shows a run with a knob turned: in the plane while one turns, everywhere when one lets go. */
  private turn(trace: Trace, turned: Turned, done: boolean): void {
    const { stepper, carry } = this;
    const { plane } = stepper.panel!;
    const own = turned.value === knobsOf(this.model.get("knobs")).find(({ name }) => name === turned.knob)?.value;
    const ghost = own ? carry.beside : (carry.ghost ?? new Ghost(stepper.trace));
    if (done) return this.take(trace, { ...carry, ghost, time: stepper.time, view: stepper.view, turned: own ? null : turned });
    plane.setGhost(ghost);
    plane.preview(trace);
    this.knob!.tell(statsOf(trace, plane.run));
  }
}
