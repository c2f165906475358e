// The trace: rows, what is folded, who stands where, the values.
const h = whittle.h, report = whittle.report;
const trace = whittle.data("data-trace");
const rows = trace.rows, threads = trace.threads, texts = trace.strings;
const MINOR = 1, IDLE = 2, BROKEN = 4, SWITCH = 8, INPUT = 16, RACE = 32;
const byId = (id) => document.getElementById(id);

const textOf = (r) => texts[rows[r].x];
const effectsOf = (r) => (rows[r].e || []).map((e) => texts[e]);
const label = (t) => t < 0 ? "all threads" : "T" + t;
const fullLabel = (t) => t < 0 ? "all threads" : threads[t].name ? `T${t} ${threads[t].name}` : "T" + t;
const color = (t) => t < 0 ? "var(--muted)" : `var(--c${t % 8})`;
const base = (name) => name.slice(name.lastIndexOf("/") + 1);
const manyFiles = new Set(rows.map((r) => r.f >= 0 ? r.f : r.w ? r.w.replace(/(:\d+)+$/, "") : 0)).size > 1;
const placeOf = (r, long) => {
  const row = rows[r];
  if (row.f >= 0) {
    const name = report.files[row.f].name;
    return long ? name + ":" + row.l : manyFiles ? base(name) + ":" + row.l : String(row.l);
  }
  const m = /^(.*?):(\d+)(:\d+)?$/.exec(row.w || "");
  return m ? base(m[1]) + ":" + m[2] : row.w || "";
};

// The steps that people see are numbered: rows in which nothing happens, which the printed trace leaves out, have no number.
const numbers = new Int32Array(rows.length);
const rowOfNumber = [0];
for (let r = 0, n = 0; r < rows.length; r++) {
  if (!(rows[r].k & IDLE)) { n++; rowOfNumber.push(r); }
  numbers[r] = n;
}
const steps = rowOfNumber.length - 1;

// Groups of rows that are folded: blocks that are repeated, and others of one thread, one right after the other.
const groups = [];
const groupOf = new Int32Array(rows.length).fill(-1);
for (let r = 0; r < rows.length;) {
  let end = r;
  const repeat = rows[r].g || 0;
  while (end < rows.length && rows[end].k & MINOR && (rows[end].g || 0) === repeat && (repeat || rows[end].t === rows[r].t)) end++;
  if (end === r) { r++; continue; }
  let count = 0;
  for (let i = r; i < end; i++) if (!(rows[i].k & IDLE)) count++;
  if (count > 1 || count > 0 && repeat) { // one step takes no more room than what it is folded in
    groupOf.fill(groups.length, r, end);
    groups.push({ from: r, to: end, count, open: false, text: repeat ? texts[trace.repeats[repeat - 1]] : "" });
  }
  r = end;
}

// items are what the lanes show: rows, and heads of groups (row: -1).
let items = [], itemOf = new Int32Array(rows.length), showAll = false;
const layout = () => {
  items = [];
  for (let r = 0; r < rows.length; r++) {
    const g = groupOf[r] < 0 ? null : groups[groupOf[r]];
    if (g && r === g.from && !showAll) items.push({ row: -1, group: g });
    const hidden = !showAll && (g ? !g.open || rows[r].k & IDLE : rows[r].k & IDLE);
    if (!hidden) items.push({ row: r, group: g });
    // Of a row that is hidden the item before it stands for it.
    itemOf[r] = Math.max(items.length - 1, 0);
  }
};
layout();

// The current row. What is folded is one step: the last of its rows.
const settle = (r) => {
  r = Math.min(Math.max(r, 0), rows.length - 1);
  const item = items[itemOf[r]];
  if (!item) return r;
  if (item.row >= 0) return item.row;
  return item.group.open ? Math.min(item.group.to - 1, rows.length - 1) : lastOf(item.group);
};
const lastOf = (g) => {
  let r = g.to - 1;
  while (r > g.from && rows[r].k & IDLE) r--;
  return r;
};
// rowAt is the row that an item stands for.
const rowAt = (i) => items[i].row >= 0 ? items[i].row : lastOf(items[i].group);

// The rows of each thread, and of each line, to find what is next.
const threadRows = threads.map(() => []);
const lineRows = new Map();
rows.forEach((row, r) => {
  if (row.t >= 0) threadRows[row.t].push(r);
  if (row.f >= 0 && !(row.k & IDLE)) {
    const key = row.f + ":" + row.l;
    if (!lineRows.has(key)) lineRows.set(key, []);
    lineRows.get(key).push(r);
  }
});
// before returns how many of some ascending numbers are at most x.
const before = (list, x) => {
  let a = 0, b = list.length;
  while (a < b) {
    const m = (a + b) >> 1;
    if (list[m] <= x) a = m + 1; else b = m;
  }
  return a;
};
// standsAt is the last row of a thread up to row r; -1: it has not run yet.
const standsAt = (t, r) => {
  const n = before(threadRows[t], r);
  return n ? threadRows[t][n - 1] : -1;
};

// The value of a variable behind row r: its text or null, and where it came from.
const valueAt = (v, r) => {
  const n = before(v.rows, r);
  if (!n) return { text: null, since: -2 };
  const i = v.values[n - 1];
  return { text: i < 0 ? null : texts[i], since: v.rows[n - 1] };
};

// What is held at row r by a thread.
const heldAt = (t, r) => trace.spans.filter((s) => s.t === t && s.a <= r && (r < s.b || s.open));

report.rows = rows.length;
report.stepsOf = (r) => {
  const out = [], s = rows[r] ? rows[r].s : [];
  for (let i = 0; i < s.length; i += 2) for (let n = 0; n < s[i + 1]; n++) out.push(s[i] + n);
  return out;
};

const BROKEN_WORDS = /^(VIOLATION|UNDEFINED|WAITS FOR EVER)\b ?/;
// effect shows one effect: names and values apart.
const effect = (text, row, query) => {
  const broken = BROKEN_WORDS.exec(text);
  if (broken) return h("span", { class: "fx broken" }, h("b", {}, broken[1] === "VIOLATION" ? "" : broken[1].toLowerCase() + " "), ...marked(text.slice(broken[0].length), query));
  if (rows[row].k & INPUT && /^input (?!:=|is )/.test(text)) return h("span", { class: "fx input" }, h("b", {}, "input"), ...marked(text.slice(5), query));
  const store = text.includes(" := ");
  return h("span", { class: store ? "fx store" : "fx" }, ...marked(text, query));
};
// marked makes nodes of a text in which what is searched for is marked.
const marked = (text, query) => {
  if (!query) return [text];
  const out = [], low = text.toLowerCase();
  let at = 0;
  if (low.length !== text.length) return [text]; // letters whose small form is longer
  for (;;) {
    const i = low.indexOf(query, at);
    if (i < 0) break;
    out.push(text.slice(at, i), h("mark", {}, text.slice(i, i + query.length)));
    at = i + query.length;
  }
  out.push(text.slice(at));
  return out;
};
