/* The path shader against Vulkan-Sim's runs of LumiBench at 32 x 32 pixels, 2 samples, 16 bounces:
 * rays of every pixel of one row, and the payload that threads leave behind. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "sim/functional/exec/warp_context.h"
#include "tests/rig/scenes.h"

#include <string.h>

struct run {
    struct device_image *image;
    struct launch *launch;
    struct kernel *kernel;
};

static void start(struct run *r, struct rig_scene *scene, const float camera[7], float aperture,
                  bool sky)
{
    struct scene *s = &scene->scene;
    s->camera = (struct scene_camera){.eye = {camera[0], camera[1], camera[2]},
                                      .look_at = {camera[3], camera[4], camera[5]},
                                      .up = {0, 1, 0},
                                      .vertical_fov_deg = camera[6],
                                      .aperture = aperture,
                                      .focus_distance = 10};
    s->sky = sky;
    struct frame frame = {
        .width = 32, .height = 32, .samples = 2, .max_depth = 16, .shader = SHADER_PATH, .seed = 1};
    struct kernel_settings settings = {.lanes = 0};
    assert_ok(device_image_create(&r->image, s, &st));
    assert_ok(launch_create(&r->launch, r->image, &frame, &st));
    assert_ok(launch_kernel(r->launch, &settings, &r->kernel, &st));
}

static void finish(struct run *r)
{
    r->kernel->ops->free(r->kernel);
    launch_free(r->launch);
    device_image_free(r->image);
}

/* Runs row y; the rays of each pixel and what `lane` leaves in its payload. */
static void run_row(struct run *r, uint32_t y, uint32_t rays[32], uint32_t lane,
                    uint32_t payload[12])
{
    struct warp *w;
    struct warp_step step;
    memset(rays, 0, 32 * sizeof *rays);
    assert_ok(r->kernel->ops->start(r->kernel, y, &w, &st));
    while (w->next) {
        assert_ok(w->ops->step(w, &step, &st));
        if (step.inst->op == OP_TRACE_RAY)
            for (uint32_t i = 0; i < 32; i++)
                rays[i] += step.executed >> i & 1;
    }
    memcpy(payload, memory_block((struct warp_context *)w, BLOCK_PAYLOAD, lane), 48);
    w->ops->end(w);
}

static void assert_words(const char *what, const uint32_t *got, const uint32_t *wanted, int n)
{
    for (int i = 0; i < n; i++)
        if (got[i] != wanted[i])
            fail_msg("%s %d: %08x, logged %08x", what, i, got[i], wanted[i]);
}

/* Panels in the order of rig_scene_ref, four vertices each. */
static void paint_ref(struct rig_scene *scene)
{
    static const float normals[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 0, 1},
                                        {0, 1, 0}, {0, -1, 0}, {0, -1, 0}};
    for (uint32_t i = 0; i < 24; i++)
        memcpy(scene->vertices[0][i].normal, normals[i / 4], sizeof normals[0]);
    static const struct scene_material materials[5] = {
        {.color = {.65f, .05f, .05f}, .texture = -1, .model = MATERIAL_METALLIC},
        {.color = {.12f, .45f, .15f}, .texture = -1, .model = MATERIAL_METALLIC},
        {.color = {.73f, .73f, .73f}, .texture = -1, .model = MATERIAL_LAMBERTIAN},
        {.color = {15, 15, 15}, .texture = -1, .model = MATERIAL_EMISSIVE},
        {.color = {.7f, .7f, 1}, .ior = 1.5f, .texture = -1, .model = MATERIAL_DIELECTRIC},
    };
    memcpy(scene->materials, materials, sizeof materials);
}

/* One material per sphere, as the scene's file has them. */
static void paint_wknd(struct rig_scene *scene, struct scene_material *materials)
{
    char *path = rig_shared("scenes/wknd/spheres.txt"), line[256], kind[32];
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    uint32_t n = 0;
    while (fgets(line, sizeof line, f)) {
        float v[4] = {0};
        if (sscanf(line, "sphere %*f %*f %*f %*f %31s %f %f %f fuzz %f", kind, &v[0], &v[1], &v[2],
                   &v[3]) < 2)
            continue;
        struct scene_material m = {.color = {v[0], v[1], v[2]}, .fuzz = v[3], .texture = -1};
        m.model = *kind == 'l' ? MATERIAL_LAMBERTIAN : MATERIAL_METALLIC;
        if (*kind == 'd')
            m = (struct scene_material){.ior = v[0], .texture = -1, .model = MATERIAL_DIELECTRIC};
        materials[n] = m;
        scene->spheres[n].material = (int32_t)n;
        n++;
    }
    fclose(f);
    mem_free(path);
    assert_int_equal(n, scene->scene.n_spheres);
    scene->scene.materials = materials;
    scene->scene.n_materials = n;
}

