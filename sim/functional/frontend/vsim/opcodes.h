/* opcodes.h -- the instructions of Vulkan-Sim's dumps: spelling, operands, timing description.
 *
 * Sources: the PTX that mesa's ptx_lower_instructions.py writes; instructions.cc, opcodes.def and
 * cuda-sim.cc of Vulkan-Sim. */
#pragma once

#include "sim/functional/program/ops.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Kinds of operands, a letter each:
 *     d   register that is written       p   predicate that is written
 *     s   number that is read            q   predicate that is read
 *     k   integer, kept in the code      v   register that is written and names a variable
 *     a   address [register + integer]   l   label
 *     x   anything; nothing is done with it
 * Numbers that are read may be immediate. */
struct vsim_opcode {
    const char *text;
    uint16_t op;       /* enum code_op; MOV_32, LOAD and STORE stand for all widths */
    uint8_t kind;      /* enum inst_kind; not PTX from KIND_RT on */
    uint8_t bytes;     /* LOAD, STORE: of the element */
    const char *form;  /* one letter per operand */
    const char *track; /* the scoreboard's use of each register among the operands, in order: D
                          destination, S source, - none; NULL: all, by their letters */
    const char *meaning;
};
extern const struct vsim_opcode vsim_opcodes[];
extern const size_t n_vsim_opcodes;

/* The row with that spelling and number of operands (several have two forms). NULL: there is none;
 * *near is then one with that spelling, or NULL. */
const struct vsim_opcode *vsim_opcode_find(const char *text, size_t n, uint32_t n_operands,
                                           const struct vsim_opcode **near);

/* The numbers of operands of an opcode with that spelling, as text: "3", "15 or 16". Cut if `out`
 * has no room. */
void vsim_opcode_operands(const char *text, size_t n, char *out, size_t room);

/* Writes the Markdown table of the documentation. */
void vsim_opcodes_document(FILE *out);
