/* isa_sites.h -- the vector ALU instructions of two instruction sets, by how often warps come by
 * and with how many lanes: what of a difference in utilisation is divergence, and what is that the
 * same places have other numbers of instructions. */
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

/* For all instructions of the program; nothing is counted yet. The caller releases. */
enum st_code isa_sites_create(struct isa_sites *out, const struct program *program,
                              struct status *st);
/* Keeps the vector ALU instructions that were executed, by steps and lanes. */
void isa_sites_sort(struct isa_sites *s, const struct program *program);
void isa_sites_release(struct isa_sites *s);

/* Of sorted ones. Those some of whose operands or results differed between lanes in some step; the
 * others have one value for all lanes, or none in vector registers. */
struct site_sums isa_sites_varying(const struct isa_sites *s);
/* Those that some instruction of the other set equals in steps and in lanes. */
struct site_sums isa_sites_shared(const struct isa_sites *s, const struct isa_sites *other);
