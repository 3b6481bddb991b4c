/* The command isa: both instruction sets side by side ("Lost in Abstraction", Gutierrez et al.,
 * HPCA 2018). */
#include "orchestrator/grids/grid_command.h"

#include "common/json_writer.h"
#include "common/listing.h"
#include "orchestrator/workload/isa_rows.h"
#include "sim/workload/user_program.h"

#include <math.h>
#include <string.h>

/* ---- the document ---- */

/* Puts a row of a frame. Where the row has a ratio, its logarithm is added to *sum and 1 to *n. */
static void put_row(struct json_writer *w, json_t *rows, const struct isa_row *row,
                    const json_t *statistics, double *sum, double *n)
{
    double values[ISAS_COMPARED];
    json_t *one = json_append_object(w, rows);
    json_put_text(w, one, "name", row->name);
    json_put_text(w, one, "unit", row->unit);
    json_put_text(w, one, "paper", row->where);
    for (int isa = 0; isa < ISAS_COMPARED; isa++) {
        values[isa] = json_real_of(json_object_get(statistics, isa_names[isa]), row->name);
        json_put_real(w, one, isa_names[isa], values[isa]);
    }
    bool has = values[ISA_PTX] > 0 && values[ISA_RDNA2] > 0;
    json_put_real(w, one, "ratio", has ? values[ISA_RDNA2] / values[ISA_PTX] : (double)NAN);
    *sum += has ? log(values[ISA_RDNA2] / values[ISA_PTX]) : 0;
    *n += has;
}

/* Puts "frames", each with its statistics (workload/isa_rows.h) under both instruction sets and
 * their ratios, and "ratios", the geometric means over all frames. */
static enum st_code put(struct json_writer *w, json_t *document, const struct cells *c,
                        char note[STATUS_TEXT], struct status *st)
{
    double sums[64] = {0}, n[64] = {0};
    note[0] = 0;
    json_t *frames = json_put_array(w, document, "frames");
    for (size_t s = 0; s < c->scenes.n; s++)
        for (size_t g = 0; g < c->gpus.n; g++) {
            json_t *run;
            TRY(cells_document(&run, c, s, g, NULL, st));
            json_t *frame = json_append_object(w, frames);
            cells_put_names(w, frame, c, s, g);
            json_t *rows = json_put_array(w, frame, "statistics");
            for (size_t i = 0; i < n_isa_rows; i++)
                put_row(w, rows, &isa_rows[i], json_object_get(run, "statistics"), &sums[i], &n[i]);
            json_decref(run);
        }
    json_t *ratios = json_put_object(w, document, "ratios");
    for (size_t i = 0; i < n_isa_rows; i++)
        json_put_real(w, ratios, isa_rows[i].name, n[i] > 0 ? exp(sums[i] / n[i]) : (double)NAN);
    return ST_OK;
}

/* ---- the tables ---- */

static const struct listing_column columns[] = {
    LISTING_WORDS("statistic", "name"), LISTING_ANY("ptx", "ptx", 4),
    LISTING_ANY("rdna2", "rdna2", 4),   LISTING_NUMBER("ratio", "ratio", 3),
    LISTING_WORDS("unit", "unit"),
};

static void print(const json_t *document, FILE *out)
{
    const json_t *frames = json_object_get(document, "frames"), *frame, *ratio;
    size_t i;
    const char *name;
    json_array_foreach(frames, i, frame)
    {
        fprintf(out, "%s%s on %s\n", i ? "\n" : "",
                json_string_value(json_object_get(frame, "scene")),
                json_string_value(json_object_get(frame, "gpu")));
        LISTING(json_object_get(frame, "statistics"), columns, out);
    }
    if (json_array_size(frames) < 2)
        return;
    fputs("\ngeometric means of the ratios\n", out);
    json_object_foreach(json_object_get(document, "ratios"), name, ratio) if (json_is_number(ratio))
        fprintf(out, "%-18s %8.3f\n", name, json_number_value(ratio));
}

/* ---- the command ---- */

/* Refuses files of kernels, which exist for one instruction set only. Warns of GPUs on which every
 * instruction fetch hits, since code of any size then costs the same. */
static enum st_code check(const struct render_settings *render, const struct gpu_config *gpu,
                          char warning[STATUS_TEXT], struct status *st)
{
    if (user_program_is(render->scene))
        return status_fail(st, ST_USAGE,
                           "%s: a file is of one instruction set, and isa compares two; expected a "
                           "scene or a kernel that 'diorama kernels' lists",
                           render->scene);
    if (!gpu->icache.size_B)
        snprintf(warning, STATUS_TEXT,
                 "%.200s has no instruction cache, so that every fetch hits; for one give "
                 "%.200s%cicache.size_B=16384",
                 render->gpu, render->gpu, strchr(render->gpu, ':') ? ',' : ':');
    return ST_OK;
}

const struct grid_command isa_grid = {
    .title = "Instruction sets side by side",
    .slices = {{.observe = "instructions"}},
    .n_slices = 1,
    .check = check,
    .put = put,
    .print = print,
};
