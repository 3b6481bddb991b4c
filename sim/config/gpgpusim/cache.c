#include "sim/config/gpgpusim/special.h"

#include "sim/config/gpgpusim/values.h"
#include "sim/config/set_index.h"

#include <stdlib.h>
#include <string.h>

/* Sizes of Vulkan-Sim's streaming caches: an MSHR for every sector that the largest L1D of the
 * family could hold, and a merge for every warp of an SM (gpu-cache.h,
 * MAX_DEFAULT_CACHE_SIZE_MULTIBLIER, MAX_WARP_PER_SM). */
enum { LARGEST_L1D = 4, SECTORS_OF_LINE = 4, STREAMING_MERGES = 64 };

struct cache_text {
    char type;                                          /* type: S sectored, N whole lines */
    char replacement, write, allocate, on_write, index; /* letters of the second group */
    char mshr;
    uint32_t sets, line_B, ways, mshrs, merges, queue, port_B;
};

/* A position in the value of a cache option, such as "S:4:128:64,L:L:s:N:L,A:384:48,16:0,32". Once
 * `failed`, it does not move. */
struct place {
    const char *at;
    bool failed;
};

static void take_separator(struct place *p, char separator)
{
    p->failed = p->failed || *p->at != separator;
    p->at += !p->failed;
}

static uint32_t number(struct place *p)
{
    char *end;
    bool digit = *p->at >= '0' && *p->at <= '9';
    unsigned long value = digit ? strtoul(p->at, &end, 10) : 0;
    p->failed = p->failed || !digit || value > UINT32_MAX;
    if (!p->failed)
        p->at = end;
    return (uint32_t)value;
}

static char letter(struct place *p)
{
    char c = *p->at;
    p->failed = p->failed || !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
    p->at += !p->failed;
    return c;
}

/* Splits the text of a cache. In GPGPU-Sim 3 it has no type and may have no set index. */
static bool split(struct cache_text *c, const char *text)
{
    struct place p = {text, false};
    *c = (struct cache_text){.type = 'N', .index = 'L'};
    if (*p.at < '0' || *p.at > '9') {
        c->type = letter(&p);
        take_separator(&p, ':');
    }
    c->sets = number(&p);
    take_separator(&p, ':');
    c->line_B = number(&p);
    take_separator(&p, ':');
    c->ways = number(&p);
    take_separator(&p, ',');
    c->replacement = letter(&p);
    take_separator(&p, ':');
    c->write = letter(&p);
    take_separator(&p, ':');
    c->allocate = letter(&p);
    take_separator(&p, ':');
    c->on_write = letter(&p);
    if (!p.failed && *p.at == ':') {
        take_separator(&p, ':');
        c->index = letter(&p);
    }
    take_separator(&p, ',');
    c->mshr = letter(&p);
    take_separator(&p, ':');
    c->mshrs = number(&p);
    take_separator(&p, ':');
    c->merges = number(&p);
    take_separator(&p, ',');
    c->queue = number(&p);
    if (!p.failed && *p.at == ':') {
        take_separator(&p, ':');
        number(&p); /* number for the result FIFO of texture caches, ignored */
    }
    if (!p.failed && *p.at == ',') {
        take_separator(&p, ',');
        c->port_B = number(&p);
    }
    return !p.failed && !*p.at && (c->type == 'S' || c->type == 'N');
}

static enum st_code read_string(const struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                                struct cache_text *c)
{
    const char *text = e->value ? e->value : "";
    if (strcmp(text, "none") == 0)
        return gpgpusim_fail(r, e, "'none' leaves the cache out, which the model cannot; give it");
    if (!split(c, text))
        return gpgpusim_fail(
            r, e,
            "'%.60s' is no cache; it must be <S|N>:<sets>:<bytes of a line>:<ways>,"
            "<replacement>:<write>:<allocate>:<on write>:<set index>,"
            "<MSHRs>:<entries>:<merges>,<miss queue>:<0>,<bytes of the port>",
            text);
    if (!strchr("AS", c->mshr))
        return gpgpusim_fail(r, e, "MSHRs '%c' are a texture cache's; it must be A", c->mshr);
    return ST_OK;
}

/* A list of the letters whose meaning differs from the model's behaviour. */
struct differences {
    char text[256];
};

static void differs(struct differences *d, bool does, const char *what)
{
    size_t used = strlen(d->text);
    if (does)
        snprintf(d->text + used, sizeof d->text - used, "%s%s", used ? ", " : "", what);
}

static void say(struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                const struct differences *d)
{
    if (d->text[0])
        gpgpusim_taken(r, e, "taken as a cache that %s", d->text);
}

/* Computes the ways of the L1D under -gpgpu_adaptive_cache_config 1, for a kernel without shared
 * memory: it has all of the unified cache except the minimum of shared memory (shader.cc,
 * max_cta). */
