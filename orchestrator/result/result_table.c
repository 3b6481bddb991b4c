#include "orchestrator/result/result_table.h"

#include "common/colour.h"
#include "common/listing.h"
#include "common/printable.h"
#include "orchestrator/result/bottleneck.h"
#include "orchestrator/result/counter_table.h"
#include "orchestrator/result/stack_table.h"
#include "orchestrator/result/stall_table.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* Shares are shown in percent; NAN as "-". */
void metric_text(enum metric_id metric, double value, char *text, size_t n)
{
    if (isnan(value))
        snprintf(text, n, "-");
    else if (metrics[metric].kind == METRIC_SHARE)
        snprintf(text, n, "%.2f %%", 100 * value);
    else if (metrics[metric].kind == METRIC_TOTAL)
        snprintf(text, n, "%.0f", value);
    else
        snprintf(text, n, "%.3f", value);
}

/* Prints "  unit", or nothing, so that no line ends in blanks. */
static void print_unit(enum metric_id metric, FILE *out)
{
    const char *unit = metrics[metric].kind == METRIC_SHARE ? "" : metrics[metric].unit;
    fprintf(out, "%s%s\n", unit[0] ? "  " : "", unit);
}

static void print_repeats(const char *what, const struct result *r, FILE *out)
{
    struct repeated cycles = result_repeated(r, METRIC_CYCLES);
    fprintf(out, "  %s mean of %u runs, each perturbed; the cycles of one run deviate by %.2f %%\n",
            what, cycles.n, 100 * cycles.deviation / cycles.mean);
}

static void print_synthetic(const struct synthetic_facts *s, FILE *out)
{
    fprintf(out, "  work     synthetic, from the heatmap: the hottest pixel traces %.4g rays",
            s->rays);
    if (s->ms > 0)
        fprintf(out, " (%g ms of %.0f cycles each)", s->ms, s->ray_cycles);
    fprintf(out, ", coherence %g, %.0f KiB of tree\n", s->coherence, (double)s->footprint / 1024);
    fputs("           unknown: geometry, materials, divergence inside a pixel, absolute time\n",
          out);
}

/* Whether a prediction estimates nothing. */
static bool is_exact(const struct result *r)
{
    return r->kind == RESULT_PREDICTION && result_is_exact(r);
}

/* Prints which part was run, and which model ran it. */
static void print_sample(const struct result *r, uint64_t traced, uint64_t pixels, FILE *out)
{
    const char *model = result_model(r)->title;
    fprintf(out, "  sample   %s", sample_kinds[r->evidence.sample].title);
    if (r->evidence.sample == SAMPLE_WINDOWS)
        fprintf(out, " that fill the GPU %.3g times", r->evidence.fills);
    if (traced < pixels)
        fprintf(out, ", %.3g %% of its pixels", result_percent(traced, pixels));
    fprintf(out, ", by the %s%s\n", model ? model : "cycle model",
            is_exact(r) ? ": exact, nothing is estimated" : "");
}

static void print_heading(const struct result *r, FILE *out)
{
    uint64_t pixels = result_pixels(r), traced = result_traced(r);
    const char *model = r->kind == RESULT_PREDICTION ? NULL : result_model(r)->title;
    fprintf(out, "%s%s of %s on %s%s%s%s%s\n", colour_begin(out, COLOUR_HEADING),
            r->kind == RESULT_PREDICTION ? "Prediction" : "Simulation", r->scene, r->gpu.name,
            model ? ", " : "", model ? model : "", r->interrupted ? ", interrupted" : "",
            colour_end(out));
    fprintf(out, "  frame    %u x %u pixels, %u sample%s, ", r->frame.width, r->frame.height,
            r->frame.samples, r->frame.samples == 1 ? "" : "s");
    frame_print_shader(&r->frame, out);
    fprintf(out, ", seed %llu", (unsigned long long)r->frame.seed);
    frame_print_number(&r->frame, out);
    fputc('\n', out);
    if (r->synthetic.is)
        print_synthetic(&r->synthetic, out);
    if (r->profile.sampled) {
        fputs("  profile  ", out);
        profile_facts_print(&r->profile, pixels, out);
    }
    if (r->kind == RESULT_PREDICTION)
        print_sample(r, traced, pixels, out);
    if (r->fills < 1)
        fprintf(out,
                "  fills    %.2g of the GPU, which holds more warps at once than the frame has\n",
                r->fills);
    if (r->n_repeats)
        print_repeats("repeated", r, out);
    const struct downscale machine = result_machine(r);
    if (machine.factor > 1)
        fprintf(out, "  machine  %u scale models (SMs: %u, memory partitions: %u)\n",
                machine.factor, machine.sms, machine.memory_partitions);
}

static bool has_intervals(const struct result *r)
{
    bool any = false;
    if (is_exact(r))
        return false;
    for (int m = 0; m < METRIC_COUNT; m++)
        any = any || survey_has_bounds(&r->metrics[m]);
    return any;
}

/* Prints " low ... high", in the width of two columns; "-" where there are no bounds. */
static void print_interval(enum metric_id metric, const struct estimate *e, FILE *out)
{
    char low[64] = "-", high[64] = "-";
    if (survey_is_exact(e)) {
        fprintf(out, " %14s %14s", "", "exact");
        return;
    }
    if (survey_has_bounds(e)) {
        metric_text(metric, e->low, low, sizeof low);
        metric_text(metric, e->high, high, sizeof high);
    }
    fprintf(out, " %14s %14s", low, high);
}

void number_print(double value, int width, int digits, FILE *out)
{
    if (isfinite(value))
        fprintf(out, fabs(value) < 1e15 ? " %*.*f" : " %*.*g", width, digits, value);
    else
        fprintf(out, " %*s", width, "-");
}

static void print_pair(double low, double high, int digits, FILE *out)
{
    bool both = isfinite(low) && isfinite(high);
    number_print(both ? low : (double)NAN, 14, digits, out);
    number_print(both ? high : (double)NAN, 14, digits, out);
}

/* Prints frame time and rate that follow from the cycles and, with `intervals`, their bounds. */
static void print_times(const struct result *r, bool intervals, FILE *out)
{
    const struct estimate ms = result_frame_time(r);
    fprintf(out, "%-32s %16.4f", "Frame time", ms.value);
    if (intervals)
        print_pair(ms.low, ms.high, 4, out);
    fprintf(out, "  ms\n%-32s %16.2f", "Frames per second", result_frames_per_second(r));
    if (intervals)
        print_pair(1000 / ms.high, 1000 / ms.low, 2, out);
    fputs("  1/s\n", out);
}

static void print_interval_heading(const struct result *r, FILE *out)
{
    char level[32];
    snprintf(level, sizeof level, "%g %% from", r->settings.method.confidence);
    fprintf(out, " %14s %14s", level, "to");
}

static void print_metric(const struct result *r, enum metric_id m, bool intervals, FILE *out)
{
    char text[64];
    metric_text(m, r->metrics[m].value, text, sizeof text);
    fprintf(out, "%-32s %16s", metrics[m].title, text);
    if (intervals)
        print_interval(m, &r->metrics[m], out);
    print_unit(m, out);
}

/* Prints, for example, "RT units, 71.2 % of their warp slots taken"; with --all the other
 * resources, too. */
static void print_bottleneck(const struct result *r, FILE *out)
{
    const struct bottleneck b = bottleneck_of(r);
    if (b.most == BOTTLENECKS)
        return;
    fprintf(out, "%-32s %s, %.1f %% %s\n", "Bottleneck", bottleneck_names[b.most],
            100 * b.shares[b.most], bottleneck_docs[b.most]);
    for (int i = 0; i < BOTTLENECKS; i++)
        if (r->settings.output.all && i != b.most && !isnan(b.shares[i]))
            fprintf(out, "%-32s %s, %.1f %% %s\n", "", bottleneck_names[i], 100 * b.shares[i],
                    bottleneck_docs[i]);
}

/* The number of metrics in the table, which ends at METRIC_DRAM_EFFICIENCY without --all. */
static int shown_metrics(const struct result *r)
{
    return r->settings.output.all ? METRIC_COUNT : METRIC_BANDWIDTH_UTILIZATION;
}

static void print_metrics(const struct result *r, FILE *out)
{
    bool intervals = has_intervals(r);
    fprintf(out, "\n%s%-32s %16s", colour_begin(out, COLOUR_HEADING), "metric", "value");
    if (intervals)
        print_interval_heading(r, out);
    fprintf(out, "  unit%s\n", colour_end(out));
    print_times(r, intervals, out);
    for (int m = 0; m < shown_metrics(r); m++) {
        if (m == METRIC_SEVEN)
            fputs("further metrics\n", out);
        print_metric(r, (enum metric_id)m, intervals, out);
    }
    print_bottleneck(r, out);
}

static void print_groups(const struct result *r, FILE *out)
{
    fprintf(out, "\n%-6s %12s %12s %10s %14s %10s\n", "group", "pixels", "traced", "percent",
            "cycles", "IPC");
    for (uint32_t g = 0; g < r->n_groups; g++) {
        const struct result_group *group = &r->groups[g];
        if (!group->finished) {
            fprintf(out, "%-6u %12llu %12d %10s %14s %10s\n", g, (unsigned long long)group->pixels,
                    0, "-", "-", "-");
            continue;
        }
        fprintf(out, "%-6u %12llu %12llu %10.2f %14.0f %10.3f\n", g,
                (unsigned long long)group->pixels, (unsigned long long)group->runs[0].traced,
                result_percent(group->runs[0].traced, group->pixels), group->metrics[METRIC_CYCLES],
                group->metrics[METRIC_IPC]);
    }
}

/* Prints a number in a right-justified column; "-" where there is none. */
static void print_real(double value, int width, int digits, FILE *out)
{
    if (isfinite(value))
        fprintf(out, " %*.*g", width, digits, value);
    else
        fprintf(out, " %*s", width, "-");
}

