/* key.h -- the inputs of a result and their hash, the key by which the result is found again.
 *
 * The inputs are the program, the scene with every file that it names, the shader, every parameter
 * of
 * the GPU, the content of a heatmap, and every option that can change the result. Where files lie,
 * and
 * how the result is obtained, are no inputs. The inputs are kept beside the result as JSON:
 *   {"kind": …, "program": …, "scene": {"name": …, "hash": …}, "shader": …,
 *    "gpu": {"name": …, "hash": …}, "heatmap": null, "options": {"width": "64", …}}
 * A compute kernel has no shader and no heatmap. Its prediction and its reference differ only in
 * the
 * options, so that by the cycle model they are one result:
 *   {"kind": "run", "program": …, "scene": {"name": …, "hash": …}, "gpu": …,
 *    "arguments": [{"text": …, "hash": …}, …], "options": {"size": "64", …}}
 * A comparison of instruction sets has the inputs of the second under "rdna2". */
#pragma once

#include "common/hash.h"
#include "common/status.h"
#include "orchestrator/settings/settings.h"

#include <stdint.h>

struct keys; /* the operands that were loaded, each once */

enum st_code keys_create(struct keys **out, struct status *st);
void keys_free(struct keys *k); /* NULL is a no-op */

enum key_kind {
    KEY_PREDICT,
    KEY_SIMULATE, /* a reference, by the cycle model */
    KEY_MODEL,    /* a run by the settings' model, with what the settings observe (model_job.h) */
    KEY_PICTURES, /* pictures of the frame; GPU and seed are no inputs */
    KEY_PROFILE,  /* profile of the frame, with GPU and seed: equal profiles have equal keys */
};
extern const char
    *const key_kind_names[]; /* "predict", "simulate", "model", "pictures", "profile" */

/* Makes the key. The caller frees *inputs (mem_free); `inputs` may be NULL. Scenes, kernels, GPUs,
 * shaders and heatmaps that cannot be read fail as they would in the run. The texts of `settings`
 * must live as long as k. */
enum st_code keys_make(struct keys *k, enum key_kind kind, const struct settings *settings,
                       char key[HASH_TEXT], char **inputs, struct status *st);

/* Sets *out to the samples of the frame's pixels, whose size is that of the options or of the
 * scene: the work of a reference. For a built-in kernel it is the kernel's size, for a kernel's
 * file 1. */
enum st_code keys_samples(struct keys *k, const struct render_settings *render, double *out,
                          struct status *st);

/* Returns the next note about a GPU's configuration, each once; NULL: none is left. The caller
 * prints and frees it (mem_free). */
char *keys_next_note(struct keys *k);
