package script

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
)

// Script is an SMT-LIB 2 script with one check under construction. Terms are texts.
type Script struct {
	logic string
	text  strings.Builder
	next  int
}

// newScript returns an empty script of a logic.
func newScript(logic string) *Script { return &Script{logic: logic} }

// Write writes the script; status is "sat", "unsat", or empty if it is not known.
func (s *Script) Write(w io.Writer, status string) error {
	if status == "" {
		status = "unknown"
	}
	_, err := fmt.Fprintf(w, "(set-logic %s)\n(set-info :status %s)\n%s(check-sat)\n(exit)\n", s.logic,
		status, s.text.String())
	return err
}

func (s *Script) line(format string, args ...any) {
	fmt.Fprintf(&s.text, format, args...)
	s.text.WriteByte('\n')
}

// vec declares a bit-vector.
func (s *Script) vec(name string, width int) string {
	s.line("(declare-fun %s () (_ BitVec %d))", name, width)
	return name
}

// vecs declares n bit-vectors.
func (s *Script) vecs(name string, n, width int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = s.vec(fmt.Sprintf("%s%d", name, i), width)
	}
	return out
}

// array declares an array from one width to another.
func (s *Script) array(name string, index, element int) string {
	s.line("(declare-fun %s () %s)", name, arraySort(index, element))
	return name
}

func arraySort(index, element int) string {
	return fmt.Sprintf("(Array (_ BitVec %d) (_ BitVec %d))", index, element)
}

// def gives a term a name, so that it can be used several times.
func (s *Script) def(width int, t string) string {
	return s.defSort(fmt.Sprintf("(_ BitVec %d)", width), t)
}

func (s *Script) defBool(t string) string { return s.defSort("Bool", t) }

func (s *Script) defSort(sort, t string) string {
	s.next++
	name := fmt.Sprintf("t%d", s.next)
	s.line("(define-fun %s () %s %s)", name, sort, t)
	return name
}

func (s *Script) assert(t string) { s.line("(assert %s)", t) }

// differ asserts that two terms are not equal.
func (s *Script) differ(a, b string) { s.assert(not(eq(a, b))) }

// app is the application of an operator.
func app(op string, args ...string) string { return "(" + op + " " + strings.Join(args, " ") + ")" }

func add(a, b string) string      { return app("bvadd", a, b) }
func sub(a, b string) string      { return app("bvsub", a, b) }
func mul(a, b string) string      { return app("bvmul", a, b) }
func xor(a, b string) string      { return app("bvxor", a, b) }
func and(a, b string) string      { return app("bvand", a, b) }
func or(a, b string) string       { return app("bvor", a, b) }
func shl(a, b string) string      { return app("bvshl", a, b) }
func shr(a, b string) string      { return app("bvlshr", a, b) }
func not(a string) string         { return app("not", a) }
func eq(a, b string) string       { return app("=", a, b) }
func ite(c, a, b string) string   { return app("ite", c, a, b) }
func sel(a, i string) string      { return app("select", a, i) }
func store(a, i, v string) string { return app("store", a, i, v) }

// con is a constant.
func con(width int, v uint64) string { return fmt.Sprintf("(_ bv%d %d)", mask(width)&v, width) }

func mask(width int) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<width - 1
}

// wide extends a with zeros.
func wide(by int, a string) string { return fmt.Sprintf("((_ zero_extend %d) %s)", by, a) }

// signed extends a with its sign.
func signed(by int, a string) string { return fmt.Sprintf("((_ sign_extend %d) %s)", by, a) }

func extract(hi, lo int, a string) string { return fmt.Sprintf("((_ extract %d %d) %s)", hi, lo, a) }

func rotate(by int, a string) string { return fmt.Sprintf("((_ rotate_left %d) %s)", by, a) }

// source returns the pseudo-random numbers of a seed: the same ones always.
func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }
