/* The plan: groups, percentages and pixels together, and the files that say so. */
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/random.h"
#include "heatmap/gradient.h"
#include "partition/plan.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct plan_settings standard = {.factor = 1,
                                              .division = DIVISION_FINE,
                                              .distribution = DISTRIBUTION_UNIFORM,
                                              .block_width = BLOCK_WIDTH,
                                              .block_height = BLOCK_HEIGHT,
                                              .percent_min = 30.0,
                                              .percent_max = 60.0,
                                              .seed = 1};

/* Temperature rises from left to right, with noise. */
static struct image heat_picture(uint32_t width, uint32_t height)
{
    struct image picture;
    assert_ok(image_create(&picture, width, height, &st));
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            uint64_t i = (uint64_t)y * width + x;
            double t = 0.8 * x / width + 0.2 * random_unit(8, RANDOM_TEST, i);
            heat_color(t, image_at(&picture, x, y));
        }
    return picture;
}

static struct quantized heat_quantized(uint32_t width, uint32_t height)
{
    struct quantized q;
    struct image picture ENDED_BY(image_free) = heat_picture(width, height);
    assert_ok(quantize(&q, &picture, 5, 1, &st));
    return q;
}

static void assert_is_consistent(const struct plan *p, const struct plan_settings *s)
{
    uint64_t n = (uint64_t)p->width * p->height, pixels = 0;
    uint8_t *filter FREED_BY(mem_free) = mem_calloc(n, 1), *any = mem_calloc(n, 1);
    for (uint32_t g = 0; g < p->n_groups; g++) {
        const struct plan_group *group = &p->groups[g];
        uint64_t in_group = 0, traced = 0;
        plan_filter(p, g, filter);
        for (uint64_t i = 0; i < n; i++) {
            in_group += p->group[i] == g;
            traced += filter[i];
            any[i] |= filter[i];
            assert_true(!filter[i] || p->group[i] == g);
        }
        assert_int_equal(in_group, group->pixels);
        assert_int_equal(traced, group->traced);
        pixels += in_group;
        double block = (double)s->block_width * s->block_height;
        if (in_group == 0) {
            assert_true(group->percent == 0.0);
            continue;
        }
        assert_true(traced > 0);
        assert_true(group->percent == 100.0 * (double)traced / (double)in_group);
        assert_true(fabs(group->percent - group->wanted_percent) / 100.0 * (double)in_group <=
                    block);
    }
    assert_int_equal(pixels, n);
    assert_memory_equal(any, p->chosen, n);
    mem_free(any);
}

TEST(any_image_plane_has_a_plan)
{
    static const uint32_t sizes[][2] = {{1, 1},   {1, 40},  {31, 3},  {33, 1},
                                        {65, 17}, {96, 96}, {128, 2}, {200, 31}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct quantized q ENDED_BY(quantized_free) = heat_quantized(sizes[i][0], sizes[i][1]);
        for (uint32_t variant = 0; variant < 24; variant++) {
            static const uint32_t factors[] = {1, 4, 6, 1024};
            struct plan_settings s = standard;
            struct plan p ENDED_BY(plan_free);
            s.factor = factors[variant % 4];
            s.division = variant / 4 % 2 ? DIVISION_COARSE : DIVISION_FINE;
            s.distribution = (enum distribution)(variant / 8);
            s.percent = variant % 3 == 0 ? 10.0 : 0.0;
            assert_ok(plan_create(&p, &q, &s, &st));
            assert_int_equal(p.n_groups, s.factor);
            assert_is_consistent(&p, &s);
            for (uint32_t g = 0; g < p.n_groups && s.percent <= 0.0; g++)
                assert_true(p.groups[g].wanted_percent >= 30 && p.groups[g].wanted_percent <= 60);
        }
    }
}

