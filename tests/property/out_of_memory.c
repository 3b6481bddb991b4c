/* Whichever allocation of ours fails, a prediction or a census ends with one message and holds
 * nothing (the sanitizer build of this test sees what is held). */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "orchestrator/census_print.h"
#include "orchestrator/options.h"
#include "orchestrator/pipeline.h"
#include "orchestrator/predict.h"

#include <omp.h>
#include <string.h>

static enum st_code predict_once(const struct settings *s, const struct world *world,
                                 struct status *st)
{
    struct pipeline p;
    struct result r;
    TRY(pipeline_open_world(&p, s, world, st));
    enum st_code code = predict_frame(&r, s, &p.session, &p.target, &p.heat, &p.prepared, NULL, st);
    if (code == ST_OK)
        result_free(&r);
    pipeline_close(&p);
    return code;
}

/* Every one of the first allocations, then ever fewer: most of the later ones repeat. */
static long next(long n)
{
    return n < 100 ? n + 1 : n + n / 12;
}

static enum st_code census_once(const struct settings *s, const struct world *world,
                                struct status *st)
{
    const struct traversal_options walk = {.order = TRAVERSAL_STACK};
    struct session session;
    struct census census;
    struct census_opcode *opcodes;
    uint32_t n;
    TRY(session_open(&session, world, s, NULL, st));
    enum st_code code = census_take(&census, session.launch, &walk, true, st);
    if (code == ST_OK) {
        code = census_opcodes(&opcodes, &n, &census, session.launch, st);
        if (code == ST_OK)
            mem_free(opcodes);
        census_free(&census);
    }
    session_close(&session);
    return code;
}

typedef enum st_code run_function(const struct settings *s, const struct world *world,
                                  struct status *st);

static void fail_everywhere(run_function *run, const struct settings *s)
{
    struct status st = {0};
    struct world world;
    omp_set_num_threads(1);
    assert_ok(world_open(&world, s->operand, &st));
    mem_fail_from(0);
    assert_ok(run(s, &world, &st));
    long all = mem_count();
    assert_true(all > 10);
    for (long n = 1; n <= all; n = next(n)) {
        st = (struct status){0};
        mem_fail_from(n);
        enum st_code code = run(s, &world, &st);
        mem_fail_from(0);
        if (status_exit(code) != 1 || !st.text[0])
            fail_msg("allocation %ld of %ld: code %d, '%s'", n, all, (int)code, st.text);
    }
    assert_ok(run(s, &world, &st));
    world_close(&world);
}

static void small_frame(struct settings *s)
{
    options_default(s);
    s->operand = "lonely";
    s->gpu = "tiny";
    s->width = 33;
    s->height = 3;
    s->samples = 1;
    s->max_depth = 2;
    s->quiet = true;
}

static void every_allocation_that_fails_is_reported(void **state)
{
    (void)state;
    struct settings s;
    small_frame(&s);
    s.factor = 1;
    s.extrapolate = EXTRAPOLATE_EXPONENTIAL;
    fail_everywhere(predict_once, &s);
}

/* 24 CTAs; tiny holds 16. */
static void those_of_a_part_of_the_frame_too(void **state)
{
    (void)state;
    struct settings s;
    small_frame(&s);
    s.height = 12;
    s.max_depth = 1;
    s.waves = 1;
    fail_everywhere(predict_once, &s);
}

static void those_of_a_census_too(void **state)
{
    (void)state;
    struct settings s;
    small_frame(&s);
    fail_everywhere(census_once, &s);
    s.shaders = TEST_SOURCE_DIR "/sim/shaders/vulkansim/path";
    fail_everywhere(census_once, &s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_that_fails_is_reported),
        cmocka_unit_test(those_of_a_part_of_the_frame_too),
        cmocka_unit_test(those_of_a_census_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
