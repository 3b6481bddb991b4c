/* Scenes and meshes that are none: one line, the right exit status, no picture. */
#include "scenes/import/formats.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/image.h"
#include "common/memory.h"
#include "orchestrator/diorama.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* A scene of one sphere, with room for more keys. */
#define CAMERA "camera = { eye = (0, 0, 4); look_at = (0, 0, 0); fov = 40; };\n"
#define SPHERE                                                                                     \
    "materials = ( { name = \"grey\"; type = \"lambertian\"; color = (0.5, 0.5, 0.5); } );\n"      \
    "spheres = ( { center = (0, 0, 0); radius = 1.0; material = \"grey\"; } );\n"

static void refuse(const char *name, const char *text, int status, const char *said)
{
    char words[128];
    program_write_text(name, text);
    snprintf(words, sizeof words, "render %s -W 8 -H 8 -g tiny -o bad.png", name);
    program_refuses(words, status, said);
    assert_int_equal(program_count("bad.png"), 0);
}

/* The first pixel's red. */
static int first_red(const char *name)
{
    struct image picture ENDED_BY(image_free);
    assert_ok(image_read_png(&picture, name, &st));
    return picture.rgba[0];
}

TEST(a_good_scene_is_rendered)
{
    program_write_text("good.scene", CAMERA SPHERE);
    program_does("render good.scene -W 8 -H 8 -g tiny -o good.png");
    assert_int_equal(program_count("good.png"), 1);
    program_write_text("good.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    program_does("render good.obj -W 8 -H 8 -g tiny -o good_obj.png");
}

TEST(files_that_are_not_there_are_refused)
{
    program_refuses("render missing.obj -o bad.png", 1, "missing.obj");
    program_refuses("render missing.scene -o bad.png", 1, "missing.scene");
    program_refuses("render no_such_scene -o bad.png", 1, "no_such_scene");
    program_refuses("heatmap missing.stl", 1, "missing.stl");
    assert_int_equal(program_count("bad.png"), 0);
}

TEST(truncated_and_malformed_meshes_are_refused)
{
    refuse("cut.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2", 1, "cut.obj");
    refuse("letters.obj", "v 0 0 x\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", 1, "letters.obj");
    refuse("cut.ply",
           "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
           "property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
           "0 0 0\n1 0 0\n",
           1, "cut.ply");
    refuse("header.ply", "ply\nformat ascii 1.0\nelement ver", 1, "header.ply");
    refuse("cut.gltf", "{ \"asset\": { \"version\": \"2.0\" }, \"meshes\": [", 1, "cut.gltf");
    refuse("cut.glb", "glTF\x02", 1, "cut.glb");
    refuse("empty.obj", "", 1, "empty.obj");
}

TEST(folders_are_refused_as_such)
{
    static const char said[] = ": is a folder; a .scene file, a mesh file (.obj .ply .gltf .glb "
                               ".fbx .stl ...) or the name of a built-in scene is needed";
    char words[64];
    assert_int_equal(mkdir("folder.obj", 0777) | mkdir("plain", 0777), 0);
    for (int i = 0; i < 4; i++) {
        const char *name = (const char *[]){"folder.obj", "plain", "plain/", "/tmp"}[i];
        char line[256];
        snprintf(words, sizeof words, "render %s -o bad.png", name);
        snprintf(line, sizeof line, "diorama: %s%s", name, said);
        program_refuses(words, 1, line);
    }
    program_refuses("render /dev/null -o bad.png", 1,
                    "/dev/null: is a device or a pipe; a .scene file");
}

/* Where the ending asks for no format, assimp's last attempt is of no interest: texts that have one
 * of its words in them get another complaint for each. */
TEST(texts_that_are_no_meshes_get_one_complaint)
{
    static const char *const texts[] = {"just words\n",    "# Blender MTL File: 'a.blend'\n",
                                        "a ply of wood\n", "solid\n",
                                        "FBX and glTF\n",  "<xml>\n"};
    static const char *const names[] = {"notes.txt", "bunny.mtl", "noending", "a.b/c"};
    assert_int_equal(mkdir("a.b", 0777), 0);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            char line[256];
            snprintf(line, sizeof line,
                     "diorama: %s: is no mesh file; a mesh (" MESH_ENDINGS
                     ") or a scene file (.scene) is needed",
                     names[k]);
            refuse(names[k], texts[i], 1, line);
        }
    refuse("words.stl", "just words\n", 1, "words.stl: cannot be read as a .stl mesh: ");
    refuse("words.ase", "just words\n", 1, "words.ase: has no triangles");
}

