/**
 * The lens: one widget that shows a plan in all its layers and turns one into the next.
 *
 * It speaks the anywidget contract and reads the traits `plan` (the document of layers, as deflated
 * JSON), `edits`, `problem`, `editable`, `layer` and `selected`. It derives nothing: an edit goes to
 * the kernel, which answers with another plan. The exported page has no kernel; there `variants` may
 * hold plans that were derived beforehand.
 */

import { chainingEnabled, edgeForm, editList, operatorForm, operatorOf, withEdit } from "./lens_controls";
import { Motion } from "./lens_motion";
import { HINT, PAGE } from "./lens_page";
import { Scene } from "./lens_scene";
import { edgeCard, editWords, layerInWords, layerSentence, nameOf, nodeCard } from "./lens_words";
import { LAYERS_VERSION } from "./layers.gen";
import type { Edit, EdgeVerdict, Layer, LayerDocument, WalkStep } from "./layers.gen";
import { bytesOf, inflate } from "./bytes";
import { icon, watchTheme } from "./page";
import type { Model } from "./page";
import base from "./base.css";
import look from "./lens.css";
import { clamp, esc } from "./svg";
import { makeTracks } from "./tracks";

const TALLEST = 430;
const LOWEST = 250;

interface Variant {
  edits: Edit[];
  document: LayerDocument;
}

class Lens {
  private readonly root = document.createElement("div");
  private readonly parts = new Map<string, HTMLElement>();
  private readonly cleanups: (() => void)[] = [];
  /** The plan that was there at first; without edits, if `pristine`. */
  private readonly original: LayerDocument;
  private readonly pristine: boolean;
  private plan: LayerDocument;
  private edits: Edit[] = [];
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
  private selected: string | null = null;
  private pointed: string | null = null;
  private walkAt: number | null = null;
  private lighting = -1;
  private width = 0;

  constructor(
    plan: LayerDocument,
    private readonly variants: Variant[],
    private readonly model: Model,
    el: HTMLElement,
  ) {
    this.plan = this.original = plan;
    this.edits = (model.get("edits") as Edit[] | undefined) ?? [];
    this.pristine = this.edits.length === 0;
    this.scene = new Scene(makeTracks(plan));
    this.root.className = "flinksim-widget flinksim-lens";
    this.root.tabIndex = 0;
    this.root.setAttribute("role", "application");
    this.root.setAttribute("aria-label", `flinksim lens: the plan of ${plan.job_name}`);
    this.root.dataset["lmSuppressShortcuts"] = "true"; // the notebook must not take our keys
    this.root.innerHTML = `<style>${base}${look}</style>${PAGE}`;
    for (const part of this.root.querySelectorAll<HTMLElement>("[data-part]")) {
      this.parts.set(part.dataset["part"]!, part);
    }
    el.replaceChildren(this.root);
    this.listen();
    this.follow("layer", true);
    this.adopt(plan);
    this.resize();
    this.follow("selected", true);
    this.cleanups.push(watchTheme(this.root));
  }

  destroy(): void {
    this.motion.stop();
    for (const cleanup of this.cleanups) cleanup();
    this.root.remove();
  }

  /** What the kernel wants to be shown. */
  follow(trait: "layer" | "selected" | "problem", atOnce = false): void {
    const value = this.model.get(trait);
    if (trait === "problem") {
      this.part("problem").textContent = String(value ?? "");
      this.part("problem").hidden = !value;
    } else if (trait === "selected") {
      const id = value ? String(value) : null;
      if (id !== this.selected) this.select(id, false);
    } else {
      const place = this.plan.layers.findIndex(({ name }) => name === value);
      if (place < 0 || place === this.motion.wanted) return;
      if (atOnce) this.motion.position = this.motion.wanted = place;
      else this.motion.goTo(place);
    }
  }

  /** Another plan of the same program: what is the same moves to its new place. */
  show(plan: LayerDocument, edits: Edit[]): void {
    const snapshot = this.scene.snapshot();
    this.edits = edits;
    this.scene = new Scene(makeTracks(plan));
    this.adopt(plan);
    this.scene.comeFrom(snapshot);
    this.walkAt = null;
    this.lighting = -1;
    this.resize(true);
    this.drawControls();
    this.tell();
    this.motion.blend();
  }

