/* Lists the files of a folder, reads them and splits them into statements. */
#include "sim/functional/frontend/vsim/folder.h"

#include "common/file.h"
#include "common/grow.h"
#include "common/memory.h"
#include "sim/functional/frontend/vsim/uniform.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Modes of rt_alloc_mem in the old dumps: nir_var_function_temp and nir_var_shader_call_data. */
enum { OLD_FUNCTION_TEMP = 8, OLD_CALL_DATA = 4096 };

static const char prefix[] = "MESA_SHADER_";

/* ---- the folder ---- */

/* Parses the name of a dump, `MESA_SHADER_MISS_1.ptx`: kind and id. False for other names. */
static bool parse_name(const char *name, struct vsim_file *out)
{
    size_t n = strlen(name);
    if (strncmp(name, prefix, sizeof prefix - 1) != 0 || n < 4 || strcmp(name + n - 4, ".ptx") != 0)
        return false;
    const char *kind = name + sizeof prefix - 1;
    for (int k = 0; k < VSIM_KINDS; k++) {
        size_t length = strlen(vsim_kind_names[k]);
        char *end;
        if (strncmp(kind, vsim_kind_names[k], length) != 0 || kind[length] != '_' ||
            kind[length + 1] < '0' || kind[length + 1] > '9')
            continue;
        unsigned long id = strtoul(kind + length + 1, &end, 10);
        if (strcmp(end, ".ptx") != 0 || id >= VSIM_NO_SHADER)
            continue;
        out->kind = (enum vsim_kind)k;
        out->id = (uint32_t)id;
        return true;
    }
    return false;
}

static int by_id(const void *a, const void *b)
{
    const struct vsim_file *x = a, *y = b;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return strcmp(x->path, y->path);
}

static enum st_code list_files(struct vsim_folder *f, const char *folder, DIR *dir,
                               struct status *st)
{
    for (struct dirent *entry; (entry = readdir(dir));) {
        struct vsim_file file = {0};
        if (!parse_name(entry->d_name, &file))
            continue;
        if (f->n_files == VSIM_MOST_STAGES)
            return status_fail(st, ST_FAILED, "%s: too many shaders; at most %d are allowed",
                               folder, VSIM_MOST_STAGES);
        file.path = file_join(folder, entry->d_name);
        if (!file.path || !grow(&f->files, f->n_files, &f->room_files, sizeof *f->files)) {
            mem_free(file.path);
            return status_no_memory(st, folder);
        }
        f->files[f->n_files++] = file;
    }
    return ST_OK;
}

static enum st_code check_files(struct vsim_folder *f, const char *folder, struct status *st)
{
    if (f->n_files)
        qsort(f->files, f->n_files, sizeof *f->files, by_id);
    for (uint32_t i = 1; i < f->n_files; i++)
        if (f->files[i].id == f->files[i - 1].id)
            return status_fail(st, ST_FAILED,
                               "%s: shader id %u is that of %s too; expected one "
                               "file of each id",
                               f->files[i].path, f->files[i].id, f->files[i - 1].path);
    if (!f->n_files || f->files[0].id != 0 || f->files[0].kind != VSIM_RAYGEN)
        return status_fail(st, ST_FAILED,
                           "%s: expected the stages of a pipeline (.rgen, .rmiss, .rchit), or "
                           "Vulkan-Sim's dumps (gpgpusimShaders), of which "
                           "MESA_SHADER_RAYGEN_0.ptx is one",
                           folder);
    return ST_OK;
}

static enum st_code find_files(struct vsim_folder *f, const char *folder, struct status *st)
{
    f->path = file_find(folder);
    if (!f->path && file_is_named(folder))
        return status_no_memory(st, folder);
    DIR *dir = opendir(f->path ? f->path : folder);
    if (!dir)
        return status_fail(st, ST_FAILED,
                           "%s: %s; expected a folder of shaders: a pipeline in GLSL or SPIR-V, or "
                           "Vulkan-Sim's dumps%s",
                           folder, strerror(errno),
                           f->path ? "" : ", here or in the data folder (DIORAMA_DATA)");
    enum st_code code = list_files(f, f->path, dir, st);
    closedir(dir);
    TRY(code);
    return check_files(f, folder, st);
}

