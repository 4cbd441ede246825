/**
 * Cards travel from where they were to where they are.
 *
 * Whatever has `data-key` is followed: before a change its place is noted, after it a copy flies
 * from the old place to the new one, above everything, while the real one waits unseen. What is
 * new comes from the anchor that its `data-from` names, what is gone leaves for that of its
 * `data-to`; an anchor is whatever has `data-anchor`. Where it goes may be known only when it
 * is gone: an element with `data-gone="pot-"` and `data-to` then speaks for all keys that begin
 * so. Nothing waits for a flight to end.
 */
import { prefersLessMotion } from "./settings.svelte";

interface RecordedPlace {
  rect: DOMRect;
  copy: HTMLElement;
  to: string | undefined;
}

export type RecordedPlaces = Map<string, RecordedPlace>;

const EASING = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const NEAR = 3; // pixels; a shorter way is not animated
const MOST = 40; // flights at once; nobody can follow more

/** Record where every card is. */
export function recordPlaces(root: HTMLElement): RecordedPlaces {
  const noted: RecordedPlaces = new Map();
  if (prefersLessMotion()) return noted;
  for (const element of root.querySelectorAll<HTMLElement>("[data-key]")) {
    const rect = element.getBoundingClientRect();
    const key = element.dataset.key;
    if (key && rect.width > 0) noted.set(key, { rect, copy: element, to: element.dataset.to });
  }
  return noted;
}

/** Animate every card that is in another place now. */
export function animateMoves(root: HTMLElement, before: RecordedPlaces, duration: number): void {
  if (prefersLessMotion() || before.size === 0 || duration <= 0) return;
  const seen = new Set<string>();
  let flights = 0;
  for (const element of root.querySelectorAll<HTMLElement>("[data-key]")) {
    const key = element.dataset.key ?? "";
    seen.add(key);
    const from = before.get(key)?.rect ?? findAnchor(root, element.dataset.from);
    if (from && flights < MOST && flyToPlace(element, from, duration)) flights += 1;
  }
  const gone = [...root.querySelectorAll<HTMLElement>("[data-gone]")];
  for (const [key, { rect, copy, to }] of before) {
    if (seen.has(key)) continue;
    const told = gone.find((element) => key.startsWith(element.dataset.gone ?? ""));
    const goal = findAnchor(root, told?.dataset.to ?? to);
    if (goal && flights < MOST) {
      flyAway(copy, rect, goal, duration);
      flights += 1;
    }
  }
}

function findAnchor(root: HTMLElement, name: string | undefined): DOMRect | undefined {
  if (!name) return undefined;
  return root.querySelector(`[data-anchor="${CSS.escape(name)}"]`)?.getBoundingClientRect();
}

function flyToPlace(element: HTMLElement, from: DOMRect, duration: number): boolean {
  const to = element.getBoundingClientRect();
  const far = Math.hypot(to.left - from.left, to.top - from.top);
  if (to.width === 0 || (far < NEAR && Math.abs(to.width - from.width) < NEAR)) return false;
  const ghost = copyElement(element, to);
  // The real card is already there for fingers and screen readers; it is only invisible.
  element.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
  animateCopy(ghost, from, to, to, duration);
  return true;
}

function flyAway(copy: HTMLElement, from: DOMRect, to: DOMRect, duration: number): void {
  animateCopy(copyElement(copy, from), from, to, from, duration);
}

function animateCopy(
  ghost: HTMLElement,
  from: DOMRect,
  to: DOMRect,
  own: DOMRect,
  duration: number,
): void {
  const at = (rect: DOMRect): string =>
    `translate(${rect.left - own.left}px, ${rect.top - own.top}px) ` +
    `scale(${rect.width / own.width}, ${rect.height / own.height})`;
  getFlightLayer().append(ghost);
  const flight = ghost.animate([{ transform: at(from) }, { transform: at(to) }], {
    duration,
    easing: EASING,
    fill: "both",
  });
  flight.onfinish = flight.oncancel = () => ghost.remove();
}

function copyElement(element: HTMLElement, rect: DOMRect): HTMLElement {
  const ghost = element.cloneNode(true) as HTMLElement;
  for (const one of [ghost, ...ghost.querySelectorAll<HTMLElement>("*")]) {
    one.removeAttribute("id");
    one.removeAttribute("data-key");
    one.removeAttribute("data-anchor");
    one.removeAttribute("tabindex");
  }
  ghost.inert = true;
  Object.assign(ghost.style, {
    position: "fixed",
    left: `${rect.left}px`,
    top: `${rect.top}px`,
    width: `${rect.width}px`,
    height: `${rect.height}px`,
    margin: "0",
    transformOrigin: "0 0",
    transition: "none",
    pointerEvents: "none",
  });
  return ghost;
}

let above: HTMLElement | undefined;

/** The layer above the page for the copies; screen readers skip it. */
function getFlightLayer(): HTMLElement {
  if (!above?.isConnected) {
    above = document.createElement("div");
    above.className = "flights";
    above.setAttribute("aria-hidden", "true");
    document.body.append(above);
  }
  return above;
}
