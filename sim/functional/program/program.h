/* program.h -- a decoded program: the input of the executor and of timing.
 *
 * Front ends (readers of clang's PTX and of Vulkan-Sim's dumps) build it with the functions below;
 * it does not depend on the source language. Register numbers are unique in the whole program, and
 * each register belongs to one function. If all callees are known, functions cannot recurse and
 * calls need no frames of registers; if some are known only at run time, every call has its own
 * frame (`framed`). */
#pragma once

#include "common/status.h"
#include "sim/functional/program/ops.h"
#include "sim/functional/warp.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PROGRAM_INST_BYTES = 8,
    PROGRAM_MOST_CODE = 1 << 18,
    PROGRAM_MOST_REGISTERS = 60000,
    PROGRAM_MOST_LOCAL = 1 << 16,    /* bytes of local memory per thread */
    PROGRAM_MOST_DATA = 1 << 24,     /* bytes of module-scope tables     */
    PROGRAM_MOST_SHARED = 227 << 10, /* most bytes of shared memory per CTA: that of sm_90 (CUDA C++
                                        Programming Guide, "Compute Capabilities") */
    CODE_ROWS = 12,
};
#define PROGRAM_DATA_BASE UINT64_C(0x80000000) /* base address of module-scope tables */
/* Addresses of a CTA's shared memory, outside of all global memory. Dynamic shared memory, whose
 * size the launch gives, has its own range. */
#define PROGRAM_SHARED_BASE  UINT64_C(0x1000000)
#define PROGRAM_DYNAMIC_BASE UINT64_C(0x1040000)
#define PROGRAM_SHARED_END   UINT64_C(0x1080000)
/* Base addresses of a kernel's parameters and of functions; function n has address
 * PROGRAM_FUNCTION_BASE + n. Only ENTRY_PARAM may read parameters; functions cannot be read. */
#define PROGRAM_PARAM_BASE    UINT64_C(0x2000000)
#define PROGRAM_FUNCTION_BASE UINT64_C(0x3000000)

/* Bytes of a row of the register file for a register of 32 bits; a register of 64 bits has two such
 * rows. */
enum { PROGRAM_ROW = 4 * WARP_LANES, ROW_NO_CELL = 255 };

/* While a program is built, an operand is a register number, a constant's number with
 * OPERAND_CONSTANT set, or ROW_NONE for an unused destination. In a finished program it is the byte
 * offset of a row in the warp's register file. */
#define ROW_NONE         UINT32_MAX
#define OPERAND_CONSTANT 0x80000000u

/* Program counters are indices into the code; these two are special. */
#define PC_EXIT UINT32_MAX       /* a function's end, if the sides of a branch meet only there */
#define PC_NONE (UINT32_MAX - 1) /* no reconvergence point */

struct code {
    uint16_t op;           /* enum code_op */
    uint8_t n_dst, n_src;  /* row[0 .. n_dst) are destinations, then the sources */
    uint8_t guard_not;     /* the guard must be false for the lane to execute */
    uint8_t bytes, extend; /* LOAD, STORE, ...: bytes of an element; LOAD: sign-extend it? */
    uint8_t straight;  /* all its lanes continue at the next instruction, and no others join them
                          there */
    uint8_t align;     /* LOAD, STORE: required alignment of addresses; 0: that of all bytes of the
                          access */
    uint8_t image;     /* ATOMIC: the address is that of a pixel, or 0 */
    uint8_t converges; /* lanes that meet in front of it meet behind it instead: each group of them
                          executes it when it comes */
    uint8_t narrow;    /* accesses to shared memory: the address is in a register of 4 bytes */
    uint16_t wide; /* LOAD, STORE: bit i set if the register of element i has 8 bytes; operations of
                      dumps: bit i set if the register of row i has */
    uint16_t together; /* number of successive lane operations, from this one on, that are straight
                          and have no guard */
    uint32_t guard;    /* predicate, or ROW_NONE */
    uint32_t row[CODE_ROWS];
    uint32_t target; /* BRANCH, CALL: index of the instruction; while building: number of the label
                        or function. ATOMIC, REDUCE: enum atomic_op */
    uint32_t reconvergence; /* BRANCH, RETURN: index of the instruction where lanes meet again */
    uint32_t resource;      /* LOAD, STORE, ATOMIC of a user's pipeline: 1 + the resource that it
                               accesses;      0: any memory */
    int64_t offset;  /* LOAD, STORE: added to the address. LOCAL_BASE: offset in local memory */
    uint32_t line;   /* line of the source */
    uint16_t file;   /* 1 + index into the program's files; 0: the function's source */
    uint16_t opcode; /* index into the program's opcodes, for its spelling in the source */
};

struct program_function {
    char *name;
    char *source;            /* name of its source file, for messages; NULL: the program's name */
    uint32_t first, end;     /* its code is code[first .. end) */
    uint32_t live_registers; /* registers in use at once in this function and its callees; 0: it is
                                never called */
    uint32_t shape;          /* a CALL_ANY with this `target` may call the function; 0: none may */
};

/* A parameter of a kernel. */
struct program_param {
    uint32_t offset, bytes; /* place in the launch's parameters */
    char kind;              /* type: 'u', 's', 'b', 'f'; 'a' for an array */
};

struct rdna2_program;