/* These formats are assimp's to check, which must not end the program. */
TEST(malformed_meshes_of_other_formats_are_refused)
{
    refuse("corners.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n0\n", 1, "corners.off");
    refuse("two.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n2 0 1\n", 1, "two.off");
    refuse("cut.off", "OFF\n3 1 0\n0  1 0\n3 0 1 2\xff", 1, "cut.off");
    program_write_text("good.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    program_does("render good.off -W 8 -H 8 -g tiny -o good_off.png");
}

TEST(meshes_without_triangles_or_with_bad_numbers_are_refused)
{
    refuse("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n", 1, "points.obj");
    refuse("nan.obj", "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", 1, "nan.obj");
    refuse("infinite.obj", "v 0 0 inf\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", 1, "infinite.obj");
    refuse("range.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", 1, "range.obj");
    refuse("range.ply",
           "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
           "property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
           "0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n",
           1, "range.ply");
}

TEST(scene_files_with_mistakes_are_refused_with_their_line)
{
    refuse("syntax.scene", "camera = {\n eye = (0, 0, 4;\n};\n", 1, "syntax.scene:2:");
    refuse("unknown.scene", CAMERA SPHERE "cameras = 3;\n", 1, "unknown.scene:4:");
    refuse("type.scene", SPHERE "\nsky = 3;\n" CAMERA, 1, "type.scene:4:");
    refuse("cyclic.scene", CAMERA "include = ( \"cyclic.scene\" );\n" SPHERE, 1,
           "cyclic.scene:2: ");
    refuse("nothing.scene", CAMERA, 1, "nothing.scene");
    refuse("fov.scene", "camera = { eye = (0, 0, 4); look_at = (0, 0, 0); fov = 0; };\n" SPHERE, 1,
           "fov.scene:1:");
    refuse("inside.scene",
           "\ncamera = { eye = (1, 2, 3); look_at = (1, 2, 3); fov = 40; };\n" SPHERE, 1,
           "inside.scene:2:");
    refuse("far.scene",
           "unit = 1;\ncamera = { eye = (1e25, 0, 0); look_at = (0, 0, 0); };\n" SPHERE, 1,
           "far.scene: the camera reaches to 1e+25; coordinates must be within -1e+18 to 1e+18");
    refuse("wide.scene", CAMERA SPHERE "unit = 1;\nlight = { position = (0, 2e18, 0); };\n", 1,
           "wide.scene:5: the light reaches to 2e+18; coordinates must be within -1e+18 to 1e+18");
    refuse("unit.scene", CAMERA SPHERE "unit = 0;\n", 1,
           "unit.scene:4: 'unit' is 0; it must be from 1e-18 to 1e+18");
    refuse("wider.scene", CAMERA SPHERE "light = { position = (0, 2e36, 0); };\n", 1,
           "wider.scene:4: the light reaches to 2e+36; coordinates must be within -1e+36 to 1e+36");
    refuse("overflow.obj", "v 0 0 0\nv 2e37 0 0\nv 0 2e37 0\nf 1 2 3\n", 1,
           "overflow.obj: mesh 'overflow.obj' reaches to 2e+37; coordinates must be within");
}

static void put_big_scene(char text[1024], const char *radius, const char *side, const char *scale)
{
    snprintf(
        text, 1024,
        "unit = 1; camera = { eye = (-9, -9, 4); look_at = (-9, -9, 0); fov = 40; };\n"
        "materials = ( { name = \"m\"; color = (0.5, 0.5, 0.5); } );\n"
        "spheres = ( { center = (0, 0, -9); radius = %s; material = \"m\"; } );\n"
        "meshes = ( { name = \"q\"; material = \"m\"; scale = %s; vertices = (-%s, -%s, 0, %s, "
        "-%s, 0, -%s, %s, 0); triangles = (0, 1, 2); } );\n",
        radius, scale, side, side, side, side, side, side);
}

/* What is accepted looks as the same in small, and what is beyond is refused. */
TEST(coordinates_are_as_large_as_can_be_hit)
{
    static const struct {
        const char *radius, *side, *scale, *said;
    } cases[] = {
        {"1", "100", "1", NULL},
        {"1", "1e11", "1", NULL},
        {"1", "9e17", "1", NULL},
        {"1", "1", "9e17", NULL},
        {"2e18", "1", "1", "big.scene:3: a sphere reaches to 2e+18; coordinates must be within"},
        {"1", "2e18", "1", "big.scene:4: mesh 'q' reaches to 2e+18; coordinates must be within"},
        {"1", "2e18", "1e-16", "big.scene:4: mesh 'q' reaches to 2e+18; coordinates must be"},
        {"1", "1", "2e18", "big.scene:4: mesh 'q' reaches to 2e+18; coordinates must be within"},
        {"1", "1", "1e30", "big.scene:4: mesh 'q' reaches to 1e+30; coordinates must be within"},
    };
    int red = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        put_big_scene(text, cases[i].radius, cases[i].side, cases[i].scale);
        if (cases[i].said) {
            refuse("big.scene", text, 1, cases[i].said);
            continue;
        }
        program_write_text("big.scene", text);
        program_does("render big.scene -W 1 -H 1 -s 64 -g tiny -q -o seen.png");
        if (i == 0)
            red = first_red("seen.png");
        assert_true(red > 0 && first_red("seen.png") == red);
    }
}

