/* compile.h -- a stage's file as an optimised SPIR-V module, by Khronos' own tools in processes of
 * their own: glslangValidator compiles GLSL, spirv-opt validates, inlines and optimises (packages
 * glslang-tools, spirv-tools). A file that breaks a tool breaks nothing else, and the program needs
 * neither to be built. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A value for a specialisation constant. */
struct spirv_constant_value {
    uint32_t id;
    double value;
    bool used; /* some stage has it */
};

/* `path` is the file, `stage` glslangValidator's name of its kind ("rgen"), or NULL if it is
 * SPIR-V. The caller owns *words (mem_free). ST_FAILED with the compiler's first message and its
 * line, or for a number that a constant's type cannot hold; sets `used`. */
enum { SPIRV_MOST_CONSTANTS = 64 };
enum st_code spirv_compile(uint32_t **words, size_t *n_words, const char *path, const char *stage,
                           struct spirv_constant_value *constants, size_t n_constants,
                           struct status *st);
