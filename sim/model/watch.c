/* Sectors are bits of pages, which lie in an open hash that only grows: a place is taken once, by
 * whoever comes first, so that no thread waits for another. */
#include "sim/model/watch.h"

#include "common/auto.h"
#include "common/memory.h"

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
    struct kernel *inner;
    uint64_t *resident;
    uint32_t window;
    atomic_bool failed; /* memory ran out */
    _Atomic(struct page *) pages[PAGES];
};

struct watching_kernel {
    struct kernel base;
    struct watch *watch;
};

struct watched_warp {
    struct warp base;
    struct warp *inner;
    struct watch *watch;
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

static void touch(struct watched_warp *w, uint64_t addr)
{
    uint64_t number = addr >> PAGE_SHIFT;
    if (!w->page || w->page->number != number) {
        struct page *page = page_of(w->watch, number);
        if (!page) {
            atomic_store_explicit(&w->watch->failed, true, memory_order_relaxed);
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

static void touch_record(struct watched_warp *w, record_t record, uint64_t end)
{
    uint64_t addr = record_addr(record), behind = addr + record_bytes(record);
    if (addr >= end || record_kind(record) == RECORD_SPILL || record_kind(record) == RECORD_REFILL)
        return;
    for (addr &= ~((UINT64_C(1) << SECTOR_SHIFT) - 1); addr < behind; addr += 1 << SECTOR_SHIFT)
        touch(w, addr);
}

static void note(struct watched_warp *w, const struct warp_step *step)
{
    uint64_t end = w->watch->inner->shared_end;
    enum warp_op op = (enum warp_op)step->inst->op;
    if (op != OP_LOAD && op != OP_TRACE_RAY)
        return;
    for (uint32_t on = step->executed; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        if (op == OP_LOAD) {
            if (step->addr[lane] < end)
                touch(w, step->addr[lane]);
            continue;
        }
        const struct ray_work *ray = &step->rays[lane];
        for (uint32_t i = 0; i < ray->n_records; i++)
            touch_record(w, ray->records[i], end);
    }
}

static enum st_code step(struct warp *base, struct warp_step *step, struct status *st)
{
    struct watched_warp *w = (struct watched_warp *)base;
    TRY(w->inner->ops->step(w->inner, step, st));
    w->base.next = w->inner->next;
    w->base.active = w->inner->active;
    note(w, step);
    return ST_OK;
}

static void drop_records(struct warp *base)
{
    struct warp *inner = ((struct watched_warp *)base)->inner;
    inner->ops->drop_records(inner);
}

static void end(struct warp *base)
{
    struct watched_warp *w = (struct watched_warp *)base;
    w->inner->ops->end(w->inner);
    mem_free(w);
}

static enum st_code wrap(struct watch *watch, uint32_t window, struct warp *inner,
                         struct warp **out, struct status *st)
{
    static const struct warp_ops ops = {step, drop_records, end};
    struct watched_warp *w;
    TRY(mem_make(&w, 1, sizeof *w, "warp", st));
    w->base = (struct warp){&ops, inner->next, inner->active, &watch->resident[window]};
    w->inner = inner;
    w->watch = watch;
    w->half = window % HALVES;
    *out = &w->base;
    return ST_OK;
}

static enum st_code start(struct kernel *k, uint32_t cta, struct warp **out, struct status *st)
{
    struct watch *watch = ((struct watching_kernel *)k)->watch;
    struct warp *inner[KERNEL_CTA_WARPS];
    uint32_t n = kernel_cta_warps(k), wrapped = 0;
    TRY(watch->inner->ops->start(watch->inner, cta, inner, st));
    enum st_code code = ST_OK;
    while (wrapped < n &&
           (code = wrap(watch, cta / watch->window, inner[wrapped], &out[wrapped], st)) == ST_OK)
        wrapped++;
    for (uint32_t i = 0; code != ST_OK && i < n; i++) {
        if (i < wrapped)
            mem_free(out[i]);
        inner[i]->ops->end(inner[i]);
    }
    return code;
}

static void release(struct kernel *k)
{
    mem_free(k);
}

enum st_code watch_kernel(struct watch **out, struct kernel **kernel, struct kernel *inner,
                          uint32_t window, uint64_t *resident, struct status *st)
{
    static const struct kernel_ops ops = {start, release};
    struct watching_kernel *k;
    TRY(mem_make(out, 1, sizeof **out, "windows", st));
    TRY_ELSE(mem_make(&k, 1, sizeof *k, "windows", st), mem_free(*out));
    (*out)->inner = inner;
    (*out)->window = window;
    (*out)->resident = resident;
    k->base = *inner;
    k->base.ops = &ops;
    k->watch = *out;
    *kernel = &k->base;
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
