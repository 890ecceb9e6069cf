/**
 * The stepper: one widget that shows a run and steps through it.
 *
 * It implements the anywidget contract (`render({ model, el })`) and reads three traits: `trace`, the bytes of a trace
 * file; `position`, the number of events that have happened; and `step`, the step of the last one (-1 at the start).
 * Optional traits are `view`, the selected view; `time_ms`, the virtual time, by which two steppers can be linked;
 * `title`; `mark`, a position to mark; `program`, the lines that define the job; and `answer`, Python's answer to a
 * question.
 */

import { parseAddress } from "./address";
import { parseAnswer } from "../queries/answer_panel";
import { getProblem } from "../queries/rerun_messages";
import base from "../ui/base.css";
import { validateBookmarks } from "./bookmarks";
import { toBytes } from "../trace/bytes";
import { compareRuns } from "../trace/run_comparison";
import { AxisClock } from "../event_time_chart/axis_clock";
import { computeLayers } from "../job/graph_layout";
import { History } from "../trace/keyframes";
import { findElementPaths } from "../trace/record_paths";
import { parseParameters } from "../queries/parameter";
import { addStyles, patchMarkup, getFocused } from "../ui/dom_patch";
import { KeySteps } from "../trace/key_steps";
import type { Model } from "../ui/widget_page";
import { ComparisonRun } from "../event_time_chart/comparison_run";
import { explainLateness } from "../event_time_chart/late_reason";
import { ChartData } from "../event_time_chart/chart_data";
import { findHeadlineQuestion } from "../queries/headline_question";
import { createQuestionAt } from "../queries/prediction_rules";
import { describeEvent } from "../trace/event_descriptions";
import { NOTHING_CARRIED, Stepper } from "./stepper_widget";
import type { CarriedState } from "./stepper_widget";
import { setLanguage, t } from "../i18n/strings";
import { loadTables } from "../i18n/data_tables";
import { loadDetailViews, waitForDetailViews } from "../ui/detail_loader";
import { inspectTrace, openTrace } from "../trace/trace";
import type { Trace } from "../trace/trace";
import { Labels } from "../ui/value_format";
import { stateToJson } from "../trace/job_state";

/** Entry point of anywidget: draw into `el` and return a cleanup function. */
async function render({ model, el }: { model: Model; el: HTMLElement }): Promise<() => void> {
  let stepper: Stepper | null = null;
  let loads = 0;
  const show = (trace: Trace, carried: CarriedState): void => {
    const hadFocus = el.contains(getFocused(el));
    stepper?.destroy();
    stepper = new Stepper(trace, model, el, carried, show);
    if (hadFocus) stepper.root.focus({ preventScroll: true }); // keep the keyboard focus
  };
  const load = async (): Promise<void> => {
    const loadNumber = ++loads;
    const started = performance.now();
    await loadTables(model.get("tables"));
    setLanguage(parseAddress(model.get("addressed") ? location.hash : "").language ?? model.get("language"));
    try {
      const trace = await openTrace(toBytes(model.get("trace")));
      const givenTrait = model.get("beside");
      const givenComparison = givenTrait ? new ComparisonRun(await openTrace(toBytes(givenTrait))) : null;
      if (loadNumber !== loads) return;
      const previous = stepper;
      show(trace, { ...NOTHING_CARRIED, givenComparison, view: previous?.view ?? null });
      if (previous) stepper!.setStepMode(previous.player.stepMode);
      await waitForDetailViews();
      performance.measure("flinksim:load", { start: started });
    } catch (error) {
      stepper?.destroy();
      stepper = null;
      const failed = document.createElement("div");
      failed.className = "flinksim-widget failed";
      failed.setAttribute("role", "alert");
      failed.textContent = error instanceof Error ? error.message : String(error);
      addStyles(base, el);
      el.replaceChildren(failed);
    }
  };
  const handlers: Readonly<Record<string, () => void>> = {
    trace: () => void load(),
    position: () => stepper?.applyTrait("position"),
    step: () => stepper?.applyTrait("step"),
    view: () => stepper?.show(model.get("view")),
    time_ms: () => stepper?.applyTrait("time_ms"),
    answer: () => stepper?.onReply("answer"),
    turned: () => stepper?.onReply("turned"),
    goes_on: () => stepper?.listenForMore(),
    told: () => stepper?.onReply("told"),
    language: () => stepper?.changeLanguage(model.get("language") === "zh" ? "zh" : "en"),
  };
  for (const [name, handler] of Object.entries(handlers)) model.on(`change:${name}`, handler);
  await load();
  return () => {
    loads++;
    for (const [name, handler] of Object.entries(handlers)) model.off(`change:${name}`, handler);
    stepper?.destroy();
  };
}

export default { render };

// exported for tests: the parts that have a twin in Python
export {
  parseAnswer, compareRuns, validateBookmarks, AxisClock, patchMarkup, History, findElementPaths, parseParameters, Labels, explainLateness, computeLayers, KeySteps, findHeadlineQuestion, openTrace,
  ChartData, getProblem, createQuestionAt, describeEvent, loadDetailViews, loadTables, setLanguage, t, stateToJson, inspectTrace,
};
