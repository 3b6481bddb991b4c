/* Parses the text line by line: comments, labels, directives, instructions. */
#include "sim/functional/frontend/rdna2/parse.h"

#include "common/grow.h"
#include "sim/functional/frontend/rdna2/reader.h"

#include <ctype.h>
#include <string.h>

void rdna2_program_free(struct rdna2_program *p)
{
    if (p)
        MEM_FREE(p->insts, p->at, p);
}

static struct slice without_comment(struct slice line)
{
    bool quoted = false;
    for (size_t i = 0; i < line.n; i++) {
        quoted ^= line.text[i] == '"';
        bool slashes = line.text[i] == '/' && i + 1 < line.n && line.text[i + 1] == '/';
        if (!quoted && (line.text[i] == ';' || slashes))
            line.n = i;
    }
    return line;
}

/* Whether the name is declared as a function; removes the declaration. */
static bool is_function(struct rdna2_reader *r, struct slice name)
{
    for (uint32_t i = 0; i < r->n_declared; i++)
        if (slice_equal(r->functions[i], name)) {
            r->functions[i] = r->functions[--r->n_declared];
            return true;
        }
    return false;
}

static enum st_code begin_function(struct rdna2_reader *r, struct slice name, struct status *st)
{
    struct program *p = r->p;
    if (!grow(&p->functions, p->n_functions, &r->room_functions, sizeof *p->functions))
        return status_no_memory(st, r->name);
    struct program_function *f = &p->functions[p->n_functions];
    *f = (struct program_function){.first = p->n_code};
    TRY(mem_make(&f->name, name.n + 1, 1, r->name, st));
    memcpy(f->name, name.text, name.n);
    p->n_functions++;
    r->in_function = true;
    return ST_OK;
}

static enum st_code add_label(struct rdna2_reader *r, struct slice name, struct status *st)
{
    if (r->section == SECTION_OTHER)
        return ST_OK;
    if (r->n_symbols == PROGRAM_MOST_CODE)
        return READER_FAIL(r, st, "too many labels; at most %d are allowed", PROGRAM_MOST_CODE);
    if (!grow(&r->symbols, r->n_symbols, &r->room_symbols, sizeof *r->symbols))
        return status_no_memory(st, r->name);
    bool code = r->section == SECTION_CODE;
    r->symbols[r->n_symbols++] = (struct rdna2_symbol){.name = name,
                                                       .section = r->section,
                                                       .value = code ? r->pc : r->p->data_bytes,
                                                       .inst = r->p->n_code,
                                                       .line = r->line};
    return code && is_function(r, name) ? begin_function(r, name, st) : ST_OK;
}

static enum st_code read_line(struct rdna2_reader *r, struct slice line, struct status *st)
{
    if (r->in_metadata)
        return rdna2_read_metadata(r, line, st);
    line = rdna2_trim(without_comment(line));
    struct slice rest = line, word = rdna2_word(&rest);
    if (word.n > 1 && word.text[word.n - 1] == ':') {
        TRY(add_label(r, (struct slice){word.text, word.n - 1}, st));
        line = rest;
    }
    if (!line.n)
        return ST_OK;
    if (*line.text == '.')
        return rdna2_read_directive(r, line, st);
    if (r->section != SECTION_CODE || !r->in_function)
        return READER_FAIL(r, st, "'%.*s' outside of every function", SLICE_SHOW(line));
    return rdna2_read_instruction(r, line, st);
}

static enum st_code read_text(struct rdna2_reader *r, const char *text, size_t n, struct status *st)
{
    const char *end = text + n;
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t length = newline ? (size_t)(newline - text) : (size_t)(end - text);
        r->line++;
        for (size_t i = 0; i < length; i++)
            if (!isprint((unsigned char)text[i]) && !isspace((unsigned char)text[i]))
                return READER_FAIL(r, st, "a control character");
        TRY(read_line(r, (struct slice){text, length}, st));
        text += length + (newline != NULL);
    }
    if (r->in_kernel || r->in_metadata)
        return READER_FAIL(r, st, "the text ends here; expected %s before",
                           r->in_kernel ? ".end_amdhsa_kernel" : ".end_amdgpu_metadata");
    return ST_OK;
}

static void release(struct rdna2_reader *r)
{
    for (uint32_t i = 0; i < r->n_kernels; i++)
        mem_free(r->kernels[i].params);
    MEM_FREE(r->symbols, r->fixes, r->functions, r->kernels, r->args.params);
    program_free(r->p);
}

static enum st_code parse(struct program **out, const char *text, size_t n, const char *name,
                          const char *entry, bool compute, struct status *st)
{
    struct rdna2_reader r = {.name = name, .compute = compute};
    enum st_code code = mem_make(&r.p, 1, sizeof *r.p, name, st);
    if (code == ST_OK)
        code = mem_copy_text(&r.p->name, name, name, st);
    if (code == ST_OK)
        code = mem_make(&r.r, 1, sizeof *r.r, name, st);
    if (code == ST_OK) {
        r.p->rdna2 = r.r;
        r.p->rdna2_free = rdna2_program_free;
        code = read_text(&r, text, n, st);
    }
    if (code == ST_OK)
        code = rdna2_finish(&r, entry, st);
    if (code == ST_OK) {
        *out = r.p;
        r.p = NULL;
    }
    release(&r);
    return code;
}

enum st_code rdna2_parse(struct program **out, const char *text, size_t n, const char *name,
                         struct status *st)
{
    return parse(out, text, n, name, "raygen", false, st);
}

enum st_code rdna2_parse_kernel(struct program **out, const char *text, size_t n, const char *name,
                                const char *entry, struct status *st)
{
    return parse(out, text, n, name, entry, true, st);
}