TEST(all_percent_are_all_pixels)
{
    struct quantized q ENDED_BY(quantized_free) = heat_quantized(75, 41);
    for (uint32_t variant = 0; variant < 12; variant++) {
        struct plan_settings s = standard;
        struct plan p ENDED_BY(plan_free);
        s.factor = variant % 2 ? 6 : 1;
        s.division = variant / 2 % 2 ? DIVISION_COARSE : DIVISION_FINE;
        s.distribution = (enum distribution)(variant / 4);
        s.percent = 100.0;
        assert_ok(plan_create(&p, &q, &s, &st));
        for (uint32_t i = 0; i < 75 * 41; i++)
            assert_int_equal(p.chosen[i], 1);
        for (uint32_t g = 0; g < p.n_groups; g++)
            assert_true(p.groups[g].percent == 100.0);
    }
}

/* Coarse groups left and right of a picture that is cold left and hot right. */
TEST(colder_groups_trace_more)
{
    struct quantized q ENDED_BY(quantized_free) = heat_quantized(128, 64);
    struct plan_settings s = standard;
    struct plan p ENDED_BY(plan_free);
    s.factor = 2;
    s.division = DIVISION_COARSE;
    s.percent_min = 1;
    s.percent_max = 100;
    assert_ok(plan_create(&p, &q, &s, &st));
    assert_true(p.groups[0].wanted_percent > p.groups[1].wanted_percent + 10);
    double sum = 0.0;
    for (uint32_t i = 0; i < 128 * 64; i++)
        sum += p.group[i] == 0 ? q.coldness[q.label[i]] : 0.0;
    assert_true(fabs(100.0 * sum / p.groups[0].pixels - p.groups[0].wanted_percent) < 1e-9);
}

TEST(warm_distributions_choose_warmer_pixels)
{
    struct quantized q ENDED_BY(quantized_free) = heat_quantized(320, 64);
    double warmth[3];
    for (int d = 0; d < 3; d++) {
        struct plan_settings s = standard;
        struct plan p ENDED_BY(plan_free);
        s.distribution = (enum distribution)d;
        s.percent = 10;
        assert_ok(plan_create(&p, &q, &s, &st));
        warmth[d] = 0.0;
        for (uint32_t i = 0; i < 320 * 64; i++)
            warmth[d] +=
                p.chosen[i] ? (1 - q.coldness[q.label[i]]) / (double)p.groups[0].traced : 0;
    }
    assert_true(warmth[0] + 0.02 < warmth[1] && warmth[1] + 0.02 < warmth[2]);
}

TEST(uniform_shares_are_those_of_the_group)
{
    struct quantized q ENDED_BY(quantized_free) = heat_quantized(640, 64);
    struct plan_settings s = standard;
    struct plan p ENDED_BY(plan_free);
    s.factor = 2;
    s.division = DIVISION_COARSE; /* the two halves have different colours */
    s.percent = 40;
    assert_ok(plan_create(&p, &q, &s, &st));
    for (uint32_t g = 0; g < 2; g++)
        for (uint32_t j = 0; j < q.n; j++) {
            double of_group = 0, of_chosen = 0;
            for (uint32_t i = 0; i < 640 * 64; i++)
                if (p.group[i] == g && q.label[i] == j) {
                    of_group += 1.0 / (double)p.groups[g].pixels;
                    of_chosen += p.chosen[i] / (double)p.groups[g].traced;
                }
            if (fabs(of_group - of_chosen) > 0.05)
                fail_msg("colour %d: %g of group %d, %g of what is chosen", (int)j, of_group,
                         (int)g, of_chosen);
        }
}

/* Every second block is half of colour 0 and half of colour 1, the others are of colour 0. Of a
 * choice of four one is mixed, as a quarter of all pixels is of colour 1. */
TEST(a_block_of_two_colours_has_the_hotter)
{
    enum { BLOCKS = 8, PIXELS = BLOCKS * BLOCK_WIDTH * BLOCK_HEIGHT };
    uint8_t label[PIXELS] = {0};
    struct quantized q = {.width = BLOCK_WIDTH, .height = BLOCKS * BLOCK_HEIGHT, .label = label};
    q.n = 2;
    for (uint32_t y = 1; y < q.height; y += 2 * BLOCK_HEIGHT)
        memset(&label[y * BLOCK_WIDTH], 1, BLOCK_WIDTH);
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct plan_settings s = standard;
        struct plan p ENDED_BY(plan_free);
        s.percent = 50;
        s.seed = seed;
        assert_ok(plan_create(&p, &q, &s, &st));
        uint32_t mixed = 0, all = 0;
        for (uint32_t y = 0; y < q.height; y += BLOCK_HEIGHT) {
            all += p.chosen[y * BLOCK_WIDTH];
            mixed += p.chosen[y * BLOCK_WIDTH] && label[(y + 1) * BLOCK_WIDTH];
        }
        assert_int_equal(all, 4);
        assert_int_equal(mixed, 1);
    }
}

