/* models as a user runs it. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "orchestrator/grids/models.h"

#include <math.h>
#include <string.h>

#define FRAME       " -W 64 -H 8 -s 1 -q "
#define EVERY_MODEL "models lonely weekend" FRAME "-g tiny -g tiny:sms=4 "

static double cycles_of(const char *words)
{
    json_t *d FREED_BY(json_decref) = document_of(words, 0);
    const json_t *all = json_object_get(d, "metrics");
    return number_at(all, "cycles.value");
}

/* Names what the GPU was given and the model does not see: behind its name, beside the base of a
 * user's file, by a file of the program's own, each model's own. */
TEST(a_parameter_that_a_model_does_not_see_is_said)
{
    static const struct {
        const char *words, *said;
    } cases[] = {
        {"simulate lonely -W 32 -H 4 -s 1 -g tiny:l2.mshrs=8,sms=1,icache.size_B=8192 --model "
         "gatsim",
         ": the GATSim model does not see icache.size_B, l2.mshrs; the cycle model does\n"},
        {"simulate lonely -W 32 -H 4 -s 1 -g own.cfg --model interval",
         "warning: own: the interval model does not see rt.box_units"},
        {"simulate lonely -W 32 -H 4 -s 1 -g tiny:sm.scheduler=lrr --model interval",
         "does not see sm.scheduler;"},
        {"simulate lonely -W 32 -H 4 -s 1 -g tiny:sm.scheduler=lrr --model interval "
         "--interval-level mt",
         NULL},
        {"simulate lonely -W 32 -H 4 -s 1 -g tiny:l2.mshrs=8", NULL},
        {"simulate lonely -W 32 -H 4 -s 1 -g rtx2060_vulkansim --model gatsim",
         "does not see l1d.latency_from, l1d.rt_store;"},
        {"simulate lonely -W 32 -H 4 -s 1 -g rtx2060 --model gatsim", NULL},
        {"predict lonely -W 32 -H 4 -s 1 -g tiny:rt.leaf_records=two",
         "the approximate model does not see rt.leaf_records two"},
        {"predict lonely -W 64 -H 32 -g tiny:l2.mshrs=8",
         "the approximate model does not see l2.mshrs"},
        {"models lonely -W 32 -H 4 -s 1 -g tiny -g tiny:l2.mshrs=8",
         "tiny:l2.mshrs=8: the interval model does not see l2.mshrs"},
    };
    program_write_text("own.cfg", "title = \"own\"; base = \"tiny\"; rt = { box_units = 2; };\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct outcome o ENDED_BY(outcome_free);
        program_run(&o, cases[i].words);
        assert_int_equal(o.status, 0);
        const char *found = strstr(o.err, cases[i].said ? cases[i].said : "does not see");
        if (cases[i].said ? !found : found != NULL)
            fail_msg("diorama %s: %s", cases[i].words, o.err);
    }
}

/* Every model's cycles are those of simulate --model, the last one's those of roofline. */
TEST(each_model_says_what_it_says_alone)
{
    json_t *d FREED_BY(json_decref) = document_of(EVERY_MODEL "--json", 0);
    json_t *roofline FREED_BY(json_decref) =
        document_of("roofline lonely weekend" FRAME "-g tiny -g tiny:sms=4 --json", 0);
    char words[256];
    assert_int_equal(size_at(d, "frames"), 4);
    for (size_t f = 0; f < 4; f++) {
        const json_t *frame = json_at(d, "frames.%zu", f);
        const char *gpu = text_at(frame, "gpu");
        const char *scene = text_at(frame, "scene");
        double truth = number_at(frame, "models.0.cycles");
        assert_string_equal(scene, f < 2 ? "lonely" : "weekend");
        for (size_t m = 0; m < TIMING_MODELS; m++) {
            const json_t *one = json_at(frame, "models.%zu", m);
            snprintf(words, sizeof words, "simulate %s" FRAME "-g %s --model %s --json", scene, gpu,
                     models[m].name);
            assert_string_equal(text_at(one, "model"), models[m].name);
            assert_near(number_at(one, "cycles"), cycles_of(words));
            assert_near(number_at(one, "error"), number_at(one, "cycles") / truth - 1);
        }
        const json_t *kernel = json_at(roofline, "kernels.%zu", f / 2);
        assert_near(number_at(frame, "models.%d.cycles", MODELS_ROOFLINE),
                    number_at(kernel, "predictions.%zu.cycles", f % 2));
    }
}

