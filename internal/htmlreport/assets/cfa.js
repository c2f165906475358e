// The drawing of a function. Places and curves come from the data; here they become SVG when they are asked for.
const d = whittle.data("data-cfa");
const h = whittle.h;
const report = whittle.report;
const byId = (id) => document.getElementById(id);
const view = byId("cfa-view"), side = byId("cfa-side"), choice = byId("cfa-fn"), models = byId("cfa-models");
const columns = view.parentNode, paper = byId("cfa-paper");
const rowH = 17, padX = 9, padY = 6, head = 19, gutter = 34; // as in cfa.go
const entry = 1, bad = 2, odd = 4;

const NS = "http://www.w3.org/2000/svg";
const svg = (tag, attrs, ...children) => {
  const el = document.createElementNS(NS, tag);
  for (const [k, v] of Object.entries(attrs || {})) {
    if (k === "style") for (const [p, x] of Object.entries(v)) el.style.setProperty(p, x);
    else el.setAttribute(k, v);
  }
  el.append(...children);
  return el;
};
const color = (t) => `var(--c${t % 8})`;
const pairs = (list) => {
  const out = [];
  for (let i = 0; list && i < list.length; i += 2) out.push({ t: list[i], n: list[i + 1] });
  return out;
};
const times = (p) => p.n > 1 ? `T${p.t} ×${p.n}` : `T${p.t}`;
const pill = (p) => h("span", { class: "cfa-pill", style: { background: color(p.t) }, title: `thread ${p.t} (${d.threads[p.t] || "?"}), ${p.n} time${p.n > 1 ? "s" : ""}` }, times(p));
const text = (i) => d.x[i];

const functionOf = (b) => d.fn.find((f) => f.b && b >= f.first && b < f.first + f.b.length);

let fn = -1;        // the function that is shown
let chosen = -1;    // the block that is chosen
let drawn = null;   // { root, group, blocks }
let at = { k: 1, x: 0, y: 0 };
let now = -1;       // the block of the current step, counted over all functions
let follow = false;
let moved = false;  // by the reader; else the drawing is fitted into what room there is

// The list of functions.
const option = (f, i) => h("option", { value: i }, f.name + (f.b ? "" : ` (${f.size} blocks, not drawn)`));
const fillChoice = () => {
  const groups = [["On the error path", (f) => !f.model && f.path], [d.at ? "Others" : "Functions", (f) => !f.model && !f.path]];
  if (models.checked) groups.push(["Library models on the error path", (f) => f.model && f.path], ["Library models", (f) => f.model && !f.path]);
  choice.replaceChildren();
  for (const [name, of] of groups) {
    const list = d.fn.map((f, i) => [f, i]).filter(([f]) => of(f));
    if (!list.length) continue;
    const g = h("optgroup", { label: name }, ...list.map(([f, i]) => option(f, i)));
    choice.append(g);
  }
  if (fn >= 0) {
    if (d.fn[fn].model && !models.checked) show(Number(choice.options[0] ? choice.options[0].value : 0));
    choice.value = String(fn);
  }
};

