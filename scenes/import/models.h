/* models.h -- the objects of a mesh file that become one mesh: by default all of them; here each
 * one separately, except those that are listed together. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct mesh_model {
    const char **objects; /* names, borrowed; at least one */
    size_t n;
};

struct mesh_models {
    struct mesh_model *together;
    size_t n;
};

/* The name of the mesh that an object belongs to: that of the first object of its list, or its own.
 */
const char *mesh_models_name(const struct mesh_models *models, const char *object);
