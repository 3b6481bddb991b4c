#include "orchestrator/cli/command_study.h"

#include "common/interrupt.h"
#include "orchestrator/isa/isa_print.h"
#include "sim/config/load/load.h"

#include <string.h>

static enum st_code print_isa(const struct command_context *c, const struct isa_table *t,
                              struct status *st)
{
    struct json_writer w = {0};
    if (!c->settings->output.json) {
        isa_print(t, c->out);
        return ST_OK;
    }
    json_t *document = json_writer_document(&w, c->line->name);
    isa_json(&w, document, t);
    return json_writer_finish(&w, document, c->out, st);
}

static enum st_code run_isa(const struct command_context *c, const struct grid_points *points,
                            struct status *st)
{
    struct isa_table t;
    interrupt_catch(COMMAND_INTERRUPTED);
    TRY(isa_run(&t, points, st));
    enum st_code code = print_isa(c, &t, st);
    isa_free(&t);
    return code;
}

/* Warns of GPUs where every fetch hits, since code of any size then costs the same. */
static enum st_code warn_of_caches(const struct command_context *c,
                                   const struct grid_points *points, struct status *st)
{
    const char *last = "";
    for (size_t i = 0; i < points->n; i++) {
        const char *gpu = points->points[i].settings.render.gpu;
        struct gpu_config config;
        if (strcmp(gpu, last) == 0)
            continue;
        TRY(gpu_config_load(&config, gpu, st));
        last = gpu;
        if (!config.icache.size_B)
            command_warn(c,
                         "%s has no instruction cache, so that every fetch hits; for one give "
                         "%s%cicache.size_B=16384",
                         gpu, gpu, strchr(gpu, ':') ? ',' : ':');
    }
    return ST_OK;
}

enum st_code command_isa(const struct command_context *c, struct status *st)
{
    struct study study;
    TRY(study_create(&study, c->settings, st));
    enum st_code code = command_check_axes(c, &study.grids[0], st);
    if (code == ST_OK)
        code = command_warn_points(c, &study.points, st);
    if (code == ST_OK)
        code = warn_of_caches(c, &study.points, st);
    if (code == ST_OK)
        code = run_isa(c, &study.points, st);
    study_free(&study);
    return code;
}
