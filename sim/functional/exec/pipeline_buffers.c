/* The contents of a user's buffers: what a scene and a frame have, in the layout that the shaders
 * declare. A member gets its value by its name (docs/pipelines.md has the table); one whose name
 * says nothing is zero. An array of numbers or vectors instead of structures gets the words of
 * LumiBench's buffer (scenes/bvh/device_image.h). */
#include "common/memory.h"
#include "sim/functional/exec/pipeline_exec.h"
#include "sim/functional/exec/pipeline_members.h"
#include "sim/shaders/rt.h"

#include <spirv/unified1/spirv.h>
#include <string.h>

/* ---- values by name ---- */

enum { MOST_VALUES = 16 };

/* Numbers of a member: a vector, or the columns of a matrix of 4 by 4. */
struct numbers {
    double x[MOST_VALUES];
    uint32_t n; /* 0: the name says nothing */
};

static struct numbers one(double x)
{
    return (struct numbers){{x}, 1};
}

static struct numbers floats(const float *x, uint32_t n)
{
    struct numbers v = {.n = n};
    for (uint32_t i = 0; i < n; i++)
        v.x[i] = (double)x[i];
    return v;
}

/* The element that is filled. */
struct element {
    const struct launch *l;
    enum resource_source source;
    uint32_t i;
    const struct spirv_resource *resource; /* with the manifest's members; NULL: none */
};

typedef struct numbers getter(const struct element *e, uint32_t what);

struct field {
    const char *names; /* with a blank around each */
    uint32_t what;
};

static bool is_named(const struct field *f, const char *name)
{
    char word[80];
    snprintf(word, sizeof word, " %.70s ", name);
    return strstr(f->names, word) != NULL;
}

/* ---- the camera's block ---- */

enum {
    VIEW,
    PROJECTION,
    VIEW_INVERSE,
    PROJECTION_INVERSE,
    VIEW_PROJECTION,
    EYE,
    LIGHT,
    LIGHT_RADIUS,
    APERTURE,
    FOCUS,
    SAMPLES,
    BOUNCES,
    RAYS,
    SEED,
    WIDTH,
    HEIGHT,
    SKY,
    FRAME,
    SPHERE_BYTES,
    LIGHT_COUNT,
};

static const struct field camera_fields[] = {
    {" view modelview viewmatrix ", VIEW},
    {" proj projection projmatrix ", PROJECTION},
    {" viewproj viewprojection ", VIEW_PROJECTION},
    {" viewinverse viewinv inverseview invview modelviewinverse ", VIEW_INVERSE},
    {" projinverse projinv inverseproj inverseprojection invproj projectioninverse ",
     PROJECTION_INVERSE},
    {" eye camerapos cameraposition campos position origin ", EYE},
    {" lightpos lightposition ", LIGHT},
    {" lightradius ", LIGHT_RADIUS},
    {" aperture ", APERTURE},
    {" focusdistance focaldistance focusdist focaldist ", FOCUS},
    {" samples numberofsamples totalnumberofsamples nbsamples samplecount ", SAMPLES},
    {" bounces numberofbounces maxdepth maxbounces depth ", BOUNCES},
    {" rays raysperhit numberofshadows ", RAYS},
    {" seed randomseed ", SEED},
    {" width ", WIDTH},
    {" height ", HEIGHT},
    {" sky hassky ", SKY},
    {" frame framenumber framecount frameindex ", FRAME},
    {" vertexsize ", SPHERE_BYTES},
    {" nblights lightcount numlights numberoflights ", LIGHT_COUNT},
    {NULL, 0},
};

static struct numbers product(const float a[16], const float b[16])
{
    struct numbers v = {.n = 16};
    for (int i = 0; i < 16; i++)
        for (int k = 0; k < 4; k++)
            v.x[i] += (double)a[4 * k + i % 4] * (double)b[i / 4 * 4 + k];
    return v;
}

static uint32_t count_of(const struct launch *l, enum resource_source source);

