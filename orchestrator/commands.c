#include "orchestrator/command.h"

const struct command commands[] = {
    {{"scenes", COMMAND_SCENES, NULL, false, "List the built-in scenes"}, command_scenes},
    {{"quantize", COMMAND_QUANTIZE, "HEATMAP", true, "Reduce a heatmap to a few colours"},
     command_quantize},
    {{NULL, 0, NULL, false, NULL}, NULL},
};
