/* isa_sites.h -- the vector ALU instructions of two instruction sets, by the number of warps and
 * lanes that execute them. This separates differences in utilization that come from divergence from
 * those that come from different numbers of instructions at the same places. */
#pragma once

#include "common/status.h"
#include "sim/functional/program/program.h"
#include "sim/functional/values.h"

#include <stdint.h>

/* Sums over instructions of a program. */
struct site_sums {
    uint64_t instructions, lanes; /* executions by warps, and lanes that took part in them */
};

struct isa_sites {
    struct value_site *of; /* one per instruction of the program */
    uint32_t n;
};

/* Makes the sites of all instructions of the program, with counts of 0. The caller frees them. */
enum st_code isa_sites_create(struct isa_sites *out, const struct program *program,
                              struct status *st);
/* Keeps the vector ALU instructions that were executed and sorts them by steps and lanes. */
void isa_sites_sort(struct isa_sites *s, const struct program *program);
void isa_sites_release(struct isa_sites *s);

/* Sums those of the sorted sites that had an operand or result that differed between lanes in some
 * step. The others had the same value in all lanes, or no vector registers. */
struct site_sums isa_sites_varying(const struct isa_sites *s);
/* Sums the sites for which the other instruction set has one with as many steps and lanes. */
struct site_sums isa_sites_shared(const struct isa_sites *s, const struct isa_sites *other);
