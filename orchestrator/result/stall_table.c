#include "orchestrator/result/stall_table.h"

#include "sim/timing/counters/stalls.h"

enum { BAR = 24 };

/* Prints a part with a bar and its description. */
static void print_part(const struct stall_cause *part, uint64_t all, FILE *out)
{
    double share = all ? (double)part->slots / (double)all : 0;
    int n = (int)(BAR * share + 0.5);
    fprintf(out, "  %-14s %18llu %8.2f %%  ", part->name, (unsigned long long)part->slots,
            100 * share);
    for (int i = 0; i < BAR; i++)
        fputc(i < n ? '#' : ' ', out);
    fprintf(out, "  %s\n", part->doc);
}

void stalls_print(const struct gpu_counters *counters, const char *whose, FILE *out)
{
    for (size_t s = 0; s < STALL_STACKS; s++) {
        const struct stall_stack *stack = &stall_stacks[s];
        uint64_t all = stall_slots(stack, counters);
        struct stall_cause part;
        fprintf(out, "\n%s%s%s\n", stack->title, whose[0] ? ", " : "", whose);
        for (size_t i = 0; stall_cause(stack, counters, i, &part); i++)
            print_part(&part, all, out);
        fprintf(out, "  %-14s %18llu %8.2f %%\n", "all", (unsigned long long)all,
                all ? 100.0 : 0.0);
    }
}

json_t *stalls_json(struct json_writer *w, const struct gpu_counters *counters)
{
    json_t *stalls = json_writer_object(w);
    for (size_t s = 0; s < STALL_STACKS; s++) {
        json_t *stack = json_put_object(w, stalls, stall_stacks[s].name);
        struct stall_cause part;
        for (size_t i = 0; stall_cause(&stall_stacks[s], counters, i, &part); i++)
            json_put_count(w, stack, part.name, part.slots);
    }
    return stalls;
}
