/* kinds.h -- the table of generators: a kind is a line here and a file that ends with GENERATOR. */
#pragma once

#include "scenes/generate/generate.h"

/* Sorted. */
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

/* The generator of kind "tag": `struct tag`, whose rows are PARAMS_tag, and the other members of
 * struct generator. Stands between #define PARAM_STRUCT tag and #undef PARAM_STRUCT. */
#define GENERATOR(tag, about, formula, ...)                                                        \
    static const struct param tag##_params[] = {PARAMS_##tag(PARAM_ROW)};                          \
    const struct generator generator_##tag = {.kind = #tag,                                        \
                                              .doc = about,                                        \
                                              .triangles = formula,                                \
                                              .params = tag##_params,                              \
                                              .n_params =                                          \
                                                  sizeof tag##_params / sizeof *tag##_params,      \
                                              .size = sizeof(struct tag),                          \
                                              __VA_ARGS__}
