/* user_program.h -- a kernel of the user's own, as PTX, C or RDNA 2 assembly, with arguments from
 * the command line. */
#pragma once

#include "sim/workload/workload.h"

struct user_program {
    const char *path; /* file that ends in .ptx or .c; for rdna2 in .s */
    enum isa isa;
    const char *entry; /* name of the kernel; NULL: the file's only one */
    uint32_t grid[3], block[3];
    uint32_t shared_bytes;     /* shared memory of a CTA, in addition to the kernel's own */
    const char *const *params; /* texts of argument.h, in the order of the kernel's parameters */
    uint32_t n_params;
    uint64_t seed;
};

/* Whether an operand is a file of a user's program, by its extension. */
bool user_program_is(const char *operand);

/* Opens a workload of one launch, whose results are not known. Texts are borrowed for the call.
 * ST_USAGE if arguments do not fit the kernel, ST_FAILED for errors in a file. On failure there is
 * nothing to close. */
enum st_code user_program_open(struct workload *out, const struct user_program *p,
                               struct status *st);

/* Writes the files of those arguments that have out=, after the launch. */
enum st_code user_program_write(const struct workload *w, const struct user_program *p,
                                struct status *st);
