/* cli.h -- the command line: parses the arguments, runs the subcommand, prints. */
#ifndef ORCHESTRATOR_CLI_CLI_H
#define ORCHESTRATOR_CLI_CLI_H

/* Returns the program's exit status: 0 done, 1 the work failed, 2 the command line is wrong. */
int cli_run(int argc, char **argv);

#endif
