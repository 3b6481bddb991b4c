/* Writes a GPU, and finds lost parameters by reading the written text: a parameter that comes back
 * with another value is lost. */
#include "sim/config/gpgpusim/write.h"

#include "common/file.h"
#include "common/memory.h"
#include "sim/config/gpgpusim/read.h"
#include "sim/config/gpgpusim/values.h"

#include <stdlib.h>
#include <string.h>

static void write_option(const struct gpgpusim_option *o, const struct gpu_config *config,
                         FILE *out)
{
    if (o->use == GPGPUSIM_HEADING) {
        fprintf(out, "\n# %s\n", o->name);
        return;
    }
    if (!o->parameters && !o->write && !o->written)
        return;
    fprintf(out, "%s ", o->name);
    if (o->write)
        o->write(config, out);
    else if (o->parameters)
        gpgpusim_write_numbers(config, o->parameters, out);
    else
        fputs(o->written, out);
    fputc('\n', out);
}

static void write_title(const char *title, FILE *out)
{
    fputs("# title: ", out);
    for (; *title; title++)
        fputc((unsigned char)*title < ' ' ? ' ' : *title, out);
    fputs("\n", out);
}

static void write_lost(const struct gpu_config *config, const struct gpu_config *again,
                       struct gpgpusim_notes *lost, FILE *out)
{
    bool first = true;
    if (config->address_map_text[0] == 'h') {
        fprintf(out, "\n# What no option can say\n# address_map = %s (GPGPU-Sim: dramid)\n",
                config->address_map_text);
        gpgpusim_note(lost, "parameters without an option, written as comments", "address_map = %s",
                      config->address_map_text);
        first = false;
    }
    for (size_t t = 0; t < n_gpu_param_tables; t++) {
        const struct param_table *table = &gpu_param_tables[t];
        for (size_t i = 0; i < table->n_rows; i++) {
            const struct param *p = &table->rows[i];
            size_t offset = table->offset + p->offset;
            const char *dot = table->section[0] ? "." : "";
            char ours[PARAM_VALUE_TEXT], theirs[PARAM_VALUE_TEXT];
            params_value(p, (const char *)config + offset, ours, sizeof ours);
            params_value(p, (const char *)again + offset, theirs, sizeof theirs);
            if (strcmp(ours, theirs) == 0)
                continue;
            if (first)
                fputs("\n# What no option can say\n", out);
            first = false;
            fprintf(out, "# %s%s%s = %s (Vulkan-Sim: %s)\n", table->section, dot, p->name, ours,
                    theirs);
            gpgpusim_note(lost, "parameters without an option, written as comments", "%s%s%s = %s",
                          table->section, dot, p->name, ours);
        }
    }
}

/* Reads the written text back into a GPU. */
static enum st_code read_again(struct gpu_config *again, const char *text, size_t n,
                               struct status *st)
{
    struct gpgpusim_file file;
    struct gpgpusim_notes notes = {0};
    struct gpgpusim_reading r;
    TRY(gpgpusim_file_parse(&file, text, n, "gpgpusim.config", st));
    enum st_code code = gpgpusim_read(&r, again, &file, &notes, st);
    gpgpusim_notes_free(&notes);
    gpgpusim_file_free(&file);
    return code;
}

static enum st_code write_all(const struct gpu_config *config, struct gpgpusim_notes *lost, FILE *f,
                              char *const *text, const size_t *n, struct status *st)
{
    struct gpu_config again = {0};
    write_title(config->title, f);
    for (size_t i = 0; i < n_gpgpusim_options; i++)
        write_option(&gpgpusim_options[i], config, f);
    if (!file_flush(f))
        return status_no_memory(st, "gpgpusim.config");
    TRY(read_again(&again, *text, *n, st));
    write_lost(config, &again, lost, f);
    return ST_OK;
}

enum st_code gpgpusim_write(char **out, const struct gpu_config *config,
                            struct gpgpusim_notes *lost, struct status *st)
{
    char *text = NULL;
    size_t n = 0;
    *out = NULL;
    FILE *f = file_memory(&text, &n);
    if (!f)
        return status_no_memory(st, "gpgpusim.config");
    enum st_code code = write_all(config, lost, f, &text, &n, st);
    bool whole = file_memory_close(f, &text);
    *out = code == ST_OK && whole ? mem_strdup(text) : NULL;
    if (code == ST_OK && !*out)
        code = status_no_memory(st, "gpgpusim.config");
    free(text);
    return code;
}
