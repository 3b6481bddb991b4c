/* The text of a kernel is a frame around a row's own: `setup` once, `body` some times in each turn
 * of a loop between two readings of the clock. A row with several copies of its body is compiled
 * with three times as many as well, and the difference is without the loop's own instructions. The
 * assembler removes, folds and hoists instructions where it can, so that no value is known before
 * the launch, chains begin with different values, everything is used at the end, and two additions
 * never have the result of the first for themselves. */
#include "silicon/micro.h"

#include "common/auto.h"
#include "common/random.h"

#include <string.h>
#include <time.h>

enum { TEXT_BYTES = 1 << 15, WARP = 32, FULL = 1024, LINE_B = 128, CTAS_OF_AN_SM = 4 };
enum { KIB = 1 << 10, MIB = 1 << 20 };

enum reading {
    CHAIN,  /* cycles for each operation */
    LANES,  /* lanes of operations in a cycle */
    ACCESS, /* cycles for each operation of a warp */
};

struct row {
    const char *name;
    enum reading reading;
    uint32_t threads;
    uint32_t copies, operations; /* copies of the body in a turn, operations in a copy; 1 copy:
                                    there is no other number of them */
    uint32_t few, more;          /* turns of the two runs */
    const char *setup, *body;
};

/* ---- rows ---- */

/* Registers of the frame: %r0 turns left, %r1 an unknown number, %r2 the thread, %r3 steps before
 * the first reading, %r4 lane, %r5 warp, %rd1 the data, %r9, %f9, %fd9 an operand, %r10 to %r17,
 * %f10 to %f17, %fd10 to %fd13 and %rd8 values that the end uses, %r21 the CTA's shared memory. */
#define PAIR(op, a, b)   op " %" a ",%" a ",%" b ";\n" op " %" b ",%" b ",%" a ";\n"
#define ADD_XOR(a)       "add.u32 %r" a ",%r" a ",7;\nxor.b32 %r" a ",%r" a ",5;\n"
#define TRIPLE(op, a, y) op " %" a ",%" a ",%" y ",%" y ";\n"
#define FOUR(op, k)                                                                                \
    TRIPLE(op, k "10", k "9")                                                                      \
    TRIPLE(op, k "11", k "9") TRIPLE(op, k "12", k "9") TRIPLE(op, k "13", k "9")
#define SUM(op) op " %f10,%f10,%f9;\n"
#define CHAIN_OF(name, operations, body)                                                           \
    {                                                                                              \
        "dependent " name, CHAIN, WARP, 8, operations, 64, 320, "", body                           \
    }
#define RATE_OF(name, operations, body)                                                            \
    {                                                                                              \
        "throughput " name, LANES, FULL, 4, operations, 32, 160, "", body                          \
    }
/* Loads that hit: lane l at l times `apart`, other places in each turn. */
#define LANE_AT(apart)                                                                             \
    "mul.lo.u32 %r22,%r4," apart ";\nmad.lo.u32 %r22,%r5,128,%r22;\n"                              \
    "cvt.u64.u32 %rd9,%r22;\nadd.u64 %rd9,%rd9,%rd1;\n"
#define TURN_AT                                                                                    \
    "shl.b32 %r22,%r0,9;\nand.b32 %r22,%r22,16383;\ncvt.u64.u32 %rd10,%r22;\n"                     \
    "add.u64 %rd10,%rd10,%rd9;\n"
#define LOAD(k) "ld.global.ca.u32 %r20,[%rd10+" k "];\nadd.u32 %r10,%r10,%r20;\n"
#define LOAD16(k)                                                                                  \
    "ld.global.ca.v4.u32 {%r20,%r22,%r23,%r24},[%rd10+" k "];\nadd.u32 %r10,%r10,%r20;\n"          \
    "xor.b32 %r11,%r11,%r22;\nxor.b32 %r12,%r12,%r23;\nxor.b32 %r13,%r13,%r24;\n"
#define HITS(apart, load)                                                                          \
    ACCESS, FULL, 1, 8, 64, 192, LANE_AT(apart),                                                   \
        TURN_AT load("0") load("1024") load("2048") load("3072") load("4096") load("5120")         \
            load("6144") load("7168")
