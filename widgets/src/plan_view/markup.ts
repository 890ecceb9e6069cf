/** HTML of the plan view. */

import { button, icon, LOGO } from "../ui/widget_page";
import { getLanguage, t } from "../i18n/strings";

const renderLegend = (): string => `
  <span><svg width="26" height="12"><path d="M1 6h24" class="legendChained"/></svg>${t("chained: a call")}</span>
  <span><svg width="26" height="12"><path d="M1 6h17" class="legendNear"/><path d="M25 6l-8-4.4v8.8z" class="legendHead"/></svg>${t("through channels")}</span>
  <span><svg width="26" height="12"><path d="M1 6h24" class="legendFar"/></svg>${t("over the network")}</span>`;

export const renderPage = (): string => `
<header role="group" aria-label="${t("The plan")}">
  <div class="brand">${LOGO}flinksim</div><div class="crumb" data-part="job"></div>
  <div class="legend" aria-hidden="true">${renderLegend()}</div>
  <button type="button" data-act="language" title="English / 中文">${getLanguage() === "zh" ? "English" : "中文"}</button>
  ${button("theme", t("Light or dark"), t("Light or dark"), "◐")}
</header>
<section class="panel picture">
  <div class="tabs">
    ${button("back", t("Layer before"), t("Layer before (←)"), icon("back"))}
    <button type="button" data-act="play" class="primary" data-part="play" title="${t("Space")}"></button>
    ${button("next", t("Next layer"), t("Next layer (→)"), icon("next"))}
    <div class="grains" role="radiogroup" aria-label="${t("Layer")}" data-part="tabs"></div>
    <div class="zoom">
      ${button("out", t("Smaller"), t("Smaller (−)"), "−")}
      ${button("fit", `${t("fit")}: ${t("Whole picture")}`, t("Whole picture (0)"), t("fit"))}
      ${button("in", t("Larger"), t("Larger (+)"), "+")}
    </div>
  </div>
  <input type="range" data-part="range" min="0" step="0.01" aria-label="${t("Transition between layers")}">
  <div class="told"><p class="layerWords" data-part="layerWords" role="status" aria-live="polite"></p>
    <div class="walk" data-part="walk" role="group" aria-label="${t("Generation steps")}" hidden></div></div>
  <div data-part="scene" class="scene"></div>
  <p class="notes" data-part="notes" role="note" hidden></p>
</section>
<div class="cards">
  <section class="panel why" data-part="why" aria-live="polite"></section>
  <section class="panel nameCard" data-part="card" aria-live="polite" hidden></section>
  <section class="panel what"><div data-part="form"></div><div data-part="whole"></div>
    <p class="problem" data-part="problem" role="alert" hidden></p>
    <div data-part="edits"></div><p class="offline" data-part="offline" hidden></p></section>
</div>
<details class="words"><summary>${t("This layer as text")}</summary><pre data-part="words"></pre></details>`;

/** Render the hint that is shown while nothing is selected. */
export const renderHint = (): string =>
  `<p class="verdict"><span class="badge kind">${t("why")}</span><span>${t("Select an edge with the mouse or the ↓ key to see why it is chained or not.")}</span></p>` +
  `<p class="hint">${t("← → change the layer, Space plays, + and − zoom, Esc clears the selection.")}</p>`;
