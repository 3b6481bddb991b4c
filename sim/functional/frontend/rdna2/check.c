/* Checks that operands fit the encodings (RDNA 2 ISA, "Microcode Formats"; "Instruction Operands":
 * scalar registers and literals of a vector instruction). */
#include "sim/functional/frontend/rdna2/reader.h"

#include <string.h>

enum { BUS = 2 };
#define LITERAL_BYTES 4u

uint32_t rdna2_size(const struct rdna2_inst *inst, uint32_t literals)
{
    switch (inst->opcode->form) {
    case FORM_SOP1:
    case FORM_SOP2:
    case FORM_SOPC:
    case FORM_SOPK:
    case FORM_SOPP:
    case FORM_VOP1_ONLY:
        return 4 + (literals ? LITERAL_BYTES : 0u);
    case FORM_VOP1:
    case FORM_VOP2:
    case FORM_VOPC:
        return (inst->encoding == ENCODING_E32 ? 4u : 8u) + (literals ? LITERAL_BYTES : 0u);
    case FORM_VOP3:
        return 8 + (literals ? LITERAL_BYTES : 0u);
    case FORM_PSEUDO: /* is encoded as an image instruction with an address register per argument */
        return inst->n_operands > 8 ? 16 : 8;
    default:
        return 8;
    }
}

static bool is_vector(const struct rdna2_opcode *o)
{
    return o->form == FORM_VOP1 || o->form == FORM_VOP2 || o->form == FORM_VOPC ||
           o->form == FORM_VOP2K || o->form == FORM_VOP3 || o->form == FORM_VOP1_ONLY;
}

static bool is_source(char role)
{
    return strchr("afdvmsjE", role) != NULL;
}

/* Checks the number of words that all lanes of a vector instruction share, which come over a bus of
 * limited width. */
static enum st_code check_bus(const struct rdna2_reader *r, const struct rdna2_inst *inst,
                              const bool literal[RDNA2_OPERANDS], struct status *st)
{
    uint16_t seen[RDNA2_OPERANDS];
    uint32_t n = 0, literals = 0;
    uint64_t value = 0;
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        const struct rdna2_operand *o = &inst->operand[i];
        if (literal[i]) {
            if (literals++ && o->value != value)
                return READER_FAIL(r, st, "%s with two literals; an encoding has room for one",
                                   inst->opcode->name);
            value = o->value;
        }
        if (!is_source(o->role) || o->kind != OPERAND_SCALAR)
            continue;
        uint32_t k = 0;
        while (k < n && seen[k] != o->reg)
            k++;
        if (k == n)
            seen[n++] = o->reg;
    }
    if (is_vector(inst->opcode) && n + (literals > 0) > BUS)
        return READER_FAIL(r, st,
                           "%s reads %u scalar registers and literals; at most %d are allowed",
                           inst->opcode->name, n + (literals > 0), BUS);
    return ST_OK;
}

/* Checks the short encoding: its second source is a vector register, its masks are VCC, and it has
 * no modifiers. */
static enum st_code check_e32(const struct rdna2_reader *r, const struct rdna2_inst *inst,
                              struct status *st)
{
    uint32_t sources = 0;
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        const struct rdna2_operand *o = &inst->operand[i];
        bool mask = o->role == 'M' || o->role == 'm';
        if (mask && o->reg != RDNA2_VCC)
            return READER_FAIL(r, st, "%s_e32 has no mask but vcc_lo", inst->opcode->name);
        if (!mask && is_source(o->role) && o->role != 'E' && ++sources == 2 &&
            o->kind != OPERAND_VECTOR)
            return READER_FAIL(r, st, "the second source of %s_e32 must be a vector register",
                               inst->opcode->name);
        if (o->modify)
            return READER_FAIL(r, st, "%s_e32 has no sources with a changed sign",
                               inst->opcode->name);
    }
    return ST_OK;
}