TEST(a_scene_of_any_size_and_shape_of_picture_works)
{
    program_write_text("good.scene", CAMERA SPHERE);
    program_does("render good.scene -W 1 -H 1 -g tiny -o one.png");
    program_does("render good.scene -W 33 -H 3 -g tiny -o odd.png");
    program_does("heatmap good.scene -W 1 -H 1 -g tiny -o one_heat.png");
    program_does("heatmap good.scene -W 45 -H 2 -g tiny -o odd_heat.png --json");
    assert_int_equal(program_count("one.png") + program_count("odd.png"), 2);
}

TEST(pictures_that_cannot_be_written_leave_nothing)
{
    program_write_text("good.scene", CAMERA SPHERE);
    program_refuses("render good.scene -W 8 -H 8 -g tiny -o /dev/full", 1, "/dev/full");
    program_refuses("heatmap good.scene -W 8 -H 8 -g tiny -o /dev/full", 1, "/dev/full");
    program_refuses("render good.scene -W 8 -H 8 -g tiny -o none/x.png", 1, "none/x.png");
}

/* "ulimit -f": the signal that a file grew too large must not end the program. */
TEST(a_limit_on_file_sizes_is_an_error_and_leaves_nothing)
{
    struct rlimit before, few;
    program_write_text("good.scene", CAMERA SPHERE);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    few = before;
    few.rlim_cur = 1024; /* which the memory that clang's OpenMP shares just fits in */
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
    program_refuses("render good.scene -W 64 -H 64 -g tiny -q -o large.png", 1, "large.png");
    program_refuses("partition good.scene -W 64 -H 64 -g tiny -q -o large", 1, "heatmap.png");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(program_count("large.png") + program_count(".diorama"), 0);
}

TEST(no_input_is_overwritten_with_the_output)
{
    program_write_text("good.scene", CAMERA SPHERE);
    program_does("heatmap good.scene -W 8 -H 8 -g tiny -q -o heat.png");
    program_refuses("render good.scene -W 8 -H 8 -g tiny -o good.scene", 2,
                    "--output good.scene is the file 'good.scene' that is read");
    program_refuses("render good.scene -W 8 -H 8 -g tiny -o ./good.scene", 2, "is the file");
    program_refuses("quantize heat.png -o heat.png", 2, "is the file 'heat.png' that is read");
    program_does("render good.scene -W 8 -H 8 -g tiny -o good.png");
}

