/* One file of every format of scenes/import/formats.c without a test of its own: a square of two
 * triangles. And what people have beside these, refused by its name. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "scenes/import/formats.h"
#include "scenes/scene.h"

#include <math.h>
#include <string.h>

static const char file_off[] = "OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n";

static const char file_ac[] =
    "AC3Db\nMATERIAL \"m\" rgb 1 0 0 amb 0 0 0 emis 0 0 0 spec 0 0 0 shi 0 trans 0\nOBJEC"
    "T world\nkids 1\nOBJECT poly\nname \"a\"\nnumvert 4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\nnum"
    "surf 1\nSURF 0x0\nmat 0\nrefs 4\n0 0 0\n1 0 0\n2 0 0\n3 0 0\nkids 0\n";

static const char file_x[] =
    "xof 0303txt 0032\nMesh a {\n4;\n0;0;0;,\n1;0;0;,\n1;1;0;,\n0;1;0;;\n1;\n4;0,1,2,3;;"
    "\n}\n";

static const char file_ase[] =
    "*3DSMAX_ASCIIEXPORT 200\n*GEOMOBJECT {\n*NODE_NAME \"a\"\n*MESH {\n*MESH_NUMVERTEX 4"
    "\n*MESH_NUMFACES 2\n*MESH_VERTEX_LIST {\n*MESH_VERTEX 0 0 0 0\n*MESH_VERTEX 1 1 0 0"
    "\n*MESH_VERTEX 2 1 1 0\n*MESH_VERTEX 3 0 1 0\n}\n*MESH_FACE_LIST {\n*MESH_FACE 0: A:"
    " 0 B: 1 C: 2 AB: 1 BC: 1 CA: 0 *MESH_SMOOTHING *MESH_MTLID 0\n*MESH_FACE 1: A: 0 B: "
    "2 C: 3 AB: 1 BC: 1 CA: 0 *MESH_SMOOTHING *MESH_MTLID 0\n}\n}\n}\n";

static const char file_dae[] =
    "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema"
    "\" version=\"1.4.1\"><asset><up_axis>Y_UP</up_axis></asset><library_geometries><geom"
    "etry id=\"g\"><mesh><source id=\"p\"><float_array id=\"f\" count=\"12\">0 0 0 1 0 0 "
    "1 1 0 0 1 0</float_array><technique_common><accessor source=\"#f\" count=\"4\" strid"
    "e=\"3\"><param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/><param n"
    "ame=\"Z\" type=\"float\"/></accessor></technique_common></source><vertices id=\"v\">"
    "<input semantic=\"POSITION\" source=\"#p\"/></vertices><polylist count=\"1\"><input "
    "semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><vcount>4</vcount><p>0 1 2 3</p></po"
    "lylist></mesh></geometry></library_geometries><library_visual_scenes><visual_scene i"
    "d=\"s\"><node id=\"n\"><instance_geometry url=\"#g\"/></node></visual_scene></librar"
    "y_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>\n";

static const char file_fbx[] =
    "; FBX 7.3.0 project file\nFBXHeaderExtension:  {\n\011FBXVersion: 7300\n}\nObjects: "
    " {\n\011Geometry: 1, \"Geometry::a\", \"Mesh\" {\n\011\011Vertices: *12 {\n\011\011"
    "\011a: 0,0,0,1,0,0,1,1,0,0,1,0\n\011\011}\n\011\011PolygonVertexIndex: *4 {\n\011"
    "\011\011a: 0,1,2,-4\n\011\011}\n\011\011GeometryVersion: 124\n\011}\n\011Model: 2, "
    "\"Model::a\", \"Mesh\" {\n\011\011Version: 232\n\011}\n}\nConnections:  {\n\011C: \""
    "OO\",2,0\n\011C: \"OO\",1,2\n}\n";

static const char file_stl[] =
    "solid a\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\ne"
    "ndloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 1 0\nvertex"
    " 0 1 0\nendloop\nendfacet\nendsolid a\n";

static const char file_3ds[] =
    "MMj\000\000\000==d\000\000\000\000@^\000\000\000a\000\000AV\000\000\000\020A8\000"
    "\000\000\004\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\200?\000"
    "\000\000\000\000\000\000\000\000\000\200?\000\000\200?\000\000\000\000\000\000\000"
    "\000\000\000\200?\000\000\000\000 A\030\000\000\000\002\000\000\000\001\000\002\000"
    "\000\000\000\000\002\000\003\000\000\000";

static const char file_lwo[] =
    "FORM\000\000\000\252LWO2TAGS\000\000\000\004def\000LAYR\000\000\000\022\000\000\000"
    "\000\000\000\000\000\000\000\000\000\000\000\000\000a\000PNTS\000\000\0000\000\000"
    "\000\000\000\000\000\000\000\000\000\000?\200\000\000\000\000\000\000\000\000\000"
    "\000?\200\000\000?\200\000\000\000\000\000\000\000\000\000\000?\200\000\000\000\000"
    "\000\000POLS\000\000\000\016FACE\000\004\000\003\000\002\000\001\000\000PTAG\000\000"
    "\000\010SURF\000\000\000\000SURF\000\000\000\032def\000\000\000COLR\000\016?\200\000"
    "\000\000\000\000\000\000\000\000\000\000\000";

static const char file_3mf[] =
    "PK\003\004\024\000\000\000\000\000\213\020|]\374B\314\365\361\000\000\000\361\000"
    "\000\000\013\000\000\000_rels/.rels<?xml version=\"1.0\"?><Relationships xmlns=\"htt"
    "p://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Target=\"/"
    "3D/3dmodel.model\" Id=\"rel0\" Type=\"http://schemas.microsoft.com/3dmanufacturing/2"
    "013/01/3dmodel\"/></Relationships>PK\003\004\024\000\000\000\000\000\213\020|]\210\n"
    "\304\301\274\001\000\000\274\001\000\000\020\000\000\0003D/3dmodel.model<?xml versio"
    "n=\"1.0\"?><model unit=\"millimeter\" xmlns=\"http://schemas.microsoft.com/3dmanufac"
    "turing/core/2015/02\"><resources><object id=\"1\" type=\"model\"><mesh><vertices><ve"
    "rtex x=\"0\" y=\"0\" z=\"0\"/><vertex x=\"1\" y=\"0\" z=\"0\"/><vertex x=\"1\" y=\"1"
    "\" z=\"0\"/><vertex x=\"0\" y=\"1\" z=\"0\"/></vertices><triangles><triangle v1=\"0"
    "\" v2=\"1\" v3=\"2\"/><triangle v1=\"0\" v2=\"2\" v3=\"3\"/></triangles></mesh></obj"
    "ect></resources><build><item objectid=\"1\"/></build></model>PK\001\002\024\003\024"
    "\000\000\000\000\000\213\020|]\374B\314\365\361\000\000\000\361\000\000\000\013\000"
    "\000\000\000\000\000\000\000\000\000\000\200\001\000\000\000\000_rels/.relsPK\001"
    "\002\024\003\024\000\000\000\000\000\213\020|]\210\n\304\301\274\001\000\000\274\001"
    "\000\000\020\000\000\000\000\000\000\000\000\000\000\000\200\001\032\001\000\0003D/3"
    "dmodel.modelPK\005\006\000\000\000\000\002\000\002\000w\000\000\000\004\003\000\000"
    "\000\000";

static const struct {
    const char *name, *bytes;
    size_t n;
} files[] = {
    {"a.off", file_off, sizeof file_off - 1}, {"a.ac", file_ac, sizeof file_ac - 1},
    {"a.x", file_x, sizeof file_x - 1},       {"a.ase", file_ase, sizeof file_ase - 1},
    {"a.dae", file_dae, sizeof file_dae - 1}, {"a.fbx", file_fbx, sizeof file_fbx - 1},
    {"a.stl", file_stl, sizeof file_stl - 1}, {"a.3ds", file_3ds, sizeof file_3ds - 1},
    {"a.lwo", file_lwo, sizeof file_lwo - 1}, {"a.3mf", file_3mf, sizeof file_3mf - 1},
};

/* Some formats have another axis up: the square may stand. */
static void check_square(const struct scene *s, const char *name)
{
    const struct scene_mesh *m = &s->meshes[0];
    const float size[3] = {m->hi.x - m->lo.x, m->hi.y - m->lo.y, m->hi.z - m->lo.z};
    int long_sides = 0, flat = 0;
    for (int k = 0; k < 3; k++) {
        long_sides += fabsf(size[k] - 1.0f) < 1e-6f;
        flat += size[k] == 0.0f;
    }
    if (s->n_meshes != 1 || scene_triangles(s) != 2 || m->n_vertices != 4 || long_sides != 2 ||
        flat != 1)
        fail_msg("%s: %u meshes, %lu vertices, (%g %g %g)", name, s->n_meshes,
                 (unsigned long)m->n_vertices, (double)size[0], (double)size[1], (double)size[2]);
    for (uint32_t i = 0; i < m->n_vertices; i++) {
        const float *n = m->vertices[i].normal;
        if (!(fabsf(n[0] + n[1] + n[2]) > 0.999f))
            fail_msg("%s: normal (%g %g %g)", name, (double)n[0], (double)n[1], (double)n[2]);
    }
}