static enum st_code check_alignment(const struct rdna2_reader *r, const struct rdna2_inst *inst,
                                    struct status *st)
{
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        const struct rdna2_operand *o = &inst->operand[i];
        uint32_t multiple = o->words >= 4 ? 4 : o->words;
        if (o->kind == OPERAND_SCALAR && o->words > 1 && o->reg % multiple)
            return READER_FAIL(r, st, "s[%u:%u] of %s; expected a multiple of %u", o->reg,
                               o->reg + o->words - 1u, inst->opcode->name, multiple);
    }
    return ST_OK;
}

/* Checks an address: one of one word needs a scalar pair, one of two words must have none. */
static enum st_code check_address(const struct rdna2_reader *r, const struct rdna2_inst *inst,
                                  struct status *st)
{
    bool pair = false;
    uint32_t words = 0;
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        const struct rdna2_operand *o = &inst->operand[i];
        if (o->role == 'A')
            words = o->words;
        if (o->role == 'g' && o->kind == OPERAND_SCALAR)
            pair = true;
        uint8_t form = inst->opcode->form;
        if ((form == FORM_SMEM || form == FORM_SOPK) && o->role == 's' && o->kind != OPERAND_SCALAR)
            return READER_FAIL(r, st,
                               "%s with a constant for operand %u; expected scalar registers",
                               inst->opcode->name, i + 1);
        if (form == FORM_SMEM && o->role == 'S' && (o->reg == RDNA2_M0 || o->reg >= RDNA2_EXEC))
            return READER_FAIL(r, st, "%s into m0 or exec; expected s0 to s%d, vcc or null",
                               inst->opcode->name, RDNA2_SGPRS - 1);
        if (o->role == 'r' && o->reg != 0)
            return READER_FAIL(r, st, "%s of a buffer that is not the scratch memory's, s[0:3]",
                               inst->opcode->name);
        if (o->role == 'b' && (o->kind == OPERAND_VECTOR) != inst->offen)
            return READER_FAIL(r, st, "%s: a register with the offset goes with offen",
                               inst->opcode->name);
    }
    if (words && words != (pair ? 1u : 2u))
        return READER_FAIL(r, st, "%s: an address of %u words %s a scalar pair", inst->opcode->name,
                           words, pair ? "beside" : "without");
    return ST_OK;
}

enum st_code rdna2_check(struct rdna2_reader *r, const struct rdna2_inst *inst,
                         const bool literal[RDNA2_OPERANDS], struct status *st)
{
    const struct rdna2_opcode *o = inst->opcode;
    bool several = o->form == FORM_VOP1 || o->form == FORM_VOP2 || o->form == FORM_VOPC;
    if (several != (inst->encoding != ENCODING_ONLY))
        return READER_FAIL(r, st, "%s: expected the name %s", o->name,
                           several ? "with _e32, _e64 or _sdwa" : "without an ending");
    if (inst->encoding == ENCODING_E32)
        TRY(check_e32(r, inst, st));
    for (uint32_t i = 0; i < inst->n_operands && inst->encoding == ENCODING_SDWA; i++) {
        if (literal[i])
            return READER_FAIL(r, st, "%s_sdwa has no room for a literal", o->name);
        if (inst->operand[i].role == 'm' && inst->operand[i].reg != RDNA2_VCC)
            return READER_FAIL(r, st, "%s_sdwa reads no mask but vcc_lo", o->name);
        if (inst->operand[i].words > 1 || inst->operand[i].role == 'E')
            return READER_FAIL(r, st, "%s has no encoding _sdwa", o->name);
    }
    TRY(check_bus(r, inst, literal, st));
    TRY(check_alignment(r, inst, st));
    TRY(check_address(r, inst, st));
    bool shared = o->form == FORM_DS || o->form == FORM_DS2 || o->form == FORM_DS2ST64;
    if (!r->compute &&
        (shared || o->class == OP_BARRIER || o->class == OP_REDUCE || o->class == OP_ATOMIC))
        return READER_FAIL(r, st, "%s in a shader; only compute kernels may have it", o->name);
    if (r->compute && o->form == FORM_PSEUDO)
        return READER_FAIL(r, st, "%s in a compute kernel; only shaders may have it", o->name);
    return ST_OK;
}
