/* Gradient noise (Perlin, "Improving Noise", SIGGRAPH 2002: lattice gradients towards the edges of
 * a cube, quintic blending), with the project's hash in place of the permutation table. */
#include "scenes/generate/arithmetic.h"

static double corner(uint64_t seed, int64_t x, int64_t y, int64_t z, struct dvec p)
{
    uint64_t h = random_mix(seed ^ (uint64_t)x * 0x9E3779B97F4A7C15u ^
                            (uint64_t)y * 0xC2B2AE3D27D4EB4Fu ^ (uint64_t)z * 0x165667B19E3779F9u);
    double dx = p.x - (double)x, dy = p.y - (double)y, dz = p.z - (double)z;
    double a = h & 8 ? dy : dx, b = h & 16 ? dz : h & 8 ? dx : dy;
    return (h & 1 ? -a : a) + (h & 2 ? -b : b);
}

static double fade(double t)
{
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

double gm_noise(uint64_t seed, struct dvec p)
{
    double fx = floor(p.x), fy = floor(p.y), fz = floor(p.z);
    int64_t x = (int64_t)fx, y = (int64_t)fy, z = (int64_t)fz;
    double u = fade(p.x - fx), v = fade(p.y - fy), w = fade(p.z - fz);
    double layer[2];
    for (int k = 0; k < 2; k++) {
        double near = gm_mix(corner(seed, x, y, z + k, p), corner(seed, x + 1, y, z + k, p), u);
        double far =
            gm_mix(corner(seed, x, y + 1, z + k, p), corner(seed, x + 1, y + 1, z + k, p), u);
        layer[k] = gm_mix(near, far, v);
    }
    return gm_mix(layer[0], layer[1], w);
}

double gm_fractal(uint64_t seed, struct dvec p, uint32_t octaves)
{
    double sum = 0.0, amplitude = 1.0;
    for (uint32_t i = 0; i < octaves; i++) {
        sum += amplitude * gm_noise(seed + i, p);
        amplitude *= 0.5;
        /* The shift keeps the lattice points of the octaves, where noise is 0, from coinciding. */
        p = dvec_add(dvec_scale(p, 2.0), dvec_make(0.37, 0.61, 0.83));
    }
    return sum;
}
