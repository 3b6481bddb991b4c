/* plain_rt.h -- the RT unit (sim/timing/rt/rt_unit.h) once more and in the plainest way, as an
 * oracle: every lane is looked at in every cycle, one after the other, and nothing is kept that
 * could be found out anew. docs/model.md, "RT unit", says what it does. */
#pragma once

#include "sim/timing/rt/rt_unit.h"

struct plain_rt; /* opaque */

/* As the functions of rt_unit.h, but that plain_rt_tick() is called in every cycle. */
struct plain_rt *plain_rt_create(const struct rt_config *config, const struct rt_links *links);
void plain_rt_free(struct plain_rt *u);
void plain_rt_give_treelets(struct plain_rt *u, const struct treelets *treelets);
void plain_rt_tick(struct plain_rt *u, cycle_t now, const struct mem_request *reply);
void plain_rt_begin(struct plain_rt *u, cycle_t now, const struct mem_request *reply);
void plain_rt_deliver(void *self, uint64_t addr, uint64_t who);
struct rt_counters plain_rt_counters(const struct plain_rt *u);