/* What the scene names, and what that names. */
TEST(no_input_of_an_input_is_overwritten)
{
    static const char *const files[] = {"inner.scene", "tri.obj", "tri.mtl", "white.png"};
    static const char *const commands[] = {
        "render outer.scene -o", "heatmap outer.scene -o", "census outer.scene --lines",
        "predict outer.scene --trace", "compare outer.scene -g tiny -g mobile_soc --csv"};
    program_write_text("inner.scene", "materials = ( { name = \"m\"; type = \"lambertian\"; color "
                                      "= (0.5, 0.5, 0.5); } );\n");
    program_write_text("tri.mtl", "newmtl m\nmap_Kd white.png\n");
    program_write_text("tri.obj", "mtllib tri.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl m\n"
                                  "f 1/1 2/1 3/1\n");
    program_write_text("outer.scene",
                       CAMERA "include = ( \"inner.scene\" );\n"
                              "meshes = ( { name = \"t\"; file = \"tri.obj\"; } );\n" SPHERE);
    program_does("render cornell -W 2 -H 2 -q -o white.png");
    for (size_t f = 0; f < sizeof files / sizeof *files; f++)
        for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
            char words[128], said[64];
            snprintf(words, sizeof words, "%s %s -W 8 -H 8 -q", commands[i], files[f]);
            snprintf(said, sizeof said, "%s is a file that is read; name another one", files[f]);
            program_refuses(words, 2, said);
        }
    program_does("render outer.scene -W 8 -H 8 -g tiny -o outer.png");
}

TEST(a_picture_and_the_results_do_not_share_a_file)
{
    program_write_text("good.scene", CAMERA SPHERE);
    program_refuses("render good.scene -W 8 -H 8 -g tiny -o @shared >shared", 2,
                    "is standard output, where the results go");
    program_refuses("render good.scene -W 8 -H 8 -g tiny -o /dev/stdout >shared", 2,
                    "is standard output, where the results go");
}

/* The box of a file whose triangles look inwards. */
#define CORNERS                                                                                    \
    "v -1 -1 -1\nv 1 -1 -1\nv -1 1 -1\nv 1 1 -1\nv -1 -1 1\nv 1 -1 1\nv -1 1 1\nv 1 1 1\n"
static const char inwards[] = CORNERS "f 5 8 6\nf 5 7 8\nf 2 3 1\nf 2 4 3\nf 6 4 2\nf 6 8 4\n"
                                      "f 1 7 5\nf 1 3 7\nf 7 4 8\nf 7 3 4\nf 1 6 2\nf 1 5 6\n";
static const char outwards[] = CORNERS "f 5 6 8\nf 5 8 7\nf 2 1 3\nf 2 3 4\nf 6 2 4\nf 6 4 8\n"
                                       "f 1 5 7\nf 1 7 3\nf 7 8 4\nf 7 4 3\nf 1 2 6\nf 1 6 5\n";

/* Counts the warnings of a command, of which there is one at most. */
static size_t warned_by(const char *words, const char *said)
{
    struct outcome o ENDED_BY(outcome_free);
    size_t n = 0;
    program_run(&o, words);
    assert_int_equal(o.status, 0);
    for (const char *at = o.err; (at = strstr(at, "diorama: warning: ")) != NULL; at++)
        n++;
    if (n > 0 && !strstr(o.err, said))
        fail_msg("%s: said '%s', expected '%s'", words, o.err, said);
    return n;
}

static size_t warned(const char *words, const char *said)
{
    char line[128];
    snprintf(line, sizeof line, "render %s -W 8 -H 8 -g tiny -o facing.png", words);
    return warned_by(line, said);
}

