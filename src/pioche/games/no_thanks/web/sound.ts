import type { SoundName } from "$lib/sound";
import type { Event } from "$words/speech";

const SOUNDS: Record<string, SoundName> = {
  refused: "chip",
  taken: "take",
  turned: "flip",
  dealt: "start",
};

export function sound(event: Event): SoundName | null {
  return SOUNDS[event.type] ?? null;
}
