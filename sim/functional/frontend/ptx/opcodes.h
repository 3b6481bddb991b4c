/* opcodes.h -- the PTX spellings of the operations of ops.h. */
#pragma once

#include "sim/functional/program/ops.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct ptx_opcode {
    const char *text;
    uint16_t op; /* enum code_op */
};
extern const struct ptx_opcode ptx_opcodes[];
extern const size_t n_ptx_opcodes;

/* The operation of an opcode that its text alone determines; -1: there is none. */
int ptx_opcode_find(const char *text, size_t n);

/* A PTX type, without the dot. */
struct ptx_type {
    uint8_t bits; /* 1 for pred */
    char kind;    /* 'u', 's', 'b', 'f', 'p' */
};
bool ptx_type_parse(const char *text, size_t n, struct ptx_type *out);

/* The operation of cvt between integer types; -1: there is none. It also depends on the cells of
 * the registers and on the bits of the destination register. */
int ptx_opcode_extend(struct ptx_type to, struct ptx_type from, enum cell to_cell,
                      enum cell from_cell, uint32_t to_register);

/* Writes the Markdown table of docs/reference/ptx.md. */
void ptx_opcodes_document(FILE *out);
