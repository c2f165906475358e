
const whittle = (() => {
  "use strict";
  const root = document.documentElement;

  const data = (id) => JSON.parse(document.getElementById(id).textContent);

  // h makes an element. Children are nodes or texts; null, undefined and false are left out.
  const h = (tag, attrs, ...children) => {
    const el = document.createElement(tag);
    for (const [k, v] of Object.entries(attrs || {})) {
      if (v === null || v === undefined || v === false) continue;
      if (k.startsWith("on") && typeof v === "function") el.addEventListener(k.slice(2), v);
      else if (k === "class") el.className = v;
      else if (k === "style" && typeof v === "object") for (const [p, x] of Object.entries(v)) el.style.setProperty(p, x);
      else el.setAttribute(k, v === true ? "" : v);
    }
    for (const c of children.flat()) {
      if (c === null || c === undefined || c === false) continue;
      el.append(c);
    }
    return el;
  };

  const announce = (text) => { document.getElementById("live").textContent = text; };
  const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  // run runs a script of the page; what it throws is shown, and on the console, too.
  const run = (f) => {
    try { f(); } catch (e) {
      document.getElementById("main").prepend(h("p", { class: "page-error", role: "alert" }, "A part of this page does not work: " + e));
      console.error(e);
    }
  };

  // The scheme: the system's until the reader chooses, and again when the choice is the same as the system's.
  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  const scheme = () => root.dataset.theme || (systemDark.matches ? "dark" : "light");
  const themeButton = document.getElementById("theme");
  const showTheme = () => {
    const dark = scheme() === "dark";
    themeButton.textContent = dark ? "Light" : "Dark";
    themeButton.title = `Use ${dark ? "light" : "dark"} colours (t)`;
    root.dispatchEvent(new CustomEvent("themechange", { detail: scheme() }));
  };
  const toggleTheme = () => {
    const next = scheme() === "dark" ? "light" : "dark";
    const system = systemDark.matches ? "dark" : "light";
    if (next === system) delete root.dataset.theme;
    else root.dataset.theme = next;
    try {
      if (next === system) localStorage.removeItem("whittle-theme");
      else localStorage.setItem("whittle-theme", next);
    } catch (e) { /* not remembered */ }
    showTheme();
  };
  themeButton.hidden = false;
  themeButton.addEventListener("click", toggleTheme);
  systemDark.addEventListener("change", showTheme);
  showTheme();
  // typing says whether a key goes to a field and is no command.
  const typing = (e) => e.ctrlKey || e.metaKey || e.altKey || e.target instanceof Element &&
    e.target.closest("input:not([type=range]):not([type=checkbox]):not([type=radio]),select,textarea,[contenteditable]") !== null;
  document.addEventListener("keydown", (e) => {
    if (e.key === "t" && !typing(e) && !e.defaultPrevented) { toggleTheme(); e.preventDefault(); }
  });

  // Tables that sort by a click on their heads.
  const cellValue = (row, i) => {
    const c = row.cells[i];
    if (!c) return "";
    return c.dataset.value !== undefined ? c.dataset.value : c.textContent.trim();
  };
  const asNumber = (s) => s === "" ? NaN : Number(s.replace(/[,\u202f\u00a0 ]/g, ""));
  const collator = new Intl.Collator("en", { numeric: true });
  const sortTable = (table, th, dir) => {
    const i = th.cellIndex, body = table.tBodies[0];
    const rows = [...body.rows].map((row) => ({ row, text: cellValue(row, i) }));
    const numeric = rows.every((r) => r.text === "" || r.text === "-" || !isNaN(asNumber(r.text)));
    const sign = dir === "descending" ? -1 : 1;
    const empty = (s) => s === "" || s === "-";
    rows.sort((a, b) => {
      if (empty(a.text) || empty(b.text)) return empty(a.text) - empty(b.text); // what is missing stays last
      return sign * (numeric ? asNumber(a.text) - asNumber(b.text) : collator.compare(a.text, b.text));
    });
    body.append(...rows.map((r) => r.row));
    for (const other of table.tHead.rows[th.parentNode.rowIndex].cells) other.removeAttribute("aria-sort");
    th.setAttribute("aria-sort", dir);
  };
  const sortable = (table) => {
    if (!table.tHead || !table.tBodies.length) return;
    const heads = table.tHead.rows[table.tHead.rows.length - 1].cells;
    for (const th of heads) {
      if (th.dataset.nosort !== undefined || th.querySelector("button.sort")) continue;
      const button = h("button", { type: "button", class: "sort" });
      button.append(...th.childNodes);
      th.append(button);
      button.addEventListener("click", () => {
        const now = th.getAttribute("aria-sort");
        const first = th.dataset.first === "descending" ? "descending" : "ascending";
        sortTable(table, th, now === null ? first : now === "ascending" ? "descending" : "ascending");
      });
    }
  };
  document.querySelectorAll("table.sortable").forEach(sortable);

  // What is folded is open on paper.
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    closed.forEach((d) => { d.open = true; });
  });
  addEventListener("afterprint", () => { closed.forEach((d) => { d.open = false; }); closed = []; });

  return { data, h, announce, reducedMotion, run, scheme, toggleTheme, typing, sortable };
})();
