/* --trace as a user runs it: the file is what viewers of the trace-event format take, and what it
 * shows is what the run counted. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "sim/config/gpu_config.h"
#include "tests/rig/gpus.h"

#include <math.h>
#include <signal.h>
#include <string.h>

#define FRAME "-g tiny -W 64 -H 32 -s 1 -q "

enum { MOST_TRACKS = 512, MOST_THREADS = 128 };

/* Counters of one process by name, threads by number: the last time seen. */
struct track {
    json_int_t pid;
    const char *name;
    double ts;
};

struct walk {
    struct track tracks[MOST_TRACKS];
    size_t n_tracks;
    struct track threads[MOST_THREADS]; /* named ones; ts is the end of the last slice */
    json_int_t tids[MOST_THREADS];
    size_t n_threads;
    size_t counters, slices;
    json_int_t processes;
};

static double time_of(const json_t *e, const char *key)
{
    const json_t *number = json_object_get(e, key);
    assert_true(json_is_number(number) && json_number_value(number) >= 0);
    return json_number_value(number);
}

static void walk_metadata(struct walk *w, const json_t *e, json_int_t pid)
{
    const char *name = text_at(e, "name");
    const json_t *args = json_object_get(e, "args");
    if (strcmp(name, "process_name") == 0) {
        assert_int_equal(pid, ++w->processes);
        assert_true(strlen(text_at(args, "name")) > 0);
    } else if (strcmp(name, "thread_name") == 0) {
        assert_true(w->n_threads < MOST_THREADS);
        w->tids[w->n_threads] = integer_at(e, "tid");
        w->threads[w->n_threads++] = (struct track){pid, text_at(args, "name"), 0};
    } else {
        assert_string_equal(name, "process_sort_index");
        assert_true(json_is_integer(json_object_get(args, "sort_index")));
    }
}

/* Of each counter times go upwards; values are numbers, none of them below 0. */
static void walk_counter(struct walk *w, const json_t *e, json_int_t pid)
{
    const char *name = text_at(e, "name"), *series;
    double ts = time_of(e, "ts");
    json_t *value;
    size_t i = 0;
    while (i < w->n_tracks && (w->tracks[i].pid != pid || strcmp(w->tracks[i].name, name) != 0))
        i++;
    if (i == w->n_tracks) {
        assert_true(w->n_tracks < MOST_TRACKS && ts == 0);
        w->tracks[w->n_tracks++] = (struct track){pid, name, -1};
    }
    if (ts <= w->tracks[i].ts)
        fail_msg("%s: %.4f behind %.4f", name, ts, w->tracks[i].ts);
    w->tracks[i].ts = ts;
    w->counters++;
    assert_true(json_object_size(json_object_get(e, "args")) > 0);
    json_object_foreach(json_object_get(e, "args"), series, value)
    {
        if (!json_is_number(value) || json_number_value(value) < 0)
            fail_msg("%s, %s is no number of its kind", name, series);
    }
}

/* Slices of a thread have a name for it, and lie one behind the other. */
static void walk_slice(struct walk *w, const json_t *e, json_int_t pid)
{
    json_int_t tid = integer_at(e, "tid");
    double ts = time_of(e, "ts"), end = ts + time_of(e, "dur");
    size_t i = 0;
    while (i < w->n_threads && (w->threads[i].pid != pid || w->tids[i] != tid))
        i++;
    assert_true(i < w->n_threads);
    assert_true(ts >= w->threads[i].ts - 1e-3 && end > ts);
    w->threads[i].ts = end;
    w->slices++;
    text_at(e, "name");
}

static struct walk walk(const json_t *trace)
{
    struct walk w = {0};
    const json_t *e;
    size_t i;
    assert_string_equal(text_at(trace, "displayTimeUnit"), "ns");
    json_array_foreach(json_object_get(trace, "traceEvents"), i, e)
    {
        const char *phase = text_at(e, "ph");
        json_int_t pid = integer_at(e, "pid");
        assert_true(pid >= 1);
        if (strcmp(phase, "M") == 0)
            walk_metadata(&w, e, pid);
        else if (strcmp(phase, "C") == 0)
            walk_counter(&w, e, pid);
        else if (strcmp(phase, "X") == 0)
            walk_slice(&w, e, pid);
        else
            fail_msg("phase %s", phase);
        assert_int_equal(pid, w.processes); /* each process has its name first */
    }
    return w;
}

/* Sum over the intervals of process 1: of the values, or (`cycles`) of values times the interval's
 * core cycles. */
