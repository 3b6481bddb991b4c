/* synthetic_knobs.h -- the values of --hottest-pixel, --coherence and --footprint. */
#pragma once

#include "common/status.h"
#include "orchestrator/settings/render_settings.h"

enum { SYNTHETIC_MOST_RAYS = 65536 }; /* most rays of a pixel */

struct synthetic_knobs {
    double rays;        /* rays of the hottest pixel; 0: `ms` is given instead */
    double ms;          /* milliseconds that the thread of the hottest pixel takes */
    const char *gpu;    /* the GPU on which it takes `ms`; NULL: the target. Points into the
                           settings' text */
    double coherence;   /* 0: every ray has its own place .. 1: rays of neighbouring pixels are
                           alike */
    uint64_t footprint; /* bytes of the acceleration structure */
};
/* Reads the three values. ST_USAGE where a text is no such number or is out of range. */
enum st_code synthetic_knobs_read(struct synthetic_knobs *out, const struct render_settings *render,
                                  struct status *st);
