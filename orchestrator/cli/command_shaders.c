#include "orchestrator/cli/command.h"

#include "orchestrator/cli/amber_print.h"
#include "orchestrator/cli/pipeline_init.h"
#include "orchestrator/cli/pipeline_list.h"
#include "orchestrator/cli/shader_list.h"
#include "orchestrator/compare/census_print.h"
#include "sim/functional/exec/launch.h"

#include <ctype.h>
#include <string.h>

static const enum inst_kind shown[] = {KIND_ALU,   KIND_CONTROL, KIND_SFU,     KIND_MEMORY, KIND_RT,
                                       KIND_TRACE, KIND_CALL,    KIND_TEXTURE, KIND_NONE};
enum { SHOWN = sizeof shown / sizeof *shown, OPCODE_SHOWN = 60 };

/* Returns the name of a kind of instruction. KIND_NONE is an unknown instruction here; elsewhere it
 * counts lanes that do nothing. */
static const char *name_of(enum inst_kind kind)
{
    return kind == KIND_NONE ? "unknown" : census_kind_name(kind);
}

/* Writes a stage's name in lower case, such as "closest_hit" for CLOSEST_HIT. */
static const char *stage_name(enum vsim_kind kind, char out[16])
{
    const char *name = vsim_kind_names[kind];
    size_t i = 0;
    for (; name[i] && i < 15; i++)
        out[i] = (char)tolower((unsigned char)name[i]);
    out[i] = '\0';
    return out;
}

static const char *file_name(const struct vsim_file *file)
{
    return strrchr(file->path, '/') + 1;
}

/* ---- text ---- */

static void print_id(const char *what, uint32_t id, FILE *out)
{
    if (id != VSIM_NO_SHADER)
        fprintf(out, "  %s %u", what, id);
}

static void print_table(const struct shader_list *l, FILE *out)
{
    const struct vsim_pipeline *p = l->outline;
    fprintf(out, "\nbinding table %s\n",
            p->bound_by_file ? "of pipeline.cfg" : "in LumiBench's order (no pipeline.cfg)");
    for (uint32_t i = 0; i < p->n_miss; i++)
        fprintf(out, "  miss %u: %u\n", i, p->miss[i]);
    for (uint32_t i = 0; i < p->n_groups; i++) {
        fprintf(out, "  hit group %u:", i);
        print_id("closest_hit", p->groups[i].closest_hit, out);
        print_id("intersection", p->groups[i].intersection, out);
        print_id("any_hit", p->groups[i].any_hit, out);
        fputc('\n', out);
    }
    if (l->registers)
        fprintf(out, "\nregisters of a thread: %u (%s)\n", l->registers,
                p->registers ? "ptxas" : "live in raygen");
    if (p->old)
        fputs("modes of variables: the Intel driver's, before lavapipe\n", out);
}

static void print_faults(const struct shader_list *l, FILE *out)
{
    for (uint32_t i = 0; i < l->n_faults; i++) {
        const struct listed_fault *fault = &l->faults[i];
        const struct slice *opcode = &fault->statement->opcode;
        int n = opcode->n < OPCODE_SHOWN ? (int)opcode->n : OPCODE_SHOWN;
        fprintf(out, "%s%s:%u: ", i ? "" : "\n", l->folder.files[fault->file].path,
                fault->statement->line);
        if (fault->known)
            fprintf(out, "%.*s with %u operands\n", n, opcode->text, fault->statement->n);
        else
            fprintf(out, "unknown opcode %.*s\n", n, opcode->text);
    }
}

/* ---- JSON ---- */

static json_t *shader_json(struct json_writer *w, const struct shader_list *l, uint32_t i)
{
    const struct vsim_file *file = &l->folder.files[i];
    json_t *one = json_writer_object(w), *kinds = json_writer_object(w);
    char stage[16];
    json_put_count(w, one, "id", file->id);
    json_put_text(w, one, "stage", stage_name(file->kind, stage));
    json_put_text(w, one, "file", file_name(file));
    json_put_count(w, one, "instructions", file->dump.n_statements);
    for (int k = 0; k < SHOWN; k++)
        json_put_count(w, kinds, name_of(shown[k]), l->shaders[i].kinds[shown[k]]);
    json_put(w, one, "kinds", kinds);
    json_put_count(w, one, "labels", file->dump.n_labels);
    json_put_count(w, one, "registers", file->dump.n_registers);
    if (l->shaders[i].live_registers)
        json_put_count(w, one, "live_registers", l->shaders[i].live_registers);
    else
        json_put(w, one, "live_registers", json_null());
    return one;
}

static void put_id(struct json_writer *w, json_t *object, const char *key, uint32_t id)
{
    json_put(w, object, key, id == VSIM_NO_SHADER ? json_null() : json_integer((json_int_t)id));
}

