#include "orchestrator/cli/command_trace.h"

#include "common/memory.h"
#include "orchestrator/result/result_table.h"
#include "orchestrator/settings/output.h"

static void print_trace(const struct session *s, const char *path, const struct traced *traced,
                        FILE *out)
{
    const struct functional_counts *counts = &traced->counts;
    fprintf(out, "%-22s %s\n", "picture", path);
    fprintf(out, "%-22s %u x %u pixels, %u sample%s, ", "frame", s->frame.width, s->frame.height,
            s->frame.samples, s->frame.samples == 1 ? "" : "s");
    frame_print_shader(&s->frame, out);
    frame_print_number(&s->frame, out);
    fputc('\n', out);
    if (s->world->scene->unit != 1.0)
        fprintf(out, "%-22s %g of the scene's\n", "unit", s->world->scene->unit);
    if (traced->profile.sampled) {
        fprintf(out, "%-22s ", "profile");
        profile_facts_print(&traced->profile, (uint64_t)s->frame.width * s->frame.height, out);
    }
    fprintf(out, "%-22s %llu\n", "rays", (unsigned long long)counts->rays);
    fprintf(out, "%-22s %llu\n", "node visits", (unsigned long long)counts->node_visits);
    fprintf(out, "%-22s %llu\n", "warp instructions",
            (unsigned long long)counts->warp_instructions);
    fprintf(out, "%-22s %llu\n", "thread instructions",
            (unsigned long long)counts->thread_instructions);
}

static enum st_code print_trace_json(const struct command_context *c, const struct session *s,
                                     const char *path, const struct traced *traced,
                                     struct cost_time taken, struct status *st)
{
    const struct functional_counts *counts = &traced->counts;
    struct json_writer w = {0};
    json_t *d = json_writer_document(&w, c->line->name);
    json_put_text(&w, d, "scene", s->world->scene->name);
    json_put_real(&w, d, "unit", s->world->scene->unit);
    json_put_text(&w, d, "picture", path);
    json_put_text(&w, d, "shader", s->frame.shaders ? NULL : shader_names[s->frame.shader]);
    json_put_text(&w, d, "shaders", s->frame.shaders);
    json_put_text(&w, d, "isa", s->frame.shaders ? NULL : isa_names[s->frame.isa]);
    json_put_count(&w, d, "frame", s->frame.number);
    json_put_count(&w, d, "width", s->frame.width);
    json_put_count(&w, d, "height", s->frame.height);
    json_put_count(&w, d, "samples", s->frame.samples);
    json_put_count(&w, d, "seed", s->frame.seed);
    json_put_count(&w, d, "rays", counts->rays);
    json_put_count(&w, d, "node_visits", counts->node_visits);
    json_put_count(&w, d, "max_nodes_per_ray", counts->max_nodes_per_ray);
    json_put_count(&w, d, "warp_instructions", counts->warp_instructions);
    json_put_count(&w, d, "thread_instructions", counts->thread_instructions);
    profile_facts_put(&w, d, &traced->profile);
    command_session_json(&w, d, c, s, taken);
    return json_writer_finish(&w, d, c->out, st);
}

static enum st_code trace_to(const struct command_context *c, trace_function trace,
                             const struct gpu_config *gpu, const struct session *session,
                             const char *path, struct status *st)
{
    struct traced traced = {0};
    struct cost_time start = cost_now();
    struct image picture;
    TRY(output_check(path, c->settings, c->out, st));
    TRY(trace(session, gpu, c->settings, &picture, &traced, st));
    struct cost_time taken = cost_since(start);
    enum st_code code = image_write_png(&picture, path, st);
    image_free(&picture);
    TRY(code);
    if (c->settings->output.json)
        return print_trace_json(c, session, path, &traced, taken, st);
    print_trace(session, path, &traced, c->out);
    return ST_OK;
}

enum st_code command_trace(const struct command_context *c, trace_function trace,
                           const char *ending, struct status *st)
{
    struct command_session s;
    MEM_AUTO char *path = NULL;
    if (c->settings->output.path) /* checked again after all inputs are known */
        TRY(output_check(c->settings->output.path, c->settings, c->out, st));
    TRY(command_session_open(&s, c, st));
    enum st_code code =
        output_name(&path, c->settings->output.path, s.world.scene->name, ending, st);
    if (code == ST_OK)
        code = trace_to(c, trace, &s.gpu, &s.session, path, st);
    command_warn_late(c, s.session.launch);
    command_session_close(&s);
    return code;
}
