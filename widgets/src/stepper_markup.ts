/** The stepper's page: where everything stands. `data-part` is filled, `data-act` is pressed, `data-shows` names views. */

import base from "./base.css";
import cluster from "./cluster.css";
import { VIEWS } from "./frame";
import network from "./network.css";
import inside from "./inside.css";
import { button, icon, LOGO } from "./page";
import { pipLegend } from "./pips";
import plane from "./plane.css";
import { TABS } from "./side";
import scene from "./scene.css";
import { GRAINS, GRAIN_TITLES } from "./stops";
import theme from "./stepper.css";

export const STYLE = `${base}${theme}${network}${plane}${scene}${inside}${cluster}`;

const FOLLOW = `<button type="button" data-act="follow" class="small" hidden>follow the run</button>`;

const LEGEND = `
  <span><svg width="13" height="13"><circle cx="6.5" cy="6.5" r="5.5" class="record"/></svg>record</span>
  <span><svg width="20" height="16"><path d="M1 1h12l6 7l-6 7h-12z" class="watermark"/></svg>watermark</span>
  <span><svg width="18" height="14"><rect x="1" y="1" width="16" height="12" rx="4" class="legendPane"/></svg>pane</span>`;

/** The views that show a task, its channels and its calls. */
const OF_TASKS = "event time|network|inside|cluster|whole run";
const WITH_JOB = "event time|network|whole run";

