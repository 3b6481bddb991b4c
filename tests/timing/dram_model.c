/* A DRAM channel against a plain model of the same rules: every limit a counter that is counted
 * down each cycle, every queue an array that is searched from end to end. Random loads under random
 * parameters must give the same commands and the same returned sectors in every cycle. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "sim/config/load/load.h"
#include "sim/timing/memory/dram_channel.h"

#include <string.h>

enum { BANKS = 16, GROUPS = 4, MOST = 4096, CYCLES = 6000 };

struct plain_request {
    uint32_t id, slice, bank, row, bytes, asked, arrived;
    bool write;
};

struct plain_bank {
    bool open, busy;
    uint32_t row;
    struct plain_request request;
    uint32_t rcd, rcdwr, ras, rp, rc, wtp, rtp; /* cycles that each limit still holds */
};

struct plain_list {
    struct plain_request at[MOST];
    uint32_t n;
};

struct plain_model {
    const struct dram_config *d;
    uint32_t slices;
    struct plain_bank banks[BANKS];
    uint32_t ccdl[GROUPS], rtpl[GROUPS], ccd, rrd, wtr, rtw;
    uint32_t turn, last_slice, own_credits[2], shared_credits;
    struct plain_list requests[2], latency, pool, returns, fills[2];
    uint32_t fill_room[2];
    struct plain_request pipe[2048]; /* by step; id 0: nothing */
    uint64_t steps, pipe_end, active;
    uint32_t reads, writes, activates, precharges, hits;
};

static void append(struct plain_list *l, struct plain_request r)
{
    assert_true(l->n < MOST);
    l->at[l->n++] = r;
}

static struct plain_request take_at(struct plain_list *l, uint32_t i)
{
    struct plain_request r = l->at[i];
    memmove(&l->at[i], &l->at[i + 1], (--l->n - i) * sizeof r);
    return r;
}

static uint32_t burst_cycles(const struct plain_model *m)
{
    return m->d->burst / m->d->transfers_per_cycle;
}

static uint32_t atom(const struct plain_model *m)
{
    return m->d->burst * m->d->bus_B * m->d->chips;
}

static uint32_t group_of(const struct plain_model *m, uint32_t bank)
{
    return m->d->bank_group == BANK_GROUP_LOW ? bank % m->d->bank_groups
                                              : bank / (BANKS / m->d->bank_groups);
}

static void credit_back(struct plain_model *m, uint32_t slice)
{
    if (m->own_credits[slice])
        m->own_credits[slice] = 0;
    else
        m->shared_credits--;
}

static void plain_pipe(struct plain_model *m)
{
    if (m->returns.n >= m->d->return_queue)
        return;
    struct plain_request r = m->pipe[m->steps % 2048];
    m->pipe[m->steps++ % 2048].id = 0;
    if (!r.id || r.asked < r.bytes)
        return;
    if (r.write)
        credit_back(m, r.slice);
    else
        append(&m->returns, r);
}

/* Oldest to the row that is open, else oldest. */
static void plain_assign(struct plain_model *m)
{
    for (uint32_t i = 0; i < BANKS; i++) {
        uint32_t b = (m->turn + i) % BANKS, found = MOST;
        struct plain_bank *bank = &m->banks[b];
        if (bank->busy)
            continue;
        for (uint32_t k = m->pool.n; k-- > 0;)
            if (m->pool.at[k].bank == b)
                found = k;
        for (uint32_t k = m->pool.n; bank->open && k-- > 0;)
            if (m->pool.at[k].bank == b && m->pool.at[k].row == bank->row)
                found = k;
        if (found == MOST)
            continue;
        bank->request = take_at(&m->pool, found);
        bank->busy = true;
        m->hits += bank->open && bank->request.row == bank->row;
        m->turn = (m->turn + 1) % BANKS;
        return;
    }
}

