/* parser.h -- declarations shared by the parts of the PTX front end: module (parse.c), function
 * bodies (body.c), instructions (instruction.c), parameters and calls (call.c), instructions of
 * compute kernels only (kernel_ops.c).
 *
 * It parses in one pass: instructions are decoded as they are read; labels are filled in at the end
 * of a function, callees at the end of the module. Names are slices of the source. */
#pragma once

#include "sim/functional/frontend/ptx/lex.h"
#include "sim/functional/frontend/ptx/opcodes.h"
#include "sim/functional/program/program.h"

#include <stdbool.h>

/* A declaration of registers: `.reg .f32 %f<23>;` or `.reg .b64 %SP;`. */
struct ptx_registers {
    struct slice name; /* without the number */
    bool numbered;
    uint32_t count;
    struct ptx_type type;
    uint32_t first; /* first of its places in `slots` */
};

struct ptx_label {
    struct slice name;
    uint32_t at, line; /* at: index of the instruction, or of the branch to it */
};

/* Where a variable is. DYNAMIC: shared memory whose size the launch gives. OPAQUE: only its name is
 * read, because it is a texture or is in another module. */
enum ptx_space { PTX_TABLE, PTX_LOCAL, PTX_SHARED, PTX_DYNAMIC, PTX_OPAQUE };
struct ptx_variable {
    struct slice name;
    uint32_t offset; /* in its space; for shared memory of the module set when `used` is */
    enum ptx_space space;
    uint64_t bytes; /* for shared memory of the module: place_shared() gives it an offset if the
                       kernel uses it */
    uint32_t align, line;
    bool used; /* the kernel that is parsed uses it */
};

struct ptx_param {
    struct slice name;
    uint32_t offset, bytes; /* offset: place among all parameters */
    uint32_t align;
    char kind; /* 'u', 's', 'b', 'f' by its type; 'a': an array */
};

struct ptx_function {
    struct slice name;
    uint32_t first_param, n_params; /* parameters of the definition, in `params` */
    uint32_t index;                 /* number of the function in the program */
    uint32_t line;                  /* line of the definition */
    uint32_t result_bytes;
    struct ptx_lexer body; /* text of the definition behind its opening brace */
    bool defined, returns, visible, entry;
    bool called;  /* some instruction of the module calls it */
    bool pointed; /* some instruction or table uses its address */
    bool reached; /* the kernel that is parsed may call it */
};

/* A use of a function's name: `from` calls `to` or takes its address. */
struct ptx_reference {
    uint32_t from, to;
};
/* A use of a function's address in a table. */
struct ptx_pointer {
    struct slice variable;
    uint32_t function;
};
/* The bytes of parameters and result: only functions of one shape may be called through one
 * address. */
struct ptx_shape {
    uint32_t result, n, bytes[32];
};
/* A prototype of a call through an address: `prototype_0 : .callprototype (.param .b32 _) _ (.param
 * .b64 _);`. */
struct ptx_prototype {
    struct slice name;
    uint32_t shape; /* number of the shape + 1 */
};
/* A target of a table of branches: `$L_brx_0: .branchtargets $L__BB0_2, $L__BB0_3;` has two. */
struct ptx_target {
    struct slice table, label;
};

/* A piece of a parameter or of the result of a defined function; a register holds it. */
struct ptx_cell {
    uint32_t function, param; /* number of the parameter; PTX_RESULT: it is the result */
    uint32_t offset, bytes;
    uint32_t operand;
};
#define PTX_RESULT UINT32_MAX
/* The owner of a parameter of functions that are called through addresses is their shape:
 * PTX_OF_SHAPE plus its number stands in place of the function's number. */
#define PTX_OF_SHAPE 0x80000000u
#define PTX_SKIPPED  (UINT32_MAX - 1)

/* A parameter of a call under construction: `.param .b32 param0;` and the stores into it. */
struct ptx_argument {
    struct slice name;
    uint32_t depth; /* of the block that declares the argument */
};
struct ptx_store {
    struct slice name;
    uint32_t offset, bytes, operand;
};
struct ptx_call_site {
    uint32_t function, n_arguments, line;
    bool takes_result;
};

/* A list, its length and its allocated room. */
#define PTX_LIST(type, name)                                                                       \
    type *name;                                                                                    \
    uint32_t n_##name, room_##name

