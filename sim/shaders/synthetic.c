/* synthetic.c -- work without a scene of its own: each pixel traces rays through a given scene
 * until it has done the work that storage has for it.
 *
 * Ray i of a pixel is a mix of ray i of all pixels, which moves with the pixel's place, and of a
 * ray of its own. What a ray costs is known when it has been traced, so full rays stop when the
 * next might be too dear, brief ones that look around their origin come next, and what is left then
 * is done in arithmetic, to the instruction: two pixels that are asked for the same do the same. */
#include "synthetic.h"
#include "hit.h"

/* Instructions of one round of the loop that fills up the work: four of them compare and jump. */
enum { TURN = 16 };

/* Distance of neighbouring pixels' coherent rays, in cells of the scene: a warp's fit into one. */
#define PIXEL 0x1p-8f

struct draw {
    GLOBAL const struct synthetic_plan *plan;
    float x, y;      /* of the pixel's coherent rays, in sizes of the box */
    unsigned common; /* seed of the part that all pixels share */
    unsigned own;
};

/* A seed from a number: far cheaper than hash(), since it is a part of every pixel's work. */
INLINE unsigned scramble(unsigned v)
{
    v = (v ^ (v >> 16)) * 0x9E3779B1u;
    v = (v ^ (v >> 13)) * 0x9E3779B1u;
    return v ^ (v >> 16);
}

INLINE int left(unsigned work)
{
    return (int)(work - rt_work());
}

/* The place in the middle of the box, away from its sides, that p stands for, with whole numbers
 * the same as 0. */
INLINE struct vec place(struct vec p, GLOBAL const float *size)
{
    return vec((0.1f + 0.8f * wrap(p.x)) * size[0], (0.1f + 0.8f * wrap(p.y)) * size[1],
               (0.1f + 0.8f * wrap(p.z)) * size[2]);
}

INLINE struct vec random_vec(unsigned *seed)
{
    struct vec v;
    v.x = random01(seed);
    v.y = random01(seed);
    v.z = random01(seed);
    return v;
}

INLINE void trace_drawn(struct draw *d, float length)
{
    float alike = d->plan->coherence, apart = 1.0f - alike;
    struct vec from = add(random_vec(&d->common), scale(random_vec(&d->own), apart));
    struct vec to = add(scale(random_in_unit_sphere(&d->common), alike),
                        scale(random_in_unit_sphere(&d->own), apart));
    from = place(add(from, vec(d->x, d->y, 0.0f)), d->plan->size);
    trace(0, from, 0.001f, normalize(to), length);
}

/* Traces rays of one kind and returns the sum of their colours. */
INLINE struct vec trace_all(struct draw *d, GLOBAL const struct synthetic_rays *kind, unsigned work,
                            GLOBAL const struct payload *p)
{
    struct vec sum = vec(0.0f, 0.0f, 0.0f);
    float length = kind->length;
    for (unsigned i = 0; i < kind->most && left(work) >= kind->least; i++) {
        trace_drawn(d, length);
        sum = add(sum, load3(p->color));
    }
    return sum;
}

/* Executes nothing but itself; the result is not wanted. */
INLINE void idle(void)
{
    rt_launch_id_x();
}
INLINE void idle_2(void)
{
    idle();
    idle();
}
INLINE void idle_4(void)
{
    idle_2();
    idle_2();
}

/* Instructions until `work` is done, exactly, but for a number that is the same for all pixels:
 * first as many as make the rest a multiple of TURN, then whole turns. A thread that jumps past an
 * `if` executes the jump, one that does not jump does not, hence one more in each. */
INLINE float fill(unsigned work, float value)
{
    unsigned odd = (unsigned)left(work);
    if (odd & 1u)
        idle_2();
    if (odd & 2u) {
        idle_2();
        idle();
    }
    if (odd & 4u) {
        idle_4();
        idle();
    }
    if (odd & 8u) {
        idle_4();
        idle_4();
        idle();
    }
    do
        for (int i = 0; i < (TURN - 4) / 2; i++)
            value = value * 0.75f + 0.125f;
    while (left(work) > 0);
    return value;
}

void raygen(void)
{
    if (!filter_shader())
        return;
    unsigned x = rt_launch_id_x(), y = rt_launch_id_y(), width = rt_launch_size_x();
    if (x >= width || y >= rt_launch_size_y())
        return;
    GLOBAL const struct synthetic_plan *plan = rt_descriptor(RT_STORAGE);
    CONSTANT const struct rt_uniform *u = rt_uniform_descriptor(RT_UNIFORM);
    GLOBAL struct payload *p = rt_payload();
    unsigned work = ((GLOBAL const unsigned *)(plan + 1))[y * width + x];
    struct draw d = {.plan = plan,
                     .x = (float)x * (rcp(plan->size[0]) * PIXEL),
                     .y = (float)y * (rcp(plan->size[1]) * PIXEL),
                     .common = u->random_seed,
                     .own = scramble(scramble(y * width + x) + u->random_seed)};
    p->seed = d.own;
    struct vec sum = trace_all(&d, &plan->full, work, p);
    sum = add(sum, trace_all(&d, &plan->brief, work, p));
    sum.x = fill(work, sum.x);
    store_pixel(x, y, sum, 1);
}