static double sum_of(const json_t *trace, const char *name, const char *series, bool cycles)
{
    double MHz = number_at(trace, "otherData.core_MHz");
    double sum = 0, before = 0, value = 0;
    const json_t *e;
    size_t i;
    json_array_foreach(json_object_get(trace, "traceEvents"), i, e)
    {
        if (strcmp(text_at(e, "ph"), "C") != 0 || strcmp(text_at(e, "name"), name) != 0 ||
            integer_at(e, "pid") != 1)
            continue;
        double at = round(time_of(e, "ts") * MHz);
        sum += value * (cycles ? at - before : 1);
        before = at;
        value = number_at(e, "args.%s", series);
    }
    assert_true(value == 0); /* at the end */
    return sum;
}

static void near(double x, double y, const char *what)
{
    if (fabs(x - y) > 1e-4 * fabs(y))
        fail_msg("%s: %.9g in the timeline, %.9g counted", what, x, y);
}

TEST(a_timeline_adds_up_to_the_counters)
{
    json_t *d FREED_BY(json_decref) =
        document_of("simulate weekend " FRAME "--json --stats --trace a.json", 0);
    json_t *t FREED_BY(json_decref) = document_load("a.json");
    struct walk w = walk(t);
    struct gpu_config g = rig_gpu("tiny");
    double sms = g.machine.sms, cycles = number_at(d, "counters.gpu.cycles");
    assert_int_equal(w.processes, 1);
    assert_int_equal(w.n_threads, g.machine.sms);
    assert_int_equal(w.n_tracks, 11 + 2 * g.machine.sms + 3 * g.machine.memory_partitions);
    assert_int_equal(w.counters % w.n_tracks, 0);
    assert_true(w.counters / w.n_tracks <= 512 + 1 && w.counters / w.n_tracks > 256);
    assert_true(w.slices >= g.machine.sms);
    near(sum_of(t, "dispatch", "CTAs launched", false), number_at(d, "counters.gpu.ctas"),
         "launched");
    near(sum_of(t, "dispatch", "CTAs ended", false), number_at(d, "counters.sm.warps"), "ended");
    near(sms * sum_of(t, "SM occupancy", "warps per SM", true),
         number_at(d, "counters.sm.resident_warp_cycles"), "resident warps");
    near(sms * sum_of(t, "RT units", "warps per SM", true),
         number_at(d, "counters.rt.warp_latency"), "warps in RT units");
    near(sum_of(t, "IPC", "thread instructions per cycle", true),
         number_at(d, "counters.sm.thread_instructions"), "instructions");
    near(sum_of(t, "L2", "misses per cycle", true),
         number_at(d, "counters.l2.read_misses") + number_at(d, "counters.l2.read_sector_misses") +
             number_at(d, "counters.l2.write_misses") +
             number_at(d, "counters.l2.write_sector_misses"),
         "L2 misses");
    near(sum_of(t, "DRAM bus", "busy %", true) / 100 / cycles,
         number_at(d, "counters.dram.data_cycles") / number_at(d, "counters.dram.cycles"),
         "DRAM data");
    near(sum_of(t, "DRAM active", "%", true) / 100 / cycles,
         number_at(d, "counters.dram.active_cycles") / number_at(d, "counters.dram.cycles"),
         "DRAM active");
    near(sum_of(t, "DRAM queue", "requests per channel", true) / cycles,
         number_at(d, "counters.dram.bank_wait") / number_at(d, "counters.dram.cycles"),
         "DRAM queue");
}

TEST(no_result_changes)
{
    static const char *const runs[] = {"simulate lonely " FRAME "--json --stats --stalls",
                                       "predict weekend " FRAME "--json --stats --stalls"};
    for (size_t i = 0; i < 2; i++) {
        char words[160];
        snprintf(words, sizeof words, "%s --trace a.json", runs[i]);
        json_t *with FREED_BY(json_decref) = document_of(words, 0),
                     *without = document_of(runs[i], 0);
        assert_int_equal(json_object_del(with, "cost"), 0);
        assert_int_equal(json_object_del(without, "cost"), 0);
        assert_true(json_equal(with, without));
        json_decref(without);
    }
}

