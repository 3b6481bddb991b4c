/* reader.h -- shared by the parts of the scene file reader: the names that the file has defined so
 * far, and access to nodes with errors that contain file and line. Internal to scene_file.c,
 * cameras.c, materials.c and meshes.c. */
#pragma once

#include "common/conf.h"
#include "common/labels.h"
#include "scenes/builder.h"
#include "scenes/import/mesh_import.h"
#include "scenes/transform.h"

struct scene_name {
    char *text;
    uint32_t index;
};

struct scene_placeable { /* an entry of `meshes` */
    char *name, *file;
    int line;
    struct mesh_parts parts;
    struct transform transform; /* the entry's own transform, applied before that of an instance */
    bool placed;
};

struct scene_reader {
    struct scene_builder *b;
    struct scene_name *materials;
    uint32_t n_materials, room_materials;
    struct scene_placeable *meshes;
    uint32_t n_meshes, room_meshes;
    uint32_t n_files; /* scene files read so far, each as often as it is included */
    struct labels material_names, mesh_names; /* in the order of the arrays above */
    bool has_camera;                          /* whether one of the files has a camera */
    struct status *st;
};

/* Returns `code`, the result of a builder function with a message in r->st. Where it is ST_FAILED,
 * adds the node's file and line to the message. */
enum st_code reader_at(struct scene_reader *r, const struct conf_node *node, enum st_code code);
/* Reads a path, which is relative to the folder of the node's file. *path must be NULL before; the
 * caller frees it (mem_free), also on failure. */
enum st_code reader_path(struct scene_reader *r, const struct conf_node *node, char **path);
/* Reads a path as reader_path does, of a file that must exist; messages call it `what`. */
enum st_code reader_file(struct scene_reader *r, const struct conf_node *node, const char *what,
                         char **path);
/* Fails unless the node is a list or an array. */
enum st_code reader_list(struct scene_reader *r, const struct conf_node *node);
/* Reads every element of a list; `wrong` is the message for an element that is no group. */
typedef enum st_code reader_group(struct scene_reader *r, const struct conf_node *group);
enum st_code reader_groups(struct scene_reader *r, const struct conf_node *list, const char *wrong,
                           reader_group *read);
enum st_code reader_floats(struct scene_reader *r, const struct conf_node *node, size_t n,
                           float *out);
/* Reads a member that is a number; *out is unchanged if the key is missing. */
enum st_code reader_number(struct scene_reader *r, const struct conf_node *group, const char *key,
                           float *out);
/* Finds the material that the node names. */
enum st_code reader_material(struct scene_reader *r, const struct conf_node *node, uint32_t *index);

/* Reads the required `name` of a material or mesh, and its node. */
enum st_code reader_name(struct scene_reader *r, const struct conf_node *group,
                         const struct conf_node **node, const char **name);
/* Reads the camera and its path, which replace those of an included part. */
enum st_code reader_camera(struct scene_reader *r, const struct conf_node *group);
/* Read one group of `materials`, `meshes` or `instances`. */
enum st_code reader_add_material(struct scene_reader *r, const struct conf_node *group);
enum st_code reader_add_mesh(struct scene_reader *r, const struct conf_node *group);
enum st_code reader_add_instance(struct scene_reader *r, const struct conf_node *group);
/* Adds an instance of every mesh that has none. */
enum st_code reader_place_rest(struct scene_reader *r);
void reader_free(struct scene_reader *r);
