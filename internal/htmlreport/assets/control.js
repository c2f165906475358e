// Stepping: by keys, buttons, the slider, and the address.
const slider = byId("slider"), position = byId("position"), nowPane = byId("now"), help = byId("help");
slider.max = Math.max(steps, 1);

const link = (r, text) => h("button", { type: "button", class: "to", onclick: () => goVisible(r), title: `Go to step ${numbers[r]}` }, text);
const arrowWords = {
  read: [(a) => ["reads ", h("code", {}, a.x), " from "], (a) => [h("code", {}, a.x), " is read in "]],
  start: [() => ["started in "], () => ["starts "]],
  join: [() => ["waited for the end in "], () => ["joined in "]],
  lock: [(a) => [h("code", {}, a.x), " was released in "], (a) => [h("code", {}, a.x), " is then taken in "]],
  signal: [(a) => [h("code", {}, a.x), " was signalled in "], (a) => ["wakes "]],
  race: [() => ["races with "], () => ["races with "]],
};
const renderNow = () => {
  const row = rows[cur];
  if (!row) { nowPane.replaceChildren(); return; }
  const t = row.t, links = [];
  const item = items[itemOf[cur]];
  for (const a of trace.arrows) {
    if (a.b !== cur && a.a !== cur) continue;
    const incoming = a.b === cur, other = incoming ? a.a : a.b;
    links.push(h("li", {}, ...arrowWords[a.k][incoming ? 0 : 1](a), link(other, `step ${numbers[other]} (${label(rows[other].t)})`)));
  }
  const held = t >= 0 ? heldAt(t, cur) : [];
  const fx = effectsOf(cur);
  nowPane.style.setProperty("--t", color(t));
  nowPane.classList.toggle("broken", (row.k & BROKEN) !== 0);
  nowPane.replaceChildren(...[
    h("div", { class: "now-head" }, h("span", { class: "mark now" }, label(t)), h("span", { class: "who" }, t >= 0 ? threads[t].name : ""), h("span", { class: "muted now-place" }, placeOf(cur, true)),
      held.map((s) => h("span", { class: "badge" }, s.k === "section" ? "atomic section" : s.k === "rdlock" ? `reads under ${s.o}` : `holds ${s.o}`))),
    h("pre", { class: "now-code" }, h("code", {}, ...coloured(textOf(cur) || " ", false))),
    item && item.row < 0 ? h("p", { class: "muted" }, `The last of ${item.group.count} folded steps; Enter opens them.`) : null,
    fx.length || links.length ? h("ul", { class: "now-effects" }, fx.filter((e) => e !== "}").map((e) => h("li", {}, effect(e, cur, ""))), ...links) : null].filter(Boolean));
};

const update = () => {
  const n = numbers[cur];
  slider.value = n;
  slider.setAttribute("aria-valuetext", `step ${n} of ${steps}, ${fullLabel(rows[cur].t)}`);
  position.textContent = `${n} / ${steps}`;
  showHits();
  render();
  renderNow();
  renderValues();
};
// stepTo makes a row, or what it is folded in, the current step.
const stepTo = (r, quiet) => {
  if (!rows.length) return;
  cur = settle(r);
  // What scrolls comes first: it needs the sizes, which are not known again before all has been laid out.
  reveal();
  followSource();
  update();
  if (!quiet && document.activeElement !== pane) {
    const row = rows[cur];
    whittle.announce(`Step ${numbers[cur]}, ${fullLabel(row.t)}, ${placeOf(cur)}: ${textOf(cur)}. ${effectsOf(cur).join("; ")}`);
  }
  report.stepped(cur);
};
// goVisible opens what a row is folded in.
const goVisible = (r) => {
  const g = groupOf[r] < 0 ? null : groups[groupOf[r]];
  if (g && !g.open && !showAll) { g.open = true; relayout(); }
  stepTo(r);
};
const moveItems = (d) => {
  let i = itemOf[cur] + d;
  i = Math.min(Math.max(i, 0), items.length - 1);
  // The head of an open group is no step.
  while (items[i] && items[i].row < 0 && items[i].group.open && i + Math.sign(d) >= 0 && i + Math.sign(d) < items.length) i += Math.sign(d);
  if (items[i]) stepTo(rowAt(i));
};
const moveSwitch = (d) => {
  for (let i = itemOf[cur] + d; i >= 0 && i < items.length; i += d) {
    if (items[i].row >= 0 ? rows[items[i].row].k & SWITCH : switchIn(items[i].group)) { stepTo(rowAt(i)); return; }
  }
  if (d < 0 && items.length) stepTo(rowAt(0)); else stepTo(rows.length - 1);
};
const switchIn = (g) => {
  if (g.open) return false;
  for (let r = g.from; r < g.to; r++) if (rows[r].k & SWITCH) return true;
  return false;
};
const moveThread = (d) => {
  const t = rows[cur].t;
  for (let i = itemOf[cur] + d; i >= 0 && i < items.length; i += d) {
    if (rows[rowAt(i)].t === t && !(items[i].row < 0 && items[i].group.open)) { stepTo(rowAt(i)); return; }
  }
};
const foldHere = () => {
  const g = groupOf[cur] < 0 ? null : groups[groupOf[cur]];
  if (!g || showAll) return false;
  toggleGroup(g);
  return true;
};
const actions = {
  first: () => stepTo(0), last: () => stepTo(rows.length - 1), prev: () => moveItems(-1), next: () => moveItems(1),
  prevSwitch: () => moveSwitch(-1), nextSwitch: () => moveSwitch(1), prevHit: () => goHit(-1), nextHit: () => goHit(1),
  foldAll: () => {
    showAll = !showAll;
    byId("fold").setAttribute("aria-pressed", String(showAll));
    relayout();
    search();
    stepTo(cur);
  },
  arrows: () => {
    showArrows = !showArrows;
    byId("arrows").setAttribute("aria-pressed", String(showArrows));
    redraw();
    render();
  },
  help: () => help.showModal(),
};
document.querySelectorAll("#trace [data-do]").forEach((b) => b.addEventListener("click", () => actions[b.dataset.do]()));
help.addEventListener("click", (e) => { if (e.target === help) help.close(); });
slider.addEventListener("input", () => stepTo(rowOfNumber[Number(slider.value)] || 0));

