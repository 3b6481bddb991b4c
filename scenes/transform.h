/* transform.h -- transforms for reading scenes: 3x4 matrices in double precision, row-major, column
 * 3 is the translation. They are rounded to float at the end. */
#pragma once

#include "common/vec.h"

#include <stdbool.h>

struct transform {
    double m[12];
};

struct transform transform_identity(void);
/* Returns the transform that applies b and then a. */
struct transform transform_multiply(const struct transform *a, const struct transform *b);
/* Returns the rotation about an axis (not zero) through the origin, counter-clockwise when the axis
 * points at the viewer. Multiples of 90 degrees about a coordinate axis are exact. */
struct transform transform_rotation(const double axis[3], double degrees);
struct transform transform_widen(const struct mat34 *t);
struct mat34 transform_round(const struct transform *t);

/* Computes the matrix (row-major, 3x3) that transforms normals, without keeping their length: the
 * transposed inverse of the linear part times the absolute value of the determinant. It is computed
 * from cofactors, which exist for singular transforms, too. Returns whether t mirrors. */
bool transform_normals(const struct transform *t, double n[9]);
