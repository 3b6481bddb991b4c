/* Reads a file with assimp, in these steps. assimp reads without any processing. The result is
 * checked, because assimp's processing trusts it. Points and lines are removed. Corners get
 * separate vertices if normals are missing. assimp triangulates. Normals are computed here, because
 * assimp would merge vertices within 1e-4 of the mesh's size, with a search that is slow if many
 * vertices are in a plane. assimp triangulates a copy of the positions whose largest number is
 * between 1/2 and 1, so that a power of two as unit changes nothing; the output has the file's own
 * positions. assimp's step that merges equal vertices compares positions with a tolerance of 1e-5,
 * which would collapse small models, so vertex_pool merges them at the end. */
#include "scenes/import/assimp_scene.h"

#include "common/grow.h"
#include "common/memory.h"
#include "scenes/import/mesh_file.h"
#include "scenes/import/normals.h"

#include <assimp/GltfMaterial.h>
#include <assimp/ObjMaterial.h>
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The file's data of one of assimp's meshes, while assimp has modified copies. */
struct part {
    float (*positions)[3];
    const struct aiVector3D *normals, *texcoords; /* NULL: none */
    uint32_t index;                               /* index among the meshes that have triangles */
};

struct reading {
    const struct assimp_scene *how;
    const char *path;
    struct aiScene *ai;
    struct part *parts;
    struct mesh_file out;
    uint32_t room_nodes;
    struct status *st;
};

#define fail(r, ...) status_fail_at((r)->st, ST_FAILED, (r)->path, 0, __VA_ARGS__)

static enum st_code fail_empty(const struct reading *r)
{
    return fail(r, "has no triangles; a mesh file with faces is needed");
}

bool assimp_scene_knows(const char *ending)
{
    return aiIsExtensionSupported(ending) == AI_TRUE;
}

/* ---- reading and checking ---- */

static enum st_code fail_import(const struct reading *r)
{
    const char *slash = strrchr(r->path, '/'), *ending = strrchr(slash ? slash : r->path, '.');
    const char *why = aiGetErrorString();
    if (strstr(why, "bad_alloc"))
        why = "it takes too much memory for its size";
    return fail(r, "cannot be read as a %s mesh: %s", ending ? ending : "", why);
}

static enum st_code import(struct reading *r)
{
    struct aiPropertyStore *properties = aiCreatePropertyStore();
    if (!properties)
        return status_no_memory(r->st, r->path);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1);
    const struct aiScene *ai =
        aiImportFileExWithProperties(r->path, 0, &r->how->files->io, properties);
    const struct status *why = &r->how->files->why;
    if (why->code != ST_OK)
        return status_fail(r->st, why->code == ST_NOMEM ? ST_NOMEM : ST_FAILED, "%s", why->text);
    if (!ai)
        return fail_import(r);
    r->ai = (struct aiScene *)(uintptr_t)ai; /* const, but this reading owns it */
    if (!ai->mRootNode || ai->mNumMeshes == 0)
        return fail_empty(r);
    r->ai->mFlags &= ~(unsigned)AI_SCENE_FLAGS_NON_VERBOSE_FORMAT;
    return ST_OK;
}

/* Checks a mesh. One that lacks faces or vertices loses the others, too. */
static enum st_code check_mesh(const struct reading *r, struct aiMesh *m)
{
    if (!m)
        return fail(r, "holds a mesh that is not there");
    if (!m->mVertices || !m->mFaces)
        m->mNumVertices = m->mNumFaces = 0;
    for (unsigned i = 0; i < m->mNumVertices; i++) {
        const struct aiVector3D *p = &m->mVertices[i];
        if (!isfinite(p->x) || !isfinite(p->y) || !isfinite(p->z))
            return fail(r,
                        "mesh '%s' has a NaN or infinite coordinate at vertex %u; all "
                        "must be finite",
                        m->mName.data, i);
    }
    for (unsigned i = 0; i < m->mNumFaces; i++)
        for (unsigned k = 0; k < m->mFaces[i].mNumIndices; k++)
            if (m->mFaces[i].mIndices[k] >= m->mNumVertices)
                return fail(r, "mesh '%s' names vertex %u in face %u; it has %u", m->mName.data,
                            m->mFaces[i].mIndices[k], i, m->mNumVertices);
    if (m->mMaterialIndex >= r->ai->mNumMaterials)
        return fail(r, "mesh '%s' has a material that does not exist", m->mName.data);
    return ST_OK;
}

