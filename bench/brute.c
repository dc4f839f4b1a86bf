/* Every hand against every hand that shares no card with it: what the lab's counting is held
 * against. Ranks and strengths come from the game; nothing here knows a rule. */
#include <stdint.h>
#include <string.h>

enum { HANDS = 22100, DEALERS = 18424, RANKS = 32 };

void pictures(const uint64_t *mask, const uint8_t *rank, uint64_t *deals)
{
    memset(deals, 0, RANKS * RANKS * sizeof *deals);
    for (int own = 0; own < HANDS; own++) {
        uint32_t met[2][RANKS] = {{0}};
        for (int dealer = 0; dealer < HANDS; dealer++)
            met[(mask[own] & mask[dealer]) != 0][rank[dealer]]++;
        for (int each = 0; each < RANKS; each++)
            deals[rank[own] * RANKS + each] += met[0][each];
    }
}

/* worth[strength]: folded, then against a dealer who does not qualify, ranks lower, equal, higher */
int64_t best_play(const uint64_t *mask, const uint16_t *strength, int least,
                  const int64_t (*worth)[5])
{
    int64_t total = 0;
    for (int own = 0; own < HANDS; own++) {
        uint32_t weak = 0, lower = 0, equal = 0;
        for (int dealer = 0; dealer < HANDS; dealer++) {
            uint32_t apart = (mask[own] & mask[dealer]) == 0, qualifies = strength[dealer] >= least;
            weak += apart & !qualifies;
            lower += apart & qualifies & (strength[dealer] < strength[own]);
            equal += apart & qualifies & (strength[dealer] == strength[own]);
        }
        const int64_t *net = worth[strength[own]];
        int64_t played = weak * net[1] + lower * net[2] + equal * net[3]
                         + (int64_t)(DEALERS - weak - lower - equal) * net[4];
        total += played > DEALERS * net[0] ? played : DEALERS * net[0];
    }
    return total;
}
