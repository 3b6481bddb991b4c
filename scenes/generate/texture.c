/* Procedural textures. The colour of a texel is that of its kind's function at the texel's centre.
 * Masks have sharp edges, because alpha is compared with one half. */
#include "scenes/generate/texture.h"

#include "common/suggest.h"
#include "scenes/generate/arithmetic.h"

#include <string.h>

static void set(double rgba[4], double r, double g, double b, double a)
{
    rgba[0] = r;
    rgba[1] = g;
    rgba[2] = b;
    rgba[3] = a;
}

/* Squares in a pattern of 8 x 8, in two greys. */
static void checker_at(double u, double v, uint64_t seed, double rgba[4])
{
    (void)seed;
    bool odd = ((int)(u * 8.0) + (int)(v * 8.0)) & 1;
    double c = odd ? 1.0 : 0.25;
    set(rgba, c, c, c, 1.0);
}

/* Returns a number above 0 if (x, y) is inside a pointed leaf, larger the farther it is from the
 * edge. The leaf's foot is at the origin, its tip at (0, length). */
static double leaflet(double x, double y, double length, double width)
{
    double t = y / length;
    if (t <= 0.0 || t >= 1.0)
        return -1.0;
    return width * 4.0 * t * (1.0 - t) * (1.2 - 0.6 * t) - (x < 0 ? -x : x);
}

/* A twig along the v axis with four pairs of leaves and one at its end. */
static void leaf_at(double u, double v, uint64_t seed, double rgba[4])
{
    double x = u - 0.5, best = (v < 0.88 ? 0.012 : -1.0) - (x < 0 ? -x : x), vein = 0.0;
    for (int i = 0; i < 9; i++) {
        int pair = i / 2, side = i & 1 ? 1 : -1;
        double jitter = random_unit(seed, RANDOM_SCENE, (uint64_t)i);
        double foot = 0.04 + 0.19 * pair, turns = i == 8 ? 0.0 : side * (0.13 + 0.04 * jitter);
        double s, c, dx = x, dy = v - (i == 8 ? 0.66 : foot);
        gm_turn(turns, &s, &c);
        double length = (i == 8 ? 0.33 : 0.46 - 0.03 * pair) * (0.9 + 0.15 * jitter);
        double lx = c * dx - s * dy, ly = s * dx + c * dy;
        double in = leaflet(lx, ly, length, 0.095);
        if (in > best) {
            best = in;
            vein = gm_step(0.0, 0.012, lx < 0 ? -lx : lx);
        }
    }
    double shade = 0.75 + 0.25 * vein + 0.1 * gm_noise(seed, dvec_make(9.0 * u, 9.0 * v, 0.5));
    set(rgba, 0.85 * shade, shade, 0.7 * shade, best > 0.0 ? 1.0 : 0.0);
}

/* Veins in white stone. */
static void marble_at(double u, double v, uint64_t seed, double rgba[4])
{
    struct dvec p = {4.0 * u, 4.0 * v, 0.5};
    double bend = gm_fractal(seed, p, 5), vein = gm_sin(2.0 * GM_PI * (1.5 * (u + v) + bend));
    double c = 1.0 - 0.45 * gm_step(0.75, 1.0, vein) + 0.05 * gm_noise(seed + 9, dvec_scale(p, 4));
    set(rgba, c, 0.97 * c, 0.92 * c, 1.0);
}

/* Stripes of light cloth and darker ornament. */
static void stripes_at(double u, double v, uint64_t seed, double rgba[4])
{
    double across = 6.0 * u - floor(6.0 * u), along = 12.0 * v - floor(12.0 * v);
    double diamond = fabs(across - 0.5) + 0.6 * fabs(along - 0.5);
    double c = across < 0.08 || across > 0.92 ? 0.45 : diamond < 0.22 ? 0.6 : 1.0;
    c += 0.04 * gm_noise(seed, dvec_make(90.0 * u, 90.0 * v, 0.5));
    set(rgba, c, 0.95 * c, 0.85 * c, 1.0);
}

