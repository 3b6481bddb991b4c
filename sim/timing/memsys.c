/* Every slice and channel says when it wants to be called next; a domain's next cycle is the first
 * of its components'. Whoever moves a packet to somebody else wakes him at the first of his cycles
 * that comes after the move in the order of a step.
 *
 * A channel shares queues with its slices alone, which look at them only in L2 cycles. So there
 * need be no step for a channel's cycle before the next L2 cycle: a step runs every channel through
 * all cycles up to its time. */
#include "sim/timing/memsys.h"

#include "common/memory.h"
#include "sim/timing/crossbar.h"
#include "sim/timing/dram_channel.h"
#include "sim/timing/l2_slice.h"
#include "sim/timing/wake.h"

/* A core count that a component waits for, and its own first cycle at which that is reached: it
 * waits for the same one over many calls. */
struct awaited {
    cycle_t count, cycle;
};

struct memsys {
    const struct gpu_config *config;
    struct address_map map;
    struct clocks clocks;
    bool every_cycle;
    uint32_t n_sms, n_slices, n_channels, slices_per_channel;
    struct packet_pool pool;
    struct crossbar *requests, *replies;
    struct l2_slice **slices;
    struct dram_channel **channels;
    struct packet_queue **reply_queues; /* of the slices */
    cycle_t *ejected;      /* by SM: core cycle at which its last reply left the crossbar */
    cycle_t *reply_at;     /* by SM: core cycle at which its first reply is there */
    uint32_t *new_replies; /* SMs for memsys_new_reply(), each once */
    bool *is_new;          /* by SM: is among them */
    uint32_t n_new;
    struct mem_port port;

    /* First cycle at which each is to be called; push: replies enter the crossbar. */
    struct wake slice_wake;
    cycle_t *channel_next;
    struct awaited *slice_waits, *channel_waits;
    cycle_t dram_next, push_next, transfer_next;
    uint64_t *replying; /* slices whose reply queue holds something; words of 64 */

    /* The step's time: first cycle of each domain at or after it, and after it. */
    ticks_t now;
    cycle_t from[CLOCK_DOMAINS], after[CLOCK_DOMAINS];
    ticks_t from_time[CLOCK_DOMAINS]; /* time of `from` */
    ticks_t last_free;                /* the last packet so far went then */

    uint64_t moved;
    struct icnt_counters count;
};

static void earlier(cycle_t *a, cycle_t b)
{
    if (b < *a)
        *a = b;
}

/* --- the SMs' side --- */

static bool can_send(const void *self, uint32_t sm)
{
    const struct memsys *m = self;
    return crossbar_can_push(m->requests, sm);
}

static void send(void *self, const struct mem_request *request, cycle_t now)
{
    struct memsys *m = self;
    uint32_t p = packet_new(&m->pool);
    struct packet *packet = &m->pool.packets[p];
    *packet = (struct packet){.request = *request, .due = now, .kind = PACKET_REQUEST};
    packet->slice = packet->port = address_slice(&m->map, request->addr);
    crossbar_push(m->requests, request->sm, p);
    earlier(&m->transfer_next, m->after[CLOCK_ICNT]);
    m->moved++;
    /* The time of sending travels with the packet in `row`, unused until it gets to DRAM, which
     * only fetches and write-backs do. */
    packet->row = (uint32_t)now;
    if (request->write) {
        m->count.writes++;
        m->count.request_bytes += 40;
        m->count.reply_bytes += 8;
    } else {
        m->count.reads++;
        m->count.request_bytes += 8;
        m->count.reply_bytes += 40;
    }
}

const cycle_t *memsys_reply_cycles(const struct memsys *m)
{
    return m->reply_at;
}

bool memsys_new_reply(struct memsys *m, uint32_t *sm)
{
    if (!m->n_new)
        return false;
    *sm = m->new_replies[--m->n_new];
    m->is_new[*sm] = false;
    return true;
}

static bool peek(const void *self, uint32_t sm, cycle_t now, struct mem_request *reply)
{
    const struct memsys *m = self;
    if (m->reply_at[sm] > now)
        return false;
    *reply = m->pool.packets[crossbar_front(m->replies, sm)].request;
    return true;
}