TEST(ref_traces_the_logged_rays)
{
    static struct rig_scene scene;
    struct run r ENDED_BY(finish);
    uint32_t rays[32], payload[12];
    static const float camera[7] = {278, 278, 350, 278, 278, 0, 78};
    static const uint32_t row16[32] = {4,  11, 6, 8, 6, 11, 7,  12, 8,  14, 10, 6, 9, 7,  10, 8,
                                       11, 17, 8, 9, 8, 19, 18, 8,  14, 9,  19, 7, 8, 17, 9,  10};
    static const uint32_t corner[12] = {0,          0,          0,          0xBF800000,
                                        0xBC1F0900, 0xBE72FC58, 0x3FBFB750, 0x3F800000,
                                        0,          0,          0x3F800000, 0x59C95784};
    rig_scene_ref(&scene);
    paint_ref(&scene);
    start(&r, &scene, camera, 0.0f, false);
    assert_true(r.launch->map.uniform == 0xC0013D00);
    assert_true(r.launch->map.images[1] == 0xC0017F00);
    run_row(&r, 16, rays, 0, payload);
    assert_words("rays of pixel", rays, row16, 32);
    run_row(&r, 0, rays, 0, payload);
    assert_words("payload word", payload, corner, 12);
}

TEST(wknd_traces_the_logged_rays)
{
    static struct rig_scene scene;
    struct run r ENDED_BY(finish);
    uint32_t rays[32], payload[12];
    static const float camera[7] = {13, 2, 3, 0, 0, 0, 20};
    static const uint32_t row16[32] = {6, 4, 6, 9, 6, 6,  4, 4, 4, 5, 5, 18, 4, 5, 6, 8,
                                       9, 6, 7, 8, 7, 13, 6, 8, 7, 7, 8, 6,  6, 8, 6, 6};
    static const uint32_t corner[12] = {0x3F3EE6C6, 0x3F58F0DE, 0x3F800000, 0xBF800000, 0, 0, 0, 0,
                                        0,          0,          0,          0x7DDC4300};
    static const uint32_t middle[12] = {0x3F0C78DC, 0x3F3AAEEA, 0x3F800000, 0xBF800000,
                                        0x3DF0F999, 0x3F80D9F8, 0xBF3B6FA5, 0x3F800000,
                                        0x3ACD9623, 0x3F7FFFE9, 0x3A053B54, 0x15223786};
    if (!rig_scene_wknd(&scene))
        rig_skip();
    static struct scene_material materials[RIG_SPHERES];
    paint_wknd(&scene, materials);
    start(&r, &scene, camera, 0.1f, true);
    assert_true(r.launch->map.uniform == 0xC1ECE800);
    assert_true(r.launch->map.images[0] == 0xC1ECEA00);
    assert_true(r.launch->map.images[1] == 0xC1ED2A00);
    assert_true(r.launch->map.tables == 0xC1ED6A00 + 256);
    run_row(&r, 16, rays, 16, payload);
    assert_words("rays of pixel", rays, row16, 32);
    assert_words("payload word", payload, middle, 12);
    run_row(&r, 0, rays, 0, payload);
    assert_words("payload word", payload, corner, 12);
}

/* Scene files of LumiBench's scenes: as many vertices, indices, materials and nodes as there put
 * everything where it was. */
TEST(scene_files_lie_where_the_logs_say)
{
    static const struct {
        const char *name;
        uint64_t buffers[DEVICE_BUFFERS]; /* 0: not logged */
        uint64_t uniform, accumulation, output;
    } logged[] = {
        {"wknd",
         {0xC0000000, 0xC12C2800, 0xC1E2C800, 0xC1E34200, 0xC1E3BE00, 0, 0xC1E53200, 0xC1EAE800},
         0xC1ECE800,
         0xC1ECEA00,
         0xC1ED2A00},
        {"ship",
         {0xC0000000, 0xC00AB400, 0xC00D0000, 0xC00D0400, 0, 0, 0xC00D1400, 0xC01FCD00},
         0xC01FE000,
         0xC01FE200,
         0xC0202200},
        {"ref-without-lucy",
         {0xC0000000, 0xC000A600, 0xC0010800, 0xC0010A00, 0xC0010E00, 0, 0xC0011A00, 0xC0012900},
         0xC0013D00,
         0xC0013F00,
         0xC0017F00},
    };
    char *folder = rig_shared("scenes/INDEX.md");
    if (!folder)
        rig_skip();
    mem_free(folder);
    for (size_t i = 0; i < sizeof logged / sizeof *logged; i++) {
        struct scene *scene FREED_BY(scene_free);
        struct run r;
        char path[512];
        struct frame frame = {.width = 32, .height = 32, .samples = 2, .max_depth = 16};
        snprintf(path, sizeof path, "%s/tests/reference/%s.scene", TEST_SOURCE_DIR, logged[i].name);
        assert_ok(scene_load(&scene, path, &st));
        assert_ok(device_image_create(&r.image, scene, &st));
        assert_ok(launch_create(&r.launch, r.image, &frame, &st));
        for (int b = 0; b < DEVICE_BUFFERS; b++)
            if (logged[i].buffers[b])
                assert_true(r.image->buffers[b].addr == logged[i].buffers[b]);
        assert_true(r.launch->map.uniform == logged[i].uniform);
        assert_true(r.launch->map.images[0] == logged[i].accumulation);
        assert_true(r.launch->map.images[1] == logged[i].output);
        launch_free(r.launch);
        device_image_free(r.image);
    }
}
