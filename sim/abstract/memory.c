#include "sim/abstract/memory.h"

#include "common/memory.h"

#include <string.h>

enum { FIRST_RING = 256 };

/* Requests of a window for which it pays to wake another thread. */
enum { LEAST_REQUESTS = 64 };

/* A request of the window. */
struct sent {
    uint32_t sm;
    uint64_t number;
};

struct abstract_memory {
    struct abstract_l2 *l2;
    struct clocks clocks;
    uint32_t n_sms, n_partitions, input_buffer, rop_cycles;
    uint32_t window; /* cycles */
    uint64_t known;  /* core cycle before which all is known that slices look up */
    struct port *ports;
    uint32_t *starts; /* by cycle of the window: where its requests begin in `order` */
    struct sent *order;
    uint32_t order_room;
};

static bool create_ports(struct abstract_memory *m)
{
    uint32_t crossed_mask = ring_mask(m->input_buffer + 1);
    for (uint32_t i = 0; i < m->n_sms; i++) {
        struct port *p = &m->ports[i];
        p->mask = FIRST_RING - 1;
        p->crossed_mask = crossed_mask;
        if (!MEM_ARRAYS(MEM_ARRAY(p->ring, FIRST_RING), MEM_ARRAY(p->crossed, crossed_mask + 1)))
            return false;
    }
    return true;
}

enum st_code abstract_memory_create(struct abstract_memory **out, const struct gpu_config *config,
                                    struct abstract_l2 *l2, struct status *st)
{
    *out = NULL;
    struct abstract_memory *m;
    TRY(mem_make(&m, 1, sizeof *m, "ports of the crossbar", st));
    m->l2 = l2;
    m->n_sms = config->machine.sms;
    m->n_partitions = config->machine.memory_partitions;
    m->input_buffer = config->icnt.input_buffer;
    m->clocks = gpu_config_clocks(config);
    m->rop_cycles = config->l2.rop_cycles;
    m->window = m->rop_cycles + way_least(&m->clocks);
    if (!MEM_ARRAYS(MEM_ARRAY(m->ports, m->n_sms), MEM_ARRAY(m->starts, m->window + 1)) ||
        !create_ports(m)) {
        abstract_memory_free(m);
        return status_no_memory(st, "ports of the crossbar");
    }
    *out = m;
    return ST_OK;
}

void abstract_memory_free(struct abstract_memory *m)
{
    if (!m)
        return;
    for (uint32_t i = 0; m->ports && i < m->n_sms; i++)
        MEM_FREE(m->ports[i].ring, m->ports[i].crossed);
    MEM_FREE(m->ports, m->starts, m->order, m);
}

struct port *abstract_memory_port(struct abstract_memory *m, uint32_t sm)
{
    return &m->ports[sm];
}

uint32_t abstract_memory_window(const struct abstract_memory *m)
{
    return m->window;
}

/* The cycle of the window that begins with `from` in which the request is sent; m->window: later.
 */
static uint32_t cycle_of(const struct abstract_memory *m, const struct request *r, uint64_t from)
{
    if (r->entered)
        return m->window;
    if (r->sent <= from)
        return 0;
    return r->sent - from < m->window ? (uint32_t)(r->sent - from) : m->window;
}

/* The window's requests by the cycles in which they are sent, and of one cycle by SM. Returns their
 * number; UINT32_MAX: memory ran out. */
static uint32_t sort(struct abstract_memory *m, uint64_t from)
{
    uint32_t n = 0, *starts = m->starts;
    memset(starts, 0, (m->window + 1) * sizeof *starts);
    for (uint32_t i = 0; i < m->n_sms; i++)
        for (uint64_t k = m->ports[i].first; k < m->ports[i].next; k++)
            starts[cycle_of(m, port_request(&m->ports[i], k), from)]++;
    for (uint32_t c = 0; c < m->window; c++) {
        uint32_t of_cycle = starts[c];
        starts[c] = n;
        n += of_cycle;
    }
    if (n > m->order_room) {
        struct sent *grown = mem_resize(m->order, 2 * (size_t)n, sizeof *grown);
        if (!grown)
            return UINT32_MAX;
        m->order = grown;
        m->order_room = 2 * n;
    }
    for (uint32_t i = 0; i < m->n_sms; i++)
        for (uint64_t k = m->ports[i].first; k < m->ports[i].next; k++) {
            uint32_t c = cycle_of(m, port_request(&m->ports[i], k), from);
            if (c < m->window)
                m->order[starts[c]++] = (struct sent){i, k};
        }
    return n;
}

static void run_partition(void *self, uint32_t i)
{
    struct abstract_memory *m = self;
    abstract_l2_run(m->l2, i, m->known);
}

/* An SM's packets cross in the order in which they were sent, so that those behind one for a
 * crowded slice wait as well. */
enum st_code abstract_memory_run(struct abstract_memory *m, struct team *team, uint64_t from,
                                 struct status *st)
{
    uint32_t n = sort(m, from);
    if (n == UINT32_MAX)
        return status_no_memory(st, "requests");
    for (uint32_t i = 0; i < n; i++) {
        uint64_t number = m->order[i].number;
        struct port *p = &m->ports[m->order[i].sm];
        TRY(abstract_l2_take(m->l2, p, number, &p->last, st));
        if (p->next - number <= p->crossed_mask)
            p->crossed[number & p->crossed_mask] = way_left(&m->clocks, p->last);
    }
    m->known = way_comes(&m->clocks, way_crosses(&m->clocks, from + m->window)) + m->rop_cycles;
    team_do(n >= LEAST_REQUESTS ? team : NULL, run_partition, m, m->n_partitions);
    return abstract_l2_check(m->l2, st);
}

uint64_t abstract_memory_next(const struct abstract_memory *m, uint64_t until)
{
    uint64_t next = UINT64_MAX;
    for (uint32_t i = 0; i < m->n_sms; i++)
        for (uint64_t k = m->ports[i].first; k < m->ports[i].next; k++) {
            const struct request *r = port_request(&m->ports[i], k);
            uint64_t due = r->entered ? until : r->sent;
            next = due < next ? due : next;
        }
    return next;
}

void abstract_memory_count(const struct abstract_memory *m, struct gpu_counters *into)
{
    for (uint32_t i = 0; i < m->n_sms; i++)
        gpu_counters_merge(into, &(struct gpu_counters){.icnt = m->ports[i].count});
}
