/* warming.h -- what a window of a frame finds in the L2.
 *
 * A run of windows comes to each of them with what windows elsewhere in the picture have left. In
 * the frame the CTAs before the window were there. These are executed without timing when it
 * begins, and the sectors of the scene that they read become the most recently used of the L2
 * (functional warming: Wunderlich, Wenisch, Falsafi, Hoe, SMARTS, ISCA 2003, section 3). */
#pragma once

#include "common/status.h"
#include "common/team.h"
#include "sim/functional/warp.h"

#include <stdatomic.h>

struct warming; /* opaque */

/* All borrowed. Window w begins when CTA w * window of the run is launched, or with the run; before
 * it CTAs first[w] to before first[w + 1] of `kernel` are executed, each once. */
struct warming_plan {
    struct kernel *kernel;
    const uint32_t *first; /* windows + 1 */
    uint32_t windows, window;
    const atomic_int *stop; /* not 0: what is left is not executed; may be NULL */
};

enum st_code warming_create(struct warming **out, const struct warming_plan *plan,
                            struct status *st);
void warming_free(struct warming *w); /* NULL is a no-op */

/* Gets an address within a sector. */
typedef void warming_visit(void *context, uint64_t addr);

/* Executes what is due where `launched` CTAs of the run have been, on the team's threads (NULL: on
 * the caller's), and visits what was read, on the caller's: CTA after CTA, whatever the threads. */
enum st_code warming_do(struct warming *w, uint32_t launched, struct team *team,
                        warming_visit *visit, void *context, struct status *st);
