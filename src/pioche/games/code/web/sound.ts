import type { SoundName } from "$lib/sound";
import type { Event } from "$words/speech";

const SOUNDS: Record<string, SoundName> = {
  dealt: "start",
  played: "card",
  paired: "take",
  drew: "flip",
  "you-drew": "flip",
  reversed: "place",
  skipped: "place",
  plus2: "place",
  swapped: "grab",
  "swapped-nothing": "place",
  gift: "place",
  laid: "card",
  "you-laid": "card",
  picked: "grab",
  reset: "place",
};

export function sound(event: Event): SoundName | null {
  return SOUNDS[event.type] ?? null;
}
