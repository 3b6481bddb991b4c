/* Every timing limit is kept as the first cycle at which it no longer holds, so that nothing has to
 * be counted down: a limit of T cycles set at cycle t holds up to t + T - 1.
 *
 * A bank with a request wants one kind of command. While the bank's own limits forbid it the bank
 * is unripe; then it is ripe and stays so until it is served, as only a command to a bank changes
 * the bank's own limits. Ripe banks are kept in one set for each kind, so that choosing a command
 * takes a few set operations and the limits that all banks share, whatever the number of banks. */
#include "sim/timing/dram_channel.h"

#include "common/memory.h"
#include "sim/timing/dram_scheduler.h"

/* What a bank with a request wants next. */
enum want { WANT_READ, WANT_WRITE, WANT_ACTIVATE, WANT_PRECHARGE, WANTS };

struct bank {
    bool open;
    bool writes; /* the request */
    uint8_t want;
    uint8_t group;
    uint32_t row;
    uint32_t slot;                 /* request being worked on, or PACKET_NONE */
    uint32_t wanted_row;           /* that request's */
    cycle_t ripe_from;             /* the bank's own limits allow what it wants */
    cycle_t read_from, write_from; /* tRCD, tRCDWR */
    cycle_t activate_from;         /* tRP, tRC */
    cycle_t precharge_from;        /* tRAS, tWTP, tRTP */
};

struct group {
    struct bank_set banks;
    cycle_t column_from, precharge_from; /* tCCDL, tRTPL */
};

/* Data of one column command on their way. */
struct transfer {
    uint32_t packet;
    cycle_t due;
};

struct dram_channel {
    const struct gpu_config *config;
    const struct address_map *map;
    struct packet_pool *pool;
    uint32_t id, n_slices, n_banks, n_words; /* words: of a set of banks that are in use */
    struct dram_client clients[DRAM_MAX_SLICES];
    uint32_t private_credits[DRAM_MAX_SLICES], shared_credits, shared_limit, last_slice;

    struct packet_queue latency, returns;
    struct dram_scheduler scheduler;
    struct bank *banks;
    struct group *groups;
    struct bank_set slots;       /* banks with a request */
    struct bank_set ripe[WANTS]; /* of them: each is in one of these, or unripe */
    struct bank_set unripe;
    cycle_t ripe_at; /* the first unripe bank ripens */
    uint32_t n_slots, turn;
    cycle_t command_at;                                        /* no command can be sent before */
    cycle_t groups_column_from, groups_precharge_from;         /* the last of the groups' limits */
    cycle_t column_from, activate_from, read_from, write_from; /* tCCD, tRRD, tWTR, tRTW */

    struct transfer *transfers; /* ring */
    uint32_t transfer_mask, transfer_limit, first_transfer, n_transfers;

    uint32_t atom_B, burst_cycles, rcdwr, rtw, wtr, wtp; /* derived timing */

    cycle_t counted;      /* active cycles are counted up to this one */
    cycle_t limits_until; /* until then a limit is running */
    struct dram_counters count;
};

static void derive(struct dram_channel *c)
{
    const struct dram_config *d = &c->config->dram;
    c->atom_B = d->burst * d->bus_B * d->chips;
    c->burst_cycles = d->burst / d->transfers_per_cycle;
    c->rcdwr = d->rcd - (d->wl + 1);
    c->rtw = d->cl + c->burst_cycles + 2 - d->wl;
    c->wtr = d->wl + c->burst_cycles + d->cdlr;
    c->wtp = d->wl + c->burst_cycles + d->wr;
}

static enum st_code allocate(struct dram_channel *c, struct status *st)
{
    const struct dram_config *d = &c->config->dram;
    uint32_t room = 2;
    c->transfer_limit = d->cl + 1;
    while (room < c->transfer_limit)
        room *= 2;
    c->transfer_mask = room - 1;
    c->banks = mem_calloc(d->banks, sizeof *c->banks);
    c->groups = mem_calloc(d->bank_groups, sizeof *c->groups);
    c->transfers = mem_calloc(room, sizeof *c->transfers);
    return c->banks && c->groups && c->transfers ? ST_OK : status_no_memory(st, "a DRAM channel");
}

