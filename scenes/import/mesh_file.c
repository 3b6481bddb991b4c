/* Writes numbers and arrays one after the other, each padded to 8 bytes, so that arrays can be used
 * in place. */
#include "scenes/import/mesh_file.h"

#include "common/memory.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { STEP = 8 };

/* ---- writing ---- */

static void put(FILE *out, const void *bytes, size_t n)
{
    static const char zeros[STEP] = {0};
    if (n > 0)
        fwrite(bytes, 1, n, out);
    fwrite(zeros, 1, (STEP - n % STEP) % STEP, out);
}

static void put_number(FILE *out, uint64_t number)
{
    put(out, &number, sizeof number);
}

static void put_text(FILE *out, const char *text)
{
    put_number(out, strlen(text) + 1);
    put(out, text, strlen(text) + 1);
}

static void put_mesh(FILE *out, const struct file_mesh *m)
{
    put_text(out, m->name);
    put_number(out, m->material);
    put_number(out, m->n_vertices);
    put_number(out, m->n_triangles);
    put_number(out, m->texcoords != NULL);
    put(out, m->positions, m->n_vertices * sizeof *m->positions);
    put(out, m->normals, m->n_vertices * sizeof *m->normals);
    if (m->texcoords)
        put(out, m->texcoords, m->n_vertices * sizeof *m->texcoords);
    put(out, m->indices, 3 * (size_t)m->n_triangles * sizeof *m->indices);
}

static void put_node(FILE *out, const struct file_node *node)
{
    put_text(out, node->name);
    put_number(out, node->parent);
    put(out, node->transform, sizeof node->transform);
    put_number(out, node->n_meshes);
    put(out, node->meshes, node->n_meshes * sizeof *node->meshes);
}

static void put_material(FILE *out, const struct file_material *m)
{
    struct file_material numbers = *m; /* its addresses are invalid in another process */
    numbers.name = numbers.color_picture = numbers.mask_picture = NULL;
    put(out, &numbers, sizeof numbers);
    put_text(out, m->name);
    put_text(out, m->color_picture);
    put_text(out, m->mask_picture);
}

void mesh_file_write(const struct mesh_file *f, FILE *out)
{
    const uint64_t counts[] = {f->n_opened, f->n_pictures, f->n_materials,
                               f->n_meshes, f->n_nodes,    f->left_out};
    put(out, counts, sizeof counts);
    for (uint32_t i = 0; i < f->n_opened; i++)
        put_text(out, f->opened[i]);
    for (uint32_t i = 0; i < f->n_pictures; i++) {
        put_text(out, f->pictures[i].name);
        put_number(out, f->pictures[i].n);
        put(out, f->pictures[i].bytes, f->pictures[i].n);
    }
    for (uint32_t i = 0; i < f->n_materials; i++)
        put_material(out, &f->materials[i]);
    for (uint32_t i = 0; i < f->n_meshes; i++)
        put_mesh(out, &f->meshes[i]);
    for (uint32_t i = 0; i < f->n_nodes; i++)
        put_node(out, &f->nodes[i]);
}

/* ---- reading ---- */

struct reader {
    const unsigned char *at, *end;
    const char *path;
    bool astray; /* whether data were missing: everything that is read from then on is 0 or empty */
    struct status *st;
};

/* Returns `count` objects of `size` bytes, to be used in place. */
static const void *take_array(struct reader *r, uint64_t count, size_t size)
{
    const uint64_t left = (uint64_t)(r->end - r->at), room = left / size;
    const void *there = r->at;
    if (r->astray || count > room || (count * size + STEP - 1) / STEP * STEP > left) {
        r->astray = true;
        return NULL;
    }
    r->at += (count * size + STEP - 1) / STEP * STEP;
    return there;
}

static uint64_t take_number(struct reader *r)
{
    const void *there = take_array(r, 1, sizeof(uint64_t));
    uint64_t number = 0;
    if (there)
        memcpy(&number, there, sizeof number);
    return number;
}

/* Reads a number that must be below `most`, which is 1 or more. */
static uint32_t take_below(struct reader *r, uint64_t most)
{
    uint64_t number = take_number(r);
    if (number >= most || number > UINT32_MAX)
        r->astray = true;
    return r->astray ? 0 : (uint32_t)number;
}

static const char *take_text(struct reader *r)
{
    uint64_t n = take_number(r);
    const char *text = take_array(r, n, 1);
    if (!text || n == 0 || text[n - 1] != 0)
        r->astray = true;
    return r->astray ? "" : text;
}

