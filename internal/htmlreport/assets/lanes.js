// The lanes: a column for each thread, time downward. Only what is in sight is in the document.
const ROW = 26, MARGIN = 12, PLACE = manyFiles ? 150 : 44, NUMBER = 46;
const SVG = "http://www.w3.org/2000/svg";
const pane = byId("lanes"), headPane = byId("lanes-head");
const windowPane = h("div", { class: "window", role: "presentation" });
const spacer = h("div", { class: "spacer", role: "presentation" }, windowPane);
pane.append(spacer);
let cur = 0, query = "", showArrows = true;

// geometry: where lanes and texts are.
let geo = { gap: 0, compact: false, width: 0 };
const measure = () => {
  const n = threads.length, width = pane.clientWidth - NUMBER - PLACE;
  const compact = n > 8 || n > 1 && (width - 250) / (n - 1) < 34;
  // Lanes leave two thirds to the text of the last one, or a half if the names of the threads need that.
  const named = Math.max(...threads.slice(0, -1).map((t) => (t.name.length + 3) * 7.2 + 18), 40), most = width * 0.5 / (n - 1);
  const gap = n < 2 ? 0 : compact ? Math.max(10, Math.min(18, (width - 260) / n)) : Math.max(Math.min(180, (width - Math.min(460, width * 0.72)) / (n - 1)), named <= most ? named : 0);
  geo = { gap, compact, names: !compact && (n < 2 || named <= gap), width: pane.clientWidth };
};
const laneX = (t) => NUMBER + PLACE + 22 + Math.max(t, 0) * geo.gap;
const textX = (t) => (geo.compact ? laneX(threads.length - 1) : laneX(t)) + 13;

const svg = (tag, attrs) => {
  const el = document.createElementNS(SVG, tag);
  for (const [k, v] of Object.entries(attrs)) el.setAttribute(k, v);
  return el;
};
const middle = (item, top) => (item - top + 0.5) * ROW;

const drawHead = () => {
  byId("loop").hidden = !trace.loop;
  byId("loop").textContent = trace.loop ? "\u21ba " + trace.loop.x : "";
  const list = threads.map((t, i) => h("span", { class: "lane-name", style: { left: laneX(i) - 5 + "px", "--t": color(i), "font-size": geo.compact && i > 9 ? ".72rem" : "inherit", "max-width": geo.compact ? "none" : Math.max(geo.gap - 8, 30) + "px" },
    title: fullLabel(i) + (t.by >= 0 ? `, started by T${t.by}` : "") + (t.first < 0 ? ", does not run" : "") },
    geo.compact ? h("b", {}, i) : h("b", {}, "T" + i), geo.names ? " " + t.name : null));
  if (threads.length === 1) list[0].style.maxWidth = "none";
  headPane.replaceChildren(h("span", { class: "head-number" }, "step"), h("span", { class: "head-place", style: { left: NUMBER + "px" } }, manyFiles ? "place" : "line"), ...list);
};

