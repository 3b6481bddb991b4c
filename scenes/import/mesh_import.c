/* Order: our own checks of the file's bytes (check.h, gltf.h); assimp without any processing; our
 * checks of its result, because its processing steps trust indices; its triangulation and normals;
 * copying to the scene. Assimp's step that joins equal vertices compares positions with a tolerance
 * of 1e-5, which would collapse small models, so vertex_pool joins them instead. */
#include "scenes/import/mesh_import.h"

#include "common/file.h"
#include "common/grow.h"
#include "common/memory.h"
#include "scenes/import/assimp_files.h"
#include "scenes/import/check.h"
#include "scenes/import/gltf.h"
#include "scenes/import/material.h"
#include "scenes/transform.h"
#include "scenes/vertex_pool.h"

#include <assimp/GltfMaterial.h>
#include <assimp/ObjMaterial.h>
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Edges sharper than this stay sharp where a file has no normals. */
#define CREASE_DEG 60.0f

struct import {
    struct scene_builder *b;
    const char *path;
    struct mesh_files files;
    struct json_t *gltf; /* NULL: another format */
    uint64_t least;
    struct mesh_no_normals no_normals;
    const struct aiScene *ai;
    int32_t *materials;   /* per material of the file: ours */
    uint32_t *references; /* per mesh of the file: nodes that place it */
    int64_t *mesh;        /* per mesh of the file: ours where it is shared, else -1 */
    struct mesh_parts parts;
    uint32_t room;
    struct vertex_pool pool;          /* being filled */
    const struct mesh_models *models; /* NULL: what is placed once is one mesh */
    const char *model;                /* its name, of which the pool is being filled */
    const char **names;               /* of models, each once, as they come first */
    uint32_t n_names, room_names;
    uint64_t vertices, triangles; /* of the model */
    struct status *st;
};

#define fail(in, ...) status_fail_at((in)->st, ST_FAILED, (in)->path, 0, __VA_ARGS__)

static enum st_code fail_empty(const struct import *in)
{
    return fail(in, "has no triangles; a mesh file with faces is needed");
}

static enum st_code no_memory(const struct import *in)
{
    return status_no_memory(in->st, in->path);
}

/* ---- reading and checking ---- */

static bool has_ending(const char *path, const char *ending)
{
    size_t n = strlen(path), k = strlen(ending);
    if (n < k)
        return false;
    for (size_t i = 0; i < k; i++)
        if (tolower((unsigned char)path[n - k + i]) != ending[i])
            return false;
    return true;
}

static enum st_code check_bytes(struct import *in)
{
    struct source_file file;
    TRY(source_files_open(&in->files.sources, in->path, &file, in->st));
    if (file.n == 0)
        return fail(in, "is empty; a mesh file is needed");
    if (has_ending(in->path, ".obj"))
        return mesh_check_obj(in->path, file.bytes, file.n, &in->least, &in->no_normals, in->st);
    if (has_ending(in->path, ".ply"))
        return mesh_check_ply(in->path, file.bytes, file.n, &in->least, in->st);
    if (has_ending(in->path, ".gltf") || has_ending(in->path, ".glb"))
        return gltf_open(&in->gltf, &in->files.sources, &file, &in->least, in->st);
    return ST_OK;
}

static enum st_code check_mesh(const struct import *in, const struct aiMesh *m)
{
    if (!m->mVertices || !m->mFaces)
        return fail(in, "holds a mesh without vertices or faces");
    for (unsigned i = 0; i < m->mNumVertices; i++) {
        const struct aiVector3D *p = &m->mVertices[i];
        if (!isfinite(p->x) || !isfinite(p->y) || !isfinite(p->z))
            return fail(in,
                        "mesh '%s' has a NaN or infinite coordinate at vertex %u; all "
                        "must be finite",
                        m->mName.data, i);
    }
    for (unsigned i = 0; i < m->mNumFaces; i++)
        for (unsigned k = 0; k < m->mFaces[i].mNumIndices; k++)
            if (m->mFaces[i].mIndices[k] >= m->mNumVertices)
                return fail(in, "mesh '%s' names vertex %u in face %u; it has %u", m->mName.data,
                            m->mFaces[i].mIndices[k], i, m->mNumVertices);
    return ST_OK;
}

