/** What somebody likes, kept in this browser. */

export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Wishes {
  lang: Language;
  theme: "auto" | "light" | "dark";
  palette: "usual" | "safe" | "contrast";
  cards: "small" | "usual" | "large";
  sound: boolean;
  motion: "auto" | "less";
  confirm: boolean;
}

const KEY = "pioche";

function spoken(): Language {
  const wish = navigator.languages.find((name) => /^(fr|en)\b/.test(name));
  return wish?.startsWith("fr") ? "fr" : "en";
}

function usual(): Wishes {
  return {
    lang: spoken(),
    theme: "auto",
    palette: "usual",
    cards: "usual",
    sound: true,
    motion: "auto",
    confirm: false,
  };
}

/** What was kept; whatever is not what it should be is as usual. */
export function read(kept: string | null): Wishes {
  const found = usual();
  let values: unknown;
  try {
    values = JSON.parse(kept ?? "{}");
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

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser that keeps nothing
  }
}

export const wishes: Wishes = $state(read(kept()));

/** Keep what somebody has chosen, and let the page know. */
export function wish(changed: Partial<Wishes>): void {
  Object.assign(wishes, changed);
  try {
    localStorage.setItem(KEY, JSON.stringify(wishes));
  } catch {
    // it holds for this visit
  }
  dress();
}

/** Tell the style sheets. */
export function dress(): void {
  const { dataset } = document.documentElement;
  dataset.theme = wishes.theme;
  dataset.palette = wishes.palette;
  dataset.cards = wishes.cards;
  dataset.motion = calm() ? "less" : "full";
  document.documentElement.lang = wishes.lang;
}

/** Whether nothing is to move. */
export function calm(): boolean {
  return (
    wishes.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches === true
  );
}
