#include "sim/config/gpgpusim/special.h"

#include "sim/config/gpgpusim/values.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_COLLECTORS = 32, MOST_REQUESTS = 4096 };

/* Reads a flag: 0 or 1; without a value it is set. */
static enum st_code flag(const struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                         bool *out)
{
    uint32_t value = 1;
    *out = false;
    if (e->value)
        TRY(gpgpusim_whole(r, e, &value));
    if (value > 1)
        return gpgpusim_fail(r, e, "'%s' is neither 0 nor 1", e->value);
    *out = value;
    return ST_OK;
}

enum st_code gpgpusim_read_clusters(struct gpgpusim_reading *r, const struct gpgpusim_entry *e)
{
    static const char per_cluster[] = "-gpgpu_n_cores_per_cluster";
    uint32_t clusters, cores;
    struct gpgpusim_entry none;
    TRY(gpgpusim_whole(r, e, &clusters));
    TRY(gpgpusim_get_whole(r, per_cluster, &cores));
    if (cores > 1)
        gpgpusim_taken(r, gpgpusim_get(r, per_cluster, &none),
                       "as many clusters of one core, each with its own port to the interconnect");
    return gpgpusim_set_whole(r, e, "sms", (uint64_t)clusters * cores);
}

enum { DEADLOCK_CYCLES = 300000, NO_DEADLOCK_CYCLES = 1000000000 };

enum st_code gpgpusim_read_deadlock(struct gpgpusim_reading *r, const struct gpgpusim_entry *e)
{
    bool detect;
    TRY(flag(r, e, &detect));
    return gpgpusim_set_whole(r, e, "watchdog_cycles",
                              detect ? DEADLOCK_CYCLES : NO_DEADLOCK_CYCLES);
}

void gpgpusim_write_deadlock(const struct gpu_config *config, FILE *out)
{
    fputs(config->machine.watchdog_cycles == NO_DEADLOCK_CYCLES ? "0" : "1", out);
}

enum st_code gpgpusim_read_scheduler(struct gpgpusim_reading *r, const struct gpgpusim_entry *e)
{
    static const char *const others[] = {"rrr", "two_level_active", "warp_limiting"};
    const char *name = e->value ? e->value : "";
    if (strcmp(name, "old") == 0)
        return gpgpusim_set(r, e, "sm.scheduler", "oldest");
    if (strcmp(name, "gto") == 0 || strcmp(name, "oldest") == 0 || strcmp(name, "lrr") == 0)
        return gpgpusim_set(r, e, "sm.scheduler", name);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strncmp(name, others[i], strlen(others[i])) == 0) {
            gpgpusim_taken(r, e, "taken as gto, greedy then oldest");
            return gpgpusim_set(r, e, "sm.scheduler", "gto");
        }
    return gpgpusim_fail(r, e,
                         "'%.40s' is no scheduler; it must be gto, old, lrr, rrr, "
                         "two_level_active:... or warp_limiting:...",
                         name);
}

void gpgpusim_write_scheduler(const struct gpu_config *config, FILE *out)
{
    static const char *const names[] = {
        [SCHEDULER_GTO] = "gto", [SCHEDULER_OLDEST] = "old", [SCHEDULER_LRR] = "lrr"};
    fputs(names[config->sm.scheduler], out);
}

/* Sets a parameter that the sub-cores share equally: rounds it up to a multiple of the
 * schedulers. */
static enum st_code set_shared(struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                               const char *key, uint64_t value, uint64_t most)
{
    uint64_t schedulers = r->config->sm.schedulers;
    uint64_t set = value;
    if (set > most)
        set = most / schedulers * schedulers;
    if (set % schedulers)
        set += schedulers - set % schedulers;
    if (set != value)
        gpgpusim_taken(r, e, "taken as %llu: the %llu schedulers have equal shares",
                       (unsigned long long)set, (unsigned long long)schedulers);
    return gpgpusim_set_whole(r, e, key, set);
}

static const char specialised_option[] = "-gpgpu_enable_specialized_operand_collector";

