/** Other runs in a stepper: with a changed parameter or with crashes, and a run to compare with. */

import { RerunRequests } from "./rerun_messages";
import { toBytes } from "../trace/bytes";
import { compareRuns } from "../trace/run_comparison";
import { ParameterPanel, parseParameters } from "./parameter";
import type { ParameterChange } from "./parameter";
import type { Model } from "../ui/widget_page";
import { ComparisonRun } from "../event_time_chart/comparison_run";
import { computeRunTotals } from "../event_time_chart/run_totals";
import type { CarriedState, Crash, Stepper } from "../stepper/stepper_widget";
import { openTrace } from "../trace/trace";
import type { Trace } from "../trace/trace";

export class RerunController {
  private parameterPanel: ParameterPanel | null = null;
  private readonly requests: RerunRequests;
  private isCompared = false;

  /** `replaceRun` is called when another run is to be shown everywhere. */
  constructor(
    private readonly stepper: Stepper, private readonly model: Model, private readonly carried: CarriedState,
    private readonly replaceRun: (trace: Trace, carried: CarriedState) => void,
  ) {
    this.requests = new RerunRequests(model);
  }

  /** Set up the parameter panel and the comparison, once the chart exists. */
  attach(): void {
    const { trace, labels, parts } = this.stepper;
    const { chart } = this.stepper.chartPanel!;
    const comparison = this.carried.comparison ?? this.carried.givenComparison;
    if (comparison && !this.isCompared) {
      this.isCompared = true;
      chart.setComparison(comparison);
      this.stepper.sidePanel!.showDifferences(compareRuns(trace, comparison.trace, chart.data, comparison.data, labels));
    }
    const parameters = parseParameters(this.model.get("knobs"));
    if (this.parameterPanel || parameters.length === 0) return;
    const el = parts.get("chart").querySelector<HTMLElement>(".knob")!;
    el.hidden = false;
    this.parameterPanel = new ParameterPanel(el, this.model, this.requests, parameters, this.carried.change, (...change) => this.showRerun(...change));
    this.parameterPanel.showTotals(computeRunTotals(trace, chart.data));
    const chartElement = el.previousElementSibling as HTMLElement;
    new ResizeObserver(() => {
      const isOverlay = getComputedStyle(el).position === "absolute";
      const { offsetLeft, offsetTop, offsetWidth: width, offsetHeight: height } = el;
      chart.overlay = isOverlay ? { left: offsetLeft - chartElement.offsetLeft, top: offsetTop - chartElement.offsetTop, width, height } : null;
    }).observe(el);
  }

  /** Handle a reply to a request. */
  onReply(): void {
    this.requests.onReply();
  }

  /** Whether Python is available to rerun with crashes. */
  get canCrash(): boolean {
    return this.model.get("crashes") === true;
  }

  /** Crashes of the current run. */
  get crashes(): readonly Crash[] {
    return this.carried.crashes;
  }

  /** Rerun with these crashes and go to the last of them. The run without crashes is shown for comparison. */
  async rerunWithCrashes(crashes: readonly Crash[]): Promise<void> {
    const { carried, stepper } = this;
    const isOriginal = crashes.length === 0;
    const trace = await (isOriginal ? openTrace(toBytes(this.model.get("trace"))) : this.requests.request({ crashes }));
    const lastStep = Math.max(stepper.player.step, ...crashes.map(([, step]) => step));
    const position = trace.eventRange(Math.min(lastStep, trace.stepCount - 1))[1];
    const comparison = isOriginal ? carried.givenComparison : (carried.comparison ?? new ComparisonRun(stepper.trace));
    this.replaceRun(trace, { ...carried, comparison, position, view: stepper.view, change: null, crashes });
  }

  /** Show a run with a changed parameter: in the chart while the slider moves, everywhere when it is released. */
  private showRerun(trace: Trace, change: ParameterChange, isFinal: boolean): void {
    const { stepper, carried } = this;
    const { chart } = stepper.chartPanel!;
    const isOriginal = change.value === parseParameters(this.model.get("knobs")).find(({ name }) => name === change.knob)?.value;
    const comparison = isOriginal ? carried.givenComparison : (carried.comparison ?? new ComparisonRun(stepper.trace));
    if (isFinal) {
      const position = stepper.time === null ? 0 : trace.positionBy(stepper.time);
      return this.replaceRun(trace, { ...carried, comparison, position, view: stepper.view, change: isOriginal ? null : change, crashes: [] });
    }
    chart.setComparison(comparison);
    chart.preview(trace);
    if (stepper.view === "simple") stepper.simpleView!.preview(trace, chart.data, trace.positionBy(stepper.time ?? 0n));
    this.parameterPanel!.showTotals(computeRunTotals(trace, chart.data));
  }
}
