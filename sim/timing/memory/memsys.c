/* Requests: an SM sends in a core cycle, the packet waits at its input of the request crossbar from
 * the next interconnect cycle on, moves to a slice's output, and is taken by the slice in an L2
 * cycle. For every L2 cycle it is known in advance whether the slice takes a request, because that
 * depends only on requests that it took rop_cycles before.
 *
 * Replies: partitions push them with their interconnect cycle. When a reply reaches an SM's output,
 * the core cycle in which the SM takes it is known, and so is the cycle in which its place there
 * becomes free.
 *
 * In a quantum an SM knows only the packets that it has pushed at its input. If these would fill
 * the input, the SM stops and the crossbar advances in the middle of the quantum. An input with
 * enough packets for a cycle needs no later ones. So if an SM stops because its input is full, the
 * crossbar mostly reaches the quantum's end without it, and then the SM does too, because the cycle
 * in which each packet left is recorded.
 *
 * A quantum is at most as long as the ROP delay: the SMs' requests in it reach no partition before
 * its end. If slices take them concurrently with the next quantum's partitions, it is half as long,
 * because they must not reach a partition in that quantum either.
 *
 * Addresses without a place in memory are settled before the crossbar handles their requests, when
 * all SMs have reached the cycle of the send. So if SMs stop, the crossbar then advances no further
 * than the first of them. */
#include "sim/timing/memory/memsys.h"

#include "common/memory.h"
#include "common/team.h"
#include "sim/timing/memory/allocator.h"
#include "sim/timing/memory/crossbar.h"
#include "sim/timing/memory/memory_partition.h"

/* Longest quantum, in cycles of any clock. */
enum { MOST_CYCLES = 1024 };

/* Counters of an SM; different threads may run different SMs. */
union link {
    struct {
        cycle_t reply_at; /* core cycle of the first reply's arrival; CYCLE_NEVER: none */
        cycle_t last_pop;
        uint64_t sent[2]; /* reads, writes */
        uint64_t atomics, replies, latency;
    };
    char apart[TEAM_APART];
};

struct memsys {
    const struct gpu_config *config;
    struct address_map map;
    struct clocks clocks;
    bool every_cycle;
    uint32_t n_sms, n_slices, n_partitions;
    struct crossbar *requests, *replies;
    struct memory_partition **partitions;
    struct memory_partition **of_slice;
    union link *links;
    uint32_t *open;   /* SMs that have not reached the quantum's end */
    cycle_t *ejected; /* by SM: core cycle in which its last reply left the crossbar */
    struct mem_port port;
    struct allocator *allocator; /* for addresses from allocated_from on; NULL: no allocation */
    uint64_t allocated_from;
    cycle_t longest;    /* longest quantum, in core cycles; 0: only steps are possible */
    cycle_t until;      /* the last quantum's end */
    uint32_t transfers; /* interconnect cycles in that quantum */
    uint32_t pushes;    /* core cycles in that quantum, in each of which an SM may send */
    bool at_once;       /* there is an L2 cycle between any two interconnect cycles */

    /* First cycles that are not complete: of the requests' crossbar, the replies' crossbar, and the
     * L2. */
    cycle_t requests_next, replies_next, takes_next;
    ticks_t now; /* time of the last step */
    uint64_t moved_requests, moved_replies;
};

static ticks_t time_of(const struct memsys *m, enum clock_domain d, cycle_t cycle)
{
    return cycle == CYCLE_NEVER ? CYCLE_NEVER : cycle * m->clocks.period[d];
}

/* Last cycle of domain `d` at or before core cycle `core`. */
static cycle_t last_cycle(const struct memsys *m, enum clock_domain d, cycle_t core)
{
    return clock_behind(&m->clocks, d, CLOCK_CORE, core) - 1;
}

/* --- the SMs' side --- */

static bool can_send(const void *self, uint32_t sm)
{
    const struct memsys *m = self;
    return crossbar_can_push(m->requests, sm);
}

/* Translates the address of a request to memory that is allocated while the kernel runs. If it has
 * no place yet, the request gets it later, by settle(). */
