/* generate.h -- generators: geometry made from a few numbers, for built-in scenes and users' scene
 * files.
 *
 * In a scene file: generate = ( { kind = "tub"; length = 1.7; ...; material = "enamel"; }, ... );
 * Every parameter and material of a kind is required. Every group may also place its geometry
 * (`translate`, `rotate`, `scale`) and repeat it (`repeat`, `step`). docs/reference/generators.md,
 * made from the tables below, lists them. The same parameters give the same bytes on every machine.
 */
#pragma once

#include "common/conf.h"
#include "common/params.h"
#include "scenes/generate/mesh.h"

/* The builder that gets the geometry, and a function that finds the index of a material by its name
 * in the scene file; it fails with the node's line. */
struct generate_context {
    struct scene_builder *builder;
    enum st_code (*material)(void *names, const struct conf_node *node, uint32_t *index,
                             struct status *st);
    void *names;
};

enum { GENERATE_MATERIALS = 8 }; /* most materials of one kind */

/* One group of a scene file, read and checked. */
struct generate_job {
    struct scene_builder *builder;
    const struct conf_node *node; /* the group, for error messages */
    const char *kind;
    const void *params;                     /* the kind's struct */
    uint32_t materials[GENERATE_MATERIALS]; /* indices in the order of generator.materials */
};

struct generator {
    const char *kind;                   /* such as "column" */
    const char *doc;                    /* what it makes, for docs/reference/generators.md */
    const char *triangles;              /* number of triangles, as a formula of the parameters */
    struct param_table (*params)(void); /* its parameters, at the top level of a group */
    size_t size;                        /* bytes of the struct */
    const char *materials[GENERATE_MATERIALS + 1]; /* keys, ends with NULL */
    /* Checks what the parameters' ranges do not; fails with the line of one of the parameters.
     * NULL: nothing. */
    enum st_code (*check)(const struct generate_job *job, struct status *st);
    /* Appends to a mesh that starts with the first material and gets one instance. Generators that
     * make something else have `run` instead, which appends meshes, spheres and instances to the
     * job's builder. */
    void (*make)(const struct generate_job *job, struct maker *m);
    enum st_code (*run)(const struct generate_job *job, struct status *st);
};
extern const struct generator *const generators[]; /* sorted by kind, ends with NULL */

/* Runs the generator of the group's `kind`; errors for unknown kinds and keys list the known ones.
 * Failures have file and line (ST_USAGE). */
enum st_code generate(const struct generate_context *context, const struct conf_node *group,
                      struct status *st);

/* Writes docs/reference/generators.md: every kind with its parameters. */
void generators_document(FILE *out);
