/**
 * flinksim's names while one types, with their signatures and what their docstrings say.
 *
 * The names come with the site (`names.json`, made from the package). What an expression is, is followed
 * through the program: imports, assignments and what methods give.
 */

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";

interface Named {
  kind: "class" | "function" | "constant" | "module";
  /** How it is called, its first paragraph, and for a class where it is declared. */
  sign?: string;
  doc?: string;
  gives?: string;
}

interface Member {
  sign: string;
  doc: string;
  gives: string;
  is: "method" | "property";
}

interface Names {
  modules: Record<string, Record<string, Named>>;
  classes: Record<string, { doc: string; bases: string[]; members: Record<string, Member> }>;
}

let names: Names = { modules: {}, classes: {} };

/** Fetches the names; until they are there, nothing is completed. */
export async function loadNames(base: string): Promise<void> {
  names = (await (await fetch(new URL("assets/names.json", base))).json()) as Names;
}

/** What an expression is: an object of a class, a class, a module, or something else. */
type Kind = { what: "object" | "class" | "module"; name: string } | null;

const real = (module: string): string => module.replace(/^pyflink(?=\.|$)/, "flinksim");

function membersOf(name: string, seen = new Set<string>()): Record<string, Member> {
  const found = names.classes[name];
  if (!found || seen.has(name)) return {};
  seen.add(name);
  const inherited = found.bases.map((base) => membersOf(base, seen));
  return Object.assign({}, ...inherited.reverse(), found.members) as Record<string, Member>;
}

const textOf = (state: EditorState, node: SyntaxNode): string => state.sliceDoc(node.from, node.to);

/** What is imported, by the name that it has in the program. */
function imports(state: EditorState): Map<string, Kind> {
  const found = new Map<string, Kind>();
  const lines = state.doc.toString().replaceAll(/\(([^()]*)\)/g, (all, inside: string) => (/^[\w\s,]*$/.test(inside) ? ` ${inside.replaceAll("\n", " ")} ` : all));
  for (const [, module, what] of lines.matchAll(/^\s*from\s+([\w.]+)\s+import\s+(.+)$/gm)) {
    for (const one of what!.split(",")) {
      const [name, , alias] = one.trim().split(/\s+/);
      if (!name) continue;
      const entry = names.modules[real(module!)]?.[name];
      const whole = `${real(module!)}.${name}`;
      if (entry?.kind === "class") found.set(alias ?? name, { what: "class", name });
      else if (names.modules[whole]) found.set(alias ?? name, { what: "module", name: whole });
    }
  }
  for (const [, module, , alias] of lines.matchAll(/^\s*import\s+([\w.]+)(\s+as\s+(\w+))?/gm)) {
    if (alias) found.set(alias, { what: "module", name: real(module!) });
    else found.set(module!.split(".")[0]!, { what: "module", name: real(module!.split(".")[0]!) });
  }
  return found;
}

class Reader {
  private readonly imported: Map<string, Kind>;
  private depth = 0;

  constructor(private readonly state: EditorState) {
    this.imported = imports(state);
  }

  kindOf(node: SyntaxNode | null): Kind {
    if (!node || this.depth > 60) return null;
    this.depth++;
    try {
      return this.read(node);
    } finally {
      this.depth--;
    }
  }

  private read(node: SyntaxNode): Kind {
    switch (node.name) {
      case "ParenthesizedExpression":
        return this.kindOf(node.firstChild?.nextSibling ?? null);
      case "VariableName":
        return this.variable(textOf(this.state, node), node.from);
      case "MemberExpression": {
        const owner = this.kindOf(node.firstChild);
        const property = node.getChild("PropertyName");
        return owner && property ? this.member(owner, textOf(this.state, property)) : null;
      }
      case "CallExpression":
        return this.called(node.firstChild);
      default:
        return null;
    }
  }

  private member(owner: NonNullable<Kind>, name: string): Kind {
    if (owner.what === "module") {
      const entry = names.modules[owner.name]?.[name];
      if (entry?.kind === "class") return { what: "class", name };
      return names.modules[`${owner.name}.${name}`] ? { what: "module", name: `${owner.name}.${name}` } : null;
    }
    const member = membersOf(owner.name)[name];
    return member?.is === "property" && member.gives ? { what: "object", name: member.gives } : null;
  }

  private called(callee: SyntaxNode | null): Kind {
    if (!callee) return null;
    const kind = this.kindOf(callee);
    if (kind?.what === "class") return { what: "object", name: kind.name };
    if (callee.name !== "MemberExpression") return null;
    const owner = this.kindOf(callee.firstChild);
    const property = callee.getChild("PropertyName");
    if (!owner || !property) return null;
    const name = textOf(this.state, property);
    const gives = owner.what === "module" ? names.modules[owner.name]?.[name]?.gives : membersOf(owner.name)[name]?.gives;
    return gives ? { what: "object", name: gives === "Self" ? owner.name : gives } : null;
  }

