#include "sim/approximate/dram.h"

#include "common/counters.h"
#include "common/memory.h"
#include "sim/approximate/port.h"
#include "sim/timing/memory/dram_bank.h"
#include "sim/timing/memory/dram_scheduler.h"
#include "sim/timing/memory/mem_port.h"

/* Most requests that a look-up makes for a slice: a fetch, and a write-back of the evicted line. */
enum { AT_ONCE = 2 };

/* Requests of a slice that the channel has not taken yet. */
struct queue {
    struct asked *of;      /* ring of requests */
    uint32_t first, asked; /* numbers: first request in the ring; next one to come */
};

/* A request to the channel; times are DRAM cycles. */
struct asked {
    uint64_t at; /* when the slice sends it; once taken: when its fixed latency ends */
    uint32_t row, tag;
    uint16_t columns;
    uint8_t bank;
    bool write;
};

struct channel {
    struct queue *queues;  /* queues by slice of the channel */
    uint32_t waiting;      /* requests in the queues */
    uint32_t last;         /* slice of the last request taken */
    struct asked *latent;  /* ring: requests in the fixed latency */
    uint32_t first, taken; /* numbers: first request in `latent`; next one to be taken */
    uint32_t served;       /* number of requests served */
    uint64_t asked_at; /* earliest `at` among the first requests of the slices; CYCLE_NEVER: none */
    uint64_t takes; /* earliest cycle in which the next request may be taken, if a slice has one */
    uint64_t latent_at; /* when the fixed latency of the first request in `latent` ends */
    struct asked *held; /* requests in the scheduler and the banks */
    uint32_t *free;     /* free places of `held` */
    uint32_t n_free;
    uint64_t ran;     /* the last cycle simulated */
    uint64_t data;    /* when the last data of the last command arrive */
    uint64_t counted; /* active cycles are counted up to this one */
    struct dram_scheduler scheduler;
    struct dram_banks banks;
    struct dram_counters count;
};

struct approximate_dram {
    const struct address_map *map;
    const struct dram_config *config;
    struct clocks clocks;
    ticks_t core, dram; /* periods of the clocks */
    uint32_t n, atom_B, slices;
    uint32_t queue, queue_mask;    /* most waiting requests of a slice; mask of their ring */
    uint32_t credits, latent_mask; /* most taken requests of a channel; mask of their ring */
    struct channel *channels;
    struct queue *queues;
};

static enum st_code create_channel(struct approximate_dram *d, struct channel *c, struct status *st)
{
    uint32_t held = d->config->scheduler_queue + d->config->banks;
    dram_banks_init(&c->banks, d->config);
    c->n_free = held;
    c->asked_at = c->latent_at = CYCLE_NEVER;
    TRY(dram_scheduler_create(&c->scheduler, d->config->scheduler_queue, st));
    bool made = MEM_ARRAYS(MEM_ARRAY(c->latent, d->latent_mask + 1), MEM_ARRAY(c->held, held),
                           MEM_ARRAY(c->free, held));
    for (uint32_t i = 0; made && i < d->slices; i++)
        made = MEM_ARRAYS(MEM_ARRAY(c->queues[i].of, d->queue_mask + 1));
    if (!made)
        return status_no_memory(st, "DRAM");
    for (uint32_t i = 0; i < held; i++)
        c->free[i] = i;
    return ST_OK;
}

enum st_code approximate_dram_create(struct approximate_dram **out, const struct gpu_config *config,
                                     const struct address_map *map, struct status *st)
{
    const struct dram_config *c = &config->dram;
    const struct clocks clocks = gpu_config_clocks(config);
    *out = NULL;
    struct approximate_dram *d;
    TRY(mem_make(&d, 1, sizeof *d, "DRAM", st));
    d->config = c;
    d->map = map;
    d->clocks = clocks;
    d->core = clocks.period[CLOCK_CORE];
    d->dram = clocks.period[CLOCK_DRAM];
    d->n = config->machine.memory_partitions;
    d->atom_B = c->burst * c->bus_B * c->chips;
    d->credits = c->scheduler_queue + c->return_queue + 1;
    d->latent_mask = ring_mask(d->credits);
    d->slices = config->l2.slices;
    d->queue = config->l2.dram_queue;
    d->queue_mask = ring_mask(d->queue + AT_ONCE);
    enum st_code code = ST_OK;
    if (!MEM_ARRAYS(MEM_ARRAY(d->channels, d->n), MEM_ARRAY(d->queues, (size_t)d->n * d->slices)))
        code = status_no_memory(st, "DRAM");
    for (uint32_t i = 0; code == ST_OK && i < d->n; i++) {
        d->channels[i].queues = d->queues + (size_t)i * d->slices;
        code = create_channel(d, &d->channels[i], st);
    }
    if (code == ST_OK)
        *out = d;
    else
        approximate_dram_free(d);
    return code;
}

