/** Who one is here. There is no account: whoever comes first gets an animal and its name. */
import { get, post } from "./api";
import { AVATARS, type Me, type Site } from "./protocol";
import { t } from "$words/words.svelte";

let known: Me | null = $state(null);
let asked: Promise<Me | null> | undefined;

export function getPerson(): Me | null {
  return known;
}

/** Who the server takes us for; null for somebody new. */
export function loadPerson(): Promise<Me | null> {
  asked ??= get<Site>("/site")
    .then((site) => (known = site.me))
    .catch((problem) => {
      asked = undefined;
      throw problem;
    });
  return asked;
}

/** Ask again: another device has brought a person along. */
export function reloadPerson(): Promise<Me | null> {
  asked = undefined;
  return loadPerson();
}

/** Be somebody: as before, or a new animal. */
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
