/* edit.h -- the code of a program while ptxas.c rewrites it. Internal to ptxas.
 *
 * An item is an instruction with a number of its own. Branches name the number of their target, so
 * that items can be removed, added and moved. The items of a function lie together. A block is a
 * run of items that is entered at its first one alone and left at its last one alone; a call is the
 * last one of its block. An item that `leads` is the first of one. */
#pragma once

#include "sim/functional/program/program.h"

#include <stdbool.h>
#include <stdint.h>

struct item {
    struct code c;     /* BRANCH: `target` is the number of an item */
    uint32_t id;       /* its number */
    uint32_t function; /* to which it belongs */
    bool dead;         /* is to be removed */
    bool targeted, leads;
};

struct edit {
    struct program_builder *b;
    struct status *st;
    const char *entry; /* name of the function that is the kernel */
    struct item *at;
    uint32_t n, room, ids; /* items; room for; numbers given */
    uint32_t *where;       /* by number: the position; set by edit_settle() */
    uint32_t *defs, *uses; /* by register: the items that write and that read it */
};

#define EDIT_NONE UINT32_MAX

enum st_code edit_begin(struct edit *e, struct program_builder *b, struct status *st);
/* Puts the items into the program, in which functions have their new ranges. */
enum st_code edit_end(struct edit *e);
void edit_free(struct edit *e);

/* Removes dead items, whose numbers pass to the next item that is left, and unreachable ones; marks
 * the items that lead; counts defs and uses. Positions change. */
enum st_code edit_settle(struct edit *e);
/* Inserts an item in front of position i, with the line of what is there. */
enum st_code edit_insert(struct edit *e, uint32_t i, const struct code *c);

/* The operations of lane arithmetic that may be removed if nothing reads their results, and
 * executed for lanes that do not need them. */
bool edit_is_pure(const struct code *c);
/* Loads, stores and atomics of any memory, whose first source is an address. */
bool edit_is_access(const struct code *c);
bool edit_is_compare(const struct code *c);
bool edit_ends_block(const struct code *c);
bool edit_reads(const struct code *c, uint32_t reg);
bool edit_writes(const struct code *c, uint32_t reg);
/* Whether it is a branch, return or exit that no lane passes. */
static inline bool edit_leaves(const struct code *c)
{
    return edit_ends_block(c) && c->guard == ROW_NONE;
}
/* The item of the block before position i that wrote `reg` last, without a guard; EDIT_NONE: there
 * is none, or a guarded one. */
uint32_t edit_def(const struct edit *e, uint32_t i, uint32_t reg);
/* Whether the sources of the item at `from` are still as they were, at position `to` of the block.
 */
bool edit_keeps(const struct edit *e, uint32_t from, uint32_t to);
/* The first position behind the block of position i. */
uint32_t edit_block_end(const struct edit *e, uint32_t i);
/* The value of an operand that is a constant. */
bool edit_constant(const struct edit *e, uint32_t row, uint64_t *bits);
enum st_code edit_make_constant(struct edit *e, enum cell cell, uint64_t bits, uint32_t *row);
/* An instruction that is issued and changes nothing: a move of a constant to a register of its own.
 */
enum st_code edit_make_idle(struct edit *e, struct code *out);
/* Makes the item's operation another one with these operands; the spelling is PTX's. */
enum st_code edit_become(struct edit *e, uint32_t i, int op, const char *spelling, uint32_t n_src,
                         const uint32_t *sources);
enum cell edit_cell(const struct edit *e, uint32_t reg);

/* The passes, in their order. */
enum st_code fuse_pass(struct edit *e);      /* constants, products with sums, offsets, tests */
enum st_code coalesce_pass(struct edit *e);  /* values and the variables that they go to */
enum st_code predicate_pass(struct edit *e); /* short branches become guards */
enum st_code layout_pass(struct edit *e);    /* order of blocks */
enum st_code converge_pass(struct edit *e);  /* what divergent lanes meet by */
enum st_code expand_pass(struct edit *e);    /* what takes several instructions */
enum st_code combine_pass(struct edit *e);   /* loads of neighbouring words */
enum st_code order_pass(struct edit *e);     /* order in blocks */
