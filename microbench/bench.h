/* bench.h -- the table of rows of micro-benchmarks, and what a run of a row needs. */
#pragma once

#include "microbench/microbench.h"
#include "microbench/text.h"
#include "sim/config/address_map.h"

#include <stdbool.h>
#include <stddef.h>

struct bench;

enum { BENCH_PLACES = 64, BENCH_LANES = 32, BENCH_LINE_B = 128 };

/* Whether to choose the sector at `addr`, given the sectors chosen so far; the first of them is
 * where the storage begins. */
typedef bool bench_place(const struct bench *b, uint64_t addr);

/* How a row's number is computed from the counters of a run, or from the difference of two runs. */
enum bench_reading {
    READ_CYCLES,          /* cycles per unit of length */
    READ_INSTRUCTIONS,    /* instructions per cycle; a unit of length is 12 instructions of each
                             warp of an SM */
    READ_LANES,           /* active lanes per instruction */
    READ_LOAD_SECTORS,    /* sectors per load */
    READ_LOAD_CYCLES,     /* cycles per load */
    READ_SECTORS,         /* loaded sectors per cycle */
    READ_SHARED_CYCLES,   /* cycles per access to shared memory */
    READ_REDUCED_LANES,   /* lanes of reductions per cycle */
    READ_DRAM_CYCLES,     /* cycles in which a DRAM channel has work, per unit of length */
    READ_LOAD_BANDWIDTH,  /* GB/s that are loaded */
    READ_WRITE_BANDWIDTH, /* GB/s that the L2 writes back */
    READ_TRACE_CYCLES,    /* cycles in the RT unit, per unit of length */
    READ_RECORDS,         /* records of RT units per cycle */
};

/* Which SMs read from which slices of the L2 (rows of setup_slices). */
enum bench_readers { BENCH_ONE_SM, BENCH_ONE_SLICE, BENCH_ALL_SLICES };

/* Completes a bench for its GPU, or clears `possible` if the row cannot be measured on the GPU. */
typedef void bench_setup(struct bench *b);

struct bench_row {
    const char *name;
    enum bench_reading reading;
    uint32_t few, more; /* lengths of the two runs; few 0: there is only one run */
    /* The body of a ray-tracing shader or, with `kernel`, of a compute kernel. Registers: %r, %f,
     * %rd and %fd<128>, %p<9>. The number that a register gets in the program, which determines its
     * bank, is the number of registers that the text names before it. In a kernel, %rd0 is the
     * address of the storage, %rd1 that of the CTA's shared memory, %r0 the number of the thread in
     * its CTA.
     *
     * Variables: n, the length of the run; a, a number of the row; M, the number of the GPU's SMs;
     * others are set by `setup`. */
    const char *text;
    uint32_t a;
    /* For a shader: warps per scheduler, which go to the SMs in turn; 0: one warp in all. For a
     * kernel: threads of a CTA; 0: two warps per scheduler. */
    uint32_t warps;
    uint64_t bytes; /* size of the storage */
    bench_setup *setup;
    bench_place *place; /* which sectors the setup chooses; NULL: none */
    bool kernel;
};
extern const struct bench_row bench_rows[]; /* sorted by kind; ends with a row whose name is NULL */

/* Fills the storage, which is zeroed and lies at `addr` of the GPU, for a run of length n. */
typedef void bench_fill(const struct bench *b, uint64_t addr, uint32_t n, uint8_t *storage);

/* A row that is to be measured on a GPU. */
struct bench {
    const struct bench_row *row;
    struct gpu_config gpu; /* with the changes that the row needs */
    struct traversal_options traversal;
    struct address_map map;
    bool possible;
    uint32_t few, more, ctas;
    uint32_t threads;              /* threads of a CTA of a kernel */
    uint64_t bytes;                /* size of the storage */
    bench_fill *fill;              /* NULL: the storage stays zero */
    uint64_t places[BENCH_PLACES]; /* addresses of the chosen sectors, ascending */
    uint32_t n_places;
    uint32_t columns, pairs; /* columns of the scene and pairs in each (scene.h); 0: the scene is
                                one triangle */
    struct text_variables variables;
};

/* The setups of the rows (setup.c). */
bench_setup setup_bank, setup_register_banks, setup_chase, setup_pages, setup_dram, setup_lines,
    setup_slices, setup_atomics, setup_rt;
bench_place place_any, place_row_hit, place_row_miss, place_two_banks, place_rows_of_banks;
