/* diorama.h -- the public interface of libdiorama: predict how a GPU performs on a ray-traced
 * frame.
 *
 *     struct diorama_error error;
 *     struct diorama_options *options;
 *     struct diorama_scene *scene;
 *     struct diorama_result *result;
 *     double cycles;
 *     if (diorama_options_create(&options, &error) ||
 *         diorama_options_set(options, "gpu", "rtx2060", &error) ||
 *         diorama_scene_load(&scene, "atrium", &error) ||
 *         diorama_predict(&result, scene, options, &error))
 *         return complain(error.text);
 *     diorama_result_metric(result, "cycles", &cycles);
 *
 * Every function that can fail returns 0 on success. On failure it returns one of enum
 * diorama_status, *out is NULL, nothing is held, and `error` (which may be NULL) has the
 * reason in one line. Nothing is printed and the process is never ended.
 *
 * Built-in scenes, configurations and shaders are read from the folder that the environment
 * variable DIORAMA_DATA names, else from ../share/diorama beside the running program's folder, else
 * from where CMake was told to install, else from the build and the source tree.
 *
 * Objects are independent of each other; a scene may serve several threads at once, anything else
 * one thread at a time. Calls themselves run on as many threads as the option "threads" says. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum diorama_status {
    DIORAMA_OK = 0,
    DIORAMA_FAILED = 1, /* the work failed: a file, a scene, a standstill, memory */
    DIORAMA_USAGE = 2,  /* an option or a configuration is wrong                  */
};

struct diorama_error {
    int status;     /* enum diorama_status */
    char text[512]; /* one line without a newline */
};

/* Returns the version, such as "0.1.0". */
const char *diorama_version(void);

/* Options: those of the command line, by their long names without dashes, with the same values and
 * defaults ("diorama predict --help"). Texts are copied. Options for printing only (json, stats of
 * tables, output, ...) are accepted and have no effect, except "stats" and "stalls", which add
 * counters to the JSON document. */
struct diorama_options;
int diorama_options_create(struct diorama_options **out, struct diorama_error *error);
/* Sets an option. On failure the options are as before. A flag takes "true" or "false". */
int diorama_options_set(struct diorama_options *options, const char *name, const char *value,
                        struct diorama_error *error);
void diorama_options_free(struct diorama_options *options); /* NULL is a no-op */

/* A scene with its acceleration structures. `operand` names a built-in scene, a scene file or a
 * mesh file. */
struct diorama_scene;
int diorama_scene_load(struct diorama_scene **out, const char *operand,
                       struct diorama_error *error);
/* Returns lines of warnings about the scene, such as meshes whose backs face the camera: the
 * shaders path and shadow show those in their plain colour, without light. "": there are none. The
 * scene owns the text. */
const char *diorama_scene_warnings(const struct diorama_scene *scene);
void diorama_scene_free(struct diorama_scene *scene); /* NULL is a no-op */

/* Runs. Scene and options are borrowed; the result depends on neither afterwards. Without a scene
 * (NULL) the option "heatmap" must name a picture, from which the work is made. */
struct diorama_result;
/* Predicts the whole frame on the whole GPU from a part of the work. */
int diorama_predict(struct diorama_result **out, const struct diorama_scene *scene,
                    const struct diorama_options *options, struct diorama_error *error);
/* Simulates every pixel on the whole GPU, for the same metrics: the reference. */
int diorama_simulate(struct diorama_result **out, const struct diorama_scene *scene,
                     const struct diorama_options *options, struct diorama_error *error);
void diorama_result_free(struct diorama_result *result); /* NULL is a no-op */

/* Metrics, by index or name. Rates are fractions, 0 to 1. */
size_t diorama_metric_count(void);
const char *diorama_metric_name(size_t index);  /* such as "ipc"; NULL: no such index */
const char *diorama_metric_title(size_t index); /* such as "GPU Instructions Per Cycle" */
const char *diorama_metric_unit(size_t index);
/* Gets a metric's value. DIORAMA_USAGE where there is no metric of that name; *value is then
 * unchanged. */
int diorama_result_metric(const struct diorama_result *result, const char *name, double *value);
/* Gets the bounds of a prediction's interval at the option "confidence"; NAN where none are known,
 * as for simulations. DIORAMA_USAGE where there is no metric of that name. */
int diorama_result_interval(const struct diorama_result *result, const char *name, double *low,
                            double *high);
double diorama_result_frame_time_ms(const struct diorama_result *result);

/* Makes the JSON document of `diorama predict --json` or `diorama simulate --json`, as a
 * zero-terminated text that the caller frees with diorama_text_free. */
int diorama_result_json(char **out, const struct diorama_result *result,
                        struct diorama_error *error);
void diorama_text_free(char *text); /* NULL is a no-op */

#ifdef __cplusplus
}
#endif
