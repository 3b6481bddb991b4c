/* The table of published figures: each names a source, GPUs and a micro-benchmark that there are.
 */
#include "tests/rig/rig.h"

#include "common/file.h"
#include "microbench/microbench.h"
#include "microbench/published.h"
#include "sim/config/load/load.h"

#include <string.h>

static bool is_kind(const char *row, size_t n)
{
    for (const struct microbench_kind *k = microbench_kinds; k->name; k++)
        if (strlen(k->name) == n && strncmp(k->name, row, n) == 0)
            return true;
    return false;
}

static bool is_built_in(char *const *names, size_t n_names, const char *name, size_t n)
{
    for (size_t i = 0; i < n_names; i++)
        if (strlen(names[i]) == n && strncmp(names[i], name, n) == 0)
            return true;
    return false;
}

static bool is_source(const char *key)
{
    const struct published_source *s = published_sources;
    while (s->key && strcmp(s->key, key) != 0)
        s++;
    return s->key;
}

TEST(every_figure_is_whole)
{
    struct status st = {0};
    char **names;
    size_t n_names;
    assert_ok(gpu_config_list(&names, &n_names, &st));
    for (const struct published_figure *f = published_figures; f->gpus; f++) {
        assert_true(*f->what && *f->device && *f->unit && *f->place && f->value > 0);
        if (!is_source(f->source))
            fail_msg("%s: no source is called '%s'", f->what, f->source);
        if (f->row ? !is_kind(f->row, strcspn(f->row, ".")) || !strchr(f->row, '.') : !*f->why)
            fail_msg("%s: neither a row nor why the model has none", f->what);
        for (const char *at = f->gpus; *at; at += strspn(at, " ")) {
            size_t n = strcspn(at, " ");
            if (!is_built_in(names, n_names, at, n))
                fail_msg("%s: no GPU is called '%.*s'", f->what, (int)n, at);
            at += n;
        }
    }
    file_free_list(names, n_names);
}

TEST(every_source_is_named)
{
    for (const struct published_source *s = published_sources; s->key; s++) {
        const struct published_figure *f = published_figures;
        while (f->gpus && strcmp(f->source, s->key) != 0)
            f++;
        if (!f->gpus)
            fail_msg("no figure is from '%s'", s->key);
    }
}
