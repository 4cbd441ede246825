import { findSoundIn } from "$kit/behaviour/eventSounds";

export const sound = findSoundIn({
  dealt: "start",
  played: "card",
  took: "take",
  joined: "place",
  choosing: "flip",
});
