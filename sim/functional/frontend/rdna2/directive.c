/* Reads directives of the assembler, and a kernel's requirements for its launch (LLVM, "User Guide
 * for AMDGPU Backend": "AMDHSA Kernel Directives", "Code Object V4 Metadata"). */
#include "common/grow.h"
#include "sim/functional/frontend/rdna2/reader.h"

#include <stddef.h>
#include <string.h>

enum { MOST_ALIGN = 12, MOST_PARAMS = 64, MOST_DECLARED = 1024 };

/* ---- kernels ---- */

static const struct {
    const char *name;
    uint16_t at;
    uint8_t size; /* bytes of the member */
    uint32_t most;
} fields[] = {
#define FIELD(name, member, most)                                                                  \
    {                                                                                              \
        ".amdhsa_" name, offsetof(struct rdna2_kernel, member),                                    \
            sizeof((struct rdna2_kernel *)0)->member, most                                         \
    }
    FIELD("group_segment_fixed_size", group_bytes, PROGRAM_MOST_SHARED),
    FIELD("private_segment_fixed_size", private_bytes, RDNA2_MOST_SCRATCH),
    FIELD("kernarg_size", kernarg_bytes, 4096),
    FIELD("next_free_vgpr", vgprs, RDNA2_VGPRS),
    FIELD("next_free_sgpr", sgprs, RDNA2_SGPRS),
    FIELD("user_sgpr_private_segment_buffer", state.private_segment_buffer, 1),
    FIELD("user_sgpr_dispatch_ptr", state.dispatch_ptr, 1),
    FIELD("user_sgpr_queue_ptr", state.queue_ptr, 1),
    FIELD("user_sgpr_kernarg_segment_ptr", state.kernarg_segment_ptr, 1),
    FIELD("user_sgpr_dispatch_id", state.dispatch_id, 1),
    FIELD("user_sgpr_flat_scratch_init", state.flat_scratch_init, 1),
    FIELD("user_sgpr_private_segment_size", state.private_segment_size, 1),
    FIELD("system_sgpr_private_segment_wavefront_offset", state.private_segment_wavefront_offset,
          1),
    FIELD("system_sgpr_workgroup_id_x", state.workgroup_id[0], 1),
    FIELD("system_sgpr_workgroup_id_y", state.workgroup_id[1], 1),
    FIELD("system_sgpr_workgroup_id_z", state.workgroup_id[2], 1),
    FIELD("system_sgpr_workgroup_info", state.workgroup_info, 1),
    FIELD("system_vgpr_workitem_id", state.workitem_id, 2),
#undef FIELD
};

/* Directives with only one supported value. */
static const struct {
    const char *name;
    int64_t value;
} fixed[] = {{".amdhsa_wavefront_size32", 1},        {".amdhsa_float_round_mode_32", 0},
             {".amdhsa_float_round_mode_16_64", 0},  {".amdhsa_float_denorm_mode_32", 3},
             {".amdhsa_float_denorm_mode_16_64", 3}, {".amdhsa_dx10_clamp", 1}};

static enum st_code read_kernel_line(struct rdna2_reader *r, struct slice word, struct slice rest,
                                     struct status *st)
{
    struct rdna2_kernel *k = &r->kernels[r->n_kernels - 1];
    int64_t value;
    if (slice_is(word, ".end_amdhsa_kernel")) {
        r->in_kernel = false;
        return ST_OK;
    }
    if (!rdna2_number(rest, &value))
        return READER_FAIL(r, st, "%.*s '%.*s'; expected a number", SLICE_SHOW(word),
                           SLICE_SHOW(rest));
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (slice_is(word, fixed[i].name) && value != fixed[i].value)
            return READER_FAIL(r, st, "%s %lld; expected %lld", fixed[i].name, (long long)value,
                               (long long)fixed[i].value);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (!slice_is(word, fields[i].name))
            continue;
        if (value < 0 || value > fields[i].most)
            return READER_FAIL(r, st, "%s %lld; expected 0 to %u", fields[i].name, (long long)value,
                               fields[i].most);
        uint32_t wide = (uint32_t)value;
        uint8_t narrow = (uint8_t)value;
        if (fields[i].size == 4)
            memcpy((char *)k + fields[i].at, &wide, sizeof wide);
        else
            memcpy((char *)k + fields[i].at, &narrow, sizeof narrow);
    }
    return ST_OK;
}

