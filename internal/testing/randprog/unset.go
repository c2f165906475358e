package randprog

import (
	"fmt"
	"math/rand"
	"strings"
)

// NewUnset returns a sequential program without inputs, and its part without main, a function program<seed>
// that many programs can have side by side. All that it does is defined, but for values that were never
// written: variables, members, bit-fields, arrays, objects of the heap and of the stack are written in part,
// copied, passed and returned, and then some are used.
//
// What decides is a whole value, or some bits of one that are compared with zero: of the rest tools that
// follow bits have different opinions. No variable is declared in a loop: an object that was written by one
// turn is another one in the next, though it has the same place.
func NewUnset(seed int64) (whole, part string) {
	w := &unsetWriter{writer: writer{Rand: rand.New(rand.NewSource(seed))}, id: fmt.Sprint(seed)}
	w.program()
	part = w.b.String()
	return MembersHead + part + "int main(void) { return program" + w.id + "(); }\n", part
}

type unsetWriter struct {
	writer
	id string
}

// add writes a line, with @ replaced by the number of the program.
func (w *unsetWriter) add(format string, args ...any) {
	w.line("%s", strings.ReplaceAll(fmt.Sprintf(format, args...), "@", w.id))
}

// unsetHelpers are the functions that programs pass values to.
const unsetHelpers = `struct s@ { char c; int n; short h; long z; };
struct b@ { unsigned p : 3, q : 9, r : 20; };
union u@ { unsigned i; unsigned char c[4]; unsigned short h[2]; };
static unsigned g@[4];
static struct s@ gs@;
static unsigned id@(unsigned v) { return v; }
static unsigned deep@(unsigned n, unsigned v) { return n ? deep@(n - 1, v) : v; }
static void some@(unsigned *p, int k) { if (k) *p = 7; }
static struct s@ made@(int k) { struct s@ t; t.n = k; if (k & 1) t.h = 1; return t; }
static unsigned sum@(unsigned *p, int n) { unsigned r = 0; for (int i = 0; i < n; i++) r += p[i]; return r; }
static unsigned first@(struct s@ t) { return t.n; }
static unsigned stale@(int k) { unsigned t[3]; if (k) t[1] = 1; return t[1]; }
`

func (w *unsetWriter) program() {
	for _, l := range strings.Split(strings.TrimSpace(unsetHelpers), "\n") {
		w.add("%s", l)
	}
	w.block(strings.ReplaceAll("static int program@(void)", "@", w.id), func() {
		w.add("unsigned v0, v1, v2 = 1, v3 = 4, a[4], k, done = 0;")
		w.add("unsigned char c[8];")
		w.add("double d, e = 2;")
		w.add("struct s@ x, y, *p = malloc(sizeof *p);")
		w.add("struct b@ f;")
		w.add("union u@ u;")
		w.add("unsigned *m = %s;", w.one("malloc(4 * sizeof *m)", "calloc(4, sizeof *m)"))
		w.add("if (!p || !m) exit(1);")
		for _, init := range []string{"v0 = 1;", "v1 = 2;", "memset(a, 0, sizeof a);",
			"memset(c, 1, sizeof c);", "d = 1;", "memset(&x, 0, sizeof x);", "y = x;",
			"memset(p, 0, sizeof *p);", "f.p = f.q = f.r = 1;", "u.i = 2;", "memset(m, 0, 16);"} {
			if w.Intn(3) > 0 {
				w.add("%s", init)
			}
		}
		for range 2 + w.Intn(8) {
			w.statement()
		}
		for range 1 + w.Intn(3) {
			w.use()
			if w.Intn(2) == 0 {
				w.statement()
			}
		}
		w.add("free(p); free(m);")
		w.add("return (int)(done & 0);")
	}, "")
}

// word is a place of four bytes.
func (w *unsetWriter) word() string {
	switch w.Intn(9) {
	case 0:
		return fmt.Sprintf("a[%d]", w.Intn(4))
	case 1:
		return fmt.Sprintf("m[%d]", w.Intn(4))
	case 2:
		return "u.i"
	case 3:
		return w.one("x", "y", "gs@") + ".n"
	case 4:
		return "p->n"
	case 5:
		return fmt.Sprintf("g@[%d]", w.Intn(4))
	}
	return fmt.Sprint("v", w.Intn(4))
}

