#include "sim/timing/counters/timeline.h"

#include "common/memory.h"

/* CTAs of one warp slot. */
struct slot {
    uint32_t n;
    uint64_t came, step; /* CTAs so far; one of every `step` is kept */
    bool open;           /* the last kept CTA is resident */
    struct timeline_cta *ctas;
};

struct timeline {
    uint32_t all_sms, all_partitions; /* numbers in the GPU */
    uint32_t sms, partitions;         /* number with samples of their own */
    uint32_t most;
    bool over;
    cycle_t interval;
    size_t n; /* samples; the one after them is being filled */
    struct timeline_totals *totals;
    struct timeline_sm *of_sm;                      /* by sample and SM */
    struct timeline_memory_partition *of_partition; /* by sample and partition */
    struct slot slots[TIMELINE_SMS];
};

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* spread() is the number, among `all`, of the k-th of n evenly spread ones. place() is its inverse:
 * n if i is none of these. */
static uint32_t spread(uint32_t k, uint32_t n, uint32_t all)
{
    return (uint32_t)((uint64_t)k * all / n);
}

static uint32_t place(uint32_t i, uint32_t n, uint32_t all)
{
    uint32_t k = (uint32_t)(((uint64_t)i * n + all - 1) / all);
    return k < n && spread(k, n, all) == i ? k : n;
}

static enum st_code allocate(struct timeline *t, struct status *st)
{
    size_t rows = 2 * (size_t)t->most + 2;
    bool got = MEM_ARRAYS(MEM_ARRAY(t->totals, rows), MEM_ARRAY(t->of_sm, rows * t->sms),
                          MEM_ARRAY(t->of_partition, rows * t->partitions));
    for (uint32_t k = 0; got && k < t->sms; k++) {
        t->slots[k].step = 1;
        t->slots[k].ctas = mem_calloc(t->most, sizeof *t->slots[k].ctas);
        got = t->slots[k].ctas;
    }
    return got ? ST_OK : status_no_memory(st, "a timeline");
}

enum st_code timeline_create(struct timeline **out, const struct gpu_config *config, uint32_t most,
                             struct status *st)
{
    *out = NULL;
    struct timeline *t;
    TRY(mem_make(&t, 1, sizeof *t, "a timeline", st));
    t->all_sms = config->machine.sms;
    t->all_partitions = config->machine.memory_partitions;
    t->sms = least(t->all_sms, TIMELINE_SMS);
    t->partitions = least(t->all_partitions, TIMELINE_MEMORY_PARTITIONS);
    t->most = most;
    t->interval = TIMELINE_FIRST_INTERVAL;
    t->n = 1; /* cycle 0, before which nothing has happened */
    enum st_code code = allocate(t, st);
    if (code != ST_OK) {
        timeline_free(t);
        return code;
    }
    *out = t;
    return ST_OK;
}

void timeline_free(struct timeline *t)
{
    if (!t)
        return;
    for (uint32_t k = 0; k < t->sms; k++)
        mem_free(t->slots[k].ctas);
    MEM_FREE(t->totals, t->of_sm, t->of_partition, t);
}

/* --- samples --- */

static struct timeline_sm *sm_row(const struct timeline *t, size_t sample)
{
    return &t->of_sm[sample * t->sms];
}

static struct timeline_memory_partition *partition_row(const struct timeline *t, size_t sample)
{
    return &t->of_partition[sample * t->partitions];
}

cycle_t timeline_next(const struct timeline *t)
{
    return t->n * t->interval;
}

void timeline_add_sm(struct timeline *t, uint32_t sm, const struct timeline_sm *so_far)
{
    struct timeline_sm *all = &t->totals[t->n].sms;
    uint32_t k = place(sm, t->sms, t->all_sms);
#define ADD(name) all->name += so_far->name;
    TIMELINE_SM_FIELDS(ADD)
#undef ADD
    if (k < t->sms)
        sm_row(t, t->n)[k] = *so_far;
}

void timeline_add_memory_partition(struct timeline *t, uint32_t partition,
                                   const struct timeline_memory_partition *so_far)
{
    struct timeline_memory_partition *all = &t->totals[t->n].partitions;
    uint32_t k = place(partition, t->partitions, t->all_partitions);
#define ADD(name) all->name += so_far->name;
    TIMELINE_MEMORY_PARTITION_FIELDS(ADD)
#undef ADD
    if (k < t->partitions)
        partition_row(t, t->n)[k] = *so_far;
}

