// Search over the steps.
const searchField = byId("search"), hitsNote = byId("hits");
let hits = [], hitSet = new Set(), searchTexts = null;
const searchText = (r) => `${fullLabel(rows[r].t)} ${placeOf(r)} ${textOf(r)} ${effectsOf(r).join("; ")}`.toLowerCase();
const search = () => {
  query = searchField.value.trim().toLowerCase();
  hits = [];
  if (query) {
    searchTexts = searchTexts || rows.map((_, r) => searchText(r));
    searchTexts.forEach((s, r) => { if (s.includes(query) && (showAll || !(rows[r].k & IDLE))) hits.push(r); });
  }
  hitSet = new Set(hits);
  showHits();
  redraw();
  later();
};
const showHits = () => {
  if (!query) hitsNote.textContent = "";
  else if (!hits.length) hitsNote.textContent = "none";
  else {
    const n = hits.indexOf(cur);
    hitsNote.textContent = n < 0 ? `${hits.length}` : `${n + 1}/${hits.length}`;
  }
};
const goHit = (dir) => {
  if (!hits.length) return;
  const n = dir > 0 ? before(hits, cur) : before(hits, cur - 1) - 1;
  goVisible(hits[(n + hits.length) % hits.length]);
};
searchField.addEventListener("input", search);
searchField.addEventListener("keydown", (e) => {
  if (e.key === "Enter") { goHit(e.shiftKey ? -1 : 1); e.preventDefault(); }
  if (e.key === "Escape") {
    searchField.value = "";
    search();
    pane.focus();
    e.preventDefault();
  }
});
