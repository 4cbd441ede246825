import type { GameParts } from "$kit/gameParts";
import { lesson } from "./lesson";
import Result from "./Result.svelte";
import { isSpoken, sound } from "./sound";
import Table from "./Table.svelte";

export default {
  Table,
  Result,
  lesson,
  sound,
  isSpoken,
  realTime: true,
  shortcuts: { p: "place", b: "return", backspace: "return" },
} satisfies GameParts;
