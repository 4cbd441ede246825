/** The steps of a replay in words. */
import type { ReplayStep } from "./replayModel.svelte";
import type { Event, Speech } from "$words/speech";
import { t } from "$words/words.svelte";

const SHUFFLE = -1;

/** Who did what, in a line. */
export function describeStep(step: ReplayStep, speech: Speech, names: readonly string[]): string {
  if (step.who === SHUFFLE || step.move === null) return t("replay.shuffle");
  if (step.who < 0) return t("replay.clock");
  return t("replay.line", { name: names[step.who] ?? "–", move: speech.move(step.move, names) });
}

/** All that happened, in sentences. */
export function describeStepEvents(
  step: ReplayStep,
  speech: Speech,
  names: readonly string[],
): string {
  const told = step.events.map((event) => speech.event(event as Event, names)).filter(Boolean);
  return told.join(" ") || describeStep(step, speech, names);
}