// lifelines, spans and arrows of the items from top to end.
const drawLines = (top, end) => {
  const height = (end - top) * ROW;
  const back = svg("svg", { class: "lines", width: "100%", height, "aria-hidden": "true" });
  const front = svg("svg", { class: "lines front", width: "100%", height, "aria-hidden": "true" });
  threads.forEach((t, i) => {
    if (t.first < 0 && t.at < 0) return;
    const born = t.at >= 0 ? itemOf[t.at] : t.first >= 0 ? itemOf[t.first] : 0;
    const first = t.first >= 0 ? itemOf[t.first] : born;
    const last = t.exit >= 0 ? itemOf[t.exit] : items.length - 1;
    const line = (a, b, cls) => {
      if (b < top || a > end || b <= a) return;
      back.append(svg("line", { class: cls, x1: laneX(i), x2: laneX(i), y1: Math.max(middle(a, top), -ROW), y2: Math.min(middle(b, top), height + ROW), style: `--t:${color(i)}` }));
    };
    if (!showArrows || t.at < 0) line(born, first, "lifeline waiting"); // else the arrow shows it
    line(first, last, t.first < 0 ? "lifeline waiting" : "lifeline");
  });
  for (const s of trace.spans) {
    const a = itemOf[s.a], b = itemOf[s.b];
    if (b < top || a > end) continue;
    const y = Math.max(middle(a, top) - 7, -ROW), y2 = Math.min(middle(b, top) + 7, height + ROW);
    const bar = svg("rect", { class: s.k === "section" ? "span-bar section" : "span-bar", x: laneX(s.t) - 10 - 5 * Math.min(s.d || 0, 3), y, width: 3, height: Math.max(y2 - y, 4), rx: 1.5, style: `--t:${color(s.t)}` });
    const title = svg("title", {});
    title.textContent = s.k === "section" ? `T${s.t} is in an atomic section` : `T${s.t} holds ${s.o}${s.k === "rdlock" ? " for reading" : ""}`;
    bar.append(title);
    back.append(bar);
  }
  if (trace.loop) front.append(...loopLines(top, height));
  if (showArrows) for (const a of trace.arrows) {
    const from = itemOf[a.a], to = itemOf[a.b];
    if (from === to || Math.max(from, to) < top || Math.min(from, to) > end) continue;
    const now = itemOf[cur] === from || itemOf[cur] === to;
    (now && a.k !== "start" ? front : back).append(arrow(a, from, to, top, now));
  }
  return [back, front];
};
// The part that goes on for ever is a line at the right edge that leads back to where it begins.
const loopLines = (top, height) => {
  const x = geo.width - 6, c = 6, y0 = middle(itemOf[trace.loop.a], top), y1 = Math.max(middle(itemOf[trace.loop.b], top), y0 + 2 * c);
  const path = svg("path", { class: "loop", d: `M${x - 8} ${Math.min(y1, height + ROW)}h${8 - c}q${c} 0 ${c} ${-c}V${Math.max(y0, -ROW) + c}q0 ${-c} ${-c} ${-c}h${c - 8}` });
  const title = svg("title", {});
  title.textContent = trace.loop.x;
  path.append(title);
  return [path, svg("path", { class: "loop-tip", d: `M${x - 12} ${y0}l6 -4v8z` })];
};
// An arrow leaves below its dot, runs between two rows, and comes in from the side; that to the first
// step of a thread comes down the lane of the thread.
const arrow = (a, from, to, top, now) => {
  const x0 = laneX(rows[a.a].t), x1 = laneX(rows[a.b].t), y0 = middle(from, top), y1 = middle(to, top), down = y1 > y0 ? 1 : -1;
  const side = x1 > x0 ? 1 : -1, turn = y0 + ROW / 2 * down, x = x1 - 9 * side, tip = x1 - 6 * side, c = 4;
  const g = svg("g", { class: `link ${a.k}${now ? " now" : ""}`, style: `--t:${a.k === "read" || a.k === "lock" ? color(rows[a.a].t) : a.k === "race" ? "var(--bad)" : "var(--muted)"}` });
  if (a.k === "start" && down > 0) {
    g.append(svg("path", { class: "arrow start", d: `M${x0} ${y0 + 6}V${turn - c}Q${x0} ${turn} ${x0 + c * side} ${turn}H${x1 - c * side}Q${x1} ${turn} ${x1} ${turn + c}V${y1 - 8}` }));
    g.append(svg("path", { class: "tip start", d: `M${x1} ${y1 - 5}l-4 -6h8z` }));
    return g;
  }
  g.append(svg("path", { class: "arrow " + a.k, d: `M${x0} ${y0 + 6 * down}V${turn - c * down}Q${x0} ${turn} ${x0 + c * side} ${turn}H${x - c * side}Q${x} ${turn} ${x} ${turn + c * down}V${y1 - c * down}Q${x} ${y1} ${x + 3 * side} ${y1}` }));
  g.append(svg("path", { class: "tip " + a.k, d: `M${tip} ${y1}l${-6 * side} -4v8z` }));
  if (a.k === "race") g.append(svg("path", { class: "tip race", d: `M${x0} ${y0 + 7 * down}l-4 ${6 * down}h8z` }));
  return g;
};

