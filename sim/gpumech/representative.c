#include "sim/gpumech/representative.h"

enum { MOST_ROUNDS = 100 };

struct representative_warp representative_of(const struct interval_profile *p)
{
    return (struct representative_warp){p->insts, interval_profile_cycles(p)};
}

static double perf_of(const struct representative_warp *w)
{
    return w->insts ? (double)w->insts / w->cycles : 0;
}

struct representative_feature representative_average(const struct representative_warp *warps,
                                                     uint32_t n)
{
    struct representative_feature sum = {0, 0};
    uint32_t counted = 0;
    for (uint32_t w = 0; w < n; w++) {
        sum.perf += perf_of(&warps[w]);
        sum.insts += (double)warps[w].insts;
        counted += warps[w].insts != 0;
    }
    if (!counted)
        return sum;
    return (struct representative_feature){sum.perf / counted, sum.insts / counted};
}

struct representative_feature representative_feature(const struct representative_warp *w,
                                                     const struct representative_feature *average)
{
    return (struct representative_feature){
        average->perf > 0 ? perf_of(w) / average->perf : 0,
        average->insts > 0 ? (double)w->insts / average->insts : 0,
    };
}

static double distance2(struct representative_feature a, struct representative_feature b)
{
    double x = a.perf - b.perf, y = a.insts - b.insts;
    return x * x + y * y;
}

/* The warps as points, and the two centres. */
struct clusters {
    const struct representative_warp *warps;
    uint32_t n;
    struct representative_feature average;
    struct representative_feature center[2];
    uint32_t size[2];
};

static struct representative_feature point(const struct clusters *c, uint32_t w)
{
    return representative_feature(&c->warps[w], &c->average);
}

static int cluster_of(const struct clusters *c, struct representative_feature p)
{
    return distance2(p, c->center[1]) < distance2(p, c->center[0]);
}

static struct representative_feature farthest(const struct clusters *c,
                                              struct representative_feature from)
{
    struct representative_feature found = from;
    double far2 = -1;
    for (uint32_t w = 0; w < c->n; w++) {
        struct representative_feature p = point(c, w);
        double d2 = distance2(p, from);
        if (c->warps[w].insts && d2 > far2) {
            far2 = d2;
            found = p;
        }
    }
    return found;
}

/* Does one round of Lloyd's algorithm; returns whether a centre has moved. */
static bool move_centers(struct clusters *c)
{
    struct representative_feature sum[2] = {{0, 0}, {0, 0}};
    c->size[0] = c->size[1] = 0;
    for (uint32_t w = 0; w < c->n; w++) {
        if (!c->warps[w].insts)
            continue;
        struct representative_feature p = point(c, w);
        int k = cluster_of(c, p);
        sum[k].perf += p.perf;
        sum[k].insts += p.insts;
        c->size[k]++;
    }
    bool moved = false;
    for (int k = 0; k < 2; k++) {
        if (!c->size[k])
            continue;
        struct representative_feature to = {sum[k].perf / c->size[k], sum[k].insts / c->size[k]};
        moved |= distance2(to, c->center[k]) > 0;
        c->center[k] = to;
    }
    return moved;
}

/* The number of the larger cluster; if both are equal, of the first warp's. */
static int larger_cluster(const struct clusters *c)
{
    if (c->size[0] != c->size[1])
        return c->size[1] > c->size[0];
    uint32_t first = 0;
    while (first < c->n && !c->warps[first].insts)
        first++;
    return first < c->n ? cluster_of(c, point(c, first)) : 0;
}

static uint32_t nearest_of_larger(const struct representative_warp *warps, uint32_t n)
{
    struct clusters c = {.warps = warps, .n = n, .average = representative_average(warps, n)};
    /* The first centre is the point farthest from the mean of all, which is (1, 1) in units of the
     * averages. */
    c.center[0] = farthest(&c, (struct representative_feature){1, 1});
    c.center[1] = farthest(&c, c.center[0]);
    for (int round = 0; round < MOST_ROUNDS && move_centers(&c); round++)
        continue;
    int larger = larger_cluster(&c);
    uint32_t found = 0;
    double near2 = -1;
    for (uint32_t w = 0; w < n; w++) {
        struct representative_feature p = point(&c, w);
        double d2 = distance2(p, c.center[larger]);
        if (warps[w].insts && cluster_of(&c, p) == larger && (near2 < 0 || d2 < near2)) {
            near2 = d2;
            found = w;
        }
    }
    return found;
}

/* The fastest warp with instructions, or the slowest for sign -1. */
static uint32_t extreme(const struct representative_warp *warps, uint32_t n, double sign)
{
    uint32_t found = n;
    for (uint32_t w = 0; w < n; w++)
        if (warps[w].insts &&
            (found == n || sign * perf_of(&warps[w]) > sign * perf_of(&warps[found])))
            found = w;
    return found == n ? 0 : found;
}

uint32_t representative_choose(const struct representative_warp *warps, uint32_t n,
                               enum representative_choice choice)
{
    if (!n)
        BUG("representative: of no warps");
    switch (choice) {
    case REPRESENTATIVE_MAX:
        return extreme(warps, n, 1);
    case REPRESENTATIVE_MIN:
        return extreme(warps, n, -1);
    case REPRESENTATIVE_CLUSTER:
        break;
    }
    return nearest_of_larger(warps, n);
}
