/* script.h -- what an Amber script says of ray tracing, as plain data: shaders, acceleration
 * structures, buffers and images, pipelines with their binding tables, the run and what it expects
 * (AmberScript: https://github.com/google/amber/blob/main/docs/amber_script.md).
 *
 * Names are pieces of the script's text. What one refers to is there: a script that names something
 * unknown is not read. */
#pragma once

#include "common/status.h"
#include "common/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    AMBER_MOST_WORDS = 1 << 22, /* 32-bit words of a buffer or an image */
    AMBER_MOST_SIDE = 16384,    /* pixels of an image in a row or column */
    AMBER_MOST_ENTRIES = 256,   /* of a binding table */
};
#define AMBER_NONE UINT32_MAX

struct amber_name {
    const char *text;
    uint32_t n;
};

#define AMBER_LIST(type)                                                                           \
    struct {                                                                                       \
        type *at;                                                                                  \
        uint32_t n, room;                                                                          \
    }

enum amber_stage {
    AMBER_RAYGEN,
    AMBER_MISS,
    AMBER_CLOSEST_HIT,
    AMBER_ANY_HIT,
    AMBER_INTERSECTION,
    AMBER_CALLABLE,
    AMBER_STAGES
};

struct amber_shader {
    struct amber_name name, text;
    enum amber_stage stage;
    uint32_t line; /* of the first line of its text */
};

struct amber_geometry {
    bool boxes, opaque;
    AMBER_LIST(float) x; /* three corners a triangle, or two a box */
};
struct amber_bottom { /* ACCELERATION_STRUCTURE BOTTOM_LEVEL */
    struct amber_name name;
    AMBER_LIST(struct amber_geometry) geometries;
};

/* VkGeometryInstanceFlagBitsKHR */
enum { AMBER_BOTH_SIDES = 1, AMBER_FLIPPED = 2, AMBER_FORCE_OPAQUE = 4, AMBER_FORCE_NO_OPAQUE = 8 };
struct amber_instance {
    uint32_t bottom, custom, record, mask, flags;
    uint32_t line;
    struct mat34 transform;
};
struct amber_top { /* ACCELERATION_STRUCTURE TOP_LEVEL */
    struct amber_name name;
    AMBER_LIST(struct amber_instance) instances;
};

enum amber_scalar { AMBER_INT, AMBER_UINT, AMBER_FLOAT };
struct amber_type {
    enum amber_scalar scalar; /* of 32 bits */
    uint32_t n;               /* 1, 2 or 4 in an element */
};
struct amber_buffer { /* BUFFER, IMAGE */
    struct amber_name name;
    bool image;
    struct amber_type type;
    uint32_t width, height; /* of an image */
    AMBER_LIST(uint32_t) words;
};

enum amber_bound { AMBER_BUFFER, AMBER_IMAGE, AMBER_STRUCTURE, AMBER_PUSH };
struct amber_binding {
    enum amber_bound kind;
    uint32_t set, binding;
    uint32_t index; /* of a buffer, or of a top-level structure */
};
struct amber_group {
    struct amber_name name;
    uint32_t shader[AMBER_STAGES]; /* or AMBER_NONE */
};
struct amber_table {
    struct amber_name name;
    AMBER_LIST(uint32_t) groups;
};
struct amber_pipeline {
    struct amber_name name;
    uint32_t recursion;
    AMBER_LIST(struct amber_binding) bindings;
    AMBER_LIST(struct amber_group) groups; /* those of its libraries too */
    AMBER_LIST(struct amber_table) tables;
};

enum amber_call {
    AMBER_CALL_RAYGEN,
    AMBER_CALL_MISS,
    AMBER_CALL_HIT,
    AMBER_CALL_CALL,
    AMBER_CALLS
};
struct amber_run {
    uint32_t pipeline;           /* AMBER_NONE: nothing runs */
    uint32_t table[AMBER_CALLS]; /* or AMBER_NONE */
    uint32_t width, height;
    uint32_t line;
};

enum amber_comparator {
    AMBER_EQ,
    AMBER_NE,
    AMBER_LT,
    AMBER_LE,
    AMBER_GT,
    AMBER_GE,
    AMBER_COMPARATORS,
    AMBER_EQ_BUFFER = AMBER_COMPARATORS
};
extern const char *const amber_comparators[AMBER_COMPARATORS + 1]; /* "EQ", ..., NULL */
struct amber_tolerance {
    double value;
    bool percent; /* of the expected number */
};
struct amber_expect {
    uint32_t line;
    uint32_t buffer, other; /* other: of AMBER_EQ_BUFFER */
    enum amber_comparator comparator;
    uint32_t first; /* number of the first word that is compared */
    AMBER_LIST(double) values;
    struct amber_tolerance tolerance[4]; /* by component; of those behind n_tolerances: 0 */
    uint32_t n_tolerances;
};

struct amber_script {
    char *path;
    unsigned char *text;
    size_t n_text;
    AMBER_LIST(struct amber_shader) shaders;
    AMBER_LIST(struct amber_bottom) bottoms;
    AMBER_LIST(struct amber_top) tops;
    AMBER_LIST(struct amber_buffer) buffers;
    AMBER_LIST(struct amber_pipeline) pipelines;
    AMBER_LIST(struct amber_expect) expects;
    struct amber_run run;
};

/* The number that a word of 32 bits holds, read as this type. */
double amber_value(enum amber_scalar type, uint32_t word);

/* Reads a script. ST_FAILED with file and line at the first thing that is wrong or not known. */
enum st_code amber_script_read(struct amber_script *out, const char *path, struct status *st);
void amber_script_free(struct amber_script *s); /* {0} is a no-op */
