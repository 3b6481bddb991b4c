/* The scene in device memory: addresses as in Vulkan-Sim's logs of LumiBench, contents,
 * look-ups, and every allocation failing once. */
#include "tests/rig/rig.h"

#include "tests/rig/scenes.h"

#include "common/memory.h"
#include "scenes/bvh/device_image.h"

#include <string.h>

static struct rig_scene rig;

static struct device_image *image_of(const struct scene *s)
{
    struct device_image *image;
    assert_ok(device_image_create(&image, s, &st));
    return image;
}

struct expected {
    uint32_t indices, materials, offsets, spheres, blas, tlas, uniforms;
};

/* The uniform block follows the depth image of 4 bytes per pixel, here 32x32. */
static void expect_addresses(const struct device_image *image, const struct expected *e)
{
    const struct device_buffer *b = image->buffers;
    assert_int_equal(b[DEVICE_VERTICES].addr, DEVICE_BASE);
    assert_int_equal(b[DEVICE_INDICES].addr, e->indices);
    assert_int_equal(b[DEVICE_MATERIALS].addr, e->materials);
    assert_int_equal(b[DEVICE_OFFSETS].addr, e->offsets);
    if (e->spheres)
        assert_int_equal(b[DEVICE_SPHERES].addr, e->spheres);
    assert_int_equal(b[DEVICE_BLAS].addr, e->blas);
    assert_int_equal(b[DEVICE_TLAS].addr, e->tlas);
    assert_int_equal(image->end + 4 * 32 * 32, e->uniforms);
}

TEST(addresses_of_scene_ref_are_vulkan_sims)
{
    rig_scene_ref(&rig);
    struct device_image *image FREED_BY(device_image_free) = image_of(&rig.scene);
    expect_addresses(image, &(struct expected){0xC000A600, 0xC0010800, 0xC0010A00, 0xC0010E00,
                                               0xC0011A00, 0xC0012900, 0xC0013D00});
}

TEST(addresses_of_487_spheres_are_vulkan_sims)
{
    enum { N = 487 };
    static struct scene_material materials[N];
    rig_scene_init(&rig, 1);
    for (int i = 0; i < N; i++) {
        materials[i] = rig.materials[0];
        rig_add_sphere(&rig, (float)(i % 22), 0, (float)(i / 22), 0.2f, i);
    }
    rig.scene.materials = materials;
    rig.scene.n_materials = N;
    struct device_image *image FREED_BY(device_image_free) = image_of(&rig.scene);
    expect_addresses(image, &(struct expected){0xC12C2800, 0xC1E2C800, 0xC1E34200, 0xC1E3BE00,
                                               0xC1E53200, 0xC1EAE800, 0xC1ECE800});
}

TEST(addresses_of_the_ship_are_vulkan_sims)
{
    enum { VERTICES = 9742, TRIANGLES = 6255, MATERIALS = 11 };
    static struct scene_material materials[MATERIALS];
    rig_scene_init(&rig, 1);
    rig_add_instance(&rig, rig_add_mesh(&rig), NULL);
    rig_add_random_triangles(&rig, 0, TRIANGLES, 1, 3);
    rig.meshes[0].n_vertices = VERTICES; /* Vulkan-Sim's mesh shares vertices */
    for (uint32_t i = 0; i < 3 * TRIANGLES; i++)
        rig.indices[0][i] %= VERTICES;
    for (int i = 0; i < MATERIALS; i++)
        materials[i] = rig.materials[0];
    rig.scene.materials = materials;
    rig.scene.n_materials = MATERIALS;
    struct device_image *image FREED_BY(device_image_free) = image_of(&rig.scene);
    expect_addresses(image, &(struct expected){0xC00AB400, 0xC00D0000, 0xC00D0400, 0, 0xC00D1400,
                                               0xC01FCD00, 0xC01FE000});
}

