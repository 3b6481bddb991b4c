/* Reads pictures that other programs made: PNG by libpng (common/image.h), PPM here.
 *
 * A PPM is a magic number, width, height and greatest sample value, separated by white space and
 * comments (# to the end of the line), and then the samples: P3 as decimal numbers, P6 as bytes, or
 * as two bytes (big-endian) where the greatest value is above 255. The number of bytes that the
 * samples need is compared with the file's size before memory is allocated. A P6 file may contain
 * more pictures, which are not read; a P3 file contains one, so any further text is an error. */
#include "heatmap/heatmap.h"

#include "common/file.h"
#include "common/memory.h"

#include <string.h>

enum { MOST_SAMPLE = 65535 };

struct reader {
    const unsigned char *bytes;
    size_t n, at;
    int line;
    const char *name;
    struct status *st;
};

static bool is_space(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static void skip_space(struct reader *r)
{
    bool comment = false;
    for (; r->at < r->n; r->at++) {
        unsigned char c = r->bytes[r->at];
        if (c == '\n')
            r->line++;
        if (c == '#' && !comment)
            comment = true;
        else if (comment)
            comment = c != '\n' && c != '\r';
        else if (!is_space(c))
            return;
    }
}

static enum st_code truncated(struct reader *r, const char *missing)
{
    return status_fail_at(r->st, ST_FAILED, r->name, r->line,
                          "the file ends before %s; a whole PPM picture is needed", missing);
}

/* Reads a decimal number; it is limited to UINT32_MAX, which is more than any valid value. */
static enum st_code number(struct reader *r, const char *what, uint32_t *out)
{
    skip_space(r);
    if (r->at == r->n)
        return truncated(r, what);
    size_t from = r->at;
    uint64_t v = 0;
    for (; r->at < r->n && is_digit(r->bytes[r->at]); r->at++) {
        v = v * 10 + (uint64_t)(r->bytes[r->at] - '0');
        v = v < UINT32_MAX ? v : UINT32_MAX;
    }
    bool large = v == UINT32_MAX;
    bool ends = r->at == r->n || is_space(r->bytes[r->at]) || r->bytes[r->at] == '#';
    if (r->at > from && ends && !large) {
        *out = (uint32_t)v;
        return ST_OK;
    }
    size_t n = from;
    while (n < r->n && n - from < 20 && !is_space(r->bytes[n]))
        n++;
    return status_fail_at(r->st, ST_FAILED, r->name, r->line,
                          large && ends
                              ? "'%.*s' is too large for %s; a number of 32 bits is needed"
                              : "'%.*s' is not %s; a decimal number is needed",
                          (int)(n - from), (const char *)r->bytes + from, what);
}

static uint8_t scaled(uint32_t v, uint32_t most)
{
    return (uint8_t)((v * 255u + most / 2) / most);
}

static enum st_code sample_too_large(struct reader *r, uint32_t v, uint32_t most)
{
    return status_fail_at(r->st, ST_FAILED, r->name, r->line,
                          "sample %lu is above the file's maximum; it must be 0 to %lu",
                          (unsigned long)v, (unsigned long)most);
}

static enum st_code read_numbers(struct reader *r, struct image *image, uint32_t most)
{
    uint64_t n = (uint64_t)image->width * image->height;
    for (uint64_t i = 0; i < n; i++) {
        for (int a = 0; a < 3; a++) {
            uint32_t v;
            TRY(number(r, "a sample", &v));
            if (v > most)
                return sample_too_large(r, v, most);
            image->rgba[4 * i + (uint64_t)a] = scaled(v, most);
        }
        image->rgba[4 * i + 3] = 255;
    }
    skip_space(r);
    if (r->at < r->n)
        return status_fail_at(r->st, ST_FAILED, r->name, r->line,
                              "something follows the last sample; a P3 file ends there");
    return ST_OK;
}

static enum st_code read_raster(struct reader *r, struct image *image, uint32_t most)
{
    uint64_t n = (uint64_t)image->width * image->height;
    const unsigned char *from = r->bytes + r->at;
    for (uint64_t i = 0; i < n; i++) {
        for (int a = 0; a < 3; a++) {
            uint32_t v = *from++;
            if (most > 255)
                v = v << 8 | *from++;
            if (v > most)
                return sample_too_large(r, v, most);
            image->rgba[4 * i + (uint64_t)a] = scaled(v, most);
        }
        image->rgba[4 * i + 3] = 255;
    }
    return ST_OK;
}

static enum st_code parse_ppm(struct image *out, struct reader *r)
{
    bool text = r->bytes[1] == '3';
    uint32_t width, height, most;
    r->at = 2;
    TRY(number(r, "the width", &width));
    TRY(number(r, "the height", &height));
    TRY(number(r, "the greatest sample value", &most));
    if (width == 0 || height == 0 || (uint64_t)width * height > IMAGE_MOST_PIXELS)
        return status_fail_at(r->st, ST_FAILED, r->name, r->line,
                              "a picture of %lu x %lu pixels; 1 to 2^28 pixels are possible",
                              (unsigned long)width, (unsigned long)height);
    if (most == 0 || most > MOST_SAMPLE)
        return status_fail_at(r->st, ST_FAILED, r->name, r->line,
                              "the greatest sample value is %lu; it must be 1 to %d",
                              (unsigned long)most, MOST_SAMPLE);
    /* One byte of white space ends the header. In P3, each sample but the last takes at least two
     * bytes. */
    uint64_t samples = 3 * (uint64_t)width * height;
    uint64_t need = text ? 2 * samples - 1 : most > 255 ? 2 * samples : samples;
    if (r->n - r->at < 1 + need)
        return truncated(r, "its last sample");
    r->at += text ? 0 : 1;
    TRY(image_create(out, width, height, r->st));
    enum st_code code = text ? read_numbers(r, out, most) : read_raster(r, out, most);
    if (code != ST_OK)
        image_free(out);
    return code;
}

enum st_code heatmap_parse_picture(struct image *out, const void *bytes, size_t n, const char *name,
                                   struct status *st)
{
    static const unsigned char png_magic[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    struct reader r = {.bytes = bytes, .n = n, .line = 1, .name = name, .st = st};
    *out = (struct image){0};
    if (n == 0)
        return status_fail_at(st, ST_FAILED, name, 0,
                              "is empty; a PNG or PPM (P3, P6) picture is needed");
    if (memcmp(bytes, png_magic, n < 8 ? n : 8) == 0)
        return image_parse_png(out, bytes, n, name, st);
    if (n >= 3 && r.bytes[0] == 'P' && (r.bytes[1] == '3' || r.bytes[1] == '6') &&
        (is_space(r.bytes[2]) || r.bytes[2] == '#'))
        return parse_ppm(out, &r);
    return status_fail_at(st, ST_FAILED, name, 0,
                          "is not a picture that can be read; a PNG or PPM (P3, P6) is needed");
}

enum st_code heatmap_read_picture(struct image *out, const char *path, struct status *st)
{
    MEM_AUTO unsigned char *bytes = NULL;
    size_t n;
    *out = (struct image){0};
    TRY(file_read(path, &bytes, &n, st));
    return heatmap_parse_picture(out, bytes, n, path, st);
}