static struct numbers of_camera(const struct element *e, uint32_t what)
{
    struct rt_uniform u;
    memcpy(&u, e->l->uniform, sizeof u);
    switch (what) {
    case VIEW:
        return floats(u.model_view, 16);
    case PROJECTION:
        return floats(u.projection, 16);
    case VIEW_INVERSE:
        return floats(u.model_view_inverse, 16);
    case PROJECTION_INVERSE:
        return floats(u.projection_inverse, 16);
    case VIEW_PROJECTION:
        return product(u.projection, u.model_view);
    case EYE:
        return floats(u.model_view_inverse + 12, 3);
    case LIGHT:
        return floats(u.light_position, 3);
    case LIGHT_RADIUS:
        return one((double)u.light_radius);
    case APERTURE:
        return one((double)u.aperture);
    case FOCUS:
        return one((double)u.focus_distance);
    case SAMPLES:
        return one(u.samples);
    case BOUNCES:
        return one(u.bounces);
    case RAYS:
        return one(u.rays_per_hit);
    case SEED:
        return one(u.random_seed);
    case WIDTH:
        return one(u.width);
    case HEIGHT:
        return one(u.height);
    case SKY:
        return one(u.has_sky);
    case FRAME:
        return one(e->l->frame.number);
    case LIGHT_COUNT:
        return one(count_of(e->l, SOURCE_LIGHTS));
    default:
        return one(sizeof(struct scene_vertex));
    }
}

/* ---- elements of the scene ---- */

static const uint8_t *at(const struct element *e, enum device_buffer_id id, size_t stride)
{
    return e->l->image->buffers[id].bytes + e->i * stride;
}

enum { POSITION, NORMAL, TEXCOORD, MATERIAL, COLOR };
static const struct field vertex_fields[] = {
    {" position pos vertex p ", POSITION},
    {" normal nrm norm n ", NORMAL},
    {" texcoord uv texcoords texturecoordinate ", TEXCOORD},
    {" material materialindex matid matindex ", MATERIAL},
    {" color colour ", COLOR},
    {NULL, 0}};

static struct numbers of_vertex(const struct element *e, uint32_t what)
{
    struct scene_vertex v;
    memcpy(&v, at(e, DEVICE_VERTICES, sizeof v), sizeof v);
    switch (what) {
    case POSITION:
        return floats(v.position, 3);
    case NORMAL:
        return floats(v.normal, 3);
    case TEXCOORD:
        return floats(v.texcoord, 2);
    case MATERIAL:
        return one(v.material);
    default:
        return floats(e->l->image->scene->materials[v.material].color, 3);
    }
}

enum { TEXTURE = COLOR + 1, FUZZ, IOR, MODEL, EMISSION };
static const struct field material_fields[] = {
    {" color colour diffuse albedo basecolor ", COLOR},
    {" texture textureid diffusetextureid textureindex ", TEXTURE},
    {" fuzz fuzziness roughness ", FUZZ},
    {" ior refractionindex ", IOR},
    {" model materialmodel type kind ", MODEL},
    {" emission emissive ", EMISSION},
    {NULL, 0}};

static struct numbers of_material(const struct element *e, uint32_t what)
{
    const struct scene_material *m = &e->l->image->scene->materials[e->i];
    const float black[3] = {0};
    switch (what) {
    case COLOR:
        return floats(m->color, 3);
    case TEXTURE:
        return one(m->texture);
    case FUZZ:
        return one((double)m->fuzz);
    case IOR:
        return one((double)m->ior);
    case MODEL:
        return one(m->model);
    default:
        return floats(m->model == MATERIAL_EMISSIVE ? m->color : black, 3);
    }
}

enum {
    FIRST_INDEX,
    FIRST_VERTEX,
    TO_WORLD,
    TO_OBJECT,
    RADIUS,
    CENTER,
    TRIANGLES,
    INSTANCE_MATERIAL,
    VERTEX_ADDRESS,
    INDEX_ADDRESS,
    MATERIAL_ADDRESS,
    TRIANGLE_ADDRESS
};
static const struct field instance_fields[] = {
    {" firstindex indexoffset ", FIRST_INDEX},
    {" firstvertex vertexoffset ", FIRST_VERTEX},
    {" transform objecttoworld toworld ", TO_WORLD},
    {" transforminverse worldtoobject toobject ", TO_OBJECT},
    {" material materialindex ", INSTANCE_MATERIAL},
    {" center centre position ", CENTER},
    {" radius ", RADIUS},
    {" triangles trianglecount ", TRIANGLES},
    {" vertexaddress verticesaddress vertexbufferaddress vertices ", VERTEX_ADDRESS},
    {" indexaddress indicesaddress indexbufferaddress indices ", INDEX_ADDRESS},
    {" materialaddress materialsaddress materials ", MATERIAL_ADDRESS},
    {" materialindexaddress matindexaddress materialindices ", TRIANGLE_ADDRESS},
    {NULL, 0}};

