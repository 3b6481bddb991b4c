/* unseen.h -- which timing models ignore a parameter of the GPU: the last word of the parameter's
 * row. All models use a parameter whose row has no such word. Runs check the rows
 * (tests/property/seen.c). */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum unseen {
    UNSEEN_APPROXIMATE = 1,
    UNSEEN_NETWORK = 2, /* the interval model's level `network` */
    UNSEEN_GPUMECH = 4, /* the interval model's levels from the paper GPUMech */
    UNSEEN_GATSIM = 8,
    NOT_INTERVAL = UNSEEN_NETWORK | UNSEEN_GPUMECH,
    NOT_FAST = UNSEEN_APPROXIMATE |
               NOT_INTERVAL, /* all but the cycle model and GATSim, whose blocks that model times */
    CYCLE_ALONE = NOT_FAST | UNSEEN_GATSIM
};

struct gpu_config;

/* Lists, separated by commas, the parameters that were chosen for this GPU (gpu_config_given) and
 * that the models of `who` ignore, or do not model for the value that was set; "" if there are
 * none. */
void unseen_list(const struct gpu_config *config, enum unseen who, char *text, size_t n);
/* The models that use a parameter, for the page of parameters: "all", or a list such as "cycle,
 * approximate". */
const char *unseen_page(uint32_t unseen, char text[64]);
