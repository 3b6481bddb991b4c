/* image.h -- pictures: 8-bit RGB(A) in memory, PNG files, JPEG for reading. Only image.c uses
 * libpng, only image_jpeg.c libjpeg. */
#pragma once

#include "common/status.h"
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A picture. Row 0 is the top; 4 bytes a pixel: red, green, blue, alpha (255 is opaque). */
struct image {
    uint32_t width, height;
    uint8_t *rgba;
};

#define IMAGE_MOST_PIXELS (1u << 28)

/* Creates a picture of zeros. 0 pixels or more than IMAGE_MOST_PIXELS fail with ST_FAILED. */
enum st_code image_create(struct image *out, uint32_t width, uint32_t height, struct status *st);
enum st_code image_copy(struct image *out, const struct image *from, struct status *st);
void image_free(struct image *image); /* leaves it empty */

static inline size_t image_bytes(const struct image *image)
{
    return 4 * (size_t)image->width * image->height;
}

static inline uint8_t *image_at(const struct image *image, uint32_t x, uint32_t y)
{
    return image->rgba + 4 * ((uint64_t)y * image->width + x);
}

/* Reads any PNG (palette, grey, 1 to 16 bits, alpha, interlaced) as 8-bit RGBA. */
enum st_code image_read_png(struct image *out, const char *path, struct status *st);
/* Reads a PNG from n bytes in memory; `name` is the file name in messages. */
enum st_code image_parse_png(struct image *out, const void *bytes, size_t n, const char *name,
                             struct status *st);
/* Reads a JPEG (baseline or progressive, grey or colour; CMYK fails) from memory. A truncated one
 * fails; *damaged is set where parts inside are missing, which are grey then. */
enum st_code image_parse_jpeg(struct image *out, const void *bytes, size_t n, const char *name,
                              bool *damaged, struct status *st);
/* Whether the bytes begin like a PNG or a JPEG. */
bool image_is_known(const void *bytes, size_t n);
enum st_code image_parse(struct image *out, const void *bytes, size_t n, const char *name,
                         bool *damaged, struct status *st);
/* Writes a PNG of 8-bit RGB, without alpha; equal pictures give equal bytes. */
enum st_code image_write_png(const struct image *image, const char *path, struct status *st);
/* Writes such a PNG to an open stream; `path` is its name in messages. */
enum st_code image_put_png(const struct image *image, FILE *stream, const char *path,
                           struct status *st);
