/* l1d.h -- the L1 data cache of one SM: sectored, write-through without write-allocate, lines
 * allocated when data arrive, non-blocking (docs/model.md, "L1D"; Vulkan-Sim gpu-cache.cc).
 *
 * The LDST unit and the RT unit look up at most one sector each per bank or cycle; the cache itself
 * adds no latency. An access that cannot be served at once is refused, and its requester retries
 * it. A read of a sector that is in flight joins it. A write goes to memory in any case and drops
 * the sector. One request per cycle leaves for memory, in order. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/config/l1d_params.h"
#include "sim/timing/counters/l1d_counters.h"
#include "sim/timing/memory/cache.h"
#include "sim/timing/memory/mem_port.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum l1d_client { L1D_LDST, L1D_RT, L1D_READ_ONLY };
enum l1d_outcome { L1D_HIT, L1D_MISS, L1D_REFUSED, L1D_REFUSED_QUEUE };

/* Counts an accepted access. */
static inline void l1d_count_read(struct l1d_counters *n, enum l1d_client client,
                                  enum cache_status status)
{
    bool rt = client == L1D_RT;
    if (status == CACHE_HIT)
        ++*(rt ? &n->rt_read_hits : &n->ldst_read_hits);
    else if (status == CACHE_MISS)
        ++*(rt ? &n->rt_read_misses : &n->ldst_read_misses);
    else if (status == CACHE_SECTOR_MISS)
        ++*(rt ? &n->rt_read_sector_misses : &n->ldst_read_sector_misses);
}
static inline void l1d_count_write(struct l1d_counters *n, enum l1d_client client, bool hit)
{
    *(client == L1D_RT ? &n->rt_write_hits : &n->ldst_write_hits) += hit;
    *(client == L1D_RT ? &n->rt_write_misses : &n->ldst_write_misses) += !hit;
}

struct l1d; /* opaque but for its gates, which are its first member */

struct l1d_gates {
    uint32_t sending; /* requests that wait to be sent */
    uint32_t ready;   /* requests of the LDST unit whose data have arrived */
    uint8_t perfect;  /* bit per client: all its accesses hit */
};

static inline const struct l1d_gates *l1d_gates(const struct l1d *l)
{
    return (const struct l1d_gates *)l;
}

/* `mem` is borrowed; `sm` is put into every request. */
enum st_code l1d_create(struct l1d **out, const struct l1d_config *config,
                        const struct mem_port *mem, uint32_t sm, struct status *st);
void l1d_free(struct l1d *l); /* NULL is a no-op */

/* From now on every access of the client hits, whatever the cache holds: it changes nothing in the
 * cache, sends no request and counts as a hit; a write counts as acknowledged when it is
 * accepted. */
void l1d_make_perfect(struct l1d *l, enum l1d_client client);
static inline bool l1d_is_perfect(const struct l1d *l, enum l1d_client client)
{
    return l1d_gates(l)->perfect >> client & 1;
}

/* Reads addr's sector for instruction `uid`. After L1D_MISS `who` (below 2^63, private to the
 * client) waits for it. Refused: no MSHR, or (L1D_REFUSED_QUEUE) no place in the miss queue.
 * `since` is the core cycle from which the client has tried; latencies begin there
 * with l1d.latency_from = request. */
enum l1d_outcome l1d_read(struct l1d *l, enum l1d_client client, uint64_t addr, uint64_t who,
                          uint64_t uid, cycle_t since);
/* Fetches addr's sector for the RT unit, unless it is present or in flight (L1D_HIT). A prefetch is
 * not counted as an access, does not change the LRU order, and its refusals are not counted. After
 * L1D_MISS `who` waits as after a read; reads of the sector before it arrives join it. Its latency
 * begins when it is sent. */
enum l1d_outcome l1d_prefetch(struct l1d *l, uint64_t addr, uint64_t who);
/* Writes `bytes` (bit i: byte i) of addr's sector; false: refused. The acknowledgement carries
 * `who` (below 2^30). l1d.rt_store may reduce the bytes of the RT unit's stores. */
bool l1d_write(struct l1d *l, enum l1d_client client, uint64_t addr, uint32_t bytes, uint32_t who,
               cycle_t since);

/* Sends an atomic operation on `bytes` of addr's sector to the L2, past the cache, which drops the
 * sector; it queues behind the requests that wait to be sent. False: refused. Its reply, or the
 * acknowledgement of a `reduction`, carries `who` (below 2^30). With a perfect cache nothing is
 * sent: an accepted operation counts as answered. */
bool l1d_atomic(struct l1d *l, uint64_t addr, uint32_t bytes, bool reduction, uint32_t who);

/* Sends a read of another cache of the SM, past this one, behind the requests that wait to be sent.
 * False: no place in the queue. Its reply carries `who` (below 2^30). */
bool l1d_pass(struct l1d *l, uint64_t addr, uint32_t who);

/* Sends the oldest request if memory accepts one; the latency of atomics and of other caches' reads
 * always begins there. */
void l1d_send(struct l1d *l, cycle_t now);

/* The client that a reply is for (for a read: the first that requested the sector); *who is set for
 * acknowledgements, replies to atomics and L1D_READ_ONLY. */
enum l1d_client l1d_reply_client(const struct mem_request *reply, uint32_t *who);

/* Handles the arrival of a sector. Every waiting request of the RT unit goes to `rt` at once; those
 * of the LDST unit become ready, to be taken one by one. Returns the number of ready ones. */
uint32_t l1d_fill(struct l1d *l, uint64_t addr, void (*rt)(void *self, uint64_t addr, uint64_t who),
                  void *self);
uint64_t l1d_take(struct l1d *l); /* `who` of a ready LDST request; there must be one */

void l1d_flush(struct l1d *l); /* invalidates all sectors; requests in flight stay */
const struct l1d_counters *l1d_counters(struct l1d *l);
void l1d_dump(const struct l1d *l, FILE *out);