/* What a model counts of all of a frame is what it simulates; what it does not count has no value.
 */
TEST(any_model_predicts_from_all_of_a_frame)
{
    char words[160];
    for (size_t m = 0; m < TIMING_MODELS; m++) {
        snprintf(words, sizeof words, "predict lonely --sample all" FRAME "-g tiny --model %s -j",
                 models[m].name);
        json_t *d FREED_BY(json_decref) = document_of(words, 0);
        snprintf(words, sizeof words, "simulate lonely" FRAME "-g tiny --model %s --json",
                 models[m].name);
        const json_t *all = json_object_get(d, "metrics"),
                     *evidence = json_object_get(d, "evidence"),
                     *run = m == MODEL_CYCLE ? all : json_object_get(evidence, "completed");
        assert_string_equal(text_at(d, "sample"), "all");
        assert_string_equal(text_at(d, "model"), models[m].name);
        assert_int_equal(json_is_true(json_object_get(d, "exact")), m == MODEL_CYCLE);
        double cycles =
            m == MODEL_CYCLE ? number_at(run, "cycles.value") : number_at(run, "cycles");
        assert_true(cycles == cycles_of(words));
        if (m != MODEL_CYCLE) {
            bool known = model_knows((enum timing_model)m, METRIC_L2_MISS_RATE);
            const json_t *l2 = json_at(all, "l2_miss_rate.value");
            assert_int_equal(json_is_number(l2), known);
            assert_int_equal(json_is_number(json_object_get(run, "l2_miss_rate")), known);
        }
    }
}

TEST(means_are_over_all_frames)
{
    json_t *d FREED_BY(json_decref) = document_of(EVERY_MODEL "--json", 0);
    for (size_t m = 0; m < MODELS_ALL; m++) {
        double sum = 0, worst = 0;
        for (size_t f = 0; f < 4; f++) {
            double error = number_at(d, "frames.%zu.models.%zu.error", f, m);
            sum += fabs(error);
            worst = fabs(error) > fabs(worst) ? error : worst;
        }
        assert_near(number_at(d, "models.%zu.mean_abs_error", m), sum / 4);
        assert_near(number_at(d, "models.%zu.worst_error", m), worst);
        double faster = number_at(d, "models.%zu.faster", m);
        assert_true(faster > 0);
        assert_true(number_at(d, "models.%zu.faster_kept", m) >= faster);
    }
}

static void refuses(const char *words, const char *reason)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, words);
    assert_int_not_equal(o.status, 0);
    assert_non_null(strstr(o.err, reason));
}

/* A kernel's cycles are those of run --model; what computes nothing right would be refused. */
TEST(kernels_stand_beside_scenes)
{
    json_t *d FREED_BY(json_decref) =
        document_of("models reduce lonely" FRAME "--size 700 -g tiny -g tiny:sms=4 --json", 0);
    char words[160];
    for (size_t f = 0; f < 2; f++) {
        const json_t *frame = json_at(d, "frames.%zu", f);
        const char *gpu = text_at(frame, "gpu");
        assert_string_equal(text_at(frame, "scene"), "reduce");
        assert_string_equal(text_at(frame, "workload"), "kernel");
        for (size_t m = 0; m < TIMING_MODELS; m++) {
            const json_t *one = json_at(frame, "models.%zu", m);
            snprintf(words, sizeof words, "run reduce --size 700 -q -g %s --model %s --json", gpu,
                     models[m].name);
            const json_t *reason = json_object_get(one, "reason");
            if (json_is_null(reason))
                assert_near(number_at(one, "cycles"), cycles_of(words));
            else
                refuses(words, json_string_value(reason));
            assert_true(m != MODEL_CYCLE || json_is_null(reason));
        }
        assert_true(number_at(frame, "models.%d.cycles", MODELS_ROOFLINE) > 0);
    }
    assert_string_equal(text_at(d, "frames.2.workload"), "scene");
}