/* Sums the generic collectors and, if they are enabled, the specialised ones. */
static enum st_code sum_collectors(const struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                                   const char *stem, uint64_t *sum)
{
    static const char *const kinds[] = {"sp", "dp", "sfu", "int", "tensor_core", "mem"};
    struct gpgpusim_entry none;
    uint32_t n;
    bool specialised;
    *sum = 0;
    TRY(gpgpusim_whole(r, e, &n));
    TRY(flag(r, gpgpusim_get(r, specialised_option, &none), &specialised));
    *sum = n;
    for (size_t i = 0; specialised && i < sizeof kinds / sizeof *kinds; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s_%s", stem, kinds[i]);
        TRY(gpgpusim_get_whole(r, name, &n));
        *sum += n;
    }
    return ST_OK;
}

enum st_code gpgpusim_read_collectors(struct gpgpusim_reading *r, const struct gpgpusim_entry *e)
{
    uint64_t n;
    bool specialised;
    struct gpgpusim_entry none;
    const struct gpgpusim_entry *option = gpgpusim_get(r, specialised_option, &none);
    TRY(sum_collectors(r, e, "-gpgpu_operand_collector_num_units", &n));
    TRY(flag(r, option, &specialised));
    if (specialised)
        gpgpusim_taken(r, option, "all collectors are one pool, with the ports of all");
    return set_shared(r, e, "sm.collectors", n, MOST_COLLECTORS);
}

enum st_code gpgpusim_read_collector_ports(struct gpgpusim_reading *r,
                                           const struct gpgpusim_entry *e)
{
    uint64_t n;
    TRY(sum_collectors(r, e, "-gpgpu_operand_collector_num_in_ports", &n));
    return gpgpusim_set_whole(r, e, "sm.collector_ports", n);
}

#define SHARED(name, key)                                                                          \
    enum st_code gpgpusim_read_##name(struct gpgpusim_reading *r, const struct gpgpusim_entry *e)  \
    {                                                                                              \
        uint32_t n;                                                                                \
        TRY(gpgpusim_whole(r, e, &n));                                                             \
        return set_shared(r, e, key, n, UINT32_MAX);                                               \
    }
SHARED(register_banks, "sm.register_banks")
SHARED(sp_units, "exec.sp_units")
SHARED(int_units, "exec.int_units")
SHARED(sfu_units, "exec.sfu_units")
#undef SHARED

/* Numbers of widths. GPGPU-Sim 3 has 7 with EX_WB last; later versions have it as the eleventh,
 * behind ID_OC and OC_EX of SP, DP, INT, SFU and MEM, and before those of tensor and RT units. */
enum { LEAST_WIDTHS = 7, EARLY_WIDTHS = 11, MOST_WIDTHS = 15 };

enum st_code gpgpusim_read_pipeline_widths(struct gpgpusim_reading *r,
                                           const struct gpgpusim_entry *e)
{
    uint32_t widths[MOST_WIDTHS];
    uint32_t n = 0;
    bool differ = false;
    for (const char *at = e->value; at; n++) {
        char *end;
        unsigned long width = strtoul(at, &end, 10);
        bool good = *at >= '0' && *at <= '9' && (*end == ',' || !*end) && width <= UINT32_MAX;
        if (!good || n == MOST_WIDTHS)
            return gpgpusim_fail(r, e, "'%.60s' is no list of 7 or of 11 to 15 numbers", e->value);
        widths[n] = (uint32_t)width;
        at = *end ? end + 1 : NULL;
    }
    if (n != LEAST_WIDTHS && n < EARLY_WIDTHS)
        return gpgpusim_fail(r, e, "%u numbers; there must be 7 or 11 to 15", n);
    uint32_t writeback = n == LEAST_WIDTHS ? LEAST_WIDTHS - 1 : EARLY_WIDTHS - 1;
    for (uint32_t i = 0; i < n; i++)
        differ = differ || (i != writeback && widths[i] && widths[i] != r->config->sm.schedulers);
    if (differ)
        gpgpusim_taken(r, e, "every class has one register for each of the %u schedulers",
                       r->config->sm.schedulers);
    return gpgpusim_set_whole(r, e, "exec.writebacks", widths[writeback]);
}

/* The RT latencies: header, internal node, instance, descriptor, triangle, triangle hit,
 * procedural; an eighth number is ignored. Older versions have none for the triangle hit, so `hit`
 * is empty. */
