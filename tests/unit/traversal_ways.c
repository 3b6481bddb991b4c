/* The ways of an RT unit through the tree: which records each option gives. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "orchestrator/predict/traversal.h"
#include "tests/rig/gpus.h"
#include "tests/rig/rays.h"

#include <string.h>

/* Five leaves under one node, entered at 3, 4, 5, 7 and 9, in an order of the builder's. */
static const float distances[] = {7, 3, 5, 9, 4};
enum { SCREENS = 5, MOST_RECORDS = 4096 };

static void open_screens(struct rig_rays *f)
{
    rig_scene_init(&f->scene, 1);
    rig_rays_screens(f, distances, SCREENS, NULL);
    rig_rays_open(f);
}

TEST_WITH(a_stack_visits_all_and_the_nearest_child_leaves_out_what_lies_behind, rig_rays_setup,
          rig_rays_teardown)
{
    struct rig_rays *f = *state;
    open_screens(f);
    struct ray ray = rig_ray(0, 0, 0, 0, 0, -1);
    f->options.order = TRAVERSAL_STACK;
    assert_string_equal(rig_rays_trace(f, &ray), "HiLhidTdTdTdTdT");
    f->options.order = TRAVERSAL_NEAREST_FIRST;
    assert_string_equal(rig_rays_trace(f, &ray), "HiLhidT");
    assert_true(f->result.hit && f->result.t == 3 && f->result.primitive == 1);
    assert_int_equal(f->result.n_nodes, 4);
    /* A hit that is out of range leaves nothing out. */
    ray.tmin = 4.5f;
    assert_string_equal(rig_rays_trace(f, &ray), "HiLhidT");
    assert_true(f->result.t == 5);
    ray.tmin = 0;
    ray.direction[0] = 0.7f; /* through the boxes of the nearest two, past their triangles */
    assert_string_equal(rig_rays_trace(f, &ray), "HiLhidtdt");
}

TEST_WITH(equal_children_come_in_their_order, rig_rays_setup, rig_rays_teardown)
{
    struct rig_rays *f = *state;
    rig_scene_init(&f->scene, 1);
    rig_rays_screens(f, (const float[]){4, 4, 4, 4}, 4, NULL);
    rig_rays_open(f);
    struct ray ray = rig_ray(0, 0, 0, 0, 0, -1);
    f->options.order = TRAVERSAL_NEAREST_FIRST;
    f->options.one_leaf_record = true;
    assert_string_equal(rig_rays_trace(f, &ray), "HiLhiTTTT"); /* none lies behind another */
    for (uint32_t i = 6; i < f->result.n_records; i++)
        assert_true(record_addr(f->result.records[i]) > record_addr(f->result.records[i - 1]));
    assert_int_equal(f->result.primitive, 0);
}

TEST_WITH(a_leaf_is_two_records_or_one, rig_rays_setup, rig_rays_teardown)
{
    struct rig_rays *f = *state;
    rig_scene_init(&f->scene, 1);
    rig_rays_screens(f, distances, 2, NULL);
    rig_add_sphere(&f->scene, 0, 0, -2, 0.5f, 0); /* before them */
    rig_rays_open(f);
    struct ray ray = rig_ray(0, 0, 0, 0, 0, -1);
    f->options.one_leaf_record = false;
    const char *two = rig_rays_trace(f, &ray);
    assert_int_equal(rig_rays_count(f, RECORD_DESCRIPTOR), 3);
    char wanted[64];
    size_t n = 0;
    for (; *two; two++)
        if (*two != 'd')
            wanted[n++] = *two;
    wanted[n] = 0;
    uint32_t nodes = f->result.n_nodes;
    f->options.one_leaf_record = true;
    assert_string_equal(rig_rays_trace(f, &ray), wanted);
    assert_int_equal(f->result.n_nodes, nodes);
}

/* All five leaves are pushed; what a stack of n entries has no room for goes, oldest first, in
 * sectors of four entries, or n where there are fewer. */
TEST_WITH(entries_beyond_the_stack_are_spilled_and_come_back, rig_rays_setup, rig_rays_teardown)
{
    static const struct {
        uint32_t entries;
        const char *records;
    } cases[] = {
        {0, "HiLhiTTTTT"},   {6, "HiLhiTTTTT"},     {5, "HiLhiTTTTT"},         {4, "HiLhisTrTTTT"},
        {3, "HiLhisTTrTTT"}, {2, "HiLhissTrTTrTT"}, {1, "HiLhissssTrTrTrTrT"},
    };
    struct rig_rays *f = *state;
    open_screens(f);
    struct ray ray = rig_ray(0, 0, 0, 0, 0, -1);
    ray.stack_addr = 0x7000;
    f->options.one_leaf_record = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        f->options.stack_entries = cases[i].entries;
        assert_string_equal(rig_rays_trace(f, &ray), cases[i].records);
    }
    const record_t *r = f->result.records + strlen("HiLhi");
    for (uint32_t i = 0; i < 4; i++) { /* the last case: sector i goes i-th and comes back last */
        assert_int_equal(record_addr(r[i]), 0x7000 + TRAVERSAL_STACK_STEP * i);
        assert_int_equal(record_addr(r[5 + 2 * i]), 0x7000 + TRAVERSAL_STACK_STEP * (3 - i));
        assert_int_equal(record_bytes(r[i]), 32);
    }
    ray.flags |= RAY_TERMINATE_ON_FIRST_HIT; /* what was spilled is forgotten */
    assert_string_equal(rig_rays_trace(f, &ray), "HiLhissssT");
}