struct program {
    char *name;              /* name of the source, for messages */
    struct warp_inst *insts; /* timing description of each instruction of `code` */
    struct code *code;
    uint32_t n_code;
    struct program_function *functions;
    uint32_t n_functions;
    char **opcodes; /* spellings of instructions, each once */
    uint32_t n_opcodes;
    char **files; /* of the source, if functions are of several */
    uint32_t n_files;
    uint32_t entry; /* index of the first instruction of ray generation, or of the kernel */
    uint32_t n_registers;
    uint32_t live_registers; /* most 32-bit registers in use at once, over a chain of calls */
    uint32_t register_bytes; /* bytes at the file's begin that are zeroed at a warp's start: its
                                registers may be read before they are written */
    uint32_t file_bytes;     /* bytes of the whole register file, at whose end the constants are */
    uint8_t *row_cells; /* by stretch of PROGRAM_ROW bytes of the file: enum cell of its register;
                           ROW_NO_CELL: no register */
    struct program_constant {
        uint64_t bits;
        uint32_t offset; /* offset of its row in the register file */
        uint8_t cell;    /* enum cell */
    } * constants;
    uint32_t n_constants;
    uint8_t *data; /* module-scope tables, at PROGRAM_DATA_BASE */
    uint32_t data_bytes;
    uint32_t local_bytes;         /* local memory of a thread */
    uint32_t shared_bytes;        /* shared memory of a CTA, without the launch's addition */
    bool dynamic_shared;          /* there is a variable whose size the launch gives */
    uint32_t skipped_calls;       /* number of calls that are left out, such as printf's */
    uint32_t skipped_line;        /* source line of the first call left out */
    uint32_t clock_line;          /* line of the first instruction that reads the clock; 0: none */
    uint32_t scratch;             /* offset of 4 rows in the register file that MODIFIED uses */
    struct program_param *params; /* parameters of a kernel's entry */
    uint32_t n_params, param_bytes;
    uint32_t stack_room; /* most entries of the SIMT stack; in a framed program, most if every
                            function is called once */
    struct rdna2_program *rdna2; /* for machine code (rdna2/rdna2.h); else NULL */
    void (*rdna2_free)(struct rdna2_program *);
    bool asks_work; /* some instruction reads its thread's executed work */
    bool framed; /* some callees are known only at run time, so calls have any order and depth: each
                    call gets its own registers, zeroed */
};

void program_free(struct program *p); /* NULL is a no-op */

/* A program under construction. Front ends read and change `p` directly where no function below
 * exists. */
struct program_builder {
    struct program *p;
    uint8_t *cells;          /* enum cell of each register */
    struct warp_inst *given; /* timing descriptions of the code up to n_given; op OP_COUNT: to be
                                derived from the operands */
    uint32_t n_given, room_given, room_code, room_cells, room_constants, room_functions,
        room_opcodes, room_files;
};

enum st_code program_builder_create(struct program_builder **out, const char *name,
                                    struct status *st);
void program_builder_free(struct program_builder *b);

/* program_add_...: each adds one item and fails only if a limit of the enum above is exceeded (the
 * message gives `line`) or memory runs out. */
enum st_code program_add_register(struct program_builder *b, enum cell cell, uint32_t line,
                                  uint32_t *out, struct status *st);
enum st_code program_add_constant(struct program_builder *b, enum cell cell, uint64_t bits,
                                  uint32_t *out, struct status *st);
enum st_code program_add_code(struct program_builder *b, const struct code *code,
                              struct status *st);
enum st_code program_add_function(struct program_builder *b, const char *name, size_t n,
                                  uint32_t *out, struct status *st);
/* Finds or adds a spelling of an instruction; *out is its number for struct code. The text is
 * copied. */
enum st_code program_add_opcode(struct program_builder *b, const char *text, size_t n,
                                uint16_t *out, struct status *st);
/* Reserves `bytes` of module-scope data, local or shared memory; *offset is its place. */
enum st_code program_add_data(struct program_builder *b, uint64_t bytes, uint32_t align,
                              uint32_t line, uint32_t *offset, struct status *st);
enum st_code program_add_local(struct program_builder *b, uint64_t bytes, uint32_t align,
                               uint32_t line, uint32_t *offset, struct status *st);

enum st_code program_add_shared(struct program_builder *b, uint64_t bytes, uint32_t align,
                                uint32_t line, uint32_t *offset, struct status *st);

/* Sets the timing description of the code added last, except the pc, where it does not follow from
 * the operands. */
enum st_code program_describe(struct program_builder *b, const struct warp_inst *inst,
                              struct status *st);
/* Sets the source file of a function; the text is copied. */
enum st_code program_set_source(struct program_builder *b, uint32_t function, const char *source,
                                struct status *st);
/* Adds the name of a file, which is copied; *out is its number for struct code. */
enum st_code program_add_file(struct program_builder *b, const char *name, uint16_t *out,
                              struct status *st);
/* The source file of an instruction. */
const char *program_source(const struct program *p, uint32_t code);

/* Finds a function that an instruction of a program under construction may call: the first with
 * number *callee or above, which becomes *callee. False if there is none. */
bool program_next_callee(const struct program *p, const struct code *c, uint32_t *callee);

/* Bytes of the program's code, for timing. */
uint32_t program_bytes(const struct program *p);
/* A number above the timing numbers of all vector registers. */
uint32_t program_vector_registers(const struct program *p);

/* Makes a program of the builder, which is freed in any case. By now branch targets must be
 * instructions and CALL targets functions. Checks that `entry` is defined and that no function
 * recurses, computes the reconvergence points and lays out the register file. */
enum st_code program_finish(struct program_builder *b, const char *entry, struct program **out,
                            struct status *st);
