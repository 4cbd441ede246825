/* Random rounds of Gap in C: the limit that `make bench` measures against. */
#include <stdint.h>
#include <string.h>
typedef int64_t i64;
#define A 2054320968LL
#define M31 0x7FFFFFFFLL
#define SAME 0x10040100401LL
#define BIT(i) (1LL << (i))
#define CTZ(m) __builtin_ctzll(m)
typedef struct { i64 s; } Rng;
typedef struct {
    i64 middle, choice, later, hands[6];
    int8_t players, turn, over, drawn, ncards, left, size;
    int8_t front[30];
    int8_t deck[50];
} State;

static inline i64 below(Rng *r, i64 n) {
    i64 s = A * (r->s & M31) + (r->s >> 31);
    r->s = s;
    return ((s & M31) * n) >> 31;
}
static inline void shuffle(Rng *r, int8_t *v, int a, int b, int e) {
    for (int i = a; i < b; i++) {
        int j = i + (int)below(r, e - i);
        int8_t x = v[i]; v[i] = v[j]; v[j] = x;
    }
}
static void deal(State *s, int players, Rng *r) {
    memset(s, 0, sizeof *s);
    int n = players == 2 ? 30 : players == 3 ? 40 : 50, each = players > 4 ? 5 : 6, k = 0;
    s->players = players; s->ncards = n;
    for (int i = 0; i < n; i++) s->deck[i] = i;
    shuffle(r, s->deck, 0, n, n);
    for (int p = 0; p < players; p++)
        for (int i = 0; i < each; i++) s->hands[p] |= BIT(s->deck[k++]);
    for (int i = 0; i < 4; i++) s->middle |= BIT(s->deck[k++]);
    s->drawn = k; s->size = 4; s->left = players * each;
}
static inline i64 legal(const State *s) { return s->choice ? s->choice : s->hands[s->turn]; }
static inline void take(State *s, int c) {
    s->middle &= ~BIT(c); s->size--; s->front[s->turn * 5 + c / 10]++;
}
static inline void apply(State *s, int a) {
    int me = s->turn;
    if (s->choice) { take(s, a); s->choice = s->later; s->later = 0; }
    else {
        s->hands[me] &= ~BIT(a); s->left--;
        int n = a % 10; i64 same = s->middle & SAME << n;
        if (same) {
            s->front[me * 5 + a / 10]++;
            while (same) { take(s, CTZ(same)); same &= same - 1; }
        } else {
            i64 up = s->middle & SAME << (n + 1) % 10, dn = s->middle & SAME << (n + 9) % 10;
            if (!up && !dn) { s->middle |= BIT(a); s->size++; }
            else {
                s->front[me * 5 + a / 10]++;
                if (!up) s->choice = dn; else { s->choice = up; s->later = dn; }
            }
        }
    }
    while (s->choice && !(s->choice & (s->choice - 1))) {
        take(s, CTZ(s->choice)); s->choice = s->later; s->later = 0;
    }
    if (!s->choice) {
        while (s->size < 4 && s->drawn < s->ncards) {
            s->middle |= BIT(s->deck[s->drawn++]); s->size++;
        }
        if (!s->left) { s->over = 1; return; }
        s->turn = s->turn + 1 == s->players ? 0 : s->turn + 1;
    }
}
static inline int score(const State *s, int p) {
    const int8_t *f = s->front + p * 5; int most = 0, least = 99, plus = 0, minus = 0;
    for (int c = 0; c < 5; c++) {
        if (f[c] > most) most = f[c];
        if (f[c] > 0 && f[c] < least) least = f[c];
    }
    for (int c = 0; c < 5; c++) {
        if (f[c] == most) plus += f[c]; else if (f[c] == least) minus += f[c];
    }
    return plus - minus;
}
static inline int pick(i64 mask, Rng *r) {
    int n = __builtin_popcountll(mask);
    if (n > 1) for (i64 k = below(r, n); k > 0; k--) mask &= mask - 1;
    return CTZ(mask);
}
static inline i64 playout(State *s, Rng *r) {
    i64 m = 0;
    while (!s->over) { apply(s, pick(legal(s), r)); m++; }
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
