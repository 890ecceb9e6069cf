/** Edits of the program, and how they are sent to Python. */

import type { Edit, EdgeVerdict, PlanDiagram } from "./layers.gen";
import { findOperator, addEdit } from "./edit_forms";
import { isEqualJson } from "./page_parts";
import type { Model } from "../ui/widget_page";

/** A precomputed plan. */
export interface Variant {
  edits: Edit[];
  document: PlanDiagram;
}

export class PlanEdits {
  /** Edits applied to the plan that is shown. */
  applied: Edit[];
  /** Whether the first plan had no edits. */
  private readonly isPristine: boolean;

  constructor(
    private readonly model: Model,
    readonly original: PlanDiagram,
    readonly variants: readonly Variant[],
    private readonly show: (plan: PlanDiagram, edits: Edit[]) => void,
  ) {
    this.applied = (model.get("edits") as Edit[] | undefined) ?? [];
    this.isPristine = this.applied.length === 0;
  }

  /** Whether there is a kernel that derives plans. */
  get isEditable(): boolean {
    return Boolean(this.model.get("editable"));
  }

  /** Whether the plan with `edits` is available, from a kernel or precomputed. */
  canShow(edits: readonly Edit[]): boolean {
    return this.isEditable || this.variants.some((variant) => isEqualJson(variant.edits, edits));
  }

  apply(edits: readonly Edit[]): void {
    if (edits.length === 0) return;
    if (this.isEditable) this.send(edits.reduce((all, edit) => this.mergeEdit(all, edit), this.applied));
    else this.showVariant(this.variants.findIndex((variant) => isEqualJson(variant.edits, edits)));
  }

  undo(number: number): void {
    this.send(this.applied.filter((_, place) => place !== number));
  }

  /** Ask the kernel for the plan with these edits. Without a kernel only the first plan is available. */
  send(edits: Edit[]): void {
    if (this.isEditable) {
      this.model.set("edits", edits);
      this.model.save_changes();
    } else if (edits.length === 0) this.show(this.original, []);
  }

  showVariant(number: number): void {
    const variant = this.variants[number];
    if (variant) this.show(variant.document, variant.edits);
  }

  /** Handle a change of a form control for an operator, an edge or the whole program. */
  handleControl(control: HTMLInputElement | HTMLSelectElement, plan: PlanDiagram, selected: string | null): void {
    const kind = control.dataset["edit"];
    if (!kind || !this.isEditable) return;
    if (kind === "SetOperatorChaining") {
      this.sendEdit({ edit: kind, enabled: (control as HTMLInputElement).checked });
      return;
    }
    const verdict = plan.verdicts.find(({ edge }) => edge === selected);
    if (verdict) this.changePartitioner(plan, verdict, control.value);
    else if (selected) this.changeOperator(plan, selected, kind, control.value);
  }

  private changeOperator(plan: PlanDiagram, id: string, kind: string, value: string): void {
    const operator = findOperator(plan, id);
    if (!operator) return;
    const { transformation } = operator;
    if (kind === "chaining") this.sendEdit({ edit: value, transformation });
    else if (kind === "SetSlotSharingGroup") this.sendEdit({ edit: kind, transformation, group: value.trim() || "default" });
    else if (kind === "SetParallelism") this.sendEdit({ edit: kind, transformation, parallelism: Number(value) });
    else if (value === "") {
      const isSameEdit = (edit: Edit): boolean => edit.edit === kind && edit["transformation"] === transformation;
      this.send(this.applied.filter((edit) => !isSameEdit(edit)));
    } else this.sendEdit({ edit: kind, transformation, max_parallelism: Number(value) });
  }

  private changePartitioner(plan: PlanDiagram, verdict: EdgeVerdict, partitioner: string): void {
    const stream = plan.layers.find(({ name }) => name === "stream");
    const edge = stream?.edges.find(({ id }) => id === verdict.edge);
    const target = edge && findOperator(plan, edge.target);
    if (!edge || !target) return;
    const input = Number(edge.details.find(([name]) => name === "input")?.[1] ?? 1);
    const { transformation } = target;
    this.sendEdit({ edit: "InsertPartitioner", transformation, partitioner, input_number: input - 1 });
  }

  private sendEdit(edit: Edit): void {
    this.send(this.mergeEdit(this.applied, edit));
  }

  private mergeEdit(edits: Edit[], edit: Edit): Edit[] {
    return addEdit(edits, edit, this.isPristine ? this.original : null);
  }
}
