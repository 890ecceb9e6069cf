/** Precomputed answers and runs, for pages without Python. */

import { parseAnswer } from "./answer_panel";
import type { Answer } from "./answer_panel";
import type { Message, QueryType } from "./query_box";
import { getLanguage, t } from "../i18n/strings";
import type { Trace } from "../trace/trace";

type Reply = Readonly<Record<string, unknown>>;

interface PrecomputedAnswer {
  reply: Reply;
  answer: Answer;
  /** Traits with the runs of its suggested changes, in order, as far as available. */
  runs: readonly string[];
}

export class PrecomputedAnswers {
  private readonly answers = new Map<string, PrecomputedAnswer>();

  constructor(entries: unknown, trace: Trace) {
    for (const entry of Array.isArray(entries) ? (entries as Reply[]) : []) {
      const translated = getLanguage() === "zh" && entry?.["zh"] ? (entry["zh"] as Reply) : entry;
      const answer = parseAnswer(translated, trace.stepCount);
      const runs = Array.isArray(entry?.["runs"]) ? entry["runs"].map(String) : [];
      if (answer) this.answers.set(answer.question, { reply: translated, answer, runs });
    }
  }

  get questions(): readonly string[] {
    return [...this.answers.keys()];
  }

  getRuns(question: string): readonly string[] {
    return this.answers.get(question)?.runs ?? [];
  }

  /** Create the reply that Python would send, and the trait of another run, if any. */
  createReply(what: QueryType, message: Message, shownAnswer: Answer | null): readonly [told: Reply, run: string | null] {
    if (what === "point") return [{ thing: message["thing"], questions: this.findQuestionsAbout(String(message["thing"])) }, null];
    if (what === "about") return [{ questions: this.rankQuestions(Number(message["fact"])) }, null];
    const found = this.answers.get(what === "why" ? String(message["question"]) : (shownAnswer?.question ?? ""));
    if (what === "why" && found) return [{ answer: found.reply }, null];
    const run = what === "try" ? found?.runs[Number(message["change"])] : undefined;
    return run ? [{ tried: "" }, run] : [{ problem: t("This answer is not in the saved page. It needs Python: use a notebook.") }, null];
  }

  /** Rank the questions: those whose answers mention the event come first. */
  private rankQuestions(event: number): readonly string[] {
    const rank = (one: PrecomputedAnswer): number => (one.answer.links.some(({ position }) => position === event + 1) ? 0 : 1);
    return [...this.answers.values()].sort((a, b) => rank(a) - rank(b)).map(({ answer }) => answer.question);
  }

  /** Find the questions whose answers mention a task, channel, operator or record. */
  private findQuestionsAbout(thing: string): readonly string[] {
    const [kind, id] = [thing.slice(0, thing.indexOf(":")), thing.slice(thing.indexOf(":") + 1)];
    const mentions = ({ answer }: PrecomputedAnswer): boolean =>
      answer.links.some(({ things, position }) => things.includes(id) || ((kind === "record" || kind === "row") && position === Number(id) + 1));
    return [...this.answers.values()].filter(mentions).map(({ answer }) => answer.question);
  }
}
