/* line_table.h -- what each line of the shaders' source costs in the cycle model, of simulate
 * --lines. */
#pragma once

#include "common/json_writer.h"
#include "sim/functional/program/program.h"
#include "sim/timing/counters/inst_counters.h"

#include <stdio.h>

/* A line of a source file, with the sum over its instructions. */
struct source_line {
    uint32_t file;     /* index into the files */
    uint32_t line;     /* 0: of no line */
    uint64_t accesses; /* executed loads and stores of global and local memory, by warps */
    struct inst_count count;
};

/* A function of the program: a shader with all that is inlined in it. */
struct source_shader {
    char *name;
    struct inst_count entry, all; /* its first instruction: how often it ran; the sum */
    uint64_t accesses;
};

/* Lines with a count, by file in the order of the program, then by line. */
struct source_lines {
    struct source_line *of;
    uint32_t n;
    char **files; /* their names */
    uint32_t n_files;
    struct source_shader *shaders; /* those with a count, in the order of the program */
    uint32_t n_shaders;
};

/* `out` must be {0}; it owns all that it names. */
enum st_code source_lines_create(struct source_lines *out, const struct program *program,
                                 const struct inst_counters *insts, struct status *st);
void source_lines_free(struct source_lines *lines); /* {0} is a no-op */

/* Which of the slots is an issue; the others are stalls. */
enum { SOURCE_ISSUED = INST_SLOTS - 1 };
uint64_t source_slots(const struct inst_count *c); /* cycles of schedulers: their sum */
/* The cause of most of a line's stalls; "" if it has none. */
const char *source_cause(const struct inst_count *c);
const char *source_base_name(const char *path); /* without its folder */
/* The lines, those with most cycles of schedulers first, and the sum of these cycles. The caller
 * frees *out. */
enum st_code source_lines_dearest(const struct source_lines *lines, const struct source_line ***out,
                                  uint64_t *all, struct status *st);

/* Writes all as CSV. */
void source_lines_csv(const struct source_lines *lines, FILE *out);
/* Prints the shaders, and the dearest lines with their source. */
enum st_code source_lines_print(const struct source_lines *lines, FILE *out, struct status *st);
json_t *source_lines_json(struct json_writer *w, const struct source_lines *lines);
json_t *source_shaders_json(struct json_writer *w, const struct source_lines *lines);
