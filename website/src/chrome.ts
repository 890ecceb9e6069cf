/** What every page of the site has: light and dark, and a worker that keeps the site for when there is no network. */

const KEY = "flinksim-theme";

export function chrome(): void {
  const button = document.getElementById("theme");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = (theme: string | null): void => {
    const shown = theme ?? (dark.matches ? "dark" : "light");
    document.documentElement.style.colorScheme = shown;
    document.documentElement.dataset["theme"] = shown;
    document.body.dataset["jpThemeLight"] = String(shown === "light"); // which steppers follow
    button?.setAttribute("aria-pressed", String(shown === "dark"));
  };
  apply(kept());
  dark.addEventListener("change", () => apply(kept()));
  button?.addEventListener("click", () => {
    const next = document.documentElement.dataset["theme"] === "dark" ? "light" : "dark";
    keep(next);
    apply(next);
  });
  void serve();
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage may be forbidden
  }
}

function keep(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // then it lasts as long as the page
  }
}

async function serve(): Promise<void> {
  if (!("serviceWorker" in navigator) || !/^https?:$/.test(location.protocol)) return;
  try {
    await navigator.serviceWorker.register(new URL("../sw.js", import.meta.url), { updateViaCache: "none" });
  } catch {
    // without it the site needs the network, and is the same otherwise
  }
}
