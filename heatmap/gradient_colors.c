/* Turbo, viridis and inferno are 17 of their 256 published colours each, evenly spaced, with
 * straight lines between them: at most 6 steps of 8 bits from the rest of the 256, and 0.0052 in
 * temperature. */
#include "heatmap/gradient_colors.h"

#include <math.h>
#include <stddef.h>

const char *const gradient_names[GRADIENT_KINDS + 1] = {"heat", "turbo", "viridis", "inferno",
                                                        "jet",  "grey",  NULL};

/* ---- heat ---- */

const uint8_t heat_controls[HEAT_CONTROLS][3] = {
    {0, 2, 91},    {0, 108, 251}, {0, 221, 221}, {51, 221, 0}, {255, 252, 0},
    {255, 180, 0}, {255, 104, 0}, {226, 22, 0},  {191, 0, 83}, {145, 0, 65},
};

/* Half the width of a blend, in distances between control colours. */
static const double blur = 0.8;

static double smoothstep(double low, double high, double x)
{
    double u = (x - low) / (high - low);
    u = u < 0.0 ? 0.0 : u > 1.0 ? 1.0 : u;
    return u * u * (3.0 - 2.0 * u);
}

/* The weights do not sum to exactly 1, hence the clamp. */
static void heat_at(double t, double rgb[3])
{
    double s = t > 0.0 ? (t < 1.0 ? t : 1.0) * HEAT_CONTROLS : 0.0;
    int current = (int)s < HEAT_CONTROLS - 1 ? (int)s : HEAT_CONTROLS - 1;
    int previous = current > 0 ? current - 1 : 0;
    int next = current < HEAT_CONTROLS - 1 ? current + 1 : current;
    double rise = smoothstep(current - blur, current + blur, s);
    double fall = smoothstep(current + 1 - blur, current + 1 + blur, s);
    for (int i = 0; i < 3; i++) {
        double v = heat_controls[current][i] * (rise * (1.0 - fall)) +
                   heat_controls[previous][i] * (1.0 - rise) + heat_controls[next][i] * fall;
        rgb[i] = v < 255.0 ? v : 255.0;
    }
}

/* ---- lists of colours ---- */

enum { KNOTS = 17 };

static const uint8_t turbo[KNOTS][3] = {
    {48, 18, 59},   {64, 64, 161},   {70, 107, 227}, {66, 147, 255}, {41, 187, 236}, {24, 220, 195},
    {49, 242, 153}, {107, 253, 100}, {163, 253, 60}, {204, 237, 52}, {237, 208, 58}, {253, 174, 53},
    {251, 128, 34}, {236, 82, 15},   {210, 49, 5},   {172, 23, 1},   {122, 4, 3},
};
static const uint8_t viridis[KNOTS][3] = {
    {68, 1, 84},    {72, 24, 106},  {71, 45, 123},  {66, 64, 134},  {59, 82, 139},  {51, 99, 141},
    {44, 114, 142}, {38, 129, 142}, {33, 144, 140}, {31, 159, 136}, {40, 174, 128}, {62, 188, 116},
    {93, 201, 99},  {130, 211, 76}, {171, 220, 50}, {213, 226, 26}, {253, 231, 37},
};
static const uint8_t inferno[KNOTS][3] = {
    {0, 0, 4},       {11, 7, 36},     {33, 12, 74},   {60, 9, 101},   {87, 16, 109},
    {112, 25, 110},  {137, 34, 106},  {163, 43, 97},  {187, 55, 85},  {209, 70, 68},
    {227, 89, 50},   {241, 113, 30},  {249, 141, 10}, {252, 171, 15}, {249, 202, 50},
    {242, 232, 101}, {252, 255, 164},
};

static void between(const uint8_t knots[KNOTS][3], double t, double rgb[3])
{
    double s = t * (KNOTS - 1);
    int i = (int)s < KNOTS - 2 ? (int)s : KNOTS - 2;
    for (int a = 0; a < 3; a++)
        rgb[a] = knots[i][a] + (s - i) * (knots[i + 1][a] - knots[i][a]);
}

/* ---- formulas ---- */

static double trapezium(double t, double middle)
{
    return 255.0 * fmin(fmax(1.5 - fabs(4.0 * t - middle), 0.0), 1.0);
}

/* ---- all ---- */

void gradient_at(enum gradient gradient, double t, double rgb[3])
{
    t = t > 0.0 ? fmin(t, 1.0) : 0.0;
    switch (gradient) {
    case GRADIENT_HEAT:
    case GRADIENT_KINDS:
        heat_at(t, rgb);
        return;
    case GRADIENT_TURBO:
        between(turbo, t, rgb);
        return;
    case GRADIENT_VIRIDIS:
        between(viridis, t, rgb);
        return;
    case GRADIENT_INFERNO:
        between(inferno, t, rgb);
        return;
    case GRADIENT_JET:
        for (int a = 0; a < 3; a++)
            rgb[a] = trapezium(t, 3.0 - a);
        return;
    case GRADIENT_GREY:
        rgb[0] = rgb[1] = rgb[2] = 255.0 * t;
        return;
    }
}

void gradient_color(enum gradient gradient, double t, uint8_t rgb[3])
{
    double v[3];
    gradient_at(gradient, t, v);
    for (int a = 0; a < 3; a++)
        rgb[a] = (uint8_t)(v[a] + 0.5);
}

void heat_color(double t, uint8_t rgb[3])
{
    gradient_color(GRADIENT_HEAT, t, rgb);
}
