/** The lens on one plan: what it shows, what it is asked, what it tells the kernel. */

import { cardsMarkup, linkNames } from "../glossary/class_card";
import { drawCard, drawForm } from "./edge_cards";
import type { Looking } from "./edge_cards";
import { Edits } from "./edits";
import type { Variant } from "./edits";
import { listen, zoomBy } from "./input";
import type { Asked } from "./input";
import { Motion } from "./layer_transition";
import { Parts } from "./page_parts";
import { Scene } from "./svg_scene";
import { Walk } from "./generation_steps";
import { layerInWords, layerSentence } from "./plan_text";
import type { Edit, EdgeVerdict, Layer, LayerDocument } from "./layers.gen";
import { fill } from "../ui/dom_patch";
import { icon, watchTheme } from "../ui/widget_page";
import type { Model } from "../ui/widget_page";
import { spoken, spokenPlan } from "../i18n/plan_messages";
import type { Answer, Plan } from "../i18n/plan_messages";
import { language, said, t } from "../i18n/strings";
import { clamp, esc } from "../ui/svg";
import { makeTracks } from "./transition_tracks";

/**
 * The picture is at least so high, and at most half of the window, so that the cards are in sight; or
 * more of it, up to where a verdict is still in sight, for letters that can be read.
 */
const LOWEST = 250;
const SHARE = 0.5;
const LARGEST_SHARE = 0.65;

export class Lens {
  private readonly parts: Parts;
  private readonly edits: Edits;
  private readonly walk = new Walk();
  private readonly cleanups: (() => void)[] = [];
  private plan: LayerDocument;
  private scene: Scene;
  private verdicts = new Map<string, EdgeVerdict>();
  private readonly motion = new Motion({
    count: () => this.plan.layers.length,
    moment: (position, moving, blend) => {
      this.scene.draw(position, moving, blend);
      this.drawPosition();
    },
    still: (travelled) => this.settle(travelled),
    played: () => this.drawControls(),
  });
  private readonly asked: Asked;
  private selected: string | null = null;
  private pointed: string | null = null;
  private width = 0;

  constructor(
    told: Plan,
    variants: readonly Variant[],
    private readonly model: Model,
    el: HTMLElement,
  ) {
    const plan = (this.plan = spokenPlan(told));
    this.edits = new Edits(model, plan, variants, (other, edits) => this.show(other, edits));
    this.scene = new Scene(makeTracks(plan));
    this.parts = new Parts(t("flinksim lens: the plan of {0}", plan.job_name), el);
    this.parts.root.lang = language() === "zh" ? "zh-CN" : "en";
    el.replaceChildren(this.parts.root);
    this.asked = this.makeAsked();
    this.cleanups.push(listen(this.parts, this.asked, () => this.resize()));
    this.follow("layer", true);
    this.adopt(plan);
    this.resize();
    this.follow("selected", true);
    this.cleanups.push(watchTheme(this.parts.root));
  }

  destroy(): void {
    this.motion.stop();
    for (const cleanup of this.cleanups) cleanup();
    this.parts.root.remove();
  }

  private makeAsked(): Asked {
    const { motion, edits } = this;
    return {
      scene: () => this.scene,
      act: (act) => this.act(act),
      goTo: (layer) => motion.goTo(layer),
      jump: (position) => motion.jump(position),
      settle: () => motion.goTo(motion.wanted),
      layers: () => this.plan.layers.length,
      select: (id) => this.select(id),
      selected: () => this.selected,
      point: (id) => this.point(id),
      undo: (edit) => edits.undo(edit),
      walk: (whither) => {
        this.walk.go(whither, this.plan.walk);
        this.drawWalk();
      },
      name: (name) => this.explain(name),
      variant: (number) => edits.showVariant(number),
      change: (control) => edits.change(control, this.plan, this.selected),
      redraw: () => this.drawNow(),
      words: () => this.tell(),
    };
  }

