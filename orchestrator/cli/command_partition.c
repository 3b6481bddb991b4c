#include "orchestrator/cli/command.h"

#include "common/memory.h"
#include "orchestrator/predict/pipeline.h"
#include "orchestrator/result/result_json.h"
#include "orchestrator/settings/options_json.h"
#include "orchestrator/settings/output.h"

static void print_plan(const struct pipeline *p, const char *folder, FILE *out)
{
    const struct plan *plan = &p->plan;
    fprintf(out, "%-10s %s\n", "folder", folder);
    fprintf(out, "%-10s %s / %u: %u SMs and %u memory partitions\n", "machine", p->target.gpu.name,
            p->target.downscale.factor, p->target.downscale.sms,
            p->target.downscale.memory_partitions);
    fprintf(out, "%-10s %u x %u pixels\n", "frame", plan->width, plan->height);
    if (p->profile.facts.sampled) {
        fprintf(out, "%-10s ", "profile");
        profile_facts_print(&p->profile.facts, (uint64_t)plan->width * plan->height, out);
    }
    fputc('\n', out);
    fprintf(out, "%-6s %12s %12s %9s %9s\n", "group", "pixels", "chosen", "wanted", "reached");
    for (uint32_t g = 0; g < plan->n_groups; g++)
        fprintf(out, "%-6u %12llu %12llu %7.2f %% %7.2f %%\n", g,
                (unsigned long long)plan->groups[g].pixels,
                (unsigned long long)plan->groups[g].traced, plan->groups[g].wanted_percent,
                plan->groups[g].percent);
}

static enum st_code print_plan_json(const struct command_context *c, const struct pipeline *p,
                                    const char *folder, struct status *st)
{
    struct json_writer w = {0};
    const struct plan *plan = &p->plan;
    json_t *d = json_writer_document(&w, "partition"), *list = json_writer_array(&w);
    json_put_text(&w, d, "scene", p->world ? p->world->scene->name : NULL);
    json_put_text(&w, d, "gpu", p->target.gpu.name);
    json_put_text(&w, d, "folder", folder);
    json_put_count(&w, d, "frame", c->settings->render.frame);
    json_put_count(&w, d, "width", plan->width);
    json_put_count(&w, d, "height", plan->height);
    json_put_count(&w, d, "seed", c->settings->render.seed);
    profile_facts_put(&w, d, &p->profile.facts);
    result_put_downscale(&w, d, &p->target.downscale);
    for (uint32_t g = 0; g < plan->n_groups; g++) {
        json_t *group = json_writer_object(&w);
        json_put_count(&w, group, "pixels", plan->groups[g].pixels);
        json_put_count(&w, group, "pixels_traced", plan->groups[g].traced);
        json_put_real(&w, group, "percent_wanted", plan->groups[g].wanted_percent);
        json_put_real(&w, group, "percent", plan->groups[g].percent);
        json_append(&w, list, group);
    }
    json_put(&w, d, "groups", list);
    json_put(&w, d, "settings", options_recorded(&w, c->line->bit, c->settings));
    return json_writer_finish(&w, d, c->out, st);
}

static enum st_code write_plan(const struct command_context *c, const struct pipeline *p,
                               struct status *st)
{
    const char *stem = p->world ? p->world->scene->name : "heatmap";
    MEM_AUTO char *folder = NULL;
    TRY(output_name(&folder, c->settings->output.path, stem, "_partition", st));
    TRY(output_check_folder(folder, st)); /* all inputs are known now */
    TRY(pipeline_write(p, folder, st));
    if (c->settings->output.json)
        return print_plan_json(c, p, folder, st);
    print_plan(p, folder, c->out);
    return ST_OK;
}

enum st_code command_partition(const struct command_context *c, struct status *st)
{
    struct pipeline p;
    if (c->settings->output.path)
        TRY(output_check_folder(c->settings->output.path, st));
    TRY(pipeline_open(&p, c->settings, (struct pipeline_given){.plan_alone = true}, st));
    if (p.profile.note[0])
        command_warn(c, "%s", p.profile.note);
    command_warn_world(c, p.world);
    command_warn_launch(c, p.session.launch);
    command_warn_sample(c, &p);
    enum st_code code = write_plan(c, &p, st);
    pipeline_close(&p);
    return code;
}
