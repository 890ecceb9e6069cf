/** What a page knows to say without Python: answers that were worked out before it was saved, and runs of changes. */

import { answerOf } from "./answer_panel";
import type { Answer } from "./answer_panel";
import type { Message, What } from "./query_box";
import { language, t } from "../i18n/strings";
import type { Trace } from "../trace/trace";

type Told = Readonly<Record<string, unknown>>;

interface Known {
  told: Told;
  answer: Answer;
  /** The traits that have the runs of its changes, in their order, as many as are there. */
  runs: readonly string[];
}

export class Beforehand {
  private readonly known = new Map<string, Known>();

  constructor(answered: unknown, trace: Trace) {
    for (const told of Array.isArray(answered) ? (answered as Told[]) : []) {
      const own = language() === "zh" && told?.["zh"] ? (told["zh"] as Told) : told;
      const answer = answerOf(own, trace.stepCount);
      const runs = Array.isArray(told?.["runs"]) ? told["runs"].map(String) : [];
      if (answer) this.known.set(answer.question, { told: own, answer, runs });
    }
  }

  get questions(): readonly string[] {
    return [...this.known.keys()];
  }

  runsOf(question: string): readonly string[] {
    return this.known.get(question)?.runs ?? [];
  }

  /** As Python replies, and the trait that has another run, if there is one. */
  replyTo(what: What, message: Message, shown: Answer | null): readonly [told: Told, run: string | null] {
    if (what === "point") return [{ thing: message["thing"], questions: this.about(String(message["thing"])) }, null];
    if (what === "about") return [{ questions: this.near(Number(message["fact"])) }, null];
    const found = this.known.get(what === "why" ? String(message["question"]) : (shown?.question ?? ""));
    if (what === "why" && found) return [{ answer: found.told }, null];
    const run = what === "try" ? found?.runs[Number(message["change"])] : undefined;
    return run ? [{ tried: "" }, run] : [{ problem: t("This was not worked out beforehand: it needs Python.") }, null];
  }

  /** All questions; those whose answers speak of the fact come first. */
  private near(fact: number): readonly string[] {
    const rank = (one: Known): number => (one.answer.links.some(({ position }) => position === fact + 1) ? 0 : 1);
    return [...this.known.values()].sort((a, b) => rank(a) - rank(b)).map(({ answer }) => answer.question);
  }

  /** The questions whose answers speak of a task, channel, operator, or a record by its read. */
  private about(thing: string): readonly string[] {
    const [kind, id] = [thing.slice(0, thing.indexOf(":")), thing.slice(thing.indexOf(":") + 1)];
    const speaks = ({ answer }: Known): boolean =>
      answer.links.some(({ things, position }) => things.includes(id) || ((kind === "record" || kind === "row") && position === Number(id) + 1));
    return [...this.known.values()].filter(speaks).map(({ answer }) => answer.question);
  }
}
