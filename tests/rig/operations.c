#include "tests/rig/rig.h"

#include "tests/rig/operations.h"

#include <stdlib.h>
#include <string.h>

int rig_operations_read(struct operations *out, const char *name)
{
    char command[512];
    snprintf(command, sizeof command, "python3 -B '%s/tests/data/%s'", TEST_SOURCE_DIR, name);
    FILE *f = popen(command, "r");
    if (!f)
        return -1;
    while (out->n < OPERATIONS_MOST && fgets(out->rows[out->n].line, sizeof out->rows->line, f)) {
        struct operation *r = &out->rows[out->n++];
        char cell[5][24] = {{0}};
        sscanf(r->line, "%23s %7s %23s %23s %23s %23s %23s", r->opcode, r->letters, cell[0],
               cell[1], cell[2], cell[3], cell[4]);
        size_t n = strlen(r->letters) - 1;
        for (size_t i = 0; i < n; i++)
            r->source[i] = strtoull(cell[i], NULL, 16);
        memcpy(r->result, cell[n], sizeof r->result);
    }
    return pclose(f) == 0 ? 0 : -1;
}
