#include "orchestrator/workload/workload_print.h"

#include "orchestrator/result/counter_table.h"
#include "orchestrator/result/result_json.h"
#include "orchestrator/result/result_table.h"
#include "orchestrator/result/stack_table.h"
#include "orchestrator/result/stall_table.h"
#include "orchestrator/settings/options_json.h"
#include "sim/functional/program/program.h"

#include <math.h>
#include <omp.h>
#include <string.h>

struct cost workload_cost(const struct workload_run *run, struct cost_time setup,
                          struct cost_time all)
{
    struct cost c = {.setup = setup};
    c.simulate.cpu_s = run->cpu_s;
    c.simulate.wall_s = all.wall_s - setup.wall_s;
    c.total.cpu_s = c.setup.cpu_s + c.simulate.cpu_s;
    c.total.wall_s = all.wall_s;
    c.peak_rss_bytes = cost_peak_rss_bytes();
    c.threads = (uint32_t)omp_get_max_threads();
    c.simulated_cycles = run->answer.counters.gpu.cycles;
    c.warp_instructions = run->counts.warp_instructions;
    c.thread_instructions = run->counts.thread_instructions;
    return c;
}

static const struct model_traits *model_of(const struct workload_result *r)
{
    return &models[models_simulating(r->settings->method.model)];
}

/* Computes the metrics; those whose counters the model does not count become NAN. */
static void compute_metrics(const struct workload_result *r, double out[METRIC_COUNT])
{
    metrics_compute(&r->run->answer.counters, out);
    for (int m = 0; m < METRIC_COUNT; m++)
        if (!model_knows(models_simulating(r->settings->method.model), (enum metric_id)m))
            out[m] = (double)NAN;
}

static bool of_rays(enum metric_id m)
{
    return strncmp(metrics[m].name, "rt_", 3) == 0;
}

static double milliseconds(const struct workload_result *r)
{
    return metrics_frame_time_ms(r->gpu, (double)r->run->answer.counters.gpu.cycles);
}

static const char *name_of(const struct workload_result *r)
{
    return r->workload->kernel ? r->workload->kernel->name : r->settings->render.scene;
}

/* ---- text ---- */

static void print_extent(const uint32_t extent[3], FILE *out)
{
    int axes = extent[2] > 1 ? 3 : extent[1] > 1 ? 2 : 1;
    for (int axis = 0; axis < axes; axis++)
        fprintf(out, "%s%u", axis ? " x " : "", extent[axis]);
}

/* Prints a line per launch; where there are many, only for the first ones. */
static void print_launches(const struct workload_run *r, FILE *out)
{
    enum { SHOWN = 12 };
    for (uint32_t i = 0; i < r->n && i < SHOWN; i++) {
        const struct workload_launch_run *l = &r->launches[i];
        fputs(i ? "           " : "  launches ", out);
        fputs("grid ", out);
        print_extent(l->grid, out);
        fputs(", block ", out);
        print_extent(l->block, out);
        fprintf(out, ": %llu cycles\n", (unsigned long long)l->cycles);
    }
    if (r->n > SHOWN)
        fprintf(out, "           and %u more\n", r->n - SHOWN);
}

static const char *entry_of(const struct program *p)
{
    const struct program_function *f = p->functions;
    while (f->first > p->entry || f->end <= p->entry)
        f++;
    return f->name;
}

static void print_heading(const struct workload_result *r, FILE *out)
{
    const struct workload *w = r->workload;
    const char *title = model_of(r)->title;
    fprintf(out, "Run of %s on %s%s%s\n", name_of(r), r->gpu->name, title ? ", " : "",
            title ? title : "");
    if (w->kernel)
        fprintf(out, "  kernel   %s\n  size     %u %s\n", w->kernel->summary, w->size,
                w->kernel->unit);
    else
        fprintf(out, "  kernel   %s\n", entry_of(compute_program_of(w->program)));
    fprintf(out, "  seed     %llu\n  thread   %u registers; of a CTA %u bytes of shared memory\n",
            (unsigned long long)w->seed, r->run->registers, r->run->shared_B);
    print_launches(r->run, out);
    if (w->kernel)
        fprintf(out, "  checked  %llu results against plain C: equal, bit for bit\n",
                (unsigned long long)w->compared);
    else
        fputs("  checked  nothing: what the kernel should compute is not known\n", out);
}

