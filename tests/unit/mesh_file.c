/* What a mesh file holds, as bytes of a process that may have gone astray: whatever they are, what
 * is read of them is sound. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "scenes/import/mesh_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float positions[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
static const float normals[4][3] = {{0, 0, 1}, {0, 0, 0}, {0, 0, 3}, {0, 0, 1}};
static const uint32_t indices[6] = {0, 1, 2, 0, 2, 3}, both[2] = {0, 1};

static char *write_file(size_t *n)
{
    struct file_mesh meshes[2] = {
        {"a", 0, 4, 2, positions, normals, positions, indices},
        {"", 1, 3, 1, positions, normals, NULL, indices},
    };
    struct file_node nodes[2] = {
        {.name = "root", .transform = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}},
        {.name = "leaf", .meshes = both, .n_meshes = 2}};
    struct file_material materials[2] = {
        {.name = "m", .color_picture = "*0", .mask_picture = "", .illum = 7},
        {.name = "", .color_picture = "", .mask_picture = "b.png"}};
    struct file_picture pictures[1] = {{"p", (const unsigned char *)"picture", 7}};
    const char *opened[1] = {"a.mtl"};
    const struct mesh_file f = {meshes, nodes, materials, pictures, opened, 2, 2, 2, 1, 1, 5};
    char *bytes;
    FILE *out = open_memstream(&bytes, n);
    mesh_file_write(&f, out);
    assert_int_equal(fclose(out), 0);
    return bytes;
}

/* A copy of exactly these bytes, so that whoever reads past them is seen. */
static enum st_code read_copy(const char *bytes, size_t n, struct mesh_file *f,
                              unsigned char **copy)
{
    struct status st = {0};
    *copy = mem_calloc(n, 1);
    memcpy(*copy, bytes, n);
    return mesh_file_read(f, *copy, n, "a.mesh", &st);
}

TEST(what_was_written_is_read)
{
    struct mesh_file f ENDED_BY(mesh_file_free);
    unsigned char *copy FREED_BY(mem_free);
    size_t n;
    char *bytes FREED_BY(free) = write_file(&n);
    assert_int_equal(read_copy(bytes, n, &f, &copy), ST_OK);
    assert_int_equal(f.n_meshes, 2);
    assert_string_equal(f.meshes[0].name, "a");
    assert_memory_equal(f.meshes[0].positions, positions, sizeof positions);
    assert_memory_equal(f.meshes[0].normals, normals, sizeof normals);
    assert_memory_equal(f.meshes[0].indices, indices, sizeof indices);
    assert_non_null(f.meshes[0].texcoords);
    assert_null(f.meshes[1].texcoords);
    assert_int_equal(f.nodes[1].n_meshes, 2);
    assert_int_equal(f.nodes[1].meshes[1], 1);
    assert_int_equal(f.materials[0].illum, 7);
    assert_string_equal(f.materials[0].color_picture, "*0");
    assert_string_equal(f.materials[1].mask_picture, "b.png");
    assert_memory_equal(f.pictures[0].bytes, "picture", f.pictures[0].n);
    assert_string_equal(f.opened[0], "a.mtl");
    assert_int_equal(f.left_out, 5);
}

static void check_sound(const struct mesh_file *f)
{
    for (uint32_t i = 0; i < f->n_meshes; i++) {
        const struct file_mesh *m = &f->meshes[i];
        assert_true(m->n_triangles > 0 && m->material < f->n_materials);
        for (uint64_t k = 0; k < 3 * (uint64_t)m->n_triangles; k++)
            assert_true(m->indices[k] < m->n_vertices);
        for (uint32_t k = 0; k < m->n_vertices; k++)
            for (int c = 0; c < 3; c++)
                assert_true(isfinite(m->positions[k][c]) &&
                            (!m->texcoords || isfinite(m->texcoords[k][c])));
    }
    for (uint32_t i = 0; i < f->n_nodes; i++) {
        assert_true(f->nodes[i].parent < (i ? i : 1));
        for (uint32_t k = 0; k < f->nodes[i].n_meshes; k++)
            assert_true(f->nodes[i].meshes[k] < f->n_meshes);
    }
    for (uint32_t i = 0; i < f->n_opened; i++)
        assert_true(strlen(f->opened[i]) < 100);
}

TEST(bytes_that_went_astray_are_refused_or_sound)
{
    static const uint64_t wrong[] = {0,
                                     1,
                                     3,
                                     UINT32_MAX,
                                     UINT64_MAX,
                                     UINT64_C(1) << 63,
                                     UINT64_C(0x7ff0000000000000),
                                     UINT64_C(0x7fc000007fc00000)};
    size_t n;
    char *bytes FREED_BY(free) = write_file(&n);
    uint32_t refused = 0;
    for (size_t at = 0; at + 8 <= n; at += 8)
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
            struct mesh_file f;
            unsigned char *copy;
            char before[8];
            memcpy(before, bytes + at, 8);
            memcpy(bytes + at, &wrong[k], 8);
            if (read_copy(bytes, n, &f, &copy) == ST_OK)
                check_sound(&f);
            else
                refused++;
            mesh_file_free(&f);
            mem_free(copy);
            memcpy(bytes + at, before, 8);
        }
    assert_true(refused > n / 8);
    for (size_t cut = 0; cut < n; cut++) {
        struct mesh_file f;
        unsigned char *copy FREED_BY(mem_free);
        assert_int_equal(read_copy(bytes, cut, &f, &copy), ST_FAILED);
    }
}
