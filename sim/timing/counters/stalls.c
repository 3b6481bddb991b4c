#include "sim/timing/counters/stalls.h"

#include <string.h>

const struct stall_stack stall_stacks[STALL_STACKS] = {
    {"issue", "Issue slots: every cycle of every warp scheduler", "sm", "slot_"},
    {"rt", "Cycles of the ray-tracing units", "rt", "cycle_"},
};

static const struct counter_table *table_of(const struct stall_stack *stack)
{
    for (size_t t = 0; t < n_gpu_counter_tables; t++)
        if (strcmp(gpu_counter_tables[t].section, stack->section) == 0)
            return &gpu_counter_tables[t];
    BUG("stalls: no section %s", stack->section);
}

bool stall_cause(const struct stall_stack *stack, const struct gpu_counters *counters, size_t i,
                 struct stall_cause *out)
{
    const struct counter_table *table = table_of(stack);
    size_t length = strlen(stack->prefix);
    for (size_t row = 0; row < table->n_rows; row++) {
        const struct counter *c = &table->rows[row];
        if (strncmp(c->name, stack->prefix, length) != 0 || i-- > 0)
            continue;
        *out = (struct stall_cause){c->name + length, c->doc,
                                    counters ? counter_read(table, c, counters) : 0};
        return true;
    }
    return false;
}

uint64_t stall_slots(const struct stall_stack *stack, const struct gpu_counters *counters)
{
    struct stall_cause part;
    uint64_t sum = 0;
    for (size_t i = 0; stall_cause(stack, counters, i, &part); i++)
        sum += part.slots;
    return sum;
}

void stalls_document(FILE *out)
{
    fputs("\n## Stall stacks\n\n"
          "`--stalls` shows what every cycle of every warp scheduler and of every ray-tracing unit "
          "was spent on.\nThe parts of a stack add up exactly: issue slots to SMs × schedulers × "
          "cycles, slots of the ray-tracing\nunits to SMs × cycles; in a prediction to the sum of "
          "these over the groups. Under `--json` they are\n`\"stalls\": {\"issue\": {…}, \"rt\": "
          "{…}}`.\n",
          out);
    for (size_t s = 0; s < STALL_STACKS; s++) {
        struct stall_cause part;
        fprintf(out, "\n| %s | counter | slots in which |\n| --- | --- | --- |\n",
                stall_stacks[s].name);
        for (size_t i = 0; stall_cause(&stall_stacks[s], NULL, i, &part); i++)
            fprintf(out, "| `%s` | `%s.%s%s` | %s |\n", part.name, stall_stacks[s].section,
                    stall_stacks[s].prefix, part.name, part.doc);
    }
}
