#include "tests/rig/rig.h"

#include "tests/rig/dumps.h"

#include "sim/functional/exec/warp_context.h"

#include <stdlib.h>
#include <string.h>

void rig_dumps_init(struct rig_dumps *d, uint32_t width, uint32_t height)
{
    memset(d, 0, sizeof *d);
    rig_make_folder(d->folder);
    rig_shader_init(&d->shader, width, height);
    d->shader.frame.shaders = d->folder;
}

void rig_dumps_init_scene(struct rig_dumps *d, uint32_t width, uint32_t height,
                          const struct scene *scene)
{
    rig_dumps_init(d, width, height);
    assert_ok(device_image_create(&d->image, scene, &st));
}

void rig_dumps_write(const struct rig_dumps *d, const char *name, const void *bytes, size_t n)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", d->folder, name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

void rig_dumps_add(const struct rig_dumps *d, const char *kind, uint32_t id, const char *body)
{
    char name[64], *text FREED_BY(free) = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    fprintf(f,
            ".version 2.0\n.target sm_10, map_f64_to_f32\n"
            ".entry MESA_SHADER_%s_func%u_main () {\n%s}\n",
            kind, id, body);
    fclose(f);
    snprintf(name, sizeof name, "MESA_SHADER_%s_%u.ptx", kind, id);
    rig_dumps_write(d, name, text, n);
}

enum st_code rig_dumps_load(struct rig_dumps *d, const struct kernel_settings *settings,
                            struct status *st)
{
    struct kernel_settings none = {.filter = NULL};
    struct rig_shader *s = &d->shader;
    rig_shader_free(s);
    TRY(launch_create(&s->launch, d->image ? d->image : &s->image, &s->frame, st));
    return launch_kernel(s->launch, settings ? settings : &none, &s->kernel, st);
}

void rig_dumps_run(struct rig_dumps *d, const char *body)
{
    rig_dumps_add(d, "RAYGEN", 0, body);
    assert_ok(rig_dumps_load(d, NULL, &st));
    assert_ok(rig_shader_run(&d->shader, 0, &st));
}

void rig_assert_ends(const char *text, const char *ending)
{
    size_t n = strlen(text), m = strlen(ending);
    if (n < m || strcmp(text + n - m, ending) != 0)
        fail_msg("'%s' does not end in '%s'", text, ending);
    if (strchr(text, '\n'))
        fail_msg("'%s' has more than one line", text);
}

void rig_dumps_refuse(const char *body, const char *ending)
{
    struct rig_dumps d ENDED_BY(rig_dumps_free);
    struct status st = {0};
    rig_dumps_init(&d, 32, 1);
    rig_dumps_add(&d, "RAYGEN", 0, body);
    enum st_code code = rig_dumps_load(&d, NULL, &st);
    if (code != ST_FAILED)
        fail_msg("not refused: %s", body);
    rig_assert_ends(st.text, ending);
}

uint32_t rig_dumps_word(const struct rig_dumps *d, const char *name, uint32_t lane, uint32_t i)
{
    const struct vsim_pipeline *p = d->shader.launch->dumps;
    uint32_t v = 0, word;
    while (v < p->n_variables && strcmp(p->variables[v].name, name) != 0)
        v++;
    if (v == p->n_variables)
        fail_msg("no variable %s", name);
    const uint8_t *bytes =
        memory_block(d->shader.context, (enum thread_block)(BLOCK_VARIABLE + v), lane);
    memcpy(&word, bytes + 4 * (size_t)i, sizeof word);
    return word;
}

void rig_dumps_free(struct rig_dumps *d)
{
    rig_shader_free(&d->shader);
    device_image_free(d->image);
    rig_remove_folder(d->folder);
}