const size = () => ({ w: view.clientWidth || 800, h: view.clientHeight || 500 });
const place = () => {
  if (!drawn) return;
  // Something of the drawing stays in sight.
  const s = size(), f = d.fn[fn], keep = 60;
  at.x = Math.min(s.w - keep, Math.max(keep - f.w * at.k, at.x));
  at.y = Math.min(s.h - keep, Math.max(keep - f.h * at.k, at.y));
  // Lines and boxes stay visible from afar.
  const z = Math.max(1, Math.min(12, 0.55 / at.k));
  if (z !== drawn.z) {
    drawn.z = z;
    drawn.group.style.setProperty("--z", z.toFixed(2));
    drawn.group.classList.toggle("far", at.k < 0.3);
  }
  drawn.group.setAttribute("transform", `translate(${at.x.toFixed(2)} ${at.y.toFixed(2)}) scale(${at.k.toFixed(4)})`);
};
const zoom = (factor, cx, cy) => {
  moved = true;
  const s = size();
  if (cx === undefined) { cx = s.w / 2; cy = s.h / 2; }
  const k = Math.min(3, Math.max(0.02, at.k * factor));
  at = { k, x: cx - (cx - at.x) * k / at.k, y: cy - (cy - at.y) * k / at.k };
  place();
};
const fitting = () => { const s = size(), f = d.fn[fn]; return Math.min(s.w / f.w, s.h / f.h, 1.25); };
const fit = () => {
  if (!drawn) return;
  moved = true; // and it is to stay so
  const s = size(), f = d.fn[fn], k = fitting();
  at = { k, x: (s.w - f.w * k) / 2, y: (s.h - f.h * k) / 2 };
  place();
};
const center = (i, onlyIfAway) => {
  const [x, y, w, hh] = d.fn[fn].b[i].p, s = size();
  const left = at.x + x * at.k, top = at.y + y * at.k, right = left + w * at.k, bottom = top + hh * at.k;
  if (onlyIfAway && left >= 0 && top >= 0 && right <= s.w && bottom <= s.h) return;
  at.x = s.w / 2 - (x + w / 2) * at.k;
  at.y = s.h / 2 - (y + hh / 2) * at.k;
  if (onlyIfAway !== undefined) moved = true;
  place();
};
// begin shows all if it can be read then, else what matters most: the violation, or the entry.
const begin = () => {
  const s = size(), f = d.fn[fn];
  if (fitting() >= 0.7) {
    fit();
    moved = false;
    return;
  }
  moved = false;
  at.k = Math.max(0.7, Math.min(1, s.w / f.w));
  if (f.ends) { center(f.ends - 1); return; }
  const [x, y, w] = f.b[0].p;
  at.x = s.w / 2 - (x + w / 2) * at.k;
  at.y = 10 - y * at.k;
  place();
};

