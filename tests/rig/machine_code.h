/* machine_code.h -- compute kernels of AMD's assembly over one buffer, and which instructions of
 * the subset have been tested. */
#pragma once

#include "common/status.h"
#include "sim/functional/frontend/rdna2/opcodes.h"

#include <stdint.h>

/* The one kernel of `text`, by one CTA of so many threads, on a buffer whose address is its one
 * parameter; the buffer's bytes are those given, and come back. */
enum st_code rig_machine_code_run(const char *text, uint32_t threads, uint8_t *bytes, uint32_t n,
                                  struct status *st);

/* Every instruction is of one part, and each part's test has a row for each of its instructions. */
enum rig_part {
    PART_ARITHMETIC, /* unit/rdna2_operations */
    PART_CONTROL,    /* unit/rdna2_control: control, and words of single lanes */
    PART_MEMORY,     /* unit/rdna2_accesses */
    PART_RAYS        /* unit/rdna2_rays: pseudo instructions */
};
/* A row of this one has been tested. */
void rig_machine_code_mark(const struct rdna2_opcode *o);
/* Fails the test where an instruction of the part was not marked. */
void rig_machine_code_all_marked(enum rig_part part);
