/* pending_lines.h -- which instruction first asked for a part of a line that is on its way, of an
 * L1D that allocates lines when they arrive (Vulkan-Sim gpu-cache.cc, pending_lines).
 *
 * A line stands here from the first fetch of one of its sectors to the arrival of the first of
 * them, even if others are still on their way: only the name of a miss hangs on it. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stdint.h>

struct pending_line {
    uint64_t number; /* of the line, plus 1; 0: unused */
    uint64_t uid;    /* of the instruction */
};

/* Open addressing; at most half full. */
struct pending_lines {
    struct pending_line *slots;
    uint32_t mask;
};

/* Room for `lines` of them. */
enum st_code pending_lines_create(struct pending_lines *p, uint32_t lines, struct status *st);
void pending_lines_free(struct pending_lines *p);

/* A sector of the line is fetched for an instruction; no-op where one has been before. */
void pending_lines_add(struct pending_lines *p, uint64_t line, uint64_t uid);
/* Whether the line is pending for another instruction. */
bool pending_lines_other(const struct pending_lines *p, uint64_t line, uint64_t uid);
/* A sector of it has arrived; no-op where the line does not stand here. */
void pending_lines_remove(struct pending_lines *p, uint64_t line);
