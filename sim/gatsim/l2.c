#include "sim/gatsim/l2.h"

#include "common/memory.h"
#include "sim/approximate/port.h"
#include "sim/approximate/tags.h"

#include <string.h>

enum {
    ROWS = 4,  /* rows of a bank that are kept: the last ones served */
    FINE = 64, /* parts of a core cycle: clocks need not be multiples of each other */
    REPLY = 1, /* core cycles from a sector's fill to its reply */
};

/* A row of a bank. */
struct row {
    uint64_t column_at; /* DRAM cycle of the row's last column command */
    uint32_t number;
};

struct bank {
    struct row rows[ROWS]; /* the row opened last comes first */
    uint64_t activated;    /* DRAM cycle of its last activation */
};

struct channel {
    struct calendar bus; /* by burst: whether it is used */
    struct bank *banks;
    uint64_t activated; /* DRAM cycle of the last activation in the channel */
};

struct slice {
    struct tags *tags;
    struct calendar port;
};

struct gatsim_l2 {
    const struct gpu_config *config;
    struct address_map map;
    struct clocks clocks;
    uint32_t n_slices, n_channels, port_cycles, columns, burst;
    uint64_t quantum; /* L2_QUANTUM in DRAM cycles */
    struct slice *slices;
    struct channel *channels;
    struct bank *banks;
};

enum st_code l2_open(struct gatsim_l2 **out, const struct gpu_config *config, struct status *st)
{
    const struct l2_config *c = &config->l2;
    const struct dram_config *dram = &config->dram;
    struct gatsim_l2 *m;
    *out = NULL;
    TRY(mem_make(&m, 1, sizeof *m, "L2", st));
    m->config = config;
    m->map = gpu_config_address_map(config);
    m->clocks = gpu_config_clocks(config);
    m->n_channels = config->machine.memory_partitions;
    m->n_slices = m->n_channels * c->slices;
    m->burst = dram->burst / dram->transfers_per_cycle;
    m->quantum = L2_QUANTUM * m->clocks.period[CLOCK_CORE] / m->clocks.period[CLOCK_DRAM];
    uint32_t atom_B = dram->burst * dram->bus_B * dram->chips;
    m->columns = (SECTOR_B + atom_B - 1) / atom_B;
    m->port_cycles = l2_port_time(config, FINE);
    const struct cache_shape shape = {.sets = c->sets,
                                      .ways = c->ways,
                                      .line_B = c->line_B,
                                      .set_index = (enum set_index_kind)c->set_index,
                                      .forgets_bytes = c->partial_write == PARTIAL_WRITE_FLAG};
    enum st_code code = ST_OK;
    if (!MEM_ARRAYS(MEM_ARRAY(m->slices, m->n_slices), MEM_ARRAY(m->channels, m->n_channels),
                    MEM_ARRAY(m->banks, (size_t)m->n_channels * dram->banks)))
        code = status_no_memory(st, "L2");
    for (uint32_t i = 0; code == ST_OK && i < m->n_slices; i++)
        code = tags_create(&m->slices[i].tags, &shape, 0, st);
    if (code != ST_OK) {
        l2_close(m);
        return code;
    }
    for (uint32_t i = 0; i < m->n_channels; i++)
        m->channels[i].banks = &m->banks[(size_t)i * dram->banks];
    for (size_t i = 0; i < (size_t)m->n_channels * dram->banks; i++)
        for (uint32_t k = 0; k < ROWS; k++)
            m->banks[i].rows[k].number = UINT32_MAX;
    *out = m;
    return ST_OK;
}

void l2_close(struct gatsim_l2 *m)
{
    if (!m)
        return;
    for (uint32_t i = 0; m->slices && i < m->n_slices; i++)
        tags_free(m->slices[i].tags);
    MEM_FREE(m->slices, m->channels, m->banks, m);
}

/* --- DRAM; times are DRAM cycles --- */

/* Opens a row of the bank for a request of cycle `at`; returns when a column command may follow. If
 * a row is needed more than a quantum before the bank's last activation, it is opened and closed
 * before that activation and leaves the bank unchanged. This happens because an SM whose MSHRs are
 * all in use sends requests far ahead. */
static uint64_t open_row(struct gatsim_l2 *m, struct channel *c, struct bank *b, uint32_t number,
                         uint64_t at)
{
    const struct dram_config *d = &m->config->dram;
    bool first = b->rows[0].number == UINT32_MAX;
    if (!first && at + d->rc + m->quantum <= b->activated)
        return at + d->rcd;
    if (!first) {
        at = calendar_later(at, b->rows[0].column_at + m->burst);
        at =
            calendar_later(calendar_later(at, b->activated + d->ras) + d->rp, b->activated + d->rc);
    }
    if (c->activated + d->rrd > at && at + d->rrd > c->activated)
        at = c->activated + d->rrd;
    memmove(&b->rows[1], &b->rows[0], (ROWS - 1) * sizeof *b->rows);
    b->rows[0] = (struct row){at + d->rcd, number};
    b->activated = at;
    c->activated = at;
    return at + d->rcd;
}

