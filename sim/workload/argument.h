/* argument.h -- a kernel's argument as text, for --param of `run`.
 *
 *   TYPE:VALUE                   a scalar: u32:1000, f32:2.5
 *   TYPExN:FILL[,out=FILE]       the address of a buffer of N elements: f32x1024:iota
 *
 * TYPE  u8 s8 u16 s16 u32 s32 u64 s64 f32 f64
 * FILL  zeros; iota: 0, 1, 2, ...; random: floats in [0, 1), integers with random bits, from a hash
 *       of the seed; a VALUE for all elements; file=FILE: all elements in order, in the byte order
 *       of the machine (little endian)
 * out   the file that receives the elements after the kernel has ended, in the same format */
#pragma once

#include "common/status.h"
#include "sim/functional/program/program.h"

#include <stddef.h>
#include <stdint.h>

enum fill_kind { FILL_VALUE, FILL_ZEROS, FILL_IOTA, FILL_RANDOM, FILL_FILE };

struct argument {
    const char *type; /* as in the text: "f32" */
    char kind;        /* first letter of the type: 'u', 's', 'f' */
    uint32_t bytes;   /* bytes of an element */
    uint64_t n;       /* number of elements; 0: the argument is a scalar */
    enum fill_kind fill;
    uint64_t value; /* FILL_VALUE: the value's bits, in the low bytes */
    char *in, *out; /* names of files; NULL: none */
};

/* Parses an argument. `number` counts arguments from 1, for messages. ST_USAGE if the text has
 * neither form or a value is not of its type. On failure there is nothing to release. */
enum st_code argument_parse(struct argument *out, const char *text, uint32_t number,
                            struct status *st);
void argument_release(struct argument *p);

/* Returns ST_USAGE if an argument does not fit the kernel's parameter. An array or struct needs
 * elements of as many bytes, passed by value and not as a buffer. A buffer needs 8 bytes that are
 * no float. A scalar needs a parameter of its size; a float needs a float, if the type
 * distinguishes them. */
enum st_code argument_check(const struct argument *p, const char *text, uint32_t number,
                            const struct program_param *wanted, const char *program,
                            struct status *st);

/* Writes a parameter's type for messages: "u64", "b32", "b8[12]". */
enum { ARGUMENT_TEXT = 24 };
void argument_describe(const struct program_param *p, char out[ARGUMENT_TEXT]);

/* Fills the n elements of a buffer. `number` makes the random numbers of several buffers
 * different. */
enum st_code argument_fill(const struct argument *p, uint32_t number, uint64_t seed,
                           uint8_t *elements, struct status *st);
