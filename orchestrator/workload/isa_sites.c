#include "orchestrator/workload/isa_sites.h"

#include "common/memory.h"
#include "sim/isa/instruction_profile.h"

#include <stdlib.h>

enum st_code isa_sites_create(struct isa_sites *out, const struct program *program,
                              struct status *st)
{
    *out = (struct isa_sites){.n = program->n_code};
    return mem_make(&out->of, program->n_code, sizeof *out->of, "instructions", st);
}

static int compare(const void *left, const void *right)
{
    const struct value_site *a = left, *b = right;
    if (a->steps != b->steps)
        return a->steps < b->steps ? -1 : 1;
    return a->lanes < b->lanes ? -1 : a->lanes > b->lanes;
}

void isa_sites_sort(struct isa_sites *s, const struct program *program)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        enum warp_op op = (enum warp_op)program->insts[i].op;
        if (s->of[i].steps && instruction_class_of(op) == INSTRUCTION_VECTOR_ALU)
            s->of[kept++] = s->of[i];
    }
    s->n = kept;
    if (kept)
        qsort(s->of, kept, sizeof *s->of, compare);
}

void isa_sites_release(struct isa_sites *s)
{
    mem_free(s->of);
    *s = (struct isa_sites){0};
}

static void add_site(struct site_sums *sums, const struct value_site *site)
{
    sums->instructions += site->steps;
    sums->lanes += site->lanes;
}

struct site_sums isa_sites_varying(const struct isa_sites *s)
{
    struct site_sums sums = {0};
    for (uint32_t i = 0; i < s->n; i++)
        if (s->of[i].differs)
            add_site(&sums, &s->of[i]);
    return sums;
}

struct site_sums isa_sites_shared(const struct isa_sites *s, const struct isa_sites *other)
{
    struct site_sums sums = {0};
    for (uint32_t i = 0; i < s->n && other->n; i++)
        if (bsearch(&s->of[i], other->of, other->n, sizeof *other->of, compare))
            add_site(&sums, &s->of[i]);
    return sums;
}
