/* reader.h -- a program that is being read from assembly text. Internal to this folder. */
#pragma once

#include "common/status.h"
#include "sim/functional/frontend/ptx/lex.h"
#include "sim/functional/frontend/rdna2/rdna2.h"

enum rdna2_reference {
    REFERENCE_LABEL,    /* name: the instruction at the label */
    REFERENCE_LOW,      /* name@rel32@lo: low half of the distance from the literal */
    REFERENCE_HIGH,     /* name@rel32@hi: high half of the distance from the literal */
    REFERENCE_ABSOLUTE, /* name@abs32@lo: address in shared memory */
    REFERENCE_ABSOLUTE_HIGH
};

/* An operand that is a name, whose value is filled in at the end. */
struct rdna2_fix {
    uint32_t inst, operand;
    struct slice name;
    enum rdna2_reference kind;
    int64_t addend;
};

enum rdna2_section { SECTION_CODE, SECTION_DATA, SECTION_OTHER };

struct rdna2_symbol {
    struct slice name;
    enum rdna2_section section;
    uint64_t value; /* pc of code, or offset in the data */
    uint32_t inst;  /* index of the instruction, for code */
    uint32_t line;
};

struct rdna2_kernel {
    struct slice name;
    uint32_t line;
    struct rdna2_launch_state state;
    uint32_t vgprs, sgprs, group_bytes, private_bytes, kernarg_bytes;
    struct program_param *params;
    uint32_t n_params, room_params;
};

struct rdna2_reader {
    const char *name; /* name of the file */
    uint32_t line;
    bool compute; /* the program is a compute kernel, not a shader */
    struct program *p;
    struct rdna2_program *r;
    enum rdna2_section section;
    bool in_function, in_kernel, in_metadata;
    uint32_t pc;
    uint32_t room_code, room_insts, room_functions;
    struct rdna2_symbol *symbols; /* sorted by name when all have been read */
    struct rdna2_fix *fixes;
    struct slice *functions; /* declared by .type, with labels yet to come */
    struct rdna2_kernel *kernels;
    struct rdna2_kernel args; /* arguments in the metadata, which come before their kernel's name */
    uint32_t n_symbols, n_fixes, n_declared, n_kernels;
    uint32_t room_symbols, room_fixes, room_declared, room_kernels, room_opcodes, room_constants,
        room_data;
    uint32_t n_insts;
};

#define READER_FAIL(r, st, ...)                                                                    \
    status_fail_at(st, ST_FAILED, (r)->name, (int)(r)->line, __VA_ARGS__)

struct slice rdna2_trim(struct slice s);
/* Removes the first word from `rest` and returns it. */
struct slice rdna2_word(struct slice *rest);
/* Reads a number in assembly syntax, with or without a sign; false: it is none. */
bool rdna2_number(struct slice text, int64_t *out);

/* Reads the operand in `text`, whose signature is `role` and `words` (operand.c). *literal becomes
 * whether its encoding takes an additional word. */
enum st_code rdna2_read_operand(struct rdna2_reader *r, struct slice text, char role,
                                uint32_t words, struct rdna2_operand *out, bool *literal,
                                struct status *st);
/* Reads a line with an instruction (instruction.c). */
enum st_code rdna2_read_instruction(struct rdna2_reader *r, struct slice line, struct status *st);
/* Read a line that begins with a dot, and a line of the metadata (directive.c). */
enum st_code rdna2_read_directive(struct rdna2_reader *r, struct slice line, struct status *st);
enum st_code rdna2_read_metadata(struct rdna2_reader *r, struct slice line, struct status *st);
/* The encoded bytes of an instruction with `literals` literals (check.c). */
uint32_t rdna2_size(const struct rdna2_inst *inst, uint32_t literals);
/* Fails for operands that the encoding does not allow. literal[i]: operand i is a literal. */
enum st_code rdna2_check(struct rdna2_reader *r, const struct rdna2_inst *inst,
                         const bool literal[RDNA2_OPERANDS], struct status *st);
/* rdna2_finish takes the steps that need the whole program: names, limits, constants (finish.c).
 * rdna2_describe makes the timing descriptions (describe.c). */
enum st_code rdna2_finish(struct rdna2_reader *r, const char *entry, struct status *st);
void rdna2_describe(struct program *p);
