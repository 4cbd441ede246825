/* Random games of No Thanks! in C: the limit that `make bench` measures against. */
#include <stdint.h>
#include <string.h>
typedef int64_t i64;
#define A 2054320968LL
#define M31 0x7FFFFFFFLL
enum { LOW = 3, N_CARDS = 33, N_DRAW = 24, TAKE = 0, PASS = 1 };
typedef struct { i64 s; } Rng;
typedef struct {
    int8_t players, turn, over, drawn, card, pot;
    int8_t chips[7];
    int16_t points[7];
    uint64_t cards[7];
    int8_t deck[N_CARDS];
} State;

static inline i64 below(Rng *r, i64 n) {
    i64 s = A * (r->s & M31) + (r->s >> 31);
    r->s = s;
    return ((s & M31) * n) >> 31;
}
static inline void shuffle(Rng *r, int8_t *v, int start, int stop, int end) {
    for (int i = start; i < stop; i++) {
        int j = i + (int)below(r, end - i);
        int8_t x = v[i]; v[i] = v[j]; v[j] = x;
    }
}
static void deal(State *s, int players, Rng *r) {
    memset(s, 0, sizeof *s);
    s->players = players;
    for (int i = 0; i < N_CARDS; i++) s->deck[i] = LOW + i;
    shuffle(r, s->deck, 0, N_DRAW, N_CARDS);
    int c = players <= 5 ? 11 : players == 6 ? 9 : 7;
    for (int p = 0; p < players; p++) s->chips[p] = c;
    s->drawn = 1; s->card = s->deck[0];
}
static inline i64 legal_mask(const State *s) { return s->chips[s->turn] > 0 ? 3 : 1; }
static inline void apply(State *s, int a) {
    int me = s->turn;
    if (a == PASS) {
        s->chips[me]--; s->pot++;
        me++;
        s->turn = me == s->players ? 0 : me;
        return;
    }
    int card = s->card;
    uint64_t mine = s->cards[me];
    if (!(mine >> (card - 1) & 1)) s->points[me] += card;
    if (mine >> (card + 1) & 1) s->points[me] -= card + 1;
    s->cards[me] = mine | 1ULL << card;
    s->chips[me] += s->pot; s->pot = 0;
    if (s->drawn == N_DRAW) { s->over = 1; return; }
    s->card = s->deck[s->drawn++];
}
static inline int score(const State *s, int p) { return s->chips[p] - s->points[p]; }
static inline int pick(i64 mask, Rng *r) {
    int n = __builtin_popcountll(mask);
    if (n > 1) for (i64 k = below(r, n); k > 0; k--) mask &= mask - 1;
    return __builtin_ctzll(mask);
}
static inline i64 playout(State *s, Rng *r) {
    i64 m = 0;
    while (!s->over) { apply(s, pick(legal_mask(s), r)); m++; }
    return m;
}
i64 playouts(int players, i64 n, i64 *rs, i64 *check) {
    Rng r = { *rs }; State s; i64 moves = 0, c = 0;
    for (i64 i = 0; i < n; i++) {
        deal(&s, players, &r);
        moves += playout(&s, &r);
        for (int p = 0; p < players; p++) c = (c * 31 + score(&s, p)) & 0xFFFFFFFF;
    }
    *check = c; *rs = r.s;
    return moves;
}