static void move_row(struct timeline *t, size_t to, size_t from)
{
    t->totals[to] = t->totals[from];
    for (uint32_t k = 0; k < t->sms; k++)
        sm_row(t, to)[k] = sm_row(t, from)[k];
    for (uint32_t k = 0; k < t->partitions; k++)
        partition_row(t, to)[k] = partition_row(t, from)[k];
}

/* Drops every other sample. Until the run's end there is room for twice as many as are wanted:
 * samples behind the end are taken before it is noticed, and must not thin out the others, which
 * are then the same however late that is. */
static void thin_out(struct timeline *t)
{
    for (size_t i = 1; 2 * i < t->n; i++)
        move_row(t, i, 2 * i);
    t->n = (t->n + 1) / 2;
    t->interval *= 2;
}

void timeline_sampled(struct timeline *t, cycle_t at, uint64_t ctas_launched, uint64_t ctas_ended)
{
    struct timeline_totals *row = &t->totals[t->n++];
    row->at = at;
    row->ctas_launched = ctas_launched;
    row->ctas_ended = ctas_ended;
    if (t->over)
        return;
    if (t->n > 2 * (size_t)t->most)
        thin_out(t);
    t->totals[t->n] = (struct timeline_totals){0};
}

void timeline_end(struct timeline *t, cycle_t cycles)
{
    t->over = true;
    while (t->n > 1 && t->totals[t->n - 1].at >= cycles)
        t->n--;
    while (t->n > t->most)
        thin_out(t);
    t->totals[t->n] = (struct timeline_totals){0};
    for (uint32_t k = 0; k < t->sms; k++) {
        struct slot *s = &t->slots[k];
        /* An interrupt may find an SM some cycles ahead of the others, with a CTA that began
         * there. */
        if (s->open && s->ctas[s->n - 1].begin >= cycles)
            s->n--;
        else if (s->open)
            s->ctas[s->n - 1].end = cycles;
        s->open = false;
    }
}

/* --- CTAs --- */

void timeline_cta_begins(struct timeline *t, uint32_t sm, uint32_t cta, cycle_t at)
{
    uint32_t k = place(sm, t->sms, t->all_sms);
    if (k == t->sms)
        return;
    struct slot *s = &t->slots[k];
    uint64_t number = s->came++;
    if (number % s->step)
        return;
    if (s->n == t->most) {
        for (uint32_t i = 1; 2 * i < s->n; i++)
            s->ctas[i] = s->ctas[2 * i];
        s->n = (s->n + 1) / 2;
        s->step *= 2;
        if (number % s->step)
            return;
    }
    s->ctas[s->n++] = (struct timeline_cta){cta, at, at};
    s->open = true;
}

void timeline_cta_ends(struct timeline *t, uint32_t sm, cycle_t at)
{
    uint32_t k = place(sm, t->sms, t->all_sms);
    if (k == t->sms || !t->slots[k].open)
        return;
    t->slots[k].ctas[t->slots[k].n - 1].end = at;
    t->slots[k].open = false;
}

/* --- reading samples --- */

size_t timeline_samples(const struct timeline *t)
{
    return t->n;
}

const struct timeline_totals *timeline_totals(const struct timeline *t, size_t sample)
{
    return &t->totals[sample];
}

uint32_t timeline_sms(const struct timeline *t)
{
    return t->sms;
}

uint32_t timeline_sm_id(const struct timeline *t, uint32_t k)
{
    return spread(k, t->sms, t->all_sms);
}

const struct timeline_sm *timeline_sm(const struct timeline *t, size_t sample, uint32_t k)
{
    return &sm_row(t, sample)[k];
}

uint32_t timeline_memory_partitions(const struct timeline *t)
{
    return t->partitions;
}

uint32_t timeline_memory_partition_id(const struct timeline *t, uint32_t k)
{
    return spread(k, t->partitions, t->all_partitions);
}

const struct timeline_memory_partition *timeline_memory_partition(const struct timeline *t,
                                                                  size_t sample, uint32_t k)
{
    return &partition_row(t, sample)[k];
}

size_t timeline_ctas(const struct timeline *t, uint32_t k)
{
    return t->slots[k].n;
}

const struct timeline_cta *timeline_cta(const struct timeline *t, uint32_t k, size_t i)
{
    return &t->slots[k].ctas[i];
}
