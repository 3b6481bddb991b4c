/* What one SM costs the host on a synthetic stream: ns per warp instruction and per cycle. The mix
 * is that of a path tracer (docs/model.md, "Shader programs"): a loop of arithmetic with loads, and
 * one trace_ray per turn whose rays walk ten to twenty nodes each.
 *
 *     bench_sm [turns] */
#include "common/random.h"
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include <stdlib.h>
#include <time.h>

enum { WARPS = 64, BODY = 120, RECORDS = 60, RAYS = 64 };

static struct script_step body[BODY + 2];
static record_t records[RAYS][RECORDS];
static struct ray_work rays[RAYS][WARP_LANES];

static uint64_t draw(uint64_t *n, uint64_t below)
{
    return random_below(1, RANDOM_TEST, (*n)++, below);
}

static void make(bool trace, uint32_t turns)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < BODY; i++) {
        uint64_t kind = draw(&n, 100);
        enum warp_op op = kind < 45   ? OP_ALU
                          : kind < 58 ? OP_FP_ADD
                          : kind < 65 ? OP_INT_ADD
                          : kind < 80 ? OP_FP_MUL
                          : kind < 88 ? OP_LOAD
                          : kind < 90 ? OP_STORE
                          : kind < 92 ? OP_SFU
                                      : OP_ALU;
        bool result = op != OP_STORE;
        body[i] = step_op(op, result ? 1 + i % 30 : 0, 1 + (uint32_t)draw(&n, 30),
                          1 + (uint32_t)draw(&n, 30));
        body[i].inst.pc = 8 * i;
        body[i].addr = 0x100000 + 128 * draw(&n, 400);
        body[i].stride = draw(&n, 3) == 0 ? 256 : 4;
        body[i].lanes = draw(&n, 3) == 0 ? 0xf0 : UINT32_MAX;
    }
    for (uint32_t r = 0; r < RAYS; r++)
        for (uint32_t i = 0; i < RECORDS; i++)
            records[r][i] = record_make(i % 5 == 4 ? RECORD_TRIANGLE : RECORD_INTERNAL,
                                        0x800000 + 64 * draw(&n, i < 8 ? 4 << i : 4096));
    for (uint32_t r = 0; r < RAYS; r++)
        for (uint32_t lane = 0; lane < WARP_LANES; lane++)
            rays[r][lane] = (struct ray_work){.records = records[(r + lane / 4) % RAYS],
                                              .n_records = 10 + (uint32_t)draw(&n, 30),
                                              .result_addr = 0x900000 + 32 * lane};
    if (trace) {
        body[BODY / 2] = step_op(OP_TRACE_RAY, 31, 0, 0);
        body[BODY / 2].inst.pc = 8 * (BODY / 2);
        body[BODY / 2].rays = rays[0];
        body[BODY / 2 + 1].inst.src[0] = 31;
    }
    body[BODY] = step_op(OP_BRANCH, 0, 0, 0);
    body[BODY].times = turns;
    body[BODY].inst.pc = 8 * BODY;
    body[BODY + 1] = step_op(OP_EXIT, 0, 0, 0);
    body[BODY + 1].inst.pc = 8 * (BODY + 1);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void measure(const char *what, bool trace, uint32_t turns)
{
    static struct script scripts[WARPS];
    struct script *all[WARPS];
    struct sm_rig r;
    struct gpu_counters c;
    make(trace, turns);
    sm_rig_init(&r, 300);
    for (int i = 0; i < WARPS; i++) {
        script_init(&scripts[i], body, BODY + 2, &r.now);
        all[i] = &scripts[i];
    }
    sm_rig_start(&r, 16);
    double start = seconds();
    if (sm_rig_run(&r, all, WARPS, false, UINT64_MAX - 1) != ST_OK)
        abort();
    double took = seconds() - start;
    sm_rig_count(&r, &c);
    double n = (double)c.sm.warp_instructions;
    printf("%-24s %9.0f warp instructions, %9.0f cycles, %9.0f ticks: %6.1f ns/instruction, "
           "%6.1f ns/cycle, %6.1f ns/tick\n",
           what, n, (double)r.now, (double)r.ticks, 1e9 * took / n, 1e9 * took / (double)r.now,
           1e9 * took / (double)r.ticks);
    for (int i = 0; i < WARPS; i++)
        script_free(&scripts[i]);
    sm_rig_free(&r);
}

int main(int argc, char **argv)
{
    uint32_t turns = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 200;
    measure("arithmetic and loads", false, turns);
    measure("with a trace per turn", true, turns / 4);
    return 0;
}
