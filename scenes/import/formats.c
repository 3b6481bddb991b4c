#include "scenes/import/formats.h"

#include "scenes/import/assimp_scene.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* Each of these formats has a test file in tests/unit/mesh_formats.c. */
static const struct {
    const char *ending;
    enum mesh_format format;
} formats[] = {{".obj", MESH_OBJ},   {".ply", MESH_PLY},   {".gltf", MESH_GLTF},
               {".glb", MESH_GLTF},  {".fbx", MESH_OTHER}, {".stl", MESH_OTHER},
               {".dae", MESH_OTHER}, {".3ds", MESH_OTHER}, {".off", MESH_OTHER},
               {".3mf", MESH_OTHER}, {".x", MESH_OTHER},   {".ac", MESH_OTHER},
               {".ase", MESH_OTHER}, {".lwo", MESH_OTHER}};

/* Other formats that users may have, which are named in the error message. */
static const struct {
    const char *ending, *name;
} others[] = {{".usd", "Universal Scene Description (USD)"},
              {".usda", "Universal Scene Description (USD)"},
              {".usdc", "Universal Scene Description (USD)"},
              {".usdz", "Universal Scene Description (USD)"},
              {".wrl", "VRML"},
              {".vrml", "VRML"},
              {".x3d", "X3D"},
              {".x3db", "X3D"},
              {".x3dv", "X3D"},
              {".m3d", "Model 3D (M3D)"},
              {".blend", "Blender"},
              {".max", "3ds Max"},
              {".ma", "Maya"},
              {".mb", "Maya"},
              {".c4d", "Cinema 4D"},
              {".skp", "SketchUp"},
              {".abc", "Alembic"},
              {".step", "STEP"},
              {".stp", "STEP"},
              {".iges", "IGES"},
              {".igs", "IGES"},
              {".ifc", "IFC"},
              {".dxf", "AutoCAD DXF"},
              {".dwg", "AutoCAD DWG"}};

static bool has_ending(const char *path, const char *ending)
{
    size_t n = strlen(path), k = strlen(ending);
    if (n < k)
        return false;
    for (size_t i = 0; i < k; i++)
        if (tolower((unsigned char)path[n - k + i]) != ending[i])
            return false;
    return true;
}

enum st_code mesh_format_of(const char *path, enum mesh_format *format, struct status *st)
{
    const char *slash = strrchr(path, '/'), *ending = strrchr(slash ? slash : path, '.');
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (has_ending(path, formats[i].ending)) {
            *format = formats[i].format;
            return ST_OK;
        }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (has_ending(path, others[i].ending))
            return status_fail_at(
                st, ST_FAILED, path, 0,
                "is a file of %s, which is not read; export it as one of " MESH_ENDINGS,
                others[i].name);
    if (ending && assimp_scene_knows(ending))
        return status_fail_at(st, ST_FAILED, path, 0,
                              "has the ending %s, which is not among the tested mesh formats; "
                              "export it as one of " MESH_ENDINGS,
                              ending);
    return status_fail_at(st, ST_FAILED, path, 0,
                          "is no mesh file; a mesh (" MESH_ENDINGS
                          ") or a scene file (.scene) is needed");
}
