/* dumps.h -- folders of small shader dumps, written by tests, and what their threads did. */
#pragma once

#include "sim/functional/exec/launch.h"
#include "tests/rig/shader.h"

struct rig_dumps {
    char folder[256];
    struct rig_shader shader;   /* its frame, launch, kernel, warp and machine; a fake image */
    struct device_image *image; /* of a real scene; NULL: the fake one */
};

/* An empty folder and an image plane of width x height; the object must not move afterwards. */
void rig_dumps_init(struct rig_dumps *d, uint32_t width, uint32_t height);
/* The same over a scene; both acceleration structures are built. */
void rig_dumps_init_scene(struct rig_dumps *d, uint32_t width, uint32_t height,
                          const struct scene *scene);
/* Writes MESA_SHADER_<kind>_<id>.ptx: head, entry, the body as it is, closing brace. */
void rig_dumps_add(const struct rig_dumps *d, const char *kind, uint32_t id, const char *body);
/* Writes any file of the folder. */
void rig_dumps_write(const struct rig_dumps *d, const char *name, const void *bytes, size_t n);
/* Loads the folder; a kernel is made of it where that succeeds. */
enum st_code rig_dumps_load(struct rig_dumps *d, const struct kernel_settings *settings,
                            struct status *st);
/* Loads a folder of the raygen shader `body` alone, runs CTA 0; fails the test where that fails. */
void rig_dumps_run(struct rig_dumps *d, const char *body);
/* Loads a folder of the raygen shader `body` alone, which must fail: with ST_FAILED and a text that
 * ends in `ending`. */
void rig_dumps_refuse(const char *body, const char *ending);
/* Word `i` of a lane's variable `name` (with %). */
uint32_t rig_dumps_word(const struct rig_dumps *d, const char *name, uint32_t lane, uint32_t i);
void rig_dumps_free(struct rig_dumps *d);

/* The text ends so; says both where it does not. */
void rig_assert_ends(const char *text, const char *ending);
