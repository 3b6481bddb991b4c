#include "orchestrator/cli/command.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/result/result_json.h"
#include "orchestrator/settings/output.h"
#include "partition/downscale.h"
#include "sim/config/gpgpusim/write.h"
#include "sim/config/load/load.h"

#include <string.h>

static const char *const syntax_names[] = {
    [SYNTAX_CFG] = "cfg",
    [SYNTAX_GPGPUSIM] = "gpgpusim",
};

static bool ends_in(const char *text, const char *ending)
{
    size_t n = strlen(text), length = strlen(ending);
    return n >= length && strcmp(text + n - length, ending) == 0;
}

static enum st_code choose_syntax(const struct settings *s, enum config_syntax *out,
                                  struct status *st)
{
    *out = (enum config_syntax)s->command.syntax;
    if (*out == SYNTAX_OF_NAME && ends_in(s->command.second, ".cfg"))
        *out = SYNTAX_CFG;
    else if (*out == SYNTAX_OF_NAME && ends_in(s->command.second, ".config"))
        *out = SYNTAX_GPGPUSIM;
    if (*out != SYNTAX_OF_NAME)
        return ST_OK;
    return status_fail(
        st, ST_USAGE, "OUT '%s' ends neither in .cfg nor in .config; say --to cfg or --to gpgpusim",
        s->command.second);
}

static enum st_code divide(struct gpu_config *gpu, const struct settings *s,
                           struct downscale *downscale, struct status *st)
{
    char title[sizeof gpu->title];
    TRY(downscale_choose(downscale, gpu->machine.sms, gpu->machine.memory_partitions,
                         s->command.divide, st));
    if (downscale->factor == 1)
        return ST_OK;
    gpu_config_downscale(gpu, downscale->factor);
    snprintf(title, sizeof title, "%.80s, divided by %u", gpu->title, downscale->factor);
    memcpy(gpu->title, title, sizeof title);
    return ST_OK;
}

static enum st_code write_cfg(const struct gpu_config *gpu, const char *path, struct status *st)
{
    struct file_out file;
    TRY(file_out_open(&file, path, st));
    gpu_config_dump(gpu, file.stream);
    return file_out_commit(&file, st);
}

static enum st_code write_gpgpusim(const struct command_context *c, const struct gpu_config *gpu,
                                   const char *path, struct gpgpusim_notes *lost, struct status *st)
{
    MEM_AUTO char *text = NULL, *warning = NULL;
    char first[256];
    TRY(gpgpusim_write(&text, gpu, lost, st));
    snprintf(first, sizeof first, "%.200s says less than its source", path);
    TRY(gpgpusim_notes_text(&warning, lost, first, st));
    TRY(file_write(path, text, strlen(text), st));
    if (warning)
        command_warn(c, "%s", warning);
    return ST_OK;
}

static enum st_code print_json(const struct command_context *c, const struct gpu_config *gpu,
                               const struct downscale *downscale, enum config_syntax syntax,
                               const struct gpgpusim_notes *lost, struct status *st)
{
    struct json_writer w = {0};
    json_t *d = json_writer_document(&w, "convert"), *list = json_writer_array(&w);
    json_put_text(&w, d, "input", c->settings->render.scene);
    json_put_text(&w, d, "output", c->settings->command.second);
    json_put_text(&w, d, "syntax", syntax_names[syntax]);
    json_put_text(&w, d, "gpu", gpu->name);
    json_put_text(&w, d, "title", gpu->title);
    json_put_text(&w, d, "hash", gpu->hash);
    result_put_downscale(&w, d, downscale);
    for (uint32_t i = 0; i < lost->n; i++)
        json_append(&w, list, json_string(lost->notes[i].item));
    json_put(&w, d, "lost", list);
    return json_writer_finish(&w, d, c->out, st);
}

static void print_line(const struct command_context *c, const struct downscale *downscale,
                       enum config_syntax syntax)
{
    fprintf(c->out, "%s: %u SMs, %u memory partitions", c->settings->command.second, downscale->sms,
            downscale->memory_partitions);
    if (downscale->factor > 1)
        fprintf(c->out, " (%s / %u)", c->settings->render.scene, downscale->factor);
    fprintf(c->out, ", %s\n", syntax == SYNTAX_CFG ? "libconfig syntax" : "gpgpusim.config");
}

enum st_code command_convert(const struct command_context *c, struct status *st)
{
    const struct settings *s = c->settings;
    struct gpu_config gpu;
    struct downscale downscale;
    struct gpgpusim_notes lost = {0};
    enum config_syntax syntax;
    TRY(choose_syntax(s, &syntax, st));
    TRY(output_check(s->command.second, s, c->out, st));
    TRY(command_load_gpu(c, s->render.scene, &gpu, st));
    TRY(divide(&gpu, s, &downscale, st));
    enum st_code code = syntax == SYNTAX_CFG
                            ? write_cfg(&gpu, s->command.second, st)
                            : write_gpgpusim(c, &gpu, s->command.second, &lost, st);
    if (code == ST_OK && s->output.json)
        code = print_json(c, &gpu, &downscale, syntax, &lost, st);
    else if (code == ST_OK)
        print_line(c, &downscale, syntax);
    gpgpusim_notes_free(&lost);
    return code;
}
