#include "orchestrator/result/line_table.h"

#include "common/file.h"
#include "common/listing.h"
#include "common/memory.h"
#include "common/table.h"
#include "sim/functional/warp.h"

#include <stdlib.h>
#include <string.h>

enum { DEAREST = 20, SOURCE_SHOWN = 48 };

/* ---- sums ---- */

/* The number of a file; adds it. The list has room for all files of the program.
 */
static enum st_code file_of(struct source_lines *l, const char *name, uint32_t *out,
                            struct status *st)
{
    for (*out = 0; *out < l->n_files; ++*out)
        if (strcmp(l->files[*out], name) == 0)
            return ST_OK;
    TRY(mem_copy_text(&l->files[l->n_files], name, name, st));
    l->n_files++;
    return ST_OK;
}

/* A line of a file; adds it. */
static struct source_line *line_of(struct source_lines *l, uint32_t file, uint32_t line)
{
    for (uint32_t i = l->n; i-- > 0;)
        if (l->of[i].line == line && l->of[i].file == file)
            return &l->of[i];
    l->of[l->n] = (struct source_line){.file = file, .line = line};
    return &l->of[l->n++];
}

static void add(struct inst_count *to, uint64_t *accesses, const struct inst_count *from,
                const struct warp_inst *inst)
{
    bool memory = inst->op == OP_LOAD || inst->op == OP_STORE;
    *accesses += memory && from->executed ? from->warps : 0;
    to->warps += from->warps;
    to->active += from->active;
    to->executed += from->executed;
    to->sectors += from->sectors;
    for (uint32_t k = 0; k < INST_SLOTS; k++)
        to->slots[k] += from->slots[k];
}

uint64_t source_slots(const struct inst_count *c)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < INST_SLOTS; k++)
        sum += c->slots[k];
    return sum;
}

static int by_line(const void *a, const void *b)
{
    const struct source_line *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return x->line < y->line ? -1 : x->line > y->line;
}

static enum st_code add_shader(struct source_lines *out, const struct program *program,
                               const struct program_function *f, const struct inst_count *of,
                               struct status *st)
{
    struct source_shader *s = &out->shaders[out->n_shaders];
    for (uint32_t i = f->first; i < f->end; i++)
        add(&s->all, &s->accesses, &of[i], &program->insts[i]);
    if (!s->all.warps && !source_slots(&s->all))
        return ST_OK;
    s->entry = of[f->first];
    out->n_shaders++;
    return mem_copy_text(&s->name, f->name, f->name, st);
}

enum st_code source_lines_create(struct source_lines *out, const struct program *program,
                                 const struct inst_counters *insts, struct status *st)
{
    uint32_t file;
    if (!MEM_ARRAYS(MEM_ARRAY(out->of, (size_t)program->n_code + 1),
                    MEM_ARRAY(out->files, (size_t)program->n_functions + program->n_files + 1),
                    MEM_ARRAY(out->shaders, (size_t)program->n_functions + 1)))
        return status_no_memory(st, "source lines");
    for (uint32_t i = 0; i < program->n_code; i++) {
        const struct inst_count *count = &insts->of[i];
        if (!count->warps && !source_slots(count))
            continue;
        TRY(file_of(out, program_source(program, i), &file, st));
        struct source_line *line = line_of(out, file, program->code[i].line);
        add(&line->count, &line->accesses, count, &program->insts[i]);
    }
    for (uint32_t f = 0; f < program->n_functions; f++)
        TRY(add_shader(out, program, &program->functions[f], insts->of, st));
    qsort(out->of, out->n, sizeof *out->of, by_line);
    return ST_OK;
}

void source_lines_free(struct source_lines *lines)
{
    for (uint32_t i = 0; i < lines->n_files; i++)
        mem_free(lines->files[i]);
    for (uint32_t i = 0; i < lines->n_shaders; i++)
        mem_free(lines->shaders[i].name);
    MEM_FREE(lines->files, lines->of, lines->shaders);
    *lines = (struct source_lines){0};
}

/* ---- CSV and JSON ---- */

const char *source_base_name(const char *path)
{
    const char *name = strrchr(path, '/');
    return name ? name + 1 : path;
}

