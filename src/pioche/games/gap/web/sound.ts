import type { SoundName } from "$lib/sound";
import type { Event } from "$words/speech";

const SOUNDS: Record<string, SoundName> = {
  dealt: "start",
  played: "card",
  took: "take",
  joined: "place",
  choosing: "flip",
};

export function sound(event: Event): SoundName | null {
  return SOUNDS[event.type] ?? null;
}
