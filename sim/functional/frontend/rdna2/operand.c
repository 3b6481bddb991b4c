/* Reads operands: registers, constants, names. */
#include "common/grow.h"
#include "sim/functional/frontend/rdna2/reader.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct slice rdna2_trim(struct slice s)
{
    while (s.n && isspace((unsigned char)*s.text)) {
        s.text++;
        s.n--;
    }
    while (s.n && isspace((unsigned char)s.text[s.n - 1]))
        s.n--;
    return s;
}

struct slice rdna2_word(struct slice *rest)
{
    *rest = rdna2_trim(*rest);
    struct slice word = {rest->text, 0};
    while (word.n < rest->n && !isspace((unsigned char)rest->text[word.n]))
        word.n++;
    rest->text += word.n;
    rest->n -= word.n;
    *rest = rdna2_trim(*rest);
    return word;
}

bool rdna2_number(struct slice text, int64_t *out)
{
    char copy[32], *end;
    if (!text.n || text.n >= sizeof copy)
        return false;
    memcpy(copy, text.text, text.n);
    copy[text.n] = 0;
    const char *digits = copy + (*copy == '-');
    if (!isdigit((unsigned char)*digits))
        return false;
    errno = 0;
    uint64_t value = strtoull(digits, &end, 0);
    *out = (int64_t)(*copy == '-' ? 0 - value : value);
    return !*end && errno == 0;
}

/* ---- registers ---- */

static const struct {
    const char *name;
    uint16_t reg;
    uint8_t words;
} special[] = {{"vcc_lo", RDNA2_VCC, 1},   {"vcc_hi", RDNA2_VCC + 1, 1},   {"vcc", RDNA2_VCC, 2},
               {"exec_lo", RDNA2_EXEC, 1}, {"exec_hi", RDNA2_EXEC + 1, 1}, {"exec", RDNA2_EXEC, 2},
               {"m0", RDNA2_M0, 1},        {"null", RDNA2_NULL, 1},        {"scc", RDNA2_SCC, 1},
               {"src_scc", RDNA2_SCC, 1}};

/* Reads a register or several: s5, v[2:3]. False: it is not a register's name. */
static bool read_register(struct slice s, struct rdna2_operand *out)
{
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (slice_is(s, special[i].name)) {
            out->kind = OPERAND_SCALAR;
            out->reg = special[i].reg;
            out->words = special[i].words;
            return true;
        }
    if (s.n < 2 || (*s.text != 's' && *s.text != 'v'))
        return false;
    int64_t first, last;
    struct slice number = {s.text + 1, s.n - 1};
    if (*number.text == '[' && number.text[number.n - 1] == ']') {
        number = (struct slice){number.text + 1, number.n - 2};
        const char *colon = memchr(number.text, ':', number.n);
        struct slice a = {number.text, colon ? (size_t)(colon - number.text) : number.n};
        struct slice b = colon ? (struct slice){colon + 1, number.n - a.n - 1} : a;
        if (!rdna2_number(a, &first) || !rdna2_number(b, &last))
            return false;
    } else if (rdna2_number(number, &first)) {
        last = first;
    } else {
        return false;
    }
    if (first < 0 || last < first || last >= RDNA2_VGPRS || last - first > 15)
        return false;
    out->kind = *s.text == 'v' ? OPERAND_VECTOR : OPERAND_SCALAR;
    out->reg = (uint16_t)first;
    out->words = (uint8_t)(last - first + 1);
    return out->kind == OPERAND_VECTOR || last < RDNA2_SGPRS;
}

/* Whether the text has the form of a register, which need not exist. */
static bool seems_register(struct slice s)
{
    return s.n > 1 && (*s.text == 's' || *s.text == 'v') &&
           (s.text[1] == '[' || isdigit((unsigned char)s.text[1]));
}

/* ---- constants ---- */

enum { INVERSE_2PI = 0x3e22f983 };

/* Whether the word has an inline encoding, however it is spelled. */
static bool is_inline(uint32_t word)
{
    static const uint32_t floats[] = {0x3f000000, 0x3f800000, 0x40000000, 0x40800000};
    int32_t value = (int32_t)word;
    if ((value >= -16 && value <= 64) || word == INVERSE_2PI)
        return true;
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        if ((word & 0x7fffffffu) == floats[i])
            return true;
    return false;
}

