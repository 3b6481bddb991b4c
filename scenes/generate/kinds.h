/* kinds.h -- the table of generators. A new kind needs a line here and a file that ends with
 * GENERATOR. */
#pragma once

#include "scenes/generate/generate.h"

/* The kinds, sorted. */
#define GENERATORS(X)                                                                              \
    X(arcade)                                                                                      \
    X(ball)                                                                                        \
    X(balustrade)                                                                                  \
    X(box)                                                                                         \
    X(drape)                                                                                       \
    X(frame)                                                                                       \
    X(grass)                                                                                       \
    X(knot)                                                                                        \
    X(landscape)                                                                                   \
    X(lattice)                                                                                     \
    X(panel)                                                                                       \
    X(room)                                                                                        \
    X(ship)                                                                                        \
    X(skylight)                                                                                    \
    X(sphere_field)                                                                                \
    X(tap)                                                                                         \
    X(tree)                                                                                        \
    X(tub)                                                                                         \
    X(vessel)

#define GENERATOR_DECLARE(tag) extern const struct generator generator_##tag;
GENERATORS(GENERATOR_DECLARE)

/* Defines the generator of the kind "tag": its parameters, struct tag, with the rows PARAMS_tag,
 * and the members of struct generator. PARAM_ROW finds members in a struct of this name, which
 * exists once per kind. */
#define GENERATOR(tag, about, formula, ...)                                                        \
    static struct param_table tag##_params(void)                                                   \
    {                                                                                              \
        struct PARAM_STRUCT {                                                                      \
            PARAMS_##tag(PARAM_FIELD)                                                              \
        };                                                                                         \
        static const struct param rows[] = {PARAMS_##tag(PARAM_ROW)};                              \
        return (struct param_table){"", about, rows, sizeof rows / sizeof *rows, 0};               \
    }                                                                                              \
    const struct generator generator_##tag = {.kind = #tag,                                        \
                                              .doc = about,                                        \
                                              .triangles = formula,                                \
                                              .params = tag##_params,                              \
                                              .size = sizeof(struct tag),                          \
                                              __VA_ARGS__}
