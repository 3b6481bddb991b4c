/* bfs.c -- one level of a breadth-first search (Harish and Narayanan, HiPC 2007): a thread per
 * vertex; those of the level look at all their neighbours. Edges are stored by vertex: those of v
 * are edges[first[v]] to edges[first[v + 1] - 1]. Launched for level after level until none is
 * found. Several threads may find the same vertex, and then write the same. */
#include "gpu.h"

enum { UNSEEN = -1 };

void bfs(unsigned n, int level, GLOBAL const unsigned *first, GLOBAL const unsigned *edges,
         GLOBAL int *levels, GLOBAL unsigned *found)
{
    unsigned v = gpu_thread();
    if (v >= n || levels[v] != level)
        return;
    for (unsigned e = first[v], end = first[v + 1]; e < end; e++) {
        unsigned to = edges[e];
        if (levels[to] == UNSEEN) {
            levels[to] = level + 1;
            *found = 1;
        }
    }
}
