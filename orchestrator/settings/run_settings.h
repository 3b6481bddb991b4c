/* run_settings.h -- how the work is run; no result depends on it. */
#ifndef ORCHESTRATOR_SETTINGS_RUN_SETTINGS_H
#define ORCHESTRATOR_SETTINGS_RUN_SETTINGS_H

#include <stdint.h>

struct run_settings {
    uint32_t threads;  /* 0: as OpenMP decides */
    const char *cache; /* folder of profiles, "auto": the user's; NULL: none */
};

#endif
