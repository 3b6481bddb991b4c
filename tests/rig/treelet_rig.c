#include "tests/rig/treelet_rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "tests/rig/rig.h"

#include <string.h>

static struct treelets *make(uint64_t base, uint32_t n_units, uint32_t n_listed, uint32_t n)
{
    struct treelets *t = mem_calloc(1, sizeof *t);
    assert_non_null(t);
    t->base = base;
    t->n_units = n_units;
    t->n = n;
    t->of = mem_calloc(n_units, sizeof *t->of);
    t->first = mem_calloc(n + 1, sizeof *t->first);
    t->units = mem_calloc(n_listed, sizeof *t->units);
    assert_true(t->of && t->first && t->units);
    memset(t->of, 0xff, n_units * sizeof *t->of);
    return t;
}

struct treelets *treelet_rig(uint64_t base, uint32_t n, const uint32_t *sizes,
                             const uint32_t *units)
{
    uint32_t listed = 0, end = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < sizes[i]; k++, listed++)
            end = units[listed] >= end ? units[listed] + 1 : end;
    struct treelets *t = make(base, end, listed, n);
    for (uint32_t i = 0, at = 0; i < n; i++) {
        for (uint32_t k = 0; k < sizes[i]; k++, at++) {
            t->units[at] = units[at];
            t->of[units[at]] = i;
        }
        t->first[i + 1] = at;
    }
    return t;
}

/* The k-th unit that is taken is the (k * step)-th modulo their number, a power of two: treelets
 * lie scattered in runs of 1 << run. */
struct treelets *treelet_rig_random(uint64_t seed, uint64_t base, uint32_t n_units, uint32_t most)
{
    uint64_t n = 0;
    uint32_t run = (uint32_t)random_below(seed, RANDOM_TEST, n++, 3);
    uint32_t runs = n_units >> run, step = 1 | (uint32_t)random_below(seed, RANDOM_TEST, n++, runs);
    struct treelets *t = make(base, n_units, n_units, n_units);
    uint32_t at = 0, k = 0;
    t->n = 0;
    while (k < n_units) {
        uint32_t size = 1 + (uint32_t)random_below(seed, RANDOM_TEST, n++, most);
        bool taken = random_below(seed, RANDOM_TEST, n++, 8) > 0;
        for (; size && k < n_units; size--, k++) {
            uint32_t of = (k >> run) * step % runs << run | (k & ((1u << run) - 1));
            if (!taken)
                continue;
            t->units[at++] = of;
            t->of[of] = t->n;
        }
        if (taken)
            t->first[++t->n] = at;
    }
    return t;
}
