import type { SoundName } from "$lib/sound";
import type { Event } from "$words/speech";

const SOUNDS: Record<string, SoundName> = {
  dealt: "start",
  market: "flip",
  took: "take",
  started: "place",
  added: "place",
  gave: "card",
  "gave-up": "card",
  "gave-up-actions": "card",
  stored: "place",
  perfect: "turn",
  closed: "win",
  lost: "lose",
  won: "chip",
  bonus: "chip",
  protected: "flip",
  "turned-down": "flip",
  moved: "card",
  stole: "grab",
  discarded: "card",
};

export function sound(event: Event): SoundName | null {
  return SOUNDS[event.type] ?? null;
}
