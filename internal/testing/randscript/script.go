package randscript

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// script is a script under construction.
type script struct {
	r     *rand.Rand
	l     Logic
	text  strings.Builder
	sorts []string            // those that have variables, but Bool
	vars  map[string][]string // by sort
	fns   map[string][]fn     // by the sort of the result
	depth int                 // levels that are open
	tame  bool                // small coefficients, and bounds on Int
}

// fn is an uninterpreted function.
type fn struct {
	name   string
	params []string
}

const word = "(_ BitVec 3)"

// New returns a script of the logic.
func New(l Logic, r *rand.Rand) string {
	s := &script{r: r, l: l, vars: map[string][]string{}, fns: map[string][]fn{}, tame: r.IntN(3) > 0}
	if l.Words { // solvers have no names for these mixtures
		s.line("(set-logic ALL)")
	} else {
		s.line("(set-logic %s)", l.Name)
	}
	s.declare()
	for range 6 + r.IntN(20) {
		s.command()
	}
	s.line("(check-sat)")
	return s.text.String()
}

func (s *script) line(format string, args ...any) {
	fmt.Fprintf(&s.text, format, args...)
	s.text.WriteByte('\n')
}

// pick returns a number from 0 to n-1.
func (s *script) pick(n int) int { return s.r.IntN(n) }

func (s *script) one(of []string) string { return of[s.pick(len(of))] }

// declare declares variables of each sort, and functions.
func (s *script) declare() {
	add := func(sort, name string, n int) {
		if sort != "Bool" {
			s.sorts = append(s.sorts, sort)
		}
		for i := range n {
			s.vars[sort] = append(s.vars[sort], fmt.Sprint(name, i))
			s.line("(declare-fun %s%d () %s)", name, i, sort)
		}
	}
	add("Bool", "p", 3)
	if s.l.Int {
		add("Int", "i", 2+s.pick(3))
	}
	if s.l.Real {
		add("Real", "r", 2+s.pick(3))
	}
	if s.l.Words {
		add(word, "w", 2)
	}
	if s.l.Sorts {
		s.line("(declare-sort U 0)")
		add("U", "u", 3+s.pick(3))
		if !s.l.Int && !s.l.Real && s.l.Arrays { // the logic of arrays alone
			s.line("(declare-sort V 0)")
			add("V", "v", 3)
		}
	}
	plain := s.sorts
	if s.l.Arrays {
		for k := range 1 + s.pick(2) {
			sort := fmt.Sprintf("(Array %s %s)", s.one(plain), s.one(plain))
			if s.vars[sort] == nil {
				add(sort, fmt.Sprintf("a%d_", k), 2+s.pick(2))
			}
		}
	}
	if s.l.Functions {
		for k := range 2 + s.pick(2) {
			f := fn{name: fmt.Sprint("f", k)}
			for range 1 + s.pick(2) {
				f.params = append(f.params, s.one(s.sorts))
			}
			result := s.one(append([]string{"Bool"}, plain...))
			s.line("(declare-fun %s (%s) %s)", f.name, strings.Join(f.params, " "), result)
			s.fns[result] = append(s.fns[result], f)
		}
	}
	if s.tame && !s.l.Difference {
		for _, x := range s.vars["Int"] {
			s.line("(assert (<= (- %d) %s %d))", 1+s.pick(9), x, 1+s.pick(9))
		}
	}
}

// command adds an assertion, mostly.
func (s *script) command() {
	switch k := s.pick(20); {
	case k < 2:
		s.line("(push 1)")
		s.depth++
	case k < 4 && s.depth > 0:
		s.line("(pop 1)")
		s.depth--
	case k < 6:
		s.line("(check-sat)")
	case k < 8:
		var literals []string
		for _, p := range s.vars["Bool"] {
			switch s.pick(3) {
			case 0:
				literals = append(literals, p)
			case 1:
				literals = append(literals, "(not "+p+")")
			}
		}
		if len(literals) == 0 { // which older versions of cvc5 cannot read
			literals = s.vars["Bool"][:1]
		}
		s.line("(check-sat-assuming (%s))", strings.Join(literals, " "))
	case k < 11: // simple facts, which make contradictions likely
		t := s.atom(s.pick(2))
		if s.pick(4) == 0 {
			t = "(not " + t + ")"
		}
		s.line("(assert %s)", t)
	case k < 15:
		var literals []string
		for range 1 + s.pick(3) {
			literals = append(literals, s.literal())
		}
		if len(literals) == 1 {
			s.line("(assert %s)", literals[0])
		} else {
			s.line("(assert (or %s))", strings.Join(literals, " "))
		}
	default:
		s.line("(assert %s)", s.formula(1+s.pick(3)))
	}
}

func (s *script) literal() string {
	t := s.one(s.vars["Bool"])
	if s.pick(4) > 0 {
		t = s.atom(1 + s.pick(2))
	}
	if s.pick(3) == 0 {
		t = "(not " + t + ")"
	}
	return t
}

// formula returns a Bool term.
func (s *script) formula(d int) string {
	if d <= 0 {
		return s.literal()
	}
	switch s.pick(8) {
	case 0:
		return "(not " + s.formula(d-1) + ")"
	case 1, 2:
		return fmt.Sprintf("(%s %s %s)", s.one([]string{"and", "or"}), s.formula(d-1), s.formula(d-1))
	case 3:
		return fmt.Sprintf("(%s %s %s)", s.one([]string{"=>", "xor", "="}), s.formula(d-1), s.formula(d-1))
	case 4:
		return fmt.Sprintf("(ite %s %s %s)", s.formula(d-1), s.formula(d-1), s.formula(d-1))
	case 5:
		return s.literal()
	}
	return s.atom(d)
}