TEST(files_stand_beside_both)
{
    program_write_text("k.ptx", ".version 7.0\n.target sm_75\n.address_size 64\n"
                                ".entry k(.param .u64 p) { .reg .b32 %r<3>; .reg .b64 %rd<4>;\n"
                                "ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, "
                                "%r1, 4;\nadd.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r1; "
                                "ret; }\n");
    json_t *d = document_of("models k.ptx saxpy --size 64 --grid 2 --block 64 --param u32x64:zeros "
                            "-g tiny --json -q",
                            0);
    const json_t *frame = json_at(d, "frames.0");
    assert_string_equal(text_at(frame, "scene"), "k.ptx");
    assert_string_equal(text_at(frame, "workload"), "kernel");
    assert_near(number_at(frame, "models.%d.cycles", MODEL_CYCLE),
                cycles_of("run k.ptx -q --grid 2 --block 64 --param u32x64:zeros -g tiny --json"));
    json_decref(d);
    program_refuses("models k.ptx -g tiny -q", 2, "k.ptx needs --grid");
    program_refuses("models k.ptx -g tiny --grid 1 --block 1 -q", 2,
                    "0 arguments (--param); the kernel has 1");
}

/* But for processor time. */
static void forget_times(json_t *d)
{
    size_t i, k;
    json_t *frame, *one;
    json_array_foreach(json_object_get(d, "frames"), i, frame)
        json_array_foreach(json_object_get(frame, "models"), k, one)
    {
        json_object_del(one, "cpu_s");
        json_object_del(one, "trace_cpu_s");
        json_object_del(one, "faster");
    }
    json_array_foreach(json_object_get(d, "models"), i, one)
    {
        json_object_del(one, "faster");
        json_object_del(one, "faster_kept");
    }
}

TEST(threads_change_nothing)
{
    json_t *one FREED_BY(json_decref) = document_of(EVERY_MODEL "-t 1 --json", 0),
                *three = document_of(EVERY_MODEL "-t 3 --json", 0);
    forget_times(one);
    forget_times(three);
    assert_true(json_equal(one, three));
    json_decref(three);
}

/* Processor time is what was kept, so that it tells a kept result from a new one. */
TEST(results_are_kept_and_shards_of_them_merged)
{
    char words[256];
    json_t *first FREED_BY(json_decref) = document_of(EVERY_MODEL "-o @/kept.db --json", 0),
                  *again = document_of(EVERY_MODEL "-o @/kept.db --json", 0);
    for (int shard = 1; shard <= 2; shard++) {
        snprintf(words, sizeof words, EVERY_MODEL "-o @/parts.db --shard %d/2", shard);
        program_does(words);
    }
    program_does("merge -o @/parts.db @/parts.db.shards");
    json_t *merged FREED_BY(json_decref) = document_of(EVERY_MODEL "-o @/parts.db --json", 0);
    for (size_t f = 0; f < 4; f++)
        for (size_t m = 0; m < TIMING_MODELS; m++)
            assert_true(json_equal(json_at(first, "frames.%zu.models.%zu", f, m),
                                   json_at(again, "frames.%zu.models.%zu", f, m)));
    forget_times(first);
    forget_times(merged);
    assert_true(json_equal(first, merged));
    json_decref(again);
}

TEST(what_is_wrong_is_one_line)
{
    program_refuses("models", 2, "SCENE");
    program_refuses("models lonely -g tiny -g tyni", 2, "tyni");
    program_refuses("models lonely -g tiny -s 1,2", 2, "models takes one");
    program_refuses("models lonely -g tiny --model approximate", 2, "--model");
    program_refuses("models lonely lonely -g tiny", 2, "twice");
    program_refuses("models saxpi -g tiny", 1,
                    "saxpi: neither a scene nor a kernel; did you mean 'saxpy'?");
    program_refuses("models saxpy -g tyni", 2, "tyni");
    program_refuses("models matmul -g tiny --size 5000", 2, "expected 1 to 4096 rows and columns");
    program_refuses("models k.ptx -g tiny", 2, "k.ptx");
}

TEST_GROUP(program_enter, program_leave)
