/** The plan view: shows one plan, handles its actions and exchanges traits with the kernel. */

import { addFontNotice } from "../ui/chinese_font";
import { renderCards, linkClassNames } from "../glossary/class_card";
import { updateCard, updateForm } from "./edge_cards";
import type { CardContext } from "./edge_cards";
import { PlanEdits } from "./edits";
import type { Variant } from "./edits";
import { addInputListeners, zoomBy } from "./input";
import type { PlanViewActions } from "./input";
import { LayerTransition } from "./layer_transition";
import { PlanPageParts } from "./page_parts";
import { Scene } from "./svg_scene";
import { GenerationSteps } from "./generation_steps";
import { describeLayer, summarizeLayer } from "./plan_text";
import type { Edit, EdgeVerdict, GraphLayer, PlanDiagram } from "./layers.gen";
import { patchMarkup } from "../ui/dom_patch";
import { icon, watchTheme } from "../ui/widget_page";
import type { Model } from "../ui/widget_page";
import { translateMessages, translatePlan } from "../i18n/plan_messages";
import type { ChangeAnswer, PlanDocument } from "../i18n/plan_messages";
import { getLanguage, translate, t } from "../i18n/strings";
import { clamp, esc } from "../ui/svg";
import { createTracks } from "./transition_tracks";

/**
 * Minimum height of the diagram, and its maximum share of the window so that the cards stay visible. The larger share
 * applies if the labels need it to be readable.
 */
const MIN_HEIGHT = 250;
const HEIGHT_SHARE = 0.5;
const MAX_HEIGHT_SHARE = 0.65;

export class PlanView {
  private readonly parts: PlanPageParts;
  private readonly edits: PlanEdits;
  private readonly generationSteps = new GenerationSteps();
  private readonly cleanups: (() => void)[] = [];
  private plan: PlanDiagram;
  private scene: Scene;
  private verdicts = new Map<string, EdgeVerdict>();
  private readonly transition = new LayerTransition({
    countLayers: () => this.plan.layers.length,
    drawAt: (position, moving, blend) => {
      this.scene.draw(position, moving, blend);
      this.drawPosition();
    },
    settle: (hasMoved) => this.settle(hasMoved),
    onPlayStateChange: () => this.drawControls(),
  });
  private readonly actions: PlanViewActions;
  private selected: string | null = null;
  private hovered: string | null = null;
  private width = 0;

  constructor(
    untranslated: PlanDocument,
    variants: readonly Variant[],
    private readonly model: Model,
    el: HTMLElement,
  ) {
    const plan = (this.plan = translatePlan(untranslated));
    this.edits = new PlanEdits(model, plan, variants, (other, edits) => this.show(other, edits));
    this.scene = new Scene(createTracks(plan));
    this.parts = new PlanPageParts(t("flinksim plan view: {0}", plan.job_name), el);
    this.parts.root.lang = getLanguage() === "zh" ? "zh-CN" : "en";
    el.replaceChildren(this.parts.root);
    addFontNotice(this.parts.root, this.parts.root.querySelector("header")!);
    this.actions = this.createActions();
    this.cleanups.push(addInputListeners(this.parts, this.actions, () => this.resize()));
    this.applyTrait("layer", true);
    this.setPlan(plan);
    this.resize();
    this.applyTrait("selected", true);
    this.cleanups.push(watchTheme(this.parts.root));
  }

  destroy(): void {
    this.transition.stop();
    for (const cleanup of this.cleanups) cleanup();
    this.parts.root.remove();
  }

  private createActions(): PlanViewActions {
    const { transition, edits } = this;
    return {
      getScene: () => this.scene,
      runAction: (act) => this.runAction(act),
      goTo: (layer) => transition.goTo(layer),
      jump: (position) => transition.jump(position),
      settle: () => transition.goTo(transition.target),
      countLayers: () => this.plan.layers.length,
      select: (id) => this.select(id),
      getSelected: () => this.selected,
      hover: (id) => this.hover(id),
      undo: (edit) => edits.undo(edit),
      moveGenerationStep: (direction) => {
        this.generationSteps.move(direction, this.plan.walk);
        this.drawGenerationStep();
      },
      explainName: (name) => this.explainName(name),
      showVariant: (number) => edits.showVariant(number),
      handleControl: (control) => edits.handleControl(control, this.plan, this.selected),
      redraw: () => this.redraw(),
      describeLayer: () => this.updateTexts(),
    };
  }

