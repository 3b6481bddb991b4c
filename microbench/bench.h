/* bench.h -- the table of rows, and what a run of one needs. */
#pragma once

#include "microbench/microbench.h"
#include "microbench/text.h"
#include "sim/config/address_map.h"

#include <stdbool.h>
#include <stddef.h>

struct bench;

enum { BENCH_PLACES = 64, BENCH_LANES = 32, BENCH_LINE_B = 128 };

/* Whether to choose the sector at `addr`, given those chosen so far; the first is the storage's. */
typedef bool bench_place(const struct bench *b, uint64_t addr);

/* How a row's number is read from the counters of a run, or of the difference of two. */
enum bench_reading {
    READ_CYCLES,          /* per unit of length */
    READ_INSTRUCTIONS,    /* per cycle: 12 of each warp of an SM and unit of length */
    READ_LANES,           /* active, per instruction */
    READ_LOAD_SECTORS,    /* per load */
    READ_LOAD_CYCLES,     /* per load */
    READ_SECTORS,         /* loaded, per cycle */
    READ_SHARED_CYCLES,   /* per access to shared memory */
    READ_REDUCED_LANES,   /* per cycle */
    READ_DRAM_CYCLES,     /* in which a channel has work, per unit of length */
    READ_LOAD_BANDWIDTH,  /* GB/s */
    READ_WRITE_BANDWIDTH, /* GB/s, of the L2's write-backs */
    READ_TRACE_CYCLES,    /* in the RT unit, per unit of length */
    READ_RECORDS,         /* of RT units, per cycle */
};

/* Who reads from the L2 (rows of setup_slices). */
enum bench_readers { BENCH_ONE_SM, BENCH_ONE_SLICE, BENCH_ALL_SLICES };

/* Completes a bench for its GPU, or clears `possible` if the GPU has nothing to measure. */
typedef void bench_setup(struct bench *b);

struct bench_row {
    const char *name;
    enum bench_reading reading;
    uint32_t few, more; /* lengths of the runs; few 0: there is only one */
    /* The body of a ray-tracing shader or, with `kernel`, of a compute kernel. Registers: %r, %f,
     * %rd and %fd<128>, %p<9>. A register's number in the program, which determines its bank, is
     * the number of registers that the text names before it. In a kernel, %rd0 is the address of
     * the storage, %rd1 that of the CTA's shared memory, %r0 the thread in its CTA.
     *
     * Variables: n, the length of the run; a, the row's; M, the GPU's SMs; others from `setup`. */
    const char *text;
    uint32_t a;
    /* Of a shader: warps per scheduler, dealt to SMs in turn; 0: one in all. Of a kernel: threads
     * of a CTA; 0: two warps per scheduler. */
    uint32_t warps;
    uint64_t bytes; /* of storage */
    bench_setup *setup;
    bench_place *place; /* which sectors the setup chooses */
    bool kernel;
};
extern const struct bench_row bench_rows[]; /* by kind; ends with name NULL */

/* Fills the zeroed storage, which is at `addr` of the GPU, for a run of length n. */
typedef void bench_fill(const struct bench *b, uint64_t addr, uint32_t n, uint8_t *storage);

/* A row on a GPU. */
struct bench {
    const struct bench_row *row;
    struct gpu_config gpu; /* as the row wants it */
    struct traversal_options traversal;
    struct address_map map;
    bool possible;
    uint32_t few, more, ctas;
    uint32_t threads;              /* of a kernel's CTA */
    uint64_t bytes;                /* of storage */
    bench_fill *fill;              /* NULL: zeros */
    uint64_t places[BENCH_PLACES]; /* addresses of chosen sectors, ascending */
    uint32_t n_places;
    uint32_t columns, pairs; /* of the scene; 0: one triangle */
    struct text_variables variables;
};

/* What rows need (setup.c). */
bench_setup setup_bank, setup_register_banks, setup_chase, setup_dram, setup_lines, setup_slices,
    setup_atomics, setup_rt;
bench_place place_any, place_row_hit, place_row_miss, place_two_banks, place_rows_of_banks;
