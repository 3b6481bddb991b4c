/* unseen.h -- the timing models that ignore a parameter of the GPU: the last word of its row. All
 * models use a row without one. Runs check the rows (tests/property/seen.c). */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum unseen {
    UNSEEN_APPROXIMATE = 1,
    UNSEEN_NETWORK = 2, /* the interval model's own level */
    UNSEEN_GPUMECH = 4, /* its levels from the paper */
    UNSEEN_GATSIM = 8,
    NOT_INTERVAL = UNSEEN_NETWORK | UNSEEN_GPUMECH,
    NOT_FAST =
        UNSEEN_APPROXIMATE | NOT_INTERVAL, /* all but GATSim, whose blocks the cycle model times */
    CYCLE_ALONE = NOT_FAST | UNSEEN_GATSIM
};

struct gpu_config;

/* Lists, separated by commas, the parameters that the user set (gpu_config_given) and that the
 * models of `who` ignore, or do not model in the given range; "": none. */
void unseen_list(const struct gpu_config *config, enum unseen who, char *text, size_t n);
/* For the page of parameters: the models that use it, "all" or such as "cycle, approximate". */
const char *unseen_page(uint32_t unseen, char text[64]);
