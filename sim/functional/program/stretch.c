/* Marks code before which the SIMT stack cannot change. An entry ends where its lanes meet others,
 * at a reconvergence point of some branch or return. Before any other instruction, the entry that
 * has just run is still on top of the stack, with the same lanes: only its program counter has
 * changed. */
#include "sim/functional/program/stretch.h"

#include "common/memory.h"

static bool goes_elsewhere(const struct code *c)
{
    switch (c->op) {
    case CODE_BRANCH:
    case CODE_CALL:
    case CODE_CALL_ANY:
    case CODE_RETURN:
    case CODE_EXIT:
    case CODE_vs_call_intersection:
    case CODE_vs_call_anyhit:
    case CODE_vs_call_closest_hit:
    case CODE_vs_call_miss:
        return true;
    default:
        return ops_call_some(c->op);
    }
}

static void mark(struct program *p, const uint8_t *meets)
{
    uint32_t together = 0;
    for (uint32_t i = p->n_code; i-- > 0;) {
        struct code *c = &p->code[i];
        c->straight = !goes_elsewhere(c) && !meets[i + 1];
        bool alone = !c->straight || c->guard != ROW_NONE || c->op >= CODE_FIRST_SPECIAL;
        together = alone ? 0 : together + 1;
        c->together = (uint16_t)(together < UINT16_MAX ? together : UINT16_MAX);
    }
}

enum st_code stretch_mark(struct program *p, struct status *st)
{
    uint8_t *meets;
    TRY(mem_make(&meets, p->n_code + 1, sizeof *meets, p->name, st));
    for (uint32_t i = 0; i < p->n_code; i++) {
        uint32_t point = p->code[i].reconvergence;
        if (p->code[i].op == CODE_CALL_ANY || ops_call_some(p->code[i].op))
            meets[i + 1] = 1; /* lanes that called different functions meet again after the call */
        if ((p->code[i].op == CODE_BRANCH || p->code[i].op == CODE_RETURN ||
             p->code[i].op == CODE_EXIT) &&
            point < p->n_code)
            meets[point] = 1;
    }
    meets[p->n_code] = 1; /* no instruction follows the last one */
    mark(p, meets);
    mem_free(meets);
    return ST_OK;
}
