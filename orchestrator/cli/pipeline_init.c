#include "orchestrator/cli/pipeline_init.h"

#include "common/auto.h"
#include "common/file.h"
#include "common/memory.h"
#include "sim/functional/exec/pipeline_members.h"

#include <string.h>

/* A string of libconfig. */
static void put_text(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void put_stage(const char *key, const struct spirv_pipeline *p, uint32_t stage, FILE *out)
{
    if (stage == PIPELINE_NO_SHADER)
        return;
    fprintf(out, " %s = ", key);
    put_text(p->stages[stage].name, out);
    fputc(';', out);
}

static void put_records(const char *key, const char *why, const struct spirv_pipeline *p,
                        const struct spirv_record *records, uint32_t n, FILE *out)
{
    if (!n)
        return;
    fprintf(out, "%s = [", key);
    for (uint32_t i = 0; i < n; i++) {
        fputs(i ? ", " : " ", out);
        put_text(p->stages[records[i].stage].name, out);
    }
    fprintf(out, " ]; # %s\n", why);
}

static void put_groups(const struct spirv_pipeline *p, FILE *out)
{
    if (!p->n_groups)
        return;
    fputs("hit_groups = (\n", out);
    for (uint32_t i = 0; i < p->n_groups; i++) {
        fputs("    {", out);
        put_stage("closest_hit", p, p->groups[i].closest_hit, out);
        put_stage("any_hit", p, p->groups[i].any_hit, out);
        put_stage("intersection", p, p->groups[i].intersection, out);
        fprintf(out, " }%s # %u\n", i + 1 < p->n_groups ? "," : "", i);
    }
    fputs(");\n", out);
    fprintf(out,
            "offsets = { triangles = %u; spheres = %u; }; # first group of instances of either\n",
            p->offset[0], p->offset[1]);
}

static bool is_listed(const struct spirv_resource *r)
{
    return r->kind == RESOURCE_BUFFER || r->kind == RESOURCE_IMAGE;
}

static void put_bindings(const struct spirv_pipeline *p, FILE *out)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < p->n_resources; i++)
        left += is_listed(&p->resources[i]) && p->resources[i].set != SET_REFERENCE;
    if (left)
        fputs("bindings = (\n", out);
    for (uint32_t i = 0; i < p->n_resources; i++) {
        const struct spirv_resource *r = &p->resources[i];
        char unknown[PIPELINE_MEMBERS_TEXT];
        if (!is_listed(r) || r->set == SET_REFERENCE)
            continue;
        pipeline_unknown_members(r, unknown);
        if (r->set == SET_PUSH)
            fputs("    { push = true;", out);
        else
            fprintf(out, "    { set = %d; binding = %u;", r->set, r->binding);
        fprintf(out, " is = \"%s\"; }%s # %s", resource_source_names[r->source], --left ? "," : "",
                spirv_resource_name(r));
        if (unknown[0])
            fprintf(out, "; `members` may give numbers to %s", unknown);
        fputc('\n', out);
        if (!left)
            fputs(");\n", out);
    }
}

static void put_manifest(const struct spirv_pipeline *p, FILE *out)
{
    static const char *const opaque[] = {"materials", "all", "none"};
    fputs("# What the names in this folder say; docs/pipelines.md of Diorama has all keys.\n", out);
    put_records("dispatches", "of a frame, in order", p, &p->dispatches[0].entry, 1, out);
    put_records("miss", "by missIndex of traceRayEXT", p, p->miss, p->n_miss, out);
    put_groups(p, out);
    put_records("callables", "by the number of executeCallableEXT", p, p->callables, p->n_callables,
                out);
    fprintf(out, "recursion = %u; # rays of a thread that are open at once\n", p->recursion);
    fprintf(out, "opaque = \"%s\"; # masked materials are tested by any-hit shaders\n",
            opaque[p->opaque]);
    put_bindings(p, out);
}

enum st_code pipeline_init(const char *folder, struct status *st)
{
    MEM_AUTO char *path = file_join(folder, "pipeline.cfg");
    struct spirv_pipeline *p;
    struct file_out file;
    if (!path)
        return status_no_memory(st, folder);
    if (file_is_named(path))
        return status_fail(st, ST_USAGE, "%s is there already; expected a folder without one",
                           path);
    TRY(spirv_pipeline_load(&p, folder, st));
    enum st_code code = file_out_open(&file, path, st);
    if (code == ST_OK) {
        put_manifest(p, file.stream);
        code = file_out_commit(&file, st);
    }
    spirv_pipeline_free(p);
    return code;
}
