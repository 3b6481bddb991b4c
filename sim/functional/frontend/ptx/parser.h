/* parser.h -- declarations shared by the parts of the PTX front end: module (parse.c), function
 * bodies (body.c), instructions (instruction.c), parameters and calls (call.c), instructions of
 * compute kernels only (kernel_ops.c).
 *
 * One pass: instructions are decoded as they are read; labels are filled in at the end of a
 * function, callees at the end of the module. Names are slices of the source. */
#pragma once

#include "sim/functional/frontend/ptx/lex.h"
#include "sim/functional/frontend/ptx/opcodes.h"
#include "sim/functional/program/program.h"

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
    uint32_t at, line; /* code: its place, or that of the branch to it */
};

/* DYNAMIC: shared memory whose size the launch gives. OPAQUE: known by name only: a texture, or a
 * variable of another module. */
enum ptx_space { PTX_TABLE, PTX_LOCAL, PTX_SHARED, PTX_DYNAMIC, PTX_OPAQUE };
struct ptx_variable {
    struct slice name;
    uint32_t offset; /* in its space */
    enum ptx_space space;
    uint64_t
        bytes; /* of the module's shared memory: variables that a kernel uses get a place ... */
    uint32_t align, line;
    bool used; /* ... once that is known */
};

struct ptx_param {
    struct slice name;
    uint32_t offset, bytes; /* in the parameters as a whole */
    uint32_t align;
    char kind; /* by its type; 'a': an array */
};

struct ptx_function {
    struct slice name;
    uint32_t first_param, n_params; /* of the definition */
    uint32_t index;                 /* in the program */
    uint32_t line;                  /* of the definition */
    uint32_t result_bytes;
    struct ptx_lexer body; /* of a definition: after its opening brace */
    bool defined, returns, visible, entry;
    bool called;  /* somewhere in the module */
    bool pointed; /* its address is taken */
    bool reached; /* from the kernel to run */
};

/* `from` calls or names `to`. */
struct ptx_reference {
    uint32_t from, to;
};
/* A table holds the address of a function. */
struct ptx_pointer {
    struct slice variable;
    uint32_t function;
};
/* Bytes of parameters and result: functions of one shape may be called through one address. */
struct ptx_shape {
    uint32_t result, n, bytes[32];
};
/* `prototype_0 : .callprototype (.param .b32 _) _ (.param .b64 _);` */
struct ptx_prototype {
    struct slice name;
    uint32_t shape; /* number of the shape + 1 */
};
/* One target of `$L_brx_0: .branchtargets $L__BB0_2, $L__BB0_3;`. */
struct ptx_target {
    struct slice table, label;
};

/* A piece of a parameter or of the result of a defined function, kept in a register. */
struct ptx_cell {
    uint32_t function, param; /* PTX_RESULT: the result */
    uint32_t offset, bytes;
    uint32_t operand;
};
#define PTX_RESULT UINT32_MAX
/* Parameters of functions that are called through addresses belong to their shape: this plus its
 * number replaces the function. */
#define PTX_OF_SHAPE 0x80000000u
#define PTX_SKIPPED  (UINT32_MAX - 1)

/* A parameter of a call under construction: `.param .b32 param0;` and the stores into it. */
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

/* A list and its allocated room. */
#define PTX_LIST(type, name)                                                                       \
    type *name;                                                                                    \
    uint32_t n_##name, room_##name

