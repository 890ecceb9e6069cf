/** What a stepper follows, and the answer that it gives. */

import { answerOf, whyLate } from "../queries/answer_panel";
import type { Answer, Link } from "../queries/answer_panel";
import { focusOf, Followed, writeFocus } from "./focus";
import type { Focus } from "./focus";
import type { Model } from "../ui/widget_page";
import type { Stepper } from "./stepper_widget";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";

export class Following {
  followed: Followed | null = null;

  constructor(private readonly stepper: Stepper, private readonly model: Model) {}

  /** Follows a thing; the same again, or null, nothing. */
  on(focus: Focus | null): void {
    const { stepper } = this;
    const same = focus && this.followed && writeFocus(focus) === writeFocus(this.followed.focus);
    const { panel, side } = stepper.ensurePlane();
    const { trace, lookup, labels, parts } = stepper;
    this.followed = focus && !same ? new Followed(focus, trace, lookup, labels, panel.plane.run) : null;
    panel.plane.follow(this.followed);
    side.follow(this.followed);
    parts.put("focus", this.followed ? `${t("following {0}", esc(this.followed.words))} ✕` : "");
    parts.get("focus").hidden = !this.followed;
    if (this.followed) stepper.inquiry.point(writeFocus(this.followed.focus));
    stepper.redraw();
  }

  /** What the mouse is on, or else what the moment is about. */
  here(): void {
    const { hover } = this.stepper.panel?.plane ?? { hover: null };
    if (hover?.what === "pane") this.on({ kind: "window", id: hover.pane.window });
    else if (hover) this.on({ kind: "record", id: String(hover.what === "late" ? hover.late.dot.index : hover.dot.index) });
    else this.on(this.followed ? null : focusOf(this.stepper.trace, this.stepper.index));
  }

  /** What Python says, or else, of a late record, what the trace does. */
  private get answer(): Answer | null {
    const { trace, panel, labels, index } = this.stepper;
    const told = this.stepper.inquiry.answer ?? answerOf(this.model.get("answer"), trace.stepCount);
    if (told) return told;
    const late = index < 0 ? undefined : panel?.plane.run.lateAt.get(index);
    return late ? whyLate(trace, panel!.plane.run, labels, late) : null;
  }

  /** Whether there is an answer to what was asked in Python. */
  get isAsked(): boolean {
    return answerOf(this.model.get("answer"), this.stepper.trace.stepCount) !== null;
  }

  drawAnswer(): void {
    const { side, inquiry, player, index, trace, scrubber, root } = this.stepper;
    const { answer } = this;
    side?.setAnswer(answer, player.step, inquiry.triesOf(answer));
    inquiry.at(index, player.step);
    const links = answer?.links ?? [];
    scrubber.light(links.map(({ step, position }) => position ?? trace.eventRange(Math.max(0, step))[1]));
    const lit = new Set(links.flatMap(({ things }) => things));
    for (const one of root.querySelectorAll<Element>("[data-task]")) {
      const task = (one as HTMLElement | SVGElement).dataset["task"]!;
      const names = [task, ...this.stepper.lookup.operatorsOf(task).map(({ id }) => id)];
      one.classList.toggle("lit", names.some((id) => lit.has(id)));
    }
  }

  /** Goes to a link of an answer, with the first task that it names in view. */
  walk({ step, position, things }: Link): void {
    const { lookup, player } = this.stepper;
    const named = [...lookup.subtasks.keys()].find((task) => {
      const channels = lookup.inputsOf(task).some(({ id }) => things.includes(id));
      return channels || things.includes(task) || lookup.operatorsOf(task).some(({ id }) => things.includes(id));
    });
    if (named) this.stepper.pinned = named;
    player.pause();
    if (position !== undefined) player.go(position);
    else player.goToStep(step);
  }
}
