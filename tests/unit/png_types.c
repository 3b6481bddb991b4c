/* PNGs of every colour type are heatmaps: the same temperatures come out of all that can hold the
 * colours. */
#include "tests/rig/rig.h"

#include "heatmap/heatmap.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 19, HEIGHT = 13 };

/* How a picture is written. */
struct form {
    const char *name;
    int type, depth, interlace;
    bool transparent; /* tRNS */
    enum gradient gradient;
    double tolerance; /* of a temperature */
};

struct file {
    png_byte *bytes;
    size_t n, room;
};

static void add_bytes(png_structp png, png_bytep bytes, png_size_t n)
{
    struct file *f = png_get_io_ptr(png);
    while (f->n + n > f->room) {
        f->room = 2 * f->room + 256;
        f->bytes = realloc(f->bytes, f->room);
        assert_non_null(f->bytes);
    }
    memcpy(f->bytes + f->n, bytes, n);
    f->n += n;
}

static void flush(png_structp png)
{
    (void)png;
}

static double temperature_at(uint32_t x, uint32_t y)
{
    return (x + WIDTH * y) / (double)(WIDTH * HEIGHT - 1);
}

/* A sample of `depth` bits at position i of a row. */
static void put_sample(png_byte *row, uint32_t i, int depth, double value)
{
    uint32_t most = (1u << depth) - 1, v = (uint32_t)(value * most + 0.5);
    if (depth == 16) {
        row[2 * i] = (png_byte)(v >> 8);
        row[2 * i + 1] = (png_byte)v;
    } else {
        uint32_t per_byte = 8 / (uint32_t)depth;
        uint32_t shift = 8 - (uint32_t)depth * (i % per_byte + 1);
        row[i / per_byte] = (png_byte)(row[i / per_byte] | v << shift);
    }
}

/* Palettes have as many colours as fit, along the gradient. */
static void fill_row(const struct form *f, uint32_t y, png_byte *row)
{
    uint32_t channels = f->type == PNG_COLOR_TYPE_RGB          ? 3
                        : f->type == PNG_COLOR_TYPE_RGB_ALPHA  ? 4
                        : f->type == PNG_COLOR_TYPE_GRAY_ALPHA ? 2
                                                               : 1;
    for (uint32_t x = 0; x < WIDTH; x++) {
        double t = temperature_at(x, y), rgb[3];
        gradient_at(f->gradient, t, rgb);
        for (uint32_t a = 0; a < channels; a++) {
            bool alpha = (channels == 2 || channels == 4) && a == channels - 1;
            double value = alpha                               ? (x % 3) / 2.0
                           : f->type == PNG_COLOR_TYPE_PALETTE ? t
                                                               : rgb[a] / 255;
            put_sample(row, x * channels + a, f->depth, value);
        }
    }
}

static void set_palette(png_structp png, png_infop info, const struct form *f)
{
    png_color colors[256];
    png_byte alpha[256];
    int n = 1 << f->depth;
    for (int i = 0; i < n; i++) {
        uint8_t rgb[3];
        gradient_color(f->gradient, (double)i / (n - 1), rgb);
        colors[i] = (png_color){rgb[0], rgb[1], rgb[2]};
        alpha[i] = (png_byte)i;
    }
    png_set_PLTE(png, info, colors, n);
    if (f->transparent)
        png_set_tRNS(png, info, alpha, n, NULL);
}