static struct numbers matrix(const struct mat34 *t)
{
    struct numbers v = {.n = 16};
    for (int column = 0; column < 4; column++)
        for (int row = 0; row < 4; row++)
            v.x[4 * column + row] = row < 3 ? (double)t->m[4 * row + column] : column == 3;
    return v;
}

/* The material of an instance's first triangle, or of its sphere. */
static int32_t material_of(const struct scene *scene, const struct scene_instance *i)
{
    if (i->geometry == GEOMETRY_SPHERE)
        return scene->spheres[i->index].material;
    const struct scene_mesh *mesh = &scene->meshes[i->index];
    return mesh->n_triangles ? mesh->vertices[mesh->indices[0]].material : 0;
}

/* The address of element `first` of the buffer that pointers to such a block point to. */
static struct numbers address(const struct launch *l, enum resource_source source, uint32_t first)
{
    const struct spirv_pipeline *p = l->pipeline;
    for (uint32_t i = 0; i < p->n_resources; i++) {
        const struct spirv_resource *r = &p->resources[i];
        const struct spirv_module *m = r->module;
        if (r->set != SET_REFERENCE || r->source != source)
            continue;
        uint32_t array = spirv_part(m, r->type, spirv_parts(m, r->type) - 1);
        uint32_t stride = source == SOURCE_INDICES ? 4 : spirv_stride(m, array, 0);
        return one((double)(l->memories[l->first_memory[i]].addr + (uint64_t)first * stride));
    }
    return one(0);
}

static struct numbers of_instance(const struct element *e, uint32_t what)
{
    const struct scene *scene = e->l->image->scene;
    const struct scene_instance *i = &scene->instances[e->i];
    const struct scene_sphere *sphere =
        i->geometry == GEOMETRY_SPHERE ? &scene->spheres[i->index] : NULL;
    const float none[3] = {0};
    struct mat34 inverse;
    uint32_t offsets[2];
    memcpy(offsets, at(e, DEVICE_OFFSETS, sizeof offsets), sizeof offsets);
    switch (what) {
    case FIRST_INDEX:
        return one(offsets[0]);
    case FIRST_VERTEX:
        return one(offsets[1] & ~DEVICE_VERTEX_TURNED);
    case TO_WORLD:
        return matrix(&i->transform);
    case TO_OBJECT:
        mat34_inverse(&i->transform, &inverse);
        return matrix(&inverse);
    case INSTANCE_MATERIAL:
        return one(material_of(scene, i));
    case CENTER:
        return floats(sphere ? sphere->center : none, 3);
    case TRIANGLES:
        return one(sphere ? 0 : scene->meshes[i->index].n_triangles);
    case VERTEX_ADDRESS:
        return address(e->l, SOURCE_VERTICES, offsets[1] & ~DEVICE_VERTEX_TURNED);
    case INDEX_ADDRESS:
        return address(e->l, SOURCE_INDICES, offsets[0]);
    case MATERIAL_ADDRESS:
        return address(e->l, SOURCE_MATERIALS, 0);
    case TRIANGLE_ADDRESS:
        return address(e->l, SOURCE_TRIANGLES, offsets[0] / 3);
    default:
        return one(sphere ? (double)sphere->radius : 0);
    }
}

/* Lights: the instances whose material emits. */
enum { LIGHT_COLOR = TRIANGLE_ADDRESS + 1, LIGHT_INSTANCE };
static const struct field light_fields[] = {{" position center centre pos ", CENTER},
                                            {" radius ", RADIUS},
                                            {" color colour emission intensity ", LIGHT_COLOR},
                                            {" instance ", LIGHT_INSTANCE},
                                            {" material ", INSTANCE_MATERIAL},
                                            {" triangles trianglecount ", TRIANGLES},
                                            {NULL, 0}};

static bool emits(const struct scene *scene, uint32_t instance)
{
    int32_t material = material_of(scene, &scene->instances[instance]);
    return scene->materials[material].model == MATERIAL_EMISSIVE;
}

static uint32_t nth_light(const struct scene *scene, uint32_t n)
{
    uint32_t i = 0;
    while (i < scene->n_instances && (!emits(scene, i) || n--))
        i++;
    return i;
}