static void print_fits(const struct result *r, FILE *out)
{
    fprintf(out, "\n%-24s %6s %14s %14s %10s %12s  %s\n", "fit a + b exp(-c p)", "group", "a", "b",
            "c", "residual", "verdict");
    for (uint32_t i = 0; i < r->n_fits; i++) {
        const struct metric_fit *f = &r->fits[i];
        char group[16] = "all";
        if (f->metric >= METRIC_SEVEN) /* the JSON document has the others */
            continue;
        if (f->group >= 0)
            snprintf(group, sizeof group, "%d", f->group);
        fprintf(out, "%-24s %6s", metrics[f->metric].name, group);
        print_real(f->fit.a, 14, 6, out);
        print_real(f->fit.b, 14, 6, out);
        print_real(f->fit.c, 10, 4, out);
        print_real(f->fit.residual, 12, 4, out);
        fprintf(out, "  %s\n", fit_verdict_names[f->fit.verdict]);
    }
}

void result_print(const struct result *r, FILE *out)
{
    print_heading(r, out);
    print_metrics(r, out);
    stack_print(result_stack(r), out);
    if (r->kind == RESULT_PREDICTION && sample_kinds[r->evidence.sample].plan &&
        r->settings.output.all)
        print_groups(r, out);
    if (r->n_fits && r->settings.output.all)
        print_fits(r, out);
    if (r->settings.output.stalls)
        stalls_print(&r->counters, "", out);
    if (r->settings.output.stats)
        counters_print(&r->counters, NULL, result_counted(r), out);
}

static void print_error(double error, enum coverage covered, FILE *out)
{
    if (isfinite(error))
        fprintf(out, " %+9.2f %%", 100 * error);
    else
        fprintf(out, " %11s", "none");
    fputs(covered == COVERED_OUTSIDE ? "  outside\n" : "\n", out);
}

/* Prints the speedups. These lines differ from run to run, so they begin with the word "Speedup",
 * by which they can be left out. */
static void print_speedups(const struct validation *v, FILE *out)
{
    for (int i = 0; i < SPEEDUPS; i++) {
        fprintf(out, "Speedup, %-33s", speedup_rows[i].title);
        if (isfinite(v->speedup[i]))
            fprintf(out, " %10.2f x\n", v->speedup[i]);
        else
            fprintf(out, " %12s\n", "none");
    }
}

static void print_coverage(const struct validation *v, FILE *out)
{
    char text[32];
    snprintf(text, sizeof text, "%u of %u", v->inside, v->intervals);
    if (v->intervals)
        fprintf(out, "%-32s %77s\n", "Reference inside the interval", text);
}

static void print_both_metrics(const struct validation *v, const struct result *prediction,
                               const struct result *reference, FILE *out)
{
    char predicted[64], simulated[64];
    bool intervals = has_intervals(prediction);
    fprintf(out, "\n%s%-32s %16s", colour_begin(out, COLOUR_HEADING), "metric", "prediction");
    if (intervals)
        print_interval_heading(prediction, out);
    fprintf(out, " %16s %11s%s\n", "reference", "error", colour_end(out));
    for (int m = 0; m < (prediction->settings.output.all ? METRIC_COUNT : METRIC_SEVEN); m++) {
        if (m == METRIC_SEVEN)
            fputs("further metrics\n", out);
        metric_text((enum metric_id)m, prediction->metrics[m].value, predicted, sizeof predicted);
        metric_text((enum metric_id)m, reference->metrics[m].value, simulated, sizeof simulated);
        fprintf(out, "%-32s %16s", metrics[m].title, predicted);
        if (intervals)
            print_interval((enum metric_id)m, &prediction->metrics[m], out);
        fprintf(out, " %16s", simulated);
        print_error(v->error[m], v->covered[m], out);
    }
    if (isfinite(v->mae))
        fprintf(out, "%-32s %*.2f %%\n", "Mean absolute error of the seven", intervals ? 75 : 45,
                100 * v->mae);
    print_coverage(v, out);
}

void validation_print(const struct validation *v, const struct result *prediction,
                      const struct result *reference, FILE *out)
{
    print_heading(prediction, out);
    if (reference->n_repeats)
        print_repeats("reference", reference, out);
    print_both_metrics(v, prediction, reference, out);
    fputc('\n', out);
    print_speedups(v, out);
    if (prediction->settings.output.stalls) {
        stalls_print(&prediction->counters, "prediction", out);
        stalls_print(&reference->counters, "reference", out);
    }
    if (prediction->settings.output.stats)
        counters_print(&prediction->counters, &reference->counters, NULL, out);
}

void frame_print_shader(const struct frame *frame, FILE *out)
{
    if (frame->shaders) {
        char folder[PATH_MAX];
        snprintf(folder, sizeof folder, "%s", frame->shaders);
        printable_clean(folder);
        fprintf(out, "shaders %s", folder);
    } else {
        fprintf(out, "shader %s", shader_names[frame->shader]);
    }
}

void frame_print_number(const struct frame *frame, FILE *out)
{
    if (frame->number)
        fprintf(out, ", frame %u", frame->number);
}
