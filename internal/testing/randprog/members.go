package randprog

import (
	"fmt"
	"math/rand"
	"strings"
)

// NewMembers returns a sequential program without inputs, and its part without main, a function program<seed>
// that many programs can have side by side. It goes through members, bit-fields and inner arrays of
// structures, of which some are never set, and copies strings and bytes, some to where they overlap. The
// structures have no padding: gcc copies that along with a structure, and here it may hold anything then.
func NewMembers(seed int64) (whole, part string) {
	w := &memberWriter{r: rand.New(rand.NewSource(seed)), id: fmt.Sprint(seed)}
	part = w.program()
	return MembersHead + part + "int main(void) { return program" + w.id + "(); }\n", part
}

// MembersHead stands before the parts of programs of NewMembers.
const MembersHead = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"

type memberWriter struct {
	r     *rand.Rand
	id    string
	out   strings.Builder
	depth int
}

func (w *memberWriter) line(format string, args ...any) {
	w.out.WriteString(strings.Repeat("\t", w.depth+1) + fmt.Sprintf(format, args...) + "\n")
}

func (w *memberWriter) pick(of ...string) string { return of[w.r.Intn(len(of))] }

func (w *memberWriter) program() string {
	fmt.Fprintf(&w.out, "struct s%s { char name[8]; unsigned f : 3; int h : 5; char c[3]; int a[3]; "+
		"int m[2][2]; char tail[4]; };\n", w.id)
	fmt.Fprintf(&w.out, "static struct s%s g%s;\nstatic int program%s(void)\n{\n", w.id, w.id, w.id)
	w.line("struct s%s x, *p = malloc(sizeof *p);", w.id)
	w.line("char b[24]%s;", w.pick("", ` = "abcdef"`, ` = "abc"`, ` = ""`))
	w.line("int i = %d, k = 0;", w.r.Intn(4))
	w.line("if (!p) exit(1);")
	for _, set := range []string{"memset(&x, 0, sizeof x);", "memset(p, 0, sizeof *p);"} {
		if w.r.Intn(3) > 0 {
			w.line("%s", set)
		}
	}
	for range 3 + w.r.Intn(7) {
		w.statement()
	}
	w.line("free(p);")
	w.line("return (k ^ i) & 0;")
	w.out.WriteString("}\n")
	return w.out.String()
}

// object is one of the structures, with what stands before its members.
func (w *memberWriter) object() string {
	return w.pick("x.", "p->", "g"+w.id+".")
}

// index is mostly inside of an array of n elements.
func (w *memberWriter) index(n int) string {
	switch w.r.Intn(8) {
	case 0:
		return "i & 3"
	case 1:
		return "i"
	case 2:
		return fmt.Sprint(n)
	}
	return fmt.Sprint(w.r.Intn(n))
}

func (w *memberWriter) place() string {
	o := w.object()
	switch w.r.Intn(6) {
	case 0:
		return o + "f"
	case 1:
		return o + "h"
	case 2:
		return fmt.Sprintf("%sname[%s]", o, w.index(8))
	case 3:
		return fmt.Sprintf("%sm[%d][%s]", o, w.r.Intn(2), w.index(2))
	}
	return fmt.Sprintf("%sa[%s]", o, w.index(3))
}

// text is a string literal of up to n characters.
func (w *memberWriter) text(n int) string { return fmt.Sprintf("%q", "abcdefghijkl"[:w.r.Intn(n+1)]) }

func (w *memberWriter) statement() {
	switch w.r.Intn(12) {
	case 0:
		w.line("i = %d;", w.r.Intn(4))
	case 1, 2:
		w.line("%s = %s;", w.place(), w.pick("i", "1", "2"))
	case 3:
		w.line("k = %s;", w.place())
	case 4:
		if w.depth > 1 {
			return
		}
		w.line("if (%s > %d) {", w.place(), w.r.Intn(3))
		w.depth++
		w.statement()
		w.depth--
		w.line("}")
	case 5:
		w.line("%s(b + %d, b + %d, %d);", w.pick("memcpy", "memcpy", "memmove"), w.r.Intn(12), w.r.Intn(12),
			w.r.Intn(9))
	case 6:
		w.line("%s(b + %d, %s);", w.pick("strcpy", "strcat"), w.r.Intn(8), w.pick(w.text(8), w.text(4)))
	case 7:
		w.line("%s(b + %d, b + %d);", w.pick("strcpy", "strcat"), w.r.Intn(8), w.r.Intn(8))
	case 8:
		w.line("%s(%sname, %s);", w.pick("strcpy", "strcat"), w.object(), w.text(9))
	case 9:
		w.line("%s(%s%s, b, %d);", w.pick("memcpy", "strncpy"), w.object(), w.pick("name", "tail"),
			w.r.Intn(6))
	case 10:
		w.line("%s;", w.pick("x = *p", "*p = x", "memcpy(&x, p, sizeof x)", "g"+w.id+" = x"))
	case 11:
		w.line("strncpy(b + %d, b + %d, %d);", w.r.Intn(10), w.r.Intn(10), w.r.Intn(8))
	}
}
