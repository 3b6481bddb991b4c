/* Heatmap pictures from elsewhere: every kind of PNG and PPM, and what is wrong with others. */
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/random.h"
#include "heatmap/heatmap.h"
#include "orchestrator/predict/frame_profile.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

/* A PNG in memory as libpng writes it: rows are packed samples, 16-bit ones big-endian. */
struct png_file {
    unsigned char bytes[4096];
    size_t n;
};

static void append(png_structp png, png_bytep bytes, png_size_t n)
{
    struct png_file *f = png_get_io_ptr(png);
    if (f->n + n > sizeof f->bytes)
        png_error(png, "too large for the test");
    memcpy(f->bytes + f->n, bytes, n);
    f->n += n;
}

static void flush(png_structp png)
{
    (void)png;
}

struct png_kind {
    int type, depth, interlace;
    bool keyed; /* tRNS chunk */
};

static void write_png(struct png_file *f, const struct png_kind *kind, uint32_t width,
                      uint32_t height, uint8_t *rows, size_t row_bytes)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    if (setjmp(png_jmpbuf(png)))
        fail_msg("libpng cannot write the test's picture");
    f->n = 0;
    png_set_write_fn(png, f, append, flush);
    png_set_IHDR(png, info, width, height, kind->depth, kind->type, kind->interlace,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_color colors[4] = {{0, 2, 91}, {0, 221, 221}, {255, 252, 0}, {145, 0, 65}};
    png_byte alphas[4] = {255, 128, 255, 0};
    if (kind->type == PNG_COLOR_TYPE_PALETTE) {
        png_set_PLTE(png, info, colors, 4);
        if (kind->keyed)
            png_set_tRNS(png, info, alphas, 4, NULL);
    } else if (kind->keyed) {
        png_color_16 key = {0};
        png_set_tRNS(png, info, NULL, 0, &key);
    }
    png_write_info(png, info);
    png_bytep pointers[8];
    for (uint32_t y = 0; y < height; y++)
        pointers[y] = rows + y * row_bytes;
    png_write_image(png, pointers);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
}

/* Sample values 0, 1, 2, ... of any width, and what they must be read as. */
TEST(every_kind_of_png_is_read)
{
    static const struct png_kind kinds[] = {
        {PNG_COLOR_TYPE_GRAY, 1, 0, false},        {PNG_COLOR_TYPE_GRAY, 2, 0, false},
        {PNG_COLOR_TYPE_GRAY, 4, 1, false},        {PNG_COLOR_TYPE_GRAY, 8, 0, true},
        {PNG_COLOR_TYPE_GRAY, 16, 0, false},       {PNG_COLOR_TYPE_GRAY_ALPHA, 8, 1, false},
        {PNG_COLOR_TYPE_GRAY_ALPHA, 16, 0, false}, {PNG_COLOR_TYPE_RGB, 8, 0, false},
        {PNG_COLOR_TYPE_RGB, 8, 1, true},          {PNG_COLOR_TYPE_RGB, 16, 0, false},
        {PNG_COLOR_TYPE_RGB_ALPHA, 8, 0, false},   {PNG_COLOR_TYPE_RGB_ALPHA, 16, 1, false},
        {PNG_COLOR_TYPE_PALETTE, 2, 0, false},     {PNG_COLOR_TYPE_PALETTE, 8, 1, true},
    };
    static const uint8_t palette[4][3] = {{0, 2, 91}, {0, 221, 221}, {255, 252, 0}, {145, 0, 65}};
    enum { WIDTH = 8, HEIGHT = 3 };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct png_kind *kind = &kinds[i];
        int channels = kind->type == PNG_COLOR_TYPE_GRAY || kind->type == PNG_COLOR_TYPE_PALETTE ? 1
                       : kind->type == PNG_COLOR_TYPE_GRAY_ALPHA                                 ? 2
                       : kind->type == PNG_COLOR_TYPE_RGB                                        ? 3
                                                          : 4;
        size_t row_bytes = (size_t)(WIDTH * channels * kind->depth + 7) / 8;
        uint8_t rows[HEIGHT * WIDTH * 8] = {0};
        for (int s = 0; s < HEIGHT * WIDTH * channels; s++) {
            int y = s / (WIDTH * channels), in_row = s % (WIDTH * channels),
                bit = in_row * kind->depth;
            uint8_t *at = rows + (size_t)y * row_bytes + bit / 8;
            if (kind->depth == 16)
                at[0] = at[1] = (uint8_t)(s * 2);
            else if (kind->depth == 8)
                at[0] = (uint8_t)(kind->type == PNG_COLOR_TYPE_PALETTE ? s % 4 : s * 2);
            else
                at[0] |= (uint8_t)((s % (1 << kind->depth)) << (8 - kind->depth - bit % 8));
        }
        struct png_file f;
        write_png(&f, kind, WIDTH, HEIGHT, rows, row_bytes);
        struct image image ENDED_BY(image_free);
        assert_ok(heatmap_parse_picture(&image, f.bytes, f.n, "a.ppm", &st));
        assert_int_equal(image.width, WIDTH);
        assert_int_equal(image.height, HEIGHT);
        for (int p = 0; p < HEIGHT * WIDTH; p++)
            for (int a = 0; a < 3; a++) {
                int s = p * channels + (channels > 2 ? a : 0);
                int want = kind->type == PNG_COLOR_TYPE_PALETTE ? palette[s % 4][a]
                           : kind->depth >= 8
                               ? s * 2
                               : s % (1 << kind->depth) * 255 / ((1 << kind->depth) - 1);
                if (image.rgba[4 * p + a] != want)
                    fail_msg("kind %zu, pixel %d, channel %d is %d, not %d", i, p, a,
                             image.rgba[4 * p + a], want);
            }
    }
}

