"use strict";
// Tables that sort. Without this script they are tables all the same. A cell's data-v is its
// number; cells without one are compared as texts, cells without content stand last.
(() => {
  const key = (row, column) => {
    const cell = row.cells[column];
    const text = cell.textContent.trim();
    const number = cell.hasAttribute("data-v") ? Number(cell.dataset.v) : NaN;
    return { text, number, empty: text === "" || text === "-" };
  };
  const compare = (a, b) => {
    const numbers = !Number.isNaN(a.number) && !Number.isNaN(b.number);
    return numbers ? a.number - b.number : a.text.localeCompare(b.text, "en", { numeric: true });
  };
  const sort = (table, column, descending) => {
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, (row, place) => ({ row, place, key: key(row, column) }));
    rows.sort((a, b) => {
      if (a.key.empty !== b.key.empty) return a.key.empty ? 1 : -1;
      const order = compare(a.key, b.key);
      return (descending ? -order : order) || a.place - b.place;
    });
    body.append(...rows.map((r) => r.row));
  };
  const click = (table, header) => {
    const descending = header.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", descending ? "descending" : "ascending");
    sort(table, header.cellIndex, descending);
  };
  for (const table of document.querySelectorAll("table.sort")) {
    for (const header of table.tHead.rows[0].cells) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...header.childNodes);
      header.append(button);
      button.addEventListener("click", () => click(table, header));
    }
  }
  addEventListener("beforeprint", () => {
    for (const closed of document.querySelectorAll("details:not([open])")) closed.open = true;
  });
})();
