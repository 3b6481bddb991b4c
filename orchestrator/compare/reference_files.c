#include "orchestrator/compare/reference_files.h"

#include "common/file.h"
#include "common/memory.h"

#include <stdio.h>
#include <string.h>

#define REFERENCE_FOLDER "tests/reference"
#define RAYGEN           "MESA_SHADER_RAYGEN_0.ptx"

/* <folder>/<name><ending> where there is such a file, else *out stays NULL. */
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
    char *folder = file_folder(table);
    *out = NULL;
    if (!folder)
        return status_no_memory(st, table);
    enum st_code code = look(out, folder, name, "", st);
    if (code == ST_OK && !*out)
        code = look(out, folder, name, ending, st);
    mem_free(folder);
    return code;
}

static enum st_code own_name(char **out, const char *name, struct status *st)
{
    *out = mem_strdup(name);
    return *out ? ST_OK : status_no_memory(st, name);
}

enum st_code reference_scene(char **operand, const char *table, const char *name, struct status *st)
{
    TRY(look_beside(operand, table, name, ".scene", st));
    if (*operand)
        return ST_OK;
    char *folder = file_find_data(REFERENCE_FOLDER);
    enum st_code code =
        folder && !strchr(name, '/') ? look(operand, folder, name, ".scene", st) : ST_OK;
    mem_free(folder);
    TRY(code);
    return *operand ? ST_OK : own_name(operand, name, st);
}

/* The file of the first n characters beside the table, with the rest of the name after it. */
static enum st_code look_overridden(char **operand, const char *table, const char *name, size_t n,
                                    struct status *st)
{
    char *base = mem_strdup(name), *file = NULL;
    if (!base)
        return status_no_memory(st, name);
    base[n] = 0;
    enum st_code code = look_beside(&file, table, base, ".cfg", st);
    mem_free(base);
    if (code != ST_OK || !file)
        return code;
    size_t room = strlen(file) + strlen(name + n) + 1;
    *operand = mem_calloc(room, 1);
    if (*operand)
        snprintf(*operand, room, "%s%s", file, name + n);
    else
        code = status_no_memory(st, name);
    mem_free(file);
    return code;
}

enum st_code reference_gpu(char **operand, const char *table, const char *name, struct status *st)
{
    const char *overrides = strchr(name, '=') ? strrchr(name, ':') : NULL;
    TRY(look_beside(operand, table, name, ".cfg", st));
    if (!*operand && overrides)
        TRY(look_overridden(operand, table, name, (size_t)(overrides - name), st));
    return *operand ? ST_OK : own_name(operand, name, st);
}

static enum st_code has_dumps(bool *out, const char *folder, struct status *st)
{
    char *path = file_join(folder, RAYGEN);
    if (!path)
        return status_no_memory(st, folder);
    *out = file_exists(path);
    mem_free(path);
    return ST_OK;
}

enum st_code reference_shaders(char **out, const char *folder, enum shader_kind shader,
                               struct status *st)
{
    bool there = false;
    char *own = file_join(folder, shader_names[shader]);
    if (!own)
        return status_no_memory(st, folder);
    enum st_code code = has_dumps(&there, own, st);
    if (code == ST_OK && there) {
        *out = own;
        return ST_OK;
    }
    mem_free(own);
    TRY(code);
    TRY(has_dumps(&there, folder, st));
    if (!there)
        return status_fail(st, ST_FAILED,
                           "--shaders %s: there is neither %s in it nor %s/%s; expected a folder "
                           "of Vulkan-Sim's shaders, or folders path, shadow, ao of them",
                           folder, RAYGEN, shader_names[shader], RAYGEN);
    *out = mem_strdup(folder);
    return *out ? ST_OK : status_no_memory(st, folder);
}
