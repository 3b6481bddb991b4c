/* synthetic.h -- what the shader synthetic.c finds in its storage (RT_STORAGE of rt.h): how rays
 * are drawn, and then how much each pixel is to do. */
#pragma once

/* Rays of one kind go on as long as there were less than `most` and the pixel has at least `least`
 * of its work left. Work is what rt_work counts. */
struct synthetic_rays {
    unsigned most;
    int least;
    float length; /* scene units */
};

/* `size` of the box that holds the scene, which begins at the origin. */
struct synthetic_plan {
    struct synthetic_rays full, brief; /* in this order */
    float coherence;                   /* 0: every ray for itself .. 1: neighbours' rays alike */
    float size[3];
    unsigned unused[6];
}; /* 64 bytes; a word per pixel follows, row 0 first: its work, or 0 */
