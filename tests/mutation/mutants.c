/* The state of a build with mutants (mutants.h). MUTANT_SEEN in the environment names a file of
   MUTANTS bytes, which every process of a test shares. */
#include "tests/mutation/mutants.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int mutant = -1;
static unsigned char unkept[MUTANTS];
unsigned char *mutants_seen = unkept;

__attribute__((constructor)) static void mutants_start(void)
{
    const char *number = getenv("MUTANT");
    const char *path = getenv("MUTANT_SEEN");
    int file = path != NULL ? open(path, O_RDWR | O_CREAT, 0666) : -1;
    if (file >= 0 && ftruncate(file, MUTANTS) == 0) {
        void *kept = mmap(NULL, MUTANTS, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (kept != MAP_FAILED)
            mutants_seen = kept;
        close(file);
    }
    if (number != NULL)
        mutant = (int)strtol(number, NULL, 10);
}
