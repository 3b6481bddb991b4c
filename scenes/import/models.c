#include "scenes/import/models.h"

#include <string.h>

const char *mesh_models_name(const struct mesh_models *models, const char *object)
{
    for (size_t m = 0; m < models->n; m++)
        for (size_t i = 0; i < models->together[m].n; i++)
            if (strcmp(models->together[m].objects[i], object) == 0)
                return models->together[m].objects[0];
    return object;
}
