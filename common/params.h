/* params.h -- tables of parameters: one declaration gives struct, reader, range check, dump and
 * documentation.
 *
 * A component declares its parameters once, as an X-macro of rows
 *     X(type, name, min, max, unit, doc)
 *     X(type, name, min, max, unit, doc, unseen)
 * with type one of UINT (uint32_t), REAL (double), BOOL (bool), CHOICE (a uint32_t index into a
 * list of words, which stands in place of min, such as ("off", "on"); max is unused). UINT_OR_0,
 * BOOL_OR_0 and CHOICE_OR_0 are optional: if a file does not give them they are 0, false or the
 * first word, which turns their feature off; 0 may be given even if min is more. The rows generate
 *     struct cache_config { CACHE_PARAMS(PARAM_FIELD) };
 *     static const struct param cache_params[] = { CACHE_PARAMS(PARAM_ROW_OF(cache_config)) }
 * by way of the macros below (see tests/unit/params.c for a complete small example). */
#pragma once

#include "common/conf.h"
#include "common/status.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum param_type { PARAM_UINT, PARAM_REAL, PARAM_BOOL, PARAM_CHOICE };

enum { PARAM_CHOICES = 6 }; /* most words of a CHOICE */

struct param {
    const char *name;
    enum param_type type;
    bool optional; /* if it is not given, it is 0 */
    size_t offset;
    double min, max;
    const char *unit;
    const char *choices[PARAM_CHOICES + 1]; /* only for PARAM_CHOICE; ends with NULL */
    const char *doc;
    uint32_t unseen; /* bits for the models that ignore it; the tables' owner says which */
};

#define PARAM_C_UINT                 uint32_t
#define PARAM_C_REAL                 double
#define PARAM_C_BOOL                 bool
#define PARAM_C_CHOICE               uint32_t
#define PARAM_C_UINT_OR_0            PARAM_C_UINT
#define PARAM_C_BOOL_OR_0            PARAM_C_BOOL
#define PARAM_C_CHOICE_OR_0          PARAM_C_CHOICE
#define PARAM_FIELD(type, name, ...) PARAM_C_##type name;

/* Declares struct tag from the rows PARAMS_tag. */
#define PARAM_DECLARE(tag)                                                                         \
    struct tag {                                                                                   \
        PARAMS_##tag(PARAM_FIELD)                                                                  \
    }

/* The members `type` and `optional` of each type of row. */
#define PARAM_TYPE_UINT        PARAM_UINT, false
#define PARAM_TYPE_REAL        PARAM_REAL, false
#define PARAM_TYPE_BOOL        PARAM_BOOL, false
#define PARAM_TYPE_CHOICE      PARAM_CHOICE, false
#define PARAM_TYPE_UINT_OR_0   PARAM_UINT, true
#define PARAM_TYPE_BOOL_OR_0   PARAM_BOOL, true
#define PARAM_TYPE_CHOICE_OR_0 PARAM_CHOICE, true

#define PARAM_RANGE_UINT(min, max)     min, max
#define PARAM_RANGE_REAL(min, max)     min, max
#define PARAM_RANGE_BOOL(min, max)     min, max
#define PARAM_RANGE_CHOICE(words, max) 0, 0
#define PARAM_RANGE_UINT_OR_0          PARAM_RANGE_UINT
#define PARAM_RANGE_BOOL_OR_0          PARAM_RANGE_BOOL
#define PARAM_RANGE_CHOICE_OR_0        PARAM_RANGE_CHOICE
#define PARAM_CHOICES_UINT(min)        NULL
#define PARAM_CHOICES_REAL(min)        NULL
#define PARAM_CHOICES_BOOL(min)        NULL
#define PARAM_CHOICES_CHOICE(words)    PARAM_LIST words
#define PARAM_CHOICES_UINT_OR_0        PARAM_CHOICES_UINT
#define PARAM_CHOICES_BOOL_OR_0        PARAM_CHOICES_BOOL
#define PARAM_CHOICES_CHOICE_OR_0      PARAM_CHOICES_CHOICE
#define PARAM_LIST(...)                __VA_ARGS__
/* A row of a table; PARAM_STRUCT must be defined as the struct's tag. */
#define PARAM_ROW(type, name, min, max, unit, ...)                                                 \
    {#name,                                                                                        \
     PARAM_TYPE_##type,                                                                            \
     offsetof(struct PARAM_STRUCT, name),                                                          \
     PARAM_RANGE_##type(min, max),                                                                 \
     unit,                                                                                         \
     {PARAM_CHOICES_##type(min)},                                                                  \
     PARAM_DOC(__VA_ARGS__, 0, 0)},
#define PARAM_DOC(doc, unseen, ...) doc, unseen

/* A table with its name: one component's section of a configuration. */
struct param_table {
    const char *section; /* such as "l1d"; "" for the top level */
    const char *title;   /* one line for the documentation */
    const struct param *rows;
    size_t n_rows;
    size_t offset; /* of the component's struct in the struct of the whole configuration */
};

enum params_reading {
    PARAMS_WHOLE = 0,   /* every parameter that is not optional must be given, as a single value */
    PARAMS_OTHER = 1,   /* `config` holds values, which parameters that are not given keep */
    PARAMS_SOURCED = 2, /* a parameter may be a list: its value, then its source, which is ignored
                         */
};

/* Reads every table's section from the file's root into `config`; `how` is a set of params_reading.
 * Fails with file and line for unknown keys and sections, wrong types and values out of range.
 * `extra` (ends with NULL, may be NULL) lists other keys that the top level may have. */
enum st_code params_read(const struct param_table *tables, size_t n_tables,
                         const char *const *extra, const struct conf_node *root, unsigned how,
                         void *config, struct status *st);

/* Sets one parameter, "section.name" or at the top level "name", from a text, with the checks of
 * params_read. For an unknown name the message suggests the nearest. */
enum st_code params_set(const struct param_table *tables, size_t n_tables, void *config,
                        const char *name, const char *value, struct status *st);

/* Finds the parameter "section.name", or at the top level "name"; NULL if there is none. *offset
 * receives the offset of its member in the configuration. */
const struct param *params_find(const struct param_table *tables, size_t n_tables, const char *name,
                                size_t *offset);
/* Writes a parameter's value in the form of params_set; PARAM_VALUE_TEXT bytes are enough. */
enum { PARAM_VALUE_TEXT = 64 };
void params_value(const struct param *p, const void *field, char *text, size_t n);
/* Whether the parameter is optional and has the value of one that was not given. */
bool params_absent(const struct param *p, const void *field);

/* Writes the configuration in libconfig syntax, which params_read can read. Optional parameters
 * that are 0 are left out. */
void params_dump(const struct param_table *tables, size_t n_tables, const void *config, FILE *out);
/* Writes a Markdown table of every parameter with name, unit, range and meaning, and, where `seen`
 * is not NULL, the models that use it, which `seen` returns as text. */
typedef const char *params_seen(uint32_t unseen, char text[64]);
void params_document(const struct param_table *tables, size_t n_tables, params_seen *seen,
                     FILE *out);
