/* cli.h -- the command line: parses the arguments, runs the subcommand, prints. */
#pragma once

/* Returns the program's exit status (status_exit). */
int cli_run(int argc, char **argv);