/* Accesses a sector; returns the cycle of its last data. */
static uint64_t access_dram(struct gatsim_l2 *m, struct channel_addr in, bool write, uint64_t at)
{
    const struct dram_config *d = &m->config->dram;
    struct channel *c = &m->channels[in.channel];
    struct bank *b = &c->banks[bit_gather(&m->map.bank, in.inner)];
    uint32_t number = (uint32_t)bit_gather(&m->map.row, in.inner), latency = write ? d->wl : d->cl;
    struct row *row = NULL;
    /* Finds the row if it is open, or if it has requests that are still to be served. */
    for (uint32_t k = 0; k < ROWS && !row; k++)
        if (b->rows[k].number == number && (k == 0 || b->rows[k].column_at >= at))
            row = &b->rows[k];
    if (!row) {
        at = open_row(m, c, b, number, at);
        row = b->rows[0].number == number ? &b->rows[0] : NULL;
    }
    uint64_t data = 0;
    for (uint32_t i = 0; i < m->columns; i++) {
        data = calendar_take_long(&c->bus, at + latency, m->burst);
        at = data - latency + d->ccd;
    }
    if (row && at - d->ccd > row->column_at)
        row->column_at = at - d->ccd;
    return data + m->burst;
}

/* Requests data in core cycle `at`; returns the core cycle in which they reach the slice. */
static uint64_t fetch(struct gatsim_l2 *m, struct channel_addr in, bool write, uint64_t at)
{
    at += m->config->dram.latency_cycles + 1;
    uint64_t dram = at * m->clocks.period[CLOCK_CORE] / m->clocks.period[CLOCK_DRAM];
    dram = access_dram(m, in, write, dram);
    return (dram * m->clocks.period[CLOCK_DRAM] + m->clocks.period[CLOCK_CORE] - 1) /
               m->clocks.period[CLOCK_CORE] +
           REPLY;
}

/* --- slices --- */

struct visit {
    struct channel_addr in;
    struct slice *slice;
    uint64_t at; /* time of the look-up */
};

static struct visit visit(struct gatsim_l2 *m, uint64_t addr, uint64_t sent)
{
    struct visit v;
    v.in = address_map_in_channel(&m->map, addr);
    v.slice = &m->slices[address_map_slice_of(&m->map, v.in)];
    uint64_t comes =
        way_comes(&m->clocks, way_crosses(&m->clocks, sent)) + m->config->l2.rop_cycles;
    v.at = calendar_take_long(&v.slice->port, comes * FINE, m->port_cycles) / FINE;
    return v;
}

static void write_back(struct gatsim_l2 *m, const struct cache_evicted *evicted, uint64_t at)
{
    for (uint32_t sectors = evicted->dirty_sectors; sectors; sectors &= sectors - 1) {
        uint64_t addr = evicted->line_addr + (uint64_t)__builtin_ctz(sectors) * SECTOR_B;
        fetch(m, address_map_in_channel(&m->map, addr), true, at);
    }
}

uint64_t l2_read(struct gatsim_l2 *m, uint64_t addr, uint64_t sent)
{
    struct visit v = visit(m, addr, sent);
    uint64_t comes = v.at;
    enum cache_status status = tags_read(v.slice->tags, addr, v.at, &comes);
    if (status == CACHE_HIT || status == CACHE_HIT_RESERVED)
        return comes;
    struct cache_evicted evicted;
    uint32_t place;
    bool line =
        tags_ask(v.slice->tags, addr, address_map_within_slice(&m->map, v.in), 0, &place, &evicted);
    comes = fetch(m, v.in, false, v.at);
    if (evicted.happened)
        write_back(m, &evicted, v.at);
    tags_answer(v.slice->tags, addr, 0, place, line, comes);
    return comes;
}

uint64_t l2_write(struct gatsim_l2 *m, uint64_t addr, uint32_t bytes, uint64_t sent)
{
    struct visit v = visit(m, addr, sent);
    struct cache_evicted evicted = {0};
    tags_write(v.slice->tags, addr, address_map_within_slice(&m->map, v.in), bytes, v.at, &evicted);
    if (evicted.happened)
        write_back(m, &evicted, v.at);
    return v.at;
}

uint64_t l2_atomic(struct gatsim_l2 *m, uint64_t addr, uint32_t bytes, uint64_t sent)
{
    struct cache_evicted evicted = {0};
    uint64_t comes = l2_read(m, addr, sent);
    struct channel_addr in = address_map_in_channel(&m->map, addr);
    tags_write(m->slices[address_map_slice_of(&m->map, in)].tags, addr,
               address_map_within_slice(&m->map, in), bytes, comes, &evicted);
    return comes;
}