TEST(meshes_that_turn_their_backs_are_warned_of_once)
{
    static const char in_scene[] =
        "box.scene: 100 % of what the camera sees of mesh 'in.obj' are backs, which are shaded "
        "flat; give it 'two_sided = true' or, where all of it is turned, 'flip = true'\n";
    static const char alone[] =
        "in.obj: 100 % of what the camera sees of mesh 'in.obj' are backs, which are shaded flat; "
        "load it through a scene file: meshes = ( { name = \"mesh\"; file = \"in.obj\"; two_sided "
        "= true; } ); or, where all of it is turned, flip = true\n";
    static const char room[] =
        "in.obj: nothing says where the camera is, and the scene's middle is "
        "walled in: it is seen from inside; --eye and --look-at say";
    program_write_text("in.obj", inwards);
    assert_int_equal(warned("in.obj", room), 1);
    program_write_text("out.obj", outwards);
    program_write_text("box.scene",
                       "meshes = ( { name = \"a\"; file = \"in.obj\"; },\n"
                       "{ name = \"b\"; file = \"in.obj\"; translate = (3, 0, 0); },\n"
                       "{ name = \"c\"; file = \"out.obj\"; translate = (0, 3, 0); });");
    assert_int_equal(warned("in.obj --eye 3,2,4 --look-at 0,0,0", alone), 1);
    assert_int_equal(warned("out.obj", ""), 0);
    assert_int_equal(warned("box.scene", in_scene), 1);
    assert_int_equal(warned("box.scene -q", ""), 0);
    assert_int_equal(warned("box.scene --shader ao", ""), 0);
    assert_int_equal(warned_by("sweep box.scene -W 8 -H 8 -g tiny -p 20,40", in_scene), 1);
    assert_int_equal(warned_by("compare box.scene -W 8 -H 8 -g tiny -g tiny:sms=1", in_scene), 1);
    program_write_text("runs.csv",
                       "run,scene,gpu,shader,width,height,samples,max_depth\n"
                       "a,box.scene,tiny,path,8,8,1,2\nb,box.scene,tiny,path,8,8,1,1\n");
    assert_int_equal(warned_by("correlate runs.csv", in_scene), 1);
    struct diorama_scene *scene;
    assert_int_equal(diorama_scene_load(&scene, "box.scene", NULL), DIORAMA_OK);
    assert_memory_equal(diorama_scene_warnings(scene), in_scene, strlen(in_scene) - 1);
    diorama_scene_free(scene);
    program_write_text(
        "cured.scene",
        "meshes = ( { name = \"a\"; file = \"in.obj\"; two_sided = true; },\n"
        "{ name = \"b\"; file = \"in.obj\"; flip = true; translate = (3, 0, 0); } );");
    assert_int_equal(warned("cured.scene", ""), 0);
    /* Seen from inside, the box that looks inwards is right; mirrored, it still is. */
    program_write_text("room.scene",
                       "camera = { eye = (0, 0, 0.9); look_at = (0, 0, 0); fov = 60; };\n"
                       "meshes = ( { name = \"a\"; file = \"in.obj\"; scale = (2, 2, -2); } );");
    assert_int_equal(warned("room.scene", ""), 0);
}

