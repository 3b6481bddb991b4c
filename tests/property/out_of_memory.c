/* Whichever allocation of ours fails, a prediction ends with one message and holds nothing (the
 * sanitizer build of this test sees what is held). */
#include "tests/rig/rig.h"

#include "common/memory.h"
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

static void every_allocation_that_fails_is_reported(void **state)
{
    (void)state;
    struct status st = {0};
    struct settings s;
    struct world world;
    options_default(&s);
    s.operand = "lonely";
    s.gpu = "tiny";
    s.width = 33;
    s.height = 3;
    s.samples = 1;
    s.max_depth = 2;
    s.factor = 1;
    s.extrapolate = EXTRAPOLATE_EXPONENTIAL;
    s.quiet = true;
    omp_set_num_threads(1);
    assert_ok(world_open(&world, s.operand, &st));
    mem_fail_from(0);
    assert_ok(predict_once(&s, &world, &st));
    long all = mem_count();
    assert_true(all > 10);
    for (long n = 1; n <= all; n = next(n)) {
        st = (struct status){0};
        mem_fail_from(n);
        enum st_code code = predict_once(&s, &world, &st);
        mem_fail_from(0);
        if (status_exit(code) != 1 || !st.text[0])
            fail_msg("allocation %ld of %ld: code %d, '%s'", n, all, (int)code, st.text);
    }
    assert_ok(predict_once(&s, &world, &st));
    world_close(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_that_fails_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