void workload_print(const struct workload_result *r, FILE *out)
{
    double values[METRIC_COUNT];
    char text[64];
    compute_metrics(r, values);
    print_heading(r, out);
    fprintf(out, "\n%-32s %16s  unit\n", "metric", "value");
    for (int m = 0; m < METRIC_COUNT; m++) {
        if (of_rays((enum metric_id)m))
            continue;
        const char *unit = metrics[m].kind == METRIC_SHARE ? "" : metrics[m].unit;
        metric_text((enum metric_id)m, values[m], text, sizeof text);
        fprintf(out, "%-32s %16s%s%s\n", metrics[m].title, text, unit[0] ? "  " : "", unit);
    }
    fprintf(out, "%-32s %16.4f  ms\n", "Time", milliseconds(r));
    stack_print(&r->run->answer.stack, out);
    if (r->settings->output.stalls)
        stalls_print(&r->run->answer.counters, "", out);
    if (r->settings->output.stats)
        counters_print(&r->run->answer.counters, NULL, model_of(r)->counts, out);
}

/* ---- JSON ---- */

static void put_extent(struct json_writer *w, json_t *o, const char *key, const uint32_t extent[3])
{
    json_t *list = json_put_array(w, o, key);
    for (int axis = 0; axis < 3; axis++)
        json_append(w, list, json_integer(extent[axis]));
}

static void put_launches(struct json_writer *w, json_t *d, const struct workload_run *r)
{
    json_t *list = json_put_array(w, d, "launches");
    for (uint32_t i = 0; i < r->n; i++) {
        json_t *one = json_append_object(w, list);
        put_extent(w, one, "grid", r->launches[i].grid);
        put_extent(w, one, "block", r->launches[i].block);
        json_put_count(w, one, "cycles", r->launches[i].cycles);
        json_put_count(w, one, "warp_instructions", r->launches[i].warp_instructions);
    }
}

static void put_kernel(struct json_writer *w, json_t *d, const struct workload_result *r)
{
    const struct workload *k = r->workload;
    json_put_text(w, d, "kernel", name_of(r));
    json_put_text(w, d, "isa", isa_names[r->settings->render.isa]);
    json_put_text(w, d, "gpu", r->gpu->name);
    json_put_text(w, d, "model", model_of(r)->name);
    json_put(w, d, "size", k->kernel ? json_integer(k->size) : json_null());
    json_put_count(w, d, "seed", k->seed);
    json_put_count(w, d, "registers", r->run->registers);
    json_put_count(w, d, "shared_bytes", r->run->shared_B);
    json_put_count(w, d, "ctas", r->run->ctas);
    put_launches(w, d, r->run);
    /* A kernel with a wrong result has failed before, so all that were compared were right. */
    json_put(w, d, "results_checked",
             k->kernel ? json_integer((json_int_t)k->compared) : json_null());
}

void workload_json(struct json_writer *w, json_t *d, const struct workload_result *r)
{
    double values[METRIC_COUNT];
    const struct workload_run *run = r->run;
    put_kernel(w, d, r);
    compute_metrics(r, values);
    json_t *all = json_put_object(w, d, "metrics");
    for (int m = 0; m < METRIC_COUNT; m++)
        if (!of_rays((enum metric_id)m))
            json_put_real(w, json_put_object(w, all, metrics[m].name), "value", values[m]);
    json_put_real(w, d, "time_ms", milliseconds(r));
    if (r->settings->output.stalls)
        json_put(w, d, "stalls", stalls_json(w, &run->answer.counters));
    if (run->answer.stack.n)
        json_put(w, d, "cpi_stack", stack_json(w, &run->answer.stack));
    if (r->settings->output.stats)
        result_put_counters(w, d, &run->answer.counters, model_of(r)->counts);
    json_put(w, d, "settings", options_recorded(w, COMMAND_RUN, r->settings));
    json_t *inputs = json_put_object(w, d, "inputs");
    json_put_text(w, inputs, "kernel", r->workload->hash);
    json_put_text(w, inputs, "gpu", r->gpu->hash);
    result_put_cost(w, d, &r->cost);
}