/* Assimp's triangulation ends the program where a mesh says that it has polygons, or does not say
 * what it has, and has none but faces with other than three corners. *surfaces: faces that are not
 * points or lines. */
static enum st_code check_faces(const struct import *in, const struct aiMesh *m, uint64_t *surfaces)
{
    unsigned fewest = 3, most = 0;
    for (unsigned i = 0; i < m->mNumFaces; i++) {
        unsigned n = m->mFaces[i].mNumIndices;
        fewest = n < fewest ? n : fewest;
        most = n > most ? n : most;
        *surfaces += n >= 3;
    }
    bool says_polygons = (m->mPrimitiveTypes & aiPrimitiveType_POLYGON) != 0;
    if (fewest == 0 || (most <= 3 && (says_polygons || (!m->mPrimitiveTypes && fewest < 3))))
        return fail(in, "mesh '%s' has a face with %u corners; three are needed at least",
                    m->mName.data, fewest);
    return ST_OK;
}

static enum st_code check_scene(struct import *in)
{
    if (!in->ai->mRootNode || in->ai->mNumMeshes == 0)
        return fail_empty(in);
    uint64_t surfaces = 0;
    for (unsigned i = 0; i < in->ai->mNumMeshes; i++) {
        TRY(check_mesh(in, in->ai->mMeshes[i]));
        TRY(check_faces(in, in->ai->mMeshes[i], &surfaces));
        if (in->ai->mMeshes[i]->mMaterialIndex >= in->ai->mNumMaterials)
            return fail(in, "mesh '%s' has a material that does not exist",
                        in->ai->mMeshes[i]->mName.data);
    }
    /* Assimp frees the scene twice where sorting by kinds of faces leaves nothing. */
    if (surfaces == 0)
        return fail_empty(in);
    return ST_OK;
}

static enum st_code check_triangles(const struct import *in)
{
    uint64_t n = 0;
    if (!in->ai)
        return fail_empty(in);
    for (unsigned i = 0; i < in->ai->mNumMeshes; i++) {
        const struct aiMesh *m = in->ai->mMeshes[i];
        n += m->mNumFaces;
        for (unsigned k = 0; k < m->mNumFaces; k++)
            if (m->mFaces[k].mNumIndices != 3)
                return fail(in, "mesh '%s' has a face that is no triangle", m->mName.data);
    }
    if (n < in->least)
        return fail(in,
                    "declares %llu triangles, but only %llu could be read: it is "
                    "truncated or malformed",
                    (unsigned long long)in->least, (unsigned long long)n);
    return ST_OK;
}

/* Assimp tries every format whose mark it finds in the text, and complains for the last one: of use
 * only where the ending asked for that format. */
static enum st_code fail_import(const struct import *in)
{
    const char *slash = strrchr(in->path, '/'), *ending = strrchr(slash ? slash : in->path, '.');
    if (!ending || !aiIsExtensionSupported(ending))
        return fail(in, "is no mesh file; a mesh (" MESH_ENDINGS
                        " and what else assimp reads) or a scene file (.scene) is needed");
    return fail(in, "cannot be read as a %s mesh: %s", ending, aiGetErrorString());
}