void source_lines_csv(const struct source_lines *l, FILE *out)
{
    fputs("file,line,warp_instructions,active_lanes,executed_lanes,accesses,sectors", out);
    for (uint32_t k = 0; k < INST_SLOTS; k++)
        fprintf(out, ",slot_%s", inst_slot_names[k]);
    fputc('\n', out);
    for (uint32_t i = 0; i < l->n; i++) {
        const struct inst_count *c = &l->of[i].count;
        table_write_cell(source_base_name(l->files[l->of[i].file]), out);
        fprintf(out, ",%u,%llu,%llu,%llu,%llu,%llu", l->of[i].line, (unsigned long long)c->warps,
                (unsigned long long)c->active, (unsigned long long)c->executed,
                (unsigned long long)l->of[i].accesses, (unsigned long long)c->sectors);
        for (uint32_t k = 0; k < INST_SLOTS; k++)
            fprintf(out, ",%llu", (unsigned long long)c->slots[k]);
        fputc('\n', out);
    }
}

static void put_counts(struct json_writer *w, json_t *one, const struct inst_count *c,
                       uint64_t accesses)
{
    json_t *stalls = json_writer_object(w);
    json_put_count(w, one, "warp_instructions", c->warps);
    json_put_count(w, one, "active_lanes", c->active);
    json_put_count(w, one, "executed_lanes", c->executed);
    json_put_count(w, one, "accesses", accesses);
    json_put_count(w, one, "sectors", c->sectors);
    for (uint32_t k = 0; k < INST_SLOTS; k++)
        json_put_count(w, stalls, inst_slot_names[k], c->slots[k]);
    json_put(w, one, "slots", stalls);
}

static json_t *line_json(struct json_writer *w, const struct source_lines *l,
                         const struct source_line *line)
{
    json_t *one = json_writer_object(w);
    json_put_text(w, one, "file", source_base_name(l->files[line->file]));
    json_put_count(w, one, "line", line->line);
    put_counts(w, one, &line->count, line->accesses);
    return one;
}

json_t *source_shaders_json(struct json_writer *w, const struct source_lines *lines)
{
    json_t *list = json_writer_array(w);
    for (uint32_t i = 0; i < lines->n_shaders; i++) {
        const struct source_shader *s = &lines->shaders[i];
        json_t *one = json_writer_object(w);
        json_put_text(w, one, "shader", s->name);
        json_put_count(w, one, "entered_by_warps", s->entry.warps);
        json_put_count(w, one, "entered_by_threads", s->entry.active);
        put_counts(w, one, &s->all, s->accesses);
        json_append(w, list, one);
    }
    return list;
}

json_t *source_lines_json(struct json_writer *w, const struct source_lines *lines)
{
    json_t *list = json_writer_array(w);
    for (uint32_t i = 0; i < lines->n; i++)
        json_append(w, list, line_json(w, lines, &lines->of[i]));
    return list;
}

/* ---- table ---- */

/* The text of a line of a file, without the blanks around it; "" if it cannot be read. */
static void read_source(const char *file, uint32_t line, char out[SOURCE_SHOWN + 1])
{
    struct status unused = {0};
    unsigned char *text;
    size_t n;
    out[0] = '\0';
    if (!line || file_read_regular(file, &text, &n, &unused) != ST_OK)
        return;
    const char *at = (const char *)text;
    for (uint32_t i = 1; i < line && at; i++) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    if (at) {
        at += strspn(at, " \t");
        snprintf(out, SOURCE_SHOWN + 1, "%.*s", (int)strcspn(at, "\r\n"), at);
        for (char *tab = out; (tab = strchr(tab, '\t'));)
            *tab = ' ';
    }
    mem_free(text);
}

const char *source_cause(const struct inst_count *c)
{
    uint32_t most = 0;
    for (uint32_t k = 1; k < SOURCE_ISSUED; k++)
        most = c->slots[k] > c->slots[most] ? k : most;
    return c->slots[most] ? inst_slot_names[most] : "";
}

static int by_slots(const void *a, const void *b)
{
    const struct source_line *x = *(const struct source_line *const *)a;
    const struct source_line *y = *(const struct source_line *const *)b;
    uint64_t p = source_slots(&x->count), q = source_slots(&y->count);
    return p != q ? (p < q ? 1 : -1) : by_line(x, y);
}