#define SHARED(words)                                                                              \
    ACCESS, FULL, 1, 8, 64, 192, "mul.lo.u32 %r22,%r4," words ";\nmad.lo.u32 %r22,%r22,4,%r21;\n", \
        "and.b32 %r20,%r0,31;\nmad.lo.u32 %r23,%r20,4,%r22;\n" SHARED_LOAD("0") SHARED_LOAD("512") \
            SHARED_LOAD("1024") SHARED_LOAD("1536") SHARED_LOAD("2048") SHARED_LOAD("2560")        \
                SHARED_LOAD("3072") SHARED_LOAD("3584")
#define SHARED_LOAD(k) "ld.shared.u32 %r20,[%r23+" k "];\nadd.u32 %r10,%r10,%r20;\n"
#define BARRIER(name, warps)                                                                       \
    {                                                                                              \
        "barrier of " name " warps", CHAIN, 32 * (warps), 16, 1, 16, 48, "", "bar.sync 0;\n"       \
    }

static const struct row rows[] = {
    CHAIN_OF("fadd", 1, SUM("add.rn.f32")),
    CHAIN_OF("fmul", 1, SUM("mul.rn.f32")),
    CHAIN_OF("ffma", 1, TRIPLE("fma.rn.f32", "f10", "f9")),
    CHAIN_OF("iadd", 2, PAIR("add.u32", "r10", "r11")),
    CHAIN_OF("imax", 2, PAIR("max.u32", "r10", "r11")),
    CHAIN_OF("imad", 1, TRIPLE("mad.lo.u32", "r10", "r9")),
    CHAIN_OF("rsqrt", 1, "rsqrt.approx.ftz.f32 %f10,%f10;\n"),
    CHAIN_OF("dadd", 1, "add.rn.f64 %fd10,%fd10,%fd9;\n"),
    CHAIN_OF("dfma", 1, TRIPLE("fma.rn.f64", "fd10", "fd9")),
    CHAIN_OF("guard", 1, "setp.ge.u32 %p1,%r10,%r9;\n@%p1 add.u32 %r10,%r10,%r9;\n"),
    {"turn of 16 fadd", CHAIN, WARP, 1, 1, 64, 320, "",
     SUM("add.rn.f32") SUM("add.rn.f32") SUM("add.rn.f32") SUM("add.rn.f32") SUM("add.rn.f32")
         SUM("add.rn.f32") SUM("add.rn.f32") SUM("add.rn.f32") SUM("add.rn.f32") SUM("add.rn.f32")
             SUM("add.rn.f32") SUM("add.rn.f32") SUM("add.rn.f32") SUM("add.rn.f32")
                 SUM("add.rn.f32") SUM("add.rn.f32")},
    RATE_OF("ffma", 4, FOUR("fma.rn.f32", "f")),
    RATE_OF("iadd and xor", 8, ADD_XOR("10") ADD_XOR("11") ADD_XOR("12") ADD_XOR("13")),
    RATE_OF("imad", 4, FOUR("mad.lo.u32", "r")),
    RATE_OF("rsqrt", 2, "rsqrt.approx.ftz.f32 %f10,%f10;\nrsqrt.approx.ftz.f32 %f11,%f11;\n"),
    RATE_OF("dfma", 4, FOUR("fma.rn.f64", "fd")),
    {"load 4 B a lane, 4 B apart", HITS("4", LOAD)},
    {"load 4 B a lane, 32 B apart", HITS("32", LOAD)},
    {"load 4 B a lane, 128 B apart", HITS("128", LOAD)},
    {"load 16 B a lane, 16 B apart", HITS("16", LOAD16)},
    {"shared, chase", CHAIN, WARP, 8, 1, 64, 320,
     "add.u32 %r20,%r4,1;\nand.b32 %r20,%r20,31;\nmad.lo.u32 %r20,%r20,4,%r21;\n"
     "mad.lo.u32 %r22,%r4,4,%r21;\nst.shared.u32 [%r22],%r20;\nmov.u32 %r10,%r22;\n",
     "ld.shared.u32 %r10,[%r10];\n"},
    {"shared, 1 word apart", SHARED("1")},
    {"shared, 2 words apart", SHARED("2")},
    {"shared, 32 words apart", SHARED("32")},
    {"shared atomic, one word", ACCESS, FULL, 4, 1, 16, 48, "",
     "atom.shared.add.u32 %r20,[%r21],1;\nadd.u32 %r10,%r10,%r20;\n"},
    {"shared atomic, a word a lane", ACCESS, FULL, 4, 1, 16, 48, "mad.lo.u32 %r22,%r4,4,%r21;\n",
     "atom.shared.add.u32 %r20,[%r22],1;\nadd.u32 %r10,%r10,%r20;\n"},
    {"global atomic, returned", CHAIN, 1, 4, 1, 16, 48, "",
     "atom.global.add.u32 %r10,[%rd1],%r10;\n"},
    BARRIER("1", 1),
    BARRIER("2", 2),
    BARRIER("8", 8),
    BARRIER("32", 32),
};
/* Rows that micro_run() gives their sizes. A chase goes through a ring of addresses, after %r3
 * steps that are not timed; a stream goes through its data, all threads side by side. */
