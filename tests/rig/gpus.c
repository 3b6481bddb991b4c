#include "tests/rig/gpus.h"

#include "sim/config/load/load.h"
#include "tests/rig/rig.h"

#include <stdio.h>
#include <string.h>

struct gpu_config rig_gpu(const char *operand)
{
    struct gpu_config g;
    assert_ok(gpu_config_load(&g, operand, &st));
    return g;
}

void rig_gpu_set(struct gpu_config *g, const char *key, const char *value)
{
    assert_ok(gpu_config_set(g, key, value, &st));
}

void rig_gpu_change(struct gpu_config *g, const char *changes)
{
    char text[512];
    snprintf(text, sizeof text, "%s", changes);
    for (char *item = text, *end; *item; item = end) {
        char *equals = strchr(item, '=');
        end = item + strcspn(item, " ");
        if (*end)
            *end++ = 0;
        *equals = 0;
        rig_gpu_set(g, item, equals + 1);
    }
}

void assert_same_counters(const struct gpu_counters *a, const struct gpu_counters *b)
{
    for (size_t t = 0; t < n_gpu_counter_tables; t++) {
        const struct counter_table *table = &gpu_counter_tables[t];
        for (size_t i = 0; i < table->n_rows; i++) {
            uint64_t x = counter_read(table, &table->rows[i], a);
            uint64_t y = counter_read(table, &table->rows[i], b);
            if (x != y)
                fail_msg("%s.%s is %llu and %llu", table->section, table->rows[i].name,
                         (unsigned long long)x, (unsigned long long)y);
        }
    }
}