void approximate_dram_free(struct approximate_dram *d)
{
    if (!d)
        return;
    for (uint32_t i = 0; d->channels && i < d->n; i++) {
        dram_scheduler_release(&d->channels[i].scheduler);
        MEM_FREE(d->channels[i].latent, d->channels[i].held, d->channels[i].free);
    }
    for (uint32_t i = 0; d->queues && i < d->n * d->slices; i++)
        mem_free(d->queues[i].of);
    MEM_FREE(d->channels, d->queues, d);
}

void approximate_dram_ask(struct approximate_dram *d, struct channel_addr at, uint32_t slice,
                          uint32_t bytes, bool write, uint64_t now, uint32_t tag)
{
    struct channel *c = &d->channels[at.channel];
    struct queue *q = &c->queues[slice];
    uint64_t there = clock_behind(&d->clocks, CLOCK_DRAM, CLOCK_CORE, now);
    c->waiting++;
    if (q->first == q->asked)
        clock_earlier(&c->asked_at, there);
    q->of[q->asked++ & d->queue_mask] =
        (struct asked){.at = there,
                       .row = (uint32_t)bit_gather(&d->map->row, at.inner),
                       .bank = (uint8_t)bit_gather(&d->map->bank, at.inner),
                       .columns = (uint16_t)((bytes + d->atom_B - 1) / d->atom_B),
                       .write = write,
                       .tag = tag};
}

/* --- a cycle --- */

static void count_active(struct channel *c, uint64_t end)
{
    uint64_t until = c->banks.limits_until < end ? c->banks.limits_until : end;
    if (until > c->counted)
        c->count.active_cycles += until - c->counted;
    if (end > c->counted)
        c->counted = end;
}

static uint64_t assignable(const struct channel *c)
{
    return c->scheduler.banks & ~c->banks.busy;
}

/* Gives a request to one of the free banks. */
static void assign(struct channel *c, uint64_t idle, uint64_t now)
{
    struct dram_banks *b = &c->banks;
    if (!b->busy)
        count_active(c, now);
    uint32_t bank = dram_first_in_turn(b, idle);
    bool hit;
    uint32_t p =
        dram_scheduler_take(&c->scheduler, bank, b->banks[bank].open, b->banks[bank].row, &hit);
    const struct asked *a = &c->held[p];
    dram_banks_assign(b, bank, p, a->row, a->write, a->columns, now);
    c->count.row_hits += hit;
    b->turn = b->turn + 1 < b->n_banks ? b->turn + 1 : 0;
}

static void command(const struct approximate_dram *d, struct channel *c, uint64_t now,
                    dram_told *tell, void *self)
{
    bool row;
    struct dram_column column = dram_banks_command(&c->banks, now, false, &row, &c->count);
    if (!column.sent)
        return;
    uint64_t data = now + (column.write ? d->config->wl : d->config->cl);
    c->data = data > c->data ? data : c->data + 1;
    c->count.data_cycles += c->banks.burst_cycles;
    if (!column.last)
        return;
    if (!c->banks.busy && now > c->counted) { /* a bank had this request until now */
        c->count.active_cycles += now - c->counted;
        c->counted = now;
    }
    c->free[c->n_free++] = column.packet;
    c->served++;
    if (!column.write)
        tell(self, c->held[column.packet].tag, ((c->data + 1) * d->dram + d->core - 1) / d->core);
}

static const struct asked *first_of(const struct approximate_dram *d, const struct queue *q)
{
    return &q->of[q->first & d->queue_mask];
}

/* The cycle in which the next request of a slice is taken, if the scheduler has room; CYCLE_NEVER:
 * there is none. */
static uint64_t takes(const struct approximate_dram *d, const struct channel *c)
{
    if (c->taken - c->served >= d->credits)
        return CYCLE_NEVER;
    return c->asked_at > c->takes ? c->asked_at : c->takes;
}

/* Takes one request from the slices, round robin. */
static void take_request(const struct approximate_dram *d, struct channel *c, uint64_t now)
{
    uint32_t slice = c->last;
    struct queue *q;
    do {
        slice = slice + 1 < d->slices ? slice + 1 : 0;
        q = &c->queues[slice];
    } while (q->first == q->asked || first_of(d, q)->at > now);
    struct asked *a = &c->latent[c->taken++ & d->latent_mask];
    uint64_t begun = clock_core_count(&d->clocks, now * d->dram);
    *a = q->of[q->first++ & d->queue_mask];
    a->at = clock_when_counted(&d->clocks, CLOCK_DRAM, begun + d->config->latency_cycles);
    clock_earlier(&c->latent_at, a->at); /* the first one's latency ends first */
    c->asked_at = CYCLE_NEVER;
    for (uint32_t i = 0; i < d->slices; i++)
        if (c->queues[i].first != c->queues[i].asked)
            clock_earlier(&c->asked_at, first_of(d, &c->queues[i])->at);
    c->last = slice;
    c->waiting--;
    c->takes = now + 1;
}

