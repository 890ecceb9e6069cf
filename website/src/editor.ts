/** The editor: CodeMirror for Python, with completion of flinksim's names and error marks. */

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { completeNames, nameTooltip } from "./complete";

const HIGHLIGHT_STYLE = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.operatorKeyword, tags.definitionKeyword, tags.moduleKeyword], color: "var(--code-key)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-text)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--code-note)", fontStyle: "italic" },
  { tag: [tags.definition(tags.function(tags.variableName)), tags.definition(tags.className), tags.className], color: "var(--code-name)" },
  { tag: tags.invalid, textDecoration: "underline wavy var(--bad)" },
]);

const THEME = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--panel)", color: "var(--ink)", fontSize: "var(--code-size, 14px)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)", paddingBottom: "var(--code-pad, 3em)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--soft)", color: "var(--ink3)", border: "0" },
  ".cm-activeLine": { backgroundColor: "var(--line-lit)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--line-lit)", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection) !important" },
  ".cm-matchingBracket": { backgroundColor: "var(--selection) !important" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line2)", borderRadius: "8px", maxWidth: "min(560px, 92vw)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--focus)", color: "var(--onfocus)" },
  ".cm-completionDetail": { fontStyle: "normal", color: "inherit", opacity: ".75" },
  ".cm-completionInfo, .cm-tooltip-hover": { padding: "8px 10px", whiteSpace: "pre-wrap", fontFamily: "var(--sans)", fontSize: "13.5px", lineHeight: "1.4" },
  ".cm-completionInfo b, .cm-tooltip-hover b": { fontFamily: "var(--mono)", fontSize: "12.5px", display: "block", marginBottom: "4px" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap", fontFamily: "var(--sans)", fontSize: "13.5px" },
  ".cm-panels": { backgroundColor: "var(--soft)", color: "var(--ink)" },
  ".cm-searchMatch": { backgroundColor: "var(--selection)" },
  ".cm-textfield, .cm-button": { fontSize: "13px", background: "var(--panel)", color: "var(--ink)", borderColor: "var(--line2)" },
});

export class Editor {
  readonly view: EditorView;
  private readonly fixed = new Compartment();

  /**
   * The editor has its own shadow root, so that its styles are stylesheets that a strict Content Security Policy
   * allows.
   */
  constructor(place: HTMLElement, text: string, changed: () => void, run: () => void) {
    const root = place.attachShadow({ mode: "open" });
    const parent = document.createElement("div");
    parent.style.height = "100%";
    root.append(parent);
    this.view = new EditorView({
      root,
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          keymap.of([{ key: "Mod-Enter", run: () => (run(), true) }, { key: "Shift-Enter", run: () => (run(), true) }]),
          lineNumbers(), highlightActiveLine(), highlightActiveLineGutter(), history(), drawSelection(), indentOnInput(),
          bracketMatching(), closeBrackets(), highlightSelectionMatches(), lintGutter(), indentUnit.of("    "),
          EditorState.tabSize.of(4), EditorView.lineWrapping, this.fixed.of([]),
          autocompletion({ override: [completeNames], icons: false }), nameTooltip,
          python(), syntaxHighlighting(HIGHLIGHT_STYLE), THEME,
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
          EditorView.contentAttributes.of({ "aria-label": "program", tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
          EditorView.updateListener.of((update) => update.docChanged && changed()),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    this.view.scrollDOM.scrollTop = 0;
  }

  /** Mark a line with an error message; line 0 removes the mark. */
  mark(line: number, problem: string): void {
    const { doc } = this.view.state;
    const marks = [];
    if (line >= 1 && line <= doc.lines) {
      const { from, to, text } = doc.line(line);
      const begin = from + text.length - text.trimStart().length;
      marks.push({ from: begin, to: Math.max(begin, to), severity: "error" as const, message: problem });
    }
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  /** Scroll to a line. */
  reveal(line: number): void {
    const { doc } = this.view.state;
    if (line < 1 || line > doc.lines) return;
    this.view.dispatch({ selection: { anchor: doc.line(line).from }, effects: EditorView.scrollIntoView(doc.line(line).from, { y: "center" }) });
  }
}