/* Groups of lists share seven pixels: the first has one more. */
TEST(groups_of_lists_are_of_equal_size)
{
    struct plan p;
    char folder[256], path[2][300];
    rig_make_folder(folder);
    for (uint32_t g = 0; g < 2; g++) {
        snprintf(path[g], sizeof path[g], "%s/group_%u.coords", folder, g);
        assert_ok(file_write(path[g], g ? "1 0\n" : "0 0 \t\r\n2 0", g ? 4 : 10, &st));
    }
    assert_ok(plan_read(&p, folder, 7, 1, 2, &st));
    assert_true(p.groups[0].pixels == 4 && p.groups[0].traced == 2);
    assert_true(p.groups[1].pixels == 3 && p.groups[1].traced == 1);
    assert_true(p.groups[0].percent == 50 && p.groups[1].wanted_percent == 100.0 / 3);
    plan_free(&p);
    assert_ok(file_write(path[1], "1 0\n9 0\n", 8, &st));
    assert_int_equal(plan_read(&p, folder, 7, 1, 2, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "group_1.coords:2: pixel 9 0 lies outside"));
    assert_null(p.groups);
    assert_ok(file_write(path[1], "\n\r\n", 3, &st));
    assert_int_equal(plan_read(&p, folder, 7, 1, 2, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "has no pixel of group 1"));
    rig_remove_folder(folder);
}

TEST(a_picture_of_another_size_is_refused)
{
    struct quantized q ENDED_BY(quantized_free) = heat_quantized(70, 20);
    struct plan p ENDED_BY(plan_free);
    assert_ok(plan_create(&p, &q, &standard, &st));
    const struct image wider = {.width = 71, .height = 20}, higher = {.width = 70, .height = 21};
    assert_int_equal(plan_write(&p, &wider, "/nowhere", &st), ST_FAILED);
    assert_non_null(strstr(st.text, "a picture of 71 x 20 pixels for a choice of 70 x 20"));
    assert_int_equal(plan_write(&p, &higher, "/nowhere", &st), ST_FAILED);
    assert_non_null(strstr(st.text, "a picture of 70 x 21 pixels for a choice of 70 x 20"));
}

TEST(lists_put_pixels_into_their_groups)
{
    enum { WIDTH = 4, HEIGHT = 3 };
    static const char *const texts[] = {"0 0\n3 2\n", "1 1\n"};
    struct plan p;
    char folder[256], path[2][300];
    rig_make_folder(folder);
    for (uint32_t g = 0; g < 2; g++) {
        snprintf(path[g], sizeof path[g], "%s/group_%u.coords", folder, g);
        assert_ok(file_write(path[g], texts[g], strlen(texts[g]), &st));
    }
    assert_ok(plan_read(&p, folder, WIDTH, HEIGHT, 2, &st));
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        assert_int_equal(p.group[i], i == 0 || i == 11 ? 0 : i == 5 ? 1 : UINT16_MAX);
        assert_int_equal(p.chosen[i], i == 0 || i == 5 || i == 11);
    }
    plan_free(&p);
    assert_ok(plan_read(&p, path[0], WIDTH, HEIGHT, 1, &st)); /* a file */
    assert_int_equal(p.groups[0].traced, 2);
    plan_free(&p);
    assert_int_equal(plan_read(&p, folder, WIDTH, HEIGHT, 1, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "group_1.coords: is of group 1, and there are 1, 0 to 0"));
    assert_ok(file_write(path[1], "0 3\n", 4, &st));
    assert_int_equal(plan_read(&p, folder, WIDTH, HEIGHT, 2, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "group_1.coords:1: pixel 0 3 lies outside"));
    assert_ok(file_write(path[1], "5\n", 2, &st));
    assert_int_equal(plan_read(&p, folder, WIDTH, HEIGHT, 2, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "group_1.coords:1: expected a pixel as 'x y'"));
    rig_remove_folder(folder);
}

