/* module.h -- a SPIR-V module of one entry point, as it stands in the file: instructions by id,
 * types, constants, decorations (SPIR-V Specification 1.6, "Binary Form").
 *
 * The module has been validated and optimised (compile.h), so that the structure of instructions is
 * sound; numbers that index arrays of ours are checked here all the same. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SPIRV_NONE = 0 }; /* no id */
#define SPIRV_UNSET      UINT32_MAX
#define SPIRV_MOST_BYTES (UINT32_C(1) << 31) /* of a type */

/* What is decorated and defined under an id. */
struct spirv_id {
    const uint32_t *at;                             /* its defining instruction; NULL: none */
    const char *name;                               /* OpName; NULL: none */
    uint32_t binding, set, builtin, location, spec; /* SPIRV_UNSET: not decorated */
    uint32_t array_stride;                          /* 0: not decorated */
    uint32_t size, align, n_scalars;                /* of a type, once laid out; align 0: not yet */
    bool block, readonly;
};

struct spirv_member {
    uint32_t type_id, index; /* of a structure */
    const char *name;        /* NULL: none */
    uint32_t offset, matrix_stride, builtin;
    bool row_major;
};

struct spirv_module {
    char *name; /* the file, for messages */
    uint32_t *words;
    uint32_t n_words, bound;
    struct spirv_id *ids; /* `bound` of them */
    struct spirv_member *members;
    uint32_t n_members, room_members;
    uint32_t model;         /* SpvExecutionModel of the entry point */
    uint32_t entry;         /* its function */
    uint32_t local_size[3]; /* threads of a work group of a compute shader */
    bool local_size_ids;    /* while the module is read: these are ids of constants */
    const uint32_t *interface;
    uint32_t n_interface;
    uint32_t glsl;        /* id of the import of GLSL.std.450; 0: none */
    const uint32_t *body; /* the entry point's OpFunction */
};

/* Takes the words, which the caller has allocated, in any case. */
enum st_code spirv_module_read(struct spirv_module **out, uint32_t *words, size_t n_words,
                               const char *name, struct status *st);
void spirv_module_free(struct spirv_module *m); /* NULL is a no-op */

static inline uint32_t spirv_op(const uint32_t *at)
{
    return *at & 0xffffu;
}
static inline uint32_t spirv_count(const uint32_t *at)
{
    return *at >> 16;
}
/* The instruction that defines an id; its opcode, 0 if there is none. */
static inline const uint32_t *spirv_def(const struct spirv_module *m, uint32_t id)
{
    return id < m->bound ? m->ids[id].at : NULL;
}
static inline uint32_t spirv_op_of(const struct spirv_module *m, uint32_t id)
{
    const uint32_t *at = spirv_def(m, id);
    return at ? spirv_op(at) : 0;
}
/* The type of a value. */
uint32_t spirv_type_of(const struct spirv_module *m, uint32_t id);
/* The pointed-to type of a pointer type, and its storage class. */
uint32_t spirv_pointee(const struct spirv_module *m, uint32_t pointer_type);
uint32_t spirv_storage(const struct spirv_module *m, uint32_t pointer_type);
/* A member of a structure; NULL: nothing is said of it. */
const struct spirv_member *spirv_member(const struct spirv_module *m, uint32_t type,
                                        uint32_t index);
/* The bits of a scalar constant; 0 and false if the id is none. */
bool spirv_constant(const struct spirv_module *m, uint32_t id, uint64_t *bits);
/* The name of an id, or of its type; "" if it has none. */
const char *spirv_name(const struct spirv_module *m, uint32_t id);

/* Layout of a type: as decorated; where nothing is, each scalar aligned to its own size (scalar
 * block layout). A boolean has 4 bytes, a pointer 8; a runtime array has size 0. */
uint32_t spirv_size(const struct spirv_module *m, uint32_t type);
uint32_t spirv_align(const struct spirv_module *m, uint32_t type);
/* Number of scalars of a value of the type; 0: the type has no values in registers. */
uint32_t spirv_scalars(const struct spirv_module *m, uint32_t type);
/* Bytes from one element, or column, to the next; `matrix_stride` that of the member, or 0. */
uint32_t spirv_stride(const struct spirv_module *m, uint32_t type, uint32_t matrix_stride);
uint32_t spirv_member_offset(const struct spirv_module *m, uint32_t type, uint32_t index);
/* The type of part `index` of a vector, matrix, array or structure, and their number (0: runtime).
 */
uint32_t spirv_part(const struct spirv_module *m, uint32_t type, uint32_t index);
uint32_t spirv_parts(const struct spirv_module *m, uint32_t type);
