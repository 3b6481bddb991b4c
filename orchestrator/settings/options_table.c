/* The table of options. Names, defaults and ranges appear nowhere else, but for the man page, which
 * a test compares with this table. */
#include "orchestrator/settings/options.h"

#include "heatmap/heatmap.h"
#include "heatmap/quantize.h"
#include "partition/plan.h"
#include "scenes/scene.h"
#include "sim/functional/launch.h"

#define ALL                                                                                        \
    (COMMAND_SCENES | COMMAND_GPUS | COMMAND_RENDER | COMMAND_HEATMAP | COMMAND_QUANTIZE |         \
     COMMAND_PARTITION | COMMAND_PREDICT | COMMAND_SIMULATE | COMMAND_VALIDATE |                   \
     COMMAND_MICROBENCH | COMMAND_CORRELATE | COMMAND_CONVERT | COMMAND_CENSUS | COMMAND_SHADERS | \
     COMMAND_REPORT | COMMAND_LISTS)
#define PREDICTS (COMMAND_PREDICT | COMMAND_VALIDATE | COMMAND_LISTS)
#define METHOD   (COMMAND_PARTITION | PREDICTS)
#define TRACES   (COMMAND_RENDER | COMMAND_HEATMAP | COMMAND_CENSUS | COMMAND_SIMULATE | METHOD)
#define SHOWS    (COMMAND_PREDICT | COMMAND_VALIDATE | COMMAND_SIMULATE)
#define PROFILES (COMMAND_HEATMAP | METHOD)
/* From a picture alone. */
#define SYNTHESISES (COMMAND_HEATMAP | COMMAND_CENSUS | SHOWS)
#define READS_HEAT  (SYNTHESISES | METHOD)
#define CLUSTERS    (COMMAND_QUANTIZE | METHOD)
#define SEEDED      (COMMAND_QUANTIZE | COMMAND_CORRELATE | TRACES)
#define WRITES                                                                                     \
    (COMMAND_RENDER | COMMAND_HEATMAP | COMMAND_QUANTIZE | COMMAND_PARTITION | COMMAND_LISTS |     \
     COMMAND_REPORT)

#define AT(field) offsetof(struct settings, field)

/* Pixels of one side: a picture may be one row of the most pixels there can be. */
#define SIDE ((double)IMAGE_MOST_PIXELS)

static const char *const extrapolate_choices[] = {"linear", "exponential", "ratio", NULL};
static const char *const syntax_choices[] = {"auto", "cfg", "gpgpusim", NULL};
static const char *const model_choices[] = {"cycle", "abstract", NULL};
static const char *const combine_choices[] = {"counters", "paper", NULL};

