/* Imports a mesh file, in these steps. The file's bytes are checked and rewritten in a plain form
 * (check.h, gltf.h). The importing library reads that in a separate process (assimp_scene.h,
 * apart.h). Its arrays are checked again and go to the scene. */
#include "scenes/import/mesh_import.h"

#include "common/apart.h"
#include "common/file.h"
#include "common/grow.h"
#include "common/memory.h"
#include "scenes/import/assimp_scene.h"
#include "scenes/import/check.h"
#include "scenes/import/gltf.h"
#include "scenes/import/gltf_plain.h"
#include "scenes/import/material.h"
#include "scenes/import/mesh_file.h"
#include "scenes/transform.h"
#include "scenes/vertex_pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Limits on the importing library's memory, beyond the memory already in use: a least amount, and
 * an amount per byte of the file and its buffers. Both are many times the need of valid files. */
static const uint64_t least_memory = UINT64_C(1) << 30, memory_per_byte = 128;
static const uint32_t least_seconds = 10, seconds_per_mib = 10;
static const uint32_t clock_factor = 6; /* limit of wall-clock time over that of processor time;
                                           large because machines are shared */

struct import {
    struct scene_builder *b;
    const char *path;
    enum mesh_format format;
    struct mesh_files files;
    struct mesh_checked checked;
    struct json_t *gltf;  /* the parsed file; NULL: another format */
    unsigned char *bytes; /* memory that the arrays of `file` point into */
    struct mesh_file file;
    struct transform *placed; /* for each node of the file, its transform to the file's space */
    int32_t *materials;       /* for each material of the file, its index in the scene */
    uint32_t *references;     /* for each mesh of the file, the number of nodes that place it */
    int64_t *mesh; /* for each mesh of the file, its index in the scene if nodes share it, else -1
                    */
    struct mesh_parts parts;
    uint32_t room;
    struct vertex_pool pool;          /* vertices and triangles of the model that is being filled */
    const struct mesh_models *models; /* NULL: all meshes placed once are merged into one */
    const char *model;                /* name of the model that is being filled */
    const char **names;               /* names of models, each once, in the order of first use */
    uint32_t n_names, room_names;
    uint64_t vertices, triangles; /* of the model */
    uint32_t no_pictures;         /* number of textures that are missing or cannot be read */
    char no_picture[200];         /* name of the first of them, with its error */
    struct status *st;
};

#define fail(in, ...) status_fail_at((in)->st, ST_FAILED, (in)->path, 0, __VA_ARGS__)

static enum st_code no_memory(const struct import *in)
{
    return status_no_memory(in->st, in->path);
}

/* ---- reading and checking ---- */

static enum st_code check_bytes(struct import *in)
{
    struct source_file file;
    TRY(mesh_format_of(in->path, &in->format, in->st));
    TRY(source_files_open(&in->files.sources, in->path, &file, in->st));
    if (file.n == 0)
        return fail(in, "is empty; a mesh file is needed");
    if (in->format == MESH_OBJ)
        return mesh_check_obj(in->path, file.bytes, file.n, &in->checked, in->st);
    if (in->format == MESH_PLY)
        return mesh_check_ply(in->path, file.bytes, file.n, &in->checked, in->st);
    if (in->format == MESH_GLTF)
        return gltf_open(&in->gltf, &in->files.sources, &file, &in->checked, in->st);
    return ST_OK;
}

static struct apart_limits limits_of(const struct import *in)
{
    uint64_t n = in->checked.plain.n + in->checked.floats.n;
    for (uint32_t i = 0; i < in->files.sources.n; i++)
        n += in->files.sources.files[i].n;
    const uint32_t seconds = least_seconds + seconds_per_mib * (uint32_t)(n >> 20);
    return (struct apart_limits){least_memory + memory_per_byte * n, seconds,
                                 clock_factor * seconds};
}

