package dpr_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// writer writes a random program of one thread: choices, inputs, loops, calls, gotos, early ends, pointers,
// and several places at which it may fail. Inputs are used in such a way that 0, 1, 2 and -1 stand for all
// their values.
type writer struct {
	rng    *rand.Rand
	out    strings.Builder
	indent int
	loops  int // counters of loops that are in use
	labels int
	fails  int
	calls  bool // functions may be called here
	// variables are what statements read and write. Those of memory come last.
	variables []string
	registers bool // none is of memory
}

// newProgram writes a program. One in four has no variables of memory.
func newProgram(seed uint64) string {
	w := &writer{rng: rand.New(rand.NewPCG(seed, 7)), registers: seed%4 == 3}
	w.variables = []string{"x", "y", "z", "d", "g", "h", "a[0]", "a[1]", "*p"}
	if w.registers {
		w.variables = w.variables[:4]
	}
	w.line("extern int __VERIFIER_nondet_int(void);")
	w.line("extern _Bool __VERIFIER_nondet_bool(void);")
	w.line("extern void reach_error(void);")
	w.line("extern void exit(int);")
	w.line("int g, h = 1, a[2];")
	for i := range 2 {
		w.line("int f%d(int x, int y) {", i)
		w.line("    int z = 0, d = 0, *p = &%s;", w.pick("g", "a[0]", "h"))
		w.body(3)
		w.line("    return %s;", w.expr(1))
		w.line("}")
	}
	w.calls = true
	w.line("int main(void) {")
	w.line("    int x = %d, y = 0, z = %d, d = 0, i0, i1, *p = &%s;", w.rng.IntN(5), w.rng.IntN(3),
		w.pick("g", "h", "a[1]"))
	w.body(5 + w.rng.IntN(6))
	w.line("    return 0;")
	w.line("}")
	return w.out.String()
}

func (w *writer) pick(words ...string) string { return words[w.rng.IntN(len(words))] }

func (w *writer) line(format string, args ...any) {
	w.out.WriteString(strings.Repeat("    ", w.indent))
	fmt.Fprintf(&w.out, format+"\n", args...)
}

// body writes some statements, and a label at their end that they may go to.
func (w *writer) body(n int) {
	w.indent++
	w.labels++
	label := fmt.Sprintf("end%d", w.labels)
	for range n {
		w.statement(2, label)
	}
	w.line("%s:;", label)
	w.indent--
}

func (w *writer) statement(depth int, label string) {
	switch k := w.rng.IntN(20); {
	case depth > 0 && k < 4:
		w.line("if (%s) {", w.pick("__VERIFIER_nondet_int()", "__VERIFIER_nondet_bool()"))
		w.branches(depth, label)
	case depth > 0 && k < 7:
		w.line("if (%s) {", w.cond())
		w.branches(depth, label)
	case depth > 0 && k < 9 && w.calls && w.loops < 2:
		i := fmt.Sprintf("i%d", w.loops)
		w.loops++
		bound := w.pick("2", "3", "(y & 3)", "(__VERIFIER_nondet_int() & 1)")
		w.line("for (%s = 0; %s < %s; %s++) {", i, i, bound, i)
		w.indent++
		w.statement(depth-1, label)
		if w.rng.IntN(3) == 0 {
			w.line("if (%s) %s;", w.cond(), w.pick("break", "continue"))
		}
		w.statement(depth-1, label)
		w.indent--
		w.loops--
		w.line("}")
	case k < 11:
		w.line("if (%s) reach_error();", w.rare())
		w.fails++
	case k == 11:
		w.line("if (%s) goto %s;", w.cond(), label)
	case k == 12:
		w.line("if (%s) %s;", w.cond(), w.pick("return 1", "exit(0)"))
	case k == 13 && w.calls:
		w.line("%s = f%d(%s, %s);", w.pick(w.variables...), w.rng.IntN(2), w.expr(1), w.expr(1))
	case k == 14:
		w.line("%s = __VERIFIER_nondet_int() & %s;", w.pick(w.variables...), w.pick("1", "3"))
	case k == 15:
		w.line("p = &%s;", w.pick("g", "h", "a[0]", "a[1]"))
	case k == 16 && !w.registers:
		w.line("a[%s & 1] = %s;", w.pick(w.variables...), w.expr(1))
	default:
		w.line("%s = %s;", w.pick(w.variables...), w.expr(2))
	}
}

func (w *writer) branches(depth int, label string) {
	w.indent++
	w.statement(depth-1, label)
	w.indent--
	if w.rng.IntN(2) == 0 {
		w.line("} else {")
		w.indent++
		w.statement(depth-1, label)
		w.indent--
	}
	w.line("}")
}

func (w *writer) expr(depth int) string {
	switch k := w.rng.IntN(8); {
	case depth == 0 || k < 2:
		return w.pick(append([]string{"0", "1", "2", "5"}, w.variables...)...)
	case k == 2:
		return fmt.Sprintf("(%s ? %s : %s)", w.cond(), w.expr(depth-1), w.expr(depth-1))
	case k == 3 && !w.registers:
		return fmt.Sprintf("a[%s & 1]", w.expr(depth-1))
	}
	return fmt.Sprintf("((%s %s %s) & 15)", w.expr(depth-1), w.pick("+", "-", "*", "^", "|", "&"),
		w.expr(depth-1))
}

func (w *writer) cond() string {
	c := fmt.Sprintf("%s %s %s", w.expr(1), w.pick("<", "==", "!=", ">"), w.expr(1))
	if w.rng.IntN(4) == 0 {
		c = fmt.Sprintf("%s %s %s > %s", c, w.pick("&&", "||"), w.expr(1), w.expr(0))
	}
	return c
}

// rare is a condition that seldom holds.
func (w *writer) rare() string {
	return fmt.Sprintf("%s == %d", w.pick(w.variables...), 2+w.rng.IntN(5))
}
