import type { Player } from "../gameParts";

/** The other players, clockwise from the own left, so that the next to play comes next. */
export function listOthersClockwise(players: readonly Player[], seat: number | null): Player[] {
  const start = (seat ?? -1) + 1;
  const turned = [...players.slice(start), ...players.slice(0, start)];
  return turned.filter((player) => player.seat !== seat);
}
