#include "orchestrator/cli/shader_list.h"

#include "common/grow.h"
#include "common/memory.h"

static enum st_code count_opcodes(struct shader_list *l, uint32_t file, struct status *st)
{
    const struct vsim_dump *d = &l->folder.files[file].dump;
    for (uint32_t i = 0; i < d->n_statements; i++) {
        const struct vsim_statement *s = &d->statements[i];
        const struct vsim_opcode *near,
            *o = vsim_opcode_find(s->opcode.text, s->opcode.n, s->n, &near);
        l->shaders[file].kinds[o ? o->kind : KIND_NONE]++;
        if (o)
            continue;
        if (!grow(&l->faults, l->n_faults, &l->room_faults, sizeof *l->faults))
            return status_no_memory(st, d->path);
        l->faults[l->n_faults++] = (struct listed_fault){file, s, near != NULL};
    }
    return ST_OK;
}

/* Decodes the folder, which gives the numbers of live registers; shaders that cannot be decoded
 * have none. */
static enum st_code decode(struct shader_list *l, const char *folder, struct status *st)
{
    struct vsim_pipeline *p;
    enum st_code code = vsim_pipeline_load(&p, folder, &l->why);
    l->registers = l->outline->registers;
    if (code == ST_NOMEM)
        return status_no_memory(st, folder);
    if (code != ST_OK)
        return ST_OK;
    for (uint32_t i = 0; i < p->n_stages; i++)
        l->shaders[i].live_registers = p->program->functions[p->stages[i].function].live_registers;
    if (!l->registers)
        l->registers = p->program->live_registers;
    vsim_pipeline_free(p);
    return ST_OK;
}

enum st_code shader_list_open(struct shader_list *out, const char *folder, struct status *st)
{
    *out = (struct shader_list){.n_faults = 0};
    TRY(vsim_folder_read(&out->folder, folder, st));
    enum st_code code = vsim_pipeline_outline(&out->outline, &out->folder, st);
    out->shaders = mem_calloc(out->folder.n_files, sizeof *out->shaders);
    if (code == ST_OK && !out->shaders)
        code = status_no_memory(st, folder);
    for (uint32_t i = 0; i < out->folder.n_files && code == ST_OK; i++)
        code = count_opcodes(out, i, st);
    if (code == ST_OK)
        code = decode(out, folder, st);
    if (code != ST_OK)
        shader_list_close(out);
    return code;
}

void shader_list_close(struct shader_list *l)
{
    vsim_folder_free(&l->folder);
    vsim_pipeline_free(l->outline);
    mem_free(l->shaders);
    mem_free(l->faults);
    *l = (struct shader_list){.n_faults = 0};
}