static __attribute__((noinline)) void locate(struct memsys *m, uint32_t sm, struct transit *packet,
                                             cycle_t now)
{
    uint64_t place;
    if (allocator_find(m->allocator, packet->request.addr, &place)) {
        packet->request.addr = place;
        packet->port = address_map_slice(&m->map, place);
    } else {
        allocator_ask(m->allocator, sm, packet->request.addr, crossbar_pushed(m->requests, sm),
                      now);
    }
}

static void tell_place(void *self, uint32_t sm, uint32_t request, uint64_t place)
{
    struct memsys *m = self;
    struct transit *packet = crossbar_numbered(m->requests, sm, request);
    packet->request.addr = place;
    packet->port = address_map_slice(&m->map, place);
}

/* Gives addresses to the allocations that SMs noted in core cycles before `before`. */
static void settle(struct memsys *m, cycle_t before)
{
    if (m->allocator)
        allocator_settle(m->allocator, before, tell_place, m);
}

static void allocate(void *self, uint32_t sm, uint64_t addr, cycle_t now)
{
    struct memsys *m = self;
    allocator_reserve(m->allocator, sm, addr, now);
}

static void send(void *self, const struct mem_request *request, cycle_t now)
{
    struct memsys *m = self;
    union link *link = &m->links[request->sm];
    struct transit *packet = crossbar_push(m->requests, request->sm);
    packet->request = *request;
    packet->port = address_map_slice(&m->map, request->addr);
    packet->since = (uint32_t)now - request->age;
    packet->at = clock_behind(&m->clocks, CLOCK_ICNT, CLOCK_CORE, now);
    if (request->addr >= m->allocated_from)
        locate(m, request->sm, packet, now);
    link->sent[request->write]++;
    if (request->atomic)
        link->atomics += !request->write;
}

cycle_t memsys_reply_cycle(const struct memsys *m, uint32_t sm)
{
    return m->links[sm].reply_at;
}

/* Updates the SM's reply_at; to be called after replies have arrived or left. */
static void note_reply(struct memsys *m, uint32_t sm)
{
    const struct transit *first = crossbar_front(m->replies, sm);
    m->links[sm].reply_at = first ? first->at : CYCLE_NEVER;
}

static bool take_reply(void *self, uint32_t sm, cycle_t now, struct mem_request *reply)
{
    struct memsys *m = self;
    union link *link = &m->links[sm];
    if (link->reply_at > now)
        return false;
    const struct transit *first = crossbar_front(m->replies, sm);
    *reply = first->request;
    if (reply->addr >= m->allocated_from && !reply->write)
        reply->addr = allocator_name(m->allocator, reply->addr);
    link->latency += (uint32_t)((uint32_t)link->reply_at - first->since);
    link->last_pop = link->reply_at;
    link->replies++;
    crossbar_pop(m->replies, sm);
    note_reply(m, sm);
    return true;
}

const struct mem_port *memsys_port(struct memsys *m)
{
    return &m->port;
}

/* --- creation --- */

/* Most cycles of domain `d` in a quantum of n core cycles. */
static uint64_t cycles_in(const struct memsys *m, enum clock_domain d, uint64_t n)
{
    return n * m->clocks.period[CLOCK_CORE] / m->clocks.period[d] + 1;
}

static bool too_long(const struct memsys *m, uint64_t n)
{
    return n > MOST_CYCLES || cycles_in(m, CLOCK_ICNT, n) > MOST_CYCLES ||
           cycles_in(m, CLOCK_L2, n) > MOST_CYCLES;
}

static enum st_code create_all(struct memsys *m, struct status *st)
{
    const struct icnt_config *icnt = &m->config->icnt;
    uint32_t most = (uint32_t)cycles_in(m, CLOCK_L2, m->longest);
    uint32_t gathered = (uint32_t)cycles_in(m, CLOCK_ICNT, m->longest);
    if (!MEM_ARRAYS(MEM_ARRAY(m->partitions, m->n_partitions), MEM_ARRAY(m->links, m->n_sms),
                    MEM_ARRAY(m->of_slice, m->n_slices), MEM_ARRAY(m->open, m->n_sms),
                    MEM_ARRAY(m->ejected, m->n_sms)))
        return status_no_memory(st, "the memory system");
    TRY(crossbar_create(&m->requests, m->n_sms, m->n_slices, icnt->input_buffer,
                        icnt->output_buffer, gathered, st));
    TRY(crossbar_create(&m->replies, m->n_slices, m->n_sms, icnt->input_buffer,
                        icnt->output_buffer + icnt->ejection_buffer, gathered, st));
    for (uint32_t i = 0; i < m->n_partitions; i++)
        TRY(memory_partition_create(&m->partitions[i], m->config, &m->map, i, m->replies, most,
                                    m->every_cycle, st));
    for (uint32_t i = 0; i < m->n_sms; i++)
        m->links[i].reply_at = CYCLE_NEVER;
    for (uint32_t i = 0; i < m->n_slices; i++)
        m->of_slice[i] = m->partitions[i / m->config->l2.slices];
    TRY(crossbar_reserve(m->requests, 1, 1, st));
    return crossbar_reserve(m->replies, 1, 1, st);
}