  // --- what the kernel says ------------------------------------------------------------------------

  /** What the kernel wants to be shown. */
  follow(trait: "layer" | "selected" | "problem" | "answer", atOnce = false): void {
    const value = this.model.get(trait);
    if (trait === "problem") this.parts.tell("problem", String(value ?? ""));
    else if (trait === "answer") this.learn(value as Answer);
    else if (trait === "selected") {
      const id = value ? String(value) : null;
      if (id !== this.selected) this.select(id, false);
    } else {
      const place = this.plan.layers.findIndex(({ name }) => name === value);
      if (place < 0 || place === this.motion.wanted) return;
      if (atOnce) this.motion.position = this.motion.wanted = place;
      else this.motion.goTo(place);
    }
  }

  /** What would turn a verdict, found when its edge was chosen. */
  private learn({ edge, change, zh }: Answer): void {
    const verdict = this.verdicts.get(edge ?? "");
    if (!verdict || !change) return;
    verdict.change = spoken(change, zh ?? {});
    if (edge === this.selected) this.tell();
  }

  /** Another plan of the same program: what is the same moves to its new place. */
  show(told: Plan, edits: Edit[]): void {
    const plan = spokenPlan(told);
    const snapshot = this.scene.snapshot();
    this.edits.made = edits;
    this.scene = new Scene(makeTracks(plan));
    this.adopt(plan);
    this.scene.comeFrom(snapshot);
    this.walk.forget();
    this.resize(true);
    this.drawControls();
    this.tell();
    this.ask();
    this.motion.blend();
  }

  private adopt(plan: LayerDocument): void {
    const { parts } = this;
    this.plan = plan;
    this.verdicts = new Map(plan.verdicts.map((verdict) => [verdict.edge, verdict]));
    parts.get("scene").replaceChildren(this.scene.element);
    fill(parts.get("job"), `<b>${esc(plan.job_name)}</b> · ${t("the plan")}`);
    fill(parts.get("tabs"), plan.layers
      .map(({ title }, n) => `<button type="button" role="radio" data-layer="${n}" title="${n + 1}">${esc(said(title))}</button>`)
      .join(""));
    parts.range.max = String(plan.layers.length - 1);
    parts.tell("notes", plan.notes.join("\n"));
    if (this.selected !== null && !this.isKnown(this.selected)) this.selected = null;
  }

  private isKnown(id: string): boolean {
    return this.plan.layers.some((layer) => [...layer.nodes, ...layer.edges].some((one) => one.id === id));
  }

  // --- what a person wants -------------------------------------------------------------------------

  private act(act: string): void {
    const { motion } = this;
    if (act === "back") motion.goTo(Math.ceil(motion.position) - 1);
    else if (act === "next") motion.goTo(Math.floor(motion.position) + 1);
    else if (act === "play") motion.toggle();
    else if (act === "in") zoomBy(this.asked, 1.25);
    else if (act === "out") zoomBy(this.asked, 0.8);
    else if (act === "fit") zoomBy(this.asked, 0);
    else if (act === "apply") this.edits.apply(this.verdicts.get(this.selected ?? "")?.change?.edits ?? []);
    else if (act === "reset") this.edits.send([]);
    else if (act === "language") {
      this.model.set("language", language() === "zh" ? "en" : "zh");
      this.model.save_changes();
    }
  }

  private select(id: string | null, telling = true): void {
    if (id === this.selected) return;
    this.selected = id;
    this.scene.mark(id);
    this.tell();
    this.ask();
    if (!telling) return;
    this.model.set("selected", id ?? "");
    this.model.save_changes();
  }

  /** Says what a name of Flink is; nothing for "". */
  private explain(name: string): void {
    const card = this.parts.get("card");
    card.hidden = name === "";
    if (name !== "") this.parts.put("card", `<button type="button" class="small" data-class="" aria-label="${t("Close")}">✕</button>${cardsMarkup(name, null, 0)}`);
  }

