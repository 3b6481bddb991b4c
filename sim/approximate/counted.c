#include "sim/approximate/counted.h"

#include <string.h>

/* The counters that are not counted: by section, beginnings of their names; "" is the whole
 * section. */
static const struct {
    const char *section, *names[11];
} uncounted[] = {
    {"sm", {"slot_", "fetches", "fetch_misses", "buffer_flushes", "bank_conflicts", "scalar_"}},
    {"mix", {""}},
    {"ldst", {""}},
    {"l1d", {"refused_", "flushes", "peak_mshrs", "prefetch"}},
    {"rt",
     {"headers", "internals", "instances", "descriptors", "triangles", "triangle_hits",
      "procedurals", "refills", "micromap", "treelet", "cycle_"}},
    {"icnt", {"atomics", "request_bytes", "reply_bytes"}},
    {"l2", {"atomics", "stall_", "peak_mshrs"}},
    {"dram", {"queue_latency", "bank_wait", "peak_pending"}},
    {"reorder", {""}},
};
enum {
    SECTIONS = sizeof uncounted / sizeof *uncounted,
    NAMES = sizeof uncounted->names / sizeof *uncounted->names
};

bool approximate_counts(const struct counter_table *table, const struct counter *counter)
{
    for (size_t s = 0; s < SECTIONS; s++)
        for (size_t i = 0; i < NAMES && uncounted[s].names[i]; i++)
            if (strcmp(table->section, uncounted[s].section) == 0 &&
                strncmp(counter->name, uncounted[s].names[i], strlen(uncounted[s].names[i])) == 0)
                return false;
    return true;
}
