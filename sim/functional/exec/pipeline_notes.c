/* Warnings beside the results of a pipeline: stages that are not run, bindings that no stage has,
 * members that are zero because nothing gives them a value, indices that left their buffers. */
#include "sim/functional/exec/launch.h"
#include "sim/functional/exec/pipeline_exec.h"
#include "sim/functional/exec/pipeline_members.h"

#include <string.h>

static void add_zeros(const struct spirv_pipeline *p, char *out, size_t room)
{
    size_t first = strlen(out);
    for (uint32_t i = 0; i < p->n_resources; i++) {
        char names[PIPELINE_MEMBERS_TEXT];
        size_t used = strlen(out);
        pipeline_unknown_members(&p->resources[i], names);
        if (names[0])
            snprintf(out + used, room - used, "%s%s: %s",
                     used > first ? "; "
                                  : "of the pipeline's buffers these members are zero, as nothing "
                                    "gives them a value: ",
                     spirv_resource_name(&p->resources[i]), names);
    }
    size_t used = strlen(out);
    if (used > first)
        snprintf(out + used, room - used, "; `members` of pipeline.cfg can\n");
}

static void pipeline_notes(const struct spirv_pipeline *p, const struct scene *scene, char *out,
                           size_t room)
{
    out[0] = '\0';
    if (scene->n_spheres && !p->intersection && !p->n_queries)
        snprintf(out + strlen(out), room - strlen(out),
                 "the scene has %u sphere%s, which no ray hits: the pipeline has no intersection "
                 "shader (.rint)\n",
                 scene->n_spheres, scene->n_spheres == 1 ? "" : "s");
    if (p->n_unnamed)
        snprintf(out + strlen(out), room - strlen(out),
                 "%s: compute shaders that no dispatch of pipeline.cfg names are not run: %s%s\n",
                 p->folder, p->unnamed, p->n_unnamed == 1 ? "" : ", ...");
    if (p->n_unread)
        snprintf(out + strlen(out), room - strlen(out),
                 "%s/pipeline.cfg: no stage has these bindings: %u of set %u%s\n", p->folder,
                 p->unread_binding, p->unread_set, p->n_unread == 1 ? "" : ", ...");
    add_zeros(p, out, room);
}

void launch_notes(const struct launch *l, char *out, size_t room)
{
    out[0] = '\0';
    if (l->pipeline)
        pipeline_notes(l->pipeline, l->image->scene, out, room);
}

void launch_notes_of(const char *shaders, const struct scene *scene, char *out, size_t room)
{
    struct spirv_pipeline *p;
    struct status st = {0};
    out[0] = '\0';
    if (!shaders || !launch_is_pipeline(shaders) || spirv_pipeline_load(&p, shaders, &st) != ST_OK)
        return;
    pipeline_notes(p, scene, out, room);
    spirv_pipeline_free(p);
}

void launch_late_notes(const struct launch *l, char *out, size_t room)
{
    uint64_t outside = l->outside ? atomic_load_explicit(l->outside, memory_order_relaxed) : 0;
    out[0] = '\0';
    if (!outside)
        return;
    uint32_t code = (uint32_t)(outside >> 32) - 1, resource = (uint32_t)outside - 1;
    const struct pipeline_memory *memory = &l->memories[l->first_memory[resource]];
    snprintf(out, room,
             "%s:%u: leaves '%s', which has %llu bytes; loads outside give zeros, and stores there "
             "are discarded\n",
             program_source(l->program, code), l->program->code[code].line,
             spirv_resource_name(&l->pipeline->resources[resource]),
             (unsigned long long)memory->size);
}
