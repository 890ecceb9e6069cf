/** The target that a stepper follows, and the answer that it shows. */

import { parseAnswer, explainLateRecord } from "../queries/answer_panel";
import type { Answer, CauseLink } from "../queries/answer_panel";
import { explainFailure } from "../queries/failure_reason";
import { findFocus, Followed, formatFocus } from "./focus";
import type { Focus } from "./focus";
import type { Model } from "../ui/widget_page";
import type { Stepper } from "./stepper_widget";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";

export class FollowPanel {
  followed: Followed | null = null;

  constructor(private readonly stepper: Stepper, private readonly model: Model) {}

  /** Follow a target. The same target again, or null, ends following. */
  follow(focus: Focus | null): void {
    const { stepper } = this;
    const isSame = focus && this.followed && formatFocus(focus) === formatFocus(this.followed.focus);
    const { panel, side } = stepper.ensureChart();
    const { trace, lookup, labels, parts } = stepper;
    this.followed = focus && !isSame ? new Followed(focus, trace, lookup, labels, panel.chart.data) : null;
    panel.chart.follow(this.followed);
    this.stepper.simpleView!.followed = this.followed;
    this.stepper.simpleView!.invalidate();
    side.follow(this.followed);
    parts.update("focus", this.followed ? `${t("following {0}", esc(this.followed.label))} ✕` : "");
    parts.get("focus").hidden = !this.followed;
    if (this.followed) stepper.queryBox.askAboutTarget(formatFocus(this.followed.focus));
    stepper.redraw();
  }

  /** Follow the hovered item, or else what the current event is about. */
  followCurrent(): void {
    const { hovered } = this.stepper.chartPanel?.chart ?? { hovered: null };
    if (hovered?.what === "pane") this.follow({ kind: "window", id: hovered.pane.window });
    else if (hovered) this.follow({ kind: "record", id: String(hovered.what === "late" ? hovered.late.dot.index : hovered.dot.index) });
    else this.follow(this.followed ? null : findFocus(this.stepper.trace, this.stepper.index));
  }

  /** Get Python's answer or, for a late record or a failure, the explanation from the trace. */
  private get answer(): Answer | null {
    const { trace, chartPanel, labels, index } = this.stepper;
    const answer = this.stepper.queryBox.answer ?? parseAnswer(this.model.get("answer"), trace.stepCount);
    if (answer) return answer;
    if (index >= 0 && trace.event(index).type === "TaskFailed") return explainFailure(trace, labels, index);
    const lateRecord = index < 0 ? undefined : chartPanel?.chart.data.lateRecordAt.get(index);
    return lateRecord ? explainLateRecord(trace, chartPanel!.chart.data, labels, lateRecord) : null;
  }

  /** Whether Python has set an answer. */
  get hasPythonAnswer(): boolean {
    return parseAnswer(this.model.get("answer"), this.stepper.trace.stepCount) !== null;
  }

  drawAnswer(): void {
    const { sidePanel, queryBox, player, index, trace, scrubber, root, simpleView } = this.stepper;
    const { answer } = this;
    sidePanel?.setAnswer(answer, player.step, queryBox.countTries(answer));
    queryBox.showEvent(index, player.step);
    const links = answer?.links ?? [];
    scrubber.highlight(links.map(({ step, position }) => position ?? trace.eventRange(Math.max(0, step))[1]));
    simpleView?.light(links.flatMap(({ position }) => (position === undefined ? [] : [position - 1])), links.flatMap(({ things }) => things));
    const highlighted = new Set(links.flatMap(({ things }) => things));
    for (const one of root.querySelectorAll<Element>("[data-task]")) {
      const task = (one as HTMLElement | SVGElement).dataset["task"]!;
      const names = [task, ...this.stepper.lookup.getOperators(task).map(({ id }) => id)];
      one.classList.toggle("lit", names.some((id) => highlighted.has(id)));
    }
  }

  /** Go to a cause, and show the first task that it mentions. */
  goToLink({ step, position, things }: CauseLink): void {
    const { lookup, player } = this.stepper;
    const named = [...lookup.subtasks.keys()].find((task) => {
      const channels = lookup.getInputs(task).some(({ id }) => things.includes(id));
      return channels || things.includes(task) || lookup.getOperators(task).some(({ id }) => things.includes(id));
    });
    if (named) this.stepper.pinned = named;
    player.pause();
    if (position !== undefined) player.seek(position);
    else player.goToStep(step);
  }
}
