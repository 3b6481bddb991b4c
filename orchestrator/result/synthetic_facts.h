/* synthetic_facts.h -- how a heatmap became work, for results; predict/synthetic.h makes it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct synthetic_facts {
    bool is;           /* false: the work is a scene's, and all else is 0 */
    double rays;       /* of the hottest pixel */
    double ms;         /* it was given as this; 0: it was not */
    double ray_cycles; /* core cycles for each ray, where it was; else 0 */
    double ray_work;   /* of a full ray, on average */
    double coherence;
    uint64_t footprint; /* bytes of the acceleration structure as built */
    uint64_t triangles;
};

/* Lines of what the picture could not say, for outputs; ends with NULL. */
extern const char *const synthetic_unknown[];
