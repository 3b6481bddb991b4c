/* Implements the queues, credits and data pipe around the banks. Cycles without work may be
 * skipped: every queue has the time at which its first packet may move. */
#include "sim/timing/memory/dram_channel.h"

#include "common/memory.h"
#include "sim/timing/memory/dram_bank.h"
#include "sim/timing/memory/dram_scheduler.h"

/* The last data of a request in the data pipe. */
struct transfer {
    cycle_t due; /* step of the pipe */
    uint32_t packet;
    bool write;
};

struct dram_channel {
    const struct gpu_config *config;
    const struct address_map *map;
    struct packet_pool *pool;
    struct clocks clocks;
    uint32_t id, n_slices, atom_B;
    uint32_t refi, rfc;           /* DRAM cycles from refresh to refresh, 0: none; of each */
    cycle_t begun, after_latency; /* argument and result of the last after_latency() */
    cycle_t ran;                  /* the last cycle simulated */
    cycle_t next;                 /* the next cycle with work other than commands */
    cycle_t latency_at; /* when the latency queue's first packet may leave; CYCLE_NEVER: none */
    bool asked;         /* a slice may have a request */
    struct packet_queue latency, returns;

    /* The data pipe advances one step per cycle but stalls while the return queue is full: step t -
     * pipe_lag in cycle t. It holds the data of one column command per step. */
    struct transfer *transfers; /* ring */
    uint32_t transfer_mask, pipe_length, first_transfer, n_transfers;
    /* Cycle in which the first transfer is handled: for a write, its due cycle; for a read one
     * cycle later, because its data are not usable before. CYCLE_NEVER: there is none, or the pipe
     * is stalled. */
    cycle_t pipe_at;
    cycle_t last_due;    /* step of the last data */
    cycle_t pipe_lag;    /* cycles in which it was stalled */
    cycle_t pipe_stands; /* stalled since this cycle; CYCLE_NEVER: it is not */

    cycle_t counted;   /* active cycles are counted up to this one */
    uint64_t arrivals; /* sum of the arrival cycles of the requests that the scheduler holds */
    uint32_t last_slice, shared_credits, shared_limit;
    uint32_t private_credits[DRAM_MAX_SLICES];
    struct dram_client clients[DRAM_MAX_SLICES];
    struct dram_counters count;
    struct dram_banks banks;
    struct dram_scheduler scheduler;
};

static enum st_code allocate(struct dram_channel *c, struct status *st)
{
    const struct dram_config *d = &c->config->dram;
    uint32_t room = 2;
    c->pipe_length = (d->cl > d->wl ? d->cl : d->wl) + 1;
    while (room < c->pipe_length)
        room *= 2;
    c->transfer_mask = room - 1;
    TRY(mem_make(&c->transfers, room, sizeof *c->transfers, "a DRAM channel", st));
    return dram_scheduler_create(&c->scheduler, d->scheduler_queue, st);
}

enum st_code dram_channel_create(struct dram_channel **out, const struct gpu_config *config,
                                 const struct address_map *map, struct packet_pool *pool,
                                 uint32_t id, const struct dram_client *clients, struct status *st)
{
    const struct dram_config *d = &config->dram;
    *out = NULL;
    struct dram_channel *c;
    TRY(mem_make(&c, 1, sizeof *c, "a DRAM channel", st));
    c->config = config;
    c->map = map;
    c->pool = pool;
    c->id = id;
    c->n_slices = config->l2.slices;
    c->atom_B = d->burst * d->bus_B * d->chips;
    c->refi = d->refi;
    c->rfc = d->rfc;
    for (uint32_t i = 0; i < c->n_slices; i++)
        c->clients[i] = clients[i];
    uint32_t both = d->scheduler_queue + d->return_queue;
    c->shared_limit = both > c->n_slices ? both - (c->n_slices - 1) : 1;
    c->latency = packet_queue_make(c->shared_limit + c->n_slices);
    c->returns = packet_queue_make(d->return_queue);
    c->clocks = gpu_config_clocks(config);
    c->begun = CYCLE_NEVER;
    c->next = c->latency_at = c->pipe_at = c->pipe_stands = CYCLE_NEVER;
    dram_banks_init(&c->banks, d);
    if (allocate(c, st) != ST_OK) {
        dram_channel_free(c);
        return ST_NOMEM;
    }
    *out = c;
    return ST_OK;
}

void dram_channel_free(struct dram_channel *c)
{
    if (!c)
        return;
    dram_scheduler_release(&c->scheduler);
    mem_free(c->transfers);
    mem_free(c);
}

