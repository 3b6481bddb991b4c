/* elementary.h -- sin, cos, 2^x, log2, ln and tanh of floats: with the same bits on every machine.
 *
 * The functions compute in double precision, with additions, multiplications and one division, and
 * round to float once. The result is within one unit in the last place of the exact value over the
 * whole range. NaN gives NaN. */
#pragma once

float elementary_sin(float x); /* x in radians; NaN for infinities */
float elementary_cos(float x);
float elementary_ex2(float x); /* +Inf above 128, 0 far below */
float elementary_lg2(float x); /* -Inf at 0, NaN for x < 0 */
float elementary_ln(float x);
float elementary_tanh(float x); /* within 2^-20 of the exact value */
