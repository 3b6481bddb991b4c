#include "orchestrator/command.h"

const struct command commands[] = {
    {{"quantize", COMMAND_QUANTIZE, "HEATMAP", true, "Reduce a heatmap to a few colours"},
     command_quantize},
    {{NULL, 0, NULL, false, NULL}, NULL},
};
