/* machine_code.h -- machine code as benchmarks (docs/reference/rdna2.md): its text, and when a warp
 * alone issues it.
 *
 * One function says both, so that they cannot differ: it adds instruction after instruction, each
 * with its size and the first cycle in which it may issue, and is told in which it does. A warp
 * issues one instruction per cycle, in order. It is fetched for in the cycle that leaves its buffer
 * without all of its next instruction, which then issues code_fetch_cycles() later.
 *
 * Registers: s[4:5] the address of the buffer, v0 the thread in its CTA, v1 and s8 and
 * up zeros, v2 and up free. */
#pragma once

#include "microbench/kernel.h"
#include "sim/config/clock.h"

struct machine_code {
    FILE *text; /* NULL: none is wanted */
    const struct gpu_config *gpu;
    uint32_t buffered; /* bytes */
    cycle_t issued;    /* the last instruction */
};

/* Adds an instruction of so many bytes. Returns the core cycle of its issue: not before `ready`. */
__attribute__((format(printf, 4, 5))) cycle_t code_add(struct machine_code *c, uint32_t size_B,
                                                       cycle_t ready, const char *format, ...);

/* Core cycles from the issue that leaves a buffer to that of what is fetched then: 1, or 2 with one
 * fetch per cycle. */
uint32_t code_fetch_cycles(const struct gpu_config *gpu);

/* Adds group i of a benchmark. */
typedef void code_group(struct machine_code *c, const struct bench *b, const void *what,
                        uint32_t i);

struct code_bench {
    code_group *before; /* once, in front of all groups; may be NULL */
    code_group *group;
    const void *what; /* is handed to both */
    uint32_t few, more;
    uint64_t bytes; /* of the buffer, at least 1 */
    uint32_t warps; /* of the one CTA */
    /* What is in the buffer, as of struct bench_kernel. */
    void (*fill)(const struct bench *b, uint64_t addr, uint8_t *host);
};

/* What a run of n groups counts. */
enum st_code code_run(const struct bench *b, const struct code_bench *k, uint32_t n,
                      struct gpu_counters *out, struct status *st);
/* What `more` groups count above `few` of them. */
enum st_code code_growth(const struct bench *b, const struct code_bench *k,
                         struct gpu_counters *out, struct status *st);

/* Core cycle in which the last instruction of a run was issued. */
cycle_t code_last_issue(const struct gpu_config *gpu, const struct gpu_counters *n);

/* Core cycles by which a sector that an SM reads comes behind the one before: the slowest stage's
 * of those on the way to the L2 and back. */
double code_sector_cycles(const struct gpu_config *gpu);
/* How far what waits for them may be off: not at all where all stages have one clock, else by a
 * cycle or two, as each sector finds the clocks in another position. */
double code_sector_bound(const struct gpu_config *gpu);

/* Reports the row: core cycles per group of a warp alone, against those that the groups say. */
enum st_code code_report(struct bench *b, const char *name, const struct code_bench *k,
                         double bound, struct status *st);

/* Writes so many lines of SHADER_LINE_B bytes from the buffer on, and waits until the L2 has them.
 */
void code_write_lines(struct machine_code *c, uint32_t lines);
