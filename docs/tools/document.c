/* document.c -- prints what docs/reference has from the code's own tables:
 *     diorama_document config|stats|generators|ptx|vulkan-sim-shaders|kernels
 * The test house/pages compares. */
#include "scenes/generate/generate.h"
#include "sim/config/gpgpusim/options.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/frontend/ptx/opcodes.h"
#include "sim/functional/frontend/vsim/opcodes.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/metrics.h"
#include "sim/timing/counters/stalls.h"
#include "sim/workload/workload.h"

#include <stdio.h>
#include <string.h>

static void config_page(FILE *out)
{
    gpu_config_document(out);
    gpgpusim_document(out);
}

static void metric_row(const struct metric *m, FILE *out)
{
    static const char *const intervals[] = {[INTERVAL_NONE] = "none",
                                            [INTERVAL_CALIBRATED] = "calibrated",
                                            [INTERVAL_DERIVED] = "derived",
                                            [INTERVAL_COUNTED] = "counted"};
    fprintf(out, "| `%s` | %s | %s | `%s` | %s | %s |\n", m->name, m->title,
            m->unit[0] ? m->unit : "–", m->vulkan_sim,
            m->kind == METRIC_TOTAL ? "divided by the traced share" : "kept",
            intervals[m->interval]);
}

static void stats_page(FILE *out)
{
    fputs("# Statistics\n\n", out);
    fputs("Generated from the tables in `sim/timing`; do not edit. Counters are integers; metrics "
          "are computed\nfrom them at the very end.\n\n",
          out);
    fputs("## Metrics\n\n", out);
    fputs("| name | title | unit | Vulkan-Sim's name | linear extrapolation | error known |\n"
          "| --- | --- | --- | --- | --- | --- |\n",
          out);
    for (int i = 0; i < METRIC_COUNT; i++)
        metric_row(&metrics[i], out);
    fputs("\n### Of one run\n\nBeside the metrics, what `diorama correlate` holds against a run of "
          "Vulkan-Sim.\n\n",
          out);
    fputs("| name | title | unit | Vulkan-Sim's name |\n"
          "| --- | --- | --- | --- |\n",
          out);
    for (int i = METRIC_COUNT; i < METRIC_ALL; i++)
        fprintf(out, "| `%s` | %s | %s | `%s` |\n", metrics[i].name, metrics[i].title,
                metrics[i].unit, metrics[i].vulkan_sim);
    stalls_document(out);
    counters_document(gpu_counter_tables, n_gpu_counter_tables, out);
}

static void kernels_table(FILE *out)
{
    fputs("## Kernels\nWritten by the program from its table.\n\n"
          "| kernel | computes | is there for | `--size` counts | from | default | to |\n"
          "| --- | --- | --- | --- | ---: | ---: | ---: |\n",
          out);
    for (size_t i = 0; i < n_workload_kernels; i++) {
        const struct workload_kernel *k = &workload_kernels[i];
        fprintf(out, "| [%s](../../sim/kernels/%s.c) | %s | %s | %s | %u | %u | %u |\n", k->name,
                k->name, k->summary, k->stresses, k->unit, k->least, k->initial, k->most);
    }
}

static const struct {
    const char *name;
    void (*print)(FILE *out);
} pages[] = {
    {"config", config_page},
    {"stats", stats_page},
    {"generators", generators_document},
    {"ptx", ptx_opcodes_document},
    {"vulkan-sim-shaders", vsim_opcodes_document},
    {"kernels", kernels_table},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < sizeof pages / sizeof *pages; i++)
        if (strcmp(argv[1], pages[i].name) == 0) {
            pages[i].print(stdout);
            return 0;
        }
    fputs("usage: diorama_document config|stats|generators|ptx|vulkan-sim-shaders|kernels\n",
          stderr);
    return 2;
}
