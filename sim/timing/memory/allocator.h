/* allocator.h -- the addresses of what a kernel allocates while it runs, in the order of simulated
 * time, as Vulkan-Sim has them: one pointer for all SMs, from which payloads, variables, trace
 * records, hit attributes and stored hits get the next block (vulkan_ray_tracing.cc,
 * VulkanRayTracing::gpgpusim_alloc(); gpgpu_t::gpu_malloc(), which rounds up to 256 bytes).
 *
 * Warps are executed without knowing the time, so they name what they allocate by addresses of
 * their own. Behind the L1D a name is replaced by the block it got, as rows and banks of DRAM hang
 * on it. A trace's hit attributes and records get their blocks when the trace issues, what a dump
 * allocates by an instruction when that does, and everything else when a request for it leaves an
 * SM for the first time. Of one core cycle SM 0 comes first, then SM 1 and so on; of one SM, what
 * it did first.
 *
 * SMs go through quanta of time one after the other or side by side, and so note what they want;
 * it is settled when all have come to the same cycle. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"

#include <stdbool.h>
#include <stdint.h>

enum { ALLOCATION_B = 256 };

struct allocator; /* opaque */

/* Names are addresses from `from` on, and so are blocks; names from `once` on are asked for once
 * and never again. */
enum st_code allocator_create(struct allocator **out, uint32_t sms, uint64_t from, uint64_t once,
                              struct status *st);
void allocator_free(struct allocator *a); /* NULL is a no-op */
/* ST_NOMEM where memory for notes or blocks ran out since the beginning: what was asked for then
 * kept its name. */
enum st_code allocator_check(const struct allocator *a, struct status *st);

/* --- by the SM's thread --- */

/* The place of a name that was settled. False: it was not. */
bool allocator_find(const struct allocator *a, uint64_t name, uint64_t *place);
/* In core cycle `now`, not below the SM's last one: its request number `request` waits for the
 * place of `name`. */
void allocator_ask(struct allocator *a, uint32_t sm, uint64_t name, uint32_t request, cycle_t now);
/* The same, of something that no request asks for yet. */
void allocator_reserve(struct allocator *a, uint32_t sm, uint64_t name, cycle_t now);
/* The name of a place that was asked for by a name below `once`. */
uint64_t allocator_name(const struct allocator *a, uint64_t place);

/* --- between the SMs' cycles --- */

/* Gives places to all that was noted in core cycles before `before`, which no SM will add to, and
 * tells each request its own. */
void allocator_settle(struct allocator *a, cycle_t before,
                      void (*tell)(void *self, uint32_t sm, uint32_t request, uint64_t place),
                      void *self);
/* The place of a name, which gets one at once where it has none. */
uint64_t allocator_place(struct allocator *a, uint64_t name);