enum st_code dram_channel_create(struct dram_channel **out, const struct gpu_config *config,
                                 const struct address_map *map, struct packet_pool *pool,
                                 uint32_t id, const struct dram_client *clients, struct status *st)
{
    const struct dram_config *d = &config->dram;
    *out = NULL;
    struct dram_channel *c = mem_calloc(1, sizeof *c);
    if (!c)
        return status_no_memory(st, "a DRAM channel");
    c->config = config;
    c->map = map;
    c->pool = pool;
    c->id = id;
    c->n_slices = config->l2.slices;
    c->n_banks = d->banks;
    c->n_words = (d->banks + 63) / 64;
    for (uint32_t i = 0; i < c->n_slices; i++)
        c->clients[i] = clients[i];
    uint32_t both = d->scheduler_queue + d->return_queue;
    c->shared_limit = both > c->n_slices ? both - (c->n_slices - 1) : 1;
    c->latency = packet_queue_make(c->shared_limit + c->n_slices);
    c->returns = packet_queue_make(d->return_queue);
    dram_scheduler_init(&c->scheduler, pool, d->scheduler_queue);
    c->command_at = c->ripe_at = CYCLE_NEVER;
    derive(c);
    if (allocate(c, st) != ST_OK) {
        dram_channel_free(c);
        return ST_NOMEM;
    }
    for (uint32_t b = 0; b < d->banks; b++) {
        c->banks[b].slot = PACKET_NONE;
        c->banks[b].group =
            (uint8_t)(d->bank_group == BANK_GROUP_LOW ? b % d->bank_groups
                                                      : b / (d->banks / d->bank_groups));
        bank_set_add(&c->groups[c->banks[b].group].banks, b);
    }
    *out = c;
    return ST_OK;
}

