/** Announcements for screen readers. */

interface Announcements {
  polite: string;
  urgent: string;
}

export const announcements: Announcements = $state({ polite: "", urgent: "" });

let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Announce a text politely. Texts that come close together are announced together. */
export function announce(text: string): void {
  if (!text) return;
  waiting.push(text);
  timer ??= setTimeout(() => {
    timer = undefined;
    announcements.polite = waiting.slice(-8).join(" ");
    waiting = [];
  }, 150);
}

/** Announce a text at once, even if it is the same as before. */
export function announceNow(text: string): void {
  announcements.urgent = announcements.urgent === text ? `${text}\u00a0` : text;
}
