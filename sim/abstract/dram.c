#include "sim/abstract/dram.h"

#include "common/counters.h"
#include "common/memory.h"
#include "sim/abstract/dram_load.h"
#include "sim/abstract/slots.h"
#include "sim/timing/memory/mem_port.h"

enum {
    ROWS = 8,       /* that a bank remembers; the one in front is open */
    WINDOWS = 1024, /* in which requests leave the queues, of 8 core cycles */
    WINDOW_SHIFT = 3,
    ACTIVE = 4, /* DRAM cycles that are active or not as one */
    SHARE_BITS = 16,
    SHARES = 16,
    MEMORY_SHIFT = 6, /* shares are of about 64 requests */
    FINE = 64,
};

/* Times in DRAM cycles. */
struct row {
    uint64_t column_from; /* next column command */
    uint32_t row;
    bool used;
};

struct bank {
    struct row rows[ROWS];
    uint64_t activate_from, precharge_from;
};

struct channel {
    struct slots bus, activates, active;
    uint32_t writes, hits; /* shares of the last requests, of 2^SHARE_BITS */
    uint32_t lost;         /* time that is still to be taken from the bus, 1/FINE cycles */
    uint32_t loss;         /* of a request like the last */
    uint64_t horizon;      /* end of the last data promised */
    struct bank *banks;
    uint32_t queued;
    uint32_t leaving[WINDOWS]; /* of the queued ones, by windows of core cycles */
    uint64_t window;           /* what left before it is not queued */
    struct dram_counters count;
};

struct abstract_dram {
    const struct dram_config *config;
    const struct address_map *map;
    ticks_t core, dram; /* periods */
    /* Time of the bus that a request of a loaded channel costs besides its data, 1/FINE cycles, by
     * shares of writes and of row hits. */
    uint32_t losses[SHARES + 1][SHARES + 1];
    uint32_t most; /* requests that a channel's queues hold */
    uint32_t n, atom_B, burst_cycles, column_cycles;
    struct channel *channels;
    struct bank *banks;
};

/* Column commands of a request. */
static uint32_t columns_of(const struct abstract_dram *d, uint32_t bytes)
{
    return (bytes + d->atom_B - 1) / d->atom_B;
}

/* Requests of a channel that its queues hold, up to those that slices have for it: while the
 * scheduler is full, as many stay in the fixed latency as were served during it. */
static uint32_t most_queued(const struct abstract_dram *d, const struct l2_config *l2)
{
    const struct dram_config *c = d->config;
    uint32_t columns = columns_of(d, SECTOR_B);
    uint64_t latency = (uint64_t)c->latency_cycles * d->core / d->dram;
    return l2->slices * l2->dram_queue + (uint32_t)(latency / (columns * d->column_cycles)) +
           c->scheduler_queue + c->banks;
}

static enum st_code fill_losses(struct abstract_dram *d, struct status *st)
{
    uint32_t columns = columns_of(d, SECTOR_B);
    double data = columns * d->burst_cycles;
    struct dram_load load;
    TRY(dram_load_measure(&load, d->config, columns, st));
    for (uint32_t i = 0; i <= SHARES; i++)
        for (uint32_t j = 0; j <= SHARES; j++) {
            double lost = dram_load_cycles(&load, i / (double)SHARES, j / (double)SHARES) - data;
            d->losses[i][j] = lost > 0 ? (uint32_t)(lost * FINE) : 0;
        }
    return ST_OK;
}