static struct packet *packet_at(const struct dram_channel *c, uint32_t p)
{
    return &c->pool->packets[p];
}

static cycle_t later(cycle_t a, cycle_t b)
{
    return a > b ? a : b;
}

static void give_credit_back(struct dram_channel *c, uint32_t slice)
{
    if (c->private_credits[slice])
        c->private_credits[slice]--;
    else
        c->shared_credits--;
}

static bool has_credit(const struct dram_channel *c, uint32_t slice)
{
    return !c->private_credits[slice] || c->shared_credits < c->shared_limit;
}

static uint32_t slice_of(const struct dram_channel *c, uint32_t p)
{
    return packet_at(c, p)->slice - c->id * c->n_slices;
}

/* The fill queue of the first sector in the return queue. */
static const struct packet_queue *first_fills(const struct dram_channel *c)
{
    return c->clients[slice_of(c, c->returns.first)].fills;
}

static const struct transfer *first_transfer(const struct dram_channel *c)
{
    return &c->transfers[c->first_transfer & c->transfer_mask];
}

static void time_pipe(struct dram_channel *c)
{
    const struct transfer *t = first_transfer(c);
    c->pipe_at = c->n_transfers && c->pipe_stands == CYCLE_NEVER ? t->due + c->pipe_lag + !t->write
                                                                 : CYCLE_NEVER;
}

/* Returns one read sector to its slice; the result is the slice's bit, or 0 if its fill queue is
 * full. */
static uint32_t return_sector(struct dram_channel *c, cycle_t now)
{
    uint32_t slice = slice_of(c, c->returns.first);
    if (packet_queue_full(c->clients[slice].fills))
        return 0;
    packet_push(c->pool, c->clients[slice].fills, packet_pop(c->pool, &c->returns));
    give_credit_back(c, slice);
    if (c->pipe_stands != CYCLE_NEVER) {
        c->pipe_lag += now - c->pipe_stands;
        c->pipe_stands = CYCLE_NEVER;
        time_pipe(c);
    }
    return 1u << slice;
}

/* Ends a request whose last data arrive in cycle `now`; true: its packet was freed. */
static bool end_transfer(struct dram_channel *c, cycle_t now)
{
    uint32_t p = c->transfers[c->first_transfer++ & c->transfer_mask].packet;
    struct packet *packet = packet_at(c, p);
    c->n_transfers--;
    c->count.queue_latency += now - packet->due;
    bool fetch = packet->kind == PACKET_FETCH;
    if (fetch) {
        packet_push(c->pool, &c->returns, p);
        if (packet_queue_full(&c->returns))
            c->pipe_stands = now + 1;
    } else {
        give_credit_back(c, packet->slice - c->id * c->n_slices);
        packet_free(c->pool, p);
    }
    time_pipe(c);
    return !fetch;
}

/* The active cycles from `counted` to `end` - 1, in all of which either some bank had a request or
 * none had. */
static uint64_t active_until(const struct dram_channel *c, cycle_t end)
{
    cycle_t until = c->banks.busy || c->banks.limits_until > end ? end : c->banks.limits_until;
    return until > c->counted ? until - c->counted : 0;
}

static void count_active(struct dram_channel *c, cycle_t end)
{
    c->count.active_cycles += active_until(c, end);
    c->counted = later(c->counted, end);
}

/* Free banks for which there is a request. */
static uint64_t assignable(const struct dram_channel *c)
{
    return c->scheduler.banks & ~c->banks.busy;
}

/* Gives a request to one free bank. */
static void assign(struct dram_channel *c, cycle_t now)
{
    struct dram_banks *banks = &c->banks;
    if (!banks->busy)
        count_active(c, now);
    uint32_t b = dram_first_in_turn(banks, assignable(c));
    const struct dram_bank *bank = &banks->banks[b];
    bool hit;
    uint32_t p = dram_scheduler_take(&c->scheduler, b, bank->open, bank->row, &hit);
    const struct packet *packet = packet_at(c, p);
    dram_banks_assign(banks, b, p, packet->row, packet->request.write,
                      (packet->bytes + c->atom_B - 1) / c->atom_B, now);
    c->count.row_hits += hit;
    c->count.bank_wait += now - packet->due;
    c->arrivals -= packet->due;
    banks->turn = banks->turn + 1 < banks->n_banks ? banks->turn + 1 : 0;
}

/* Sends this cycle's commands and puts the data of a column command into the pipe. False: no
 * command was sent. */