enum st_code memsys_create(struct memsys **out, const struct gpu_config *config, bool every_cycle,
                           struct status *st)
{
    *out = NULL;
    struct memsys *m;
    TRY(mem_make(&m, 1, sizeof *m, "the memory system", st));
    m->config = config;
    m->map = gpu_config_address_map(config);
    m->clocks = gpu_config_clocks(config);
    m->every_cycle = every_cycle;
    m->n_sms = config->machine.sms;
    m->n_partitions = config->machine.memory_partitions;
    m->n_slices = m->n_partitions * config->l2.slices;
    m->port = (struct mem_port){.self = m, .can_send = can_send, .send = send, .take = take_reply};
    m->allocated_from = UINT64_MAX;
    m->longest = every_cycle ? 0 : config->l2.rop_cycles;
    while (m->longest && too_long(m, m->longest))
        m->longest /= 2;
    m->requests_next = m->replies_next = m->takes_next = 1;
    m->at_once = m->clocks.period[CLOCK_L2] <= m->clocks.period[CLOCK_ICNT];
    enum st_code code = create_all(m, st);
    if (code != ST_OK) {
        memsys_free(m);
        return code;
    }
    *out = m;
    return ST_OK;
}

enum st_code memsys_allocate(struct memsys *m, uint64_t from, uint64_t once, struct status *st)
{
    TRY(allocator_create(&m->allocator, m->n_sms, from, once, st));
    m->allocated_from = from;
    m->port.allocate = allocate;
    return ST_OK;
}

void memsys_free(struct memsys *m)
{
    if (!m)
        return;
    for (uint32_t i = 0; m->partitions && i < m->n_partitions; i++)
        memory_partition_free(m->partitions[i]);
    crossbar_free(m->requests);
    crossbar_free(m->replies);
    allocator_free(m->allocator);
    MEM_FREE(m->partitions, m->of_slice, m->links, m->open, m->ejected, m);
}

/* --- requests --- */

/* Slice i takes its first request, which must be there, in L2 cycle `now` if it can. */
static void take_request(struct memsys *m, uint32_t i, cycle_t now)
{
    struct memory_partition *p = m->of_slice[i];
    if (!memory_partition_takes(p, i, now))
        return;
    memory_partition_take(p, i, crossbar_front(m->requests, i), now);
    crossbar_pop(m->requests, i);
    crossbar_release(m->requests, i);
}

/* Each slice with a packet at its crossbar output takes it if it can. */
static void take_requests(struct memsys *m, cycle_t now)
{
    for (uint32_t i = crossbar_filled(m->requests, 0); i < m->n_slices;
         i = crossbar_filled(m->requests, i + 1))
        take_request(m, i, now);
    m->takes_next = now + 1;
}

/* Does the transfers of interconnect cycle `now`. For L2 cycles up to last_take it is known whether
 * slices take requests; if m->at_once, there is such a cycle between any two interconnect
 * cycles. */
static void transfer_requests(struct memsys *m, cycle_t now, cycle_t gone, cycle_t last_take)
{
    const uint32_t *got;
    uint32_t n = crossbar_transfer(m->requests, now, 0, gone, &got);
    cycle_t take = clock_behind(&m->clocks, CLOCK_L2, CLOCK_ICNT, now);
    for (uint32_t i = 0; m->at_once && take <= last_take && i < n; i++)
        if (crossbar_alone(m->requests, got[i])) /* if there are several, an earlier one waits */
            take_request(m, got[i], take);
    m->moved_requests += n;
    m->requests_next = now + 1;
}

