/** Shared by all widgets: the model, buttons and the theme. */

/** The part of anywidget's model that is used; an exported page has its own implementation. */
export interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, callback: () => void): void;
  off(event: string, callback: () => void): void;
}

export const LOGO = `<svg viewBox="0 0 30 30" width="26" height="26" aria-hidden="true">
  <rect x="1" y="1" width="28" height="28" rx="8" fill="var(--focus)"/>
  <path d="M6 20C11 20 11 10 16 10H24" class="logoA"/><path d="M6 10C11 10 11 20 16 20H24" class="logoB"/></svg>`;

const ICONS = {
  first: `<path d="M3 2v12M14 2L5 8l9 6z"/>`,
  back: `<path d="M4 2v12M13 2L6 8l7 6z"/>`,
  play: `<path d="M4 2l10 6-10 6z"/>`,
  pause: `<path d="M4 2h3v12H4zM10 2h3v12h-3z"/>`,
  next: `<path d="M12 2v12M3 2l7 6-7 6z"/>`,
  last: `<path d="M13 2v12M2 2l9 6-9 6z"/>`,
};

export function icon(name: keyof typeof ICONS): string {
  return `<svg viewBox="0 0 16 16" width="15" height="15" class="icon" aria-hidden="true">${ICONS[name]}</svg>`;
}

export function button(act: string, label: string, title: string, content: string, isRare = false): string {
  return `<button type="button" data-act="${act}"${isRare ? " data-more" : ""} aria-label="${label}" title="${title}">${content}</button>`;
}

/**
 * Set the theme of `root` to that of the notebook or the system, until its own button is pressed.
 *
 * `onChange` is called after every change. Call the result to stop watching.
 */
export function watchTheme(root: HTMLElement, onChange: () => void = () => undefined): () => void {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  let chosen: "light" | "dark" | null = null;
  const apply = (): void => {
    const jupyterTheme = document.body.dataset["jpThemeLight"];
    const system = dark.matches ? "dark" : "light";
    root.dataset["theme"] = chosen ?? (jupyterTheme === undefined ? system : jupyterTheme === "false" ? "dark" : "light");
    onChange();
  };
  const toggleTheme = (event: Event): void => {
    if (!(event.target as Element).closest('[data-act="theme"]')) return;
    chosen = root.dataset["theme"] === "dark" ? "light" : "dark";
    apply();
  };
  const body = new MutationObserver(apply);
  body.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  dark.addEventListener("change", apply);
  root.addEventListener("click", toggleTheme);
  apply();
  return () => {
    body.disconnect();
    dark.removeEventListener("change", apply);
    root.removeEventListener("click", toggleTheme);
  };
}
