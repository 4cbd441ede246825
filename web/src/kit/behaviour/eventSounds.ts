import type { SoundName } from "$lib/sound";
import type { Event } from "$words/speech";

/** A function that finds the sound of an event by the event's type. */
export function findSoundIn(
  sounds: Readonly<Record<string, SoundName>>,
): (event: Event) => SoundName | null {
  return (event) => sounds[event.type] ?? null;
}
