/* tlb.h -- the translation of an SM's addresses, between its L1D and the interconnect
 * (docs/model.md, "Address translation"): the pages that were used last, fully associative. A
 * request to another page waits l1d.tlb_miss_cycles, requests to that page with it; others overtake
 * them. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/config/l1d_params.h"
#include "sim/timing/memory/mem_port.h"

#include <stdbool.h>
#include <stdint.h>

enum { TLB_MOST = 1024, TLB_WAITING = 1024 };

struct tlb_page {
    uint64_t number;
    cycle_t ready; /* when its translation is there */
    uint64_t used; /* number of the last look-up; 0: no page */
};

struct tlb {
    struct tlb_page *pages;
    uint32_t n_pages, page_shift, miss_cycles, last; /* n_pages 0: every address is translated */
    uint64_t lookups, misses;
    /* The requests that wait for translations, in the order in which they missed. */
    struct tlb_waiting {
        struct mem_request request;
        cycle_t ready;
    } * waiting;
    uint32_t head, n_waiting;
};

enum st_code tlb_create(struct tlb *t, const struct l1d_config *config, struct status *st);
void tlb_release(struct tlb *t);

/* The cycle, `now` or later, from which addr is translated. */
cycle_t tlb_look(struct tlb *t, uint64_t addr, cycle_t now);
/* Keeps a request until `ready`; false: TLB_WAITING of them wait already. */
bool tlb_keep(struct tlb *t, const struct mem_request *request, cycle_t ready);
/* The first request that waits, if its translation is there in cycle `now`; NULL: there is none. It
 * is valid until the next call. */
struct mem_request *tlb_first(struct tlb *t, cycle_t now);
void tlb_take(struct tlb *t); /* removes it */
