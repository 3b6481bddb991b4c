#include "sim/config/check.h"

#include <string.h>

struct check {
    const struct gpu_config *config;
    config_complain complain; /* may be NULL */
    const void *source;
    struct status *st;
};

enum st_code config_complain_conf(const void *root, const char *section, const char *key,
                                  const char *what, struct status *st)
{
    const struct conf_node *group = section[0] ? conf_find(root, section) : root;
    const struct conf_node *node = group ? conf_find(group, key) : NULL;
    const char *dot = section[0] ? "." : "";
    if (node)
        return conf_fail(node, st, "%s%s%s: %s", section, dot, key, what);
    node = conf_find(root, "base");
    return conf_fail(node ? node : root, st, "%s%s%s: %s; the file's base says it", section, dot,
                     key, what);
}

/* Reports an error of section.key; the section of a key at the top level is "". */
static enum st_code complain(const struct check *c, const char *section, const char *key,
                             const char *what)
{
    if (c->complain)
        return c->complain(c->source, section, key, what, c->st);
    return status_fail(c->st, ST_USAGE, "%s%s%s: %s", section, section[0] ? "." : "", key, what);
}

#define NEED(condition, section, key, what)                                                        \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return complain(c, section, key, what);                                                \
    } while (0)

static bool power_of_two(uint32_t x)
{
    return x && (x & (x - 1)) == 0;
}

