/** The person who uses this browser. A new person gets an animal and its name. */
import { get, onProblem, post, Problem } from "./api";
import { AVATARS, type Me, type Site } from "./protocol";
import { t } from "$words/words.svelte";

let known: Me | null = $state(null);
let asked: Promise<Me | null> | undefined;

export function getPerson(): Me | null {
  return known;
}

/** Ask the server who we are; null for a new person. */
export function loadPerson(): Promise<Me | null> {
  asked ??= get<Site>("/site")
    .then((site) => (known = site.me))
    .catch((problem) => {
      asked = undefined;
      throw problem;
    });
  return asked;
}

/** Ask again, after a person came from another device. */
export function reloadPerson(): Promise<Me | null> {
  asked = undefined;
  return loadPerson();
}

/** This browser was logged out: the server knows nobody by its cookie any more. */
export function forgetPerson(): void {
  known = null;
  asked = undefined;
  try {
    sessionStorage.clear(); // what they saw at tables is not for whoever comes next
  } catch {
    // forbidden: then nothing was kept
  }
}

// Somebody was known here, and is not any more: another device has logged this one out.
onProblem((problem) => {
  if (problem.code !== "no-person" || known === null) return problem;
  forgetPerson();
  return new Problem("logged-out", t("device.logged-out"), problem.status);
});

/** The person as before, or a new one. */
export async function ensurePerson(): Promise<Me> {
  const found = (await loadPerson()) ?? known;
  if (found) return found;
  const avatar = AVATARS[Math.floor(Math.random() * AVATARS.length)] ?? "fox";
  return updatePerson(t(`avatars.${avatar}`), avatar);
}

/** Choose a name and an avatar. */
export async function updatePerson(name: string, avatar: string): Promise<Me> {
  known = await post<Me>("/me", { name, avatar });
  asked = Promise.resolve(known);
  return known;
}
