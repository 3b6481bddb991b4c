/* The program: everything is in cli_run, so that tests can call it too. */
#include "orchestrator/cli/cli.h"

#include "common/colour.h"
#include "common/inputs.h"
#include "common/printable.h"

#include <signal.h>

int main(int argc, char **argv)
{
    /* Writing beyond the limit on file sizes is then an ordinary write error, like a full disk. */
    signal(SIGXFSZ, SIG_IGN);
    inputs_keep();
    /* Names of files, and what files say, are printed in a hundred places. */
    stdout = printable_stream(stdout, colour_length);
    stderr = printable_stream(stderr, colour_length);
    return cli_run(argc, argv);
}
