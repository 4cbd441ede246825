/** Where a film comes from: a table of this server, or a file that somebody has brought. */
import { get, post } from "$lib/api";
import type { Film, Listed, SeatShown } from "$lib/protocol";
import { t } from "$lib/words.svelte";
import type { Eyes } from "./film.svelte";

const KEY = "pioche-record";

export interface Source {
  /** The code of the table; null for a file. */
  code: string | null;
  film: (eyes: Eyes) => Promise<Film>;
  /** The faces of those who played, where they are known. */
  seats: () => Promise<readonly SeatShown[]>;
  /** What is to be continued from, for the server. */
  origin: { table: string } | { record: Record<string, unknown> };
  /** The address of the record, to keep it. */
  download: { href: string; name: string };
}

export function ofTable(code: string): Source {
  const path = `/tables/${encodeURIComponent(code)}`;
  const known = get<Listed>(path);
  const over = known.then(({ phase }) => {
    if (phase !== "over") throw new Error(t("replay.not-over"));
  });
  over.catch(() => null); // whoever asks for the film is told
  return {
    code,
    film: (eyes) => over.then(() => get<Film>(`${path}/film?eyes=${eyes}`)),
    seats: () => known.then((listed) => listed.table.seats),
    origin: { table: code },
    download: { href: `/api${path}/record`, name: `pioche-${code}.json` },
  };
}

/** A record as a file has it; an error where it is none at all. */
export function ofText(text: string): Source {
  const record = JSON.parse(text) as Record<string, unknown>;
  if (typeof record !== "object" || record === null) throw new SyntaxError("no record");
  return {
    code: null,
    film: (eyes) => post<Film>(`/film?eyes=${eyes}`, record),
    seats: () => Promise.resolve([]),
    origin: { record },
    download: {
      href: URL.createObjectURL(new Blob([text], { type: "application/json" })),
      name: `pioche-${String(record.game ?? "record").replace(/[^\w-]/g, "")}.json`,
    },
  };
}

let brought: string | null = null;

/** The file that was brought: in this tab only, and gone with it. */
export function keep(text: string | null): void {
  brought = text;
  try {
    if (text === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, text);
  } catch {
    // too large to be kept: it is there until the page is loaded again
  }
}

export function kept(): string | null {
  try {
    return brought ?? sessionStorage.getItem(KEY);
  } catch {
    return brought;
  }
}
