/* Rays of a user's pipeline: flags, facing, candidates that any-hit and intersection shaders decide
 * about. Each pixel asks one question of a scene of two squares above each other and a ball. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"
#include "tests/rig/scenes.h"
#include "tests/rig/shader.h"

#include "common/file.h"

#include <math.h>
#include <string.h>

/* Instances: square 0 at y = 0 and square 1 at y = -1, which look up, and ball 2 around (5, 0, 0).
 */
static const char scene_text[] =
    "unit = 1.0; camera = { eye = [0.0, 0.0, 9.0]; look_at = [0.0, 0.0, 0.0]; fov = 40.0; };\n"
    "materials = ( { name = \"grey\"; color = [0.5, 0.5, 0.5]; } );\n"
    "spheres = ( { center = [5.0, 0.0, 0.0]; radius = 1.0; material = \"grey\"; } );\n"
    "generate = (\n"
    "{ kind = \"panel\"; width = 2.0; depth = 2.0; cells_x = 1; cells_z = 1; material = \"grey\"; "
    "},\n"
    "{ kind = \"panel\"; width = 2.0; depth = 2.0; cells_x = 1; cells_z = 1; material = \"grey\";\n"
    "  translate = [0.0, -1.0, 0.0]; } );\n";

#define HEAD "#version 460\n#extension GL_EXT_ray_tracing : require\n"
/* The payload: distance, hit kind, calls of any-hit shaders; what any-hit shaders shall do. */
#define HIT                                                                                        \
    "struct Hit { float t, kind; uint calls, ignores, ends; };\n"                                  \
    "layout(location = 0) rayPayloadInEXT Hit hit;\n"
#define DOWN(x, flags, low, high)                                                                  \
    "trace(" flags ", 0xff, vec3(" x ", 3.0, 0.1), vec3(0, -1, 0), " low ", " high ");"
#define SQUARE     "0.2"
#define BALL       "5.0"
#define FLAG(name) "gl_RayFlags" name "EXT"

