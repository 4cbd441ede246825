import { findSoundIn } from "$kit/behaviour/eventSounds";

export const sound = findSoundIn({
  refused: "chip",
  taken: "take",
  turned: "flip",
  dealt: "start",
});
