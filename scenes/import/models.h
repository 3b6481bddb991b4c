/* models.h -- which objects of a mesh file become one mesh. Without this list it is all of them;
 * with it, each object becomes a mesh, and objects that are listed together become one. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct mesh_model {
    const char **objects; /* names of objects, borrowed; one or more */
    size_t n;
};

struct mesh_models {
    struct mesh_model *together;
    size_t n;
};

/* Returns the name of the mesh to which an object belongs: that of the first object of its list, or
 * its own. */
const char *mesh_models_name(const struct mesh_models *models, const char *object);
