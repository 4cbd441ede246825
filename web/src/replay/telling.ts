/** The steps of a film in words. */
import type { FilmStep } from "$lib/protocol";
import type { Event, Speech } from "$lib/speech";
import { t } from "$lib/words.svelte";

const SHUFFLE = -1;

/** Who did what, in a line. */
export function line(step: FilmStep, speech: Speech, names: readonly string[]): string {
  if (step.who === SHUFFLE || step.move === null) return t("replay.shuffle");
  if (step.who < 0) return t("replay.clock");
  return t("replay.line", { name: names[step.who] ?? "–", move: speech.move(step.move, names) });
}

/** All that happened, in sentences. */
export function story(step: FilmStep, speech: Speech, names: readonly string[]): string {
  const told = step.events.map((event) => speech.event(event as Event, names)).filter(Boolean);
  return told.join(" ") || line(step, speech, names);
}