const marker = (id, fill) => svg("marker", { id: `cfa-arrow-${id}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto", markerUnits: "userSpaceOnUse" },
  svg("path", { d: "M0 .5L8 4L0 7.5z", style: { fill } }));

const drawEdge = (f, e, i) => {
  const run = pairs(e.c), g = svg("g", { class: "cfa-e", "data-edge": i });
  const back = e.b ? " back" : "";
  if (!run.length) {
    g.append(svg("path", { d: e.p, class: "cfa-edge" + back + (d.at ? " off" : ""), "marker-end": "url(#cfa-arrow-none)" }));
  }
  // One stripe for each thread, the first in the middle.
  run.slice().reverse().forEach((p, j) => {
    const wide = 2.25 + 4 * (run.length - 1 - j);
    g.append(svg("path", { d: e.p, class: "cfa-edge" + (run.length === 1 ? back : ""), "marker-end": `url(#cfa-arrow-${p.t % 8})`, style: { stroke: color(p.t), "stroke-width": `calc(${wide}px * var(--z, 1))` } }));
  });
  g.append(svg("path", { d: e.p, class: "cfa-hit" }));
  const what = (e.l ? e.l + ": " : "") + (run.length ? run.map(times).join(", ") : d.at ? "not on the error path" : "");
  if (what) g.append(svg("title", {}, what));
  return g;
};
const drawLabel = (e) => {
  const [x, y] = e.a || [0, 0];
  return svg("g", {}, svg("rect", { class: "cfa-label-back", x: x - 1, y, width: e.l.length * 6.2 + 2, height: 14 }),
    svg("text", { class: "cfa-label", x, y: y + 11 }, e.l));
};
const drawBlock = (f, b, i) => {
  const [x, y, w, hh] = b.p, run = pairs(b.c);
  let cls = "cfa-block" + (b.c ? " path" : d.at ? " off" : "");
  if (run.length) cls += " run";
  if (b.k & bad) cls += " bad";
  if (b.k & odd) cls += " odd";
  const g = svg("g", { class: cls, transform: `translate(${x} ${y})`, "data-block": i });
  g.append(svg("rect", { class: "now", x: -4, y: -4, width: w + 8, height: hh + 8, rx: 8, style: { fill: "none" } }));
  g.append(svg("rect", { class: "box", width: w, height: hh, rx: 5, style: run.length ? { "--t": color(run[0].t) } : {} }));
  let top = padY;
  if (run.length) {
    let px = padX;
    for (const p of run) {
      const s = times(p), pw = s.length * 6.1 + 9;
      g.append(svg("rect", { x: px, y: 5, width: pw, height: 14, rx: 7, style: { fill: color(p.t) } }),
        svg("text", { class: "pill", x: px + 5, y: 15.5 }, s));
      px += pw + 4;
    }
    top += head;
  }
  b.r.forEach((r, j) => {
    const base = top + j * rowH + 12.5;
    if (r.l) g.append(svg("text", { class: "ln", x: gutter - 4, y: base }, String(r.l)));
    const sig = (b.k & entry) && j === 0;
    g.append(svg("text", { x: sig ? padX : gutter + 4, y: base, class: sig ? "sig" : "" }, text(r.x)));
  });
  return g;
};
// build makes the drawing of a function.
const build = (f) => {
  const group = svg("g", {});
  const defs = svg("defs", {}, marker("none", "var(--muted)"), ...[0, 1, 2, 3, 4, 5, 6, 7].map((i) => marker(i, color(i))));
  const edges = svg("g", {}), labels = svg("g", {}), boxes = svg("g", {});
  // What is on the error path lies on top.
  const order = f.e ? f.e.map((e, i) => i).sort((a, b) => Boolean(f.e[a].c) - Boolean(f.e[b].c) || a - b) : [];
  for (const i of order) edges.append(drawEdge(f, f.e[i], i));
  for (const e of f.e || []) if (e.l) labels.append(drawLabel(e));
  const blocks = f.b.map((b, i) => drawBlock(f, b, i));
  boxes.append(...blocks);
  group.append(edges, boxes, labels);
  return { root: svg("svg", { "aria-hidden": "true" }, defs, group), group, blocks };
};
const draw = () => {
  const f = d.fn[fn];
  view.setAttribute("aria-label", `Control flow of the function ${f.name}, ${f.size} blocks`);
  if (!f.b) {
    drawn = null;
    view.replaceChildren(h("p", { class: "cfa-none" }, `The function ${f.name} has ${f.size} blocks and is not drawn here. The command "whittle show cfa" prints it.`));
    return;
  }
  drawn = build(f);
  view.replaceChildren(drawn.root);
};

