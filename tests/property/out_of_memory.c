/* Whichever allocation of ours fails, a prediction, a census or the plan of a sweep ends with one
 * message and holds nothing (the sanitizer build of this test sees what is held). */
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/compare/census_print.h"
#include "orchestrator/predict/pipeline.h"
#include "orchestrator/predict/predict.h"
#include "orchestrator/settings/options.h"
#include "orchestrator/study/jobs.h"
#include "orchestrator/study/study.h"
#include "orchestrator/study/table.h"
#include "orchestrator/workload/workload_open.h"
#include "orchestrator/workload/workload_run.h"
#include "sim/config/load/load.h"

#include <omp.h>
#include <string.h>

static enum st_code predict_once(const struct settings *s, const struct world *world,
                                 struct status *st)
{
    struct pipeline p ENDED_BY(pipeline_close);
    struct result r;
    TRY(pipeline_open(&p, s, (struct pipeline_given){.world = world}, st));
    enum st_code code = predict_frame(&r, s, &p, NULL, st);
    if (code == ST_OK)
        result_free(&r);
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
    struct session session ENDED_BY(session_close);
    struct census census;
    struct census_opcode *opcodes;
    uint32_t n;
    TRY(session_open(&session, world, &s->render, NULL, st));
    enum st_code code = census_take(&census, session.launch, &walk, true, st);
    if (code == ST_OK) {
        code = census_opcodes(&opcodes, &n, &census, session.launch, st);
        if (code == ST_OK)
            mem_free(opcodes);
        census_free(&census);
    }
    return code;
}

/* What is known of a study with one result, printed. */
static enum st_code look_at_table(struct store *store, const struct study *study,
                                  const struct jobs *jobs, struct status *st)
{
    char document[] = "{}", kind[] = "predict";
    struct store_study kept = {
        .name = study->name, .title = study->title, .points = jobs->points, .n = jobs->n_points};
    struct store_result r = {.kind = kind, .state = STORE_DONE, .document = document};
    struct study_table table ENDED_BY(study_table_free);
    memcpy(r.key, jobs->all[0].key, sizeof r.key);
    r.inputs = jobs->all[0].inputs;
    TRY(study_definition(study, &kept.definition, st));
    enum st_code code = store_put_study(store, &kept, st);
    mem_free(kept.definition);
    TRY(code);
    TRY(store_put(store, &r, st));
    TRY(study_table_load(&table, store, study->name, st));
    return ST_OK;
}

static enum st_code with_jobs(const struct study *study, struct keys *keys, struct status *st)
{
    struct jobs jobs ENDED_BY(jobs_free);
    struct store *store;
    TRY(jobs_plan(&jobs, &study->points, (struct jobs_wanted){true, true, true}, keys, st));
    enum st_code code = store_open(&store, NULL, STORE_WRITE, st);
    if (code == ST_OK) {
        code = look_at_table(store, study, &jobs, st);
        store_close(store);
    }
    return code;
}

static enum st_code plan_once(const struct settings *s, const struct world *world,
                              struct status *st)
{
    struct given given[] = {{"scene", s->render.scene}, {"gpu", "tiny"}, {"percent", "10:30:10"}};
    struct settings lists = *s;
    struct study study ENDED_BY(study_free);
    struct keys *keys;
    (void)world;
    lists.command.given = given;
    lists.command.n_given = sizeof given / sizeof *given;
    TRY(study_create(&study, &lists, st));
    enum st_code code = keys_create(&keys, st);
    if (code == ST_OK) {
        code = with_jobs(&study, keys, st);
        keys_free(keys);
    }
    return code;
}