/* The nearest child is not pushed: one entry fewer. */
TEST_WITH(the_child_that_is_next_needs_no_entry, rig_rays_setup, rig_rays_teardown)
{
    struct rig_rays *f = *state;
    open_screens(f);
    struct ray ray = rig_ray(0, 0, 0, 0, 0, -1);
    f->options.order = TRAVERSAL_NEAREST_FIRST;
    f->options.one_leaf_record = true;
    f->options.stack_entries = 4;
    assert_string_equal(rig_rays_trace(f, &ray), "HiLhiT");
    f->options.stack_entries = 3;
    assert_string_equal(rig_rays_trace(f, &ray), "HiLhisTr"); /* comes back to be left out */
}

/* One step of the walk emits a record for every child that is pushed; behind a ray with a single
 * record there must be room for them (AddressSanitizer sees where there is not). */
TEST_WITH(a_step_that_spills_finds_room_behind_a_short_ray, rig_rays_setup, rig_rays_teardown)
{
    struct rig_rays *f = *state;
    rig_scene_init(&f->scene, 1);
    rig_rays_screens(f, distances, 1, NULL);
    for (uint32_t i = 1; i < SCREENS; i++) {
        struct mat34 shift = mat34_identity();
        shift.m[11] = -(float)i;
        rig_add_instance(&f->scene, 0, &shift);
    }
    rig_rays_open(f);
    struct ray past = rig_ray(0, 0, 0, 0, 0, 1), through = rig_ray(0, 0, 0, 0, 0, -1);
    f->options.order = TRAVERSAL_STACK;
    f->options.stack_entries = 1;
    assert_string_equal(rig_rays_trace(f, &past), "H");
    f->result.records = mem_resize(f->result.records, 1, sizeof *f->result.records);
    f->result.room_records = 1;
    assert_int_equal(strncmp(rig_rays_trace(f, &through), "Hissss", 6), 0);
}

/* ---- deeper trees ---- */

struct walk_text {
    uint64_t record[MOST_RECORDS];
    uint32_t n;
};

/* What is left without spills and refills, which must match like brackets. */
static void take_brackets_out(const struct rig_rays *f, struct walk_text *out)
{
    uint64_t open[MOST_RECORDS];
    uint32_t depth = 0;
    out->n = 0;
    for (uint32_t i = 0; i < f->result.n_records; i++) {
        record_t r = f->result.records[i];
        assert_true(out->n < MOST_RECORDS && depth < MOST_RECORDS);
        if (record_kind(r) == RECORD_SPILL) {
            open[depth++] = record_addr(r);
        } else if (record_kind(r) == RECORD_REFILL) {
            assert_true(depth > 0);
            assert_int_equal(record_addr(r), open[--depth]);
        } else {
            out->record[out->n++] = r;
        }
    }
    assert_int_equal(depth, 0);
}

TEST_WITH(a_short_stack_changes_nothing_but_its_own_records, rig_rays_setup, rig_rays_teardown)
{
    static struct walk_text whole, rest;
    struct rig_rays *f = *state;
    rig_scene_init(&f->scene, 1);
    rig_add_mesh(&f->scene);
    rig_add_random_triangles(&f->scene, 0, 2000, 4, 31);
    for (uint32_t i = 0; i < 4; i++) {
        struct mat34 shift = mat34_identity();
        shift.m[3] = 3 * (float)i;
        rig_add_instance(&f->scene, 0, &shift);
    }
    rig_rays_open(f);
    uint32_t spills[17] = {0};
    for (uint64_t i = 0; i < 300; i++) {
        struct ray ray = rig_ray(0, 0, 0, 0, 0, 0);
        for (uint64_t axis = 0; axis < 3; axis++)
            ray.direction[axis] = (float)random_unit(8, RANDOM_TEST, 4 * i + axis) - 0.5f;
        ray.stack_addr = 0x1000000;
        f->options.order = i % 2 ? TRAVERSAL_STACK : TRAVERSAL_NEAREST_FIRST;
        f->options.stack_entries = 0;
        rig_rays_trace(f, &ray);
        take_brackets_out(f, &whole);
        assert_int_equal(whole.n, f->result.n_records);
        const struct trace_result before = f->result;
        for (uint32_t entries = 1; entries <= 16; entries++) {
            f->options.stack_entries = entries;
            rig_rays_trace(f, &ray);
            spills[entries] += rig_rays_count(f, RECORD_SPILL);
            take_brackets_out(f, &rest);
            assert_int_equal(rest.n, whole.n);
            assert_memory_equal(rest.record, whole.record, whole.n * sizeof *whole.record);
            assert_true(f->result.hit == before.hit && f->result.t == before.t);
            assert_int_equal(f->result.primitive, before.primitive);
            assert_int_equal(f->result.n_nodes, before.n_nodes);
        }
    }
    for (uint32_t entries = 5; entries <= 16; entries++) /* sectors of the same size */
        assert_true(spills[entries] < spills[entries - 1]);
    assert_true(spills[16] > 0);
}