// The panel at the side.
const sourceButton = (f, r, label) => h("button", { type: "button", title: "Show it in the source", onclick: () => report.source(r.f || f.file, r.l) }, label);
const showSide = () => {
  const f = d.fn[fn];
  if (chosen < 0 || !f.b) {
    const legend = pairs(f.path).map((p) => h("span", {}, pill({ t: p.t, n: 1 }), d.threads[p.t] || ""));
    side.replaceChildren(h("h3", {}, f.name), h("p", { class: "muted" }, `${f.size} block${f.size === 1 ? "" : "s"}` + (f.line ? `, line ${f.line} of ${f.file}` : "")),
      legend.length ? h("div", { class: "cfa-legend" }, ...legend) : "",
      h("p", { class: "muted" }, d.at ? (legend.length ? "Coloured edges are those that the violation executes, with a stripe for each thread; ×3 says how often. " : "The violation executes nothing of this function. ") : "",
        "Dashed edges lead back. Choose a block to see its operations."));
    return;
  }
  const b = f.b[chosen];
  const lines = b.r.map((r) => r.l).filter(Boolean);
  const where = lines.length ? (Math.min(...lines) === Math.max(...lines) ? `Line ${lines[0]}` : `Lines ${Math.min(...lines)} to ${Math.max(...lines)}`) : "Block";
  const first = b.r.find((r) => r.l);
  const rows = b.r.filter((r) => r.o).map((r) => h("li", {},
    h("div", { class: "text" }, h("span", { class: "ln" }, r.l ? String(r.l) : ""), sourceButton(f, r, text(r.x))),
    h("ul", { class: "ops" }, ...r.o.map((o) => {
      const run = pairs(o.slice(1));
      return h("li", { class: run.length ? "run" : "" }, h("span", { class: "mono" }, text(o[0])), run.length ? h("span", { class: "pills" }, ...run.map(pill)) : "");
    }))));
  const hop = (e, other, arrow) => {
    const rows = f.b[other].r.filter((r) => r.l), row = arrow === "↑" ? rows[rows.length - 1] : rows[0];
    return h("button", { type: "button", onclick: () => { choose(other, true); view.focus(); } },
      arrow + " " + (e.l ? e.l + ": " : "") + (row ? "line " + row.l : "end"));
  };
  const ins = (f.e || []).filter((e) => e.t === chosen), outs = (f.e || []).filter((e) => e.f === chosen);
  side.replaceChildren(h("div", { class: "place" }, h("h3", {}, where), first ? h("button", { type: "button", onclick: () => report.source(first.f || f.file, first.l) }, "Source") : ""),
    b.c ? h("div", { class: "cfa-legend" }, ...pairs(b.c).map((p) => h("span", {}, pill(p), d.threads[p.t] || ""))) : "",
    h("ol", {}, ...rows),
    ins.length ? h("div", { class: "hops" }, ...ins.slice(0, 12).map((e) => hop(e, e.f, "↑"))) : "",
    outs.length ? h("div", { class: "hops", style: { "margin-top": ".4rem" } }, ...outs.map((e) => hop(e, e.t, "↓"))) : "");
  side.scrollTop = 0;
};

const choose = (i, move) => {
  if (drawn && chosen >= 0 && drawn.blocks[chosen]) drawn.blocks[chosen].classList.remove("chosen");
  chosen = i;
  if (drawn && i >= 0) {
    drawn.blocks[i].classList.add("chosen");
    if (move) center(i, true);
    const b = d.fn[fn].b[i];
    whittle.announce(b.r.slice(0, 4).map((r) => text(r.x)).join("; "));
  }
  showSide();
};
const markNow = () => {
  if (!drawn) return;
  drawn.blocks.forEach((g) => g.classList.remove("now"));
  const i = now - d.fn[fn].first;
  if (now >= 0 && i >= 0 && i < drawn.blocks.length) drawn.blocks[i].classList.add("now");
};
const show = (i) => {
  if (i === fn || i < 0 || i >= d.fn.length) return;
  fn = i;
  chosen = -1;
  if (d.fn[i].model && !models.checked) { models.checked = true; fillChoice(); }
  choice.value = String(i);
  draw();
  if (drawn) begin();
  markNow();
  showSide();
};
const toViolation = () => {
  const i = d.fn.findIndex((f) => f.ends);
  if (i < 0) return;
  show(i);
  choose(d.fn[i].ends - 1, false);
  center(d.fn[i].ends - 1, false);
};
// nearest finds the block in a direction from the chosen one.
const nearest = (dx, dy) => {
  const f = d.fn[fn];
  if (!f.b) return;
  if (chosen < 0) { choose(0, true); return; }
  const mid = ([x, y, w, hh]) => [x + w / 2, y + hh / 2];
  const [cx, cy] = mid(f.b[chosen].p);
  let best = -1, least = Infinity;
  f.b.forEach((b, i) => {
    const [x, y] = mid(b.p), along = (x - cx) * dx + (y - cy) * dy, across = Math.abs((x - cx) * dy) + Math.abs((y - cy) * dx);
    if (i !== chosen && along > 1 && along + 2 * across < least) { least = along + 2 * across; best = i; }
  });
  if (best >= 0) choose(best, true);
};
// turn goes to the next block from above to below.
const turn = (step) => {
  const f = d.fn[fn];
  if (!f.b) return;
  const order = f.b.map((b, i) => i).sort((a, b) => f.b[a].p[1] - f.b[b].p[1] || f.b[a].p[0] - f.b[b].p[0]);
  const i = chosen < 0 ? (step > 0 ? 0 : order.length - 1) : (order.indexOf(chosen) + step + order.length) % order.length;
  choose(order[i], true);
};
const source = () => {
  const f = d.fn[fn], r = chosen >= 0 && f.b ? f.b[chosen].r.find((x) => x.l) : null;
  if (r) report.source(r.f || f.file, r.l);
  else if (f.line) report.source(f.file, f.line);
};

