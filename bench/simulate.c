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

/* Two hands out of 22,100 each, the second drawn until it shares no card with the first. */
void hands(uint64_t rounds, uint64_t state, const uint64_t *cards, const uint32_t *player,
           const uint32_t *dealer, uint32_t *counts) {
    const uint64_t many = 22100, all = many * many, refused = -all % all;
    for (uint64_t done = 0; done < rounds;) {
        uint64_t rest = word(&state);
        uint32_t own = digit(&rest, many), other = digit(&rest, many);
        uint64_t wrong = (rest < refused) | ((cards[own] & cards[other]) != 0);
        counts[wrong ? 0 : 1 + player[own] + dealer[other]]++;
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

/* Six cards of a shoe, all of them different; by ranks into the same tables as the kernels. */
void shoe(uint64_t rounds, uint64_t state, uint32_t deck, uint32_t of_a_rank, const uint32_t *player,
          const uint32_t *banker, const uint32_t *rest_of, const uint32_t *ends, uint32_t *counts) {
    uint64_t all = 1;
    for (int card = 0; card < 6; card++) all *= deck;
    const uint64_t refused = -all % all;
    for (uint64_t done = 0; done < rounds;) {
        uint64_t rest = word(&state);
        uint32_t card[6], rank[6];
        for (int at = 0; at < 6; at++) card[at] = digit(&rest, deck);
        uint64_t wrong = rest < refused;
        for (int at = 1; at < 6; at++)
            for (int before = 0; before < at; before++) wrong |= card[at] == card[before];
        for (int at = 0; at < 6; at++) rank[at] = card[at] / of_a_rank;
        uint32_t seen = player[rank[0] << 4 | rank[2]] + banker[rank[1] << 4 | rank[3]] +
                        rest_of[rank[4] << 4 | rank[5]];
        counts[wrong ? 0 : 1 + ends[seen & 0xffff] + (seen >> 16)]++;
        done += 1 - wrong;
    }
}