/* Boards along u, each with its own grain. */
static void wood_at(double u, double v, uint64_t seed, double rgba[4])
{
    double board = floor(6.0 * v), within = 6.0 * v - board;
    double shift = random_unit(seed, RANDOM_SCENE, (uint64_t)board) * 40.0;
    struct dvec p = {3.0 * u + shift, 40.0 * v, 0.5};
    double grain = gm_fractal(seed, p, 4), tone = 0.8 + 0.2 * (shift / 40.0);
    double c = gm_clamp(tone + 0.22 * grain, 0.0, 1.0) * (within < 0.04 ? 0.35 : 1.0);
    set(rgba, c, 0.82 * c, 0.62 * c, 1.0);
}

const struct texture_kind texture_kinds[] = {
    {"checker", "8 × 8 squares of two greys", checker_at},
    {"leaf", "a twig with leaves on a transparent ground, for masked materials", leaf_at},
    {"marble", "veined stone", marble_at},
    {"stripes", "striped cloth with ornaments", stripes_at},
    {"wood", "boards with grain", wood_at},
    {NULL, NULL, NULL},
};

static enum st_code find_kind(const struct conf_node *group, const struct texture_kind **out,
                              struct status *st)
{
    const struct conf_node *node;
    const char *name;
    char known[STATUS_TEXT / 2] = "";
    TRY(conf_need(group, "generate", &node, st));
    TRY(conf_get_text(node, &name, st));
    for (const struct texture_kind *k = texture_kinds; k->name; k++)
        if (strcmp(k->name, name) == 0) {
            *out = k;
            return ST_OK;
        }
    for (const struct texture_kind *k = texture_kinds; k->name; k++)
        suggest_list(known, sizeof known, k->name);
    return conf_fail(node, st, "no generated texture is called '%s'; the known ones are %s", name,
                     known);
}

enum st_code texture_generate(struct image *out, const struct conf_node *group, struct status *st)
{
    static const char *const keys[] = {"generate", "size", "seed", NULL};
    const struct texture_kind *kind = NULL;
    const struct conf_node *node;
    int64_t size, seed;
    *out = (struct image){0};
    if (conf_kind(group) != CONF_GROUP)
        return conf_fail(group, st,
                         "is not a group; write { generate = \"leaf\"; size = 64; seed = 1; }");
    TRY(conf_only(group, keys, st));
    TRY(find_kind(group, &kind, st));
    TRY(conf_need(group, "size", &node, st));
    TRY(conf_get_int(node, 4, 4096, &size, st));
    TRY(conf_need(group, "seed", &node, st));
    TRY(conf_get_int(node, 0, UINT32_MAX, &seed, st));
    TRY(image_create(out, (uint32_t)size, (uint32_t)size, st));
    for (uint32_t y = 0; y < out->height; y++)
        for (uint32_t x = 0; x < out->width; x++) {
            double rgba[4];
            kind->at((x + 0.5) / (double)size, (y + 0.5) / (double)size, (uint64_t)seed, rgba);
            for (int c = 0; c < 4; c++)
                image_at(out, x, y)[c] = (uint8_t)(gm_clamp(rgba[c], 0.0, 1.0) * 255.0 + 0.5);
        }
    return ST_OK;
}

void textures_document(FILE *out)
{
    fputs("\n## Textures\n\nA material's texture may be generated too:\n\n"
          "    texture = { generate = \"leaf\"; size = 64; seed = 1; };\n\n"
          "`size` is the edge in pixels, 4 to 4096. Row 0 is at v = 0, where cards and leaves have "
          "their foot.\n\n| name | picture |\n| --- | --- |\n",
          out);
    for (const struct texture_kind *k = texture_kinds; k->name; k++)
        fprintf(out, "| `%s` | %s |\n", k->name, k->doc);
}
