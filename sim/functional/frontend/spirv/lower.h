/* lower.h -- a stage's instructions as machine operations (docs/pipelines.md has the table of
 * costs).
 *
 * Internal to sim/functional/frontend/spirv. A value in registers is an array of its scalars, in
 * the order of its parts; taking a value apart or putting one together costs nothing. The first
 * failure stays in `code`, and all functions here do nothing afterwards. */
#pragma once

#include "sim/functional/frontend/spirv/pipeline.h"

enum spirv_value_kind {
    LOWER_NOTHING,
    LOWER_SCALARS,
    LOWER_POINTER, /* to memory */
    LOWER_BUILTIN, /* to a built-in variable, or a part of it */
    LOWER_HANDLE,  /* image, texture, sampler or acceleration structure, or pointer to one */
};

struct spirv_value {
    enum spirv_value_kind kind;
    uint32_t n;
    uint32_t *rows; /* SCALARS: operands */
    /* POINTER: address = base + offset, a multiple of align. */
    uint32_t base, align;
    int64_t offset;
    uint32_t type;          /* pointee */
    uint32_t matrix_stride; /* of a matrix, or of a structure's member that is one; 0: none */
    bool row_major;
    uint32_t step; /* bytes between the components of a vector; 0: it is contiguous */
    bool shared;   /* of the work group's memory */
    bool image;    /* of a pixel */
    /* BUILTIN: components [first, first + n) of builtin. HANDLE: element `index` of the resource.
     */
    uint32_t builtin, first, resource, index;
    uint32_t sampler; /* of a pair of image and sampler: 1 + the sampler's resource; 0: one thing */
};

struct spirv_scalar {
    bool is_float, is_bool, is_signed;
    uint32_t bits; /* 8 to 64; of a bool 32 */
};

struct spirv_lower {
    struct program_builder *b;
    struct spirv_pipeline *pipeline;
    struct spirv_stage *stage;
    const struct spirv_module *m;
    struct spirv_value *values; /* by id */
    struct code *body;          /* targets are labels until the function is complete */
    uint32_t n_body, room_body;
    uint32_t *labels; /* position in the body; SPIRV_UNSET: not there yet */
    uint32_t n_labels, room_labels;
    uint32_t *label_of;     /* by id of a block */
    uint32_t block;         /* the running block */
    uint32_t line, file_id; /* of the running instruction; the id of its file */
    uint16_t file;          /* its number in the program */
    uint32_t local;         /* base of local memory */
    uint32_t n_queries;
    enum st_code code;
    struct status *st;
};

/* Appends the stage's function to the program and sets stage->function. */
enum st_code spirv_lower_stage(struct program_builder *b, struct spirv_pipeline *p,
                               struct spirv_stage *stage, struct status *st);

/* ---- for the files of the front end ---- */

/* Fails at the current line. */
#define lower_fail(l, ...)                                                                         \
    ((l)->code = (l)->code ? (l)->code                                                             \
                           : status_fail_at((l)->st, ST_FAILED, (l)->m->name, (int)(l)->line,      \
                                            __VA_ARGS__))

struct spirv_scalar lower_scalar(const struct spirv_module *m, uint32_t type);
enum cell lower_cell(struct spirv_scalar s);
/* The scalar type of scalar `i` of a type. */
uint32_t lower_scalar_type(const struct spirv_module *m, uint32_t type, uint32_t i);

uint32_t lower_register(struct spirv_lower *l, enum cell cell);
uint32_t lower_constant(struct spirv_lower *l, enum cell cell, uint64_t bits);
static inline uint32_t lower_u32(struct spirv_lower *l, uint32_t bits)
{
    return lower_constant(l, CELL_4, bits);
}
uint32_t lower_f32(struct spirv_lower *l, float f);
/* The bits of a constant operand. */
bool lower_is_constant(const struct spirv_lower *l, uint32_t operand, uint64_t *bits);

struct code *lower_add(struct spirv_lower *l, uint32_t op);
/* An operation of fixed shape with a new destination. */
uint32_t lower_op1(struct spirv_lower *l, uint32_t op, uint32_t a);
uint32_t lower_op2(struct spirv_lower *l, uint32_t op, uint32_t a, uint32_t b);
uint32_t lower_op3(struct spirv_lower *l, uint32_t op, uint32_t a, uint32_t b, uint32_t c);
/* Any operation: destinations, then sources. */
void lower_emit(struct spirv_lower *l, uint32_t op, int64_t offset, uint32_t n_dst,
                const uint32_t *dst, uint32_t n_src, const uint32_t *src);