static void pop(void *self, uint32_t sm)
{
    struct memsys *m = self;
    uint32_t p = crossbar_pop(m->replies, sm);
    /* It is taken when it is due or, where the SM was busy, later; the counter wants the first. */
    const struct packet *packet = &m->pool.packets[p];
    m->count.latency += (uint32_t)((uint32_t)packet->due - packet->row);
    m->count.replies++;
    packet_free(&m->pool, p);
    m->last_free = m->now;
    m->moved++;
    uint32_t next = crossbar_front(m->replies, sm);
    m->reply_at[sm] = next == PACKET_NONE ? CYCLE_NEVER : m->pool.packets[next].due;
    /* A full output has room again. */
    if (crossbar_at_inputs(m->replies))
        earlier(&m->transfer_next, m->after[CLOCK_ICNT]);
}

const struct mem_port *memsys_port(struct memsys *m)
{
    return &m->port;
}

/* --- creation --- */

static enum st_code create_crossbars(struct memsys *m, struct status *st)
{
    const struct icnt_config *icnt = &m->config->icnt;
    TRY(crossbar_create(&m->requests, &m->pool, m->n_sms, m->n_slices, icnt->input_buffer,
                        icnt->output_buffer, st));
    return crossbar_create(&m->replies, &m->pool, m->n_slices, m->n_sms, icnt->input_buffer,
                           icnt->output_buffer + icnt->ejection_buffer, st);
}

static enum st_code create_parts(struct memsys *m, struct status *st)
{
    for (uint32_t i = 0; i < m->n_slices; i++) {
        TRY(l2_slice_create(&m->slices[i], m->config, &m->map, &m->pool, i, st));
        m->reply_queues[i] = l2_slice_reply_queue(m->slices[i]);
        if (m->every_cycle)
            wake_at(&m->slice_wake, i, 0);
    }
    for (uint32_t i = 0; i < m->n_channels; i++) {
        struct dram_client clients[DRAM_MAX_SLICES];
        for (uint32_t k = 0; k < m->slices_per_channel; k++) {
            struct l2_slice *s = m->slices[i * m->slices_per_channel + k];
            clients[k] = (struct dram_client){l2_slice_dram_queue(s), l2_slice_fill_queue(s)};
        }
        TRY(dram_channel_create(&m->channels[i], m->config, &m->map, &m->pool, i, clients, st));
        m->channel_next[i] = m->every_cycle ? 0 : CYCLE_NEVER;
    }
    return ST_OK;
}

static uint32_t packets_in_all(const struct gpu_config *config, uint64_t sms, uint64_t slices)
{
    const struct icnt_config *icnt = &config->icnt;
    uint64_t n =
        sms * ((uint64_t)icnt->input_buffer + icnt->output_buffer + icnt->ejection_buffer) +
        slices * ((uint64_t)icnt->input_buffer + icnt->output_buffer + l2_slice_packets(config));
    return n < PACKET_NONE ? (uint32_t)n : PACKET_NONE - 1;
}

static enum st_code create_all(struct memsys *m, struct status *st)
{
    m->slices = mem_calloc(m->n_slices, sizeof *m->slices);
    m->channels = mem_calloc(m->n_channels, sizeof(struct dram_channel *));
    m->reply_queues = mem_calloc(m->n_slices, sizeof(struct packet_queue *));
    m->ejected = mem_calloc(m->n_sms, sizeof *m->ejected);
    m->reply_at = mem_calloc(m->n_sms, sizeof *m->reply_at);
    m->new_replies = mem_calloc(m->n_sms, sizeof *m->new_replies);
    m->is_new = mem_calloc(m->n_sms, sizeof *m->is_new);
    m->slice_waits = mem_calloc(m->n_slices, sizeof *m->slice_waits);
    m->channel_waits = mem_calloc(m->n_channels, sizeof *m->channel_waits);
    m->replying = mem_calloc((m->n_slices + 63) / 64, sizeof *m->replying);
    m->channel_next = mem_calloc(m->n_channels, sizeof *m->channel_next);
    if (!m->slices || !m->channels || !m->reply_queues || !m->ejected || !m->reply_at ||
        !m->new_replies || !m->is_new || !m->replying || !m->slice_waits || !m->channel_waits ||
        !m->channel_next)
        return status_no_memory(st, "the memory system");
    TRY(wake_create(&m->slice_wake, m->n_slices, st));
    for (uint32_t sm = 0; sm < m->n_sms; sm++)
        m->reply_at[sm] = CYCLE_NEVER;
    TRY(packet_pool_create(&m->pool, packets_in_all(m->config, m->n_sms, m->n_slices), st));
    TRY(create_crossbars(m, st));
    return create_parts(m, st);
}

