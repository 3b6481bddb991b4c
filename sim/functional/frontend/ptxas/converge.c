/* Lanes that a branch parts meet again by an instruction in front of it, in front of the loop if it
 * goes back, and one where they meet, which each group of them executes when it comes (SASS: BSSY,
 * BSYNC; Abaie Shoushtary et al., Control Flow Management in Modern GPUs, arXiv 2407.02944).
 * Branches that all lanes of a warp take alike, and those whose sides meet at the end of the thread
 * alone, have none. */
#include "sim/functional/frontend/ptxas/edit.h"

#include "common/memory.h"
#include "sim/functional/program/cfg.h"

static bool differs_by_lane(const struct code *c)
{
    switch (c->op) {
    case CODE_SPECIAL_REGISTER:
        return c->offset < SPECIAL_NTID || c->offset >= SPECIAL_LANE;
    case CODE_ENTRY_PARAM:
    case CODE_LOAD:
    case CODE_LOAD_SHARED:
        return false; /* as its address does */
    default:
        return !edit_is_pure(c);
    }
}

/* By register: whether lanes may have different values in it. */
static void find_varying(const struct edit *e, bool *varying)
{
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < e->n; i++) {
            const struct code *c = &e->at[i].c;
            bool differs = differs_by_lane(c) || (c->guard != ROW_NONE && varying[c->guard]);
            for (uint32_t k = c->n_dst; k < (uint32_t)c->n_dst + c->n_src; k++)
                differs |= !(c->row[k] & OPERAND_CONSTANT) && varying[c->row[k]];
            for (uint32_t k = 0; differs && k < c->n_dst; k++)
                if (c->row[k] != ROW_NONE && !varying[c->row[k]])
                    varying[c->row[k]] = more = true;
        }
    }
}

/* Sets the number of the item where the lanes of each branch meet: 1 + its id, or 0. */
static enum st_code find_meetings(struct edit *e, const bool *varying, uint32_t *meets)
{
    struct code *code;
    TRY(mem_make(&code, e->n + 1, sizeof *code, e->b->p->name, e->st));
    for (uint32_t i = 0; i < e->n; i++) {
        code[i] = e->at[i].c;
        if (code[i].op == CODE_BRANCH)
            code[i].target = e->where[code[i].target];
    }
    enum st_code result = ST_OK;
    for (uint32_t first = 0, end; first < e->n && result == ST_OK; first = end) {
        uint32_t n = 0, endless;
        for (end = first; end < e->n && e->at[end].function == e->at[first].function;)
            end++;
        result = cfg_reconverge(code, first, end, &n, &endless, e->st);
    }
    for (uint32_t i = 0; i < e->n && result == ST_OK; i++)
        if (code[i].op == CODE_BRANCH && code[i].guard != ROW_NONE && varying[code[i].guard] &&
            code[i].reconvergence < e->n)
            meets[i] = 1 + e->at[code[i].reconvergence].id;
    mem_free(code);
    return result;
}

/* Adds the two instructions for the first branch, by position, of each meeting. */
static enum st_code add_meetings(struct edit *e, const uint32_t *meets)
{
    uint32_t *at, n = e->n, added = 0;
    TRY(mem_make(&at, 2 * n + 1, sizeof *at, e->b->p->name, e->st));
    for (uint32_t i = 0; i < n; i++) {
        bool first = meets[i] != 0;
        for (uint32_t k = 0; k < i && first; k++)
            first = meets[k] != meets[i];
        if (!first)
            continue;
        uint32_t target = e->where[e->at[i].c.target];
        at[added++] = target <= i ? target : i;
        at[added++] = e->where[meets[i] - 1];
    }
    enum st_code code = ST_OK;
    for (uint32_t i = n; i-- > 0 && code == ST_OK;)
        for (uint32_t k = 0; k < added && code == ST_OK; k++) {
            struct code idle;
            if (at[k] != i)
                continue;
            code = edit_make_idle(e, &idle);
            idle.converges = k % 2;
            if (code == ST_OK)
                code = edit_insert(e, i, &idle);
            if (code == ST_OK && k % 2) { /* branches to the meeting execute it */
                uint32_t id = e->at[i].id;
                e->at[i].id = e->at[i + 1].id;
                e->at[i + 1].id = id;
            }
        }
    mem_free(at);
    return code;
}

enum st_code converge_pass(struct edit *e)
{
    bool *varying = NULL;
    uint32_t *meets = NULL;
    TRY(edit_settle(e));
    bool got = MEM_ARRAYS(MEM_ARRAY(varying, e->b->p->n_registers + 1), MEM_ARRAY(meets, e->n + 1));
    enum st_code code = got ? ST_OK : status_no_memory(e->st, e->b->p->name);
    if (code == ST_OK) {
        find_varying(e, varying);
        code = find_meetings(e, varying, meets);
    }
    if (code == ST_OK)
        code = add_meetings(e, meets);
    MEM_FREE(varying, meets);
    return code;
}
