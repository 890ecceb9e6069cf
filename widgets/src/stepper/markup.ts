/** HTML of the stepper. `data-part` names parts to fill, `data-act` actions, and `data-shows` the views of a panel. */

import base from "../ui/base.css";
import cluster from "../cluster/cluster.css";
import { VIEWS } from "./frame";
import type { View } from "./frame";
import network from "../network/network.css";
import inside from "../task/inside.css";
import { button, icon, LOGO } from "../ui/widget_page";
import plane from "../event_time_chart/chart.css";
import simple from "../simple_view/simple_view.css";
import { TABS } from "./side_panel";
import scene from "./scene.css";
import { STEP_MODES, STEP_MODE_TITLES } from "./stops";
import { getLanguage, t } from "../i18n/strings";
import type { MessageText } from "../i18n/strings";
import theme from "./stepper.css";

export const STYLE = `${base}${theme}${network}${plane}${scene}${simple}${inside}${cluster}`;

const renderFollowButton = (): string => `<button type="button" data-act="follow" class="small" hidden>${t("follow the run")}</button>`;

const renderLegend = (): string => `
  <span><svg width="13" height="13"><circle cx="6.5" cy="6.5" r="5.5" class="record"/></svg>${t("record")}</span>
  <span><svg width="20" height="16"><path d="M1 1h12l6 7l-6 7h-12z" class="watermark"/></svg>${t("watermark")}</span>
  <span><svg width="18" height="14"><rect x="1" y="1" width="16" height="12" rx="4" class="legendPane"/></svg>${t("window")}</span>`;

const VIEW_NAMES = { simple: "Simple", chart: "Chart", watermarks: "Watermarks", network: "Network", inside: "Inside", cluster: "Cluster", "whole run": "Whole run" } as const satisfies Record<View, MessageText>;

const VIEW_TITLES = {
  simple: "one lane per key: records, windows and the watermark (press e to see the chart)",
  chart: "event time over processing time: records, watermarks, windows (press e to see the simple view)",
  watermarks: "watermarks, timers, windows and state of a task",
  network: "buffers, credits and backpressure",
  inside: "classes and data inside a task",
  cluster: "calls between processes, and states of tasks",
  "whole run": "busy time, queues and throughput over time",
} as const satisfies Record<View, MessageText>;

const PLOT_ACTIONS = [["out", "−", "Zoom out (−)"], ["in", "+", "Zoom in (+)"], ["whole", "all", "The whole run (0)"], ["now", "this step", "Zoom to this step (z)"]] as const;

/** Views behind "More"; the current view is always shown. */
const RARE_VIEWS: readonly View[] = ["inside", "cluster", "whole run"];

/** Views that show a task, its channels and its calls. */
const TASK_VIEWS = "watermarks|network|inside|cluster";
const JOB_VIEWS = "watermarks|network|whole run";

