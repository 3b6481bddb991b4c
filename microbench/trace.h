/* trace.h -- traces of rays as text, and what their records ask of the RT unit (docs/model.md, "RT
 * unit"). */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/functional/warp.h"
#include <stdio.h>

/* A ray from the plane z = 5 against the z axis, up to 10000 far, to which all triangles are
 * opaque: where it passes, constants or registers. Every trace writes the register that the one
 * before wrote, and so waits for it. */
void trace_add(FILE *t, const char *x, const char *y);

/* In the structures over one triangle and its one instance, whose addresses are multiples of 256:
 * the record of that kind or, where rt.nodes says so, its like of compressed wide nodes. */
record_t trace_record(const struct rt_config *rt, enum record_kind kind);
/* Requests of a record: one per cycle, of its bytes in one block of request_B. */
uint32_t trace_requests(const struct rt_config *rt, record_t record);
/* Cycles of a lane for a record that the L1D has: the last request brings its sectors hit_latency
 * cycles later; then the test, which a unit that is free begins at once. */
uint32_t trace_record_cycles(const struct rt_config *rt, record_t record);