/* Puts the columns that a line and a shader share into a row. */
static void put_rates(struct json_writer *w, json_t *row, const struct inst_count *c,
                      uint64_t accesses, uint64_t all)
{
    json_put_real(w, row, "share", 100.0 * (double)source_slots(c) / (double)all);
    json_put_count(w, row, "issued", c->slots[SOURCE_ISSUED]);
    json_put_count(w, row, "stalled", source_slots(c) - c->slots[SOURCE_ISSUED]);
    json_put_text(w, row, "cause", source_cause(c));
    if (c->warps)
        json_put_real(w, row, "simt",
                      100.0 * (double)c->executed / ((double)c->warps * WARP_LANES));
    if (accesses)
        json_put_real(w, row, "sectors", (double)c->sectors / (double)accesses);
}

enum st_code source_lines_dearest(const struct source_lines *l, const struct source_line ***out,
                                  uint64_t *all, struct status *st)
{
    const struct source_line **sorted;
    TRY(mem_make(&sorted, (size_t)l->n + 1, sizeof *sorted, "source lines", st));
    *all = 0;
    for (uint32_t i = 0; i < l->n; i++) {
        sorted[i] = &l->of[i];
        *all += source_slots(&l->of[i].count);
    }
    qsort(sorted, l->n, sizeof *sorted, by_slots);
    *out = sorted;
    return ST_OK;
}

static json_t *row_json(struct json_writer *w, const struct source_lines *l,
                        const struct source_line *line, uint64_t all)
{
    json_t *row = json_writer_object(w);
    const char *path = l->files[line->file];
    char place[96], source[SOURCE_SHOWN + 1];
    snprintf(place, sizeof place, "%.80s:%u", source_base_name(path), line->line);
    read_source(path, line->line, source);
    json_put_text(w, row, "place", place);
    put_rates(w, row, &line->count, line->accesses, all);
    json_put_text(w, row, "source", source);
    return row;
}

static json_t *shader_row(struct json_writer *w, const struct source_shader *s, uint64_t all)
{
    json_t *row = json_writer_object(w);
    json_put_text(w, row, "shader", s->name);
    json_put_count(w, row, "warps", s->entry.warps);
    if (s->entry.warps)
        json_put_real(w, row, "lanes", (double)s->entry.active / (double)s->entry.warps);
    put_rates(w, row, &s->all, s->accesses, all);
    return row;
}

#define RATES                                                                                      \
    LISTING_NUMBER("% of slots", "share", 1), LISTING_NUMBER("issued", "issued", 0),               \
        LISTING_NUMBER("stalled", "stalled", 0), LISTING_WORDS("mostly by", "cause"),              \
        LISTING_NUMBER("SIMT %", "simt", 1), LISTING_NUMBER("sectors", "sectors", 1)
static const struct listing_column columns[] = {LISTING_WORDS("line", "place"), RATES,
                                                LISTING_WORDS("source", "source")};
static const struct listing_column shader_columns[] = {
    LISTING_WORDS("shader", "shader"), LISTING_NUMBER("run by warps", "warps", 0),
    LISTING_NUMBER("lanes each", "lanes", 1), RATES};

enum st_code source_lines_print(const struct source_lines *l, FILE *out, struct status *st)
{
    uint32_t n = l->n;
    const struct source_line **sorted;
    struct json_writer w = {0};
    json_t *rows = json_writer_array(&w), *shaders = json_writer_array(&w);
    uint64_t all;
    TRY(source_lines_dearest(l, &sorted, &all, st));
    for (uint32_t i = 0; i < n && i < DEAREST; i++)
        json_append(&w, rows, row_json(&w, l, sorted[i], all));
    for (uint32_t i = 0; i < l->n_shaders; i++)
        json_append(&w, shaders, shader_row(&w, &l->shaders[i], all));
    fputs("\nCycles of schedulers by shader\n", out);
    LISTING(shaders, shader_columns, out);
    json_decref(shaders);
    fprintf(out, "\nCycles of schedulers by source line, the dearest %d of %u\n",
            n < DEAREST ? (int)n : DEAREST, n);
    LISTING(rows, columns, out);
    json_decref(rows);
    mem_free(sorted);
    return w.failed ? status_no_memory(st, "source lines") : ST_OK;
}
