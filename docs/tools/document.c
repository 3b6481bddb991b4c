/* document.c -- prints the pages that are generated from the code's own tables:
 *     diorama_document config|stats
 * docs/reference/config.md and docs/reference/stats.md are its output; the test house/pages
 * compares them. */
#include "sim/config/gpgpusim/options.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/metrics.h"
#include "sim/timing/counters/stalls.h"

#include <stdio.h>
#include <string.h>

static int config_page(void)
{
    gpu_config_document(stdout);
    gpgpusim_document(stdout);
    return 0;
}

static void metric_row(const struct metric *m)
{
    static const char *const intervals[] = {[INTERVAL_NONE] = "none",
                                            [INTERVAL_CALIBRATED] = "calibrated",
                                            [INTERVAL_DERIVED] = "derived",
                                            [INTERVAL_COUNTED] = "counted"};
    printf("| `%s` | %s | %s | `%s` | %s | %s |\n", m->name, m->title, m->unit[0] ? m->unit : "–",
           m->vulkan_sim, m->kind == METRIC_TOTAL ? "divided by the traced share" : "kept",
           intervals[m->interval]);
}

static int stats_page(void)
{
    puts("# Statistics\n");
    puts("Generated from the tables in `sim/timing`; do not edit. Counters are integers; metrics "
         "are computed\nfrom them at the very end.\n");
    puts("## Metrics\n");
    puts(
        "| name | title | unit | Vulkan-Sim's name | linear extrapolation | interval of `ratio` |\n"
        "| --- | --- | --- | --- | --- | --- |");
    for (int i = 0; i < METRIC_COUNT; i++)
        metric_row(&metrics[i]);
    puts("\n### Of one run\n\nBeside the metrics, what `diorama correlate` holds against a run of "
         "Vulkan-Sim.\n");
    puts("| name | title | unit | Vulkan-Sim's name |\n"
         "| --- | --- | --- | --- |");
    for (int i = METRIC_COUNT; i < METRIC_ALL; i++)
        printf("| `%s` | %s | %s | `%s` |\n", metrics[i].name, metrics[i].title, metrics[i].unit,
               metrics[i].vulkan_sim);
    stalls_document(stdout);
    counters_document(gpu_counter_tables, n_gpu_counter_tables, stdout);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "config") == 0)
        return config_page();
    if (argc == 2 && strcmp(argv[1], "stats") == 0)
        return stats_page();
    fputs("usage: diorama_document config|stats\n", stderr);
    return 2;
}
