/* Converts a line of assembly to an instruction: mnemonic, operands, modifiers. */
#include "common/grow.h"
#include "sim/functional/frontend/rdna2/reader.h"
#include "sim/functional/program/ops.h"

#include <stdlib.h>
#include <string.h>

struct line {
    struct slice mnemonic, operand[RDNA2_OPERANDS], modifiers;
    uint32_t n;
};

/* Splits a line. Operands are separated by commas outside of parentheses; modifiers follow the last
 * operand. */
static enum st_code split(const struct rdna2_reader *r, struct slice text, struct line *out,
                          struct status *st)
{
    *out = (struct line){.n = 0};
    out->mnemonic = rdna2_word(&text);
    int depth = 0;
    size_t from = 0;
    for (size_t i = 0; text.n && i <= text.n; i++) {
        char c = i < text.n ? text.text[i] : ',';
        depth += (c == '(') - (c == ')');
        if (c != ',' || (depth && i < text.n))
            continue;
        if (out->n == RDNA2_OPERANDS)
            return READER_FAIL(r, st, "more than %d operands", RDNA2_OPERANDS);
        out->operand[out->n++] = rdna2_trim((struct slice){text.text + from, i - from});
        from = i + 1;
    }
    return ST_OK;
}

/* Splits modifiers off the last operand. `none`: the instruction has no operands, so all of it are
 * modifiers. */
static void split_modifiers(struct line *line, bool none)
{
    if (!line->n)
        return;
    struct slice *last = &line->operand[line->n - 1], rest = *last;
    if (none) {
        line->modifiers = rest;
        line->n--;
        return;
    }
    *last = rdna2_word(&rest);
    line->modifiers = rest;
}

static bool has_word(struct slice text, const char *word)
{
    while (text.n)
        if (slice_is(rdna2_word(&text), word))
            return true;
    return false;
}

static bool prefixed(struct slice *s, const char *prefix)
{
    size_t n = strlen(prefix);
    if (s->n < n || memcmp(s->text, prefix, n) != 0)
        return false;
    *s = (struct slice){s->text + n, s->n - n};
    return true;
}

/* Reads the name of the part of a word that SDWA selects. */
static enum st_code read_select(const struct rdna2_reader *r, struct slice s, uint8_t *out,
                                struct status *st)
{
    static const char *const names[] = {"DWORD",  "BYTE_0", "BYTE_1", "BYTE_2",
                                        "BYTE_3", "WORD_0", "WORD_1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (slice_is(s, names[i])) {
            *out = (uint8_t)i;
            return ST_OK;
        }
    return READER_FAIL(r, st, "'%.*s' is no part of a word", SLICE_SHOW(s));
}

static struct rdna2_operand *source(struct rdna2_inst *inst, uint32_t which)
{
    for (uint32_t i = 0; i < inst->n_operands; i++)
        if (strchr("afd", inst->operand[i].role) && which-- == 0)
            return &inst->operand[i];
    return NULL;
}

static enum st_code read_offset(const struct rdna2_reader *r, struct rdna2_inst *inst,
                                uint32_t which, struct slice s, struct status *st)
{
    int64_t value, least = 0, most = 65535;
    switch (inst->opcode->form) {
    case FORM_GLOBAL:
        least = -2048;
        most = 2047;
        break;
    case FORM_FLAT:
        most = 2047;
        break;
    case FORM_MUBUF:
        most = 4095;
        break;
    case FORM_DS2:
    case FORM_DS2ST64:
        most = 255;
        break;
    default:
        break;
    }
    if (!rdna2_number(s, &value) || value < least || value > most)
        return READER_FAIL(r, st, "offset '%.*s'; expected %lld to %lld", SLICE_SHOW(s),
                           (long long)least, (long long)most);
    inst->offset[which] = (int32_t)value;
    return ST_OK;
}

static bool has_offset(const struct rdna2_opcode *o, bool two)
{
    if (two)
        return o->form == FORM_DS2 || o->form == FORM_DS2ST64;
    return o->form == FORM_GLOBAL || o->form == FORM_FLAT || o->form == FORM_DS ||
           (o->form == FORM_MUBUF && o->op == RDNA2_MEMORY);
}

