#include "common/image.h"

#include "common/memory.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

/* Most scans of a progressive picture, each of which may be over all its pixels; encoders write
 * about ten. */
enum { MOST_SCANS = 100 };

/* Most pixels that a byte of the file can stand for: a block of 8 x 8 needs one bit at least. */
enum { MOST_IN_BYTE = 8 * 64 };

/* libjpeg reports errors through its error manager, which comes first, by longjmp; everything that
 * is needed afterwards is here. */
struct reader {
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    struct jpeg_decompress_struct jpeg;
    jmp_buf back;
    const char *name;
    struct status *st;
    struct image image;
    bool damaged;
};

static struct reader *reader_of(j_common_ptr jpeg)
{
    return (struct reader *)(void *)jpeg->err;
}

static void reader_failed(j_common_ptr jpeg)
{
    struct reader *r = reader_of(jpeg);
    char text[JMSG_LENGTH_MAX];
    r->errors.format_message(jpeg, text);
    status_fail_at(r->st, ST_FAILED, r->name, 0, "is not a readable JPEG: %s", text);
    longjmp(r->back, 1);
}

/* Handles a warning. The library fills missing parts with grey and warns about them. For a
 * truncated file it first warns of the missing end and then of the missing parts. */
static void warned(j_common_ptr jpeg, int level)
{
    struct reader *r = reader_of(jpeg);
    int code = r->errors.msg_code;
    if (level < 0 && code == JWRN_JPEG_EOF)
        reader_failed(jpeg);
    r->damaged |= level < 0 && code == JWRN_HIT_MARKER;
}

static void count_scans(j_common_ptr jpeg)
{
    struct reader *r = reader_of(jpeg);
    if (jpeg->is_decompressor && r->jpeg.input_scan_number > MOST_SCANS) {
        status_fail_at(r->st, ST_FAILED, r->name, 0, "is a JPEG of more than %d scans",
                       (int)MOST_SCANS);
        longjmp(r->back, 1);
    }
}

static enum st_code read_header(struct reader *r, size_t n)
{
    struct jpeg_decompress_struct *jpeg = &r->jpeg;
    jpeg_read_header(jpeg, TRUE);
    if ((uint64_t)jpeg->image_width * jpeg->image_height > IMAGE_MOST_PIXELS)
        return status_fail_at(r->st, ST_FAILED, r->name, 0,
                              "has %lu x %lu pixels; at most 2^28 are possible",
                              (unsigned long)jpeg->image_width, (unsigned long)jpeg->image_height);
    if ((uint64_t)jpeg->image_width * jpeg->image_height / MOST_IN_BYTE > n)
        return status_fail_at(r->st, ST_FAILED, r->name, 0,
                              "is cut or damaged: %lu x %lu pixels do not fit into %zu bytes",
                              (unsigned long)jpeg->image_width, (unsigned long)jpeg->image_height,
                              n);
    if (jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK)
        return status_fail_at(r->st, ST_FAILED, r->name, 0,
                              "is a JPEG of printing colours (CMYK); RGB or grey is needed");
    jpeg->out_color_space = JCS_EXT_RGBA;
    jpeg->dct_method = JDCT_ISLOW; /* gives the same pixels on every machine */
    return ST_OK;
}

static enum st_code read_image(struct reader *r, const void *bytes, size_t n)
{
    struct jpeg_decompress_struct *jpeg = &r->jpeg;
    if (setjmp(r->back))
        return r->st->code;
    jpeg_create_decompress(jpeg);
    jpeg->progress = &r->progress;
    jpeg_mem_src(jpeg, bytes, (unsigned long)n);
    TRY(read_header(r, n));
    jpeg_start_decompress(jpeg);
    TRY(image_create(&r->image, jpeg->output_width, jpeg->output_height, r->st));
    while (jpeg->output_scanline < jpeg->output_height) {
        JSAMPROW row = image_at(&r->image, 0, jpeg->output_scanline);
        jpeg_read_scanlines(jpeg, &row, 1);
    }
    jpeg_finish_decompress(jpeg);
    return ST_OK;
}

enum st_code image_parse_jpeg(struct image *out, const void *bytes, size_t n, const char *name,
                              bool *damaged, struct status *st)
{
    struct reader r = {.name = name, .st = st};
    *out = (struct image){0};
    r.jpeg.err = jpeg_std_error(&r.errors);
    r.errors.error_exit = reader_failed;
    r.errors.emit_message = warned;
    r.progress.progress_monitor = count_scans;
    enum st_code code = read_image(&r, bytes, n);
    jpeg_destroy_decompress(&r.jpeg);
    *damaged = r.damaged;
    if (code != ST_OK) {
        image_free(&r.image);
        return code;
    }
    *out = r.image;
    return ST_OK;
}
