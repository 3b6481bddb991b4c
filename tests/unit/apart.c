/* A function in a process of its own: what it gives back, and what becomes of one that goes astray.
 */
#include "tests/rig/rig.h"

#include "common/apart.h"
#include "common/memory.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static const struct apart_limits usual = {UINT64_C(1) << 30, 20, 60};

static enum st_code answer(void *context, FILE *out, struct status *st)
{
    (void)st;
    fputs(context, out);
    memset(context, 0, 1); /* of its own copy */
    return ST_OK;
}

static enum st_code refuse(void *context, FILE *out, struct status *st)
{
    (void)context;
    fputs("half of it", out);
    return status_fail(st, ST_FAILED, "a line of its own");
}

static enum st_code run_out_of_memory(void *context, FILE *out, struct status *st)
{
    (void)context;
    (void)out;
    return status_no_memory(st, "it");
}

static enum st_code crash(void *context, FILE *out, struct status *st)
{
    (void)out;
    (void)st;
    fputs("to nobody\n", stdout);
    fputs("to nobody\n", stderr);
    raise(*(int *)context);
    return ST_OK;
}

static enum st_code leave(void *context, FILE *out, struct status *st)
{
    (void)context;
    (void)st;
    fputs("more than a status, so that it could be taken for one", out);
    fflush(out);
    _exit(0);
}

static enum st_code turn_round(void *context, FILE *out, struct status *st)
{
    (void)context;
    (void)out;
    (void)st;
    for (volatile int i = 0; i == 0;)
        continue;
    return ST_OK;
}

static enum st_code sleep_on(void *context, FILE *out, struct status *st)
{
    (void)context;
    (void)out;
    (void)st;
    while (getppid() > 0)
        pause();
    return ST_OK;
}

/* Says that all is done, and stays. */
static enum st_code close_and_sleep(void *context, FILE *out, struct status *st)
{
    fclose(out);
    return sleep_on(context, out, st);
}

static enum st_code take_memory(void *context, FILE *out, struct status *st)
{
    (void)context;
    (void)out;
    for (int i = 0; i < 64; i++) {
        char *block = mem_room((size_t)1 << 26, 1);
        if (!block)
            return status_no_memory(st, "blocks");
        memset(block, 1, (size_t)1 << 26);
    }
    return ST_OK;
}

static enum st_code talk_on(void *context, FILE *out, struct status *st)
{
    (void)context;
    (void)st;
    for (int i = 0; i < 1 << 14; i++)
        fputs("sixty-four bytes, again and again, and more than anybody wants.\n", out);
    return ST_OK;
}

static void expect(apart_fn *work, void *context, struct apart_limits limits, enum st_code code,
                   const char *said)
{
    struct status st = {0};
    unsigned char *bytes;
    size_t n;
    assert_int_equal(apart_run(work, context, &limits, "a.mesh", &bytes, &n, &st), code);
    assert_null(bytes);
    if (!strstr(st.text, said))
        fail_msg("'%s' does not say '%s'", st.text, said);
}

TEST(its_bytes_come_and_nothing_else_changes)
{
    char text[] = "bytes";
    unsigned char *bytes;
    size_t n;
    assert_ok(apart_run(answer, text, &usual, "a.mesh", &bytes, &n, &st));
    assert_int_equal(n, 5);
    assert_memory_equal(bytes, "bytes", 5);
    assert_string_equal(text, "bytes");
    mem_free(bytes);
}

TEST(it_fails_as_it_says)
{
    expect(refuse, NULL, usual, ST_FAILED, "a line of its own");
    expect(run_out_of_memory, NULL, usual, ST_NOMEM, "it: out of memory");
}

TEST(one_that_ends_early_is_one_line)
{
    int numbers[] = {SIGSEGV, SIGABRT, SIGFPE, SIGILL};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        expect(crash, &numbers[i], usual, ST_FAILED, "a.mesh: cannot be read: its reader crashed");
    expect(leave, NULL, usual, ST_FAILED, "its reader crashed (ended early)");
}

TEST(one_that_does_not_end_is_ended)
{
    const struct apart_limits brief = {UINT64_C(1) << 30, 1, 60},
                              hasty = {UINT64_C(1) << 30, 60, 1};
    expect(turn_round, NULL, brief, ST_FAILED, "it takes more than 1 s of processor time");
    expect(sleep_on, NULL, hasty, ST_FAILED, "nothing has come of it for too long");
    expect(close_and_sleep, NULL, hasty, ST_FAILED, "cannot be read");
}

TEST(one_that_takes_too_much_is_ended)
{
    const struct apart_limits narrow = {UINT64_C(1) << 28, 60, 60};
    unsigned char *bytes;
    size_t n;
    /* sanitizers end a process that gets no memory */
    assert_int_not_equal(apart_run(take_memory, NULL, &narrow, "a.mesh", &bytes, &n, &st), ST_OK);
    expect(talk_on, NULL, (struct apart_limits){1 << 19, 60, 60}, ST_FAILED,
           "more comes of it than its size explains");
}
