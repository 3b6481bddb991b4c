#include "sim/functional/frontend/vsim/uniform.h"

#include "common/memory.h"

#include <stdlib.h>

enum { BINDING = 3, OLD_SEED = 280, SEED = 300, SHOW_HEATMAP = 316 };
#define ELSEWHERE UINT64_MAX

struct reads {
    const struct vsim_dump *d;
    uint64_t *into; /* by register: the offset in the block to which it points, or ELSEWHERE */
    bool old_seed, seed, show_heatmap;
};

static int order(const void *key, const void *element)
{
    return slice_order(*(const struct slice *)key, ((const struct vsim_name *)element)->text);
}

/* The element of `into` for a register; NULL if the name is not a register's. */
static uint64_t *pointer(struct reads *r, struct slice name)
{
    const struct vsim_dump *d = r->d;
    const struct vsim_register *reg =
        d->n_registers ? bsearch(&name, d->registers, d->n_registers, sizeof *reg, order) : NULL;
    return reg ? &r->into[reg - d->registers] : NULL;
}

static bool is_number(const struct vsim_operand *o, uint64_t bits)
{
    return o->kind == VSIM_NUMBER && o->bits == bits;
}

static void note_load(struct reads *r, const struct vsim_statement *s, const struct vsim_operand *o)
{
    const uint64_t *base = s->n == 2 && o[1].kind == VSIM_ADDRESS ? pointer(r, o[1].name) : NULL;
    if (!base || *base == ELSEWHERE)
        return;
    uint64_t at = *base + o[1].bits;
    r->old_seed |= at == OLD_SEED;
    r->seed |= at == SEED;
    r->show_heatmap |= at == SHOW_HEATMAP;
}

/* Tracks pointers into the block: its descriptor, and registers that are moved from it or added to
 * it. A register has one value in a dump, because the source assigns each once. */
static void follow(struct reads *r, const struct vsim_statement *s)
{
    if (s->n < 2) /* a dump without operands has no array of them */
        return;
    const struct vsim_operand *o = &r->d->operands[s->first];
    if (o[0].kind != VSIM_NAME)
        return;
    if (s->opcode.n >= 9 && memcmp(s->opcode.text, "ld.global", 9) == 0) {
        note_load(r, s, o);
        return;
    }
    uint64_t *to = pointer(r, o[0].name);
    const uint64_t *from = o[1].kind == VSIM_NAME ? pointer(r, o[1].name) : NULL;
    if (!to)
        return;
    if (slice_is(s->opcode, "load_vulkan_descriptor")) {
        if (s->n >= 3 && is_number(&o[1], 0) && is_number(&o[2], BINDING))
            *to = 0;
    } else if (from && *from != ELSEWHERE && slice_is(s->opcode, "mov.b64")) {
        *to = *from;
    } else if (from && *from != ELSEWHERE && slice_is(s->opcode, "add.u64") && s->n == 3 &&
               o[2].kind == VSIM_NUMBER) {
        *to = *from + o[2].bits;
    }
}

static bool has_camera_block(const struct vsim_dump *d)
{
    enum { WILLEMS_BINDING = 2, UNIFORM_BUFFER = 6 };
    for (uint32_t i = 0; i < d->n_statements; i++) {
        const struct vsim_statement *s = &d->statements[i];
        if (s->n < 4 || !slice_is(s->opcode, "load_vulkan_descriptor"))
            continue;
        const struct vsim_operand *o = &d->operands[s->first];
        if (is_number(&o[1], 0) && is_number(&o[2], WILLEMS_BINDING) &&
            is_number(&o[3], UNIFORM_BUFFER))
            return true;
    }
    return false;
}

enum st_code vsim_find_uniform(const struct vsim_dump *raygen, enum vsim_block *out,
                               struct status *st)
{
    struct reads r = {.d = raygen};
    TRY(mem_make(&r.into, raygen->n_registers + 1, sizeof *r.into, "registers", st));
    for (uint32_t i = 0; i < raygen->n_registers; i++)
        r.into[i] = ELSEWHERE;
    for (uint32_t i = 0; i < raygen->n_statements; i++)
        follow(&r, &raygen->statements[i]);
    mem_free(r.into);
    *out = r.old_seed && !r.seed && !r.show_heatmap ? VSIM_BLOCK_OLDER
           : has_camera_block(raygen)               ? VSIM_BLOCK_CAMERA
                                                    : VSIM_BLOCK_LUMIBENCH;
    return ST_OK;
}
