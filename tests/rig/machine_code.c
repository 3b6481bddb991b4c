#include "tests/rig/rig.h"

#include "tests/rig/machine_code.h"

#include "sim/functional/compute/compute.h"

#include <string.h>

static enum st_code run(struct compute_memory *memory, const struct compute_buffer **buffer,
                        const char *text, uint32_t threads, const uint8_t *bytes, uint32_t n,
                        struct status *st)
{
    struct compute_program *p;
    struct kernel *kernel;
    uint8_t params[8];
    TRY(compute_memory_add(memory, n, buffer, st));
    memcpy((*buffer)->host, bytes, n);
    memcpy(params, &(*buffer)->addr, sizeof params);
    TRY(compute_program_create(&p, ISA_RDNA2, "t.s", text, strlen(text), NULL, st));
    const struct compute_launch launch = {.grid = {1, 1, 1},
                                          .block = {threads, 1, 1},
                                          .params = params,
                                          .param_bytes = sizeof params};
    enum st_code code = compute_kernel(&kernel, p, memory, &launch, st);
    if (code == ST_OK) {
        code = compute_run(kernel, st);
        kernel->ops->free(kernel);
    }
    compute_program_free(p);
    return code;
}

enum st_code rig_machine_code_run(const char *text, uint32_t threads, uint8_t *bytes, uint32_t n,
                                  struct status *st)
{
    struct compute_memory memory ENDED_BY(compute_memory_release) = {.n = 0};
    const struct compute_buffer *buffer;
    enum st_code code = run(&memory, &buffer, text, threads, bytes, n, st);
    if (code == ST_OK)
        memcpy(bytes, buffer->host, n);
    return code;
}

static enum rig_part part_of(const struct rdna2_opcode *o)
{
    if (o->op == RDNA2_INTRINSIC)
        return PART_RAYS;
    if (o->op == RDNA2_MEMORY)
        return PART_MEMORY;
    /* v_mbcnt_lo has another result in each lane, which a row of operands and result cannot say. */
    bool lanes = o->op >= RDNA2_FIRST_LANES && o->op < RDNA2_FIRST_SCALAR;
    if (lanes || o->op >= RDNA2_FIRST_CONTROL || o->op == RDNA2_v_mbcnt_lo_u32_b32)
        return PART_CONTROL;
    return PART_ARITHMETIC;
}

static bool marked[1024];

void rig_machine_code_mark(const struct rdna2_opcode *o)
{
    size_t n;
    marked[o - rdna2_opcodes(&n)] = true;
}

void rig_machine_code_all_marked(enum rig_part part)
{
    size_t n, of_part = 0;
    const struct rdna2_opcode *all = rdna2_opcodes(&n);
    assert_true(n <= sizeof marked);
    for (size_t i = 0; i < n; i++) {
        if (part_of(&all[i]) != part)
            continue;
        of_part++;
        if (!marked[i])
            fail_msg("%s%s has no row", all[i].name,
                     all[i].class == OP_ATOMIC ? " with a result (glc)" : "");
    }
    assert_true(of_part > 0);
}