TEST(the_bytes_do_not_depend_on_threads)
{
    static const char *const runs[] = {
        "simulate weekend -g mobile_soc -W 64 -H 16 -s 1 -q",
        "predict weekend -g tiny -W 64 -H 32 -s 1 -q",
        "predict weekend -g mobile_soc -W 64 -H 16 -s 1 -q -x exponential -p 40"};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        unsigned char *first FREED_BY(mem_free), *again;
        size_t n, m;
        for (int threads = 1; threads <= 5; threads += 2) {
            char words[160];
            snprintf(words, sizeof words, "%s -t %d --trace %d.json", runs[i], threads, threads);
            program_does(words);
        }
        assert_ok(file_read("1.json", &first, &n, &st));
        for (int threads = 3; threads <= 5; threads += 2) {
            assert_ok(file_read(threads == 3 ? "3.json" : "5.json", &again, &m, &st));
            assert_int_equal(n, m);
            assert_memory_equal(first, again, n);
            mem_free(again);
        }
    }
}

/* Name of process i, from 0 on. */
static const char *process(const json_t *trace, size_t i)
{
    size_t k;
    const json_t *e;
    json_array_foreach(json_object_get(trace, "traceEvents"), k, e)
    {
        if (strcmp(text_at(e, "name"), "process_name") == 0 && i-- == 0)
            return text_at(e, "args.name");
    }
    fail_msg("there are fewer processes");
    return "";
}

TEST(a_prediction_has_a_process_for_every_scale_model)
{
    program_does("predict weekend " FRAME "-x linear -p 40 --trace a.json");
    json_t *t FREED_BY(json_decref) = document_load("a.json");
    struct walk w = walk(t);
    assert_int_equal(w.processes, 2);
    assert_non_null(strstr(process(t, 0), "group 0, "));
    assert_non_null(strstr(process(t, 1), "group 1, "));
    json_decref(t);
    program_does("predict weekend " FRAME "-x exponential -p 40 --trace a.json");
    t = document_load("a.json");
    assert_int_equal(walk(t).processes, 6);
    json_decref(t);
    program_does("predict lonely " FRAME "--target-error 0.01 --trace a.json");
    t = document_load("a.json");
    w = walk(t);
    assert_non_null(
        strstr(process(t, (size_t)w.processes - 1), "the whole frame on the GPU: 2 SMs"));
}

TEST(fewer_samples_make_a_smaller_file)
{
    program_does("simulate weekend " FRAME "--trace a.json --trace-samples 17");
    json_t *t = document_load("a.json");
    struct walk w = walk(t);
    assert_true(w.counters / w.n_tracks <= 18 && w.counters / w.n_tracks >= 9);
    assert_true(w.slices <= 17 * w.n_threads);
    json_decref(t);
    program_refuses("simulate weekend --trace a.json --trace-samples 15", 2, "from 16 to 16384");
}

TEST(what_cannot_be_written_is_said_before_the_work)
{
    program_write_text("own.scene", "x");
    program_refuses("simulate weekend --trace -", 2, "--trace - is standard output");
    program_refuses("simulate weekend --trace a.json --model approximate", 2,
                    "--model approximate");
    program_refuses("predict weekend --trace no/such/a.json", 1, "no/such");
    program_refuses("simulate own.scene --trace own.scene", 2, "is the file 'own.scene'");
    program_refuses("simulate weekend --trace @out >out", 2, "--trace");
    program_refuses("validate weekend --trace a.json", 2, "is not one of 'validate'");
    assert_int_equal(program_count("no"), 0);
}

TEST(results_are_printed_even_if_the_disk_is_full)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "simulate lonely " FRAME "--trace /dev/full");
    assert_int_equal(o.status, 1);
    assert_non_null(strstr(o.out, "GPU Simulation Cycles"));
    assert_non_null(strstr(o.err, "/dev/full"));
}

TEST(an_interrupted_run_leaves_what_there_is)
{
    static const char *const runs[] = {
        "simulate weekend -s 1 -W 512 -H 512 --trace a.json",
        "predict -x linear weekend -s 1 -g rtx2060 -p 50 -W 512 -H 512 --trace a.json"};
    for (size_t i = 0; i < 2; i++) {
        struct outcome o ENDED_BY(outcome_free);
        program_interrupt(&o, runs[i], "simulate: +[1-9]", SIGINT);
        assert_int_equal(o.status, 128 + SIGINT);
        assert_string_equal(o.out, "");
        json_t *t FREED_BY(json_decref) = document_load("a.json");
        struct walk w = walk(t);
        assert_true(w.processes >= 1 && w.counters > 0);
        assert_non_null(strstr(process(t, 0), "(interrupted)"));
    }
}

TEST_GROUP(program_enter, program_leave)