  /** In a large plan changes are looked for one by one. */
  private ask(): void {
    const verdict = this.verdicts.get(this.selected ?? "");
    if (!verdict || verdict.change || !this.edits.possible) return;
    this.model.set("asked", verdict.edge);
    this.model.save_changes();
  }

  private point(id: string | null): void {
    if (id === this.pointed) return;
    this.pointed = id;
    this.scene.mark(id, "pointed");
    drawCard(this.parts, this.looking, this.edits);
  }

  // --- drawing -------------------------------------------------------------------------------------

  private resize(force = false): void {
    const { root } = this.parts;
    const width = root.clientWidth;
    if (width === 0 || (width === this.width && !force)) return;
    this.width = width;
    root.dataset["size"] = width >= 1000 ? "wide" : width >= 660 ? "middle" : "narrow";
    const inner = this.parts.get("scene").clientWidth;
    const letters = Math.min(this.scene.heightForLetters(inner), LARGEST_SHARE * window.innerHeight);
    const most = Math.max(360, SHARE * window.innerHeight, letters);
    const height = clamp(this.scene.wantedHeight(inner), LOWEST, most);
    this.scene.resize(inner, Math.round(height));
    if (!force) this.drawNow();
  }

  /** Draws what stands; while anything moves, the next frame does it. */
  private drawNow(): void {
    const { position, wanted } = this.motion;
    if (this.width === 0 || position !== wanted) return;
    this.scene.draw(position, false);
    this.settle(false);
  }

  /** What follows when everything stands. */
  private settle(travelled: boolean): void {
    this.drawControls();
    this.tell();
    this.scene.mark(this.selected);
    if (!travelled) return;
    this.model.set("layer", this.layer.name);
    this.model.save_changes();
  }

  private get layer(): Layer {
    return this.plan.layers[Math.round(this.motion.position)]!;
  }

  private get looking(): Looking {
    const { plan, layer, verdicts, selected, pointed } = this;
    return { plan, layer, verdicts, selected, pointed };
  }

  /** While everything moves, only this; the rest when another layer is the nearest. */
  private drawPosition(): void {
    const { root, range } = this.parts;
    range.value = String(this.motion.position);
    root.dataset["position"] = this.motion.position.toFixed(2);
    if (root.dataset["layerName"] !== this.layer.name) this.drawControls();
  }

  private drawControls(): void {
    const { position, last, playing } = this.motion;
    const { root, range } = this.parts;
    this.parts.put("play", playing ? `${icon("pause")}${t("Pause")}` : `${icon("play")}${t("Play")}`);
    range.value = String(position);
    range.setAttribute("aria-valuetext", said(this.layer.title));
    const near = Math.round(position);
    for (const tab of root.querySelectorAll<HTMLElement>("[data-layer]")) {
      tab.setAttribute("aria-checked", String(Number(tab.dataset["layer"]) === near));
    }
    for (const [act, end] of [["back", 0], ["next", last]] as const) {
      root.querySelector(`[data-act="${act}"]`)!.setAttribute("aria-disabled", String(position === end));
    }
    root.dataset["position"] = position.toFixed(2);
    root.dataset["layerName"] = this.layer.name;
    this.drawWalk();
  }

  private drawWalk(): void {
    const here = this.layer.name === "transformations" || this.layer.name === "stream";
    const sentence = this.walk.draw(this.parts, this.scene, this.plan, here);
    this.parts.put("layerWords", linkNames(sentence ?? layerSentence(this.plan, this.layer)));
  }

  /** Everything that is said about the picture as it stands. */
  private tell(): void {
    drawCard(this.parts, this.looking, this.edits);
    drawForm(this.parts, this.looking, this.edits);
    if (this.parts.words.open) this.parts.put("words", esc(layerInWords(this.plan, this.layer)));
  }
}