static const struct question {
    const char *ask;
    float t, kind, calls; /* t -1: the miss shader ran; -2: no shader */
} questions[] = {
    {DOWN(SQUARE, "0", "0", "9"), 3, 254, 0},
    {DOWN(SQUARE, FLAG("CullBackFacingTriangles"), "0", "9"), 3, 254, 0},
    {DOWN(SQUARE, FLAG("CullFrontFacingTriangles"), "0", "9"), -1, 0, 0},
    {"trace(0, 0xff, vec3(0.2, -3, 0.1), vec3(0, 1, 0), 0, 9);", 2, 255, 0},
    {"trace(" FLAG("CullBackFacingTriangles") ", 0xff, vec3(0.2, -3, 0.1), vec3(0, 1, 0), 0, 9);",
     -1, 0, 0},
    {DOWN(SQUARE, "0", "0", "2.5"), -1, 0, 0},
    {DOWN(SQUARE, "0", "3.5", "9"), 4, 254, 0},
    {DOWN(SQUARE, FLAG("SkipTriangles"), "0", "9"), -1, 0, 0},
    {DOWN(SQUARE, FLAG("SkipAABB"), "0", "9"), 3, 254, 0},
    {DOWN(SQUARE, FLAG("SkipClosestHitShader"), "0", "9"), -2, 0, 0},
    {DOWN(SQUARE, FLAG("CullOpaque"), "0", "9"), -1, 0, 0},
    {DOWN(SQUARE, FLAG("CullNoOpaque"), "0", "9"), 3, 254, 0},
    {"trace(0, 0, vec3(0.2, 3, 0.1), vec3(0, -1, 0), 0, 9);", -1, 0, 0},
    /* any hit */
    {"hit.ignores = 1;" DOWN(SQUARE, "0", "0", "9"), 3, 254, 0},
    {"hit.ignores = 1;" DOWN(SQUARE, FLAG("NoOpaque"), "0", "9"), 4, 254, 2},
    {"hit.ignores = 3;" DOWN(SQUARE, FLAG("NoOpaque"), "0", "9"), -1, 0, 2},
    {"hit.ignores = 2; hit.ends = 1;" DOWN(SQUARE, FLAG("NoOpaque"), "0", "9"), 3, 254, -1},
    {"hit.ignores = 1;" DOWN(SQUARE, FLAG("NoOpaque") " | " FLAG("TerminateOnFirstHit"), "0", "9"),
     4, 254, -1},
    /* the ball reports its far side first, as kind 2, then its near one, as kind 1 */
    {DOWN(BALL, "0", "0", "9"), 2, 1, 0},
    {DOWN(BALL, FLAG("SkipAABB"), "0", "9"), -1, 0, 0},
    {DOWN(BALL, FLAG("SkipTriangles"), "0", "9"), 2, 1, 0},
    {DOWN(BALL, FLAG("CullBackFacingTriangles"), "0", "9"), 2, 1, 0},
    {DOWN(BALL, "0", "3", "9"), 4, 2, 0},
    {DOWN(BALL, "0", "0", "3"), 2, 1, 0},
    {DOWN(BALL, "0", "0", "1"), -1, 0, 0},
    {DOWN(BALL, FLAG("TerminateOnFirstHit"), "0", "9"), 4, 2, 0},
    {DOWN(BALL, FLAG("NoOpaque"), "0", "9"), 2, 1, 2},
    {"hit.ignores = 4;" DOWN(BALL, FLAG("NoOpaque"), "0", "9"), -1, 0, 2},
    {"hit.ends = 1;" DOWN(BALL, FLAG("NoOpaque"), "0", "9"), 4, 2, 1},
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

static const char raygen_head[] =
    HEAD "#extension GL_EXT_ray_flags_primitive_culling : require\n"
         "struct Hit { float t, kind; uint calls, ignores, ends; };\n"
         "layout(location = 0) rayPayloadEXT Hit hit;\n"
         "layout(binding = 0) uniform accelerationStructureEXT scene;\n"
         "layout(binding = 1, rgba32f) uniform writeonly image2D picture;\n"
         "void trace(uint flags, uint mask, vec3 from, vec3 way, float low, float high)\n{\n"
         "    traceRayEXT(scene, flags, mask, 0, 0, 0, from, low, way, high, 0);\n}\n"
         "void main()\n{\n    hit = Hit(-2.0, 0.0, 0, 0, 0);\n    switch (gl_LaunchIDEXT.x) {\n";
static const char raygen_tail[] = "    }\n    imageStore(picture, ivec2(gl_LaunchIDEXT.xy), "
                                  "vec4(hit.t, hit.kind, hit.calls, 1));\n"
                                  "}\n";
static const char closest[] = HEAD HIT "void main()\n{\n    hit.t = gl_HitTEXT;\n"
                                       "    hit.kind = gl_HitKindEXT;\n}\n";
static const char any[] =
    HEAD HIT "void main()\n{\n    hit.calls++;\n"
             "    if ((hit.ignores >> gl_InstanceCustomIndexEXT & 1) != 0) ignoreIntersectionEXT;\n"
             "    if (hit.ends != 0) terminateRayEXT;\n}\n";

static void write_folder(void)
{
    char text[8192];
    size_t at = (size_t)snprintf(text, sizeof text, "%s", raygen_head);
    for (uint32_t i = 0; i < QUESTIONS; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "    case %u: %s break;\n", i,
                               questions[i].ask);
    snprintf(text + at, sizeof text - at, "%s", raygen_tail);
    assert_ok(file_make_folder("rays", &st));
    program_write_text("rays/a.rgen", text);
    program_write_text("rays/a.rmiss", HEAD HIT "void main() { hit.t = -1.0; }\n");
    program_write_text("rays/square.rchit", closest);
    program_write_text("rays/square.rahit", any);
    program_write_text("rays/ball.rchit", closest);
    program_write_text("rays/ball.rahit", any);
    program_write_text("rays/ball.rint",
                       HEAD "void main()\n{\n    float middle = gl_WorldRayOriginEXT.y;\n"
                            "    reportIntersectionEXT(middle + 1.0, 2);\n"
                            "    reportIntersectionEXT(middle - 1.0, 1);\n}\n");
}

static bool is_right(const struct question *q, const float *got)
{
    return fabsf(got[0] - q->t) < 1e-5f && got[1] == q->kind &&
           (got[2] == q->calls || (q->calls < 0 && got[2] > 0));
}

TEST(flags_and_candidates_are_vulkans)
{
    struct scene *scene FREED_BY(scene_free) = NULL;
    struct device_image *image FREED_BY(device_image_free) = NULL;
    struct rig_shader r;
    static float picture[3 * 32];
    struct kernel_settings settings = {.picture = picture};
    uint32_t wrong = 0;
    assert_in_range(QUESTIONS, 1, 32);
    write_folder();
    assert_ok(rig_load_text(&scene, scene_text, &st));
    assert_ok(device_image_create(&image, scene, &st));
    rig_shader_init(&r, 32, 1);
    r.frame.shaders = "rays";
    assert_ok(launch_create(&r.launch, image, &r.frame, &st));
    assert_ok(launch_kernel(r.launch, &settings, &r.kernel, &st));
    assert_ok(rig_shader_run(&r, 0, &st));
    rig_shader_free(&r);
    for (uint32_t i = 0; i < QUESTIONS; i++) {
        const float *got = picture + 3 * i;
        if (is_right(&questions[i], got))
            continue;
        print_error("%s: t %g, kind %g, %g calls; expected %g, %g, %g\n", questions[i].ask,
                    (double)got[0], (double)got[1], (double)got[2], (double)questions[i].t,
                    (double)questions[i].kind, (double)questions[i].calls);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

/* The shaders count the calls of any-hit shaders themselves. */
TEST(pixels_and_hit_groups_know_their_calls)
{
    struct scene *scene FREED_BY(scene_free) = NULL;
    struct device_image *image FREED_BY(device_image_free) = NULL;
    struct rig_shader r;
    static float picture[3 * 32];
    static struct pixel_counts pixels[32], sum;
    static struct group_calls groups[2];
    struct kernel_settings settings = {.picture = picture, .pixels = pixels, .groups = groups};
    write_folder();
    assert_ok(rig_load_text(&scene, scene_text, &st));
    assert_ok(device_image_create(&image, scene, &st));
    rig_shader_init(&r, 32, 1);
    r.frame.shaders = "rays";
    assert_ok(launch_create(&r.launch, image, &r.frame, &st));
    assert_int_equal(launch_groups(r.launch), 2);
    assert_string_equal(launch_group_stage(r.launch, 1, GROUP_INTERSECTION), "ball.rint");
    assert_null(launch_group_stage(r.launch, 0, GROUP_INTERSECTION));
    assert_ok(launch_kernel(r.launch, &settings, &r.kernel, &st));
    assert_ok(rig_shader_run(&r, 0, &st));
    rig_shader_free(&r);
    for (uint32_t i = 0; i < QUESTIONS; i++) {
        bool first_hit = strstr(questions[i].ask, "TerminateOnFirstHit") != NULL;
        assert_int_equal(pixels[i].any_hits, (int)picture[3 * i + 2]);
        assert_int_equal(pixels[i].first_hit_rays, first_hit * pixels[i].rays);
        assert_int_equal(pixels[i].nested_rays, 0);
        sum.any_hits += pixels[i].any_hits;
        sum.intersections += pixels[i].intersections;
    }
    assert_true(groups[1].lanes[GROUP_ANY_HIT] > 0);
    assert_int_equal(groups[0].lanes[GROUP_ANY_HIT] + groups[1].lanes[GROUP_ANY_HIT], sum.any_hits);
    assert_int_equal(groups[1].lanes[GROUP_INTERSECTION], sum.intersections);
    assert_in_range(groups[1].warps[GROUP_INTERSECTION], 1, sum.intersections);
}

TEST_GROUP(program_enter, program_leave)
