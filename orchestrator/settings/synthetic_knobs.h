/* synthetic_knobs.h -- the values of --hottest-pixel, --coherence and --footprint. */
#pragma once

#include "common/status.h"
#include "orchestrator/settings/render_settings.h"

enum { SYNTHETIC_MOST_RAYS = 65536 }; /* of a pixel */

struct synthetic_knobs {
    double rays;        /* of the hottest pixel; 0: `ms` is given */
    double ms;          /* that its thread takes */
    const char *gpu;    /* on which; NULL: the target. Points into the settings' text */
    double coherence;   /* 0: every ray for itself .. 1: neighbouring pixels' rays alike */
    uint64_t footprint; /* bytes of the acceleration structure */
};
/* ST_USAGE where a text is no such number or one out of range. */
enum st_code synthetic_knobs_read(struct synthetic_knobs *out, const struct render_settings *render,
                                  struct status *st);
