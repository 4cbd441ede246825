/** What somebody likes, kept in this browser. */

export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

export interface UserSettings {
  lang: Language;
  theme: "auto" | "light" | "dark";
  palette: "usual" | "safe" | "contrast";
  cards: "small" | "usual" | "large";
  sound: boolean;
  motion: "auto" | "less";
  confirm: boolean;
}

const KEY = "pioche";

function findBrowserLanguage(): Language {
  const wanted = navigator.languages.find((name) => /^(fr|en)\b/.test(name));
  return wanted?.startsWith("fr") ? "fr" : "en";
}

function makeDefaultSettings(): UserSettings {
  return {
    lang: findBrowserLanguage(),
    theme: "auto",
    palette: "usual",
    cards: "usual",
    sound: true,
    motion: "auto",
    confirm: false,
  };
}

/** What was kept; whatever is not what it should be is as usual. */
export function parseSettings(stored: string | null): UserSettings {
  const found = makeDefaultSettings();
  let values: unknown;
  try {
    values = JSON.parse(stored ?? "{}");
  } catch {
    return found;
  }
  const choices: Record<string, readonly unknown[]> = {
    lang: LANGUAGES,
    theme: ["auto", "light", "dark"],
    palette: ["usual", "safe", "contrast"],
    cards: ["small", "usual", "large"],
    sound: [true, false],
    motion: ["auto", "less"],
    confirm: [true, false],
  };
  for (const [name, value] of Object.entries((values ?? {}) as object)) {
    if (Object.hasOwn(choices, name) && choices[name]?.includes(value))
      Object.assign(found, { [name]: value });
  }
  return found;
}

function readStoredSettings(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser that keeps nothing
  }
}

export const userSettings: UserSettings = $state(parseSettings(readStoredSettings()));

/** Keep what somebody has chosen, and let the page know. */
export function saveSettings(changed: Partial<UserSettings>): void {
  Object.assign(userSettings, changed);
  try {
    localStorage.setItem(KEY, JSON.stringify(userSettings));
  } catch {
    // it holds for this visit
  }
  applySettings();
}

/** Tell the style sheets. */
export function applySettings(): void {
  const { dataset } = document.documentElement;
  dataset.theme = userSettings.theme;
  dataset.palette = userSettings.palette;
  dataset.cards = userSettings.cards;
  dataset.motion = prefersLessMotion() ? "less" : "full";
  document.documentElement.lang = userSettings.lang;
}

/** Whether nothing is to move. */
export function prefersLessMotion(): boolean {
  return (
    userSettings.motion === "less" ||
    matchMedia("(prefers-reduced-motion: reduce)").matches === true
  );
}
