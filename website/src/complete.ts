/**
 * Completion of flinksim's names in the editor, with signatures and docstrings.
 *
 * The names come with the site (`names.json`, generated from the package). The type of an expression is inferred from
 * imports, assignments and the return types of methods.
 */

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";

interface NamedEntry {
  kind: "class" | "function" | "constant" | "module";
  /** Signature, first paragraph of the docstring, and the class that a call returns. */
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
  modules: Record<string, Record<string, NamedEntry>>;
  classes: Record<string, { doc: string; bases: string[]; members: Record<string, Member> }>;
}

let names: Names = { modules: {}, classes: {} };

/** Fetch the names. Until then nothing is completed. */
export async function loadNames(base: string): Promise<void> {
  names = (await (await fetch(new URL("assets/names.json", base))).json()) as Names;
}

/** Type of an expression: an instance of a class, a class, a module, or unknown. */
type ExpressionType = { what: "object" | "class" | "module"; name: string } | null;

const toFlinksimModule = (module: string): string => module.replace(/^pyflink(?=\.|$)/, "flinksim");

function getMembers(name: string, visited = new Set<string>()): Record<string, Member> {
  const found = names.classes[name];
  if (!found || visited.has(name)) return {};
  visited.add(name);
  const inherited = found.bases.map((base) => getMembers(base, visited));
  return Object.assign({}, ...inherited.reverse(), found.members) as Record<string, Member>;
}

const getText = (state: EditorState, node: SyntaxNode): string => state.sliceDoc(node.from, node.to);

/** Find the imports, by their names in the program. */
function findImports(state: EditorState): Map<string, ExpressionType> {
  const found = new Map<string, ExpressionType>();
  const lines = state.doc.toString().replaceAll(/\(([^()]*)\)/g, (all, inside: string) => (/^[\w\s,]*$/.test(inside) ? ` ${inside.replaceAll("\n", " ")} ` : all));
  for (const [, module, what] of lines.matchAll(/^\s*from\s+([\w.]+)\s+import\s+(.+)$/gm)) {
    for (const one of what!.split(",")) {
      const [name, , alias] = one.trim().split(/\s+/);
      if (!name) continue;
      const entry = names.modules[toFlinksimModule(module!)]?.[name];
      const whole = `${toFlinksimModule(module!)}.${name}`;
      if (entry?.kind === "class") found.set(alias ?? name, { what: "class", name });
      else if (names.modules[whole]) found.set(alias ?? name, { what: "module", name: whole });
    }
  }
  for (const [, module, , alias] of lines.matchAll(/^\s*import\s+([\w.]+)(\s+as\s+(\w+))?/gm)) {
    if (alias) found.set(alias, { what: "module", name: toFlinksimModule(module!) });
    else found.set(module!.split(".")[0]!, { what: "module", name: toFlinksimModule(module!.split(".")[0]!) });
  }
  return found;
}

class TypeInference {
  private readonly imported: Map<string, ExpressionType>;
  private depth = 0;

  constructor(private readonly state: EditorState) {
    this.imported = findImports(state);
  }

  infer(node: SyntaxNode | null): ExpressionType {
    if (!node || this.depth > 60) return null;
    this.depth++;
    try {
      return this.inferNode(node);
    } finally {
      this.depth--;
    }
  }

  private inferNode(node: SyntaxNode): ExpressionType {
    switch (node.name) {
      case "ParenthesizedExpression":
        return this.infer(node.firstChild?.nextSibling ?? null);
      case "VariableName":
        return this.inferVariable(getText(this.state, node), node.from);
      case "MemberExpression": {
        const owner = this.infer(node.firstChild);
        const property = node.getChild("PropertyName");
        return owner && property ? this.inferMember(owner, getText(this.state, property)) : null;
      }
      case "CallExpression":
        return this.inferCall(node.firstChild);
      default:
        return null;
    }
  }

  private inferMember(owner: NonNullable<ExpressionType>, name: string): ExpressionType {
    if (owner.what === "module") {
      const entry = names.modules[owner.name]?.[name];
      if (entry?.kind === "class") return { what: "class", name };
      return names.modules[`${owner.name}.${name}`] ? { what: "module", name: `${owner.name}.${name}` } : null;
    }
    const member = getMembers(owner.name)[name];
    return member?.is === "property" && member.gives ? { what: "object", name: member.gives } : null;
  }

  private inferCall(callee: SyntaxNode | null): ExpressionType {
    if (!callee) return null;
    const kind = this.infer(callee);
    if (kind?.what === "class") return { what: "object", name: kind.name };
    if (callee.name !== "MemberExpression") return null;
    const owner = this.infer(callee.firstChild);
    const property = callee.getChild("PropertyName");
    if (!owner || !property) return null;
    const name = getText(this.state, property);
    const gives = owner.what === "module" ? names.modules[owner.name]?.[name]?.gives : getMembers(owner.name)[name]?.gives;
    return gives ? { what: "object", name: gives === "Self" ? owner.name : gives } : null;
  }