static bool plain_column(struct plain_model *m, uint32_t b)
{
    struct plain_bank *bank = &m->banks[b];
    struct plain_request *r = &bank->request;
    const struct dram_config *d = m->d;
    uint32_t g = group_of(m, b), deepest = d->cl > d->wl ? d->cl : d->wl;
    if (!bank->busy || !bank->open || bank->row != r->row || m->ccd || m->ccdl[g] ||
        m->pipe_end > m->steps + deepest)
        return false;
    if (r->write ? bank->rcdwr || m->rtw : bank->rcd || m->wtr)
        return false;
    /* `steps` counts the pipe's steps, this cycle's included. */
    uint64_t at = m->steps + (r->write ? d->wl : d->cl) - 1;
    if (at < m->pipe_end)
        at = m->pipe_end;
    m->pipe_end = at + 1;
    r->asked += atom(m);
    m->pipe[at % 2048] = *r;
    m->ccd = d->ccd;
    m->ccdl[g] = d->ccdl;
    if (r->write) {
        m->wtr = d->wl + burst_cycles(m) + d->cdlr;
        bank->wtp = d->wl + burst_cycles(m) + d->wr;
        m->writes++;
    } else {
        m->rtw = d->cl + burst_cycles(m) + 2 - d->wl;
        bank->rtp = burst_cycles(m);
        m->rtpl[g] = d->rtpl;
        m->reads++;
    }
    bank->busy = r->asked < r->bytes;
    return true;
}

static bool plain_row(struct plain_model *m, uint32_t b)
{
    struct plain_bank *bank = &m->banks[b];
    const struct dram_config *d = m->d;
    if (!bank->busy)
        return false;
    if (!bank->open) {
        if (m->rrd || bank->rp || bank->rc)
            return false;
        bank->open = true;
        bank->row = bank->request.row;
        m->rrd = d->rrd;
        bank->rcd = d->rcd;
        bank->rcdwr = d->rcd - (d->wl + 1);
        bank->ras = d->ras;
        bank->rc = d->rc;
        m->activates++;
    } else {
        if (bank->row == bank->request.row || bank->ras || bank->wtp || bank->rtp ||
            m->rtpl[group_of(m, b)])
            return false;
        bank->open = false;
        bank->rp = d->rp;
        m->precharges++;
    }
    m->turn = (b + 1) % BANKS;
    return true;
}

static void plain_command(struct plain_model *m)
{
    bool column = false, row = false;
    uint32_t bus = m->d->command_bus, start = m->turn;
    if (bus == COMMAND_BUS_SCAN) {
        /* The turn moves while it is being counted from. */
        for (uint32_t i = 0; i < BANKS; i++) {
            uint32_t b = (i + m->turn) % BANKS;
            if (!column)
                column = plain_column(m, b);
            if (!column && !row)
                row = plain_row(m, b);
        }
        return;
    }
    for (uint32_t i = 0; i < BANKS && !column; i++)
        column = plain_column(m, (start + i) % BANKS);
    if (bus == COMMAND_BUS_SINGLE && column)
        return;
    for (uint32_t i = 0; i < BANKS && !row; i++)
        row = plain_row(m, (start + i) % BANKS);
}

static void plain_activity(struct plain_model *m)
{
    bool active = m->ccd || m->rrd || m->rtw || m->wtr;
    for (uint32_t b = 0; b < BANKS; b++) {
        const struct plain_bank *k = &m->banks[b];
        active |= k->busy || k->rcd || k->rcdwr || k->ras || k->rp || k->rc;
    }
    m->active += active;
}

static void down(uint32_t *x)
{
    *x -= *x > 0;
}

static void plain_count_down(struct plain_model *m)
{
    down(&m->ccd);
    down(&m->rrd);
    down(&m->rtw);
    down(&m->wtr);
    for (uint32_t g = 0; g < GROUPS; g++) {
        down(&m->ccdl[g]);
        down(&m->rtpl[g]);
    }
    for (uint32_t b = 0; b < BANKS; b++) {
        struct plain_bank *k = &m->banks[b];
        down(&k->rcd);
        down(&k->rcdwr);
        down(&k->ras);
        down(&k->rp);
        down(&k->rc);
        down(&k->wtp);
        down(&k->rtp);
    }
}

