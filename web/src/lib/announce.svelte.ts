/** What is said to those who listen rather than look. */

interface Said {
  polite: string;
  urgent: string;
}

export const said: Said = $state({ polite: "", urgent: "" });

let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Say something when there is a pause; what comes close together is said together. */
export function announce(text: string): void {
  if (!text) return;
  waiting.push(text);
  timer ??= setTimeout(() => {
    timer = undefined;
    said.polite = waiting.slice(-8).join(" ");
    waiting = [];
  }, 150);
}

/** Say something at once. The same again is said again. */
export function alert(text: string): void {
  said.urgent = said.urgent === text ? `${text}\u00a0` : text;
}