static enum st_code read_scene(struct import *in)
{
    struct aiPropertyStore *properties = aiCreatePropertyStore();
    if (!properties)
        return no_memory(in);
    aiSetImportPropertyInteger(properties, AI_CONFIG_PP_SBP_REMOVE,
                               aiPrimitiveType_POINT | aiPrimitiveType_LINE);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1);
    aiSetImportPropertyFloat(properties, AI_CONFIG_PP_GSN_MAX_SMOOTHING_ANGLE, CREASE_DEG);
    in->ai = aiImportFileExWithProperties(in->path, 0, &in->files.io, properties);
    aiReleasePropertyStore(properties);
    if (in->files.no_memory)
        return no_memory(in);
    if (!in->ai)
        return fail_import(in);
    TRY(check_scene(in));
    in->ai = aiApplyPostProcessing(in->ai, aiProcess_Triangulate | aiProcess_SortByPType);
    TRY(check_triangles(in));
    in->ai = aiApplyPostProcessing(in->ai, aiProcess_GenSmoothNormals);
    return check_triangles(in);
}

/* ---- materials ---- */

static bool get_color(const struct aiMaterial *m, const char *key, unsigned type, unsigned n,
                      float rgb[3])
{
    struct aiColor4D c;
    if (aiGetMaterialColor(m, key, type, n, &c) != aiReturn_SUCCESS)
        return false;
    rgb[0] = c.r;
    rgb[1] = c.g;
    rgb[2] = c.b;
    return true;
}

static float get_float(const struct aiMaterial *m, const char *key, unsigned type, unsigned n,
                       float otherwise)
{
    float value;
    return aiGetMaterialFloatArray(m, key, type, n, &value, NULL) == aiReturn_SUCCESS ? value
                                                                                      : otherwise;
}

static const char *get_text(const struct aiMaterial *m, const char *key, unsigned type, unsigned n,
                            struct aiString *text)
{
    return aiGetMaterialString(m, key, type, n, text) == aiReturn_SUCCESS ? text->data : "";
}

/* "*3" is the fourth embedded texture; some formats use its name. */
static const struct aiTexture *find_embedded(const struct aiScene *ai, const char *name)
{
    char *after;
    unsigned long i = *name == '*' ? strtoul(name + 1, &after, 10) : ai->mNumTextures;
    if (i < ai->mNumTextures)
        return ai->mTextures[i];
    for (i = 0; i < ai->mNumTextures; i++)
        if (strcmp(ai->mTextures[i]->mFilename.data, name) == 0)
            return ai->mTextures[i];
    return NULL;
}

/* The picture that a material's texture name stands for: a file beside the mesh, or one that the
 * file embeds ("*3", compressed only). Empty where it is missing or no PNG. */
static enum st_code find_picture(struct import *in, const char *name, struct mesh_picture *out)
{
    *out = (struct mesh_picture){0};
    if (!*name)
        return ST_OK;
    const struct aiTexture *embedded = find_embedded(in->ai, name);
    if (embedded) {
        if (embedded->mHeight == 0)
            *out = (struct mesh_picture){.bytes = (const unsigned char *)embedded->pcData,
                                         .n = embedded->mWidth};
        return ST_OK;
    }
    MEM_AUTO char *folder = file_folder(in->path);
    MEM_AUTO char *path = folder ? file_join(folder, name) : NULL;
    if (!path)
        return no_memory(in);
    for (char *c = path; *c; c++)
        *c = (char)(*c == '\\' ? '/' : *c); /* names written on Windows */
    struct source_file file;
    if (!file_exists(path))
        return ST_OK;
    TRY(source_files_open(&in->files.sources, path, &file, in->st));
    *out = (struct mesh_picture){.bytes = file.bytes, .n = file.n};
    return ST_OK;
}

