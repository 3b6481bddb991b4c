#include "sim/functional/frontend/ptxas/ptxas.h"

#include "sim/functional/frontend/ptxas/edit.h"

static enum st_code run_passes(struct edit *e)
{
    static enum st_code (*const passes[])(struct edit *) = {
        fuse_pass,     coalesce_pass, predicate_pass, layout_pass,
        converge_pass, expand_pass,   combine_pass,   order_pass};
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
        TRY(passes[i](e));
        TRY(edit_settle(e));
    }
    return edit_end(e);
}

enum st_code ptxas_rewrite(struct program_builder *b, const char *entry, struct status *st)
{
    struct edit e;
    if (!b->p->n_code)
        return ST_OK;
    enum st_code code = edit_begin(&e, b, st);
    e.entry = entry;
    if (code == ST_OK)
        code = run_passes(&e);
    edit_free(&e);
    return code;
}