enum st_code memsys_create(struct memsys **out, const struct gpu_config *config, bool every_cycle,
                           struct status *st)
{
    *out = NULL;
    struct memsys *m = mem_calloc(1, sizeof *m);
    if (!m)
        return status_no_memory(st, "the memory system");
    m->config = config;
    m->map = gpu_config_address_map(config);
    m->clocks = gpu_config_clocks(config);
    m->every_cycle = every_cycle;
    m->n_sms = config->machine.sms;
    m->n_channels = config->machine.memory_partitions;
    m->slices_per_channel = config->l2.slices;
    m->n_slices = m->n_channels * m->slices_per_channel;
    m->port = (struct mem_port){m, can_send, send, peek, pop};
    m->dram_next = m->push_next = m->transfer_next = every_cycle ? 0 : CYCLE_NEVER;
    for (int d = 0; d < CLOCK_DOMAINS; d++)
        m->after[d] = 1;
    enum st_code code = create_all(m, st);
    if (code != ST_OK) {
        memsys_free(m);
        return code;
    }
    *out = m;
    return ST_OK;
}

void memsys_free(struct memsys *m)
{
    if (!m)
        return;
    for (uint32_t i = 0; m->slices && i < m->n_slices; i++)
        l2_slice_free(m->slices[i]);
    for (uint32_t i = 0; m->channels && i < m->n_channels; i++)
        dram_channel_free(m->channels[i]);
    crossbar_free(m->requests);
    crossbar_free(m->replies);
    packet_pool_release(&m->pool);
    mem_free(m->slices);
    mem_free(m->channels);
    mem_free(m->reply_queues);
    mem_free(m->ejected);
    mem_free(m->reply_at);
    mem_free(m->new_replies);
    mem_free(m->is_new);
    mem_free(m->slice_waits);
    mem_free(m->channel_waits);
    mem_free(m->replying);
    wake_release(&m->slice_wake);
    mem_free(m->channel_next);
    mem_free(m);
}

/* --- a step --- */

static void set_time(struct memsys *m, ticks_t now)
{
    m->now = now;
    for (int d = 0; d < CLOCK_DOMAINS; d++) {
        ticks_t period = m->clocks.period[d];
        /* Steps are mostly a cycle apart: dividing is the exception. */
        if (m->from_time[d] < now) {
            m->from[d]++;
            m->from_time[d] += period;
            if (m->from_time[d] < now) {
                m->from[d] = clock_from(&m->clocks, (enum clock_domain)d, now);
                m->from_time[d] = m->from[d] * period;
            }
        }
        m->after[d] = m->from[d] + (m->from_time[d] == now);
    }
}

static cycle_t later_than(cycle_t now, cycle_t at)
{
    return at > now ? at : now + 1;
}

/* First cycle of `d` after `now` at which `count`, at least 1, is reached; CYCLE_NEVER for
 * CYCLE_NEVER. */
static cycle_t awaited_cycle(const struct memsys *m, struct awaited *a, enum clock_domain d,
                             cycle_t count, cycle_t now)
{
    if (count == CYCLE_NEVER)
        return CYCLE_NEVER;
    if (a->count != count)
        *a = (struct awaited){count, clock_when_counted(&m->clocks, d, count)};
    return later_than(now, a->cycle);
}

static void wake_channel(struct memsys *m, uint32_t channel, cycle_t at)
{
    earlier(&m->channel_next[channel], at);
    earlier(&m->dram_next, at);
}

static void push_reply(struct memsys *m, uint32_t slice)
{
    cycle_t now = m->from[CLOCK_ICNT];
    struct packet_queue *q = m->reply_queues[slice];
    if (crossbar_can_push(m->replies, slice)) {
        if (packet_queue_full(q))
            wake_at(&m->slice_wake, slice, m->from[CLOCK_L2]);
        crossbar_push(m->replies, slice, packet_pop(&m->pool, q));
        earlier(&m->transfer_next, now);
        m->moved++;
    }
    if (q->n)
        m->push_next = now + 1;
    else
        m->replying[slice / 64] &= ~(UINT64_C(1) << slice % 64);
}