const stepsOf = (g) => `${g.count} ${g.count === 1 ? "step" : "steps"}`;
const rowNode = (i, top) => {
  const item = items[i];
  const r = rowAt(i), row = rows[r], t = row.t;
  const on = itemOf[cur] === i;
  const attrs = { class: "row", role: "option", id: "item-" + i, "data-item": i, "aria-selected": String(on), "aria-setsize": items.length, "aria-posinset": i + 1,
    style: { top: (i - top) * ROW + "px", "--t": color(t) } };
  if (on) attrs.class += " on";
  if (item.row < 0) {
    const g = item.group;
    attrs.class += " folded";
    if (g.text) attrs.title = g.text;
    attrs["aria-label"] = `${g.text || `${stepsOf(g)} of ${fullLabel(t)}`}, ${g.open ? "open" : "folded"}`;
    return h("div", attrs, h("span", { class: "number" }, g.open ? "" : `${numbers[lastOf(g)]}`),
      h("span", { class: "step", style: { left: textX(t) + "px", "max-width": `calc(100% - ${textX(t) + 6}px)` } },
        h("span", { class: "opener", "aria-hidden": "true" }, g.open ? "\u25be" : "\u25b8"), ` ${g.text || stepsOf(g)}`),
      h("span", { class: "dot few", style: { left: laneX(t) - 4 + "px" } }));
  }
  const idle = row.k & IDLE;
  if (row.k & BROKEN) attrs.class += " broken";
  if (row.k & RACE) attrs.class += " race";
  if (row.k & SWITCH) attrs.class += " switch";
  if (idle || row.k & MINOR) attrs.class += " minor";
  if (hitSet.has(r)) attrs.class += " hit";
  const fx = effectsOf(r);
  attrs["aria-label"] = `step ${numbers[r]}, ${row.k & SWITCH ? "switch to " : ""}${fullLabel(t)}, ${placeOf(r)}: ${textOf(r)}. ${fx.join("; ")}`;
  const fxNodes = [];
  const broken = fx.findIndex((e) => BROKEN_WORDS.test(e));
  if (broken > 0) fx.unshift(...fx.splice(broken, 1)); // what matters must not be cut off
  fx.forEach((e, n) => {
    if (n > 0) fxNodes.push(fx[n - 1].endsWith("{") || e === "}" ? " " : "; ");
    fxNodes.push(effect(e, r, query));
  });
  return h("div", attrs, h("span", { class: "number" }, idle ? "\u00b7" : numbers[r]), h("span", { class: "place", style: { left: NUMBER + "px", width: PLACE - 6 + "px" } }, h("span", {}, placeOf(r))),
    h("span", { class: "step", style: { left: textX(t) + "px", "max-width": `calc(100% - ${textX(t) + 6}px)` } },
      row.k & SWITCH ? h("span", { class: "visually-hidden" }, "switch ") : null,
      h("code", {}, ...marked(textOf(r), query)), fxNodes.length ? h("span", { class: "effects" }, ...fxNodes) : null),
    t >= 0 ? h("span", { class: "dot", style: { left: laneX(t) - 5 + "px" } }) : null);
};

// What is drawn: a range of items that changes only now and then while scrolling or stepping, so that
// a step replaces just the rows of the old and the new current step, and the lines.
let drawn = { top: -1, end: -1, on: -1, nodes: [], lines: [] };
const redraw = () => { drawn.top = -1; };
const render = () => {
  const visible = Math.ceil(pane.clientHeight / ROW);
  const top = Math.max(0, Math.floor(pane.scrollTop / ROW / MARGIN - 1) * MARGIN), end = Math.min(items.length, top + (Math.ceil(visible / MARGIN) + 3) * MARGIN);
  const on = itemOf[cur];
  const lines = drawLines(top, end);
  if (drawn.top === top && drawn.end === end) {
    for (const i of new Set([drawn.on, on])) {
      if (i < top || i >= end) continue;
      const node = rowNode(i, top);
      drawn.nodes[i - top].replaceWith(node);
      drawn.nodes[i - top] = node;
    }
    drawn.lines.forEach((old, i) => old.replaceWith(lines[i]));
  } else {
    spacer.style.height = items.length * ROW + "px";
    windowPane.style.transform = `translateY(${top * ROW}px)`;
    drawn.nodes = [];
    for (let i = top; i < end; i++) drawn.nodes.push(rowNode(i, top));
    windowPane.replaceChildren(lines[0], ...drawn.nodes, lines[1]);
  }
  drawn = { top, end, on, nodes: drawn.nodes, lines };
  pane.setAttribute("aria-activedescendant", "item-" + on);
};
let pending = false;
const later = () => {
  if (pending) return;
  pending = true;
  requestAnimationFrame(() => { pending = false; render(); });
};
pane.addEventListener("scroll", later, { passive: true });
const resized = () => { if (pane.clientWidth !== geo.width) { measure(); drawHead(); redraw(); } reveal(); later(); };
new ResizeObserver(resized).observe(pane);

// reveal scrolls so that the current row is well in sight.
const reveal = () => {
  spacer.style.height = items.length * ROW + "px";
  const y = itemOf[cur] * ROW, view = pane.clientHeight, room = Math.min(3 * ROW, view / 4);
  if (y < pane.scrollTop + room) pane.scrollTop = Math.max(0, y - room);
  else if (y + ROW > pane.scrollTop + view - room) pane.scrollTop = y + ROW - view + room;
};

const relayout = () => { layout(); redraw(); cur = settle(cur); };
const toggleGroup = (g) => {
  g.open = !g.open;
  relayout();
  if (g.open) cur = settle(g.from);
  stepTo(cur);
};
pane.addEventListener("click", (e) => {
  const node = e.target.closest(".row");
  if (!node) return;
  const item = items[Number(node.dataset.item)];
  if (item.row < 0) toggleGroup(item.group);
  else stepTo(item.row);
});