static void write_png(const struct form *f, struct file *out)
{
    png_byte rows[HEIGHT][WIDTH * 8] = {{0}};
    png_bytep at[HEIGHT];
    *out = (struct file){0};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    assert_non_null(info);
    if (setjmp(png_jmpbuf(png)))
        fail_msg("%s: libpng failed", f->name);
    png_set_write_fn(png, out, add_bytes, flush);
    png_set_IHDR(png, info, WIDTH, HEIGHT, f->depth, f->type, f->interlace,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (f->type == PNG_COLOR_TYPE_PALETTE)
        set_palette(png, info, f);
    else if (f->transparent)
        png_set_tRNS(png, info, NULL, 0,
                     &(png_color_16){.gray = 3, .red = 3, .green = 3, .blue = 3});
    for (uint32_t y = 0; y < HEIGHT; y++) {
        fill_row(f, y, rows[y]);
        at[y] = rows[y];
    }
    png_write_info(png, info);
    png_write_image(png, at);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
}

static void check(const struct form *f)
{
    struct status st = {0};
    struct file file;
    struct image picture;
    struct heatmap h;
    write_png(f, &file);
    assert_ok(heatmap_parse_picture(&picture, file.bytes, file.n, f->name, &st));
    assert_int_equal(picture.width, WIDTH);
    assert_int_equal(picture.height, HEIGHT);
    assert_ok(heatmap_translate(&picture, f->gradient, &st));
    assert_ok(heatmap_from_picture(&h, &picture, &st));
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        double t = temperature_at(i % WIDTH, i / WIDTH);
        double error = fabs((double)h.temperature[i] - t);
        if (error > f->tolerance)
            fail_msg("%s: pixel %u is %.4f, not %.4f", f->name, i, (double)h.temperature[i], t);
    }
    /* The file cut anywhere is no picture, and says so. */
    for (size_t n = 0; n < file.n; n += 1 + file.n / 20) {
        struct image none;
        assert_int_equal(heatmap_parse_picture(&none, file.bytes, n, f->name, &st), ST_FAILED);
        assert_non_null(strstr(st.text, f->name));
        assert_null(none.rgba);
    }
    heatmap_free(&h);
    image_free(&picture);
    free(file.bytes);
}

#define PLAIN PNG_INTERLACE_NONE
#define ADAM7 PNG_INTERLACE_ADAM7

TEST(every_colour_type_is_read)
{
    /* Steps of 2^depth - 1 levels, and the gradient of heat keeps one colour at its ends. */
    static const struct form forms[] = {
        {"rgb", PNG_COLOR_TYPE_RGB, 8, PLAIN, false, GRADIENT_HEAT, 0.03},
        {"rgb, interlaced", PNG_COLOR_TYPE_RGB, 8, ADAM7, false, GRADIENT_VIRIDIS, 0.03},
        {"rgb, tRNS", PNG_COLOR_TYPE_RGB, 8, PLAIN, true, GRADIENT_TURBO, 0.03},
        {"rgb, 16 bits", PNG_COLOR_TYPE_RGB, 16, PLAIN, false, GRADIENT_INFERNO, 0.03},
        {"rgba", PNG_COLOR_TYPE_RGB_ALPHA, 8, PLAIN, false, GRADIENT_HEAT, 0.03},
        {"rgba, 16 bits, interlaced", PNG_COLOR_TYPE_RGB_ALPHA, 16, ADAM7, false, GRADIENT_JET,
         0.03},
        {"palette", PNG_COLOR_TYPE_PALETTE, 8, PLAIN, false, GRADIENT_HEAT, 0.03},
        {"palette, tRNS", PNG_COLOR_TYPE_PALETTE, 8, PLAIN, true, GRADIENT_VIRIDIS, 0.03},
        {"palette, 4 bits", PNG_COLOR_TYPE_PALETTE, 4, ADAM7, false, GRADIENT_TURBO, 0.06},
        {"palette, 2 bits", PNG_COLOR_TYPE_PALETTE, 2, PLAIN, false, GRADIENT_INFERNO, 0.19},
        {"palette, 1 bit", PNG_COLOR_TYPE_PALETTE, 1, PLAIN, false, GRADIENT_HEAT, 0.51},
        {"grey", PNG_COLOR_TYPE_GRAY, 8, PLAIN, false, GRADIENT_GREY, 0.03},
        {"grey, tRNS", PNG_COLOR_TYPE_GRAY, 8, PLAIN, true, GRADIENT_GREY, 0.03},
        {"grey, 16 bits", PNG_COLOR_TYPE_GRAY, 16, PLAIN, false, GRADIENT_GREY, 0.03},
        {"grey, 4 bits, interlaced", PNG_COLOR_TYPE_GRAY, 4, ADAM7, false, GRADIENT_GREY, 0.06},
        {"grey, 1 bit", PNG_COLOR_TYPE_GRAY, 1, PLAIN, false, GRADIENT_GREY, 0.51},
        {"grey, alpha", PNG_COLOR_TYPE_GRAY_ALPHA, 8, PLAIN, false, GRADIENT_GREY, 0.03},
        {"grey, alpha, 16 bits, interlaced", PNG_COLOR_TYPE_GRAY_ALPHA, 16, ADAM7, false,
         GRADIENT_GREY, 0.03},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        check(&forms[i]);
}