TEST(the_seed_decides)
{
    struct quantized q ENDED_BY(quantized_free) = heat_quantized(256, 64);
    struct plan_settings s = standard;
    struct plan a ENDED_BY(plan_free), b ENDED_BY(plan_free), c ENDED_BY(plan_free);
    s.factor = 4;
    assert_ok(plan_create(&a, &q, &s, &st));
    assert_ok(plan_create(&b, &q, &s, &st));
    s.seed = 2;
    assert_ok(plan_create(&c, &q, &s, &st));
    assert_memory_equal(a.chosen, b.chosen, 256 * 64);
    assert_memory_equal(a.group, c.group, 256 * 64 * sizeof *a.group);
    assert_memory_not_equal(a.chosen, c.chosen, 256 * 64);
}

TEST(settings_out_of_range_are_refused)
{
    struct quantized q ENDED_BY(quantized_free) = heat_quantized(40, 8);
    struct plan_settings s[8];
    for (int i = 0; i < 8; i++)
        s[i] = standard;
    s[0].percent = -1;
    s[1].percent = 100.5;
    s[2].percent = (double)NAN;
    s[3].percent_min = 0;
    s[4].percent_max = 20;
    s[5].percent_max = 101;
    s[6].factor = 1025;
    s[7].block_width = 128;
    for (int i = 0; i < 8; i++) {
        struct plan p;
        assert_int_equal(plan_create(&p, &q, &s[i], &st), ST_USAGE);
        assert_null(p.chosen);
        assert_non_null(strstr(st.text, "; "));
    }
    struct plan_settings one = standard; /* percentage for all groups */
    struct plan p ENDED_BY(plan_free);
    one.percent_min = one.percent_max = 40;
    assert_ok(plan_create(&p, &q, &one, &st));
}

/* Reads a .coords file back and compares it with the plan's group. */
static void assert_coords(const struct plan *p, uint32_t g, const char *path)
{
    unsigned char *text FREED_BY(mem_free);
    size_t n;
    assert_ok(file_read(path, &text, &n, &st));
    char *at = (char *)text;
    uint64_t lines = 0;
    long last = -1;
    while (*at) {
        long x = strtol(at, &at, 10), y = strtol(at, &at, 10);
        assert_int_equal(*at++, '\n');
        long i = y * (long)p->width + x;
        assert_true(i > last && p->group[i] == g && p->chosen[i]);
        last = i;
        lines++;
    }
    assert_int_equal(lines, p->groups[g].traced);
}

TEST(files_say_what_was_chosen)
{
    struct image picture = heat_picture(70, 20), read;
    struct quantized q = heat_quantized(70, 20);
    struct plan_settings s = standard;
    struct plan p;
    char folder[256], deep[300], path[400];
    rig_make_folder(folder);
    snprintf(deep, sizeof deep, "%s/a/b", folder);
    s.factor = 3;
    s.percent = 50;
    assert_ok(plan_create(&p, &q, &s, &st));
    for (int twice = 0; twice < 2; twice++)
        assert_ok(plan_write(&p, &picture, deep, &st));
    for (uint32_t g = 0; g < 3; g++) {
        snprintf(path, sizeof path, "%s/group_%u.coords", deep, g);
        assert_coords(&p, g, path);
        snprintf(path, sizeof path, "%s/group_%u.png", deep, g);
        assert_ok(image_read_png(&read, path, &st));
        for (uint32_t i = 0; i < 70 * 20; i++) {
            int by = p.group[i] != g ? 8 : p.chosen[i] ? 1 : 3;
            for (uint32_t a = 0; a < 3; a++)
                assert_int_equal(read.rgba[4 * i + a], picture.rgba[4 * i + a] / by);
        }
        image_free(&read);
    }
    snprintf(path, sizeof path, "%s/a/b", folder);
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_nlink, 2); /* no folder is left in it */
    plan_free(&p);
    quantized_free(&q);
    image_free(&picture);
    rig_remove_folder(folder);
}

