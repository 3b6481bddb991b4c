/* The table of benchmarks. */
#include "microbench/bench.h"

const struct microbench_kind microbench_kinds[] = {
    {"launch", "core cycles", "a shader that ends at once, on one SM and on all",
     "\"Launch\", \"SM: order of a cycle\", \"Metrics\""},
    {"latency", "core cycles/instruction", "a chain of dependent instructions, one warp",
     "\"Latencies\", \"SM: operand collection\""},
    {"throughput", "instructions/cycle", "12 independent chains in each of two warps per scheduler",
     "\"Latencies\", \"SM\""},
    {"branch", "core cycles/branch", "jumps over one instruction", "\"SM: fetch\""},
    {"divergence", "cycles or lanes/instruction",
     "1 to 32 paths, each a chain of dependent additions", "\"Divergence\""},
    {"register_banks", "core cycles, instructions/cycle",
     "instructions of three sources in different register banks, or in one",
     "\"SM: operand collection\""},
    {"coalescing", "sectors or core cycles/load",
     "loads that hit in the L1D, lanes 4 to 128 bytes apart", "\"SM: load/store unit\""},
    {"l1_bandwidth", "sectors/cycle",
     "loads that hit in the L1D of one SM, 32 sectors each, the banks chosen either way",
     "\"SM: load/store unit\""},
    {"chase", "core cycles/load", "a warp whose every load gives the address of the next",
     "\"SM: load/store unit\", \"Memory\""},
    {"stream", "GB/s", "warps that read or write consecutive lines in turn",
     "\"SM: load/store unit\", \"Memory\""},
    {"dram", "DRAM cycles/sector",
     "a burst of reads of one channel: all of an open row of one bank, or of one row of two banks "
     "of different groups; each of another row, of one bank, or of all banks in turn",
     "\"DRAM\""},
    {"shared", "core cycles/instruction",
     "a chain of loads from shared memory; loads, stores and atomics, lanes some words apart or on "
     "one word",
     "\"SM: shared memory\""},
    {"barrier", "core cycles/barrier", "a CTA of so many warps that meet again and again",
     "\"SM: barriers\", \"SM: fetch\""},
    {"atomic", "core cycles/atomic, lanes/cycle",
     "a chain of atomics on one word of the L2; reductions of all SMs on one word, on the words of "
     "one sector, on a line of each SM's own, dealt to all slices",
     "\"SM: atomics\", \"L2\""},
    {"rt", "core cycles/trace",
     "one ray at a time: it misses the world's box, or a triangle, or hits it; _latency is the "
     "part in the RT unit",
     "\"RT unit\""},
    {"rt_full", "records/cycle",
     "twice as many warps as an RT unit holds: one ray each that misses the world's box; all lanes "
     "down one column of nodes; each lane of a warp down its own; nodes of columns have six "
     "children, whatever rt.nodes says",
     "\"RT unit\""},
    {0},
};

/* Pieces of program text. STORAGE puts the address of a shader's storage into %rd0; LANE and CTA
 * put the number of the lane and of the CTA into a register. */
#define STORAGE                                                                                    \
    "{ .param .b32 param0; st.param.b32 [param0+0], 10; .param .b64 retval0;\n"                    \
    "call.uni (retval0), rt_descriptor, (param0); ld.param.b64 %rd0, [retval0+0]; }\n"
#define LAUNCH_ID(axis, reg)                                                                       \
    "{ .param .b32 retval0; call.uni (retval0), rt_launch_id_" axis ", ();\n"                      \
    "ld.param.b32 " reg ", [retval0+0]; }\n"
#define LANE(reg) LAUNCH_ID("x", reg)
#define CTA(reg)  LAUNCH_ID("y", reg)
/* Only lane 0, or only the warps of the first SMs, go on after these; the others end. */
#define FIRST_LANE LANE("%r0") "setp.ne.s32 %p0, %r0, 0;\n@%p0 exit;\n"
#define FIRST_SMS(few)                                                                             \
    CTA("%r0") "rem.u32 %r1, %r0, $M;\nsetp.ge.u32 %p0, %r1, " few ";\n@%p0 exit;\n"