static void assert_ppm(const char *bytes, size_t n, uint32_t width, uint32_t height,
                       const uint8_t *rgb)
{
    struct image image ENDED_BY(image_free);
    assert_ok(heatmap_parse_picture(&image, bytes, n, "a.png", &st));
    assert_int_equal(image.width, width);
    assert_int_equal(image.height, height);
    for (uint32_t i = 0; i < width * height; i++) {
        assert_memory_equal(image.rgba + 4 * i, rgb + 3 * i, 3);
        assert_int_equal(image.rgba[4 * i + 3], 255);
    }
}

#define TEXT(s) s, sizeof s - 1

TEST(every_kind_of_ppm_is_read)
{
    assert_ppm(TEXT("P3\n2 1\n255\n1 2 3\n4 5 6\n"), 2, 1, (const uint8_t *)"\1\2\3\4\5\6");
    assert_ppm(TEXT("P3 1 2 255 1 2 3 4 5 6"), 1, 2, (const uint8_t *)"\1\2\3\4\5\6");
    assert_ppm(TEXT("P3# a # b\n# c\r\n2#d\n 1 #e\n255\t1 2#f 9 9\n3 4 5 6 # end"), 2, 1,
               (const uint8_t *)"\1\2\3\4\5\6");
    assert_ppm(TEXT("P3 1 1 1 0 1 1"), 1, 1, (const uint8_t *)"\0\xff\xff");
    assert_ppm(TEXT("P3 1 1 65535 0 32768 65535"), 1, 1, (const uint8_t *)"\0\x80\xff");
    assert_ppm(TEXT("P3 1 1 100 0 0050 99"), 1, 1, (const uint8_t *)"\0\x80\xfc");
    assert_ppm(TEXT("P6\n1 2\n255\n\1\2\3\4\5\6"), 1, 2, (const uint8_t *)"\1\2\3\4\5\6");
    assert_ppm(TEXT("P6\n1 1\n255\n\n# "), 1, 1, (const uint8_t *)"\n# ");
    assert_ppm(TEXT("P6 1 1 65535 \0\0\x80\0\xff\xff"), 1, 1, (const uint8_t *)"\0\x80\xff");
    assert_ppm(TEXT("P6 1 1 255 \1\2\3P6 1 1 255 \4\5\6"), 1, 1, (const uint8_t *)"\1\2\3");
}