/** Render the page. The simple view is offered at first only to a run that opens in it. */
export const renderPage = (view: View): string => `
<header role="group" aria-label="${t("The run")}">
  <div class="brand">${LOGO}<span>flinksim</span></div><div class="crumb" data-part="job"></div>
  <div class="grains views" role="radiogroup" aria-label="${t("View")}">
    ${VIEWS.map((one) => `<button type="button" role="radio" data-view="${one}"${RARE_VIEWS.includes(one) || (one === "simple" && view !== one) ? " data-more" : ""} title="${t(VIEW_TITLES[one])}">${t(VIEW_NAMES[one])}</button>`).join("")}
  </div>
  <div class="clock"><span>${t("processing time")}</span> <b data-part="clock">–</b></div>
  <button type="button" data-act="copy" data-more data-part="copy" title="${t("Copy a link to this step and view")}">${t("copy link")}</button>
  <button type="button" data-act="language" title="English / 中文">${getLanguage() === "zh" ? "English" : "中文"}</button>
  ${button("hall", t("Present"), t("Larger text, for a projector (h)"), t("present"), true)}
  ${button("theme", t("Light or dark"), t("Light or dark"), "◐", true)}
</header>
<section class="panel story">
  <div class="say">
    <div class="where"><span class="question" data-part="question"></span><span class="badge" data-part="badge"></span>
      <button type="button" class="focusChip" data-act="unfocus" data-part="focus" title="${t("Stop following (Escape)")}" hidden></button></div>
    <p data-part="sentence" role="status" aria-live="polite"></p>
    <dl class="failure" data-part="failure" hidden></dl>
  </div>
  <div class="controls">
    <div class="bar">
      ${button("first", t("First"), t("To the beginning (Home)"), icon("first"))}
      ${button("back", t("Back"), t("Back (←)"), icon("back"))}
      <button type="button" data-act="play" class="primary" data-part="play" title="${t("Space")}"></button>
      ${button("next", t("Next"), t("Next (→)"), icon("next"))}
      ${button("last", t("Last"), t("To the end (End)"), icon("last"))}
    </div>
    <div class="count" data-part="count"></div>
  </div>
</section>
<section class="panel pointed" data-part="pointed" aria-label="${t("Questions about the selection")}" aria-live="polite" hidden></section>
<section class="panel predict" data-part="predict" aria-label="${t("Predict")}" hidden></section>
<div class="middle">
  <div class="planeView" data-shows="simple|chart">
    <div class="grains planeTabs" role="tablist" aria-label="${t("Parts of the chart view")}">
      ${(["chart", "job", ...TABS] as const).map((tab) => `<button type="button" role="tab" data-show-tab="${tab}">${t(tab === "chart" ? "picture" : tab)}</button>`).join("")}
    </div>
    <section class="panel jobStrip" aria-label="${t("The job")}">
      <div class="stripPicture" data-part="strip"></div><div class="program" data-part="program" tabindex="0" role="region" aria-label="${t("The program")}" hidden></div>
    </section>
    <section class="panel planePanel" data-part="chart" aria-label="${t("Event-time chart")}"></section>
    <aside class="panel sidePanel" data-part="side"></aside>
  </div>
  <section class="panel jobPanel" data-shows="${JOB_VIEWS}"><div data-part="graph"></div></section>
  <div class="panels" data-shows="watermarks">
    <section class="panel valvePanel"><h3 aria-level="2">${t("Watermarks")} <small data-part="task"></small>
      ${renderFollowButton()}</h3>
      <div data-part="valve"></div></section>
    <section class="panel timersPanel"><h3 aria-level="2">${t("Timers")} <small data-part="timerCount"></small></h3>
      <div data-part="timers"></div></section>
    <section class="panel panesPanel"><h3 aria-level="2">${t("Windows of keys")} <small data-part="keyed"></small>
      <span class="legend" aria-hidden="true">${renderLegend()}</span></h3>
      <div data-part="panes"></div></section>
    <section class="panel statePanel"><h3 aria-level="2">${t("State")} <small data-part="kept"></small></h3>
      <div class="keptRows" data-part="state" tabindex="0"></div></section>
  </div>
  <div class="panels networkPanels" data-shows="network">
    <section class="panel channelsPanel"><h3 aria-level="2">${t("Channels")} <small data-part="channelTask"></small>
      <span class="legend" aria-hidden="true" data-part="channelLegend"></span>
      ${renderFollowButton()}</h3>
      <div data-part="pools"></div><div data-part="channels" tabindex="0"></div></section>
    <section class="panel metricsPanel"><h3 aria-level="2">${t("Metrics")}
      <input type="search" data-part="filter" placeholder="${t("filter: busy, buffers, a task’s name …")}" aria-label="${t("Filter the metrics")}">
      <button type="button" data-act="changed" class="small" aria-pressed="false" title="${t("Only what has changed")}">${t("changed")}</button></h3>
      <div data-part="metrics" class="metrics" tabindex="0" role="region" aria-label="${t("Metrics")}"></div></section>
  </div>
  <section class="panel insidePanel" data-shows="inside"><h3 aria-level="2">${t("Inside")} <small data-part="insideTask"></small>
    <span class="insideTasks" data-part="insideTasks" role="group" aria-label="${t("Which task")}"></span>
    ${renderFollowButton()}</h3>
    <div class="codeLine" data-part="code"></div>
    <div data-part="inside" tabindex="0" role="region" aria-label="${t("Inside a task")}"></div></section>
  <section class="panel clusterPanel" data-shows="cluster"><h3 aria-level="2">${t("Calls")} <small>${t("between the processes, from top to bottom")}</small></h3>
    <div data-part="calls" tabindex="0" role="region" aria-label="${t("Calls")}"></div></section>
  <section class="panel clusterPanel" data-shows="cluster"><h3 aria-level="2">${t("Executions")} <small>${t("and their states over time (states of zero duration are widened)")}</small></h3>
    <div data-part="states" tabindex="0" role="region" aria-label="${t("Executions")}"></div></section>
  <section class="panel plotPanel" data-shows="whole run"><h3 aria-level="2">${t("Whole run")} <small data-part="plotTask"></small>
    <span class="plotBar" role="group" aria-label="${t("Zoom")}">${PLOT_ACTIONS.map(([name, label, title]) => `<button type="button" class="small" data-plot="${name}" title="${t(title)}"${label.length > 1 ? `>${t(label as MessageText)}` : ` aria-label="${t(title)}">${label}`}</button>`).join("")}
      <button type="button" class="small" data-plot="unit" title="${t("Change the horizontal axis")}"></button><button type="button" class="small" data-plot="heartbeats" title="${t("Show the heartbeats of the JobMaster")}" hidden>${t("heartbeats")}</button>${renderFollowButton()}</span></h3>
    <div class="plot"><div data-part="plot"></div><div class="playhead" data-part="playhead"></div></div>
  </section>
  <section class="panel stack" data-shows="${TASK_VIEWS}"><b>${t("Call stack")}</b><div class="frames" data-part="stack"
    tabindex="0" role="list" aria-label="${t("Call stack")}"></div></section>
</div>
<section class="panel bottom">
  <div class="strip"><canvas data-part="canvas" aria-hidden="true"></canvas><div class="stripTip" data-part="tip" hidden></div>
    <input type="range" data-part="range" min="0" step="1" aria-label="${t("Position in the run")}"></div>
  <div class="under">
    <label>${t("step by")} <select data-part="grain" aria-label="${t("Step by")}">
      ${STEP_MODES.map((stepMode) => `<option value="${stepMode}" title="${t(STEP_MODE_TITLES[stepMode])}">${t(stepMode)}</option>`).join("")}
    </select></label>
    <button type="button" data-act="speed" data-more title="${t("Playback speed")}"><span data-part="speed"></span></button>
    ${button("predict", t("Predict"), t("Predict what happens next (p)"), t("predict"))}
    ${button("follow-here", t("Follow"), t("Highlight the subject of this step in all steps, or what the mouse points at (f)"), t("follow"), true)}
    <button type="button" data-act="crash" data-more aria-expanded="false" title="${t("Crash a task here and continue the run (c)")}" hidden>${t("crash")}</button>
    <button type="button" data-act="marks" data-more aria-expanded="false" title="${t("Bookmarks with notes (b adds one)")}">${t("bookmarks")}</button>
    <button type="button" data-act="save" data-more aria-expanded="false" title="${t("Save a picture, a text or a film")}">${t("save")}</button>
    <button type="button" data-act="more" title="${t("Show or hide the controls for experienced users")}">${t("More")}</button>
    ${button("help", t("Keyboard shortcuts"), t("Keyboard shortcuts (?)"), "?")}
    <details class="words" data-more><summary>${t("as text")}</summary><pre data-part="words"></pre></details>
  </div>
  <div class="marks" data-part="menu" tabindex="0" hidden></div>
</section>`;
