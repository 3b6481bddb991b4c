/* repeat.h -- simulates a frame several times, each run with a perturbation that should not matter.
 *
 * One run of a deterministic simulator is one draw from all possible runs of the machine; only
 * several runs separate the effect of a configuration from run-to-run variation (Alameldeen and
 * Wood, Variability in Architectural Simulations of Multi-threaded Workloads, HPCA 2003). A
 * perturbed run launches the CTAs some cycles later, so that the clocks of SMs, L2 and DRAM meet
 * them at other phases, and begins at another SM, so that requests of the same cycle are served in
 * another order. */
#pragma once

#include "orchestrator/predict/frame_run.h"

/* Core cycles by which run `i` is launched later than run 0; every run has another delay. The run's
 * first SM is `i` modulo the number of SMs. */
uint32_t repeat_delay(uint32_t i);

/* Simulates the whole frame on r->gpu --repeat times, side by side, from perturbation
 * method.first_run on. That is 0, except where runs are added to earlier ones or go one by one
 * (compare --resolve, correlate). Fills r's one group and r->repeats. The counters are those of run
 * 0 or, where an interrupt ended that, of the first finished run. The metrics are the means over
 * the finished runs, each run's cycles without its delay; where there are several runs, they have
 * the interval of the mean (Student's t). ST_FAILED where an interrupt left no run finished. */
enum st_code repeat_frame(struct result *r, const struct frame_job *job, struct status *st);
