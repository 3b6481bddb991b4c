/* parser.h -- what the parts of the PTX front end share: module (parse.c), function bodies
 * (body.c), instructions (instruction.c), parameters and calls (call.c), what compute kernels alone
 * have (kernel_ops.c).
 *
 * One pass: instructions are decoded as they are read; labels are filled in at the end of a
 * function, callees at the end of the module. Names are slices of the source. */
#pragma once

#include "sim/functional/program/program.h"
#include "sim/functional/ptx/lex.h"
#include "sim/functional/ptx/opcodes.h"

#include <stdbool.h>

/* `.reg .f32 %f<23>;` or `.reg .b64 %SP;` */
struct ptx_registers {
    struct slice name; /* without the number */
    bool numbered;
    uint32_t count;
    struct ptx_type type;
    uint32_t first; /* of its slots */
};

struct ptx_label {
    struct slice name;
    uint32_t at, line; /* code: where it stands, or the branch that wants it */
};

enum ptx_space { PTX_TABLE, PTX_LOCAL, PTX_SHARED };
struct ptx_variable {
    struct slice name;
    uint32_t offset; /* in its space */
    enum ptx_space space;
};

struct ptx_param {
    struct slice name;
    uint32_t offset, bytes; /* in what is handed over as a whole */
    uint32_t align;
    char kind; /* of its type; 'a': an array */
};

struct ptx_function {
    struct slice name;
    uint32_t first_param, n_params; /* of the definition */
    uint32_t index;                 /* in the program */
    uint32_t line;                  /* of the definition */
    bool defined, returns, visible, entry;
};

/* A piece of a parameter or of the result of a defined function, kept in a register. */
struct ptx_cell {
    uint32_t function, param; /* PTX_RESULT: the result */
    uint32_t offset, bytes;
    uint32_t operand;
};
#define PTX_RESULT UINT32_MAX

/* A parameter of a call under construction: `.param .b32 param0;` and what was stored into it. */
struct ptx_argument {
    struct slice name;
    uint32_t depth; /* of the block that declares it */
};
struct ptx_store {
    struct slice name;
    uint32_t offset, bytes, operand;
};
struct ptx_call_site {
    uint32_t function, n_arguments, line;
    bool takes_result;
};

/* A list and its room. */
#define PTX_LIST(type, name)                                                                       \
    type *name;                                                                                    \
    uint32_t n_##name, room_##name

struct ptx_parser {
    struct ptx_lexer lexer;
    struct ptx_token tok; /* the current one */
    struct program_builder *builder;
    struct status *st;
    bool kernels;        /* a module of compute kernels */
    uint32_t depth;      /* of blocks; 1 is the function's own */
    uint32_t function;   /* being defined */
    struct slice opcode; /* of the instruction being read; of an intrinsic its name */
    PTX_LIST(struct ptx_registers, registers);
    PTX_LIST(uint32_t, slots);  /* register operand, or ROW_NONE before its first use */
    PTX_LIST(uint32_t, scopes); /* number of registers when each block began */
    PTX_LIST(struct ptx_label, labels);
    PTX_LIST(struct ptx_label, jumps);
    PTX_LIST(struct ptx_variable, variables);
    PTX_LIST(struct ptx_function, functions);
    PTX_LIST(struct ptx_param, params);
    PTX_LIST(struct ptx_cell, cells);
    PTX_LIST(struct ptx_argument, arguments);
    PTX_LIST(struct ptx_store, stores);
    PTX_LIST(struct ptx_call_site, call_sites);
    struct slice result; /* of the last call: where ld.param finds it */
    uint32_t result_of;  /* the function called; ROW_NONE: an intrinsic */
    uint32_t result_at;  /* code of an intrinsic; ROW_NONE: taken, or there is none */
};