static void plain_take(struct plain_model *m, uint32_t now)
{
    uint32_t limit = m->d->scheduler_queue + m->d->return_queue - (m->slices - 1);
    for (uint32_t i = 1; i <= m->slices; i++) {
        uint32_t s = (m->last_slice + i) % m->slices;
        if (!m->requests[s].n || m->fills[s].n >= m->fill_room[s] ||
            (m->own_credits[s] && m->shared_credits >= limit))
            continue;
        if (m->pool.n >= m->d->scheduler_queue)
            return;
        struct plain_request r = take_at(&m->requests[s], 0);
        r.arrived = now + m->d->latency_cycles;
        append(&m->latency, r);
        if (m->own_credits[s])
            m->shared_credits++;
        else
            m->own_credits[s] = 1;
        m->last_slice = s;
        return;
    }
}

static void plain_cycle(struct plain_model *m, uint32_t now)
{
    if (m->returns.n) {
        uint32_t s = m->returns.at[0].slice;
        if (m->fills[s].n < m->fill_room[s]) {
            append(&m->fills[s], take_at(&m->returns, 0));
            credit_back(m, s);
        }
    }
    plain_pipe(m);
    plain_assign(m);
    plain_command(m);
    plain_activity(m);
    plain_count_down(m);
    plain_take(m, now);
    if (m->latency.n && now >= m->latency.at[0].arrived && m->pool.n < m->d->scheduler_queue)
        append(&m->pool, take_at(&m->latency, 0));
}

/* --- both under one load --- */

struct pair {
    struct gpu_config config;
    struct address_map map;
    struct packet_pool pool;
    struct packet_queue requests[2], fills[2];
    struct dram_channel *channel;
    struct plain_model plain;
};

static uint64_t seed;

static uint32_t draw(uint32_t n)
{
    return (uint32_t)random_below(11, RANDOM_TEST, seed++, n);
}

static void randomise(struct dram_config *d)
{
    static const uint32_t bursts[][3] = {{8, 2, 2}, {16, 4, 2}, {2, 2, 4}, {8, 1, 1}};
    const uint32_t *b = bursts[draw(4)];
    d->burst = b[0];
    d->transfers_per_cycle = b[1];
    d->bus_B = b[2];
    d->command_bus = draw(3);
    d->bank_groups = 1u << draw(3);
    d->bank_group = draw(2);
    d->ccd = 1 + draw(6);
    d->ccdl = 1 + draw(9);
    d->rrd = 1 + draw(12);
    d->wl = 1 + draw(9);
    d->rcd = d->wl + 2 + draw(20);
    d->cl = d->wl + draw(16);
    d->ras = 1 + draw(60);
    d->rp = 1 + draw(25);
    d->rc = 1 + draw(80);
    d->cdlr = draw(12);
    d->wr = draw(25);
    d->rtpl = draw(9);
    d->latency_cycles = 1 + draw(3) * draw(60);
    if (draw(2)) {
        d->scheduler_queue = 1 + draw(20);
        d->return_queue = 1 + draw(6);
    }
}

static void pair_start(struct pair *p, bool random)
{
    struct dram_client clients[2];
    memset(p, 0, sizeof *p);
    assert_ok(gpu_config_load(&p->config, random ? "mobile_soc" : "rtx2060", &st));
    p->config.machine.memory_partitions = 1;
    p->config.machine.dram_MHz =
        p->config.machine.core_MHz; /* so that latency_cycles are DRAM cycles */
    p->config.l2.slices = 1 + draw(2);
    if (random)
        randomise(&p->config.dram);
    else
        p->config.dram.command_bus = draw(3);
    p->map = gpu_config_address_map(&p->config);
    assert_ok(packet_pool_create(&p->pool, 2 * MOST, &st));
    p->plain.d = &p->config.dram;
    p->plain.slices = p->config.l2.slices;
    for (uint32_t i = 0; i < p->config.l2.slices; i++) {
        p->requests[i] = packet_queue_make(MOST);
        p->fills[i] = packet_queue_make(draw(2) ? 64 : 1 + draw(4));
        p->plain.fill_room[i] = p->fills[i].limit;
        clients[i] = (struct dram_client){&p->requests[i], &p->fills[i]};
    }
    assert_ok(dram_channel_create(&p->channel, &p->config, &p->map, &p->pool, 0, clients, &st));
}

static void pair_end(struct pair *p)
{
    dram_channel_free(p->channel);
    packet_pool_release(&p->pool);
}

