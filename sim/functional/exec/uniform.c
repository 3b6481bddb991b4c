/* Computes the uniform block as LumiBench's application does: matrices as in the GLM library,
 * column by column, with the same order of operations (checked against its logs in
 * tests/unit/uniform.c). */
#include "scenes/camera_path.h"
#include "sim/functional/exec/warp_context.h"
#include "sim/shaders/rt.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

_Static_assert(sizeof(struct rt_uniform) == UNIFORM_BYTES, "the uniform block of the shaders");

struct mat4 {
    float c[4][4]; /* c[column][row] */
};

static struct vec3 glm_normalize(struct vec3 a)
{
    return vec3_scale(a, 1.0f / sqrtf(vec3_dot(a, a)));
}

/* Computes GLM's lookAt. vec3_cross serves for GLM's cross: its y is a.z * b.x - b.z * a.x, with
 * the same products in the same order. */
static struct mat4 look_at(struct vec3 eye, struct vec3 center, struct vec3 up)
{
    struct vec3 f = glm_normalize(vec3_sub(center, eye));
    struct vec3 s = glm_normalize(vec3_cross(f, up));
    struct vec3 u = vec3_cross(s, f);
    return (struct mat4){{{s.x, u.x, -f.x, 0.0f},
                          {s.y, u.y, -f.y, 0.0f},
                          {s.z, u.z, -f.z, 0.0f},
                          {-vec3_dot(s, eye), -vec3_dot(u, eye), vec3_dot(f, eye), 1.0f}}};
}

/* Computes GLM's perspective with depth from zero to one, and turns y downwards. */
static struct mat4 perspective(float fov_deg, float aspect, float near, float far)
{
    float half = fov_deg * 0.01745329251994329576923690768489f / 2.0f;
    float tangent = (float)tan((double)half);
    struct mat4 m = {{{0.0f}}};
    m.c[0][0] = 1.0f / (aspect * tangent);
    m.c[1][1] = -(1.0f / tangent);
    m.c[2][2] = far / (near - far);
    m.c[2][3] = -1.0f;
    m.c[3][2] = -(far * near) / (far - near);
    return m;
}

/* Determinant of rows r, s and columns a, b. */
static float minor2(const struct mat4 *m, int a, int b, int r, int s)
{
    return m->c[a][r] * m->c[b][s] - m->c[b][r] * m->c[a][s];
}

/* Computes the inverse from cofactors; others[i] are the three rows other than i, in order. */
static struct mat4 inverse(const struct mat4 *m)
{
    static const int others[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    struct mat4 r;
    for (int row = 0; row < 4; row++)
        for (int col = 0; col < 4; col++) {
            const int *o = others[row], *k = others[col];
            float v = m->c[k[0]][o[0]] * minor2(m, k[1], k[2], o[1], o[2]) -
                      m->c[k[0]][o[1]] * minor2(m, k[1], k[2], o[0], o[2]) +
                      m->c[k[0]][o[2]] * minor2(m, k[1], k[2], o[0], o[1]);
            r.c[row][col] = (row + col) % 2 ? v * -1.0f : v * 1.0f;
        }
    float d[4];
    for (int i = 0; i < 4; i++)
        d[i] = m->c[0][i] * r.c[i][0];
    float scale = 1.0f / ((d[0] + d[1]) + (d[2] + d[3]));
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            r.c[i][k] *= scale;
    return r;
}

/* Computes the model-view matrix as the application does: it stores rotation and position
 * separately and multiplies them again. */
static struct mat4 model_view(const struct scene_camera *camera)
{
    const float *e = camera->eye, *a = camera->look_at, *up = camera->up;
    struct mat4 m = look_at(vec3_make(e[0], e[1], e[2]), vec3_make(a[0], a[1], a[2]),
                            vec3_make(up[0], up[1], up[2]));
    struct mat4 back = inverse(&m);
    const float *position = back.c[3];
    for (int k = 0; k < 4; k++)
        m.c[3][k] =
            ((m.c[0][k] * -position[0] + m.c[1][k] * -position[1]) + m.c[2][k] * -position[2]) +
            (k == 3 ? 1.0f : 0.0f);
    return m;
}

void uniform_fill(uint8_t out[UNIFORM_BYTES], const struct scene *scene, const struct frame *frame)
{
    const struct scene_camera at = scene_camera_at(scene, frame->number);
    const struct scene_camera *camera = frame->camera.vertical_fov_deg > 0 ? &frame->camera : &at;
    struct mat4 view = model_view(camera);
    struct mat4 projection = perspective(
        camera->vertical_fov_deg, (float)frame->width / (float)frame->height, 0.1f, 10000.0f);
    struct mat4 view_inverse = inverse(&view), projection_inverse = inverse(&projection);
    struct rt_uniform u = {
        .light_radius = scene->light_radius,
        .aperture = camera->aperture,
        .focus_distance = camera->focus_distance,
        .heatmap_scale = 1.5f,
        .total_samples = frame->samples,
        .samples = frame->samples,
        .bounces = frame->max_depth,
        .rays_per_hit = frame->rays_per_hit,
        .random_seed = (uint32_t)frame->seed ^ (uint32_t)(frame->seed >> 32),
        .width = frame->width,
        .height = frame->height,
        .has_sky = scene->sky,
    };
    memcpy(u.light_position, scene->light_position, sizeof u.light_position);
    memcpy(u.model_view, &view, sizeof u.model_view);
    memcpy(u.projection, &projection, sizeof u.projection);
    memcpy(u.model_view_inverse, &view_inverse, sizeof u.model_view_inverse);
    memcpy(u.projection_inverse, &projection_inverse, sizeof u.projection_inverse);
    memcpy(out, &u, UNIFORM_BYTES);
}

void uniform_convert(uint8_t block[UNIFORM_BYTES], enum vsim_block to)
{
    struct rt_uniform u;
    memcpy(&u, block, sizeof u);
    if (to == VSIM_BLOCK_LUMIBENCH)
        return;
    memset(block, 0, UNIFORM_BYTES);
    if (to == VSIM_BLOCK_CAMERA) {
        memcpy(block, u.model_view_inverse, sizeof u.model_view_inverse);
        memcpy(block + sizeof u.model_view_inverse, u.projection_inverse,
               sizeof u.projection_inverse);
        return;
    }
    /* Fills RayTracingInVulkan's UniformBufferObject: the four matrices, then these numbers. */
    const float lens[] = {u.aperture, u.focus_distance, u.heatmap_scale};
    const uint32_t counts[] = {u.total_samples, u.samples, u.bounces, u.random_seed, u.has_sky, 0};
    memcpy(block, &u, offsetof(struct rt_uniform, light_position));
    memcpy(block + offsetof(struct rt_uniform, light_position), lens, sizeof lens);
    memcpy(block + offsetof(struct rt_uniform, light_position) + sizeof lens, counts,
           sizeof counts);
}
