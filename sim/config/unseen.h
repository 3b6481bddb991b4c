/* unseen.h -- which timing models do not see a parameter of the GPU: the last word of its row. A
 * row without one is seen by all. That a row is right is shown by runs (tests/property/seen.c). */
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
        UNSEEN_APPROXIMATE | NOT_INTERVAL, /* but GATSim, whose blocks the cycle model times */
    CYCLE_ALONE = NOT_FAST | UNSEEN_GATSIM
};

struct gpu_config;

/* Names, with commas between, the parameters that the GPU was given (gpu_config_given) and that
 * whoever `who` is of does not see, or not in their range; "": there is none. */
void unseen_list(const struct gpu_config *config, enum unseen who, char *text, size_t n);
/* For the page of parameters: the models that see it, "all" or such as "cycle, approximate". */
const char *unseen_page(uint32_t unseen, char text[64]);
