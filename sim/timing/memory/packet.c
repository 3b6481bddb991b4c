#include "sim/timing/memory/packet.h"

#include "common/memory.h"

enum st_code packet_pool_create(struct packet_pool *pool, uint32_t room, struct status *st)
{
    *pool = (struct packet_pool){.room = room, .free = PACKET_NONE};
    pool->packets = mem_room(room, sizeof *pool->packets);
    return pool->packets ? ST_OK : status_no_memory(st, "memory packets");
}

void packet_pool_release(struct packet_pool *pool)
{
    mem_free(pool->packets);
    pool->packets = NULL;
}
