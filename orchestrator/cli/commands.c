#include "orchestrator/cli/command.h"

const struct command commands[] = {
#define COMMAND(bit, function, operand, needed, summary)                                           \
    {{#function, COMMAND_##bit, operand, needed, summary}, command_##function},
#include "orchestrator/settings/commands.def"
    {{NULL, 0, NULL, false, NULL}, NULL},
};
