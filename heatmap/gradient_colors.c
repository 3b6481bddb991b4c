/* The gradients. Of the 256 published colours of turbo, viridis, inferno, magma and plasma, 17
 * evenly spaced ones are here, and 33 of those of cividis. Linear interpolation between them is at
 * most 6 steps of 8 bits off the published colours, and 0.0052 in temperature. */
#include "heatmap/gradient_colors.h"

#include <math.h>
#include <stddef.h>

const char *const gradient_names[GRADIENT_KINDS + 1] = {
    "heat",   "turbo",   "viridis", "inferno",  "jet",   "grey", "magma",
    "plasma", "cividis", "hot",     "coolwarm", "greys", NULL};

/* ---- heat ---- */

const uint8_t heat_controls[HEAT_CONTROLS][3] = {
    {0, 2, 91},    {0, 108, 251}, {0, 221, 221}, {51, 221, 0}, {255, 252, 0},
    {255, 180, 0}, {255, 104, 0}, {226, 22, 0},  {191, 0, 83}, {145, 0, 65},
};

/* Half the width over which control colours blend, in distances between control colours. */
static const double blur = 0.8;

static double smoothstep(double low, double high, double x)
{
    double u = (x - low) / (high - low);
    u = u < 0.0 ? 0.0 : u > 1.0 ? 1.0 : u;
    return u * u * (3.0 - 2.0 * u);
}

/* Computes the colour of heat. It is clamped because the weights do not sum to exactly 1. */
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

/* ---- gradients as lists of colours ---- */

static const uint8_t turbo[][3] = {
    {48, 18, 59},   {64, 64, 161},   {70, 107, 227}, {66, 147, 255}, {41, 187, 236}, {24, 220, 195},
    {49, 242, 153}, {107, 253, 100}, {163, 253, 60}, {204, 237, 52}, {237, 208, 58}, {253, 174, 53},
    {251, 128, 34}, {236, 82, 15},   {210, 49, 5},   {172, 23, 1},   {122, 4, 3},
};
static const uint8_t viridis[][3] = {
    {68, 1, 84},    {72, 24, 106},  {71, 45, 123},  {66, 64, 134},  {59, 82, 139},  {51, 99, 141},
    {44, 114, 142}, {38, 129, 142}, {33, 144, 140}, {31, 159, 136}, {40, 174, 128}, {62, 188, 116},
    {93, 201, 99},  {130, 211, 76}, {171, 220, 50}, {213, 226, 26}, {253, 231, 37},
};
static const uint8_t inferno[][3] = {
    {0, 0, 4},       {11, 7, 36},     {33, 12, 74},   {60, 9, 101},   {87, 16, 109},
    {112, 25, 110},  {137, 34, 106},  {163, 43, 97},  {187, 55, 85},  {209, 70, 68},
    {227, 89, 50},   {241, 113, 30},  {249, 141, 10}, {252, 171, 15}, {249, 202, 50},
    {242, 232, 101}, {252, 255, 164},
};

static const uint8_t magma[][3] = {
    {0, 0, 4},       {10, 8, 34},    {29, 17, 71},   {54, 16, 107},   {80, 18, 124},
    {105, 28, 129},  {130, 38, 129}, {156, 46, 127}, {182, 54, 122},  {207, 64, 112},
    {230, 81, 100},  {244, 106, 92}, {251, 136, 97}, {254, 165, 113}, {254, 194, 135},
    {253, 224, 161}, {252, 253, 191}};
static const uint8_t plasma[][3] = {
    {13, 8, 135},   {49, 5, 151},   {76, 2, 161},   {102, 0, 167},  {126, 3, 168},  {149, 17, 161},
    {169, 35, 149}, {188, 53, 135}, {204, 70, 120}, {217, 89, 106}, {229, 107, 93}, {240, 127, 79},
    {248, 148, 65}, {253, 171, 51}, {253, 195, 40}, {249, 221, 37}, {240, 249, 33}};
static const uint8_t cividis[][3] = {
    {0, 34, 78},     {0, 40, 91},     {0, 46, 106},    {5, 51, 113},    {26, 56, 111},
    {39, 62, 110},   {50, 67, 109},   {59, 73, 108},   {67, 78, 108},   {75, 84, 108},
    {83, 90, 109},   {90, 95, 110},   {97, 101, 111},  {104, 106, 113}, {111, 112, 115},
    {118, 118, 118}, {124, 124, 120}, {131, 129, 121}, {139, 135, 120}, {146, 141, 120},
    {154, 147, 118}, {162, 153, 117}, {170, 160, 115}, {179, 166, 112}, {187, 173, 109},
    {195, 179, 105}, {204, 186, 100}, {212, 193, 95},  {221, 200, 88},  {230, 208, 81},
    {239, 215, 72},  {248, 223, 60},  {254, 232, 56}};