/* ---- contents of the files ---- */

/* Checks the name of the entry, by which Vulkan-Sim finds the shader. */
static enum st_code check_entry(const struct vsim_file *file, struct status *st)
{
    const struct slice *entry = &file->dump.entry;
    char name[64];
    snprintf(name, sizeof name, "%s%s_func%u_main", prefix, vsim_kind_names[file->kind], file->id);
    if (slice_is(*entry, name))
        return ST_OK;
    return status_fail_at(st, ST_FAILED, file->path, (int)file->dump.entry_line,
                          "the shader is called %.*s; expected %s", SLICE_SHOW(*entry), name);
}

static bool is_old(const struct vsim_dump *d)
{
    for (uint32_t i = 0; i < d->n_statements; i++) {
        const struct vsim_statement *s = &d->statements[i];
        if (s->n != 3 || !slice_is(s->opcode, "rt_alloc_mem"))
            continue;
        const struct vsim_operand *mode = &d->operands[s->first + 2];
        if (mode->kind == VSIM_NUMBER &&
            (mode->bits == OLD_FUNCTION_TEMP || mode->bits == OLD_CALL_DATA))
            return true;
    }
    return false;
}

static enum st_code read_files(struct vsim_folder *f, struct status *st)
{
    for (uint32_t i = 0; i < f->n_files; i++) {
        struct vsim_file *file = &f->files[i];
        TRY(file_read_regular(file->path, &file->text, &file->n, st));
        TRY(vsim_read(&file->dump, file->path, (const char *)file->text, file->n, st));
        TRY(check_entry(file, st));
        f->old = f->old || is_old(&file->dump);
    }
    return vsim_find_uniform(&f->files[0].dump, &f->block, st);
}

enum st_code vsim_folder_read(struct vsim_folder *out, const char *folder, struct status *st)
{
    memset(out, 0, sizeof *out);
    enum st_code code = find_files(out, folder, st);
    if (code == ST_OK)
        code = read_files(out, st);
    if (code != ST_OK)
        vsim_folder_free(out);
    return code;
}

void vsim_folder_free(struct vsim_folder *f)
{
    for (uint32_t i = 0; i < f->n_files; i++) {
        vsim_dump_free(&f->files[i].dump);
        MEM_FREE(f->files[i].text, f->files[i].path);
    }
    MEM_FREE(f->files, f->path);
    memset(f, 0, sizeof *f);
}

/* The number in "Used 13 registers", 1 to 255; 0: there is none. */
static uint32_t registers_in(const char *text)
{
    const char *used = strstr(text, "Used ");
    const char *number = used ? used + strlen("Used ") : "";
    char *end = NULL;
    unsigned long value = *number >= '0' && *number <= '9' ? strtoul(number, &end, 10) : 0;
    bool said = value && value <= 255 && strncmp(end, " registers", strlen(" registers")) == 0;
    return said ? (uint32_t)value : 0;
}

enum st_code vsim_folder_registers(const struct vsim_folder *f, uint32_t *out, struct status *st)
{
    const char *path = f->files[0].path;
    size_t room = strlen(path) + sizeof "info", n;
    MEM_AUTO char *info;
    MEM_AUTO unsigned char *text = NULL;
    *out = 0;
    TRY(mem_make(&info, room, 1, path, st));
    snprintf(info, room, "%sinfo", path);
    if (!file_exists(info))
        return ST_OK;
    TRY(file_read_regular(info, &text, &n, st));
    *out = registers_in((const char *)text);
    if (*out)
        return ST_OK;
    return status_fail(
        st, ST_FAILED,
        "%s: no 'Used N registers', 1 to 255; expected what ptxas says of the shader: "
        "write that line, or remove the file, and the most registers that live at "
        "once count",
        info);
}
