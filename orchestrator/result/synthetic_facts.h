/* synthetic_facts.h -- the facts of work made from a heatmap, for results; predict/synthetic.h
 * makes it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct synthetic_facts {
    bool is;           /* false: the work is a scene's, and all else is 0 */
    double rays;       /* of the hottest pixel */
    double ms;         /* the time that was given; 0: rays were */
    double ray_cycles; /* core cycles for each ray, where a time was given; else 0 */
    double ray_work;   /* of a full ray, on average */
    double coherence;
    uint64_t footprint; /* bytes of the acceleration structure as built */
    uint64_t triangles;
};

/* Lines for outputs on the facts that a picture lacks; ends with NULL. */
extern const char *const synthetic_unknown[];
