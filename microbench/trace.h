/* trace.h -- traces of rays as text, and the demands of their records on the RT unit
 * (docs/model.md, "RT unit"). */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/functional/warp.h"
#include <stdio.h>

/* A ray from the plane z = 5 against the z axis, up to 10000 far, that treats all triangles as
 * opaque; x and y of its path are constants or registers. Every trace writes the same register, and
 * so waits for the one before. */
void trace_add(FILE *t, const char *x, const char *y);

/* The record of that kind in the structures over one triangle and its one instance, whose addresses
 * are multiples of 256; or, depending on rt.nodes, its counterpart of compressed wide nodes. */
record_t trace_record(const struct rt_config *rt, enum record_kind kind);
/* Requests of a record: one per cycle, for its bytes in one block of request_B. */
uint32_t trace_requests(const struct rt_config *rt, record_t record);
/* Cycles of a lane for a record in the L1D: the last request brings its sectors hit_latency cycles
 * later; then the test, which a free unit begins at once. */
uint32_t trace_record_cycles(const struct rt_config *rt, record_t record);
