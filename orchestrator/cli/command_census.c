#include "orchestrator/cli/command_session.h"

#include "common/file.h"
#include "orchestrator/compare/census_print.h"
#include "orchestrator/predict/traversal.h"
#include "orchestrator/result/result_table.h"
#include "orchestrator/settings/output.h"

static enum st_code print_table(const struct command_context *c, const struct session *s,
                                const struct census *census, struct status *st)
{
    fprintf(c->out, "%u x %u pixels, %u sample%s of at most %u segments, ", s->frame.width,
            s->frame.height, s->frame.samples, s->frame.samples == 1 ? "" : "s",
            s->frame.max_depth);
    frame_print_shader(&s->frame, c->out);
    frame_print_number(&s->frame, c->out);
    fputc('\n', c->out);
    return census_print(census, s->launch, c->out, st);
}

static enum st_code print_json(const struct command_context *c, const struct session *s,
                               const struct gpu_config *gpu, const struct census *census,
                               struct cost_time taken, struct status *st)
{
    struct json_writer w = {0};
    json_t *d = json_writer_document(&w, c->line->name);
    json_put_text(&w, d, "scene", s->world->scene->name);
    json_put_real(&w, d, "unit", s->world->scene->unit);
    json_put_text(&w, d, "gpu", gpu->name);
    json_put_text(&w, d, "shader", s->frame.shaders ? NULL : shader_names[s->frame.shader]);
    json_put_text(&w, d, "shaders", s->frame.shaders);
    json_put_text(&w, d, "shader_hash", launch_shader_hash(s->launch));
    json_put_count(&w, d, "frame", s->frame.number);
    json_put_count(&w, d, "width", s->frame.width);
    json_put_count(&w, d, "height", s->frame.height);
    json_put_count(&w, d, "samples", s->frame.samples);
    json_put_count(&w, d, "max_depth", s->frame.max_depth);
    json_put_count(&w, d, "seed", s->frame.seed);
    enum st_code code = census_json(&w, d, census, s->launch, st);
    if (code != ST_OK) {
        json_decref(d);
        return code;
    }
    command_session_json(&w, d, c, s, taken);
    return json_writer_finish(&w, d, c->out, st);
}

static enum st_code write_lines(const struct census *census, const struct session *s,
                                const char *path, struct status *st)
{
    struct file_out file;
    TRY(file_out_open(&file, path, st));
    census_write_lines(census, s->launch, file.stream);
    return file_out_commit(&file, st);
}

static enum st_code take_census(const struct command_context *c, const struct session *s,
                                const struct gpu_config *gpu, struct status *st)
{
    struct traversal_options traversal = traversal_of(gpu);
    struct cost_time start = cost_now();
    struct census census;
    TRY(census_take(&census, s->launch, &traversal, c->settings->output.quiet, st));
    struct cost_time taken = cost_since(start);
    enum st_code code = ST_OK;
    if (output_is_stdout(c->settings->output.lines))
        census_write_lines(&census, s->launch, c->out);
    else
        code = c->settings->output.json ? print_json(c, s, gpu, &census, taken, st)
                                        : print_table(c, s, &census, st);
    if (code == ST_OK && c->settings->output.lines && !output_is_stdout(c->settings->output.lines))
        code = write_lines(&census, s, c->settings->output.lines, st);
    census_free(&census);
    return code;
}

static enum st_code check_lines(const struct command_context *c, struct status *st)
{
    return output_check_rows("lines", c->settings->output.lines, c->settings, c->out, st);
}

enum st_code command_census(const struct command_context *c, struct status *st)
{
    struct command_session s;
    TRY(check_lines(c, st));
    TRY(command_session_open(&s, c, st));
    enum st_code code = check_lines(c, st); /* all inputs are known now */
    if (code == ST_OK)
        code = take_census(c, &s.session, &s.gpu, st);
    command_warn_late(c, s.session.launch);
    command_session_close(&s);
    return code;
}