static enum st_code adapt(struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                          const struct cache_text *c, uint32_t *ways)
{
    struct gpgpusim_entry none;
    uint32_t adaptive, unified_KB;
    TRY(gpgpusim_get_whole(r, "-gpgpu_adaptive_cache_config", &adaptive));
    TRY(gpgpusim_get_whole(r, "-gpgpu_unified_l1d_size", &unified_KB));
    const struct gpgpusim_entry *least = gpgpusim_get(r, "-gpgpu_shmem_option", &none);
    double shared_KB = strtod(least->value ? least->value : "0", NULL);
    double way_B = (double)c->sets * c->line_B;
    *ways = c->ways;
    if (!adaptive || way_B == 0)
        return ST_OK;
    double most = unified_KB ? unified_KB * 1024.0 / way_B : (double)LARGEST_L1D * c->ways;
    double share = unified_KB ? 1 - shared_KB / unified_KB : 1;
    double all = most * share + 0.5;
    if (!(all >= 1 && all < 65537))
        return gpgpusim_fail(r, e,
                             "with -gpgpu_unified_l1d_size %u and -gpgpu_shmem_option %.40s "
                             "the cache has no lines or too many",
                             unified_KB, least->value ? least->value : "0");
    *ways = (uint32_t)all;
    return ST_OK;
}

enum st_code gpgpusim_read_dl1(struct gpgpusim_reading *r, const struct gpgpusim_entry *e)
{
    struct cache_text c;
    struct differences d = {""};
    uint32_t ways;
    TRY(read_string(r, e, &c));
    bool streaming = c.allocate == 's';
    uint64_t sectors = c.type == 'S' ? SECTORS_OF_LINE : 1;
    differs(&d, c.type != 'S', "fetches sectors of 32 bytes");
    differs(&d, c.replacement != 'L', "replaces the least recently used line");
    differs(&d, !strchr("LE", c.write), "writes through and gives up the sector");
    differs(&d, !streaming && c.allocate != 'f', "allocates when data arrive");
    differs(&d, c.on_write != 'N', "allocates nothing on a write");
    differs(&d, c.index != 'L' && c.sets > 1, "takes the low bits for the set");
    say(r, e, &d);
    TRY(adapt(r, e, &c, &ways));
    TRY(gpgpusim_set_whole(r, e, "l1d.sets", c.sets));
    TRY(gpgpusim_set_whole(r, e, "l1d.ways", ways));
    TRY(gpgpusim_set_whole(r, e, "l1d.line_B", c.line_B));
    TRY(gpgpusim_set_whole(r, e, "l1d.mshrs",
                           streaming ? (uint64_t)c.sets * c.ways * LARGEST_L1D * sectors
                                     : c.mshrs));
    TRY(gpgpusim_set_whole(r, e, "l1d.mshr_merges", streaming ? STREAMING_MERGES : c.merges));
    return gpgpusim_set_whole(r, e, "l1d.miss_queue", c.queue);
}

void gpgpusim_write_dl1(const struct gpu_config *config, FILE *out)
{
    const struct l1d_config *l = &config->l1d;
    bool streaming = l->mshr_merges == STREAMING_MERGES &&
                     (uint64_t)l->sets * l->ways * LARGEST_L1D * SECTORS_OF_LINE == l->mshrs;
    fprintf(out, "S:%u:%u:%u,L:L:%c:N:L,A:%u:%u,%u:0,32", l->sets, l->line_B, l->ways,
            streaming ? 's' : 'f', l->mshrs, l->mshr_merges, l->miss_queue);
}

enum st_code gpgpusim_read_dl2(struct gpgpusim_reading *r, const struct gpgpusim_entry *e)
{
    struct cache_text c;
    struct differences d = {""};
    TRY(read_string(r, e, &c));
    differs(&d, c.type != 'S', "fetches sectors of 32 bytes");
    differs(&d, c.replacement != 'L', "replaces the least recently used line");
    differs(&d, c.write != 'B', "writes back");
    differs(&d, c.allocate != 'm', "allocates on a miss");
    differs(&d, c.on_write != 'L', "allocates on a write and fetches when it is read");
    differs(&d, !strchr("LP", c.index), "hashes the set by a polynomial");
    say(r, e, &d);
    TRY(gpgpusim_set_whole(r, e, "l2.sets", c.sets));
    TRY(gpgpusim_set_whole(r, e, "l2.ways", c.ways));
    TRY(gpgpusim_set_whole(r, e, "l2.line_B", c.line_B));
    TRY(gpgpusim_set(r, e, "l2.set_index", c.index == 'L' ? "linear" : "ipoly"));
    TRY(gpgpusim_set_whole(r, e, "l2.mshrs", c.mshrs));
    TRY(gpgpusim_set_whole(r, e, "l2.mshr_merges", c.merges));
    TRY(gpgpusim_set_whole(r, e, "l2.miss_queue", c.queue));
    return gpgpusim_set_whole(r, e, "l2.data_port_B", c.port_B ? c.port_B : c.line_B);
}

void gpgpusim_write_dl2(const struct gpu_config *config, FILE *out)
{
    const struct l2_config *l = &config->l2;
    fprintf(out, "S:%u:%u:%u,L:B:m:L:%c,A:%u:%u,%u:0,%u", l->sets, l->line_B, l->ways,
            l->set_index == SET_INDEX_LINEAR ? 'L' : 'P', l->mshrs, l->mshr_merges, l->miss_queue,
            l->data_port_B);
}