static struct numbers of_light(const struct element *e, uint32_t what)
{
    const struct scene *scene = e->l->image->scene;
    struct element instance = {e->l, SOURCE_INSTANCES, nth_light(scene, e->i), NULL};
    const struct scene_instance *i = &scene->instances[instance.i];
    if (what == LIGHT_INSTANCE)
        return one(instance.i);
    if (what == LIGHT_COLOR)
        return floats(scene->materials[material_of(scene, i)].color, 3);
    if (what == CENTER && i->geometry == GEOMETRY_MESH) {
        const struct scene_mesh *mesh = &scene->meshes[i->index];
        struct vec3 middle = vec3_scale(vec3_add(mesh->lo, mesh->hi), 0.5f);
        middle = mat34_point(&i->transform, middle);
        return floats((float[]){middle.x, middle.y, middle.z}, 3);
    }
    if (what == RADIUS && i->geometry == GEOMETRY_MESH) {
        const struct scene_mesh *mesh = &scene->meshes[i->index];
        return one((double)vec3_length(vec3_sub(mesh->hi, mesh->lo)) / 2);
    }
    return of_instance(&instance, what);
}

/* ---- sources ---- */

static const struct {
    const struct field *fields;
    getter *get;
    enum device_buffer_id words; /* content of an array that is not of structures */
    uint32_t stride;             /* of its element */
} sources[RESOURCE_SOURCES] = {
    [SOURCE_CAMERA] = {camera_fields, of_camera, DEVICE_BUFFERS, 0},
    [SOURCE_VERTICES] = {vertex_fields, of_vertex, DEVICE_VERTICES, sizeof(struct scene_vertex)},
    [SOURCE_INDICES] = {NULL, NULL, DEVICE_INDICES, 4},
    [SOURCE_MATERIALS] = {material_fields, of_material, DEVICE_MATERIALS,
                          sizeof(struct device_material)},
    [SOURCE_OFFSETS] = {instance_fields, of_instance, DEVICE_OFFSETS, 8},
    [SOURCE_INSTANCES] = {instance_fields, of_instance, DEVICE_OFFSETS, 8},
    [SOURCE_SPHERES] = {instance_fields, of_instance, DEVICE_SPHERES, 16},
    [SOURCE_LIGHTS] = {light_fields, of_light, DEVICE_BUFFERS, 0},
    [SOURCE_TRIANGLES] = {NULL, NULL, DEVICE_BUFFERS, 4},
};

/* Number of elements that a scene has. */
static uint32_t count_of(const struct launch *l, enum resource_source source)
{
    const struct scene *scene = l->image->scene;
    uint32_t n = 0;
    switch (source) {
    case SOURCE_MATERIALS:
        return scene->n_materials;
    case SOURCE_OFFSETS:
    case SOURCE_INSTANCES:
    case SOURCE_SPHERES:
        return scene->n_instances;
    case SOURCE_LIGHTS:
        for (uint32_t i = 0; i < scene->n_instances; i++)
            n += emits(scene, i);
        return n;
    case SOURCE_TRIANGLES:
        return (uint32_t)(l->image->buffers[DEVICE_INDICES].size / 12);
    case SOURCE_VERTICES:
    case SOURCE_INDICES:
        return (uint32_t)(l->image->buffers[sources[source].words].size / sources[source].stride);
    default:
        return 1;
    }
}

/* ---- layouts ---- */

static void put_scalar(const struct spirv_module *m, uint32_t type, uint8_t *to, double x)
{
    const uint32_t *def = spirv_def(m, type);
    uint64_t whole = x < 0 ? (uint64_t)(int64_t)x : (uint64_t)x;
    float single = (float)x;
    if (spirv_op(def) == SpvOpTypeFloat && def[2] == 32)
        memcpy(to, &single, 4);
    else if (spirv_op(def) == SpvOpTypeFloat && def[2] == 64)
        memcpy(to, &x, 8);
    else if (spirv_op(def) == SpvOpTypeInt || spirv_op(def) == SpvOpTypePointer)
        memcpy(to, &whole, spirv_size(m, type));
}

