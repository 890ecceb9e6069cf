/** What a stepper shows of other runs: one with a knob turned, and one that stays behind as a ghost. */

import { Asking } from "./rerun_messages";
import { bytesOf } from "../trace/bytes";
import { changesOf } from "../trace/run_comparison";
import { KnobPanel, knobsOf } from "./parameter";
import type { Turned } from "./parameter";
import type { Model } from "../ui/widget_page";
import { Ghost } from "../event_time_chart/comparison_run";
import { statsOf } from "../event_time_chart/run_totals";
import type { Carry, Placed, Stepper } from "../stepper/stepper_widget";
import { openTrace } from "../trace/trace";
import type { Trace } from "../trace/trace";

export class Turning {
  private knob: KnobPanel | null = null;
  private readonly asking: Asking;
  private compared = false;

  /** `take` is told when another run is to be shown everywhere. */
  constructor(
    private readonly stepper: Stepper, private readonly model: Model, private readonly carry: Carry,
    private readonly take: (trace: Trace, carry: Carry) => void,
  ) { // prettier-ignore
    this.asking = new Asking(model);
  }

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
    this.knob = new KnobPanel(el, this.model, this.asking, knobs, this.carry.turned, (...turned) => this.turn(...turned));
    this.knob.tell(statsOf(trace, plane.run));
    const stage = el.previousElementSibling as HTMLElement;
    new ResizeObserver(() => {
      const over = getComputedStyle(el).position === "absolute";
      const { offsetLeft, offsetTop, offsetWidth: width, offsetHeight: height } = el;
      plane.avoid = over ? { left: offsetLeft - stage.offsetLeft, top: offsetTop - stage.offsetTop, width, height } : null;
    }).observe(el);
  }

  /** An answer to what was asked for has come. */
  hear(): void {
    this.asking.hear();
  }

  /** Whether Python is there to let tasks die. */
  get crashes(): boolean {
    return this.model.get("crashes") === true;
  }

  /** The crashes of the run that is shown. */
  get placed(): readonly Placed[] {
    return this.carry.crashes;
  }

  /** Makes the run again with these crashes, and shows it where the last of them happens; the run without any stays behind it. */
  async crash(crashes: readonly Placed[]): Promise<void> {
    const { carry, stepper } = this;
    const own = crashes.length === 0;
    const trace = await (own ? openTrace(bytesOf(this.model.get("trace"))) : this.asking.run({ crashes }));
    const last = Math.max(stepper.player.step, ...crashes.map(([, step]) => step));
    const position = trace.eventRange(Math.min(last, trace.stepCount - 1))[1];
    const ghost = own ? carry.beside : (carry.ghost ?? new Ghost(stepper.trace));
    this.take(trace, { ...carry, ghost, position, view: stepper.view, turned: null, crashes });
  }

  /** Shows a run with a knob turned: in the plane while one turns, everywhere when one lets go. */
  private turn(trace: Trace, turned: Turned, done: boolean): void {
    const { stepper, carry } = this;
    const { plane } = stepper.panel!;
    const own = turned.value === knobsOf(this.model.get("knobs")).find(({ name }) => name === turned.knob)?.value;
    const ghost = own ? carry.beside : (carry.ghost ?? new Ghost(stepper.trace));
    if (done) {
      const position = stepper.time === null ? 0 : trace.positionBy(stepper.time);
      return this.take(trace, { ...carry, ghost, position, view: stepper.view, turned: own ? null : turned, crashes: [] });
    }
    plane.setGhost(ghost);
    plane.preview(trace);
    this.knob!.tell(statsOf(trace, plane.run));
  }
}