static enum st_code read_apart(struct import *in)
{
    const struct plain *plain = &in->checked.plain, *floats = &in->checked.floats;
    struct assimp_scene how = {in->path, &in->files, in->checked.least, in->format == MESH_GLTF};
    const struct apart_limits limits = limits_of(in);
    size_t n;
    in->files.is_obj = in->format == MESH_OBJ;
    if (plain->n)
        in->files.stand_ins[0] = (struct mesh_stand_in){in->path, plain->bytes, plain->n};
    if (floats->n)
        in->files.stand_ins[1] = (struct mesh_stand_in){GLTF_FLOATS, floats->bytes, floats->n};
    TRY(apart_run(assimp_scene_read, &how, &limits, in->path, &in->bytes, &n, in->st));
    TRY(mesh_file_read(&in->file, in->bytes, n, in->path, in->st));
    for (uint32_t i = 0; i < in->file.n_opened; i++) {
        struct source_file file; /* the file, opened again to be hashed */
        TRY(source_files_open(&in->files.sources, in->file.opened[i], &file, in->st));
    }
    return ST_OK;
}

/* ---- materials ---- */

/* Finds a picture inside the file. "*3" names the fourth one; some formats use its name. */
static const struct file_picture *find_embedded(const struct mesh_file *f, const char *name)
{
    char *after;
    unsigned long i = *name == '*' ? strtoul(name + 1, &after, 10) : f->n_pictures;
    if (i < f->n_pictures)
        return &f->pictures[i];
    for (i = 0; i < f->n_pictures; i++)
        if (strcmp(f->pictures[i].name, name) == 0)
            return &f->pictures[i];
    return NULL;
}

static enum st_code open_picture(struct import *in, const char *name, struct mesh_picture *out)
{
    const struct file_picture *embedded = find_embedded(&in->file, name);
    if (embedded) {
        *out = (struct mesh_picture){embedded->bytes, embedded->n, in->path};
        return ST_OK;
    }
    MEM_AUTO char *folder = file_folder(in->path);
    MEM_AUTO char *path = folder ? file_join(folder, name) : NULL;
    if (!path)
        return no_memory(in);
    for (char *c = path; *c; c++)
        *c = (char)(*c == '\\' ? '/' : *c); /* names that were written on Windows */
    struct source_file file;
    if (!file_exists(path))
        return ST_OK;
    TRY(source_files_open(&in->files.sources, path, &file, in->st));
    *out = (struct mesh_picture){file.bytes, file.n, file.path};
    return ST_OK;
}

/* Finds the picture for a name in a material: a file beside the mesh, or one inside the file. If it
 * is missing or has an unsupported format, *out is empty and that is noted. */
static enum st_code find_picture(struct import *in, const char *name, struct mesh_picture *out)
{
    *out = (struct mesh_picture){0};
    if (!*name)
        return ST_OK;
    TRY(open_picture(in, name, out));
    if (image_is_known(out->bytes, out->n))
        return ST_OK;
    if (in->no_pictures++ == 0)
        snprintf(in->no_picture, sizeof in->no_picture, "'%.120s' is %s", name,
                 out->n ? "neither PNG nor JPEG" : "missing");
    *out = (struct mesh_picture){0};
    return ST_OK;
}

/* Describes a material of the file in the form of material.h. */
static enum st_code describe_material(struct import *in, uint32_t i, struct mesh_material *d)
{
    const struct file_material *m = &in->file.materials[i];
    *d = (struct mesh_material){.unnamed = !*m->name,
                                .emits = m->emits != 0,
                                .illum = m->illum,
                                .ior = m->ior,
                                .opacity = m->opacity,
                                .metallic = m->metallic,
                                .roughness = m->roughness,
                                .alpha_cutoff = m->alpha_cutoff};
    memcpy(d->diffuse, m->diffuse, sizeof d->diffuse);
    memcpy(d->specular, m->specular, sizeof d->specular);
    memcpy(d->emission, m->emission, sizeof d->emission);
    if (in->gltf) {
        d->is_gltf = true;
        d->unnamed = i >= gltf_materials(in->gltf);
        d->emits = gltf_emission(in->gltf, i, d->emission);
        d->glass = gltf_ior(in->gltf, i, &d->ior);
        if (m->transmission > 0.5f) {
            d->ior = d->glass ? d->ior : 1.5f;
            d->glass = true;
        }
        d->masked = m->masked != 0;
    }
    TRY(find_picture(in, m->color_picture, &d->color_picture));
    return find_picture(in, m->mask_picture, &d->mask_picture);
}

