/* census_print.h -- a census as tables, as a JSON document and as CSV. */
#pragma once

#include "common/json_writer.h"
#include "orchestrator/compare/census.h"

#include <stdio.h>

/* Returns the name of a kind of instruction in results, such as "alu". */
const char *census_kind_name(enum inst_kind kind);

/* Counts of all instructions with the same text. */
struct census_opcode {
    const char *text; /* borrowed from the launch */
    bool guarded;     /* whether it has a guard; a branch with a guard and one without are two
                         opcodes */
    enum inst_kind kind;
    struct census_line lines; /* sum over these instructions */
};

/* Lists the opcodes of the launch's program, sorted by text; *out is freed with mem_free. */
enum st_code census_opcodes(struct census_opcode **out, uint32_t *n, const struct census *c,
                            const struct launch *launch, struct status *st);

/* Number of classes in Vulkan-Sim's "Classification" line, by which lanes are counted: index 0 has
 * the lanes whose guard failed, 15 repeats the memory class. */
enum { CENSUS_CLASSES = 16 };
void census_classes(const struct census *c, uint64_t out[CENSUS_CLASSES]);

enum st_code census_print(const struct census *c, const struct launch *launch, FILE *out,
                          struct status *st);
/* Adds counters, classes, functions and opcodes to a document. */
enum st_code census_json(struct json_writer *w, json_t *document, const struct census *c,
                         const struct launch *launch, struct status *st);
/* Writes a line of CSV per instruction of the program, executed or not, sorted by pc. */
void census_write_lines(const struct census *c, const struct launch *launch, FILE *out);
