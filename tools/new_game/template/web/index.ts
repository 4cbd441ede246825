import type { GameParts } from "$kit/gameParts";
import Table from "./Table.svelte";

export default { Table } satisfies GameParts;