  private adopt(plan: LayerDocument): void {
    this.plan = plan;
    this.verdicts = new Map(plan.verdicts.map((verdict) => [verdict.edge, verdict]));
    this.part("scene").replaceChildren(this.scene.element);
    this.part("job").innerHTML = `<b>${esc(plan.job_name)}</b> · the plan`;
    this.part("tabs").innerHTML = plan.layers
      .map(({ title }, n) => `<button type="button" role="radio" data-layer="${n}" title="${n + 1}">${esc(title)}</button>`)
      .join("");
    this.range.max = String(plan.layers.length - 1);
    this.part("notes").hidden = plan.notes.length === 0;
    this.part("notes").textContent = plan.notes.join(" ");
    if (this.selected !== null && !this.isKnown(this.selected)) this.selected = null;
  }

  private isKnown(id: string): boolean {
    return this.plan.layers.some((layer) => [...layer.nodes, ...layer.edges].some((one) => one.id === id));
  }

  // --- listening -----------------------------------------------------------------------------------

  private listen(): void {
    const { root } = this;
    root.addEventListener("click", (event) => this.onClick(event));
    root.addEventListener("keydown", (event) => this.onKey(event));
    root.addEventListener("change", (event) => this.onChange(event));
    this.range.addEventListener("input", () => this.motion.jump(Number(this.range.value)));
    this.range.addEventListener("change", () => this.motion.goTo(this.motion.wanted));
    root.querySelector("details")!.addEventListener("toggle", () => this.tell());
    const scene = this.part("scene");
    scene.addEventListener("pointerover", (event) => this.point(idAt(event.target)));
    scene.addEventListener("pointerleave", () => this.point(null));
    scene.addEventListener("focusin", (event) => this.select(idAt(event.target)));
    scene.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    scene.addEventListener("pointerdown", (event) => this.drag(event));
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(root);
    this.cleanups.push(() => observer.disconnect());
  }

  private onClick(event: MouseEvent): void {
    const target = event.target as Element;
    const data = target.closest<HTMLElement>("[data-act],[data-layer],[data-look],[data-undo],[data-walk],[data-variant]")
      ?.dataset;
    if (!data) {
      if (target.closest(".scene")) this.select(idAt(target));
      return;
    }
    if (data["layer"] !== undefined) this.motion.goTo(Number(data["layer"]));
    else if (data["look"] !== undefined) this.select(data["look"]);
    else if (data["undo"] !== undefined) this.send(this.edits.filter((_, n) => n !== Number(data["undo"])));
    else if (data["walk"] !== undefined) this.walk(data["walk"]);
    else if (data["variant"] !== undefined) this.showVariant(Number(data["variant"]));
    else this.act(data["act"]!);
  }