static enum st_code read_modifier(const struct rdna2_reader *r, struct rdna2_inst *inst,
                                  struct slice word, struct status *st)
{
    const struct rdna2_opcode *o = inst->opcode;
    struct slice rest = word;
    bool sdwa = inst->encoding == ENCODING_SDWA;
    bool vector = o->form == FORM_GLOBAL || o->form == FORM_FLAT || o->form == FORM_MUBUF;
    if (prefixed(&rest, "offset:") && has_offset(o, false))
        return read_offset(r, inst, 0, rest, st);
    if (prefixed(&rest, "offset0:") && has_offset(o, true))
        return read_offset(r, inst, 0, rest, st);
    if (prefixed(&rest, "offset1:") && has_offset(o, true))
        return read_offset(r, inst, 1, rest, st);
    if (prefixed(&rest, "src0_sel:") && sdwa && source(inst, 0))
        return read_select(r, rest, &source(inst, 0)->select, st);
    if (prefixed(&rest, "src1_sel:") && sdwa && source(inst, 1))
        return read_select(r, rest, &source(inst, 1)->select, st);
    if (sdwa && (slice_is(word, "dst_sel:DWORD") || slice_is(word, "dst_unused:UNUSED_PAD")))
        return ST_OK;
    /* Cache policies have no effect on results, so they are ignored. */
    if ((vector || o->form == FORM_SMEM) && (slice_is(word, "glc") || slice_is(word, "dlc")))
        return ST_OK;
    if (vector && slice_is(word, "slc"))
        return ST_OK;
    if (o->form == FORM_MUBUF && slice_is(word, "offen")) {
        inst->offen = true;
        return ST_OK;
    }
    bool clamps = (o->class == OP_FP_ADD || o->class == OP_FP_MUL || o->class == OP_FP_MAD ||
                   o->class == OP_FP_MAX) &&
                  o->operands[1] == '1' && inst->encoding != ENCODING_E32;
    if (clamps && slice_is(word, "clamp")) {
        inst->clamp = true;
        return ST_OK;
    }
    return READER_FAIL(r, st, "%s has no '%.*s' here", o->name, SLICE_SHOW(word));
}

/* The part of a modifier before the colon; its value follows the colon. */
static struct slice name_of(struct slice modifier)
{
    const char *colon = memchr(modifier.text, ':', modifier.n);
    return (struct slice){modifier.text, colon ? (size_t)(colon - modifier.text) : modifier.n};
}

static enum st_code read_modifiers(const struct rdna2_reader *r, struct rdna2_inst *inst,
                                   struct slice modifiers, struct status *st)
{
    enum { MOST = 8 }; /* more than any instruction's number of different modifiers */
    struct slice seen[MOST];
    for (uint32_t n = 0; modifiers.n; n++) {
        struct slice word = rdna2_word(&modifiers);
        for (uint32_t i = 0; i < n; i++)
            if (slice_equal(seen[i], name_of(word)))
                return READER_FAIL(r, st, "%.*s is there twice", SLICE_SHOW(seen[i]));
        TRY(read_modifier(r, inst, word, st));
        if (n == MOST)
            BUG("%s has %u modifiers", inst->opcode->name, n);
        seen[n] = name_of(word);
    }
    return ST_OK;
}

/* The operation of ops.h that executes an instruction with addresses, or a ray's. Its rows are set
 * when the registers are laid out (finish.c). */
static uint16_t shared_op(const struct rdna2_opcode *o)
{
    switch (o->class) {
    case OP_LOAD:
        return CODE_LOAD;
    case OP_STORE:
        return CODE_STORE;
    case OP_LOAD_SHARED:
        return CODE_LOAD_SHARED;
    case OP_STORE_SHARED:
        return CODE_STORE_SHARED;
    case OP_ATOMIC_SHARED:
        return CODE_ATOMIC_SHARED;
    case OP_ATOMIC:
        return CODE_ATOMIC;
    case OP_REDUCE:
        return CODE_REDUCE;
    case OP_BARRIER:
        return CODE_BARRIER;
    default:
        return o->op == RDNA2_INTRINSIC ? o->detail : CODE_LOAD;
    }
}

static enum st_code name_opcode(struct rdna2_reader *r, struct slice mnemonic, uint16_t *out,
                                struct status *st)
{
    struct program *p = r->p;
    for (uint32_t i = 0; i < p->n_opcodes; i++)
        if (slice_is(mnemonic, p->opcodes[i])) {
            *out = (uint16_t)i;
            return ST_OK;
        }
    char *copy = mem_calloc(mnemonic.n + 1, 1);
    if (!copy || !grow(&p->opcodes, p->n_opcodes, &r->room_opcodes, sizeof *p->opcodes)) {
        mem_free(copy);
        return status_no_memory(st, r->name);
    }
    memcpy(copy, mnemonic.text, mnemonic.n);
    *out = (uint16_t)p->n_opcodes;
    p->opcodes[p->n_opcodes++] = copy;
    return ST_OK;
}

