#include "orchestrator/command.h"

const struct command commands[] = {
    {{"scenes", COMMAND_SCENES, NULL, false, "List the built-in scenes"}, command_scenes},
    {{"render", COMMAND_RENDER, "SCENE", true, "Write the picture of a scene"}, command_render},
    {{"heatmap", COMMAND_HEATMAP, "SCENE", true,
      "Write the picture of what each pixel of a scene costs"},
     command_heatmap},
    {{"quantize", COMMAND_QUANTIZE, "HEATMAP", true, "Reduce a heatmap to a few colours"},
     command_quantize},
    {{NULL, 0, NULL, false, NULL}, NULL},
};