// Mouse and touch.
let drag = null;
view.addEventListener("pointerdown", (e) => {
  if (e.button !== 0) return;
  drag = { x: e.clientX, y: e.clientY, fromX: at.x, fromY: at.y, moved: false, target: e.target };
});
view.addEventListener("pointermove", (e) => {
  if (!drag) return;
  const dx = e.clientX - drag.x, dy = e.clientY - drag.y;
  if (!drag.moved && Math.hypot(dx, dy) > 4) { drag.moved = true; view.classList.add("moving"); view.setPointerCapture(e.pointerId); }
  if (drag.moved) { moved = true; at.x = drag.fromX + dx; at.y = drag.fromY + dy; place(); }
});
const drop = (e) => {
  const was = drag;
  drag = null;
  view.classList.remove("moving");
  if (!was || was.moved || e.type === "pointercancel") return;
  const block = was.target.closest(".cfa-block"), edge = was.target.closest(".cfa-e");
  if (block) choose(Number(block.dataset.block), false);
  else if (edge) choose(d.fn[fn].e[Number(edge.dataset.edge)].t, true);
  else choose(-1, false);
};
view.addEventListener("pointerup", drop);
view.addEventListener("pointercancel", drop);
view.addEventListener("dblclick", (e) => { if (e.target.closest(".cfa-block")) source(); });
view.addEventListener("wheel", (e) => {
  if (!drawn) return;
  const box = view.getBoundingClientRect(), unit = e.deltaMode === 1 ? 16 : 1;
  if (e.ctrlKey || e.metaKey) {
    zoom(Math.exp(-e.deltaY * unit * 0.0022), e.clientX - box.left, e.clientY - box.top);
    e.preventDefault();
    return;
  }
  const { x, y } = at;
  moved = true;
  at.x -= (e.shiftKey && !e.deltaX ? e.deltaY : e.deltaX) * unit;
  at.y -= (e.shiftKey && !e.deltaX ? 0 : e.deltaY) * unit;
  place();
  if (at.x !== x || at.y !== y) e.preventDefault(); // at its end the page scrolls on
}, { passive: false });

// Keys.
const pan = (dx, dy) => { moved = true; at.x += dx; at.y += dy; place(); };
const moves = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const key = (e) => {
  const m = moves[e.key];
  if (m && e.shiftKey) { nearest(-m[0], -m[1]); return true; }
  if (m) { pan(m[0] * 60, m[1] * 60); return true; }
  switch (e.key) {
    case "+": case "=": zoom(1.25); return true;
    case "-": zoom(0.8); return true;
    case "0": fit(); return true;
    case "n": turn(1); return true;
    case "p": turn(-1); return true;
    case "j": case "k":
      if (report.rows > 0) report.goNumber(report.number() + (e.key === "j" ? 1 : -1));
      return report.rows > 0;
    case "v": if (d.at) toViolation(); return Boolean(d.at);
    case "f": if (d.at) setFollow(!follow); return Boolean(d.at);
    case "Escape": if (chosen < 0) return false; choose(-1, false); return true;
    case "Enter":
      if (e.target instanceof Element && e.target.closest("button,a,select,input")) return false;
      source();
      return true;
  }
  return false;
};

