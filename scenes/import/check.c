#include "scenes/import/check.h"

#include "common/memory.h"

#include <stdio.h>
#include <string.h>

void mesh_checked_free(struct mesh_checked *c)
{
    MEM_FREE(c->plain.bytes, c->floats.bytes);
    *c = (struct mesh_checked){0};
}

void mesh_checked_add(struct mesh_checked *c, const char *what)
{
    size_t n = strlen(c->not_read);
    if (!strstr(c->not_read, what))
        snprintf(c->not_read + n, sizeof c->not_read - n, "%s%s", n ? ", " : "", what);
}
