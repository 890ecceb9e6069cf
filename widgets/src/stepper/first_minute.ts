/** The first minute: few controls, callouts at the first opening, and terms explained on hover. The browser keeps the choices. */

import type { Stepper } from "./stepper_widget";
import { getLanguage } from "../i18n/strings";
import { tables } from "../i18n/data_tables";

type Choice = "more" | "tips";

/** Whether a choice was made in this browser; `fallback` where nothing is stored. */
function isStored(choice: Choice, fallback: boolean): boolean {
  try {
    return localStorage.getItem(`flinksim-${choice}`) === "1";
  } catch {
    return fallback;
  }
}

function store(choice: Choice, isOn: boolean): void {
  try {
    localStorage.setItem(`flinksim-${choice}`, isOn ? "1" : "");
  } catch {
    return; // without local storage a choice lasts as long as the page
  }
}

const getTerm = (name: string): string => tables.terms[name]?.[getLanguage() === "zh" ? 1 : 0] ?? "";

/** Render the three callouts; the same letters are on the page (scene.css). A hall shows no answers. */
export const renderTips = (view: string, isHall: boolean): string => `<ol class="tips">${[["table", "simple", "chart"].includes(view) ? `${view} tip` : "job tip", "step tip", ...(isHall ? [] : ["ask tip"])].map((name) => `<li>${getTerm(name)}</li>`).join("")}</ol>`;

/** Show the next callout on a page that shows one at a time. */
export function showNextTip({ root }: Stepper): void {
  const tips = root.querySelector<HTMLElement>(".tips");
  if (!tips) return;
  const shown = Number(tips.dataset["shown"] ?? 0) + 1;
  tips.dataset["shown"] = String(shown);
  tips.classList.toggle("last", shown === tips.childElementCount - 1);
  if (shown === tips.childElementCount - 1) root.querySelector<HTMLElement>(".tipButtons .primary")!.focus();
}

/** Show or hide the rarely used controls. */
export function showMore(stepper: Stepper, isOn = !stepper.root.classList.contains("more")): void {
  stepper.root.classList.toggle("more", isOn);
  stepper.root.querySelector('[data-act="more"]')!.setAttribute("aria-expanded", String(isOn));
  store("more", isOn);
  stepper.chartPanel?.drawToolbar();
}

export const dismissTips = (): void => store("tips", true);

export const areTipsDismissed = (): boolean => isStored("tips", true);

/** Apply what the browser has stored, and explain terms on hover. */
export function startFirstMinute(stepper: Stepper): void {
  const { root } = stepper;
  showMore(stepper, isStored("more", false));
  if (!root.classList.contains("embed") && !areTipsDismissed()) stepper.menu.toggle("help");
  root.addEventListener("mouseover", (event) => {
    const word = (event.target as Element).closest<HTMLElement>(".say b, .clock, .sign, .legend span");
    const name = word?.dataset["partOf"] ?? word?.className ?? "";
    const term = getTerm(name) || getTerm(`${name}s`);
    if (term && !root.matches(".more")) word!.title = term;
  });
}
