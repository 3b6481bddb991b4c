/* sm.h -- one streaming multiprocessor: warps, front end, schedulers, and the units that sm.c ties
 * together. Talks to memory only through a mem_port.
 *
 * One core cycle, in this order (docs/model.md, "SM: order of a cycle"; Vulkan-Sim shader.cc 4817):
 * arithmetic results are written back, the arithmetic units accept, loads are written back,
 * operands are collected, the reply of the cycle is taken, the LDST and the RT unit work, every
 * scheduler issues at most one instruction, instructions are decoded and fetched, ended warps
 * leave.
 *
 * A warp behind a trace_ray issues on until an instruction names the result, or is a trace_ray
 * itself: a warp has one trace under way. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/warp.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/timeline.h"
#include "sim/timing/memory/mem_port.h"
#include "sim/timing/residency.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct sm; /* opaque */

/* `config` and `mem` are borrowed and must outlive the SM. ST_USAGE where not even one CTA finds
 * room. */
enum st_code sm_create(struct sm **out, const struct gpu_config *config, uint32_t id,
                       const struct cta_needs *cta, const struct mem_port *mem, struct status *st);
/* The nodes of its warps' rays, for the RT unit (rt_give_treelets): borrowed, NULL: none; before
 * the first CTA. */
enum st_code sm_give_treelets(struct sm *s, const struct treelets *treelets, struct status *st);
/* From now on looks at every scheduler in every tick, which changes no count: for tests. */
void sm_every_cycle(struct sm *s);
void sm_free(struct sm *s); /* ends the warps that are still resident; NULL is a no-op */

bool sm_can_launch(const struct sm *s);
/* Takes a CTA, which is as many warps as the SM was created for; they are the SM's until they have
 * finished, which ends them. After this the SM has something to do in cycle now + 1. */
void sm_launch(struct sm *s, struct warp *const *warps, cycle_t now);

/* Core cycle `now`, beyond every one before. *next is the first later cycle at which the SM has
 * something to do by itself (CYCLE_NEVER: only a reply or a launch will wake it); it must be called
 * then and in every cycle in which a reply waits, and may be called in any other, which changes no
 * count. Cycles left out are charged to the reason that held in them. Fails where a warp fails. */
enum st_code sm_tick(struct sm *s, cycle_t now, cycle_t *next, struct status *st);

/* For certain no reply is there before `cycle`, until said otherwise: ticks before it do not look.
 * At first nothing is certain. */
void sm_no_reply_before(struct sm *s, cycle_t cycle);
bool sm_sends(const struct sm *s);        /* the next tick sends a request if it may */
uint32_t sm_resident(const struct sm *s); /* CTAs on it, of which some warp has not left */
uint64_t sm_retired(const struct sm *s);  /* warp instructions retired, for the watchdog */
/* Adds what this SM counted in cycles 0 to `end` (the kernel's last cycle), so that its slots are
 * schedulers x (end + 1), to *into. The SM is not ticked afterwards. */
void sm_count(struct sm *s, cycle_t end, struct gpu_counters *into);
/* What it has done in the cycles before `at`, which are all done. */
void sm_sample(const struct sm *s, cycle_t at, struct timeline_sm *out);
bool sm_first_slot(const struct sm *s);      /* whether a CTA is in it */
void sm_dump(const struct sm *s, FILE *out); /* what each resident warp waits for */