  // --- traits of the kernel ------------------------------------------------------------------------

  /** Apply a trait that the kernel has changed. */
  applyTrait(trait: "layer" | "selected" | "problem" | "answer", immediately = false): void {
    const value = this.model.get(trait);
    if (trait === "problem") this.parts.setText("problem", String(value ?? ""));
    else if (trait === "answer") this.showChangeAnswer(value as ChangeAnswer);
    else if (trait === "selected") {
      const id = value ? String(value) : null;
      if (id !== this.selected) this.select(id, false);
    } else {
      const place = this.plan.layers.findIndex(({ name }) => name === value);
      if (place < 0 || place === this.transition.target) return;
      if (immediately) this.transition.position = this.transition.target = place;
      else this.transition.goTo(place);
    }
  }

  /** Show a change that flips a verdict, computed when its edge was selected. */
  private showChangeAnswer({ edge, change, zh }: ChangeAnswer): void {
    const verdict = this.verdicts.get(edge ?? "");
    if (!verdict || !change) return;
    verdict.change = translateMessages(change, zh ?? {});
    if (edge === this.selected) this.updateTexts();
  }

  /** Show another plan of the same program. Elements that exist in both move to their new positions. */
  show(untranslated: PlanDocument, edits: Edit[]): void {
    const plan = translatePlan(untranslated);
    const snapshot = this.scene.snapshot();
    this.edits.applied = edits;
    this.scene = new Scene(createTracks(plan));
    this.setPlan(plan);
    this.scene.startFrom(snapshot);
    this.generationSteps.reset();
    this.resize(true);
    this.drawControls();
    this.updateTexts();
    this.requestChange();
    this.transition.blend();
  }

  private setPlan(plan: PlanDiagram): void {
    const { parts } = this;
    this.plan = plan;
    this.verdicts = new Map(plan.verdicts.map((verdict) => [verdict.edge, verdict]));
    parts.get("scene").replaceChildren(this.scene.element);
    patchMarkup(parts.get("job"), `<b>${esc(plan.job_name)}</b> · ${t("the plan")}`);
    patchMarkup(parts.get("tabs"), plan.layers
      .map(({ title }, n) => `<button type="button" role="radio" data-layer="${n}" title="${n + 1}">${esc(translate(title))}</button>`)
      .join(""));
    parts.range.max = String(plan.layers.length - 1);
    parts.setText("notes", plan.notes.join("\n"));
    if (this.selected !== null && !this.isKnown(this.selected)) this.selected = null;
  }

  private isKnown(id: string): boolean {
    return this.plan.layers.some((layer) => [...layer.nodes, ...layer.edges].some((one) => one.id === id));
  }

  // --- user actions --------------------------------------------------------------------------------

  private runAction(act: string): void {
    const { transition } = this;
    if (act === "back") transition.goTo(Math.ceil(transition.position) - 1);
    else if (act === "next") transition.goTo(Math.floor(transition.position) + 1);
    else if (act === "play") transition.toggle();
    else if (act === "in") zoomBy(this.actions, 1.25);
    else if (act === "out") zoomBy(this.actions, 0.8);
    else if (act === "fit") zoomBy(this.actions, 0);
    else if (act === "apply") this.edits.apply(this.verdicts.get(this.selected ?? "")?.change?.edits ?? []);
    else if (act === "reset") this.edits.send([]);
    else if (act === "language") {
      this.model.set("language", getLanguage() === "zh" ? "en" : "zh");
      this.model.save_changes();
    }
  }

  private select(id: string | null, notify = true): void {
    if (id === this.selected) return;
    this.selected = id;
    this.scene.mark(id);
    this.updateTexts();
    this.requestChange();
    if (!notify) return;
    this.model.set("selected", id ?? "");
    this.model.save_changes();
  }

  /** Explain a Flink name. "" closes the card. */
  private explainName(name: string): void {
    const card = this.parts.get("card");
    card.hidden = name === "";
    if (name !== "") this.parts.update("card", `<button type="button" class="small" data-class="" aria-label="${t("Close")}">✕</button>${renderCards(name, null, 0)}`);
  }

