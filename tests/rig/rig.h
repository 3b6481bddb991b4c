/* rig.h -- what every test includes: cmocka in the order it wants, and small helpers. */
#ifndef TESTS_RIG_RIG_H
#define TESTS_RIG_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "common/status.h"

/* Asserts success and prints the message where it failed. */
#define assert_ok(call)                                                                            \
    do {                                                                                           \
        struct status *rig_st_ = &st;                                                              \
        if ((call) != ST_OK)                                                                       \
            fail_msg("%s: %s", #call, rig_st_->text);                                              \
    } while (0)

/* Asserts that two numbers are equal but for 1e-12, of the larger one where that is above 1. */
void assert_near(double a, double b);

/* A fresh folder for the test's files, removed by rig_remove_folder. */
void rig_make_folder(char path[256]);
void rig_remove_folder(const char *path);

/* ../shared/<relative> of the source tree if it is there, else NULL (the test then skips). The
 * caller frees. */
char *rig_shared(const char *relative);

#endif