/* Adds the materials, except those that no mesh uses. */
static enum st_code add_materials(struct import *in, int32_t override)
{
    TRY(mem_make(&in->materials, in->file.n_materials, sizeof *in->materials, in->path, in->st));
    for (uint32_t i = 0; i < in->file.n_materials; i++)
        in->materials[i] = override;
    for (uint32_t i = 0; override < 0 && i < in->file.n_meshes; i++) {
        uint32_t number = in->file.meshes[i].material, index;
        struct mesh_material d;
        if (in->materials[number] >= 0)
            continue;
        TRY(describe_material(in, number, &d));
        TRY(mesh_material_add(in->b, &d, &index, in->st));
        in->materials[number] = (int32_t)index;
    }
    return ST_OK;
}

/* ---- geometry ---- */

/* Computes the nodes' transforms; parents precede their children. */
static enum st_code place_nodes(struct import *in)
{
    TRY(mem_make(&in->placed, in->file.n_nodes, sizeof *in->placed, in->path, in->st));
    for (uint32_t i = 0; i < in->file.n_nodes; i++) {
        const struct file_node *node = &in->file.nodes[i];
        struct mat34 own;
        memcpy(own.m, node->transform, sizeof own.m);
        const struct transform none = transform_identity(), wide = transform_widen(&own);
        in->placed[i] = transform_multiply(i ? &in->placed[node->parent] : &none, &wide);
    }
    return ST_OK;
}

static struct scene_vertex make_vertex(const struct import *in, const struct file_mesh *m,
                                       uint32_t i, const struct transform *t, const double n[9])
{
    struct scene_vertex v = {.material = in->materials[m->material]};
    const float *p = m->positions[i], *q = m->normals[i];
    double w[3], length = 0;
    for (int k = 0; k < 3; k++) {
        v.position[k] = (float)(t->m[4 * k] * (double)p[0] + t->m[4 * k + 1] * (double)p[1] +
                                t->m[4 * k + 2] * (double)p[2] + t->m[4 * k + 3]);
        w[k] = n[3 * k] * (double)q[0] + n[3 * k + 1] * (double)q[1] + n[3 * k + 2] * (double)q[2];
        length += w[k] * w[k];
    }
    length = sqrt(length);
    /* A normal that is NaN (of degenerate triangles) or zero becomes zero, and the builder then
     * computes one. */
    for (int k = 0; k < 3 && length > 0 && isfinite(length); k++)
        v.normal[k] = (float)(w[k] / length);
    if (m->texcoords) {
        v.texcoord[0] = m->texcoords[i][0];
        v.texcoord[1] = 1.0f - m->texcoords[i][1];
    }
    return v;
}

/* Appends the mesh's triangles. If the transform mirrors them, their winding is reversed, so that
 * the front side stays the front side. */
static enum st_code append_mesh(struct import *in, const struct file_mesh *m,
                                const struct transform *t)
{
    double n[9];
    bool mirrored = transform_normals(t, n);
    MEM_AUTO uint32_t *number = NULL;
    TRY(mem_make(&number, m->n_vertices, sizeof *number, in->path, in->st));
    if (vertex_pool_section(&in->pool, m->n_vertices, in->st) != ST_OK)
        return no_memory(in);
    for (uint32_t i = 0; i < m->n_vertices; i++) {
        struct scene_vertex v = make_vertex(in, m, i, t, n);
        number[i] = vertex_pool_add(&in->pool, &v);
    }
    for (uint32_t f = 0; f < m->n_triangles; f++) {
        const uint32_t *corner = m->indices + 3 * (size_t)f;
        vertex_pool_triangle(&in->pool, number[corner[0]], number[corner[mirrored ? 2 : 1]],
                             number[corner[mirrored ? 1 : 2]]);
    }
    return ST_OK;
}

static enum st_code reserve(struct import *in, uint64_t vertices, uint64_t triangles)
{
    return builder_code_at(vertex_pool_reserve(&in->pool, vertices, triangles, in->st), in->path, 0,
                           in->st);
}

/* Passes the collected triangles to the builder as one mesh, with the name of the model or of the
 * file. */
static enum st_code finish_mesh(struct import *in, uint32_t *index)
{
    const char *slash = strrchr(in->path, '/');
    const char *name = in->model ? in->model : slash ? slash + 1 : in->path;
    TRY(builder_code_at(vertex_pool_finish(&in->pool, in->b, name, index, in->st), in->path, 0,
                        in->st));
    in->b->scene->meshes[*index].imported = true;
    return ST_OK;
}

