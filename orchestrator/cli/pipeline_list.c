#include "orchestrator/cli/pipeline_list.h"

#include "common/listing.h"
#include "common/printable.h"
#include "orchestrator/compare/census_print.h"
#include "sim/functional/exec/pipeline_members.h"

#include <limits.h>
#include <string.h>

static const enum inst_kind shown[] = {KIND_ALU,   KIND_CONTROL, KIND_SFU,  KIND_MEMORY,
                                       KIND_TRACE, KIND_RT,      KIND_CALL, KIND_TEXTURE};
enum { SHOWN = sizeof shown / sizeof *shown };

static json_t *stage_json(struct json_writer *w, const struct spirv_pipeline *p, uint32_t i)
{
    const struct spirv_stage *s = &p->stages[i];
    const struct program_function *f = &p->program->functions[s->function];
    json_t *one = json_writer_object(w), *kinds = json_writer_object(w);
    uint32_t n[INST_KINDS] = {0};
    for (uint32_t k = f->first; k < f->end; k++)
        n[p->program->insts[k].kind]++;
    json_put_text(w, one, "file", s->name);
    json_put_text(w, one, "stage", spirv_kind_names[s->kind]);
    json_put_count(w, one, "instructions", f->end - f->first);
    for (int k = 0; k < SHOWN; k++)
        json_put_count(w, kinds, census_kind_name(shown[k]), n[shown[k]]);
    json_put(w, one, "kinds", kinds);
    json_put_count(w, one, "live_registers", f->live_registers);
    return one;
}

static void put_stage(struct json_writer *w, json_t *object, const char *key,
                      const struct spirv_pipeline *p, uint32_t stage)
{
    json_put_text(w, object, key, stage == PIPELINE_NO_SHADER ? NULL : p->stages[stage].name);
}

static json_t *records_json(struct json_writer *w, const struct spirv_pipeline *p,
                            const struct spirv_record *records, uint32_t n)
{
    json_t *list = json_writer_array(w);
    for (uint32_t i = 0; i < n; i++)
        json_append_text(w, list, p->stages[records[i].stage].name);
    return list;
}

static json_t *table_json(struct json_writer *w, const struct spirv_pipeline *p)
{
    json_t *table = json_writer_object(w), *groups = json_writer_array(w);
    json_put(w, table, "miss", records_json(w, p, p->miss, p->n_miss));
    for (uint32_t i = 0; i < p->n_groups; i++) {
        json_t *group = json_writer_object(w);
        json_put_count(w, group, "group", i);
        put_stage(w, group, "closest_hit", p, p->groups[i].closest_hit);
        put_stage(w, group, "any_hit", p, p->groups[i].any_hit);
        put_stage(w, group, "intersection", p, p->groups[i].intersection);
        json_append(w, groups, group);
    }
    json_put(w, table, "hit_groups", groups);
    json_put(w, table, "callables", records_json(w, p, p->callables, p->n_callables));
    json_put_count(w, table, "recursion", p->recursion);
    json_put_count(w, table, "first_group_of_triangles", p->offset[0]);
    json_put_count(w, table, "first_group_of_spheres", p->offset[1]);
    return table;
}

static json_t *resource_json(struct json_writer *w, const struct spirv_resource *r)
{
    static const char *const kinds[] = {"acceleration structure", "storage image", "texture",
                                        "sampler", "buffer"};
    json_t *one = json_writer_object(w);
    char unknown[PIPELINE_MEMBERS_TEXT];
    if (r->set < 0) {
        json_put(w, one, "set", json_null());
        json_put(w, one, "binding", json_null());
    } else {
        json_put_count(w, one, "set", (uint32_t)r->set);
        json_put_count(w, one, "binding", r->binding);
    }
    pipeline_unknown_members(r, unknown);
    json_put_text(w, one, "name", spirv_resource_name(r));
    json_put_text(w, one, "kind",
                  r->set == SET_PUSH        ? "push constants"
                  : r->set == SET_REFERENCE ? "behind addresses"
                                            : kinds[r->kind]);
    json_put_text(w, one, "is", resource_source_names[r->source]);
    json_put_text(w, one, "zero", unknown[0] ? unknown : NULL);
    return one;
}

/* Whether a's set and binding come before b's. */
static bool before(const struct spirv_resource *a, const struct spirv_resource *b)
{
    return a->set != b->set ? a->set < b->set : a->binding < b->binding;
}

/* The resource behind `last` in the order of sets and bindings; NULL: there is none. */
static const struct spirv_resource *next_resource(const struct spirv_pipeline *p,
                                                  const struct spirv_resource *last)
{
    const struct spirv_resource *next = NULL;
    for (uint32_t i = 0; i < p->n_resources; i++) {
        const struct spirv_resource *r = &p->resources[i];
        if ((!last || before(last, r)) && (!next || before(r, next)))
            next = r;
    }
    return next;
}