/* Each slice sends one reply into the crossbar. */
static void push_replies(struct memsys *m)
{
    cycle_t now = m->from[CLOCK_ICNT];
    m->push_next = m->every_cycle ? now + 1 : CYCLE_NEVER;
    for (uint32_t w = 0; w < (m->n_slices + 63) / 64; w++)
        for (uint64_t bits = m->replying[w]; bits; bits &= bits - 1)
            push_reply(m, w * 64 + (uint32_t)__builtin_ctzll(bits));
}

/* Core cycles begun before time t, which is little before the step's. */
static cycle_t core_count_at(const struct memsys *m, ticks_t t)
{
    cycle_t count = m->from[CLOCK_CORE];
    ticks_t begun = m->from_time[CLOCK_CORE];
    while (count && begun - m->clocks.period[CLOCK_CORE] >= t) {
        begun -= m->clocks.period[CLOCK_CORE];
        count--;
    }
    return count;
}

/* Goes through a channel's cycles from its next one to `last`. */
static void run_channel(struct memsys *m, uint32_t channel, cycle_t last)
{
    uint32_t slices = 0;
    cycle_t now = m->channel_next[channel];
    while (now <= last) {
        cycle_t wait, again;
        ticks_t t = now * m->clocks.period[CLOCK_DRAM];
        uint32_t used = m->pool.used;
        struct dram_moves moves =
            dram_channel_tick(m->channels[channel], now, core_count_at(m, t), &wait, &again);
        earlier(&again, awaited_cycle(m, &m->channel_waits[channel], CLOCK_DRAM, wait, now));
        if (m->pool.used < used && t > m->last_free)
            m->last_free = t;
        m->moved += moves.any;
        slices |= moves.slices;
        now = m->every_cycle ? now + 1 : again;
    }
    m->channel_next[channel] = now;
    for (; slices; slices &= slices - 1)
        wake_at(&m->slice_wake, channel * m->slices_per_channel + (uint32_t)__builtin_ctz(slices),
                m->from[CLOCK_L2]);
}

static void step_dram(struct memsys *m)
{
    cycle_t last = m->after[CLOCK_DRAM] - 1;
    m->dram_next = CYCLE_NEVER;
    for (uint32_t i = 0; i < m->n_channels; i++) {
        if (m->channel_next[i] <= last)
            run_channel(m, i, last);
        earlier(&m->dram_next, m->channel_next[i]);
    }
}

static void run_slice(struct memsys *m, uint32_t slice)
{
    cycle_t now = m->from[CLOCK_L2], wait, again;
    struct l2_moves moves =
        l2_slice_tick(m->slices[slice], now, m->from[CLOCK_CORE], m->requests, &wait, &again);
    earlier(&again, awaited_cycle(m, &m->slice_waits[slice], CLOCK_L2, wait, now));
    wake_at(&m->slice_wake, slice, m->every_cycle ? now + 1 : again);
    m->moved += moves.any;
    if (moves.for_dram)
        wake_channel(m, slice / m->slices_per_channel, m->after[CLOCK_DRAM]);
    if (m->reply_queues[slice]->n) {
        m->replying[slice / 64] |= UINT64_C(1) << slice % 64;
        earlier(&m->push_next, m->after[CLOCK_ICNT]);
    }
    if (moves.taken && crossbar_at_inputs(m->requests))
        earlier(&m->transfer_next, m->from[CLOCK_ICNT]);
}

static void step_l2(struct memsys *m)
{
    uint32_t slice;
    wake_take(&m->slice_wake, m->from[CLOCK_L2]);
    for (uint32_t w = 0; w < m->slice_wake.words; w++)
        while (wake_due(&m->slice_wake, w, &slice))
            run_slice(m, slice);
}

/* Replies leave the crossbar for their SM's ejection buffer one per core cycle and can be taken a
 * core cycle later. */
static void arrive(struct memsys *m, uint32_t sm, uint32_t packet)
{
    cycle_t *last = &m->ejected[sm], at = m->after[CLOCK_CORE];
    *last = *last + 1 > at ? *last + 1 : at;
    m->pool.packets[packet].due = *last + 1;
    earlier(&m->reply_at[sm], *last + 1);
    if (!m->is_new[sm]) {
        m->is_new[sm] = true;
        m->new_replies[m->n_new++] = sm;
    }
}