  private act(act: string): void {
    const { motion } = this;
    if (act === "back") motion.goTo(Math.ceil(motion.position) - 1);
    else if (act === "next") motion.goTo(Math.floor(motion.position) + 1);
    else if (act === "play") motion.toggle();
    else if (act === "in") this.zoomBy(1.25);
    else if (act === "out") this.zoomBy(0.8);
    else if (act === "fit") this.zoomBy(0);
    else if (act === "apply") this.apply();
    else if (act === "reset") this.send([]);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element;
    if (target.matches("select, input:not([type=range])")) return;
    const onButton = target.matches("button, summary");
    const layer = Number(event.key) - 1;
    if (event.key === "ArrowRight") this.act("next");
    else if (event.key === "ArrowLeft") this.act("back");
    else if (event.key === "ArrowDown") this.focusNext(1);
    else if (event.key === "ArrowUp") this.focusNext(-1);
    else if (event.key === " " && !onButton) this.act("play");
    else if (event.key === "Enter" && !onButton) this.act("apply");
    else if (event.key === "Home") this.motion.goTo(0);
    else if (event.key === "End") this.motion.goTo(this.motion.last);
    else if (event.key === "Escape") this.select(null);
    else if (event.key === "+" || event.key === "=") this.act("in");
    else if (event.key === "-") this.act("out");
    else if (event.key === "0") this.act("fit");
    else if (this.plan.layers[layer]) this.motion.goTo(layer);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private focusNext(by: number): void {
    const order = this.scene.order();
    const at = this.selected === null ? -1 : order.indexOf(this.selected);
    const place = at < 0 ? (by > 0 ? 0 : order.length - 1) : (at + by + order.length) % order.length;
    const id = order[place];
    if (id === undefined) return;
    this.scene.elementOf(id)?.focus();
    this.select(id);
  }

  private onWheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return; // else the page scrolls
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY * 0.002));
  }

  private zoomBy(factor: number): void {
    const { scene } = this;
    const zoom = factor === 0 ? 1 : clamp(scene.zoom * factor, 0.5, 30);
    const change = zoom / scene.zoom;
    scene.pan = factor === 0 ? { x: 0, y: 0 } : { x: scene.pan.x * change, y: scene.pan.y * change };
    scene.zoom = zoom;
    this.drawNow();
  }

  private drag(down: PointerEvent): void {
    const from = { ...this.scene.pan };
    const move = (event: PointerEvent): void => {
      const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (Math.hypot(x, y) < 4) return;
      this.scene.pan = { x: from.x + x, y: from.y + y };
      this.drawNow();
    };
    const up = (): void => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
  }

  // --- looking -------------------------------------------------------------------------------------

  private select(id: string | null, telling = true): void {
    if (id === this.selected) return;
    this.selected = id;
    this.scene.mark(id);
    this.tell();
    if (!telling) return;
    this.model.set("selected", id ?? "");
    this.model.save_changes();
  }

  private point(id: string | null): void {
    if (id === this.pointed) return;
    this.pointed = id;
    this.scene.mark(id, "pointed");
    this.drawCard();
  }

  private walk(whither: string): void {
    const { walk } = this.plan;
    const at = this.walkAt ?? -1;
    if (whither === "end") this.walkAt = null;
    else this.walkAt = clamp(at + (whither === "back" ? -1 : 1), 0, walk.length - 1);
    this.drawWalk();
  }

  // --- changing --------------------------------------------------------------------------------------

  private onChange(event: Event): void {
    const target = event.target as HTMLInputElement | HTMLSelectElement;
    const kind = target.dataset["edit"];
    if (!kind || !this.editable) return;
    if (kind === "SetOperatorChaining") {
      this.make({ edit: kind, enabled: (target as HTMLInputElement).checked });
      return;
    }
    const verdict = this.verdicts.get(this.selected ?? "");
    if (verdict) this.changePartitioner(verdict, target.value);
    else if (this.selected) this.changeOperator(kind, target.value);
  }

  private changeOperator(kind: string, value: string): void {
    const operator = operatorOf(this.plan, this.selected!);
    if (!operator) return;
    const { transformation } = operator;
    if (kind === "chaining") this.make({ edit: value, transformation });
    else if (kind === "SetSlotSharingGroup") this.make({ edit: kind, transformation, group: value.trim() || "default" });
    else if (kind === "SetParallelism") this.make({ edit: kind, transformation, parallelism: Number(value) });
    else if (value === "") {
      const own = (edit: Edit): boolean => edit.edit === kind && edit["transformation"] === transformation;
      this.send(this.edits.filter((edit) => !own(edit)));
    } else this.make({ edit: kind, transformation, max_parallelism: Number(value) });
  }

  private changePartitioner(verdict: EdgeVerdict, partitioner: string): void {
    const stream = this.plan.layers.find(({ name }) => name === "stream");
    const edge = stream?.edges.find(({ id }) => id === verdict.edge);
    const target = edge && operatorOf(this.plan, edge.target);
    if (!edge || !target) return;
    const input = Number(edge.details.find(([name]) => name === "input")?.[1] ?? 1);
    const { transformation } = target;
    this.make({ edit: "InsertPartitioner", transformation, partitioner, input_number: input - 1 });
  }

  private apply(): void {
    const change = this.verdicts.get(this.selected ?? "")?.change;
    if (!change || change.edits.length === 0) return;
    const variant = this.variants.findIndex(({ edits }) => same(edits, change.edits));
    if (this.editable) this.send(change.edits.reduce((all, edit) => this.with(all, edit), this.edits));
    else if (variant >= 0) this.showVariant(variant);
  }

  private make(edit: Edit): void {
    this.send(this.with(this.edits, edit));
  }

  private with(edits: Edit[], edit: Edit): Edit[] {
    return withEdit(edits, edit, this.pristine ? this.original : null);
  }

  /** Asks the kernel to derive everything again; without one only the first plan is there. */
  private send(edits: Edit[]): void {
    if (this.editable) {
      this.model.set("edits", edits);
      this.model.save_changes();
    } else if (edits.length === 0) this.show(this.original, []);
  }

  private showVariant(number: number): void {
    const { document: plan, edits } = this.variants[number]!;
    this.show(plan, edits);
  }

  private get editable(): boolean {
    return Boolean(this.model.get("editable"));
  }

  // --- drawing -------------------------------------------------------------------------------------

  private resize(force = false): void {
    const width = this.root.clientWidth;
    if (width === 0 || (width === this.width && !force)) return;
    this.width = width;
    this.root.dataset["size"] = width >= 1000 ? "wide" : width >= 660 ? "middle" : "narrow";
    const inner = this.part("scene").clientWidth;
    const height = clamp(this.scene.wantedHeight(inner), LOWEST, TALLEST);
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

  /** While everything moves, only this; the rest when another layer is the nearest. */
  private drawPosition(): void {
    this.range.value = String(this.motion.position);
    this.root.dataset["position"] = this.motion.position.toFixed(2);
    if (this.root.dataset["layerName"] !== this.layer.name) this.drawControls();
  }

  private drawControls(): void {
    const { position, last, playing } = this.motion;
    this.put("play", playing ? `${icon("pause")}Pause` : `${icon("play")}Play`);
    this.range.value = String(position);
    this.range.setAttribute("aria-valuetext", this.layer.title);
    const near = Math.round(position);
    for (const tab of this.root.querySelectorAll<HTMLElement>("[data-layer]")) {
      tab.setAttribute("aria-checked", String(Number(tab.dataset["layer"]) === near));
    }
    for (const [act, end] of [["back", 0], ["next", last]] as const) {
      this.root.querySelector(`[data-act="${act}"]`)!.setAttribute("aria-disabled", String(position === end));
    }
    this.root.dataset["position"] = position.toFixed(2);
    this.root.dataset["layerName"] = this.layer.name;
    this.drawWalk();
  }

  /** Everything that is said about the picture as it stands. */
  private tell(): void {
    this.drawCard();
    this.drawForm();
    if (this.root.querySelector("details")!.open) this.put("words", esc(layerInWords(this.plan, this.layer)));
  }

  private drawCard(): void {
    const id = this.pointed ?? this.selected;
    this.put("why", (id !== null && this.cardOf(id)) || HINT);
  }

  private cardOf(id: string): string | null {
    const verdict = this.verdicts.get(id);
    if (verdict) {
      const offered = this.variants.some(({ edits }) => same(edits, verdict.change?.edits ?? []));
      return edgeCard(verdict, this.editable || offered, id !== this.selected);
    }
    const edge = this.layer.edges.find((one) => one.id === id);
    if (edge?.origin && this.verdicts.has(edge.origin)) return this.cardOf(edge.origin);
    const layer = [this.layer, ...this.plan.layers].find(({ nodes }) => nodes.some((one) => one.id === id));
    const node = layer?.nodes.find((one) => one.id === id);
    if (!layer || !node) return null;
    // The stream graph tells most about an operator.
    const known = this.plan.layers.find(({ name }) => name === "stream")?.nodes.find((one) => one.id === id.split("/")[0]);
    const details = known && known !== node ? known.details : node.details;
    return nodeCard({ ...node, details, caption: node.caption || known?.caption || "" }, layer, this.verdicts);
  }

  private drawForm(): void {
    const { plan, selected } = this;
    const off = !this.editable;
    const verdict = this.verdicts.get(selected ?? "");
    const edge = plan.layers.find(({ name }) => name === "stream")?.edges.find(({ id }) => id === selected);
    const operator = selected === null ? null : operatorOf(plan, selected);
    const known = plan.walk.length > 0; // a plan that was read from a file has no program to edit
    if (verdict && edge) this.put("form", edgeForm(edge, [verdict.source, verdict.target], off || !known));
    else if (operator) this.put("form", operatorForm(operator, off || !known));
    else this.put("form", `<h3>Change</h3><p class="hint">Choose an operator or an edge in the picture.</p>`);
    const on = chainingEnabled(plan) ? " checked" : "";
    this.put(
      "whole",
      `<label class="field"><span>operator chaining</span>` +
        `<input type="checkbox" data-edit="SetOperatorChaining"${on}${off || !known ? " disabled" : ""}></label>`,
    );
    this.put("edits", editList(this.edits, this.original, off));
    this.drawOffline(off, known);
  }

  private drawOffline(off: boolean, known: boolean): void {
    this.part("offline").hidden = !off;
    if (!off) return;
    const why = known
      ? "This page has no Python behind it, and only Python derives plans."
      : "This plan was read from a file: there is no program to change.";
    const list = this.variants.map(
      ({ edits }, number) =>
        `<button type="button" data-variant="${number}">${esc(edits.map((one) => editWords(one, this.original)).join(", "))}</button>`,
    );
    const rest =
      list.length > 0 ? ` These changes were derived beforehand:</span><span class="variants">${list.join("")}` : "";
    this.put("offline", `<span>${why}${rest}</span>`);
  }

  private drawWalk(): void {
    const { walk } = this.plan;
    const here = walk.length > 0 && Math.round(this.motion.position) <= 1 && this.layer.name !== "job";
    const part = this.part("walk");
    part.hidden = !here;
    const step = here && this.walkAt !== null ? walk[this.walkAt]! : null;
    const [lit, now] = step ? walked(walk, this.walkAt!, this.plan) : [null, new Set<string>()];
    const lighting = this.walkAt ?? -1;
    if (step || this.lighting !== lighting) this.scene.light(lit, now);
    this.lighting = lighting;
    this.put("layerWords", esc(step ? step.sentence : layerSentence(this.plan, this.layer)));
    if (!here) return;
    const title = "Step through the walk of StreamGraphGenerator: from each operator to its inputs first";
    this.put(
      "walk",
      `<span class="step">${step ? `${this.walkAt! + 1} of ${walk.length}` : "generator"}</span>` +
        `<button type="button" data-walk="back" aria-label="Walk back"${step ? "" : " disabled"}>◂</button>` +
        `<button type="button" data-walk="next" aria-label="Walk on" title="${title}">walk ▸</button>` +
        (step ? `<button type="button" data-walk="end" aria-label="End the walk">✕</button>` : ""),
    );
  }

  /** Puts markup into a part, unless it is there already. */
  private put(name: string, markup: string): void {
    const part = this.part(name);
    if (part.dataset["drawn"] === String(hashOf(markup))) return;
    part.dataset["drawn"] = String(hashOf(markup));
    const active = document.activeElement as HTMLElement | null;
    const focused = active && part.contains(active) ? { ...active.dataset } : null;
    part.innerHTML = markup;
    if (!focused) return;
    // Whoever drives this by keyboard must not lose their place.
    const again = [...part.querySelectorAll<HTMLElement>("button, input, select")].find(
      (one) => same({ ...one.dataset }, focused) && !(one as HTMLButtonElement).disabled,
    );
    (again ?? this.root).focus({ preventScroll: true });
  }

  private part(name: string): HTMLElement {
    return this.parts.get(name)!;
  }

  private get range(): HTMLInputElement {
    return this.part("range") as HTMLInputElement;
  }
}

