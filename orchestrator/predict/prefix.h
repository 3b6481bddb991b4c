/* prefix.h -- a frame's metrics from the beginning of it: the cycle model runs the whole frame on
 * the whole GPU and ends before the frame does, and what is left is known from the abstract model's
 * run of the frame and how far that was when it had done as much.
 *
 * With g the metric's scale, A the abstract model's metric of the frame, a the same when it had
 * done the share of the work that the cycle model did, y the cycle model's then, and l the share of
 * the abstract model's cycles that it had left,
 *
 *     g(estimate) = g(A) + (1 - l + rest l) (g(y) - g(a)).
 *
 * With rest = 0 what is left is as the abstract model says: cycles come out as y + (A - a), as
 * log(1 + (y - a) / A) is nearly (a / A) log(y / a). With rest = 1 what is left errs as what was
 * done. Errors stay below times sqrt(base^2 + l^2 + uneven^2 u + apart^2 x^2): little work takes
 * the last of a frame's time, and which SM has it is luck, that of frames most of whose SMs end
 * long before the last one: u is the logarithm of the abstract model's cycles over the mean of its
 * SMs'; and who erred by x on what was done will on what is left, x being log(y / a) of cycles. The
 * constants of each metric are those of the calibration set (docs/estimators.md). */
#pragma once

#include "orchestrator/result/result.h"
#include "sim/abstract/history.h"

/* A run may end where l is `most` at most, and hypot(l, apart x) `reach`. */
struct prefix_end {
    double most, reach, apart;
};

struct prefix {
    const struct history *history;  /* of the abstract model's run of all the frame; borrowed */
    const struct gpu_counters *all; /* what that run counted in the end; borrowed */
    struct prefix_end end;
};

/* u, of r->abstract; 0 at least. */
double prefix_unevenness(const struct result *r);

/* Where a run of a frame of that u may end if the metric's interval at that confidence is to be
 * `percent` wide to either side; all zeros: nowhere that is worth it. `most` is the share of the
 * abstract model's cycles that is left if the models agree. */
struct prefix_end prefix_end_for(enum metric_id m, double percent, double confidence,
                                 double unevenness);

/* A timeline_enough (sim/timing/gpu.h); `context` is a struct prefix. */
bool prefix_enough(void *context, const struct timeline *t);

/* Of r->whole, which ended before the frame did: sets r->begun. The share of the work is the mean
 * of the shares of thread instructions and of the intersection tests of rays, for either may be
 * what takes the time; the abstract model's metrics lie between those of the two moments around it
 * as it lies between theirs. None where it is before the first moment. */
void prefix_note(const struct prefix *p, struct result *r);

/* Sets those r->metrics that are narrower by r->begun than they are; none where more is left than
 * in any run of the calibration set. */
void prefix_estimate(struct result *r);
