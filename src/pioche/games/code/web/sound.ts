import { findSoundIn } from "$kit/behaviour/eventSounds";

export const sound = findSoundIn({
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
});
