/* What a careful C programmer would write for one core, without vectors: tables looked up, several
 * unbiased digits out of one word (Brackett-Rozinsky and Lemire), no branch on what was dealt.
 * The tables come from the game, as the product's own kernels have them. */
#include <stdint.h>

typedef unsigned __int128 wide;

static inline uint64_t word(uint64_t *state) { /* wyrand */
    *state += 0xa0761d6478bd642fULL;
    wide product = (wide)*state * (*state ^ 0xe7037ed1a0b428dbULL);
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

static inline uint32_t digit(uint64_t *rest, uint64_t below) {
    wide product = (wide)*rest * below;
    *rest = (uint64_t)product;
    return (uint32_t)(product >> 64);
}

/* Two hands out of 22,100 each, dealt again where they share a card. An entry holds a hand's cards
 * above twelve bits and below what it adds to the number of the cell. */
void hands(uint64_t rounds, uint64_t state, const uint64_t *player, const uint64_t *dealer,
           uint32_t *counts) {
    const uint64_t many = 22100, all = many * many, refused = -all % all;
    for (uint64_t done = 0; done < rounds;) {
        uint64_t rest = word(&state);
        uint64_t own = player[digit(&rest, many)], other = dealer[digit(&rest, many)];
        uint64_t wrong = (rest < refused) | ((own & other) >> 12 != 0);
        counts[wrong ? 0 : 1 + (own & 0xfff) + (other & 0xfff)]++;
        done += 1 - wrong;
    }
}

/* The same where the dealer's hand is weak, below, equal or above: `own` has the strength in its
 * low half and the cell in its high half. */
void bounds(uint64_t rounds, uint64_t state, const uint64_t *cards, const uint32_t *own_hand,
            const uint32_t *dealer, uint32_t least, uint32_t *counts) {
    const uint64_t many = 22100, all = many * many, refused = -all % all;
    for (uint64_t done = 0; done < rounds;) {
        uint64_t rest = word(&state);
        uint32_t own = digit(&rest, many), other = digit(&rest, many);
        uint64_t wrong = (rest < refused) | ((cards[own] & cards[other]) != 0);
        uint32_t strength = own_hand[own] & 0xffff, against = dealer[other];
        uint32_t sort = (against >= least) + (against >= least) * ((against >= strength) + (against > strength));
        counts[wrong ? 0 : 1 + (own_hand[own] >> 16) * 4 + sort]++;
        done += 1 - wrong;
    }
}

/* Six cards of a shoe that stays as it was shuffled so far: each changes places with one of those
 * left, six digits out of one word. */
void shoe(uint64_t rounds, uint64_t state, uint32_t deck, uint32_t of_a_rank, const uint32_t *player,
          const uint32_t *banker, const uint32_t *rest_of, const uint32_t *ends, uint32_t *counts) {
    uint8_t ranks[512];
    uint64_t all = 1;
    for (uint32_t at = 0; at < deck; at++) ranks[at] = at / of_a_rank;
    for (uint32_t at = 0; at < 6; at++) all *= deck - at;
    const uint64_t refused = -all % all;
    for (uint64_t done = 0; done < rounds;) {
        uint64_t rest = word(&state);
        uint32_t place[6];
        for (uint32_t at = 0; at < 6; at++) place[at] = at + digit(&rest, deck - at);
        if (__builtin_expect(rest < refused, 0)) continue;
        uint32_t rank[6];
        for (uint32_t at = 0; at < 6; at++) {
            uint8_t drawn = ranks[place[at]];
            ranks[place[at]] = ranks[at];
            ranks[at] = drawn;
            rank[at] = drawn;
        }
        uint32_t seen = player[rank[0] << 4 | rank[2]] + banker[rank[1] << 4 | rank[3]] +
                        rest_of[rank[4] << 4 | rank[5]];
        counts[1 + ends[seen & 0xffff] + (seen >> 16)]++;
        done++;
    }
}