/* ---- processing ---- */

/* Moves faces with fewer than three corners behind the others, where assimp still frees them. */
static enum st_code leave_out(struct reading *r, struct aiMesh *m)
{
    unsigned kept = 0;
    m->mPrimitiveTypes = 0;
    for (unsigned i = 0; i < m->mNumFaces; i++) {
        const struct aiFace face = m->mFaces[i];
        if (face.mNumIndices == 0)
            return fail(r, "mesh '%s' has a face with 0 corners; three are needed at least",
                        m->mName.data);
        if (face.mNumIndices < 3) {
            r->out.left_out++;
            continue;
        }
        m->mFaces[i] = m->mFaces[kept];
        m->mFaces[kept++] = face;
        m->mPrimitiveTypes |=
            face.mNumIndices > 3 ? aiPrimitiveType_POLYGON : aiPrimitiveType_TRIANGLE;
    }
    m->mNumFaces = kept;
    return ST_OK;
}

static bool is_normal(const struct aiVector3D *n)
{
    double length =
        (double)n->x * (double)n->x + (double)n->y * (double)n->y + (double)n->z * (double)n->z;
    return length > 0 && isfinite(length);
}

static bool has_all_normals(const struct aiMesh *m)
{
    for (unsigned i = 0; m->mNormals && i < m->mNumVertices; i++)
        if (!is_normal(&m->mNormals[i]))
            return false;
    return m->mNormals != NULL;
}

/* Makes a copy in which every corner of a face has its own element; NULL stays NULL. */
static enum st_code spread(const struct reading *r, const struct aiMesh *m, unsigned n,
                           const struct aiVector3D *from, const struct aiVector3D **out)
{
    struct aiVector3D *to;
    *out = NULL;
    if (!from)
        return ST_OK;
    TRY(mem_make(&to, n, sizeof *to, r->path, r->st));
    *out = to;
    for (unsigned i = 0; i < m->mNumFaces; i++)
        for (unsigned k = 0; k < m->mFaces[i].mNumIndices; k++)
            *to++ = from[m->mFaces[i].mIndices[k]];
    return ST_OK;
}

static enum st_code shares_vertices(const struct reading *r, const struct aiMesh *m, bool *shared)
{
    MEM_AUTO unsigned char *used = NULL;
    *shared = false;
    TRY(mem_make(&used, m->mNumVertices, 1, r->path, r->st));
    for (unsigned i = 0; !*shared && i < m->mNumFaces; i++)
        for (unsigned k = 0; k < m->mFaces[i].mNumIndices; k++)
            *shared |= used[m->mFaces[i].mIndices[k]]++ > 0;
    return ST_OK;
}

/* If faces share vertices, each corner gets its own vertex, so that it can have its own normal. */
static enum st_code split_corners(const struct reading *r, struct aiMesh *m, struct part *p,
                                  const struct aiVector3D **positions)
{
    uint64_t n = 0;
    unsigned at = 0;
    bool shared;
    TRY(shares_vertices(r, m, &shared));
    if (!shared)
        return ST_OK;
    for (unsigned i = 0; i < m->mNumFaces; i++)
        n += m->mFaces[i].mNumIndices;
    if (n > UINT32_MAX)
        return fail(r, "mesh '%s' has more than 2^32 corners", m->mName.data);
    TRY(spread(r, m, (unsigned)n, *positions, positions));
    TRY(spread(r, m, (unsigned)n, p->normals, &p->normals));
    TRY(spread(r, m, (unsigned)n, p->texcoords, &p->texcoords));
    for (unsigned i = 0; i < m->mNumFaces; i++)
        for (unsigned k = 0; k < m->mFaces[i].mNumIndices; k++)
            m->mFaces[i].mIndices[k] = at++;
    m->mNumVertices = at;
    return ST_OK;
}

