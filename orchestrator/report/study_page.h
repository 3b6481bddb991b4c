/* study_page.h -- writes the section of the page about one study. */
#pragma once

#include "orchestrator/report/facts.h"
#include "orchestrator/report/summary.h"

#include <stdio.h>

enum { STUDY_PAGE_ID = 64 };

/* A figure in the page and in the files beside it. */
struct page_figure {
    char *name; /* name of its files */
    char *title;
    char *wide, *narrow; /* <svg> elements of both widths; NULL: not drawn */
    char *problem;       /* why it is not drawn; NULL where it is */
};

/* A table that the study defines, in the page and as CSV beside it. */
struct page_summary {
    char *name; /* name of its file */
    struct summary summary;
    char *problem; /* why it could not be made; NULL where it was */
};

struct page_study {
    struct study_table table;
    struct facts facts;
    char id[STUDY_PAGE_ID]; /* in the page and in names of files: letters, digits, '-', '_' */
    struct page_figure *figures;
    uint32_t n_figures;
    struct page_summary *summaries;
    uint32_t n_summaries;
};

/* Writes the section. `files` is the folder of figures and tables, as links name it. */
void study_page_write(const struct page_study *s, const char *files, FILE *out);

/* Parts of the section: */
void study_page_points(const struct study_table *t, FILE *out);
void study_page_failures(const struct study_table *t, FILE *out);
void study_page_stalls(const struct page_study *s, FILE *out);

/* Makes a row's name, such as "weekend, rtx2060, 40", from its values of the axes that vary; it is
 * cut to n bytes. */
void study_page_row_name(const struct study_table *t, size_t row, char *name, size_t n);