/* Work made from a picture, ready to run. */
static enum st_code synthesise_once(const struct settings *s, const struct world *world,
                                    struct status *st)
{
    struct settings alone = *s;
    struct gpu_config gpu;
    struct image picture;
    struct world made ENDED_BY(world_close);
    struct session session;
    (void)world;
    alone.render.heatmap = "picture.png";
    alone.render.footprint = "4KiB";
    TRY(gpu_config_load(&gpu, s->render.gpu, st));
    TRY(image_create(&picture, 5, 3, st));
    enum st_code code = heatmap_translate(&picture, GRADIENT_GREY, st);
    if (code == ST_OK)
        code = world_open_synthetic(&made, &alone.render, &gpu, &picture, st);
    image_free(&picture);
    TRY(code);
    alone.render.width = alone.render.height = 0;
    code = session_open(&session, &made, &alone.render, NULL, st);
    if (code == ST_OK)
        session_close(&session);
    return code;
}

/* A kernel with several launches, and one of the user's own. */
static enum st_code run_kernel_once(const struct settings *s, const struct world *world,
                                    struct status *st)
{
    struct settings own = *s;
    struct workload w;
    struct workload_run run;
    struct user_program user;
    struct gpu_config gpu;
    struct given given[] = {{"param", "u32:40"},
                            {"param", "f32:2"},
                            {"param", "f32x40:iota"},
                            {"param", "f32x40:1,out=/dev/null"}};
    (void)world;
    own.command.given = given;
    own.command.n_given = 4;
    TRY(gpu_config_load(&gpu, s->render.gpu, st));
    const struct workload_job job = {.gpu = &gpu, .threads = 1, .quiet = true};
    TRY(workload_open_settings(&w, &user, &own, st));
    enum st_code code = workload_run(&run, &job, &w, st);
    if (code == ST_OK) {
        code = workload_check(&w, st);
        workload_run_free(&run);
    }
    workload_close(&w);
    mem_free((void *)user.params);
    return code;
}

typedef enum st_code run_function(const struct settings *s, const struct world *world,
                                  struct status *st);

static void fail_everywhere(run_function *run, const struct settings *s)
{
    struct status st = {0};
    struct world world ENDED_BY(world_close);
    omp_set_num_threads(1);
    assert_ok(world_open(&world, "lonely", false, &st));
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
}

static void small_frame(struct settings *s)
{
    options_default(s);
    s->render.scene = "lonely";
    s->render.gpu = "tiny";
    s->render.width = 33;
    s->render.height = 3;
    s->render.samples = 1;
    s->render.max_depth = 2;
    s->output.quiet = true;
}

TEST(every_allocation_that_fails_is_reported)
{
    struct settings s;
    small_frame(&s);
    s.method.factor = 1;
    s.method.extrapolate = EXTRAPOLATE_EXPONENTIAL;
    fail_everywhere(predict_once, &s);
}

/* 24 CTAs; tiny holds 16. */
TEST(those_of_a_part_of_the_frame_too)
{
    struct settings s;
    small_frame(&s);
    s.render.height = 12;
    s.render.max_depth = 1;
    s.method.fills = 1;
    fail_everywhere(predict_once, &s);
}

TEST(those_of_a_census_too)
{
    struct settings s;
    small_frame(&s);
    fail_everywhere(census_once, &s);
    MEM_AUTO char *dumps = file_find_data("sim/shaders/vulkansim/path");
    s.render.shaders = dumps;
    fail_everywhere(census_once, &s);
}

TEST(those_of_the_plan_of_a_sweep_too)
{
    struct settings s;
    small_frame(&s);
    fail_everywhere(plan_once, &s);
}

TEST(those_of_work_made_from_a_picture_too)
{
    struct settings s;
    small_frame(&s);
    fail_everywhere(synthesise_once, &s);
    s.render.hottest_pixel = "1ms";
    fail_everywhere(synthesise_once, &s);
}

TEST(those_of_kernels_too)
{
    struct settings s;
    small_frame(&s);
    s.render.scene = "reduce";
    s.render.size = 600;
    fail_everywhere(run_kernel_once, &s);
    MEM_AUTO char *program = file_find_data("sim/kernels/saxpy.ptx");
    s.render.scene = program;
    s.command.grid = "2";
    s.command.block = "20";
    fail_everywhere(run_kernel_once, &s);
}
