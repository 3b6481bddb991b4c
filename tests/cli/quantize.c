/* quantize: heatmaps made elsewhere, good and bad. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/image.h"
#include "common/memory.h"

#include <string.h>

static void write_heat(const char *name)
{
    struct image picture ENDED_BY(image_free);
    assert_ok(image_create(&picture, 40, 6, &st));
    for (uint32_t y = 0; y < 6; y++)
        for (uint32_t x = 0; x < 40; x++) {
            uint8_t *p = image_at(&picture, x, y);
            p[0] = x < 20 ? 0 : 145;
            p[1] = x < 20 ? 2 : 0;
            p[2] = x < 20 ? 91 : 65;
            p[3] = 255;
        }
    assert_ok(image_write_png(&picture, name, &st));
}

TEST(centres_and_shares_are_printed_and_the_picture_written)
{
    struct outcome o;
    write_heat("heat.png");
    program_run(&o, "quantize heat.png -k 5 -o q.png --json");
    assert_int_equal(o.status, 0);
    assert_string_equal(o.err, "");
    json_t *d = document_parse(o.out), *clusters = json_object_get(d, "clusters");
    assert_int_equal(json_array_size(clusters), 2);
    assert_true(number_at(clusters, "0.share") == 0.5);
    assert_true(number_at(clusters, "0.temperature") < number_at(clusters, "1.temperature"));
    json_decref(d);
    outcome_free(&o);
    assert_int_equal(program_count("q.png"), 1);
    program_does("quantize heat.png");
}

static void refuse_picture(const char *name, const char *said)
{
    char words[128];
    snprintf(words, sizeof words, "quantize %s -o q_bad.png", name);
    program_refuses(words, 1, said);
    assert_int_equal(program_count("q_bad"), 0);
}

TEST(pictures_that_are_none_are_refused_and_nothing_is_written)
{
    unsigned char *bytes;
    size_t n;
    write_heat("heat.png");
    assert_ok(file_read("heat.png", &bytes, &n, &st));
    program_write("truncated.png", bytes, n / 2);
    program_write("cut_off.png", bytes, 20);
    mem_free(bytes);
    program_write_text("text.png", "this is no picture\n");
    program_write_text("none.ppm", "P6 0 0 255\n");
    program_write_text("empty_row.ppm", "P3 0 5 255\n");
    program_write_text("huge.ppm", "P6 20000 20000 255\n");
    program_write_text("short.ppm", "P6 4 4 255\nabc");
    program_write_text("letters.ppm", "P3 2 1 255\n1 2 3 x y z\n");
    program_write_text("empty.png", "");
    refuse_picture("missing.png", "missing.png: cannot be read: No such file");
    refuse_picture("text.png", "text.png");
    refuse_picture("truncated.png", "truncated.png");
    refuse_picture("cut_off.png", "cut_off.png");
    refuse_picture("none.ppm", "none.ppm");
    refuse_picture("empty_row.ppm", "empty_row.ppm");
    refuse_picture("huge.ppm", "huge.ppm");
    refuse_picture("short.ppm", "short.ppm");
    refuse_picture("letters.ppm", "letters.ppm");
    refuse_picture("empty.png", "empty.png");
    refuse_picture(".", ".: ");
}

TEST(numbers_out_of_range_are_refused)
{
    write_heat("heat.png");
    program_refuses("quantize heat.png -k 0", 2, "--clusters is '0'");
    program_refuses("quantize heat.png -k 65", 2, "from 1 to 64");
    program_refuses("quantize", 2, "no HEATMAP; see 'diorama quantize --help'");
}

TEST(what_cannot_be_written_is_an_error_and_leaves_nothing)
{
    write_heat("heat.png");
    program_refuses("quantize heat.png -o /dev/full", 1, "/dev/full: cannot be written");
    program_refuses("quantize heat.png -o no/such/folder.png", 1, "cannot be written");
    program_refuses("quantize heat.png -o .", 1, "is a folder");
    program_refuses("quantize heat.png >/dev/full", 1, "standard output: No space left");
    program_refuses("quantize heat.png --json >/dev/full", 1, "standard output: No space left");
}

TEST(an_old_picture_is_replaced_only_by_a_whole_one)
{
    write_heat("heat.png");
    program_write_text("old.png", "old");
    program_refuses("quantize missing.png -o old.png", 1, "missing.png");
    unsigned char *bytes;
    size_t n;
    assert_ok(file_read("old.png", &bytes, &n, &st));
    assert_string_equal((char *)bytes, "old");
    mem_free(bytes);
    program_does("quantize heat.png -o old.png");
    assert_int_equal(program_count("old.png"), 1);
    struct image picture ENDED_BY(image_free);
    assert_ok(image_read_png(&picture, "old.png", &st));
    assert_int_equal(picture.width, 40);
}

TEST(the_same_seed_gives_the_same_bytes)
{
    struct outcome a ENDED_BY(outcome_free), b ENDED_BY(outcome_free);
    write_heat("heat.png");
    program_run(&a, "quantize heat.png --json --seed 7 -t 1");
    program_run(&b, "quantize heat.png --json --seed 7 -t 2");
    assert_string_equal(a.out, b.out);
}

TEST_GROUP(program_enter, program_leave)
