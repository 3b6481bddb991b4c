/* What the process that reads mesh files hands over, where it went astray. */
#include "tests/fuzz/fuzz.h"

#include "scenes/import/mesh_file.h"

#include <math.h>

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct mesh_file f;
    enum st_code code = mesh_file_read(&f, bytes, n, "fuzz.mesh", st);
    for (uint32_t i = 0; i < f.n_meshes; i++)
        for (uint64_t k = 0; k < 3 * (uint64_t)f.meshes[i].n_triangles; k++)
            FUZZ_CHECK(f.meshes[i].indices[k] < f.meshes[i].n_vertices &&
                       isfinite(f.meshes[i].positions[f.meshes[i].indices[k]][0]));
    mesh_file_free(&f);
    return code;
}
