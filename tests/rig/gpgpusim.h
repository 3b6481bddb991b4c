/* gpgpusim.h -- a gpgpusim.config file of every option that sets something, and the parameters of
 * what is read from it. */
#pragma once

#include "sim/config/gpu_config.h"
#include "tests/rig/rig.h"

#define RIG_GPGPUSIM_DATA TEST_SOURCE_DIR "/tests/data/gpgpusim/"

char *rig_gpgpusim_text(const char *path); /* the caller's */
/* small.config with a line at its end. */
enum st_code rig_gpgpusim_parse(const char *line, struct gpu_config *g, char **notes,
                                struct status *st);
struct gpu_config rig_gpgpusim_small(void);

/* A parameter by its full name, as text. */
void rig_param_value(const struct gpu_config *g, const char *key, char text[PARAM_VALUE_TEXT]);
/* Calls back for every parameter by its full name. */
void rig_each_param(void (*each)(void *self, const char *key), void *self);
