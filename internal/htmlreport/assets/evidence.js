// What is known of each line, beside the source.
const d = whittle.data("data-proof");
const h = whittle.h;
const report = whittle.report;
const byId = (id) => document.getElementById(id);
const code = byId("ev-code"), fileChoice = byId("ev-file"), kinds = byId("ev-kinds");
const names = { why: "reasons", reached: "bounds reached", bound: "bounds", assume: "assumptions", values: "values", states: "states", never: "not reached" };
const CONTEXT = 4, FOLD = 8, SHORT = 120; // lines around notes that are shown, the shortest run of others that is folded, files without folds
const hidden = new Set();
let file = -1;
let open = new Set(); // folds that were opened

if (code) {
  const byFile = new Map();
  for (const n of d.notes) {
    if (n.f < 0) continue;
    if (!byFile.has(n.f)) byFile.set(n.f, new Map());
    const lines = byFile.get(n.f);
    if (!lines.has(n.l)) lines.set(n.l, []);
    lines.get(n.l).push(n);
  }
  const lineOf = (text, inComment, number, notes) => {
    const seen = notes.filter((n) => !hidden.has(n.k));
    const never = notes.some((n) => n.k === "never");
    return h("div", { class: "ev-line" + (never ? " never" : ""), id: `ev-${number}` },
      h("span", { class: "ln" }, String(number)), h("code", {}, ...report.coloured(text, inComment)),
      seen.length ? h("span", { class: "notes" }, ...seen.map((n) => h("span", { class: "ev-chip " + n.k, title: names[n.k] }, n.x))) : null);
  };
  const draw = () => {
    const { lines, open: comments } = report.load(file), notes = byFile.get(file) || new Map();
    const near = new Uint8Array(lines.length + 2).fill(lines.length <= SHORT ? 1 : 0);
    for (const l of notes.keys()) for (let i = Math.max(1, l - CONTEXT); i <= Math.min(lines.length, l + CONTEXT); i++) near[i] = 1;
    const out = [];
    for (let i = 1; i <= lines.length;) {
      let j = i;
      while (j <= lines.length && !near[j]) j++;
      if (j - i >= FOLD && !open.has(i)) {
        const from = i;
        out.push(h("button", { type: "button", class: "ev-fold", "data-from": i, onclick: () => { open.add(from); draw(); } }, `${j - i} lines`));
        i = j;
        continue;
      }
      for (j = Math.max(j, i + 1); i < j && i <= lines.length; i++) out.push(lineOf(lines[i - 1], comments[i - 1], i, notes.get(i) || []));
    }
    code.replaceChildren(...out);
  };
  const showFile = (f) => {
    if (f === file) return;
    file = f;
    open = new Set();
    fileChoice.value = String(f);
    draw();
    const first = code.querySelector(".notes");
    code.scrollTop = first ? first.getBoundingClientRect().top - code.getBoundingClientRect().top - code.clientHeight / 4 : 0;
  };
  const showLine = (name, line) => {
    const f = report.fileNumber.get(name);
    if (f === undefined) return;
    showFile(f);
    let el = byId(`ev-${line}`);
    for (const fold of [...code.querySelectorAll(".ev-fold")].reverse()) {
      if (el) break;
      if (Number(fold.dataset.from) <= line) { open.add(Number(fold.dataset.from)); draw(); el = byId(`ev-${line}`); break; }
    }
    if (!el) return;
    for (const other of code.querySelectorAll(".here")) other.classList.remove("here");
    el.classList.add("here");
    const box = code.getBoundingClientRect(), at = el.getBoundingClientRect();
    code.scrollTop += at.top - box.top - box.height / 3;
    whittle.announce(`line ${line}: ` + (((byFile.get(f) || new Map()).get(line)) || []).map((n) => n.x).join("; "));
  };
  const files = report.files.map((f, i) => i);
  fileChoice.append(...files.map((i) => h("option", { value: i }, report.files[i].name)));
  fileChoice.hidden = files.length < 2;
  fileChoice.addEventListener("change", () => showFile(Number(fileChoice.value)));
  const present = Object.keys(names).filter((k) => d.notes.some((n) => n.k === k));
  if (present.length > 1) {
    kinds.append(...present.map((k) => {
      const b = h("button", { type: "button", class: "ev-key", "aria-pressed": "true", onclick: () => {
        if (hidden.has(k)) hidden.delete(k); else hidden.add(k);
        b.setAttribute("aria-pressed", String(!hidden.has(k)));
        draw();
      } }, names[k]);
      return b;
    }));
  }
  for (const a of document.querySelectorAll(".ev-at")) {
    a.addEventListener("click", (e) => { e.preventDefault(); showLine(a.dataset.file, Number(a.dataset.line)); code.focus({ preventScroll: true }); });
  }
  report.onShow("proof", () => showFile([...byFile.keys()].sort((a, b) => a - b)[0] ?? 0));
  // Without a trace this is where the source is.
  if (report.rows === 0) {
    report.source = (name, line) => { report.show("proof"); showLine(name, line); };
  }
}