void dram_channel_free(struct dram_channel *c)
{
    if (!c)
        return;
    mem_free(c->banks);
    mem_free(c->groups);
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

static void earlier(cycle_t *a, cycle_t b)
{
    if (b < *a)
        *a = b;
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

/* Hands one sector that was read to its slice. */
static uint32_t return_sector(struct dram_channel *c)
{
    if (!c->returns.n)
        return 0;
    uint32_t slice = packet_at(c, c->returns.first)->slice - c->id * c->n_slices;
    if (packet_queue_full(c->clients[slice].fills))
        return 0;
    packet_push(c->pool, c->clients[slice].fills, packet_pop(c->pool, &c->returns));
    give_credit_back(c, slice);
    return 1u << slice;
}

/* The data of one column command arrive; with its last data a request is done. */
static bool end_transfer(struct dram_channel *c, cycle_t now)
{
    struct transfer *t = &c->transfers[c->first_transfer & c->transfer_mask];
    if (!c->n_transfers || t->due > now || packet_queue_full(&c->returns))
        return false;
    if (c->n_transfers == c->transfer_limit)
        earlier(&c->command_at, now); /* column commands were waiting for this */
    c->first_transfer++;
    c->n_transfers--;
    struct packet *p = packet_at(c, t->packet);
    p->moved = (uint16_t)(p->moved + c->atom_B);
    if (p->moved < p->bytes)
        return true;
    c->count.queue_latency += now - p->due;
    if (p->kind == PACKET_FETCH) {
        packet_push(c->pool, &c->returns, t->packet);
    } else {
        give_credit_back(c, p->slice - c->id * c->n_slices);
        packet_free(c->pool, t->packet);
    }
    return true;
}

static void limit(struct dram_channel *c, cycle_t *from, cycle_t until)
{
    *from = later(*from, until);
    c->limits_until = later(c->limits_until, until);
}

static enum want want_of(const struct bank *b)
{
    if (!b->open)
        return WANT_ACTIVATE;
    return b->row != b->wanted_row ? WANT_PRECHARGE : b->writes ? WANT_WRITE : WANT_READ;
}

static cycle_t own_limit(const struct bank *b, enum want want)
{
    switch (want) {
    case WANT_READ:
        return b->read_from;
    case WANT_WRITE:
        return b->write_from;
    case WANT_ACTIVATE:
        return b->activate_from;
    default:
        return b->precharge_from;
    }
}

/* Puts a bank that has a request into the set that it belongs to; it is in none. */
static void place(struct dram_channel *c, uint32_t index, cycle_t now)
{
    struct bank *b = &c->banks[index];
    enum want want = want_of(b);
    b->want = (uint8_t)want;
    b->ripe_from = own_limit(b, want);
    if (b->ripe_from <= now) {
        bank_set_add(&c->ripe[want], index);
        earlier(&c->command_at, now);
    } else {
        bank_set_add(&c->unripe, index);
        earlier(&c->ripe_at, b->ripe_from);
        earlier(&c->command_at, b->ripe_from);
    }
}

/* Moves the banks whose own limits have ended. */
static void ripen(struct dram_channel *c, cycle_t now)
{
    if (now < c->ripe_at)
        return;
    c->ripe_at = CYCLE_NEVER;
    for (uint32_t i = bank_set_next(&c->unripe, 0, c->n_banks); i < c->n_banks;
         i = bank_set_next(&c->unripe, i + 1, c->n_banks)) {
        const struct bank *b = &c->banks[i];
        if (b->ripe_from <= now) {
            bank_set_remove(&c->unripe, i);
            bank_set_add(&c->ripe[b->want], i);
        } else {
            earlier(&c->ripe_at, b->ripe_from);
        }
    }
}

/* The first bank of the set at or behind the turn; n_banks if it is empty. */
static uint32_t first_in_turn(const struct dram_channel *c, const struct bank_set *banks)
{
    if (c->n_words == 1) {
        uint64_t all = banks->words[0], behind = all >> c->turn << c->turn;
        return !all ? c->n_banks : (uint32_t)__builtin_ctzll(behind ? behind : all);
    }
    uint32_t b = bank_set_next(banks, c->turn, c->n_banks);
    if (b < c->n_banks)
        return b;
    b = bank_set_next(banks, 0, c->turn);
    return b < c->turn ? b : c->n_banks;
}

/* Whether a bank without a request could get one. */
static bool can_assign(const struct dram_channel *c)
{
    uint64_t any = 0;
    for (uint32_t w = 0; w < c->n_words; w++)
        any |= c->scheduler.banks.words[w] & ~c->slots.words[w];
    return any;
}

/* Gives a request to one bank that has none. */
static bool assign(struct dram_channel *c, cycle_t now)
{
    struct bank_set ready;
    if (!can_assign(c))
        return false;
    for (uint32_t w = 0; w < c->n_words; w++)
        ready.words[w] = c->scheduler.banks.words[w] & ~c->slots.words[w];
    uint32_t b = first_in_turn(c, &ready);
    struct bank *bank = &c->banks[b];
    bool hit;
    bank->slot = dram_scheduler_take(&c->scheduler, b, bank->open, bank->row, &hit);
    bank->wanted_row = packet_at(c, bank->slot)->row;
    bank->writes = packet_at(c, bank->slot)->request.write;
    bank_set_add(&c->slots, b);
    place(c, b, now);
    c->n_slots++;
    c->count.row_hits += hit;
    c->turn = c->turn + 1 < c->n_banks ? c->turn + 1 : 0;
    return true;
}

static void send_column(struct dram_channel *c, uint32_t index, cycle_t now)
{
    const struct dram_config *d = &c->config->dram;
    struct bank *b = &c->banks[index];
    struct group *g = &c->groups[b->group];
    struct packet *p = packet_at(c, b->slot);
    cycle_t due = now + (p->request.write ? d->wl : d->cl);
    if (c->n_transfers) {
        uint32_t last = c->first_transfer + c->n_transfers - 1;
        due = later(due, c->transfers[last & c->transfer_mask].due + 1);
    }
    c->transfers[(c->first_transfer + c->n_transfers++) & c->transfer_mask] =
        (struct transfer){b->slot, due};
    limit(c, &c->column_from, now + d->ccd);
    g->column_from = c->groups_column_from = now + d->ccdl;
    if (p->request.write) {
        limit(c, &c->read_from, now + c->wtr);
        b->precharge_from = later(b->precharge_from, now + c->wtp);
        c->count.writes++;
    } else {
        limit(c, &c->write_from, now + c->rtw);
        b->precharge_from = later(b->precharge_from, now + c->burst_cycles);
        g->precharge_from = c->groups_precharge_from = now + d->rtpl;
        c->count.reads++;
    }
    c->count.data_cycles += c->burst_cycles;
    p->asked = (uint16_t)(p->asked + c->atom_B);
    if (p->asked >= p->bytes) {
        b->slot = PACKET_NONE;
        bank_set_remove(&c->ripe[b->want], index);
        bank_set_remove(&c->slots, index);
        c->n_slots--;
    }
}

static void send_row(struct dram_channel *c, uint32_t index, cycle_t now)
{
    const struct dram_config *d = &c->config->dram;
    struct bank *b = &c->banks[index];
    if (b->open) {
        b->open = false;
        limit(c, &b->activate_from, now + d->rp);
        c->count.precharges++;
    } else {
        b->open = true;
        b->row = b->wanted_row;
        limit(c, &c->activate_from, now + d->rrd);
        limit(c, &b->read_from, now + d->rcd);
        limit(c, &b->write_from, now + c->rcdwr);
        limit(c, &b->precharge_from, now + d->ras);
        limit(c, &b->activate_from, now + d->rc);
        c->count.activates++;
    }
    c->turn = index + 1 < c->n_banks ? index + 1 : 0;
    bank_set_remove(&c->ripe[b->want], index);
    place(c, index, now);
}

static bool any_ripe(const struct dram_channel *c, enum want want)
{
    uint64_t any = 0;
    for (uint32_t w = 0; w < c->n_words; w++)
        any |= c->ripe[want].words[w];
    return any;
}

static void add_ripe(const struct dram_channel *c, struct bank_set *to, enum want want)
{
    for (uint32_t w = 0; w < c->n_words; w++)
        to->words[w] |= c->ripe[want].words[w];
}

/* Takes a group's banks out of a set. */
static void leave_out(const struct dram_channel *c, struct bank_set *from, const struct group *g)
{
    for (uint32_t w = 0; w < c->n_words; w++)
        from->words[w] &= ~g->banks.words[w];
}

/* Banks whose request can be read or written now. */
static void column_banks(const struct dram_channel *c, cycle_t now, struct bank_set *banks)
{
    for (uint32_t w = 0; w < c->n_words; w++)
        banks->words[w] = 0;
    if (now < c->column_from || c->n_transfers >= c->transfer_limit)
        return;
    if (now >= c->read_from)
        add_ripe(c, banks, WANT_READ);
    if (now >= c->write_from)
        add_ripe(c, banks, WANT_WRITE);
    for (uint32_t g = 0; now < c->groups_column_from && g < c->config->dram.bank_groups; g++)
        if (now < c->groups[g].column_from)
            leave_out(c, banks, &c->groups[g]);
}

/* Banks whose row can be opened, or the wrong row closed, now. */
static void row_banks(const struct dram_channel *c, cycle_t now, struct bank_set *banks)
{
    for (uint32_t w = 0; w < c->n_words; w++)
        banks->words[w] = c->ripe[WANT_PRECHARGE].words[w];
    for (uint32_t g = 0; now < c->groups_precharge_from && g < c->config->dram.bank_groups; g++)
        if (now < c->groups[g].precharge_from)
            leave_out(c, banks, &c->groups[g]);
    if (now >= c->activate_from)
        add_ripe(c, banks, WANT_ACTIVATE);
}

/* The first cycle after `now` at which a command may be possible: never too late, and too early
 * only where the limits of a bank group forbid what those of the channel allow. */
static cycle_t next_command(const struct dram_channel *c, cycle_t now)
{
    cycle_t next = c->ripe_at;
    if (c->n_transfers < c->transfer_limit) {
        if (any_ripe(c, WANT_READ))
            earlier(&next, later(c->column_from, c->read_from));
        if (any_ripe(c, WANT_WRITE))
            earlier(&next, later(c->column_from, c->write_from));
    }
    if (any_ripe(c, WANT_ACTIVATE))
        earlier(&next, c->activate_from);
    if (any_ripe(c, WANT_PRECHARGE))
        earlier(&next, now);
    return later(next, now + 1);
}

/* Sends at most one command: the first column command that a bank is ready for, looking from the
 * turn on, else the first row command. */
static bool command(struct dram_channel *c, cycle_t now)
{
    if (now < c->command_at)
        return false;
    ripen(c, now);
    struct bank_set banks;
    column_banks(c, now, &banks);
    uint32_t b = first_in_turn(c, &banks);
    bool column = b < c->n_banks;
    if (column) {
        send_column(c, b, now);
    } else {
        row_banks(c, now, &banks);
        b = first_in_turn(c, &banks);
        if (b < c->n_banks)
            send_row(c, b, now);
    }
    c->command_at = next_command(c, now);
    return b < c->n_banks;
}

/* Takes one request from the slices, in turn. Adds the slice to *freed if its queue was full. */
static bool take_request(struct dram_channel *c, cycle_t core_count, uint32_t *freed)
{
    if (dram_scheduler_full(&c->scheduler))
        return false;
    uint32_t slice = c->last_slice;
    for (uint32_t i = 0; i < c->n_slices; i++) {
        slice = slice + 1 < c->n_slices ? slice + 1 : 0;
        struct dram_client *client = &c->clients[slice];
        if (!client->requests->n || packet_queue_full(client->fills) || !has_credit(c, slice))
            continue;
        if (packet_queue_full(client->requests))
            *freed |= 1u << slice;
        uint32_t p = packet_pop(c->pool, client->requests);
        packet_at(c, p)->due = core_count + c->config->dram.latency_cycles;
        packet_push(c->pool, &c->latency, p);
        if (c->private_credits[slice])
            c->shared_credits++;
        else
            c->private_credits[slice]++;
        c->last_slice = slice;
        return true;
    }
    return false;
}

/* Whether take_request would take one. */
static bool can_take(const struct dram_channel *c)
{
    if (dram_scheduler_full(&c->scheduler))
        return false;
    for (uint32_t i = 0; i < c->n_slices; i++)
        if (c->clients[i].requests->n && !packet_queue_full(c->clients[i].fills) &&
            has_credit(c, i))
            return true;
    return false;
}

/* One request has waited for the fixed latency. */
static bool end_latency(struct dram_channel *c, cycle_t now, cycle_t core_count)
{
    if (!c->latency.n || packet_at(c, c->latency.first)->due > core_count ||
        dram_scheduler_full(&c->scheduler))
        return false;
    uint32_t p = packet_pop(c->pool, &c->latency);
    struct packet *packet = packet_at(c, p);
    struct dram_place place = address_place(c->map, packet->request.addr);
    packet->bank = (uint16_t)place.bank;
    packet->row = place.row;
    packet->due = now; /* from here on: when it arrived, for the latency counter */
    packet->asked = packet->moved = 0;
    dram_scheduler_add(&c->scheduler, p);
    if (packet->kind == PACKET_FETCH)
        c->count.fetches++;
    else
        c->count.write_backs++;
    if (c->scheduler.pending > c->count.peak_pending)
        c->count.peak_pending = c->scheduler.pending;
    return true;
}

/* Counts the active cycles from `counted` to `end` - 1, in which no command was sent. */
static void count_active(struct dram_channel *c, cycle_t end)
{
    if (end <= c->counted)
        return;
    cycle_t until = c->n_slots || c->limits_until > end ? end : c->limits_until;
    if (until > c->counted)
        c->count.active_cycles += until - c->counted;
    c->counted = end;
}

/* The first cycle after `now` at which something can be done, as far as this channel knows: what
 * waits for a slice or for the fixed latency is not among it. */
static cycle_t next_work(const struct dram_channel *c, cycle_t now)
{
    if (can_assign(c) || can_take(c))
        return now + 1;
    if (c->returns.n) {
        uint32_t slice = packet_at(c, c->returns.first)->slice - c->id * c->n_slices;
        if (!packet_queue_full(c->clients[slice].fills))
            return now + 1;
    }
    cycle_t next = c->command_at;
    if (c->n_transfers && !packet_queue_full(&c->returns)) {
        cycle_t due = later(c->transfers[c->first_transfer & c->transfer_mask].due, now + 1);
        if (due < next)
            next = due;
    }
    return next;
}

struct dram_moves dram_channel_tick(struct dram_channel *c, cycle_t now, cycle_t core_count,
                                    cycle_t *wait, cycle_t *again)
{
    struct dram_moves m = {0};
    count_active(c, now);
    m.slices = return_sector(c);                     /* return queue -> slice      */
    bool moved = end_transfer(c, now);               /* data bus -> return queue   */
    moved |= assign(c, now);                         /* scheduler -> a bank's slot */
    moved |= command(c, now);                        /* a bank's slot -> data bus  */
    moved |= take_request(c, core_count, &m.slices); /* slice -> latency queue     */
    moved |= end_latency(c, now, core_count);        /* latency queue -> scheduler */
    m.any = moved || m.slices;
    *wait = c->latency.n && !dram_scheduler_full(&c->scheduler)
                ? packet_at(c, c->latency.first)->due
                : CYCLE_NEVER;
    *again = next_work(c, now);
    return m;
}

bool dram_channel_idle(const struct dram_channel *c)
{
    return !(c->latency.n | c->returns.n | c->scheduler.pending | c->n_slots | c->n_transfers);
}

void dram_channel_count(struct dram_channel *c, cycle_t end, struct dram_counters *into)
{
    count_active(c, end);
    struct dram_counters *own = &c->count;
    own->cycles = end;
    own->channels = 1;
    own->utilization_q32 = counter_ratio_q32(own->data_cycles, end);
    own->active_channels = own->active_cycles > 0;
    own->efficiency_q32 = counter_ratio_q32(own->data_cycles, own->active_cycles);
    uint64_t peak = into->peak_pending > own->peak_pending ? into->peak_pending : own->peak_pending;
#define ADD(name, unit, merge, doc) into->name += own->name;
    DRAM_COUNTERS(ADD)
#undef ADD
    into->peak_pending = peak;
}

void dram_channel_dump(const struct dram_channel *c, FILE *out)
{
    if (dram_channel_idle(c))
        return;
    fprintf(out,
            "DRAM channel %u: %u in the latency queue, %u in the scheduler, %u at banks, %u on the "
            "data bus, %u to return\n",
            c->id, c->latency.n, c->scheduler.pending, c->n_slots, c->n_transfers, c->returns.n);
    for (uint32_t b = bank_set_next(&c->slots, 0, c->n_banks); b < c->n_banks;
         b = bank_set_next(&c->slots, b + 1, c->n_banks)) {
        const struct bank *bank = &c->banks[b];
        const struct packet *p = packet_at(c, bank->slot);
        fprintf(out, "  bank %u: %s %#llx, row %u, %s\n", b, p->request.write ? "write" : "read",
                (unsigned long long)p->request.addr, p->row,
                !bank->open           ? "no row open"
                : bank->row == p->row ? "its row is open"
                                      : "another row is open");
    }
}