/* What the file says, in the terms of material.h. */
static enum st_code describe_material(struct import *in, unsigned i, struct mesh_material *d)
{
    const struct aiMaterial *m = in->ai->mMaterials[i];
    struct aiString text;
    *d = (struct mesh_material){.path = in->path, .illum = -1, .alpha_cutoff = 0.5f};
    const char *name = get_text(m, AI_MATKEY_NAME, &text);
    d->unnamed = !*name || strcmp(name, AI_DEFAULT_MATERIAL_NAME) == 0;
    get_color(m, AI_MATKEY_COLOR_DIFFUSE, d->diffuse);
    get_color(m, AI_MATKEY_COLOR_SPECULAR, d->specular);
    d->emits = get_color(m, AI_MATKEY_COLOR_EMISSIVE, d->emission);
    d->ior = get_float(m, AI_MATKEY_REFRACTI, 1.0f);
    d->opacity = get_float(m, AI_MATKEY_OPACITY, 1.0f);
    aiGetMaterialIntegerArray(m, AI_MATKEY_OBJ_ILLUM, &d->illum, NULL);
    d->metallic = get_float(m, AI_MATKEY_METALLIC_FACTOR, 0.0f);
    d->roughness = get_float(m, AI_MATKEY_ROUGHNESS_FACTOR, 1.0f);
    if (in->gltf) {
        d->is_gltf = true;
        d->unnamed = i >= gltf_materials(in->gltf);
        d->emits = gltf_emission(in->gltf, i, d->emission);
        d->glass = gltf_ior(in->gltf, i, &d->ior);
        if (get_float(m, AI_MATKEY_TRANSMISSION_FACTOR, 0.0f) > 0.5f) {
            d->ior = d->glass ? d->ior : 1.5f;
            d->glass = true;
        }
        d->masked = strcmp(get_text(m, AI_MATKEY_GLTF_ALPHAMODE, &text), "MASK") == 0;
        d->alpha_cutoff = get_float(m, AI_MATKEY_GLTF_ALPHACUTOFF, 0.5f);
    }
    TRY(find_picture(in, get_text(m, AI_MATKEY_TEXTURE_DIFFUSE(0), &text), &d->color_picture));
    return find_picture(in, get_text(m, AI_MATKEY_TEXTURE_OPACITY(0), &text), &d->mask_picture);
}

/* Materials that no mesh uses are left out. */
static enum st_code add_materials(struct import *in, int32_t override)
{
    in->materials = mem_calloc(in->ai->mNumMaterials, sizeof *in->materials);
    if (!in->materials)
        return no_memory(in);
    for (unsigned i = 0; i < in->ai->mNumMaterials; i++)
        in->materials[i] = override;
    for (unsigned i = 0; override < 0 && i < in->ai->mNumMeshes; i++) {
        unsigned number = in->ai->mMeshes[i]->mMaterialIndex;
        struct mesh_material d;
        uint32_t index;
        if (in->materials[number] >= 0)
            continue;
        TRY(describe_material(in, number, &d));
        TRY(mesh_material_add(in->b, &d, &index, in->st));
        in->materials[number] = (int32_t)index;
    }
    return ST_OK;
}

/* ---- geometry ---- */

static struct transform node_transform(const struct transform *parent, const struct aiNode *node)
{
    const struct aiMatrix4x4 *t = &node->mTransformation;
    const struct mat34 own = {
        {t->a1, t->a2, t->a3, t->a4, t->b1, t->b2, t->b3, t->b4, t->c1, t->c2, t->c3, t->c4}};
    const struct transform wide = transform_widen(&own);
    return transform_multiply(parent, &wide);
}

static struct scene_vertex make_vertex(const struct import *in, const struct aiMesh *m, unsigned i,
                                       const struct transform *t, const double n[9])
{
    struct scene_vertex v = {.material = in->materials[m->mMaterialIndex]};
    const struct aiVector3D p = m->mVertices[i];
    for (int k = 0; k < 3; k++)
        v.position[k] = (float)(t->m[4 * k] * (double)p.x + t->m[4 * k + 1] * (double)p.y +
                                t->m[4 * k + 2] * (double)p.z + t->m[4 * k + 3]);
    if (m->mNormals) {
        const struct aiVector3D q = m->mNormals[i];
        double w[3], length = 0;
        for (int k = 0; k < 3; k++) {
            w[k] = n[3 * k] * (double)q.x + n[3 * k + 1] * (double)q.y + n[3 * k + 2] * (double)q.z;
            length += w[k] * w[k];
        }
        length = sqrt(length);
        /* A NaN (degenerate triangles) or zero normal stays zero: the builder finds one. */
        for (int k = 0; k < 3 && length > 0 && isfinite(length); k++)
            v.normal[k] = (float)(w[k] / length);
    }
    if (m->mTextureCoords[0]) {
        v.texcoord[0] = m->mTextureCoords[0][i].x;
        v.texcoord[1] = 1.0f - m->mTextureCoords[0][i].y;
    }
    return v;
}

