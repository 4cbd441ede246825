/** Where a replay comes from: a table of this server, or a file from the user. */
import { get, post } from "$lib/api";
import type { ListedTable, SeatInfo } from "$lib/protocol";
import { t } from "$words/words.svelte";
import type { Replay, Viewer } from "./replayModel.svelte";

const KEY = "pioche-record";

export interface ReplaySource {
  /** The code of the table; null for a file. */
  code: string | null;
  load: (viewer: Viewer) => Promise<Replay>;
  /** The avatars of the players, where they are known. */
  seats: () => Promise<readonly SeatInfo[]>;
  /** Tells the server which game to continue. */
  origin: { table: string } | { record: Record<string, unknown> };
  /** The address of the record, for a download. */
  download: { href: string; name: string };
}

export function openTableReplay(code: string): ReplaySource {
  const path = `/tables/${encodeURIComponent(code)}`;
  const known = get<ListedTable>(path);
  const over = known.then(({ phase }) => {
    if (phase !== "over") throw new Error(t("replay.not-over"));
  });
  over.catch(() => null); // load() reports it
  return {
    code,
    load: (viewer) => over.then(() => get<Replay>(`${path}/film?eyes=${viewer}`)),
    seats: () => known.then((listed) => listed.table.seats),
    origin: { table: code },
    download: { href: `/api${path}/record`, name: `pioche-${code}.json` },
  };
}

/** Read a record from the text of a file. Throws if the text is no record. */
export function openRecordReplay(text: string): ReplaySource {
  const record = JSON.parse(text) as Record<string, unknown>;
  if (typeof record !== "object" || record === null) throw new SyntaxError("no record");
  return {
    code: null,
    load: (viewer) => post<Replay>(`/film?eyes=${viewer}`, record),
    seats: () => Promise.resolve([]),
    origin: { record },
    download: {
      href: URL.createObjectURL(new Blob([text], { type: "application/json" })),
      name: `pioche-${String(record.game ?? "record").replace(/[^\w-]/g, "")}.json`,
    },
  };
}

let brought: string | null = null;

/** Keep the text of the file for this tab only. */
export function storeRecord(text: string | null): void {
  brought = text;
  try {
    if (text === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, text);
  } catch {
    // too large for the storage: it stays until the page is loaded again
  }
}

export function readStoredRecord(): string | null {
  try {
    return brought ?? sessionStorage.getItem(KEY);
  } catch {
    return brought;
  }
}
