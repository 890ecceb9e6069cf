/** Shared by all pages of the site: the light and dark theme, and the service worker for offline use. */

import { addFontNotice } from "../../widgets/src/ui/chinese_font";

const THEME_KEY = "flinksim-theme";

export function initializePage(): void {
  const button = document.getElementById("theme");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = (theme: string | null): void => {
    const shown = theme ?? (dark.matches ? "dark" : "light");
    document.documentElement.style.colorScheme = shown;
    document.documentElement.dataset["theme"] = shown;
    document.body.dataset["jpThemeLight"] = String(shown === "light"); // steppers follow this attribute, as in JupyterLab
    button?.setAttribute("aria-pressed", String(shown === "dark"));
  };
  apply(loadTheme());
  dark.addEventListener("change", () => apply(loadTheme()));
  button?.addEventListener("click", () => {
    const next = document.documentElement.dataset["theme"] === "dark" ? "light" : "dark";
    saveTheme(next);
    apply(next);
  });
  addFontNotice(document.documentElement, document.querySelector("body > header") ?? document.body);
  void registerServiceWorker();
}

function loadTheme(): string | null {
  try {
    return localStorage.getItem(THEME_KEY);
  } catch {
    return null; // storage may be blocked
  }
}

function saveTheme(theme: string): void {
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // then the theme lasts as long as the page
  }
}

async function registerServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator) || !/^https?:$/.test(location.protocol)) return;
  try {
    await navigator.serviceWorker.register(new URL("../sw.js", import.meta.url), { updateViaCache: "none" });
  } catch {
    // without it the site only needs the network
  }
}
