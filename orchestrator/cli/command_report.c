#include "orchestrator/cli/command.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/report/report.h"
#include "orchestrator/settings/output.h"

#include <string.h>
#include <sys/stat.h>

/* Makes the name of the folder beside the page: "results_files" for "results.html". Links to it
 * need no path. */
static char *folder_of(const char *page)
{
    size_t n = strlen(page), cut = n > 5 && strcmp(page + n - 5, ".html") == 0 ? n - 5 : n;
    char *folder = mem_calloc(cut + 7, 1);
    if (folder)
        snprintf(folder, cut + 7, "%.*s_files", (int)cut, page);
    return folder;
}

static enum st_code print_json(const struct command_context *c, const char *page,
                               const char *folder, const struct report_counts *n, struct status *st)
{
    struct json_writer w = {0};
    json_t *d = json_writer_document(&w, "report");
    json_put_text(&w, d, "page", page);
    json_put_text(&w, d, "figures_folder", n->figures ? folder : NULL);
    json_put_count(&w, d, "figures", n->figures);
    json_put_count(&w, d, "studies", n->studies);
    json_put_count(&w, d, "points", n->points);
    json_put_count(&w, d, "done", n->done);
    json_put_count(&w, d, "failed", n->failed);
    return json_writer_finish(&w, d, c->out, st);
}

static enum st_code print_report(const struct command_context *c, const char *page,
                                 const char *folder, const struct report_counts *n,
                                 struct status *st)
{
    if (c->settings->output.json)
        return print_json(c, page, folder, n, st);
    fprintf(c->out, "%s: %zu %s, %zu of %zu points done, %zu failed\n", page, n->studies,
            n->studies == 1 ? "study" : "studies", n->done, n->points, n->failed);
    if (n->figures)
        fprintf(c->out, "%s: %zu %s, each as .svg, .pdf, .csv and .gp\n", folder, n->figures,
                n->figures == 1 ? "figure" : "figures");
    return ST_OK;
}

/* Checks the page's name: it must be a regular file, as the folder of figures is beside it. */
static enum st_code check_page(const char *page, struct status *st)
{
    struct stat info;
    if (stat(page, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
        return status_fail(st, ST_USAGE,
                           "--output is '%s'; it must be a file, beside which the figures have a "
                           "folder, such as out.html",
                           page);
    return ST_OK;
}

static enum st_code run_report(const struct command_context *c, const char *page,
                               const char *folder, struct status *st)
{
    struct store *store;
    struct report_counts counts = {0};
    const char *slash = strrchr(folder, '/');
    TRY(check_page(page, st));
    TRY(output_check(page, c->settings, c->out, st));
    TRY(output_check_folder(folder, st));
    TRY(store_open(&store, c->settings->render.scene, STORE_READ, st));
    enum st_code code = report_write(store, page, folder, slash ? slash + 1 : folder, &counts, st);
    store_close(store);
    return code == ST_OK ? print_report(c, page, folder, &counts, st) : code;
}

enum st_code command_report(const struct command_context *c, struct status *st)
{
    MEM_AUTO char *page = NULL;
    TRY(output_name(&page, c->settings->output.path, c->settings->render.scene, ".html", st));
    MEM_AUTO char *folder = folder_of(page);
    return folder ? run_report(c, page, folder, st) : status_no_memory(st, page);
}