  /** Request the change of the selected edge. In large plans changes are computed on request. */
  private requestChange(): void {
    const verdict = this.verdicts.get(this.selected ?? "");
    if (!verdict || verdict.change || !this.edits.isEditable) return;
    this.model.set("asked", verdict.edge);
    this.model.save_changes();
  }

  private hover(id: string | null): void {
    if (id === this.hovered) return;
    this.hovered = id;
    this.scene.mark(id, "pointed");
    updateCard(this.parts, this.cardContext, this.edits);
  }

  // --- drawing -------------------------------------------------------------------------------------

  private resize(force = false): void {
    const { root } = this.parts;
    const width = root.clientWidth;
    if (width === 0 || (width === this.width && !force)) return;
    this.width = width;
    root.dataset["size"] = width >= 1000 ? "wide" : width >= 660 ? "middle" : "narrow";
    const inner = this.scene.getSheetWidth(this.parts.get("scene").clientWidth);
    const readableHeight = Math.min(this.scene.getReadableHeight(inner), MAX_HEIGHT_SHARE * window.innerHeight);
    const maxHeight = Math.max(360, HEIGHT_SHARE * window.innerHeight, readableHeight);
    const height = clamp(this.scene.getPreferredHeight(inner), MIN_HEIGHT, maxHeight);
    this.scene.resize(inner, Math.round(height));
    if (!force) this.redraw();
  }

  /** Redraw the resting picture. During an animation the next frame does it. */
  private redraw(): void {
    const { position, target } = this.transition;
    if (this.width === 0 || position !== target) return;
    this.scene.draw(position, false);
    this.settle(false);
  }

  /** Update everything after an animation. */
  private settle(hasMoved: boolean): void {
    this.drawControls();
    this.updateTexts();
    this.scene.mark(this.selected);
    this.parts.get("scene").scrollLeft = this.scene.getLeft(Math.round(this.transition.position));
    if (!hasMoved) return;
    this.model.set("layer", this.layer.name);
    this.model.save_changes();
  }

  private get layer(): GraphLayer {
    return this.plan.layers[Math.round(this.transition.position)]!;
  }

  private get cardContext(): CardContext {
    const { plan, layer, verdicts, selected, hovered } = this;
    return { plan, layer, verdicts, selected, hovered };
  }

  /** Update only the slider during an animation; the controls are updated when another layer is nearest. */
  private drawPosition(): void {
    const { root, range } = this.parts;
    range.value = String(this.transition.position);
    root.dataset["position"] = this.transition.position.toFixed(2);
    if (root.dataset["layerName"] !== this.layer.name) this.drawControls();
  }

  private drawControls(): void {
    const { position, last, isPlaying } = this.transition;
    const { root, range } = this.parts;
    this.parts.update("play", isPlaying ? `${icon("pause")}${t("Pause")}` : `${icon("play")}${t("Play")}`);
    range.value = String(position);
    range.setAttribute("aria-valuetext", translate(this.layer.title));
    const nearest = Math.round(position);
    for (const tab of root.querySelectorAll<HTMLElement>("[data-layer]")) {
      tab.setAttribute("aria-checked", String(Number(tab.dataset["layer"]) === nearest));
    }
    for (const [act, end] of [["back", 0], ["next", last]] as const) {
      root.querySelector(`[data-act="${act}"]`)!.setAttribute("aria-disabled", String(position === end));
    }
    root.dataset["position"] = position.toFixed(2);
    root.dataset["layerName"] = this.layer.name;
    this.drawGenerationStep();
  }

  private drawGenerationStep(): void {
    const isShown = this.layer.name === "transformations" || this.layer.name === "stream";
    const sentence = this.generationSteps.draw(this.parts, this.scene, this.plan, isShown);
    this.parts.update("layerWords", linkClassNames(sentence ?? summarizeLayer(this.plan, this.layer)));
  }

  /** Update all texts about the current picture. */
  private updateTexts(): void {
    updateCard(this.parts, this.cardContext, this.edits);
    updateForm(this.parts, this.cardContext, this.edits);
    if (this.parts.words.open) this.parts.update("words", esc(describeLayer(this.plan, this.layer)));
  }
}
