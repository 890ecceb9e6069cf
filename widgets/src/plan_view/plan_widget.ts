/**
 * The plan viewer: one widget that shows all layers of a plan and animates the transitions.
 *
 * It implements the anywidget contract and reads the traits `plan` (the layers as compressed JSON), `edits`,
 * `problem`, `editable`, `layer`, `selected` and `answer`. Python derives all plans: an edit is sent to the kernel,
 * which replies with another plan. The id of an edge whose change is not known yet is sent as `asked`. An exported
 * page has no kernel; there `variants` may contain precomputed plans.
 */

import { toBytes, inflate } from "../trace/bytes";
import type { Variant } from "./edits";
import { PlanView } from "./plan_view";
import { LAYERS_VERSION } from "./layers.gen";
import type { Edit, PlanDiagram } from "./layers.gen";
import { addStyles, patchMarkup } from "../ui/dom_patch";
import type { Model } from "../ui/widget_page";
import base from "../ui/base.css";
import { getLanguage, setLanguage } from "../i18n/strings";
import { loadTables } from "../i18n/data_tables";

async function unpack<One>(value: unknown): Promise<One> {
  return JSON.parse(new TextDecoder().decode(await inflate(toBytes(value)))) as One;
}

async function openPlan(value: unknown): Promise<PlanDiagram> {
  const plan = await unpack<PlanDiagram>(value);
  if (plan.version !== LAYERS_VERSION) {
    throw new Error(`The plan has version ${plan.version}, this page knows ${LAYERS_VERSION}: export it again.`);
  }
  return plan;
}

/** Entry point of anywidget: draw into `el` and return a cleanup function. */
async function render({ model, el }: { model: Model; el: HTMLElement }): Promise<() => void> {
  let view: PlanView | null = null;
  let variants: Variant[] = [];
  try {
    await loadTables(model.get("tables"));
    setLanguage(model.get("language"));
    const plan = await openPlan(model.get("plan"));
    const trait = model.get("variants");
    variants = trait ? await unpack<Variant[]>(trait) : [];
    view = new PlanView(plan, variants, model, el);
  } catch (error) {
    addStyles(base, el);
    patchMarkup(el, `<div class="flinksim-widget failed" role="alert"></div>`);
    el.lastElementChild!.textContent = error instanceof Error ? error.message : String(error);
  }
  const onPlan = async (): Promise<void> => {
    const plan = await openPlan(model.get("plan"));
    view?.show(plan, model.get("edits") as Edit[]);
  };
  /** Rebuild the view in another language. */
  const onLanguage = async (): Promise<void> => {
    if (!view || getLanguage() === model.get("language")) return;
    setLanguage(model.get("language"));
    view.destroy();
    view = new PlanView(await openPlan(model.get("plan")), variants, model, el);
  };
  const handlers: [string, () => void][] = [
    ["change:language", () => void onLanguage()],
    ["change:plan", () => void onPlan()],
    ["change:layer", () => view?.applyTrait("layer")],
    ["change:selected", () => view?.applyTrait("selected")],
    ["change:problem", () => view?.applyTrait("problem")],
    ["change:answer", () => view?.applyTrait("answer")],
  ];
  for (const [name, handler] of handlers) model.on(name, handler);
  return () => {
    for (const [name, handler] of handlers) model.off(name, handler);
    view?.destroy();
  };
}

export default { render };
