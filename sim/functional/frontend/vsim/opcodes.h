/* opcodes.h -- the instructions of Vulkan-Sim's dumps: spelling, operands, timing description.
 *
 * The sources are the PTX that mesa's ptx_lower_instructions.py writes, and instructions.cc,
 * opcodes.def and cuda-sim.cc of Vulkan-Sim. */
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
    uint16_t op;   /* enum code_op; MOV_32, LOAD and STORE stand for the operations of all widths */
    uint8_t kind;  /* enum inst_kind; from KIND_RT on the instruction is not PTX */
    uint8_t bytes; /* LOAD, STORE: bytes of the element */
    const char *form;  /* one letter per operand */
    const char *track; /* by register operand, in order, for the scoreboard: D destination, S
                          source, - none; NULL: all registers, as their letters in `form` say */
    const char *meaning;
};
extern const struct vsim_opcode vsim_opcodes[];
extern const size_t n_vsim_opcodes;

/* The row with this spelling and number of operands (several spellings have two). NULL: there is
 * none; *near is then a row with the spelling, or NULL. */
const struct vsim_opcode *vsim_opcode_find(const char *text, size_t n, uint32_t n_operands,
                                           const struct vsim_opcode **near);

/* Writes the numbers of operands that an opcode with this spelling may have: "3", "15 or 16". Cut
 * if `out` has no room. */
void vsim_opcode_operands(const char *text, size_t n, char *out, size_t room);

/* Writes the table of instructions for the documentation, in Markdown. */
void vsim_opcodes_document(FILE *out);
