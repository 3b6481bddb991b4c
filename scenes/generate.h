/* generate.h -- triangle and sphere generators: geometry from a few numbers, for built-in scenes and
 * scene files of users.
 *
 * In a scene file:  generate = ( { kind = "terrain"; ...parameters...; material = "grass"; }, ... );
 * Deterministic: same parameters, same triangles, on every machine. */
#ifndef SCENES_GENERATE_H
#define SCENES_GENERATE_H

#include "common/conf.h"
#include "scenes/builder.h"

/* Resolves the name of a material of the scene file to its index; fails with the node's line. */
struct generate_context {
    struct scene_builder *builder;
    enum st_code (*material)(void *names, const struct conf_node *node, uint32_t *index,
                             struct status *st);
    void *names;
};

struct generator {
    const char *kind; /* "terrain" */
    const char *doc;  /* one line: what it makes and its parameters with units and ranges */
    enum st_code (*run)(const struct generate_context *context, const struct conf_node *group,
                        struct status *st);
};
extern const struct generator generators[]; /* ends with kind NULL */

/* Runs the generator that group's `kind` names; unknown kinds and parameters are errors that list
 * the known ones. */
enum st_code generate(const struct generate_context *context, const struct conf_node *group,
                      struct status *st);

#endif
