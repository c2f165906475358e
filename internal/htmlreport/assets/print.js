// On paper the whole trace is a table with a column for each thread, and short sources follow.
const paper = byId("paper");
const PAPER_ROWS = 2000, PAPER_LINES = 600, PAPER_THREADS = 6;
addEventListener("beforeprint", () => {
  const columns = threads.length <= PAPER_THREADS;
  const list = [];
  for (let r = 0; r < rows.length && list.length < PAPER_ROWS; r++) if (!(rows[r].k & IDLE)) list.push(r);
  const cell = (r) => [h("code", {}, textOf(r)), effectsOf(r).length ? h("div", { class: "effects" }, effectsOf(r).map((e, n) => [n ? "; " : "", effect(e, r, "")]).flat()) : null];
  const head = h("tr", {}, h("th", { class: "paper-step" }, "Step"), h("th", { class: manyFiles ? "paper-place wide" : "paper-place" }, manyFiles ? "Place" : "Line"), columns ? threads.map((_, t) => h("th", { style: { color: color(t) } }, fullLabel(t))) : [h("th", { class: "paper-place wide" }, "Thread"), h("th", {}, "What happens")]);
  const body = list.map((r) => h("tr", { class: (rows[r].k & SWITCH ? "switch " : "") + (rows[r].k & BROKEN ? "broken" : "") }, h("td", { class: "num" }, numbers[r]), h("td", {}, placeOf(r)),
    columns ? (rows[r].t < 0 ? [h("td", { colspan: threads.length }, cell(r))] : threads.map((_, t) => h("td", { style: t === rows[r].t ? { "--t": color(t) } : {}, class: t === rows[r].t ? "acts" : "" }, t === rows[r].t ? cell(r) : null))) :
      [h("td", {}, fullLabel(rows[r].t)), h("td", {}, cell(r))]));
  const parts = [h("h2", {}, "Trace"), h("table", { class: "data paper-trace" }, h("thead", {}, head), h("tbody", {}, body))];
  if (list.length < steps) parts.push(h("p", {}, `The first ${list.length} of ${steps} steps.`));
  report.files.forEach((f, i) => {
    const { lines, open } = load(i);
    parts.push(h("h2", {}, f.name));
    if (lines.length > PAPER_LINES) { parts.push(h("p", {}, `${lines.length} lines, not printed.`)); return; }
    parts.push(h("div", { class: "paper-source" }, lines.map((l, n) => h("div", {}, h("span", { class: "lineno" }, n + 1), h("code", {}, ...coloured(l, open[n]))))));
  });
  paper.replaceChildren(...parts);
});
addEventListener("afterprint", () => paper.replaceChildren());
