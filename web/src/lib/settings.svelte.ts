/** The user's settings, stored in this browser. */

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

/** Read stored settings. Every invalid value is replaced by its default. */
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
    return null; // the browser has no storage
  }
}

export const userSettings: UserSettings = $state(parseSettings(readStoredSettings()));

/** Store changed settings and apply them. */
export function saveSettings(changed: Partial<UserSettings>): void {
  Object.assign(userSettings, changed);
  try {
    localStorage.setItem(KEY, JSON.stringify(userSettings));
  } catch {
    // then it holds for this visit only
  }
  applySettings();
}

/** Set the attributes that the style sheets read. */
export function applySettings(): void {
  const { dataset } = document.documentElement;
  dataset.theme = userSettings.theme;
  dataset.palette = userSettings.palette;
  dataset.cards = userSettings.cards;
  dataset.motion = prefersLessMotion() ? "less" : "full";
  document.documentElement.lang = userSettings.lang;
}

/** Whether the user wants less motion. */
export function prefersLessMotion(): boolean {
  return (
    userSettings.motion === "less" ||
    matchMedia("(prefers-reduced-motion: reduce)").matches === true
  );
}
