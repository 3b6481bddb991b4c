/* repeat.h -- a frame several times, each run with something changed that should mean nothing.
 *
 * One run of a deterministic simulator is one draw from all that the machine might have done: what
 * a change of the configuration does is told from luck only by several (Alameldeen and Wood,
 * Variability in Architectural Simulations of Multi-threaded Workloads, HPCA 2003). Here the CTAs
 * are launched some cycles later, by which the clocks of SMs, L2 and DRAM meet them otherwise, and
 * from another SM on, by which whose request goes first of those that come at once is another's. */
#pragma once

#include "orchestrator/predict/frame_run.h"

/* Core cycles that run `i` is launched later than run 0, no two alike. Its first SM is i modulo
 * their number. */
uint32_t repeat_delay(uint32_t i);

/* The whole frame on r->gpu, --repeat times from perturbation method.first_run on, which is 0 but
 * of runs that are added to others or go one by one (compare --resolve, correlate), side by side.
 * Fills r's one group and r->repeats; counters are those of run 0, or of the first that an
 * interrupt let finish; metrics the means of the finished runs, each run's cycles without its
 * delay, with the interval of the mean (Student's t) where there are several. ST_FAILED where an
 * interrupt left no run finished. */
enum st_code repeat_frame(struct result *r, const struct frame_job *job, struct status *st);
