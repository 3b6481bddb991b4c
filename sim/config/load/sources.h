/* sources.h -- the source of each value of a GPU's configuration.
 *
 * In a file a value is alone, or in a list with its source, so that both are changed together:
 *     sms = (30, "vendor", "turing", "RTX 2060: 30 SMs");
 *     dram = { burst = (16, "assumed", "32 bytes per access, as GDDR6"); };
 *     references = { turing = "NVIDIA, Turing GPU Architecture (2018)"; };
 * A value that is measured, published by the vendor, taken from a simulator's configuration or
 * fitted names one of the file's references, or of its bases', and the place in it, of a fitted
 * value what it was fitted on; an assumed value has a reason. A file inherits the sources of the
 * values that it inherits; a value that it gives without a source has none. Where the base is
 * another GPU, `inherited = "as the RTX 2060";` makes inherited values assumptions, followed by the
 * base's source. */
#pragma once

#include "common/conf.h"
#include "sim/config/gpu_config.h"

enum config_source_kind {
    CONFIG_UNSOURCED,
    CONFIG_MEASURED,
    CONFIG_VENDOR,
    CONFIG_SIMULATOR,
    CONFIG_FITTED,
    CONFIG_ASSUMED,
    CONFIG_SOURCE_KINDS
};
extern const char *const config_source_names[CONFIG_SOURCE_KINDS]; /* "none", "measured", ... */

struct config_source {
    enum config_source_kind kind;
    uint32_t reference, place; /* offsets in `text`; that of an empty text: none */
};

struct config_reference {
    uint32_t key, text; /* offsets in `text` */
};

struct config_sources {
    struct config_source *of; /* sources of config_parameters() values */
    struct config_reference *references;
    uint32_t n_references, room_references;
    char *text; /* zero-terminated texts, one after the other; the first one is empty */
    uint32_t used, room;
};

/* Initialises *s without sources. The caller releases it, on failure too. */
enum st_code config_sources_init(struct config_sources *s, struct status *st);
void config_sources_release(struct config_sources *s);

/* Adds the sources of the values in a file's root to those of its base. ST_USAGE with file and line
 * if a list is not a value and its source, or names no reference. */
enum st_code config_sources_read(struct config_sources *s, const struct conf_node *root,
                                 struct status *st);
/* Sets the same source for all values. */
enum st_code config_sources_set_all(struct config_sources *s, enum config_source_kind kind,
                                    const char *reference, const char *place, struct status *st);
/* Removes the source of values that differ between two GPUs, and sets `place` as the reason. */
enum st_code config_sources_forget(struct config_sources *s, const struct gpu_config *before,
                                   const struct gpu_config *after, const char *place,
                                   struct status *st);

/* A parameter, its value and the value's source. Texts are borrowed. */
struct config_parameter {
    char key[64];                 /* "dram.burst" */
    char value[ADDRESS_MAP_TEXT]; /* value as params_value writes it */
    const char *unit;             /* "" if it has none */
    enum config_source_kind kind;
    const char *reference, *place; /* "" if there is none */
};
/* The number of parameters: the address map, and all of the tables in order. */
size_t config_parameters(void);
void config_parameter_at(struct config_parameter *out, const struct gpu_config *config,
                         const struct config_sources *s, size_t i);
