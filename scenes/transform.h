/* transform.h -- transforms while a scene is read: 3x4 matrices in double precision, row-major,
 * column 3 is the translation. They are rounded to float at the end. */
#pragma once

#include "common/vec.h"

#include <stdbool.h>

struct transform {
    double m[12];
};

struct transform transform_identity(void);
/* a after b. */
struct transform transform_multiply(const struct transform *a, const struct transform *b);
/* About an axis (not zero) through the origin, counter-clockwise when the axis points at the
 * viewer. Multiples of 90 degrees about a coordinate axis are exact. */
struct transform transform_rotation(const double axis[3], double degrees);
struct transform transform_widen(const struct mat34 *t);
struct mat34 transform_round(const struct transform *t);

/* The matrix (row-major, 3x3) for normals; the products do not have unit length. It is the
 * transposed inverse of the linear part times the absolute value of the determinant, computed as
 * cofactors, which exist for singular transforms too. Returns whether t mirrors. */
bool transform_normals(const struct transform *t, double n[9]);
