#include "common/counters.h"

void counters_merge(const struct counter_table *tables, size_t n, void *into, const void *from)
{
    for (size_t t = 0; t < n; t++)
        for (size_t i = 0; i < tables[t].n_rows; i++) {
            const struct counter *c = &tables[t].rows[i];
            uint64_t *mine = counter_field(&tables[t], c, into);
            uint64_t theirs = counter_read(&tables[t], c, from);
            if (c->merge != COUNTER_MAX)
                *mine += theirs;
            else if (theirs > *mine)
                *mine = theirs;
        }
}

void counters_document(const struct counter_table *tables, size_t n, FILE *out)
{
    for (size_t t = 0; t < n; t++) {
        fprintf(out, "\n## %s\n\n%s.\n\n", tables[t].section, tables[t].title);
        fprintf(out,
                "| counter | unit | merged by | one count means |\n| --- | --- | --- | --- |\n");
        for (size_t i = 0; i < tables[t].n_rows; i++) {
            const struct counter *c = &tables[t].rows[i];
            fprintf(out, "| `%s` | %s | %s | %s |\n", c->name, c->unit,
                    c->merge == COUNTER_MAX ? "maximum" : "sum", c->doc);
        }
    }
}
