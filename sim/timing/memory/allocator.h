/* allocator.h -- allocates the memory that a kernel requests while it runs, in the order of
 * simulated time, as Vulkan-Sim does: one pointer for all SMs, from which payloads, variables,
 * trace records, hit attributes and stored hits get the next block (vulkan_ray_tracing.cc,
 * VulkanRayTracing::gpgpusim_alloc(); gpgpu_t::gpu_malloc(), which rounds up to 256 bytes).
 *
 * Warps are executed without a clock, so they name their allocations by virtual addresses of their
 * own. Behind the L1D a name is replaced by its block, because rows and banks of DRAM depend on it.
 * A trace's hit attributes and records get their blocks when the trace issues, the allocations of a
 * dump's instruction when that issues, and everything else when a request for it leaves an SM for
 * the first time. Within one core cycle SM 0 comes first, then SM 1 and so on; within an SM, the
 * order of its operations counts.
 *
 * SMs go through quanta of time one after the other or in parallel, so they record their
 * allocations; the allocator settles these when all SMs have reached the same cycle. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"

#include <stdbool.h>
#include <stdint.h>

enum { ALLOCATION_B = 256 };

struct allocator; /* opaque */

/* Creates an allocator. Names and blocks are addresses from `from` on; each name from `once` on is
 * used once. */
enum st_code allocator_create(struct allocator **out, uint32_t sms, uint64_t from, uint64_t once,
                              struct status *st);
void allocator_free(struct allocator *a); /* NULL is a no-op */
/* ST_NOMEM if memory for records or blocks has run out; names without a block then remain
 * addresses. */
enum st_code allocator_check(const struct allocator *a, struct status *st);

/* --- for the SM's thread --- */

/* Looks up the place of a settled name. False: the name is not settled. */
bool allocator_find(const struct allocator *a, uint64_t name, uint64_t *place);
/* Records in core cycle `now`, not below the SM's last one, that its request number `request` waits
 * for the place of `name`. */
void allocator_ask(struct allocator *a, uint32_t sm, uint64_t name, uint32_t request, cycle_t now);
/* Records an allocation that no request waits for yet. */
void allocator_reserve(struct allocator *a, uint32_t sm, uint64_t name, cycle_t now);
/* The name of a place that was allocated for a name below `once`. */
uint64_t allocator_name(const struct allocator *a, uint64_t place);

/* --- for a time in which no SM runs --- */

/* Assigns places to all allocations recorded in core cycles before `before`, to which no SM will
 * add, and passes each request its place. */
void allocator_settle(struct allocator *a, cycle_t before,
                      void (*tell)(void *self, uint32_t sm, uint32_t request, uint64_t place),
                      void *self);
/* The place of a name; a name without one gets it at once. */
uint64_t allocator_place(struct allocator *a, uint64_t name);