#define PTX_ROOM(p, list)                                                                          \
    (grow(&(p)->list, (p)->n_##list, &(p)->room_##list, sizeof *(p)->list)                         \
         ? ST_OK                                                                                   \
         : status_no_memory((p)->st, (p)->lexer.name))

/* Operands of one instruction. */
enum ptx_operand_kind {
    PTX_REGISTER,
    PTX_IMMEDIATE,
    PTX_NAME,
    PTX_ADDRESS,
    PTX_VECTOR,
    PTX_SINK,
    PTX_SPECIAL
};
struct ptx_operand {
    enum ptx_operand_kind kind;
    uint32_t reg;         /* REGISTER: operand; ADDRESS: base register, or ROW_NONE; SPECIAL: enum
                             special_register */
    struct ptx_type type; /* REGISTER */
    char number;          /* IMMEDIATE */
    uint64_t bits;
    struct slice name; /* NAME; ADDRESS: base symbol */
    int64_t offset;    /* ADDRESS, NAME */
    uint32_t n;        /* VECTOR */
    uint32_t element[4];
    struct ptx_type element_type[4];
};
enum { PTX_MOST_OPERANDS = 6 };

struct ptx_instruction {
    struct slice opcode;
    struct ptx_operand operands[PTX_MOST_OPERANDS];
    uint32_t n, line, guard;
    bool guard_not;
};

#define ptx_fail(p, line, ...)                                                                     \
    status_fail_at((p)->st, ST_FAILED, (p)->lexer.name, (int)(line), __VA_ARGS__)
/* "expected <what>" at the current token. */
enum st_code ptx_expected(const struct ptx_parser *p, const char *what);
enum st_code ptx_next(struct ptx_parser *p);
bool ptx_at(const struct ptx_parser *p, const char *text); /* a word or a mark */
enum st_code ptx_take(struct ptx_parser *p, const char *text);
enum st_code ptx_take_name(struct ptx_parser *p, struct slice *out);
/* An integer from lo to hi. */
enum st_code ptx_take_integer(struct ptx_parser *p, uint64_t lo, uint64_t hi, uint64_t *out);
/* `.align 4` if it is there; a power of two up to 256. */
enum st_code ptx_take_align(struct ptx_parser *p, uint32_t *out);
enum st_code ptx_take_type(struct ptx_parser *p, struct ptx_type *out);
/* `.b32 name` or `.b8 name[12]`, after `.param`; its offset stays 0. */
enum st_code ptx_take_param(struct ptx_parser *p, struct ptx_param *out);
/* `.shared .align 4 .b8 tile[1024];` behind the first word, in a module of kernels. */
enum st_code ptx_take_shared(struct ptx_parser *p);

/* The function of that name, declared or not. */
enum st_code ptx_function_named(struct ptx_parser *p, struct slice name, uint32_t *out);
const struct ptx_variable *ptx_find_variable(const struct ptx_parser *p, struct slice name);

enum st_code ptx_body(struct ptx_parser *p);
/* A register by its name. */
enum st_code ptx_register(struct ptx_parser *p, struct slice name, uint32_t line, uint32_t *operand,
                          struct ptx_type *type);

/* From the opcode to the semicolon. */
enum st_code ptx_instruction(struct ptx_parser *p, uint32_t guard, bool guard_not);
enum st_code ptx_emit(struct ptx_parser *p, struct code *code);
/* The code of an instruction, without operands. */
struct code ptx_start_code(const struct ptx_instruction *in, int op);
/* A register of `cell`, or nothing ('_'). */
enum st_code ptx_destination(struct ptx_parser *p, const struct ptx_operand *o, enum cell cell,
                             uint32_t line, uint32_t *out);
/* The base of an address as an operand, where it is no register a constant. */
enum st_code ptx_address_base(struct ptx_parser *p, const struct ptx_operand *address,
                              enum ptx_space space, uint32_t line, uint32_t *base);
enum st_code ptx_unknown(const struct ptx_parser *p, const struct ptx_instruction *in);
enum st_code ptx_wrong_count(const struct ptx_parser *p, const struct ptx_instruction *in,
                             uint32_t wanted);
/* The next part of an opcode, behind its dot; empty at the end. */
struct slice ptx_part(struct slice *rest);
/* Whether the name is that of a special register that is known, and which. */
bool ptx_special(struct slice name, uint32_t *out);
/* mov of a special register; bar.sync and barrier.sync; atom and red. */
enum st_code ptx_emit_special(struct ptx_parser *p, const struct ptx_instruction *in);
enum st_code ptx_emit_barrier(struct ptx_parser *p, const struct ptx_instruction *in);
enum st_code ptx_emit_atomic(struct ptx_parser *p, const struct ptx_instruction *in);
/* A source as an operand of the program: a register that fits `cell`, or an immediate of kind
 * `reads` ('i', 'f', 'd', 'p', '*' any) as a constant. */
enum st_code ptx_source(struct ptx_parser *p, const struct ptx_operand *o, enum cell cell,
                        char reads, uint32_t line, uint32_t *out);
enum cell ptx_cell_of(struct ptx_type type);

enum st_code ptx_declare_argument(struct ptx_parser *p);
void ptx_leave_block(struct ptx_parser *p); /* forgets the arguments declared in it */
enum st_code ptx_call(struct ptx_parser *p, uint32_t line);
/* ld.param, st.param of `n` registers. */
enum st_code ptx_load_param(struct ptx_parser *p, const struct ptx_operand *address,
                            struct ptx_type type, const struct ptx_operand *into, uint32_t line);
enum st_code ptx_store_param(struct ptx_parser *p, const struct ptx_operand *address,
                             struct ptx_type type, const struct ptx_operand *from, uint32_t line);
/* Callees and numbers of arguments, once everything is defined. */
enum st_code ptx_check_calls(struct ptx_parser *p);