struct ptx_parser {
    struct ptx_lexer lexer;
    struct ptx_token tok; /* the token that is parsed next */
    struct program_builder *builder;
    struct status *st;
    bool kernels;        /* the module has compute kernels, not a shader */
    bool entries;        /* the module has .entry, which marks its kernels */
    uint32_t depth;      /* of nested blocks; 1 is the function's own */
    uint32_t function;   /* number of the function being defined */
    uint32_t n_calls;    /* calls in this function so far */
    uint32_t carry;      /* register of the function's carry flag; ROW_NONE: not used yet */
    struct slice opcode; /* of the instruction being read; for an intrinsic its name */
    PTX_LIST(struct ptx_registers, registers);
    PTX_LIST(uint32_t, slots);  /* by register: operand; ROW_NONE before its first use */
    PTX_LIST(uint32_t, scopes); /* number of declared registers when each open block began */
    PTX_LIST(struct ptx_label, labels);
    PTX_LIST(struct ptx_label, jumps);
    PTX_LIST(struct ptx_variable, variables);
    PTX_LIST(struct ptx_function, functions);
    PTX_LIST(struct ptx_param, params);
    PTX_LIST(struct ptx_cell, cells);
    PTX_LIST(struct ptx_argument, arguments);
    PTX_LIST(struct ptx_store, stores);
    PTX_LIST(struct ptx_call_site, call_sites);
    PTX_LIST(uint32_t, bodies); /* numbers of defined functions, in the order of the text */
    PTX_LIST(struct ptx_reference, references);
    PTX_LIST(struct ptx_pointer, pointers);
    PTX_LIST(struct ptx_shape, shapes);
    PTX_LIST(struct ptx_prototype, prototypes);
    PTX_LIST(struct ptx_target, targets);
    struct slice result; /* of the last call: the name with which ld.param reads its result */
    uint32_t result_of;  /* owner of the last function called; ROW_NONE: an intrinsic; PTX_SKIPPED:
                            an omitted call */
    uint32_t result_at;  /* intrinsic: index of its instruction; ROW_NONE: the result was read, or
                            there is none; omitted call: the operand that replaces its result */
};

