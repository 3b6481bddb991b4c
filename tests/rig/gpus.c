#include "tests/rig/gpus.h"

#include "sim/config/load/load.h"
#include "tests/rig/rig.h"

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
