/* Finds those parts of an opcode that change how any operation is executed: the rounding, .ftz and
 * .sat of floats. The rest of the opcode is a row of opcodes.c. */
#include "sim/functional/frontend/ptx/parser.h"

#include <string.h>

static bool has_stem(struct slice opcode, const char *const *stems, size_t n)
{
    struct slice rest = opcode, stem = ptx_part(&rest);
    for (size_t i = 0; i < n; i++)
        if (slice_is(stem, stems[i]))
            return true;
    return false;
}
#define HAS_STEM(opcode, ...)                                                                      \
    has_stem(opcode, (const char *const[]){__VA_ARGS__},                                           \
             sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static uint32_t rounding_of(struct slice part)
{
    return slice_is(part, "rz")   ? MODIFY_TO_ZERO
           : slice_is(part, "rm") ? MODIFY_DOWN
           : slice_is(part, "rp") ? MODIFY_UP
                                  : MODIFY_TO_NEAREST;
}

struct parts {
    char text[64]; /* the opcode without its modifiers */
    size_t n;
    uint32_t rounding;
    bool flush, saturate, f32_result, f32_source;
};

static bool add_part(struct parts *out, struct slice part)
{
    if (out->n + part.n + 2 > sizeof out->text)
        return false;
    if (out->n)
        out->text[out->n++] = '.';
    memcpy(out->text + out->n, part.text, part.n);
    out->n += part.n;
    return true;
}

static bool take_apart(struct slice opcode, struct parts *out)
{
    struct slice rest = opcode, part, before = {"", 0};
    *out = (struct parts){.n = 0};
    while (rest.n) {
        part = ptx_part(&rest);
        uint32_t rounding = rounding_of(part);
        out->rounding |= rounding;
        out->flush |= slice_is(part, "ftz");
        out->saturate |= slice_is(part, "sat");
        if (slice_is(part, "ftz") || slice_is(part, "sat"))
            continue;
        /* For add, sub and mul, rounding to nearest is the default. */
        if (rounding && HAS_STEM(opcode, "add", "sub", "mul"))
            continue;
        if (!add_part(out, rounding ? (struct slice){"rn", 2} : part))
            return false;
        out->f32_result = slice_is(rest.n ? part : before, "f32");
        before = part;
    }
    bool conversion = HAS_STEM(opcode, "cvt");
    struct slice last = {out->text + out->n - before.n, before.n};
    out->f32_source = slice_is(last, "f32");
    if (!conversion)
        out->f32_result = out->f32_source && !HAS_STEM(opcode, "setp");
    return true;
}

bool ptx_find_modified(struct slice opcode, int *op, uint32_t *modifiers)
{
    struct parts p;
    if (!take_apart(opcode, &p) || !(p.rounding || p.flush || p.saturate))
        return false;
    if (p.rounding &&
        !HAS_STEM(opcode, "add", "sub", "mul", "fma", "mad", "div", "rcp", "sqrt", "cvt"))
        return false;
    if (p.saturate && !HAS_STEM(opcode, "add", "sub", "mul", "fma", "mad", "cvt"))
        return false;
    if (p.flush && !p.f32_result && !p.f32_source)
        return false;
    *op = ptx_opcode_find(p.text, p.n);
    if (*op < 0 || *op >= CODE_FIRST_SPECIAL)
        return false;
    *modifiers = p.rounding | (p.flush && p.f32_source ? MODIFY_FLUSH_SOURCES : 0) |
                 (p.flush && p.f32_result ? MODIFY_FLUSH_RESULT : 0) |
                 (p.saturate ? MODIFY_SATURATE : 0);
    return !p.saturate || p.f32_result;
}

const char *ptx_refused(struct slice opcode)
{
    static const struct {
        const char *begins, *why;
    } families[] = {
        {"tex.", "textures are not modelled"},
        {"tld4.", "textures are not modelled"},
        {"txq.", "textures are not modelled"},
        {"suld.", "surfaces are not modelled"},
        {"sust.", "surfaces are not modelled"},
        {"sured.", "surfaces are not modelled"},
        {"suq.", "surfaces are not modelled"},
        {"wmma.", "matrix units are not modelled"},
        {"mma.", "matrix units are not modelled"},
        {"wgmma.", "matrix units are not modelled"},
        {"ldmatrix.", "matrix units are not modelled"},
        {"stmatrix.", "matrix units are not modelled"},
        {"movmatrix.", "matrix units are not modelled"},
        {"tcgen05.", "matrix units are not modelled"},
        {"cp.async.bulk", "copies by the tensor memory accelerator are not modelled"},
        {"cp.async.mbarrier", "barriers in memory are not modelled"},
        {"mbarrier.", "barriers in memory are not modelled"},
        {"barrier.cluster", "clusters of CTAs are not modelled"},
        {"mapa.", "clusters of CTAs are not modelled"},
        {"griddepcontrol", "launches that wait for others are not modelled"},
        {"bar.arrive", "barriers that a part of the CTA's warps wait at are not modelled"},
        {"barrier.arrive", "barriers that a part of the CTA's warps wait at are not modelled"},
        {"alloca", "a stack of no fixed size is not modelled"},
    };
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (ptx_begins(opcode, families[i].begins))
            return families[i].why;
    return NULL;
}