/* ---- nodes beside leaves ---- */

/* With what begins beside leaves, a walk is the one without and, further, nodes that the leaf
 * before them would have left out. */
static void assert_same_but_nodes_beside(const struct trace_result *with, const char *text,
                                         const struct walk_text *without, uint32_t *beside,
                                         uint32_t *further)
{
    uint32_t k = 0;
    for (uint32_t i = 0; i < with->n_records; i++) {
        record_t r = with->records[i];
        bool marked = record_kind(r) == RECORD_BESIDE;
        if (marked) {
            assert_true(i > 0 && record_is_leaf(with->records[i - 1]));
            r = record_make(RECORD_INTERNAL, record_addr(r));
            ++*beside;
        }
        if (k < without->n && r == without->record[k])
            k++;
        else if (marked)
            ++*further;
        else
            fail_msg("record %u of %s", i, text);
    }
    assert_int_equal(k, without->n);
}

TEST_WITH(beside_leaves_begin_nodes_that_know_nothing_of_them, rig_rays_setup, rig_rays_teardown)
{
    static struct walk_text without;
    struct rig_rays *f = *state;
    rig_scene_init(&f->scene, 1);
    rig_add_mesh(&f->scene);
    rig_add_random_triangles(&f->scene, 0, 2000, 4, 31);
    for (uint32_t i = 0; i < 4; i++) {
        struct mat34 shift = mat34_identity();
        shift.m[3] = 3 * (float)i;
        rig_add_instance(&f->scene, 0, &shift);
    }
    rig_rays_open(f);
    f->options.order = TRAVERSAL_NEAREST_FIRST;
    uint32_t beside[2] = {0}, further[2] = {0};
    for (uint64_t i = 0; i < 600; i++) {
        bool first = i % 2;
        struct ray ray = rig_ray(0, 0, 0, 0, 0, 0);
        for (uint64_t axis = 0; axis < 3; axis++)
            ray.direction[axis] = (float)random_unit(8, RANDOM_TEST, 4 * i + axis) - 0.5f;
        ray.flags = first ? RAY_OPAQUE | RAY_TERMINATE_ON_FIRST_HIT : 0;
        f->options.one_leaf_record = i % 3;
        f->options.overlap = false;
        rig_rays_trace(f, &ray);
        take_brackets_out(f, &without);
        const struct trace_result before = f->result;
        uint32_t had = further[first];
        f->options.overlap = true;
        const char *text = rig_rays_trace(f, &ray);
        assert_same_but_nodes_beside(&f->result, text, &without, &beside[first], &further[first]);
        assert_true(f->result.hit == before.hit && f->result.t == before.t);
        assert_int_equal(f->result.primitive, before.primitive);
        assert_int_equal(f->result.n_nodes, before.n_nodes + further[first] - had);
        if (first) /* the one that is begun when the hit is found is the last */
            assert_true(further[first] - had <= 1);
    }
    for (int i = 0; i < 2; i++)
        assert_true(further[i] > 0 && beside[i] > 2 * further[i]);
}

/* A leaf that is next on the stack is not begun beside another, nor is what lies below it: whether
 * it is visited at all depends on the first. */
TEST_WITH(leaves_come_one_after_the_other, rig_rays_setup, rig_rays_teardown)
{
    struct rig_rays *f = *state;
    open_screens(f);
    struct ray ray = rig_ray(0, 0, 0, 0, 0, -1);
    f->options.overlap = true;
    f->options.one_leaf_record = true;
    f->options.order = TRAVERSAL_STACK;
    assert_string_equal(rig_rays_trace(f, &ray), "HiLhiTTTTT");
    f->options.order = TRAVERSAL_NEAREST_FIRST;
    assert_string_equal(rig_rays_trace(f, &ray), "HiLhiT");
}

TEST(configurations_say_how_kernels_walk)
{
    struct gpu_config gpu = rig_gpu("mobile_soc");
    struct traversal_options o = traversal_of(&gpu);
    assert_int_equal(o.closest, TRAVERSAL_NEAREST);
    assert_int_equal(o.order, TRAVERSAL_NEAREST_FIRST);
    assert_int_equal(o.stack_entries, gpu.rt.stack_entries);
    assert_true(o.stack_entries > 0 && o.one_leaf_record && !o.overlap);
    gpu.rt.overlap = true;
    assert_true(traversal_of(&gpu).overlap);
    gpu = rig_gpu("mobile_soc_vulkansim");
    o = traversal_of(&gpu);
    assert_int_equal(o.closest, TRAVERSAL_LAST);
    assert_int_equal(o.order, TRAVERSAL_STACK);
    assert_true(o.stack_entries == 0 && !o.one_leaf_record);
}
