/* values.h -- converts values of options from and to parameters. */
#pragma once

#include "sim/config/gpgpusim/options.h"

/* Returns ST_USAGE with the message "file:line: -option: ...". */
enum st_code gpgpusim_fail(const struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                           const char *format, ...) COMMON_PRINTF(3, 4);
#ifdef __clang_analyzer__ /* status.h has the reason */
#define gpgpusim_fail(r, e, ...) status_known((gpgpusim_fail)(r, e, __VA_ARGS__), ST_USAGE)
#endif
/* Adds a note with a line of its own: the value of the option is replaced. */
void gpgpusim_taken(struct gpgpusim_reading *r, const struct gpgpusim_entry *e, const char *format,
                    ...) COMMON_PRINTF(3, 4);

/* The entry of an option that counts; if the file has none, *none with the option's default, or
 * NULL if it has no default. */
const struct gpgpusim_entry *gpgpusim_get(const struct gpgpusim_reading *r, const char *name,
                                          struct gpgpusim_entry *none);
/* Gets the value of an option that gpgpusim_get() finds as a whole number, 0 to 2^32 - 1. */
enum st_code gpgpusim_get_whole(const struct gpgpusim_reading *r, const char *name, uint32_t *out);

/* Reads a whole number as GPGPU-Sim's option parser does: decimal, 0x hexadecimal, 0 octal. */
enum st_code gpgpusim_whole(const struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                            uint32_t *out);

/* Set a parameter: from text as params_set does, or from a number. */
enum st_code gpgpusim_set(struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                          const char *key, const char *value);
enum st_code gpgpusim_set_whole(struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                                const char *key, uint64_t value);

/* Read and write the values of GPGPUSIM_NUMBERS. Booleans are 0 and 1, choices are counted from
 * 0. */
enum st_code gpgpusim_read_numbers(struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                                   const char *shape);
void gpgpusim_write_numbers(const struct gpu_config *config, const char *shape, FILE *out);

/* Calls `each` for every parameter that a row sets, in order. */
void gpgpusim_each_parameter(const struct gpgpusim_option *option,
                             void (*each)(void *self, const char *key), void *self);
