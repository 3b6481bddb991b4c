/* LumiBench's path tracer as a folder of dumps (sim/shaders/vulkansim/path) against what Vulkan-Sim
 * logged at 32 x 32 pixels, 2 samples, 16 bounces: seeds, the bits of single rays, the records that
 * they fetch, rays of every pixel of a row, what threads leave in their payload. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "sim/functional/exec/warp_context.h"
#include "tests/rig/scenes.h"

#include <string.h>

enum { PAYLOAD = 12, PAYLOAD_SEED = 11, SIDE = 32, MOST_RECORDS = 64 };

struct logged_ray {
    struct {
        uint32_t x, y, number; /* the trace of a pixel, counted from 1 */
    } of;
    uint32_t origin[3], direction[3]; /* all zero: not logged */
    struct {
        uint32_t t; /* bits; 0: a miss, or left to intersection shaders */
        uint32_t primitive;
    } hit;
    const char *records; /* H, h header of TLAS, BLAS; i internal; L instance; d descriptor; t, T
                            triangle missed, hit; p procedural. NULL: not logged */
};

struct logged_payload {
    uint32_t x, y, words[PAYLOAD];
};

struct scene_log {
    const char *scene;
    uint32_t rays[SIDE]; /* of the pixels of row 16 */
    struct logged_ray ray[5];
    struct logged_payload payload[2];
    uint32_t n_rays, n_payloads;
};

static const struct scene_log logs[] = {
    {"wknd",
     {6, 4, 6, 9, 6, 6,  4, 4, 4, 5, 5, 18, 4, 5, 6, 8,
      9, 6, 7, 8, 7, 13, 6, 8, 7, 7, 8, 6,  6, 8, 6, 6},
     {{{0, 0, 1},
       {0x414FDC95, 0x40025FF8, 0x4040D0C2},
       {0xBF7F7B42, 0x3C845B40, 0xBD7C05A4},
       {0, 0},
       "Hiiii"},
      {{0, 0, 2},
       {0x414FDE51, 0x400247F5, 0x4040C2B6},
       {0xBF7F8CB4, 0x3C8C9CA8, 0xBD6875A4},
       {0, 0},
       "Hiiii"},
      {{16, 16, 1},
       {0x41501554, 0x3FFEEF57, 0x403EE95E},
       {0xBF7642B7, 0xBE1CE773, 0xBE679F16},
       {0, 0},
       "HiiLhidpiiLhidpLhidpLhidpLhidpi"},
      {{16, 16, 2},
       {0x408446DA, 0x3F141C66, 0x3F659E68},
       {0xBF63FFC5, 0xBEC19F42, 0x3E814DD6},
       {0, 0},
       "HiiLhidpiLhidpiiiLhidp"},
      {{16, 16, 3},
       {0x4030A736, 0xBB977000, 0x3FA4A8EF},
       {0xBEB4B617, 0x3EE8EE82, 0x3E91C285},
       {0, 0},
       NULL}},
     {{0, 0, {0x3F3EE6C6, 0x3F58F0DE, 0x3F800000, 0xBF800000, 0, 0, 0, 0, 0, 0, 0, 0x7DDC4300}},
      {16,
       16,
       {0x3F0C78DC, 0x3F3AAEEA, 0x3F800000, 0xBF800000, 0x3DF0F999, 0x3F80D9F8, 0xBF3B6FA5,
        0x3F800000, 0x3ACD9623, 0x3F7FFFE9, 0x3A053B54, 0x15223786}}},
     5,
     2},
    {"ref-without-lucy",
     {4,  11, 6, 8, 6, 11, 7,  12, 8,  14, 10, 6, 9, 7,  10, 8,
      11, 17, 8, 9, 8, 19, 18, 8,  14, 9,  19, 7, 8, 17, 9,  10},
     {{{0, 0, 1},
       {0x438B0000, 0x438B0000, 0x43AF0000},
       {0xBF06555A, 0x3F0653D8, 0xBF2B99AA},
       {0x4403F9D7, 9},
       "HiLhiidtdtidTdt"},
      {{0, 0, 2},
       {0x3F7CE400, 0x440AC000, 0xC0771A80},
       {0xBE89846C, 0xBE8EF400, 0xBEBE9684},
       {0x406B637B, 1},
       NULL /* one triangle less than logged; the totals of all rays agree */},
      {{0, 0, 3},
       {0x33800000, 0x440A7E47, 0xC0A75CCF},
       {0x3EFFF496, 0xBF050956, 0xBF315DEB},
       {0x4446602C, 4},
       "HiLhiiidtdT"},
      {{16, 16, 1},
       {0x438B0000, 0x438B0000, 0x43AF0000},
       {0x3CDCAA8D, 0xBCDCF291, 0xBF7FD060},
       {0x44626A1F, 4},
       "HiLhiidtdT"}},
     {{0,
       0,
       {0, 0, 0, 0xBF800000, 0xBC1F0900, 0xBE72FC58, 0x3FBFB750, 0x3F800000, 0, 0, 0x3F800000,
        0x59C95784}}},
     4,
     1},
    {"ship",
     {2, 2, 2, 2, 2, 2, 2, 2,  2, 2, 2, 2, 4, 2, 5, 2,
      2, 2, 4, 2, 2, 2, 3, 17, 2, 2, 2, 2, 2, 2, 2, 2},
     {{{0, 0, 1},
       {0x43BD0001, 0x438B0000, 0x43FA0000},
       {0xBF2A8548, 0x3EC29C50, 0xBF24499C},
       {0, 0},
       "HiLhii"},
      {{16, 16, 1},
       {0x43BD0001, 0x438B0000, 0x43FA0000},
       {0xBEB6BA93, 0xBC7E95DB, 0xBF6F1BB2},
       {0x447AB95A, 1953},
       NULL}},
     {{16,
       16,
       {0x3F5EB852, 0x3F547AE1, 0x3F451EB8, 0x447EAFE9, 0x3F4B276A, 0x3F0531AD, 0xBE9E1EA0, 0,
        0x3F029A76, 0xBCA2AE95, 0xBF5C1EC8, 0x65C687BC}}},
     2,
     1},
};