/* destination = a */
void lower_move(struct spirv_lower *l, uint32_t destination, uint32_t a, enum cell cell);

uint32_t lower_label(struct spirv_lower *l);
void lower_place(struct spirv_lower *l, uint32_t label);
/* A branch; guard ROW_NONE: always. */
void lower_branch(struct spirv_lower *l, uint32_t label, uint32_t guard, bool guard_not);

/* The value of an id; an empty one on failure. */
const struct spirv_value *lower_value(struct spirv_lower *l, uint32_t id);
/* Scalar `i` of it. */
uint32_t lower_row(struct spirv_lower *l, uint32_t id, uint32_t i);
/* Makes id a value of n scalars, without rows yet; NULL on failure. */
uint32_t *lower_result(struct spirv_lower *l, uint32_t id, uint32_t n);

/* Arithmetic (lower_math.c): 32-bit floats with the simplifications that Mesa's NIR makes where a
 * factor is 0 or 1 or a term is 0. Nothing is fused but fma(), as in Vulkan-Sim: fmad is a product,
 * then a sum. */
uint32_t lower_fadd(struct spirv_lower *l, uint32_t a, uint32_t b);
uint32_t lower_fsub(struct spirv_lower *l, uint32_t a, uint32_t b);
uint32_t lower_fmul(struct spirv_lower *l, uint32_t a, uint32_t b);
uint32_t lower_ffma(struct spirv_lower *l, uint32_t a, uint32_t b, uint32_t c);
uint32_t lower_fmad(struct spirv_lower *l, uint32_t a, uint32_t b, uint32_t c);
uint32_t lower_fdiv(struct spirv_lower *l, uint32_t a, uint32_t b);
uint32_t lower_dot(struct spirv_lower *l, const uint32_t *a, const uint32_t *b, uint32_t n);
/* A float of 16 bits as one of 32, in which it is computed, and back; others as they are. */
uint32_t lower_from_half(struct spirv_lower *l, uint32_t a, struct spirv_scalar s);
uint32_t lower_to_half(struct spirv_lower *l, uint32_t a, struct spirv_scalar s);
/* An integer as another one of `to` bits, extended as `is_signed` says. */
uint32_t lower_extend(struct spirv_lower *l, uint32_t a, uint32_t from, uint32_t to,
                      bool is_signed);
/* a where the predicate c holds, else b; of scalars of that type. */
uint32_t lower_select(struct spirv_lower *l, struct spirv_scalar s, uint32_t c, uint32_t a,
                      uint32_t b);

/* Each returns false if the instruction is of another kind. */
bool lower_arithmetic(struct spirv_lower *l, const uint32_t *at);
bool lower_composite(struct spirv_lower *l, const uint32_t *at);
bool lower_memory(struct spirv_lower *l, const uint32_t *at);
bool lower_image(struct spirv_lower *l, const uint32_t *at);
bool lower_atomic(struct spirv_lower *l, const uint32_t *at);
/* What an id is as a pointer. */
struct spirv_value lower_pointer(struct spirv_lower *l, uint32_t id);
/* Notes a store into what a pointer points to; fails where nothing can be written. */
void lower_note_store(struct spirv_lower *l, const struct spirv_value *p, uint32_t storage);
bool lower_ray(struct spirv_lower *l, const uint32_t *at);
/* The resource that an acceleration structure is; UINT16_MAX: that is not known. */
uint32_t lower_structure(struct spirv_lower *l, uint32_t id);
bool lower_query(struct spirv_lower *l, const uint32_t *at);
void lower_extended(struct spirv_lower *l, const uint32_t *at); /* GLSL.std.450 (lower_glsl.c) */

/* Gives the module's variables their values, at the function's beginning. */
void lower_variables(struct spirv_lower *l);
/* A variable of the function. */
void lower_variable(struct spirv_lower *l, const uint32_t *at);
/* Stores scalars where a pointer leads. */
void lower_store(struct spirv_lower *l, uint32_t pointer, const uint32_t *rows, uint32_t n);
/* The address of a pointer as one operand. */
uint32_t lower_address(struct spirv_lower *l, const struct spirv_value *p);

/* Removes operations whose results nothing reads. */
void lower_drop_unused(struct spirv_lower *l);