static void transfer(struct memsys *m)
{
    const uint32_t *got;
    m->transfer_next = m->every_cycle ? m->from[CLOCK_ICNT] + 1 : CYCLE_NEVER;
    uint32_t n = crossbar_transfer(m->requests, &got), moved = n;
    for (uint32_t i = 0; i < n; i++)
        wake_at(&m->slice_wake, got[i], m->after[CLOCK_L2]);
    n = crossbar_transfer(m->replies, &got);
    moved += n;
    for (uint32_t i = 0; i < n; i++)
        arrive(m, got[i], crossbar_last(m->replies, got[i]));
    m->moved += moved;
    /* Where nothing moved, every wanted output is full and its taker will wake us. */
    if (moved && crossbar_at_inputs(m->requests) + crossbar_at_inputs(m->replies))
        m->transfer_next = m->from[CLOCK_ICNT] + 1;
}

void memsys_step(struct memsys *m, ticks_t now)
{
    set_time(m, now);
    bool icnt = m->after[CLOCK_ICNT] > m->from[CLOCK_ICNT];
    if (icnt && m->push_next <= m->from[CLOCK_ICNT])
        push_replies(m); /* L2 -> reply crossbar         */
    if (m->dram_next < m->after[CLOCK_DRAM])
        step_dram(m); /* L2 <-> DRAM                     */
    if (m->after[CLOCK_L2] > m->from[CLOCK_L2] && wake_next(&m->slice_wake) <= m->from[CLOCK_L2])
        step_l2(m); /* request crossbar -> L2          */
    if (icnt && m->transfer_next <= m->from[CLOCK_ICNT])
        transfer(m); /* both crossbars, inputs -> outputs */
}

static ticks_t time_of(const struct memsys *m, enum clock_domain d, cycle_t cycle)
{
    return cycle == CYCLE_NEVER ? CYCLE_NEVER : cycle * m->clocks.period[d];
}

/* When the channels must have been called. */
static ticks_t dram_time(const struct memsys *m)
{
    ticks_t t = time_of(m, CLOCK_DRAM, m->dram_next);
    if (m->every_cycle || t == CYCLE_NEVER)
        return t;
    ticks_t l2 = time_of(m, CLOCK_L2, m->after[CLOCK_L2]);
    return t <= l2 ? l2 : time_of(m, CLOCK_L2, clock_from(&m->clocks, CLOCK_L2, t));
}

ticks_t memsys_next(const struct memsys *m)
{
    cycle_t icnt = m->push_next < m->transfer_next ? m->push_next : m->transfer_next;
    ticks_t next = time_of(m, CLOCK_ICNT, icnt);
    earlier(&next, time_of(m, CLOCK_L2, wake_next(&m->slice_wake)));
    earlier(&next, dram_time(m));
    return next;
}

ticks_t memsys_last_free(const struct memsys *m)
{
    return m->last_free;
}

bool memsys_idle(const struct memsys *m)
{
    return m->pool.used == 0;
}

uint64_t memsys_moved(const struct memsys *m)
{
    return m->moved;
}

uint32_t memsys_packets(const struct memsys *m)
{
    return m->pool.used;
}

void memsys_count(struct memsys *m, ticks_t end, struct gpu_counters *into)
{
#define ADD(name, unit, merge, doc) into->icnt.name += m->count.name;
    ICNT_COUNTERS(ADD)
#undef ADD
    for (uint32_t i = 0; i < m->n_slices; i++)
        l2_slice_count(m->slices[i], clock_from(&m->clocks, CLOCK_L2, end), &into->l2);
    for (uint32_t i = 0; i < m->n_channels; i++)
        dram_channel_count(m->channels[i], clock_from(&m->clocks, CLOCK_DRAM, end), &into->dram);
}

void memsys_dump(const struct memsys *m, FILE *out)
{
    fprintf(out,
            "memory system: %u packets; %u at the crossbar's request inputs, %u at its request "
            "outputs, %u at its reply inputs, %u at its reply outputs\n",
            m->pool.used, crossbar_at_inputs(m->requests), crossbar_at_outputs(m->requests),
            crossbar_at_inputs(m->replies), crossbar_at_outputs(m->replies));
    for (uint32_t i = 0; i < m->n_slices; i++)
        l2_slice_dump(m->slices[i], out);
    for (uint32_t i = 0; i < m->n_channels; i++)
        dram_channel_dump(m->channels[i], out);
}
