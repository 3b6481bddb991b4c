/* Writes timelines: one event per line, sorted by time within a process, so that simple tools can
 * read them, too. */
#include "orchestrator/result/timeline_json.h"

#include "common/file.h"
#include "common/interrupt.h"
#include "common/json_writer.h"
#include "orchestrator/settings/output.h"
#include "version.h"

#include <string.h>

struct writer {
    FILE *out;
    struct json_writer json;
    double core_MHz;
    unsigned pid; /* numbered from 1, as some viewers take process 0 for the idle process */
};

/* One number of a counter event, as its mean over an interval. */
struct series {
    const char *name;
    double value;
};

/* --- events --- */

static void event(struct writer *w, const char *phase)
{
    fprintf(w->out, ",\n{\"ph\":\"%s\",\"pid\":%u", phase, w->pid);
}

/* Converts a cycle to microseconds, with enough digits to compute the cycle from them. */
static double time_of(const struct writer *w, cycle_t cycle)
{
    return (double)cycle / w->core_MHz;
}

static void counter(struct writer *w, cycle_t at, const char *name, const struct series *series,
                    size_t n)
{
    event(w, "C");
    fprintf(w->out, ",\"ts\":%.4f,\"name\":\"%s\",\"args\":{", time_of(w, at), name);
    for (size_t i = 0; i < n; i++)
        fprintf(w->out, "%s\"%s\":%.6g", i ? "," : "", series[i].name, series[i].value);
    fputs("}}", w->out);
}

static void one(struct writer *w, cycle_t at, const char *name, const char *series, double value)
{
    counter(w, at, name, &(struct series){series, value}, 1);
}

static void two(struct writer *w, cycle_t at, const char *name, struct series first,
                struct series second)
{
    const struct series both[] = {first, second};
    counter(w, at, name, both, 2);
}

/* Writes a metadata event. The first event of the file, which has no comma before it, is metadata:
 * it names the machine. */
static void metadata(struct writer *w, const char *name, json_t *args)
{
    json_t *e = json_writer_object(&w->json);
    json_put_text(&w->json, e, "ph", "M");
    json_put_count(&w->json, e, "pid", w->pid);
    json_put_text(&w->json, e, "name", name);
    json_put(&w->json, e, "args", args);
    json_writer_dump(&w->json, e, w->out, JSON_COMPACT);
}

/* --- one machine --- */