TEST(every_format_of_the_list_is_read)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct scene *s;
        assert_ok(file_write(files[i].name, files[i].bytes, files[i].n, &st));
        assert_ok(scene_load(&s, files[i].name, &st));
        check_square(s, files[i].name);
        scene_free(s);
        if (!strstr(MESH_ENDINGS, files[i].name + 1))
            fail_msg("%s is not named among %s", files[i].name, MESH_ENDINGS);
    }
}

/* Sound files of other formats, cut and spoilt: one line, whatever the importing library does. */
TEST(spoilt_files_are_one_line)
{
    static const size_t steps = 7;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        for (size_t k = 0; k < steps; k++) {
            struct scene *s;
            char bytes[4096];
            const size_t at = (2 * k + 1) * files[i].n / (2 * steps);
            assert_true(files[i].n <= sizeof bytes);
            memcpy(bytes, files[i].bytes, files[i].n);
            memset(bytes + at, k % 2 ? 0xff : '9', files[i].n - at < 4 ? files[i].n - at : 4);
            assert_ok(file_write(files[i].name, bytes, k % 3 ? files[i].n : at, &st));
            if (scene_load(&s, files[i].name, &st) == ST_OK)
                scene_free(s);
            else if (!strstr(st.text, files[i].name) || strchr(st.text, '\n'))
                fail_msg("%s said '%s'", files[i].name, st.text);
        }
}

