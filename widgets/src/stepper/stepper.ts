/**
 * The stepper: one widget that shows a run and steps through it.
 *
 * It speaks the anywidget contract (`render({ model, el })`) and reads three traits: `trace`, the
 * bytes of a trace file; `position`, the number of facts that have become true; and `step`, the step
 * of the last of them (-1 at the beginning). Others may be there: `view`, what the panels tell of;
 * `time_ms`, the virtual time, by which two steppers can be linked; `title`; `mark`, a position to be
 * marked; `program`, the lines that declare the job; and `answer`, what Python says to a question.
 */

import { readAddress } from "./address";
import { answerOf } from "../queries/answer_panel";
import { problemOf } from "../queries/rerun_messages";
import base from "../ui/base.css";
import { checked } from "./bookmarks";
import { bytesOf } from "../trace/bytes";
import { changesOf } from "../trace/run_comparison";
import { Clock } from "../event_time_chart/axis_clock";
import { Followed } from "./focus";
import { Lookup } from "./frame";
import { layersOf } from "../job/graph_layout";
import { Gif } from "../export/gif";
import { History } from "../trace/keyframes";
import { journeysIn } from "../trace/record_paths";
import { knobsOf } from "../queries/parameter";
import { dress, fill, focusedIn } from "../ui/dom_patch";
import { metricsOf, operatorMetrics } from "../metrics/metrics";
import { Moments } from "../trace/key_steps";
import type { Model } from "../ui/widget_page";
import { Ghost } from "../event_time_chart/comparison_run";
import { latenessOf } from "../event_time_chart/late_reason";
import { PlaneRun } from "../event_time_chart/chart_data";
import { openingOf } from "../queries/headline_question";
import { questionAt } from "../queries/prediction_rules";
import { RunSeries } from "../metrics/run_series";
import { sentenceText } from "../trace/event_descriptions";
import { NOTHING, Stepper } from "./stepper_widget";
import type { Carry } from "./stepper_widget";
import { speak, t } from "../i18n/strings";
import { learn } from "../i18n/data_tables";
import { openTrace } from "../trace/trace";
import type { Trace } from "../trace/trace";
import { Labels } from "../ui/value_format";
import { viewJson } from "../trace/job_state";

/** anywidget's entry: draws into `el`; returns what takes it away again. */
async function render({ model, el }: { model: Model; el: HTMLElement }): Promise<() => void> {
  let stepper: Stepper | null = null;
  let loads = 0;
  const show = (trace: Trace, carry: Carry): void => {
    const had = el.contains(focusedIn(el));
    stepper?.destroy();
    stepper = new Stepper(trace, model, el, carry, show);
    if (had) stepper.root.focus({ preventScroll: true }); // the keys stay where they were
  };
  const load = async (): Promise<void> => {
    const mine = ++loads;
    const started = performance.now();
    await learn(model.get("tables"));
    speak(readAddress(model.get("addressed") ? location.hash : "").language ?? model.get("language"));
    try {
      const trace = await openTrace(bytesOf(model.get("trace")));
      const other = model.get("beside");
      const beside = other ? new Ghost(await openTrace(bytesOf(other))) : null;
      if (mine !== loads) return;
      const before = stepper;
      show(trace, { ...NOTHING, beside, view: before?.view ?? null });
      if (before) stepper!.setGrain(before.player.grain);
      performance.measure("flinksim:load", { start: started });
    } catch (error) {
      stepper?.destroy();
      stepper = null;
      const failed = document.createElement("div");
      failed.className = "flinksim-widget failed";
      failed.setAttribute("role", "alert");
      failed.textContent = error instanceof Error ? error.message : String(error);
      dress(base, el);
      el.replaceChildren(failed);
    }
  };
  const heard: Readonly<Record<string, () => void>> = {
    trace: () => void load(),
    position: () => stepper?.follow("position"),
    step: () => stepper?.follow("step"),
    view: () => stepper?.show(model.get("view")),
    time_ms: () => stepper?.follow("time_ms"),
    answer: () => stepper?.hear("answer"),
    turned: () => stepper?.hear("turned"),
    goes_on: () => stepper?.listenForMore(),
    told: () => stepper?.hear("told"),
    language: () => stepper?.speak(model.get("language") === "zh" ? "zh" : "en"),
  };
  for (const [name, hear] of Object.entries(heard)) model.on(`change:${name}`, hear);
  await load();
  return () => {
    loads++;
    for (const [name, hear] of Object.entries(heard)) model.off(`change:${name}`, hear);
    stepper?.destroy();
  };
}

export default { render };

// for tests: the parts that have a twin in Python
export {
  answerOf, changesOf, checked as checkedBookmarks, Clock, fill, Followed, Gif, History, journeysIn, knobsOf, Labels, latenessOf, layersOf, metricsOf, Lookup, Moments, openingOf, openTrace, operatorMetrics,
  PlaneRun, problemOf, questionAt, RunSeries, sentenceText, learn, speak, t, viewJson,
}; // prettier-ignore
