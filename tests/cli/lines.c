/* diorama simulate --lines: what it counts for each line adds up to the counters of the run, and
 * the page shows it beside the source. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "sim/timing/counters/inst_counters.h"

#include <string.h>

static json_int_t sum(const json_t *lines, const char *path)
{
    json_int_t total = 0;
    for (size_t i = 0; i < json_array_size(lines); i++)
        total += integer_at(lines, "%zu.%s", i, path);
    return total;
}

/* Cycles without a warp, or with warps that only drain, belong to no line. */
static void assert_adds_up(const char *words)
{
    json_t *d FREED_BY(json_decref) = document_of(words, 0);
    const json_t *lines = json_object_get(d, "lines");
    assert_true(json_array_size(lines) > 20);
    assert_int_equal(sum(json_object_get(d, "shaders"), "executed_lanes"),
                     integer_at(d, "counters.sm.thread_instructions"));
    assert_int_equal(sum(lines, "warp_instructions"),
                     integer_at(d, "counters.sm.warp_instructions"));
    assert_int_equal(sum(lines, "executed_lanes"),
                     integer_at(d, "counters.sm.thread_instructions"));
    assert_int_equal(sum(lines, "active_lanes"), integer_at(d, "counters.sm.active_lanes"));
    assert_int_equal(sum(lines, "sectors"), integer_at(d, "counters.ldst.load_sectors") +
                                                integer_at(d, "counters.ldst.store_sectors"));
    for (uint32_t k = 0; k < INST_SLOTS; k++) {
        char path[32];
        bool of_none =
            strcmp(inst_slot_names[k], "drain") == 0 || strcmp(inst_slot_names[k], "no_warp") == 0;
        snprintf(path, sizeof path, "slots.%s", inst_slot_names[k]);
        assert_int_equal(sum(lines, path),
                         of_none ? 0 : integer_at(d, "stalls.issue.%s", inst_slot_names[k]));
    }
}

TEST_WITH(cycles_of_lines_add_up, program_enter, program_leave)
{
    assert_adds_up("simulate cornell -W 40 -H 16 -s 1 -g tiny -t 1 --json --stalls --stats -q "
                   "--lines lines.csv");
    assert_adds_up(
        "simulate cornell -W 64 -H 16 -s 1 -g mobile_soc -t 2 --json --stalls --stats -q "
        "--shaders docs/examples/pipelines/path --lines lines.csv");
}

/* A shader whose text and folder would end a script, a tag and an attribute if they were not
 * escaped; line 6 has costs. */
#define FOLDER "\"><b>'"
static const char raygen[] = "#version 460\n"
                             "#extension GL_EXT_ray_tracing : require\n"
                             "// </script><script>alert(1)</script>\n"
                             "layout(binding = 1, rgba32f) uniform writeonly image2D picture;\n"
                             "void main() {\n"
                             "\timageStore(picture, ivec2(gl_LaunchIDEXT.xy), vec4(1.0));\n"
                             "}\n";

static const char *page_of(unsigned char **bytes)
{
    size_t n;
    assert_ok(file_read("page.html", bytes, &n, &st));
    return (const char *)*bytes;
}

TEST_WITH(the_page_shows_source_and_costs, program_enter, program_leave)
{
    assert_ok(file_make_folder(FOLDER, &st));
    program_write_text(FOLDER "/a.rgen", raygen);
    json_t *d FREED_BY(json_decref) =
        document_of("simulate cornell -W 32 -H 4 -s 1 -g tiny -t 1 --json -q --shaders " FOLDER
                    " --lines page.html",
                    0);
    size_t i = 0;
    while (integer_at(d, "lines.%zu.line", i) != 6)
        i++;
    unsigned char *bytes;
    const char *page = page_of(&bytes);
    char cell[64], *row = strstr(page, "data-v=\"6\">6</th>");
    assert_non_null(row);
    assert_int_equal(strncmp(page, "<!doctype html>", 15), 0);
    assert_non_null(strstr(page, "// &lt;/script&gt;&lt;script&gt;alert"));
    assert_null(strstr(page, "<script>alert"));
    assert_null(strstr(page, "<b>"));
    *strstr(row, "</tr>") = '\0';
    assert_non_null(strstr(row, "<code>    imageStore(picture"));
    snprintf(cell, sizeof cell, "data-v=\"%lld\">",
             (long long)integer_at(d, "lines.%zu.warp_instructions", i));
    assert_non_null(strstr(row, cell));
    mem_free(bytes);
}

/* What runs where no stage is called belongs to the folder, which is not text. */
TEST_WITH(the_page_says_what_it_cannot_show, program_enter, program_leave)
{
    program_does("simulate cornell -W 64 -H 16 -s 1 -g tiny -q --shaders docs/examples/pipelines/"
                 "path --lines page.html");
    unsigned char *bytes;
    const char *page = page_of(&bytes);
    assert_non_null(strstr(page, "The source cannot be shown: "));
    assert_non_null(strstr(page, "traceRayEXT(scene, gl_RayFlagsNoneEXT"));
    mem_free(bytes);
}

TEST_WITH(other_models_have_no_lines, program_enter, program_leave)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "simulate cornell -W 32 -H 8 --model approximate --lines lines.csv");
    assert_int_equal(o.status, 2);
    assert_non_null(strstr(o.err, "--lines counts the cycles of schedulers"));
}
