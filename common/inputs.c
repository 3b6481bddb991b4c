#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#include "common/inputs.h"

#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>

/* Most files in the list; no scene has so many. Unused pages take no memory. */
enum { MOST_INPUTS = 1 << 16 };

struct input {
    dev_t device;
    ino_t inode; /* 0: this element is not written yet */
};

struct inputs {
    atomic_size_t n; /* elements in use; may go beyond MOST_INPUTS */
    struct input files[MOST_INPUTS];
};

/* The list is in memory that processes share: the process that writes a study's results must not
 * replace the files that the processes of its runs have read. */
static struct inputs *inputs;

void inputs_keep(void)
{
    void *shared =
        mmap(NULL, sizeof *inputs, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    inputs = shared == MAP_FAILED ? NULL : shared;
}

bool inputs_have(const struct stat *file)
{
    size_t n = inputs ? atomic_load(&inputs->n) : 0;
    for (size_t i = 0; i < n && i < MOST_INPUTS; i++)
        if (inputs->files[i].inode == file->st_ino && inputs->files[i].device == file->st_dev)
            return true;
    return false;
}

void inputs_add(const struct stat *file)
{
    if (!inputs || !S_ISREG(file->st_mode) || inputs_have(file))
        return;
    size_t at = atomic_fetch_add(&inputs->n, 1);
    if (at < MOST_INPUTS)
        inputs->files[at] = (struct input){file->st_dev, file->st_ino};
}
