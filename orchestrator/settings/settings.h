/* settings.h -- everything a user can ask for: the command line's options and the library's.
 *
 * Plain data; texts are borrowed. options.h fills it from one table, with the ranges checked. */
#ifndef ORCHESTRATOR_SETTINGS_SETTINGS_H
#define ORCHESTRATOR_SETTINGS_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

enum combine_mode { COMBINE_COUNTERS, COMBINE_PAPER };
enum config_syntax { SYNTAX_OF_NAME, SYNTAX_CFG, SYNTAX_GPGPUSIM };
enum timing_model { MODEL_CYCLE, MODEL_ABSTRACT };
enum extrapolation { EXTRAPOLATE_LINEAR, EXTRAPOLATE_EXPONENTIAL, EXTRAPOLATE_RATIO };

/* How narrow an interval is to be. */
struct target_error {
    double error;    /* half width in percent of the value; 0: none is asked for */
    uint32_t metric; /* enum metric_id */
};

/* An option as it was written, where a command takes lists: not read yet. */
struct given {
    const char *name;  /* of the option; "scene": an operand */
    const char *value; /* "10:90:10" */
};

struct settings {
    /* What is traced. */
    const char *operand;    /* SCENE, the picture of `quantize`, IN; NULL: none was given; the first
                               of several */
    const char *second;     /* OUT of `convert` */
    uint32_t width, height; /* image plane, pixels; 0: the scene's, else 512 */
    uint32_t frame;         /* of the scene's camera path */
    uint32_t samples;       /* per pixel */
    uint32_t shader;        /* enum shader_kind */
    const char *shaders;    /* folder of Vulkan-Sim's shader dumps to run instead; NULL: none */
    uint32_t max_depth;     /* ray segments of a path at most */
    uint32_t rays_per_hit;  /* of shadow and ambient occlusion; 0: the shader's own (2 and 4) */
    uint64_t seed;
    const char *gpu;
    uint32_t model; /* enum timing_model: what `simulate` runs */

    /* How it is predicted. */
    double percent;                     /* ]0, 100]; 0: equation (1) */
    double percent_min, percent_max;    /* bounds of equation (1) */
    uint32_t factor;                    /* K; 0: the gcd */
    uint32_t division, distribution;    /* enum division, enum distribution */
    uint32_t block_width, block_height; /* section block, pixels */
    uint32_t clusters;                  /* k of k-means */
    uint32_t extrapolate, combine;      /* enum extrapolation, enum combine_mode */
    uint32_t timer;                     /* enum heat_timer */
    uint32_t waves;                     /* of ratio: how often its parts fill their GPUs; 0: the
                                           whole frame */
    double confidence;                  /* of the intervals, percent */
    struct target_error target;
    const char *heatmap; /* picture to read instead of profiling; NULL: none */
    uint32_t gradient;   /* enum gradient: of that picture, or the one of `quantize` */
    /* Of a heatmap without a scene: orchestrator/predict/synthetic.h reads the texts. */
    const char *hottest_pixel; /* rays, or milliseconds */
    const char *footprint;     /* bytes of the acceleration structure */
    double coherence;          /* 0 to 1 */

    /* How it is done and where it goes. */
    const char *output, *keep;            /* NULL: not given */
    const char *cache;                    /* folder of profiles, "auto": the user's; NULL: none */
    const char *frames;                   /* of predict: range of frames; NULL: `frame` alone */
    const char *csv, *plot;               /* NULL: not given */
    const char *rows, *metric;            /* of correlate: which; NULL: all */
    const char *lines;                    /* of census; NULL: not given */
    const char *dump;                     /* GPU whose configuration is printed; NULL: none */
    const char *only;                     /* micro-benchmark; NULL: all */
    const char *trace;                    /* timeline to write; NULL: none */
    uint32_t trace_samples;               /* intervals that it has at most */
    uint32_t threads;                     /* 0: as OpenMP decides */
    uint32_t divide, syntax;              /* of `convert`: K, 0: the gcd; enum config_syntax */
    const char *study;                    /* of sweep: file; NULL: not given */
    bool reference, status, retry_failed; /* of sweep */
    bool json, stalls, stats, quiet;
    bool help, version;

    /* Of commands that take lists: operands and options that may have several values, in order.
     * Their fields above stand at the defaults. The array is the owner's: options_free_given. */
    struct given *given;
    uint32_t n_given, room_given;
};

#endif
