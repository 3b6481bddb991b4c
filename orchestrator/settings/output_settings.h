/* output_settings.h -- where results go, and what is shown of them. */
#ifndef ORCHESTRATOR_SETTINGS_OUTPUT_SETTINGS_H
#define ORCHESTRATOR_SETTINGS_OUTPUT_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

/* A name is NULL where it was not given. */
struct output_settings {
    const char *path, *keep; /* --output; folder of what predict keeps */
    const char *csv, *plot;
    const char *lines;      /* of census */
    const char *trace;      /* timeline to write */
    uint32_t trace_samples; /* intervals that it has at most */
    bool json, stalls, stats, quiet;
};

#endif