/* A folder where the last file should go: none of the others appears, an old one stays. */
TEST(a_failure_leaves_the_folder_as_it_was)
{
    struct image picture = heat_picture(40, 8), small = heat_picture(4, 8);
    struct quantized q = heat_quantized(40, 8);
    struct plan_settings s = standard;
    struct plan p;
    char folder[256], path[300];
    unsigned char *text;
    size_t n;
    rig_make_folder(folder);
    s.factor = 2;
    assert_ok(plan_create(&p, &q, &s, &st));
    snprintf(path, sizeof path, "%s/group_1.png", folder);
    assert_int_equal(mkdir(path, 0777), 0);
    snprintf(path, sizeof path, "%s/group_0.coords", folder);
    assert_ok(file_write(path, "old", 3, &st));
    assert_int_equal(plan_write(&p, &picture, folder, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "group_1.png: is a folder"));
    assert_ok(file_read(path, &text, &n, &st));
    assert_string_equal((char *)text, "old");
    mem_free(text);
    snprintf(path, sizeof path, "%s/group_0.png", folder);
    assert_false(file_exists(path));
    struct stat info;
    assert_int_equal(stat(folder, &info), 0);
    assert_int_equal(info.st_nlink, 3);
    assert_int_equal(plan_write(&p, &small, folder, &st), ST_FAILED);
    snprintf(path, sizeof path, "%s/group_0.coords/x", folder);
    assert_int_equal(plan_write(&p, &picture, path, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "cannot be made a folder"));
    plan_free(&p);
    quantized_free(&q);
    image_free(&picture);
    image_free(&small);
    rig_remove_folder(folder);
}

/* Files that may not grow stand for a disk that is full. */
TEST(a_full_disk_leaves_nothing)
{
    struct image picture = heat_picture(64, 64);
    struct quantized q = heat_quantized(64, 64);
    struct plan_settings s = standard;
    struct plan p;
    char folder[256], path[300];
    rig_make_folder(folder);
    snprintf(path, sizeof path, "%s/plan", folder);
    s.factor = 2;
    assert_ok(plan_create(&p, &q, &s, &st));
    struct rlimit before, few = {100, 100};
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    few.rlim_max = before.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
    enum st_code code = plan_write(&p, &picture, path, &st);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    assert_int_equal(code, ST_FAILED);
    assert_non_null(strstr(st.text, "group_0.coords: cannot be written"));
    struct stat info;
    assert_int_not_equal(stat(path, &info), 0);
    /* A folder that was there stays, even an empty one. */
    assert_int_equal(mkdir(path, 0777), 0);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
    handler = signal(SIGXFSZ, SIG_IGN);
    code = plan_write(&p, &picture, path, &st);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    assert_int_equal(code, ST_FAILED);
    assert_int_equal(stat(path, &info), 0);
    plan_free(&p);
    quantized_free(&q);
    image_free(&picture);
    rig_remove_folder(folder);
}

TEST(running_out_of_memory_leaves_nothing)
{
    struct image picture = heat_picture(40, 8);
    struct quantized q = heat_quantized(40, 8);
    struct plan_settings s = standard;
    char folder[256], path[300];
    rig_make_folder(folder);
    snprintf(path, sizeof path, "%s/plan", folder);
    s.factor = 2;
    long n = 1;
    for (;; n++) {
        struct plan p;
        mem_fail_from(n);
        enum st_code code = plan_create(&p, &q, &s, &st);
        if (code == ST_OK)
            code = plan_write(&p, &picture, path, &st);
        mem_fail_from(0);
        plan_free(&p);
        if (code == ST_OK)
            break;
        assert_int_equal(code, ST_NOMEM);
        struct stat info;
        assert_int_not_equal(stat(path, &info), 0);
    }
    assert_true(n > 20);
    quantized_free(&q);
    image_free(&picture);
    rig_remove_folder(folder);
}