TEST(buffers_hold_what_shaders_read)
{
    static uint8_t texels[2 * 3 * 4] = {1, 2, 3, 4};
    static struct image picture = {2, 3, texels};
    rig_scene_ref(&rig);
    rig_add_instance(&rig, 0, NULL); /* the box a second and a third time */
    const struct mat34 moved = {{1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7}};
    const struct mat34 turned = {{0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7}};
    rig_add_instance(&rig, 0, &moved);
    rig_add_instance(&rig, 0, &turned);
    rig.scene.textures = &picture;
    rig.scene.n_textures = 1;
    rig.materials[2].texture = 0;
    rig.materials[2].masked = true;
    struct device_image *image = image_of(&rig.scene);
    const struct device_buffer *b = image->buffers;

    const uint32_t offsets[5][2] = {{0, 0}, {36, 24}, {0, 0}, {0, 0}, {0, 0x80000000}};
    assert_memory_equal(b[DEVICE_OFFSETS].bytes, offsets, sizeof offsets);
    const float spheres[5][4] = {{0}, {425, 165, -147.5f, 80}};
    assert_memory_equal(b[DEVICE_SPHERES].bytes, spheres, sizeof spheres);
    assert_memory_equal(b[DEVICE_VERTICES].bytes, rig.vertices[0], 24 * 36);
    assert_memory_equal(b[DEVICE_INDICES].bytes, rig.indices[0], 36 * 4);
    assert_int_equal(b[DEVICE_VERTICES].size, (24 + DEVICE_SPHERE_VERTICES) * 36);
    struct scene_vertex sphere;
    memcpy(&sphere, b[DEVICE_VERTICES].bytes + 24 * 36, sizeof sphere);
    assert_int_equal(sphere.material, 4);
    struct device_material material;
    memcpy(&material, b[DEVICE_MATERIALS].bytes + 2 * 32, sizeof material);
    assert_int_equal(material.model, MATERIAL_LAMBERTIAN | DEVICE_MATERIAL_MASKED);
    assert_int_equal(material.texture, 0);
    assert_true(material.color[0] == 0.5f && material.color[3] == 1.0f);
    struct device_texture texture;
    memcpy(&texture, b[DEVICE_TEXTURES].bytes, sizeof texture);
    assert_true(texture.width == 2 && texture.height == 3);
    assert_memory_equal(device_image_at(image, texture.texels, 24), texels, 24);
    assert_int_equal(image->blas_addr[0], b[DEVICE_BLAS].addr);
    assert_int_equal(image->blas_addr[1], b[DEVICE_BLAS].addr + 1792);
    assert_int_equal(image->blas_addr[2], b[DEVICE_BLAS].addr);
    assert_true(image->any_masked);
    device_image_free(image);
}

TEST(addresses_outside_every_buffer_have_no_bytes)
{
    rig_scene_ref(&rig);
    struct device_image *image FREED_BY(device_image_free) = image_of(&rig.scene);
    for (int i = 0; i < DEVICE_BUFFERS; i++) {
        const struct device_buffer *b = &image->buffers[i];
        assert_int_equal(b->addr % DEVICE_ALIGN, 0);
        assert_null(device_image_at(image, b->addr - 1, 1));
        assert_null(device_image_at(image, b->addr, b->size + 1));
        assert_null(device_image_at(image, b->addr + b->size, 1));
        if (b->size == 0)
            continue;
        assert_ptr_equal(device_image_at(image, b->addr, b->size), b->bytes);
        assert_ptr_equal(device_image_at(image, b->addr + b->size - 1, 1), b->bytes + b->size - 1);
    }
    assert_null(device_image_at(image, 0, 4));
    assert_null(device_image_at(image, DEVICE_BASE + 4, UINT64_MAX));
    assert_null(device_image_at(image, UINT64_MAX, 1));
}

static void assert_same_bytes(const struct device_image *a, const struct device_image *b)
{
    assert_int_equal(a->end, b->end);
    for (int i = 0; i < DEVICE_BUFFERS; i++) {
        assert_int_equal(a->buffers[i].size, b->buffers[i].size);
        assert_memory_equal(a->buffers[i].bytes, b->buffers[i].bytes, a->buffers[i].size);
    }
}

TEST(the_same_scene_gives_the_same_bytes_on_any_thread)
{
    rig_scene_init(&rig, 1);
    rig_add_instance(&rig, rig_add_mesh(&rig), NULL);
    rig_add_random_triangles(&rig, 0, 5000, 0.5f, 9);
    for (uint32_t i = 0; i < 3000; i++) /* many equal boxes: order must not depend on luck */
        rig.indices[0][i] = rig.indices[0][i % 3];
    for (int i = 0; i < 40; i++)
        rig_add_sphere(&rig, (float)(i % 7), (float)(i % 5), (float)(i % 3), 0.1f, 0);
    struct device_image *images[4] = {0};
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 4; i++) {
        (void)device_image_create(&images[i], &rig.scene, &st);
    }
    for (int i = 0; i < 4; i++) {
        assert_non_null(images[i]);
        assert_same_bytes(images[0], images[i]);
    }
    for (int i = 0; i < 4; i++)
        device_image_free(images[i]);
}

TEST(every_allocation_may_fail)
{
    rig_scene_ref(&rig);
    struct device_image *image = (void *)&rig;
    assert_survives_without_memory(device_image_create(&image, &rig.scene, &st), DEVICE_BUFFERS + 5,
                                   assert_null(image));
    device_image_free(image);
}