struct ptx_parser {
    struct ptx_lexer lexer;
    struct ptx_token tok; /* the current one */
    struct program_builder *builder;
    struct status *st;
    bool kernels;        /* a module of compute kernels */
    bool entries;        /* ... with .entry, which marks the kernels */
    uint32_t depth;      /* of blocks; 1 is the function's own */
    uint32_t function;   /* being defined */
    uint32_t n_calls;    /* number of its calls so far */
    uint32_t carry;      /* register of its carry flag; ROW_NONE: not used yet */
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
    PTX_LIST(uint32_t, bodies); /* functions in the order of their definitions */
    PTX_LIST(struct ptx_reference, references);
    PTX_LIST(struct ptx_pointer, pointers);
    PTX_LIST(struct ptx_shape, shapes);
    PTX_LIST(struct ptx_prototype, prototypes);
    PTX_LIST(struct ptx_target, targets);
    struct slice result; /* of the last call: the name for ld.param */
    uint32_t result_of;  /* owner of the function called; ROW_NONE: an intrinsic; PTX_SKIPPED */
    uint32_t result_at;  /* code of an intrinsic; ROW_NONE: taken, or there is none; for an omitted
                            call the operand that replaces it */
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
    struct slice name;   /* NAME; ADDRESS: base symbol */
    int64_t offset;      /* ADDRESS, NAME */
    bool negated;        /* a predicate after '!' */
    bool pair;           /* REGISTER or SINK before '|': the other one is element 0 */
    uint32_t n;          /* VECTOR */
    uint32_t element[4]; /* register; ROW_NONE: '_' */
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
/* `.shared .align 4 .b8 tile[1024];` after the first word, in a module of kernels. */
enum st_code ptx_take_shared(struct ptx_parser *p);

/* The address of a variable, in shared memory and tables. */
uint64_t ptx_address_of(const struct ptx_variable *v);
/* The function of that name; NULL: unknown. */
struct ptx_function *ptx_find_function(const struct ptx_parser *p, struct slice name);
/* The shape of a function that is called through its address, as PTX_OF_SHAPE and its number; for
 * another one its own number. */
uint32_t ptx_owner(const struct ptx_parser *p, uint32_t function);
/* The number of a shape + 1; adds a new one. */
enum st_code ptx_shape_of(struct ptx_parser *p, const struct ptx_shape *shape, uint32_t *out);
/* Reads (.param ...), after a function's or a prototype's name; their number. */
enum st_code ptx_take_params(struct ptx_parser *p, uint32_t *n);
/* Reads `.callprototype` and the rest, up to the semicolon. */
enum st_code ptx_take_prototype(struct ptx_parser *p, struct slice name);
/* ptx_scan finds the references between functions; ptx_reach (reach.c) finds the functions reached
 * from the kernel `entry`, and places the shared memory that they use. */
enum st_code ptx_scan(struct ptx_parser *p);
enum st_code ptx_reach(struct ptx_parser *p, struct ptx_function *entry);

/* The function of that name, which is added if it is unknown. */
enum st_code ptx_function_named(struct ptx_parser *p, struct slice name, uint32_t *out);
struct ptx_variable *ptx_find_variable(const struct ptx_parser *p, struct slice name);

enum st_code ptx_body(struct ptx_parser *p);
/* A register by its name. */
enum st_code ptx_register(struct ptx_parser *p, struct slice name, uint32_t line, uint32_t *operand,
                          struct ptx_type *type);

/* Whether a register has that name, which need not begin with '%'. */
bool ptx_is_register(const struct ptx_parser *p, struct slice name);

/* Reads an instruction from the opcode to the semicolon. */
enum st_code ptx_instruction(struct ptx_parser *p, uint32_t guard, bool guard_not);
enum st_code ptx_emit(struct ptx_parser *p, struct code *code);
/* The code of an instruction, without operands. */
struct code ptx_start_code(const struct ptx_instruction *in, int op);
/* A register of `cell`, or nothing ('_'). */
enum st_code ptx_destination(struct ptx_parser *p, const struct ptx_operand *o, enum cell cell,
                             uint32_t line, uint32_t *out);
/* The base of an address as an operand; a constant if it is not a register. */
enum st_code ptx_address_base(struct ptx_parser *p, const struct ptx_operand *address,
                              enum ptx_space space, uint32_t line, uint32_t *base);
enum st_code ptx_unknown(const struct ptx_parser *p, const struct ptx_instruction *in);
enum st_code ptx_wrong_count(const struct ptx_parser *p, const struct ptx_instruction *in,
                             uint32_t wanted);
/* The next part of an opcode, after its dot; empty at the end. */
struct slice ptx_part(struct slice *rest);
/* An instruction whose opcode has modifiers: rounding, flushing, saturation (modified.c); false if
 * it has none. */
bool ptx_find_modified(struct slice opcode, int *op, uint32_t *modifiers);
/* Emits instructions that are known by name (special.c); *known is false for others. */
enum st_code ptx_emit_named(struct ptx_parser *p, const struct ptx_instruction *in, bool *known);
/* Why an instruction is not supported, by its name; NULL: it may be. */
const char *ptx_refused(struct slice opcode);
/* A new register, for an instruction of the text that needs several steps. */
enum st_code ptx_temporary(struct ptx_parser *p, enum cell cell, uint32_t line, uint32_t *out);
/* Operation `op` with these rows, destination first, and the guard of `in`. */
enum st_code ptx_emit_rows(struct ptx_parser *p, const struct ptx_instruction *in, int op,
                           uint32_t n_dst, uint32_t n_src, const uint32_t *rows);
enum st_code ptx_emit_access(struct ptx_parser *p, const struct ptx_instruction *in);
enum st_code ptx_wrong_operand(const struct ptx_parser *p, uint32_t line, enum cell cell,
                               bool source);
bool ptx_begins(struct slice s, const char *with);
/* Whether the name is that of a supported special register, and its number. */
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

/* A predicate as a source, negated or not. */
enum st_code ptx_predicate(struct ptx_parser *p, const struct ptx_instruction *in,
                           const struct ptx_operand *o, uint32_t *out);
/* The address of a parameter of the kernel being defined; false if there is none. */
bool ptx_param_address(const struct ptx_parser *p, struct slice name, uint64_t *out);

enum st_code ptx_declare_argument(struct ptx_parser *p);
void ptx_leave_block(struct ptx_parser *p); /* removes the arguments declared in it */
enum st_code ptx_call(struct ptx_parser *p, uint32_t line);
/* ld.param, st.param of `n` registers. */
enum st_code ptx_load_param(struct ptx_parser *p, const struct ptx_instruction *in,
                            const struct ptx_operand *address, struct ptx_type type,
                            const struct ptx_operand *into);
enum st_code ptx_store_param(struct ptx_parser *p, const struct ptx_operand *address,
                             struct ptx_type type, const struct ptx_operand *from, uint32_t line);
/* Checks callees and numbers of arguments, once everything is defined. */
enum st_code ptx_check_calls(struct ptx_parser *p);
