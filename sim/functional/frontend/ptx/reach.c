/* Finds the parts of a module that the kernel to run needs: all functions that it calls or
 * whose addresses it takes, directly or indirectly, and the shared memory that those use. Other
 * parts are not decoded, so an unsupported instruction matters only if it may be executed. */
#include "common/grow.h"
#include "sim/functional/frontend/ptx/parser.h"

static enum st_code add_reference(struct ptx_parser *p, uint32_t from, uint32_t to)
{
    TRY(PTX_ROOM(p, references));
    p->references[p->n_references++] = (struct ptx_reference){from, to};
    return ST_OK;
}

/* Notes a name in a body, if it is that of a function, in a call or elsewhere, or of a table of
 * functions. */
static enum st_code note_name(struct ptx_parser *p, uint32_t from, struct slice name, bool call)
{
    struct ptx_function *f = ptx_find_function(p, name);
    if (f) {
        f->called |= call;
        f->pointed |= !call;
        return add_reference(p, from, (uint32_t)(f - p->functions));
    }
    for (uint32_t i = 0; i < p->n_pointers; i++)
        if (slice_equal(p->pointers[i].variable, name))
            TRY(add_reference(p, from, p->pointers[i].function));
    return ST_OK;
}

/* Notes every word of a body. An invalid token ends the scan, because decoding reports it later. */
static enum st_code scan_body(struct ptx_parser *p, uint32_t function)
{
    struct ptx_lexer lexer = p->functions[function].body;
    struct ptx_token t;
    struct status unused;
    uint32_t depth = 1;
    bool call = false;
    while (depth && ptx_lex(&lexer, &t, &unused) == ST_OK && t.kind != PTX_END) {
        struct slice word = ptx_slice(&t);
        depth += (uint32_t)ptx_token_is(&t, "{") - (uint32_t)ptx_token_is(&t, "}");
        if (ptx_token_is(&t, ";") || ptx_token_is(&t, "{"))
            call = false;
        if (t.kind != PTX_WORD || word.text[0] == '%')
            continue;
        if (slice_is(word, ".loc") || slice_is(word, ".file"))
            ptx_lex_skip_line(&lexer);
        else if (slice_is(word, "call") || slice_is(word, "call.uni"))
            call = true;
        else if (word.text[0] != '.')
            TRY(note_name(p, function, word, call));
    }
    return ST_OK;
}

enum st_code ptx_scan(struct ptx_parser *p)
{
    for (uint32_t i = 0; i < p->n_bodies; i++)
        TRY(scan_body(p, p->bodies[i]));
    return ST_OK;
}

static void note_variables(struct ptx_parser *p, uint32_t function)
{
    struct ptx_lexer lexer = p->functions[function].body;
    struct ptx_token t;
    struct status unused;
    uint32_t depth = 1;
    while (depth && ptx_lex(&lexer, &t, &unused) == ST_OK && t.kind != PTX_END) {
        depth += (uint32_t)ptx_token_is(&t, "{") - (uint32_t)ptx_token_is(&t, "}");
        struct ptx_variable *v = t.kind == PTX_WORD ? ptx_find_variable(p, ptx_slice(&t)) : NULL;
        if (v)
            v->used = true;
    }
}

static enum st_code place_shared(struct ptx_parser *p)
{
    for (uint32_t i = 0; i < p->n_variables; i++) {
        struct ptx_variable *v = &p->variables[i];
        if (v->used && v->space == PTX_SHARED)
            TRY(program_add_shared(p->builder, v->bytes, v->align, v->line, &v->offset, p->st));
        p->builder->p->dynamic_shared |= v->used && v->space == PTX_DYNAMIC;
    }
    return ST_OK;
}

static enum st_code give_shapes(struct ptx_parser *p)
{
    for (uint32_t i = 0; i < p->n_functions; i++) {
        const struct ptx_function *f = &p->functions[i];
        struct ptx_shape shape = {.result = f->result_bytes, .n = f->n_params};
        if (!f->pointed || !f->defined || f->entry || f->n_params > 32)
            continue;
        for (uint32_t k = 0; k < f->n_params; k++)
            shape.bytes[k] = p->params[f->first_param + k].bytes;
        TRY(ptx_shape_of(p, &shape, &p->builder->p->functions[f->index].shape));
    }
    return ST_OK;
}

enum st_code ptx_reach(struct ptx_parser *p, struct ptx_function *entry)
{
    bool more = true;
    for (uint32_t i = 0; i < p->n_functions; i++)
        p->functions[i].reached = !entry || &p->functions[i] == entry;
    while (more) {
        more = false;
        for (uint32_t i = 0; i < p->n_references; i++) {
            const struct ptx_reference *r = &p->references[i];
            bool reaches = p->functions[r->from].reached && !p->functions[r->to].reached;
            more |= reaches;
            p->functions[r->to].reached |= reaches;
        }
    }
    for (uint32_t i = 0; i < p->n_bodies; i++)
        if (p->functions[p->bodies[i]].reached)
            note_variables(p, p->bodies[i]);
    TRY(place_shared(p));
    return give_shapes(p);
}