/* Puts an address into %rd1: the storage's, plus `apart` bytes times the number of the lane. */
#define LANE_ADDRESS(apart)                                                                        \
    LANE("%r1") "mul.wide.u32 %rd1, %r1, " apart ";\nadd.s64 %rd1, %rd1, %rd0;\n"
/* Traces a ray from the plane z = 5 against the z axis, up to a distance of 10000, that treats all
 * triangles as opaque (flag 1). Each writes the same register, and so waits for the one before. */
#define PARAM(i, value) ".param .b32 param" i "; st.param.f32 [param" i "+0], " value ";\n"
#define TRACE_XY(x, y)  PARAM("1", x) PARAM("2", y) PARAM("3", "0f40A00000")
#define TRACE_OTHERS                                                                               \
    "<3 j " PARAM("$(j+4)", "0f00000000") ">" PARAM("7", "0fBF800000") PARAM("8", "0f461C4000")
#define TRACE_CALL                                                                                 \
    ".param .b32 retval0; call.uni (retval0), trace_ray, (param0, param1, param2, param3, "        \
    "param4, param5, param6, param7, param8);\nld.param.b32 %r2, [retval0+0]; }\n"
#define TRACE_FLAGS "{ .param .b32 param0; st.param.b32 [param0+0], 1;\n"
#define TRACES(x, y)                                                                               \
    "<n i " TRACE_FLAGS TRACE_XY(x, y)                                                             \
    TRACE_OTHERS TRACE_CALL ">"
/* Puts into %f0 and %f1 the point from which a ray passes down the column with number %r3
 * (scene.h). */
#define AIM                                                                                        \
    "and.b32 %r4, %r3, 31;\ncvt.rn.f32.u32 %f0, %r4;\nmul.f32 %f0, %f0, 0f45800000;\n"             \
    "shr.u32 %r4, %r3, 5;\ncvt.rn.f32.u32 %f1, %r4;\nmul.f32 %f1, %f1, 0f45800000;\n"

/* ---- arithmetic ---- */

/* Writes an instruction of chain k, whose source is the result of the chain's last instruction. */
#define ON(registers, op, rest) op " %" registers "$(k+2), %" registers "$(k+2)" rest ";\n"
#define ONE                     ", 0f3F800000"
#define ONE_64                  ", 0d3FF0000000000000"
#define ARITHMETIC(X)                                                                              \
    X("mov", ON("r", "mov.u32", "")), X("int_add", ON("r", "add.s32", ", 1")),                     \
        X("int_max", ON("r", "max.s32", ", 1")), X("int_mul", ON("r", "mul.lo.s32", ", 3")),       \
        X("int_mad", ON("r", "mad.lo.s32", ", 3, 1")), X("int_div", ON("r", "div.s32", ", 3")),    \
        X("fp_add", ON("f", "add.f32", ONE)), X("fp_max", ON("f", "max.f32", ONE)),                \
        X("fp_mul", ON("f", "mul.f32", ONE)), X("fp_mad", ON("f", "fma.rn.f32", ONE ONE)),         \
        X("fp_div", ON("f", "div.rn.f32", ONE)), X("sfu", ON("f", "rcp.approx.f32", "")),          \
        X("dp_add", ON("fd", "add.f64", ONE_64)), X("dp_max", ON("fd", "max.f64", ONE_64)),        \
        X("dp_mul", ON("fd", "mul.f64", ONE_64)),                                                  \
        X("dp_mad", ON("fd", "fma.rn.f64", ONE_64 ONE_64)),                                        \
        X("dp_div", ON("fd", "div.rn.f64", ONE_64))
