/* synthetic_facts.h -- facts about work that predict/synthetic.h makes from a heatmap, for results.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct synthetic_facts {
    bool is;           /* whether the work is synthetic; else all else is 0 */
    double rays;       /* rays of the hottest pixel */
    double ms;         /* time of the hottest pixel, if given; 0: its rays were given */
    double ray_cycles; /* core cycles per ray where a time was given; else 0 */
    double ray_work;   /* mean work of a full ray */
    double coherence;
    uint64_t footprint; /* bytes of the acceleration structure as built */
    uint64_t triangles;
};

/* Lines for outputs that say which facts a picture lacks; ends with NULL. */
extern const char *const synthetic_unknown[];
