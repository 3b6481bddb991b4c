#include "scenes/transform.h"

#include <math.h>

#define PI 3.14159265358979323846

struct transform transform_identity(void)
{
    return (struct transform){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
}

struct transform transform_multiply(const struct transform *a, const struct transform *b)
{
    struct transform r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            r.m[4 * i + j] = a->m[4 * i] * b->m[j] + a->m[4 * i + 1] * b->m[4 + j] +
                             a->m[4 * i + 2] * b->m[8 + j] + (j == 3 ? a->m[4 * i + 3] : 0.0);
    return r;
}

/* Uses Rodrigues' formula. */
struct transform transform_rotation(const double axis[3], double degrees)
{
    double turn = fmod(degrees, 360.0), c = cos(turn * (PI / 180.0)), s = sin(turn * (PI / 180.0));
    double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    double a[3] = {axis[0] / length, axis[1] / length, axis[2] / length};
    if (fmod(turn, 90.0) == 0.0) {
        c = nearbyint(c);
        s = nearbyint(s);
    }
    const double cross[9] = {0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0};
    struct transform r = transform_identity();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r.m[4 * i + j] = (i == j ? c : 0.0) + (1.0 - c) * a[i] * a[j] + s * cross[3 * i + j];
    return r;
}

struct transform transform_widen(const struct mat34 *t)
{
    struct transform r;
    for (int i = 0; i < 12; i++)
        r.m[i] = (double)t->m[i];
    return r;
}

struct mat34 transform_round(const struct transform *t)
{
    struct mat34 r;
    for (int i = 0; i < 12; i++)
        r.m[i] = (float)t->m[i];
    return r;
}

bool transform_normals(const struct transform *t, double n[9])
{
    const double *a = t->m;
    const double c[9] = {
        a[5] * a[10] - a[6] * a[9], a[6] * a[8] - a[4] * a[10], a[4] * a[9] - a[5] * a[8],
        a[2] * a[9] - a[1] * a[10], a[0] * a[10] - a[2] * a[8], a[1] * a[8] - a[0] * a[9],
        a[1] * a[6] - a[2] * a[5],  a[2] * a[4] - a[0] * a[6],  a[0] * a[5] - a[1] * a[4]};
    bool mirrors = a[0] * c[0] + a[1] * c[1] + a[2] * c[2] < 0;
    for (int i = 0; i < 9; i++)
        n[i] = mirrors ? -c[i] : c[i];
    return mirrors;
}