choice.addEventListener("change", () => show(Number(choice.value)));
models.addEventListener("change", fillChoice);
byId("cfa-in").addEventListener("click", () => zoom(1.25));
byId("cfa-out").addEventListener("click", () => zoom(0.8));
byId("cfa-fit").addEventListener("click", fit);
const setFollow = (on) => {
  follow = on;
  byId("cfa-follow").setAttribute("aria-pressed", String(on));
  if (on) goNow();
};
const goNow = () => {
  if (now < 0) return;
  const i = d.fn.indexOf(functionOf(now));
  if (i < 0 || d.fn[i].model && !models.checked) return;
  show(i);
  choose(now - d.fn[i].first, true);
};
if (d.at) {
  byId("cfa-end").addEventListener("click", toViolation);
  byId("cfa-follow").addEventListener("click", () => setFollow(!follow));
}

// The drawing takes what is left of the window.
const fill = () => {
  const top = columns.getBoundingClientRect().top + scrollY;
  columns.style.height = matchMedia("(max-width: 60rem)").matches ? "" : Math.max(360, innerHeight - top - 74 - byId("cfa-keys").offsetHeight) + "px";
};
addEventListener("resize", () => { if (report.current() === "cfa") fill(); });

let shown = false;
report.onShow("cfa", () => {
  shown = true;
  fill();
  fillChoice();
  const first = d.fn.findIndex((f) => f.ends && !f.model), path = d.fn.findIndex((f) => f.path && !f.model), main = d.fn.findIndex((f) => f.name === "main" && f.b);
  // Without a trace: main, or what is largest.
  const any = main >= 0 ? main : d.fn.reduce((best, f, i) => f.b && !f.model && !(d.fn[best].size >= f.size && d.fn[best].b) ? i : best, 0);
  if (!d.fn.some((f) => !f.model)) models.checked = true;
  show(first >= 0 ? first : path >= 0 ? path : any);
  fillChoice();
  if (d.at) {
    report.onStep((row) => {
      const steps = report.stepsOf(row);
      const seen = steps.map((s) => d.at[s]).filter((b) => b >= 0);
      // Rows of calls end inside of library models; the block is that of the program.
      const own = seen.filter((b) => { const f = functionOf(b); return f && !f.model; });
      now = own.length ? own[own.length - 1] : seen.length ? seen[seen.length - 1] : -1;
      markNow();
      if (follow) goNow();
    });
  }
  new ResizeObserver(() => { if (moved) place(); else if (drawn) begin(); }).observe(view);
});
report.keys("cfa", key);
// Arrow keys on the tab go to other parts, so who comes here by mouse gets the drawing under the keys.
const tab = byId("tab-cfa");
if (tab) tab.addEventListener("click", (e) => { if (e.detail > 0) view.focus({ preventScroll: true }); });
// On paper stand the functions of the error path, or all that are the program's own, one below the other.
const PAPER = 12;
addEventListener("beforeprint", () => {
  const own = d.fn.filter((f) => f.b && !f.model && (!d.at || f.path));
  paper.replaceChildren(...own.slice(0, PAPER).flatMap((f) => {
    const made = build(f);
    made.root.setAttribute("viewBox", `0 0 ${f.w} ${f.h}`);
    made.root.setAttribute("width", Math.round(f.w * 0.8));
    return [h("h3", {}, f.name), made.root];
  }));
  if (own.length > PAPER) paper.append(h("p", {}, `${own.length - PAPER} more functions are not printed.`));
});
addEventListener("afterprint", () => paper.replaceChildren());
