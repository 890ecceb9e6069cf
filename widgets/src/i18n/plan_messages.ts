/** What Python says of a plan, in the language that is chosen: it brings its Chinese with it. */

import type { Change, LayerDocument } from "../plan_view/layers.gen";
import { language } from "./strings";

/** By the English text. */
type Chinese = Readonly<Record<string, string>>;

/** A plan as Python packs it. */
export type Plan = LayerDocument & { readonly zh?: Chinese };

/** What would turn a verdict, found when it was asked for. */
export interface Answer {
  readonly edge?: string;
  readonly change?: Change;
  readonly zh?: Chinese;
}

export const spokenPlan = (plan: Plan): Plan => spoken(plan, plan.zh ?? {});

/** What names things: a user's "open" is no word of ours. */
const NAMES = new Set(["id", "label", "name", "job_name", "source", "target", "edge", "kind", "parent", "origin", "flink", "zh"]);

/** The same with every text that has a Chinese one in that, if Chinese is wanted. */
export function spoken<One>(told: One, chinese: Chinese): One {
  return language() === "zh" ? (inChinese(told, chinese) as One) : told;
}

function inChinese(told: unknown, chinese: Chinese): unknown {
  if (typeof told === "string") return chinese[told] ?? told;
  if (Array.isArray(told)) return told.map((one) => inChinese(one, chinese));
  if (told === null || typeof told !== "object") return told;
  return Object.fromEntries(Object.entries(told).map(([name, one]) => [name, NAMES.has(name) ? one : inChinese(one, chinese)]));
}