/* Stores the file's positions in p and gives assimp a copy whose largest number is between 1/2 and
 * 1. */
static enum st_code scale_positions(const struct reading *r, struct aiMesh *m, struct part *p,
                                    const struct aiVector3D *positions)
{
    struct aiVector3D *scaled;
    float most = 0;
    int unit;
    TRY(mem_make(&p->positions, m->mNumVertices, sizeof *p->positions, r->path, r->st));
    TRY(mem_make(&scaled, m->mNumVertices, sizeof *scaled, r->path, r->st));
    for (unsigned i = 0; i < m->mNumVertices; i++) {
        const struct aiVector3D v = positions[i];
        memcpy(p->positions[i], &v, sizeof p->positions[i]);
        most = fmaxf(most, fmaxf(fabsf(v.x), fmaxf(fabsf(v.y), fabsf(v.z))));
    }
    frexpf(most, &unit);
    const double scale = ldexp(1.0, -unit);
    for (unsigned i = 0; i < m->mNumVertices; i++)
        scaled[i] = (struct aiVector3D){(float)(scale * (double)p->positions[i][0]),
                                        (float)(scale * (double)p->positions[i][1]),
                                        (float)(scale * (double)p->positions[i][2])};
    m->mVertices = scaled;
    return ST_OK;
}

/* Finds the texture coordinates that the material's colour texture uses. */
static const struct aiVector3D *find_texcoords(const struct reading *r, const struct aiMesh *m)
{
    const struct aiMaterial *material = r->ai->mMaterials[m->mMaterialIndex];
    int set = 0;
    aiGetMaterialIntegerArray(material, AI_MATKEY_UVWSRC_DIFFUSE(0), &set, NULL);
    if (set < 0 || set >= AI_MAX_NUMBER_OF_TEXTURECOORDS || !m->mTextureCoords[set])
        set = 0;
    return m->mTextureCoords[set];
}

/* Leaves assimp only the vertex data that its triangulation needs. */
static enum st_code set_apart(struct reading *r, struct aiMesh *m, struct part *p)
{
    const struct aiVector3D *positions = m->mVertices;
    p->normals = m->mNormals;
    p->texcoords = find_texcoords(r, m);
    if (!has_all_normals(m)) {
        TRY(split_corners(r, m, p, &positions));
        m->mNormals = NULL;
    }
    m->mTangents = m->mBitangents = NULL;
    m->mNumBones = m->mNumAnimMeshes = 0;
    return scale_positions(r, m, p, positions);
}

static enum st_code check_triangles(const struct reading *r)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < r->ai->mNumMeshes; i++) {
        const struct aiMesh *m = r->ai->mMeshes[i];
        n += m->mNumFaces;
        for (unsigned k = 0; k < m->mNumFaces; k++)
            if (m->mFaces[k].mNumIndices != 3)
                return fail(r, "mesh '%s' has a face that is no triangle", m->mName.data);
    }
    if (n == 0)
        return fail_empty(r);
    if (n < r->how->least)
        return fail(r,
                    "declares %llu triangles, but only %llu could be read: it is "
                    "truncated or malformed",
                    (unsigned long long)r->how->least, (unsigned long long)n);
    return ST_OK;
}

static enum st_code process(struct reading *r)
{
    TRY(mem_make(&r->parts, r->ai->mNumMeshes, sizeof *r->parts, r->path, r->st));
    for (unsigned i = 0; i < r->ai->mNumMeshes; i++) {
        TRY(check_mesh(r, r->ai->mMeshes[i]));
        TRY(leave_out(r, r->ai->mMeshes[i]));
        TRY(set_apart(r, r->ai->mMeshes[i], &r->parts[i]));
    }
    if (!aiApplyPostProcessing(r->ai, aiProcess_Triangulate))
        return fail_empty(r);
    return check_triangles(r);
}

