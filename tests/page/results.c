/* Writes the file of results that the test of the page shows: results FILE. */
#include "tests/rig/study_store.h"

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    rig_results(argv[1]);
    return 0;
}
