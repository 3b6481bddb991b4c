#include "sim/isa/footprint.h"

#include "common/memory.h"

#include <stddef.h>

enum { PAGE_SECTORS = 2048, SECTOR_SHIFT = 5, PAGE_SHIFT = 16, FIRST_ROOM = 64 };

struct footprint_page {
    uint64_t number;   /* address / page size + 1; 0: the place is free */
    uint64_t *touched; /* a bit per sector */
};

void footprint_release(struct footprint *f)
{
    for (uint32_t i = 0; i < f->room; i++)
        mem_free(f->pages[i].touched);
    mem_free(f->pages);
    *f = (struct footprint){0};
}

/* The page's place, or the free place for it. */
static struct footprint_page *find(struct footprint_page *pages, uint32_t room, uint64_t number)
{
    uint32_t i = (uint32_t)(number * 0x9E3779B97F4A7C15u >> 32) & (room - 1);
    while (pages[i].number && pages[i].number != number)
        i = (i + 1) & (room - 1);
    return &pages[i];
}

static bool grow(struct footprint *f)
{
    uint32_t room = f->room ? 2 * f->room : FIRST_ROOM;
    struct footprint_page *pages = mem_calloc(room, sizeof *pages);
    if (!pages)
        return false;
    for (uint32_t i = 0; i < f->room; i++)
        if (f->pages[i].number)
            *find(pages, room, f->pages[i].number) = f->pages[i];
    mem_free(f->pages);
    f->pages = pages;
    f->room = room;
    return true;
}

static struct footprint_page *page_of(struct footprint *f, uint64_t number)
{
    if (2 * f->n >= f->room && !grow(f))
        return NULL;
    struct footprint_page *page = find(f->pages, f->room, number);
    if (page->number)
        return page;
    page->touched = mem_calloc(PAGE_SECTORS / 64, sizeof *page->touched);
    if (!page->touched)
        return NULL;
    page->number = number;
    f->n++;
    return page;
}

void footprint_touch(struct footprint *f, uint64_t addr)
{
    struct footprint_page *page = page_of(f, (addr >> PAGE_SHIFT) + 1);
    if (!page) {
        f->failed = true;
        return;
    }
    uint32_t sector = addr >> SECTOR_SHIFT & (PAGE_SECTORS - 1);
    uint64_t bit = UINT64_C(1) << sector % 64, *word = &page->touched[sector / 64];
    f->touched += !(*word & bit);
    *word |= bit;
}
