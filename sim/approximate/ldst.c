#include "sim/approximate/ldst.h"

#include "common/memory.h"
#include "sim/approximate/gathers.h"

enum {
    TAKEN_FROM_L1D = 2, /* cycles from a fill to the waiting register */
    FROM_SHARED = 1,    /* cycles from the last stage of shared memory to the waiting register */
    PREFETCH_B = 128,   /* sectors within this distance are mostly in one line */
};

struct approximate_ldst {
    uint32_t latency, shared_latency;
    struct approximate_l1d *l1d;
    struct banks *banks;
    uint64_t until; /* end of the quantum */
    struct calendar entry;
    struct gathers loads, stores;
};

#define STORES (LDST_WATCHERS << 1)

enum st_code approximate_ldst_create(struct approximate_ldst **out, const struct gpu_config *config,
                                     struct approximate_l1d *l1d, struct banks *banks,
                                     struct status *st)
{
    *out = NULL;
    struct approximate_ldst *u;
    TRY(mem_make(&u, 1, sizeof *u, "LDST unit", st));
    u->latency = config->ldst.l1_latency;
    u->shared_latency = config->ldst.shared_latency;
    u->l1d = l1d;
    u->banks = banks;
    if (!gathers_create(&u->loads) || !gathers_create(&u->stores)) {
        approximate_ldst_free(u);
        return status_no_memory(st, "LDST unit");
    }
    *out = u;
    return ST_OK;
}

void approximate_ldst_free(struct approximate_ldst *u)
{
    if (!u)
        return;
    gathers_release(&u->loads);
    gathers_release(&u->stores);
    mem_free(u);
}

void approximate_ldst_begin(struct approximate_ldst *u, uint64_t until)
{
    if (approximate_l1d_is_full(u->l1d))
        calendar_cover(&u->entry, u->until, until);
    u->until = until;
}

uint64_t approximate_ldst_first(struct approximate_ldst *u, uint64_t at)
{
    return calendar_first(&u->entry, at);
}

/* The bank and the cycle in which a sector enters the L1D. */
struct entry {
    uint8_t bank, cycle;
};

/* Computes the bank of each sector and the cycle in which it enters, in order, at most one per bank
 * and cycle; returns the number of cycles. */
static uint32_t enter_banks(const struct banks *b, const struct sector *sectors, uint32_t n,
                            struct entry out[MAX_SECTORS])
{
    uint32_t cycle = 0, used = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t bank = banks_bank_of(b, sectors[i].addr);
        if (used >> bank & 1) {
            cycle++;
            used = 0;
        }
        used |= 1u << bank;
        out[i] = (struct entry){(uint8_t)bank, (uint8_t)cycle};
    }
    return cycle + 1;
}

/* Begins to watch the n sectors of the access that are in flight, on_way[]; the others are done in
 * cycle `done`. */
static void watch(struct approximate_ldst *u, const struct ldst_access *access, uint64_t done,
                  const uint64_t *on_way, uint32_t n)
{
    struct gathers *of = access->load ? &u->loads : &u->stores;
    uint32_t i = gathers_add(
        of, &(struct gather){.comes = done, .owner = access->slot, .who = access->cost, .left = n});
    for (uint32_t k = 0; k < n; k++)
        approximate_l1d_watch(u->l1d, on_way[k], (access->load ? LDST_WATCHERS : STORES) | i);
}

bool approximate_ldst_enter(struct approximate_ldst *u, const struct ldst_access *access,
                            uint64_t at, struct ldst_done *out)
{
    const struct sector *sector = access->sectors;
    uint32_t n = access->n, latency = u->latency, n_on_way = 0;
    struct entry entry[MAX_SECTORS];
    uint32_t cycles = enter_banks(u->banks, sector, n, entry);
    uint64_t enters = calendar_take(&u->entry, at), done = enters, look_up = 0, on_way[MAX_SECTORS];
    for (uint32_t i = 1; i < cycles; i++)
        calendar_take(&u->entry, enters + i);
    for (uint32_t i = 0; i < n; i++, sector++) {
        uint64_t comes;
        if (i + 1 < n && (sector[0].addr ^ sector[1].addr) >= PREFETCH_B)
            approximate_l1d_prefetch(u->l1d, sector[1].addr);
        look_up = calendar_later(look_up, enters + latency + entry[i].cycle);
        if (access->load)
            comes = approximate_l1d_read(u->l1d, L1D_LDST, sector->addr, &look_up);
        else
            comes = approximate_l1d_write(u->l1d, L1D_LDST, sector->addr, sector->bytes, &look_up);
        if (u->banks->shared)
            banks_use(u->banks, entry[i].bank, look_up);
        if (is_on_its_way(comes)) {
            on_way[n_on_way++] = comes;
            continue;
        }
        comes += comes == look_up ? 0 : TAKEN_FROM_L1D;
        done = comes > done ? comes : done;
    }
    /* The banks' queues hold one look-up per cycle of latency; while they are full no sector
     * enters. */
    if (look_up > enters + cycles + 2 * latency)
        calendar_cover(&u->entry, enters + cycles, look_up - 2 * latency);
    if (approximate_l1d_is_full(u->l1d) && enters + cycles < u->until)
        calendar_cover(&u->entry, enters + cycles, u->until);
    out->at = done;
    if (n_on_way)
        watch(u, access, done, on_way, n_on_way);
    return n_on_way == 0;
}

bool approximate_ldst_send(struct approximate_ldst *u, const struct ldst_access *access,
                           uint64_t at, struct ldst_done *out)
{
    uint64_t done = at, on_way[MAX_SECTORS];
    uint32_t n_on_way = 0;
    if (!access->n)
        done = calendar_take(&u->entry, at);
    for (uint32_t i = access->n; i > 0; i--) {
        const struct sector *sector = &access->sectors[i - 1];
        uint64_t enters = calendar_take(&u->entry, at), sent = enters;
        uint64_t comes =
            approximate_l1d_atomic(u->l1d, sector->addr, sector->bytes, !access->load, &sent);
        if (sent > enters)
            calendar_cover(&u->entry, enters + 1, sent + 1);
        at = sent + 1;
        if (is_on_its_way(comes))
            on_way[n_on_way++] = comes;
        else
            done = calendar_later(done, access->load ? comes + TAKEN_FROM_L1D : comes);
    }
    out->at = done;
    if (n_on_way)
        watch(u, access, done, on_way, n_on_way);
    return n_on_way == 0;
}

uint64_t approximate_ldst_shared(struct approximate_ldst *u, uint32_t cycles, bool load,
                                 uint64_t at)
{
    uint64_t last = calendar_take(&u->entry, at);
    for (uint32_t i = 1; i < cycles; i++)
        last = calendar_take(&u->entry, last + 1);
    return load ? last + u->shared_latency + FROM_SHARED : last;
}

bool approximate_ldst_tell(struct approximate_ldst *u, uint32_t watcher, uint64_t at,
                           struct ldst_done *out)
{
    bool load = !(watcher & STORES);
    struct gathers *of = load ? &u->loads : &u->stores;
    uint32_t i = watcher & (LDST_WATCHERS - 1);
    struct gather *g = &of->of[i];
    g->comes = calendar_later(g->comes, load ? at + TAKEN_FROM_L1D : at);
    if (--g->left)
        return false;
    *out = (struct ldst_done){g->comes, g->owner, g->who, load};
    gathers_drop(of, i);
    return true;
}

bool approximate_ldst_failed(const struct approximate_ldst *u)
{
    return u->loads.failed || u->stores.failed;
}