static json_t *table_json(struct json_writer *w, const struct vsim_pipeline *p)
{
    json_t *table = json_writer_object(w), *miss = json_writer_array(w);
    json_t *groups = json_writer_array(w);
    for (uint32_t i = 0; i < p->n_miss; i++)
        json_append(w, miss, json_integer((json_int_t)p->miss[i]));
    for (uint32_t i = 0; i < p->n_groups; i++) {
        json_t *group = json_writer_object(w);
        put_id(w, group, "closest_hit", p->groups[i].closest_hit);
        put_id(w, group, "intersection", p->groups[i].intersection);
        put_id(w, group, "any_hit", p->groups[i].any_hit);
        json_append(w, groups, group);
    }
    json_put_text(w, table, "file", p->bound_by_file ? "pipeline.cfg" : NULL);
    json_put(w, table, "miss", miss);
    json_put(w, table, "hit_groups", groups);
    return table;
}

static json_t *fault_json(struct json_writer *w, const struct shader_list *l,
                          const struct listed_fault *fault)
{
    const struct slice *opcode = &fault->statement->opcode;
    json_t *one = json_writer_object(w);
    json_put_text(w, one, "file", file_name(&l->folder.files[fault->file]));
    json_put_count(w, one, "line", fault->statement->line);
    json_put(w, one, "opcode", json_stringn(opcode->text, opcode->n));
    json_put_count(w, one, "operands", fault->statement->n);
    return one;
}

static enum st_code print_json(const struct command_context *c, const struct shader_list *l,
                               struct status *st)
{
    struct json_writer w = {0};
    json_t *d = json_writer_document(&w, c->line->name), *list = json_writer_array(&w);
    json_t *faults = json_writer_array(&w);
    json_put_text(&w, d, "folder", c->settings->render.scene);
    json_put_text(&w, d, "hash", l->outline->hash);
    for (uint32_t i = 0; i < l->folder.n_files; i++)
        json_append(&w, list, shader_json(&w, l, i));
    json_put(&w, d, "shaders", list);
    json_put(&w, d, "binding_table", table_json(&w, l->outline));
    put_id(&w, d, "registers", l->registers ? l->registers : VSIM_NO_SHADER);
    json_put(&w, d, "old_modes", json_boolean(l->outline->old));
    for (uint32_t i = 0; i < l->n_faults; i++)
        json_append(&w, faults, fault_json(&w, l, &l->faults[i]));
    json_put(&w, d, "unknown", faults);
    json_put_text(&w, d, "error", *l->why.text ? l->why.text : NULL);
    return json_writer_finish(&w, d, c->out, st);
}

static const struct listing_column columns[] = {
    LISTING_NUMBER("id", "id", 0),
    LISTING_WORDS("shader", "stage"),
    LISTING_NUMBER("instructions", "instructions", 0),
    LISTING_NUMBER("alu", "kinds.alu", 0),
    LISTING_NUMBER("control", "kinds.control", 0),
    LISTING_NUMBER("sfu", "kinds.sfu", 0),
    LISTING_NUMBER("memory", "kinds.memory", 0),
    LISTING_NUMBER("rt", "kinds.rt", 0),
    LISTING_NUMBER("trace", "kinds.trace", 0),
    LISTING_NUMBER("call", "kinds.call", 0),
    LISTING_NUMBER("texture", "kinds.texture", 0),
    LISTING_NUMBER("unknown", "kinds.unknown", 0),
    LISTING_NUMBER("labels", "labels", 0),
    LISTING_NUMBER("registers", "registers", 0),
    LISTING_NUMBER("live", "live_registers", 0),
};

static enum st_code print_tables(const struct shader_list *l, FILE *out, struct status *st)
{
    struct json_writer w = {0};
    json_t *list = json_writer_array(&w);
    for (uint32_t i = 0; i < l->folder.n_files; i++)
        json_append(&w, list, shader_json(&w, l, i));
    LISTING(list, columns, out);
    json_decref(list);
    print_table(l, out);
    print_faults(l, out);
    return w.failed ? status_no_memory(st, "shaders") : ST_OK;
}

/* Writes the pipeline.cfg of a pipeline. */
static enum st_code init(const char *folder, struct status *st)
{
    if (!launch_is_pipeline(folder))
        return status_fail(
            st, ST_USAGE,
            "%s has no shader in GLSL or SPIR-V; expected a folder with a file *.rgen", folder);
    return pipeline_init(folder, st);
}

/* Lists everything, even for a folder that cannot run, and then fails. */
enum st_code command_shaders(const struct command_context *c, struct status *st)
{
    struct shader_list l;
    if (amber_is_script(c->settings->render.scene) && !c->settings->command.init)
        return amber_print(c, c->settings->render.scene, st);
    if (c->settings->command.init)
        return init(c->settings->render.scene, st);
    if (launch_is_pipeline(c->settings->render.scene))
        return pipeline_list(c, c->settings->render.scene, st);
    TRY(shader_list_open(&l, c->settings->render.scene, st));
    enum st_code code =
        c->settings->output.json ? print_json(c, &l, st) : print_tables(&l, c->out, st);
    if (code == ST_OK && l.n_faults)
        code = status_fail(
            st, ST_FAILED,
            "%s: %u instruction%s not known; docs/reference/vulkan-sim-shaders.md lists "
            "those that are",
            c->settings->render.scene, l.n_faults, l.n_faults == 1 ? " that is" : "s that are");
    else if (code == ST_OK && *l.why.text)
        code = status_fail(st, ST_FAILED, "%s", l.why.text);
    shader_list_close(&l);
    return code;
}