/** What the generator has met after a step of its walk, and what the step is about. */
function walked(walk: WalkStep[], at: number, plan: LayerDocument): [Set<string>, Set<string>] {
  const lit = new Set<string>();
  const now = new Set<string>();
  const first = plan.layers[0]!;
  walk.slice(0, at + 1).forEach((step, number) => {
    const ids = [`t${step.transformation}`];
    if (step.action === "node") ids.push(`o${step.node}`);
    if (step.edge !== null) ids.push(step.edge);
    for (const id of ids) lit.add(id);
    if (number === at) for (const id of step.edge !== null ? [step.edge] : ids) now.add(id);
  });
  for (const { id, source, target } of first.edges) if (lit.has(source) && lit.has(target)) lit.add(id);
  return [lit, now];
}

function idAt(target: EventTarget | null): string | null {
  return (target as Element | null)?.closest<SVGElement>("[data-id]")?.dataset["id"] ?? null;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function hashOf(text: string): number {
  let hash = text.length;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

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
  try {
    const plan = await openPlan(model.get("plan"));
    const packed = model.get("variants");
    const variants = packed ? await unpack<Variant[]>(packed) : [];
    lens = new Lens(plan, variants, model, el);
  } catch (error) {
    el.innerHTML = `<style>${base}</style><div class="flinksim-widget failed" role="alert"></div>`;
    el.lastElementChild!.textContent = error instanceof Error ? error.message : String(error);
  }
  const onPlan = async (): Promise<void> => {
    const plan = await openPlan(model.get("plan"));
    lens?.show(plan, model.get("edits") as Edit[]);
  };
  const handlers: [string, () => void][] = [
    ["change:plan", () => void onPlan()],
    ["change:layer", () => lens?.follow("layer")],
    ["change:selected", () => lens?.follow("selected")],
    ["change:problem", () => lens?.follow("problem")],
  ];
  for (const [name, handler] of handlers) model.on(name, handler);
  return () => {
    for (const [name, handler] of handlers) model.off(name, handler);
    lens?.destroy();
  };
}

export default { render };

// for tests
export { nameOf };