#define RT_LATENCIES(hit)                                                                          \
    "rt.header_cycles,rt.internal_cycles,rt.instance_cycles,rt.descriptor_cycles,"                 \
    "rt.triangle_cycles," hit "rt.procedural_cycles"

enum st_code gpgpusim_read_rt_latency(struct gpgpusim_reading *r, const struct gpgpusim_entry *e)
{
    unsigned commas = 0;
    for (const char *at = e->value ? e->value : ""; *at; at++)
        commas += *at == ',';
    if (commas != 5)
        return gpgpusim_read_numbers(r, e, RT_LATENCIES("rt.triangle_hit_cycles,") ",[]");
    TRY(gpgpusim_read_numbers(r, e, RT_LATENCIES("")));
    gpgpusim_taken(r, e,
                   "six latencies, as older versions have them: the hit of a triangle takes "
                   "as long as its test");
    return gpgpusim_set_whole(r, e, "rt.triangle_hit_cycles", r->config->rt.triangle_cycles);
}

void gpgpusim_write_rt_latency(const struct gpu_config *config, FILE *out)
{
    const struct rt_config *rt = &config->rt;
    fprintf(out, "%u,%u,%u,%u,%u,%u,%u", rt->header_cycles, rt->internal_cycles,
            rt->instance_cycles, rt->descriptor_cycles, rt->triangle_cycles,
            rt->triangle_hit_cycles, rt->procedural_cycles);
}

/* Writes no double-precision units, as in Vulkan-Sim's configurations. */
void gpgpusim_write_pipeline_widths(const struct gpu_config *config, FILE *out)
{
    unsigned s = config->sm.schedulers;
    fprintf(out, "%u,0,%u,%u,%u,%u,0,%u,%u,%u,%u,%u,%u,%u,%u", s, s, s, s, s, s, s, s,
            config->exec.writebacks, s, s, s, s);
}

enum { SECTOR_SHIFT = 5, BEYOND_ADDRESSES = 32 };

enum st_code gpgpusim_read_l1_interleaving(struct gpgpusim_reading *r,
                                           const struct gpgpusim_entry *e)
{
    uint32_t shift;
    TRY(gpgpusim_whole(r, e, &shift));
    if (shift != SECTOR_SHIFT && shift < BEYOND_ADDRESSES)
        gpgpusim_taken(r, e, "taken as 5: Vulkan-Sim shifts by it, and 2^5 bytes are a sector");
    return gpgpusim_set(r, e, "ldst.bank", shift < BEYOND_ADDRESSES ? "sector" : "shift_32");
}

void gpgpusim_write_l1_interleaving(const struct gpu_config *config, FILE *out)
{
    fprintf(out, "%d", config->ldst.bank == BANK_SECTOR ? SECTOR_SHIFT : BEYOND_ADDRESSES);
}

static enum st_code set_queue(struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                              const char *key, uint32_t requests)
{
    if (requests == 0)
        gpgpusim_taken(r, e, "unlimited; taken as %d", MOST_REQUESTS);
    return gpgpusim_set_whole(r, e, key, requests ? requests : MOST_REQUESTS);
}

enum st_code gpgpusim_read_scheduler_queue(struct gpgpusim_reading *r,
                                           const struct gpgpusim_entry *e)
{
    static const char policy[] = "-gpgpu_dram_scheduler";
    struct gpgpusim_entry none;
    const struct gpgpusim_entry *kind = gpgpusim_get(r, policy, &none);
    uint32_t requests, first_ready;
    TRY(gpgpusim_whole(r, e, &requests));
    TRY(gpgpusim_whole(r, kind, &first_ready));
    if (first_ready > 1)
        return gpgpusim_fail(
            r, kind, "'%s' is no DRAM scheduler; it must be 0 (FIFO) or 1 (FR-FCFS)", kind->value);
    if (first_ready)
        return set_queue(r, e, "dram.scheduler_queue", requests);
    gpgpusim_taken(r, kind, "first in, first out; taken as FR-FCFS that sees one request");
    return gpgpusim_set_whole(r, e, "dram.scheduler_queue", 1);
}

enum st_code gpgpusim_read_return_queue(struct gpgpusim_reading *r, const struct gpgpusim_entry *e)
{
    uint32_t requests;
    TRY(gpgpusim_whole(r, e, &requests));
    return set_queue(r, e, "dram.return_queue", requests);
}
