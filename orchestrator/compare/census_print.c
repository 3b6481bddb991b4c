#include "orchestrator/compare/census_print.h"

#include "common/auto.h"
#include "common/listing.h"
#include "common/table.h"
#include "orchestrator/result/result_json.h"
#include "scenes/bvh/micromap.h"
#include "sim/functional/program/program.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *title;
} kinds[INST_KINDS] = {
    [KIND_NONE] = {"none", "lanes whose guard failed"},
    [KIND_ALU] = {"alu", "arithmetic, moves, comparisons, logic"},
    [KIND_CONTROL] = {"control", "branches and returns"},
    [KIND_SFU] = {"sfu", "special functions"},
    [KIND_MEMORY] = {"memory", "loads and stores"},
    [KIND_RT] = {"rt", "ray-tracing pipeline"},
    [KIND_TRACE] = {"trace", "trace_ray"},
    [KIND_CALL] = {"call", "calls of shaders"},
    [KIND_TEXTURE] = {"texture", "textures"},
};

const char *census_kind_name(enum inst_kind kind)
{
    return kinds[kind].name;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_line(struct census_line *into, const struct census_line *line)
{
    into->warps += line->warps;
    into->active += line->active;
    into->executed += line->executed;
}

/* ---- sums over instructions ---- */

void census_classes(const struct census *c, uint64_t out[CENSUS_CLASSES])
{
    const struct mix_counters *mix = &c->counters.mix;
    memset(out, 0, CENSUS_CLASSES * sizeof *out);
    out[0] = mix->predicated_off;
    out[KIND_ALU] = mix->alu;
    out[KIND_CONTROL] = mix->control;
    out[KIND_SFU] = mix->sfu;
    out[KIND_MEMORY] = out[CENSUS_CLASSES - 1] = mix->memory;
    out[KIND_RT] = mix->rt;
    out[KIND_TRACE] = mix->trace;
    out[KIND_CALL] = mix->call;
    out[KIND_TEXTURE] = mix->texture;
}

static int by_text(const void *a, const void *b)
{
    const struct census_opcode *x = a, *y = b;
    int order = strcmp(x->text, y->text);
    return order ? order : (int)x->guarded - (int)y->guarded;
}

enum st_code census_opcodes(struct census_opcode **out, uint32_t *n, const struct census *c,
                            const struct launch *launch, struct status *st)
{
    struct census_opcode *list;
    const struct program *p = launch_program(launch);
    uint32_t used = 0;
    TRY(mem_make(&list, (size_t)c->n_lines + 1, sizeof *list, "census", st));
    for (uint32_t i = 0; i < c->n_lines; i++) {
        const char *text = p->opcodes[p->code[i].opcode];
        bool guarded = p->code[i].guard != ROW_NONE;
        uint32_t k = 0;
        while (k < used && (list[k].text != text || list[k].guarded != guarded))
            k++;
        if (k == used)
            list[used++] = (struct census_opcode){
                .text = text, .guarded = guarded, .kind = (enum inst_kind)p->insts[i].kind};
        add_line(&list[k].lines, &c->lines[i]);
    }
    qsort(list, used, sizeof *list, by_text);
    *out = list;
    *n = used;
    return ST_OK;
}

static struct census_line function_sum(const struct census *c, const struct program_function *f)
{
    struct census_line sum = {0};
    for (uint32_t i = f->first; i < f->end; i++)
        add_line(&sum, &c->lines[i]);
    return sum;
}

/* ---- cells of tables ---- */

static void print_counters(const struct census *c, FILE *out)
{
    for (size_t t = 0; t < n_gpu_counter_tables; t++) {
        const struct counter_table *table = &gpu_counter_tables[t];
        if (strcmp(table->section, "mix") == 0)
            continue;
        for (size_t i = 0; i < table->n_rows; i++) {
            const struct counter *row = &table->rows[i];
            if (census_has(table, row) &&
                !counter_absent(row, counter_read(table, row, &c->counters)))
                fprintf(out, "  %-5s%-23s %18llu  %s\n", table->section, row->name,
                        (unsigned long long)counter_read(table, row, &c->counters), row->unit);
        }
    }
    fprintf(out, "  %-5s%-23s %18llu  %s\n", "rt", "hits", (unsigned long long)c->hits,
            "ray with a triangle in range");
}

static void print_micromaps(const struct micromaps *m, FILE *out)
{
    if (!m)
        return;
    fprintf(out,
            "\nOpacity micromaps of level %u: %llu bytes\n"
            "  %llu masked triangles, of which %llu are opaque, %llu transparent and %llu unknown "
            "as a whole\n",
            m->level, (unsigned long long)m->size, (unsigned long long)m->n_triangles,
            (unsigned long long)m->n_special[MICROMAP_OPAQUE],
            (unsigned long long)m->n_special[MICROMAP_TRANSPARENT],
            (unsigned long long)m->n_special[MICROMAP_UNKNOWN]);
}

static void print_classes(const struct census *c, FILE *out)
{
    uint64_t classes[CENSUS_CLASSES];
    census_classes(c, classes);
    fprintf(out, "\nLanes by kind of instruction (Vulkan-Sim's classes)\n");
    for (int kind = 0; kind < INST_KINDS; kind++)
        if (kinds[kind].title)
            fprintf(out, "  %2d %-40s %18llu\n", kind, kinds[kind].title,
                    (unsigned long long)classes[kind]);
}

static void print_warps(const struct census *c, FILE *out)
{
    const struct mix_counters *m = &c->counters.mix;
#define LANES(none, n) m->warps_##n,
    const uint64_t with[WARP_LANES] = {MIX_LANES(LANES, )};
#undef LANES
    fprintf(out, "\nWarp instructions by active lanes, before guards: W1 to W32");
    for (int i = 0; i < WARP_LANES; i++)
        fprintf(out, "%s%10llu", i % 8 ? " " : "\n  ", (unsigned long long)with[i]);
    fputc('\n', out);
}

/* ---- JSON ---- */

static void put_line(struct json_writer *w, json_t *object, const struct census_line *line)
{
    json_put_count(w, object, "warps", line->warps);
    json_put_count(w, object, "lanes_active", line->active);
    json_put_count(w, object, "lanes_executed", line->executed);
}

static void put_micromaps(struct json_writer *w, json_t *d, const struct micromaps *m)
{
    if (!m)
        return;
    json_t *object = json_put_object(w, d, "micromaps");
    json_put_count(w, object, "level", m->level);
    json_put_count(w, object, "bytes", m->size);
    json_put_count(w, object, "triangles", m->n_triangles);
    json_put_count(w, object, "opaque", m->n_special[MICROMAP_OPAQUE]);
    json_put_count(w, object, "transparent", m->n_special[MICROMAP_TRANSPARENT]);
    json_put_count(w, object, "unknown", m->n_special[MICROMAP_UNKNOWN]);
}

static void put_classes(struct json_writer *w, json_t *d, const struct census *c)
{
    json_t *array = json_put_array(w, d, "classes");
    uint64_t classes[CENSUS_CLASSES];
    census_classes(c, classes);
    for (int i = 0; i < CENSUS_CLASSES; i++)
        json_append(w, array, json_integer((json_int_t)classes[i]));
}

static void put_functions(struct json_writer *w, json_t *d, const struct census *c,
                          const struct launch *launch)
{
    json_t *array = json_put_array(w, d, "functions");
    for (uint32_t i = 0; i < c->n_functions; i++) {
        json_t *object = json_append_object(w, array);
        const struct program_function *f = &launch_program(launch)->functions[i];
        struct census_line sum = function_sum(c, f);
        json_put_text(w, object, "name", f->name);
        json_put_text(w, object, "file",
                      base_name(program_source(launch_program(launch), f->first)));
        json_put_count(w, object, "instructions", f->end - f->first);
        json_put_count(w, object, "calls", c->calls[i]);
        put_line(w, object, &sum);
    }
}

enum st_code census_json(struct json_writer *w, json_t *document, const struct census *c,
                         const struct launch *launch, struct status *st)
{
    MEM_AUTO struct census_opcode *opcodes = NULL;
    uint32_t n;
    TRY(census_opcodes(&opcodes, &n, c, launch, st));
    result_put_counters(w, document, &c->counters, census_has);
    json_put_count(w, document, "hits", c->hits);
    put_micromaps(w, document, c->micromaps);
    put_classes(w, document, c);
    put_functions(w, document, c, launch);
    json_t *array = json_put_array(w, document, "opcodes");
    for (uint32_t i = 0; i < n; i++) {
        json_t *object = json_append_object(w, array);
        json_put_text(w, object, "opcode", opcodes[i].text);
        json_put(w, object, "guarded", json_boolean(opcodes[i].guarded));
        json_put_text(w, object, "kind", kinds[opcodes[i].kind].name);
        put_line(w, object, &opcodes[i].lines);
    }
    return ST_OK;
}

/* ---- tables for people ---- */

static const struct listing_column function_columns[] = {
    LISTING_WORDS("function", "name"),
    LISTING_NUMBER("instructions", "instructions", 0),
    LISTING_NUMBER("calls", "calls", 0),
    LISTING_NUMBER("lanes active", "lanes_active", 0),
    LISTING_NUMBER("executed", "lanes_executed", 0),
};

static const struct listing_column opcode_columns[] = {
    LISTING_WORDS("opcode", "text"),
    LISTING_WORDS("kind", "kind"),
    LISTING_NUMBER("warps", "warps", 0),
    LISTING_NUMBER("lanes active", "lanes_active", 0),
    LISTING_NUMBER("executed", "lanes_executed", 0),
};

/* Makes rows of the opcodes that were executed; those with a guard begin with '@'. */
static json_t *executed_opcodes(struct json_writer *w, const json_t *opcodes)
{
    json_t *rows = json_writer_array(w), *one;
    size_t i;
    json_array_foreach(opcodes, i, one)
    {
        char text[256];
        snprintf(text, sizeof text, "%s%s",
                 json_is_true(json_object_get(one, "guarded")) ? "@" : "",
                 json_string_value(json_object_get(one, "opcode")));
        json_put_text(w, one, "text", text);
        if (json_real_of(one, "warps") > 0)
            json_append(w, rows, json_incref(one));
    }
    return rows;
}

enum st_code census_print(const struct census *c, const struct launch *launch, FILE *out,
                          struct status *st)
{
    struct json_writer w = {0};
    json_t *document = json_writer_object(&w);
    TRY_ELSE(census_json(&w, document, c, launch, st), json_decref(document));
    json_t *opcodes = executed_opcodes(&w, json_object_get(document, "opcodes"));
    print_counters(c, out);
    print_micromaps(c->micromaps, out);
    print_classes(c, out);
    print_warps(c, out);
    fputc('\n', out);
    LISTING(json_object_get(document, "functions"), function_columns, out);
    fputc('\n', out);
    LISTING(opcodes, opcode_columns, out);
    json_decref(opcodes);
    json_decref(document);
    return w.failed ? status_no_memory(st, "census") : ST_OK;
}

/* ---- CSV ---- */

void census_write_lines(const struct census *c, const struct launch *launch, FILE *out)
{
    const struct program *p = launch_program(launch);
    fprintf(out, "file,line,opcode,kind,lanes_active,lanes_executed,warps\n");
    for (uint32_t i = 0; i < c->n_lines; i++) {
        const struct census_line *line = &c->lines[i];
        const struct code *in = &p->code[i];
        table_write_cell(base_name(program_source(p, i)), out);
        fprintf(out, ",%u,%s%s,%s,%llu,%llu,%llu\n", in->line, in->guard != ROW_NONE ? "@" : "",
                p->opcodes[in->opcode], kinds[p->insts[i].kind].name,
                (unsigned long long)line->active, (unsigned long long)line->executed,
                (unsigned long long)line->warps);
    }
}
