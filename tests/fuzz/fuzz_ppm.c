/* The reader that tells PNG from PPM, and PPM itself. */
#include "tests/fuzz/fuzz.h"

#include "heatmap/heatmap.h"
#include "tests/fuzz/picture.h"

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct image image;
    enum st_code code = heatmap_parse_picture(&image, bytes, n, "fuzz.ppm", st);
    if (code == ST_OK)
        fuzz_use_picture(&image);
    image_free(&image);
    return code;
}