static enum st_code add_instruction(struct rdna2_reader *r, struct slice mnemonic,
                                    uint32_t literals, struct status *st)
{
    struct program *p = r->p;
    const struct rdna2_inst *inst = &r->r->insts[r->n_insts];
    uint32_t size = rdna2_size(inst, literals);
    struct code *c = &p->code[p->n_code];
    *c = (struct code){.op = shared_op(inst->opcode),
                       .bytes = inst->opcode->bytes,
                       .align = inst->opcode->bytes,
                       .extend = inst->opcode->detail == 1 && inst->opcode->class != OP_ATOMIC,
                       .guard = ROW_NONE,
                       .line = r->line};
    TRY(name_opcode(r, mnemonic, &c->opcode, st));
    struct warp_inst *seen = &p->insts[p->n_code];
    *seen = (struct warp_inst){.pc = r->pc, .size_B = (uint8_t)size, .number = p->n_code};
    r->pc += size;
    p->n_code++;
    r->n_insts++;
    return ST_OK;
}

static enum st_code make_room(struct rdna2_reader *r, struct status *st)
{
    struct program *p = r->p;
    uint32_t n = p->n_code, room = r->room_code;
    if (n == PROGRAM_MOST_CODE)
        return READER_FAIL(r, st, "too many instructions; at most %d are allowed",
                           PROGRAM_MOST_CODE);
    uint32_t room_insts = room, room_seen = room;
    if (!grow(&p->code, n, &r->room_code, sizeof *p->code) ||
        !grow(&r->r->insts, n, &room_insts, sizeof *r->r->insts) ||
        !grow(&p->insts, n, &room_seen, sizeof *p->insts))
        return status_no_memory(st, r->name);
    return ST_OK;
}

static enum rdna2_encoding ending(struct slice *mnemonic)
{
    static const struct {
        const char *text;
        enum rdna2_encoding encoding;
    } endings[] = {{"_e32", ENCODING_E32}, {"_e64", ENCODING_E64}, {"_sdwa", ENCODING_SDWA}};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t n = strlen(endings[i].text);
        if (mnemonic->n > n && memcmp(mnemonic->text + mnemonic->n - n, endings[i].text, n) == 0) {
            mnemonic->n -= n;
            return endings[i].encoding;
        }
    }
    return ENCODING_ONLY;
}

/* Reads the operands of the signature; operands that are not in the text are implied. */
static enum st_code read_operands(struct rdna2_reader *r, const struct line *line,
                                  struct rdna2_inst *inst, bool literal[RDNA2_OPERANDS],
                                  struct status *st)
{
    uint32_t read = 0, wanted = 0;
    for (const char *s = inst->opcode->operands; *s; s += 2)
        wanted += *s != 'Q' && *s != 'V';
    if (wanted != line->n)
        return READER_FAIL(r, st, "%s with %u operands; expected %u", inst->opcode->name, line->n,
                           wanted);
    for (const char *s = inst->opcode->operands; *s; s += 2) {
        struct rdna2_operand *o = &inst->operand[inst->n_operands];
        uint32_t words = s[1] == ':' ? 16 : (uint32_t)(s[1] - '0');
        if (*s == 'Q' || *s == 'V')
            *o = (struct rdna2_operand){.kind = OPERAND_SCALAR,
                                        .role = *s,
                                        .words = 1,
                                        .reg = *s == 'Q' ? RDNA2_EXEC : RDNA2_VCC};
        else
            TRY(rdna2_read_operand(r, line->operand[read++], *s, words, o,
                                   &literal[inst->n_operands], st));
        inst->n_operands++;
    }
    return ST_OK;
}

enum st_code rdna2_read_instruction(struct rdna2_reader *r, struct slice text, struct status *st)
{
    struct line line;
    bool literal[RDNA2_OPERANDS] = {false};
    uint32_t literals = 0;
    TRY(make_room(r, st));
    TRY(split(r, text, &line, st));
    struct slice bare = line.mnemonic;
    struct rdna2_inst *inst = &r->r->insts[r->n_insts];
    *inst = (struct rdna2_inst){.encoding = (uint8_t)ending(&bare)};
    inst->opcode = rdna2_opcode_find(bare.text, bare.n, has_word(text, "glc"));
    if (!inst->opcode)
        return READER_FAIL(r, st, "%.*s is outside the subset (docs/reference/rdna2.md)",
                           SLICE_SHOW(line.mnemonic));
    if (*inst->opcode->operands != 'w') /* except s_waitcnt, whose only operand has spaces */
        split_modifiers(&line, !*inst->opcode->operands);
    TRY(read_operands(r, &line, inst, literal, st));
    TRY(read_modifiers(r, inst, line.modifiers, st));
    TRY(rdna2_check(r, inst, literal, st));
    for (uint32_t i = 0; i < inst->n_operands; i++)
        literals += literal[i];
    return add_instruction(r, line.mnemonic, literals, st);
}