enum st_code abstract_dram_create(struct abstract_dram **out, const struct gpu_config *config,
                                  const struct address_map *map, struct status *st)
{
    const struct dram_config *c = &config->dram;
    const struct clocks clocks = gpu_config_clocks(config);
    *out = NULL;
    struct abstract_dram *d;
    TRY(mem_make(&d, 1, sizeof *d, "DRAM", st));
    d->config = c;
    d->map = map;
    d->core = clocks.period[CLOCK_CORE];
    d->dram = clocks.period[CLOCK_DRAM];
    d->n = config->machine.memory_partitions;
    d->atom_B = c->burst * c->bus_B * c->chips;
    d->burst_cycles = (c->burst + c->transfers_per_cycle - 1) / c->transfers_per_cycle;
    d->column_cycles = c->ccd > d->burst_cycles ? c->ccd : d->burst_cycles;
    d->most = most_queued(d, &config->l2);
    bool made =
        MEM_ARRAYS(MEM_ARRAY(d->channels, d->n), MEM_ARRAY(d->banks, (size_t)d->n * c->banks));
    if (!made)
        status_no_memory(st, "DRAM");
    if (!made || fill_losses(d, st) != ST_OK) {
        abstract_dram_free(d);
        return st->code;
    }
    for (uint32_t i = 0; i < d->n; i++) {
        d->channels[i].banks = d->banks + (size_t)i * c->banks;
        d->channels[i].hits = 1u << SHARE_BITS; /* nothing is lost until something is seen */
    }
    *out = d;
    return ST_OK;
}

void abstract_dram_free(struct abstract_dram *d)
{
    if (d)
        MEM_FREE(d->channels, d->banks, d);
}

/* The row comes to the front: it is the open one. */
static void open_row(struct bank *b, uint32_t row, uint64_t column_from)
{
    for (uint32_t i = ROWS - 1; i > 0; i--)
        b->rows[i] = b->rows[i - 1];
    b->rows[0] = (struct row){column_from, row, true};
}

static struct row *find_row(struct bank *b, uint32_t row, uint64_t now)
{
    for (uint32_t i = 0; i < ROWS && b->rows[i].used; i++)
        if (b->rows[i].row == row && (i == 0 || b->rows[i].column_from > now))
            return &b->rows[i];
    return NULL;
}

/* The first column command of a request that comes to the scheduler in cycle `now`, as far as its
 * bank allows. *row: the one that it finds or opens. */
static uint64_t first_column(struct abstract_dram *d, struct channel *c, struct bank *b,
                             uint32_t number, uint32_t columns, uint64_t now, struct row **row)
{
    const struct dram_config *t = d->config;
    uint64_t length = (uint64_t)columns * d->column_cycles;
    struct row *open = find_row(b, number, now);
    *row = open;
    if (open) {
        uint64_t column = slots_later(now, open->column_from);
        open->column_from = column + length;
        if (open == &b->rows[0])
            b->precharge_from = slots_later(b->precharge_from, open->column_from);
        c->count.row_hits++;
        return column;
    }
    uint64_t activate = now;
    if (b->rows[0].used) {
        activate = slots_later(now, b->precharge_from) + t->rp;
        c->count.precharges++;
    }
    activate = slots_take_long(&c->activates, slots_later(activate, b->activate_from), t->rrd);
    uint64_t column = activate + t->rcd;
    b->activate_from = activate + t->rc;
    b->precharge_from = slots_later(activate + t->ras, column + length);
    open_row(b, number, column + length);
    *row = &b->rows[0];
    c->count.activates++;
    return column;
}

static void next_window(struct channel *c)
{
    c->queued -= c->leaving[c->window % WINDOWS];
    c->leaving[c->window++ % WINDOWS] = 0;
}

/* A request is queued from cycle `now` until `leaves`. Returns when there is room for another. */
static uint64_t note_queued(struct channel *c, uint32_t most, uint64_t now, uint64_t leaves)
{
    while (c->window < now >> WINDOW_SHIFT) {
        if (c->queued == 0)
            c->window = now >> WINDOW_SHIFT;
        else
            next_window(c);
    }
    uint64_t window = slots_later(leaves >> WINDOW_SHIFT, c->window);
    if (window - c->window >= WINDOWS)
        window = c->window + WINDOWS - 1;
    c->leaving[window % WINDOWS]++;
    if (++c->queued < most)
        return 0;
    while (c->queued >= most)
        next_window(c);
    return c->window << WINDOW_SHIFT;
}

/* A share of about the last 64 requests after one more. */
static uint32_t follow(uint32_t share, bool one)
{
    return share - (share >> MEMORY_SHIFT) + ((uint32_t)one << (SHARE_BITS - MEMORY_SHIFT));
}

