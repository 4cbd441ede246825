/** What a seat sees of the game, as the server tells it (docs/formats.md). */
export interface View {
  players: number;
  over: boolean;
  options: { copies: number; actions: number; interactive: boolean };
  round: number;
  first: number;
  turn: number;
  phase: "setup" | "turn" | "perfect" | "stolen";
  market: (string[] | null)[];
  pending: string[];
  stolen: string | null;
  perfect: { seat: number; colour: string } | null;
  taken: boolean;
  series: Record<string, Laid[]>[];
  stored: string[][];
  score: number[];
  draw_count: number;
  discard_count: number;
  setup_hands: string[][];
  protected: string[][];
  room: boolean[];
  outlook: Record<string, Outlook>;
}

/** A card in a series. */
export interface Laid {
  card: string;
  up: boolean;
}

/** What a move will do. */
export interface Outlook {
  effect: "nothing" | "perfect" | "win" | "lose";
  cards: number;
  /** The cards that leave a series (or stored actions that make way), first to last. */
  leaving: string[];
  /** Where in that series they lie now; a card that is only being added lies nowhere yet. */
  at: number[];
}

export const COLOURS = ["R", "Y", "G", "B", "V"] as const;
export const GROUP_SIZES = [3, 2, 2, 1] as const;
const PLACES = 4;
const HIGHEST = 7;

export const isAction = (card: string): boolean => card.length > 2;
export const isJoker = (card: string): boolean => card.length === 2 && card.startsWith("J");

/** The number that would be perfect for a series of so many cards; null where no card has it. */
export function nextPerfect(count: number): number | null {
  return count < HIGHEST ? count + 1 : null;
}

/** Whether the three cards of everybody are still being laid out. */
export function settingUp(view: View): boolean {
  return !view.over && !view.taken && view.market.every((group) => group === null);
}

/** The place of the cards that whoever has the turn is to add. */
export function handPlace(view: View): string {
  return settingUp(view) ? `setup-${view.turn}` : "hand";
}

/** The places of a Collection that are free, and whether one of them is for actions only. */
export function freePlaces(view: View, seat: number): { colours: number; actions: number } {
  const colours = Object.keys(view.series[seat] ?? {}).length;
  const stored = view.stored[seat]?.length ? 1 : 0;
  const apart = view.options.interactive ? 1 : 0;
  return apart
    ? { colours: PLACES - 1 - colours, actions: 1 - stored }
    : { colours: PLACES - colours - stored, actions: 0 };
}

/**
 * The cards of a group that have just the number a series of this seat waits for, by their index.
 * Of one colour the lowest is added first, so only that one is looked at; a joker fits any.
 */
export function wanted(view: View, seat: number | null, group: readonly string[]): number[] {
  const own = seat === null ? {} : (view.series[seat] ?? {});
  const waits = (colour: string, number: string): boolean =>
    own[colour] !== undefined && nextPerfect(own[colour].length) === Number(number);
  return [...group.keys()].filter((index) => {
    const [colour = "", number = ""] = group[index]!;
    if (isJoker(group[index]!)) return Object.keys(own).some((one) => waits(one, number));
    return waits(colour, number) && group.findIndex((card) => card[0] === colour) === index;
  });
}
