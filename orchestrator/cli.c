#include "orchestrator/cli.h"

#include "version.h"

#include <stdio.h>
#include <string.h>

int cli_run(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        puts("diorama " DIORAMA_VERSION);
        return 0;
    }
    fputs("diorama: no subcommand; see 'diorama --help'\n", stderr);
    return 2;
}