/* ---- output ---- */

static enum st_code take_mesh(struct reading *r, const struct aiMesh *m, const struct part *p,
                              struct file_mesh *out)
{
    float(*normals)[3];
    uint32_t *indices;
    *out = (struct file_mesh){.name = m->mName.data,
                              .material = m->mMaterialIndex,
                              .n_vertices = m->mNumVertices,
                              .n_triangles = m->mNumFaces};
    TRY(mem_make(&normals, m->mNumVertices, sizeof *normals, r->path, r->st));
    TRY(mem_make(&indices, m->mNumFaces, 3 * sizeof *indices, r->path, r->st));
    for (unsigned i = 0; i < m->mNumFaces; i++)
        memcpy(indices + 3 * (size_t)i, m->mFaces[i].mIndices, 3 * sizeof *indices);
    if (!m->mNormals)
        TRY(mesh_normals((const float(*)[3])p->positions, m->mNumVertices, indices, m->mNumFaces,
                         r->how->flat, normals, r->st));
    for (unsigned i = 0; p->normals && i < m->mNumVertices; i++)
        if (is_normal(&p->normals[i]))
            memcpy(normals[i], &p->normals[i], sizeof normals[i]);
    out->positions = (const float(*)[3])p->positions;
    out->normals = (const float(*)[3])normals;
    out->indices = indices;
    /* an aiVector3D is three consecutive floats */
    memcpy(&out->texcoords, &p->texcoords, sizeof out->texcoords);
    return ST_OK;
}

static enum st_code take_meshes(struct reading *r)
{
    TRY(mem_make(&r->out.meshes, r->ai->mNumMeshes, sizeof *r->out.meshes, r->path, r->st));
    for (unsigned i = 0; i < r->ai->mNumMeshes; i++) {
        r->parts[i].index = r->out.n_meshes;
        if (r->ai->mMeshes[i]->mNumFaces > 0)
            TRY(take_mesh(r, r->ai->mMeshes[i], &r->parts[i], &r->out.meshes[r->out.n_meshes++]));
    }
    return ST_OK;
}

/* Appends the node and its descendants; skips children that assimp left NULL. */
static enum st_code take_node(struct reading *r, const struct aiNode *node, uint32_t parent)
{
    const struct aiMatrix4x4 *t = &node->mTransformation;
    const uint32_t own = r->out.n_nodes++;
    uint32_t *meshes;
    if (!grow(&r->out.nodes, own, &r->room_nodes, sizeof *r->out.nodes))
        return status_no_memory(r->st, r->path);
    TRY(mem_make(&meshes, node->mNumMeshes, sizeof *meshes, r->path, r->st));
    r->out.nodes[own] = (struct file_node){.name = node->mName.data,
                                           .parent = parent,
                                           .transform = {t->a1, t->a2, t->a3, t->a4, t->b1, t->b2,
                                                         t->b3, t->b4, t->c1, t->c2, t->c3, t->c4},
                                           .meshes = meshes};
    for (unsigned i = 0; i < node->mNumMeshes; i++) {
        if (node->mMeshes[i] >= r->ai->mNumMeshes)
            return fail(r, "node '%s' places a mesh that does not exist", node->mName.data);
        if (r->ai->mMeshes[node->mMeshes[i]]->mNumFaces > 0)
            meshes[r->out.nodes[own].n_meshes++] = r->parts[node->mMeshes[i]].index;
    }
    for (unsigned i = 0; i < node->mNumChildren; i++)
        if (node->mChildren[i])
            TRY(take_node(r, node->mChildren[i], own));
    return ST_OK;
}

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

