#include "tests/rig/gpgpusim.h"

#include "common/file.h"
#include "common/memory.h"
#include "sim/config/load/load.h"

#include <string.h>

char *rig_gpgpusim_text(const char *path)
{
    unsigned char *bytes FREED_BY(mem_free) = NULL;
    size_t n;
    assert_ok(file_read(path, &bytes, &n, &st));
    return mem_strdup((char *)bytes);
}

enum st_code rig_gpgpusim_parse(const char *line, struct gpu_config *g, char **notes,
                                struct status *st)
{
    char *text FREED_BY(mem_free) = rig_gpgpusim_text(RIG_GPGPUSIM_DATA "small.config");
    size_t n = strlen(text) + strlen(line) + 2;
    char *all FREED_BY(mem_free) = mem_calloc(n, 1);
    snprintf(all, n, "%s%s\n", text, line);
    return gpu_config_parse(g, all, strlen(all), "my.config", notes, st);
}

struct gpu_config rig_gpgpusim_small(void)
{
    struct status st = {0};
    struct gpu_config g;
    if (rig_gpgpusim_parse("", &g, NULL, &st) != ST_OK)
        fail_msg("%s", st.text);
    return g;
}

void rig_param_value(const struct gpu_config *g, const char *key, char text[PARAM_VALUE_TEXT])
{
    size_t offset;
    const struct param *p = params_find(gpu_param_tables, n_gpu_param_tables, key, &offset);
    if (!p)
        fail_msg("there is no parameter %s", key);
    else
        params_value(p, (const char *)g + offset, text, PARAM_VALUE_TEXT);
}

void rig_each_param(void (*each)(void *self, const char *key), void *self)
{
    for (size_t t = 0; t < n_gpu_param_tables; t++)
        for (size_t i = 0; i < gpu_param_tables[t].n_rows; i++) {
            char key[80];
            const char *section = gpu_param_tables[t].section;
            snprintf(key, sizeof key, "%s%s%s", section, section[0] ? "." : "",
                     gpu_param_tables[t].rows[i].name);
            each(self, key);
        }
}
