import type { GameParts } from "$kit/gameParts";
import { lesson } from "./lesson";
import Result from "./Result.svelte";
import { sound } from "./sound";
import Table from "./Table.svelte";

export default { Table, Result, lesson, sound } satisfies GameParts;