/* Moves one request from the fixed latency to the scheduler. */
static void enter(const struct approximate_dram *d, struct channel *c)
{
    const struct asked *a = &c->latent[c->first++ & d->latent_mask];
    c->latent_at = c->first < c->taken ? c->latent[c->first & d->latent_mask].at : CYCLE_NEVER;
    uint32_t p = c->free[--c->n_free];
    c->held[p] = *a;
    dram_scheduler_add(&c->scheduler, p, a->bank, a->row);
    c->count.fetches += !a->write;
    c->count.write_backs += a->write;
}

/* The first cycle after `now`, which is complete, with work. */
static uint64_t next_cycle(const struct approximate_dram *d, const struct channel *c, uint64_t now)
{
    if (assignable(c))
        return now + 1;
    uint64_t next = c->banks.command_at;
    if (!dram_scheduler_full(&c->scheduler)) {
        clock_earlier(&next, takes(d, c));
        clock_earlier(&next, c->latent_at);
    }
    return next > now ? next : now + 1;
}

/* Simulates a cycle, with the order of tick() in sim/timing/memory/dram_channel.c. */
static void tick(const struct approximate_dram *d, struct channel *c, uint64_t now, dram_told *tell,
                 void *self)
{
    uint64_t idle = assignable(c);
    if (idle)
        assign(c, idle, now);
    if (c->banks.command_at <= now)
        command(d, c, now, tell, self);
    if (!dram_scheduler_full(&c->scheduler)) {
        if (takes(d, c) <= now)
            take_request(d, c, now);
        if (c->latent_at <= now)
            enter(d, c);
    }
    c->ran = now;
}

/* Takes all requests up to cycle `last` before the rest of those cycles is simulated. This is
 * possible if, with all of the slices' requests there at once, the scheduler would not be full, nor
 * the credits used up: then nothing else affects when a request is taken, because no later request
 * arrives by `last`. */
static void take_ahead(const struct approximate_dram *d, struct channel *c, uint64_t last)
{
    uint32_t held = c->taken - c->served + c->waiting;
    if (held >= d->credits || held >= c->scheduler.limit)
        return;
    for (;;) {
        uint64_t now = takes(d, c);
        clock_later(&now, c->ran + 1); /* a request that comes too late is taken late */
        if (now > last)
            return;
        take_request(d, c, now);
    }
}

bool approximate_dram_full(const struct approximate_dram *d, uint32_t channel, uint32_t slice)
{
    const struct queue *q = &d->channels[channel].queues[slice];
    return q->asked - q->first >= d->queue;
}

uint64_t approximate_dram_run(struct approximate_dram *d, uint32_t channel, uint64_t until,
                              dram_told *tell, void *self)
{
    struct channel *c = &d->channels[channel];
    uint64_t last = (until * d->core - 1) / d->dram, now;
    take_ahead(d, c, last);
    for (; (now = next_cycle(d, c, c->ran)) <= last;)
        tick(d, c, now, tell, self);
    if (last > c->ran)
        c->ran = last;
    return now == CYCLE_NEVER ? UINT64_MAX : now * d->dram / d->core;
}

uint64_t approximate_dram_make_room(struct approximate_dram *d, uint32_t channel, uint64_t until,
                                    dram_told *tell, void *self)
{
    struct channel *c = &d->channels[channel];
    for (uint64_t now; (now = next_cycle(d, c, c->ran)) < CYCLE_NEVER;) {
        uint64_t core = (now * d->dram + d->core - 1) / d->core;
        uint32_t waiting = c->waiting;
        if (core >= until)
            return until;
        tick(d, c, now, tell, self);
        if (c->waiting < waiting)
            return core;
    }
    BUG("DRAM: a full queue that nothing empties");
}

void approximate_dram_count(const struct approximate_dram *d, uint64_t end,
                            struct gpu_counters *into)
{
    uint64_t cycles = end * d->core / d->dram;
    for (uint32_t i = 0; i < d->n; i++) {
        const struct channel *c = &d->channels[i];
        struct dram_counters one = c->count;
        uint64_t until =
            c->banks.busy || c->banks.limits_until > cycles ? cycles : c->banks.limits_until;
        if (until > c->counted)
            one.active_cycles += until - c->counted;
        if (one.active_cycles > cycles)
            one.active_cycles = cycles;
        gpu_counters_merge_channel(into, &one, cycles);
    }
}
