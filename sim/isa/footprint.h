/* footprint.h -- the set of sectors that were touched. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct footprint_page;

/* Zeroed, it is empty. */
struct footprint {
    struct footprint_page *pages; /* open hash */
    uint32_t n, room;
    uint64_t touched; /* number of distinct sectors */
    bool failed;      /* memory ran out: the number is too small */
};

void footprint_release(struct footprint *f);
void footprint_touch(struct footprint *f, uint64_t addr);
