#include "orchestrator/study/message.h"

#include "common/memory.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

/* Nothing is longer than a picture. */
#define MOST_BYTES ((uint64_t)1 << 32)

/* A process that is gone is an error here, not a signal. */
static bool send_all(int socket, const void *bytes, size_t n)
{
    const char *at = bytes;
    while (n > 0) {
        ssize_t sent = send(socket, at, n, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        at += sent;
        n -= (size_t)sent;
    }
    return true;
}

static bool receive_all(int socket, void *bytes, size_t n)
{
    char *at = bytes;
    while (n > 0) {
        ssize_t got = recv(socket, at, n, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        n -= (size_t)got;
    }
    return true;
}

bool message_ask(int socket, uint64_t number)
{
    return send_all(socket, &number, sizeof number);
}

bool message_asked(int socket, uint64_t *number)
{
    return receive_all(socket, number, sizeof *number);
}

struct head {
    uint64_t code, n, bytes[MESSAGE_PARTS];
};

bool message_answer(int socket, const struct answer *a)
{
    struct head head = {.code = a->code, .n = a->n};
    for (uint32_t i = 0; i < a->n; i++)
        head.bytes[i] = a->parts[i].n;
    bool good = send_all(socket, &head, sizeof head);
    for (uint32_t i = 0; good && i < a->n; i++)
        good = send_all(socket, a->parts[i].bytes, a->parts[i].n);
    return good;
}

static bool receive_parts(int socket, const struct head *head, struct answer *out)
{
    if (head->n > MESSAGE_PARTS || head->code > ST_NOMEM)
        return false;
    for (uint64_t i = 0; i < head->n; i++) {
        if (head->bytes[i] > MOST_BYTES)
            return false;
        unsigned char *bytes = mem_calloc(head->bytes[i] + 1, 1);
        out->parts[i].bytes = bytes;
        out->parts[i].n = head->bytes[i];
        out->n++;
        if (!bytes || !receive_all(socket, bytes, head->bytes[i]))
            return false;
    }
    return true;
}

bool message_answered(int socket, struct answer *out)
{
    struct head head;
    memset(out, 0, sizeof *out);
    if (!receive_all(socket, &head, sizeof head))
        return false;
    out->code = (enum st_code)head.code;
    if (receive_parts(socket, &head, out))
        return true;
    answer_free(out);
    return false;
}

enum st_code answer_add(struct answer *a, const void *bytes, size_t n, struct status *st)
{
    unsigned char *copy = mem_calloc(n + 1, 1);
    if (!copy)
        return status_no_memory(st, "answer");
    memcpy(copy, bytes, n);
    a->parts[a->n].bytes = copy;
    a->parts[a->n++].n = n;
    return ST_OK;
}

void answer_free(struct answer *a)
{
    for (uint32_t i = 0; i < a->n; i++)
        mem_free(a->parts[i].bytes);
    memset(a, 0, sizeof *a);
}
