import type { Player } from "$kit/gameParts";
import type { Speech } from "$words/speech";
import type { Counts } from "../cards/columns";
import type { View } from "../view";

/** What the area of a player is given. */
export interface PlayerAreaProps {
  view: View;
  player: Player;
  speech: Speech;
  /** Plates alone; the cards come on demand. */
  compact: boolean;
  /** Whether the cards were asked for. */
  opened: boolean;
  /** What the card in question would add. */
  adds: Counts;
  ontoggle: () => void;
}