  /** The value of a name: what was assigned to it last before `at`. */
  private variable(name: string, at: number): Kind {
    let last: SyntaxNode | null = null;
    syntaxTree(this.state).iterate({
      to: at,
      enter: ({ node }) => {
        if (node.name !== "AssignStatement" || node.to > at) return;
        const target = node.firstChild;
        if (target?.name === "VariableName" && textOf(this.state, target) === name) last = node.lastChild;
      },
    });
    return (last && this.kindOf(last)) ?? this.imported.get(name) ?? null;
  }
}

/** A function's or class's card. */
function card(sign: string, doc: string): HTMLElement {
  const el = document.createElement("div");
  const head = document.createElement("b");
  head.textContent = sign;
  el.append(head, doc);
  return el;
}

const option = (label: string, type: string, sign: string, doc: string, detail = ""): Completion => ({
  label, type, detail, info: () => card(sign, doc),
}); // prettier-ignore

function moduleOptions(module: string): Completion[] {
  return Object.entries(names.modules[module] ?? {}).map(([name, { kind, sign, doc }]) => option(name, kind, sign || name, doc ?? "", kind === "module" ? "module" : ""));
}

function memberOptions(name: string): Completion[] {
  return Object.entries(membersOf(name)).map(([label, { sign, doc, is, gives }]) => option(label, is, sign, doc, gives));
}

export function complete(context: CompletionContext): CompletionResult | null {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const word = /\w*$/.exec(before)![0];
  const from = context.pos - word.length;
  const validFor = /^\w*$/;

  const inFrom = /^\s*from\s+([\w.]+)\s+import\s+[\w\s,(]*$/.exec(before);
  if (inFrom) return { from, options: moduleOptions(real(inFrom[1]!)), validFor };
  const module = /^\s*(?:from|import)\s+([\w.]*)$/.exec(before);
  if (module) {
    const typed = module[1]!;
    const head = typed.includes(".") ? real(typed.slice(0, typed.lastIndexOf("."))) : "";
    const known = Object.keys(names.modules).filter((one) => one.startsWith(head === "" ? "" : `${head}.`));
    const next = new Set(known.map((one) => one.slice(head === "" ? 0 : head.length + 1).split(".")[0]!));
    if (head === "") next.add("pyflink");
    return { from, options: [...next].map((label) => ({ label, type: "module" })), validFor };
  }

  const node = syntaxTree(context.state).resolveInner(context.pos, -1);
  if (node.name === "String" || node.name === "Comment" || node.name === "FormatString") return null;
  if (before.slice(0, before.length - word.length).trimEnd().endsWith(".")) {
    const dot = line.from + before.slice(0, before.length - word.length).trimEnd().length - 1;
    return memberCompletion(context.state, dot, from);
  }
  // a call chain that goes on in the next line
  if (word === "" && !context.explicit) return null;
  const options: Completion[] = [];
  for (const [name, kind] of imports(context.state)) {
    const doc = kind?.what === "class" ? (names.classes[kind.name]?.doc ?? "") : "";
    options.push(option(name, kind?.what ?? "constant", name, doc));
  }
  for (const name of new Set(context.state.doc.toString().match(/\b[A-Za-z_]\w{2,}\b/g) ?? [])) {
    if (name !== word && !options.some(({ label }) => label === name)) options.push({ label: name, type: "text", boost: -50 });
  }
  return { from, options, validFor };
}

function memberCompletion(state: EditorState, dot: number, from: number): CompletionResult | null {
  const kind = new Reader(state).kindOf(ownerAt(state, dot));
  const validFor = /^\w*$/;
  if (!kind) return null;
  return { from, options: kind.what === "module" ? moduleOptions(kind.name) : memberOptions(kind.name), validFor };
}

/** The expression that ends in front of a dot: the largest one. */
function ownerAt(state: EditorState, dot: number): SyntaxNode | null {
  let end = dot;
  while (end > 0 && /\s/.test(state.sliceDoc(end - 1, end))) end--;
  let found: SyntaxNode | null = null;
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(end, -1); node && node.to <= end; node = node.parent) {
    if (/Expression$|^VariableName$/.test(node.name)) found = node;
  }
  return found;
}

export const hover = hoverTooltip((view, pos) => {
  const node = syntaxTree(view.state).resolveInner(pos, 1);
  const name = textOf(view.state, node);
  const reader = new Reader(view.state);
  let told: { sign: string; doc: string } | null = null;
  if (node.name === "PropertyName" && node.parent?.name === "MemberExpression") {
    const owner = reader.kindOf(node.parent.firstChild);
    if (owner?.what === "module") {
      const entry = names.modules[owner.name]?.[name];
      if (entry) told = { sign: entry.sign || name, doc: entry.doc ?? "" };
    } else if (owner) told = membersOf(owner.name)[name] ?? null;
  } else if (node.name === "VariableName") {
    const kind = reader.kindOf(node);
    if (kind?.what === "class") told = { sign: name, doc: names.classes[kind.name]?.doc ?? "" };
  }
  if (!told) return null;
  const { sign, doc } = told;
  return { pos: node.from, end: node.to, create: () => ({ dom: card(sign, doc) }) };
});