#define PTX_ROOM(p, list)                                                                          \
    (grow(&(p)->list, (p)->n_##list, &(p)->room_##list, sizeof *(p)->list)                         \
         ? ST_OK                                                                                   \
         : status_no_memory((p)->st, (p)->lexer.name))

/* The kinds of operands in the text of an instruction. */
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
    uint32_t reg; /* REGISTER: operand of the program; ADDRESS: base register, or ROW_NONE; SPECIAL:
                     enum special_register */
    struct ptx_type type; /* type of a REGISTER */
    char number;          /* kind of an IMMEDIATE, as in struct ptx_token */
    uint64_t bits;
    struct slice name; /* a NAME; the base symbol of an ADDRESS */
    int64_t offset;    /* added to an ADDRESS or NAME */
    bool negated;      /* '!' precedes a predicate */
    bool pair;  /* '|' and a second register follow a REGISTER or SINK; the second one is element[0]
                 */
    uint32_t n; /* elements of a VECTOR */
    uint32_t element[4]; /* registers of a VECTOR; ROW_NONE for '_' */
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
/* Fails with the message "expected <what>" and the current token. */
enum st_code ptx_expected(const struct ptx_parser *p, const char *what);
enum st_code ptx_next(struct ptx_parser *p);
bool ptx_at(const struct ptx_parser *p, const char *text); /* the token is this word or mark */
enum st_code ptx_take(struct ptx_parser *p, const char *text);
enum st_code ptx_take_name(struct ptx_parser *p, struct slice *out);
/* Reads an integer from lo to hi. */
enum st_code ptx_take_integer(struct ptx_parser *p, uint64_t lo, uint64_t hi, uint64_t *out);
/* Reads `.align 4` if it is there: a power of two up to 256; else *out is 1. */
enum st_code ptx_take_align(struct ptx_parser *p, uint32_t *out);
enum st_code ptx_take_type(struct ptx_parser *p, struct ptx_type *out);
/* Reads a parameter behind `.param`: `.b32 name` or `.b8 name[12]`. Its offset stays 0. */
enum st_code ptx_take_param(struct ptx_parser *p, struct ptx_param *out);
/* Reads a variable in shared memory behind `.shared`, in a module of kernels: `.align 4 .b8
 * tile[1024];`. */
enum st_code ptx_take_shared(struct ptx_parser *p);

/* The address of a variable in shared memory or of a table. */
uint64_t ptx_address_of(const struct ptx_variable *v);
/* The function with this name; NULL: unknown. */
struct ptx_function *ptx_find_function(const struct ptx_parser *p, struct slice name);
/* The owner of a function's parameters. A function that is called through its address has its
 * shape, PTX_OF_SHAPE plus its number; any other function has its own number. */
uint32_t ptx_owner(const struct ptx_parser *p, uint32_t function);
/* Finds or adds a shape; *out is its number + 1. */
enum st_code ptx_shape_of(struct ptx_parser *p, const struct ptx_shape *shape, uint32_t *out);
/* Reads (.param ...) behind the name of a function or prototype; *n is the number of parameters. */
enum st_code ptx_take_params(struct ptx_parser *p, uint32_t *n);
/* Reads a prototype, from `.callprototype` to the semicolon. */
enum st_code ptx_take_prototype(struct ptx_parser *p, struct slice name);
/* ptx_scan finds the references between functions. ptx_reach (reach.c) finds the functions that the
 * kernel `entry` reaches, and places the shared memory that they use. */
enum st_code ptx_scan(struct ptx_parser *p);
enum st_code ptx_reach(struct ptx_parser *p, struct ptx_function *entry);

/* Finds or adds the function with this name. */
enum st_code ptx_function_named(struct ptx_parser *p, struct slice name, uint32_t *out);
struct ptx_variable *ptx_find_variable(const struct ptx_parser *p, struct slice name);

enum st_code ptx_body(struct ptx_parser *p);
/* Finds a register by its name. */
enum st_code ptx_register(struct ptx_parser *p, struct slice name, uint32_t line, uint32_t *operand,
                          struct ptx_type *type);

/* Whether a register has this name, which need not begin with '%'. */
bool ptx_is_register(const struct ptx_parser *p, struct slice name);

/* Reads an instruction from the opcode to the semicolon. */
enum st_code ptx_instruction(struct ptx_parser *p, uint32_t guard, bool guard_not);
enum st_code ptx_emit(struct ptx_parser *p, struct code *code);
/* Code for the operation with the instruction's guard, line and opcode, without operands. */
struct code ptx_start_code(const struct ptx_instruction *in, int op);
/* The operand of a destination, which must be a register of `cell`, or '_'. */
enum st_code ptx_destination(struct ptx_parser *p, const struct ptx_operand *o, enum cell cell,
                             uint32_t line, uint32_t *out);
/* The operand of an address's base: its register, or a constant. */
enum st_code ptx_address_base(struct ptx_parser *p, const struct ptx_operand *address,
                              enum ptx_space space, uint32_t line, uint32_t *base);
enum st_code ptx_unknown(const struct ptx_parser *p, const struct ptx_instruction *in);
enum st_code ptx_wrong_count(const struct ptx_parser *p, const struct ptx_instruction *in,
                             uint32_t wanted);
/* The next part of an opcode, after its dot; empty at the end. */
struct slice ptx_part(struct slice *rest);
/* Finds the operation of an opcode with modifiers: rounding, flushing, saturation (modified.c).
 * False if it has none. */
bool ptx_find_modified(struct slice opcode, int *op, uint32_t *modifiers);
/* Emits an instruction that special.c handles by its name; *known is false for others. */
enum st_code ptx_emit_named(struct ptx_parser *p, const struct ptx_instruction *in, bool *known);
/* The reason why instructions with this name are not supported; NULL: they may be. */
const char *ptx_refused(struct slice opcode);
/* Makes a new register, for an instruction of the text that becomes several operations. */
enum st_code ptx_temporary(struct ptx_parser *p, enum cell cell, uint32_t line, uint32_t *out);
/* Emits operation `op` with these rows, destinations first, and the guard of `in`. */
enum st_code ptx_emit_rows(struct ptx_parser *p, const struct ptx_instruction *in, int op,
                           uint32_t n_dst, uint32_t n_src, const uint32_t *rows);
enum st_code ptx_emit_access(struct ptx_parser *p, const struct ptx_instruction *in);
enum st_code ptx_wrong_operand(const struct ptx_parser *p, uint32_t line, enum cell cell,
                               bool source);
bool ptx_begins(struct slice s, const char *with);
/* Whether a supported special register has this name; *out is its enum special_register. */
bool ptx_special(struct slice name, uint32_t *out);
/* Emit mov of a special register; bar.sync and barrier.sync; atom and red. */
enum st_code ptx_emit_special(struct ptx_parser *p, const struct ptx_instruction *in);
enum st_code ptx_emit_barrier(struct ptx_parser *p, const struct ptx_instruction *in);
enum st_code ptx_emit_atomic(struct ptx_parser *p, const struct ptx_instruction *in);
/* The operand of a source: a register that fits `cell`, or a constant for an immediate of kind
 * `reads` ('i', 'f', 'd', 'p', '*' any). */
enum st_code ptx_source(struct ptx_parser *p, const struct ptx_operand *o, enum cell cell,
                        char reads, uint32_t line, uint32_t *out);
enum cell ptx_cell_of(struct ptx_type type);

/* The operand of a source that is a predicate, negated or not. */
enum st_code ptx_predicate(struct ptx_parser *p, const struct ptx_instruction *in,
                           const struct ptx_operand *o, uint32_t *out);
/* The address of a parameter of the kernel being defined; false if it has none with this name. */
bool ptx_param_address(const struct ptx_parser *p, struct slice name, uint64_t *out);

enum st_code ptx_declare_argument(struct ptx_parser *p);
void ptx_leave_block(struct ptx_parser *p); /* forgets the arguments that the block declares */
enum st_code ptx_call(struct ptx_parser *p, uint32_t line);
/* Emit ld.param and st.param of the registers in one operand. */
enum st_code ptx_load_param(struct ptx_parser *p, const struct ptx_instruction *in,
                            const struct ptx_operand *address, struct ptx_type type,
                            const struct ptx_operand *into);
enum st_code ptx_store_param(struct ptx_parser *p, const struct ptx_operand *address,
                             struct ptx_type type, const struct ptx_operand *from, uint32_t line);
/* Checks callees and numbers of arguments; to be called when everything is defined. */
enum st_code ptx_check_calls(struct ptx_parser *p);