/* A face of 183 corners in a file of 34 bytes ends assimp 5.2.5. */
TEST(a_reader_that_crashes_is_one_line)
{
    static const char off[] = "OFF\n2 1 0\n0 0 1 0\n0 6 0\n0 0\n\267 1F2\n";
    struct scene *s;
    assert_ok(file_write("c.off", off, sizeof off - 1, &st));
    assert_int_equal(scene_load(&s, "c.off", &st), ST_FAILED);
    assert_non_null(strstr(st.text, "c.off: cannot be read"));
}

TEST(formats_that_are_no_meshes_here_are_called_by_their_names)
{
    static const char *const cases[][2] = {
        {"a.usda", "a.usda: is a file of Universal Scene Description (USD), which is not read"},
        {"a.USDZ", "Universal Scene Description (USD)"},
        {"a.usdc", "Universal Scene Description (USD)"},
        {"a.wrl", "VRML"},
        {"a.m3d", "Model 3D (M3D)"},
        {"a.blend", "Blender"},
        {"a.md2", "a.md2: has the ending .md2, which is not among the tested mesh formats"},
        {"a.raw", "a.raw: has the ending .raw"},
        {"a.smd", "a.smd: has the ending .smd"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scene *s;
        program_write_text(cases[i][0], "0 0 0 1 0 0 0 1 0\n");
        assert_int_equal(scene_load(&s, cases[i][0], &st), ST_FAILED);
        if (!strstr(st.text, cases[i][1]) || !strstr(st.text, MESH_ENDINGS))
            fail_msg("'%s' does not say '%s'", st.text, cases[i][1]);
    }
}

TEST_GROUP(program_enter, program_leave)