static enum st_code begin_kernel(struct rdna2_reader *r, struct slice name, struct status *st)
{
    if (!name.n)
        return READER_FAIL(r, st, ".amdhsa_kernel; expected a name behind it");
    if (!grow(&r->kernels, r->n_kernels, &r->room_kernels, sizeof *r->kernels))
        return status_no_memory(st, r->name);
    r->kernels[r->n_kernels++] =
        (struct rdna2_kernel){.name = name, .line = r->line, .state = {.workgroup_id = {1, 0, 0}}};
    r->in_kernel = true;
    return ST_OK;
}

/* ---- metadata: the arguments of a kernel come before its name ---- */

enum st_code rdna2_read_metadata(struct rdna2_reader *r, struct slice line, struct status *st)
{
    bool top = line.n > 4 && memcmp(line.text, "    .", 5) == 0;
    struct rdna2_kernel *a = &r->args;
    if (slice_is(rdna2_trim(line), ".end_amdgpu_metadata")) {
        r->in_metadata = false;
        return ST_OK;
    }
    struct slice key = rdna2_word(&line);
    while (slice_is(key, "-"))
        key = rdna2_word(&line);
    int64_t value;
    bool number = rdna2_number(line, &value) && value >= 0 && value <= 4096;
    if (slice_is(key, ".args:")) {
        a->n_params = 0;
    } else if (slice_is(key, ".offset:") && number) {
        if (a->n_params == MOST_PARAMS)
            return READER_FAIL(r, st, "more than %d arguments", MOST_PARAMS);
        if (!grow(&a->params, a->n_params, &a->room_params, sizeof *a->params))
            return status_no_memory(st, r->name);
        a->params[a->n_params++] = (struct program_param){.offset = (uint32_t)value, .kind = 'b'};
    } else if (slice_is(key, ".size:") && number && a->n_params) {
        a->params[a->n_params - 1].bytes = (uint32_t)value;
    } else if (slice_is(key, ".value_kind:") && a->n_params) {
        if (slice_is(line, "global_buffer"))
            a->params[a->n_params - 1].kind = 'u';
        else if (!slice_is(line, "by_value"))
            a->n_params--; /* a hidden argument: these follow those of the source, and no program
                              reads them here */
    } else if (slice_is(key, ".name:") && top) {
        for (uint32_t i = 0; i < r->n_kernels; i++)
            if (slice_equal(r->kernels[i].name, line) && !r->kernels[i].params) {
                r->kernels[i].params = a->params;
                r->kernels[i].n_params = a->n_params;
                *a = (struct rdna2_kernel){.n_params = 0};
            }
    }
    return ST_OK;
}

/* ---- sections and data ---- */

static void enter_section(struct rdna2_reader *r, struct slice name)
{
    bool data = (name.n >= 7 && memcmp(name.text, ".rodata", 7) == 0) ||
                (name.n >= 5 && memcmp(name.text, ".data", 5) == 0);
    r->section = data ? SECTION_DATA : slice_is(name, ".text") ? SECTION_CODE : SECTION_OTHER;
}

static enum st_code add_data(struct rdna2_reader *r, uint64_t value, uint32_t bytes, uint64_t n,
                             struct status *st)
{
    struct program *p = r->p;
    if (n > PROGRAM_MOST_DATA || p->data_bytes + n * bytes > PROGRAM_MOST_DATA)
        return READER_FAIL(r, st, "too many bytes of tables; at most %d are allowed",
                           PROGRAM_MOST_DATA);
    for (uint64_t i = 0; i < n * bytes; i++) {
        if (!grow(&p->data, p->data_bytes, &r->room_data, 1))
            return status_no_memory(st, r->name);
        p->data[p->data_bytes++] = (uint8_t)(value >> 8 * (i % bytes));
    }
    return ST_OK;
}