static enum st_code check_sm(const struct check *c)
{
    const struct sm_config *sm = &c->config->sm;
    const struct exec_config *e = &c->config->exec;
    NEED(sm->threads % 32 == 0, "sm", "threads", "not a multiple of 32; warps have 32 threads");
    NEED(sm->collectors % sm->schedulers == 0, "sm", "collectors",
         "not a multiple of sm.schedulers");
    NEED(sm->register_banks % sm->schedulers == 0, "sm", "register_banks",
         "not a multiple of sm.schedulers");
    NEED(e->sp_units % sm->schedulers == 0, "exec", "sp_units", "not a multiple of sm.schedulers");
    NEED(e->int_units % sm->schedulers == 0, "exec", "int_units",
         "not a multiple of sm.schedulers");
    NEED(e->sfu_units % sm->schedulers == 0, "exec", "sfu_units",
         "not a multiple of sm.schedulers");
#define CHECK_INTERVAL(none, op, what)                                                             \
    NEED(e->op##_interval <= e->op##_latency, "exec", #op "_interval",                             \
         "longer than its latency, exec." #op "_latency");
    EXEC_CLASSES(CHECK_INTERVAL, )
#undef CHECK_INTERVAL
    return ST_OK;
}

static enum st_code check_caches(const struct check *c)
{
    const struct l1d_config *l1d = &c->config->l1d;
    const struct l2_config *l2 = &c->config->l2;
    NEED(power_of_two(l1d->sets), "l1d", "sets", "not a power of two");
    NEED(power_of_two(l1d->line_B), "l1d", "line_B", "not a power of two");
    NEED((uint64_t)l1d->sets * l1d->ways <= 1u << 24, "l1d", "ways", "more than 2^24 lines in all");
    NEED(!l1d->tlb_entries || power_of_two(l1d->page_KB), "l1d", "page_KB",
         "not a power of two; with l1d.tlb_entries a page has a size");
    NEED(l2->fetch == L2_FETCH_SECTOR || l2->line_B >= 64, "l2", "fetch",
         "pair, and a line has no two sectors");
    NEED(l2->fetch == L2_FETCH_SECTOR || l2->miss_queue >= 3, "l2", "miss_queue",
         "less than 3; with l2.fetch = pair a read needs that many places");
    NEED(power_of_two(l2->sets), "l2", "sets", "not a power of two");
    NEED(power_of_two(l2->line_B), "l2", "line_B", "not a power of two");
    NEED((uint64_t)l2->sets * l2->ways <= 1u << 24, "l2", "ways", "more than 2^24 lines in all");
    NEED(power_of_two(l2->slices), "l2", "slices", "not a power of two");
    return ST_OK;
}

static bool whole_sets(uint32_t size_B, uint32_t line_B, uint32_t ways)
{
    return size_B % ((uint64_t)line_B * ways) == 0;
}

static enum st_code check_read_caches(const struct check *c)
{
    const struct icache_config *i = &c->config->icache;
    const struct scalar_cache_config *s = &c->config->scalar_cache;
    NEED(power_of_two(i->line_B), "icache", "line_B", "not a power of two");
    NEED(whole_sets(i->size_B, i->line_B, i->ways), "icache", "size_B",
         "not a multiple of line_B x ways");
    NEED(power_of_two(s->line_B), "scalar_cache", "line_B", "not a power of two");
    NEED(whole_sets(s->size_B, s->line_B, s->ways), "scalar_cache", "size_B",
         "not a multiple of line_B x ways");
    return ST_OK;
}

static enum st_code check_rt(const struct check *c)
{
    const struct rt_config *rt = &c->config->rt;
    NEED(power_of_two(rt->request_B), "rt", "request_B", "not a power of two");
    NEED(rt->stack_overflow == OVERFLOW_MEMORY || rt->stack_entries, "rt", "stack_overflow",
         "nothing overflows where rt.stack_entries is 0, any number");
    NEED(rt->stack_overflow != OVERFLOW_RESTART || !rt->overlap, "rt", "overlap",
         "a walk that restarts goes record by record: not with rt.stack_overflow = restart");
    NEED(rt->stack_overflow != OVERFLOW_RESTART || rt->order == ORDER_NEAREST, "rt",
         "stack_overflow",
         "a walk that restarts needs the order of children of rt.order = nearest");
    NEED(rt->reorder_cycles < c->config->machine.watchdog_cycles, "rt", "reorder_cycles",
         "not less than watchdog_cycles, after which a run in which nothing moves is ended");
    bool shared = rt->stack_overflow == OVERFLOW_SHARED;
    NEED(shared || !rt->stack_shared_entries, "rt", "stack_shared_entries",
         "needs rt.stack_overflow = shared");
    NEED(!shared || rt->stack_shared_entries, "rt", "stack_overflow",
         "shared needs entries in rt.stack_shared_entries");
    NEED(rt->stack_shared_entries % 4 == 0, "rt", "stack_shared_entries",
         "not a multiple of 4, the entries that go together");
    NEED(!shared || power_of_two(c->config->ldst.shared_banks), "ldst", "shared_banks",
         "not a power of two, as rt.stack_overflow = shared needs");
    NEED(rt_shared_B(rt) <= c->config->sm.shared_B, "rt", "stack_shared_entries",
         "max_warps x 32 lanes x that many entries of 8 bytes are more than sm.shared_B");
    NEED(!rt->opacity_micromap || rt->closest == CLOSEST_NEAREST, "rt", "opacity_micromap",
         "has a meaning only where rt.closest is nearest");
    NEED(rt->nodes == NODES_INTEL6 || rt->leaf_records == LEAF_RECORDS_ONE, "rt", "nodes",
         "cwbvh8, whose leaves have no descriptors; rt.leaf_records must then be one");
    NEED(rt->nodes == NODES_INTEL6 || !rt->overlap, "rt", "overlap",
         "needs the leaves of rt.nodes = intel6");
    NEED(rt->nodes == NODES_INTEL6 || !rt->opacity_micromap, "rt", "opacity_micromap",
         "needs the triangles of rt.nodes = intel6");
    NEED(rt->nodes == NODES_INTEL6 || !rt->treelet_B, "rt", "treelet_B",
         "needs the nodes of rt.nodes = intel6");
    return ST_OK;
}

static enum st_code check_address_map(const struct check *c)
{
    const struct gpu_config *g = c->config;
    struct address_map map;
    struct status why = {0};
    if (address_map_make(&map, g->address_map_text, g->machine.memory_partitions, g->l2.slices,
                         &why) != ST_OK)
        return complain(c, "", "address_map", why.text);
    uint32_t bits = address_map_bank_bits(&map);
    NEED(bits < 32 && 1u << bits == g->dram.banks, "dram", "banks",
         "not 2 to the number of bank bits (B) in address_map");
    NEED(1u << map.block_bits >= g->l2.line_B && !(map.slice_mask & (g->l2.line_B - 1)), "l2",
         "line_B", "a line would lie in two slices by address_map; its low bits must be C or S");
    return ST_OK;
}

static enum st_code check_dram(const struct check *c)
{
    const struct dram_config *d = &c->config->dram;
    NEED(d->banks % d->bank_groups == 0, "dram", "bank_groups", "does not divide dram.banks");
    NEED(d->burst % d->transfers_per_cycle == 0, "dram", "burst",
         "not a multiple of dram.transfers_per_cycle; a burst takes whole DRAM cycles");
    uint32_t cycles = d->burst / d->transfers_per_cycle;
    NEED(!d->refi || d->rfc < d->refi, "dram", "rfc", "not less than dram.refi");
    NEED(d->ccd >= cycles, "dram", "ccd",
         "shorter than a burst takes on the data bus, burst / transfers_per_cycle");
    NEED(d->rcd > d->wl, "dram", "rcd", "not longer than dram.wl");
    NEED(d->cl + cycles + 2 >= d->wl, "dram", "wl", "longer than a read and a turn of the bus");
    NEED(d->rc >= d->ras, "dram", "rc", "shorter than dram.ras");
    return ST_OK;
}

static enum st_code check_clocks(const struct check *c)
{
    const struct machine_config *m = &c->config->machine;
    const double MHz[CLOCK_DOMAINS] = {m->core_MHz, m->icnt_MHz, m->l2_MHz, m->dram_MHz};
    struct clocks clocks;
    struct status why = {0};
    if (clocks_make(&clocks, MHz, &why) != ST_OK)
        return complain(c, "", "dram_MHz", why.text);
    return ST_OK;
}

enum st_code config_check(const struct gpu_config *config, config_complain complain_of,
                          const void *source, struct status *st)
{
    const struct check c = {config, complain_of, source, st};
    TRY(check_clocks(&c));
    TRY(check_sm(&c));
    TRY(check_caches(&c));
    TRY(check_read_caches(&c));
    TRY(check_rt(&c));
    TRY(check_address_map(&c));
    TRY(check_dram(&c));
    return ST_OK;
}
