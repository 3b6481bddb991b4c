/* The order of uses of each set's lines, against one that is kept in a list. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "sim/timing/memory/recency.h"

#include <string.h>

enum { SETS = 3, MOST_WAYS = 5 };

/* The set's lines from the hottest to the coldest, and back, are those of `list`. */
static void compare(const struct recency *r, uint32_t set, const uint32_t *list)
{
    uint32_t line = r->hottest[set], before = RECENCY_NONE;
    for (uint32_t k = 0; k < r->ways; k++) {
        assert_int_equal(line, list[k]);
        assert_int_equal(r->lines[line].warmer, before);
        before = line;
        line = r->lines[line].colder;
    }
    assert_int_equal(line, RECENCY_NONE);
    assert_int_equal(r->coldest[set], before);
}

TEST(every_use_moves_a_line_to_an_end_of_its_set)
{
    for (uint32_t ways = 1; ways <= MOST_WAYS; ways++) {
        struct recency r;
        uint32_t list[SETS][MOST_WAYS] = {{0}};
        assert_true(recency_create(&r, SETS, ways, 0));
        for (uint64_t use = 0; use < 1000; use++) {
            if (use % 100 == 0) {
                recency_clear(&r);
                for (uint32_t i = 0; i < SETS * ways; i++)
                    list[i / ways][i % ways] = i;
            }
            uint64_t random = random_u64(1, RANDOM_TEST, use);
            uint32_t line = (uint32_t)(random % (SETS * ways)), *its = list[line / ways], k = 0;
            while (its[k] != line)
                k++;
            if (random >> 63) {
                recency_make_hottest(&r, line);
                memmove(its + 1, its, k * sizeof *its);
                its[0] = line;
            } else {
                recency_make_coldest(&r, line);
                memmove(its + k, its + k + 1, (ways - 1 - k) * sizeof *its);
                its[ways - 1] = line;
            }
            for (uint32_t set = 0; set < SETS; set++)
                compare(&r, set, list[set]);
        }
        recency_free(&r);
    }
}