static bool requests_at_slices(const struct memsys *m)
{
    return crossbar_any_filled(m->requests);
}

/* Drops the slices' permits for cycles before takes_next. */
static void forget_permits(struct memsys *m)
{
    for (uint32_t i = 0; i < m->n_partitions; i++)
        memory_partition_forget(m->partitions[i], m->takes_next);
}

/* The last interconnect cycle, at most `last`, whose transfers do not depend on requests that the
 * first n SMs of m->open send from their known[] cycle on. An input that holds as many packets as
 * there are slices does not become empty in a cycle, so later requests change nothing. */
static cycle_t last_known(const struct memsys *m, const cycle_t *known, uint32_t n, cycle_t last)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t sm = m->open[i];
        if (crossbar_at_input(m->requests, sm) < m->n_slices)
            clock_earlier(&last, last_cycle(m, CLOCK_ICNT, known[sm]));
    }
    return last;
}

/* Does all transfers up to `last`, where no output can become full, so nothing depends on when
 * slices take the packets; then each slice in turn takes its packets. */
static void sweep_requests(struct memsys *m, cycle_t last, cycle_t last_take)
{
    crossbar_sweep(m->requests, m->requests_next, last);
    for (uint32_t i = crossbar_filled(m->requests, 0); i < m->n_slices;
         i = crossbar_filled(m->requests, i + 1)) {
        struct transit_span waiting = crossbar_waiting(m->requests, i);
        uint32_t n =
            memory_partition_take_all(m->of_slice[i], i, &waiting, m->takes_next, last_take);
        crossbar_taken(m->requests, i, n);
        m->moved_requests += n;
    }
    m->requests_next = last + 1;
    m->takes_next = last_take + 1;
}

/* Carries requests up to core cycle `until` or, with n SMs in m->open, as far as the requests are
 * known. */
static void run_requests(struct memsys *m, const cycle_t *known, uint32_t n, cycle_t until)
{
    const struct clocks *c = &m->clocks;
    cycle_t last_transfer = last_cycle(m, CLOCK_ICNT, until);
    cycle_t last_take = last_cycle(m, CLOCK_L2, until), known_take = last_take;
    if (m->requests_next <= last_transfer)
        crossbar_gather(m->requests, m->requests_next, last_transfer);
    if (n == 0 && m->requests_next <= last_transfer &&
        crossbar_sure(m->requests, m->requests_next, last_transfer, 0))
        sweep_requests(m, last_transfer, last_take);
    for (;;) {
        cycle_t transfer = CYCLE_NEVER, take = CYCLE_NEVER;
        if (n) {
            last_transfer = last_known(m, known, n, last_transfer);
            if (last_transfer < m->requests_next)
                last_transfer = m->requests_next - 1;
            clock_earlier(&last_take, clock_behind(c, CLOCK_L2, CLOCK_ICNT, last_transfer) - 1);
        }
        if (m->requests_next <= last_transfer)
            transfer = crossbar_next(m->requests, m->requests_next);
        if (transfer > last_transfer)
            transfer = CYCLE_NEVER;
        if (requests_at_slices(m) && m->takes_next <= last_take)
            take = m->takes_next;
        if (transfer == CYCLE_NEVER && take == CYCLE_NEVER)
            break;
        if (time_of(m, CLOCK_L2, take) <= time_of(m, CLOCK_ICNT, transfer)) {
            take_requests(m, take);
            /* Skips cycles in which full outputs block all transfers. */
            cycle_t over = clock_not_before(c, CLOCK_ICNT, CLOCK_L2, take);
            if (over > m->requests_next)
                m->requests_next = over;
            continue;
        }
        if (take == CYCLE_NEVER)
            m->takes_next = clock_behind(c, CLOCK_L2, CLOCK_ICNT, transfer);
        cycle_t gone = n ? clock_not_before(c, CLOCK_CORE, CLOCK_ICNT, transfer) : 0;
        transfer_requests(m, transfer, gone, known_take);
    }
    if (m->requests_next <= last_transfer)
        m->requests_next = last_transfer + 1;
    if (m->takes_next <= last_take)
        m->takes_next = last_take + 1;
    forget_permits(m);
}

