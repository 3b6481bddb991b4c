/* key.h -- the inputs of a result, and their hash, by which it is found again.
 *
 * In it: the program, the scene with every file that it names, the shader, every parameter of the
 * GPU, the content of a heatmap, and every option that can change the result. Not in it: where
 * files lie, and how the result is come by. The inputs are kept beside the result as JSON:
 *   {"kind": …, "program": …, "scene": {"name": …, "hash": …}, "shader": …,
 *    "gpu": {"name": …, "hash": …}, "heatmap": null, "options": {"width": "64", …}}
 * A compute kernel has no shader and no heatmap. Its prediction and its reference differ by the
 * options alone, so that by the cycle model they are one result:
 *   {"kind": "run", "program": …, "scene": {"name": …, "hash": …}, "gpu": …,
 *    "arguments": [{"text": …, "hash": …}, …], "options": {"size": "64", …}}
 * A comparison of instruction sets has the inputs of the second under "rdna2". */
#pragma once

#include "common/hash.h"
#include "common/status.h"
#include "orchestrator/settings/settings.h"

#include <stdint.h>

struct keys; /* scenes and GPUs that were loaded, each once */

enum st_code keys_create(struct keys **out, struct status *st);
void keys_free(struct keys *k); /* NULL is a no-op */

enum key_kind {
    KEY_PREDICT,
    KEY_SIMULATE, /* by the cycle model */
    KEY_MODEL,    /* by the settings' model, with what they observe (model_job.h) */
    KEY_PICTURES, /* of the frame, without GPU and seed */
    KEY_PROFILE,  /* of the frame, with both: equal profiles have equal ones */
};
extern const char
    *const key_kind_names[]; /* "predict", "simulate", "model", "pictures", "profile" */

/* Makes the key. inputs (may be NULL) is the caller's (mem_free). Scenes, kernels, GPUs, shaders
 * and heatmaps that cannot be read fail as they would in the run. Texts of `settings` are borrowed
 * as long as k lives. */
enum st_code keys_make(struct keys *k, enum key_kind kind, const struct settings *settings,
                       char key[HASH_TEXT], char **inputs, struct status *st);

/* Samples of the frame's pixels, from the options or the scene: the work of a reference. For a
 * kernel its size, for a kernel's file 1. */
enum st_code keys_samples(struct keys *k, const struct render_settings *render, double *out,
                          struct status *st);

/* The next note of a GPU's configuration to be printed, each once; NULL: none is left. The caller's
 * (mem_free). */
char *keys_next_note(struct keys *k);