/* Appends the mesh's triangles. A mirrored triangle keeps its front side: its winding turns. */
static enum st_code append_mesh(struct import *in, const struct aiMesh *m,
                                const struct transform *t)
{
    double n[9];
    bool mirrored = transform_normals(t, n);
    MEM_AUTO uint32_t *number = NULL;
    TRY(mem_make(&number, m->mNumVertices, sizeof *number, in->path, in->st));
    if (vertex_pool_section(&in->pool, m->mNumVertices, in->st) != ST_OK)
        return no_memory(in);
    for (unsigned i = 0; i < m->mNumVertices; i++) {
        struct scene_vertex v = make_vertex(in, m, i, t, n);
        number[i] = vertex_pool_add(&in->pool, &v);
    }
    for (unsigned f = 0; f < m->mNumFaces; f++) {
        const unsigned *corner = m->mFaces[f].mIndices;
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

/* Hands what was appended to the builder as one mesh with the model's name or the file's. */
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

/* What to do with a mesh where a node of that name places it. */
typedef enum st_code visit_fn(struct import *in, const char *node, unsigned mesh,
                              const struct transform *t);

static enum st_code visit(struct import *in, const struct aiNode *node,
                          const struct transform *parent, visit_fn *act)
{
    struct transform t = node_transform(parent, node);
    for (unsigned i = 0; i < node->mNumMeshes; i++)
        TRY(act(in, node->mName.data, node->mMeshes[i], &t));
    for (unsigned i = 0; i < node->mNumChildren; i++)
        TRY(visit(in, node->mChildren[i], &t, act));
    return ST_OK;
}

static enum st_code count_reference(struct import *in, const char *node, unsigned mesh,
                                    const struct transform *t)
{
    (void)node;
    (void)t;
    if (in->references[mesh] == SCENE_MOST_INSTANCES)
        return fail(in, "places a mesh more than %lu times", (unsigned long)SCENE_MOST_INSTANCES);
    in->references[mesh]++;
    return ST_OK;
}

static enum st_code note_model(struct import *in, const char *node, unsigned mesh,
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

/* Placed once, and of the model that is being filled. */
static bool is_of_model(const struct import *in, const char *node, unsigned mesh)
{
    return in->references[mesh] == 1 &&
           (!in->model || strcmp(mesh_models_name(in->models, node), in->model) == 0);
}

static enum st_code count_single(struct import *in, const char *node, unsigned mesh,
                                 const struct transform *t)
{
    (void)t;
    if (is_of_model(in, node, mesh)) {
        in->vertices += in->ai->mMeshes[mesh]->mNumVertices;
        in->triangles += in->ai->mMeshes[mesh]->mNumFaces;
    }
    return ST_OK;
}

static enum st_code append_single(struct import *in, const char *node, unsigned mesh,
                                  const struct transform *t)
{
    return is_of_model(in, node, mesh) ? append_mesh(in, in->ai->mMeshes[mesh], t) : ST_OK;
}

/* What is placed once, of one model or of all, as a mesh. */
static enum st_code add_model(struct import *in, const char *name)
{
    const struct transform none = transform_identity();
    uint32_t index;
    in->model = name;
    in->vertices = in->triangles = 0;
    TRY(visit(in, in->ai->mRootNode, &none, count_single));
    if (in->triangles == 0)
        return ST_OK;
    TRY(reserve(in, in->vertices, in->triangles));
    TRY(visit(in, in->ai->mRootNode, &none, append_single));
    TRY(finish_mesh(in, &index));
    return add_part(in, index, &none);
}

static bool has_node(const struct aiNode *node, const char *name)
{
    bool found = node->mNumMeshes && strcmp(node->mName.data, name) == 0;
    for (unsigned i = 0; !found && i < node->mNumChildren; i++)
        found = has_node(node->mChildren[i], name);
    return found;
}

static enum st_code check_models(const struct import *in)
{
    for (size_t m = 0; in->models && m < in->models->n; m++)
        for (size_t i = 0; i < in->models->together[m].n; i++)
            if (!has_node(in->ai->mRootNode, in->models->together[m].objects[i]))
                return fail(in,
                            "has no object '%s' with triangles, which 'together' names; names are "
                            "those of 'o' lines or nodes",
                            in->models->together[m].objects[i]);
    return ST_OK;
}

static enum st_code place_shared(struct import *in, const char *node, unsigned mesh,
                                 const struct transform *t)
{
    const struct aiMesh *m = in->ai->mMeshes[mesh];
    const struct transform none = transform_identity();
    uint32_t index;
    (void)node;
    if (in->references[mesh] == 1)
        return ST_OK;
    in->model = NULL;
    if (in->mesh[mesh] < 0) {
        TRY(reserve(in, m->mNumVertices, m->mNumFaces));
        TRY(append_mesh(in, m, &none));
        TRY(finish_mesh(in, &index));
        in->mesh[mesh] = index;
    }
    return add_part(in, (uint32_t)in->mesh[mesh], t);
}

static enum st_code add_geometry(struct import *in)
{
    const struct transform none = transform_identity();
    in->references = mem_calloc(in->ai->mNumMeshes, sizeof *in->references);
    in->mesh = mem_calloc(in->ai->mNumMeshes, sizeof *in->mesh);
    if (!in->references || !in->mesh)
        return no_memory(in);
    TRY(visit(in, in->ai->mRootNode, &none, count_reference));
    for (unsigned i = 0; i < in->ai->mNumMeshes; i++)
        in->mesh[i] = -1;
    TRY(check_models(in));
    TRY(visit(in, in->ai->mRootNode, &none, note_model));
    for (uint32_t i = 0; i < in->n_names; i++)
        TRY(add_model(in, in->names[i]));
    TRY(visit(in, in->ai->mRootNode, &none, place_shared));
    if (in->parts.n == 0)
        return fail(in, "places none of its meshes; a scene with a node that has a mesh is "
                        "needed");
    return ST_OK;
}

static enum st_code note_normals(const struct import *in)
{
    char line[1024];
    snprintf(line, sizeof line,
             "%.700s:%d: %s%llu normal%s not a number; such vertices get the geometry's", in->path,
             in->no_normals.line, in->no_normals.n > 1 ? "the first of " : "",
             (unsigned long long)in->no_normals.n, in->no_normals.n > 1 ? "s that are" : " is");
    return builder_note(in->b, line, in->st);
}

enum st_code mesh_import(struct scene_builder *b, const char *path, int32_t material,
                         const struct mesh_models *models, struct mesh_parts *out,
                         struct status *st)
{
    struct import in = {.b = b, .path = path, .st = st, .models = models};
    mesh_files_start(&in.files, b->hash);
    *out = (struct mesh_parts){0};
    enum st_code code = check_bytes(&in);
    if (code == ST_OK)
        code = read_scene(&in);
    if (code == ST_OK)
        code = add_materials(&in, material);
    if (code == ST_OK)
        code = add_geometry(&in);
    if (code == ST_OK && in.no_normals.n)
        code = note_normals(&in);
    if (in.ai)
        aiReleaseImport(in.ai);
    gltf_free(in.gltf);
    source_files_free(&in.files.sources);
    mem_free(in.materials);
    mem_free(in.references);
    mem_free(in.names);
    mem_free(in.mesh);
    vertex_pool_free(&in.pool);
    if (code == ST_OK)
        *out = in.parts;
    else
        mem_free(in.parts.items);
    return code;
}