void memsys_run_requests(struct memsys *m, cycle_t until)
{
    settle(m, until);
    run_requests(m, NULL, 0, until);
}

bool memsys_room_known(struct memsys *m, uint32_t sm, cycle_t now)
{
    return crossbar_has_room(m->requests, sm, now) ||
           m->requests_next > last_cycle(m, CLOCK_ICNT, now);
}

void memsys_run_known(struct memsys *m, const cycle_t *known, cycle_t until)
{
    uint32_t n = 0;
    for (uint32_t i = 0; m->allocator && i < m->n_sms; i++)
        clock_earlier(&until, known[i]);
    settle(m, until);
    for (uint32_t i = 0; i < m->n_sms; i++)
        if (known[i] < until)
            m->open[n++] = i;
    run_requests(m, known, n, until);
}

/* --- replies --- */

/* Does the transfers of interconnect cycle `now`. Replies leave the crossbar for their SM's
 * ejection buffer one per core cycle and can be taken a core cycle later. */
static void transfer_replies(struct memsys *m, cycle_t now)
{
    const uint32_t *got;
    cycle_t left = clock_not_before(&m->clocks, CLOCK_CORE, CLOCK_ICNT, now);
    cycle_t at = clock_behind(&m->clocks, CLOCK_CORE, CLOCK_ICNT, now);
    uint32_t n = crossbar_transfer(m->replies, now, left, 0, &got);
    for (uint32_t i = 0; i < n; i++) {
        cycle_t *last = &m->ejected[got[i]];
        *last = *last + 1 > at ? *last + 1 : at;
        crossbar_last(m->replies, got[i])->at = *last + 1;
        note_reply(m, got[i]);
    }
    m->moved_replies += n;
    m->replies_next = now + 1;
}

/* Does the work of transfer_replies() for each cycle up to `last`, while no output can become
 * full. */
static void sweep_replies(struct memsys *m, cycle_t last)
{
    crossbar_sweep(m->replies, m->replies_next, last);
    for (uint32_t i = crossbar_filled(m->replies, 0); i < m->n_sms;
         i = crossbar_filled(m->replies, i + 1)) {
        struct transit_span came = crossbar_swept(m->replies, i);
        cycle_t ejected = m->ejected[i];
        for (uint32_t k = 0; k < came.n; k++) {
            cycle_t *at = &came.slots[(came.first + k) & came.mask].at;
            cycle_t from = clock_behind(&m->clocks, CLOCK_CORE, CLOCK_ICNT, *at);
            ejected = ejected + 1 > from ? ejected + 1 : from;
            *at = ejected + 1;
        }
        m->ejected[i] = ejected;
        note_reply(m, i);
        m->moved_replies += came.n;
    }
    crossbar_seen(m->replies);
}

void memsys_run_replies(struct memsys *m, cycle_t until)
{
    cycle_t last = last_cycle(m, CLOCK_ICNT, until), first = m->replies_next;
    if (first > last)
        return;
    crossbar_gather(m->replies, first, last);
    if (crossbar_sure(m->replies, first, last,
                      clock_not_before(&m->clocks, CLOCK_CORE, CLOCK_ICNT, first))) {
        sweep_replies(m, last);
        m->replies_next = last + 1;
        return;
    }
    for (;;) {
        cycle_t now = crossbar_next(m->replies, m->replies_next);
        if (now == CYCLE_NEVER)
            break;
        transfer_replies(m, now);
    }
    m->replies_next = last + 1;
}

/* --- steps --- */

enum st_code memsys_step(struct memsys *m, ticks_t now, struct status *st)
{
    m->now = now;
    if (m->allocator)
        TRY(allocator_check(m->allocator, st));
    settle(m, CYCLE_NEVER);
    TRY(crossbar_reserve(m->requests, 1, 1, st));
    TRY(crossbar_reserve(m->replies, 1, 1, st));
    cycle_t l2 = clock_from(&m->clocks, CLOCK_L2, now);
    cycle_t icnt = clock_from(&m->clocks, CLOCK_ICNT, now);
    if (time_of(m, CLOCK_L2, l2) == now) {
        take_requests(m, l2);
        forget_permits(m);
    }
    for (uint32_t i = 0; i < m->n_partitions; i++)
        memory_partition_run(m->partitions[i], now);
    if (time_of(m, CLOCK_ICNT, icnt) == now && icnt) {
        crossbar_gather(m->requests, icnt, icnt);
        crossbar_gather(m->replies, icnt, icnt);
        transfer_requests(m, icnt, 0, 0);
        transfer_replies(m, icnt);
    }
    return ST_OK;
}

