/** What was changed of the program, and how a change is sent to where plans are derived. */

import type { Edit, EdgeVerdict, LayerDocument } from "./layers.gen";
import { operatorOf, withEdit } from "./edit_forms";
import { same } from "./page_parts";
import type { Model } from "../ui/widget_page";

/** A plan that was derived beforehand. */
export interface Variant {
  edits: Edit[];
  document: LayerDocument;
}

export class Edits {
  /** What is made to the program that is shown. */
  made: Edit[];
  /** The plan that was there at first is without edits. */
  private readonly pristine: boolean;

  constructor(
    private readonly model: Model,
    readonly original: LayerDocument,
    readonly variants: readonly Variant[],
    private readonly show: (plan: LayerDocument, edits: Edit[]) => void,
  ) {
    this.made = (model.get("edits") as Edit[] | undefined) ?? [];
    this.pristine = this.made.length === 0;
  }

  /** Whether there is a kernel that derives plans. */
  get possible(): boolean {
    return Boolean(this.model.get("editable"));
  }

  /** Whether `edits` can be shown, by a kernel or because they were derived beforehand. */
  offered(edits: readonly Edit[]): boolean {
    return this.possible || this.variants.some((variant) => same(variant.edits, edits));
  }

  apply(edits: readonly Edit[]): void {
    if (edits.length === 0) return;
    if (this.possible) this.send(edits.reduce((all, edit) => this.with(all, edit), this.made));
    else this.showVariant(this.variants.findIndex((variant) => same(variant.edits, edits)));
  }

  undo(number: number): void {
    this.send(this.made.filter((_, place) => place !== number));
  }

  /** Asks the kernel to derive everything again; without one only the first plan is there. */
  send(edits: Edit[]): void {
    if (this.possible) {
      this.model.set("edits", edits);
      this.model.save_changes();
    } else if (edits.length === 0) this.show(this.original, []);
  }

  showVariant(number: number): void {
    const variant = this.variants[number];
    if (variant) this.show(variant.document, variant.edits);
  }

  /** What a control of a form says about an operator, an edge or the whole program. */
  change(control: HTMLInputElement | HTMLSelectElement, plan: LayerDocument, selected: string | null): void {
    const kind = control.dataset["edit"];
    if (!kind || !this.possible) return;
    if (kind === "SetOperatorChaining") {
      this.make({ edit: kind, enabled: (control as HTMLInputElement).checked });
      return;
    }
    const verdict = plan.verdicts.find(({ edge }) => edge === selected);
    if (verdict) this.changePartitioner(plan, verdict, control.value);
    else if (selected) this.changeOperator(plan, selected, kind, control.value);
  }

  private changeOperator(plan: LayerDocument, id: string, kind: string, value: string): void {
    const operator = operatorOf(plan, id);
    if (!operator) return;
    const { transformation } = operator;
    if (kind === "chaining") this.make({ edit: value, transformation });
    else if (kind === "SetSlotSharingGroup") this.make({ edit: kind, transformation, group: value.trim() || "default" });
    else if (kind === "SetParallelism") this.make({ edit: kind, transformation, parallelism: Number(value) });
    else if (value === "") {
      const own = (edit: Edit): boolean => edit.edit === kind && edit["transformation"] === transformation;
      this.send(this.made.filter((edit) => !own(edit)));
    } else this.make({ edit: kind, transformation, max_parallelism: Number(value) });
  }

  private changePartitioner(plan: LayerDocument, verdict: EdgeVerdict, partitioner: string): void {
    const stream = plan.layers.find(({ name }) => name === "stream");
    const edge = stream?.edges.find(({ id }) => id === verdict.edge);
    const target = edge && operatorOf(plan, edge.target);
    if (!edge || !target) return;
    const input = Number(edge.details.find(([name]) => name === "input")?.[1] ?? 1);
    const { transformation } = target;
    this.make({ edit: "InsertPartitioner", transformation, partitioner, input_number: input - 1 });
  }

  private make(edit: Edit): void {
    this.send(this.with(this.made, edit));
  }

  private with(edits: Edit[], edit: Edit): Edit[] {
    return withEdit(edits, edit, this.pristine ? this.original : null);
  }
}