export const PAGE = `
<header role="group" aria-label="The run">
  <div class="brand">${LOGO}<span>flinksim</span></div><div class="crumb" data-part="job"></div>
  <div class="grains views" role="radiogroup" aria-label="What to look at">
    ${VIEWS.map((view) => `<button type="button" role="radio" data-view="${view}">${view[0]!.toUpperCase()}${view.slice(1)}</button>`).join("")}
  </div>
  <div class="clock"><span>processing time</span> <b data-part="clock">–</b></div>
  <button type="button" data-act="copy" data-part="copy" title="Copy a link to just this">copy link</button>
  ${button("hall", "Hall mode", "Larger, for a hall (h)", "hall")}
  ${button("theme", "Light or dark", "Light or dark", "◐")}
</header>
<section class="panel story">
  <div class="say">
    <div class="where"><span class="question" data-part="question"></span><span class="badge" data-part="badge"></span>
      <button type="button" class="focusChip" data-act="unfocus" data-part="focus" title="Follow nothing any more (Escape)" hidden></button></div>
    <p data-part="sentence" role="status" aria-live="polite"></p>
    <dl class="failure" data-part="failure" hidden></dl>
  </div>
  <div class="controls">
    <div class="bar">
      ${button("first", "First", "To the beginning (Home)", icon("first"))}
      ${button("back", "Back", "Back (←)", icon("back"))}
      <button type="button" data-act="play" class="primary" data-part="play" title="Space"></button>
      ${button("next", "Next", "Next (→)", icon("next"))}
      ${button("last", "Last", "To the end (End)", icon("last"))}
    </div>
    <div class="count" data-part="count"></div>
  </div>
</section>
<section class="panel predict" data-part="predict" aria-label="Predict" hidden></section>
<div class="middle">
  <div class="planeView" data-shows="plane">
    <div class="grains planeTabs" role="tablist" aria-label="What of it to look at">
      ${["plane", "job", ...TABS].map((tab) => `<button type="button" role="tab" data-show-tab="${tab}">${tab}</button>`).join("")}
    </div>
    <section class="panel jobStrip" aria-label="The job">
      <div class="stripPicture" data-part="strip"></div><div class="program" data-part="program" tabindex="0" role="region" aria-label="The program" hidden></div>
    </section>
    <section class="panel planePanel" data-part="plane" aria-label="The plane"></section>
    <aside class="panel sidePanel" data-part="side"></aside>
  </div>
  <section class="panel jobPanel" data-shows="${WITH_JOB}"><div data-part="graph"></div></section>
  <div class="panels" data-shows="event time">
    <section class="panel valvePanel"><h3 aria-level="2">Watermarks <small data-part="task"></small>
      ${FOLLOW}</h3>
      <div data-part="valve"></div></section>
    <section class="panel timersPanel"><h3 aria-level="2">Timers <small data-part="timerCount"></small></h3>
      <div data-part="timers"></div></section>
    <section class="panel panesPanel"><h3 aria-level="2">Window panes <small data-part="keyed"></small>
      <span class="legend" aria-hidden="true">${LEGEND}</span></h3>
      <div data-part="panes"></div></section>
  </div>
  <div class="panels networkPanels" data-shows="network">
    <section class="panel channelsPanel"><h3 aria-level="2">Channels <small data-part="channelTask"></small>
      <span class="legend" aria-hidden="true">${pipLegend([["full", "buffer"], ["exclusive", "empty"], ["floating", "floating"], ["credit", "credit"]])}</span>
      ${FOLLOW}</h3>
      <div data-part="pools"></div><div data-part="channels" tabindex="0"></div></section>
    <section class="panel metricsPanel"><h3 aria-level="2">Metrics
      <input type="search" data-part="filter" placeholder="filter: busy, Usage, a task …" aria-label="Filter the metrics">
      <button type="button" data-act="changed" class="small" aria-pressed="false" title="Only what has changed">changed</button></h3>
      <div data-part="metrics" class="metrics" tabindex="0" role="region" aria-label="Metrics"></div></section>
  </div>
  <section class="panel insidePanel" data-shows="inside"><h3 aria-level="2">Inside <small data-part="insideTask"></small>
    <span class="insideTasks" data-part="insideTasks" role="group" aria-label="Which task"></span>
    ${FOLLOW}</h3>
    <div data-part="inside" tabindex="0" role="region" aria-label="Inside a task"></div></section>
  <section class="panel clusterPanel" data-shows="cluster"><h3 aria-level="2">Calls <small>between the processes, one under the other</small></h3>
    <div data-part="calls" tabindex="0" role="region" aria-label="Calls between the processes"></div></section>
  <section class="panel clusterPanel" data-shows="cluster"><h3 aria-level="2">Executions <small>and their states over time; what takes none is drawn wide enough to be seen</small></h3>
    <div data-part="states" tabindex="0" role="region" aria-label="States of the executions"></div></section>
  <section class="panel plotPanel" data-shows="whole run"><h3 aria-level="2">Whole run <small data-part="plotTask"></small>
    ${FOLLOW}</h3>
    <div class="plot"><div data-part="plot"></div><div class="playhead" data-part="playhead"></div></div>
  </section>
  <section class="panel stack" data-shows="${OF_TASKS}"><b>Call<br>stack</b><div class="frames" data-part="stack"
    tabindex="0" role="list" aria-label="Call stack"></div></section>
</div>
<section class="panel bottom">
  <div class="strip"><canvas data-part="canvas" aria-hidden="true"></canvas><div class="stripTip" data-part="tip" hidden></div>
    <input type="range" data-part="range" min="0" step="1" aria-label="Position in the run"></div>
  <div class="under">
    <label>step by <select data-part="grain" aria-label="Step by">
      ${GRAINS.map((grain) => `<option value="${grain}" title="${GRAIN_TITLES[grain]}">${grain}</option>`).join("")}
    </select></label>
    <button type="button" data-act="speed" title="Speed of play"><span data-part="speed"></span></button>
    ${button("predict", "Predict", "Be asked before the next decision (p)", "predict")}
    ${button("follow-here", "Follow", "Follow what the moment is about, or the mouse is on (f)", "follow")}
    <button type="button" data-act="marks" aria-expanded="false" title="Bookmarks with notes (b marks)">marks</button>
    <button type="button" data-act="save" aria-expanded="false" title="Save the picture or the story">save</button>
    ${button("help", "Keys", "What the keys do (?)", "?")}
    <details class="words"><summary>in words</summary><pre data-part="words"></pre></details>
  </div>
  <div class="marks" data-part="menu" hidden></div>
</section>`;
