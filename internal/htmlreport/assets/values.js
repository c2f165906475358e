// The values of variables behind the current step, and which of them are shown.
const valuesPane = byId("values"), chooser = byId("chooser"), chooseButton = byId("choose");
const variables = trace.variables;
const WATCHED = 60, OFFERED = 200;
const watched = new Set(variables.keys().take ? [...variables.keys()].slice(0, WATCHED) : variables.map((_, i) => i).slice(0, WATCHED));
const opened = new Set(); // variables whose history is shown
// Variables of one name need their note to be told apart.
const nameCount = new Map();
for (const v of variables) nameCount.set(`${v.kind} ${v.t} ${v.name}`, (nameCount.get(`${v.kind} ${v.t} ${v.name}`) || 0) + 1);
const groupName = (v) => v.kind === "shared" ? "Shared" : v.kind === "lock" ? "Locks" : v.kind === "semaphore" ? "Semaphores" : fullLabel(v.t);

// What changes in a step is seen against the step before that is shown.
const previous = () => {
  const i = itemOf[cur];
  return i > 0 ? rowAt(i - 1) : -1;
};
// wroteAgain: it was written behind row a up to row b, and has kept its value.
const wroteAgain = (v, a, b) => v.again ? before(v.again, b) > before(v.again, a) : false;
const history = (i) => {
  const v = variables[i], list = [];
  v.rows.forEach((r, n) => {
    const text = v.values[n] < 0 ? "gone" : texts[v.values[n]];
    list.push(r < 0 ? h("span", { class: "past" }, "at first ", h("code", {}, text)) :
      h("button", { type: "button", class: r <= cur ? "past" : "past later", onclick: () => goVisible(r), title: `Go to step ${numbers[r]}` }, h("span", { class: "muted" }, `${numbers[r]} `), h("code", {}, text)));
  });
  const most = 40;
  if (list.length <= most) return list;
  const at = Math.min(Math.max(before(v.rows, cur) - most / 2, 0), list.length - most);
  return [at > 0 ? h("span", { class: "muted" }, `${at} before `) : null, ...list.slice(at, at + most), at + most < list.length ? h("span", { class: "muted" }, ` ${list.length - at - most} more`) : null];
};

const renderValues = () => {
  const past = previous(), tables = [];
  let body = [];
  let group = "", hidden = 0, shownCount = 0;
  variables.forEach((v, i) => {
    if (!watched.has(i)) return;
    const now = valueAt(v, cur), old = valueAt(v, past);
    if (now.text === null && old.text === null && v.kind === "local") { hidden++; return; }
    shownCount++;
    const name = groupName(v);
    if (name !== group) {
      group = name;
      body = [];
      tables.push({ name, body, style: { "--t": v.kind === "local" ? color(v.t) : "var(--muted)" } });
    }
    const changed = now.text !== old.text, again = !changed && wroteAgain(v, past, cur);
    body.push(h("tr", { class: changed ? "changed" : again ? "again" : "", "data-variable": i },
      h("th", { scope: "row" }, h("button", { type: "button", class: "name", "aria-expanded": String(opened.has(i)), title: "All its values" + (v.note ? ` (${v.note})` : ""), "data-history": i }, h("code", {}, v.name), v.note && nameCount.get(`${v.kind} ${v.t} ${v.name}`) > 1 ? h("span", { class: "muted" }, " " + v.note) : null)),
      h("td", { class: "value" }, now.text === null ? h("span", { class: "muted" }, "\u2013") : h("code", {}, now.text),
        changed && old.text !== null ? h("span", { class: "was" }, " was ", h("code", {}, old.text)) : again ? h("span", { class: "was" }, " written again") : null)));
    if (opened.has(i)) body.push(h("tr", { class: "history" }, h("td", { colspan: "2" }, ...history(i))));
  });
  const had = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.history : undefined;
  const none = h("p", { class: "muted empty" }, variables.length ? (hidden ? "Nothing is known yet." : "No variable is chosen.") : "The trace tells no values.");
  valuesPane.replaceChildren(shownCount ? h("div", { class: "value-groups" }, tables.map((t) => h("table", { style: t.style }, h("caption", {}, t.name), h("tbody", {}, t.body)))) : none);
  if (had !== undefined) {
    const again = valuesPane.querySelector(`[data-history="${had}"]`);
    if (again) again.focus();
  }
  byId("values-note").textContent = watched.size < variables.length ? `${watched.size} of ${variables.length}` : "";
};
valuesPane.addEventListener("click", (e) => {
  const b = e.target.closest("[data-history]");
  if (!b) return;
  const i = Number(b.dataset.history);
  if (opened.has(i)) opened.delete(i); else opened.add(i);
  renderValues();
});

// The list to choose from.
const filterField = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter variables", spellcheck: "false", autocomplete: "off" });
const choices = h("div", { class: "choices" });
const matching = () => {
  const q = filterField.value.trim().toLowerCase();
  return [...variables.keys()].filter((i) => !q || (variables[i].name + " " + groupName(variables[i])).toLowerCase().includes(q));
};
const renderChooser = () => {
  const list = matching();
  choices.replaceChildren(...list.slice(0, OFFERED).map((i) => {
    const v = variables[i];
    const box = h("input", { type: "checkbox", "data-choice": i });
    box.checked = watched.has(i);
    return h("label", { title: v.note || null }, box, h("code", {}, v.name), h("span", { class: "muted" }, v.kind === "local" ? fullLabel(v.t) : v.kind));
  }), list.length > OFFERED ? h("p", { class: "muted" }, `${list.length - OFFERED} more; filter to see them`) : "");
};
const setAll = (on) => {
  for (const i of matching()) if (on) watched.add(i); else watched.delete(i);
  renderChooser();
  renderValues();
};
chooser.append(h("div", { class: "toolbar" }, filterField, h("button", { type: "button", id: "choose-all", onclick: () => setAll(true) }, "All"), h("button", { type: "button", id: "choose-none", onclick: () => setAll(false) }, "None")), choices);
filterField.addEventListener("input", renderChooser);
choices.addEventListener("change", (e) => {
  const i = Number(e.target.dataset.choice);
  if (e.target.checked) watched.add(i); else watched.delete(i);
  renderValues();
});
const toggleChooser = () => {
  chooser.hidden = !chooser.hidden;
  chooseButton.setAttribute("aria-expanded", String(!chooser.hidden));
  if (!chooser.hidden) { renderChooser(); filterField.focus(); } else chooseButton.focus();
};
chooseButton.addEventListener("click", toggleChooser);
chooser.addEventListener("keydown", (e) => { if (e.key === "Escape") { toggleChooser(); e.stopPropagation(); } });
