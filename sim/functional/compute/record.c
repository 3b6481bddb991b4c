#include "sim/functional/compute/record.h"

#include "common/grow.h"
#include "common/memory.h"

/* The first word of addresses without an even step, which follow one by one. An address is less. */
#define APART (UINT64_C(1) << 63)

void record_release(struct record *r)
{
    MEM_FREE(r->runs, r->words);
    *r = (struct record){.n_runs = 0};
}

void record_clear(struct record *r)
{
    r->n_runs = r->n_words = 0;
}

static bool add_word(struct record *r, uint64_t word)
{
    if (!grow(&r->words, r->n_words, &r->room_words, sizeof *r->words))
        return false;
    r->words[r->n_words++] = word;
    return true;
}

/* Whether executed lane k has addr[first] + k * step. */
static bool even(const struct warp_step *s, uint64_t *first, uint64_t *step)
{
    uint32_t k = 0;
    *first = *step = 0;
    for (uint32_t on = s->executed; on; on &= on - 1, k++) {
        uint64_t addr = s->addr[__builtin_ctz(on)];
        if (k == 0)
            *first = addr;
        else if (k == 1)
            *step = addr - *first;
        else if (addr != *first + k * *step)
            return false;
    }
    return true;
}

static bool add_addresses(struct record *r, const struct warp_step *s)
{
    uint64_t first, step;
    if (even(s, &first, &step))
        return add_word(r, first) && add_word(r, step);
    bool added = add_word(r, APART);
    for (uint32_t on = s->executed; added && on; on &= on - 1)
        added = add_word(r, s->addr[__builtin_ctz(on)]);
    return added;
}

enum st_code record_add(struct record *r, uint32_t pc, const struct warp_step *step,
                        struct status *st)
{
    struct record_run *last = r->n_runs ? &r->runs[r->n_runs - 1] : NULL;
    if (last && last->pc + last->n == pc && last->active == step->active &&
        last->executed == step->executed) {
        last->n++;
    } else {
        if (!grow(&r->runs, r->n_runs, &r->room_runs, sizeof *r->runs))
            return status_no_memory(st, "what a warp has done");
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): grown above */
        r->runs[r->n_runs++] = (struct record_run){pc, 1, step->active, step->executed};
    }
    if (step->executed && warp_op_addresses((enum warp_op)step->inst->op) &&
        !add_addresses(r, step))
        return status_no_memory(st, "what a warp has done");
    return ST_OK;
}

void record_addresses(const struct record *r, uint32_t *at, uint32_t executed,
                      uint64_t addr[WARP_LANES])
{
    uint64_t first = r->words[(*at)++];
    if (first == APART) {
        for (; executed; executed &= executed - 1)
            addr[__builtin_ctz(executed)] = r->words[(*at)++];
        return;
    }
    uint64_t step = r->words[(*at)++];
    for (; executed; executed &= executed - 1, first += step)
        addr[__builtin_ctz(executed)] = first;
}