/* clang-format off */
const struct option_row option_rows[] = {
    {"width", 'W', "W", OPTION_UINT, TRACES, AT(render.width), 1, SIDE, NULL, NULL,
     "image plane, pixels (default: the scene's, else 512)"},
    {"height", 'H', "H", OPTION_UINT, TRACES, AT(render.height), 1, SIDE, NULL, NULL,
     "image plane, pixels (default: the scene's, else 512)"},
    {"frame", 0, "N", OPTION_UINT, TRACES, AT(render.frame), 0, SCENE_MOST_FRAME, NULL, "0",
     "frame of the scene's camera path"},
    {"frames", 0, "A:B:STEP", OPTION_TEXT, COMMAND_PREDICT, AT(command.frames), 0, 0, NULL, NULL,
     "these frames of the scene's camera path, one after the other"},
    {"samples", 's', "N", OPTION_UINT, TRACES, AT(render.samples), 1, 65536, NULL, "2",
     "samples per pixel"},
    {"shader", 'S', "SHADER", OPTION_CHOICE, TRACES, AT(render.shader), 0, 0, shader_names, "path",
     "what runs: path tracing, shadow rays, ambient occlusion"},
    {"shaders", 0, "DIR", OPTION_TEXT, TRACES | COMMAND_CORRELATE, AT(render.shaders), 0, 0, NULL, NULL,
     "run the shader dumps of Vulkan-Sim in this folder instead"},
    {"max-depth", 'd', "N", OPTION_UINT, TRACES, AT(render.max_depth), 1, 1024, NULL, "8",
     "ray segments of a path at most"},
    {"rays", 0, "auto|N", OPTION_AUTO_UINT, TRACES, AT(render.rays_per_hit), 1, 1024, NULL, "auto",
     "rays per hit of the shaders shadow (auto: 2), ao (auto: 4) and of dumps (auto: 16)"},
    {"gpu", 'g', "GPU", OPTION_TEXT, TRACES | COMMAND_MICROBENCH, AT(render.gpu), 0, 0, NULL, "mobile_soc",
     "name of a configuration ('diorama gpus') or a file; values may follow: rtx2060:sms=46"},
    {"model", 0, "MODEL", OPTION_CHOICE, COMMAND_SIMULATE, AT(method.model), 0, 0, model_choices, "cycle",
     "timing model: cycle by cycle, or the fast abstract one that estimates rest on"},
    {"percent", 'p', "auto|P", OPTION_AUTO_REAL, METHOD, AT(method.percent), 0, 100, NULL, "auto",
     "percentage of each group's pixels to trace; auto: of ratio by --waves, else by temperature"},
    {"percent-min", 0, "P", OPTION_REAL, METHOD, AT(method.percent_min), 0, 100, NULL, "30",
     "least percentage that auto chooses by temperature"},
    {"percent-max", 0, "P", OPTION_REAL, METHOD, AT(method.percent_max), 0, 100, NULL, "60",
     "most percentage that auto chooses by temperature"},
    {"factor", 'K', "auto|K", OPTION_AUTO_UINT, METHOD, AT(method.factor), 1, 1024, NULL, "auto",
     "downscaling factor; auto: gcd of SMs and memory partitions"},
    {"division", 0, "DIVISION", OPTION_CHOICE, METHOD, AT(method.division), 0, 0, division_names, "fine",
     "how the image plane is divided into K groups"},
    {"distribution", 0, "DIST", OPTION_CHOICE, METHOD, AT(method.distribution), 0, 0,
     distribution_names, "uniform", "how the heatmap's colours share the traced pixels"},
    {"block", 'b', "WxH", OPTION_BLOCK, METHOD, AT(method.block_width), 1, SIDE, NULL, "32x2",
     "section block, pixels"},
    {"clusters", 'k', "K", OPTION_UINT, CLUSTERS, AT(method.clusters), 1, QUANTIZE_MOST, NULL, "5",
     "colours that the heatmap is reduced to"},
    {"extrapolate", 'x', "METHOD", OPTION_CHOICE, METHOD, AT(method.extrapolate), 0, 0,
     extrapolate_choices, "ratio", "from the traced pixels to all"},
    {"waves", 0, "N", OPTION_UINT, METHOD, AT(method.waves), 0, 1000000, NULL, "8",
     "of ratio: warps to run, in times that they fill the GPU; 0: all of the frame's"},
    {"combine", 0, "MODE", OPTION_CHOICE, PREDICTS, AT(method.combine), 0, 0, combine_choices,
     "counters", "of all but ratio: rates from summed counters, or the paper's plain means"},
    {"confidence", 0, "P", OPTION_REAL, PREDICTS, AT(method.confidence), 50, 99.9, NULL, "95",
     "percentage of the intervals that are to hold the true value"},
    {"target-error", 0, "E[:METRIC]", OPTION_TARGET, PREDICTS, AT(method.target), 0, 100, NULL, NULL,
     "simulate until the interval of cycles, or METRIC, is within E percent of the value"},
    {"heatmap", 'm', "PICTURE", OPTION_TEXT, READS_HEAT, AT(render.heatmap), 0, 0, NULL, NULL,
     "take the temperatures from this PNG or PPM instead of profiling; without SCENE, also the work"},
    {"gradient", 0, "GRADIENT", OPTION_CHOICE, READS_HEAT | COMMAND_QUANTIZE, AT(render.gradient), 0, 0,
     gradient_names, "heat", "with which the heatmap that is read was made"},
    {"hottest-pixel", 0, "N|Tms[@GPU]", OPTION_TEXT, SYNTHESISES, AT(render.hottest_pixel), 0, 0, NULL, "16",
     "of --heatmap without SCENE: rays of the hottest pixel, or its milliseconds on the GPU"},
    {"coherence", 0, "C", OPTION_SHARE, SYNTHESISES, AT(render.coherence), 0, 1, NULL, "0.75",
     "of --heatmap without SCENE: 0, every ray its own way, to 1, neighbouring pixels' rays alike"},
    {"footprint", 0, "BYTES", OPTION_TEXT, SYNTHESISES, AT(render.footprint), 0, 0, NULL, "4MiB",
     "of --heatmap without SCENE: size of the acceleration structure, such as 512KiB"},
    {"timer", 0, "TIMER", OPTION_CHOICE, PROFILES, AT(method.timer), 0, 0, heat_timer_names, "work",
     "cost of a pixel: deterministic work, or measured time"},
    {"cache", 0, "auto|DIR", OPTION_TEXT, METHOD, AT(run.cache), 0, 0, NULL, NULL,
     "keep profiles in this folder and take them from there; auto: ~/.cache/diorama"},
    {"output", 'o', "PATH", OPTION_TEXT, WRITES, AT(output.path), 0, 0, NULL, NULL,
     "picture to write; of partition: folder; of sweep, compare: file of results; of report: page"},
    {"keep", 0, "DIR", OPTION_TEXT, COMMAND_PREDICT, AT(output.keep), 0, 0, NULL, NULL,
     "also write render, heatmap, chosen pixels and JSON into this folder"},
    {"lines", 0, "FILE|-", OPTION_TEXT, COMMAND_CENSUS, AT(output.lines), 0, 0, NULL, NULL,
     "also every instruction of the shaders as CSV into this file; -: instead of the table"},
    {"csv", 0, "FILE|-", OPTION_TEXT, COMMAND_CORRELATE | COMMAND_COMPARE | COMMAND_PREDICT, AT(output.csv), 0, 0, NULL,
     NULL, "also every comparison, or frame of --frames, as CSV into this file; -: instead of the table"},
    {"plot", 0, "FILE", OPTION_TEXT, COMMAND_CORRELATE, AT(output.plot), 0, 0, NULL, NULL,
     "scatter plots into this .svg, .png or .pdf; needs gnuplot"},
    {"plot", 0, "STEM", OPTION_TEXT, COMMAND_COMPARE, AT(output.plot), 0, 0, NULL, NULL,
     "bars of the ratios into STEM.svg, .pdf, .csv and .gp; needs gnuplot"},
    {"plot", 0, "STEM", OPTION_TEXT, COMMAND_PREDICT, AT(output.plot), 0, 0, NULL, NULL,
     "of --frames: frame times into STEM.svg, .pdf, .csv and .gp; needs gnuplot"},
    {"rows", 0, "PATTERN", OPTION_TEXT, COMMAND_CORRELATE, AT(command.rows), 0, 0, NULL, NULL,
     "only runs whose names match: * and ? as in a shell"},
    {"metric", 0, "LIST", OPTION_TEXT, COMMAND_CORRELATE, AT(command.metric), 0, 0, NULL, NULL,
     "only these metrics, with commas between them"},
    {"dump", 0, "GPU", OPTION_TEXT, COMMAND_GPUS, AT(command.dump), 0, 0, NULL, NULL,
     "print every parameter of one GPU, as --gpu names it, in the syntax of configurations"},
    {"only", 0, "NAME", OPTION_TEXT, COMMAND_MICROBENCH, AT(command.only), 0, 0, NULL, NULL,
     "this micro-benchmark alone: a kind, such as chase, or a row of it, such as chase.l2_hit"},
    {"factor", 'K', "auto|K", OPTION_AUTO_UINT, COMMAND_CONVERT, AT(command.divide), 1, 1024, NULL, "1",
     "divide SMs and memory partitions; auto: by their gcd"},
    {"to", 0, "SYNTAX", OPTION_CHOICE, COMMAND_CONVERT, AT(command.syntax), 0, 0, syntax_choices, "auto",
     "what to write; auto: by OUT's ending, .cfg or .config"},
    {"stalls", 0, NULL, OPTION_FLAG, SHOWS, AT(output.stalls), 0, 0, NULL, NULL,
     "also what every issue slot and RT unit cycle was spent on"},
    {"stats", 0, NULL, OPTION_FLAG, SHOWS, AT(output.stats), 0, 0, NULL, NULL,
     "also every counter of the cycle model"},
    {"study", 0, "FILE", OPTION_TEXT, COMMAND_SWEEP, AT(command.study), 0, 0, NULL, NULL,
     "read grid, figures and tables from this file"},
    {"reference", 0, NULL, OPTION_FLAG, COMMAND_LISTS, AT(command.reference), 0, 0, NULL, NULL,
     "also simulate each frame on each whole GPU; show the truth beside the prediction"},
    {"status", 0, NULL, OPTION_FLAG, COMMAND_SWEEP, AT(command.status), 0, 0, NULL, NULL,
     "only say what is done, failed and missing in the file of results"},
    {"retry-failed", 0, NULL, OPTION_FLAG, COMMAND_LISTS, AT(command.retry_failed), 0, 0, NULL, NULL,
     "run points again that failed before"},
    {"trace", 0, "FILE", OPTION_TEXT, COMMAND_PREDICT | COMMAND_SIMULATE, AT(output.trace), 0, 0, NULL, NULL,
     "also a timeline of what was simulated, for Perfetto or chrome://tracing"},
    {"trace-samples", 0, "N", OPTION_UINT, COMMAND_PREDICT | COMMAND_SIMULATE, AT(output.trace_samples),
     16, 16384, NULL, "512", "intervals that a timeline is divided into at most"},
    {"json", 'j', NULL, OPTION_FLAG, ALL, AT(output.json), 0, 0, NULL, NULL,
     "one JSON document instead of a table"},
    {"seed", 0, "N", OPTION_UINT64, SEEDED, AT(render.seed), 0, 0, NULL, "1",
     "feeds every random choice"},
    {"threads", 't', "N", OPTION_UINT, SEEDED, AT(run.threads), 1, 1024, NULL, NULL,
     "threads at most (default: OMP_NUM_THREADS, else all cores)"},
    {"quiet", 'q', NULL, OPTION_FLAG, ALL, AT(output.quiet), 0, 0, NULL, NULL,
     "no progress, times and warnings"},
    {"help", 'h', NULL, OPTION_FLAG, ALL | COMMAND_NONE, AT(command.help), 0, 0, NULL, NULL,
     "print this and exit"},
    {"version", 'V', NULL, OPTION_FLAG, ALL | COMMAND_NONE, AT(command.version), 0, 0, NULL, NULL,
     "print the version and exit"},
};
/* clang-format on */
const size_t n_option_rows = sizeof option_rows / sizeof *option_rows;