static ticks_t next_of_partitions(const struct memsys *m)
{
    ticks_t next = CYCLE_NEVER;
    for (uint32_t i = 0; i < m->n_partitions; i++)
        clock_earlier(&next, memory_partition_next(m->partitions[i]));
    return next;
}

static bool crossbars_busy(const struct memsys *m)
{
    return crossbar_at_inputs(m->requests) || requests_at_slices(m) ||
           crossbar_at_inputs(m->replies);
}

ticks_t memsys_next(const struct memsys *m)
{
    ticks_t next = next_of_partitions(m);
    bool every = m->every_cycle;
    if (every || requests_at_slices(m))
        clock_earlier(&next, time_of(m, CLOCK_L2, clock_after(&m->clocks, CLOCK_L2, m->now)));
    if (every || crossbar_at_inputs(m->requests) || crossbar_at_inputs(m->replies))
        clock_earlier(&next, time_of(m, CLOCK_ICNT, clock_after(&m->clocks, CLOCK_ICNT, m->now)));
    return next;
}

/* Marks the work up to core cycle `first` as done. */
static void skip_to(struct memsys *m, cycle_t first)
{
    m->requests_next = m->replies_next = last_cycle(m, CLOCK_ICNT, first) + 1;
    m->takes_next = last_cycle(m, CLOCK_L2, first) + 1;
}

enum st_code memsys_run_steps(struct memsys *m, cycle_t until, struct status *st)
{
    ticks_t last = time_of(m, CLOCK_CORE, until);
    ticks_t first = time_of(m, CLOCK_CORE, until - 1);
    if (m->now < first)
        m->now = first;
    while (!memsys_idle(m) && memsys_next(m) <= last)
        TRY(memsys_step(m, memsys_next(m), st));
    skip_to(m, until);
    m->until = until;
    return ST_OK;
}

/* --- quanta --- */

uint32_t memsys_partitions(const struct memsys *m)
{
    return m->n_partitions;
}

void memsys_run_partition(struct memsys *m, uint32_t partition, cycle_t until)
{
    memory_partition_run(m->partitions[partition], time_of(m, CLOCK_CORE, until));
}

cycle_t memsys_longest(const struct memsys *m, bool beside)
{
    return beside ? m->longest / 2 : m->longest;
}

enum st_code memsys_quantum(struct memsys *m, cycle_t first, cycle_t most, cycle_t *until,
                            struct status *st)
{
    uint32_t room = m->config->icnt.input_buffer;
    if (m->allocator)
        TRY(allocator_check(m->allocator, st));
    if (first > m->until)
        skip_to(m, first);
    cycle_t n = most;
    /* A slice whose input has room at the end of the quantum had room in each of its cycles, of
     * which there may be several per core cycle; in a quantum of one cycle the current state
     * decides. */
    uint32_t free = room - crossbar_fullest_input(m->replies);
    cycle_t before = last_cycle(m, CLOCK_ICNT, first), pushes = free ? free : 1;
    cycle_t last_push =
        clock_not_before(&m->clocks, CLOCK_CORE, CLOCK_ICNT, before + pushes + 1) - 1;
    clock_earlier(&n, last_push - first);
    *until = first + n;
    uint32_t last = m->transfers, now = (uint32_t)(last_cycle(m, CLOCK_ICNT, *until) - before);
    uint32_t last_pushes = m->pushes;
    m->until = *until;
    m->transfers = now;
    m->pushes = n ? (uint32_t)n : 1;
    /* The quantum before counts too, because its SMs and requests may not have run yet. */
    TRY(crossbar_reserve(m->requests, m->pushes + last_pushes, now + last, st));
    return crossbar_reserve(m->replies, now, now, st);
}

