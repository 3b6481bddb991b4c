/* Generator of trees: tapered, bent branches with child branches, and leaves on the last of them. A
 * leaf is two layers a small distance apart, so that both of its sides are outer sides. */
#include "scenes/generate/kinds.h"
#include "scenes/generate/parts.h"

struct growth {
    struct maker *m;
    const struct tree *tree;
    struct gm_draws draws;
    uint32_t bark, leaf;
};

struct branch {
    struct dvec from, direction;
    double length, radius;
    uint32_t level;
};

/* Adds one layer of a leaf: a square from `base` along `tip`, with `r` to its right. Texture
 * coordinates are those of the upper layer, so that the holes of both layers coincide. */
static void add_card(struct maker *m, struct dvec base, struct dvec tip, struct dvec r, int layer)
{
    struct dvec normal = dvec_cross(r, tip);
    double u = layer > 0 ? 0.0 : 1.0;
    uint32_t a = maker_vertex(m, dvec_sub(base, r), normal, u, 0);
    uint32_t b = maker_vertex(m, dvec_add(base, r), normal, 1.0 - u, 0);
    uint32_t c = maker_vertex(m, dvec_add(dvec_add(base, tip), r), normal, 1.0 - u, 1);
    uint32_t d = maker_vertex(m, dvec_add(dvec_sub(base, r), tip), normal, u, 1);
    maker_triangle(m, a, b, c);
    maker_triangle(m, a, c, d);
}

/* Adds both layers of a leaf at `foot`, which points along `tip` and has its upper side along `up`
 * (unit vectors at right angles). */
static void add_leaf(struct maker *m, const struct tree *t, struct dvec foot, struct dvec tip,
                     struct dvec up)
{
    struct dvec side = dvec_scale(dvec_cross(tip, up), 0.5 * t->leaf_size);
    double gap = 0.001 * t->leaf_size;
    for (int layer = 1; layer >= -1; layer -= 2) {
        struct dvec base = dvec_along(foot, up, layer * gap);
        struct dvec end = dvec_along(base, tip, t->leaf_size);
        struct dvec l = dvec_scale(side, -layer), r = dvec_scale(side, layer);
        if (t->cards) {
            add_card(m, base, dvec_sub(end, base), r, layer);
            continue;
        }
        struct dvec middle = dvec_along(base, tip, 0.45 * t->leaf_size);
        maker_quad(m, base, dvec_along(middle, r, 0.55), end, dvec_along(middle, l, 0.55));
    }
}

static void add_leaves(struct growth *g, const struct tube_point *twig)
{
    for (uint32_t i = 0; i < g->tree->leaves; i++) {
        double at = gm_draw_in(&g->draws, 0.25, 1.0) * BRANCH_CELLS;
        uint32_t k = at >= BRANCH_CELLS ? BRANCH_CELLS - 1 : (uint32_t)at;
        struct dvec foot = dvec_mix(twig[k].at, twig[k + 1].at, at - k);
        struct dvec tip = dvec_unit(dvec_add(gm_draw_direction(&g->draws), dvec_make(0, 0.15, 0)));
        struct dvec up = dvec_add(gm_draw_direction(&g->draws), dvec_make(0, 1.2, 0));
        up = dvec_along(up, tip, -dvec_dot(up, tip));
        up = dvec_length(up) > 1e-3 ? dvec_unit(up) : dvec_perpendicular(tip);
        foot = dvec_along(foot, tip, 0.1 * g->tree->leaf_size);
        add_leaf(g->m, g->tree, foot, tip, up);
    }
}

static void grow_branch(struct growth *g, struct branch b)
{
    struct tube_point p[BRANCH_CELLS + 1];
    struct dvec at = b.from, direction = b.direction;
    const struct tree *t = g->tree;
    bool last = b.level == t->levels;
    double wild = b.level == 0 ? 0.08 : 0.22;
    for (int k = 0; k <= BRANCH_CELLS; k++) {
        double s = (double)k / BRANCH_CELLS;
        p[k] = (struct tube_point){at, b.radius * (1.0 - (last ? 0.85 : 0.6) * s)};
        direction = dvec_along(direction, gm_draw_direction(&g->draws), wild);
        direction = dvec_unit(dvec_add(direction, dvec_make(0, b.level ? 0.12 : 0.1, 0)));
        at = dvec_along(at, direction, b.length / BRANCH_CELLS);
    }
    g->m->material = (int32_t)g->bark;
    uint32_t sides = t->sides > 2 * b.level + 3 ? t->sides - 2 * b.level : 3;
    maker_tube(g->m, p, BRANCH_CELLS + 1, sides, false);
    if (last) {
        g->m->material = (int32_t)g->leaf;
        add_leaves(g, p);
        return;
    }
    double turns = gm_draw(&g->draws);
    for (uint32_t i = 0; i < t->children; i++) {
        /* The last child continues in the branch's direction. */
        bool leader = i + 1 == t->children;
        double low = b.level == 0 ? 0.3 : 0.25;
        double s = leader ? 1.0 : gm_mix(low, 0.95, (i + gm_draw(&g->draws)) / t->children);
        uint32_t k = s >= 1.0 ? BRANCH_CELLS - 1 : (uint32_t)(s * BRANCH_CELLS);
        struct dvec along = dvec_unit(dvec_sub(p[k + 1].at, p[k].at));
        struct basis f = basis_along((struct dvec){0, 0, 0}, along, turns, 1.0);
        double lean = t->spread * gm_draw_in(&g->draws, 0.7, 1.2) * (leader ? 0.3 : 1.0);
        struct branch child = {
            .from = dvec_mix(p[k].at, p[k + 1].at, s * BRANCH_CELLS - k),
            .direction = dvec_unit(dvec_along(along, f.x, lean)),
            .length = b.length * gm_draw_in(&g->draws, 0.55, 0.75) * (1.2 - 0.45 * s),
            .radius =
                gm_mix(p[k].radius, p[k + 1].radius, s * BRANCH_CELLS - k) * (leader ? 0.9 : 0.6),
            .level = b.level + 1,
        };
        grow_branch(g, child);
        turns += 0.381966; /* the golden angle, by which neighbouring branches point far apart */
    }
}

void add_tree(struct maker *m, const struct tree *t, uint32_t bark, uint32_t leaf)
{
    struct growth g = {m, t, {random_mix(t->seed), 0}, bark, leaf};
    grow_branch(&g, (struct branch){.direction = {0, 1, 0},
                                    .length = 0.62 * t->height,
                                    .radius = t->trunk * t->height});
}

enum { MOST_TRIANGLES = 20000000 };

static enum st_code tree_check(const struct generate_job *job, struct status *st)
{
    const struct tree *t = job->params;
    uint64_t twigs = 1;
    for (uint32_t i = 0; i < t->levels; i++)
        twigs *= t->children;
    if (twigs * (4 * (uint64_t)t->leaves + 2 * BRANCH_CELLS * t->sides) > MOST_TRIANGLES)
        return conf_fail(
            job->node, st,
            "this tree has %llu last branches; its leaves must stay below %d triangles",
            (unsigned long long)twigs, MOST_TRIANGLES);
    return ST_OK;
}

static void tree_make(const struct generate_job *job, struct maker *m)
{
    const struct tree *t = job->params;
    add_tree(m, t, job->materials[0], job->materials[1]);
}

GENERATOR(tree, "A tree with leaves, its foot at the origin",
          "4 leaves children^levels + 10 times the sum over l = 0…levels of children^l "
          "max(3, sides - 2 l)",
          .check = tree_check, .make = tree_make, .materials = {"bark", "leaf"});
