#include "sim/approximate/memory.h"

#include "common/memory.h"

#include <string.h>

enum { FIRST_RING = 256 };

/* Least number of requests of a quantum for which waking another thread pays off. */
enum { LEAST_REQUESTS = 64 };

/* A request of the quantum. */
struct sent {
    struct port *port;
    struct unsent request;
    uint32_t next; /* next request of the same cycle */
};

/* The requests sent in a cycle of the quantum: indices into `sent`, in the order of SMs. */
struct cycle {
    uint32_t first, last;
};

struct approximate_memory {
    struct approximate_l2 *l2;
    struct clocks clocks;
    uint32_t n_sms, n_partitions, input_buffer, rop_cycles;
    uint32_t quantum; /* length of a quantum in cycles */
    uint64_t known;   /* all look-ups before this core cycle are known */
    struct port *ports;
    struct cycle *cycles; /* by cycle of the quantum */
    uint64_t *used;       /* bit per cycle of the quantum: it has requests */
    struct sent *sent;
    uint32_t n_sent, sent_room;
};

static bool create_ports(struct approximate_memory *m)
{
    uint32_t crossed_mask = ring_mask(m->input_buffer + 1);
    for (uint32_t i = 0; i < m->n_sms; i++) {
        struct port *p = &m->ports[i];
        p->mask = FIRST_RING - 1;
        p->crossed_mask = crossed_mask;
        if (!MEM_ARRAYS(MEM_ROOM(p->ring, FIRST_RING), MEM_ARRAY(p->states, FIRST_RING),
                        MEM_ROOM(p->waiting, FIRST_RING), MEM_ARRAY(p->crossed, crossed_mask + 1)))
            return false;
    }
    return true;
}

enum st_code approximate_memory_create(struct approximate_memory **out,
                                       const struct gpu_config *config, struct approximate_l2 *l2,
                                       struct status *st)
{
    *out = NULL;
    struct approximate_memory *m;
    TRY(mem_make(&m, 1, sizeof *m, "ports of the crossbar", st));
    m->l2 = l2;
    m->n_sms = config->machine.sms;
    m->n_partitions = config->machine.memory_partitions;
    m->input_buffer = config->icnt.input_buffer;
    m->clocks = gpu_config_clocks(config);
    m->rop_cycles = config->l2.rop_cycles;
    m->quantum = m->rop_cycles + way_least(&m->clocks);
    if (!MEM_ARRAYS(MEM_ARRAY(m->ports, m->n_sms), MEM_ROOM(m->cycles, m->quantum),
                    MEM_ARRAY(m->used, m->quantum / 64 + 1)) ||
        !create_ports(m)) {
        approximate_memory_free(m);
        return status_no_memory(st, "ports of the crossbar");
    }
    *out = m;
    return ST_OK;
}

void approximate_memory_free(struct approximate_memory *m)
{
    if (!m)
        return;
    for (uint32_t i = 0; m->ports && i < m->n_sms; i++)
        MEM_FREE(m->ports[i].ring, m->ports[i].states, m->ports[i].waiting, m->ports[i].crossed);
    MEM_FREE(m->ports, m->cycles, m->used, m->sent, m);
}

struct port *approximate_memory_port(struct approximate_memory *m, uint32_t sm)
{
    return &m->ports[sm];
}

uint32_t approximate_memory_quantum(const struct approximate_memory *m)
{
    return m->quantum;
}

/* Adds a request to those of a cycle of the quantum. False: memory ran out. */
static bool add_request(struct approximate_memory *m, uint32_t cycle, struct port *port,
                        const struct unsent *request)
{
    uint32_t i = m->n_sent++;
    if (i == m->sent_room) {
        uint32_t room = i ? 2 * i : FIRST_RING;
        struct sent *grown = mem_resize(m->sent, room, sizeof *grown);
        if (!grown)
            return false;
        m->sent = grown;
        m->sent_room = room;
    }
    struct cycle *c = &m->cycles[cycle];
    uint64_t bit = UINT64_C(1) << cycle % 64;
    m->sent[i] = (struct sent){.port = port, .request = *request};
    if (m->used[cycle / 64] & bit)
        m->sent[c->last].next = i;
    else
        c->first = i;
    c->last = i;
    m->used[cycle / 64] |= bit;
    return true;
}

/* Adds the requests that the SM sends up to the end of the quantum with first cycle `from`; the
 * others wait on. */
static bool add_all(struct approximate_memory *m, struct port *p, uint64_t from)
{
    uint32_t left = 0;
    for (uint32_t k = 0; k < p->n_waiting; k++) {
        const struct unsent r = p->waiting[k];
        uint64_t cycle = r.sent > from ? r.sent - from : 0;
        if (cycle >= m->quantum)
            p->waiting[left++] = r;
        else if (!add_request(m, (uint32_t)cycle, p, &r))
            return false;
    }
    p->n_waiting = left;
    return true;
}

/* Passes the requests of a cycle into the crossbar. */
static enum st_code enter(struct approximate_memory *m, const struct cycle *c, struct status *st)
{
    for (uint32_t i = c->first;; i = m->sent[i].next) {
        const struct unsent *request = &m->sent[i].request;
        uint64_t number = request->number;
        struct port *p = m->sent[i].port;
        TRY(approximate_l2_take(m->l2, p, request, &p->last, st));
        if (p->next - number <= p->crossed_mask)
            p->crossed[number & p->crossed_mask] = way_left(&m->clocks, p->last);
        if (i == c->last)
            return ST_OK;
    }
}

static void run_partition(void *self, uint32_t i)
{
    struct approximate_memory *m = self;
    approximate_l2_run(m->l2, i, m->known);
}

/* Answers the requests of a quantum. An SM's packets cross in the order of sending, so those behind
 * a packet for a crowded slice wait as well. */
enum st_code approximate_memory_run(struct approximate_memory *m, struct team *team, uint64_t from,
                                    struct status *st)
{
    m->n_sent = 0;
    for (uint32_t i = 0; i < m->n_sms; i++)
        if (m->ports[i].n_waiting && !add_all(m, &m->ports[i], from))
            return status_no_memory(st, "requests");
    for (uint32_t word = 0; word <= m->quantum / 64; word++)
        for (; m->used[word]; m->used[word] &= m->used[word] - 1)
            TRY(enter(m, &m->cycles[64 * word + (uint32_t)__builtin_ctzll(m->used[word])], st));
    m->known = way_comes(&m->clocks, way_crosses(&m->clocks, from + m->quantum)) + m->rop_cycles;
    team_do(m->n_sent >= LEAST_REQUESTS ? team : NULL,
            &(struct team_task){run_partition, m, m->n_partitions, NULL});
    return approximate_l2_check(m->l2, st);
}

uint64_t approximate_memory_next(const struct approximate_memory *m, uint64_t until)
{
    uint64_t next = UINT64_MAX;
    for (uint32_t i = 0; i < m->n_sms; i++) {
        const struct port *p = &m->ports[i];
        if (p->next - p->first > p->n_waiting)
            return until;
        for (uint32_t k = 0; k < p->n_waiting; k++)
            next = p->waiting[k].sent < next ? p->waiting[k].sent : next;
    }
    return next;
}

void approximate_memory_count(const struct approximate_memory *m, struct gpu_counters *into)
{
    for (uint32_t i = 0; i < m->n_sms; i++)
        gpu_counters_merge(into, &(struct gpu_counters){.icnt = m->ports[i].count});
}
