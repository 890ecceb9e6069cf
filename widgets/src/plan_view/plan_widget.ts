/**
 * The lens: one widget that shows a plan in all its layers and turns one into the next.
 *
 * It speaks the anywidget contract and reads the traits `plan` (the document of layers, as deflated
 * JSON), `edits`, `problem`, `editable`, `layer`, `selected` and `answer`. It derives nothing: an edit
 * goes to the kernel, which answers with another plan, and the id of an edge whose change is not known
 * yet goes there as `asked`. The exported page has no kernel; there `variants` may hold plans that were
 * derived beforehand.
 */

import { bytesOf, inflate } from "../trace/bytes";
import type { Variant } from "./edits";
import { Lens } from "./plan_view";
import { LAYERS_VERSION } from "./layers.gen";
import type { Edit, LayerDocument } from "./layers.gen";
import { dress, fill } from "../ui/dom_patch";
import type { Model } from "../ui/widget_page";
import base from "../ui/base.css";
import { language, speak } from "../i18n/strings";
import { learn } from "../i18n/data_tables";

async function unpack<One>(value: unknown): Promise<One> {
  return JSON.parse(new TextDecoder().decode(await inflate(bytesOf(value)))) as One;
}

async function openPlan(value: unknown): Promise<LayerDocument> {
  const plan = await unpack<LayerDocument>(value);
  if (plan.version !== LAYERS_VERSION) {
    throw new Error(`The plan has version ${plan.version}, this page knows ${LAYERS_VERSION}: export it again.`);
  }
  return plan;
}

/** anywidget's entry: draws into `el`; returns what takes it away again. */
async function render({ model, el }: { model: Model; el: HTMLElement }): Promise<() => void> {
  let lens: Lens | null = null;
  let variants: Variant[] = [];
  try {
    await learn(model.get("tables"));
    speak(model.get("language"));
    const plan = await openPlan(model.get("plan"));
    const packed = model.get("variants");
    variants = packed ? await unpack<Variant[]>(packed) : [];
    lens = new Lens(plan, variants, model, el);
  } catch (error) {
    dress(base, el);
    fill(el, `<div class="flinksim-widget failed" role="alert"></div>`);
    el.lastElementChild!.textContent = error instanceof Error ? error.message : String(error);
  }
  const onPlan = async (): Promise<void> => {
    const plan = await openPlan(model.get("plan"));
    lens?.show(plan, model.get("edits") as Edit[]);
  };
  /** Says everything in another language. */
  const onLanguage = async (): Promise<void> => {
    if (!lens || language() === model.get("language")) return;
    speak(model.get("language"));
    lens.destroy();
    lens = new Lens(await openPlan(model.get("plan")), variants, model, el);
  };
  const handlers: [string, () => void][] = [
    ["change:language", () => void onLanguage()],
    ["change:plan", () => void onPlan()],
    ["change:layer", () => lens?.follow("layer")],
    ["change:selected", () => lens?.follow("selected")],
    ["change:problem", () => lens?.follow("problem")],
    ["change:answer", () => lens?.follow("answer")],
  ];
  for (const [name, handler] of handlers) model.on(name, handler);
  return () => {
    for (const [name, handler] of handlers) model.off(name, handler);
    lens?.destroy();
  };
}

export default { render };