#define CHASE(cache)                                                                               \
    "mov.u64 %rd8,%rd1;\nsetp.eq.u32 %p1,%r3,0;\n@%p1 bra WARM;\nSTEP:\n.pragma \"nounroll\";\n"   \
    "ld.global." cache ".u64 %rd8,[%rd8];\nadd.u32 %r3,%r3,-1;\nsetp.ne.u32 %p1,%r3,0;\n"          \
    "@%p1 bra STEP;\nWARM:\n",                                                                     \
        "ld.global." cache ".u64 %rd8,[%rd8];\n"
#define STREAM                                                                                     \
    "mov.u32 %r20,%ctaid.x;\nmov.u32 %r22,%ntid.x;\nmad.lo.u32 %r23,%r20,%r22,%r2;\n"              \
    "mul.wide.u32 %rd9,%r23,16;\nadd.u64 %rd9,%rd9,%rd1;\nmov.u32 %r20,%nctaid.x;\n"               \
    "mul.lo.u32 %r20,%r20,%r22;\nmul.wide.u32 %rd10,%r20,16;\n"
#define NEXT "add.u64 %rd9,%rd9,%rd10;\n"
static const struct row chase_l1 = {"", CHAIN, WARP, 1, 1, 0, 0, CHASE("ca")};
static const struct row chase_l2 = {"", CHAIN, WARP, 1, 1, 0, 0, CHASE("cg")};
static const struct row reads = {
    "DRAM read",
    LANES,
    512,
    8,
    1,
    0,
    0,
    STREAM,
    "ld.global.cg.v4.u32 {%r20,%r22,%r23,%r24},[%rd9];\nxor.b32 %r10,%r10,%r20;\n"
    "xor.b32 %r11,%r11,%r22;\nxor.b32 %r12,%r12,%r23;\nxor.b32 %r13,%r13,%r24;\n" NEXT};
static const struct row writes = {"DRAM write",
                                  LANES,
                                  512,
                                  8,
                                  1,
                                  0,
                                  0,
                                  STREAM,
                                  "st.global.v4.u32 [%rd9],{%r1,%r1,%r1,%r1};\n" NEXT};
static const struct row spin = {"core clock",     CHAIN, WARP, 16, 1, 4000, 20000, "",
                                SUM("add.rn.f32")};
static const struct row nothing = {"empty launch", CHAIN, WARP, 1, 1, 1, 1, "", ""};

/* ---- text ---- */