#define CHAIN(op)  "<n i <1 k " op ">>"
#define CHAINS(op) FIRST_SMS("1") "<n i <12 k " op ">>"

/* Sends lane l to path l mod a. */
#define PATHS                                                                                      \
    LANE("%r0")                                                                                    \
    "and.b32 %r1, %r0, $(a+31%32);\n"                                                              \
    "<a k setp.ne.s32 %p1, %r1, $k;\n@%p1 bra L$k;\n<n i add.s32 %r2, %r2, 1;\n>L$k:\n>"

/* Names the registers up to $l in order, so that each gets its own number. The sources of a shift
 * are registers 0, s and 2 s; the 12 instructions of a round write different registers, whose banks
 * follow from d, g and r. */
#define REGISTERS     "<l i mov.u32 %r$i, 1;\n>mov.u32 %r$l, 1;\n"
#define SHIFT(to)     "shf.l.wrap.b32 %r" to ", %r0, %r$s, %r$(s*2);\n"
#define SHIFT_CHAIN   REGISTERS "<n i " SHIFT("0") ">"
#define FIRST_SM_LAST CTA("%r$l") "rem.u32 %r$l, %r$l, $M;\nsetp.ne.s32 %p0, %r$l, 0;\n@%p0 exit;\n"
#define SHIFTS        REGISTERS FIRST_SM_LAST "<n i <12 k " SHIFT("$(k/d*g+k+r)") ">>"

/* ---- memory ---- */

#define LOADS     "<n i <8 k ld.global.u32 %r$(k+2), [%rd1];\n>>"
#define COALESCED FIRST_SMS("1") STORAGE LANE_ADDRESS("$a") LOADS
/* The first load fetches the sectors, and the other loads wait for it, so that all of them hit. */
#define FIRST_LOAD "ld.global.u32 %r2, [%rd1];\nadd.s32 %r2, %r2, %r2;\n"
#define BANKS      FIRST_SMS("1") STORAGE LANE_ADDRESS("32") FIRST_LOAD LOADS

/* Every sector holds the address of the next. The L2 allocates written lines, the L1D does not. */
#define CHASE            "<n i ld.global.u64 %rd0, [%rd0];\n>"
#define WRITE_64_SECTORS LANE_ADDRESS("4") "<16 i st.global.u32 [%rd1+$(i*128)], %r1;\n>"

/* Instruction i of warp w accesses line i W + w, or 32 lines that begin at 32 times that. */
#define LINES(apart, op)                                                                           \
    STORAGE CTA("%r0") LANE("%r1") "mul.wide.u32 %rd1, %r0, $s;\nadd.s64 %rd1, %rd1, %rd0;\n"      \
                                   "mul.wide.u32 %rd2, %r1, " apart                                \
                                   ";\nadd.s64 %rd1, %rd1, %rd2;\n<n i " op ";\n>"

/* The first warp of each of f SMs writes the L lines of the other warps, w of them, so that these
 * lines are in the L2. The others wait until all lines are written and then read some of them. Line
 * i of warp w is (i w + w) times t bytes from the first line of the SM; the first line of SM s is
 * at s / p * 256 + s % p * 128. */
#define SLICES                                                                                     \
    FIRST_SMS("$f")                                                                                \
    STORAGE LANE("%r2") "rem.u32 %r1, %r1, $o;\ndiv.u32 %r3, %r1, $p;\nrem.u32 %r4, %r1, $p;\n"    \
                        "mul.wide.u32 %rd1, %r3, 256;\nadd.s64 %rd0, %rd0, %rd1;\n"                \
                        "mul.wide.u32 %rd1, %r4, 128;\nadd.s64 %rd0, %rd0, %rd1;\n"                \
                        "mul.wide.u32 %rd1, %r2, 4;\nadd.s64 %rd0, %rd0, %rd1;\n"                  \
                        "div.u32 %r0, %r0, $M;\nsetp.ne.s32 %p1, %r0, 0;\n@%p1 bra READ;\n"        \
                        "<L i <P k add.s32 %r2, %r2, 1;\n>st.global.u32 [%rd0+$(i*t)], %r2;\n>"    \
                        "exit;\nREAD:\nsub.s32 %r0, %r0, 1;\nmul.wide.u32 %rd1, %r0, $t;\n"        \
                        "add.s64 %rd0, %rd0, %rd1;\n<D i div.s32 %r2, %r2, 3;\n>"                  \
                        "<n i ld.global.u32 %r$(i%32+3), [%rd0+$(i*w*t)];\n>"

