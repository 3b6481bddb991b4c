#include "orchestrator/compare/reference_files.h"

#include "common/auto.h"
#include "common/file.h"

#include <stdio.h>
#include <string.h>

#define REFERENCE_FOLDER "tests/reference"
#define RAYGEN           "MESA_SHADER_RAYGEN_0.ptx"

/* Sets *out to <folder>/<name><ending> if that file exists, else leaves it NULL. */
static enum st_code look(char **out, const char *folder, const char *name, const char *ending,
                         struct status *st)
{
    size_t n = strlen(folder) + strlen(name) + strlen(ending) + 2;
    char *path;
    TRY(mem_make(&path, n, 1, name, st));
    snprintf(path, n, "%s/%s%s", folder, name, ending);
    if (file_exists(path))
        *out = path;
    else
        mem_free(path);
    return ST_OK;
}

static enum st_code look_beside(char **out, const char *table, const char *name, const char *ending,
                                struct status *st)
{
    MEM_AUTO char *folder = file_folder(table);
    *out = NULL;
    if (!folder)
        return status_no_memory(st, table);
    TRY(look(out, folder, name, "", st));
    return *out ? ST_OK : look(out, folder, name, ending, st);
}

enum st_code reference_scene(char **operand, const char *table, const char *name, struct status *st)
{
    TRY(look_beside(operand, table, name, ".scene", st));
    if (*operand)
        return ST_OK;
    MEM_AUTO char *folder = file_find_data(REFERENCE_FOLDER);
    if (folder && !strchr(name, '/'))
        TRY(look(operand, folder, name, ".scene", st));
    return *operand ? ST_OK : mem_copy_text(operand, name, name, st);
}

/* Looks beside the table for the file that the first n characters of `name` give. The operand is
 * its path followed by the rest of the name, which has overrides. */
static enum st_code look_overridden(char **operand, const char *table, const char *name, size_t n,
                                    struct status *st)
{
    MEM_AUTO char *base, *file = NULL;
    TRY(mem_copy_text(&base, name, name, st));
    base[n] = 0;
    TRY(look_beside(&file, table, base, ".cfg", st));
    if (!file)
        return ST_OK;
    size_t room = strlen(file) + strlen(name + n) + 1;
    TRY(mem_make(operand, room, 1, name, st));
    snprintf(*operand, room, "%s%s", file, name + n);
    return ST_OK;
}

enum st_code reference_gpu(char **operand, const char *table, const char *name, struct status *st)
{
    const char *overrides = strchr(name, '=') ? strrchr(name, ':') : NULL;
    TRY(look_beside(operand, table, name, ".cfg", st));
    if (!*operand && overrides)
        TRY(look_overridden(operand, table, name, (size_t)(overrides - name), st));
    return *operand ? ST_OK : mem_copy_text(operand, name, name, st);
}

static enum st_code has_dumps(bool *out, const char *folder, struct status *st)
{
    MEM_AUTO char *path = file_join(folder, RAYGEN);
    MEM_AUTO char *found = path ? file_find(path) : NULL;
    *out = found && file_exists(found);
    return path ? ST_OK : status_no_memory(st, folder);
}

enum st_code reference_shaders(char **out, const char *folder, enum shader_kind shader,
                               struct status *st)
{
    bool there = false;
    MEM_AUTO char *own = file_join(folder, shader_names[shader]);
    if (!own)
        return status_no_memory(st, folder);
    TRY(has_dumps(&there, own, st));
    if (there)
        return mem_copy_text(out, own, folder, st);
    TRY(has_dumps(&there, folder, st));
    if (!there)
        return status_fail(st, ST_FAILED,
                           "--shaders %s: there is neither %s in it nor %s/%s; expected a folder "
                           "of Vulkan-Sim's shaders, or folders path, shadow, ao of them",
                           folder, RAYGEN, shader_names[shader], RAYGEN);
    return mem_copy_text(out, folder, folder, st);
}