TEST(what_is_no_picture_is_refused_in_one_line)
{
    static const struct {
        const char *bytes;
        size_t n;
        const char *said;
    } cases[] = {
        {TEXT(""), "x: is empty; a PNG or PPM"},
        {TEXT("hello"), "x: is not a picture that can be read; a PNG or PPM"},
        {TEXT("P5 1 1 255 \1"), "x: is not a picture"},
        {TEXT("P3"), "x: is not a picture"},
        {TEXT("P39 1 1 1 1 1"), "x: is not a picture"},
        {TEXT("P3\n"), "x:2: the file ends before the width"},
        {TEXT("P3\n3"), "x:2: the file ends before the height"},
        {TEXT("P3\n3 3\n"), "x:3: the file ends before the greatest"},
        {TEXT("P3\n0 3 255 "), "x:2: a picture of 0 x 3 pixels; 1 to 2^28"},
        {TEXT("P6\n3 0 255\n"), "x:2: a picture of 3 x 0 pixels; 1 to 2^28"},
        {TEXT("P6\n16385 16384 255\n"), "x:2: a picture of 16385 x 16384 pixels; 1 to 2^28"},
        {TEXT("P6 99999999999999999999 99999999999999999999 255\n"),
         "x:1: '99999999999999999999' is too large for the width; a number of 32 bits"},
        {TEXT("P6 16384 16384 255\n1"), "x:1: the file ends before its last sample"},
        {TEXT("P3 16384 16384 255\n1"), "x:1: the file ends before its last sample"},
        {TEXT("P6 1 1 255\n\1\2"), "x:1: the file ends before its last sample"},
        {TEXT("P6 1 1 256\n\1\2\3\4\5"), "x:1: the file ends before its last sample"},
        {TEXT("P6 1 1 255"), "x:1: the file ends before its last sample"},
        {TEXT("P3 1 1 255 1 2    \n   "), "x:2: the file ends before a sample"},
        {TEXT("P3 1 1 0 1 2 3"), "x:1: the greatest sample value is 0; it must be 1 to 65535"},
        {TEXT("P3 1 1 65536 1 2 3"), "x:1: the greatest sample value is 65536"},
        {TEXT("P3 1 1 255\n1\n-2 3"), "x:3: '-2' is not a sample; a decimal number"},
        {TEXT("P3 1 1 255\n1\n2.5 3"), "x:3: '2.5' is not a sample"},
        {TEXT("P3 1 x 255\n1 2 3"), "x:1: 'x' is not the height"},
        {TEXT("P3 1 1 255\n1\n\n256 3"),
         "x:4: sample 256 is above the file's maximum; it must be 0"},
        {TEXT("P6 1 1 100\n\1\2\377"), "x:1: sample 255 is above the file's maximum"},
        {TEXT("P3 1 1 255 1 2 3 4"), "x:1: something follows the last sample"},
        {TEXT("P3 1 1 255 1 2 3\n\1"), "x:2: something follows the last sample"},
        {TEXT("\x89PNG\r\n\x1a\n"), "x: is not a readable PNG"},
        {TEXT("\x89PNG"), "x: is not a PNG"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct status st = {0};
        struct image image;
        assert_int_equal(heatmap_parse_picture(&image, cases[i].bytes, cases[i].n, "x", &st),
                         ST_FAILED);
        assert_null(image.rgba);
        assert_int_equal(st.code, ST_FAILED);
        if (strncmp(st.text, cases[i].said, strlen(cases[i].said)) != 0)
            fail_msg("case %zu said '%s', not '%s'", i, st.text, cases[i].said);
    }
}

TEST(every_truncation_of_a_png_is_refused)
{
    struct png_file f;
    uint8_t rows[8 * 3 * 3];
    for (size_t i = 0; i < sizeof rows; i++)
        rows[i] = (uint8_t)random_u64(2, RANDOM_TEST, i);
    write_png(&f, &(struct png_kind){PNG_COLOR_TYPE_RGB, 8, 0, false}, 8, 3, rows, 24);
    for (size_t n = 0; n < f.n; n++) {
        struct image image;
        unsigned char *part FREED_BY(mem_free) =
            mem_calloc(n, 1); /* so that reading on is seen by a sanitizer */
        memcpy(part, f.bytes, n);
        assert_int_equal(heatmap_parse_picture(&image, part, n, "x", &st), ST_FAILED);
        assert_null(image.rgba);
    }
}

static void put32(unsigned char *to, uint32_t v)
{
    for (int b = 0; b < 4; b++)
        to[b] = (unsigned char)(v >> (24 - 8 * b));
}

/* A header with the right checksum and the beginning of the pixels. */
TEST(impossible_sizes_of_a_png_are_refused)
{
    static const struct {
        uint32_t width, height;
        const char *said;
    } cases[] = {{0, 5, "IHDR"},
                 {5, 0, "IHDR"},
                 {32768, 16384, "has 32768 x 16384 pixels; at most 2^28"},
                 {0x7fffffff, 0x7fffffff, "at most 2^28"},
                 {0xffffffff, 1, "is not a readable PNG"},
                 {16384, 16384, "16384 x 16384 pixels do not fit into 41 bytes"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct image image;
        unsigned char file[] =
            "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR........\x08\x02\0\0\0####\0\0\0\0IDAT";
        put32(file + 16, cases[i].width);
        put32(file + 20, cases[i].height);
        uint32_t crc = 0xffffffffu;
        for (size_t b = 12; b < 29; b++) {
            crc ^= file[b];
            for (int bit = 0; bit < 8; bit++)
                crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
        }
        put32(file + 29, ~crc);
        assert_int_equal(heatmap_parse_picture(&image, file, sizeof file - 1, "x", &st), ST_FAILED);
        assert_null(image.rgba);
        if (!strstr(st.text, cases[i].said))
            fail_msg("case %zu said '%s', not '%s'", i, st.text, cases[i].said);
    }
}

TEST(a_missing_file_or_a_folder_is_refused)
{
    struct image image;
    assert_int_equal(heatmap_read_picture(&image, "/nowhere/x.png", &st), ST_FAILED);
    assert_non_null(strstr(st.text, "/nowhere/x.png: cannot be read"));
    assert_int_equal(heatmap_read_picture(&image, "/tmp", &st), ST_FAILED);
    assert_non_null(strstr(st.text, "is not a file"));
}

TEST(a_heatmap_survives_its_png)
{
    enum { WIDTH = 37, HEIGHT = 11 };
    uint64_t cost[WIDTH * HEIGHT];
    for (uint64_t i = 0; i < WIDTH * HEIGHT; i++)
        cost[i] = 1 + random_below(4, RANDOM_TEST, i, 1000);
    cost[5] = 2000;
    struct heatmap h, again;
    struct image picture, read;
    char folder[256], path[300];
    rig_make_folder(folder);
    snprintf(path, sizeof path, "%s/heat.ppm", folder); /* the name says nothing */
    assert_ok(heatmap_from_costs(&h, WIDTH, HEIGHT, cost, &st));
    assert_true(h.temperature[5] == 1.0f);
    assert_ok(heatmap_paint(&h, &picture, &st));
    assert_ok(image_write_png(&picture, path, &st));
    assert_ok(heatmap_read_picture(&read, path, &st));
    assert_ok(heatmap_from_picture(&again, &read, &st));
    assert_int_equal(again.width, WIDTH);
    assert_int_equal(again.height, HEIGHT);
    for (uint64_t i = 0; i < WIDTH * HEIGHT; i++)
        assert_true(fabs((double)(h.temperature[i] - again.temperature[i])) < 0.035);
    assert_true(again.temperature[5] == 1.0f);
    heatmap_free(&h);
    heatmap_free(&again);
    image_free(&picture);
    image_free(&read);
    rig_remove_folder(folder);
}

TEST(the_hash_of_a_heatmap_is_of_all_its_pixels)
{
    struct image picture;
    struct frame_profile read[2];
    char folder[256], path[300];
    rig_make_folder(folder);
    snprintf(path, sizeof path, "%s/heat.png", folder);
    const struct render_settings render = {.heatmap = path};
    assert_ok(image_create(&picture, 8, 8, &st));
    for (int i = 0; i < 2; i++) {
        image_at(&picture, 7, 7)[2] = i ? 90 : 91;
        assert_ok(image_write_png(&picture, path, &st));
        assert_ok(frame_profile_read(&read[i], &render, &st));
    }
    assert_string_not_equal(read[0].hash, read[1].hash);
    frame_profile_release(&read[0]);
    frame_profile_release(&read[1]);
    image_free(&picture);
    rig_remove_folder(folder);
}

TEST(costs_are_normalised_by_the_longest)
{
    struct heatmap h;
    assert_ok(heatmap_from_costs(&h, 2, 2, (const uint64_t[]){0, 1, 2, 4}, &st));
    assert_true(h.temperature[0] == 0.0f && h.temperature[1] == 0.25f);
    assert_true(h.temperature[2] == 0.5f && h.temperature[3] == 1.0f);
    heatmap_free(&h);
    assert_ok(heatmap_from_costs(&h, 2, 1, (const uint64_t[]){0, 0}, &st));
    assert_true(h.temperature[0] == 0.0f && h.temperature[1] == 0.0f);
    heatmap_free(&h);
    assert_int_equal(heatmap_from_costs(&h, 0, 1, (const uint64_t[]){0}, &st), ST_FAILED);
    assert_int_equal(heatmap_from_costs(&h, 1 << 14, (1 << 14) + 1, (const uint64_t[]){0}, &st),
                     ST_FAILED);
    assert_null(h.temperature);
}

TEST(running_out_of_memory_is_survived)
{
    static const char ppm[] = "P3 2 1 255 1 2 3 4 5 6";
    char folder[256], path[300];
    rig_make_folder(folder);
    snprintf(path, sizeof path, "%s/heat.ppm", folder);
    assert_ok(file_write(path, ppm, sizeof ppm - 1, &st));
    struct image image;
    assert_survives_without_memory(heatmap_read_picture(&image, path, &st), 2,
                                   assert_null(image.rgba));
    image_free(&image);
    rig_remove_folder(folder);
}