/* Lane l reads the sectors whose offsets are in entries l and l + 32 of the table, which begins at
 * byte t of the storage. */
#define BURST                                                                                      \
    STORAGE LANE_ADDRESS(                                                                          \
        "4") "<2 i ld.global.u32 %r$(i+3), [%rd1+$(i*128+t)];\n>"                                  \
             "<2 i mul.wide.u32 %rd$(i+2), %r$(i+3), 1;\nadd.s64 %rd$(i+2), %rd$(i+2), %rd0;\n>"   \
             "<2 i ld.global.u32 %r$(i+5), [%rd$(i+2)];\n>"

/* ---- kernels ---- */

#define SHARED_CHAIN "st.shared.u64 [%rd1], %rd1;\n<n i ld.shared.u64 %rd1, [%rd1];\n>"
/* Lane l of every warp accesses the word at byte l x a. */
#define SHARED(op)                                                                                 \
    "and.b32 %r1, %r0, 31;\nmul.wide.u32 %rd2, %r1, $a;\nadd.s64 %rd1, %rd1, %rd2;\n"              \
    "<n i <8 k " op ";\n>>"
#define SHARED_LOADS   SHARED("ld.shared.u32 %r$(k+2), [%rd1]")
#define SHARED_STORES  SHARED("st.shared.u32 [%rd1], %r1")
#define SHARED_ATOMICS SHARED("atom.shared.add.u32 %r$(k+2), [%rd1], 1")
#define ATOMIC_CHAIN   "st.global.u64 [%rd0], %rd0;\n<n i atom.global.add.u64 %rd0, [%rd0], 0;\n>"
/* Lane l adds to word l mod a of a line. */
#define REDUCTIONS(repeated)                                                                       \
    "and.b32 %r1, %r0, $(a+31%32);\nmul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd2, %rd2, %rd0;\n"       \
    "<n i <" repeated " k red.global.add.u32 [%rd2], 1;\n>>"
/* The storage begins with a table: the address of each SM's line. */
#define OWN_LINE                                                                                   \
    "mov.u32 %r2, %ctaid.x;\nmul.wide.u32 %rd2, %r2, 8;\nadd.s64 %rd2, %rd2, %rd0;\n"              \
    "ld.global.u64 %rd0, [%rd2];\n"

/* ---- rays ---- */

#define OUTSIDE "0f41200000"
#define UP_LEFT "0fBF666666"
#define UP      "0f3F666666"
#define MIDDLE  "0f00000000"
/* Assigns the lanes of SM 0 to $a columns in turn. */
#define COLUMN                                                                                     \
    LANE("%r3") "div.u32 %r0, %r0, $M;\nmad.lo.u32 %r3, %r0, 32, %r3;\nrem.u32 %r3, %r3, $a;\n"
#define COLUMNS FIRST_SMS("1") COLUMN AIM TRACES("%f0", "%f1")

/* ---- families of rows ---- */

#define ROW(...)                                                                                   \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define LATENCY(name, op) ROW("latency." name, READ_CYCLES, 4, 36, .text = CHAIN(op))
#define THROUGHPUT(name, op)                                                                       \
    ROW("throughput." name, READ_INSTRUCTIONS, 4, 20, CHAINS(op), .warps = 2)
