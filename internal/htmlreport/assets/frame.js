// The frame of a report: its sections, the address, keys that go to sections, the head.
const h = whittle.h;
const sections = [...document.querySelectorAll(".section")];
const tabs = [...document.querySelectorAll("#tabs [role=tab]")];
const shown = new Set(), onShow = new Map(), keyHandlers = new Map();
const stepListeners = [];
let current = sections.length ? sections[0].id : "";

const fire = (id) => {
  if (shown.has(id)) return;
  shown.add(id);
  for (const f of onShow.get(id) || []) f();
};

const show = (id, focus) => {
  if (!sections.some((s) => s.id === id)) return false;
  current = id;
  for (const s of sections) s.hidden = s.id !== id;
  for (const t of tabs) {
    const on = t.dataset.section === id;
    t.setAttribute("aria-selected", String(on));
    t.tabIndex = on ? 0 : -1;
    if (on && focus) t.focus();
  }
  document.body.classList.toggle("app", id === "trace");
  fire(id);
  scheduleAddress();
  return true;
};

// The address: "#step=17", with "&section=cfa" for another part than the first.
const readAddress = () => {
  const p = new URLSearchParams(location.hash.slice(1));
  return { step: Number(p.get("step")) || 0, section: p.get("section") || "" };
};
let addressTimer = 0;
const addressOf = () => {
  const parts = [];
  const step = report.number();
  if (step > 0) parts.push("step=" + step);
  if (sections.length && current !== sections[0].id) parts.push("section=" + current);
  return parts.join("&");
};
// Browsers allow few changes of the address in a time, so it follows a little later.
const scheduleAddress = () => {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    const now = "#" + addressOf();
    if (now === location.hash || now === "#" && location.hash === "") return;
    try { history.replaceState(null, "", now === "#" ? location.pathname + location.search : now); } catch (e) { /* not for this address */ }
  }, 250);
};

const report = whittle.report = {
  files: whittle.data("report-files"),
  rows: 0,
  step: () => -1,
  number: () => 0,
  go: () => {},
  goNumber: () => {},
  stepsOf: () => [],
  source: () => {},
  show: (id) => show(id),
  current: () => current,
  onShow: (id, f) => {
    if (shown.has(id)) f();
    else onShow.set(id, [...(onShow.get(id) || []), f]);
  },
  onStep: (f) => { stepListeners.push(f); f(report.step()); },
  stepped: (row) => { for (const f of stepListeners) f(row); scheduleAddress(); },
  keys: (id, f) => { keyHandlers.set(id, f); },
};
report.fileNumber = new Map(report.files.map((f, i) => [f.name, i]));

for (const t of tabs) {
  t.addEventListener("click", () => show(t.dataset.section));
  t.addEventListener("keydown", (e) => {
    const at = tabs.indexOf(t), n = tabs.length;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: n - 1 }[e.key];
    if (to === undefined) return;
    show(tabs[(to + n) % n].dataset.section, true);
    e.preventDefault();
    e.stopPropagation();
  });
}

document.addEventListener("keydown", (e) => {
  if (whittle.typing(e) || e.defaultPrevented || document.querySelector("dialog[open]")) return;
  if (/^[1-9]$/.test(e.key) && Number(e.key) <= sections.length) {
    show(sections[Number(e.key) - 1].id, document.activeElement && document.activeElement.closest("#tabs") !== null);
    e.preventDefault();
    return;
  }
  const f = keyHandlers.get(current);
  if (f && f(e)) e.preventDefault();
});

addEventListener("hashchange", () => {
  const a = readAddress();
  show(a.section || (sections.length ? sections[0].id : ""));
  if (a.step > 0) report.goNumber(a.step);
});

// All sections are on paper, so all must be there.
addEventListener("beforeprint", () => { for (const s of sections) fire(s.id); });

// Copying the command.
const copy = document.getElementById("copy");
if (copy) {
  const text = document.getElementById("command");
  copy.addEventListener("click", async () => {
    let done = false;
    try { await navigator.clipboard.writeText(text.textContent); done = true; } catch (e) { /* not allowed here */ }
    if (!done) {
      const range = document.createRange();
      range.selectNodeContents(text);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      try { done = document.execCommand("copy"); } catch (e) { /* then it is at least selected */ }
    }
    copy.textContent = done ? "Copied" : "Selected";
    whittle.announce(done ? "The command was copied" : "The command is selected");
    setTimeout(() => { copy.textContent = "Copy"; }, 1500);
  });
}
document.querySelectorAll("a.place").forEach((a) => a.addEventListener("click", (e) => {
  e.preventDefault();
  report.source(a.dataset.file, Number(a.dataset.line));
}));