static const char head[] =
    ".version 6.3\n.target sm_75\n.address_size 64\n.visible .entry micro(.param .u64 out,\n"
    ".param .u64 data, .param .u32 turns, .param .u32 x, .param .u32 before)\n{\n"
    ".reg .pred %p<4>;\n.reg .b32 %r<32>;\n.reg .b64 %rd<16>;\n.reg .f32 %f<20>;\n"
    ".reg .f64 %fd<20>;\n"
    "ld.param.u64 %rd0,[out];\nld.param.u64 %rd1,[data];\nld.param.u32 %r0,[turns];\n"
    "ld.param.u32 %r1,[x];\nld.param.u32 %r3,[before];\nmov.u32 %r2,%tid.x;\n"
    "and.b32 %r4,%r2,31;\nshr.u32 %r5,%r2,5;\nmov.u64 %rd8,%rd1;\n"
    "add.u32 %r9,%r1,%r2;\ncvt.rn.f32.u32 %f9,%r9;\ncvt.rn.f64.u32 %fd9,%r9;\n";
static const char tail[] =
    "mov.u64 %rd3,%clock64;\nsub.u64 %rd3,%rd3,%rd2;\ncvt.rn.f32.f64 %f0,%fd10;\n"
    "cvt.rn.f32.f64 %f1,%fd11;\ncvt.rn.f32.f64 %f2,%fd12;\ncvt.rn.f32.f64 %f3,%fd13;\n"
    "add.f32 %f0,%f0,%f1;\nadd.f32 %f2,%f2,%f3;\nadd.f32 %f10,%f10,%f0;\n"
    "add.f32 %f11,%f11,%f2;\ncvt.u32.u64 %r6,%rd8;\n";
static const char store[] =
    "mov.u32 %r7,%ctaid.x;\nmov.u32 %r8,%ntid.x;\nmad.lo.u32 %r7,%r7,%r8,%r2;\n"
    "mul.wide.u32 %rd4,%r7,4;\nadd.u64 %rd4,%rd4,%rd0;\nst.global.u32 [%rd4+8],%r6;\n"
    "setp.ne.u32 %p2,%r7,0;\n@%p2 bra END;\nst.global.u64 [%rd0],%rd3;\nEND:\nret;\n}\n";

/* For rows that name it, as it is taken from the L1. */
static const char shared[] = ".shared .align 128 .b8 tile[8192];\nmov.u32 %r21,tile;\n";

static void row_text(FILE *to, const struct row *row, uint32_t copies)
{
    fprintf(to, "// %s: %u x %u\n%s", row->name, copies, row->operations, head);
    if (strstr(row->setup, "%r21") || strstr(row->body, "%r21"))
        fputs(shared, to);
    for (int i = 10; i < 18; i++)
        fprintf(to, "add.u32 %%r%d,%%r1,%d;\ncvt.rn.f32.u32 %%f%d,%%r%d;\n", i, i, i, i);
    for (int i = 10; i < 14; i++)
        fprintf(to, "cvt.rn.f64.u32 %%fd%d,%%r%d;\n", i, i);
    fprintf(to, "%sbar.sync 0;\nmov.u64 %%rd2,%%clock64;\nTURN:\n.pragma \"nounroll\";\n",
            row->setup);
    for (uint32_t i = 0; i < copies; i++)
        fputs(row->body, to);
    fputs("add.u32 %r0,%r0,-1;\nsetp.ne.u32 %p0,%r0,0;\n@%p0 bra TURN;\nbar.sync 0;\n", to);
    fputs(tail, to);
    for (int i = 10; i < 18; i++)
        fprintf(to, "xor.b32 %%r6,%%r6,%%r%d;\nmov.b32 %%r7,%%f%d;\nxor.b32 %%r6,%%r6,%%r7;\n", i,
                i);
    fputs(store, to);
}

/* ---- runs ---- */

struct micro {
    const struct cuda *cuda;
    FILE *out;
    cuda_address times; /* the clock's difference, then results of all threads */
};

/* The cycles and the time of one run of a row. */
struct reading_of {
    double cycles, ms;
};

struct run {
    const struct row *row;
    uint32_t copies;
    struct cuda_kernel kernel;
    cuda_address data;
    uint32_t ctas, before;
    cuda_address other; /* memory that is cleared before a launch, so that the L2 has nothing of the
                           data; 0: the L2 keeps its content */
    size_t other_bytes;
};