// place is one of any type.
func (w *unsetWriter) place() string {
	switch w.Intn(8) {
	case 0:
		return fmt.Sprintf("c[%d]", w.Intn(8))
	case 1:
		return "f." + w.one("p", "q", "r")
	case 2:
		return fmt.Sprintf("u.c[%d]", w.Intn(4))
	case 3:
		return fmt.Sprintf("u.h[%d]", w.Intn(2))
	case 4:
		return w.one("x.", "y.", "p->", "gs@.") + w.one("c", "h", "z")
	}
	return w.word()
}

// value is an expression.
func (w *unsetWriter) value() string {
	switch w.Intn(12) {
	case 0:
		return fmt.Sprint(w.Intn(300))
	case 1:
		return fmt.Sprintf("(unsigned)%s %s %d", w.place(), w.one("&", "|", "^"), w.Intn(1<<9))
	case 2:
		return fmt.Sprintf("(unsigned)%s %s %d", w.word(), w.one("<<", ">>"), 1+w.Intn(16))
	case 3:
		return fmt.Sprintf("(unsigned)%s + (unsigned)%s", w.place(), w.place())
	case 4:
		return fmt.Sprintf("id@(%s)", w.word())
	case 5:
		return fmt.Sprintf("deep@(%d, %s)", w.Intn(3), w.word())
	case 6:
		return w.one("~", "-") + "(unsigned)" + w.place()
	case 7:
		return fmt.Sprintf("first@(%s)", w.one("x", "y", "*p", "gs@"))
	}
	return w.place()
}

func (w *unsetWriter) statement() {
	n := func() int { return w.Intn(5) }
	switch w.Intn(17) {
	case 0:
		w.add("memset(%s, %d, %d);", w.one("c", "a", "&u", "&x", "p", "m", "&f"), w.Intn(3), n())
	case 1:
		w.add("memset(%s;", w.one("&x, 0, sizeof x)", "&y, 1, sizeof y)", "p, 0, sizeof *p)",
			"&u, 0, sizeof u)", "&f, 0, sizeof f)", "a, 2, sizeof a)"))
	case 2:
		w.add("memcpy(%s, %s, %d);", w.one("&u", "c", "g@"), w.one("a", "m", "&x.n", "&v0"), n())
	case 3:
		w.add("%s;", w.one("x = y", "y = x", "*p = x", "x = *p", "gs@ = y", "y = gs@"))
	case 4:
		w.add("for (k = %d; k < %d; k++) %s[k] = k;", w.Intn(2), 3+w.Intn(2), w.one("a", "m", "c"))
	case 5:
		w.add("some@(&%s, %d);", w.one("v0", "v1", "a[1]", "m[2]"), w.Intn(2))
	case 6:
		w.add("%s = made@(%d);", w.one("x", "y", "*p"), w.Intn(4))
	case 7:
		w.add("m = realloc(m, %d * sizeof *m); if (!m) exit(1);", 4+w.Intn(4))
	case 8:
		w.add("%s = %s;", w.one("d", "e"), w.one("d", "e", "e * 3", "1.5", "(double)(int)v2"))
	case 9:
		w.add("%s = stale@(%d);", w.word(), w.Intn(2))
	case 10:
		w.add("memmove(c + %d, c, %d);", w.Intn(3), n())
	case 11:
		w.add("%s = sum@(%s, %d);", w.word(), w.one("a", "m", "g@"), w.Intn(5))
	case 12, 13, 14:
		w.add("%s = %d;", w.place(), w.Intn(8))
	default:
		w.add("%s = %s;", w.place(), w.value())
	}
}

// use is something for which a value must have been written.
func (w *unsetWriter) use() {
	switch w.Intn(9) {
	case 0:
		w.add("done += g@[%s & 3];", w.word())
	case 1:
		w.add("switch (%s) { case 1: done++; break; default: done += 2; }", w.word())
	case 2:
		w.add("if (%s > 1.0) done++;", w.one("d", "e"))
	case 3:
		w.add("if ((%s & %d) == 0) done++;", w.word(), 1<<w.Intn(9))
	case 4:
		w.add("if (memcmp(%s, %d)) done++;", w.one("c, a", "&x, &y", "a, m", "&x, p"), w.Intn(13))
	case 5:
		w.add("while (%s) { done++; break; }", w.place())
	default:
		w.add("if (%s) done++;", w.value())
	}
}
