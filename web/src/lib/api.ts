/** HTTP requests to the server. A refusal becomes a Problem with its text. */
import { typeset } from "$words/speech";
import { userSettings } from "./settings.svelte";

export class Problem extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status: number,
    readonly field?: string,
    readonly clause?: string,
  ) {
    super(text);
  }
}

const AWAY = { en: "The server can’t be reached.", fr: "Le serveur est injoignable." };

let explain = (problem: Problem): Problem => problem;

/** Let somebody look at every refusal first, who may know better what it means. */
export function onProblem(listener: (problem: Problem) => Problem): void {
  explain = listener;
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: {
        "accept-language": userSettings.lang,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Problem("offline", AWAY[userSettings.lang], 0);
  }
  const said = answer.status === 204 ? undefined : await answer.json().catch(() => undefined);
  if (answer.ok) return said as T;
  const { code = "internal", text = answer.statusText, field, clause } = said ?? {};
  throw explain(new Problem(code, typeset(text, userSettings.lang), answer.status, field, clause));
}

export const get = <T>(path: string): Promise<T> => ask("GET", path);
export const post = <T>(path: string, body?: unknown): Promise<T> => ask("POST", path, body);
export const remove = <T>(path: string): Promise<T> => ask("DELETE", path);
