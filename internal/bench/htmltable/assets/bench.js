const table = document.getElementById("table");
const form = document.getElementById("filters");
const field = (id) => document.getElementById(id);
const value = (id) => (field(id) ? field(id).value : "");
const rows = [...table.tBodies[0].rows].map((row) => ({
  row, name: row.cells[0].title.toLowerCase(), scores: row.dataset.scores.split(" "),
}));
const shown = document.getElementById("shown");

// fits says whether a row passes the filters. Words of the name may stand in any order.
const fits = (r) => {
  const d = r.row.dataset;
  for (const word of value("find").toLowerCase().split(/\s+/)) if (!r.name.includes(word)) return false;
  for (const id of ["set", "property", "expected"]) if (value(id) !== "" && d[id] !== value(id)) return false;
  const want = value("score");
  if (want === "") return true;
  const scores = r.scores.filter((s) => s !== "-");
  if (want === "differ") return new Set(scores).size > 1;
  const of = value("of");
  return of === "" ? scores.includes(want) : r.scores[Number(of)] === want;
};
const filter = () => {
  let n = 0;
  for (const r of rows) {
    r.row.hidden = !fits(r);
    if (!r.row.hidden) n++;
  }
  shown.textContent = n === rows.length ? `${n} tasks` : `${n} of ${rows.length} tasks`;
};
form.addEventListener("input", filter);
form.addEventListener("submit", (e) => e.preventDefault());
form.addEventListener("reset", () => setTimeout(filter, 0));

// find shows one task in the table.
const find = (name) => {
  form.reset();
  field("find").value = name;
  filter();
  field("results-head").scrollIntoView({ behavior: whittle.reducedMotion() ? "auto" : "smooth" });
  field("find").focus({ preventScroll: true });
  whittle.announce(`The table shows ${name}.`);
};
for (const b of document.querySelectorAll("button[data-find]")) b.addEventListener("click", () => find(b.dataset.find));
for (const f of document.querySelectorAll("figure.scatter")) {
  f.addEventListener("click", (e) => {
    const mark = e.target.closest("[data-name]");
    if (mark) find(mark.dataset.name.split(" | ")[0]);
  });
}

document.addEventListener("keydown", (e) => {
  if (e.key === "Escape" && e.target === field("find")) { form.reset(); filter(); e.preventDefault(); return; }
  if (e.key !== "/" || whittle.typing(e)) return;
  field("find").focus();
  field("find").select();
  e.preventDefault();
});
filter();
