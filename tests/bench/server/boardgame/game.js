// No Thanks! for boardgame.io: what its server is measured on. The same rules as Pioche's,
// one round, and the same secrets: the draw pile, the cards out of the game, others' chips.
import { INVALID_MOVE } from 'boardgame.io/dist/cjs/core.js';

export const NAME = 'no-thanks';
const LOWEST = 3;
const HIGHEST = 35;
const REMOVED = 9;
const CHIPS = { 3: 11, 4: 11, 5: 11, 6: 9, 7: 7 };

function setup({ ctx, random }) {
  const values = Array.from({ length: HIGHEST - LOWEST + 1 }, (_, i) => LOWEST + i);
  const cards = random.Shuffle(values);
  const [card, ...draw] = cards.slice(REMOVED);
  return {
    first: random.Die(ctx.numPlayers) - 1,
    card,
    pot: 0,
    draw,
    removed: cards.slice(0, REMOVED),
    chips: Array(ctx.numPlayers).fill(CHIPS[ctx.numPlayers]),
    taken: Array.from({ length: ctx.numPlayers }, () => []),
  };
}

function take({ G, playerID }) {
  G.taken[playerID].push(G.card);
  G.chips[playerID] += G.pot;
  G.pot = 0;
  G.card = G.draw.shift() ?? null;
}

function pass({ G, playerID, events }) {
  if (G.chips[playerID] === 0) return INVALID_MOVE;
  G.chips[playerID] -= 1;
  G.pot += 1;
  events.endTurn();
}

export function points(taken, chips) {
  const held = new Set(taken);
  return taken.filter((value) => !held.has(value - 1)).reduce((sum, v) => sum + v, 0) - chips;
}

function endIf({ G }) {
  if (G.card !== null) return undefined;
  const scores = G.taken.map((taken, seat) => points(taken, G.chips[seat]));
  const ranks = scores.map((score) => 1 + scores.filter((other) => other < score).length);
  return { ranks, scores };
}

function playerView({ G, ctx, playerID }) {
  if (ctx.gameover) return G;
  const { draw, removed, ...seen } = G;
  const chips = G.chips.map((count, seat) => (String(seat) === playerID ? count : null));
  return { ...seen, chips, left: draw.length };
}

export const game = {
  name: NAME,
  setup,
  moves: { take, pass },
  turn: {
    order: {
      first: ({ G }) => G.first,
      next: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.numPlayers,
    },
  },
  minPlayers: 3,
  maxPlayers: 7,
  disableUndo: true, // it would keep earlier states; a table has no undo
  endIf,
  playerView,
};
