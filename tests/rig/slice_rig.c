#include "tests/rig/slice_rig.h"

#include "tests/rig/gpus.h"
#include "tests/rig/rig.h"

#include <string.h>

void slice_rig_start(struct slice_rig *f, const char *changes)
{
    memset(f, 0, sizeof *f);
    assert_ok(gpu_config_load(&f->config, "mobile_soc", &st));
    f->config.machine.memory_partitions = 1;
    f->config.l2.rop_cycles = 1;
    rig_gpu_change(&f->config, changes);
    f->map = gpu_config_address_map(&f->config);
    assert_ok(packet_pool_create(&f->pool, 4096, &st));
    f->requests = packet_queue_make(4096);
    assert_ok(l2_slice_create(&f->slice, &f->config, &f->map, &f->pool, 0, &st));
    f->dram = l2_slice_dram_queue(f->slice);
    f->fills = l2_slice_fill_queue(f->slice);
    f->replies = l2_slice_reply_queue(f->slice);
}

void slice_rig_end(struct slice_rig *f)
{
    l2_slice_free(f->slice);
    packet_pool_release(&f->pool);
}

static void send(struct slice_rig *f, const struct mem_request *request)
{
    uint32_t p = packet_new(&f->pool);
    f->pool.packets[p] = (struct packet){.request = *request, .kind = PACKET_REQUEST};
    f->pool.packets[p].request.tag = f->sent++;
    packet_push(&f->pool, &f->requests, p);
}

void slice_rig_send(struct slice_rig *f, uint64_t addr, uint32_t bytes)
{
    send(f, &(struct mem_request){.addr = addr, .bytes = bytes, .write = bytes != 0});
}

void slice_rig_send_atomic(struct slice_rig *f, uint64_t addr, bool reduction)
{
    send(f, &(struct mem_request){.addr = addr, .bytes = 0xf, .write = reduction, .atomic = true});
}

cycle_t slice_rig_cycle(struct slice_rig *f, cycle_t now)
{
    if (f->requests.n && l2_slice_takes(f->slice))
        l2_slice_take(f->slice, packet_pop(&f->pool, &f->requests), now + f->config.l2.rop_cycles);
    return l2_slice_tick(f->slice, now).next;
}

void slice_rig_tick(struct slice_rig *f)
{
    slice_rig_cycle(f, f->now++);
}

void slice_rig_run(struct slice_rig *f, cycle_t cycles)
{
    while (cycles--)
        slice_rig_tick(f);
}

struct l2_counters slice_rig_count(struct slice_rig *f)
{
    struct gpu_counters c = {0};
    l2_slice_count(f->slice, f->now, &c);
    return c.l2;
}

uint64_t slice_rig_accepted(struct slice_rig *f)
{
    struct l2_counters c = slice_rig_count(f);
    return c.read_hits + c.read_hits_reserved + c.read_misses + c.read_sector_misses +
           c.write_hits + c.write_hits_reserved + c.write_misses + c.write_sector_misses;
}

cycle_t slice_rig_next_accepted(struct slice_rig *f)
{
    uint64_t before = slice_rig_accepted(f);
    for (int i = 0; i < 1000; i++) {
        slice_rig_tick(f);
        if (slice_rig_accepted(f) != before) {
            assert_int_equal(slice_rig_accepted(f), before + 1);
            return f->now - 1;
        }
    }
    fail_msg("no request was accepted");
    return 0;
}

uint64_t slice_rig_serve(struct slice_rig *f)
{
    assert_true(f->dram->n > 0);
    uint32_t p = packet_pop(&f->pool, f->dram);
    uint64_t addr = f->pool.packets[p].request.addr;
    if (f->pool.packets[p].kind == PACKET_FETCH)
        packet_push(&f->pool, f->fills, p);
    else
        packet_free(&f->pool, p);
    return addr;
}

uint32_t slice_rig_came(const struct slice_rig *f)
{
    uint32_t n = 0, p = f->replies->first;
    for (uint32_t i = 0; i < f->replies->n; i++, p = f->pool.packets[p].next)
        n += f->pool.packets[p].due < f->now;
    return n;
}

uint32_t slice_rig_take_reply(struct slice_rig *f)
{
    assert_true(f->replies->n > 0);
    uint32_t p = packet_pop(&f->pool, f->replies), tag = f->pool.packets[p].request.tag;
    packet_free(&f->pool, p);
    return tag;
}

void slice_rig_bring(struct slice_rig *f, uint64_t addr)
{
    slice_rig_send(f, addr, 0);
    while (!f->dram->n)
        slice_rig_tick(f);
    slice_rig_serve(f);
    while (!f->replies->n)
        slice_rig_tick(f);
    slice_rig_take_reply(f);
}

void slice_rig_write_whole(struct slice_rig *f, uint64_t addr)
{
    slice_rig_send(f, addr, UINT32_MAX);
    while (!f->replies->n)
        slice_rig_tick(f);
    slice_rig_take_reply(f);
    slice_rig_run(f, 8); /* until the data port is free */
}