/* A matrix of the shader from one of 4 by 4, in its columns or rows. */
static void put_matrix(const struct spirv_module *m, uint32_t type,
                       const struct spirv_member *member, uint8_t *to, const struct numbers *v)
{
    uint32_t column = spirv_part(m, type, 0), scalar = spirv_part(m, column, 0);
    size_t stride = spirv_stride(m, type, member ? member->matrix_stride : 0);
    size_t size = spirv_size(m, scalar);
    bool rows = member && member->row_major;
    for (uint32_t c = 0; c < spirv_parts(m, type); c++)
        for (uint32_t r = 0; r < spirv_parts(m, column); r++)
            put_scalar(m, scalar, to + (rows ? r * stride + c * size : c * stride + r * size),
                       v->x[4 * c + r]);
}

/* Writes as many of the numbers as the type has. */
static void put_numbers(const struct spirv_module *m, uint32_t type,
                        const struct spirv_member *member, uint8_t *to, const struct numbers *v)
{
    uint32_t n = spirv_parts(m, type), part = spirv_part(m, type, 0);
    if (!n) {
        if (v->n)
            put_scalar(m, type, to, v->x[0]);
        return;
    }
    if (spirv_op_of(m, type) == SpvOpTypeMatrix) {
        if (v->n == MOST_VALUES)
            put_matrix(m, type, member, to, v);
        return;
    }
    for (uint32_t i = 0; i < n && i < v->n; i++)
        if (!spirv_parts(m, part))
            put_scalar(m, part, to + (size_t)i * spirv_stride(m, type, 0), v->x[i]);
    if (n == 4 && v->n == 3 && spirv_op_of(m, type) == SpvOpTypeVector)
        put_scalar(m, part, to + 3 * (size_t)spirv_stride(m, type, 0), 1); /* points, colours */
}

/* What a member's name stands for; NULL: nothing. */
static const struct field *field_of(enum resource_source source, const char *member)
{
    const struct field *f = sources[source].fields;
    char name[72];
    spirv_plain_name(member ? member : "", name, sizeof name);
    while (f && f->names && !is_named(f, name))
        f++;
    return f && f->names ? f : NULL;
}

/* What the manifest says of a member; n 0: nothing. */
static struct numbers given(const struct spirv_resource *r, const char *name)
{
    struct numbers v = {.n = 0};
    for (uint32_t i = 0; r && name && i < r->n_members; i++)
        if (strcmp(r->members[i].name, name) == 0) {
            v.n = r->members[i].n;
            memcpy(v.x, r->members[i].x, sizeof v.x);
        }
    return v;
}

/* Fills a structure, and those within it, by the names of members. */
static void put_structure(const struct spirv_module *m, uint32_t type, uint8_t *to,
                          const struct element *e)
{
    for (uint32_t i = 0; i < spirv_parts(m, type); i++) {
        const struct spirv_member *member = spirv_member(m, type, i);
        const struct field *f = field_of(e->source, member ? member->name : NULL);
        uint32_t part = spirv_part(m, type, i);
        uint8_t *at = to + spirv_member_offset(m, type, i);
        struct numbers v = given(e->resource, member ? member->name : NULL);
        if (spirv_op_of(m, part) == SpvOpTypeStruct) {
            put_structure(m, part, at, e);
        } else if (f || v.n) {
            if (!v.n)
                v = sources[e->source].get(e, f->what);
            put_numbers(m, part, member, at, &v);
        }
    }
}

/* The shape of a buffer: a structure, or a header and an array. */
struct shape {
    uint32_t block, element; /* types; element 0: there is no array */
    uint32_t at, stride, n;  /* of the array's elements */
    uint64_t size;
};

/* Whether the buffer is an array of points, as vertices often are. */
static bool is_points(const struct spirv_resource *r, uint32_t element)
{
    return r->source == SOURCE_VERTICES && spirv_op_of(r->module, element) == SpvOpTypeVector &&
           spirv_parts(r->module, element) >= 3;
}

static struct shape shape_of(const struct launch *l, const struct spirv_resource *r)
{
    const struct spirv_module *m = r->module;
    struct shape s = {.block = r->type};
    uint32_t last = spirv_parts(m, s.block) - 1, array = spirv_part(m, s.block, last);
    s.size = spirv_size(m, s.block);
    if (spirv_op_of(m, array) != SpvOpTypeRuntimeArray)
        return s;
    s.element = spirv_part(m, array, 0);
    s.at = spirv_member_offset(m, s.block, last);
    s.stride = spirv_stride(m, array, 0);
    s.n = count_of(l, r->source);
    if (r->source == SOURCE_ZEROS)
        s.n = r->elements ? r->elements : l->frame.width * l->frame.height;
    if (spirv_op_of(m, s.element) != SpvOpTypeStruct && sources[r->source].stride &&
        !is_points(r, s.element))
        s.n = (uint32_t)(((uint64_t)s.n * sources[r->source].stride + s.stride - 1) / s.stride);
    s.size = s.at + (uint64_t)s.n * s.stride;
    return s;
}

