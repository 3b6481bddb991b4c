#include "scenes/import/normals.h"

#include "common/memory.h"

#include <math.h>
#include <string.h>

/* The cosine of 60 degrees, slightly reduced, so that an edge of exactly that angle is smooth in
 * spite of rounding. */
static const double least_cosine = 0.5 - 1e-6;

static const uint32_t none = UINT32_MAX;

struct work {
    const float (*positions)[3];
    double (*faces)[3];    /* for each vertex, the normal of its face */
    uint32_t *slots;       /* hash table of positions: the first vertex at each, plus one */
    uint32_t *next, *last; /* lists of the vertices at one position: the next vertex, and for the
                              first vertex the last one */
    uint64_t mask;
};

/* Computes in double, in which the square of a difference of floats neither underflows nor
 * overflows. */
static void face_normal(const float (*p)[3], const uint32_t corner[3], double n[3])
{
    double e[2][3], length = 0;
    for (int k = 0; k < 3; k++) {
        e[0][k] = (double)p[corner[1]][k] - (double)p[corner[0]][k];
        e[1][k] = (double)p[corner[2]][k] - (double)p[corner[0]][k];
    }
    for (int k = 0; k < 3; k++) {
        n[k] = e[0][(k + 1) % 3] * e[1][(k + 2) % 3] - e[0][(k + 2) % 3] * e[1][(k + 1) % 3];
        length += n[k] * n[k];
    }
    length = sqrt(length);
    for (int k = 0; k < 3; k++)
        n[k] = length > 0 ? n[k] / length : 0;
}

static uint64_t position_hash(const float p[3])
{
    uint64_t h = 0;
    for (int k = 0; k < 3; k++) {
        const float x = p[k] + 0.0f; /* adding 0 turns -0 into 0 */
        uint32_t bits;
        memcpy(&bits, &x, sizeof bits);
        h = (h ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    return h;
}

static bool is_same(const float a[3], const float b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* Appends a vertex to the list of those at its position. */
static void add_vertex(struct work *w, uint32_t i)
{
    uint64_t at = position_hash(w->positions[i]) & w->mask;
    while (w->slots[at] && !is_same(w->positions[w->slots[at] - 1], w->positions[i]))
        at = (at + 1) & w->mask;
    w->next[i] = none;
    w->last[i] = none;
    if (!w->slots[at]) {
        w->slots[at] = i + 1;
        w->last[i] = i;
        return;
    }
    const uint32_t first = w->slots[at] - 1;
    w->next[w->last[first]] = i;
    w->last[first] = i;
}

static void round_unit(const double n[3], float out[3])
{
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int k = 0; k < 3; k++)
        out[k] = length > 0 ? (float)(n[k] / length) : 0;
}

static bool has_many(const struct work *w, uint32_t first)
{
    uint32_t n = 0;
    for (uint32_t i = first; i != none && n <= NORMALS_MOST; i = w->next[i])
        n++;
    return n > NORMALS_MOST;
}

/* Computes the normals of the vertices at the position of `first`. */
static void smooth(const struct work *w, uint32_t first, float (*normals)[3])
{
    const bool many = has_many(w, first);
    for (uint32_t i = first; i != none; i = w->next[i]) {
        const double *own = w->faces[i];
        double sum[3] = {0};
        if (many) {
            round_unit(own, normals[i]);
            continue;
        }
        for (uint32_t j = first; j != none; j = w->next[j]) {
            const double *n = w->faces[j];
            bool near = own[0] * n[0] + own[1] * n[1] + own[2] * n[2] >= least_cosine;
            for (int k = 0; near && k < 3; k++)
                sum[k] += n[k];
        }
        round_unit(sum, normals[i]);
    }
}

static enum st_code make_room(struct work *w, uint32_t n, struct status *st)
{
    uint64_t room = 16;
    while (room < 2 * (uint64_t)n)
        room *= 2;
    w->mask = room - 1;
    if (!MEM_ARRAYS(MEM_ARRAY(w->faces, n), MEM_ARRAY(w->slots, room), MEM_ROOM(w->next, n),
                    MEM_ROOM(w->last, n)))
        return status_no_memory(st, "normals");
    return ST_OK;
}

enum st_code mesh_normals(const float (*positions)[3], uint32_t n, const uint32_t *indices,
                          uint32_t n_triangles, bool flat, float (*normals)[3], struct status *st)
{
    struct work w = {.positions = positions};
    enum st_code code = make_room(&w, n, st);
    for (uint32_t t = 0; code == ST_OK && t < n_triangles; t++) {
        const uint32_t *corner = indices + 3 * (size_t)t;
        double face[3];
        face_normal(positions, corner, face);
        for (int k = 0; k < 3; k++)
            memcpy(w.faces[corner[k]], face, sizeof face);
    }
    for (uint32_t i = 0; code == ST_OK && i < n; i++)
        if (flat)
            round_unit(w.faces[i], normals[i]);
        else
            add_vertex(&w, i);
    for (uint32_t i = 0; code == ST_OK && !flat && i < n; i++)
        if (w.last[i] != none)
            smooth(&w, i, normals);
    MEM_FREE(w.faces, w.slots, w.next, w.last);
    return code;
}
