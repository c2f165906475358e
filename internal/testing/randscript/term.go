package randscript

import (
	"fmt"
	"strconv"
	"strings"
)

// atom returns a Bool term of a theory.
func (s *script) atom(d int) string {
	if fs := s.fns["Bool"]; len(fs) > 0 && s.pick(4) == 0 {
		return s.call(fs[s.pick(len(fs))], d-1)
	}
	sort := s.one(s.sorts)
	switch {
	case sort == "Int" && s.l.Difference, sort == "Real" && s.l.Difference:
		return s.difference(sort, d)
	case (sort == "Int" || sort == "Real") && s.pick(4) > 0:
		op := s.one([]string{"<=", "<", ">=", ">"})
		return fmt.Sprintf("(%s %s %s)", op, s.term(sort, d), s.term(sort, d))
	case sort == word && s.pick(2) == 0:
		return fmt.Sprintf("(%s %s %s)", s.one([]string{"bvult", "bvsle"}), s.term(sort, d), s.term(sort, d))
	case sort == "Real" && s.l.Int && s.pick(6) == 0:
		return "(is_int " + s.term(sort, d) + ")"
	case s.pick(5) == 0:
		return fmt.Sprintf("(distinct %s %s %s)", s.term(sort, d), s.term(sort, d), s.term(sort, d))
	}
	return fmt.Sprintf("(= %s %s)", s.term(sort, d), s.term(sort, d))
}

// difference returns an atom of difference logic.
func (s *script) difference(sort string, d int) string {
	op := s.one([]string{"<=", "<", ">=", ">", "=", "distinct"})
	a, b := s.simple(sort, d), s.simple(sort, d)
	if s.pick(3) == 0 {
		return fmt.Sprintf("(%s %s %s)", op, a, b)
	}
	return fmt.Sprintf("(%s (- %s %s) %s)", op, a, b, s.number(sort))
}

// simple returns a variable or an application.
func (s *script) simple(sort string, d int) string {
	if fs := s.fns[sort]; len(fs) > 0 && d > 0 && s.pick(2) == 0 {
		return s.call(fs[s.pick(len(fs))], d-1)
	}
	return s.one(s.vars[sort])
}

func (s *script) call(f fn, d int) string {
	args := make([]string, len(f.params))
	for i, p := range f.params {
		args[i] = s.term(p, d)
	}
	return "(" + f.name + " " + strings.Join(args, " ") + ")"
}

// term returns a term of any sort but Bool.
func (s *script) term(sort string, d int) string {
	if s.l.Difference {
		return s.simple(sort, d)
	}
	if d <= 0 || s.pick(4) == 0 {
		if (sort == "Int" || sort == "Real") && s.pick(3) == 0 {
			return s.number(sort)
		}
		if sort == word && s.pick(3) == 0 {
			return fmt.Sprintf("#b%03b", s.pick(8))
		}
		return s.one(s.vars[sort])
	}
	if s.pick(8) == 0 {
		return fmt.Sprintf("(ite %s %s %s)", s.formula(d-1), s.term(sort, d-1), s.term(sort, d-1))
	}
	if fs := s.fns[sort]; len(fs) > 0 && s.pick(3) == 0 {
		return s.call(fs[s.pick(len(fs))], d-1)
	}
	if t := s.read(sort, d); t != "" && s.pick(3) == 0 {
		return t
	}
	switch {
	case sort == "Int":
		return s.integer(d)
	case sort == "Real":
		return s.real(d)
	case sort == word:
		return s.word(d)
	case strings.HasPrefix(sort, "(Array "):
		index, elem := parts(sort)
		return fmt.Sprintf("(store %s %s %s)", s.term(sort, d-1), s.term(index, d-1), s.term(elem, d-1))
	}
	return s.one(s.vars[sort])
}

// read returns a read of an array whose elements have the sort, or nothing.
func (s *script) read(sort string, d int) string {
	for _, a := range s.sorts {
		if !strings.HasPrefix(a, "(Array ") {
			continue
		}
		if index, elem := parts(a); elem == sort {
			return fmt.Sprintf("(select %s %s)", s.term(a, d-1), s.term(index, d-1))
		}
	}
	return ""
}

// parts returns the sorts of indexes and elements of an array sort.
func parts(sort string) (index, elem string) {
	inner := strings.TrimSuffix(strings.TrimPrefix(sort, "(Array "), ")")
	if rest, ok := strings.CutPrefix(inner, word+" "); ok {
		return word, rest
	}
	index, elem, _ = strings.Cut(inner, " ")
	return index, elem
}

func (s *script) integer(d int) string {
	switch s.pick(10) {
	case 0:
		return fmt.Sprintf("(div %s %s)", s.term("Int", d-1), s.divisor())
	case 1:
		return fmt.Sprintf("(mod %s %s)", s.term("Int", d-1), s.divisor())
	case 2:
		return "(abs " + s.term("Int", d-1) + ")"
	case 3:
		switch {
		case s.l.Words && s.pick(2) == 0:
			return "(bv2nat " + s.term(word, d-1) + ")"
		case s.l.Real:
			return "(to_int " + s.term("Real", d-1) + ")"
		}
	}
	return s.sum("Int", d)
}

func (s *script) real(d int) string {
	switch s.pick(8) {
	case 0:
		return fmt.Sprintf("(/ %s %d.0)", s.term("Real", d-1), 2+s.pick(4))
	case 1, 2:
		if s.l.Int {
			return "(to_real " + s.term("Int", d-1) + ")"
		}
	}
	return s.sum("Real", d)
}

// sum returns a linear term.
func (s *script) sum(sort string, d int) string {
	switch s.pick(5) {
	case 0:
		return fmt.Sprintf("(* %s %s)", s.number(sort), s.term(sort, d-1))
	case 1:
		return fmt.Sprintf("(- %s %s)", s.term(sort, d-1), s.term(sort, d-1))
	case 2:
		return fmt.Sprintf("(- %s)", s.term(sort, d-1))
	case 3:
		return fmt.Sprintf("(+ %s (* %s %s) %s)", s.term(sort, d-1), s.number(sort), s.one(s.vars[sort]),
			s.number(sort))
	}
	return fmt.Sprintf("(+ %s %s)", s.term(sort, d-1), s.term(sort, d-1))
}

func (s *script) word(d int) string {
	switch s.pick(4) {
	case 0:
		if s.l.Int {
			return "((_ int2bv 3) " + s.term("Int", d-1) + ")"
		}
	case 1:
		return "(bvnot " + s.term(word, d-1) + ")"
	}
	return fmt.Sprintf("(%s %s %s)", s.one([]string{"bvadd", "bvmul", "bvand"}), s.term(word, d-1),
		s.term(word, d-1))
}

// divisor returns a number that is not 0.
func (s *script) divisor() string {
	n := strconv.Itoa(1 + s.pick(5))
	if s.pick(4) == 0 {
		return "(- " + n + ")"
	}
	return n
}

// number returns a literal.
func (s *script) number(sort string) string {
	n := s.pick(7)
	switch {
	case !s.tame && s.pick(4) == 0:
		n = s.pick(100)
	case !s.tame && s.pick(40) == 0:
		n = 1<<31 + s.pick(1<<31)
	}
	t := strconv.Itoa(n)
	if sort == "Real" {
		t += s.one([]string{".0", ".0", ".5"})
	}
	if s.pick(3) == 0 {
		return "(- " + t + ")"
	}
	return t
}
