/* cli.h -- the command line: parses the arguments, runs the subcommand, prints. */
#ifndef ORCHESTRATOR_CLI_CLI_H
#define ORCHESTRATOR_CLI_CLI_H

/* Returns the program's exit status (status_exit). */
int cli_run(int argc, char **argv);

#endif