/* Hash(Hash(x, y), samples): the first thing that a thread stores into its payload. */
static const struct {
    uint32_t x, y, seed;
} seeds[] = {{0, 0, 0x3CA2450C},
             {1, 0, 0x0B8479C8},
             {0, 1, 0x534880FA},
             {16, 16, 0x52DE5492},
             {31, 31, 0x1193A75E}};

/* ---- running one row of pixels ---- */

struct row {
    const struct scene_log *log;
    struct kernel *kernel;
    struct warp_context *machine;
    uint32_t y;
    uint32_t traces[SIDE];
    uint32_t seed[SIDE]; /* the first stored; 0: none yet */
};

static uint32_t payload_word(const struct row *r, uint32_t lane, uint32_t word)
{
    uint32_t value;
    memcpy(&value, memory_block(r->machine, BLOCK_VARIABLE, lane) + (size_t)4 * word, sizeof value);
    return value;
}

static void assert_word(const struct row *r, const char *what, uint32_t x, uint32_t got,
                        uint32_t wanted)
{
    if (got != wanted)
        fail_msg("%s, pixel (%u, %u), %s: %08x, logged %08x", r->log->scene, x, r->y, what, got,
                 wanted);
}

static void spell(const struct row *r, const struct ray_work *t, char out[MOST_RECORDS])
{
    static const char letters[RECORD_KINDS] = "?iLdtTp???";
    uint64_t tlas = r->machine->launch->image->buffers[DEVICE_TLAS].addr;
    uint32_t n = t->n_records < MOST_RECORDS - 1 ? t->n_records : MOST_RECORDS - 1;
    for (uint32_t i = 0; i < n; i++) {
        enum record_kind kind = record_kind(t->records[i]);
        out[i] = kind != RECORD_HEADER                ? letters[kind]
                 : record_addr(t->records[i]) == tlas ? 'H'
                                                      : 'h';
    }
    out[n] = '\0';
}