report.keys("trace", (e) => {
  if (!rows.length) return false;
  const at = e.target instanceof Element ? e.target : document.body;
  const own = at.closest("input[type=range],[role=tab],[role=separator]") !== null;
  const scrolls = at.closest("#source,#values") !== null;
  const pressed = at.closest("button,a,summary") !== null;
  switch (e.key) {
    case "j": actions.next(); return true;
    case "k": actions.prev(); return true;
    case "n": actions.nextSwitch(); return true;
    case "p": actions.prevSwitch(); return true;
    case "]": moveThread(1); return true;
    case "[": moveThread(-1); return true;
    case "a": actions.foldAll(); return true;
    case "r": actions.arrows(); return true;
    case "w": toggleChooser(); return true;
    case "?": actions.help(); return true;
    case "/": searchField.focus(); searchField.select(); return true;
    case "Enter": return !own && !pressed && foldHere();
    case "o": return foldHere();
  }
  if (own || scrolls) return false;
  switch (e.key) {
    case "ArrowDown": case "ArrowRight": actions.next(); return true;
    case "ArrowUp": case "ArrowLeft": actions.prev(); return true;
    case "Home": actions.first(); return true;
    case "End": actions.last(); return true;
    case "PageDown": moveItems(10); return true;
    case "PageUp": moveItems(-10); return true;
  }
  return false;
});

report.step = () => cur;
report.number = () => rows.length ? numbers[cur] : 0;
report.go = (r) => { if (r >= 0 && r < rows.length) { report.show("trace"); goVisible(r); } };
report.goNumber = (n) => { if (rows.length) goVisible(rowOfNumber[Math.min(Math.max(Math.floor(n), 1), steps)] || 0); };

// The border between lanes and source.
const splitter = byId("splitter"), panes = document.querySelector(".panes");
const split = (percent) => {
  percent = Math.min(Math.max(percent, 25), 80);
  panes.style.setProperty("--split", percent + "%");
  splitter.setAttribute("aria-valuenow", Math.round(percent));
};
splitter.setAttribute("aria-valuenow", "57");
splitter.addEventListener("pointerdown", (e) => {
  splitter.setPointerCapture(e.pointerId);
  const move = (m) => { const b = panes.getBoundingClientRect(); split((m.clientX - b.left) / b.width * 100); };
  const up = () => { splitter.removeEventListener("pointermove", move); splitter.removeEventListener("pointerup", up); };
  splitter.addEventListener("pointermove", move);
  splitter.addEventListener("pointerup", up);
  e.preventDefault();
});
splitter.addEventListener("keydown", (e) => {
  const d = { ArrowLeft: -3, ArrowRight: 3 }[e.key];
  if (!d) return;
  split(Number(splitter.getAttribute("aria-valuenow")) + d);
  e.preventDefault();
});

measure();
drawHead();
report.onShow("trace", () => {
  measure();
  drawHead();
  redraw();
  // The violation is what people come for.
  const at = new URLSearchParams(location.hash.slice(1)).get("step");
  if (!(Number(at) > 0)) stepTo(rows.length - 1, true);
});