static enum st_code align(struct rdna2_reader *r, struct slice rest, struct status *st)
{
    int64_t power;
    if (!rdna2_number(rest, &power) || power < 0 || power > MOST_ALIGN)
        return READER_FAIL(r, st, ".p2align '%.*s'; expected 0 to %d", SLICE_SHOW(rest),
                           MOST_ALIGN);
    uint32_t mask = (1u << power) - 1;
    if (r->section == SECTION_DATA)
        return add_data(r, 0, 1, (0 - r->p->data_bytes) & mask, st);
    if (r->section != SECTION_CODE)
        return ST_OK;
    /* Within a function the assembler fills with instructions without effect; between functions
     * nothing is filled, because no code there is executed. */
    while (r->in_function && r->pc & mask)
        TRY(rdna2_read_instruction(r, (struct slice){"s_nop 0", 7}, st));
    r->pc = (r->pc + mask) & ~mask;
    return ST_OK;
}

static enum st_code read_data(struct rdna2_reader *r, uint32_t bytes, struct slice rest,
                              struct status *st)
{
    while (r->section == SECTION_DATA && rest.n) {
        const char *comma = memchr(rest.text, ',', rest.n);
        struct slice one = {rest.text, comma ? (size_t)(comma - rest.text) : rest.n};
        int64_t value;
        if (!rdna2_number(rdna2_trim(one), &value))
            return READER_FAIL(r, st, "'%.*s' in a table; expected a number", SLICE_SHOW(one));
        TRY(add_data(r, (uint64_t)value, bytes, 1, st));
        rest.text += one.n + (comma != NULL);
        rest.n -= one.n + (comma != NULL);
    }
    return ST_OK;
}

static enum st_code declare(struct rdna2_reader *r, struct slice rest, struct status *st)
{
    const char *comma = memchr(rest.text, ',', rest.n);
    if (!comma)
        return ST_OK;
    struct slice name = {rest.text, (size_t)(comma - rest.text)};
    struct slice what = rdna2_trim((struct slice){comma + 1, rest.n - name.n - 1});
    if (!slice_is(what, "@function"))
        return ST_OK;
    if (r->n_declared == MOST_DECLARED)
        return READER_FAIL(r, st, "%d functions are declared and not there; no more are allowed",
                           MOST_DECLARED);
    if (!grow(&r->functions, r->n_declared, &r->room_declared, sizeof *r->functions))
        return status_no_memory(st, r->name);
    r->functions[r->n_declared++] = name;
    return ST_OK;
}

static enum st_code check_target(const struct rdna2_reader *r, struct slice rest, struct status *st)
{
    static const char wanted[] = "\"amdgcn-amd-amdhsa--gfx1030\"";
    if (slice_is(rest, wanted))
        return ST_OK;
    return READER_FAIL(r, st, "code for %.*s; expected %s", SLICE_SHOW(rest), wanted);
}

enum st_code rdna2_read_directive(struct rdna2_reader *r, struct slice line, struct status *st)
{
    static const struct {
        const char *name;
        uint32_t bytes;
    } words[] = {{".byte", 1}, {".short", 2}, {".long", 4}, {".quad", 8}};
    struct slice rest = line, word = rdna2_word(&rest);
    int64_t n;
    if (r->in_kernel)
        return read_kernel_line(r, word, rest, st);
    if (slice_is(word, ".amdhsa_kernel"))
        return begin_kernel(r, rest, st);
    if (slice_is(word, ".amdgpu_metadata"))
        r->in_metadata = true;
    else if (slice_is(word, ".text"))
        r->section = SECTION_CODE;
    else if (slice_is(word, ".data"))
        r->section = SECTION_DATA;
    else if (slice_is(word, ".section"))
        enter_section(
            r,
            (struct slice){rest.text,
                           memchr(rest.text, ',', rest.n)
                               ? (size_t)((const char *)memchr(rest.text, ',', rest.n) - rest.text)
                               : rest.n});
    else if (slice_is(word, ".p2align"))
        return align(r, rest, st);
    else if (slice_is(word, ".type"))
        return declare(r, rest, st);
    else if (slice_is(word, ".size"))
        r->in_function = false;
    else if (slice_is(word, ".amdgcn_target"))
        return check_target(r, rest, st);
    else if (slice_is(word, ".zero") && r->section == SECTION_DATA && rdna2_number(rest, &n))
        return add_data(r, 0, 1, (uint64_t)n, st);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (slice_is(word, words[i].name))
            return read_data(r, words[i].bytes, rest, st);
    return ST_OK;
}
