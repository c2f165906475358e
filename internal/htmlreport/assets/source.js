// The source beside the lanes: one file at a time, only the lines in sight are in the document.
const LINE = 20;
const code = byId("source"), fileTabs = byId("file-tabs");
const codeWindow = h("div", { class: "window" }), codeSpacer = h("div", { class: "spacer" }, codeWindow);
code.append(codeSpacer);
let file = -1;
const { load, coloured } = report;

// marks are the threads that stand on each line of the file.
const marks = () => {
  const out = new Map();
  threads.forEach((_, t) => {
    const r = standsAt(t, cur);
    if (r < 0 || rows[r].f !== file) return;
    if (!out.has(rows[r].l)) out.set(rows[r].l, []);
    out.get(rows[r].l).push(t);
  });
  return out;
};

let flash = 0; // a line that was asked for
let drawnLines = { file: -1, top: -1, end: -1, nodes: [], special: new Set() };
const lineNode = (i, f, here, now) => {
  const n = i + 1, list = here.get(n) || [], executed = lineRows.has(file + ":" + n);
  const on = now && now.f === file && now.l === n;
  const cls = ["line", on ? "on" : "", on && now.k & BROKEN ? "broken" : "", executed ? "executed" : "", n === flash ? "flash" : ""].filter(Boolean).join(" ");
  return h("div", { class: cls, "data-line": n, style: { "--t": on ? color(now.t) : list.length ? color(list[0]) : "transparent" }, title: executed ? "Go to the next step on this line" : null },
    h("span", { class: "marks" }, ...list.slice(0, 3).map((t) => h("span", { class: now && now.t === t ? "mark now" : "mark", style: { "--t": color(t) }, title: fullLabel(t) + (now && now.t === t ? " is here" : " was here last") }, "T" + t)),
      list.length > 3 ? h("span", { class: "mark more", title: list.map(label).join(", ") }, "+" + (list.length - 3)) : null),
    h("span", { class: "lineno" }, n), h("code", {}, ...coloured(f.lines[i], f.open[i])));
};
const renderSource = () => {
  if (file < 0) return;
  const f = load(file), count = f.lines.length, block = 16;
  const top = Math.max(0, Math.floor(code.scrollTop / LINE / block - 1) * block), end = Math.min(count, top + (Math.ceil(code.clientHeight / LINE / block) + 3) * block);
  const here = marks(), now = rows[cur];
  const special = new Set(here.keys()); // lines that look different from others
  if (now && now.f === file) special.add(now.l);
  if (flash) special.add(flash);
  if (drawnLines.file === file && drawnLines.top === top && drawnLines.end === end) {
    for (const n of new Set([...special, ...drawnLines.special])) {
      if (n <= top || n > end) continue;
      const node = lineNode(n - 1, f, here, now);
      drawnLines.nodes[n - 1 - top].replaceWith(node);
      drawnLines.nodes[n - 1 - top] = node;
    }
  } else {
    codeSpacer.style.height = count * LINE + "px";
    codeWindow.style.transform = `translateY(${top * LINE}px)`;
    codeWindow.style.minWidth = `calc(${f.longest}ch + 6.5rem)`;
    drawnLines.nodes = [];
    for (let i = top; i < end; i++) drawnLines.nodes.push(lineNode(i, f, here, now));
    codeWindow.replaceChildren(...drawnLines.nodes);
  }
  drawnLines = { file, top, end, nodes: drawnLines.nodes, special };
};
let sourcePending = false;
const laterSource = () => {
  if (sourcePending) return;
  sourcePending = true;
  requestAnimationFrame(() => { sourcePending = false; renderSource(); });
};
code.addEventListener("scroll", laterSource, { passive: true });
new ResizeObserver(() => {
  if (!flash && rows[cur] && rows[cur].f === file) revealLine(rows[cur].l);
  laterSource();
}).observe(code);

const openFile = (f) => {
  if (f === file) return;
  file = f;
  [...fileTabs.children].forEach((b, i) => { b.setAttribute("aria-selected", String(i === f)); b.tabIndex = i === f ? 0 : -1; });
  const b = fileTabs.children[f];
  if (b) { // not the page: on a narrow screen the cause stands far above
    const at = b.getBoundingClientRect(), box = fileTabs.getBoundingClientRect();
    fileTabs.scrollLeft += Math.min(0, at.left - box.left) + Math.max(0, at.right - box.right);
  }
  const { lines } = load(f);
  codeSpacer.style.height = lines.length * LINE + "px";
  code.scrollTop = 0;
};
const revealLine = (n) => {
  const y = (n - 1) * LINE, view = code.clientHeight;
  if (y < code.scrollTop + LINE || y > code.scrollTop + view - 3 * LINE) code.scrollTop = Math.max(0, y - view * 0.4);
  code.scrollLeft = 0;
};
const names = report.files.map((f) => base(f.name));
report.files.forEach((f, i) => {
  const twice = names.indexOf(names[i]) !== names.lastIndexOf(names[i]);
  fileTabs.append(h("button", { type: "button", role: "tab", "aria-selected": "false", "aria-controls": "source", title: f.name, onclick: () => { openFile(i); laterSource(); } }, twice ? f.name : names[i]));
});
fileTabs.addEventListener("keydown", (e) => {
  const to = { ArrowRight: file + 1, ArrowLeft: file - 1, Home: 0, End: names.length - 1 }[e.key];
  if (to === undefined) return;
  const n = names.length;
  openFile((to + n) % n);
  fileTabs.children[file].focus();
  laterSource();
  e.preventDefault();
  e.stopPropagation();
});
if (!report.files.length) code.replaceChildren(h("p", { class: "muted empty" }, "The text of the program is not known."));

// A click on a line goes to the next step on it.
code.addEventListener("click", (e) => {
  const node = e.target.closest(".line");
  if (!node || String(getSelection()) !== "") return;
  const list = lineRows.get(file + ":" + node.dataset.line);
  if (!list) return;
  const n = before(list, cur);
  goVisible(n < list.length ? list[n] : list[0]);
});
report.source = (name, line) => {
  const f = report.fileNumber.get(name);
  if (f === undefined) return;
  report.show("trace");
  openFile(f);
  flash = line;
  revealLine(line);
  laterSource();
};
const followSource = () => {
  const row = rows[cur];
  flash = 0;
  if (row && row.f >= 0) {
    openFile(row.f);
    revealLine(row.l);
  } else if (file < 0 && report.files.length) openFile(0);
  laterSource();
};
