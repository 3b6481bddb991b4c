/* The program: everything is in cli_run, so that tests can call it too. */
#include "orchestrator/cli/cli.h"

#include "common/colour.h"
#include "common/inputs.h"
#include "common/printable.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SHADOW 1
#elif defined(__has_feature)
#define HAS_SHADOW (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define HAS_SHADOW 0
#endif

/* Limits the memory that can be written to what the machine has: whatever a file asks for, the
 * program then says that it is out of memory, and the kernel ends no other process for it.
 * Sanitizers reserve more than that. */
static void limit_memory(void)
{
    struct rlimit most;
    rlim_t bytes = (rlim_t)sysconf(_SC_PHYS_PAGES) * (rlim_t)sysconf(_SC_PAGESIZE);
    if (HAS_SHADOW || getrlimit(RLIMIT_DATA, &most) != 0 || most.rlim_cur <= bytes)
        return;
    most.rlim_cur = bytes;
    setrlimit(RLIMIT_DATA, &most);
}

int main(int argc, char **argv)
{
    /* Writing beyond the limit on file sizes is then an ordinary write error, like a full disk. */
    signal(SIGXFSZ, SIG_IGN);
    limit_memory();
    inputs_keep();
    /* Names of files, and what files say, are printed in a hundred places. */
    stdout = printable_stream(stdout, colour_length);
    stderr = printable_stream(stderr, colour_length);
    return cli_run(argc, argv);
}
