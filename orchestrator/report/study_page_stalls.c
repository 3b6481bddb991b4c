/* Writes stall stacks: for each point a bar of coloured parts, and each part as a number. */
#include "orchestrator/report/html.h"
#include "orchestrator/report/study_page.h"

enum { NAME = 256, UNFOLDED_ROWS = 24 };

static void write_bar(const double *share, FILE *out)
{
    fputs("<td><div class=\"stack\" aria-hidden=\"true\">", out);
    for (int i = 0; i < FACTS_PARTS; i++)
        if (share[i] > 0)
            fprintf(out, "<span class=\"k%d\" style=\"width:%.2f%%\"></span>", i + 1,
                    100 * share[i]);
    fputs("</div></td>", out);
}

static void write_run(const struct study_table *t, size_t row, int stack, const char *whose,
                      const struct run_stalls *stalls, FILE *out)
{
    char name[NAME], shown[32];
    struct stall_cause part;
    study_page_row_name(t, row, name, sizeof name);
    HTML_ROW(out, name);
    HTML_CELL(out, whose);
    write_bar(stalls->share[stack], out);
    for (size_t i = 0; stall_cause(&stall_stacks[stack], NULL, i, &part); i++) {
        double share = stalls->share[stack][i];
        snprintf(shown, sizeof shown, "%.1f %%", 100 * share);
        html_number(share, shown, NULL, out);
    }
    fputs(HTML_ROW_END, out);
}

static size_t count_runs(const struct page_study *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->table.n; i++)
        n += (size_t)s->facts.predictions[i].known + s->facts.references[i].known;
    return n;
}

static void write_stack(const struct page_study *s, int stack, bool folded, FILE *out)
{
    struct stall_cause part;
    html_table_begin(stall_stacks[stack].title, folded, out);
    html_column("Point", NULL, false, 0, out);
    html_column("Run", NULL, false, 0, out);
    html_column("Shares", NULL, false, 0, out);
    for (size_t i = 0; stall_cause(&stall_stacks[stack], NULL, i, &part); i++)
        html_column(part.name, part.doc, true, (int)i + 1, out);
    html_rows_begin(out);
    for (size_t i = 0; i < s->table.n; i++) {
        const struct run_stalls *ours = &s->facts.predictions[i];
        const struct run_stalls *whole = &s->facts.references[i];
        if (ours->known)
            write_run(&s->table, i, stack, "prediction", ours, out);
        if (whole->known)
            write_run(&s->table, i, stack, "whole frame", whole, out);
    }
    html_table_end(folded, out);
}

void study_page_stalls(const struct page_study *s, FILE *out)
{
    size_t n = count_runs(s);
    if (!n)
        return;
    fputs("<h3>Where the cycles went</h3>\n", out);
    for (int stack = 0; stack < STALL_STACKS; stack++)
        write_stack(s, stack, n > UNFOLDED_ROWS, out);
}
