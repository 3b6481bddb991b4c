#include "sim/model/dispatch_replay.h"

#include "common/auto.h"
#include "common/memory.h"

#include <stdbool.h>

struct slot {
    uint64_t free; /* core cycle in which it becomes free */
    uint32_t id;   /* its SM is id % sms */
};

static bool is_earlier(const struct slot *a, const struct slot *b)
{
    return a->free != b->free ? a->free < b->free : a->id < b->id;
}

/* Restores the heap order of `slots` after its first element has changed. */
static void sink(struct slot *slots, uint32_t n)
{
    struct slot moved = slots[0];
    uint32_t at = 0;
    for (uint32_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && is_earlier(&slots[child + 1], &slots[child]))
            child++;
        if (!is_earlier(&slots[child], &moved))
            break;
        slots[at] = slots[child];
    }
    slots[at] = moved;
}

/* The first of the frame's CTAs for which sampling unit w stands. */
static uint32_t first_of(const struct dispatch_replay *d, uint32_t w)
{
    return (uint32_t)((uint64_t)w * d->of / (d->n / d->unit));
}

static void deal_cta(const struct dispatch_replay *d, uint64_t cycles, struct slot *slots,
                     uint64_t *ends)
{
    struct slot *first = &slots[0];
    uint64_t *end = &ends[first->id % d->sms];
    first->free += cycles;
    if (first->free > *end)
        *end = first->free;
    sink(slots, d->sms * d->slots);
}

static void deal_all(const struct dispatch_replay *d, struct slot *slots, uint64_t *ends)
{
    for (uint32_t w = 0; w < d->n / d->unit; w++) {
        uint32_t first = first_of(d, w), behind = first_of(d, w + 1);
        const uint64_t *of_unit = &d->resident[(size_t)w * d->unit];
        for (uint32_t cta = first; cta < behind; cta++)
            deal_cta(d, of_unit[(cta - first) % d->unit], slots, ends);
    }
}

enum st_code dispatch_replay_run(struct dispatch_replayed *out, const struct dispatch_replay *d,
                                 struct status *st)
{
    MEM_AUTO struct slot *slots = NULL;
    MEM_AUTO uint64_t *ends = NULL;
    TRY(mem_make(&slots, (size_t)d->sms * d->slots, sizeof *slots, "slots", st));
    TRY(mem_make(&ends, d->sms, sizeof *ends, "slots", st));
    for (uint32_t i = 0; i < d->sms * d->slots; i++)
        slots[i].id = i;
    deal_all(d, slots, ends);
    *out = (struct dispatch_replayed){0, 0};
    for (uint32_t i = 0; i < d->sms; i++) {
        out->busy += ends[i];
        out->end = ends[i] > out->end ? ends[i] : out->end;
    }
    return ST_OK;
}