/* Small files that would take minutes or all memory. At the limit is what comes before. */
TEST(small_files_with_large_demands_are_refused)
{
    enum { N = 1 << 20 };
    char *text FREED_BY(mem_free) = mem_calloc(N, 1);
    size_t used = 0;
    for (int i = 0; i < 12; i++) {
        char name[32];
        used = (size_t)snprintf(text, N, "include = (\"bomb%d.scene\"", i + 1);
        for (int k = 0; k < 7; k++)
            used += (size_t)snprintf(text + used, N - used, ", \"bomb%d.scene\"", i + 1);
        snprintf(text + used, N - used, ");");
        snprintf(name, sizeof name, "bomb%d.scene", i);
        program_write_text(name, text);
    }
    program_write_text("bomb12.scene", "sky = false;");
    program_refuses("render bomb0.scene -W 8 -H 8 -o bad.png", 1,
                    "more than 1000 scene files are included");
    for (int more = 0; more < 2; more++) {
        used = 0;
        for (int i = 0; i < 10000 + more; i++)
            used += (size_t)snprintf(text + used, N - used, "k%d = 1;\n", i);
        refuse("keys.scene", text, 1,
               more ? "keys.scene:10001: more than 10000 keys in one group"
                    : "keys.scene:1: unknown key 'k0'");
        used = (size_t)snprintf(text, N, "v 0 0 0\nv 1 0 0\nv 0 1 0\n");
        for (int i = 0; i < 65536 + more; i++)
            used += (size_t)snprintf(text + used, N - used, "o a\n");
        snprintf(text + used, N - used, "f 1 2 %d\n", more ? 3 : 4);
        refuse("objects.obj", text, 1,
               more ? "more than 65536 objects ('o')" : "a face names 'v' number 4");
        used = (size_t)snprintf(text, N, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf");
        for (int i = 0; i < 16384 + more; i++)
            used += (size_t)snprintf(text + used, N - used, " %d", i % 3 + 1);
        snprintf(text + used, N - used, "\nf 1 2 4\n");
        refuse("corners.obj", text, 1,
               more ? "a face with more than 16384 corners" : "a face names 'v' number 4");
    }
}

/* Writes files that include each other, n after the first, and refuses the first. */
static void refuse_chain(const char *before, const char *after, uint32_t n, const char *message)
{
    char name[32], text[64];
    for (uint32_t i = 0; i <= n; i++) {
        snprintf(name, sizeof name, "chain%u.scene", i);
        snprintf(text, sizeof text, "%s \"chain%u.scene\"%s", before, i + 1, after);
        if (i == n)
            snprintf(text, sizeof text, "k = 1;\n");
        program_write_text(name, text);
    }
    program_refuses("render chain0.scene -W 8 -H 8 -o bad.png", 1, message);
}

TEST(depth_and_size_have_limits)
{
    enum { N = 1 << 25 };
    char *text FREED_BY(mem_free) = mem_calloc(N + 2, 1);
    for (uint32_t more = 0; more < 2; more++) {
        refuse_chain("include = (", ");\n", 15 + more,
                     more ? "chain16.scene: is included more than 16 files deep"
                          : "chain15.scene:1: unknown key 'k'");
        refuse_chain("@include", "\n", 10 + more,
                     more ? "chain10.scene:1: includes are nested deeper than 10 files"
                          : "chain10.scene:1: unknown key 'k'");
        snprintf(text, N, "a = %.*s%.*s;\n", 64 + (int)more,
                 "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
                 64 + (int)more,
                 "))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))");
        refuse("nested.scene", text, 1,
               more ? "nested.scene:1: is nested deeper than 64 levels" : ":1: unknown key 'a'");
        memset(text, ' ', N + more);
        memcpy(text + N + more - 7, "k = 1;\n", 8);
        refuse("large.scene", text, 1,
               more ? "large.scene: brings the text, with what it includes, to more than 33554432 "
                      "bytes"
                    : "large.scene:1: unknown key 'k'");
        size_t used = (size_t)snprintf(
            text, N,
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
            "property float z\nelement face 1\nproperty list int int vertex_indices\nend_header\n"
            "0 0 0\n1 0 0\n0 1 0\n%u",
            16384 + more);
        for (uint32_t i = 0; i < 16384 + more; i++)
            used += (size_t)snprintf(text + used, N - used, " %u", i ? i % 3 : 9);
        refuse("corners.ply", text, 1,
               more ? "corners.ply:13: face 0 has 16385 corners; at most 16384"
                    : "corners.ply:13: face 0 names vertex 9");
        snprintf(text, N, "P6\n16384 %u 255\n", 16384 + more);
        program_write_text("pixels.ppm", text);
        program_refuses("quantize pixels.ppm", 1,
                        more ? "a picture of 16384 x 16385 pixels; 1 to 2^28"
                             : "pixels.ppm:2: the file ends before its last sample");
    }
}

/* Reading it would wait for somebody who writes. */
TEST(a_pipe_that_a_file_names_is_refused)
{
    assert_int_equal(mkfifo("pipe.obj", 0600), 0);
    refuse("pipe.scene", "@include \"pipe.obj\"\n", 1,
           "pipe.scene:1: @include: ./pipe.obj: is not a");
    refuse("pipe2.scene", "meshes = ( { name = \"a\"; file = \"pipe.obj\"; } );", 1,
           "mesh file './pipe.obj' is no file that can be read");
    program_write_text("pipe.mtl.obj", "mtllib pipe.obj\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    program_does("render pipe.mtl.obj -W 8 -H 8 -g tiny -o piped.png");
}

TEST(the_default_name_of_a_picture_is_the_scenes)
{
    program_write_text("named.scene", CAMERA SPHERE);
    program_does("render named.scene -W 8 -H 8 -g tiny");
    program_does("heatmap named.scene -W 8 -H 8 -g tiny");
    assert_int_equal(program_count("named.png"), 1);
    assert_int_equal(program_count("named_heatmap.png"), 1);
}

TEST_GROUP(program_enter, program_leave)
