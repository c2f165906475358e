// The text of the program in colours, for all sections.
const LONG = 2000; // of a longer line only the beginning is shown
const loaded = new Map(); // by file: lines, and where comments are open

const load = (f) => {
  if (loaded.has(f)) return loaded.get(f);
  const lines = report.files[f].text.split("\n").map((l) => l.endsWith("\r") ? l.slice(0, -1) : l);
  if (lines.length > 1 && lines[lines.length - 1] === "") lines.pop();
  const open = new Uint8Array(lines.length);
  let inside = false;
  let longest = 0;
  lines.forEach((line, i) => {
    open[i] = inside ? 1 : 0;
    longest = Math.max(longest, line.length);
    // Brackets of comments, strings and characters, in this order of what begins first.
    const token = /\/\/.*|\/\*|\*\/|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?/g;
    if (!inside && !line.includes("/*")) return;
    let m;
    while ((m = token.exec(line)) !== null) {
      if (inside) {
        const end = line.indexOf("*/", m.index);
        if (end < 0) return;
        inside = false;
        token.lastIndex = end + 2;
      } else if (m[0] === "/*") {
        inside = true;
        const end = line.indexOf("*/", m.index + 2);
        if (end < 0) return;
        inside = false;
        token.lastIndex = end + 2;
      }
    }
  });
  const res = { lines, open, longest: Math.min(longest, LONG) };
  loaded.set(f, res);
  return res;
};

const KEYWORDS = new Set(("auto break case const continue default do else enum extern for goto if inline register restrict return sizeof static struct switch typedef union volatile while " +
  "_Alignas _Alignof _Atomic _Bool _Generic _Noreturn _Static_assert _Thread_local").split(" "));
const TYPES = new Set("char double float int long short signed unsigned void bool size_t ssize_t intptr_t uintptr_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t pthread_t pthread_mutex_t pthread_cond_t atomic_int".split(" "));
// Characters that turn or hide text are shown as what they are.
const SPECIAL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const plain = (text, out, cls) => {
  let at = 0, m;
  const put = (s) => { if (s) out.push(cls ? h("span", { class: cls }, s) : s); };
  SPECIAL.lastIndex = 0;
  while ((m = SPECIAL.exec(text)) !== null) {
    put(text.slice(at, m.index));
    out.push(h("span", { class: "special", title: "a character that is not seen" }, "U+" + m[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")));
    at = m.index + 1;
  }
  put(text.slice(at));
};
const coloured = (text, inComment) => {
  const out = [];
  const cut = text.length > LONG;
  if (cut) text = text.slice(0, LONG);
  let at = 0;
  if (inComment) {
    const end = text.indexOf("*/");
    at = end < 0 ? text.length : end + 2;
    plain(text.slice(0, at), out, "c-comment");
  }
  const token = /(\/\/.*|\/\*[\s\S]*?(?:\*\/|$))|("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|(^[ \t]*#[ \t]*\w+)|(\b\d[\w.]*)|([A-Za-z_]\w*)/g;
  token.lastIndex = at;
  let m;
  while ((m = token.exec(text)) !== null) {
    plain(text.slice(at, m.index), out);
    const cls = m[1] ? "c-comment" : m[2] ? "c-string" : m[3] ? "c-directive" : m[4] ? "c-number" :
      KEYWORDS.has(m[5]) ? "c-keyword" : TYPES.has(m[5]) ? "c-type" : /^\s*\(/.test(text.slice(token.lastIndex, token.lastIndex + 8)) ? "c-call" : "";
    plain(m[0], out, cls);
    at = token.lastIndex;
  }
  plain(text.slice(at), out);
  if (cut) out.push(h("span", { class: "muted" }, " \u2026"));
  return out;
};
Object.assign(report, { load, coloured });
