/* option_fields.h -- the types of members of struct settings that options.def declares. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Width and height in pixels. */
struct block_size {
    uint32_t width, height;
};

/* The value "all" of an option that also takes a number or "auto". */
#define OPTION_ALL UINT32_MAX

/* The width that an interval should have. */
struct target_error {
    double error;    /* half width in percent of the value; 0: no target */
    uint32_t metric; /* enum metric_id */
};

/* A point or a direction in space. */
struct option_point {
    bool given;
    double at[3];
};

#define OPTION_FIELD(type, field, ...) OPTION_FIELD_##type(field)

#define OPTION_FIELD_FLAG(field)      bool field;
#define OPTION_FIELD_UINT(field)      uint32_t field;
#define OPTION_FIELD_AUTO_UINT(field) uint32_t field;
#define OPTION_FIELD_SOME_UINT(field) uint32_t field;
#define OPTION_FIELD_UINT64(field)    uint64_t field;
#define OPTION_FIELD_REAL(field)      double field;
#define OPTION_FIELD_AUTO_REAL(field) double field;
#define OPTION_FIELD_SHARE(field)     double field;
#define OPTION_FIELD_CHOICE(field)    uint32_t field;
#define OPTION_FIELD_BLOCK(field)     struct block_size field;
#define OPTION_FIELD_TARGET(field)    struct target_error field;
#define OPTION_FIELD_POINT(field)     struct option_point field;
#define OPTION_FIELD_TEXT(field)      const char *field;