static void take_floats(struct reader *r, const float (**out)[3], uint64_t n, bool finite)
{
    const void *there = take_array(r, n, sizeof **out);
    memcpy(out, &there, sizeof there);
    for (uint64_t i = 0; finite && !r->astray && i < n; i++)
        for (int k = 0; k < 3; k++)
            r->astray |= !isfinite((*out)[i][k]);
}

static void take_indices(struct reader *r, const uint32_t **out, uint64_t n, uint64_t below)
{
    *out = take_array(r, n, sizeof **out);
    for (uint64_t i = 0; !r->astray && i < n; i++)
        r->astray |= (*out)[i] >= below;
}

static void take_mesh(struct reader *r, const struct mesh_file *f, struct file_mesh *m)
{
    m->name = take_text(r);
    m->material = take_below(r, f->n_materials);
    m->n_vertices = take_below(r, (uint64_t)UINT32_MAX + 1);
    m->n_triangles = take_below(r, UINT32_MAX / 3);
    bool texcoords = take_number(r) != 0;
    take_floats(r, &m->positions, m->n_vertices, true);
    take_floats(r, &m->normals, m->n_vertices, false);
    if (texcoords)
        take_floats(r, &m->texcoords, m->n_vertices, true);
    take_indices(r, &m->indices, 3 * (uint64_t)m->n_triangles, m->n_vertices);
    r->astray |= m->n_triangles == 0;
}

static void take_node(struct reader *r, const struct mesh_file *f, uint32_t i)
{
    struct file_node *node = &f->nodes[i];
    node->name = take_text(r);
    node->parent = take_below(r, i ? i : 1);
    const float *transform = take_array(r, 1, sizeof node->transform);
    if (transform)
        memcpy(node->transform, transform, sizeof node->transform);
    node->n_meshes = take_below(r, (uint64_t)UINT32_MAX + 1);
    take_indices(r, &node->meshes, node->n_meshes, f->n_meshes);
}

static void take_material(struct reader *r, struct file_material *m)
{
    const void *there = take_array(r, 1, sizeof *m);
    if (there)
        memcpy(m, there, sizeof *m);
    m->name = take_text(r);
    m->color_picture = take_text(r);
    m->mask_picture = take_text(r);
}

static void take_all(struct reader *r, struct mesh_file *f)
{
    for (uint32_t i = 0; i < f->n_opened; i++)
        f->opened[i] = take_text(r);
    for (uint32_t i = 0; i < f->n_pictures; i++) {
        f->pictures[i].name = take_text(r);
        f->pictures[i].n = take_number(r);
        f->pictures[i].bytes = take_array(r, f->pictures[i].n, 1);
    }
    for (uint32_t i = 0; i < f->n_materials; i++)
        take_material(r, &f->materials[i]);
    for (uint32_t i = 0; i < f->n_meshes; i++)
        take_mesh(r, f, &f->meshes[i]);
    for (uint32_t i = 0; i < f->n_nodes; i++)
        take_node(r, f, i);
}

/* Reads a count, limited to the number of elements that the remaining bytes could describe. */
static uint32_t take_count(struct reader *r)
{
    return take_below(r, (uint64_t)(r->end - r->at) / STEP + 1);
}

static enum st_code take_counts(struct reader *r, struct mesh_file *f)
{
    uint32_t *const counts[] = {&f->n_opened, &f->n_pictures, &f->n_materials, &f->n_meshes,
                                &f->n_nodes};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        *counts[i] = take_count(r);
    f->left_out = take_number(r);
    if (!MEM_ARRAYS(MEM_ARRAY(f->opened, f->n_opened), MEM_ARRAY(f->pictures, f->n_pictures),
                    MEM_ARRAY(f->materials, f->n_materials), MEM_ARRAY(f->meshes, f->n_meshes),
                    MEM_ARRAY(f->nodes, f->n_nodes)))
        return status_no_memory(r->st, r->path);
    return ST_OK;
}

enum st_code mesh_file_read(struct mesh_file *f, const unsigned char *bytes, size_t n,
                            const char *path, struct status *st)
{
    struct reader r = {.at = bytes, .end = bytes + n, .path = path, .st = st};
    *f = (struct mesh_file){0};
    enum st_code code = take_counts(&r, f);
    if (code == ST_OK) {
        take_all(&r, f);
        if (r.astray || r.at != r.end || f->n_nodes == 0)
            code = status_fail_at(st, ST_FAILED, path, 0,
                                  "cannot be read: its reader went astray; the file is damaged or "
                                  "unusual");
    }
    if (code != ST_OK)
        mesh_file_free(f);
    return code;
}

void mesh_file_free(struct mesh_file *f)
{
    MEM_FREE(f->opened, f->pictures, f->materials, f->meshes, f->nodes);
    *f = (struct mesh_file){0};
}
