/** Translate the texts of a plan, which come from Python together with their Chinese translations. */

import type { Change, PlanDiagram } from "../plan_view/layers.gen";
import { getLanguage } from "./strings";

/** Chinese by English text. */
type ChineseTexts = Readonly<Record<string, string>>;

/** A plan as Python sends it. */
export type PlanDocument = PlanDiagram & { readonly zh?: ChineseTexts };

/** A change that flips a chaining decision, computed on request. */
export interface ChangeAnswer {
  readonly edge?: string;
  readonly change?: Change;
  readonly zh?: ChineseTexts;
}

export const translatePlan = (plan: PlanDocument): PlanDocument => translateMessages(plan, plan.zh ?? {});

/** Keys whose values are names, for example of a user's operator, and must not be translated. */
const UNTRANSLATED_KEYS = new Set(["id", "label", "name", "job_name", "source", "target", "edge", "kind", "parent", "origin", "flink", "zh"]);

/** Translate every text of `value` for which there is a Chinese text, if the language is Chinese. */
export function translateMessages<One>(value: One, chinese: ChineseTexts): One {
  return getLanguage() === "zh" ? (translateValue(value, chinese) as One) : value;
}

function translateValue(value: unknown, chinese: ChineseTexts): unknown {
  if (typeof value === "string") return chinese[value] ?? value;
  if (Array.isArray(value)) return value.map((one) => translateValue(one, chinese));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, UNTRANSLATED_KEYS.has(name) ? one : translateValue(one, chinese)]));
}