/* Reads a text of a material; *out is "" if it has none. */
static enum st_code get_text(const struct reading *r, const struct aiMaterial *m, const char *key,
                             unsigned type, unsigned n, const char **out)
{
    struct aiString text;
    char *copy;
    if (aiGetMaterialString(m, key, type, n, &text) != aiReturn_SUCCESS)
        text.data[0] = 0;
    TRY(mem_copy_text(&copy, text.data, r->path, r->st));
    *out = copy;
    return ST_OK;
}

static enum st_code take_material(const struct reading *r, const struct aiMaterial *m,
                                  struct file_material *d)
{
    const char *alpha_mode;
    *d = (struct file_material){.illum = -1};
    get_color(m, AI_MATKEY_COLOR_DIFFUSE, d->diffuse);
    get_color(m, AI_MATKEY_COLOR_SPECULAR, d->specular);
    d->emits = get_color(m, AI_MATKEY_COLOR_EMISSIVE, d->emission);
    d->ior = get_float(m, AI_MATKEY_REFRACTI, 1.0f);
    d->opacity = get_float(m, AI_MATKEY_OPACITY, 1.0f);
    aiGetMaterialIntegerArray(m, AI_MATKEY_OBJ_ILLUM, &d->illum, NULL);
    d->metallic = get_float(m, AI_MATKEY_METALLIC_FACTOR, 0.0f);
    d->roughness = get_float(m, AI_MATKEY_ROUGHNESS_FACTOR, 1.0f);
    d->transmission = get_float(m, AI_MATKEY_TRANSMISSION_FACTOR, 0.0f);
    d->alpha_cutoff = get_float(m, AI_MATKEY_GLTF_ALPHACUTOFF, 0.5f);
    TRY(get_text(r, m, AI_MATKEY_GLTF_ALPHAMODE, &alpha_mode));
    d->masked = strcmp(alpha_mode, "MASK") == 0;
    TRY(get_text(r, m, AI_MATKEY_TEXTURE_DIFFUSE(0), &d->color_picture));
    TRY(get_text(r, m, AI_MATKEY_TEXTURE_OPACITY(0), &d->mask_picture));
    TRY(get_text(r, m, AI_MATKEY_NAME, &d->name));
    if (strcmp(d->name, AI_DEFAULT_MATERIAL_NAME) == 0)
        d->name = "";
    return ST_OK;
}

static enum st_code take_materials(struct reading *r)
{
    const struct aiScene *ai = r->ai;
    TRY(mem_make(&r->out.materials, ai->mNumMaterials, sizeof *r->out.materials, r->path, r->st));
    for (unsigned i = 0; i < ai->mNumMaterials; i++)
        TRY(take_material(r, ai->mMaterials[i], &r->out.materials[r->out.n_materials++]));
    TRY(mem_make(&r->out.pictures, ai->mNumTextures, sizeof *r->out.pictures, r->path, r->st));
    for (unsigned i = 0; i < ai->mNumTextures; i++) {
        const struct aiTexture *t = ai->mTextures[i];
        r->out.pictures[r->out.n_pictures++] = (struct file_picture){
            t->mFilename.data, (const unsigned char *)t->pcData, t->mHeight ? 0 : t->mWidth};
    }
    return ST_OK;
}

static enum st_code take_opened(struct reading *r)
{
    const struct source_files *files = &r->how->files->sources;
    TRY(mem_make(&r->out.opened, files->n, sizeof *r->out.opened, r->path, r->st));
    for (uint32_t i = 0; i < files->n; i++)
        r->out.opened[r->out.n_opened++] = files->files[i].path;
    return ST_OK;
}

enum st_code assimp_scene_read(void *context, FILE *out, struct status *st)
{
    const struct assimp_scene *how = context;
    struct reading r = {.how = how, .path = how->path, .st = st};
    TRY(import(&r));
    TRY(process(&r));
    TRY(take_meshes(&r));
    TRY(take_node(&r, r.ai->mRootNode, 0));
    TRY(take_materials(&r));
    TRY(take_opened(&r));
    mesh_file_write(&r.out, out);
    return ST_OK;
}