static void pair_ask(struct pair *p, uint32_t id, uint32_t rows)
{
    uint64_t addr =
        ((uint64_t)draw(rows) << 15 | (uint64_t)draw(8) << 12 | (uint64_t)draw(128) << 5) & ~31ull;
    struct dram_place place = address_map_place(&p->map, addr);
    uint32_t slice = address_map_slice(&p->map, addr), n = packet_new(&p->pool);
    bool write = draw(4) == 0;
    uint32_t bytes = write ? 32 * (1 + draw(4)) : 32;
    p->pool.packets[n] =
        (struct packet){.request = {.addr = addr, .tag = id, .write = write},
                        .slice = slice,
                        .bytes = (uint16_t)bytes,
                        .kind = (uint8_t)(write ? PACKET_WRITE_BACK : PACKET_FETCH)};
    packet_push(&p->pool, &p->requests[slice], n);
    append(&p->plain.requests[slice], (struct plain_request){.id = id,
                                                             .slice = slice,
                                                             .bank = place.bank,
                                                             .row = place.row,
                                                             .bytes = bytes,
                                                             .write = write});
}

static struct dram_counters count(struct pair *p, cycle_t end)
{
    struct gpu_counters c = {0};
    dram_channel_count(p->channel, end, &c);
    return c.dram;
}

static void compare(struct pair *p, cycle_t now)
{
    const struct dram_counters c = count(p, now + 1);
    const struct plain_model *m = &p->plain;
    if (c.reads != m->reads || c.writes != m->writes || c.activates != m->activates ||
        c.precharges != m->precharges || c.row_hits != m->hits || c.active_cycles != m->active)
        fail_msg("cycle %u, seed %u: reads %u (plain %u), writes %u (%u), activates %u (%u), "
                 "precharges %u (%u), hits %u (%u), active %u (%u)",
                 (uint32_t)now, (uint32_t)seed, (uint32_t)c.reads, m->reads, (uint32_t)c.writes,
                 m->writes, (uint32_t)c.activates, m->activates, (uint32_t)c.precharges,
                 m->precharges, (uint32_t)c.row_hits, m->hits, (uint32_t)c.active_cycles,
                 (uint32_t)m->active);
    for (uint32_t i = 0; i < m->slices; i++) {
        assert_int_equal(p->fills[i].n, m->fills[i].n);
        assert_int_equal(p->requests[i].n, m->requests[i].n);
        if (m->fills[i].n) {
            uint32_t last = p->fills[i].last;
            assert_int_equal(p->pool.packets[last].request.tag,
                             m->fills[i].at[m->fills[i].n - 1].id);
        }
    }
}

/* `skip`: the channel is called only when it asks to be or somebody touched its queues. */
static void agree(bool random, bool skip)
{
    static struct pair p;
    pair_start(&p, random);
    uint32_t id = 1, rows = 1 + draw(6), rate = 1 + draw(40);
    cycle_t next = 0;
    for (cycle_t now = 1; now < CYCLES; now++) {
        bool touched = false;
        if (now < CYCLES / 2 && now / 256 % 3 != 2 && draw(rate) == 0) {
            for (uint32_t n = 1 + draw(2); n--;)
                pair_ask(&p, id++, rows);
            touched = true;
        }
        for (uint32_t i = 0; i < p.plain.slices; i++)
            if (p.fills[i].n && draw(4) == 0 && now / 512 % 4 != 1) {
                packet_free(&p.pool, packet_pop(&p.pool, &p.fills[i]));
                take_at(&p.plain.fills[i], 0);
                touched = true;
            }
        plain_cycle(&p.plain, (uint32_t)now);
        if (!skip || touched || now >= next) {
            dram_channel_wake(p.channel, now);
            dram_channel_run(p.channel, now, false);
            next = dram_channel_next(p.channel);
        }
        compare(&p, now);
    }
    const struct dram_counters c = count(&p, CYCLES);
    assert_int_equal(c.data_cycles, (c.reads + c.writes) * burst_cycles(&p.plain));
    pair_end(&p);
}

TEST(the_channel_agrees_with_the_plain_model)
{
    for (int i = 0; i < 60; i++)
        agree(i >= 6, false);
}

TEST(a_channel_called_only_when_it_asks_agrees_too)
{
    for (int i = 0; i < 60; i++)
        agree(i >= 6, true);
}