static enum st_code compile(const struct micro *m, struct run *run, struct status *st)
{
    MEM_AUTO char *text;
    TRY(mem_make(&text, TEXT_BYTES, 1, "PTX", st));
    FILE *to = fmemopen(text, TEXT_BYTES, "w");
    if (!to)
        return status_no_memory(st, "PTX");
    row_text(to, run->row, run->copies);
    bool whole = fflush(to) == 0;
    fclose(to);
    if (!whole)
        BUG("the text of '%s' has more than %d bytes", run->row->name, TEXT_BYTES);
    TRY(cuda_compile(m->cuda, &run->kernel, run->row->name, text, "micro", st));
    return cuda_prefer_l1(m->cuda, &run->kernel, st);
}

static enum st_code once(const struct micro *m, const struct run *run, uint32_t turns,
                         uint32_t times, struct reading_of *out, struct status *st)
{
    struct {
        uint64_t out, data;
        uint32_t turns, x, before, none;
    } params = {m->times, run->data, turns, 3, run->before, 0};
    const struct cuda_launch launch = {.grid = {run->ctas, 1, 1},
                                       .block = {run->row->threads, 1, 1},
                                       .params = &params,
                                       .param_bytes = 28};
    uint64_t cycles = 0;
    if (run->other)
        TRY(cuda_clear(m->cuda, run->other, run->other_bytes, st));
    TRY(cuda_run(m->cuda, &run->kernel, &launch, times, &out->ms, st));
    TRY(cuda_fetch(m->cuda, &cycles, m->times, sizeof cycles, st));
    out->cycles = (double)cycles;
    return ST_OK;
}

/* The difference of two runs. The first launch of all is a rehearsal, which loads the kernel. */
static enum st_code twice(const struct micro *m, const struct run *run, uint32_t few, uint32_t more,
                          struct reading_of *out, struct status *st)
{
    struct reading_of first, second;
    TRY(once(m, run, few, 1, &first, st));
    TRY(once(m, run, few, 1, &first, st));
    TRY(once(m, run, more, 1, &second, st));
    out->cycles = second.cycles - first.cycles;
    out->ms = second.ms - first.ms;
    return ST_OK;
}

static void print(const struct micro *m, const char *name, double value, const char *unit)
{
    fprintf(m->out, "micro,\"%s\",%.3f,%s\n", name, value, unit);
    fflush(m->out);
}

/* Cycles of a turn with so many copies of the body. */
static enum st_code turn_of(const struct micro *m, const struct row *row, uint32_t copies,
                            double *cycles, struct status *st)
{
    struct run run = {.row = row, .copies = copies, .ctas = 1};
    struct reading_of r = {0};
    TRY(cuda_memory(m->cuda, &run.data, NULL, 64 * KIB, st));
    enum st_code code = compile(m, &run, st);
    if (code == ST_OK)
        code = twice(m, &run, row->few, row->more, &r, st);
    cuda_release(m->cuda, &run.kernel);
    cuda_free(m->cuda, run.data);
    *cycles = r.cycles / (row->more - row->few);
    return code;
}

static enum st_code measure_row(const struct micro *m, const struct row *row, struct status *st)
{
    static const char *const units[] = {"cycles", "lanes/cycle/SM", "cycles/warp"};
    double cycles, fewer = 0, n = row->operations, warps = (double)row->threads / WARP;
    if (row->copies > 1) {
        TRY(turn_of(m, row, row->copies, &fewer, st));
        TRY(turn_of(m, row, 3 * row->copies, &cycles, st));
        n *= 2 * row->copies;
    } else {
        TRY(turn_of(m, row, 1, &cycles, st));
    }
    cycles -= fewer;
    print(m, row->name,
          row->reading == CHAIN   ? cycles / n
          : row->reading == LANES ? n * row->threads / cycles
                                  : cycles / (n * warps),
          units[row->reading]);
    return ST_OK;
}

/* ---- chases ---- */

/* Writes a ring of addresses into an image of the memory that begins at `at`: one of `nodes` lines,
 * which are `bytes` / `nodes` apart, in an order that no prefetch guesses. */
