/* footprint.h -- the set of sectors that a program has touched. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct footprint_page;

/* A set of sectors; a zeroed one is empty. */
struct footprint {
    struct footprint_page *pages; /* hash table with open addressing */
    uint32_t n, room;
    uint64_t touched; /* number of distinct sectors */
    bool failed;      /* memory ran out: the number is too small */
};

void footprint_release(struct footprint *f);
void footprint_touch(struct footprint *f, uint64_t addr);
