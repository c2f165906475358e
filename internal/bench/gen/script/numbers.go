package script

import (
	"fmt"
	"strconv"
)

// What the families over numbers share.

// num declares a number; sort is Int or Real.
func (s *Script) num(name, sort string) string {
	s.line("(declare-fun %s () %s)", name, sort)
	return name
}

// nums declares n numbers.
func (s *Script) nums(name string, n int, sort string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = s.num(fmt.Sprintf("%s%d", name, i), sort)
	}
	return out
}

// bools declares n truth values.
func (s *Script) bools(name string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("%s%d", name, i)
		s.line("(declare-fun %s () Bool)", out[i])
	}
	return out
}

// integer is a literal.
func integer(n int) string {
	if n < 0 {
		return "(- " + strconv.Itoa(-n) + ")"
	}
	return strconv.Itoa(n)
}

func atMost(a, b string) string  { return app("<=", a, b) }
func less(a, b string) string    { return app("<", a, b) }
func minus(a, b string) string   { return app("-", a, b) }
func all(ts ...string) string    { return several("and", "true", ts) }
func either(ts ...string) string { return several("or", "false", ts) }
func plus(ts ...string) string   { return several("+", "0", ts) }

// several applies an operator to any number of operands.
func several(op, none string, ts []string) string {
	switch len(ts) {
	case 0:
		return none
	case 1:
		return ts[0]
	}
	return app(op, ts...)
}

// times is a multiple of a term.
func times(k int, t string) string {
	if k == 1 {
		return t
	}
	return app("*", integer(k), t)
}

// later says that b is at least d after a, in difference logic.
func later(b, a string, d int) string { return app(">=", minus(b, a), integer(d)) }