/* For how many bursts the bus stands before the data of a request that comes in cycle `now`, where
 * the channel has others to serve then: while it turns between reads and writes, and while those
 * that could use it wait for their banks. */
static uint32_t bus_stands(const struct abstract_dram *d, struct channel *c, bool write, bool hit,
                           uint64_t now)
{
    c->writes = follow(c->writes, write);
    c->hits = follow(c->hits, hit);
    c->loss = d->losses[c->writes * SHARES >> SHARE_BITS][c->hits * SHARES >> SHARE_BITS];
    if (c->horizon > now)
        c->lost += c->loss;
    uint32_t bursts = c->lost / (d->burst_cycles * FINE);
    c->lost -= bursts * d->burst_cycles * FINE;
    return bursts;
}

/* When a request that comes in cycle `now` has its place in the scheduler: when all but as many as
 * it holds of those before have been served. */
static uint64_t enters(const struct abstract_dram *d, const struct channel *c, uint32_t columns,
                       uint64_t now)
{
    uint64_t each = (uint64_t)columns * d->burst_cycles * FINE + c->loss;
    uint64_t all = d->config->scheduler_queue * each / FINE;
    return c->horizon > now + all ? c->horizon - all : now;
}

uint64_t abstract_dram_access(struct abstract_dram *d, struct channel_addr at, uint32_t bytes,
                              bool write, uint64_t now, uint64_t *room)
{
    const struct dram_config *t = d->config;
    struct channel *c = &d->channels[at.channel];
    struct bank *bank = &c->banks[bit_gather(&d->map->bank, at.inner)];
    uint32_t number = (uint32_t)bit_gather(&d->map->row, at.inner);
    uint32_t columns = columns_of(d, bytes), latency = write ? t->wl : t->cl;
    uint64_t comes = ((now + 1 + t->latency_cycles) * d->core + d->dram - 1) / d->dram + 1;
    uint64_t hits = c->count.row_hits;
    struct row *row;
    uint64_t column = first_column(d, c, bank, number, columns, enters(d, c, columns, comes), &row);
    uint64_t data = column + latency;
    for (uint32_t i = bus_stands(d, c, write, c->count.row_hits > hits, comes); i > 0; i--)
        slots_take_long(&c->bus, data, d->burst_cycles);
    for (uint32_t i = 0; i < columns; i++)
        data = slots_take_long(&c->bus, data, d->burst_cycles) + d->burst_cycles;
    c->horizon = slots_later(c->horizon, data);
    /* The row stays open until the bus has been free for all of it. */
    uint64_t late = data - (column + latency + (uint64_t)columns * d->burst_cycles);
    if (late >= d->burst_cycles) /* less is the grid of the bus's slots */
        row->column_from = slots_later(row->column_from, column + late);
    uint64_t served = ((data - latency) * d->dram + d->core - 1) / d->core;
    *room = slots_later(*room, note_queued(c, d->most, now, served));
    c->count.data_cycles += (uint64_t)columns * d->burst_cycles;
    /* A bank has the request, or a limit of its row is running
     * (sim/timing/counters/dram_counters.h). */
    uint64_t until = slots_later(data - latency, bank->activate_from);
    c->count.active_cycles +=
        (uint64_t)ACTIVE * slots_cover(&c->active, comes / ACTIVE, (until + ACTIVE - 1) / ACTIVE);
    c->count.fetches += !write;
    c->count.write_backs += write;
    *(write ? &c->count.writes : &c->count.reads) += columns;
    return (data * d->dram + d->core - 1) / d->core;
}

void abstract_dram_count(const struct abstract_dram *d, uint64_t end, struct gpu_counters *into)
{
    uint64_t cycles = end * d->core / d->dram;
    for (uint32_t i = 0; i < d->n; i++) {
        struct dram_counters one = d->channels[i].count;
        if (one.active_cycles > cycles)
            one.active_cycles = cycles;
        gpu_counters_merge_channel(into, &one, cycles);
    }
}
