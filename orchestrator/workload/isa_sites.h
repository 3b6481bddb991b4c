/* isa_sites.h -- the vector ALU instructions of two instruction sets, by the number of warps and
 * lanes that execute them: separates the differences in utilization that come from divergence from
 * those that come from other numbers of instructions at the same places. */
#pragma once

#include "common/status.h"
#include "sim/functional/program/program.h"
#include "sim/functional/values.h"

#include <stdint.h>

/* Sums over instructions of a program. */
struct site_sums {
    uint64_t instructions, lanes; /* executed by warps; lanes that executed them */
};

struct isa_sites {
    struct value_site *of; /* by instruction of the program */
    uint32_t n;
};

/* Makes the sites of all instructions of the program, with zero counts. The caller releases
 * them. */
enum st_code isa_sites_create(struct isa_sites *out, const struct program *program,
                              struct status *st);
/* Keeps the vector ALU instructions that were executed, by steps and lanes. */
void isa_sites_sort(struct isa_sites *s, const struct program *program);
void isa_sites_release(struct isa_sites *s);

/* Sums the sorted sites with an operand or result that differed between lanes in some step; the
 * others have one value for all lanes, or none in vector registers. */
struct site_sums isa_sites_varying(const struct isa_sites *s);
/* Sums the sites that some instruction of the other set equals in steps and in lanes. */
struct site_sums isa_sites_shared(const struct isa_sites *s, const struct isa_sites *other);
