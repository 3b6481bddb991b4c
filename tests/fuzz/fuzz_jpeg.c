/* JPEG, as textures of meshes are. */
#include "tests/fuzz/fuzz.h"

#include "common/image.h"

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct image image;
    bool damaged;
    enum st_code code = image_parse_jpeg(&image, bytes, n, "fuzz.jpg", &damaged, st);
    FUZZ_CHECK((code == ST_OK) == (image.rgba != NULL));
    image_free(&image);
    return code;
}