#define DIVERGENCE(name, ways, reading)                                                            \
    ROW("divergence." name "_" #ways "_paths", reading, 4, 20, PATHS, .a = (ways))
#define DIVERGED(ways)                                                                             \
    DIVERGENCE("cycles", ways, READ_CYCLES), DIVERGENCE("lanes", ways, READ_LANES)
#define REGISTER_BANKS(name, same)                                                                 \
    ROW("register_banks.latency_" name, READ_CYCLES, 4, 20, SHIFT_CHAIN, .a = (same),              \
        .setup = setup_register_banks),                                                            \
        ROW("register_banks.rate_" name, READ_INSTRUCTIONS, 4, 20, SHIFTS, .a = (same),            \
            .warps = 2, .setup = setup_register_banks)
#define COALESCING(name, stride, reading)                                                          \
    ROW("coalescing." name "_stride_" #stride, reading, 4, 12, COALESCED, .a = (stride),           \
        .warps = 2, .bytes = 4096)
#define STRIDE(stride)                                                                             \
    COALESCING("sectors", stride, READ_LOAD_SECTORS), COALESCING("cycles", stride, READ_LOAD_CYCLES)
#define L1_BANDWIDTH(name, bank)                                                                   \
    ROW("l1_bandwidth." name, READ_SECTORS, 4, 12, BANKS, .a = (bank), .warps = 2, .bytes = 4096,  \
        .setup = setup_bank)
#define CHASED(name, few, more, most, wanted, text)                                                \
    ROW("chase." name, READ_CYCLES, few, more, text CHASE, .a = (most), .setup = setup_chase,      \
        .place = (wanted))
#define L2_STREAM(name, which)                                                                     \
    ROW("stream." name, READ_LOAD_BANDWIDTH, .text = SLICES, .a = (which), .setup = setup_slices)
/* The shorter of the two bursts has 1/share of the length of the longer one. */
#define DRAM(name, wanted, share)                                                                  \
    ROW("dram." name, READ_DRAM_CYCLES, .text = BURST, .a = (share), .setup = setup_dram,          \
        .place = (wanted))
#define SHARED_ROW(name, stride, ptx)                                                              \
    ROW("shared." name, READ_SHARED_CYCLES, 4, 12, ptx, .a = 4 * (stride), .kernel = true)
#define SHARED_STRIDE(stride) SHARED_ROW("load_stride_" #stride, stride, SHARED_LOADS)
#define BARRIER(n)                                                                                 \
    ROW("barrier.warps_" #n, READ_CYCLES, 8, 40, "<n i bar.sync 0;\n>", .warps = 32 * (n),         \
        .kernel = true)
#define REDUCED(name, words, ptx)                                                                  \
    ROW("atomic." name, READ_REDUCED_LANES, 4, 12, ptx, .a = (words), .setup = setup_atomics,      \
        .kernel = true)
#define RAY(name, x, y)                                                                            \
    ROW("rt." name "_latency", READ_TRACE_CYCLES, 4, 20, .text = FIRST_LANE TRACES(x, y)),         \
        ROW("rt." name, READ_CYCLES, 4, 20, .text = FIRST_LANE TRACES(x, y))
#define RT_FULL(name, few, more, columns, ptx)                                                     \
    ROW("rt_full." name, READ_RECORDS, few, more, ptx, .a = (columns), .setup = setup_rt)

const struct bench_row bench_rows[] = {
    {"launch.empty", READ_CYCLES, 0, 1, .text = ""},
    {"launch.per_cta", READ_CYCLES, 0, 1, "", .warps = 1},
    ARITHMETIC(LATENCY),
    ARITHMETIC(THROUGHPUT),
    {"branch.taken", READ_CYCLES, 4, 36, .text = "<n i bra L$i;\nmov.u32 %r2, 1;\nL$i:\n>"},
    {"branch.guard", READ_CYCLES, 4, 36,
     .text = "<n i setp.ge.s32 %p1, %r2, 0;\n@%p1 add.s32 %r2, %r2, 1;\n>"},
    DIVERGED(1),
    DIVERGED(2),
    DIVERGED(4),
    DIVERGED(8),
    DIVERGED(16),
    DIVERGED(32),
    REGISTER_BANKS("apart", 0),
    REGISTER_BANKS("one_bank", 1),
    STRIDE(4),
    STRIDE(8),
    STRIDE(16),
    STRIDE(32),
    STRIDE(64),
    STRIDE(128),
    L1_BANDWIDTH("sector", BANK_SECTOR),
    L1_BANDWIDTH("shift_32", BANK_SHIFT_32),
    CHASED("l1_hit", 8, 72, 4, place_any, STORAGE),
    CHASED("l2_hit", 16, 56, 64, place_any, STORAGE WRITE_64_SECTORS),
    CHASED("dram_row_hit", 4, 40, 40, place_row_hit, STORAGE),
    CHASED("dram_row_miss", 4, 20, 20, place_row_miss, STORAGE),
    ROW("chase.dram_page_miss", READ_CYCLES, 4, 20, STORAGE CHASE, .a = 20, .setup = setup_pages,
        .place = place_row_miss),
    L2_STREAM("l2_one_sm", BENCH_ONE_SM),
    L2_STREAM("l2_one_slice", BENCH_ONE_SLICE),
    L2_STREAM("l2", BENCH_ALL_SLICES),
    {"stream.dram_read", READ_LOAD_BANDWIDTH, 8, 32,
     LINES("4", "ld.global.u32 %r$(i%8+2), [%rd1+$(i*W*s)]"), .a = BENCH_LINE_B, .warps = 2,
     .setup = setup_lines},
    {"stream.dram_write", READ_WRITE_BANDWIDTH,
     .text = LINES("128", "st.global.u32 [%rd1+$(i*W*s)], %r1"), .a = BENCH_LANES * BENCH_LINE_B,
     .warps = 2, .setup = setup_lines},
    DRAM("open_row", place_row_hit, 2),
    DRAM("open_rows", place_two_banks, 2),
    DRAM("other_row", place_row_miss, 4),
    DRAM("other_banks", place_rows_of_banks, 4),
    {"shared.latency", READ_CYCLES, 8, 40, SHARED_CHAIN, .warps = 32, .kernel = true},
    SHARED_STRIDE(1),
    SHARED_STRIDE(2),
    SHARED_STRIDE(4),
    SHARED_STRIDE(8),
    SHARED_STRIDE(16),
    SHARED_STRIDE(32),
    SHARED_ROW("load_one_word", 0, SHARED_LOADS),
    SHARED_ROW("store_stride_8", 8, SHARED_STORES),
    SHARED_ROW("atomic_own_words", 1, SHARED_ATOMICS),
    SHARED_ROW("atomic_one_word", 0, SHARED_ATOMICS),
    BARRIER(1),
    BARRIER(2),
    BARRIER(4),
    BARRIER(8),
    BARRIER(16),
    BARRIER(32),
    {"atomic.latency", READ_CYCLES, 16, 56, ATOMIC_CHAIN, .warps = 1, .bytes = 8, .kernel = true},
    REDUCED("one_word", 1, REDUCTIONS("4")),
    REDUCED("one_sector", 8, REDUCTIONS("16")),
    REDUCED("own_slices", 32, OWN_LINE REDUCTIONS("16")),
    RAY("world_missed", OUTSIDE, OUTSIDE),
    RAY("triangle_missed", UP_LEFT, UP),
    RAY("triangle_hit", MIDDLE, MIDDLE),
    RT_FULL("turns", 8, 40, 0, FIRST_SMS("1") FIRST_LANE TRACES(OUTSIDE, OUTSIDE)),
    RT_FULL("same", 4, 20, 1, COLUMNS),
    RT_FULL("apart", 4, 20, 32, COLUMNS),
    {.name = NULL},
};
