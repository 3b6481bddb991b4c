/* study_page.h -- one study as a section of the page. */
#pragma once

#include "orchestrator/report/facts.h"
#include "orchestrator/report/summary.h"

#include <stdio.h>

enum { STUDY_PAGE_ID = 64 };

/* A figure in the page and in files beside it. */
struct page_figure {
    char *name; /* of the files */
    char *title;
    char *wide, *narrow; /* <svg>; NULL: not drawn */
    char *problem;       /* the reason; NULL where it is drawn */
};

/* A table of the study's definition, in the page and as CSV beside it. */
struct page_summary {
    char *name; /* of the file */
    struct summary summary;
    char *problem; /* why it could not be made; NULL where it was */
};

struct page_study {
    struct study_table table;
    struct facts facts;
    char id[STUDY_PAGE_ID]; /* in the page and of files: letters, digits, '-', '_' */
    struct page_figure *figures;
    uint32_t n_figures;
    struct page_summary *summaries;
    uint32_t n_summaries;
};

/* `files` is the folder of figures and tables in links. */
void study_page_write(const struct page_study *s, const char *files, FILE *out);

/* Parts of it. */
void study_page_points(const struct study_table *t, FILE *out);
void study_page_failures(const struct study_table *t, FILE *out);
void study_page_stalls(const struct page_study *s, FILE *out);

/* "weekend, rtx2060, 40": a row's values of the axes that vary, cut to n bytes. */
void study_page_row_name(const struct study_table *t, size_t row, char *name, size_t n);