static uint64_t size_of(const struct launch *l, const struct spirv_resource *r)
{
    uint64_t size = r->kind == RESOURCE_BUFFER ? shape_of(l, r).size : 0;
    return r->source == SOURCE_VALUES && size < r->n_bytes ? r->n_bytes : size;
}

/* LumiBench's words, without the bits that only this project uses. */
static void put_words(const struct launch *l, enum resource_source source, uint8_t *to,
                      uint64_t room)
{
    enum device_buffer_id id = sources[source].words;
    const struct device_buffer *from = &l->image->buffers[id];
    memcpy(to, from->bytes, from->size < room ? from->size : room);
    uint32_t stride = sources[source].stride, at = stride - 4;
    uint32_t bits = id == DEVICE_MATERIALS ? DEVICE_MATERIAL_MASKED
                    : id == DEVICE_OFFSETS ? DEVICE_VERTEX_TURNED
                                           : 0;
    for (uint64_t i = at; bits && i + 4 <= room; i += stride) {
        uint32_t word;
        memcpy(&word, to + i, 4);
        word &= ~bits;
        memcpy(to + i, &word, 4);
    }
}

/* The material of each triangle, a word each. */
static void put_triangles(const struct launch *l, uint8_t *to, uint64_t room)
{
    const struct scene *scene = l->image->scene;
    for (uint32_t i = 0; i < scene->n_instances; i++) {
        const struct scene_instance *instance = &scene->instances[i];
        uint32_t first;
        memcpy(&first, l->image->buffers[DEVICE_OFFSETS].bytes + 8 * (size_t)i, sizeof first);
        if (instance->geometry != GEOMETRY_MESH)
            continue;
        const struct scene_mesh *mesh = &scene->meshes[instance->index];
        for (uint32_t k = 0; k < mesh->n_triangles && 4 * (uint64_t)(first / 3 + k) + 4 <= room;
             k++)
            memcpy(to + 4 * (size_t)(first / 3 + k),
                   &mesh->vertices[mesh->indices[3 * (size_t)k]].material, 4);
    }
}

static void fill(const struct launch *l, const struct spirv_resource *r, uint8_t *to)
{
    const struct spirv_module *m = r->module;
    struct shape s = shape_of(l, r);
    struct element e = {l, r->source, 0, r};
    if (r->source == SOURCE_VALUES) {
        memcpy(to, r->bytes, r->n_bytes);
    } else if (!s.element) {
        put_structure(m, s.block, to, &e);
    } else if (spirv_op_of(m, s.element) == SpvOpTypeStruct) {
        for (; e.i < s.n; e.i++)
            put_structure(m, s.element, to + s.at + (size_t)e.i * s.stride, &e);
    } else if (is_points(r, s.element)) {
        for (; e.i < s.n; e.i++) {
            struct numbers v = sources[r->source].get(&e, field_of(r->source, "position")->what);
            put_numbers(m, s.element, NULL, to + s.at + (size_t)e.i * s.stride, &v);
        }
    } else if (r->source == SOURCE_TRIANGLES) {
        put_triangles(l, to + s.at, s.size - s.at);
    } else if (sources[r->source].stride) {
        put_words(l, r->source, to + s.at, s.size - s.at);
    }
}

/* ---- the whole ---- */

/* Addresses without memory behind each buffer, so that an index past its end is noticed. */
enum { GAP_B = 1 << 20 };

void pipeline_near(const struct launch *l, uint64_t addr, char *out, size_t room)
{
    out[0] = '\0';
    for (uint32_t i = 0; i < l->pipeline->n_resources; i++) {
        const struct pipeline_memory *memory = &l->memories[l->first_memory[i]];
        if (l->first_memory[i] != l->first_memory[i + 1] && addr >= memory->addr &&
            addr - memory->addr < memory->size + GAP_B)
            snprintf(out, room, ": at byte %llu of '%s', which has %llu",
                     (unsigned long long)(addr - memory->addr),
                     spirv_resource_name(&l->pipeline->resources[i]),
                     (unsigned long long)memory->size);
    }
}