cycle_t memsys_rests(const struct memsys *m, cycle_t first)
{
    if (m->every_cycle || crossbars_busy(m))
        return memsys_idle(m) ? CYCLE_NEVER : first;
    ticks_t next = next_of_partitions(m);
    if (next == CYCLE_NEVER)
        return CYCLE_NEVER;
    cycle_t core = clock_from(&m->clocks, CLOCK_CORE, next);
    return core > first ? core - 1 : first;
}

/* --- contents and counters --- */

bool memsys_idle(const struct memsys *m)
{
    return memsys_packets(m) == 0;
}

ticks_t memsys_last_free(const struct memsys *m)
{
    ticks_t last = 0;
    for (uint32_t i = 0; i < m->n_partitions; i++)
        if (memory_partition_last_free(m->partitions[i]) > last)
            last = memory_partition_last_free(m->partitions[i]);
    for (uint32_t i = 0; i < m->n_sms; i++)
        if (time_of(m, CLOCK_CORE, m->links[i].last_pop) > last)
            last = time_of(m, CLOCK_CORE, m->links[i].last_pop);
    return last;
}

uint64_t memsys_moved(const struct memsys *m)
{
    uint64_t moved = m->moved_requests + m->moved_replies;
    for (uint32_t i = 0; i < m->n_partitions; i++)
        moved += memory_partition_moved(m->partitions[i]);
    for (uint32_t i = 0; i < m->n_sms; i++)
        moved += m->links[i].sent[0] + m->links[i].sent[1] + m->links[i].replies;
    return moved;
}

uint32_t memsys_packets(const struct memsys *m)
{
    uint32_t n = crossbar_at_inputs(m->requests) + crossbar_at_outputs(m->requests) +
                 crossbar_at_inputs(m->replies) + crossbar_at_outputs(m->replies);
    for (uint32_t i = 0; i < m->n_partitions; i++)
        n += memory_partition_packets(m->partitions[i]);
    return n;
}

void memsys_count(struct memsys *m, ticks_t end, struct gpu_counters *into)
{
    for (uint32_t i = 0; i < m->n_sms; i++) {
        const union link *link = &m->links[i];
        gpu_counters_merge(into,
                           &(struct gpu_counters){
                               .icnt = {.reads = link->sent[0],
                                        .writes = link->sent[1],
                                        .atomics = link->atomics,
                                        .replies = link->replies,
                                        .latency = link->latency,
                                        .request_bytes = 8 * link->sent[0] + 40 * link->sent[1] +
                                                         32 * link->atomics,
                                        .reply_bytes = 40 * link->sent[0] + 8 * link->sent[1]}});
    }
    for (uint32_t i = 0; i < m->n_partitions; i++)
        memory_partition_count(m->partitions[i], end, into);
}

void memsys_sample(const struct memsys *m, ticks_t end, struct timeline *t)
{
    for (uint32_t i = 0; i < m->n_partitions; i++) {
        struct timeline_memory_partition one;
        memory_partition_sample(m->partitions[i], end, &one);
        timeline_add_memory_partition(t, i, &one);
    }
}

void memsys_warm(struct memsys *m, uint64_t addr)
{
    if (addr >= m->allocated_from)
        addr = allocator_place(m->allocator, addr);
    uint32_t slice = address_map_slice(&m->map, addr);
    memory_partition_warm(m->partitions[slice / m->map.slices], slice % m->map.slices, addr);
}

void memsys_warmed(struct memsys *m)
{
    for (uint32_t i = 0; i < m->n_partitions; i++)
        memory_partition_wake(m->partitions[i]);
}

struct cache_left memsys_left(const struct memsys *m)
{
    struct cache_left left = {0};
    for (uint32_t i = 0; i < m->n_partitions; i++)
        memory_partition_left(m->partitions[i], &left);
    return left;
}

void memsys_dump(const struct memsys *m, FILE *out)
{
    fprintf(out,
            "memory system: %u packets; %u at the crossbar's request inputs, %u at its request "
            "outputs, %u at its reply inputs, %u at its reply outputs\n",
            memsys_packets(m), crossbar_at_inputs(m->requests), crossbar_at_outputs(m->requests),
            crossbar_at_inputs(m->replies), crossbar_at_outputs(m->replies));
    for (uint32_t i = 0; i < m->n_partitions; i++)
        memory_partition_dump(m->partitions[i], out);
}