static bool command(struct dram_channel *c, cycle_t now)
{
    const struct dram_config *d = &c->config->dram;
    cycle_t step = (c->pipe_stands == CYCLE_NEVER ? now : c->pipe_stands - 1) - c->pipe_lag;
    bool pipe_full = c->last_due >= step + c->pipe_length, row = false;
    struct dram_column column = dram_banks_command(&c->banks, now, pipe_full, &row, &c->count);
    if (!column.sent)
        return row;
    c->count.data_cycles += c->banks.burst_cycles;
    c->last_due = later(step + (column.write ? d->wl : d->cl), c->last_due + 1);
    if (!column.last)
        return true;
    if (!c->banks.busy && now > c->counted) { /* a bank had this request until now */
        c->count.active_cycles += now - c->counted;
        c->counted = now;
    }
    c->transfers[(c->first_transfer + c->n_transfers++) & c->transfer_mask] =
        (struct transfer){c->last_due, column.packet, column.write};
    if (c->n_transfers == 1)
        time_pipe(c);
    return true;
}

/* The first cycle by which latency_cycles more core cycles have begun than by cycle `now`. */
static cycle_t after_latency(struct dram_channel *c, cycle_t now)
{
    cycle_t begun = clock_core_count(&c->clocks, now * c->clocks.period[CLOCK_DRAM]);
    if (begun != c->begun) {
        c->begun = begun;
        c->after_latency =
            clock_when_counted(&c->clocks, CLOCK_DRAM, begun + c->config->dram.latency_cycles);
    }
    return c->after_latency;
}

/* Whether a slice has a request that the slice's limits allow to take. */
static bool can_take_of(const struct dram_channel *c, uint32_t slice)
{
    const struct dram_client *client = &c->clients[slice];
    return client->requests->n && !packet_queue_full(client->fills) && has_credit(c, slice);
}

/* Takes one request from the slices, round robin. Adds the slice to *freed if its queue was
 * full. */
static bool take_request(struct dram_channel *c, cycle_t now, uint32_t *freed)
{
    uint32_t slice = c->last_slice;
    for (uint32_t i = 0; i < c->n_slices; i++) {
        slice = slice + 1 < c->n_slices ? slice + 1 : 0;
        if (!can_take_of(c, slice))
            continue;
        struct packet_queue *requests = c->clients[slice].requests;
        if (packet_queue_full(requests))
            *freed |= 1u << slice;
        uint32_t p = packet_pop(c->pool, requests);
        cycle_t due = packet_at(c, p)->due = after_latency(c, now);
        packet_push(c->pool, &c->latency, p);
        if (c->latency_at == CYCLE_NEVER)
            c->latency_at = due;
        if (c->private_credits[slice])
            c->shared_credits++;
        else
            c->private_credits[slice]++;
        c->last_slice = slice;
        return true;
    }
    return false;
}

/* Whether a request can be taken; also sets `asked`. */
static bool can_take(struct dram_channel *c)
{
    bool can = false;
    c->asked = false;
    for (uint32_t i = 0; i < c->n_slices; i++) {
        c->asked |= c->clients[i].requests->n > 0;
        can |= can_take_of(c, i);
    }
    return can;
}

/* Moves one request that has waited for the fixed latency to the scheduler. */
static void end_latency(struct dram_channel *c, cycle_t now)
{
    uint32_t p = packet_pop(c->pool, &c->latency);
    struct packet *packet = packet_at(c, p);
    struct dram_place place = address_map_place(c->map, packet->request.addr);
    packet->row = place.row;
    packet->due = now; /* `due` is the time of its arrival from here on, for the latency counters */
    c->arrivals += now;
    dram_scheduler_add(&c->scheduler, p, place.bank, place.row);
    if (packet->kind == PACKET_FETCH)
        c->count.fetches++;
    else
        c->count.write_backs++;
    if (c->scheduler.pending > c->count.peak_pending)
        c->count.peak_pending = c->scheduler.pending;
    c->latency_at = c->latency.n ? packet_at(c, c->latency.first)->due : CYCLE_NEVER;
}

/* The first cycle, `at` or later, in which the channel is not refreshed. It is for dram.rfc cycles
 * of every dram.refi, all channels together. */
static cycle_t refreshed(const struct dram_channel *c, cycle_t at)
{
    if (__builtin_expect(!c->refi, true) || at == CYCLE_NEVER)
        return at;
    cycle_t phase = at % c->refi;
    return phase < c->rfc ? at + c->rfc - phase : at;
}

