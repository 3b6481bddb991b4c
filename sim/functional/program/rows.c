/* Places registers in the order in which their ranges begin, each into the first row of its cell
 * and function whose last range has ended. No order needs fewer rows. */
#include "sim/functional/program/rows.h"

#include "common/memory.h"

#include <stdlib.h>

struct row {
    uint32_t function, cell, offset;
    uint32_t last; /* last instruction of the range that is in the row */
};

struct candidate {
    uint32_t first, name;
};

static int by_first(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return x->name < y->name ? -1 : x->name > y->name;
}

/* The first row that the register with this range may share; n if there is none. */
static uint32_t free_row(const struct row *rows, uint32_t n, const struct live_range *range,
                         uint32_t cell, bool framed)
{
    uint32_t i = 0;
    while (i < n && !((framed || rows[i].function == range->function) && rows[i].cell == cell &&
                      rows[i].last < range->first))
        i++;
    return i;
}

enum st_code rows_place(const struct live_range *ranges, const uint8_t *cells, uint32_t n,
                        bool framed, uint32_t *offset, uint32_t *unwritten, uint32_t *end,
                        struct status *st)
{
    struct candidate *order = mem_calloc(n, sizeof *order);
    struct row *rows = mem_calloc(n, sizeof *rows);
    uint32_t n_order = 0, n_rows = 0, at = *end;
    for (uint32_t r = 0; order && rows && r < n; r++) {
        if (ranges[r].private) {
            order[n_order++] = (struct candidate){ranges[r].first, r};
            continue;
        }
        offset[r] = at;
        if (ranges[r].function)
            at += WARP_LANES * (cells[r] == CELL_8 ? 8 : 4);
    }
    *unwritten = at;
    enum st_code code = order && rows ? ST_OK : status_no_memory(st, "a register file");
    if (code == ST_OK)
        qsort(order, n_order, sizeof *order, by_first);
    for (uint32_t k = 0; code == ST_OK && k < n_order; k++) {
        uint32_t r = order[k].name, bytes = WARP_LANES * (cells[r] == CELL_8 ? 8 : 4);
        uint32_t i = free_row(rows, n_rows, &ranges[r], cells[r], framed);
        if (i == n_rows) {
            rows[n_rows++] = (struct row){ranges[r].function, cells[r], at, 0};
            at += bytes;
        }
        rows[i].last = ranges[r].last;
        offset[r] = rows[i].offset;
    }
    *end = at;
    mem_free(order);
    mem_free(rows);
    return code;
}
