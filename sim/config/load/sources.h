/* sources.h -- where each value of a GPU's configuration is from.
 *
 * In a file a value stands alone, or in a list with its source, so that who changes one sees the
 * other:
 *     sms = (30, "vendor", "turing", "RTX 2060: 30 SMs");
 *     dram = { burst = (16, "assumed", "32 bytes per access, as GDDR6"); };
 *     references = { turing = "NVIDIA, Turing GPU Architecture (2018)"; };
 * What is measured, published by the vendor or taken from a simulator's configuration names one of
 * the file's references, or of its bases', and the place in it; what is assumed says why. A file
 * inherits the sources of the values that it inherits; a value that it gives without a source has
 * none. Where the base is another GPU, `inherited = "as the RTX 2060";` makes what is inherited an
 * assumption, with the base's source behind it. */
#pragma once

#include "common/conf.h"
#include "sim/config/gpu_config.h"

enum config_source_kind {
    CONFIG_UNSOURCED,
    CONFIG_MEASURED,
    CONFIG_VENDOR,
    CONFIG_SIMULATOR,
    CONFIG_ASSUMED,
    CONFIG_SOURCE_KINDS
};
extern const char *const config_source_names[CONFIG_SOURCE_KINDS]; /* "none", "measured", ... */

struct config_source {
    enum config_source_kind kind;
    uint32_t reference, place; /* offsets in `text`; of an empty one: there is none */
};

struct config_reference {
    uint32_t key, text; /* offsets in `text` */
};

struct config_sources {
    struct config_source *of; /* config_parameters() of them */
    struct config_reference *references;
    uint32_t n_references, room_references;
    char *text; /* one after the other, each with its zero byte; an empty one first */
    uint32_t used, room;
};

/* No value has a source. The caller releases them, on failure too. */
enum st_code config_sources_init(struct config_sources *s, struct status *st);
void config_sources_release(struct config_sources *s);

/* Of the values in a file's root, beside what its base has said. ST_USAGE with file and line where
 * a list is not a value and its source, or names no reference. */
enum st_code config_sources_read(struct config_sources *s, const struct conf_node *root,
                                 struct status *st);
/* The source of all values alike. */
enum st_code config_sources_set_all(struct config_sources *s, enum config_source_kind kind,
                                    const char *reference, const char *place, struct status *st);
/* The values in which the GPUs differ have no source, for `place` says so. */
enum st_code config_sources_forget(struct config_sources *s, const struct gpu_config *before,
                                   const struct gpu_config *after, const char *place,
                                   struct status *st);

/* A parameter, its value and where that is from. Texts are borrowed. */
struct config_parameter {
    char key[64];                 /* "dram.burst" */
    char value[ADDRESS_MAP_TEXT]; /* as params_value */
    const char *unit;             /* "" where it has none */
    enum config_source_kind kind;
    const char *reference, *place; /* "" where there is none */
};
/* Parameters: the address map, then the tables in turn. */
size_t config_parameters(void);
void config_parameter_at(struct config_parameter *out, const struct gpu_config *config,
                         const struct config_sources *s, size_t i);
