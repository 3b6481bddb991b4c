/* Mutants: a build in which every operator can be another one. scripts/mutation puts these macros
   around the operators of the library; MUTANT in the environment is the number of the one that is
   changed in this run. Where operator and mutant give different values, mutants_seen notes it: a
   run in which they never do cannot tell them apart. Statement expressions are a language extension
   of gcc and clang. */
#pragma once

enum { MUTANTS = 1 << 16 }; /* most */
extern int mutant;          /* this run's, -1 for none */
/* [number]: 1 where both values differed; shared by the processes of a test. */
extern unsigned char *mutants_seen;

#define MUTANT_ON(n) (mutants_seen[n] = 1, mutant == (n))
#define MUTANT_OPERATOR(n, left, op, other, right)                                                 \
    ({                                                                                             \
        __auto_type mutant_left = (0, (left));                                                     \
        __auto_type mutant_right = (0, (right));                                                   \
        __auto_type mutant_value = mutant_left op mutant_right;                                    \
        __auto_type mutant_other = mutant_left other mutant_right;                                 \
        (mutant_value != mutant_other && MUTANT_ON(n)) ? mutant_other : mutant_value;              \
    })
#define MUTANT_ASSIGN(n, left, op, other, right)                                                   \
    ({                                                                                             \
        __auto_type mutant_right = (0, (right));                                                   \
        (mutant_right != 0 && MUTANT_ON(n)) ? ((left)other mutant_right)                           \
                                            : ((left)op mutant_right);                             \
    })
/* The right operand is evaluated as often as that of the operator in force. */
#define MUTANT_AND(n, left, right)                                                                 \
    ({                                                                                             \
        _Bool mutant_left = (left);                                                                \
        mutant_left != MUTANT_ON(n) ? (_Bool)(right) : mutant_left;                                \
    })
#define MUTANT_OR(n, left, right)                                                                  \
    ({                                                                                             \
        _Bool mutant_left = (left);                                                                \
        mutant_left == MUTANT_ON(n) ? (_Bool)(right) : mutant_left;                                \
    })
#define MUTANT_BOOL(n, value) ((value) != MUTANT_ON(n))
#define MUTANT_CONTINUE(n)                                                                         \
    if (MUTANT_ON(n))                                                                              \
        break;                                                                                     \
    else                                                                                           \
        continue
