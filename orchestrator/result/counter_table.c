#include "orchestrator/result/counter_table.h"

static void print_counter(const struct counter_table *table, const struct counter *row,
                          const struct gpu_counters *first, const struct gpu_counters *second,
                          FILE *out)
{
    fprintf(out, "  %-28s %18llu", row->name, (unsigned long long)counter_read(table, row, first));
    if (second)
        fprintf(out, " %18llu", (unsigned long long)counter_read(table, row, second));
    fprintf(out, "  %s\n", row->unit);
}

static bool is_absent(const struct counter_table *table, const struct counter *row,
                      const struct gpu_counters *first, const struct gpu_counters *second)
{
    return counter_absent(row, counter_read(table, row, first)) &&
           (!second || counter_absent(row, counter_read(table, row, second)));
}

void counters_print(const struct gpu_counters *first, const struct gpu_counters *second,
                    model_counts *has, FILE *out)
{
    for (size_t t = 0; t < n_gpu_counter_tables; t++) {
        const struct counter_table *table = &gpu_counter_tables[t];
        bool heading = false;
        if (!gpu_counters_shown(table, first) && !(second && gpu_counters_shown(table, second)))
            continue;
        for (size_t i = 0; i < table->n_rows; i++) {
            if ((has && !has(table, &table->rows[i])) ||
                is_absent(table, &table->rows[i], first, second))
                continue;
            if (!heading && second)
                fprintf(out, "\n%-30s %18s %18s\n", table->section, "prediction", "reference");
            else if (!heading)
                fprintf(out, "\n%s: %s\n", table->section, table->title);
            heading = true;
            print_counter(table, &table->rows[i], first, second, out);
        }
    }
}