static json_t *document_of(struct json_writer *w, const struct command_context *c,
                           const struct spirv_pipeline *p)
{
    json_t *d = json_writer_document(w, c->line->name), *stages = json_writer_array(w);
    json_t *bindings = json_writer_array(w), *dispatches = json_writer_array(w);
    json_put_text(w, d, "folder", p->folder);
    json_put_text(w, d, "hash", p->hash);
    for (uint32_t i = 0; i < p->n_stages; i++)
        json_append(w, stages, stage_json(w, p, i));
    json_put(w, d, "stages", stages);
    for (uint32_t i = 0; i < p->n_dispatches; i++)
        json_append_text(w, dispatches, p->stages[p->dispatches[i].entry.stage].name);
    json_put(w, d, "dispatches", dispatches);
    json_put(w, d, "binding_table", table_json(w, p));
    for (const struct spirv_resource *r = NULL; (r = next_resource(p, r));)
        json_append(w, bindings, resource_json(w, r));
    json_put(w, d, "bindings", bindings);
    json_put_count(w, d, "registers", p->registers);
    json_put_count(w, d, "local_bytes", p->local_bytes);
    json_put_count(w, d, "shared_bytes", p->program->shared_bytes);
    return d;
}

static const struct listing_column stage_columns[] = {
    LISTING_WORDS("file", "file"),
    LISTING_WORDS("stage", "stage"),
    LISTING_NUMBER("instructions", "instructions", 0),
    LISTING_NUMBER("alu", "kinds.alu", 0),
    LISTING_NUMBER("control", "kinds.control", 0),
    LISTING_NUMBER("sfu", "kinds.sfu", 0),
    LISTING_NUMBER("memory", "kinds.memory", 0),
    LISTING_NUMBER("trace", "kinds.trace", 0),
    LISTING_NUMBER("rt", "kinds.rt", 0),
    LISTING_NUMBER("call", "kinds.call", 0),
    LISTING_NUMBER("texture", "kinds.texture", 0),
    LISTING_NUMBER("live registers", "live_registers", 0),
};
static const struct listing_column group_columns[] = {
    LISTING_NUMBER("hit group", "group", 0),
    LISTING_WORDS("closest hit", "closest_hit"),
    LISTING_WORDS("any hit", "any_hit"),
    LISTING_WORDS("intersection", "intersection"),
};
static const struct listing_column binding_columns[] = {
    LISTING_NUMBER("set", "set", 0), LISTING_NUMBER("binding", "binding", 0),
    LISTING_WORDS("name", "name"),   LISTING_WORDS("kind", "kind"),
    LISTING_WORDS("is", "is"),       LISTING_WORDS("members that are zero", "zero"),
};

static void print_names(const char *what, const json_t *list, FILE *out)
{
    char name[NAME_MAX + 1];
    for (size_t i = 0; i < json_array_size(list); i++) {
        snprintf(name, sizeof name, "%s", json_string_value(json_array_get(list, i)));
        printable_clean(name);
        fprintf(out, "%s %zu: %s\n", what, i, name);
    }
}

static void print_tables(json_t *d, FILE *out)
{
    const json_t *table = json_object_get(d, "binding_table");
    LISTING(json_object_get(d, "stages"), stage_columns, out);
    fputc('\n', out);
    print_names("dispatch", json_object_get(d, "dispatches"), out);
    LISTING(json_object_get(table, "hit_groups"), group_columns, out);
    print_names("miss", json_object_get(table, "miss"), out);
    print_names("callable", json_object_get(table, "callables"), out);
    fprintf(out, "rays within each other: %lld\n\n",
            json_integer_value(json_object_get(table, "recursion")));
    LISTING(json_object_get(d, "bindings"), binding_columns, out);
    fprintf(out, "\nregisters of a thread: %lld; local memory of a call: %lld bytes",
            json_integer_value(json_object_get(d, "registers")),
            json_integer_value(json_object_get(d, "local_bytes")));
    long long shared = json_integer_value(json_object_get(d, "shared_bytes"));
    if (shared)
        fprintf(out, "; memory of a work group: %lld bytes", shared);
    fputc('\n', out);
}

enum st_code pipeline_list(const struct command_context *c, const char *folder, struct status *st)
{
    struct spirv_pipeline *p;
    struct json_writer w = {0};
    enum st_code code = ST_OK;
    TRY(spirv_pipeline_load(&p, folder, st));
    json_t *d = document_of(&w, c, p);
    if (c->settings->output.json) {
        code = json_writer_finish(&w, d, c->out, st);
    } else {
        print_tables(d, c->out);
        json_decref(d);
        if (w.failed)
            code = status_no_memory(st, "a pipeline");
    }
    spirv_pipeline_free(p);
    return code;
}