  /** Infer the type of a variable from its last assignment before `at`. */
  private inferVariable(name: string, at: number): ExpressionType {
    let last: SyntaxNode | null = null;
    syntaxTree(this.state).iterate({
      to: at,
      enter: ({ node }) => {
        if (node.name !== "AssignStatement" || node.to > at) return;
        const target = node.firstChild;
        if (target?.name === "VariableName" && getText(this.state, target) === name) last = node.lastChild;
      },
    });
    return (last && this.infer(last)) ?? this.imported.get(name) ?? null;
  }
}

/** Create the card of a function or class. */
function createCard(sign: string, doc: string): HTMLElement {
  const el = document.createElement("div");
  const head = document.createElement("b");
  head.textContent = sign;
  el.append(head, doc);
  return el;
}

const createOption = (label: string, type: string, sign: string, doc: string, detail = ""): Completion => ({
  label, type, detail, info: () => createCard(sign, doc),
});

function createModuleOptions(module: string): Completion[] {
  return Object.entries(names.modules[module] ?? {}).map(([name, { kind, sign, doc }]) => createOption(name, kind, sign || name, doc ?? "", kind === "module" ? "module" : ""));
}

function createMemberOptions(name: string): Completion[] {
  return Object.entries(getMembers(name)).map(([label, { sign, doc, is, gives }]) => createOption(label, is, sign, doc, gives));
}

export function completeNames(context: CompletionContext): CompletionResult | null {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const word = /\w*$/.exec(before)![0];
  const from = context.pos - word.length;
  const validFor = /^\w*$/;

  const inFrom = /^\s*from\s+([\w.]+)\s+import\s+[\w\s,(]*$/.exec(before);
  if (inFrom) return { from, options: createModuleOptions(toFlinksimModule(inFrom[1]!)), validFor };
  const module = /^\s*(?:from|import)\s+([\w.]*)$/.exec(before);
  if (module) {
    const typed = module[1]!;
    const head = typed.includes(".") ? toFlinksimModule(typed.slice(0, typed.lastIndexOf("."))) : "";
    const known = Object.keys(names.modules).filter((one) => one.startsWith(head === "" ? "" : `${head}.`));
    const next = new Set(known.map((one) => one.slice(head === "" ? 0 : head.length + 1).split(".")[0]!));
    if (head === "") next.add("pyflink");
    return { from, options: [...next].map((label) => ({ label, type: "module" })), validFor };
  }

  const node = syntaxTree(context.state).resolveInner(context.pos, -1);
  if (node.name === "String" || node.name === "Comment" || node.name === "FormatString") return null;
  if (before.slice(0, before.length - word.length).trimEnd().endsWith(".")) {
    const dot = line.from + before.slice(0, before.length - word.length).trimEnd().length - 1;
    return completeMember(context.state, dot, from);
  }
  // a call chain that continues on the next line
  if (word === "" && !context.explicit) return null;
  const options: Completion[] = [];
  for (const [name, kind] of findImports(context.state)) {
    const doc = kind?.what === "class" ? (names.classes[kind.name]?.doc ?? "") : "";
    options.push(createOption(name, kind?.what ?? "constant", name, doc));
  }
  for (const name of new Set(context.state.doc.toString().match(/\b[A-Za-z_]\w{2,}\b/g) ?? [])) {
    if (name !== word && !options.some(({ label }) => label === name)) options.push({ label: name, type: "text", boost: -50 });
  }
  return { from, options, validFor };
}

function completeMember(state: EditorState, dot: number, from: number): CompletionResult | null {
  const kind = new TypeInference(state).infer(findOwner(state, dot));
  const validFor = /^\w*$/;
  if (!kind) return null;
  return { from, options: kind.what === "module" ? createModuleOptions(kind.name) : createMemberOptions(kind.name), validFor };
}

/** Find the largest expression that ends before a dot. */
function findOwner(state: EditorState, dot: number): SyntaxNode | null {
  let end = dot;
  while (end > 0 && /\s/.test(state.sliceDoc(end - 1, end))) end--;
  let found: SyntaxNode | null = null;
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(end, -1); node && node.to <= end; node = node.parent) {
    if (/Expression$|^VariableName$/.test(node.name)) found = node;
  }
  return found;
}

export const nameTooltip = hoverTooltip((view, pos) => {
  const node = syntaxTree(view.state).resolveInner(pos, 1);
  const name = getText(view.state, node);
  const reader = new TypeInference(view.state);
  let found: { sign: string; doc: string } | null = null;
  if (node.name === "PropertyName" && node.parent?.name === "MemberExpression") {
    const owner = reader.infer(node.parent.firstChild);
    if (owner?.what === "module") {
      const entry = names.modules[owner.name]?.[name];
      if (entry) found = { sign: entry.sign || name, doc: entry.doc ?? "" };
    } else if (owner) found = getMembers(owner.name)[name] ?? null;
  } else if (node.name === "VariableName") {
    const kind = reader.infer(node);
    if (kind?.what === "class") found = { sign: name, doc: names.classes[kind.name]?.doc ?? "" };
  }
  if (!found) return null;
  const { sign, doc } = found;
  return { pos: node.from, end: node.to, create: () => ({ dom: createCard(sign, doc) }) };
});