static double share_of(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

/* Returns the activity of the SMs between two samples. */
static struct timeline_sm sm_change(const struct timeline_sm *a, const struct timeline_sm *b)
{
    struct timeline_sm d;
#define CHANGE(name) d.name = b->name - a->name;
    TIMELINE_SM_FIELDS(CHANGE)
    return d;
}

static struct timeline_memory_partition partition_change(const struct timeline_memory_partition *a,
                                                         const struct timeline_memory_partition *b)
{
    struct timeline_memory_partition d;
    TIMELINE_MEMORY_PARTITION_FIELDS(CHANGE)
#undef CHANGE
    return d;
}

static void cache(struct writer *w, cycle_t at, const char *name, uint64_t accesses,
                  uint64_t misses, double cycles)
{
    two(w, at, name, (struct series){"hits per cycle", (double)(accesses - misses) / cycles},
        (struct series){"misses per cycle", (double)misses / cycles});
}

static void whole_gpu(struct writer *w, const struct timeline_totals *a,
                      const struct timeline_totals *b, double sms)
{
    struct timeline_sm sm = sm_change(&a->sms, &b->sms);
    struct timeline_memory_partition p = partition_change(&a->partitions, &b->partitions);
    double cycles = (double)(b->at - a->at);
    two(w, a->at, "dispatch",
        (struct series){"CTAs launched", (double)(b->ctas_launched - a->ctas_launched)},
        (struct series){"CTAs ended", (double)(b->ctas_ended - a->ctas_ended)});
    one(w, a->at, "SM occupancy", "warps per SM", (double)sm.warp_cycles / cycles / sms);
    one(w, a->at, "RT units", "warps per SM", (double)sm.rt_warp_cycles / cycles / sms);
    one(w, a->at, "IPC", "thread instructions per cycle", (double)sm.thread_instructions / cycles);
    cache(w, a->at, "L1D", sm.l1d_accesses, sm.l1d_misses, cycles);
    one(w, a->at, "L1D miss rate", "%", 100 * share_of(sm.l1d_misses, sm.l1d_accesses));
    cache(w, a->at, "L2", p.l2_accesses, p.l2_misses, cycles);
    one(w, a->at, "L2 miss rate", "%", 100 * share_of(p.l2_misses, p.l2_accesses));
    one(w, a->at, "DRAM bus", "busy %", 100 * share_of(p.data_cycles, p.dram_cycles));
    one(w, a->at, "DRAM active", "%", 100 * share_of(p.active_cycles, p.dram_cycles));
    one(w, a->at, "DRAM queue", "requests per channel", share_of(p.queue_cycles, p.dram_cycles));
}

static void one_sm(struct writer *w, cycle_t at, double cycles, uint32_t id,
                   const struct timeline_sm *change)
{
    char name[40];
    snprintf(name, sizeof name, "SM %03u occupancy", id);
    one(w, at, name, "warps", (double)change->warp_cycles / cycles);
    snprintf(name, sizeof name, "SM %03u RT unit", id);
    one(w, at, name, "warps", (double)change->rt_warp_cycles / cycles);
}

static void one_partition(struct writer *w, cycle_t at, double cycles, uint32_t id,
                          const struct timeline_memory_partition *change)
{
    char name[40];
    snprintf(name, sizeof name, "partition %03u L2", id);
    cache(w, at, name, change->l2_accesses, change->l2_misses, cycles);
    snprintf(name, sizeof name, "partition %03u DRAM bus", id);
    one(w, at, name, "busy %", 100 * share_of(change->data_cycles, change->dram_cycles));
    snprintf(name, sizeof name, "partition %03u DRAM queue", id);
    one(w, at, name, "requests", share_of(change->queue_cycles, change->dram_cycles));
}

/* Writes the events between the two samples `from` and `to`. */
static void interval(struct writer *w, const struct timeline *t, size_t from, size_t to, double sms)
{
    const struct timeline_totals *a = timeline_totals(t, from), *b = timeline_totals(t, to);
    double cycles = (double)(b->at - a->at);
    whole_gpu(w, a, b, sms);
    for (uint32_t k = 0; k < timeline_sms(t); k++) {
        struct timeline_sm change = sm_change(timeline_sm(t, from, k), timeline_sm(t, to, k));
        one_sm(w, a->at, cycles, timeline_sm_id(t, k), &change);
    }
    for (uint32_t k = 0; k < timeline_memory_partitions(t); k++) {
        struct timeline_memory_partition change = partition_change(
            timeline_memory_partition(t, from, k), timeline_memory_partition(t, to, k));
        one_partition(w, a->at, cycles, timeline_memory_partition_id(t, k), &change);
    }
}

/* Writes a 0 for each counter at the end, as viewers hold a value until the counter's next. */
static void all_zero(struct writer *w, const struct timeline *t, cycle_t at)
{
    static const struct timeline_sm no_sm = {0};
    static const struct timeline_memory_partition no_partition = {0};
    struct timeline_totals a = {.at = at}, b = {.at = at + 1};
    whole_gpu(w, &a, &b, 1);
    for (uint32_t k = 0; k < timeline_sms(t); k++)
        one_sm(w, at, 1, timeline_sm_id(t, k), &no_sm);
    for (uint32_t k = 0; k < timeline_memory_partitions(t); k++)
        one_partition(w, at, 1, timeline_memory_partition_id(t, k), &no_partition);
}

static void all_ctas(struct writer *w, const struct timeline *t, uint32_t k)
{
    uint32_t id = timeline_sm_id(t, k);
    event(w, "M");
    fprintf(w->out,
            ",\"tid\":%u,\"name\":\"thread_name\",\"args\":{\"name\":\"SM %03u, warp slot 0\"}}",
            id + 1, id);
    for (size_t i = 0; i < timeline_ctas(t, k); i++) {
        const struct timeline_cta *c = timeline_cta(t, k, i);
        event(w, "X");
        fprintf(w->out,
                ",\"tid\":%u,\"ts\":%.4f,\"dur\":%.4f,\"name\":\"CTA %u\","
                "\"args\":{\"cycles\":%llu}}",
                id + 1, time_of(w, c->begin), time_of(w, c->end) - time_of(w, c->begin), c->cta,
                (unsigned long long)(c->end - c->begin));
    }
}

static void machine(struct writer *w, const struct run *run, const char *name, uint32_t sms,
                    uint32_t partitions)
{
    const struct timeline *t = run->timeline;
    size_t n = timeline_samples(t), first = 1;
    char title[160];
    json_t *args;
    if (w->pid++)
        fputs(",\n", w->out);
    snprintf(title, sizeof title, "%s: %u SMs, %u memory partitions%s", name, sms, partitions,
             run->finished ? "" : " (interrupted)");
    args = json_writer_object(&w->json);
    json_put_text(&w->json, args, "name", title);
    metadata(w, "process_name", args);
    event(w, "M");
    fprintf(w->out, ",\"name\":\"process_sort_index\",\"args\":{\"sort_index\":%u}}", w->pid);
    /* The last sample of a run without cycles is at cycle 0, like the first. */
    for (size_t i = first; i < n && timeline_totals(t, i)->at > 0; i++)
        interval(w, t, i - 1, i, sms);
    all_zero(w, t, timeline_totals(t, n - 1)->at);
    for (uint32_t k = 0; k < timeline_sms(t); k++)
        all_ctas(w, t, k);
}

/* --- all machines --- */

static void write_group(struct writer *w, const struct result *r, uint32_t g)
{
    const struct result_group *group = &r->groups[g];
    for (uint32_t level = 0; level < r->n_levels; level++) {
        const struct run *run = &group->runs[level];
        char name[64];
        if (!run->timeline)
            continue;
        if (r->kind == RESULT_SIMULATION)
            snprintf(name, sizeof name, "the GPU");
        else
            snprintf(name, sizeof name, "group %u, %.2f %% of its pixels", g,
                     result_percent(run->traced, group->pixels));
        machine(w, run, name, r->downscale.sms, r->downscale.memory_partitions);
    }
}

static json_t *what_it_is_of(struct writer *w, const struct result *r)
{
    const struct settings *s = &r->settings;
    struct json_writer *json = &w->json;
    json_t *o = json_writer_object(json);
    json_put_text(json, o, "version", DIORAMA_VERSION);
    json_put_text(json, o, "command", r->kind == RESULT_SIMULATION ? "simulate" : "predict");
    json_put_text(json, o, "scene", r->scene);
    json_put_text(json, o, "gpu", r->gpu.name);
    json_put_count(json, o, "width", r->frame.width);
    json_put_count(json, o, "height", r->frame.height);
    json_put_count(json, o, "samples", r->frame.samples);
    json_put_count(json, o, "seed", r->frame.seed);
    json_put_real(json, o, "core_MHz", w->core_MHz);
    json_put_count(json, o, "most_intervals", s->output.trace_samples);
    return o;
}

static enum st_code write_all(const struct result *r, FILE *out, struct status *st)
{
    struct writer w = {.out = out, .core_MHz = r->gpu.machine.core_MHz};
    json_t *of = what_it_is_of(&w, r);
    fputs("{\"displayTimeUnit\":\"ns\",\n\"otherData\":", out);
    json_writer_dump(&w.json, of, out, JSON_COMPACT | JSON_REAL_PRECISION(17));
    fputs(",\n\"traceEvents\":[\n", out);
    for (uint32_t g = 0; g < r->n_groups; g++)
        write_group(&w, r, g);
    if (r->evidence.run.timeline)
        machine(&w, &r->evidence.run,
                r->evidence.sample == SAMPLE_WINDOWS ? "windows of the frame on the GPU"
                                                     : "the whole frame on the GPU",
                r->gpu.machine.sms, r->gpu.machine.memory_partitions);
    fputs("\n]}\n", out);
    return w.json.failed ? status_no_memory(st, "timeline") : ST_OK;
}

enum st_code timeline_json_write(const struct result *r, struct status *st)
{
    struct file_out file;
    if (!r->settings.output.trace)
        return ST_OK;
    TRY(file_out_open(&file, r->settings.output.trace, st));
    return file_out_finish(&file, write_all(r, file.stream, st), st);
}

static bool has_any(const struct result *r)
{
    bool any = r->evidence.run.timeline;
    for (uint32_t g = 0; r->groups && g < r->n_groups; g++)
        for (uint32_t level = 0; level < r->n_levels; level++)
            any = any || r->groups[g].runs[level].timeline;
    return any;
}

enum st_code timeline_json_rescue(const struct result *r, struct status *st)
{
    if (!interrupt_signal() || !r->settings.output.trace || !has_any(r))
        return st->code;
    TRY(timeline_json_write(r, st));
    return status_fail(st, ST_FAILED,
                       "interrupted; there is no result, but '%s' has the timeline so far",
                       r->settings.output.trace);
}

enum st_code timeline_json_check(const struct settings *settings, FILE *out, struct status *st)
{
    if (!settings->output.trace)
        return ST_OK;
    const struct model_traits *model = &models[models_simulating(settings->method.model)];
    if (!model->traces)
        return status_fail(st, ST_USAGE, "--trace is of the cycle model; leave out --model %s",
                           model->name);
    if (strcmp(settings->output.trace, "-") == 0)
        return status_fail(st, ST_USAGE,
                           "--trace - is standard output, where the results go; name a file");
    return output_check(settings->output.trace, settings, out, st);
}
