#include "orchestrator/result/synthetic_facts.h"

#include <stddef.h>

const char *const synthetic_unknown[] = {
    "geometry: what the rays of the frame really meet, and where",
    "materials and textures: the shader is the path tracer's closest hit on one grey material",
    "divergence inside a pixel: which rays of a pixel are long, which shaders they run",
    "absolute time: as right as --hottest-pixel",
    NULL,
};