static enum st_code add_part(struct import *in, uint32_t mesh, const struct transform *t)
{
    if (!grow(&in->parts.items, in->parts.n, &in->room, sizeof *in->parts.items))
        return no_memory(in);
    in->parts.items[in->parts.n++] = (struct mesh_part){mesh, transform_round(t)};
    return ST_OK;
}

/* A function that handles a mesh which a node of that name places. */
typedef enum st_code visit_fn(struct import *in, const char *node, uint32_t mesh,
                              const struct transform *t);

static enum st_code visit(struct import *in, visit_fn *act)
{
    for (uint32_t i = 0; i < in->file.n_nodes; i++) {
        const struct file_node *node = &in->file.nodes[i];
        for (uint32_t k = 0; k < node->n_meshes; k++)
            TRY(act(in, node->name, node->meshes[k], &in->placed[i]));
    }
    return ST_OK;
}

static enum st_code count_reference(struct import *in, const char *node, uint32_t mesh,
                                    const struct transform *t)
{
    (void)node;
    (void)t;
    if (in->references[mesh] == SCENE_MOST_INSTANCES)
        return fail(in, "places a mesh more than %lu times", (unsigned long)SCENE_MOST_INSTANCES);
    in->references[mesh]++;
    return ST_OK;
}

static enum st_code note_model(struct import *in, const char *node, uint32_t mesh,
                               const struct transform *t)
{
    const char *name = in->models ? mesh_models_name(in->models, node) : NULL;
    (void)t;
    if (in->references[mesh] != 1)
        return ST_OK;
    for (uint32_t i = 0; i < in->n_names; i++)
        if (!name || strcmp(in->names[i], name) == 0)
            return ST_OK;
    if (!grow(&in->names, in->n_names, &in->room_names, sizeof *in->names))
        return no_memory(in);
    in->names[in->n_names++] = name;
    return ST_OK;
}

/* Whether a mesh is placed once and belongs to the model that is being filled. */
static bool is_of_model(const struct import *in, const char *node, uint32_t mesh)
{
    return in->references[mesh] == 1 &&
           (!in->model || strcmp(mesh_models_name(in->models, node), in->model) == 0);
}

static enum st_code count_single(struct import *in, const char *node, uint32_t mesh,
                                 const struct transform *t)
{
    (void)t;
    if (is_of_model(in, node, mesh)) {
        in->vertices += in->file.meshes[mesh].n_vertices;
        in->triangles += in->file.meshes[mesh].n_triangles;
    }
    return ST_OK;
}

static enum st_code append_single(struct import *in, const char *node, uint32_t mesh,
                                  const struct transform *t)
{
    return is_of_model(in, node, mesh) ? append_mesh(in, &in->file.meshes[mesh], t) : ST_OK;
}

/* Merges the meshes that are placed once, of one model or of all, into one mesh. */
static enum st_code add_model(struct import *in, const char *name)
{
    const struct transform none = transform_identity();
    uint32_t index;
    in->model = name;
    in->vertices = in->triangles = 0;
    TRY(visit(in, count_single));
    if (in->triangles == 0)
        return ST_OK;
    TRY(reserve(in, in->vertices, in->triangles));
    TRY(visit(in, append_single));
    TRY(finish_mesh(in, &index));
    return add_part(in, index, &none);
}

static bool has_node(const struct mesh_file *f, const char *name)
{
    for (uint32_t i = 0; i < f->n_nodes; i++)
        if (f->nodes[i].n_meshes && strcmp(f->nodes[i].name, name) == 0)
            return true;
    return false;
}

static enum st_code check_models(const struct import *in)
{
    for (size_t m = 0; in->models && m < in->models->n; m++)
        for (size_t i = 0; i < in->models->together[m].n; i++)
            if (!has_node(&in->file, in->models->together[m].objects[i]))
                return fail(in,
                            "has no object '%s' with triangles, which 'together' names; names are "
                            "those of 'o' lines or nodes",
                            in->models->together[m].objects[i]);
    return ST_OK;
}

