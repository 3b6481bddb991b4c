/* message.h -- what the processes of a pool say to each other: a number one way, an answer the
 * other.
 */
#ifndef ORCHESTRATOR_STUDY_MESSAGE_H
#define ORCHESTRATOR_STUDY_MESSAGE_H

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MESSAGE_PARTS = 8 };

/* Texts and pictures; each part is followed by a zero byte that is not counted. */
struct answer {
    enum st_code code;
    uint32_t n;
    struct {
        unsigned char *bytes;
        size_t n;
    } parts[MESSAGE_PARTS];
};

/* Each is false where the other process is gone (or, of answers, memory is). */
bool message_ask(int socket, uint64_t number);
bool message_asked(int socket, uint64_t *number);
bool message_answer(int socket, const struct answer *a);
bool message_answered(int socket, struct answer *out); /* waits for all of it */

/* Adds a part, copied. */
enum st_code answer_add(struct answer *a, const void *bytes, size_t n, struct status *st);
void answer_free(struct answer *a); /* leaves it empty */

#endif
