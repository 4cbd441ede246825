import { findSoundIn } from "$kit/behaviour/eventSounds";

export const sound = findSoundIn({
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
});