static enum st_code place_shared(struct import *in, const char *node, uint32_t mesh,
                                 const struct transform *t)
{
    const struct file_mesh *m = &in->file.meshes[mesh];
    const struct transform none = transform_identity();
    uint32_t index;
    (void)node;
    if (in->references[mesh] == 1)
        return ST_OK;
    in->model = NULL;
    if (in->mesh[mesh] < 0) {
        TRY(reserve(in, m->n_vertices, m->n_triangles));
        TRY(append_mesh(in, m, &none));
        TRY(finish_mesh(in, &index));
        in->mesh[mesh] = index;
    }
    return add_part(in, (uint32_t)in->mesh[mesh], t);
}

static enum st_code add_geometry(struct import *in)
{
    in->references = mem_calloc(in->file.n_meshes, sizeof *in->references);
    in->mesh = mem_calloc(in->file.n_meshes, sizeof *in->mesh);
    if (!in->references || !in->mesh)
        return no_memory(in);
    TRY(place_nodes(in));
    TRY(visit(in, count_reference));
    for (uint32_t i = 0; i < in->file.n_meshes; i++)
        in->mesh[i] = -1;
    TRY(check_models(in));
    TRY(visit(in, note_model));
    for (uint32_t i = 0; i < in->n_names; i++)
        TRY(add_model(in, in->names[i]));
    TRY(visit(in, place_shared));
    if (in->parts.n == 0)
        return fail(in, "places none of its meshes; a scene with a node that has a mesh is "
                        "needed");
    return ST_OK;
}

/* ---- notes about data that were changed ---- */

static enum st_code note_normals(const struct import *in)
{
    const struct mesh_no_normals *no = &in->checked.no_normals;
    char line[1024], place[16] = "";
    if (no->n == 0)
        return ST_OK;
    if (no->line)
        snprintf(place, sizeof place, ":%d", no->line);
    snprintf(line, sizeof line,
             "%.700s%s: %s%llu normal%s not a number; such vertices get the geometry's", in->path,
             place, no->n > 1 ? "the first of " : "", (unsigned long long)no->n,
             no->n > 1 ? "s that are" : " is");
    return builder_note(in->b, line, in->st);
}

static enum st_code note_pictures(const struct import *in)
{
    char line[1024];
    if (in->no_pictures == 0)
        return ST_OK;
    snprintf(line, sizeof line, "%.700s: texture %s%s; such surfaces have their plain colour",
             in->path, in->no_picture,
             in->no_pictures > 1 ? ", the first of several that are not read" : "");
    return builder_note(in->b, line, in->st);
}

static enum st_code note_not_read(const struct import *in)
{
    const uint64_t left_out = in->checked.left_out + in->file.left_out;
    const char *not_read = in->checked.not_read;
    char line[1024], dots[64] = "";
    if (left_out)
        snprintf(dots, sizeof dots, "%llu point%s or line%s", (unsigned long long)left_out,
                 left_out > 1 ? "s" : "", left_out > 1 ? "s" : "");
    if (!left_out && !*not_read)
        return ST_OK;
    snprintf(line, sizeof line, "%.700s: not read of it: %s%s%s", in->path, dots,
             left_out && *not_read ? ", " : "", not_read);
    return builder_note(in->b, line, in->st);
}

static enum st_code add_notes(const struct import *in)
{
    TRY(note_normals(in));
    TRY(note_pictures(in));
    return note_not_read(in);
}

static enum st_code import(struct import *in, int32_t material)
{
    TRY(check_bytes(in));
    TRY(read_apart(in));
    TRY(add_materials(in, material));
    TRY(add_geometry(in));
    return add_notes(in);
}

enum st_code mesh_import(struct scene_builder *b, const char *path, int32_t material,
                         const struct mesh_models *models, struct mesh_parts *out,
                         struct status *st)
{
    struct import in = {.b = b, .path = path, .st = st, .models = models};
    mesh_files_start(&in.files, b->hash);
    *out = (struct mesh_parts){0};
    enum st_code code = import(&in, material);
    gltf_free(in.gltf);
    mesh_checked_free(&in.checked);
    mesh_file_free(&in.file);
    source_files_free(&in.files.sources);
    MEM_FREE(in.bytes, in.placed, in.materials, in.references, in.names, in.mesh);
    vertex_pool_free(&in.pool);
    if (code == ST_OK)
        *out = in.parts;
    else
        mem_free(in.parts.items);
    return code;
}