static bool read_float(struct slice s, char role, uint32_t words, uint64_t *bits, bool *literal)
{
    static const double inlined[] = {0.5, 1.0, 2.0, 4.0};
    char copy[40], *end;
    if (s.n >= sizeof copy || !memchr(s.text, '.', s.n))
        return false;
    memcpy(copy, s.text, s.n);
    copy[s.n] = 0;
    double value = strtod(copy, &end), size = value < 0 ? -value : value;
    if (*end)
        return false;
    float rounded = (float)value;
    uint32_t low;
    memcpy(&low, &rounded, sizeof low);
    *literal = !is_inline(low);
    *bits = low;
    if (words < 2)
        return true;
    memcpy(bits, &value, sizeof *bits);
    *literal = low != INVERSE_2PI && *bits;
    for (size_t i = 0; i < sizeof inlined / sizeof *inlined; i++)
        if (size == inlined[i])
            *literal = false;
    if (low == INVERSE_2PI)
        *bits = UINT64_C(0x3fc45f306dc9c882);
    if (*literal) /* only the high word is encoded */
        *bits &= ~UINT64_C(0xffffffff);
    return !*literal || role == 'd';
}

static bool read_constant(struct slice s, char role, uint32_t words, uint64_t *bits, bool *literal)
{
    int64_t value;
    if (read_float(s, role, words, bits, literal))
        return true;
    if (!rdna2_number(s, &value) || value < INT32_MIN || value > UINT32_MAX)
        return false;
    *literal = words < 2 ? !is_inline((uint32_t)value) : value < -16 || value > 64;
    *bits = strchr("ok", role) ? (uint64_t)value
            : words < 2        ? (uint32_t)value
            : !*literal        ? (uint64_t)value
            : role == 'd'      ? (uint64_t)value << 32
                               : (uint32_t)value;
    return true;
}

/* ---- names ---- */

static enum st_code add_fix(struct rdna2_reader *r, struct slice name, enum rdna2_reference kind,
                            int64_t addend, const struct rdna2_operand *out, struct status *st)
{
    const struct rdna2_inst *inst = &r->r->insts[r->n_insts];
    if (!grow(&r->fixes, r->n_fixes, &r->room_fixes, sizeof *r->fixes))
        return status_no_memory(st, r->name);
    r->fixes[r->n_fixes++] = (struct rdna2_fix){.inst = r->n_insts,
                                                .operand = (uint32_t)(out - inst->operand),
                                                .name = name,
                                                .kind = kind,
                                                .addend = addend};
    return ST_OK;
}

/* Reads a name with its kind of reference and an addend: name@rel32@lo+4. */
static enum st_code read_reference(struct rdna2_reader *r, struct slice s,
                                   struct rdna2_operand *out, struct status *st)
{
    static const struct {
        const char *text;
        enum rdna2_reference kind;
    } kinds[] = {{"@rel32@lo", REFERENCE_LOW},
                 {"@rel32@hi", REFERENCE_HIGH},
                 {"@abs32@lo", REFERENCE_ABSOLUTE},
                 {"@abs32@hi", REFERENCE_ABSOLUTE_HIGH}};
    const char *at = memchr(s.text, '@', s.n), *plus = memchr(at, '+', (size_t)(s.text + s.n - at));
    struct slice name = {s.text, (size_t)(at - s.text)};
    struct slice kind = {at, plus ? (size_t)(plus - at) : s.n - name.n};
    int64_t addend = 0;
    bool good =
        !plus || rdna2_number((struct slice){plus + 1, (size_t)(s.text + s.n - plus - 1)}, &addend);
    out->kind = OPERAND_CONST;
    for (size_t i = 0; good && i < sizeof kinds / sizeof *kinds; i++)
        if (slice_is(kind, kinds[i].text))
            return add_fix(r, name, kinds[i].kind, addend, out, st);
    return READER_FAIL(r, st, "'%.*s' is no reference that can be resolved", SLICE_SHOW(s));
}

/* Reads limits: vmcnt(0) lgkmcnt(2). The value has 8 bits for each enum warp_counter. */
static enum st_code read_waits(struct rdna2_reader *r, struct slice s, struct rdna2_operand *out,
                               struct status *st)
{
    static const struct {
        const char *name;
        uint32_t counter;
        int64_t most;
    } counters[] = {
        {"vmcnt(", COUNTER_VM, 63}, {"lgkmcnt(", COUNTER_LGKM, 63}, {"expcnt(", COUNTERS, 7}};
    out->kind = OPERAND_CONST;
    out->value = UINT64_MAX;
    while (s.n) {
        struct slice word = rdna2_word(&s);
        int64_t value = -1;
        size_t i = 0, n = 0;
        if (slice_is(word, "&"))
            continue;
        for (; i < sizeof counters / sizeof *counters; i++) {
            n = strlen(counters[i].name);
            if (word.n > n && memcmp(word.text, counters[i].name, n) == 0)
                break;
        }
        if (i == sizeof counters / sizeof *counters || word.text[word.n - 1] != ')' ||
            !rdna2_number((struct slice){word.text + n, word.n - n - 1}, &value) || value < 0 ||
            value > counters[i].most)
            return READER_FAIL(r, st, "'%.*s'; expected vmcnt(N), lgkmcnt(N) or expcnt(N)",
                               SLICE_SHOW(word));
        uint32_t shift = 8 * counters[i].counter;
        out->value = (out->value & ~(UINT64_C(255) << shift)) | (uint64_t)value << shift;
    }
    return ST_OK;
}

