#include "common/image.h"

#include "common/file.h"
#include "common/memory.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

enum st_code image_create(struct image *out, uint32_t width, uint32_t height, struct status *st)
{
    *out = (struct image){0};
    uint64_t pixels = (uint64_t)width * height;
    if (pixels == 0 || pixels > IMAGE_MOST_PIXELS)
        return status_fail(st, ST_FAILED,
                           "an image of %lu x %lu pixels; 1 to 2^28 pixels are possible",
                           (unsigned long)width, (unsigned long)height);
    TRY(mem_make(&out->rgba, pixels, 4, "image", st));
    out->width = width;
    out->height = height;
    return ST_OK;
}

enum st_code image_copy(struct image *out, const struct image *from, struct status *st)
{
    TRY(image_create(out, from->width, from->height, st));
    memcpy(out->rgba, from->rgba, image_bytes(from));
    return ST_OK;
}

void image_free(struct image *image)
{
    mem_free(image->rgba);
    *image = (struct image){0};
}

/* Most bytes that one byte of a PNG can stand for: deflate's best is 1032 to one. */
enum { MOST_DEFLATED = 1032 };

/* libpng reports errors by longjmp, after which local variables may be lost; everything that is
 * needed afterwards is here. */
struct reader {
    const unsigned char *bytes;
    size_t n, at;
    const char *name;
    struct status *st;
    struct image image;
    bool failed;
};

static void reader_failed(png_structp png, png_const_charp text)
{
    struct reader *r = png_get_error_ptr(png);
    if (!r->failed)
        status_fail_at(r->st, ST_FAILED, r->name, 0, "is not a readable PNG: %s", text);
    r->failed = true;
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

static void read_bytes(png_structp png, png_bytep out, png_size_t n)
{
    struct reader *r = png_get_io_ptr(png);
    if (n > r->n - r->at)
        png_error(png, "the file ends too early");
    memcpy(out, r->bytes + r->at, n);
    r->at += n;
}

static void to_rgba8(png_structp png, png_infop info)
{
    png_byte type = png_get_color_type(png, info);
    png_set_expand(png);
    png_set_scale_16(png);
    if (!(type & PNG_COLOR_MASK_COLOR))
        png_set_gray_to_rgb(png);
    if (!(type & PNG_COLOR_MASK_ALPHA) && !png_get_valid(png, info, PNG_INFO_tRNS))
        png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
}

static void read_image(struct reader *r, png_structp png, png_infop info)
{
    if (setjmp(png_jmpbuf(png)))
        return;
    png_set_read_fn(png, r, read_bytes);
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
    png_set_chunk_malloc_max(png, r->n); /* no chunk is longer than the file */
    /* Texts and colour profiles are skipped, as such a chunk may claim a size of 2 GiB. */
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_read_info(png, info);
    uint32_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    if ((uint64_t)width * height > IMAGE_MOST_PIXELS) {
        r->failed = true;
        status_fail_at(r->st, ST_FAILED, r->name, 0,
                       "has %lu x %lu pixels; at most 2^28 are possible", (unsigned long)width,
                       (unsigned long)height);
        return;
    }
    if ((uint64_t)height * png_get_rowbytes(png, info) / MOST_DEFLATED > r->n) {
        r->failed = true;
        status_fail_at(r->st, ST_FAILED, r->name, 0,
                       "is cut or damaged: %lu x %lu pixels do not fit into %zu bytes",
                       (unsigned long)width, (unsigned long)height, r->n);
        return;
    }
    to_rgba8(png, info);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != 4 * (size_t)width)
        png_error(png, "unexpected pixel format");
    if (image_create(&r->image, width, height, r->st) != ST_OK) {
        r->failed = true;
        return;
    }
    for (int pass = 0; pass < passes; pass++)
        for (uint32_t y = 0; y < height; y++)
            png_read_row(png, image_at(&r->image, 0, y), NULL);
    png_read_end(png, NULL);
}

enum st_code image_parse_png(struct image *out, const void *bytes, size_t n, const char *name,
                             struct status *st)
{
    struct reader r = {.bytes = bytes, .n = n, .name = name, .st = st};
    *out = (struct image){0};
    if (n < 8 || png_sig_cmp(r.bytes, 0, 8) != 0)
        return status_fail_at(st, ST_FAILED, name, 0, "is not a PNG file");
    png_structp png =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, &r, reader_failed, ignore_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) {
        png_destroy_read_struct(&png, NULL, NULL);
        return status_no_memory(st, name);
    }
    read_image(&r, png, info);
    png_destroy_read_struct(&png, &info, NULL);
    if (r.failed) {
        image_free(&r.image);
        return st->code;
    }
    *out = r.image;
    return ST_OK;
}

static bool is_png(const void *bytes, size_t n)
{
    return n >= 8 && png_sig_cmp((png_const_bytep)bytes, 0, 8) == 0;
}

bool image_is_known(const void *bytes, size_t n)
{
    return is_png(bytes, n) || (n >= 3 && memcmp(bytes, "\xff\xd8\xff", 3) == 0);
}

enum st_code image_parse(struct image *out, const void *bytes, size_t n, const char *name,
                         bool *damaged, struct status *st)
{
    *damaged = false;
    if (!image_is_known(bytes, n)) {
        *out = (struct image){0};
        return status_fail_at(st, ST_FAILED, name, 0, "is neither a PNG nor a JPEG file");
    }
    return is_png(bytes, n) ? image_parse_png(out, bytes, n, name, st)
                            : image_parse_jpeg(out, bytes, n, name, damaged, st);
}

enum st_code image_read_png(struct image *out, const char *path, struct status *st)
{
    MEM_AUTO unsigned char *bytes = NULL;
    size_t n;
    *out = (struct image){0};
    TRY(file_read(path, &bytes, &n, st));
    return image_parse_png(out, bytes, n, path, st);
}

struct writer {
    FILE *stream;
    const char *path;
    struct status *st;
    bool failed;
};

static void writer_failed(png_structp png, png_const_charp text)
{
    struct writer *w = png_get_error_ptr(png);
    if (!w->failed)
        status_fail_at(w->st, ST_FAILED, w->path, 0, "cannot be written: %s", text);
    w->failed = true;
    png_longjmp(png, 1);
}

static void write_image(struct writer *w, png_structp png, png_infop info,
                        const struct image *image, uint8_t *row)
{
    if (setjmp(png_jmpbuf(png)))
        return;
    png_init_io(png, w->stream);
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
    png_set_IHDR(png, info, image->width, image->height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (uint32_t y = 0; y < image->height; y++) {
        const uint8_t *from = image_at(image, 0, y);
        for (uint32_t x = 0; x < image->width; x++)
            memcpy(row + 3 * (size_t)x, from + 4 * (size_t)x, 3);
        png_write_row(png, row);
    }
    png_write_end(png, NULL);
}

enum st_code image_put_png(const struct image *image, FILE *stream, const char *path,
                           struct status *st)
{
    struct writer w = {.stream = stream, .path = path, .st = st};
    MEM_AUTO uint8_t *row = mem_calloc(image->width, 3);
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, &w, writer_failed, ignore_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (info && row)
        write_image(&w, png, info, image, row);
    else {
        w.failed = true;
        status_no_memory(st, path);
    }
    png_destroy_write_struct(&png, &info);
    return w.failed ? st->code : ST_OK;
}

enum st_code image_write_png(const struct image *image, const char *path, struct status *st)
{
    struct file_out f;
    TRY(file_out_open(&f, path, st));
    return file_out_finish(&f, image_put_png(image, f.stream, path, st), st);
}