static enum st_code ring_of(uint8_t *image, cuda_address at, size_t bytes, uint32_t nodes,
                            struct status *st)
{
    MEM_AUTO uint32_t *order;
    const size_t apart = bytes / nodes;
    TRY(mem_make(&order, nodes, sizeof *order, "a ring", st));
    for (uint32_t i = 0; i < nodes; i++)
        order[i] = i;
    for (uint32_t i = nodes - 1; i > 1; i--) { /* the first stays where the chase begins */
        uint32_t k = 1 + (uint32_t)random_below(1, RANDOM_HARDWARE, i, i), old = order[i];
        order[i] = order[k];
        order[k] = old;
    }
    for (uint32_t i = 0; i < nodes; i++) {
        uint64_t next = at + order[(i + 1) % nodes] * apart;
        memcpy(image + order[i] * apart, &next, sizeof next);
    }
    return ST_OK;
}

/* Cycles of a load in a ring. With `before` the ring is walked once before the clock is read; else
 * every load finds its line in DRAM. */
static enum st_code chase_on(const struct micro *m, struct run *run, size_t bytes, uint32_t nodes,
                             double *cycles, struct status *st)
{
    MEM_AUTO uint8_t *image;
    struct reading_of r;
    TRY(mem_make(&image, bytes, 1, "a ring", st));
    TRY(ring_of(image, run->data, bytes, nodes, st));
    TRY(cuda_fill(m->cuda, run->data, image, bytes, st));
    TRY(compile(m, run, st));
    uint32_t few = run->before ? 256 : nodes / 4, more = run->before ? 1280 : nodes;
    TRY(twice(m, run, few, more, &r, st));
    *cycles = r.cycles / (more - few);
    return ST_OK;
}

static enum st_code chase(const struct micro *m, const char *name, const struct row *row,
                          size_t bytes, uint32_t nodes, bool cold, struct status *st)
{
    struct run run = {.row = row, .copies = row->copies, .ctas = 1, .before = cold ? 0 : nodes};
    double cycles = 0;
    run.other_bytes = 2 * (size_t)m->cuda->l2_B;
    TRY(cuda_memory(m->cuda, &run.data, NULL, bytes, st));
    enum st_code code = cold ? cuda_memory(m->cuda, &run.other, NULL, run.other_bytes, st) : ST_OK;
    if (code == ST_OK)
        code = chase_on(m, &run, bytes, nodes, &cycles, st);
    cuda_release(m->cuda, &run.kernel);
    cuda_free(m->cuda, run.data);
    cuda_free(m->cuda, run.other);
    if (code == ST_OK)
        print(m, name, cycles, "cycles");
    return code;
}

/* Chases through more and more of a cache. The largest chase that hits gives its size. */
static enum st_code chases(const struct micro *m, const char *cache, const struct row *row,
                           size_t step, uint32_t steps, struct status *st)
{
    for (uint32_t i = 1; i <= steps; i++) {
        char name[64];
        size_t bytes = i * step / LINE_B * LINE_B;
        snprintf(name, sizeof name, "chase %s %zu KiB", cache, bytes / KIB);
        TRY(chase(m, name, row, bytes, (uint32_t)(bytes / LINE_B), false, st));
    }
    return ST_OK;
}

enum { COLD_NODES = 4096, COLD_MIB = 16 };

/* Chases through DRAM: over so little that its pages have translations, and over much. */
static enum st_code chases_cold(const struct micro *m, struct status *st)
{
    static const size_t mib[] = {COLD_MIB, 64, 256, 1024};
    for (size_t i = 0; i < sizeof mib / sizeof *mib && mib[i] * MIB <= m->cuda->free_B / 2; i++) {
        char name[64];
        snprintf(name, sizeof name, "DRAM over %zu MiB", mib[i]);
        TRY(chase(m, name, &chase_l2, mib[i] * MIB, COLD_NODES, true, st));
    }
    return ST_OK;
}

/* ---- bandwidth, clock, launch ---- */

