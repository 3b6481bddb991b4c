#include "sim/isa/instruction_profile.h"

#include "common/auto.h"
#include "common/memory.h"
#include "sim/isa/footprint.h"

#include <math.h>
#include <string.h>

enum {
    SECTOR_B = 32,
    WORD_B = 4,
    CODE_B = 8 /* bytes of an instruction of an intermediate language */
};

const char *const instruction_classes[INSTRUCTION_CLASSES] = {
    "vector_alu", "scalar_alu", "vector_memory", "scalar_memory", "lds",
    "ray",        "branch",     "waitcnt",       "misc"};

enum instruction_class instruction_class_of(enum warp_op op)
{
    switch (op) {
    case OP_SCALAR:
        return INSTRUCTION_SCALAR_ALU;
    case OP_LOAD:
    case OP_STORE:
    case OP_ATOMIC:
    case OP_REDUCE:
        return INSTRUCTION_VECTOR_MEMORY;
    case OP_SCALAR_LOAD:
        return INSTRUCTION_SCALAR_MEMORY;
    case OP_LOAD_SHARED:
    case OP_STORE_SHARED:
    case OP_ATOMIC_SHARED:
        return INSTRUCTION_LDS;
    case OP_TRACE_RAY:
        return INSTRUCTION_RAY;
    case OP_BRANCH:
        return INSTRUCTION_BRANCH;
    case OP_WAIT:
        return INSTRUCTION_WAIT;
    case OP_EXIT:
    case OP_BARRIER:
        return INSTRUCTION_MISC;
    default:
        return INSTRUCTION_VECTOR_ALU;
    }
}

/* --- one warp after the other --- */

struct instruction_profiler {
    struct instruction_profile sums;
    uint32_t registers; /* number of vector registers */
    uint64_t *last; /* by register: last instruction of the warp that used it, from 1; 0: none */
    uint64_t at;    /* number of the current instruction in its warp */
    struct footprint data; /* sectors of data that were touched */
    struct footprint code; /* words of code that were executed, each as if it were a sector */
};

static void use(struct instruction_profiler *c, const uint16_t *registers, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t r = registers[i];
        if (r >= c->registers)
            continue;
        uint64_t distance = c->at - c->last[r];
        if (c->last[r] && distance > 0)
            c->sums.reuses[distance < REUSE_MOST ? distance : REUSE_MOST]++;
        c->last[r] = c->at;
    }
}

static void touch(struct instruction_profiler *c, uint64_t addr, uint32_t bytes)
{
    for (uint64_t at = addr / SECTOR_B; at <= (addr + bytes - 1) / SECTOR_B; at++)
        footprint_touch(&c->data, at * SECTOR_B);
}

static void touch_memory(struct instruction_profiler *c, const struct warp_step *step)
{
    enum warp_op op = (enum warp_op)step->inst->op;
    for (uint32_t on = step->executed; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        if (op == OP_TRACE_RAY) {
            const struct ray_work *ray = &step->rays[lane];
            for (uint32_t i = 0; i < ray->n_records; i++)
                touch(c, record_addr(ray->records[i]), record_bytes(ray->records[i]));
        } else {
            touch(c, step->addr[lane], step->inst->access_B);
        }
    }
}

static void count_step(struct instruction_profiler *c, const struct warp_step *step)
{
    const struct warp_inst *inst = step->inst;
    enum warp_op op = (enum warp_op)inst->op;
    enum instruction_class class = instruction_class_of(op);
    c->at++;
    c->sums.instructions[class]++;
    if (class == INSTRUCTION_VECTOR_ALU) {
        c->sums.vector_instructions++;
        c->sums.vector_lanes += warp_count_lanes(step->executed);
    }
    use(c, inst->reads, inst->n_reads);
    use(c, inst->writes, inst->n_writes);
    for (uint32_t at = 0; at < (inst->size_B ? inst->size_B : CODE_B); at += WORD_B)
        footprint_touch(&c->code, (uint64_t)(inst->pc + at) / WORD_B * SECTOR_B);
    if (op == OP_TRACE_RAY || op == OP_SCALAR_LOAD ||
        (warp_op_addresses(op) && !warp_op_shared(op)))
        touch_memory(c, step);
}

static enum st_code run_warp(struct instruction_profiler *c, struct warp *w, struct status *st)
{
    struct warp_step step = {0};
    memset(c->last, 0, c->registers * sizeof *c->last);
    c->at = 0;
    while (w->next) {
        TRY(w->ops->step(w, &step, st));
        count_step(c, &step);
    }
    c->sums.warps++;
    return ST_OK;
}

static enum st_code run_cta(struct instruction_profiler *c, struct kernel *kernel, uint32_t cta,
                            struct status *st)
{
    struct warp *warps[KERNEL_CTA_WARPS];
    enum st_code code = ST_OK;
    TRY(kernel->ops->start(kernel, cta, warps, st));
    for (uint32_t i = 0; i < kernel_cta_warps(kernel); i++) {
        if (code == ST_OK)
            code = run_warp(c, warps[i], st);
        warps[i]->ops->end(warps[i]);
    }
    return code;
}

enum st_code instruction_profiler_create(struct instruction_profiler **out, uint32_t registers,
                                         struct status *st)
{
    struct instruction_profiler *c;
    TRY(mem_make(&c, 1, sizeof *c, "profile", st));
    c->registers = registers;
    TRY_ELSE(mem_make(&c->last, registers ? registers : 1, sizeof *c->last, "registers", st),
             mem_free(c));
    *out = c;
    return ST_OK;
}

void instruction_profiler_free(struct instruction_profiler *c)
{
    if (!c)
        return;
    footprint_release(&c->data);
    footprint_release(&c->code);
    MEM_FREE(c->last, c);
}

enum st_code instruction_profiler_run(struct instruction_profiler *c, struct kernel *kernel,
                                      struct status *st)
{
    for (uint32_t cta = 0; cta < kernel->n_ctas; cta++)
        TRY(run_cta(c, kernel, cta, st));
    return c->data.failed || c->code.failed ? status_no_memory(st, "footprint") : ST_OK;
}

const struct instruction_profile *instruction_profiler_sums(struct instruction_profiler *c)
{
    c->sums.data_B = c->data.touched * SECTOR_B;
    c->sums.code_B = c->code.touched * WORD_B;
    return &c->sums;
}

/* --- results --- */

uint64_t instruction_profile_all(const struct instruction_profile *p)
{
    uint64_t all = 0;
    for (int i = 0; i < INSTRUCTION_CLASSES; i++)
        all += p->instructions[i];
    return all;
}

double instruction_profile_utilization(const struct instruction_profile *p)
{
    return p->vector_instructions
               ? (double)p->vector_lanes / (double)(p->vector_instructions * WARP_LANES)
               : (double)NAN;
}

double instruction_profile_reuse(const struct instruction_profile *p)
{
    uint64_t all = 0, below = 0;
    for (int i = 0; i <= REUSE_MOST; i++)
        all += p->reuses[i];
    for (int i = 0; i <= REUSE_MOST; i++) {
        below += p->reuses[i];
        if (2 * below >= all && all)
            return i;
    }
    return (double)NAN;
}
