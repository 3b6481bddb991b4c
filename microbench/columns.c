#include "microbench/columns.h"

#include "microbench/trace.h"

/* Columns in rows of 32, so far apart that the 8 bits per axis of a node's child boxes distinguish
 * them in any node. Pairs are closer to each other than a triangle is wide, so a builder separates
 * columns before it cuts them, and farther than the triangles of a pair, so it cuts a column before
 * it separates left from right. */
enum { PER_ROW = 32, PER_ROW_LOG2 = 5, APART = 4096, BELOW = 1 };

static const float pair_of[2][3][2] = {
    {{-1, -1}, {-0.125f, -1}, {-1, 1}},
    {{0.125f, -1}, {1, -1}, {0.125f, 1}},
};

/* Corner i of the scene; *what: pairs of a column. */
static void corner(const void *what, uint32_t i, float position[3])
{
    uint32_t pairs = *(const uint32_t *)what, column = i / 6 / pairs, pair = i / 6 % pairs;
    const float *in_pair = pair_of[i % 6 / 3][i % 3];
    position[0] = (float)(column % PER_ROW * APART) + in_pair[0];
    position[1] = (float)(column / PER_ROW * APART) + in_pair[1];
    position[2] = -(float)(pair * BELOW);
}

enum st_code columns_open(struct lab *out, const struct gpu_config *gpu,
                          const struct traversal_options *traversal, uint32_t columns,
                          uint32_t pairs, struct status *st)
{
    return lab_open(out, gpu, traversal, 2 * columns * pairs, corner, &pairs, st);
}

void columns_aim(FILE *t)
{
    static const char apart[] = "0f45800000";
    fprintf(t,
            "and.b32 %%r4, %%r3, %d;\ncvt.rn.f32.u32 %%f0, %%r4;\nmul.f32 %%f0, %%f0, %s;\n"
            "shr.u32 %%r4, %%r3, %d;\ncvt.rn.f32.u32 %%f1, %%r4;\nmul.f32 %%f1, %%f1, %s;\n",
            PER_ROW - 1, apart, PER_ROW_LOG2, apart);
}

enum st_code columns_walk(const struct lab *lab, uint32_t column, struct trace_result *out,
                          struct status *st)
{
    struct ray ray = {
        .origin = {(float)(column % PER_ROW * APART), (float)(column / PER_ROW * APART), 5},
        .direction = {0, 0, -1},
        .tmax = 10000,
        .flags = RAY_OPAQUE};
    *out = (struct trace_result){0};
    enum st_code code = traverse(lab->image, &lab->traversal, &ray, out, st);
    if (code != ST_OK)
        trace_result_release(out);
    return code;
}