static void check_ray(const struct row *r, uint32_t x, const struct logged_ray *wanted)
{
    const struct lane_ray *ray = &r->machine->lane[x];
    uint32_t bits[7];
    char records[MOST_RECORDS];
    memcpy(bits, ray->ray.origin, 12);
    memcpy(bits + 3, ray->ray.direction, 12);
    memcpy(bits + 6, &ray->t, 4);
    for (uint32_t k = 0; k < 3; k++) {
        assert_word(r, "origin", x, bits[k], wanted->origin[k]);
        assert_word(r, "direction", x, bits[3 + k], wanted->direction[k]);
    }
    assert_int_equal(ray->hit, wanted->hit.t != 0);
    if (wanted->hit.t) {
        assert_word(r, "distance", x, bits[6], wanted->hit.t);
        assert_word(r, "primitive", x, ray->primitive, wanted->hit.primitive);
    }
    spell(r, &r->machine->rays[x], records);
    if (wanted->records)
        assert_string_equal(records, wanted->records);
}

static void look(struct row *r, const struct warp_step *step)
{
    for (uint32_t on = step->executed; on; on &= on - 1) {
        uint32_t x = (uint32_t)__builtin_ctz(on);
        uint64_t seed_at = memory_block_addr(r->machine, BLOCK_VARIABLE, x) + 4 * PAYLOAD_SEED;
        if (step->inst->op == OP_STORE && step->addr[x] == seed_at && !r->seed[x])
            r->seed[x] = payload_word(r, x, PAYLOAD_SEED);
        if (step->inst->op != OP_TRACE_RAY)
            continue;
        r->traces[x]++;
        for (uint32_t i = 0; i < r->log->n_rays; i++) {
            const struct logged_ray *wanted = &r->log->ray[i];
            if (wanted->of.x == x && wanted->of.y == r->y && wanted->of.number == r->traces[x])
                check_ray(r, x, wanted);
        }
    }
}

static void run_row(struct row *r, uint32_t y)
{
    struct warp_step step;
    struct warp *w;
    memset(r->traces, 0, sizeof r->traces);
    memset(r->seed, 0, sizeof r->seed);
    r->y = y;
    assert_ok(r->kernel->ops->start(r->kernel, y, &w, &st));
    r->machine = (struct warp_context *)w;
    while (w->next) {
        assert_ok(w->ops->step(w, &step, &st));
        look(r, &step);
    }
    for (uint32_t x = 0; y == 16 && x < SIDE; x++)
        assert_word(r, "rays", x, r->traces[x], r->log->rays[x]);
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
        if (seeds[i].y == y)
            assert_word(r, "seed", seeds[i].x, r->seed[seeds[i].x], seeds[i].seed);
    for (uint32_t i = 0; i < r->log->n_payloads; i++)
        for (uint32_t k = 0; r->log->payload[i].y == y && k < PAYLOAD; k++)
            assert_word(r, "payload", r->log->payload[i].x,
                        payload_word(r, r->log->payload[i].x, k), r->log->payload[i].words[k]);
    w->ops->end(w);
}

static void run_scene(const struct scene_log *log)
{
    static const uint32_t rows[] = {0, 1, 16, 31};
    struct scene *scene FREED_BY(scene_free);
    struct device_image *image FREED_BY(device_image_free);
    struct launch *launch;
    char path[256];
    struct row r = {.log = log};
    struct frame frame = {.width = SIDE,
                          .height = SIDE,
                          .samples = 2,
                          .max_depth = 16,
                          .rays_per_hit = 16,
                          .seed = 1,
                          .shaders = "sim/shaders/vulkansim/path"};
    struct kernel_settings settings = {
        .traversal = {.closest = TRAVERSAL_LAST, .order = TRAVERSAL_STACK, .fresh_traces = true}};
    snprintf(path, sizeof path, "%s/tests/reference/%s.scene", TEST_SOURCE_DIR, log->scene);
    assert_ok(scene_load(&scene, path, &st));
    assert_ok(device_image_create(&image, scene, &st));
    assert_ok(launch_create(&launch, image, &frame, &st));
    assert_ok(launch_kernel(launch, &settings, &r.kernel, &st));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        run_row(&r, rows[i]);
    r.kernel->ops->free(r.kernel);
    launch_free(launch);
}

TEST(seeds_rays_records_and_payloads_are_those_of_the_logs)
{
    char *folder = rig_shared("scenes/INDEX.md");
    if (!folder)
        rig_skip();
    mem_free(folder);
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++)
        run_scene(&logs[i]);
}
