/* program.h -- a decoded program: what the executor runs and what timing sees of it.
 *
 * Front ends (readers of clang's PTX and of Vulkan-Sim's dumps) build it with the functions below;
 * nothing in it knows how it was written. Registers are numbered through the whole program, and
 * each belongs to one function for good. CODE_CALL cannot recurse and needs no frame; where the
 * callee is known at run time only, every call has a frame of its own (`framed`). */
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
    PROGRAM_MOST_SHARED = 227 << 10, /* bytes of shared memory per CTA: those of sm_90 (CUDA C++
                                        Programming Guide, "Compute Capabilities") */
    CODE_ROWS = 12,
};
#define PROGRAM_DATA_BASE UINT64_C(0x80000000) /* where module-scope tables lie */
/* Where a CTA finds its shared memory: an address, but of no memory that others can reach. That
 * whose size the launch says lies apart. */
#define PROGRAM_SHARED_BASE  UINT64_C(0x1000000)
#define PROGRAM_DYNAMIC_BASE UINT64_C(0x1040000)
#define PROGRAM_SHARED_END   UINT64_C(0x1080000)
/* Addresses of a kernel's parameters, and of function number 0; the next one's is the next. Nothing
 * can be read there but parameters, by ENTRY_PARAM. */
#define PROGRAM_PARAM_BASE    UINT64_C(0x2000000)
#define PROGRAM_FUNCTION_BASE UINT64_C(0x3000000)

/* Bytes of a row of the register file, of registers of 32 bits; those of 64 have two. */
enum { PROGRAM_ROW = 4 * WARP_LANES, ROW_NO_CELL = 255 };

/* While a program is built, an operand is a register number, a constant's number with
 * OPERAND_CONSTANT set, or ROW_NONE for a destination nobody wants. In a finished program it is
 * the byte offset of a row in the warp's register file. */
#define ROW_NONE         UINT32_MAX
#define OPERAND_CONSTANT 0x80000000u

/* Program counters are indices into the code; these two are none. */
#define PC_EXIT UINT32_MAX       /* end of a function, where a branch reconverges at its return */
#define PC_NONE (UINT32_MAX - 1) /* no reconvergence point */

struct code {
    uint16_t op;           /* enum code_op */
    uint8_t n_dst, n_src;  /* row[0 .. n_dst) are destinations, then the sources */
    uint8_t guard_not;     /* the guard must be false */
    uint8_t bytes, extend; /* LOAD, STORE and the like: bytes of one element; LOAD: sign-extend */
    uint8_t straight;      /* its active lanes go on with the next instruction, none joins them */
    uint8_t align;         /* LOAD, STORE: of addresses; 0: all bytes of the access */
    uint8_t narrow;        /* accesses to shared memory: the address is in a register of 4 bytes */
    uint16_t wide;         /* LOAD, STORE: bit i set where the register of element i has 8 bytes;
                              operations of dumps: that of row i */
    uint16_t together;     /* so many from this one on are straight lane operations without guard */
    uint32_t guard;        /* predicate, or ROW_NONE */
    uint32_t row[CODE_ROWS];
    uint32_t target;        /* BRANCH, CALL: where to; while building: a label, a function;
                               ATOMIC, REDUCE: enum atomic_op */
    uint32_t reconvergence; /* BRANCH, RETURN */
    int64_t offset;         /* LOAD, STORE: added to the address; LOCAL_BASE */
    uint32_t line;          /* of the source */
    uint16_t opcode;        /* of the program's opcodes: as the source spells it */
};

struct program_function {
    char *name;
    char *source;            /* its file, for messages; NULL: the program's name */
    uint32_t first, end;     /* code */
    uint32_t live_registers; /* as of the program, from this function on; 0: never called */
    uint32_t shape;          /* CALL_ANY calls those of the same `target`; 0: none calls it */
};

/* A parameter of a kernel. */
struct program_param {
    uint32_t offset, bytes; /* in what a launch hands over */
    char kind;              /* 'u', 's', 'b', 'f', as its type says; an array: 'a' */
};

struct rdna2_program;