static enum st_code stream(const struct micro *m, const struct row *row, struct status *st)
{
    struct run run = {
        .row = row, .copies = row->copies, .ctas = (uint32_t)m->cuda->sms * CTAS_OF_AN_SM};
    struct reading_of r = {0};
    const size_t most = (size_t)2 << 30, bytes = m->cuda->free_B / 4;
    const size_t turn = (size_t)run.ctas * row->threads * row->copies * 16;
    const uint32_t turns = (uint32_t)((bytes < most ? bytes : most) / turn);
    if (turns < 2)
        return status_fail(st, ST_FAILED,
                           "%s: %zu bytes of the GPU's memory are free; expected at least %zu",
                           row->name, m->cuda->free_B, 8 * turn);
    TRY(cuda_memory(m->cuda, &run.data, NULL, turns * turn, st));
    enum st_code code = compile(m, &run, st);
    if (code == ST_OK)
        code = twice(m, &run, turns / 2, turns, &r, st);
    cuda_release(m->cuda, &run.kernel);
    cuda_free(m->cuda, run.data);
    if (code == ST_OK)
        print(m, row->name, (double)(turns - turns / 2) * (double)turn / r.ms / 1e6, "GB/s");
    return code;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The clock of the SMs, once they have been busy for so long that it has risen. */
static enum st_code core_clock(const struct micro *m, struct status *st)
{
    struct run run = {.row = &spin, .copies = spin.copies, .ctas = 1, .data = m->times};
    struct reading_of r = {0};
    enum st_code code = compile(m, &run, st);
    for (double begin = seconds(); code == ST_OK && seconds() < begin + 0.2;)
        code = twice(m, &run, spin.few, spin.more, &r, st);
    cuda_release(m->cuda, &run.kernel);
    if (code == ST_OK)
        print(m, spin.name, r.cycles / r.ms / 1e3, "MHz");
    return code;
}

static enum st_code empty_launch(const struct micro *m, uint32_t times, struct reading_of *r,
                                 struct status *st)
{
    struct run run = {.row = &nothing, .copies = 1, .ctas = 1, .data = m->times};
    enum st_code code = compile(m, &run, st);
    if (code == ST_OK)
        code = once(m, &run, 1, 1, r, st);
    if (code == ST_OK && times)
        code = once(m, &run, 1, times, r, st);
    cuda_release(m->cuda, &run.kernel);
    return code;
}

/* Bytes of the results of the largest launch. */
static size_t times_bytes(const struct cuda *c)
{
    return (size_t)c->sms * CTAS_OF_AN_SM * FULL * sizeof(uint32_t) + 64;
}

static enum st_code measure_all(const struct micro *m, struct status *st)
{
    enum { LAUNCHES = 200 };
    struct reading_of r;
    TRY(core_clock(m, st));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        TRY(measure_row(m, &rows[i], st));
    TRY(chase(m, "L1 hit", &chase_l1, 8 * KIB, 64, false, st));
    TRY(chases(m, "ca", &chase_l1, 16 * KIB, 16, st));
    TRY(chases(m, "cg", &chase_l2, (size_t)m->cuda->l2_B / 8, 8, st));
    TRY(chases_cold(m, st));
    TRY(stream(m, &reads, st));
    TRY(stream(m, &writes, st));
    TRY(empty_launch(m, LAUNCHES, &r, st));
    print(m, nothing.name, 1000 * r.ms / LAUNCHES, "us");
    return ST_OK;
}

enum st_code micro_run(const struct cuda *c, FILE *out, struct status *st)
{
    struct micro m = {.cuda = c, .out = out};
    TRY(cuda_memory(c, &m.times, NULL, times_bytes(c), st));
    enum st_code code = measure_all(&m, st);
    cuda_free(c, m.times);
    return code;
}

enum st_code micro_launch(const struct cuda *c, struct status *st)
{
    struct micro m = {.cuda = c};
    struct reading_of r;
    TRY(cuda_memory(c, &m.times, NULL, times_bytes(c), st));
    enum st_code code = empty_launch(&m, 0, &r, st);
    cuda_free(c, m.times);
    return code;
}