/* The next cycle in which a command may be sent. */
static cycle_t command_at(const struct dram_channel *c)
{
    return refreshed(c, c->banks.command_at);
}

/* Simulates one cycle. */
static void tick(struct dram_channel *c, cycle_t now, struct dram_moves *m)
{
    bool moved = false;
    uint32_t slices = 0;
    if (c->pipe_at <= now && !first_transfer(c)->write) {
        end_transfer(c, now - 1); /* data pipe -> return queue  */
        moved = true;
    }
    if (c->returns.n)
        slices = return_sector(c, now); /* return queue -> slice      */
    if (c->pipe_at <= now) {
        if (end_transfer(c, now)) /* data pipe -> end */
            m->freed = now;
        moved = true;
    }
    if (assignable(c)) {
        assign(c, now); /* scheduler -> a bank        */
        moved = true;
    }
    if (c->banks.command_at <= now && refreshed(c, now) == now)
        moved |= command(c, now); /* a bank -> data pipe        */
    cycle_t next = CYCLE_NEVER;
    if (!dram_scheduler_full(&c->scheduler)) {
        if (c->asked)
            moved |= take_request(c, now, &slices); /* slice -> latency queue     */
        if (c->latency_at <= now) {
            end_latency(c, now); /* latency queue -> scheduler */
            moved = true;
        }
        if (!dram_scheduler_full(&c->scheduler))
            next = c->asked && can_take(c) ? now : c->latency_at;
    }
    if (assignable(c) || (c->returns.n && !packet_queue_full(first_fills(c))))
        next = now;
    clock_earlier(&next, c->pipe_at);
    c->next = later(next, now + 1);
    m->slices |= slices;
    m->cycles += moved || slices;
}

/* Simulates a cycle in which only a command is due. */
static void command_only(struct dram_channel *c, cycle_t now, struct dram_moves *m)
{
    m->cycles += command(c, now);
    if (assignable(c))
        c->next = now + 1;
    clock_earlier(&c->next, c->pipe_at);
}

cycle_t dram_channel_next(const struct dram_channel *c)
{
    cycle_t command = command_at(c);
    return c->next < command ? c->next : command;
}

void dram_channel_wake(struct dram_channel *c, cycle_t from)
{
    clock_earlier(&c->next, from);
    c->asked = true;
}

struct dram_moves dram_channel_run(struct dram_channel *c, cycle_t last, bool every)
{
    struct dram_moves m = {0};
    while (!m.slices) {
        cycle_t now = every ? c->ran + 1 : dram_channel_next(c);
        if (now > last)
            break;
        if (now < c->next && !every)
            command_only(c, now, &m);
        else
            tick(c, now, &m);
        c->ran = now;
    }
    if (!m.slices)
        c->ran = last;
    m.ran = c->ran;
    return m;
}

bool dram_channel_idle(const struct dram_channel *c)
{
    return !(c->latency.n | c->returns.n | c->scheduler.pending | c->banks.busy | c->n_transfers);
}

void dram_channel_count(struct dram_channel *c, cycle_t end, struct gpu_counters *into)
{
    count_active(c, end);
    gpu_counters_merge_channel(into, &c->count, end);
}

void dram_channel_sample(const struct dram_channel *c, cycle_t end,
                         struct timeline_memory_partition *out)
{
    out->dram_cycles = end;
    out->data_cycles = c->count.data_cycles;
    out->active_cycles = c->count.active_cycles + active_until(c, end);
    out->queue_cycles = c->count.bank_wait + c->scheduler.pending * end - c->arrivals;
}

void dram_channel_dump(const struct dram_channel *c, FILE *out)
{
    if (dram_channel_idle(c))
        return;
    const struct dram_banks *banks = &c->banks;
    fprintf(out,
            "DRAM channel %u: %u in the latency queue, %u in the scheduler, %u at banks, %u on the "
            "data bus, %u to return\n",
            c->id, c->latency.n, c->scheduler.pending, (uint32_t)__builtin_popcountll(banks->busy),
            c->n_transfers, c->returns.n);
    for (uint32_t b = 0; b < banks->n_banks; b++) {
        const struct dram_bank *bank = &banks->banks[b];
        if (!(banks->busy >> b & 1))
            continue;
        const struct packet *p = packet_at(c, bank->packet);
        fprintf(out, "  bank %u: %s %#llx, row %u, %s\n", b, p->request.write ? "write" : "read",
                (unsigned long long)p->request.addr, p->row,
                !bank->open           ? "no row open"
                : bank->row == p->row ? "its row is open"
                                      : "another row is open");
    }
}
