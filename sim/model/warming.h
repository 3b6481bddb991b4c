/* warming.h -- warms the L2 for the sampling units of a frame.
 *
 * When a run reaches a unit, the L2 holds data of units elsewhere in the picture. In the frame it
 * would hold data of the CTAs before the unit. So when a unit begins, those CTAs are executed
 * without timing, and the sectors of the scene that they read become the most recently used ones of
 * the L2 (functional warming: Wunderlich, Wenisch, Falsafi, Hoe, SMARTS, ISCA 2003, section 3). */
#pragma once

#include "common/status.h"
#include "common/team.h"
#include "sim/functional/warp.h"

#include <stdatomic.h>

struct warming; /* opaque */

/* Which CTAs warm the L2 for each sampling unit. All pointers are borrowed. Unit w begins when CTA
 * w * unit of the run is launched; unit 0 begins with the run. Before it, CTAs first[w] to first[w
 * + 1] - 1 of `kernel` are executed, each once. */
struct warming_plan {
    struct kernel *kernel;
    const uint32_t *first; /* units + 1 */
    uint32_t units, unit;
    const atomic_int *stop; /* not 0: the remaining CTAs are not executed; may be NULL */
};

enum st_code warming_create(struct warming **out, const struct warming_plan *plan,
                            struct status *st);
void warming_free(struct warming *w); /* NULL is a no-op */

/* Called with an address within a sector that warms the L2. */
typedef void warming_visit(void *context, uint64_t addr);

/* Executes the CTAs that are due when `launched` CTAs of the run have been launched, on the team's
 * threads (NULL: on the caller's). Then calls `visit` for the sectors that they read, on the
 * caller's thread, in the order of CTAs for any number of threads. */
enum st_code warming_do(struct warming *w, uint32_t launched, struct team *team,
                        warming_visit *visit, void *context, struct status *st);
