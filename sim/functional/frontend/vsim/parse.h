/* parse.h -- one dump of Vulkan-Sim: converts text to statements, statements to code.
 *
 * A dump is one .entry without parameters, with declarations, labels and instructions in any order.
 * In Vulkan-Sim a register is a cell of 64 bits without a type. Here it gets 4 or 8 bytes or is a
 * predicate, as its declaration and the instructions that use it require. */
#pragma once

#include "sim/functional/frontend/ptx/lex.h"
#include "sim/functional/frontend/vsim/opcodes.h"
#include "sim/functional/frontend/vsim/pipeline.h"
#include "sim/functional/program/program.h"

#include <stdbool.h>
#include <string.h>

enum vsim_operand_kind { VSIM_NAME, VSIM_NUMBER, VSIM_ADDRESS };

struct vsim_operand {
    enum vsim_operand_kind kind;
    struct slice name; /* the NAME; base register of an ADDRESS */
    uint64_t bits;     /* the NUMBER; offset of an ADDRESS */
};

struct vsim_statement {
    uint32_t line;
    struct slice opcode; /* as written */
    struct slice guard;  /* name of the guard; length 0: none */
    bool guard_not;
    uint32_t first, n; /* its operands: first one, number */
};

/* A declared name and its place; the first member of registers and labels, so both are sorted by
 * it. */
struct vsim_name {
    struct slice text;
    uint32_t line;
};

struct vsim_register {
    struct vsim_name name;
    uint16_t ordinal; /* number of its declaration, from 1 on, which the scoreboard uses */
    uint8_t bits;     /* declared size; 1: a predicate */
    uint8_t cell;     /* enum cell */
    uint32_t operand; /* its operand in the program; ROW_NONE before its first use */
};

struct vsim_label {
    struct vsim_name name;
    uint32_t statement; /* number of the statement that follows it */
};

/* A dump as statements. */
struct vsim_dump {
    const char *path;
    struct slice entry;
    uint32_t entry_line;
    struct vsim_statement *statements;
    struct vsim_operand *operands;
    struct vsim_register *registers; /* sorted by name after vsim_read() */
    struct vsim_label *labels;       /* sorted by name after vsim_read() */
    uint32_t n_statements, n_operands, n_registers, n_labels;
    uint32_t room_statements, room_operands, room_registers, room_labels;
};

/* Reads a dump from n characters of text, which must outlive it. Opcodes may be unknown. `path` is
 * borrowed. */
enum st_code vsim_read(struct vsim_dump *out, const char *path, const char *text, size_t n,
                       struct status *st);
void vsim_dump_free(struct vsim_dump *d);

/* Decodes a dump into a new function of the program, number *function; finds or adds the variables
 * that it allocates. */
enum st_code vsim_decode(struct program_builder *b, struct vsim_dump *d,
                         struct vsim_pipeline *pipeline, uint32_t *function, struct status *st);
