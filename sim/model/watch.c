/* Sectors are bits of pages, which lie in an open hash that only grows: a place is taken once, by
 * whoever comes first, so that no thread waits for another. */
#include "sim/model/watch.h"

#include "common/auto.h"
#include "common/memory.h"
#include "sim/model/observe.h"

#include <stdatomic.h>
#include <stdbool.h>

enum {
    SECTOR_SHIFT = 5,
    PAGE_SHIFT = 16,
    PAGE_WORDS = (1 << (PAGE_SHIFT - SECTOR_SHIFT)) / 64,
    PAGES = 1 << 16, /* 4 GiB */
    HALVES = 2,
};

struct page {
    uint64_t number; /* address / page size */
    _Atomic uint64_t by[HALVES][PAGE_WORDS];
};

struct watch {
    uint64_t shared_end; /* of the kernel */
    uint64_t *resident;
    uint32_t window;
    atomic_bool failed; /* memory ran out */
    _Atomic(struct page *) pages[PAGES];
};

struct watched_warp {
    struct page *page; /* of the last sector; NULL: none yet */
    uint32_t half;     /* of the windows */
};

static struct page *new_page(uint64_t number)
{
    struct page *page = mem_calloc(1, sizeof *page);
    if (page)
        page->number = number;
    return page;
}

/* NULL where there is no memory, or no place. */
static struct page *page_of(struct watch *w, uint64_t number)
{
    uint32_t at = (uint32_t)(number * 0x9E3779B97F4A7C15u >> 48) & (PAGES - 1);
    struct page *mine = NULL;
    for (uint32_t tried = 0; tried < PAGES; tried++, at = (at + 1) & (PAGES - 1)) {
        struct page *there = atomic_load_explicit(&w->pages[at], memory_order_acquire);
        if (!there) {
            if (!mine && !(mine = new_page(number)))
                return NULL;
            if (atomic_compare_exchange_strong(&w->pages[at], &there, mine))
                return mine;
        }
        if (there->number == number) {
            mem_free(mine);
            return there;
        }
    }
    mem_free(mine);
    return NULL;
}

static void touch(struct watch *watch, struct watched_warp *w, uint64_t addr)
{
    uint64_t number = addr >> PAGE_SHIFT;
    if (!w->page || w->page->number != number) {
        struct page *page = page_of(watch, number);
        if (!page) {
            atomic_store_explicit(&watch->failed, true, memory_order_relaxed);
            return;
        }
        w->page = page;
    }
    uint32_t sector = (uint32_t)(addr >> SECTOR_SHIFT) & (PAGE_WORDS * 64 - 1);
    _Atomic uint64_t *word = &w->page->by[w->half][sector / 64];
    uint64_t bit = UINT64_C(1) << sector % 64;
    if (!(atomic_load_explicit(word, memory_order_relaxed) & bit))
        atomic_fetch_or_explicit(word, bit, memory_order_relaxed);
}

static void touch_record(struct watch *watch, struct watched_warp *w, record_t record)
{
    uint64_t addr = record_addr(record), behind = addr + record_bytes(record);
    if (addr >= watch->shared_end || record_kind(record) == RECORD_SPILL ||
        record_kind(record) == RECORD_REFILL)
        return;
    for (addr &= ~((UINT64_C(1) << SECTOR_SHIFT) - 1); addr < behind; addr += 1 << SECTOR_SHIFT)
        touch(watch, w, addr);
}

static void step(void *self, void *kept, const struct warp_step *step)
{
    struct watch *watch = self;
    struct watched_warp *w = kept;
    enum warp_op op = (enum warp_op)step->inst->op;
    if (op != OP_LOAD && op != OP_TRACE_RAY)
        return;
    for (uint32_t on = step->executed; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        if (op == OP_LOAD) {
            if (step->addr[lane] < watch->shared_end)
                touch(watch, w, step->addr[lane]);
            continue;
        }
        const struct ray_work *ray = &step->rays[lane];
        for (uint32_t i = 0; i < ray->n_records; i++)
            touch_record(watch, w, ray->records[i]);
    }
}

static void start(void *self, void *kept, uint32_t cta, uint64_t **resident)
{
    struct watch *watch = self;
    struct watched_warp *w = kept;
    uint32_t window = cta / watch->window;
    w->half = window % HALVES;
    *resident = &watch->resident[window];
}

enum st_code watch_kernel(struct watch **out, struct kernel **kernel, struct kernel *inner,
                          uint32_t window, uint64_t *resident, struct status *st)
{
    static const struct observer windows = {
        .kept_B = sizeof(struct watched_warp), .start = start, .step = step};
    TRY(mem_make(out, 1, sizeof **out, "windows", st));
    TRY_ELSE(observe_kernel(kernel, inner, &windows, *out, st), mem_free(*out));
    (*out)->shared_end = inner->shared_end;
    (*out)->window = window;
    (*out)->resident = resident;
    return ST_OK;
}

enum st_code watch_touched(const struct watch *w, struct run_end *end, struct status *st)
{
    uint64_t halves = 0;
    end->touched = 0;
    for (uint32_t p = 0; p < PAGES; p++) {
        const struct page *page = atomic_load_explicit(&w->pages[p], memory_order_acquire);
        for (uint32_t i = 0; page && i < PAGE_WORDS; i++) {
            uint64_t a = page->by[0][i], b = page->by[1][i];
            end->touched += (uint64_t)__builtin_popcountll(a | b);
            halves += (uint64_t)(__builtin_popcountll(a) + __builtin_popcountll(b));
        }
    }
    end->touched_half = halves / HALVES;
    return atomic_load(&w->failed) ? status_no_memory(st, "windows") : ST_OK;
}

void watch_free(struct watch *w)
{
    if (!w)
        return;
    for (uint32_t p = 0; p < PAGES; p++)
        mem_free(atomic_load_explicit(&w->pages[p], memory_order_relaxed));
    mem_free(w);
}
