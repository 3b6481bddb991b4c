/* footprint.h -- which sectors were asked for, and by which half of those who ask. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct footprint_page;

/* All zeros is an empty one. */
struct footprint {
    struct footprint_page *pages; /* open hash */
    uint32_t n, room;
    uint64_t touched, by_half[2]; /* sectors, each once */
    bool failed;                  /* memory ran out: the numbers are too small */
};

void footprint_release(struct footprint *f);
/* `half` is 0 or 1. */
void footprint_touch(struct footprint *f, uint64_t addr, uint32_t half);