/* The 33 colours by which Matplotlib defines coolwarm. */
static const uint8_t coolwarm[][3] = {
    {59, 76, 192},   {68, 90, 204},   {77, 104, 215},  {87, 117, 225},  {98, 130, 234},
    {108, 142, 241}, {119, 154, 247}, {130, 165, 251}, {141, 176, 254}, {152, 185, 255},
    {163, 194, 255}, {174, 201, 253}, {184, 208, 249}, {194, 213, 244}, {204, 217, 238},
    {213, 219, 230}, {221, 221, 221}, {229, 216, 209}, {236, 211, 197}, {241, 204, 185},
    {245, 196, 173}, {247, 187, 160}, {247, 177, 148}, {247, 166, 135}, {244, 154, 123},
    {241, 141, 111}, {236, 127, 99},  {229, 112, 88},  {222, 96, 77},   {213, 80, 66},
    {203, 62, 56},   {192, 40, 47},   {180, 4, 38}};
/* The nine greys of ColorBrewer. */
static const uint8_t greys[][3] = {{255, 255, 255}, {240, 240, 240}, {217, 217, 217},
                                   {189, 189, 189}, {150, 150, 150}, {115, 115, 115},
                                   {82, 82, 82},    {37, 37, 37},    {0, 0, 0}};

static void between(const uint8_t (*knots)[3], int n, double t, double rgb[3])
{
    double s = t * (n - 1);
    int i = (int)s < n - 2 ? (int)s : n - 2;
    for (int a = 0; a < 3; a++)
        rgb[a] = knots[i][a] + (s - i) * (knots[i + 1][a] - knots[i][a]);
}

#define BETWEEN(knots, t, rgb) between(knots, sizeof(knots) / sizeof *(knots), t, rgb)

/* ---- gradients as formulas ---- */

static double trapezium(double t, double middle)
{
    return 255.0 * fmin(fmax(1.5 - fabs(4.0 * t - middle), 0.0), 1.0);
}

/* Computes the colour of hot: red rises first, then green, then blue, at Matplotlib's positions. */
static void hot_at(double t, double rgb[3])
{
    const double red = 0.365079, green = 0.746032, first = 0.0416;
    rgb[0] = 255.0 * fmin(first + (1.0 - first) * t / red, 1.0);
    rgb[1] = 255.0 * fmin(fmax((t - red) / (green - red), 0.0), 1.0);
    rgb[2] = 255.0 * fmax((t - green) / (1.0 - green), 0.0);
}

/* ---- all gradients ---- */

void gradient_at(enum gradient gradient, double t, double rgb[3])
{
    t = t > 0.0 ? fmin(t, 1.0) : 0.0;
    switch (gradient) {
    case GRADIENT_HEAT:
    case GRADIENT_KINDS:
        heat_at(t, rgb);
        return;
    case GRADIENT_TURBO:
        BETWEEN(turbo, t, rgb);
        return;
    case GRADIENT_VIRIDIS:
        BETWEEN(viridis, t, rgb);
        return;
    case GRADIENT_INFERNO:
        BETWEEN(inferno, t, rgb);
        return;
    case GRADIENT_JET:
        for (int a = 0; a < 3; a++)
            rgb[a] = trapezium(t, 3.0 - a);
        return;
    case GRADIENT_GREY:
        rgb[0] = rgb[1] = rgb[2] = 255.0 * t;
        return;
    case GRADIENT_MAGMA:
        BETWEEN(magma, t, rgb);
        return;
    case GRADIENT_PLASMA:
        BETWEEN(plasma, t, rgb);
        return;
    case GRADIENT_CIVIDIS:
        BETWEEN(cividis, t, rgb);
        return;
    case GRADIENT_HOT:
        hot_at(t, rgb);
        return;
    case GRADIENT_COOLWARM:
        BETWEEN(coolwarm, t, rgb);
        return;
    case GRADIENT_GREYS:
        BETWEEN(greys, t, rgb);
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