enum st_code pipeline_buffers_create(struct launch *l, struct status *st)
{
    const struct spirv_pipeline *p = l->pipeline;
    TRY(mem_make(&l->memories, PIPELINE_MEMORIES + 1, sizeof *l->memories, "buffers", st));
    TRY(mem_make(&l->outside, 1, sizeof *l->outside, "buffers", st));
    uint64_t at = 0;
    for (uint32_t i = 0; i < p->n_resources; i++) {
        const struct spirv_resource *r = &p->resources[i];
        l->first_memory[i] = l->n_memories;
        if (r->kind != RESOURCE_BUFFER)
            continue;
        if (l->n_memories == PIPELINE_MEMORIES)
            return status_fail(st, ST_FAILED, "%s: more than %d buffers", p->folder,
                               PIPELINE_MEMORIES);
        struct pipeline_memory *memory = &l->memories[l->n_memories++];
        memory->size = size_of(l, r);
        memory->written = r->written;
        memory->resource = i + 1;
        memory->addr = at; /* until the memory map is made */
        at += device_round_up(memory->size ? memory->size : 1) + GAP_B;
        TRY(mem_make(&memory->host, memory->size + 1, 1, spirv_resource_name(r), st));
    }
    l->first_memory[p->n_resources] = l->n_memories;
    l->memories[l->n_memories] =
        (struct pipeline_memory){.addr = at, .size = p->n_records, .host = p->records};
    return ST_OK;
}

void pipeline_note_outside(const struct warp_context *m, const struct code *c)
{
    _Atomic uint64_t *outside = m->launch->outside;
    uint64_t now = (uint64_t)(c - m->launch->program->code + 1) << 32 | c->resource;
    uint64_t before = atomic_load_explicit(outside, memory_order_relaxed);
    while ((!before || now < before) &&
           !atomic_compare_exchange_weak_explicit(outside, &before, now, memory_order_relaxed,
                                                  memory_order_relaxed))
        continue;
}

uint64_t pipeline_buffers_size(const struct launch *l)
{
    return l->memories[l->n_memories].addr + device_round_up(l->pipeline->n_records);
}

void pipeline_buffers_fill(struct launch *l)
{
    const struct spirv_pipeline *p = l->pipeline;
    for (uint32_t i = 0; i <= l->n_memories; i++)
        l->memories[i].addr += l->map.memories;
    for (uint32_t i = 0; i < p->n_resources; i++)
        if (p->resources[i].kind == RESOURCE_BUFFER)
            fill(l, &p->resources[i], l->memories[l->first_memory[i]].host);
}

void pipeline_buffers_free(struct launch *l)
{
    for (uint32_t i = 0; l->memories && i < l->n_memories; i++)
        mem_free(l->memories[i].host);
    MEM_FREE(l->memories, l->outside, l->levels, l->level_at);
}

/* ---- reports ---- */

static void list_unknown(const struct spirv_resource *r, uint32_t type, char *out)
{
    const struct spirv_module *m = r->module;
    for (uint32_t i = 0; i < spirv_parts(m, type); i++) {
        const struct spirv_member *member = spirv_member(m, type, i);
        const char *name = member && member->name ? member->name : "?";
        uint32_t part = spirv_part(m, type, i);
        size_t used = strlen(out);
        if (spirv_op_of(m, part) == SpvOpTypeStruct)
            list_unknown(r, part, out);
        else if (spirv_op_of(m, part) != SpvOpTypeRuntimeArray && !field_of(r->source, name) &&
                 !given(r, name).n)
            snprintf(out + used, PIPELINE_MEMBERS_TEXT - used, "%s%s", used ? ", " : "", name);
    }
}

void pipeline_unknown_members(const struct spirv_resource *r, char out[PIPELINE_MEMBERS_TEXT])
{
    const struct spirv_module *m = r->module;
    out[0] = '\0';
    if (r->kind != RESOURCE_BUFFER || !sources[r->source].fields)
        return;
    uint32_t type = r->type;
    uint32_t last = spirv_part(m, type, spirv_parts(m, type) - 1);
    bool array = spirv_op_of(m, last) == SpvOpTypeRuntimeArray;
    type = array ? spirv_part(m, last, 0) : type;
    if (spirv_op_of(m, type) == SpvOpTypeStruct)
        list_unknown(r, type, out);
}
