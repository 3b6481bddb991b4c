/* PNG reader, and what a heatmap picture goes through after it. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate_png.h"

#include "common/image.h"
#include "tests/fuzz/picture.h"

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct image image;
    enum st_code code = image_parse_png(&image, bytes, n, "fuzz.png", st);
    if (code == ST_OK)
        fuzz_use_picture(&image);
    image_free(&image);
    return code;
}
