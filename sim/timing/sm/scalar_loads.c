#include "sim/timing/sm/scalar_loads.h"

#include "common/memory.h"
#include "sim/timing/sm/wait_counters.h"

enum { MOST_B = UINT8_MAX }; /* most bytes of a load, as in warp_inst.access_B */

enum st_code scalar_loads_create(struct scalar_loads *s, const struct scalar_cache_config *config,
                                 bool perfect, uint32_t warps, struct read_path *path,
                                 struct status *st)
{
    const struct read_shape shape = {config->size_B, config->line_B, config->ways, config->mshrs,
                                     1};
    *s = (struct scalar_loads){.line_B = config->line_B,
                               .latency = config->latency,
                               .perfect = perfect,
                               .room = warps * WAIT_COUNTER_MOST};
    s->parts_room = s->room * (MOST_B / config->line_B + 2);
    TRY(read_cache_create(&s->cache, &shape, path, st));
    if (!MEM_ARRAYS(MEM_ROOM(s->loads, s->room), MEM_ROOM(s->queue, s->parts_room),
                    MEM_ROOM(s->missed, s->parts_room)))
        return status_no_memory(st, "scalar loads");
    for (uint32_t i = 0; i < s->room; i++)
        s->loads[i].next = i + 1;
    return ST_OK;
}

void scalar_loads_release(struct scalar_loads *s)
{
    read_cache_release(&s->cache);
    MEM_FREE(s->loads, s->queue, s->missed);
}

void scalar_loads_issue(struct scalar_loads *s, const struct warp_inst *inst, uint32_t who,
                        uint64_t addr, cycle_t now)
{
    uint64_t first = addr / s->line_B;
    uint64_t last = (addr + (inst->access_B ? inst->access_B - 1 : 0)) / s->line_B;
    uint32_t i = s->free;
    struct scalar_load *load = &s->loads[i];
    if (i == s->room)
        BUG("more scalar loads than counters allow");
    s->free = load->next;
    *load = (struct scalar_load){.inst = inst, .who = who, .missing = (uint32_t)(last - first + 1)};
    for (uint64_t line = first; line <= last; line++)
        s->queue[(s->head + s->n++) % s->parts_room] =
            (struct scalar_part){line, now + s->latency, i};
    s->count++;
}

/* Handles a line of the load that has arrived. */
static void part_came(struct scalar_loads *s, uint32_t i, const struct issue_sink *sink)
{
    struct scalar_load *load = &s->loads[i];
    if (--load->missing)
        return;
    load->next = s->free;
    s->free = i;
    sink->retire(sink->self, load->who, load->inst);
}

void scalar_loads_cycle(struct scalar_loads *s, cycle_t now, const struct issue_sink *sink)
{
    if (s->n == 0)
        return;
    struct scalar_part *part = &s->queue[s->head];
    if (part->at > now)
        return;
    enum read_found found = s->perfect ? READ_HIT : read_cache_look(&s->cache, part->line);
    if (found == READ_FULL)
        return; /* looked up again in the next cycle */
    struct scalar_part taken = *part;
    s->head = (s->head + 1) % s->parts_room;
    s->n--;
    s->lines++;
    s->misses += found == READ_MISS;
    if (found == READ_HIT)
        part_came(s, taken.load, sink);
    else
        s->missed[s->n_missed++] = taken;
}

/* Handles a sector of a line, and gives a complete line to the waiting loads in the order of their
 * look-ups. */
void scalar_loads_fill(struct scalar_loads *s, uint32_t who, const struct issue_sink *sink)
{
    uint64_t line;
    uint32_t left = 0;
    if (!read_cache_fill(&s->cache, who, &line))
        return;
    for (uint32_t i = 0; i < s->n_missed; i++) {
        if (s->missed[i].line == line)
            part_came(s, s->missed[i].load, sink);
        else
            s->missed[left++] = s->missed[i];
    }
    s->n_missed = left;
}
