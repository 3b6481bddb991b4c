/* rig.h -- what every test includes: cmocka in the order it wants, and small helpers. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "common/status.h"

/* The status of the case that runs; empty at its beginning. A function may have its own. */
extern struct status st;
#pragma GCC diagnostic ignored "-Wshadow"
#ifndef __clang__
#pragma GCC diagnostic error "-Wshadow=local"
#endif

/* TEST(name) { ... } is a case of its file, and all that it takes: it registers itself, and the
 * main of the rig runs the cases of one file in the order in which they stand. TEST_WITH has
 * functions that run before and after it and share `state` with it; TEST_GROUP names those around
 * all cases of the file. */
struct rig_case {
    struct CMUnitTest test;
    const char *file;
    int line;
    struct rig_case *next;
};
struct rig_group {
    const char *file;
    CMFixtureFunction set_up, tear_down;
    struct rig_group *next;
};
#define TEST_WITH(name, set_up, tear_down)                                                         \
    static void name(void **state);                                                                \
    static void start_##name(void **state)                                                         \
    {                                                                                              \
        st = (struct status){0};                                                                   \
        name(state);                                                                               \
    }                                                                                              \
    __attribute__((constructor)) static void register_##name(void)                                 \
    {                                                                                              \
        static struct rig_case its = {                                                             \
            {#name, start_##name, set_up, tear_down, NULL}, __FILE__, __LINE__, NULL};             \
        rig_register(&its);                                                                        \
    }                                                                                              \
    static void name(void **state __attribute__((unused)))
#define TEST(name) TEST_WITH(name, NULL, NULL)
#define TEST_GROUP(set_up, tear_down)                                                              \
    __attribute__((constructor)) static void register_group(void)                                  \
    {                                                                                              \
        static struct rig_group its = {__FILE__, set_up, tear_down, NULL};                         \
        rig_register_group(&its);                                                                  \
    }
void rig_register(struct rig_case *c);
void rig_register_group(struct rig_group *group);

/* What a variable holds is freed where its block ends, unless the case has failed:
 *     struct outcome o ENDED_BY(outcome_free);       calls outcome_free(&o)
 *     struct scene *s FREED_BY(scene_free) = ...;    calls scene_free(s)
 * The latter needs FREES(scene_free, struct scene) once. */
#define ENDED_BY(function) __attribute__((cleanup(function)))
#define FREED_BY(function) __attribute__((cleanup(function##_of)))
#define FREES(function, type)                                                                      \
    static inline void function##_of(type **variable)                                              \
    {                                                                                              \
        function(*variable);                                                                       \
    }
void mem_free_of(void *variable); /* address of any pointer */
void free_of(void *variable);

/* Ends the case without a judgement, for want of something that this machine does not have; of a
 * tool that scripts/bootstrap brings, that is a failure where TEST_NO_TOOL is set. A program in
 * which nothing failed then ends with status 77. */
void rig_skip(void);
void rig_skip_tool(const char *tool);
extern bool rig_skipped;

/* Asserts success of a call with &st, and prints the message where it failed. */
#define assert_ok(call)                                                                            \
    do {                                                                                           \
        struct status *rig_st_ = &st;                                                              \
        if ((call) != ST_OK)                                                                       \
            fail_msg("%s: %s", #call, rig_st_->text);                                              \
    } while (0)

/* Makes the call again and again, with the first allocation failing, then the second and so on,
 * until it succeeds: more than `least` of them must fail, each with ST_NOMEM. What follows `least`
 * runs after each failure. Needs common/memory.h. */
#define assert_survives_without_memory(call, least, ...)                                           \
    for (long rig_nth_ = 1;; rig_nth_++) {                                                         \
        mem_fail_from(rig_nth_);                                                                   \
        enum st_code rig_code_ = (call);                                                           \
        mem_fail_from(0);                                                                          \
        if (rig_code_ == ST_OK) {                                                                  \
            assert_true(rig_nth_ > (least));                                                       \
            break;                                                                                 \
        }                                                                                          \
        if (rig_code_ != ST_NOMEM)                                                                 \
            fail_msg("allocation %ld: status %d, %s", rig_nth_, (int)rig_code_, st.text);          \
        __VA_ARGS__;                                                                               \
    }

/* Asserts that two numbers are equal but for 1e-12, of the larger one where that is above 1. */
void assert_near(double a, double b);

/* A fresh folder for the test's files, removed by rig_remove_folder. */
void rig_make_folder(char path[256]);
void rig_remove_folder(const char *path);

/* ../shared/<relative> of the source tree if it is there, else NULL (the test then skips). The
 * caller frees. */
char *rig_shared(const char *relative);
