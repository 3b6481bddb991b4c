#include "partition/select.h"

#include "common/memory.h"
#include "common/random.h"

/* A colour's blocks to draw from: order[0 .. n-1] are those that remain. */
struct urn {
    uint32_t *order;
    size_t n;
    enum random_purpose purpose;
    uint64_t index; /* number of the next random number */
    uint64_t seed;
};

struct selection {
    const struct select_block *blocks;
    uint8_t *taken;
    size_t n_taken;
};

/* Takes blocks as long as the next one brings the sum nearer to `target` pixels, or leaves it as
 * near. Returns the remaining difference (negative: too many pixels). */
static double draw(struct selection *s, struct urn *u, double target)
{
    while (u->n > 0) {
        size_t at = (size_t)random_below(u->seed, u->purpose, u->index, u->n);
        uint32_t block = u->order[at];
        double pixels = (double)s->blocks[block].pixels;
        if (target < 0.5 * pixels)
            break;
        target -= pixels;
        s->taken[block] = 1;
        s->n_taken++;
        u->order[at] = u->order[--u->n];
        u->index++;
    }
    return target;
}

/* Sorts the blocks by colour, keeping their order within one: first[j] is where colour j begins. */
static void sort_by_color(const struct select_block *blocks, size_t n, uint32_t n_colors,
                          uint32_t *order, size_t *first)
{
    for (size_t i = 0; i < n; i++)
        first[blocks[i].color + 1]++;
    for (uint32_t j = 0; j < n_colors; j++)
        first[j + 1] += first[j];
    for (size_t i = n; i > 0; i--) {
        /* Counts down from the end of a colour's blocks, so that first[j + 1] ends at their
         * beginning. */
        size_t *end = &first[blocks[i - 1].color + 1];
        order[--*end] = (uint32_t)(i - 1);
    }
}

/* Draws every colour's share and returns the number of missing pixels, which must come from other
 * colours. It is 0 if no colour ran out of blocks: drawing for the last rounding difference would
 * move some colour by more than one block from its share. */
static double draw_colors(struct selection *s, uint32_t *order, const size_t *begin, size_t n,
                          const double *share, uint32_t n_colors, double wanted, uint64_t seed)
{
    double carry = 0.0, missing = 0.0;
    for (uint32_t j = 0; j < n_colors; j++) {
        size_t end = j + 1 < n_colors ? begin[j + 1] : n;
        struct urn urn = {order + begin[j], end - begin[j], RANDOM_SELECT, (uint64_t)j << 40, seed};
        double left = draw(s, &urn, share[j] * wanted + carry);
        carry = urn.n > 0 || left < 0.0 ? left : 0.0;
        missing += left - carry;
    }
    return missing > 0.0 ? missing + carry : 0.0;
}

static void draw_rest(struct selection *s, uint32_t *order, size_t n, double missing, uint64_t seed)
{
    struct urn urn = {order, 0, RANDOM_FILL, 0, seed};
    for (size_t i = 0; i < n; i++)
        if (!s->taken[i])
            order[urn.n++] = (uint32_t)i;
    draw(s, &urn, missing);
    if (s->n_taken == 0 && n > 0)
        s->taken[order[random_below(seed, RANDOM_FILL, urn.index, n)]] = 1;
}

enum st_code select_blocks(const struct select_block *blocks, size_t n, const double *share,
                           uint32_t n_colors, double wanted_pixels, uint64_t seed, uint8_t *taken,
                           struct status *st)
{
    struct selection s = {blocks, taken, 0};
    uint32_t *order;
    size_t *first;
    if (!MEM_ARRAYS(MEM_ARRAY(order, n), MEM_ARRAY(first, (size_t)n_colors + 1))) {
        MEM_FREE(order, first);
        return status_no_memory(st, "selection of section blocks");
    }
    for (size_t i = 0; i < n; i++)
        taken[i] = 0;
    sort_by_color(blocks, n, n_colors, order, first);
    double missing = draw_colors(&s, order, first + 1, n, share, n_colors, wanted_pixels, seed);
    draw_rest(&s, order, n, missing, seed);
    MEM_FREE(order, first);
    return ST_OK;
}
