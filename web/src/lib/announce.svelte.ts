/** What is said to those who listen rather than look. */

interface Announcements {
  polite: string;
  urgent: string;
}

export const announcements: Announcements = $state({ polite: "", urgent: "" });

let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Say something when there is a pause; what comes close together is said together. */
export function announce(text: string): void {
  if (!text) return;
  waiting.push(text);
  timer ??= setTimeout(() => {
    timer = undefined;
    announcements.polite = waiting.slice(-8).join(" ");
    waiting = [];
  }, 150);
}

/** Say something at once. The same again is said again. */
export function announceNow(text: string): void {
  announcements.urgent = announcements.urgent === text ? `${text}\u00a0` : text;
}
