import type { SoundName } from "$lib/sound";
import type { Event } from "$words/speech";

const ANYBODYS: Record<string, SoundName> = {
  dealt: "start",
  stopped: "turn",
  "time-up": "turn",
  won: "take",
  chose: "take",
};
// In a race five others grab all the time, so only the own moves make sounds.
const OWN: Record<string, SoundName> = {
  took: "grab",
  "took-card": "grab",
  placed: "place",
  returned: "flip",
};

export function sound(event: Event, seat: number | null): SoundName | null {
  const own = event.seat === seat ? OWN[event.type] : undefined;
  return own ?? ANYBODYS[event.type] ?? null;
}

const OPEN = ["dealt", "turned-up", "stopped", "time-up", "kept-all", "broke", "won", "chose"];

/** Screen readers announce the own moves and what concerns everybody. */
export function isSpoken(event: Event, seat: number | null): boolean {
  return OPEN.includes(event.type) || (seat !== null && event.seat === seat);
}
