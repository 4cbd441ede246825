/** Who one is here. There is no account: whoever comes first gets an animal and its name. */
import { get, post } from "./api";
import { AVATARS, type Me, type Site } from "./protocol";
import { t } from "./words.svelte";

let known: Me | null = $state(null);
let asked: Promise<Me | null> | undefined;

export function me(): Me | null {
  return known;
}

/** Who the server takes us for; null for somebody new. */
export function recognise(): Promise<Me | null> {
  asked ??= get<Site>("/site")
    .then((site) => (known = site.me))
    .catch((problem) => {
      asked = undefined;
      throw problem;
    });
  return asked;
}

/** Ask again: another device has brought a person along. */
export function recogniseAgain(): Promise<Me | null> {
  asked = undefined;
  return recognise();
}

/** Be somebody: as before, or a new animal. */
export async function introduced(): Promise<Me> {
  const found = (await recognise()) ?? known;
  if (found) return found;
  const avatar = AVATARS[Math.floor(Math.random() * AVATARS.length)] ?? "fox";
  return rename(t(`avatars.${avatar}`), avatar);
}

/** Choose a name and an avatar. */
export async function rename(name: string, avatar: string): Promise<Me> {
  known = await post<Me>("/me", { name, avatar });
  asked = Promise.resolve(known);
  return known;
}