struct program {
    char *name;              /* of the source, for messages */
    struct warp_inst *insts; /* parallel to code */
    struct code *code;
    uint32_t n_code;
    struct program_function *functions;
    uint32_t n_functions;
    char **opcodes; /* each spelling once */
    uint32_t n_opcodes;
    uint32_t entry; /* pc of raygen */
    uint32_t n_registers;
    uint32_t live_registers; /* most 32-bit registers in use at once, over a chain of calls */
    uint32_t register_bytes; /* of the register file that a warp starts with zeroed: what may be
                                read before it is written */
    uint32_t file_bytes;     /* of all of it: the constants lie at its end */
    uint8_t *row_cells; /* enum cell of what lies PROGRAM_ROW bytes times the index in the file;
                           ROW_NO_CELL: no register */
    struct program_constant {
        uint64_t bits;
        uint32_t offset; /* of its row */
        uint8_t cell;    /* enum cell */
    } * constants;
    uint32_t n_constants;
    uint8_t *data; /* module-scope tables, at PROGRAM_DATA_BASE */
    uint32_t data_bytes;
    uint32_t local_bytes;         /* per thread */
    uint32_t shared_bytes;        /* per CTA, without what a launch adds */
    bool dynamic_shared;          /* there is a variable whose size the launch says */
    uint32_t skipped_calls;       /* calls that are left out, such as printf's ... */
    uint32_t skipped_line;        /* ... the first of them */
    uint32_t clock_line;          /* the first instruction that asks for the time; 0: none */
    uint32_t scratch;             /* row of the first of 4 that MODIFIED uses */
    struct program_param *params; /* of a kernel's entry */
    uint32_t n_params, param_bytes;
    uint32_t stack_room;         /* deepest SIMT stack; if framed, of all functions called once */
    struct rdna2_program *rdna2; /* machine code (rdna2/rdna2.h); NULL: an intermediate language */
    void (*rdna2_free)(struct rdna2_program *);
    bool asks_work; /* some instruction reads what its thread has done */
    bool framed;    /* functions are called at run time, in any order and depth: a call gets
                       registers of its own, zeroed */
};

void program_free(struct program *p); /* NULL is a no-op */

/* A program on its way. Front ends read and change `p` where no function below does it for them. */
struct program_builder {
    struct program *p;
    uint8_t *cells;          /* enum cell of each register */
    struct warp_inst *given; /* per code up to n_given: what timing sees; op OP_COUNT: derived */
    uint32_t n_given, room_given, room_code, room_cells, room_constants, room_functions,
        room_opcodes;
};

enum st_code program_builder_create(struct program_builder **out, const char *name,
                                    struct status *st);
void program_builder_free(struct program_builder *b);

/* Each fails only where a limit of the enum above is passed (with `line`) or memory runs out. */
enum st_code program_add_register(struct program_builder *b, enum cell cell, uint32_t line,
                                  uint32_t *out, struct status *st);
enum st_code program_add_constant(struct program_builder *b, enum cell cell, uint64_t bits,
                                  uint32_t *out, struct status *st);
enum st_code program_add_code(struct program_builder *b, const struct code *code,
                              struct status *st);
enum st_code program_add_function(struct program_builder *b, const char *name, size_t n,
                                  uint32_t *out, struct status *st);
/* The number of that spelling, for struct code; the text is copied. */
enum st_code program_add_opcode(struct program_builder *b, const char *text, size_t n,
                                uint16_t *out, struct status *st);
/* Room for `bytes` of module-scope data or local memory; *offset is where. */
enum st_code program_add_data(struct program_builder *b, uint64_t bytes, uint32_t align,
                              uint32_t line, uint32_t *offset, struct status *st);
enum st_code program_add_local(struct program_builder *b, uint64_t bytes, uint32_t align,
                               uint32_t line, uint32_t *offset, struct status *st);

enum st_code program_add_shared(struct program_builder *b, uint64_t bytes, uint32_t align,
                                uint32_t line, uint32_t *offset, struct status *st);

/* What timing sees of the code added last, where its operands do not tell: everything but the pc.
 */
enum st_code program_describe(struct program_builder *b, const struct warp_inst *inst,
                              struct status *st);
/* The file that holds a function; the text is copied. */
enum st_code program_set_source(struct program_builder *b, uint32_t function, const char *source,
                                struct status *st);
/* The file of an instruction. */
const char *program_source(const struct program *p, uint32_t code);

/* The functions that an instruction of a program under construction may call, in the order of their
 * numbers: *callee is raised to the next one, itself included; false where there is none. */
bool program_next_callee(const struct program *p, const struct code *c, uint32_t *callee);

/* Bytes of its code as timing sees it. */
uint32_t program_bytes(const struct program *p);
/* Numbers of vector registers, as timing sees them, are below. */
uint32_t program_vector_registers(const struct program *p);

/* Branch targets must be code by now and CALL targets functions. Checks that `entry` is defined and
 * that nothing recurses, finds the reconvergence points, lays out the register file. The builder is
 * used up either way. */
enum st_code program_finish(struct program_builder *b, const char *entry, struct program **out,
                            struct status *st);