/* ---- operands by letter of the signature ---- */

static bool takes(char role, const struct rdna2_operand *o)
{
    bool vector = o->kind == OPERAND_VECTOR;
    if (strchr("DEvAb", role))
        return vector;
    if (strchr("SRM", role))
        return !vector && o->reg != RDNA2_SCC;
    if (strchr("mgroq", role))
        return !vector && o->reg != RDNA2_SCC;
    if (role == 's')
        return !vector;
    if (role == 'n')
        return !vector && o->reg == RDNA2_NULL;
    return strchr("afd", role) != NULL;
}

/* Strips the modifiers of a source: -v1, |v1|, -|v1|. */
static struct slice strip(struct slice s, char role, uint8_t *modify)
{
    if (role != 'f' && role != 'd')
        return s;
    if (s.n > 1 && *s.text == '-' && strchr("vse|", s.text[1])) {
        *modify |= MODIFY_NEGATE;
        s = (struct slice){s.text + 1, s.n - 1};
    }
    if (s.n > 2 && *s.text == '|' && s.text[s.n - 1] == '|') {
        *modify |= MODIFY_ABSOLUTE;
        s = (struct slice){s.text + 1, s.n - 2};
    }
    return s;
}

static bool constant_fits(char role, uint64_t bits, bool literal)
{
    int64_t value = strchr("ok", role) ? (int64_t)bits : (int32_t)(uint32_t)bits;
    switch (role) {
    case 'k':
        return value >= INT16_MIN && value <= UINT16_MAX;
    case 'i':
        return value >= 0 && value <= UINT16_MAX;
    case 'o': /* offset of 21 signed bits */
        return value >= -(1 << 20) && value < 1 << 20;
    case 'q':
        return !literal;
    default:
        return strchr("afdsj", role) != NULL;
    }
}

enum st_code rdna2_read_operand(struct rdna2_reader *r, struct slice text, char role,
                                uint32_t words, struct rdna2_operand *out, bool *literal,
                                struct status *st)
{
    *out = (struct rdna2_operand){.role = role, .words = (uint8_t)words};
    *literal = false;
    if (!text.n)
        return READER_FAIL(r, st, "an operand is missing");
    if (role == 'w')
        return read_waits(r, text, out, st);
    if (role == 'h' &&
        (text.n < 7 || memcmp(text.text, "hwreg(", 6) != 0 || text.text[text.n - 1] != ')'))
        return READER_FAIL(r, st, "'%.*s'; expected hwreg(...)", SLICE_SHOW(text));
    if (role == 'h' || ((role == 'g' || role == 'b') && slice_is(text, "off"))) {
        out->kind = OPERAND_OFF; /* writes to hardware registers have no effect on results here */
        return ST_OK;
    }
    if (role == 'L') {
        out->kind = OPERAND_LABEL;
        return add_fix(r, text, REFERENCE_LABEL, 0, out, st);
    }
    struct slice bare = strip(text, role, &out->modify);
    struct rdna2_operand reg = *out;
    if (read_register(bare, &reg)) {
        bool address = role == 'A' && (reg.words == 1 || reg.words == 2);
        words = role == 'g' ? 2 : words;
        if (!takes(role, &reg) || (reg.words != words && !address))
            return READER_FAIL(r, st,
                               "'%.*s' cannot stand here; expected %u word%s of the kind "
                               "that %s takes",
                               SLICE_SHOW(text), words, words == 1 ? "" : "s",
                               r->r->insts[r->n_insts].opcode->name);
        *out = reg;
        return ST_OK;
    }
    if (seems_register(bare))
        return READER_FAIL(r, st,
                           "there is no register %.*s; expected v0 to v%d, s0 to s%d, or up to 16 "
                           "in a row as v[2:3]",
                           SLICE_SHOW(bare), RDNA2_VGPRS - 1, RDNA2_SGPRS - 1);
    if (strchr("sa", role) && words == 1 && memchr(text.text, '@', text.n)) {
        *literal = true;
        return read_reference(r, text, out, st);
    }
    uint64_t bits;
    if (out->modify || !read_constant(text, role, words, &bits, literal) ||
        !constant_fits(role, bits, *literal))
        return READER_FAIL(r, st, "'%.*s' is no operand that %s can have here", SLICE_SHOW(text),
                           r->r->insts[r->n_insts].opcode->name);
    out->kind = OPERAND_CONST;
    out->value = bits;
    *literal = role == 'j' || (*literal && strchr("afds", role));
    return ST_OK;
}
