/* scoreboard.h -- the registers of each warp that wait for a result (Vulkan-Sim scoreboard.cc 128).
 *
 * An instruction may issue when none of its sources and destinations is pending. It takes one byte
 * per register and warp, 65536 registers per warp; only the used part of that memory is ever
 * touched. */
#pragma once

#include "common/status.h"
#include "sim/functional/warp.h"

#include <stdbool.h>
#include <stdint.h>

struct scoreboard {
    uint8_t *pending; /* by warp and register: a bit for the wait_kind, or 0 */
};

/* The kind of result that an instruction waits for; of several, the one with the shortest wait. */
enum wait_kind { WAIT_NONE, WAIT_ALU, WAIT_MEMORY, WAIT_RT };

enum st_code scoreboard_create(struct scoreboard *s, uint32_t warps, struct status *st);
void scoreboard_release(struct scoreboard *s);

enum wait_kind scoreboard_check(const struct scoreboard *s, uint32_t warp,
                                const struct warp_inst *inst);
/* Makes the destinations pending for a result of that kind. None of them may be pending. */
void scoreboard_reserve(struct scoreboard *s, uint32_t warp, const struct warp_inst *inst,
                        enum wait_kind kind);
void scoreboard_retire(struct scoreboard *s, uint32_t warp, const struct warp_inst *inst);
