/* Materials of OBJ files. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate_text.h"

#include "common/memory.h"
#include "scenes/import/check.h"

#include <string.h>

FUZZ_WORDS("newmtl m\n", "Kd 1 0.5 0\n", "Ks 1 1 1\n", "Ke 9 9 9\n", "illum 3\n", "Ni 1.5\n",
           "d 0.5\n", "Tr 0.5\n", "map_Kd -s 1 1 1 a.png\n", "map_d a.png\n",
           "map_Kd -clamp on -mm 0 1 b c.png\n", "Pr 0.5\n", "aniso 1\n", "\\\n")

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct plain plain;
    uint8_t *text = mem_calloc(n + 1, 1); /* a zero byte follows, as in files that were read */
    if (!text)
        return status_no_memory(st, "fuzz");
    if (n > 0)
        memcpy(text, bytes, n);
    enum st_code code = mesh_check_mtl("fuzz.mtl", text, n, &plain, st);
    mem_free(plain.bytes);
    mem_free(text);
    return code;
}
