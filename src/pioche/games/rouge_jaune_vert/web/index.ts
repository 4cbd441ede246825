import type { GameParts } from "$lib/game";
import { lesson } from "./lesson";
import Result from "./Result.svelte";
import { sound, spoken } from "./sound";
import Table from "./Table.svelte";

export default {
  Table,
  Result,
  lesson,
  sound,
  spoken,
  live: true,
  keys: { p: "place", b: "return", backspace: "return" },
} satisfies GameParts;
